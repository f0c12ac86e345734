"""Horrific: PLAY. A card is played and its parts are named, the others may deny it, it takes effect (1.4, 1.5)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.horrific.rules import codes
from shamble.games.horrific.rules.data import bit
from shamble.games.horrific.rules.table import AIM_DOWN, GONE, NO_CARDS, NOTHING
from shamble.games.horrific.rules.turn import Turn


class Play(Turn):
    """The cards of a turn: what may be played, on whom, and what comes of it."""

    # -- what may be played --------------------------------------------------------------------------------------

    def may_play(self, kind: i64, source: i64) -> bool:
        """R6: an own-turn card with a target that it does something to."""
        card = self.rules.types[kind]
        if card.play != codes.OWN_TURN:
            return False
        if card.target == codes.NO_TARGET or self.rules.fizzle:
            return True
        if card.target == codes.RIVAL_RESERVE:
            return self.rivals_with_reserve() != 0
        return self.targets(kind, source) != 0

    def targets(self, kind: i64, source: i64) -> i64:
        """The persons that the card may be played on, as a mask."""
        me: i64 = self.turn
        target: i64 = self.rules.types[kind].target
        if target == codes.TOWN:
            return self.town
        barred: i64 = 0 if source == codes.BY_POWER else self.fresh  # R21, R22
        if target == codes.OWN_LIVING:
            return self.living[me] & ~barred
        if target == codes.OWN_MINION:
            return self.usable(kind) & ~barred
        mask: i64 = 0
        if target in (codes.RIVAL_LIVING, codes.RIVAL_MINION):
            seat: i64 = 0
            while seat < self.players:
                if seat != me:
                    mask = mask | self.living[seat]
                    if target == codes.RIVAL_MINION:
                        mask = mask | self.undead[seat]  # R35: Heal; Liberate only the Living
                seat += 1
        return mask

    def usable(self, kind: i64) -> i64:
        """R6, R22–R25: own Minions that can be used for something."""
        me: i64 = self.turn
        modes: i64 = self.rules.types[kind].modes
        living: i64 = 0
        undead: i64 = 0
        if self.rules.fizzle:
            living = self.living[me] if modes & (1 << codes.USE_POWER | 1 << codes.USE_INFLUENCE) != 0 else 0
            undead = self.undead[me] if modes & (1 << codes.DIG | 1 << codes.SPEND) != 0 else 0
        else:
            if (modes >> codes.USE_POWER) & 1 == 1:
                living = living | self.living[me] & self.rules.powerful
            if (modes >> codes.USE_INFLUENCE) & 1 == 1:
                living = living | self.living[me] & self.rules.influential
            if (modes >> codes.SPEND) & 1 == 1 or ((modes >> codes.DIG) & 1 == 1 and self.mound_size[me] > 0):
                undead = self.undead[me]
        usable: i64 = living | undead
        return usable & ~self.used if self.rules.uc_once else usable  # R23

    def may_use(self, mode: i64) -> bool:
        """R6: whether the chosen Minion may be used so."""
        if (self.rules.types[self.card].modes >> mode) & 1 == 0:
            return False
        if (self.living[self.turn] >> self.person) & 1 == 1:
            if mode == codes.USE_POWER:
                return self.rules.fizzle or (self.rules.powerful >> self.person) & 1 == 1
            return mode == codes.USE_INFLUENCE and (
                self.rules.fizzle or (self.rules.influential >> self.person) & 1 == 1
            )
        if mode == codes.DIG:
            return self.rules.fizzle or self.mound_size[self.turn] > 0
        return mode == codes.SPEND

    def may_take(self, kind: i64) -> bool:
        """R25: a card of the Mound, of its top where one digs, that is not named already."""
        return self.left_to_take(kind) > 0

    def rivals_with_reserve(self) -> i64:
        """The opponents in whose Reserve anything lies, as a mask of seats."""
        mask: i64 = 0
        seat: i64 = 0
        while seat < self.players:
            if seat != self.turn and self.has_reserve(seat):
                mask = mask | 1 << seat
            seat += 1
        return mask

    def rivals(self) -> i64:
        """The opponents that may be named for the card being played, as a mask of seats."""
        if self.rules.types[self.card].target == codes.RIVAL_RESERVE:
            return self.rivals_with_reserve()
        return ((1 << self.players) - 1) & ~(1 << self.turn)  # R42

    # -- playing a card ------------------------------------------------------------------------------------------

    def play_from_hand(self, kind: i64, source: i64) -> None:
        """R7: the allowance is used whatever becomes of the card."""
        self.take_from_hand(self.turn, kind)
        if source == codes.BY_POWER:
            self.power -= 1
        else:
            self.base -= 1
        self.hand_played = True
        self.play(kind, source)

    def play_face_up(self, kind: i64) -> None:
        """A card out of the Reserve; there is no limit to those."""
        self.up[self.turn * codes.KINDS + kind] -= u8(1)
        self.play(kind, codes.FROM_RESERVE)

    def play_face_down(self, place: i64) -> None:
        """R8: it is turned up in the same action."""
        self.play(self.take_down(self.turn, place), codes.FROM_RESERVE)

    def play(self, kind: i64, source: i64) -> None:
        """R5: its parts are named and then it may be denied, or by the house rule the other way round."""
        self.card = kind
        self.source = source
        if self.rules.declare_after:
            self.open_window()
        else:
            self.ask_part()

    def ask_part(self) -> None:
        """R5: the next part of the play that is still to be named; when all are named, the others may deny it."""
        card = self.rules.types[self.card]
        if (
            codes.TOWN <= card.target <= codes.RIVAL_MINION
            and self.person < 0
            and self.targets(self.card, self.source) != 0
        ):
            self.phase = codes.AIMING
        elif card.modes != 0 and self.person >= 0 and self.mode < 0:
            self.phase = codes.USING
        elif self.mode >= codes.DIG and not self.taken_all and self.may_take_more():
            self.phase = codes.TAKING
        elif self.needs_rival() and self.choose_rival():
            self.phase = codes.NAMING
        elif card.target == codes.RIVAL_RESERVE and self.rival >= 0 and self.aim == -1:
            self.phase = codes.DESTROYING
        elif self.granted:
            self.take_effect()
        else:
            self.open_window()

    def name_taken(self, kind: i64) -> None:
        """One more card is to come back from the Mound."""
        self.taken = append(self.taken[:], u8(kind))

    def may_take_more(self) -> bool:
        """R25: one card where one digs, up to the Value where the Undead is spent."""
        limit: i64 = 1 if self.mode == codes.DIG else i64(self.rules.value[self.person])
        return i64(len(self.taken)) < limit and i64(len(self.taken)) < i64(self.mound_size[self.turn])

    def needs_rival(self) -> bool:
        """Whether the play, which is not without a target, wants an opponent named who is not named yet."""
        card = self.rules.types[self.card]
        if self.rival >= 0:
            return False
        if card.target == codes.RIVAL_RESERVE:
            return True
        return card.rival and (card.target == codes.NO_TARGET or self.person >= 0)

    def choose_rival(self) -> bool:
        """Whether there are several to choose from; the only one is taken without asking."""
        rivals: i64 = self.rivals()
        if rivals & (rivals - 1) != 0:
            return True
        if rivals != 0:
            self.rival = self.place_of_bit(rivals)
        return False

    # -- DENY (R16, R17) -----------------------------------------------------------------------------------------

    def open_window(self) -> None:
        """The others may deny the card just played."""
        self.windows = append(vec[i64](), self.turn | (16 if self.source == codes.FROM_RESERVE else 0))
        self.ask_next()

    def ask_next(self) -> None:
        """Ask the next opponent who might, as far as all can see, hold a Deny; else the topmost card stands."""
        while True:
            top: i64 = i64(len(self.windows)) - 1
            window: i64 = self.windows[top]
            if top == 0 or self.rules.deny_deny:
                seat: i64 = self.next_seat(window & 15)
                while seat != window & 15:
                    if seat != self.turn and (window >> (8 + seat)) & 1 == 0 and self.might_deny(seat, window):  # R46
                        self.asking = seat
                        self.phase = codes.DENYING
                        return
                    seat = self.next_seat(seat)
            self.asking = -1
            if top == 0:
                self.windows = NOTHING
                self.granted = True
                self.ask_part()
                return
            if top == 1:
                self.windows = NOTHING
                self.put_away()
                return
            self.windows = self.windows[: top - 1]  # the Deny below is denied, the card below that restored

    def might_deny(self, seat: i64, window: i64) -> bool:
        """R16: by public facts alone: a Deny face up or anything face down; against a Reserve card, any hand."""
        if self.up[seat * codes.KINDS + codes.DN] > 0 or self.downs(seat) > 0:
            return True
        return (window >> 4) & 1 == 1 and self.held[seat] > 0

    def against_reserve_card(self) -> bool:
        """Whether the card now to be denied came out of a Reserve (R19)."""
        return (self.windows[len(self.windows) - 1] >> 4) & 1 == 1

    def pass_window(self) -> None:
        """Whoever is asked stays silent."""
        self._mark_asked()
        self.ask_next()

    def _mark_asked(self) -> None:
        top: i64 = i64(len(self.windows)) - 1
        self.windows[top] = self.windows[top] | 1 << (8 + self.asking)

    def deny_from_hand(self) -> None:
        """R12: the second lay of the own turn is not lost by it."""
        self.take_from_hand(self.asking, codes.DN)
        self.deny(False)

    def deny_face_up(self) -> None:
        """R20: where this very card is aimed at, it is gone."""
        self.up[self.asking * codes.KINDS + codes.DN] -= u8(1)
        if self.rival == self.asking and self.aim == codes.DN:
            self.aim = GONE
        self.deny(True)

    def deny_face_down(self, place: i64) -> None:
        """R8."""
        self.take_down(self.asking, place)
        self.follow_aim(self.asking, place, GONE)
        self.deny(True)

    def deny(self, from_reserve: bool) -> None:
        """The Deny lies in its owner's Discard, and may itself be denied."""
        self.discard_card(self.asking, codes.DN)
        self._mark_asked()
        self.windows = append(self.windows[:], self.asking | (16 if from_reserve else 0))
        self.ask_next()

    def discard_card(self, seat: i64, kind: i64) -> None:
        """Onto the seat's Discard, face up."""
        self.discard = append(self.discard[:], u8(seat * 16 + kind))

    def put_away(self) -> None:
        """R18: the card played goes to its owner's Discard, denied or done."""
        self.discard_card(self.turn, self.card)
        self.card = -1
        self.source = codes.FROM_HAND
        self.person = -1
        self.mode = -1
        self.rival = -1
        self.aim = -1
        self.taken = NO_CARDS
        self.taken_all = False
        self.granted = False
        self.phase = codes.PLAYING

    # -- effects (1.5) -------------------------------------------------------------------------------------------

    def take_effect(self) -> None:
        """Everything the card says, in its order; nothing if it has no target (R6)."""
        card = self.rules.types[self.card]
        if card.target == codes.NO_TARGET or self.person >= 0 or self.aim != -1:
            for effect in card.effects:
                if effect.do == codes.CONTROL:
                    self.control()
                elif effect.do == codes.RETURN_TO_TOWN:
                    self.to_town(self.person)
                elif effect.do == codes.FLIP_UNDEAD:
                    self.flip_undead()  # R26, R27
                elif effect.do == codes.TRUST:
                    amount: i64 = effect.amount
                    if effect.times != 0 and self.person >= 0:
                        amount += effect.times * i64(self.rules.influence[self.person])  # R35, R37
                    self.gain_trust(self.rival if effect.rival else self.turn, amount)  # R27: Powder; R37: a Curse
                elif effect.do == codes.GIMP:
                    self.gimp()
                elif effect.do == codes.USE_CONTROL:
                    self.use_control()
                elif effect.do == codes.RESERVE_TO_MOUND:
                    self.reserve_to_mound()
        self.put_away()

    def control(self) -> None:
        """R41: whatever its Loyalty; the person is fresh until the turn ends (R21)."""
        mask: i64 = bit(self.person)
        self.town = self.town & ~mask
        self.living[self.turn] = self.living[self.turn] | mask
        self.fresh = self.fresh | mask

    def flip_undead(self) -> None:
        """R26."""
        mask: i64 = bit(self.person)
        self.living[self.turn] = self.living[self.turn] & ~mask
        self.undead[self.turn] = self.undead[self.turn] | mask

    def gimp(self) -> None:
        """R29."""
        if self.rules.gimping and self.trust[self.rival] == 0:
            self.gimped = self.gimped | 1 << self.rival

    def use_control(self) -> None:
        """R22–R25."""
        me: i64 = self.turn
        mask: i64 = bit(self.person)
        self.used = self.used | mask
        if self.mode == codes.USE_POWER:
            self.power += i64(self.rules.power[self.person])
        elif self.mode == codes.USE_INFLUENCE:
            self.gain_trust(me, i64(self.rules.influence[self.person]))  # R24
        else:
            for card in self.taken:
                self.take_from_mound(me, i64(card))
            if self.mode == codes.SPEND:
                self.undead[me] = self.undead[me] & ~mask
                self.destroyed = self.destroyed | mask

    def reserve_to_mound(self) -> None:
        """R20: face up on the Mound of its owner; nothing if it is not there any more."""
        if self.aim >= AIM_DOWN:
            self.push_mound(self.rival, self.take_down(self.rival, self.aim - AIM_DOWN))
        elif self.aim >= 0 and self.up[self.rival * codes.KINDS + self.aim] > 0:
            self.up[self.rival * codes.KINDS + self.aim] -= u8(1)
            self.push_mound(self.rival, self.aim)
