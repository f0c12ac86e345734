"""A quick policy for I Hate Zombies, and an estimate of who will win."""

from mypy_extensions import i64

from shamble.kernel.dice import Dice
from shamble.kernel.policy import Policy
from shamble.kernel.state import State


class Greedy(Policy):
    """Stub."""

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        return state.legal(seat)[0]

    def estimate(self, state: State) -> list[float]:
        return [1.0 / float(state.players)] * state.players
