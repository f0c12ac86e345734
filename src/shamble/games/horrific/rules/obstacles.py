"""What stands in the way of a code that is not legal, phase by phase: asked only when somebody wants to know why.

Each function looks at the conditions of its phase in the order in which a player would, by the same questions as the
phase does, and ends with the first that does not hold. A reason uses what lies open and what the seat holds itself,
nothing else; its arguments are numbers of seats and counts.
"""

from typing import Final

from mypy_extensions import i64

from shamble.games.horrific.rules import codes, play, turn
from shamble.games.horrific.rules.data import bit
from shamble.games.horrific.rules.table import HorrificTable
from shamble.kernel.reasons import OUTCOME, Reason

# what is said to whoever tries something that has no place in the phase at all
PHASE: Final = Reason("phase")


def obstacle(t: HorrificTable, seat: i64, code: i64) -> Reason:
    """The reason why the seat may not play the code, which is not legal for it, while a decision is owed."""
    if code >= codes.CHARACTER:
        return Reason(OUTCOME)
    if code >= codes.TURN_UP:
        return Reason("no_down")  # R15: at any decision of anybody
    if codes.DENY_HAND <= code < codes.PASS:
        return _deny(t, seat, code)
    if code == codes.PASS:
        return Reason("not_asked")
    if t.phase == codes.DENYING and seat == t.asking:
        return Reason("answer_first")
    if seat != t.turn:
        return Reason("others_turn", (t.turn,))
    if t.phase == codes.DENYING:
        return Reason("asked_first", (t.asking,))
    if t.phase == codes.PLAYING:
        return _play(t, code) if code <= codes.END_PLAY else PHASE
    if t.phase == codes.LAYING:
        return _lay(t, code) if code >= codes.LAY else PHASE
    return _part(t, code)


def _deny(t: HorrificTable, seat: i64, code: i64) -> Reason:
    """R16, R19, R46."""
    if seat == t.turn:
        return Reason("own_turn_deny")
    if t.phase != codes.DENYING:
        return Reason("nothing_to_deny")
    if seat != t.asking:
        window: i64 = t.windows[len(t.windows) - 1]
        if window & 15 == seat:
            return Reason("own_card")
        if (window >> (8 + seat)) & 1 == 1:
            return Reason("was_asked")
        return Reason("asked_first", (t.asking,)) if play.might_deny(t, seat, window) else Reason("passed_over")
    if code == codes.DENY_HAND:
        held: bool = t.hands[seat * codes.KINDS + codes.DN] > 0
        return Reason("reserve_only" if held else "no_deny_held")
    if code == codes.DENY_RESERVE:
        return Reason("no_deny_up")
    return Reason("no_down" if t.down_kind(seat, code - codes.DENY_DOWN) < 0 else "no_deny_there")


# -- PLAY --------------------------------------------------------------------------------------------------------


def _play(t: HorrificTable, code: i64) -> Reason:
    me: i64 = t.turn * codes.KINDS
    if code >= codes.DOWN:
        down: i64 = t.down_kind(t.turn, code - codes.DOWN)
        return Reason("no_down") if down < 0 else _unplayable(t, down, codes.FROM_RESERVE)
    kind: i64 = code % codes.KINDS
    if t.rules.types[kind].play != codes.OWN_TURN:
        return _unplayable(t, kind, codes.FROM_HAND)
    if code >= codes.RESERVE:
        return Reason("not_in_own_reserve") if t.up[me + kind] == 0 else _unplayable(t, kind, codes.FROM_RESERVE)
    if t.hands[me + kind] == 0:
        return Reason("not_held")
    if code >= codes.POWER:
        return Reason("no_power") if t.power == 0 else _unplayable(t, kind, codes.BY_POWER)
    if t.base == 0:
        return Reason("gimped" if (t.gimped >> t.turn) & 1 == 1 else "hand_used")  # R29
    return _unplayable(t, kind, codes.FROM_HAND)


def _unplayable(t: HorrificTable, kind: i64, source: i64) -> Reason:
    """R6: a card of the wrong sort, or without anything on which it would have an effect."""
    card = t.rules.types[kind]
    if card.play != codes.OWN_TURN:
        return Reason("deny_own_turn" if kind == codes.DN else "never_played")
    me: i64 = t.turn
    if card.target == codes.RIVAL_RESERVE:
        return Reason("no_rival_reserve")
    if card.target == codes.TOWN:
        return Reason("town_empty")
    if card.target == codes.RIVAL_LIVING:
        return Reason("no_rival_living")
    if card.target == codes.RIVAL_MINION:
        return Reason("no_rival_minion")
    if card.target == codes.OWN_LIVING:
        return Reason("no_living" if t.living[me] == 0 else "all_fresh")  # R21
    if t.living[me] | t.undead[me] == 0:
        return Reason("no_minion")
    if play.useful(t, kind) == 0:
        return Reason("nobody_useful")
    return Reason("all_used" if play.usable(t, kind) == 0 else "all_fresh")  # R23, R21


