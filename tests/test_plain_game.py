"""A game of one's own in plain Python: the contract works for interpreted subclasses, through the compiled loops."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from shamble.kernel.dice import Dice
from shamble.kernel.playout import play_out, play_policies
from shamble.kernel.policy import Policy, Uniform
from shamble.kernel.state import CHANCE, State, refuse


class Nim(State):
    """One heap, drawn by chance; take one to three; whoever takes the last wins."""

    def __init__(self) -> None:
        super().__init__(2, {"game": "nim"})
        self.heap, self.turn = 0, 0

    def owing(self) -> i64:
        return CHANCE if self.heap == 0 and self.turn == 0 else 1 << (self.turn % 2) if self.heap > 0 else 0

    def legal(self, seat: i64) -> vec[i64]:
        mine = self.heap > 0 and self.turn % 2 == seat
        return vec[i64](range(1, min(3, self.heap) + 1) if mine else [])

    def odds(self) -> list[tuple[int, int]]:
        return [(9, 1), (10, 2)] if self.owing() == CHANCE else []

    def roll(self, dice: Dice) -> i64:
        return 9 if dice.below(3) == 0 else 10

    def apply(self, who: i64, code: i64) -> None:
        if not self.allows(who, code):
            raise refuse(who, code)
        if who == CHANCE:
            self.heap = code
        else:
            self.heap -= code
        self.turn += 1

    def payoffs(self) -> list[float]:
        return [float((self.turn + 1) % 2 == seat) if self.owing() == 0 else 0.0 for seat in range(2)]

    def ending(self) -> str:
        return "last" if self.owing() == 0 else ""

    def view(self, seat: i64) -> dict[str, Any]:
        return {"heap": self.heap, "turn": self.turn}

    def copy(self) -> "Nim":
        other = Nim()
        other.heap, other.turn = self.heap, self.turn
        return other


class TakeOne(Policy):
    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        return 1


def test_a_plain_subclass_plays_through_the_compiled_loops() -> None:
    game = Nim()
    played = play_out(game, Dice(1), 100)
    assert played.ended
    assert game.heap == 0
    assert sum(game.payoffs()) == 1.0
    assert played.events == played.decisions + 1


def test_a_plain_policy_sits_beside_a_compiled_one() -> None:
    game = Nim()
    assert play_policies(game, [TakeOne(), Uniform()], Dice(2), 100).ended


def test_the_contract_s_own_answers_serve_a_plain_game() -> None:
    game = Nim()
    assert game.allows(CHANCE, 9)
    assert not game.allows(0, 1)
    game.apply(CHANCE, 9)
    assert not game.allows(5, 1)
    assert game.known(0) == game.known(1) == b'{"heap":9,"turn":1}'
    assert game.seen(0, 1, 2) == 2
