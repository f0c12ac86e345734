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
from typing import Any

import shamble
from shamble.bots import find_bot
from shamble.bots.advice import interval
from shamble.editions import find_edition
from shamble.games import find
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadOption
from shamble.kernel.game import Game, Value
from shamble.kernel.playout import play_policies
from shamble.lab.chunks import in_order

CHUNK = 500  # games
LONGEST = 10_000_000  # events of one game; one that is not over then counts as unfinished


@dataclass(frozen=True)
class Plan:
    """What is to be played: checked once, sent to every process."""

    game: str
    players: int
    options: dict[str, Value]
    edition: str | None
    bots: tuple[str, ...]
    seed: int
    games: int


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


def make_plan(
    game: str,
    games: int,
    players: int | None,
    bots: Sequence[str],
    seed: int,
    options: Mapping[str, object],
    edition: str | None,
) -> Plan:
    """A checked plan; a ShambleError says what is wrong. No bots: all random; one: it sits in every seat."""
    found = find(game)
    values = found.settle(options)
    allowed = found.seats_with(values)
    if players is None:
        players = min(allowed, key=lambda seats: abs(seats - found.default_seats)) if len(allowed) else 0
    find_edition(found, edition)
    found.new(players, options, find_edition(found, edition))
    if games < 1:
        raise BadOption(f"--games must be 1 or more; not {games}.")
    names = tuple(bots) or ("random",)
    if len(names) == 1:
        names = names * players
    if len(names) != players:
        raise BadOption(f"--bots names {len(names)} bots for {players} seats: give one for all, or one for each seat.")
    for name in names:
        find_bot(found, name)
    return Plan(found.code, players, found.changed(values), edition, names, seed, games)


def play_chunk(plan: Plan, number: int) -> Tally:
    """The games of one chunk."""
    game = find(plan.game)
    start = game.new(plan.players, plan.options, find_edition(game, plan.edition))
    policies = [find_bot(game, name) for name in plan.bots]
    digest = hashlib.blake2b(f"{plan.seed}/chunk/{number}".encode(), digest_size=8).digest()
    dice = Dice(int.from_bytes(digest, "big") >> 1)
    tally = Tally(paid=[0.0] * plan.players)
    for _ in range(min(CHUNK, plan.games - number * CHUNK)):
        state = start.copy()
        played = play_policies(state, policies, dice, LONGEST)
        tally.games += 1
        tally.events += played.events
        tally.endings[state.ending() if played.ended else "unfinished"] += 1
        tally.decisions[played.decisions] += 1
        tally.lengths[played.events] += 1
        for seat, payoff in enumerate(state.payoffs()):
            tally.paid[seat] += payoff
    return tally


def run(plan: Plan, jobs: int, progress: Callable[[int], None]) -> tuple[dict[str, Any], bool]:
    """Play the plan in `jobs` processes; the report, and whether it was stopped (Ctrl-C) before all was played.

    `progress` is told the number of games done.
    """
    if jobs < 1:
        raise BadOption(f"--jobs must be 1 or more; not {jobs}.")
    tally = Tally()
    begun = time.perf_counter()
    stopped = False
    try:
        for part in in_order(play_chunk, plan, _count(plan), min(jobs, _count(plan))):
            tally.add(part)
            progress(tally.games)
    except KeyboardInterrupt:
        stopped = True
    return report(plan, tally, time.perf_counter() - begun), stopped


def _count(plan: Plan) -> int:
    """How many chunks there are."""
    return (plan.games + CHUNK - 1) // CHUNK


def report(plan: Plan, tally: Tally, seconds: float) -> dict[str, Any]:
    """The document of `simulate --json`."""
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
        "steps_per_second": round(tally.events / seconds) if seconds > 0 else 0,
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
