"""Why a code is not legal: what `State.why_not` answers. A game's words make a sentence of it."""

from typing import Final

# reasons that every game may have; each game names its own in its `rules/`
OVER: Final = "over"  # nothing can be played any more
LUCK_FIRST: Final = "luck_first"  # a chance event comes first
OUTCOME: Final = "outcome"  # a code of chance, which no seat plays
TURN: Final = "turn"  # it is for others to act
NOT_NOW: Final = "not_now"  # all that a game says that brings no reasons of its own

PLAIN: Final = {
    OVER: "The game is over.",
    LUCK_FIRST: "First something has to be drawn; nobody may act now.",
    OUTCOME: "Chance decides that, not a player.",
    TURN: "It is not your turn to act.",
    NOT_NOW: "That is not possible now.",
}


class Reason:
    """The one reason why a code is not legal: `kind` is a short name, `args` numbers that go with it (seats, cards, …).

    Of these a seat may know all: the reason is the same in every position that it cannot tell from this one.
    """

    def __init__(self, kind: str, args: tuple[int, ...] = ()) -> None:
        self.kind: str = kind
        self.args: tuple[int, ...] = args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reason) and self.kind == other.kind and self.args == other.args

    def __hash__(self) -> int:
        return hash((self.kind, self.args))

    def __repr__(self) -> str:
        return f"Reason({self.kind!r}, {self.args!r})"
