"""A quick policy for Zombie in My Pocket, and an estimate of the chance to win."""

from typing import cast

from shamble.games.pocket.rules import PocketState
from shamble.kernel.policy import Uniform
from shamble.kernel.state import State


class Greedy(Uniform):
    """Placeholder."""

    def estimate(self, state: State) -> list[float]:
        pocket = cast(PocketState, state)
        return pocket.payoffs() if pocket.owing() == 0 else [0.5]
