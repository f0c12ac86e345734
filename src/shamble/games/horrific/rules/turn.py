"""Horrific: the turn around its plays: START, LAY, LOSE TRUST, RETURN, VICTORY, REPLENISH (1.4)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.horrific.rules import codes
from shamble.games.horrific.rules.table import AIM_DOWN, NO_CARDS, HorrificTable
from shamble.kernel.bits import bits


class Turn(HorrificTable):
    """A turn, but for what is played in it."""

    # -- before the first turn (1.3) -----------------------------------------------------------------------------

    def begin(self, first: i64) -> None:
        """It is settled who begins; five cards for each are dealt."""
        self.first = first
        self.turn = first
        self.phase = codes.DEALING
        self.owed = codes.HAND_SIZE * self.players

    def cast_next(self, character: i64) -> None:
        """The next seat has its character; after the last it is settled who begins (R2)."""
        self.take_character(self.turn, character)  # R1: one each
        if self.turn + 1 < self.players:
            self.turn += 1
            return
        self.turn = 0
        self.phase = codes.CHOOSING
        if self.rules.first >= 0:
            self.begin(self.rules.first)

    def next_seat(self, seat: i64) -> i64:
        """Clockwise."""
        return seat + 1 if seat + 1 < self.players else 0

    # -- 0. START ------------------------------------------------------------------------------------------------

    def start_turn(self) -> None:
        """One play from the hand; for Maal one more an Undead, and cards to match."""
        me: i64 = self.turn
        self.base = 1
        self.owed = 0
        if self.rules.per_undead[self.cast[me]]:
            undead: i64 = bits(self.undead[me])  # R34: counted once
            self.base = 1 + undead
            if undead >= codes.UNDEAD_DRAW:
                self.owed = undead - i64(self.held[me])
                if self.owed > self.decks[me].size():
                    self.owed = self.decks[me].size()  # R34: no reshuffle now
                if self.owed < 0:
                    self.owed = 0
        if (self.gimped >> me) & 1 == 1:
            self.base = 0  # R29
        self.phase = codes.STARTING if self.owed > 0 else codes.PLAYING

    # -- 1. the end of PLAY --------------------------------------------------------------------------------------

    def end_play(self) -> None:
        """The Discards are swept and LAY begins."""
        self.base = 0
        self.power = 0  # R22: what is left lapses
        self.sweep()
        self.phase = codes.LAYING

    def sweep(self) -> None:
        """R9, R10: the discards go on top of their owners' Mounds in the order they were discarded."""
        left = vec[u8]()
        for card in self.discard:
            if self.rules.sweep_own and i64(card) >> 4 != self.turn:
                left = append(left, card)
            else:
                self.push_mound(i64(card) >> 4, i64(card) & 15)
        self.discard = left if len(left) > 0 else NO_CARDS

    # -- 2. LAY --------------------------------------------------------------------------------------------------

    def may_still_lay(self) -> bool:
        """R12: one card, two where none was played from the hand in this turn."""
        return self.laid < (1 if self.hand_played else 2)

    def may_lay(self, kind: i64) -> bool:
        """R13: at most three of a type, and no more in all than the house rule says."""
        me: i64 = self.turn
        return self.in_reserve(me, kind) < codes.CAP and self.ups(me) + self.downs(me) < self.rules.reserve_total

    def lay(self, kind: i64) -> None:
        """R43: face up; nobody can deny it."""
        self.take_from_hand(self.turn, kind)
        self.put_up(self.turn, kind)
        self.laid += 1

    def lay_down(self, kind: i64) -> None:
        """R14: face down."""
        self.put_down(self.turn, kind)
        self.laid += 1

    def lay_discard(self, kind: i64) -> None:
        """R11: on top of the Mound at once. Face-down cards of the type turn up: a proof that there are three."""
        me: i64 = self.turn
        place: i64 = self.downs(me) - 1
        while place >= 0:
            if self.down_kind(me, place) == kind:
                self.put_up(me, self.take_down(me, place))
            place -= 1
        self.take_from_hand(me, kind)
        self.push_mound(me, kind)
        self.laid += 1

    # -- 3. LOSE TRUST, 4. RETURN, 5. VICTORY --------------------------------------------------------------------

    def end_lay(self) -> None:
        """What follows without a decision; R32: a victory is tested here and nowhere else."""
        me: i64 = self.turn
        self.lose_trust(me)
        self.return_minions(me)
        if self.meets_goal(me):
            self.winner = me
            self.phase = codes.OVER
        else:
            self.replenish()

    def lose_trust(self, seat: i64) -> None:
        """One for each Living Minion, less what Monuments save (R28, R30)."""
        loss: i64 = bits(self.living[seat])
        kind: i64 = 0
        while kind < codes.KINDS:
            if self.up[seat * codes.KINDS + kind] > 0:
                loss -= i64(self.up[seat * codes.KINDS + kind]) * self.rules.types[kind].eases
            kind += 1
        if loss > 0:
            self.gain_trust(seat, -loss)

    def return_minions(self, seat: i64) -> None:
        """R31: all at once, by one Trust, and only where the Loyalty is higher."""
        trust: i64 = self.trust[seat]
        mask: i64 = self.living[seat]
        while mask != 0:
            one: i64 = mask & -mask
            if i64(self.rules.loyalty[self.place_of_bit(one)]) > trust:
                self.living[seat] = self.living[seat] & ~one
                self.town = self.town | one
                self.used = self.used & ~one  # R36
            mask = mask & (mask - 1)

    # -- 6. REPLENISH --------------------------------------------------------------------------------------------

    def replenish(self) -> None:
        """R33: a deck that is empty, before or after a draw, is the shuffled Mound; where both are empty, no more."""
        me: i64 = self.turn
        if self.decks[me].size() == 0:
            self.shuffle_mound(me)
        self.owed = codes.HAND_SIZE - i64(self.held[me])  # R45: a full hand draws nothing
        if self.owed < 0 or self.decks[me].size() == 0:
            self.owed = 0
        if self.owed == 0:
            self.end_turn()
        else:
            self.phase = codes.REPLENISHING

    def drawn(self, kind: i64) -> None:
        """A card has come off the deck of the seat in turn."""
        me: i64 = self.turn
        self.decks[me].draw(kind)
        self.add_to_hand(me, kind)
        self.owed -= 1
        if self.phase == codes.DEALING:
            if self.owed % codes.HAND_SIZE == 0:
                self.turn = self.next_seat(me)
            if self.owed == 0:
                self.start_turn()
        elif self.phase == codes.STARTING:
            if self.owed == 0:
                self.phase = codes.PLAYING
        else:
            self.replenish()

    def end_turn(self) -> None:
        """The next player clockwise; R40: after the last round the game is a draw."""
        self.fresh = 0
        self.used = 0
        self.gimped = self.gimped & ~(1 << self.turn)
        self.hand_played = False
        self.laid = 0
        self.turns += 1
        if self.turns >= self.rules.round_limit * self.players:
            self.phase = codes.OVER
            return
        self.turn = self.next_seat(self.turn)
        self.start_turn()

    # -- at any time ---------------------------------------------------------------------------------------------

    def turn_up(self, seat: i64, place: i64) -> None:
        """R15: an own face-down card is turned face up. The card aimed at stays the same card."""
        kind: i64 = self.take_down(seat, place)
        self.put_up(seat, kind)
        self.follow_aim(seat, place, kind)

    def follow_aim(self, seat: i64, place: i64, becomes: i64) -> None:
        """A face-down card has left its place: what was aimed at there is now `becomes`, or lies one place earlier."""
        if self.rival != seat or self.aim < AIM_DOWN:
            return
        if self.aim == AIM_DOWN + place:
            self.aim = becomes
        elif self.aim > AIM_DOWN + place:
            self.aim -= 1
