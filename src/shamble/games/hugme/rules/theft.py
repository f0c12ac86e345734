"""Theft: the window, the comparison, the spoils (R22 to R24, R53, R54)."""

from mypy_extensions import i64, u8

from shamble.games.hugme.rules import codes, items
from shamble.games.hugme.rules.endings import decided
from shamble.games.hugme.rules.table import BY_DEFAULT, IN_THEFT, LEFT, PUBLIC, RIGHT, SPOIL, HugmeTable


def begin(t: HugmeTable, victim: i64) -> None:
    """The victim may answer first, then the thief, in turns (R22)."""
    t.victim = victim
    t.arm[victim] = u8(BY_DEFAULT)
    t.arm[t.turn] = u8(BY_DEFAULT)
    t.boost[victim] = u8(0)
    t.boost[t.turn] = u8(0)
    t.passes = 0
    t.owed = 0  # whose reply comes next: 0 the victim, 1 the thief
    t.back = codes.THEFT
    t.phase = codes.NEXT_REPLY


def strength(t: HugmeTable, seat: i64) -> i64:
    """The Character with its bonuses and one Weapon."""
    weapon = t.used_weapon(seat, IN_THEFT)
    return t.value(seat) + (t.weapon(seat, weapon, IN_THEFT) if weapon >= 0 else 0)


def succeeds(t: HugmeTable) -> bool:
    """R23: the thief must be stronger; some Characters shift that."""
    margin: i64 = strength(t, t.turn) - strength(t, t.victim)
    needed: i64 = t.amount(t.victim) if t.ability(t.victim) == codes.H_STEAL_MARGIN else 1
    if t.ability(t.turn) == codes.H_STEAL_TIE_WINS:
        needed -= 1
    return margin >= needed


def close(t: HugmeTable) -> None:
    """Both have passed: compare, drop the Weapons that drop (R53), and hand over to the winner."""
    taken = succeeds(t)
    answered = strength(t, t.victim) > strength(t, t.turn)
    drop_used(t, t.victim, IN_THEFT)
    drop_used(t, t.turn, IN_THEFT)
    t.arm[t.victim] = u8(BY_DEFAULT)
    t.arm[t.turn] = u8(BY_DEFAULT)
    t.boost[t.victim] = u8(0)
    t.boost[t.turn] = u8(0)
    t.actor = t.turn
    t.phase = codes.TURN
    if taken:
        t.robber = t.turn
        t.phase = codes.SPOILS
    elif t.setting.victim_spoils and answered:
        t.robber = t.victim
        t.victim = t.turn
        t.actor = t.robber
        t.phase = codes.SPOILS


def drop_used(t: HugmeTable, seat: i64, where: i64) -> None:
    """R53: a Weapon marked so drops after it was used."""
    kind = t.used_weapon(seat, where)
    if kind < 0:
        return
    if kind == codes.GASOLINE:
        index = t.find(RIGHT + seat, kind, 1)
        t.drop(index if index >= 0 else t.find(LEFT + seat, kind, 1), seat)
    elif t.setting.drops[kind] == 1:
        items.spend(t, seat, kind)


def take_left(t: HugmeTable) -> None:
    """R24: everything on the victim's left, shown cards staying shown; the robber looks and sorts."""
    items.look_at(t, t.victim, 1 << t.robber)
    at: i64 = 0
    left: i64 = len(t.cards)
    taken: i64 = 0
    while left > 0:
        card = t.cards[at]
        if card >> 26 == LEFT + t.victim:
            t.put(at, (card & 0x3FFFFFF) | ((LEFT + t.robber) << 26))
            if t.setting.book:
                t.gone[card & 255] = t.gone[card & 255] | SPOIL
            taken += 1
        else:
            at += 1
        left -= 1
    if taken > 0:
        t.phase = codes.SORTING
    else:
        finish(t)


def take_right(t: HugmeTable) -> None:
    """R24: everything on the victim's right drops; the robber keeps none of it."""
    t.drop_zone(RIGHT + t.victim, t.victim)
    finish(t)


def finish(t: HugmeTable) -> None:
    """The turn goes on, unless what was taken wins (R14): the Little Girl may have robbed a shown Teddy Bear."""
    forget_spoils(t)
    t.actor = t.turn
    t.phase = codes.TURN
    decided(t)


def reveal(t: HugmeTable, seat: i64, kind: i64) -> None:
    """A card is turned up among the spoils; that may win the game (R14)."""
    items.reveal(t, seat, kind)
    if t.phase != codes.SORTING:
        forget_spoils(t)


def forget_spoils(t: HugmeTable) -> None:
    """The spoils are sorted: what was taken is like one's own."""
    token: i64 = 0
    while token < len(t.gone):
        t.gone[token] = t.gone[token] & PUBLIC
        token += 1
