"""Tally: what has been played, counted: shares of wins with intervals, endings, lengths."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, floor, fsum

from shamble.bots.advice import interval
from shamble.lab.watch import added


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


def rounded_together(values: Sequence[float], digits: int = 6) -> list[float]:
    """The values rounded so that they add up to their rounded sum: shares of a whole to 1. As many as it takes of those
    with the largest remainders are rounded up, the others down."""
    scale = 10**digits
    units = [floor(value * scale) for value in values]
    missing = round(fsum(values) * scale) - sum(units)
    by_remainder = sorted(range(len(values)), key=lambda k: units[k] - values[k] * scale)
    for k in by_remainder[: max(0, missing)]:
        units[k] += 1
    return [unit / scale for unit in units]


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
