"""Horrific: the position as the kernel's contract wants it: whose move, what may be done, what is known."""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from shamble.games.horrific.rules import codes, obstacles, play, redeal, report, turn
from shamble.games.horrific.rules.table import AIM_DOWN, OWNER, HorrificTable
from shamble.kernel.dice import Dice
from shamble.kernel.reasons import TURN, Reason
from shamble.kernel.state import CHANCE, HIDDEN, refuse


class HorrificState(HorrificTable):
    """A position of Horrific."""

    def set_up(self) -> None:
        """The opening position: nothing is settled yet but what the options settle."""
        self.clear_table()
        for character in self.rules.cast:
            turn.cast_next(self, character)

    def copy(self) -> "HorrificState":
        other = HorrificState(self.players, self.head, self.rules)
        self.copy_to(other)
        return other

    # -- whose move ----------------------------------------------------------------------------------------------

    def owing(self) -> i64:
        if codes.PLAYING <= self.phase <= codes.LAYING:
            return 1 << (self.asking if self.phase == codes.DENYING else self.turn)
        return 0 if self.phase == codes.OVER else CHANCE

    def legal(self, seat: i64) -> vec[i64]:
        legal = vec[i64](capacity=32)
        if self.phase < codes.PLAYING or self.phase > codes.LAYING:
            return legal
        if self.phase == codes.DENYING:
            if seat == self.asking:
                legal = self._denials(legal, seat)
        elif seat == self.turn:
            if self.phase == codes.PLAYING:
                legal = self._plays(legal)
            elif self.phase == codes.LAYING:
                legal = self._lays(legal)
            else:
                legal = self._parts(legal)
        return legal if len(self.down) == 0 else self._turn_ups(legal, seat)

    def _plays(self, legal: vec[i64]) -> vec[i64]:
        """From the hand, by Power, from the Reserve face up and face down; or the end of PLAY."""
        me: i64 = self.turn * codes.KINDS
        kind: i64 = 0
        if self.base > 0:
            while kind < codes.KINDS:
                if self.hands[me + kind] > 0 and play.may_play(self, kind, codes.FROM_HAND):
                    legal = append(legal, codes.PLAY + kind)
                kind += 1
        kind = 0
        if self.power > 0:
            while kind < codes.KINDS:
                if self.hands[me + kind] > 0 and play.may_play(self, kind, codes.BY_POWER):
                    legal = append(legal, codes.POWER + kind)
                kind += 1
        kind = 0
        while kind < codes.KINDS:
            if self.up[me + kind] > 0 and play.may_play(self, kind, codes.FROM_RESERVE):
                legal = append(legal, codes.RESERVE + kind)
            kind += 1
        if len(self.down) > 0:
            place: i64 = 0
            for entry in self.down:
                if entry & OWNER == self.turn:
                    if play.may_play(self, (entry >> 3) & 15, codes.FROM_RESERVE):
                        legal = append(legal, codes.DOWN + place)
                    place += 1
        return append(legal, codes.END_PLAY)

    def _parts(self, legal: vec[i64]) -> vec[i64]:
        """What may be named for the part of the play that is asked."""
        k: i64 = 0
        if self.phase == codes.AIMING:
            mask: i64 = play.targets(self, self.card, self.source)
            while mask != 0:
                legal = append(legal, codes.ON + self.place_of_bit(mask & -mask))
                mask = mask & (mask - 1)
        elif self.phase == codes.USING:
            while k < 4:
                if play.may_use(self, k):
                    legal = append(legal, codes.MODE + k)
                k += 1
        elif self.phase == codes.TAKING:
            while k < codes.KINDS:
                if play.may_take(self, k):
                    legal = append(legal, codes.TAKE + k)
                k += 1
            if self.mode == codes.SPEND:
                legal = append(legal, codes.STOP)
        elif self.phase == codes.NAMING:
            rivals: i64 = play.rivals(self)
            while k < self.players:
                if (rivals >> k) & 1 == 1:
                    legal = append(legal, codes.AGAINST + k)
                k += 1
        else:
            while k < codes.KINDS:
                if self.up[self.rival * codes.KINDS + k] > 0:
                    legal = append(legal, codes.DESTROY + k)
                k += 1
            places: i64 = self.downs(self.rival)
            k = 0
            while k < places:
                legal = append(legal, codes.DESTROY_DOWN + k)
                k += 1
        return legal

    def _denials(self, legal: vec[i64], seat: i64) -> vec[i64]:
        """A Deny of the hand against a Reserve card, one of the Reserve against any; or silence."""
        if self.hands[seat * codes.KINDS + codes.DN] > 0 and play.against_reserve_card(self):
            legal = append(legal, codes.DENY_HAND)
        if self.up[seat * codes.KINDS + codes.DN] > 0:
            legal = append(legal, codes.DENY_RESERVE)
        if len(self.down) > 0:
            place: i64 = 0
            for entry in self.down:
                if entry & OWNER == seat:
                    if (entry >> 3) & 15 == codes.DN:
                        legal = append(legal, codes.DENY_DOWN + place)
                    place += 1
        return append(legal, codes.PASS)

    def _lays(self, legal: vec[i64]) -> vec[i64]:
        """One card of the hand into the Reserve, or onto the Mound where the Reserve is full of its type."""
        if turn.may_still_lay(self):
            me: i64 = self.turn * codes.KINDS
            kind: i64 = 0
            full: i64 = 0  # mask of types of which the Reserve holds three
            open_: i64 = 0  # mask of types that may be laid
            while kind < codes.KINDS:
                if self.hands[me + kind] > 0:
                    if turn.may_lay(self, kind):
                        open_ = open_ | 1 << kind
                        legal = append(legal, codes.LAY + kind)
                    elif self.in_reserve(self.turn, kind) >= codes.CAP:
                        full = full | 1 << kind
                kind += 1
            kind = 0
            while kind < codes.KINDS and self.conceals(self.turn):
                if (open_ >> kind) & 1 == 1:
                    legal = append(legal, codes.LAY_DOWN + kind)
                kind += 1
            kind = 0
            while kind < codes.KINDS and full != 0:
                if (full >> kind) & 1 == 1:
                    legal = append(legal, codes.LAY_DISCARD + kind)
                kind += 1
        return append(legal, codes.END_LAY)

    def _turn_ups(self, legal: vec[i64], seat: i64) -> vec[i64]:
        """R15: any own face-down card, at any decision of anybody."""
        places: i64 = self.downs(seat)
        place: i64 = 0
        while place < places:
            legal = append(legal, codes.TURN_UP + place)
            place += 1
        return legal

    def allows(self, who: i64, code: i64) -> bool:
        if code < 0 or code >= codes.CODES:
            return False
        if who == CHANCE:
            return self.owing() == CHANCE and self._may_happen(code)
        if who < 0 or who >= self.players or self.phase < codes.PLAYING or self.phase > codes.LAYING:
            return False
        if code >= codes.TURN_UP:
            return code < codes.CHARACTER and code - codes.TURN_UP < self.downs(who)
        if self.phase == codes.DENYING:
            return who == self.asking and self._may_answer(code)
        if who != self.turn:
            return False
        if self.phase == codes.PLAYING:
            return code <= codes.END_PLAY and self._may_begin(code)
        if self.phase == codes.LAYING:
            return code >= codes.LAY and self._may_settle(code)
        if self.phase == codes.AIMING:
            return (
                codes.ON <= code < codes.ON + codes.PERSONS
                and (play.targets(self, self.card, self.source) >> (code - codes.ON)) & 1 == 1
            )
        if self.phase == codes.USING:
            return codes.MODE <= code < codes.TAKE and play.may_use(self, code - codes.MODE)
        if self.phase == codes.TAKING:
            return (
                self.mode == codes.SPEND
                if code == codes.STOP
                else codes.TAKE <= code < codes.STOP and play.may_take(self, code - codes.TAKE)
            )
        if self.phase == codes.NAMING:
            return codes.AGAINST <= code < codes.DESTROY and (play.rivals(self) >> (code - codes.AGAINST)) & 1 == 1
        if codes.DESTROY <= code < codes.DESTROY_DOWN:
            return self.up[self.rival * codes.KINDS + code - codes.DESTROY] > 0
        return codes.DESTROY_DOWN <= code < codes.DENY_HAND and code - codes.DESTROY_DOWN < self.downs(self.rival)

    def why_not(self, seat: i64, code: i64) -> Reason | None:
        if self.allows(seat, code):
            return None
        waiting = self.waiting_for(seat)
        if waiting is not None and waiting.kind != TURN:
            return waiting
        return obstacles.obstacle(self, seat, code)

    def _may_happen(self, code: i64) -> bool:
        """At CHANCE."""
        if self.phase == codes.CASTING:
            return codes.CHARACTER <= code < codes.FIRST and self._is_free(code - codes.CHARACTER)
        if self.phase == codes.CHOOSING:
            return codes.FIRST <= code < codes.FIRST + self.players
        return code >= codes.DRAW and self.decks[self.turn].may_draw(code - codes.DRAW)

    def _is_free(self, character: i64) -> bool:
        return all(taken != character for taken in self.cast)

    def _may_begin(self, code: i64) -> bool:
        """In PLAYING."""
        me: i64 = self.turn * codes.KINDS
        if code < codes.POWER:
            return self.base > 0 and self.hands[me + code] > 0 and play.may_play(self, code, codes.FROM_HAND)
        if code < codes.RESERVE:
            return (
                self.power > 0
                and self.hands[me + code - codes.POWER] > 0
                and play.may_play(self, code - codes.POWER, codes.BY_POWER)
            )
        if code < codes.DOWN:
            return self.up[me + code - codes.RESERVE] > 0 and play.may_play(
                self, code - codes.RESERVE, codes.FROM_RESERVE
            )
        if code == codes.END_PLAY:
            return True
        kind: i64 = self.down_kind(self.turn, code - codes.DOWN)
        return kind >= 0 and play.may_play(self, kind, codes.FROM_RESERVE)

    def _may_answer(self, code: i64) -> bool:
        """In DENYING."""
        if code == codes.DENY_HAND:
            return self.hands[self.asking * codes.KINDS + codes.DN] > 0 and play.against_reserve_card(self)
        if code == codes.DENY_RESERVE:
            return self.up[self.asking * codes.KINDS + codes.DN] > 0
        if codes.DENY_DOWN <= code < codes.PASS:
            return self.down_kind(self.asking, code - codes.DENY_DOWN) == codes.DN
        return code == codes.PASS

    def _may_settle(self, code: i64) -> bool:
        """In LAYING."""
        if code == codes.END_LAY:
            return True
        me: i64 = self.turn * codes.KINDS
        kind: i64 = (code - codes.LAY) % codes.KINDS
        if not turn.may_still_lay(self) or self.hands[me + kind] == 0:
            return False
        if code < codes.LAY_DOWN:
            return turn.may_lay(self, kind)
        if code < codes.LAY_DISCARD:
            return self.conceals(self.turn) and turn.may_lay(self, kind)
        return self.in_reserve(self.turn, kind) >= codes.CAP

    # -- chance --------------------------------------------------------------------------------------------------

    def odds(self) -> list[tuple[int, int]]:
        if self.owing() != CHANCE:
            return []
        if self.phase == codes.CASTING:
            return [
                (codes.CHARACTER + character, 1)
                for character in range(len(codes.CHARACTERS))
                if self._is_free(character)
            ]
        if self.phase == codes.CHOOSING:
            return [(codes.FIRST + seat, 1) for seat in range(self.players)]
        return [(codes.DRAW + kind, weight) for kind, weight in self.decks[self.turn].odds()]

    def roll(self, dice: Dice) -> i64:
        if self.phase == codes.CASTING:
            left: i64 = dice.below(codes.SEATS - self.turn)
            character: i64 = 0
            while True:
                if self._is_free(character):
                    if left == 0:
                        return codes.CHARACTER + character
                    left -= 1
                character += 1
        if self.phase == codes.CHOOSING:
            return codes.FIRST + dice.below(self.players)
        return codes.DRAW + self.decks[self.turn].roll(dice)  # R44: cut or not

    # -- what then happens ---------------------------------------------------------------------------------------

    def apply(self, who: i64, code: i64) -> None:
        if not self.allows(who, code):
            raise refuse(who, code)  # R48: nothing has changed yet
        if code >= codes.DRAW:
            turn.drawn(self, code - codes.DRAW)
        elif code >= codes.FIRST:
            turn.begin(self, code - codes.FIRST)
        elif code >= codes.CHARACTER:
            turn.cast_next(self, code - codes.CHARACTER)
        elif code >= codes.TURN_UP:
            turn.turn_up(self, who, code - codes.TURN_UP)
        elif code >= codes.LAY:
            self._settle(code)
        elif code >= codes.DENY_HAND:
            self._answer(code)
        elif code >= codes.ON:
            self._name(code)
        else:
            self._begin_play(code)

    def _begin_play(self, code: i64) -> None:
        if code < codes.POWER:
            play.play_from_hand(self, code - codes.PLAY, codes.FROM_HAND)
        elif code < codes.RESERVE:
            play.play_from_hand(self, code - codes.POWER, codes.BY_POWER)
        elif code < codes.DOWN:
            play.play_face_up(self, code - codes.RESERVE)
        elif code < codes.END_PLAY:
            play.play_face_down(self, code - codes.DOWN)
        else:
            turn.end_play(self)

    def _name(self, code: i64) -> None:
        if code < codes.MODE:
            self.person = code - codes.ON
        elif code < codes.TAKE:
            self.mode = code - codes.MODE
        elif code < codes.STOP:
            play.name_taken(self, code - codes.TAKE)
        elif code == codes.STOP:
            self.taken_all = True
        elif code < codes.DESTROY:
            self.rival = code - codes.AGAINST
        elif code < codes.DESTROY_DOWN:
            self.aim = code - codes.DESTROY
        else:
            self.aim = AIM_DOWN + code - codes.DESTROY_DOWN
        play.ask_part(self)

    def _answer(self, code: i64) -> None:
        if code == codes.DENY_HAND:
            play.deny_from_hand(self)
        elif code == codes.DENY_RESERVE:
            play.deny_face_up(self)
        elif code < codes.PASS:
            play.deny_face_down(self, code - codes.DENY_DOWN)
        else:
            play.pass_window(self)

    def _settle(self, code: i64) -> None:
        if code < codes.LAY_DOWN:
            turn.lay(self, code - codes.LAY)
        elif code < codes.LAY_DISCARD:
            turn.lay_down(self, code - codes.LAY_DOWN)
        elif code < codes.END_LAY:
            turn.lay_discard(self, code - codes.LAY_DISCARD)
        else:
            turn.end_lay(self)

    # -- the end -------------------------------------------------------------------------------------------------

    def ending(self) -> str:
        return report.ending(self)

    def view(self, seat: i64) -> dict[str, Any]:
        return report.view(self, seat)

    def glance(self, seat: i64) -> dict[str, Any]:
        return report.glance(self, seat)

    def known(self, seat: i64) -> bytes:
        return report.known(self, seat)

    def to_dict(self) -> dict[str, Any]:
        return report.to_dict(self)

    def payoffs(self) -> list[float]:
        if self.phase != codes.OVER:
            return [0.0] * self.players
        if self.winner < 0:
            return [1.0 / float(self.players)] * self.players
        return [1.0 if seat == self.winner else 0.0 for seat in range(self.players)]

    # -- knowledge (1.6) -----------------------------------------------------------------------------------------

    def seen(self, seat: i64, who: i64, code: i64) -> i64:
        """A card drawn is seen by who draws it, a card laid face down by who lays it."""
        if code >= codes.DRAW:
            return code if seat == self.turn else HIDDEN
        if codes.LAY_DOWN <= code < codes.LAY_DISCARD and seat != who:
            return HIDDEN
        return code

    def redeal(self, seat: i64, dice: Dice) -> "HorrificState":
        """Hands, face-down cards and decks of the others are dealt again; what its own deck holds a seat can tell."""
        other = self.copy()
        owner: i64 = 0
        while owner < self.players:
            if owner != seat and self.cast[owner] >= 0:
                redeal.deal_again(other, owner, dice)
            owner += 1
        return other
