"""The rules."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from shamble.kernel.dice import Dice
from shamble.kernel.fields import Fields
from shamble.kernel.reasons import OUTCOME, Reason
from shamble.kernel.state import CHANCE, HIDDEN, State, refuse

CARDS = ("blank", "skip", "steal")
MARK, STEAL, SKIP, DEAL = 0, 9, 18, 19
SIGNS = "XO"
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Tictac(State):
    """Nine squares; a card of three is dealt to each of the two seats, unseen by the other."""

    def __init__(self, head: dict[str, Any], first: int) -> None:
        super().__init__(2, head)
        self.squares = "-" * 9
        self.hands: list[str] = []
        self.deck = list(CARDS)
        self.used = [False, False]
        self.turn = first

    def winner(self) -> int:
        """The seat with a line; -1 for nobody."""
        for seat, sign in enumerate(SIGNS):
            if any(all(self.squares[k] == sign for k in line) for line in LINES):
                return seat
        return -1

    def over(self) -> bool:
        """Whether somebody has a line, or no square is free."""
        return self.winner() >= 0 or "-" not in self.squares

    def owing(self) -> i64:
        if len(self.hands) < 2:
            return CHANCE
        return 0 if self.over() else 1 << self.turn

    def legal(self, seat: i64) -> vec[i64]:
        if seat < 0 or self.owing() != 1 << seat:
            return vec[i64]([])
        codes = [MARK + k for k in range(9) if self.squares[k] == "-"]
        if not self.used[seat] and self.hands[seat] == "steal":
            codes += [STEAL + k for k in range(9) if self.squares[k] == SIGNS[1 - seat]]
        if not self.used[seat] and self.hands[seat] == "skip":
            codes.append(SKIP)
        return vec[i64](codes)

    def why_not(self, seat: i64, code: i64) -> Reason | None:
        if code >= DEAL:
            return self.waiting_for(seat) or Reason(OUTCOME)
        if self.allows(seat, code):
            return None
        waiting = self.waiting_for(seat)
        if waiting is not None:
            return waiting
        if code < STEAL:
            return Reason("taken")
        if self.used[seat]:
            return Reason("card_used")
        if self.hands[seat] != ("skip" if code == SKIP else "steal"):
            return Reason("no_card")
        return Reason("not_theirs")

    def odds(self) -> list[tuple[int, int]]:
        return [(DEAL + CARDS.index(card), 1) for card in self.deck] if self.owing() == CHANCE else []

    def roll(self, dice: Dice) -> i64:
        return DEAL + CARDS.index(self.deck[dice.below(len(self.deck))])

    def apply(self, who: i64, code: i64) -> None:
        if not self.allows(who, code):
            raise refuse(who, code)
        if who == CHANCE:
            self.hands.append(CARDS[code - DEAL])
            self.deck.remove(CARDS[code - DEAL])
            return
        if code == SKIP or code >= STEAL:
            self.used[who] = True
        if code != SKIP:
            at = code % 9
            self.squares = self.squares[:at] + SIGNS[who] + self.squares[at + 1 :]
        self.turn = 1 - self.turn

    def payoffs(self) -> list[float]:
        if self.owing() != 0:
            return [0.0, 0.0]
        return [0.5, 0.5] if self.winner() < 0 else [float(seat == self.winner()) for seat in range(2)]

    def ending(self) -> str:
        return "" if self.owing() != 0 else "line" if self.winner() >= 0 else "full"

    def view(self, seat: i64) -> dict[str, Any]:
        over = self.owing() == 0
        return {
            "seat": seat if seat >= 0 else None,
            "turn": None if over or len(self.hands) < 2 else self.turn,
            "rows": [list(self.squares[k : k + 3]) for k in (0, 3, 6)],
            "dealt": len(self.hands),
            "card": self.hands[seat] if 0 <= seat < len(self.hands) else None,
            "shown": [self.hands[k] if self.used[k] else None for k in range(2)],
            "winner": self.winner() if over and self.winner() >= 0 else None,
            "ending": self.ending(),
        }

    def seen(self, seat: i64, who: i64, code: i64) -> i64:
        return HIDDEN if who == CHANCE and seat != len(self.hands) else code

    def redeal(self, seat: i64, dice: Dice) -> "Tictac":
        other = self.copy()
        hidden = [k for k in range(len(self.hands)) if k != seat and not self.used[k]]
        cards = sorted(self.deck + [self.hands[k] for k in hidden])
        for k in hidden:
            other.hands[k] = cards.pop(dice.below(len(cards)))
        other.deck = cards
        return other

    def copy(self) -> "Tictac":
        other = Tictac(self.head, self.turn)
        other.squares, other.hands, other.deck = self.squares, self.hands[:], self.deck[:]
        other.used = self.used[:]
        return other

    def to_dict(self) -> dict[str, Any]:
        return {
            **self.head, "squares": self.squares, "hands": self.hands[:], "deck": self.deck[:], "used": self.used[:],
            "turn": self.turn,
        }  # fmt: skip

    def census(self) -> dict[str, int]:
        cards = self.hands + self.deck
        return {**{card: cards.count(card) for card in CARDS}, "squares": len(self.squares)}


def state_from(fields: Fields, head: dict[str, Any], first: int) -> Tictac:
    """The State of a position dict."""
    state = Tictac(head, first)
    squares = fields.raw("squares")
    if not isinstance(squares, str) or len(squares) != 9 or set(squares) - set("XO-"):
        raise fields.bad("squares", "must be nine of X, O and -.")
    state.squares = squares
    state.hands, state.deck = list(fields.texts("hands", CARDS)), list(fields.texts("deck", CARDS))
    if sorted(state.hands + state.deck) != sorted(CARDS) or len(state.hands) > 2:
        raise fields.bad("deck", "must hold the cards that are in no hand.")
    used = fields.entries("used", 2)
    if not all(isinstance(one, bool) for one in used) or (any(used) and len(state.hands) < 2):
        raise fields.bad("used", "must say of two dealt cards whether they are used.")
    if any(one and state.hands[k] == "blank" for k, one in enumerate(used)):
        raise fields.bad("used", "cannot be true of a blank card.")
    state.used = list(used)
    state.turn = fields.whole("turn", 0, 1)
    return state
