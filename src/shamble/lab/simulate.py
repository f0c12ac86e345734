"""Many games at once: shares of wins with intervals, endings, lengths.

Games are played in chunks of a fixed size, each with luck of its own settled by the seed and the chunk's number; so
the numbers are the same whatever the number of processes.
"""

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Protocol

import shamble
from shamble.bots import find_bot
from shamble.bots.advice import interval
from shamble.editions import find_edition
from shamble.games import find
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadOption
from shamble.kernel.fields import brief
from shamble.kernel.game import Edition, Game, Value
from shamble.kernel.numbers import whole_number
from shamble.kernel.policy import Policy
from shamble.kernel.seeds import check_seed
from shamble.kernel.state import State
from shamble.lab.chunks import in_order, span
from shamble.lab.watch import Columns, added, play_on
from shamble.processes import without_interrupts

CHUNK = 500  # games
SEARCHED = 5  # games of a chunk where a bot searches
LONGEST = 10_000_000  # events of one game; one that is not over then counts as unfinished


@dataclass(frozen=True)
class Plan:
    """What is to be played: checked once, sent to every process."""

    game: str
    players: int
    options: dict[str, Value]
    edition: (
        "str | Edition | None"  # a shipped edition's name, or an owner's whole edition: other machines lack its file
    )
    bots: tuple[str, ...]
    seed: int
    games: int
    chunk: int  # games

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return (self.games + self.chunk - 1) // self.chunk

    def chunk_games(self, number: int) -> range:
        """The numbers of the games of a chunk."""
        return range(number * self.chunk, min(self.games, (number + 1) * self.chunk))

    def stamp(self) -> dict[str, Any]:
        """All that the numbers depend on, JSON-able: equal stamps, equal numbers."""
        game = find(self.game)
        edition = find_edition(game, self.edition)
        return {
            "game": self.game,
            "rules": game.rules_version,
            "players": self.players,
            "options": self.options,
            "edition": {"name": edition.name, "hash": edition.hash},
            "bots": list(self.bots),
            "seed": self.seed,
            "games": self.games,
            "chunk": self.chunk,
        }


@dataclass
class Tally:
    """What has been played so far."""

    games: int = 0
    events: int = 0
    paid: list[float] = field(default_factory=list)  # by seat, the sum of payoffs
    endings: Counter[str] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)  # games by their number of decisions
    lengths: Counter[int] = field(default_factory=Counter)  # games by their number of events

    def add(self, other: "Tally") -> None:
        """Count the games of `other` too."""
        self.games += other.games
        self.events += other.events
        self.paid = [a + b for a, b in zip(self.paid or [0.0] * len(other.paid), other.paid, strict=True)]
        self.endings += other.endings
        self.decisions += other.decisions
        self.lengths += other.lengths


class Checkpoint(Protocol):
    """Where a run keeps what it has played, so that a later one can go on."""

    def load(self) -> tuple[Tally, int]:
        """What was played, and how many chunks that is."""
        ...

    def save_now_and_then(self, tally: Tally, done: int) -> None:
        """Save, unless that has just been done."""
        ...

    def save(self, tally: Tally, done: int) -> None:
        """Save now."""
        ...

    def forget(self) -> None:
        """All is played: nothing need be kept."""
        ...


def make_plan(
    game: str,
    games: int,
    players: int | None,
    bots: Sequence[str],
    seed: int,
    options: Mapping[str, object],
    edition: "str | Edition | None",
) -> Plan:
    """A checked plan; a ShambleError says what is wrong. No bots: all random; one: it sits in every seat."""
    found = find(game)
    values = found.settle(options)
    allowed = found.seats_with(values)
    if players is None:
        players = min(allowed, key=lambda seats: abs(seats - found.default_seats)) if len(allowed) else 0
    used = find_edition(found, edition)
    found.new(players, options, used)
    players, games, seed = found.check_players(players, values), check_games(games), check_seed(seed)
    names = tuple(bots) or ("random",)
    if len(names) == 1:
        names = names * players
    if len(names) != players:
        raise BadOption(f"--bots names {len(names)} bots for {players} seats: give one for all, or one for each seat.")
    for name in names:
        find_bot(found, name)
    chunk = SEARCHED if any(is_slow(name) for name in names) else CHUNK
    kept = used.name if used.shipped else used
    return Plan(found.code, players, found.changed(values), kept, names, seed, games, chunk)


def check_games(games: object) -> int:
    """A number of games to play; BadOption where it is none."""
    number = whole_number(games)
    if number is None or number < 1:
        raise BadOption(f"--games must be 1 or more; not {brief(games)}.")
    return number


