"""Reply windows: who may answer in a Theft or an Assault, and with what (R22, R55, R61)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.hugme.rules import assault, codes, items, theft
from shamble.games.hugme.rules.table import (
    ATTACK,
    BY_DEFAULT,
    IN_ASSAULT,
    IN_THEFT,
    LEFT,
    RIGHT,
    SHOWN,
    UNARMED,
    HugmeTable,
)
from shamble.kernel.bits import bits


def next_reply(t: HugmeTable) -> None:
    """Ask the next one who may answer; when all have passed in a row the window closes."""
    if t.back == codes.THEFT:
        _next_in_theft(t)
    else:
        _next_in_assault(t)


def _next_in_theft(t: HugmeTable) -> None:
    while t.passes < 2:
        seat = t.victim if t.owed == 0 else t.turn
        t.owed = 1 - t.owed
        if _asked(t, seat, IN_THEFT):
            _ask(t, seat, codes.THEFT)
            return
        t.passes += 1
    t.owed = 0
    theft.close(t)


def _next_in_assault(t: HugmeTable) -> None:
    while t.passes < bits(t.fighters):
        seat = t.seat_at(t.step)
        t.step = t.step + 1 if t.step + 1 < t.players else 0
        if (t.fighters >> seat) & 1 == 0:
            continue
        if _asked(t, seat, IN_ASSAULT):
            _ask(t, seat, codes.ASSAULT)
            return
        t.passes += 1
    assault.resolve(t)


def _ask(t: HugmeTable, seat: i64, phase: i64) -> None:
    t.actor = seat
    t.acted = False
    t.phase = phase


def _asked(t: HugmeTable, seat: i64, where: i64) -> bool:
    """R55: only who publicly can do nothing is passed over: no face-down card and nothing usable that is shown."""
    return t.face_down(seat) > 0 or len(reply_codes(t, seat, where, vec[i64]())) > 1


def reply_codes(t: HugmeTable, seat: i64, where: i64, legal: vec[i64]) -> vec[i64]:
    """Reveal or choose a Weapon, use what helps here, or pass."""
    at: i64 = 0
    end: i64 = len(t.cards)
    used = t.used_weapon(seat, where)
    armable = t.arm[seat] == BY_DEFAULT and (where == IN_ASSAULT or (t.disarmed >> seat) & 1 == 0)
    while at < end:
        card = t.cards[at]
        zone: i64 = card >> 26
        if zone == LEFT + seat or zone == RIGHT + seat:
            kind = t.kind(card & 255)
            fights = t.weapon(seat, kind, where) > 0  # R61: the Gas Attendant's Gasoline too, once revealed
            if card & SHOWN == 0:
                if fights or (where == IN_THEFT and i64(t.setting.effect[kind]) == codes.BONUS):
                    legal = append(legal, codes.A_REVEAL + kind)
            elif fights and armable and kind != used:
                legal = append(legal, codes.A_ARM + kind)
            if kind < codes.COLOURED and _may_use(t, i64(t.setting.effect[kind]), where):
                legal = append(legal, codes.A_USE + kind)
        at += 1
    if armable and used >= 0:
        legal = append(legal, codes.A_ARM_NONE)
    if where == IN_THEFT:
        legal = items.show_codes(t, seat, legal)
    return append(legal, codes.A_PASS)


def _may_use(t: HugmeTable, effect: i64, where: i64) -> bool:
    if effect == codes.BOOST:
        return True
    return (effect == codes.MOVE_ALL or effect == codes.MOVE_ONE) and where == IN_ASSAULT and t.packs_in(ATTACK) > 0


def reveal(t: HugmeTable, seat: i64, kind: i64) -> None:
    """A card is turned up in answer; a fresh Weapon is weighed anew."""
    items.reveal(t, seat, kind)
    if t.setting.weapon[kind] > 0 or kind == codes.GASOLINE:
        t.arm[seat] = u8(BY_DEFAULT)
    t.acted = True


def arm(t: HugmeTable, seat: i64, kind: i64) -> None:
    """R22: which shown Weapon counts, or none."""
    t.arm[seat] = u8(kind) if kind < codes.KINDS else u8(UNARMED)
    t.acted = True


def pass_on(t: HugmeTable) -> None:
    """The answer is over; after an act the others may answer again."""
    t.passes = 1 if t.acted else t.passes + 1
    t.acted = False
