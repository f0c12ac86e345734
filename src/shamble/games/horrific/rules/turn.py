"""Horrific: the turn around its plays: START, LAY, LOSE TRUST, RETURN, VICTORY, REPLENISH (1.4)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.horrific.rules import codes
from shamble.games.horrific.rules.table import AIM_DOWN, NO_CARDS, HorrificTable
from shamble.kernel.bits import bits

# -- before the first turn (1.3) -----------------------------------------------------------------------------


def begin(t: HorrificTable, first: i64) -> None:
    """It is settled who begins; five cards for each are dealt."""
    t.first = first
    t.turn = first
    t.phase = codes.DEALING
    t.owed = codes.HAND_SIZE * t.players


def cast_next(t: HorrificTable, character: i64) -> None:
    """The next seat has its character; after the last it is settled who begins (R2)."""
    t.take_character(t.turn, character)  # R1: one each
    if t.turn + 1 < t.players:
        t.turn += 1
        return
    t.turn = 0
    t.phase = codes.CHOOSING
    if t.rules.first >= 0:
        begin(t, t.rules.first)


def next_seat(t: HorrificTable, seat: i64) -> i64:
    """Clockwise."""
    return seat + 1 if seat + 1 < t.players else 0


# -- 0. START ------------------------------------------------------------------------------------------------


def start_turn(t: HorrificTable) -> None:
    """One play from the hand; for Maal one more an Undead, and cards to match."""
    me: i64 = t.turn
    t.base = 1
    t.owed = 0
    if t.rules.per_undead[t.cast[me]]:
        undead: i64 = bits(t.undead[me])  # R34: counted once
        t.base = 1 + undead
        if undead >= codes.UNDEAD_DRAW:
            t.owed = undead - i64(t.held[me])
            if t.owed > t.decks[me].size():
                t.owed = t.decks[me].size()  # R34: no reshuffle now
            if t.owed < 0:
                t.owed = 0
    if (t.gimped >> me) & 1 == 1:
        t.base = 0  # R29
    t.phase = codes.STARTING if t.owed > 0 else codes.PLAYING


# -- 1. the end of PLAY --------------------------------------------------------------------------------------


def end_play(t: HorrificTable) -> None:
    """The Discards are swept and LAY begins."""
    t.base = 0
    t.power = 0  # R22: what is left lapses
    sweep(t)
    t.phase = codes.LAYING


def sweep(t: HorrificTable) -> None:
    """R9, R10: the discards go on top of their owners' Mounds in the order they were discarded."""
    left = vec[u8]()
    for card in t.discard:
        if t.rules.sweep_own and i64(card) >> 4 != t.turn:
            left = append(left, card)
        else:
            t.push_mound(i64(card) >> 4, i64(card) & 15)
    t.discard = left if len(left) > 0 else NO_CARDS


# -- 2. LAY --------------------------------------------------------------------------------------------------


def may_still_lay(t: HorrificTable) -> bool:
    """R12: one card, two where none was played from the hand in this turn."""
    return t.laid < (1 if t.hand_played else 2)


def may_lay(t: HorrificTable, kind: i64) -> bool:
    """R13: at most three of a type, and no more in all than the house rule says."""
    me: i64 = t.turn
    return t.in_reserve(me, kind) < codes.CAP and t.ups(me) + t.downs(me) < t.rules.reserve_total


def lay(t: HorrificTable, kind: i64) -> None:
    """R43: face up; nobody can deny it."""
    t.take_from_hand(t.turn, kind)
    t.put_up(t.turn, kind)
    t.laid += 1


def lay_down(t: HorrificTable, kind: i64) -> None:
    """R14: face down."""
    t.put_down(t.turn, kind)
    t.laid += 1


def lay_discard(t: HorrificTable, kind: i64) -> None:
    """R11: on top of the Mound at once. Face-down cards of the type turn up: a proof that there are three."""
    me: i64 = t.turn
    place: i64 = t.downs(me) - 1
    while place >= 0:
        if t.down_kind(me, place) == kind:
            t.put_up(me, t.take_down(me, place))
        place -= 1
    t.take_from_hand(me, kind)
    t.push_mound(me, kind)
    t.laid += 1


