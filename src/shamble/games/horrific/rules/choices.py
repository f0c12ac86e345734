"""Horrific: what may be done, phase by phase: all of it as a list, and of one code what bars it, if anything does.

A bar is a number of `reasons`. Where a code is refused, `obstacles` looks which of several things it was.
"""

from librt.vecs import append, vec
from mypy_extensions import i64

from shamble.games.horrific.rules import codes, obstacles, play, reasons, turn
from shamble.games.horrific.rules.table import OWNER, HorrificTable

# -- the list ------------------------------------------------------------------------------------------------


def legal_codes(t: HorrificTable, seat: i64) -> vec[i64]:
    """All that the seat may do."""
    legal = vec[i64](capacity=32)
    if t.phase < codes.PLAYING or t.phase > codes.LAYING:
        return legal
    if t.phase == codes.DENYING:
        if seat == t.asking:
            legal = _denials(t, legal, seat)
    elif seat == t.turn:
        if t.phase == codes.PLAYING:
            legal = _plays(t, legal)
        elif t.phase == codes.LAYING:
            legal = _lays(t, legal)
        else:
            legal = _parts(t, legal)
    return legal if len(t.down) == 0 else _turn_ups(t, legal, seat)


def _plays(t: HorrificTable, legal: vec[i64]) -> vec[i64]:
    """From the hand, by Power, from the Reserve face up and face down; or the end of PLAY."""
    me: i64 = t.turn * codes.KINDS
    kind: i64 = 0
    if t.base > 0:
        while kind < codes.KINDS:
            if t.hands[me + kind] > 0 and play.may_play(t, kind, codes.FROM_HAND):
                legal = append(legal, codes.PLAY + kind)
            kind += 1
    kind = 0
    if t.power > 0:
        while kind < codes.KINDS:
            if t.hands[me + kind] > 0 and play.may_play(t, kind, codes.BY_POWER):
                legal = append(legal, codes.POWER + kind)
            kind += 1
    kind = 0
    while kind < codes.KINDS:
        if t.up[me + kind] > 0 and play.may_play(t, kind, codes.FROM_RESERVE):
            legal = append(legal, codes.RESERVE + kind)
        kind += 1
    if len(t.down) > 0:
        place: i64 = 0
        for entry in t.down:
            if entry & OWNER == t.turn:
                if play.may_play(t, (entry >> 3) & 15, codes.FROM_RESERVE):
                    legal = append(legal, codes.DOWN + place)
                place += 1
    return append(legal, codes.END_PLAY)


def _parts(t: HorrificTable, legal: vec[i64]) -> vec[i64]:
    """What may be named for the part of the play that is asked."""
    k: i64 = 0
    if t.phase == codes.AIMING:
        mask: i64 = play.targets(t, t.card, t.source)
        while mask != 0:
            legal = append(legal, codes.ON + t.place_of_bit(mask & -mask))
            mask = mask & (mask - 1)
    elif t.phase == codes.USING:
        while k < 4:
            if play.may_use(t, k):
                legal = append(legal, codes.MODE + k)
            k += 1
    elif t.phase == codes.TAKING:
        while k < codes.KINDS:
            if play.may_take(t, k):
                legal = append(legal, codes.TAKE + k)
            k += 1
        if t.mode == codes.SPEND:
            legal = append(legal, codes.STOP)
    elif t.phase == codes.NAMING:
        rivals: i64 = play.rivals(t)
        while k < t.players:
            if (rivals >> k) & 1 == 1:
                legal = append(legal, codes.AGAINST + k)
            k += 1
    else:
        while k < codes.KINDS:
            if t.up[t.rival * codes.KINDS + k] > 0:
                legal = append(legal, codes.DESTROY + k)
            k += 1
        places: i64 = t.downs(t.rival)
        k = 0
        while k < places:
            legal = append(legal, codes.DESTROY_DOWN + k)
            k += 1
    return legal


