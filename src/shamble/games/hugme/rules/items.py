"""Items: revealing, equipping, using, and the targets of what is used (4.2)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.hugme.rules.codes import (
    A_AT,
    A_CHOOSE,
    A_EQUIP,
    A_LOOK,
    A_PICK,
    A_REVEAL,
    A_USE,
    BARRICADE_BONUS,
    BOOST,
    COLOURED,
    CURE,
    CUT_BARRICADE,
    DISARM,
    EXTRA_ACTION,
    GASOLINE,
    HABITABLE,
    LOOK_SLOT,
    LURE,
    MOVE_ALL,
    MOVE_ONE,
    PUSH,
    REROLL,
    SEE_HIDDEN,
    SLIP,
    TARGETING,
    TURN,
)
from shamble.games.hugme.rules.endings import decided
from shamble.games.hugme.rules.opening import arrive
from shamble.games.hugme.rules.table import ATTACK, LEFT, MOVED, PUBLIC, RIGHT, SHOWN, Table

# -- free actions by day (R16) -----------------------------------------------------------------------------------


def free_codes(t: Table, seat: i64, codes: vec[i64], using: bool) -> vec[i64]:
    """Reveal what is face down, equip what is shown; with `using` also use what may be used by day."""
    at: i64 = 0
    end: i64 = len(t.cards)
    while at < end:
        card = t.cards[at]
        if card >> 26 == LEFT + seat:
            kind = t.kind(card & 255)
            if card & SHOWN == 0:
                codes = append(codes, A_REVEAL + kind)
            elif t.may_equip(seat, kind):
                codes = append(codes, A_EQUIP + kind - GASOLINE)
            if using and kind < COLOURED and may_use(t, seat, kind):
                codes = append(codes, A_USE + kind)
        at += 1
    return codes


def show_codes(t: Table, seat: i64, codes: vec[i64]) -> vec[i64]:
    """R16: whoever is asked for anything by day may first reveal and equip; version 1 let them answer only."""
    if not t.setting.book or (seat != t.turn and not t.setting.interrupts):
        return codes
    return free_codes(t, seat, codes, False)


def may_use(t: Table, seat: i64, kind: i64) -> bool:
    """Whether an item can be used by day now, with something to use it on; in others' turns too unless the card says
    otherwise."""
    effect: i64 = i64(t.setting.effect[kind])
    if effect < EXTRA_ACTION or effect > LURE or effect == BARRICADE_BONUS:
        return False
    if seat != t.turn and t.setting.own_turn[kind] == 1:
        return False
    if effect == EXTRA_ACTION:
        return seat == t.turn
    if effect == LURE:
        return True
    if effect == LOOK_SLOT:
        return len(t.slots) > 0
    return len(target_codes(t, seat, effect, -1, vec[i64]())) > 0


def reveal(t: Table, seat: i64, kind: i64) -> None:
    """A face-down card is turned up, for good; that may win the game (R14)."""
    t.show(t.find(LEFT + seat, kind, 0))
    decided(t)


def equip(t: Table, seat: i64, kind: i64) -> None:
    """A Special Item goes to the right, face up, for good (R19)."""
    to_right(t, t.find(LEFT + seat, kind, 1), seat)


def to_right(t: Table, index: i64, seat: i64) -> None:
    """The card at that index lies on the seat's right, open to all."""
    card = t.cards[index]
    t.witness(card, PUBLIC)
    t.put(index, (card & 0x1FFFFFF) | (PUBLIC << 8) | SHOWN | ((RIGHT + seat) << 26))


def use_codes(t: Table, seat: i64, effect: i64, codes: vec[i64]) -> vec[i64]:
    """Every own card on the left with that effect, to be used."""
    at: i64 = 0
    end: i64 = len(t.cards)
    while at < end:
        card = t.cards[at]
        if card >> 26 == LEFT + seat:
            kind = t.kind(card & 255)
            if i64(t.setting.effect[kind]) == effect:
                codes = append(codes, A_USE + kind)
        at += 1
    return codes


def spend(t: Table, seat: i64, kind: i64) -> None:
    """Use and Drop: the card is shown and goes under the deck where its user stands."""
    index = t.find(LEFT + seat, kind, -1)
    if t.cards[index] & SHOWN == 0:
        t.show(index)
        index = t.find(LEFT + seat, kind, 1)
    t.drop(index, seat)


def use(t: Table, seat: i64, kind: i64) -> None:
    """A card is used and drops; its target, where it has one, is asked next."""
    effect: i64 = i64(t.setting.effect[kind])
    spend(t, seat, kind)
    if effect == EXTRA_ACTION:
        t.actions += 1
    elif effect == BOOST:
        t.boost[seat] = u8(i64(t.boost[seat]) + i64(t.setting.strength[kind]))
        t.acted = True
    elif effect != CURE and effect != REROLL:
        _aim(t, seat, kind)


def _aim(t: Table, seat: i64, kind: i64) -> None:
    """Ask for the target, unless there is none (a Mannequin may be used in vain)."""
    t.back = t.phase
    t.actor = seat
    t.using = kind
    t.aim = -1
    t.phase = TARGETING
    effect: i64 = i64(t.setting.effect[kind])
    if effect == MOVE_ONE:
        kinds = target_codes(t, seat, effect, -1, vec[i64]())
        if len(kinds) == 1:
            t.aim = kinds[0] - A_PICK
    elif effect == SLIP and len(target_codes(t, seat, effect, -1, vec[i64]())) == 0:
        finish_target(t)


