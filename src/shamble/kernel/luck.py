"""Luck: dice that can be copied in the middle of a game, for whoever copies games."""

from typing import Final

from mypy_extensions import i64

from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE, State

NEXT: Final = 1 << 62


class Luck:
    """All luck that is still to come is in one number, `seed`: from the same one comes the same.

    It is good for one run of draws; the run's last one is the seed of the next.
    """

    def __init__(self, seed: i64) -> None:
        self.seed: i64 = seed
        self._dice = Dice(0)

    def play_chance(self, state: State) -> None:
        """Let chance take its course until a decision is owed or the game is over."""
        if state.owing() != CHANCE:
            return
        dice = self._dice
        dice.seed(self.seed)
        while state.owing() == CHANCE:
            state.apply(CHANCE, state.roll(dice))
        self.seed = dice.below(NEXT)

    def below(self, n: i64) -> i64:
        """A whole number, uniform in 0 … n-1; `n` is at least 1."""
        dice = self._dice
        dice.seed(self.seed)
        drawn = dice.below(n)
        self.seed = dice.below(NEXT)
        return drawn
