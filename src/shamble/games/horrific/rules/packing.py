"""What the packed numbers of cards and of denials say, by name: for code that is not hot.

See `table.py` for where they stand: `down`, `discard`, `known_cards`, `windows`.
"""

from mypy_extensions import i64

from shamble.games.horrific.rules.table import OWNER


def down_owner(entry: i64) -> i64:
    """Whose face-down Reserve card it is."""
    return entry & OWNER


def down_kind(entry: i64) -> i64:
    """The type of a face-down card."""
    return (entry >> 3) & 15


def may_be(entry: i64, kind: i64) -> bool:
    """Whether the public may take a face-down card for that type."""
    return (entry >> (8 + kind)) & 1 == 1


def packed_down(owner: i64, kind: i64, may: i64) -> i64:
    """A face-down card as one number; `may` is the mask of the types it may be taken for."""
    return owner | (kind << 3) | (may << 8)


def hidden_kind(entry: i64) -> i64:
    """A face-down card as those see it who do not know its type."""
    return entry | (15 << 3)


def discard_owner(card: i64) -> i64:
    """Whose Discard pile a card lies on."""
    return card >> 4


def discard_kind(card: i64) -> i64:
    """The type of a discarded card."""
    return card & 15


def known_owner(card: i64) -> i64:
    """Who holds a hidden card that all know of."""
    return card >> 16


def known_kind(card: i64) -> i64:
    """Its type."""
    return (card >> 8) & 255


def first_place(card: i64) -> i64:
    """The first face-down place in which it may lie."""
    return card & 255


def denied_seat(window: i64) -> i64:
    """Who played the card that may be denied."""
    return window & 15


def is_from_reserve(window: i64) -> bool:
    """Whether it was played from the Reserve."""
    return (window >> 4) & 1 == 1


def was_asked(window: i64, seat: i64) -> bool:
    """Whether a seat has been asked about it."""
    return (window >> (8 + seat)) & 1 == 1


def packed_window(seat: i64, from_reserve: bool, asked: list[int]) -> i64:
    """A card that may be denied as one number."""
    window: i64 = seat
    bit: i64 = 1
    if from_reserve:
        window = window | (bit << 4)
    for other in asked:
        window = window | (bit << (8 + other))
    return window
