"""Night: slots are revealed, and who has to face what (1.5, R31, R32, R36)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.hugme.rules import assault, codes, items
from shamble.games.hugme.rules.table import AT, ATTACK, NONE, PUBLIC, SLOT, HugmeTable


def fall(t: HugmeTable) -> None:
    """The Location cards are turned up, then the Zombie cards on them; R37: a Nursery among them acts from now on."""
    seat: i64 = 0
    while seat < t.players:
        if t.sent[seat] != NONE:
            place: i64 = t.slots[i64(t.sent[seat])] & 255
            t.stands[seat] = u8(place if place < codes.HABITABLE else codes.NOWHERE)
            t.sent[seat] = u8(NONE)
        seat += 1
    _reveal_cards(t)
    t.slots = vec[i64]()
    t.looked = 0
    t.disarmed = 0
    t.step = 0
    t.phase = codes.NEXT_LATE


def _reveal_cards(t: HugmeTable) -> None:
    kept = vec[i64]()
    for pack in t.packs:
        zone: i64 = (pack >> 17) & 127
        if zone < SLOT or zone >= SLOT + 13:
            kept = append(kept, pack)
            continue
        kind: i64 = pack & 255
        if kind == codes.NURSERY and not t.setting.nursery_immediate:
            t.nursery = True
        place: i64 = t.slots[zone - SLOT] & 255
        if place < codes.HABITABLE:
            kept = append(kept, kind | (PUBLIC << 8) | ((AT + place) << 17) | (pack >> 24 << 24))
        else:
            t.discard[kind] += u8(1)
    t.packs = kept


def next_late(t: HugmeTable) -> None:
    """Zombies whose Character may still shift, in turn order."""
    while t.step < t.players:
        seat = t.seat_at(t.step)
        t.step += 1
        if t.undead(seat) == codes.Z_LATE_MOVE and i64(t.stands[seat]) != codes.NOWHERE:
            t.actor = seat
            t.phase = codes.LATE_MOVE
            return
    t.step = 0
    t.phase = codes.NEXT_START


def late_codes(t: HugmeTable, legal: vec[i64]) -> vec[i64]:
    """One link further, or not."""
    place: i64 = 0
    while place < codes.HABITABLE:
        if (t.setting.links[i64(t.stands[t.actor])] >> place) & 1 == 1:
            legal = append(legal, codes.A_LATE + place)
        place += 1
    return append(legal, codes.A_PASS)


def next_start(t: HugmeTable) -> None:
    """Items used as Night falls, in turn order; R55: passed over is who publicly has none."""
    while t.step < t.players:
        seat = t.seat_at(t.step)
        t.step += 1
        if t.walks(seat) and (t.face_down(seat) > 0 or t.shows(seat, codes.SLIP)):
            t.actor = seat
            t.phase = codes.NIGHT_START
            return
    t.step = 0
    t.unresolved = _deployed_places(t)
    t.phase = codes.NEXT_ASSAULT


def start_codes(t: HugmeTable, legal: vec[i64]) -> vec[i64]:
    """A Mannequin, or nothing."""
    return append(items.use_codes(t, t.actor, codes.SLIP, legal), codes.A_PASS)


def _deployed_places(t: HugmeTable) -> i64:
    """R49: the places where a Character or a Zombie card was deployed."""
    mask: i64 = 0
    seat: i64 = 0
    while seat < t.players:
        if i64(t.stands[seat]) != codes.NOWHERE:
            mask = mask | (1 << i64(t.stands[seat]))
        seat += 1
    for pack in t.packs:
        zone: i64 = (pack >> 17) & 127
        if AT <= zone < AT + codes.HABITABLE:
            mask = mask | (1 << (zone - AT))
    return mask


def next_assault(t: HugmeTable) -> None:
    """R31: the first Human in turn order who stands where zombies were deployed; that Location is resolved once."""
    step: i64 = 0
    while step < t.players:
        seat = t.seat_at(step)
        if t.status[seat] == codes.HUMAN and (t.unresolved >> i64(t.place[seat])) & 1 == 1:
            place: i64 = i64(t.place[seat])
            t.unresolved = t.unresolved & ~(1 << place)
            assault.bring_to(t, AT + place)
            assault.begin(t, place, assault.DEPLOYED)
            return
        step += 1
    t.phase = codes.NEXT_DRAW


def next_draw(t: HugmeTable) -> None:
    """R32: the first Human in turn order who has still to face a drawn card; without one the Night is over."""
    step: i64 = 0
    while step < t.players:
        seat = t.seat_at(step)
        if t.status[seat] == codes.HUMAN and _must_face(t, seat):
            _draw_for(t, i64(t.place[seat]))
            return
        step += 1
    _end(t)


def _must_face(t: HugmeTable, seat: i64) -> bool:
    if t.setting.all_survivors:
        return (t.drawn >> i64(t.place[seat])) & 1 == 0
    return (t.assaulted >> seat) & 1 == 0


def _draw_for(t: HugmeTable, place: i64) -> None:
    t.scene = place
    t.owed = 1 + i64(t.lured[place])
    t.lured[place] = u8(0)
    t.drawn = t.drawn | (1 << place)
    _draw_on(t)


def _draw_on(t: HugmeTable) -> None:
    """R38: without any card left the rest counts nothing."""
    if t.owed > 0 and t.ready_to_draw():
        t.phase = codes.NIGHT_DRAW
    else:
        t.owed = 0
        assault.begin(t, t.scene, assault.DRAWN)


def drawn(t: HugmeTable, kind: i64) -> None:
    """R39: a clever zombie at Night brings one more card each time; the Nursery will shuffle before the next."""
    t.horde[kind] -= u8(1)
    t.packs = append(t.packs, kind | (PUBLIC << 8) | (ATTACK << 17))
    t.owed -= 1
    if kind == codes.SLY or kind == codes.FEW:
        t.owed += 1
    if kind == codes.NURSERY:
        t.nursery = True
    _draw_on(t)


def _end(t: HugmeTable) -> None:
    """Deployed Characters go home, the cards that met nobody are discarded."""
    place: i64 = 0
    while place < codes.HABITABLE:
        t.discard_zone(AT + place)
        place += 1
    seat: i64 = 0
    while seat < t.players:
        t.stands[seat] = u8(codes.NOWHERE)
        seat += 1
    t.unresolved = 0
    t.phase = codes.NEXT_ROUND


def late(t: HugmeTable, code: i64) -> None:
    """The Character card shifts by one link, or stays."""
    if code != codes.A_PASS:
        t.stands[t.actor] = u8(code - codes.A_LATE)
    t.phase = codes.NEXT_LATE
