"""Items: revealing, equipping, using, and the targets of what is used (4.2)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.hugme.rules import codes
from shamble.games.hugme.rules.endings import decided
from shamble.games.hugme.rules.opening import arrive
from shamble.games.hugme.rules.table import ATTACK, LEFT, MOVED, PUBLIC, RIGHT, SHOWN, HugmeTable

# -- free actions by day (R16) -----------------------------------------------------------------------------------


def free_codes(t: HugmeTable, seat: i64, legal: vec[i64], using: bool) -> vec[i64]:
    """Reveal what is face down, equip what is shown; with `using` also use what may be used by day."""
    at: i64 = 0
    end: i64 = len(t.cards)
    while at < end:
        card = t.cards[at]
        if card >> 26 == LEFT + seat:
            kind = t.kind(card & 255)
            if card & SHOWN == 0:
                legal = append(legal, codes.A_REVEAL + kind)
            elif t.may_equip(seat, kind):
                legal = append(legal, codes.A_EQUIP + kind - codes.GASOLINE)
            if using and kind < codes.COLOURED and may_use(t, seat, kind):
                legal = append(legal, codes.A_USE + kind)
        at += 1
    return legal


def show_codes(t: HugmeTable, seat: i64, legal: vec[i64]) -> vec[i64]:
    """R16: whoever is asked for anything by day may first reveal and equip; version 1 let them answer only."""
    if not t.setting.book or (seat != t.turn and not t.setting.interrupts):
        return legal
    return free_codes(t, seat, legal, False)


def may_use(t: HugmeTable, seat: i64, kind: i64) -> bool:
    """Whether an item can be used by day now, with something to use it on; in others' turns too unless the card says
    otherwise."""
    effect: i64 = i64(t.setting.effect[kind])
    if effect < codes.EXTRA_ACTION or effect > codes.LURE or effect == codes.BARRICADE_BONUS:
        return False
    if seat != t.turn and t.setting.own_turn[kind] == 1:
        return False
    if effect == codes.EXTRA_ACTION:
        return seat == t.turn
    if effect == codes.LURE:
        return True
    if effect == codes.LOOK_SLOT:
        return len(t.slots) > 0
    return len(target_codes(t, seat, effect, -1, vec[i64]())) > 0


def reveal(t: HugmeTable, seat: i64, kind: i64) -> None:
    """A face-down card is turned up, for good; that may win the game (R14)."""
    t.show(t.find(LEFT + seat, kind, 0))
    decided(t)


def equip(t: HugmeTable, seat: i64, kind: i64) -> None:
    """A Special Item goes to the right, face up, for good (R19)."""
    to_right(t, t.find(LEFT + seat, kind, 1), seat)


def to_right(t: HugmeTable, index: i64, seat: i64) -> None:
    """The card at that index lies on the seat's right, open to all."""
    card = t.cards[index]
    t.witness(card, PUBLIC)
    t.put(index, (card & 0x1FFFFFF) | (PUBLIC << 8) | SHOWN | ((RIGHT + seat) << 26))


def use_codes(t: HugmeTable, seat: i64, effect: i64, legal: vec[i64]) -> vec[i64]:
    """Every own card on the left with that effect, to be used."""
    at: i64 = 0
    end: i64 = len(t.cards)
    while at < end:
        card = t.cards[at]
        if card >> 26 == LEFT + seat:
            kind = t.kind(card & 255)
            if i64(t.setting.effect[kind]) == effect:
                legal = append(legal, codes.A_USE + kind)
        at += 1
    return legal


def spend(t: HugmeTable, seat: i64, kind: i64) -> None:
    """Use and Drop: the card is shown and goes under the deck where its user stands."""
    index = t.find(LEFT + seat, kind, -1)
    if t.cards[index] & SHOWN == 0:
        t.show(index)
        index = t.find(LEFT + seat, kind, 1)
    t.drop(index, seat)


def use(t: HugmeTable, seat: i64, kind: i64) -> None:
    """A card is used and drops; its target, where it has one, is asked next."""
    effect: i64 = i64(t.setting.effect[kind])
    spend(t, seat, kind)
    if effect == codes.EXTRA_ACTION:
        t.actions += 1
    elif effect == codes.BOOST:
        t.boost[seat] = u8(i64(t.boost[seat]) + i64(t.setting.strength[kind]))
        t.acted = True
    elif effect != codes.CURE and effect != codes.REROLL:
        _aim(t, seat, kind)


def _aim(t: HugmeTable, seat: i64, kind: i64) -> None:
    """Ask for the target, unless there is none (a Mannequin may be used in vain)."""
    t.back = t.phase
    t.actor = seat
    t.using = kind
    t.aim = -1
    t.phase = codes.TARGETING
    effect: i64 = i64(t.setting.effect[kind])
    if effect == codes.MOVE_ONE:
        kinds = target_codes(t, seat, effect, -1, vec[i64]())
        if len(kinds) == 1:
            t.aim = kinds[0] - codes.A_PICK
    elif effect == codes.SLIP and len(target_codes(t, seat, effect, -1, vec[i64]())) == 0:
        finish_target(t)


# -- targets -----------------------------------------------------------------------------------------------------


