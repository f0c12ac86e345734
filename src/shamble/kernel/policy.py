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


@mypyc_attr(allow_interpreted_subclasses=True)
class Scoring(Policy):
    """Plays the code with the highest score, one of the equally good ones at random."""

    floor: i64 = 0  # no score is lower

    def basis(self, state: State, seat: i64) -> i64:
        """What all scores of one decision have in common, worked out once; `score` is given it."""
        return 0

    def score(self, state: State, seat: i64, code: i64, basis: i64) -> i64:
        """How good a legal code is for the seat."""
        raise NotImplementedError

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        """The best of the legal codes."""
        codes = state.legal(seat)
        basis: i64 = self.basis(state, seat)
        best: i64 = codes[0]
        best_score: i64 = self.floor
        ties: i64 = 0
        at: i64 = 0
        while at < i64(len(codes)):
            score: i64 = self.score(state, seat, codes[at], basis)
            if score > best_score:
                best_score = score
                best = codes[at]
                ties = 1
            elif score == best_score:
                ties += 1
                if dice.below(ties) == 0:
                    best = codes[at]
            at += 1
        return best


class Uniform(Policy):
    """Every legal code with the same chance."""

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        """One of the legal codes."""
        codes = state.legal(seat)
        return codes[dice.below(len(codes))]

    def estimate(self, state: State) -> list[float]:
        """Equal shares."""
        return [1.0 / float(state.players)] * state.players