# -- the parts of a play -----------------------------------------------------------------------------------------


def _part(t: HorrificTable, code: i64) -> Reason:
    phase = t.phase
    if phase == codes.AIMING and codes.ON <= code < codes.MODE:
        return _aim(t, code - codes.ON)
    if phase == codes.USING and codes.MODE <= code < codes.TAKE:
        return _mode(t, code - codes.MODE)
    if phase == codes.TAKING and codes.TAKE <= code <= codes.STOP:
        return Reason("dig_one") if code == codes.STOP else _take(t, code - codes.TAKE)
    if phase == codes.NAMING and codes.AGAINST <= code < codes.DESTROY:
        rival: i64 = code - codes.AGAINST
        if rival >= t.players:
            return Reason("no_seat", (rival,))
        return Reason("yourself") if rival == t.turn else Reason("no_reserve", (rival,))
    if phase == codes.DESTROYING and codes.DESTROY <= code < codes.DENY_HAND:
        return Reason("not_there" if code < codes.DESTROY_DOWN else "no_down_there", (t.rival,))
    return PHASE


def _aim(t: HorrificTable, person: i64) -> Reason:
    """Where the person is, against where the card reaches."""
    me: i64 = t.turn
    one: i64 = bit(person)
    living: i64 = 0
    undead: i64 = 0
    for seat in range(t.players):
        living = living | t.living[seat]
        undead = undead | t.undead[seat]
    if (t.town | living | undead | t.destroyed) & one == 0:
        return Reason("not_in_play")
    if t.destroyed & one != 0:
        return Reason("destroyed")
    target: i64 = t.rules.types[t.card].target
    if target == codes.TOWN:
        return Reason("not_in_town")
    if target == codes.RIVAL_LIVING or target == codes.RIVAL_MINION:
        rivals: i64 = (living | undead) & ~(t.living[me] | t.undead[me])
        if rivals & one == 0:
            return Reason("not_a_rivals")
        return Reason("undead_there")
    if (t.living[me] | t.undead[me]) & one == 0:
        return Reason("not_yours")
    if target == codes.OWN_LIVING:
        return Reason("undead_there" if t.undead[me] & one != 0 else "fresh")
    if play.useful(t, t.card) & one == 0:
        digs: bool = (t.rules.types[t.card].modes >> codes.DIG) & 1 == 1
        return Reason("mound_empty" if digs and t.undead[me] & one != 0 else "no_use")
    return Reason("used" if play.usable(t, t.card) & one == 0 else "fresh")


def _mode(t: HorrificTable, mode: i64) -> Reason:
    """R6, R22 to R25."""
    living: bool = (t.living[t.turn] >> t.person) & 1 == 1
    if living != (mode == codes.USE_POWER or mode == codes.USE_INFLUENCE):
        return Reason("only_undead" if living else "only_living")
    if (t.rules.types[t.card].modes >> mode) & 1 == 0:
        return Reason("not_of_card")
    if mode == codes.DIG:
        return Reason("mound_empty")
    return Reason("has_no_power" if mode == codes.USE_POWER else "has_no_influence")


def _take(t: HorrificTable, kind: i64) -> Reason:
    """R25."""
    there: i64 = t.in_mound(t.turn, kind, codes.DECK)
    if there == 0:
        return Reason("not_in_mound")
    for card in t.taken:
        if i64(card) == kind:
            there -= 1
    return Reason("all_named") if there == 0 else Reason("too_deep", (t.depth(),))


# -- LAY ---------------------------------------------------------------------------------------------------------


def _lay(t: HorrificTable, code: i64) -> Reason:
    """R11 to R14."""
    kind: i64 = (code - codes.LAY) % codes.KINDS
    if not turn.may_still_lay(t):
        return Reason("laid_one" if t.hand_played else "laid_two")
    if t.hands[t.turn * codes.KINDS + kind] == 0:
        return Reason("not_held")
    count: i64 = t.in_reserve(t.turn, kind)
    if code >= codes.LAY_DISCARD:
        return Reason("needs_three", (count,))
    if code >= codes.LAY_DOWN and not t.conceals(t.turn):
        return Reason("no_conceal")
    if count >= codes.CAP:
        return Reason("three_there")
    return Reason("reserve_full", (t.rules.reserve_total,))
