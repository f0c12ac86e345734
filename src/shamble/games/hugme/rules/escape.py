"""Escape: hugged or away, one Human after another (1.5, R33 to R36, R48)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.hugme.rules import codes, items
from shamble.games.hugme.rules.endings import decided
from shamble.games.hugme.rules.opening import arrive
from shamble.games.hugme.rules.table import LEFT, RIGHT, HugmeTable


def begin(t: HugmeTable) -> None:
    """The Assault is lost. R33: with nowhere to go all are hugged at once; a house rule lets them roll."""
    t.runners = t.fighters
    t.step = 0
    if trapped(t) and not t.setting.trapped_roll and not _must_confirm(t):
        seat: i64 = 0
        while seat < t.players:
            if (t.fighters >> seat) & 1 == 1:
                t.status[seat] = u8(codes.INFECTED)
            seat += 1
        t.runners = 0
        if t.setting.check_late or not decided(t):
            t.phase = codes.ASSAULT_END
    else:
        t.phase = codes.NEXT_ESCAPE


def ways(t: HugmeTable) -> i64:
    """The mask of Locations one may flee to: linked, no Barricade there nor here."""
    if t.barricade[t.scene] > 0:
        return 0
    mask: i64 = 0
    place: i64 = 0
    while place < codes.HABITABLE:
        if (t.setting.links[t.scene] >> place) & 1 == 1 and t.barricade[place] == 0:
            mask = mask | (1 << place)
        place += 1
    return mask


def trapped(t: HugmeTable) -> bool:
    """R33: whether nobody can leave."""
    return ways(t) == 0


def next_escape(t: HugmeTable) -> None:
    """R34: the next one in turn order; who may accept the hug is asked (R35)."""
    while t.step < t.players:
        seat = t.seat_at(t.step)
        t.step += 1
        if (t.runners >> seat) & 1 == 1:
            t.runners = t.runners & ~(1 << seat)
            t.runner = seat
            t.actor = seat
            t.asked = 0
            if trapped(t) and not t.setting.trapped_roll:
                hug(t)
            elif t.setting.voluntary_hug or t.shows(seat, codes.ACCEPT_HUG):
                t.phase = codes.HUG_OFFER
            else:
                t.phase = codes.ESCAPE_DIE
            return
    t.phase = codes.ASSAULT_END


def offer_codes(legal: vec[i64]) -> vec[i64]:
    """R35: the die, or the hug with everything one has."""
    return append(append(legal, codes.A_ROLL), codes.A_ACCEPT)


def rolled(t: HugmeTable, bad: bool) -> None:
    """Away without any item, or nearly hugged."""
    if bad:
        t.phase = codes.NEXT_RESCUE
        return
    t.drop_zone(LEFT + t.runner, t.runner)
    t.drop_zone(RIGHT + t.runner, t.runner)
    t.actor = t.runner
    t.phase = codes.NEXT_ESCAPE if trapped(t) else codes.FLEEING


def flee_codes(t: HugmeTable, legal: vec[i64]) -> vec[i64]:
    """Where the escaped Human may go."""
    mask = ways(t)
    place: i64 = 0
    while place < codes.HABITABLE:
        if (mask >> place) & 1 == 1:
            legal = append(legal, codes.A_FLEE + place)
        place += 1
    return legal


def flee(t: HugmeTable, place: i64) -> None:
    """R36: whatever waits there is faced when its turn comes."""
    arrive(t, t.runner, place)
    t.phase = codes.NEXT_ESCAPE


# -- second chances ----------------------------------------------------------------------------------------------


def next_rescue(t: HugmeTable) -> None:
    """Before the hug: the runner's own items, then Nurses in the same Location in turn order; each is asked once.
    R55: the runner is passed over only where it publicly has nothing that could help."""
    if (t.asked >> t.runner) & 1 == 0 and (
        t.face_down(t.runner) > 0 or t.shows(t.runner, codes.REROLL) or nurses(t, t.runner)
    ):
        _ask(t, t.runner)
        return
    step: i64 = 0
    while step < t.players:
        seat = t.seat_at(step)
        if (t.asked >> seat) & 1 == 0 and nurses(t, seat):
            _ask(t, seat)
            return
        step += 1
    hug(t)


def _ask(t: HugmeTable, seat: i64) -> None:
    t.asked = t.asked | (1 << seat)
    t.actor = seat
    t.phase = codes.SECOND_CHANCE


def nurses(t: HugmeTable, seat: i64) -> bool:
    """Whether the seat's Character can have the die thrown again, here and still this Night."""
    return t.ability(seat) == codes.H_REROLL_ESCAPE and i64(t.place[seat]) == t.scene and (t.nursed >> seat) & 1 == 0


def chance_codes(t: HugmeTable, seat: i64, legal: vec[i64]) -> vec[i64]:
    """Have the die thrown again, or not."""
    if seat == t.runner:
        legal = items.use_codes(t, seat, codes.REROLL, legal)
    if nurses(t, seat):
        legal = append(legal, codes.A_REROLL)
    return append(legal, codes.A_DECLINE)


def again(t: HugmeTable) -> None:
    """The die is thrown again."""
    t.asked = 0
    t.phase = codes.ESCAPE_DIE


def reroll(t: HugmeTable, seat: i64) -> None:
    """The Nurse's help, once a Night."""
    t.nursed = t.nursed | (1 << seat)
    again(t)


# -- the hug -----------------------------------------------------------------------------------------------------


def _hugger(t: HugmeTable) -> i64:
    """The first zombie in turn order whose deployed Character stands at the scene; -1: none."""
    if t.kind_of_assault != 1:
        return -1
    step: i64 = 0
    while step < t.players:
        seat = t.seat_at(step)
        if t.status[seat] == codes.ZOMBIE and i64(t.stands[seat]) == t.scene and i64(t.stands[seat]) != codes.NOWHERE:
            return seat
        step += 1
    return -1


def _must_confirm(t: HugmeTable) -> bool:
    """R48: whether a zombie must say that it really hugs."""
    return t.setting.confirm_hug and _hugger(t) >= 0


def hug(t: HugmeTable) -> None:
    """R48: the hug happens, or a deployed zombie is asked whether it does."""
    if _must_confirm(t):
        t.actor = _hugger(t)
        t.phase = codes.CONFIRMING
    else:
        infect(t)


def confirm_codes(legal: vec[i64]) -> vec[i64]:
    """R48: to hug or not to hug."""
    return append(append(legal, codes.A_HUG), codes.A_SPARE)


def infect(t: HugmeTable) -> None:
    """The runner is Infected and keeps everything; R14: that may decide the game at once."""
    t.status[t.runner] = u8(codes.INFECTED)
    if t.setting.check_late or not decided(t):
        t.phase = codes.NEXT_ESCAPE


def spare(t: HugmeTable) -> None:
    """R48: without a real hug the Human stays a Human where it is."""
    t.phase = codes.NEXT_ESCAPE
