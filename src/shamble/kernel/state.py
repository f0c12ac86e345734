"""State: the contract that every game answers. One State is one position, the whole truth in it."""

import json
from collections.abc import Callable
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadPosition, IllegalAction
from shamble.kernel.reasons import LUCK_FIRST, NOT_NOW, OVER, TURN, Reason

CHANCE: Final = -1  # who acts when luck decides; also what `owing()` answers then
SPECTATOR: Final = -2  # whose view the public has
HIDDEN: Final = -1  # what `seen()` answers where a seat may not know the action


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position of one game.

    Seats are 0 … players-1, clockwise from the first chair. Codes are those of the game's Vocabulary. A subclass
    implements every method that raises NotImplementedError here; the others have a default that it may override.
    """

    def __init__(self, players: i64, head: dict[str, Any]) -> None:
        self.players: i64 = players
        self.head: dict[str, Any] = head  # game, players, options, edition: how `to_dict` begins; shared, never changed

    # -- whose move, and what may be done ------------------------------------------------------------------------

    def owing(self) -> i64:
        """Who owes a decision: a bit mask of seats (several bits: simultaneous and secret), CHANCE, or 0 = over."""
        raise NotImplementedError

    def legal(self, seat: i64) -> vec[i64]:
        """The codes that `seat` may play now, ascending and without duplicates; empty if it may do nothing.

        The answer depends only on what the seat knows. A seat may have codes without owing one: an interruption.
        """
        raise NotImplementedError

    def odds(self) -> list[tuple[int, int]]:
        """At CHANCE: every outcome as (code, weight), codes ascending, weights whole and positive. Else empty."""
        raise NotImplementedError

    def roll(self, dice: Dice) -> i64:
        """At CHANCE: the code of one outcome, drawn with the odds that `odds()` states."""
        raise NotImplementedError

    def apply(self, who: i64, code: i64) -> None:
        """Play `code` as seat `who` (or CHANCE): the only way a State changes.

        A code that is not legal raises IllegalAction and leaves every byte as it was.
        """
        raise NotImplementedError

    def allows(self, who: i64, code: i64) -> bool:
        """Whether `apply(who, code)` would be accepted. Games answer it without building the whole list."""
        if who == CHANCE:
            for outcome, _ in self.odds():
                if outcome == code:
                    return True
            return False
        if who < 0 or who >= self.players:
            return False
        for other in self.legal(who):
            if other == code:
                return True
        return False

    def why_not(self, seat: i64, code: i64) -> Reason | None:
        """The one reason why `seat` may not play `code`, a code of the vocabulary, now; None exactly where it may.

        Like `legal` it depends only on what the seat knows, so a reason never tells a secret. Where `allows` says no
        the same code should say why. A game that does not override this has plain reasons alone.
        """
        if self.allows(seat, code):
            return None
        return self.waiting_for(seat) or Reason(NOT_NOW)

    def waiting_for(self, seat: i64) -> Reason | None:
        """The reason why `seat` owes no decision now: the game is over, luck or others come first; None if it does."""
        owing = self.owing()
        if owing == 0:
            return Reason(OVER)
        if owing == CHANCE:
            return Reason(LUCK_FIRST)
        return None if (owing >> seat) & 1 == 1 else Reason(TURN)

    # -- the end -------------------------------------------------------------------------------------------------

    def payoffs(self) -> list[float]:
        """When over: for each seat 1 for a win, 0 for a loss, shares between. Before: all 0."""
        raise NotImplementedError

    def ending(self) -> str:
        """When over: the code of the ending (`"items"`, `"time"`, …). Before: empty."""
        raise NotImplementedError

    # -- knowledge -----------------------------------------------------------------------------------------------

    def view(self, seat: i64) -> dict[str, Any]:
        """A JSON-able dict of all that `seat` (or SPECTATOR) may know, and nothing else."""
        raise NotImplementedError

    def glance(self, seat: i64) -> dict[str, Any]:
        """`view`, perhaps without some of it: for those who turn every position of many games into numbers."""
        return self.view(seat)

    def known(self, seat: i64) -> bytes:
        """The same knowledge as compact bytes: equal bytes = the seat cannot tell the two positions apart."""
        return json.dumps(self.view(seat), sort_keys=True, separators=(",", ":")).encode()

    def seen(self, seat: i64, who: i64, code: i64) -> i64:
        """What `seat` sees of the action about to be applied: its code, or HIDDEN. Asked before `apply`."""
        return code

    def redeal(self, seat: i64, dice: Dice) -> "State":
        """A copy in which all that `seat` cannot know is dealt again at random, consistently with what it knows.

        Its `known(seat)`, `view(seat)` and `legal(seat)` are those of this position.
        """
        raise NotImplementedError

    # -- the whole position --------------------------------------------------------------------------------------

    def copy(self) -> "State":
        """An independent State in the same position."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """The whole position, JSON-able and readable, hidden things included."""
        raise NotImplementedError

    @classmethod
    def from_dict(cls, data: Any) -> "State":
        """The position that `to_dict` described; BadPosition with the field's name if it is broken."""
        code = data.get("game") if isinstance(data, dict) else None
        if not isinstance(code, str) or code not in _readers:
            raise BadPosition("game", f"must be one of {', '.join(sorted(_readers))}.")
        return _readers[code](data)

    def census(self) -> dict[str, int]:
        """How many of each component (card, tile, token) lie anywhere, counted place by place: never changes."""
        raise NotImplementedError

    def pack(self) -> bytes:
        """The whole position as canonical bytes: equal bytes = the same position. Not fast."""
        return json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":")).encode()


_readers: dict[str, Callable[[Any], State]] = {}


def register_reader(game: str, reader: Callable[[Any], State]) -> None:
    """Make `State.from_dict` read positions of `game` by `reader`; each Game does so for itself."""
    _readers[game] = reader


def refuse(who: i64, code: i64) -> IllegalAction:
    """What `apply` raises for a code that is not legal; the sentence for people is made from the game's words."""
    return IllegalAction(f"Code {code} cannot be applied by {who} in this position.")
