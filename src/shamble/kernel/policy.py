"""Policy: something that can answer any decision. Bots and each game's quick hints are policies."""

from mypy_extensions import i64, mypyc_attr

from shamble.kernel.dice import Dice
from shamble.kernel.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Chooses for a seat, from what that seat knows: in every `redeal(seat)` of a position, with dice of the same
    seed, the choice is the same.

    `horizon` is how many decisions of a search's rollout the policy plays before its estimate stands for the rest; 0:
    the game is played to its end."""

    horizon: i64 = 0

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        """The code `seat` plays; one of `state.legal(seat)`, which must not be empty."""
        raise NotImplementedError

    def estimate(self, state: State) -> list[float]:
        """A quick guess of every seat's expected payoff, each in [0, 1], from the whole truth in `state`."""
        raise NotImplementedError


class Best:
    """The best of several codes by their scores, one of the equally good at random: `offer` them in order, then read
    `code`. Until a score is at least `floor`, `code` is the one given here."""

    def __init__(self, code: i64, floor: float) -> None:
        self.code = code
        self.score = floor
        self._ties: i64 = 0

    def offer(self, code: i64, score: float, dice: Dice) -> None:
        """Take `code` where it scores higher than all before; where it equals them, with an equal share of luck."""
        if score > self.score:
            self.score = score
            self.code = code
            self._ties = 1
        elif score == self.score:
            self._ties += 1
            if dice.below(self._ties) == 0:
                self.code = code


class Uniform(Policy):
    """Every legal code with the same chance."""

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        """One of the legal codes."""
        codes = state.legal(seat)
        return codes[dice.below(len(codes))]

    def estimate(self, state: State) -> list[float]:
        """Equal shares."""
        return [1.0 / float(state.players)] * state.players