def is_slow(bot: str) -> bool:
    """Whether a bot searches, so that a game takes seconds rather than microseconds."""
    return bot not in ("random", "easy", "greedy")


def play_chunk(plan: Plan, number: int) -> Tally:
    """The games of one chunk."""
    start, policies, dice = opening(plan, number)
    columns = Columns(plan.players, None)
    play_on(start, policies, dice, LONGEST, len(plan.chunk_games(number)), columns)
    return counted(columns.endings, columns.decisions, columns.events, columns.paid)


def counted(
    endings: Sequence[str], decisions: Sequence[int], events: Sequence[int], paid: Sequence[list[float]]
) -> Tally:
    """The tally of games told by columns; payoffs are added one after the other, bit for bit the same every time."""
    return Tally(
        games=len(events),
        events=sum(events),
        paid=[added(column) for column in paid],
        endings=Counter(endings),
        decisions=Counter(decisions),
        lengths=Counter(events),
    )


def opening(plan: Plan, number: int) -> tuple[State, list[Policy], Dice]:
    """What a chunk begins with: the opening position, who decides for each seat, and the chunk's own luck."""
    game = find(plan.game)
    start = game.new(plan.players, plan.options, find_edition(game, plan.edition))
    policies = [find_bot(game, name) for name in plan.bots]
    digest = hashlib.blake2b(f"{plan.seed}/chunk/{number}".encode(), digest_size=8).digest()
    return start, policies, Dice(int.from_bytes(digest, "big") >> 1)


def run(
    plan: Plan, jobs: int | None, progress: Callable[[int], None], on: str | None = None, keep: Checkpoint | None = None
) -> tuple[dict[str, Any], bool]:
    """Play the plan in `jobs` processes (see `in_order`) or `on` a cluster; the report, and whether it was stopped
    (Ctrl-C) before all was played.

    `progress` is told the number of games done. `keep` holds what an earlier run played and takes what is played now.
    """
    tally, done = keep.load() if keep is not None else (Tally(), 0)
    begun = time.perf_counter()
    before = tally.events
    stopped = False
    try:
        progress(tally.games) if done else None
        for part in in_order(play_chunk, plan, span(done, plan.chunks), jobs, on):
            with without_interrupts():  # both or neither
                tally.add(part)
                done += 1
            progress(tally.games)
            if keep is not None:
                keep.save_now_and_then(tally, done)
    except KeyboardInterrupt:
        stopped = True
    finally:
        if keep is not None:
            keep.save(tally, done) if done < plan.chunks else keep.forget()
    seconds = time.perf_counter() - begun
    return report(plan, tally, seconds, tally.events - before), stopped


def report(plan: Plan, tally: Tally, seconds: float, events: int | None = None) -> dict[str, Any]:
    """The document of `simulate --json`; `events` were played in those seconds, all where it is not said."""
    game: Game = find(plan.game)
    return {
        "game": plan.game,
        "players": plan.players,
        "options": plan.options,
        "edition": find_edition(game, plan.edition).name,
        "bots": list(plan.bots),
        "seed": plan.seed,
        "games": tally.games,
        "compiled": shamble.COMPILED,
        "seconds": round(seconds, 3),
        "steps_per_second": round((tally.events if events is None else events) / seconds) if seconds > 0 else 0,
        "wins": [
            {"seat": seat, "bot": plan.bots[seat], **shares(paid, tally.games)} for seat, paid in enumerate(tally.paid)
        ],
        "endings": {code: round(count / tally.games, 6) for code, count in sorted(tally.endings.items())},
        "length": {"decisions": spread(tally.decisions), "events": spread(tally.lengths)},
    }


def shares(won: float, games: int) -> dict[str, float]:
    """The share won with its 95 % Wilson interval."""
    share = won / games if games else 0.0
    low, high = interval(share, games)
    return {"share": round(share, 6), "low": round(low, 6), "high": round(high, 6)}


def spread(counts: Counter[int]) -> dict[str, float]:
    """Mean, median and ninth decile (nearest rank) of values counted."""
    total = sum(counts.values())
    if not total:
        return {"mean": 0.0, "median": 0, "p90": 0}
    mean = sum(value * count for value, count in counts.items()) / total
    return {"mean": round(mean, 3), "median": _rank(counts, 0.5), "p90": _rank(counts, 0.9)}


def _rank(counts: Counter[int], share: float) -> int:
    left = ceil(share * sum(counts.values()))
    for value in sorted(counts):
        left -= counts[value]
        if left <= 0:
            return value
    return 0
