"""Assault: attack against defence, and what follows (1.5, R28, R40 to R45, R50, R53)."""

from typing import Final

from mypy_extensions import i64, u8

from shamble.games.hugme.rules import codes, escape
from shamble.games.hugme.rules.endings import decided
from shamble.games.hugme.rules.table import ATTACK, BY_DEFAULT, IN_ASSAULT, MOVED, HugmeTable
from shamble.games.hugme.rules.theft import drop_used
from shamble.kernel.bits import bits

DRAWN: Final = 0  # the three sorts of Assault
DEPLOYED: Final = 1
SENT_ON: Final = 2  # by an item


def bring_to(t: HugmeTable, zone: i64) -> None:
    """The Zombie cards of a zone become those of the Assault at hand."""
    at: i64 = 0
    while at < len(t.packs):
        pack = t.packs[at]
        if (pack >> 17) & 127 == zone:
            t.packs[at] = (pack & 0x1FFFF) | (ATTACK << 17) | (pack >> 24 << 24)
        at += 1


def begin(t: HugmeTable, place: i64, sort: i64) -> None:
    """All Humans there take part; Infected are ignored. They may answer in turn order."""
    t.scene = place
    t.kind_of_assault = sort
    t.fighters = t.humans_at(place)
    seat: i64 = 0
    while seat < t.players:
        t.arm[seat] = u8(BY_DEFAULT)
        t.boost[seat] = u8(0)
        seat += 1
    t.passes = 0
    t.step = 0
    t.acted = False
    t.back = codes.ASSAULT
    t.phase = codes.NEXT_REPLY


# -- the numbers -------------------------------------------------------------------------------------------------


def attack(t: HugmeTable) -> i64:
    """The numbers of the Zombie cards, the values of the Characters deployed there, and the horde's growth (R52)."""
    total: i64 = growth(t)
    for pack in t.packs:
        if (pack >> 17) & 127 == ATTACK:
            total += i64(t.setting.number[pack & 255])
    seat: i64 = 0
    while seat < t.players:
        if attacks(t, seat):
            total += i64(t.setting.undead[i64(t.character[seat])])
        seat += 1
    return total


def growth(t: HugmeTable) -> i64:
    """R52: what every Assault has grown by in this round."""
    if t.setting.growth_from == 0 or t.round < t.setting.growth_from:
        return 0
    return (t.round - t.setting.growth_from + 1) * t.setting.growth_step


def attacks(t: HugmeTable, seat: i64) -> bool:
    """Whether the seat's Character takes part on the zombies' side."""
    return t.kind_of_assault == DEPLOYED and t.status[seat] == codes.ZOMBIE and i64(t.stands[seat]) == t.scene


def defence(t: HugmeTable) -> i64:
    """The Humans' Characters and Weapons less what clever zombies cancel, and the Barricade."""
    total: i64 = barricade_bonus(t)
    seat: i64 = 0
    while seat < t.players:
        if (t.fighters >> seat) & 1 == 1:
            total += t.value(seat) + weapon_value(t, seat)
            if t.fighters == 1 << seat and t.ability(seat) == codes.H_ASSAULT_ALONE:
                total += t.amount(seat)
        seat += 1
    return total - cancelled_value(t, cancels(t))


def weapon_value(t: HugmeTable, seat: i64) -> i64:
    """What the one used Weapon is worth, nothing cancelled."""
    kind = t.used_weapon(seat, IN_ASSAULT)
    return t.weapon(seat, kind, IN_ASSAULT) if kind >= 0 else 0


def barricade_bonus(t: HugmeTable) -> i64:
    """R28: once for the Location, unless a zombie there ignores it."""
    bonus: i64 = i64(t.barricade[t.scene])
    if bonus == 0:
        return 0
    seat: i64 = 0
    while seat < t.players:
        if attacks(t, seat) and t.undead(seat) == codes.Z_IGNORE_BARRICADE:
            return 0
        seat += 1
    return bonus * bits(t.fighters) if t.setting.barricade_per_human else bonus


def cancels(t: HugmeTable) -> i64:
    """R40: how many Weapons count for nothing: one for each clever card drawn at Dawn, and for some Characters."""
    n: i64 = 0
    for pack in t.packs:
        if (pack >> 17) & 127 == ATTACK and pack >> 24 > 0 and (pack & 255 == codes.SLY or pack & 255 == codes.FEW):
            n += 1
    seat: i64 = 0
    while seat < t.players:
        if attacks(t, seat) and t.undead(seat) == codes.Z_CANCEL_WEAPON:
            n += i64(t.setting.undead_amount[i64(t.character[seat])])
        seat += 1
    return 1 if t.setting.sly_once and n > 1 else n


def cancelled_value(t: HugmeTable, count: i64) -> i64:
    """R40: the sum of the `count` lowest used Weapons."""
    total: i64 = 0
    value: i64 = 1
    while count > 0 and value < 64:
        seat: i64 = 0
        while seat < t.players and count > 0:
            if (t.fighters >> seat) & 1 == 1 and weapon_value(t, seat) == value:
                total += value
                count -= 1
            seat += 1
        value += 1
    return total


# -- what follows ------------------------------------------------------------------------------------------------


def resolve(t: HugmeTable) -> None:
    """All have passed: held or lost; Weapons that drop do so (R41, R53)."""
    held = defence(t) >= attack(t)
    seat: i64 = 0
    while seat < t.players:
        if (t.fighters >> seat) & 1 == 1:
            drop_used(t, seat, IN_ASSAULT)
        seat += 1
    if held:
        _beat(t)
        t.runners = 0
        t.phase = codes.ASSAULT_END
    else:
        escape.begin(t)


def _beat(t: HugmeTable) -> None:
    """R43, R45: zombies whose Character (or any card) stood there will draw nothing at the next Dawn."""
    seat: i64 = 0
    while seat < t.players:
        if attacks(t, seat):
            t.beaten = t.beaten | (1 << seat)
        seat += 1
    if t.setting.any_card_involves and t.kind_of_assault == DEPLOYED:
        for pack in t.packs:
            owner: i64 = (pack >> 24) - 1
            if (pack >> 17) & 127 == ATTACK and owner >= 0 and t.status[owner] == codes.ZOMBIE:
                t.beaten = t.beaten | (1 << owner)


def end(t: HugmeTable) -> None:
    """The cards are discarded; R50: those sent away by an item are faced where they are now."""
    if t.kind_of_assault != SENT_ON:
        t.assaulted = t.assaulted | t.fighters
    t.discard_zone(ATTACK)
    t.fighters = 0
    if decided(t):
        return
    place: i64 = 0
    while place < codes.HABITABLE:
        if t.packs_in(MOVED + place) > 0:
            if t.humans_at(place) != 0:
                bring_to(t, MOVED + place)
                begin(t, place, SENT_ON)
                return
            t.discard_zone(MOVED + place)
        place += 1
    t.phase = codes.NEXT_ASSAULT
