"""Dice: the only source of luck. A State never owns one; whoever rolls brings it."""

from librt.random import Random
from mypy_extensions import i64


class Dice:
    """A seeded generator. The same seed gives the same numbers, whatever the interpreter's global generator does."""

    def __init__(self, seed: i64) -> None:
        self._random = Random(seed)

    def below(self, n: i64) -> i64:
        """A whole number, uniform in 0 … n-1; `n` is at least 1."""
        return self._random.randrange(n)

    def unit(self) -> float:
        """A number uniform in [0, 1), a multiple of 2 ** -30."""
        return float(self._random.randrange(1 << 30)) / float(1 << 30)

    def chance(self, probability: float) -> bool:
        """True with a probability in [0, 1], which is rounded up to thousandths."""
        return float(self._random.randrange(1000)) < probability * 1000.0

    def seed(self, seed: i64) -> None:
        """Start again from `seed`, as a new Dice(seed) would."""
        self._random.seed(seed)
