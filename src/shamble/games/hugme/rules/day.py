"""Day: turns, the infection, Movement, Barricades, and the way out (1.5)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.hugme.rules import codes, items, search, theft
from shamble.games.hugme.rules.endings import decided, finish
from shamble.games.hugme.rules.opening import arrive
from shamble.games.hugme.rules.table import LEFT, REMOVED, RIGHT, SHOWN, HugmeTable

BARRICADE: int = 2  # what the rulebook gives for one


def next_day(t: HugmeTable) -> None:
    """The next Human or Infected in turn order has a turn; after the last one Night falls."""
    while t.step < t.players:
        seat = t.seat_at(t.step)
        t.step += 1
        if t.walks(seat):
            t.turn = seat
            t.actor = seat
            if t.status[seat] == codes.INFECTED:
                _face_infection(t)
            else:
                begin_turn(t)
            return
    t.phase = codes.NIGHTFALL


def _face_infection(t: HugmeTable) -> None:
    """R30: the die comes first of all; whoever may hold a cure is asked before it (R55)."""
    asked = t.face_down(t.actor) > 0 or t.shows(t.actor, codes.CURE)
    t.phase = codes.CURING if asked else codes.INFECTION


def cure_codes(t: HugmeTable, legal: vec[i64]) -> vec[i64]:
    """R30: a cure out of one's own cards, or the die."""
    return append(items.use_codes(t, t.actor, codes.CURE, legal), codes.A_ROLL)


def infection(t: HugmeTable, bad: bool) -> None:
    """R29: where it goes badly the turn is lost, everything drops, and a zombie has come into being."""
    if not bad:
        begin_turn(t)
        return
    seat = t.actor
    zone: i64 = LEFT
    while zone <= RIGHT:
        if t.setting.zombie_items_removed:
            _remove_zone(t, zone + seat)
        else:
            t.drop_zone(zone + seat, seat)
        zone += RIGHT
    t.status[seat] = u8(codes.ZOMBIE)
    t.place[seat] = u8(codes.NOWHERE)
    if not decided(t):
        t.phase = codes.NEXT_DAY


def _remove_zone(t: HugmeTable, zone: i64) -> None:
    at: i64 = 0
    while at < len(t.cards):
        card = t.cards[at]
        if card >> 26 == zone:
            t.cards[at] = (card & 0x1FFFFFF) | (REMOVED << 26)
        at += 1


def begin_turn(t: HugmeTable) -> None:
    """One Movement and one Action, in either order, each optional (R60)."""
    t.moved = False
    t.steps = 0
    t.actions = 1
    t.bring = -1
    t.may_bring = t.ability(t.turn) == codes.H_BRING_ALONG
    t.actor = t.turn
    t.phase = codes.TURN


def turn_codes(t: HugmeTable, seat: i64, legal: vec[i64]) -> vec[i64]:
    """What a seat may do while a turn is open: all of it in its own, free actions and items in others' (R16)."""
    if seat != t.turn and not t.setting.interrupts:
        return legal
    if not t.walks(seat):
        return legal
    legal = items.free_codes(t, seat, legal, True)
    if seat != t.turn:
        return legal
    if not t.moved or t.steps > 0:
        legal = _move_codes(t, seat, legal)
    if t.actions > 0:
        legal = search.search_codes(t, seat, legal)
        if t.barricade[i64(t.place[seat])] == 0:
            legal = _barricade_codes(t, seat, legal)
        victim: i64 = 0
        company = t.company(seat)
        while victim < t.players:
            if (company >> victim) & 1 == 1 and not t.shows(victim, codes.NO_THEFT):  # R54: whatever they have
                legal = append(legal, codes.A_STEAL + victim)
            victim += 1
    return append(legal, codes.A_END)


def _move_codes(t: HugmeTable, seat: i64, legal: vec[i64]) -> vec[i64]:
    place: i64 = 0
    while place < codes.HABITABLE:
        if may_step(t, seat, place):
            legal = append(legal, codes.A_MOVE + place)
        place += 1
    if may_win(t, seat):
        legal = append(legal, codes.A_WIN)
    if t.may_bring and not t.moved:
        company = t.company(seat)
        other: i64 = 0
        while other < t.players:
            if (company >> other) & 1 == 1:
                legal = append(legal, codes.A_BRING + other)
            other += 1
    return legal