def _denials(t: HorrificTable, legal: vec[i64], seat: i64) -> vec[i64]:
    """A Deny of the hand against a Reserve card, one of the Reserve against any; or silence."""
    if t.hands[seat * codes.KINDS + codes.DN] > 0 and play.against_reserve_card(t):
        legal = append(legal, codes.DENY_HAND)
    if t.up[seat * codes.KINDS + codes.DN] > 0:
        legal = append(legal, codes.DENY_RESERVE)
    if len(t.down) > 0:
        place: i64 = 0
        for entry in t.down:
            if entry & OWNER == seat:
                if (entry >> 3) & 15 == codes.DN:
                    legal = append(legal, codes.DENY_DOWN + place)
                place += 1
    return append(legal, codes.PASS)


def _lays(t: HorrificTable, legal: vec[i64]) -> vec[i64]:
    """One card of the hand into the Reserve, or onto the Mound where the Reserve is full of its type."""
    if turn.may_still_lay(t):
        me: i64 = t.turn * codes.KINDS
        kind: i64 = 0
        full: i64 = 0  # mask of types of which the Reserve holds three
        open_: i64 = 0  # mask of types that may be laid
        while kind < codes.KINDS:
            if t.hands[me + kind] > 0:
                if turn.may_lay(t, kind):
                    open_ = open_ | 1 << kind
                    legal = append(legal, codes.LAY + kind)
                elif t.in_reserve(t.turn, kind) >= codes.CAP:
                    full = full | 1 << kind
            kind += 1
        kind = 0
        while kind < codes.KINDS and t.conceals(t.turn):
            if (open_ >> kind) & 1 == 1:
                legal = append(legal, codes.LAY_DOWN + kind)
            kind += 1
        kind = 0
        while kind < codes.KINDS and full != 0:
            if (full >> kind) & 1 == 1:
                legal = append(legal, codes.LAY_DISCARD + kind)
            kind += 1
    return append(legal, codes.END_LAY)


def _turn_ups(t: HorrificTable, legal: vec[i64], seat: i64) -> vec[i64]:
    """R15: any own face-down card, at any decision of anybody."""
    places: i64 = t.downs(seat)
    place: i64 = 0
    while place < places:
        legal = append(legal, codes.TURN_UP + place)
        place += 1
    return legal


# -- one code ------------------------------------------------------------------------------------------------


def bar(t: HorrificTable, seat: i64, code: i64) -> i64:
    """What stands in the way of the seat's code while a decision is owed; NONE where it may be played."""
    if code >= codes.TURN_UP:
        if code >= codes.CHARACTER:
            return reasons.OUTCOME
        return reasons.NONE if code - codes.TURN_UP < t.downs(seat) else reasons.NO_DOWN  # R15: at any decision
    if t.phase == codes.DENYING:
        return _bar_to_answer(t, code) if seat == t.asking else obstacles.waits(t, seat, code)
    if seat != t.turn:
        return obstacles.waits(t, seat, code)
    if t.phase == codes.PLAYING:
        return _bar_to_begin(t, code) if code <= codes.END_PLAY else obstacles.elsewhere(code)
    if t.phase == codes.LAYING:
        return _bar_to_settle(t, code) if code >= codes.LAY else obstacles.elsewhere(code)
    return _bar_to_name(t, code)


def _bar_to_begin(t: HorrificTable, code: i64) -> i64:
    """In PLAYING."""
    kind: i64 = code
    if code < codes.RESERVE:
        by_power: bool = code >= codes.POWER
        if by_power:
            kind = code - codes.POWER
        if t.hands[t.turn * codes.KINDS + kind] == 0:
            return obstacles.sort_or(t, kind, reasons.NOT_HELD)
        if by_power:
            if t.power == 0:
                return obstacles.sort_or(t, kind, reasons.NO_POWER)  # R22
            return reasons.NONE if play.may_play(t, kind, codes.BY_POWER) else obstacles.no_target(t, kind)
        if t.base == 0:
            return obstacles.sort_or(t, kind, obstacles.no_play_left(t))
        return reasons.NONE if play.may_play(t, kind, codes.FROM_HAND) else obstacles.no_target(t, kind)
    if code == codes.END_PLAY:
        return reasons.NONE
    if code < codes.DOWN:
        kind = code - codes.RESERVE
        if t.up[t.turn * codes.KINDS + kind] == 0:
            return obstacles.sort_or(t, kind, reasons.NOT_IN_OWN_RESERVE)
    else:
        kind = t.down_kind(t.turn, code - codes.DOWN)
        if kind < 0:
            return reasons.NO_DOWN
    return reasons.NONE if play.may_play(t, kind, codes.FROM_RESERVE) else obstacles.no_target(t, kind)