def target_codes(t: HugmeTable, seat: i64, effect: i64, aim: i64, legal: vec[i64]) -> vec[i64]:
    """What may be named as the next target of that effect; `aim` is the first one where there are two."""
    here: i64 = i64(t.place[seat])
    links: i64 = t.setting.links[here]
    if effect == codes.LOOK_SLOT:
        slot: i64 = 0
        while slot < len(t.slots):
            legal = append(legal, codes.A_LOOK + slot)
            slot += 1
        return legal
    if effect == codes.MOVE_ONE and aim < 0:
        for pack in t.packs:
            if (pack >> 17) & 127 == ATTACK:
                legal = append(legal, codes.A_PICK + (pack & 255))
        return distinct(legal)
    if aim < 0 and (effect == codes.SEE_HIDDEN or effect == codes.PUSH or effect == codes.DISARM):
        if effect == codes.PUSH and ways_out(t, here) == 0:
            return legal
        other: i64 = 0
        company = t.company(seat)
        while other < t.players:
            if (company >> other) & 1 == 1 and (effect != codes.SEE_HIDDEN or t.face_down(other) > 0):
                legal = append(legal, codes.A_CHOOSE + other)
            other += 1
        return legal
    places: i64 = links
    if effect == codes.PUSH or effect == codes.SLIP:
        places = ways_out(t, here)
    elif effect == codes.CUT_BARRICADE:
        places = _barricaded(t) & (links | (1 << here))
    elif effect == codes.LURE:
        places = links | (1 << here)
    elif effect == codes.MOVE_ONE:
        places = 0x1FF & ~(1 << here)
    place: i64 = 0
    while place < codes.HABITABLE:
        if (places >> place) & 1 == 1:
            legal = append(legal, codes.A_AT + place)
        place += 1
    return legal


def ways_out(t: HugmeTable, here: i64) -> i64:
    """R28: the linked Locations where no Barricade stands at either end."""
    return 0 if t.barricade[here] > 0 else t.setting.links[here] & ~_barricaded(t)


def _barricaded(t: HugmeTable) -> i64:
    mask: i64 = 0
    place: i64 = 0
    while place < codes.HABITABLE:
        if t.barricade[place] > 0:
            mask = mask | (1 << place)
        place += 1
    return mask


def choose(t: HugmeTable, seat: i64, other: i64) -> None:
    """A seat is named."""
    effect: i64 = i64(t.setting.effect[t.using])
    if effect == codes.PUSH:
        t.aim = other
        return
    if effect == codes.DISARM:
        t.disarmed = t.disarmed | (1 << other)
    else:
        look_at(t, other, 1 << seat)
    finish_target(t)


def look_at(t: HugmeTable, owner: i64, knowers: i64) -> None:
    """These seats see all face-down cards on the owner's left."""
    at: i64 = 0
    while at < len(t.cards):
        card = t.cards[at]
        if card >> 26 == LEFT + owner and card & SHOWN == 0:
            t.cards[at] = card | (knowers << 8)
            t.witness(card, knowers)
        at += 1


def look(t: HugmeTable, seat: i64, slot: i64) -> None:
    """The Location card of a slot, for this seat alone."""
    t.slots[slot] = t.slots[slot] | (1 << (8 + seat))
    finish_target(t)


def at_place(t: HugmeTable, seat: i64, place: i64) -> None:
    """A Location is named."""
    effect: i64 = i64(t.setting.effect[t.using])
    if effect == codes.PUSH:
        arrive(t, t.aim, place)
    elif effect == codes.SLIP:
        arrive(t, seat, place)
    elif effect == codes.CUT_BARRICADE:
        t.barricade[place] = u8(0)
    elif effect == codes.LURE:
        t.lured[place] += u8(1)
    elif effect == codes.MOVE_ALL:
        _send_away(t, place, -1)
    elif effect == codes.MOVE_ONE:
        _send_away(t, place, t.aim)
    finish_target(t)


def _send_away(t: HugmeTable, place: i64, kind: i64) -> None:
    """R50: Zombie cards of this Assault go elsewhere: all, or one of that kind."""
    at: i64 = 0
    while at < len(t.packs):
        pack = t.packs[at]
        if (pack >> 17) & 127 == ATTACK and (kind < 0 or pack & 255 == kind):
            t.packs[at] = (pack & 0x1FFFF) | ((MOVED + place) << 17) | (pack >> 24 << 24)
            if kind >= 0:
                return
        at += 1


def finish_target(t: HugmeTable) -> None:
    """Back to what was open before; in a window the user has acted and goes on."""
    t.phase = t.back
    t.aim = -1
    t.using = 0
    t.acted = True
    if t.phase == codes.TURN:
        t.actor = t.turn


def distinct(legal: vec[i64]) -> vec[i64]:
    """The codes ascending and without doubles."""
    at: i64 = 1
    end: i64 = len(legal)
    while at < end:
        code = legal[at]
        k: i64 = at
        while k > 0 and legal[k - 1] > code:
            legal[k] = legal[k - 1]
            k -= 1
        legal[k] = code
        at += 1
    kept: i64 = 0
    at = 0
    while at < end:
        if at == 0 or legal[at] != legal[kept - 1]:
            legal[kept] = legal[at]
            kept += 1
        at += 1
    return legal if kept == end else legal[:kept]
