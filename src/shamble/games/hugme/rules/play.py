"""HugmeState: the contract. What may be done in each phase, and which phase function does it."""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from shamble.games.hugme.rules import (
    assault,
    codes,
    dawn,
    day,
    endings,
    escape,
    items,
    knowledge,
    night,
    obstacles,
    opening,
    redealing,
    replies,
    search,
    theft,
)
from shamble.games.hugme.rules.setting import Setting
from shamble.games.hugme.rules.table import IN_ASSAULT, IN_THEFT, SHOWN, HugmeTable
from shamble.kernel.dice import Dice
from shamble.kernel.reasons import TURN, Reason
from shamble.kernel.state import CHANCE, HIDDEN, SPECTATOR, refuse


class HugmeState(HugmeTable):
    """A position of Hug Me."""

    def __init__(self, players: i64, head: dict[str, Any], setting: Setting) -> None:
        super().__init__(players, head, setting)

    def set_up(self) -> None:
        """The opening position."""
        self.lay_out()
        opening.begin(self)

    # -- whose move, and what may be done ------------------------------------------------------------------------

    def owing(self) -> i64:
        if self.phase <= codes.LAST_CHANCE:
            return CHANCE
        return 0 if self.phase == codes.OVER else 1 << self.actor

    def legal(self, seat: i64) -> vec[i64]:
        if self.cached != seat:
            self.cache = items.distinct(self._codes(seat, vec[i64](capacity=24)))
            self.cached = seat
        return self.cache[:]

    def allows(self, who: i64, code: i64) -> bool:
        if who == CHANCE:
            return self.phase <= codes.LAST_CHANCE and self._may_fall(code)
        if who < 0 or who >= self.players:
            return False
        if self.cached != who:
            self.cache = items.distinct(self._codes(who, vec[i64](capacity=24)))
            self.cached = who
        for other in self.cache:
            if other == code:
                return True
        return False

    def why_not(self, seat: i64, code: i64) -> Reason | None:
        if self.allows(seat, code):
            return None
        waiting = self.waiting_for(seat)
        if waiting is not None and waiting.kind != TURN:
            return waiting
        return obstacles.obstacle(self, seat, code)

    def _codes(self, seat: i64, legal: vec[i64]) -> vec[i64]:
        phase = self.phase
        if phase == codes.TURN:
            return day.turn_codes(self, seat, legal)
        if phase <= codes.LAST_CHANCE or phase == codes.OVER or seat != self.actor:
            return legal
        if codes.CURING <= phase < codes.THEFT:
            legal = items.show_codes(self, seat, legal)
        if phase == codes.ASSAULT:
            return replies.reply_codes(self, seat, IN_ASSAULT, legal)
        if phase == codes.THEFT:
            return replies.reply_codes(self, seat, IN_THEFT, legal)
        if phase == codes.ARRANGING:
            return search.arrange_codes(self, seat, legal)
        if phase == codes.NIGHT_START:
            return night.start_codes(self, legal)
        if phase == codes.FLEEING:
            return escape.flee_codes(self, legal)
        if phase == codes.SENDING:
            return dawn.send_codes(self, legal)
        if phase == codes.PLACING:
            return dawn.place_codes(self, legal)
        if phase == codes.SORTING:
            return search.sort_codes(self, seat, legal)
        if phase == codes.SPOILS:
            return append(append(legal, codes.A_SPOILS_LEFT), codes.A_SPOILS_RIGHT)
        if phase == codes.TARGETING:
            effect: i64 = i64(self.setting.effect[self.using])
            return items.target_codes(self, seat, effect, self.aim, legal)
        return self._rarer_codes(phase, seat, legal)

    def _rarer_codes(self, phase: i64, seat: i64, legal: vec[i64]) -> vec[i64]:
        if phase == codes.DEPLOYING:
            return opening.deploy_codes(legal)
        if phase == codes.TIE_CHOICE:
            return opening.tie_codes(self, legal)
        if phase == codes.DAWN_OPTION:
            return dawn.option_codes(legal)
        if phase == codes.DAWN_HOLD:
            return dawn.hold_codes(self, legal)
        if phase == codes.CURING:
            return day.cure_codes(self, legal)
        if phase == codes.CONSENT:
            return append(append(legal, codes.A_AGREE), codes.A_DECLINE)
        if phase == codes.TAKING:
            return search.take_codes(self, legal)
        if phase == codes.LATE_MOVE:
            return night.late_codes(self, legal)
        if phase == codes.HUG_OFFER:
            return escape.offer_codes(legal)
        if phase == codes.SECOND_CHANCE:
            return escape.chance_codes(self, seat, legal)
        return escape.confirm_codes(legal)

    # -- chance --------------------------------------------------------------------------------------------------

    def _may_fall(self, code: i64) -> bool:
        phase = self.phase
        if phase == codes.FINDING:
            return codes.C_FIND <= code < codes.C_FIND + codes.KINDS and search.may_find(self, code - codes.C_FIND)
        if phase == codes.NIGHT_DRAW or phase == codes.DAWN_DRAW:
            return (
                codes.C_ZOMBIE <= code < codes.C_ZOMBIE + codes.ZOMBIE_KINDS and self.horde[code - codes.C_ZOMBIE] > 0
            )
        if phase == codes.INFECTION or phase == codes.ESCAPE_DIE:
            return code == codes.C_BAD or code == codes.C_GOOD
        if phase == codes.DEALING:
            return codes.C_DEAL <= code < codes.C_DEAL + 14 and opening.is_free(self, code - codes.C_DEAL)
        for outcome, _ in self.odds():
            if outcome == code:
                return True
        return False

    def odds(self) -> list[tuple[int, int]]:
        phase = self.phase
        if phase > codes.LAST_CHANCE:
            return []
        if phase == codes.FINDING:
            return self._finding_odds()
        if phase == codes.NIGHT_DRAW or phase == codes.DAWN_DRAW:
            return [
                (codes.C_ZOMBIE + kind, self.horde[kind]) for kind in range(codes.ZOMBIE_KINDS) if self.horde[kind] > 0
            ]
        if phase == codes.INFECTION or phase == codes.ESCAPE_DIE:
            return [(codes.C_BAD, self.setting.die_bad), (codes.C_GOOD, self.setting.die_good)]
        if phase == codes.DEALING:
            return [(codes.C_DEAL + character, 1) for character in opening.free_characters(self)]
        if phase == codes.SHOPPING:
            return [(codes.C_SHOP + shop, 1) for shop in opening.free_shops(self)]
        return [(codes.C_FIRST + seat, 1) for seat in opening.tied(self)]

    def _finding_odds(self) -> list[tuple[int, int]]:
        """Each card of the deck's unseen part is as likely as any other; its special one is any of those left."""
        shop = self.aim
        index = search.top(self, shop)
        if index >= 0:
            return [(codes.C_FIND + self.kind_at(index), 1)]
        sealed = search.sealed(self)
        weight = sealed if sealed > 0 else 1
        kinds = range(shop * codes.SHELF, shop * codes.SHELF + codes.SHELF)
        found = [(codes.C_FIND + kind, weight) for kind in kinds if (self.shelf[shop] >> (kind % codes.SHELF)) & 1 == 1]
        if self.shelf[shop] & 64 != 0:
            found += [
                (codes.C_FIND + codes.GASOLINE + kind, self.special_left[kind])
                for kind in range(4)
                if self.special_left[kind] > 0
            ]
        return found

    def roll(self, dice: Dice) -> i64:
        phase = self.phase
        if phase == codes.FINDING:
            return self._roll_item(dice)
        if phase == codes.NIGHT_DRAW or phase == codes.DAWN_DRAW:
            left: i64 = dice.below(self.deck_size())
            kind: i64 = 0
            while left >= i64(self.horde[kind]):
                left -= i64(self.horde[kind])
                kind += 1
            return codes.C_ZOMBIE + kind
        if phase == codes.INFECTION or phase == codes.ESCAPE_DIE:
            bad = dice.below(self.setting.die_bad + self.setting.die_good) < self.setting.die_bad
            return codes.C_BAD if bad else codes.C_GOOD
        if phase == codes.DEALING:
            free = opening.free_characters(self)
            return codes.C_DEAL + free[dice.below(len(free))]
        if phase == codes.SHOPPING:
            shops = opening.free_shops(self)
            return codes.C_SHOP + shops[dice.below(len(shops))]
        best = opening.tied(self)
        return codes.C_FIRST + best[dice.below(len(best))]

    def _roll_item(self, dice: Dice) -> i64:
        shop = self.aim
        index = search.top(self, shop)
        if index >= 0:
            return codes.C_FIND + self.kind_at(index)
        mask: i64 = i64(self.shelf[shop])
        n: i64 = 0
        k: i64 = 0
        while k <= codes.SHELF:
            n += (mask >> k) & 1
            k += 1
        left: i64 = dice.below(n)
        k = 0
        while True:
            if (mask >> k) & 1 == 1:
                if left == 0:
                    break
                left -= 1
            k += 1
        if k < codes.SHELF:
            return codes.C_FIND + shop * codes.SHELF + k
        left = dice.below(search.sealed(self))
        k = 0
        while left >= i64(self.special_left[k]):
            left -= i64(self.special_left[k])
            k += 1
        return codes.C_FIND + codes.GASOLINE + k

    # -- what then happens ---------------------------------------------------------------------------------------

    def apply(self, who: i64, code: i64) -> None:
        if not self.allows(who, code):
            raise refuse(who, code)  # R62: nothing has changed yet
        self.cached = -1
        if who == CHANCE:
            self._fall(code)
        elif self.phase == codes.TURN:
            self._in_turn(who, code)
        else:
            self._decide(who, code)
        while self.phase >= codes.AUTO:
            self._go_on()

    def _fall(self, code: i64) -> None:
        phase = self.phase
        if phase == codes.FINDING:
            search.found(self, code - codes.C_FIND)
        elif phase == codes.NIGHT_DRAW:
            night.drawn(self, code - codes.C_ZOMBIE)
        elif phase == codes.DAWN_DRAW:
            dawn.drawn(self, code - codes.C_ZOMBIE)
        elif phase == codes.INFECTION:
            day.infection(self, code == codes.C_BAD)
        elif phase == codes.ESCAPE_DIE:
            escape.rolled(self, code == codes.C_BAD)
        elif phase == codes.DEALING:
            opening.deal(self, code - codes.C_DEAL)
        elif phase == codes.SHOPPING:
            opening.lay_shop(self, code - codes.C_SHOP)
        else:
            opening.set_first(self, code - codes.C_FIRST)

    def _in_turn(self, seat: i64, code: i64) -> None:
        if code == codes.A_END:
            day.end(self)
        elif code < codes.A_WIN:
            day.move(self, seat, code - codes.A_MOVE)
        elif code == codes.A_WIN:
            day.win(self, seat)
        elif code == codes.A_SEARCH:
            day.act(self)
            search.begin(self, seat, i64(self.place[seat]))
        elif code < codes.A_STEAL:
            day.act(self)
            search.begin(self, seat, code - codes.A_SEARCH_AT)
        elif code < codes.A_BARRICADE:
            day.steal(self, code - codes.A_STEAL)
        elif code < codes.A_BRING:
            day.barricade(self, seat, code - codes.A_BARRICADE_WITH if code > codes.A_BARRICADE else -1)
        elif code < codes.A_REVEAL:
            day.bring(self, code - codes.A_BRING)
        elif code < codes.A_EQUIP:
            items.reveal(self, seat, code - codes.A_REVEAL)
        elif code < codes.A_USE:
            items.equip(self, seat, codes.GASOLINE + code - codes.A_EQUIP)
        else:
            items.use(self, seat, code - codes.A_USE)

    def _decide(self, seat: i64, code: i64) -> None:
        phase = self.phase
        if phase == codes.ASSAULT or phase == codes.THEFT:
            self._reply(seat, code)
        elif codes.CURING <= phase < codes.SORTING and codes.A_REVEAL <= code < codes.A_USE:
            self._show(seat, code)
        elif phase == codes.ARRANGING:
            self._arrange(seat, code)
        elif phase == codes.SORTING:
            self._sort(seat, code)
        elif phase == codes.TARGETING:
            self._target(seat, code)
        elif phase <= codes.PLACING:
            self._before_day(code)
        elif phase == codes.CURING:
            if code != codes.A_ROLL:
                items.use(self, seat, code - codes.A_USE)
                day.begin_turn(self)
            else:
                self.phase = codes.INFECTION
        elif phase == codes.CONSENT:
            day.answer(self, code == codes.A_AGREE)
        elif phase == codes.TAKING:
            search.take(self, seat, code - codes.A_TAKE)
        elif phase == codes.SPOILS:
            if code == codes.A_SPOILS_LEFT:
                theft.take_left(self)
            else:
                theft.take_right(self)
        else:
            self._at_night(seat, code)

    def _reply(self, seat: i64, code: i64) -> None:
        if code == codes.A_PASS:
            replies.pass_on(self)
            self.phase = codes.NEXT_REPLY
        elif code >= codes.A_ARM:
            replies.arm(self, seat, code - codes.A_ARM)
        elif code >= codes.A_USE:
            items.use(self, seat, code - codes.A_USE)
        elif code >= codes.A_EQUIP:
            items.equip(self, seat, codes.GASOLINE + code - codes.A_EQUIP)
            self.acted = True
        else:
            replies.reveal(self, seat, code - codes.A_REVEAL)

    def _show(self, seat: i64, code: i64) -> None:
        if code < codes.A_EQUIP:
            items.reveal(self, seat, code - codes.A_REVEAL)
        elif self.phase == codes.ARRANGING and not search.equips_own(self, seat, codes.GASOLINE + code - codes.A_EQUIP):
            search.equip_drawn(self, seat)
        else:
            items.equip(self, seat, codes.GASOLINE + code - codes.A_EQUIP)
        if self.phase == codes.ARRANGING:
            search.settle(self, seat)

    def _arrange(self, seat: i64, code: i64) -> None:
        if code == codes.A_KEEP:
            search.keep(self, seat)
        elif code == codes.A_SHOW:
            search.show(self, seat)
        else:
            search.leave(self, seat, code - codes.A_LEAVE)

    def _sort(self, seat: i64, code: i64) -> None:
        if code == codes.A_DONE:
            theft.finish(self)
        elif code >= codes.A_LEAVE:
            search.sort_out(self, seat, code - codes.A_LEAVE)
        elif code < codes.A_EQUIP:
            theft.reveal(self, seat, code - codes.A_REVEAL)
        else:
            search.equip_taken(self, seat, codes.GASOLINE + code - codes.A_EQUIP)

    def _target(self, seat: i64, code: i64) -> None:
        if code >= codes.A_PICK:
            self.aim = code - codes.A_PICK
        elif code >= codes.A_CHOOSE:
            items.choose(self, seat, code - codes.A_CHOOSE)
        elif code >= codes.A_LOOK:
            items.look(self, seat, code - codes.A_LOOK)
        else:
            items.at_place(self, seat, code - codes.A_AT)

    def _before_day(self, code: i64) -> None:
        phase = self.phase
        if phase == codes.DEPLOYING:
            opening.deploy(self, code - codes.A_DEPLOY)
        elif phase == codes.TIE_CHOICE:
            opening.set_first(self, code - codes.A_FIRST)
        elif phase == codes.DAWN_OPTION:
            if code == codes.A_DRAW:
                dawn.draw(self)
            else:
                dawn.skip(self)
        elif phase == codes.DAWN_HOLD:
            dawn.hold(self, code - codes.A_HOLD)
        elif phase == codes.PLACING:
            if code >= codes.A_ON:
                dawn.put_on(self, code - codes.A_ON)
            else:
                dawn.open_slot(self, code - codes.A_AT)
        elif code == codes.A_STAY:
            dawn.stay(self)
        else:
            dawn.send(self, 1 if code == codes.A_SEND_SELF else 2)

    def _at_night(self, seat: i64, code: i64) -> None:
        phase = self.phase
        if phase == codes.LATE_MOVE:
            night.late(self, code)
        elif phase == codes.NIGHT_START:
            self.phase = codes.NEXT_START
            if code != codes.A_PASS:
                items.use(self, seat, code - codes.A_USE)
        elif phase == codes.FLEEING:
            escape.flee(self, code - codes.A_FLEE)
        elif phase == codes.HUG_OFFER:
            if code == codes.A_ROLL:
                self.phase = codes.ESCAPE_DIE
            else:
                escape.hug(self)
        elif phase == codes.SECOND_CHANCE:
            if code == codes.A_DECLINE:
                self.phase = codes.NEXT_RESCUE
            elif code == codes.A_REROLL:
                escape.reroll(self, seat)
            else:
                items.use(self, seat, code - codes.A_USE)
                escape.again(self)
        elif code == codes.A_HUG:
            escape.infect(self)
        else:
            escape.spare(self)

    def _go_on(self) -> None:
        """One automatic step."""
        phase = self.phase
        if phase == codes.NEXT_REPLY:
            replies.next_reply(self)
        elif phase == codes.NEXT_ASSAULT:
            night.next_assault(self)
        elif phase == codes.NEXT_DRAW:
            night.next_draw(self)
        elif phase == codes.ASSAULT_END:
            assault.end(self)
        elif phase == codes.NEXT_ESCAPE:
            escape.next_escape(self)
        elif phase == codes.NEXT_RESCUE:
            escape.next_rescue(self)
        elif phase == codes.NEXT_DAY:
            day.next_day(self)
        elif phase == codes.NIGHTFALL:
            night.fall(self)
        elif phase == codes.NEXT_LATE:
            night.next_late(self)
        elif phase == codes.NEXT_START:
            night.next_start(self)
        elif phase == codes.NEXT_ZOMBIE:
            dawn.next_zombie(self)
        else:
            dawn.start_round(self)

    # -- the end -------------------------------------------------------------------------------------------------

    def payoffs(self) -> list[float]:
        if self.phase != codes.OVER:
            return [0.0] * self.players
        return endings.payoffs(self)

    def ending(self) -> str:
        return codes.ENDINGS[self.ending_code]

    # -- knowledge -----------------------------------------------------------------------------------------------

    def copy(self) -> "HugmeState":
        other = HugmeState(self.players, self.head, self.setting)
        self.fill(other)
        return other

    def redeal(self, seat: i64, dice: Dice) -> "HugmeState":
        other = self.copy()
        redealing.redeal(other, seat, dice)
        return other

    def view(self, seat: i64) -> dict[str, Any]:
        return knowledge.view(self, seat)

    def glance(self, seat: i64) -> dict[str, Any]:
        return knowledge.view(self, seat, False)

    def known(self, seat: i64) -> bytes:
        return knowledge.known(self, seat)

    def to_dict(self) -> dict[str, Any]:
        return knowledge.to_dict(self)

    def census(self) -> dict[str, int]:
        return knowledge.census(self)

    def seen(self, seat: i64, who: i64, code: i64) -> i64:
        if seat == who:
            return code
        phase = self.phase
        if who == CHANCE:
            if phase == codes.DAWN_DRAW and seat != self.actor:
                shown = self.setting.nursery_immediate and code == codes.C_ZOMBIE + codes.NURSERY
                return code if shown else HIDDEN
            if phase == codes.FINDING and seat != self.actor:
                index = search.top(self, self.aim)
                return code if index >= 0 and knows(self.cards[index], seat) else HIDDEN
            return code
        hidden = False
        if phase == codes.PLACING:
            hidden = codes.A_AT <= code < codes.A_AT + 13
        elif phase == codes.DAWN_HOLD or phase == codes.TAKING:
            hidden = not codes.A_REVEAL <= code < codes.A_USE
        elif (phase == codes.ARRANGING or phase == codes.SORTING) and codes.A_LEAVE <= code < codes.A_KEEP:
            index = search.left_behind(self, who, code - codes.A_LEAVE)
            if phase == codes.SORTING:
                index = search.sorted_out(self, who, code - codes.A_LEAVE)
            hidden = self.cards[index] & SHOWN == 0
        return HIDDEN if hidden else code


def knows(card: i64, seat: i64) -> bool:
    """Whether a seat (SPECTATOR: the public) knows an item card."""
    bit: i64 = 16 if seat == SPECTATOR else 8 + seat
    return (card >> bit) & 1 == 1
