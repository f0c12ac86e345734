"""The opening: Characters, shops, who begins, and the deployment (1.3)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.hugme.rules import codes
from shamble.games.hugme.rules.table import HugmeTable


def begin(t: HugmeTable) -> None:
    """R10: Characters named by seat stand there already; the others are dealt."""
    if len(t.setting.characters) > 0:
        seat: i64 = 0
        while seat < t.players:
            t.character[seat] = t.setting.characters[seat]
            seat += 1
        t.phase = codes.SHOPPING
    else:
        t.phase = codes.DEALING


def dealt(t: HugmeTable, character: i64) -> bool:
    """Whether a seat has that Character."""
    seat: i64 = 0
    while seat < t.players:
        if i64(t.character[seat]) == character:
            return True
        seat += 1
    return False


def is_free(t: HugmeTable, character: i64) -> bool:
    """Whether that Character is in the box and not dealt yet."""
    return (t.setting.in_box >> character) & 1 == 1 and not dealt(t, character)


def free_characters(t: HugmeTable) -> vec[i64]:
    """The Characters not dealt yet, ascending."""
    free = vec[i64]()
    character: i64 = 0
    while character < len(codes.CHARACTERS):
        if is_free(t, character):
            free = append(free, character)
        character += 1
    return free


def deal(t: HugmeTable, character: i64) -> None:
    """A Character comes to the next seat, open to all."""
    t.character[t.step] = u8(character)
    t.step += 1
    if t.step == t.players:
        t.step = 0
        t.phase = codes.SHOPPING


def free_shops(t: HugmeTable) -> vec[i64]:
    """The shops not laid out yet, ascending."""
    free = vec[i64]()
    shop: i64 = 0
    while shop < 8:
        laid = False
        place: i64 = 0
        while place < codes.HABITABLE:
            if i64(t.shop_at[place]) == shop:
                laid = True
            place += 1
        if not laid:
            free = append(free, shop)
        shop += 1
    return free


def lay_shop(t: HugmeTable, shop: i64) -> None:
    """A shop comes to the next slot around the Hall; the last one has no choice."""
    t.shop_at[t.step] = u8(shop)
    t.step += 2 if t.step + 1 == codes.HALL else 1
    rest = free_shops(t)
    if len(rest) == 1:
        t.shop_at[t.step] = u8(rest[0])
        t.step = 0
        _find_first(t)


def tied(t: HugmeTable) -> vec[i64]:
    """The seats with the highest Human value, ascending."""
    best = vec[i64]()
    high: i64 = -1
    seat: i64 = 0
    while seat < t.players:
        value: i64 = i64(t.setting.human[i64(t.character[seat])])
        if value > high:
            high = value
            best = vec[i64]()
        if value == high:
            best = append(best, seat)
        seat += 1
    return best


def _find_first(t: HugmeTable) -> None:
    """R7: the highest Human value begins; a tie goes by lot, to the first chair, or as the first of them says."""
    best = tied(t)
    if len(best) == 1 or t.setting.tie_by_seat:
        set_first(t, best[0])
    elif t.setting.tie_chosen:
        t.actor = best[0]
        t.phase = codes.TIE_CHOICE
    else:
        t.phase = codes.TYING


def set_first(t: HugmeTable, seat: i64) -> None:
    """R8: that seat deploys first and is the first in every round."""
    t.first = seat
    t.step = 0
    t.actor = seat
    t.phase = codes.DEPLOYING


def tie_codes(t: HugmeTable, legal: vec[i64]) -> vec[i64]:
    """The seats that may be named to begin."""
    for seat in tied(t):
        legal = append(legal, codes.A_FIRST + seat)
    return legal


def deploy_codes(legal: vec[i64]) -> vec[i64]:
    """R9: any habitable Location."""
    place: i64 = 0
    while place < codes.HABITABLE:
        legal = append(legal, codes.A_DEPLOY + place)
        place += 1
    return legal


def deploy(t: HugmeTable, place: i64) -> None:
    """R9: the keyring is placed; the next seat in order deploys."""
    arrive(t, t.actor, place)
    t.step += 1
    if t.step == t.players:
        t.phase = codes.NEXT_ROUND
    else:
        t.actor = t.seat_at(t.step)


def arrive(t: HugmeTable, seat: i64, place: i64) -> None:
    """A keyring comes to stand in a Location; R26 remembers the last shop."""
    t.place[seat] = u8(place)
    if place != codes.HALL:
        t.last_shop[seat] = t.shop_at[place]