# -- 3. LOSE TRUST, 4. RETURN, 5. VICTORY --------------------------------------------------------------------


def end_lay(t: HorrificTable) -> None:
    """What follows without a decision; R32: a victory is tested here and nowhere else."""
    me: i64 = t.turn
    lose_trust(t, me)
    return_minions(t, me)
    if t.meets_goal(me):
        t.winner = me
        t.phase = codes.OVER
    else:
        replenish(t)


def lose_trust(t: HorrificTable, seat: i64) -> None:
    """One for each Living Minion, less what Monuments save (R28, R30)."""
    loss: i64 = bits(t.living[seat])
    kind: i64 = 0
    while kind < codes.KINDS:
        if t.up[seat * codes.KINDS + kind] > 0:
            loss -= i64(t.up[seat * codes.KINDS + kind]) * t.rules.eases[kind]
        kind += 1
    if loss > 0:
        t.gain_trust(seat, -loss)


def return_minions(t: HorrificTable, seat: i64) -> None:
    """R31: all at once, by one Trust, and only where the Loyalty is higher."""
    trust: i64 = t.trust[seat]
    mask: i64 = t.living[seat]
    while mask != 0:
        one: i64 = mask & -mask
        if i64(t.rules.loyalty[t.place_of_bit(one)]) > trust:
            t.living[seat] = t.living[seat] & ~one
            t.town = t.town | one
            t.used = t.used & ~one  # R36
        mask = mask & (mask - 1)


# -- 6. REPLENISH --------------------------------------------------------------------------------------------


def replenish(t: HorrificTable) -> None:
    """R33: a deck that is empty, before or after a draw, is the shuffled Mound; where both are empty, no more."""
    me: i64 = t.turn
    if t.decks[me].size() == 0:
        t.shuffle_mound(me)
    t.owed = codes.HAND_SIZE - i64(t.held[me])  # R45: a full hand draws nothing
    if t.owed < 0 or t.decks[me].size() == 0:
        t.owed = 0
    if t.owed == 0:
        end_turn(t)
    else:
        t.phase = codes.REPLENISHING


def drawn(t: HorrificTable, kind: i64) -> None:
    """A card has come off the deck of the seat in turn."""
    me: i64 = t.turn
    t.decks[me].draw(kind)
    t.add_to_hand(me, kind)
    t.owed -= 1
    if t.phase == codes.DEALING:
        if t.owed % codes.HAND_SIZE == 0:
            t.turn = next_seat(t, me)
        if t.owed == 0:
            start_turn(t)
    elif t.phase == codes.STARTING:
        if t.owed == 0:
            t.phase = codes.PLAYING
    else:
        replenish(t)


def end_turn(t: HorrificTable) -> None:
    """The next player clockwise; R40: after the last round the game is a draw."""
    t.fresh = 0
    t.used = 0
    t.gimped = t.gimped & ~(1 << t.turn)
    t.hand_played = False
    t.laid = 0
    t.turns += 1
    if t.turns >= t.rules.round_limit * t.players:
        t.phase = codes.OVER
        return
    t.turn = next_seat(t, t.turn)
    start_turn(t)


# -- at any time ---------------------------------------------------------------------------------------------


def turn_up(t: HorrificTable, seat: i64, place: i64) -> None:
    """R15: an own face-down card is turned face up. The card aimed at stays the same card."""
    kind: i64 = t.take_down(seat, place)
    t.put_up(seat, kind)
    follow_aim(t, seat, place, kind)


def follow_aim(t: HorrificTable, seat: i64, place: i64, becomes: i64) -> None:
    """A face-down card has left its place: what was aimed at there is now `becomes`, or lies one place earlier."""
    if t.rival != seat or t.aim < AIM_DOWN:
        return
    if t.aim == AIM_DOWN + place:
        t.aim = becomes
    elif t.aim > AIM_DOWN + place:
        t.aim -= 1
