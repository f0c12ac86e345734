"""Horrific: the position as the kernel's contract wants it: whose move, what may be done, what is known."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from shamble.games.horrific.rules import choices, codes, obstacles, play, reasons, redeal, report, turn
from shamble.games.horrific.rules.table import AIM_DOWN, HorrificTable
from shamble.kernel.dice import Dice
from shamble.kernel.reasons import Reason
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
        return choices.legal_codes(self, seat)

    def allows(self, who: i64, code: i64) -> bool:
        if code < 0 or code >= codes.CODES:
            return False
        if who == CHANCE:
            return self.owing() == CHANCE and self._may_happen(code)
        if who < 0 or who >= self.players or self.phase < codes.PLAYING or self.phase > codes.LAYING:
            return False
        return choices.bar(self, who, code) == reasons.NONE

    def why_not(self, seat: i64, code: i64) -> Reason | None:
        if self.phase < codes.PLAYING or self.phase > codes.LAYING:
            return self.waiting_for(seat)
        bar: i64 = choices.bar(self, seat, code)
        return None if bar == reasons.NONE else Reason(reasons.NAMES[bar], obstacles.numbers(self, code, bar))

    def _may_happen(self, code: i64) -> bool:
        """At CHANCE."""
        if self.phase == codes.CASTING:
            return codes.CHARACTER <= code < codes.FIRST and self._is_free(code - codes.CHARACTER)
        if self.phase == codes.CHOOSING:
            return codes.FIRST <= code < codes.FIRST + self.players
        return code >= codes.DRAW and self.decks[self.turn].may_draw(code - codes.DRAW)

    def _is_free(self, character: i64) -> bool:
        return all(taken != character for taken in self.cast)

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
