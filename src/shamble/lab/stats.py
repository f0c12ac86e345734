"""Shares, differences and how sure they are. Needs numpy.

A *group* (a seat, a side, a character, all who played a card) has in every game a number of seats and what these won.
Its chance of winning is the ratio of the two sums. Seats of one game are not independent, so variances are those of a
ratio with the game as the unit; intervals are Wilson's with the number of games that would have given that variance.
A difference has the interval of R. G. Newcombe (Statistics in Medicine 17, 1998): the distances to the two Wilson
bounds, squared and added, less what the groups have in common where they sat in the same games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import erfc, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LEVEL = 0.05
Z95 = NormalDist().inv_cdf(1 - LEVEL / 2)


@dataclass(frozen=True)
class Estimate:
    """A share or a mean, from so many games, with its 95 % interval.

    `size` is how many seats (or games, of a mean) it is of. `residuals` are the games' contributions to its error, in
    the games' order, to find what two estimates of the same games have in common. `bounded`: it is a share in [0, 1].
    """

    value: float
    low: float
    high: float
    size: int
    residuals: "Floats"
    bounded: bool = True

    @cached_property
    def error(self) -> float:
        """The standard error."""
        return float(np.sqrt(np.sum(self.residuals**2)))

    def bounds(self, z: float) -> tuple[float, float]:
        """The interval of z standard errors."""
        return _bounds(self.value, self.error, self.size, z, self.bounded)


def share(won: "Floats", seats: "Floats") -> Estimate:
    """The chance of winning of a group: what its seats won in every game, and how many seats it had there."""
    size = float(np.sum(seats))
    if size == 0:
        return Estimate(0.0, 0.0, 1.0, 0, np.zeros(len(won)))
    value = float(np.sum(won)) / size
    residuals = (won - value * seats) / size
    error = float(np.sqrt(np.sum(residuals**2)))
    low, high = _bounds(value, error, round(size), Z95, True)
    return Estimate(value, low, high, round(size), residuals)


def mean(values: "Floats") -> Estimate:
    """The mean of a number a game."""
    if len(values) == 0:
        return Estimate(0.0, 0.0, 0.0, 0, values, False)
    value = float(np.mean(values))
    residuals = (values - value) / len(values)
    error = float(np.sqrt(np.sum(residuals**2)))
    return Estimate(value, value - Z95 * error, value + Z95 * error, len(values), residuals, False)


def _bounds(value: float, error: float, size: int, z: float, bounded: bool) -> tuple[float, float]:
    """Wilson's interval with as many games as give that error; of a mean the plain normal one."""
    if size == 0:
        return 0.0, 1.0
    if not bounded:
        return value - z * error, value + z * error
    spread = value * (1 - value)
    if error < 1e-12 and spread > 1e-12:  # the same in every game
        return value, value
    games = spread / error**2 if error > 1e-12 else float(size)
    middle = value + z**2 / (2 * games)
    half = z * sqrt(max(0.0, spread) / games + z**2 / (4 * games**2))
    scale = 1 + z**2 / games
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


@dataclass(frozen=True)
class Difference:
    """First less second. `p` is the least level at which the interval leaves out zero."""

    value: float
    p: float
    interval: Callable[[float], tuple[float, float]]


def difference(first: Estimate, second: Estimate, same_games: bool) -> Difference:
    """The difference of two estimates, of the same games or of different ones."""
    value = first.value - second.value
    common = 0.0
    if same_games and first.error > 0 and second.error > 0:
        common = float(np.sum(first.residuals * second.residuals)) / (first.error * second.error)

    def interval(z: float) -> tuple[float, float]:
        low_1, high_1 = first.bounds(z)
        low_2, high_2 = second.bounds(z)
        down_1, up_1 = first.value - low_1, high_1 - first.value
        down_2, up_2 = second.value - low_2, high_2 - second.value
        down = sqrt(max(0.0, down_1**2 + up_2**2 - 2 * common * down_1 * up_2))
        up = sqrt(max(0.0, up_1**2 + down_2**2 - 2 * common * up_1 * down_2))
        return value - down, value + up

    return Difference(value, _p_value(value, interval), interval)


def _p_value(value: float, interval: Callable[[float], tuple[float, float]]) -> float:
    """The level of the interval that just touches zero, by bisection."""
    if value == 0:
        return 1.0
    low, high = 0.0, 40.0
    for _ in range(60):
        z = (low + high) / 2
        bottom, top = interval(z)
        if bottom > 0 or top < 0:
            low = z
        else:
            high = z
    return erfc(low / sqrt(2))


@dataclass(frozen=True)
class Judged:
    """A difference among others: `p` as it is, `adjusted` for the number of comparisons (Holm), the interval at the
    level that Holm's method gives it, and whether it is real, that is, not explained by luck at 5 % in all."""

    value: float
    low: float
    high: float
    p: float
    adjusted: float
    real: bool


def holm(differences: Sequence[Difference]) -> list[Judged]:
    """All differences judged together (S. Holm, Scandinavian Journal of Statistics 6, 1979), in the order given.

    Each real one's interval leaves out zero, every other one's contains it.
    """
    count = len(differences)
    order = sorted(range(count), key=lambda k: differences[k].p)
    judged: dict[int, Judged] = {}
    adjusted, open_ = 0.0, True
    level = LEVEL
    for rank, place in enumerate(order):
        one = differences[place]
        adjusted = max(adjusted, min(1.0, one.p * (count - rank)))
        if open_:
            level = LEVEL / (count - rank)
            open_ = one.p < level
        low, high = one.interval(NormalDist().inv_cdf(1 - level / 2))
        judged[place] = Judged(one.value, low, high, one.p, adjusted, open_)
    return [judged[place] for place in range(count)]
