"""What the packed numbers of cards, Zombie cards and slots say, by name: for code that is not hot.

An item card is its token, its knowers, its origins, whether it is shown, and its zone; a Zombie card its kind, its
knowers, its zone and its owner; a slot its place, its knowers and who chose it. See `table.py` for what each means.
"""

from typing import Final

from mypy_extensions import i64

from shamble.games.hugme.rules.table import PUBLIC, SHOWN

SEATS: Final = 8  # the bits of seats in a mask of knowers; the public's comes after them
SHOPS: Final = 8
PUBLIC_BIT: Final = 8
UNKNOWN: Final = 255  # the kind of a card that a reader does not know


def public_knows(knowers: i64) -> bool:
    """Whether all may know it."""
    return (knowers >> PUBLIC_BIT) & 1 == 1


def knows(knowers: i64, seat: i64) -> bool:
    """Whether a seat is among the knowers."""
    return (knowers >> seat) & 1 == 1


def token(card: i64) -> i64:
    """Which item card it is."""
    return card & 0xFF


def knowers(card: i64) -> i64:
    """Who knows an item card, a Zombie card or a slot, as a mask: bit k seat k, bit 8 the public."""
    return (card >> 8) & PUBLIC


def origins(card: i64) -> i64:
    """The shops whose deck an item card may have begun in, as a mask."""
    return (card >> 17) & 0xFF


def is_shown(card: i64) -> bool:
    """Whether an item card lies face up."""
    return card & SHOWN != 0


def zone(card: i64) -> i64:
    """Where an item card lies."""
    return card >> 26


def packed_card(token: i64, knowers: i64, origins: i64, shown: bool, zone: i64) -> i64:
    """An item card as one number."""
    face: i64 = SHOWN if shown else 0
    return token | (knowers << 8) | (origins << 17) | face | (zone << 26)


def zombie_kind(pack: i64) -> i64:
    """The kind of a Zombie card."""
    return pack & 0xFF


def pack_zone(pack: i64) -> int:
    """Where a Zombie card lies."""
    return (pack >> 17) & 0x7F


def owner(pack: i64) -> i64:
    """The seat that a Zombie card is of; -1: nobody's."""
    return (pack >> 24) - 1


def packed_zombie(kind: i64, knowers: i64, zone: i64, owner: i64) -> i64:
    """A Zombie card as one number; `owner` -1: nobody's."""
    return kind | (knowers << 8) | (zone << 17) | ((owner + 1) << 24)


def slot_place(slot: i64) -> i64:
    """The place of a slot."""
    return slot & 0xFF


def chooser(slot: i64) -> i64:
    """Who chose a slot's place."""
    return slot >> 17


def packed_slot(place: i64, knowers: i64, chooser: i64) -> i64:
    """A slot as one number."""
    return place | (knowers << 8) | (chooser << 17)
