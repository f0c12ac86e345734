"""Dawn: Barricades fall, zombies draw and deploy (1.5)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.hugme.rules import codes
from shamble.games.hugme.rules.endings import finish
from shamble.games.hugme.rules.table import BY_DEFAULT, HAND, HIDDEN_DISCARD, NONE, PUBLIC, SLOT, HugmeTable


def start_round(t: HugmeTable) -> None:
    """R27: a new round; whatever lasted for one ends, Barricades first of all. R52: the last round may be over."""
    if t.setting.round_limit > 0 and t.round >= t.setting.round_limit:
        finish(t, codes.END_ROUNDS, 0)
        return
    t.round += 1
    place: i64 = 0
    while place < len(t.barricade):
        t.barricade[place] = u8(0)
        t.lured[place] = u8(0)
        place += 1
    seat: i64 = 0
    while seat < t.players:
        t.arm[seat] = u8(BY_DEFAULT)
        t.boost[seat] = u8(0)
        t.sent[seat] = u8(NONE)
        t.stands[seat] = u8(codes.NOWHERE)
        seat += 1
    t.assaulted = 0
    t.nursed = 0
    t.unresolved = 0
    t.drawn = 0
    t.looked = 0
    t.slots = vec[i64]()
    t.step = 0
    t.phase = codes.NEXT_ZOMBIE


def next_zombie(t: HugmeTable) -> None:
    """Each zombie in turn order; when all have deployed the Day begins."""
    while t.step < t.players:
        seat = t.seat_at(t.step)
        t.step += 1
        if t.status[seat] == codes.ZOMBIE:
            _begin(t, seat)
            return
    t.step = 0
    t.phase = codes.NEXT_DAY


def _begin(t: HugmeTable, seat: i64) -> None:
    """R43: a beaten zombie draws nothing, or says whether it does."""
    t.actor = seat
    if (t.beaten >> seat) & 1 == 0:
        draw(t)
    elif t.setting.beaten_optional:
        t.phase = codes.DAWN_OPTION
    else:
        skip(t)


def skip(t: HugmeTable) -> None:
    """R43: to deploy without a card."""
    t.beaten = t.beaten & ~(1 << t.actor)
    _start_sending(t)


def draw(t: HugmeTable) -> None:
    """One card for the zombie alone; two where its Zombie side says so."""
    t.beaten = t.beaten & ~(1 << t.actor)
    t.owed = 2 if t.undead(t.actor) == codes.Z_DRAW_TWO else 1
    _draw_on(t)


def _draw_on(t: HugmeTable) -> None:
    if t.owed > 0 and t.ready_to_draw():
        t.phase = codes.DAWN_DRAW
        return
    t.owed = 0
    if t.packs_in(HAND + t.actor) > 1:
        t.phase = codes.DAWN_HOLD
    else:
        _start_sending(t)


def drawn(t: HugmeTable, kind: i64) -> None:
    """The card comes to the zombie's hand; R37: a Nursery may have to be shown at once."""
    t.horde[kind] -= u8(1)
    knowers: i64 = 1 << t.actor
    if kind == codes.NURSERY and t.setting.nursery_immediate:
        t.nursery = True
        knowers = PUBLIC
    t.packs = append(t.packs, kind | (knowers << 8) | ((HAND + t.actor) << 17) | ((t.actor + 1) << 24))
    t.owed -= 1
    _draw_on(t)


def hold(t: HugmeTable, kind: i64) -> None:
    """Keep one of two cards; the other goes face down to the discard pile, and nobody else knows which is which."""
    mine: i64 = HAND + t.actor
    held = False
    at: i64 = 0
    while at < len(t.packs):
        pack = t.packs[at]
        if (pack >> 17) & 127 == mine:
            keeps = not held and pack & 255 == kind
            if keeps:
                held = True
            t.packs[at] = (pack & 255) | (1 << (8 + t.actor)) | (pack >> 24 << 24) | ((mine if keeps else 127) << 17)
        at += 1
    kept = vec[i64]()
    laid: i64 = -1
    for pack in t.packs:
        if (pack >> 17) & 127 == 127:
            laid = pack
        else:
            kept = append(kept, pack)
    t.packs = append(kept, _laid_away(laid))
    _start_sending(t)