def _bar_to_name(t: HorrificTable, code: i64) -> i64:
    """Of the part of the play that is asked."""
    if t.phase == codes.AIMING:
        if code < codes.ON or code >= codes.MODE:
            return obstacles.elsewhere(code)
        reached: bool = (play.targets(t, t.card, t.source) >> (code - codes.ON)) & 1 == 1
        return reasons.NONE if reached else obstacles.out_of_reach(t, code - codes.ON)
    if t.phase == codes.USING:
        if code < codes.MODE or code >= codes.TAKE:
            return obstacles.elsewhere(code)
        return reasons.NONE if play.may_use(t, code - codes.MODE) else obstacles.no_such_use(t, code - codes.MODE)
    if t.phase == codes.TAKING:
        if code == codes.STOP:
            return reasons.NONE if t.mode == codes.SPEND else reasons.DIG_ONE
        if code < codes.TAKE or code > codes.STOP:
            return obstacles.elsewhere(code)
        return reasons.NONE if play.may_take(t, code - codes.TAKE) else obstacles.not_to_take(t, code - codes.TAKE)
    if t.phase == codes.NAMING:
        if code < codes.AGAINST or code >= codes.DESTROY:
            return obstacles.elsewhere(code)
        rival: bool = (play.rivals(t) >> (code - codes.AGAINST)) & 1 == 1
        return reasons.NONE if rival else obstacles.no_rival(t, code - codes.AGAINST)
    if code < codes.DESTROY or code >= codes.DENY_HAND:
        return obstacles.elsewhere(code)
    if code < codes.DESTROY_DOWN:
        there: bool = t.up[t.rival * codes.KINDS + code - codes.DESTROY] > 0
        return reasons.NONE if there else reasons.NOT_THERE
    return reasons.NONE if code - codes.DESTROY_DOWN < t.downs(t.rival) else reasons.NO_DOWN_THERE


def _bar_to_answer(t: HorrificTable, code: i64) -> i64:
    """In DENYING, for who is asked."""
    if code == codes.PASS:
        return reasons.NONE
    if code < codes.DENY_HAND or code > codes.PASS:
        return reasons.ANSWER_FIRST
    if code == codes.DENY_HAND:
        if t.hands[t.asking * codes.KINDS + codes.DN] == 0:
            return reasons.NO_DENY_HELD
        return reasons.NONE if play.against_reserve_card(t) else reasons.RESERVE_ONLY
    if code == codes.DENY_RESERVE:
        return reasons.NONE if t.up[t.asking * codes.KINDS + codes.DN] > 0 else reasons.NO_DENY_UP
    kind: i64 = t.down_kind(t.asking, code - codes.DENY_DOWN)
    if kind < 0:
        return reasons.NO_DOWN
    return reasons.NONE if kind == codes.DN else reasons.NO_DENY_THERE


def _bar_to_settle(t: HorrificTable, code: i64) -> i64:
    """R11 to R14: in LAYING."""
    if code == codes.END_LAY:
        return reasons.NONE
    kind: i64 = (code - codes.LAY) % codes.KINDS
    if not turn.may_still_lay(t):
        return reasons.LAID_ONE if t.hand_played else reasons.LAID_TWO
    if t.hands[t.turn * codes.KINDS + kind] == 0:
        return reasons.NOT_HELD
    if code >= codes.LAY_DISCARD:
        return reasons.NONE if t.in_reserve(t.turn, kind) >= codes.CAP else reasons.NEEDS_THREE
    if code >= codes.LAY_DOWN and not t.conceals(t.turn):
        return reasons.NO_CONCEAL
    if turn.may_lay(t, kind):
        return reasons.NONE
    return reasons.THREE_THERE if t.in_reserve(t.turn, kind) >= codes.CAP else reasons.RESERVE_FULL
