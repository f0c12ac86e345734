"""What the tests of Match and of the fronts share: matches played at random, and snapshots of all that they show."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from support import find

from shamble import kernel
from shamble.kernel.state import CHANCE
from shamble.laws.walking import fits, option_sets
from shamble.match import Match

ROUNDS = 2
ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path(kernel.__file__).resolve().parents[2]  # where the Shamble under test lies: the sources, or installed


def movers(match: Match) -> list[int]:
    """All who may act: CHANCE where manual chance is awaited, else every seat that has a choice."""
    if match.owing == (CHANCE,):
        return [CHANCE]
    return [seat for seat in range(match.players) if len(match.state.legal(seat))]


def actions(match: Match, who: int) -> list[str]:
    """What `Match.choices` must offer, without the labels, which take long."""
    if who == CHANCE and match.chance == "auto":
        return []
    codes = [code for code, _ in match.state.odds()] if who == CHANCE else list(match.state.legal(who))
    return [match.game.vocabulary.text(code) for code in codes]


def random_act(match: Match, rng: random.Random) -> tuple[int, str]:
    who = rng.choice(movers(match))
    return who, rng.choice(actions(match, who))


def steps(match: Match, seed: int, most: int = 100_000) -> Iterator[tuple[int, str]]:
    """Play `match` on at random, interruptions among it; before each act yields who is about to play what."""
    rng = random.Random(seed)
    for _ in range(most):
        if match.result is not None:
            return
        who, action = random_act(match, rng)
        yield who, action
        match.play(who, action)


def some_steps(match: Match, seed: int, parts: int = 6) -> Iterator[tuple[int, str]]:
    """As `steps`, but yields only now and then, more rarely the longer the game lasts: every 1 / `parts` of it."""
    due = 0
    for who, action in steps(match, seed):
        if match.version >= due:
            due = match.version + 1 + match.version // parts
            yield who, action


def played(match: Match, seed: int, most: int = 100_000) -> Match:
    """The same match, played on at random to its end or for `most` acts."""
    for _ in steps(match, seed, most):
        pass
    return match


def short(game: str) -> dict[str, Any]:
    """The house rule that ends a long game early, where the game has one: random players go on for ever so long."""
    return {"round_limit": ROUNDS} if any(option.name == "round_limit" for option in find(game).options) else {}


def settings(game: str) -> list[tuple[int, dict[str, Any]]]:
    """Numbers of seats and options: the fewest and the most seats, and every value of every option once."""
    found = find(game)
    chosen: list[tuple[int, dict[str, Any]]] = [
        (seats, short(game)) for seats in sorted({found.seats[0], found.seats[-1]})
    ]
    for options in option_sets(game)[1:]:
        seats = [n for n in found.seats_with(found.resolve_options(options)) if fits(game, n, options)]
        chosen.append((seats[len(seats) // 2], {**short(game), **options}))
    return chosen


def seats_of(match: Match) -> list[int | None]:
    """Every reader: the seats and the spectator."""
    return [*range(match.players), None]


def some_readers(match: Match, rng: random.Random) -> list[int | None]:
    """Three of the seats at most, and the spectator."""
    return [*rng.sample(range(match.players), min(3, match.players)), None]


def shown(match: Match, reader: int | None) -> str:
    """Everything a reader is shown of the position, as one text."""
    choices = [] if reader is None else [(choice.action, choice.label) for choice in match.choices(reader)]
    return json.dumps([match.view(reader), match.asked(reader), choices, match.owing])


def snapshot(match: Match) -> tuple[bytes, int, list[str], list[list[str]], str]:
    """Everything there is of a match: the position, its length, what everyone is shown and told, its record."""
    readers = seats_of(match)
    return (
        match.state.pack(),
        match.version,
        [shown(match, reader) for reader in readers],
        [match.story(reader) for reader in readers],
        match.record.text(),
    )


def is_one_sentence(text: str) -> bool:
    """One line that ends as a sentence does and is short enough to be read."""
    return text == " ".join(text.split()) and text.endswith((".", "?", "!", ")")) and len(text) < 600


def environment(pure: bool | None = None, **more: str) -> dict[str, str]:
    """The environment for a process of its own: the same Shamble, and (where given) which engine."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(PACKAGE), str(ROOT / "tests")]), **more}
    for name in ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR"):
        env.pop(name, None)
    if pure is not None:
        env["SHAMBLE_PURE"] = "1" if pure else ""
    return env


def shamble(
    *words: str, typed: str = "", env: dict[str, str] | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """`shamble WORDS…` in a process of its own, fed `typed`."""
    command: Sequence[str] = [sys.executable, "-m", "shamble.cli", *words]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, timeout=120, check=False,
        env=env or environment(), cwd=cwd,
    )  # fmt: skip
