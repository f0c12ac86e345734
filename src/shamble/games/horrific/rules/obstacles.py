"""Horrific: of a code that may not be played, which of several things stands in its way, and what is said with it.

Asked only where something is refused: `choices` has found that it is. Each function looks at the conditions in the
order in which a player would and ends with the first that does not hold. It uses what lies open and what the seat holds
itself, nothing else.
"""

from mypy_extensions import i64

from shamble.games.horrific.rules import codes, play, reasons
from shamble.games.horrific.rules.data import bit
from shamble.games.horrific.rules.table import HorrificTable


def numbers(t: HorrificTable, code: i64, bar: i64) -> tuple[int, ...]:
    """What goes with a reason: seats and counts."""
    if bar == reasons.OTHERS_TURN:
        return (t.turn,)
    if bar == reasons.ASKED_FIRST:
        return (t.asking,)
    if bar == reasons.NO_SEAT or bar == reasons.NO_RESERVE:
        return (code - codes.AGAINST,)
    if bar == reasons.NOT_THERE or bar == reasons.NO_DOWN_THERE:
        return (t.rival,)
    if bar == reasons.TOO_DEEP:
        return (t.depth(),)
    if bar == reasons.NEEDS_THREE:
        return (t.in_reserve(t.turn, (code - codes.LAY) % codes.KINDS),)
    return (t.rules.reserve_total,) if bar == reasons.RESERVE_FULL else ()


# -- whose decision, and which -----------------------------------------------------------------------------------


def elsewhere(code: i64) -> i64:
    """The seat in turn tries what this phase does not ask for."""
    if codes.DENY_HAND <= code < codes.PASS:
        return reasons.OWN_TURN_DENY  # R46
    return reasons.NOT_ASKED if code == codes.PASS else reasons.PHASE


def waits(t: HorrificTable, seat: i64, code: i64) -> i64:
    """The decision is another seat's."""
    if codes.DENY_HAND <= code < codes.PASS:
        return _not_asked_to_deny(t, seat)
    if code == codes.PASS:
        return reasons.NOT_ASKED
    return reasons.OTHERS_TURN if seat != t.turn else reasons.ASKED_FIRST


def _not_asked_to_deny(t: HorrificTable, seat: i64) -> i64:
    """R16, R17, R46."""
    if seat == t.turn:
        return reasons.OWN_TURN_DENY
    if t.phase != codes.DENYING:
        return reasons.NOTHING_TO_DENY
    window: i64 = t.windows[len(t.windows) - 1]
    if window & 15 == seat:
        return reasons.OWN_CARD
    if (window >> (8 + seat)) & 1 == 1:
        return reasons.WAS_ASKED
    return reasons.ASKED_FIRST if play.might_deny(t, seat, window) else reasons.PASSED_OVER


# -- PLAY --------------------------------------------------------------------------------------------------------


def sort_or(t: HorrificTable, kind: i64, other: i64) -> i64:
    """A card of the wrong sort is refused as such, others for the other reason."""
    return other if t.rules.types[kind].play == codes.OWN_TURN else _wrong_sort(kind)


def _wrong_sort(kind: i64) -> i64:
    return reasons.DENY_OWN_TURN if kind == codes.DN else reasons.NEVER_PLAYED


def no_play_left(t: HorrificTable) -> i64:
    """R29: why the hand has no plays."""
    return reasons.GIMPED if (t.gimped >> t.turn) & 1 == 1 else reasons.HAND_USED


def no_target(t: HorrificTable, kind: i64) -> i64:
    """R6: a card of the wrong sort, or without anything on which it would have an effect."""
    card = t.rules.types[kind]
    if card.play != codes.OWN_TURN:
        return _wrong_sort(kind)
    me: i64 = t.turn
    if card.target == codes.RIVAL_RESERVE:
        return reasons.NO_RIVAL_RESERVE
    if card.target == codes.TOWN:
        return reasons.TOWN_EMPTY
    if card.target == codes.RIVAL_LIVING:
        return reasons.NO_RIVAL_LIVING
    if card.target == codes.RIVAL_MINION:
        return reasons.NO_RIVAL_MINION
    if card.target == codes.OWN_LIVING:
        return reasons.NO_LIVING if t.living[me] == 0 else reasons.ALL_FRESH  # R21
    if t.living[me] | t.undead[me] == 0:
        return reasons.NO_MINION
    useful: i64 = play.useful(t, kind)
    if useful == 0:
        return reasons.NOBODY_USEFUL
    return reasons.ALL_USED if t.rules.uc_once and useful & ~t.used == 0 else reasons.ALL_FRESH  # R23, R21


# -- the parts of a play -----------------------------------------------------------------------------------------


def out_of_reach(t: HorrificTable, person: i64) -> i64:
    """Where the person is, against where the card reaches."""
    me: i64 = t.turn
    one: i64 = bit(person)
    living: i64 = 0
    undead: i64 = 0
    for seat in range(t.players):
        living = living | t.living[seat]
        undead = undead | t.undead[seat]
    if (t.town | living | undead | t.destroyed) & one == 0:
        return reasons.NOT_IN_PLAY
    if t.destroyed & one != 0:
        return reasons.DESTROYED
    target: i64 = t.rules.types[t.card].target
    if target == codes.TOWN:
        return reasons.NOT_IN_TOWN
    if target == codes.RIVAL_LIVING or target == codes.RIVAL_MINION:
        rivals: i64 = (living | undead) & ~(t.living[me] | t.undead[me])
        if rivals & one == 0:
            return reasons.NOT_A_RIVALS
        return reasons.UNDEAD_THERE
    if (t.living[me] | t.undead[me]) & one == 0:
        return reasons.NOT_YOURS
    if target == codes.OWN_LIVING:
        return reasons.UNDEAD_THERE if t.undead[me] & one != 0 else reasons.FRESH
    if play.useful(t, t.card) & one == 0:
        digs: bool = (t.rules.types[t.card].modes >> codes.DIG) & 1 == 1
        return reasons.MOUND_EMPTY if digs and t.undead[me] & one != 0 else reasons.NO_USE
    return reasons.USED if t.rules.uc_once and t.used & one != 0 else reasons.FRESH


def no_such_use(t: HorrificTable, mode: i64) -> i64:
    """R6, R22 to R25."""
    living: bool = (t.living[t.turn] >> t.person) & 1 == 1
    if living != (mode == codes.USE_POWER or mode == codes.USE_INFLUENCE):
        return reasons.ONLY_UNDEAD if living else reasons.ONLY_LIVING
    if (t.rules.types[t.card].modes >> mode) & 1 == 0:
        return reasons.NOT_OF_CARD
    if mode == codes.DIG:
        return reasons.MOUND_EMPTY
    return reasons.HAS_NO_POWER if mode == codes.USE_POWER else reasons.HAS_NO_INFLUENCE


def not_to_take(t: HorrificTable, kind: i64) -> i64:
    """R25."""
    there: i64 = t.in_mound(t.turn, kind, codes.DECK)
    if there == 0:
        return reasons.NOT_IN_MOUND
    for card in t.taken:
        if i64(card) == kind:
            there -= 1
    return reasons.ALL_NAMED if there == 0 else reasons.TOO_DEEP


def no_rival(t: HorrificTable, rival: i64) -> i64:
    """R42."""
    if rival >= t.players:
        return reasons.NO_SEAT
    return reasons.YOURSELF if rival == t.turn else reasons.NO_RESERVE