# -- targets -----------------------------------------------------------------------------------------------------


def target_codes(t: Table, seat: i64, effect: i64, aim: i64, codes: vec[i64]) -> vec[i64]:
    """What may be named as the next target of that effect; `aim` is the first one where there are two."""
    here: i64 = i64(t.place[seat])
    links: i64 = t.setting.links[here]
    if effect == LOOK_SLOT:
        slot: i64 = 0
        while slot < len(t.slots):
            codes = append(codes, A_LOOK + slot)
            slot += 1
        return codes
    if effect == MOVE_ONE and aim < 0:
        for pack in t.packs:
            if (pack >> 17) & 127 == ATTACK:
                codes = append(codes, A_PICK + (pack & 255))
        return distinct(codes)
    if aim < 0 and (effect == SEE_HIDDEN or effect == PUSH or effect == DISARM):
        if effect == PUSH and _ways_out(t, here) == 0:
            return codes
        other: i64 = 0
        company = t.company(seat)
        while other < t.players:
            if (company >> other) & 1 == 1 and (effect != SEE_HIDDEN or t.face_down(other) > 0):
                codes = append(codes, A_CHOOSE + other)
            other += 1
        return codes
    places: i64 = links
    if effect == PUSH or effect == SLIP:
        places = _ways_out(t, here)
    elif effect == CUT_BARRICADE:
        places = _barricaded(t) & (links | (1 << here))
    elif effect == LURE:
        places = links | (1 << here)
    elif effect == MOVE_ONE:
        places = 0x1FF & ~(1 << here)
    place: i64 = 0
    while place < HABITABLE:
        if (places >> place) & 1 == 1:
            codes = append(codes, A_AT + place)
        place += 1
    return codes


def _ways_out(t: Table, here: i64) -> i64:
    """R28: the linked Locations where no Barricade stands at either end."""
    return 0 if t.barricade[here] > 0 else t.setting.links[here] & ~_barricaded(t)


def _barricaded(t: Table) -> i64:
    mask: i64 = 0
    place: i64 = 0
    while place < HABITABLE:
        if t.barricade[place] > 0:
            mask = mask | (1 << place)
        place += 1
    return mask


def choose(t: Table, seat: i64, other: i64) -> None:
    """A seat is named."""
    effect: i64 = i64(t.setting.effect[t.using])
    if effect == PUSH:
        t.aim = other
        return
    if effect == DISARM:
        t.disarmed = t.disarmed | (1 << other)
    else:
        look_at(t, other, 1 << seat)
    finish_target(t)


def look_at(t: Table, owner: i64, knowers: i64) -> None:
    """These seats see all face-down cards on the owner's left."""
    at: i64 = 0
    while at < len(t.cards):
        card = t.cards[at]
        if card >> 26 == LEFT + owner and card & SHOWN == 0:
            t.cards[at] = card | (knowers << 8)
            t.witness(card, knowers)
        at += 1


def look(t: Table, seat: i64, slot: i64) -> None:
    """The Location card of a slot, for this seat alone."""
    t.slots[slot] = t.slots[slot] | (1 << (8 + seat))
    finish_target(t)


def at_place(t: Table, seat: i64, place: i64) -> None:
    """A Location is named."""
    effect: i64 = i64(t.setting.effect[t.using])
    if effect == PUSH:
        arrive(t, t.aim, place)
    elif effect == SLIP:
        arrive(t, seat, place)
    elif effect == CUT_BARRICADE:
        t.barricade[place] = u8(0)
    elif effect == LURE:
        t.lured[place] += u8(1)
    elif effect == MOVE_ALL:
        _send_away(t, place, -1)
    elif effect == MOVE_ONE:
        _send_away(t, place, t.aim)
    finish_target(t)


def _send_away(t: Table, place: i64, kind: i64) -> None:
    """R50: Zombie cards of this Assault go elsewhere: all, or one of that kind."""
    at: i64 = 0
    while at < len(t.packs):
        pack = t.packs[at]
        if (pack >> 17) & 127 == ATTACK and (kind < 0 or pack & 255 == kind):
            t.packs[at] = (pack & 0x1FFFF) | ((MOVED + place) << 17) | (pack >> 24 << 24)
            if kind >= 0:
                return
        at += 1


def finish_target(t: Table) -> None:
    """Back to what was open before; in a window the user has acted and goes on."""
    t.phase = t.back
    t.aim = -1
    t.using = 0
    t.acted = True
    if t.phase == TURN:
        t.actor = t.turn


def distinct(codes: vec[i64]) -> vec[i64]:
    """The codes ascending and without doubles."""
    at: i64 = 1
    end: i64 = len(codes)
    while at < end:
        code = codes[at]
        k: i64 = at
        while k > 0 and codes[k - 1] > code:
            codes[k] = codes[k - 1]
            k -= 1
        codes[k] = code
        at += 1
    kept: i64 = 0
    at = 0
    while at < end:
        if at == 0 or codes[at] != codes[kept - 1]:
            codes[kept] = codes[at]
            kept += 1
        at += 1
    return codes if kept == end else codes[:kept]
