"""What happens in a turn."""

from librt.vecs import append
from mypy_extensions import i64, u8

from shamble.games.run.rules import codes
from shamble.games.run.rules.data import NOTHING, free_bit, items_in, zombies_in
from shamble.games.run.rules.table import RunTable
from shamble.kernel.deck import Deck, zeros


class Turn(RunTable):
    """The table, and what a card or the end of a turn does to it."""

    # -- setup (1.3) ---------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """The opening position: the whole box (R1) in the deck, nobody dealt to yet."""
        k: i64 = 0
        while k < self.players:
            self.fronts = append(self.fronts, 0)
            k += 1
        self.hands = zeros(self.players * codes.HAND)
        self.held = zeros(self.players)
        self.discard = zeros(codes.KINDS)
        self.removed = zeros(codes.KINDS)
        self.deck = Deck(codes.KINDS)
        face: i64 = 0
        while face < codes.KINDS:
            self.deck.add(face, self.rules.count_of(face))
            face += 1
        if self.rules.first >= 0:
            self._begin(self.rules.first)

    def _begin(self, first: i64) -> None:
        """R3: the first player is settled; four cards go to each."""
        self.first = first
        self.turn = first
        self.phase = codes.DEALING
        self.owed = 4 * self.players

    # -- what then happens (1.4) ---------------------------------------------------------------------------------

    def _special(self, who: i64, code: i64) -> None:
        """R11: place the card, draw one, go on playing; unless the card ended the game or the player (R12)."""
        self.special_used = True
        if code < codes.SPECIAL_ITEM:
            face: i64 = codes.SYMBOLS + code - codes.SPECIAL_ZOMBIE
            self._take_from_hand(who, face)
            self._place(face, who)
        else:
            face = (code - codes.SPECIAL_ITEM) // codes.SEATS
            self._take_from_hand(who, face)
            self._place(face, (code - codes.SPECIAL_ITEM) % codes.SEATS)
        if self.phase == codes.OVER:
            return
        if (self.living >> who) & 1 == 0:
            self._end_turn()
        else:
            self._owe_cards(1)

    def _redraw(self) -> None:
        """R8, R9: the hand is shown and discarded, five cards are drawn however many it had, the turn goes on."""
        me: i64 = self.turn
        at: i64 = me * codes.HAND
        end: i64 = at + i64(self.held[me])
        self.shown = self.hands[at:end]
        while at < end:
            self.discard[i64(self.hands[at])] += u8(1)
            self.hands[at] = u8(0)
            at += 1
        self.held[me] = u8(0)
        self.redraws += 1
        self._owe_cards(5)

    def _place(self, face: i64, seat: i64) -> None:
        """A card comes to lie before a seat: cancel, count, die, win, in this order (R6, R17, R18)."""
        front = self.fronts[seat]
        if face != codes.ANNOYING:
            match: i64 = face + codes.SYMBOLS if face < codes.SYMBOLS else face - codes.SYMBOLS
            if (front >> match) & 1 == 1:
                self.fronts[seat] = front & ~(1 << match)
                self.discard[face] += u8(1)
                self.discard[match] += u8(1)
                return
        front = front | free_bit(front, face)
        self.fronts[seat] = front
        if face < codes.SYMBOLS:  # R19: one card, one kind of end
            if items_in(front) >= 5:
                self._win(seat, 1)  # R17: whoever's turn it is
        elif zombies_in(front) >= 5:
            self._die(seat)  # R20: they differ, for no front holds two alike

    def _die(self, seat: i64) -> None:
        """R13, R18: front and hand are discarded; the last who lives wins."""
        front = self.fronts[seat]
        face: i64 = 0
        while face < codes.KINDS + 2:
            if (front >> face) & 1 == 1:
                self.discard[face if face < codes.ANNOYING else codes.ANNOYING] += u8(1)
            face += 1
        self.fronts[seat] = 0
        at: i64 = seat * codes.HAND
        end: i64 = at + i64(self.held[seat])
        while at < end:
            if self.rules.dead_hand_removed:
                self.removed[i64(self.hands[at])] += u8(1)
            else:
                self.discard[i64(self.hands[at])] += u8(1)
            self.hands[at] = u8(0)
            at += 1
        self.held[seat] = u8(0)
        self.living = self.living & ~(1 << seat)
        if self.living & (self.living - 1) == 0:  # R18, R21: before anything else can happen
            last: i64 = 0
            while (self.living >> last) & 1 == 0:
                last += 1
            self._win(last, 2)

    def _win(self, seat: i64, ending: i64) -> None:
        self.winner = seat
        self.ending_code = ending
        self.phase = codes.OVER

    def _end_turn(self) -> None:
        """The turn passes clockwise to every seat, zombies included (R13)."""
        if self.phase == codes.OVER:
            return
        self.turns += 1
        self.special_used = False
        self.redraws = 0
        self.shown = NOTHING
        if self.rules.max_turns > 0 and self.turns >= self.rules.max_turns:
            self.ending_code = 3  # R22: a draw
            self.phase = codes.OVER
            return
        self.turn = self.turn + 1 if self.turn + 1 < self.players else 0
        self._start_turn()

    def _start_turn(self) -> None:
        """The living draw a card; zombie players turn one up (R14)."""
        if (self.living >> self.turn) & 1 == 1:
            self._owe_cards(1)
        else:
            self._turn_up()

    # -- the deck ------------------------------------------------------------------------------------------------

    def _owe_cards(self, count: i64) -> None:
        self.owed = count
        self.phase = codes.DRAWING
        self._go_on_drawing()

    def _go_on_drawing(self) -> None:
        """R16: reshuffle when a card is needed; where there is none at all the draw is skipped."""
        if self.owed > 0 and self.deck.size() == 0:
            self._reshuffle()
            if self.deck.size() == 0:
                self.owed = 0
        if self.owed == 0:
            self.phase = codes.PLAYING

    def _reshuffle(self) -> None:
        """The discard pile becomes part of the deck."""
        face: i64 = 0
        while face < codes.KINDS:
            if self.discard[face] > 0:
                self.deck.add(face, i64(self.discard[face]))
                self.discard[face] = u8(0)
            face += 1

    def _drawn(self, face: i64) -> None:
        """A card has come off the deck: to a hand, or turned up by a zombie player for all to see (R15)."""
        self.deck.draw(face)
        if self.phase == codes.DEALING:
            self._add_to_hand(self.turn, face)
            self.owed -= 1
            if self.owed % 4 == 0:
                self.turn = self.turn + 1 if self.turn + 1 < self.players else 0
            if self.owed == 0:
                self._start_turn()
            return
        if self.rules.reshuffle_on_empty and self.deck.size() == 0:  # R16
            self._reshuffle()
        if self.phase == codes.DRAWING:
            self._add_to_hand(self.turn, face)
            self.owed -= 1
            self._go_on_drawing()
            return
        if self._someone_may_receive(face):
            self.turned_up = face
            self.phase = codes.GIVING
        else:
            self.discard[face] += u8(1)
            self._turn_up()

    def _turn_up(self) -> None:
        """R14: a zombie player turns up cards until one can be given; where none can, the turn ends."""
        self.phase = codes.TURNING_UP
        if not self._something_to_give():
            self._end_turn()
        elif self.deck.size() == 0:
            self._reshuffle()
