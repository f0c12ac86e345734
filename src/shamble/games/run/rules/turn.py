"""What happens in a turn."""

from librt.vecs import append
from mypy_extensions import i64, u8

from shamble.games.run.rules import codes
from shamble.games.run.rules.data import NOTHING, free_bit, items_in, zombies_in
from shamble.games.run.rules.table import RunTable
from shamble.kernel.deck import Deck, zeros

# -- setup (1.3) ---------------------------------------------------------------------------------------------


def set_up(t: RunTable) -> None:
    """The opening position: the whole box (R1) in the deck, nobody dealt to yet."""
    k: i64 = 0
    while k < t.players:
        t.fronts = append(t.fronts, 0)
        k += 1
    t.hands = zeros(t.players * codes.HAND)
    t.held = zeros(t.players)
    t.discard = zeros(codes.KINDS)
    t.removed = zeros(codes.KINDS)
    t.deck = Deck(codes.KINDS)
    face: i64 = 0
    while face < codes.KINDS:
        t.deck.add(face, t.rules.count_of(face))
        face += 1
    if t.rules.first >= 0:
        begin(t, t.rules.first)


def begin(t: RunTable, first: i64) -> None:
    """R3: the first player is settled; four cards go to each."""
    t.first = first
    t.turn = first
    t.phase = codes.DEALING
    t.owed = 4 * t.players


# -- what then happens (1.4) ---------------------------------------------------------------------------------


def special(t: RunTable, who: i64, code: i64) -> None:
    """R11: place the card, draw one, go on playing; unless the card ended the game or the player (R12)."""
    t.special_used = True
    if code < codes.SPECIAL_ITEM:
        face: i64 = codes.SYMBOLS + code - codes.SPECIAL_ZOMBIE
        t.take_from_hand(who, face)
        place(t, face, who)
    else:
        face = (code - codes.SPECIAL_ITEM) // codes.SEATS
        t.take_from_hand(who, face)
        place(t, face, (code - codes.SPECIAL_ITEM) % codes.SEATS)
    if t.phase == codes.OVER:
        return
    if (t.living >> who) & 1 == 0:
        end_turn(t)
    else:
        _owe_cards(t, 1)


def redraw(t: RunTable) -> None:
    """R8, R9: the hand is shown and discarded, five cards are drawn however many it had, the turn goes on."""
    me: i64 = t.turn
    at: i64 = me * codes.HAND
    end: i64 = at + i64(t.held[me])
    t.shown = t.hands[at:end]
    while at < end:
        t.discard[i64(t.hands[at])] += u8(1)
        t.hands[at] = u8(0)
        at += 1
    t.held[me] = u8(0)
    t.redraws += 1
    _owe_cards(t, 5)


def place(t: RunTable, face: i64, seat: i64) -> None:
    """A card comes to lie before a seat: cancel, count, die, win, in this order (R6, R17, R18)."""
    front = t.fronts[seat]
    if face != codes.ANNOYING:
        match: i64 = face + codes.SYMBOLS if face < codes.SYMBOLS else face - codes.SYMBOLS
        if (front >> match) & 1 == 1:
            t.fronts[seat] = front & ~(1 << match)
            t.discard[face] += u8(1)
            t.discard[match] += u8(1)
            return
    front = front | free_bit(front, face)
    t.fronts[seat] = front
    if face < codes.SYMBOLS:  # R19: one card, one kind of end
        if items_in(front) >= 5:
            _win(t, seat, 1)  # R17: whoever's turn it is
    elif zombies_in(front) >= 5:
        _die(t, seat)  # R20: they differ, for no front holds two alike


def _die(t: RunTable, seat: i64) -> None:
    """R13, R18: front and hand are discarded; the last who lives wins."""
    front = t.fronts[seat]
    face: i64 = 0
    while face < codes.KINDS + 2:
        if (front >> face) & 1 == 1:
            t.discard[face if face < codes.ANNOYING else codes.ANNOYING] += u8(1)
        face += 1
    t.fronts[seat] = 0
    at: i64 = seat * codes.HAND
    end: i64 = at + i64(t.held[seat])
    while at < end:
        if t.rules.dead_hand_removed:
            t.removed[i64(t.hands[at])] += u8(1)
        else:
            t.discard[i64(t.hands[at])] += u8(1)
        t.hands[at] = u8(0)
        at += 1
    t.held[seat] = u8(0)
    t.living = t.living & ~(1 << seat)
    if t.living & (t.living - 1) == 0:  # R18, R21: before anything else can happen
        last: i64 = 0
        while (t.living >> last) & 1 == 0:
            last += 1
        _win(t, last, 2)


def _win(t: RunTable, seat: i64, ending: i64) -> None:
    t.winner = seat
    t.ending_code = ending
    t.phase = codes.OVER


def end_turn(t: RunTable) -> None:
    """The turn passes clockwise to every seat, zombies included (R13)."""
    if t.phase == codes.OVER:
        return
    t.turns += 1
    t.special_used = False
    t.redraws = 0
    t.shown = NOTHING
    if t.rules.max_turns > 0 and t.turns >= t.rules.max_turns:
        t.ending_code = 3  # R22: a draw
        t.phase = codes.OVER
        return
    t.turn = t.turn + 1 if t.turn + 1 < t.players else 0
    _start_turn(t)


def _start_turn(t: RunTable) -> None:
    """The living draw a card; zombie players turn one up (R14)."""
    if (t.living >> t.turn) & 1 == 1:
        _owe_cards(t, 1)
    else:
        _turn_up(t)


# -- the deck ------------------------------------------------------------------------------------------------


def _owe_cards(t: RunTable, count: i64) -> None:
    t.owed = count
    t.phase = codes.DRAWING
    _go_on_drawing(t)


def _go_on_drawing(t: RunTable) -> None:
    """R16: reshuffle when a card is needed; where there is none at all the draw is skipped."""
    if t.owed > 0 and t.deck.size() == 0:
        _reshuffle(t)
        if t.deck.size() == 0:
            t.owed = 0
    if t.owed == 0:
        t.phase = codes.PLAYING


def _reshuffle(t: RunTable) -> None:
    """The discard pile becomes part of the deck."""
    face: i64 = 0
    while face < codes.KINDS:
        if t.discard[face] > 0:
            t.deck.add(face, i64(t.discard[face]))
            t.discard[face] = u8(0)
        face += 1


def drawn(t: RunTable, face: i64) -> None:
    """A card has come off the deck: to a hand, or turned up by a zombie player for all to see (R15)."""
    t.deck.draw(face)
    if t.phase == codes.DEALING:
        t.add_to_hand(t.turn, face)
        t.owed -= 1
        if t.owed % 4 == 0:
            t.turn = t.turn + 1 if t.turn + 1 < t.players else 0
        if t.owed == 0:
            _start_turn(t)
        return
    if t.rules.reshuffle_on_empty and t.deck.size() == 0:  # R16
        _reshuffle(t)
    if t.phase == codes.DRAWING:
        t.add_to_hand(t.turn, face)
        t.owed -= 1
        _go_on_drawing(t)
        return
    if t.someone_may_receive(face):
        t.turned_up = face
        t.phase = codes.GIVING
    else:
        t.discard[face] += u8(1)
        _turn_up(t)


def _turn_up(t: RunTable) -> None:
    """R14: a zombie player turns up cards until one can be given; where none can, the turn ends."""
    t.phase = codes.TURNING_UP
    if not t.something_to_give():
        end_turn(t)
    elif t.deck.size() == 0:
        _reshuffle(t)
