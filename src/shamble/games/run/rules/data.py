"""The cards, codes and options of Zombie! Run for Your Lives!

Cards are numbered by face: items 0 … 14 (symbol s is s-1), zombies 15 … 29, the annoying zombie 30. A front is a bit
mask over these faces; where the annoying zombies count as different cards (R5) the second and third are bits 31, 32.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from shamble.games.run.rules import codes
from shamble.kernel.bits import bits
from shamble.kernel.deck import Deck


def card_text(face: i64) -> str:
    """The text of a card: I1 … I15, Z1 … Z15, Z0 for the annoying zombie."""
    if face < codes.SYMBOLS:
        return f"I{face + 1}"
    return "Z0" if face == codes.ANNOYING else f"Z{face - codes.SYMBOLS + 1}"


CARDS: Final = tuple(card_text(face) for face in range(codes.KINDS))


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
        self.missing: vec[i64] = vec[i64]([int(count) for count in missing] or [0] * codes.KINDS)

    def count_of(self, face: i64) -> i64:
        """How many cards of this face the box holds."""
        return max(0, self.printed(face) - self.missing[face])

    def printed(self, face: i64) -> i64:
        """R1: how many cards of this face there are."""
        if face == codes.ANNOYING:
            return 3
        symbol: i64 = face if face < codes.SYMBOLS else face - codes.SYMBOLS
        return self.copies if symbol < self.symbols else 0


NO_DECK: Final = Deck(0)
NOTHING: Final = vec[u8]()


def items_in(front: i64) -> i64:
    """How many items lie in a front."""
    return bits(front & 0x7FFF)


def zombies_in(front: i64) -> i64:
    """How many zombies lie in a front."""
    return bits(front >> codes.SYMBOLS)


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
    return [CARDS[min(face, codes.ANNOYING)] for face in range(codes.KINDS + 2) if (front >> face) & 1]


def pile_texts(pile: vec[u8]) -> list[str]:
    """The cards of a pile of which the order does not matter, ascending."""
    return [CARDS[face] for face in range(codes.KINDS) for _ in range(i64(pile[face]))]