def may_step(t: HugmeTable, seat: i64, place: i64) -> bool:
    """R3, R28: to a linked Location, neither end Barricaded; the Janitor's own Movement passes them."""
    here: i64 = i64(t.place[seat])
    if (t.setting.links[here] >> place) & 1 == 0:
        return False
    if t.ability(seat) == codes.H_IGNORE_BARRICADE:
        return True
    return t.barricade[here] == 0 and t.barricade[place] == 0


def may_win(t: HugmeTable, seat: i64) -> bool:
    """R15: Human with Gasoline and either Keys at the Minivan's door, Infected with Gasoline and Lighter at the
    Boiler Room's; a Barricade does not hinder."""
    if t.status[seat] == codes.HUMAN:
        return (
            i64(t.place[seat]) == t.setting.minivan
            and brings(t, seat, codes.GASOLINE)
            and (brings(t, seat, codes.KEYS) or brings(t, seat, codes.SPARE_KEYS))
        )
    return i64(t.place[seat]) == t.setting.boiler and brings(t, seat, codes.GASOLINE) and brings(t, seat, codes.LIGHTER)


def brings(t: HugmeTable, seat: i64, kind: i64) -> bool:
    """R15: whether the seat has a Special Item where it counts for the win."""
    if t.find(RIGHT + seat, kind, -1) >= 0:
        return True
    return not t.setting.win_right_only and t.find(LEFT + seat, kind, -1) >= 0


def win(t: HugmeTable, seat: i64) -> None:
    """R15: the Movement that leads to victory; what was face down is shown by it."""
    at: i64 = 0
    left: i64 = len(t.cards)
    while left > 0:
        card = t.cards[at]
        if card >> 26 == LEFT + seat and card & SHOWN == 0 and t.kind(card & 255) >= codes.GASOLINE:
            t.show(at)
        else:
            at += 1
        left -= 1
    finish(t, codes.END_HUMAN if t.status[seat] == codes.HUMAN else codes.END_INFECTED, 1 << seat)


def move(t: HugmeTable, seat: i64, place: i64) -> None:
    """R57: one step; more may follow where the stride allows. R51: whoever is brought along comes too."""
    if not t.moved:
        t.moved = True
        t.steps = t.stride(seat)
    t.steps -= 1
    arrive(t, seat, place)
    if t.bring >= 0:
        arrive(t, t.bring, place)


def bring(t: HugmeTable, other: i64) -> None:
    """R51: one of the company will come along; a house rule asks for consent."""
    t.may_bring = False
    if t.setting.ask_consent:
        t.aim = other
        t.actor = other
        t.phase = codes.CONSENT
    else:
        t.bring = other


def answer(t: HugmeTable, agreed: bool) -> None:
    """R51: the answer of the one who would be taken along."""
    if agreed:
        t.bring = t.aim
    t.aim = -1
    t.actor = t.turn
    t.phase = codes.TURN


def act(t: HugmeTable) -> None:
    """The Action is taken; a Movement that has begun is over with it."""
    t.actions -= 1
    if t.moved:
        t.steps = 0


def _barricade_codes(t: HugmeTable, seat: i64, legal: vec[i64]) -> vec[i64]:
    legal = append(legal, codes.A_BARRICADE)
    at: i64 = 0
    while at < len(t.cards):
        card = t.cards[at]
        if card >> 26 == LEFT + seat:
            kind = t.kind(card & 255)
            if kind < codes.COLOURED and i64(t.setting.effect[kind]) == codes.BARRICADE_BONUS:
                legal = append(legal, codes.A_BARRICADE_WITH + kind)
        at += 1
    return legal


def barricade(t: HugmeTable, seat: i64, kind: i64) -> None:
    """R28: two for the Humans there, more from the Guardian and from Barbed Wire; they add up."""
    act(t)
    bonus: i64 = BARRICADE
    if t.ability(seat) == codes.H_BARRICADE_BUILT:
        bonus += t.amount(seat)
    if kind >= 0:
        bonus += i64(t.setting.strength[kind])
        items.spend(t, seat, kind)
    t.barricade[i64(t.place[seat])] = u8(bonus)


def steal(t: HugmeTable, victim: i64) -> None:
    """The Action is a Theft."""
    act(t)
    theft.begin(t, victim)


def end(t: HugmeTable) -> None:
    """R60: the turn is over."""
    t.steps = 0
    t.bring = -1
    t.may_bring = False
    t.phase = codes.NEXT_DAY
