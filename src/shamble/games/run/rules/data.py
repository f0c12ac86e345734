"""The cards, codes and options of Zombie! Run for Your Lives!

Cards are numbered by face: items 0 … 14 (symbol s is s-1), zombies 15 … 29, the annoying zombie 30. A front is a bit
mask over these faces; where the annoying zombies count as different cards (R5) the second and third are bits 31, 32.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from shamble.kernel.bits import bits
from shamble.kernel.deck import Deck

SYMBOLS: Final = 15  # the most that a composition has
ANNOYING: Final = 30
KINDS: Final = 31
HAND: Final = 8  # places in the array for one hand; a hand holds five cards at most
SEATS: Final = 7
SEEN_ALL: Final = 26  # redraws in one turn that draw 130 cards: twice the whole box, so nothing new can come (R10)

# codes of actions and outcomes, in the order of the vocabulary
PLAY_ITEM: Final = 0
PLAY_ZOMBIE: Final = 15  # + (face - 15) * SEATS + seat
SPECIAL_ZOMBIE: Final = 127  # + (face - 15)
SPECIAL_ITEM: Final = 143  # + face * SEATS + seat
REDRAW: Final = 248
PASS: Final = 249
GIVE: Final = 250  # + seat
FIRST: Final = 257  # + seat
DRAW: Final = 264  # + face
CODES: Final = 295

# phases
CHOOSING: Final = 0  # chance: who begins
DEALING: Final = 1  # chance: four cards to each
DRAWING: Final = 2  # chance: cards owed to the hand of the seat whose turn it is
PLAYING: Final = 3
TURNING_UP: Final = 4  # chance: a zombie player's card
GIVING: Final = 5
OVER: Final = 6
PHASES: Final = ("choosing", "dealing", "drawing", "playing", "turning_up", "giving", "over")
ENDINGS: Final = ("", "items", "last", "turn_limit")


def card_text(face: i64) -> str:
    """The text of a card: I1 … I15, Z1 … Z15, Z0 for the annoying zombie."""
    if face < SYMBOLS:
        return f"I{face + 1}"
    return "Z0" if face == ANNOYING else f"Z{face - SYMBOLS + 1}"


CARDS: Final = tuple(card_text(face) for face in range(KINDS))


class RunRules:
    """The options of one game, as numbers; shared by all its positions."""

    def __init__(self, options: Mapping[str, Any], missing: Sequence[int] = ()) -> None:
        """`missing`: by face, how many cards an owner's box lacks; none where it is empty."""
        symbols, copies = str(options["composition"]).split("x")
        self.symbols: i64 = int(symbols)  # R1
        self.copies: i64 = int(copies)
        first = options["first"]  # R3
        self.first: i64 = -1 if first == "random" else 0 if first == "seat" else int(first)
        self.annoying_distinct: bool = bool(options["annoying_distinct"])
        self.special_before_redraw: bool = options["redraw_when"] == "no_play_at_all"
        self.redraw_once: bool = options["redraw_limit"] == 1
        self.sacrifice: bool = options["sacrifice"] == "allowed"
        self.dead_hand_removed: bool = options["dead_hand"] == "removed"
        self.zombie_may_decline: bool = bool(options["zombie_may_decline"])
        self.reshuffle_on_empty: bool = options["reshuffle"] == "on_empty"
        self.max_turns: i64 = int(options["max_turns"])
        self.missing: vec[i64] = vec[i64]([int(count) for count in missing] or [0] * KINDS)

    def count_of(self, face: i64) -> i64:
        """How many cards of this face the box holds."""
        return max(0, self.printed(face) - self.missing[face])

    def printed(self, face: i64) -> i64:
        """R1: how many cards of this face there are."""
        if face == ANNOYING:
            return 3
        symbol: i64 = face if face < SYMBOLS else face - SYMBOLS
        return self.copies if symbol < self.symbols else 0


NO_DECK: Final = Deck(0)
NOTHING: Final = vec[u8]()


def items_in(front: i64) -> i64:
    """How many items lie in a front."""
    return bits(front & 0x7FFF)


def zombies_in(front: i64) -> i64:
    """How many zombies lie in a front."""
    return bits(front >> SYMBOLS)


def free_bit(front: i64, face: i64) -> i64:
    """The bit that a card of this face takes; the next free one for annoying zombies that count as different (R5).

    Compiled, a literal `1 << n` is a 32-bit shift and wrong from bit 31 on; a shifted i64 is right.
    """
    bit: i64 = 1
    bit = bit << face
    while front & bit != 0:
        bit = bit << 1
    return bit


def front_texts(front: i64) -> list[str]:
    """The cards of a front."""
    return [CARDS[min(face, ANNOYING)] for face in range(KINDS + 2) if (front >> face) & 1]


def pile_texts(pile: vec[u8]) -> list[str]:
    """The cards of a pile of which the order does not matter, ascending."""
    return [CARDS[face] for face in range(KINDS) for _ in range(i64(pile[face]))]
