"""Horrific: the position as the kernel's contract wants it: whose move, what may be done, what is known."""

from librt.vecs import append, vec
from mypy_extensions import i64

from shamble.games.horrific.rules.data import (
    AGAINST,
    AIMING,
    BY_POWER,
    CAP,
    CASTING,
    CHARACTER,
    CHARACTERS,
    CHOOSING,
    CODES,
    DENY_DOWN,
    DENY_HAND,
    DENY_RESERVE,
    DENYING,
    DESTROY,
    DESTROY_DOWN,
    DN,
    DOWN,
    DRAW,
    END_LAY,
    END_PLAY,
    FIRST,
    FROM_HAND,
    FROM_RESERVE,
    KINDS,
    LAY,
    LAY_DISCARD,
    LAY_DOWN,
    LAYING,
    MODE,
    NAMING,
    ON,
    OVER,
    PASS,
    PERSONS,
    PLAY,
    PLAYING,
    POWER,
    RESERVE,
    SEATS,
    SPEND,
    STOP,
    TAKE,
    TAKING,
    TURN_UP,
    USING,
)
from shamble.games.horrific.rules.redeal import Redeal
from shamble.games.horrific.rules.table import AIM_DOWN, OWNER
from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE, HIDDEN, refuse


class HorrificState(Redeal):
    """A position of Horrific."""

    def set_up(self) -> None:
        """The opening position: nothing is settled yet but what the options settle."""
        self.clear_table()
        for character in self.rules.cast:
            self.cast_next(character)

    def copy(self) -> "HorrificState":
        other = HorrificState(self.players, self.head, self.rules)
        self.copy_to(other)
        return other

    # -- whose move ----------------------------------------------------------------------------------------------

    def owing(self) -> i64:
        if PLAYING <= self.phase <= LAYING:
            return 1 << (self.asking if self.phase == DENYING else self.turn)
        return 0 if self.phase == OVER else CHANCE

    def legal(self, seat: i64) -> vec[i64]:
        codes = vec[i64](capacity=32)
        if self.phase < PLAYING or self.phase > LAYING:
            return codes
        if self.phase == DENYING:
            if seat == self.asking:
                codes = self._denials(codes, seat)
        elif seat == self.turn:
            if self.phase == PLAYING:
                codes = self._plays(codes)
            elif self.phase == LAYING:
                codes = self._lays(codes)
            else:
                codes = self._parts(codes)
        return codes if len(self.down) == 0 else self._turn_ups(codes, seat)

    def _plays(self, codes: vec[i64]) -> vec[i64]:
        """From the hand, by Power, from the Reserve face up and face down; or the end of PLAY."""
        me: i64 = self.turn * KINDS
        kind: i64 = 0
        if self.base > 0:
            while kind < KINDS:
                if self.hands[me + kind] > 0 and self.may_play(kind, FROM_HAND):
                    codes = append(codes, PLAY + kind)
                kind += 1
        kind = 0
        if self.power > 0:
            while kind < KINDS:
                if self.hands[me + kind] > 0 and self.may_play(kind, BY_POWER):
                    codes = append(codes, POWER + kind)
                kind += 1
        kind = 0
        while kind < KINDS:
            if self.up[me + kind] > 0 and self.may_play(kind, FROM_RESERVE):
                codes = append(codes, RESERVE + kind)
            kind += 1
        if len(self.down) > 0:
            place: i64 = 0
            for entry in self.down:
                if entry & OWNER == self.turn:
                    if self.may_play((entry >> 3) & 15, FROM_RESERVE):
                        codes = append(codes, DOWN + place)
                    place += 1
        return append(codes, END_PLAY)

    def _parts(self, codes: vec[i64]) -> vec[i64]:
        """What may be named for the part of the play that is asked."""
        k: i64 = 0
        if self.phase == AIMING:
            mask: i64 = self.targets(self.card, self.source)
            while mask != 0:
                codes = append(codes, ON + self.place_of_bit(mask & -mask))
                mask = mask & (mask - 1)
        elif self.phase == USING:
            while k < 4:
                if self.may_use(k):
                    codes = append(codes, MODE + k)
                k += 1
        elif self.phase == TAKING:
            while k < KINDS:
                if self.may_take(k):
                    codes = append(codes, TAKE + k)
                k += 1
            if self.mode == SPEND:
                codes = append(codes, STOP)
        elif self.phase == NAMING:
            rivals: i64 = self.rivals()
            while k < self.players:
                if (rivals >> k) & 1 == 1:
                    codes = append(codes, AGAINST + k)
                k += 1
        else:
            while k < KINDS:
                if self.up[self.rival * KINDS + k] > 0:
                    codes = append(codes, DESTROY + k)
                k += 1
            places: i64 = self.downs(self.rival)
            k = 0
            while k < places:
                codes = append(codes, DESTROY_DOWN + k)
                k += 1
        return codes

    def _denials(self, codes: vec[i64], seat: i64) -> vec[i64]:
        """A Deny of the hand against a Reserve card, one of the Reserve against any; or silence."""
        if self.hands[seat * KINDS + DN] > 0 and self.against_reserve_card():
            codes = append(codes, DENY_HAND)
        if self.up[seat * KINDS + DN] > 0:
            codes = append(codes, DENY_RESERVE)
        if len(self.down) > 0:
            place: i64 = 0
            for entry in self.down:
                if entry & OWNER == seat:
                    if (entry >> 3) & 15 == DN:
                        codes = append(codes, DENY_DOWN + place)
                    place += 1
        return append(codes, PASS)

    def _lays(self, codes: vec[i64]) -> vec[i64]:
        """One card of the hand into the Reserve, or onto the Mound where the Reserve is full of its type."""
        if self.may_still_lay():
            me: i64 = self.turn * KINDS
            kind: i64 = 0
            full: i64 = 0  # mask of types of which the Reserve holds three
            open_: i64 = 0  # mask of types that may be laid
            while kind < KINDS:
                if self.hands[me + kind] > 0:
                    if self.may_lay(kind):
                        open_ = open_ | 1 << kind
                        codes = append(codes, LAY + kind)
                    elif self.in_reserve(self.turn, kind) >= CAP:
                        full = full | 1 << kind
                kind += 1
            kind = 0
            while kind < KINDS and self.conceals(self.turn):
                if (open_ >> kind) & 1 == 1:
                    codes = append(codes, LAY_DOWN + kind)
                kind += 1
            kind = 0
            while kind < KINDS and full != 0:
                if (full >> kind) & 1 == 1:
                    codes = append(codes, LAY_DISCARD + kind)
                kind += 1
        return append(codes, END_LAY)

    def _turn_ups(self, codes: vec[i64], seat: i64) -> vec[i64]:
        """R15: any own face-down card, at any decision of anybody."""
        places: i64 = self.downs(seat)
        place: i64 = 0
        while place < places:
            codes = append(codes, TURN_UP + place)
            place += 1
        return codes

    def allows(self, who: i64, code: i64) -> bool:
        if code < 0 or code >= CODES:
            return False
        if who == CHANCE:
            return self.owing() == CHANCE and self._may_happen(code)
        if who < 0 or who >= self.players or self.phase < PLAYING or self.phase > LAYING:
            return False
        if code >= TURN_UP:
            return code < CHARACTER and code - TURN_UP < self.downs(who)
        if self.phase == DENYING:
            return who == self.asking and self._may_answer(code)
        if who != self.turn:
            return False
        if self.phase == PLAYING:
            return code <= END_PLAY and self._may_begin(code)
        if self.phase == LAYING:
            return code >= LAY and self._may_settle(code)
        if self.phase == AIMING:
            return ON <= code < ON + PERSONS and (self.targets(self.card, self.source) >> (code - ON)) & 1 == 1
        if self.phase == USING:
            return MODE <= code < TAKE and self.may_use(code - MODE)
        if self.phase == TAKING:
            return self.mode == SPEND if code == STOP else TAKE <= code < STOP and self.may_take(code - TAKE)
        if self.phase == NAMING:
            return AGAINST <= code < DESTROY and (self.rivals() >> (code - AGAINST)) & 1 == 1
        if DESTROY <= code < DESTROY_DOWN:
            return self.up[self.rival * KINDS + code - DESTROY] > 0
        return DESTROY_DOWN <= code < DENY_HAND and code - DESTROY_DOWN < self.downs(self.rival)

    def _may_happen(self, code: i64) -> bool:
        """At CHANCE."""
        if self.phase == CASTING:
            return CHARACTER <= code < FIRST and self._is_free(code - CHARACTER)
        if self.phase == CHOOSING:
            return FIRST <= code < FIRST + self.players
        return code >= DRAW and self.decks[self.turn].may_draw(code - DRAW)

    def _is_free(self, character: i64) -> bool:
        return all(taken != character for taken in self.cast)

    def _may_begin(self, code: i64) -> bool:
        """In PLAYING."""
        me: i64 = self.turn * KINDS
        if code < POWER:
            return self.base > 0 and self.hands[me + code] > 0 and self.may_play(code, FROM_HAND)
        if code < RESERVE:
            return self.power > 0 and self.hands[me + code - POWER] > 0 and self.may_play(code - POWER, BY_POWER)
        if code < DOWN:
            return self.up[me + code - RESERVE] > 0 and self.may_play(code - RESERVE, FROM_RESERVE)
        if code == END_PLAY:
            return True
        kind: i64 = self.down_kind(self.turn, code - DOWN)
        return kind >= 0 and self.may_play(kind, FROM_RESERVE)

    def _may_answer(self, code: i64) -> bool:
        """In DENYING."""
        if code == DENY_HAND:
            return self.hands[self.asking * KINDS + DN] > 0 and self.against_reserve_card()
        if code == DENY_RESERVE:
            return self.up[self.asking * KINDS + DN] > 0
        if DENY_DOWN <= code < PASS:
            return self.down_kind(self.asking, code - DENY_DOWN) == DN
        return code == PASS

    def _may_settle(self, code: i64) -> bool:
        """In LAYING."""
        if code == END_LAY:
            return True
        me: i64 = self.turn * KINDS
        kind: i64 = (code - LAY) % KINDS
        if not self.may_still_lay() or self.hands[me + kind] == 0:
            return False
        if code < LAY_DOWN:
            return self.may_lay(kind)
        if code < LAY_DISCARD:
            return self.conceals(self.turn) and self.may_lay(kind)
        return self.in_reserve(self.turn, kind) >= CAP

    # -- chance --------------------------------------------------------------------------------------------------

    def odds(self) -> list[tuple[int, int]]:
        if self.owing() != CHANCE:
            return []
        if self.phase == CASTING:
            return [(CHARACTER + character, 1) for character in range(len(CHARACTERS)) if self._is_free(character)]
        if self.phase == CHOOSING:
            return [(FIRST + seat, 1) for seat in range(self.players)]
        return [(DRAW + kind, weight) for kind, weight in self.decks[self.turn].odds()]

    def roll(self, dice: Dice) -> i64:
        if self.phase == CASTING:
            left: i64 = dice.below(SEATS - self.turn)
            character: i64 = 0
            while True:
                if self._is_free(character):
                    if left == 0:
                        return CHARACTER + character
                    left -= 1
                character += 1
        if self.phase == CHOOSING:
            return FIRST + dice.below(self.players)
        return DRAW + self.decks[self.turn].roll(dice)

    # -- what then happens ---------------------------------------------------------------------------------------

    def apply(self, who: i64, code: i64) -> None:
        if not self.allows(who, code):
            raise refuse(who, code)
        if code >= DRAW:
            self.drawn(code - DRAW)
        elif code >= FIRST:
            self.begin(code - FIRST)
        elif code >= CHARACTER:
            self.cast_next(code - CHARACTER)
        elif code >= TURN_UP:
            self.turn_up(who, code - TURN_UP)
        elif code >= LAY:
            self._settle(code)
        elif code >= DENY_HAND:
            self._answer(code)
        elif code >= ON:
            self._name(code)
        else:
            self._begin_play(code)

    def _begin_play(self, code: i64) -> None:
        if code < POWER:
            self.play_from_hand(code - PLAY, FROM_HAND)
        elif code < RESERVE:
            self.play_from_hand(code - POWER, BY_POWER)
        elif code < DOWN:
            self.play_face_up(code - RESERVE)
        elif code < END_PLAY:
            self.play_face_down(code - DOWN)
        else:
            self.end_play()

    def _name(self, code: i64) -> None:
        if code < MODE:
            self.person = code - ON
        elif code < TAKE:
            self.mode = code - MODE
        elif code < STOP:
            self.name_taken(code - TAKE)
        elif code == STOP:
            self.taken_all = True
        elif code < DESTROY:
            self.rival = code - AGAINST
        elif code < DESTROY_DOWN:
            self.aim = code - DESTROY
        else:
            self.aim = AIM_DOWN + code - DESTROY_DOWN
        self.ask_part()

    def _answer(self, code: i64) -> None:
        if code == DENY_HAND:
            self.deny_from_hand()
        elif code == DENY_RESERVE:
            self.deny_face_up()
        elif code < PASS:
            self.deny_face_down(code - DENY_DOWN)
        else:
            self.pass_window()

    def _settle(self, code: i64) -> None:
        if code < LAY_DOWN:
            self.lay(code - LAY)
        elif code < LAY_DISCARD:
            self.lay_down(code - LAY_DOWN)
        elif code < END_LAY:
            self.lay_discard(code - LAY_DISCARD)
        else:
            self.end_lay()

    # -- the end -------------------------------------------------------------------------------------------------

    def payoffs(self) -> list[float]:
        if self.phase != OVER:
            return [0.0] * self.players
        if self.winner < 0:
            return [1.0 / float(self.players)] * self.players
        return [1.0 if seat == self.winner else 0.0 for seat in range(self.players)]

    # -- knowledge (1.6) -----------------------------------------------------------------------------------------

    def seen(self, seat: i64, who: i64, code: i64) -> i64:
        """A card drawn is seen by who draws it, a card laid face down by who lays it."""
        if code >= DRAW:
            return code if seat == self.turn else HIDDEN
        if LAY_DOWN <= code < LAY_DISCARD and seat != who:
            return HIDDEN
        return code

    def redeal(self, seat: i64, dice: Dice) -> "HorrificState":
        """Hands, face-down cards and decks of the others are dealt again; what its own deck holds a seat can tell."""
        other = self.copy()
        owner: i64 = 0
        while owner < self.players:
            if owner != seat and self.cast[owner] >= 0:
                other.deal_again(owner, dice)
            owner += 1
        return other