def _laid_away(pack: i64) -> i64:
    """The card in the discard pile, face down."""
    return (pack & 0x1FFFF) | (HIDDEN_DISCARD << 17)


def _start_sending(t: HugmeTable) -> None:
    t.sending = 0
    t.phase = codes.SENDING


def hold_codes(t: HugmeTable, legal: vec[i64]) -> vec[i64]:
    """The cards one of which is kept."""
    for pack in t.packs:
        if (pack >> 17) & 127 == HAND + t.actor:
            legal = append(legal, codes.A_HOLD + (pack & 255))
    return legal


def option_codes(legal: vec[i64]) -> vec[i64]:
    """R43: draw or not."""
    return append(append(legal, codes.A_DRAW), codes.A_SKIP)


def send_codes(t: HugmeTable, legal: vec[i64]) -> vec[i64]:
    """R44: the Character, the card; staying at home with what is left once enough is deployed."""
    has_card = t.packs_in(HAND + t.actor) > 0
    if t.sent[t.actor] == NONE:
        legal = append(legal, codes.A_SEND_SELF)
    if has_card:
        legal = append(legal, codes.A_SEND_CARD)
    if not t.setting.must_send or t.sent[t.actor] != NONE or card_out(t):
        legal = append(legal, codes.A_STAY)
    return legal


def card_out(t: HugmeTable) -> bool:
    """Whether the acting zombie's card lies in a slot."""
    for pack in t.packs:
        if pack >> 24 == t.actor + 1 and SLOT <= (pack >> 17) & 127 < SLOT + 13:
            return True
    return False


def place_codes(t: HugmeTable, legal: vec[i64]) -> vec[i64]:
    """A new Location card out of the second deck, or any slot that lies there."""
    used = used_places(t)
    place: i64 = 0
    while place < t.setting.targets:  # R4
        if (used >> place) & 1 == 0:
            legal = append(legal, codes.A_AT + place)
        place += 1
    slot: i64 = 0
    while slot < len(t.slots):
        legal = append(legal, codes.A_ON + slot)
        slot += 1
    return legal


def used_places(t: HugmeTable) -> i64:
    """The mask of places whose Location card lies in a slot."""
    used: i64 = 0
    for slot in t.slots:
        used = used | (1 << (slot & 255))
    return used


def send(t: HugmeTable, what: i64) -> None:
    """1 the Character, 2 the card: where to is asked next. R46: for that the zombie looks through the rest of the
    second Location deck; a single slot is known to it by elimination."""
    t.sending = what
    if (t.looked >> t.actor) & 1 == 0:
        t.looked = t.looked | (1 << t.actor)
        if len(t.slots) == 1:
            t.slots[0] = t.slots[0] | (1 << (8 + t.actor))
    t.phase = codes.PLACING


def open_slot(t: HugmeTable, place: i64) -> None:
    """A Location card is laid face down as a new slot."""
    t.slots = append(t.slots, place | (1 << (8 + t.actor)) | (t.actor << 17))
    put_on(t, len(t.slots) - 1)


def put_on(t: HugmeTable, slot: i64) -> None:
    """What is being sent comes to lie on that slot."""
    if t.sending == 1:
        t.sent[t.actor] = u8(slot)
    else:
        _repack(t, HAND + t.actor, SLOT + slot)
    t.sending = 0
    t.phase = codes.SENDING
    if t.sent[t.actor] != NONE and t.packs_in(HAND + t.actor) == 0:
        t.phase = codes.NEXT_ZOMBIE


def stay(t: HugmeTable) -> None:
    """R44: a card not deployed goes face down to the discard pile."""
    kept = vec[i64]()
    laid: i64 = -1
    for pack in t.packs:
        if (pack >> 17) & 127 == HAND + t.actor:
            laid = _laid_away(pack)
        else:
            kept = append(kept, pack)
    t.packs = kept if laid < 0 else append(kept, laid)
    t.phase = codes.NEXT_ZOMBIE


def _repack(t: HugmeTable, zone: i64, to: i64) -> None:
    at: i64 = 0
    while at < len(t.packs):
        pack = t.packs[at]
        if (pack >> 17) & 127 == zone:
            t.packs[at] = (pack & 0x1FFFF) | (to << 17) | (pack >> 24 << 24)
        at += 1
