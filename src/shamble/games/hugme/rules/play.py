"""HugmeState: the contract. What may be done in each phase, and which phase function does it."""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from shamble.games.hugme.rules import (
    assault,
    dawn,
    day,
    endings,
    escape,
    items,
    knowledge,
    night,
    opening,
    redealing,
    replies,
    search,
    theft,
)
from shamble.games.hugme.rules.codes import (
    A_AGREE,
    A_ARM,
    A_AT,
    A_BARRICADE,
    A_BARRICADE_WITH,
    A_BRING,
    A_CHOOSE,
    A_DECLINE,
    A_DEPLOY,
    A_DONE,
    A_DRAW,
    A_END,
    A_EQUIP,
    A_FIRST,
    A_FLEE,
    A_HOLD,
    A_HUG,
    A_KEEP,
    A_LEAVE,
    A_LOOK,
    A_MOVE,
    A_ON,
    A_PASS,
    A_PICK,
    A_REROLL,
    A_REVEAL,
    A_ROLL,
    A_SEARCH,
    A_SEARCH_AT,
    A_SEND_SELF,
    A_SHOW,
    A_SPOILS_LEFT,
    A_SPOILS_RIGHT,
    A_STAY,
    A_STEAL,
    A_TAKE,
    A_USE,
    A_WIN,
    ARRANGING,
    ASSAULT,
    ASSAULT_END,
    AUTO,
    C_BAD,
    C_DEAL,
    C_FIND,
    C_FIRST,
    C_GOOD,
    C_SHOP,
    C_ZOMBIE,
    CONSENT,
    CURING,
    DAWN_DRAW,
    DAWN_HOLD,
    DAWN_OPTION,
    DEALING,
    DEPLOYING,
    ENDINGS,
    ESCAPE_DIE,
    FINDING,
    FLEEING,
    GASOLINE,
    HUG_OFFER,
    INFECTION,
    KINDS,
    LAST_CHANCE,
    LATE_MOVE,
    NEXT_ASSAULT,
    NEXT_DAY,
    NEXT_DRAW,
    NEXT_ESCAPE,
    NEXT_LATE,
    NEXT_REPLY,
    NEXT_RESCUE,
    NEXT_START,
    NEXT_ZOMBIE,
    NIGHT_DRAW,
    NIGHT_START,
    NIGHTFALL,
    NURSERY,
    OVER,
    PLACING,
    SECOND_CHANCE,
    SENDING,
    SHELF,
    SHOPPING,
    SORTING,
    SPOILS,
    TAKING,
    TARGETING,
    THEFT,
    TIE_CHOICE,
    TURN,
    ZOMBIE_KINDS,
)
from shamble.games.hugme.rules.setting import Setting
from shamble.games.hugme.rules.table import IN_ASSAULT, IN_THEFT, SHOWN, Table
from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE, HIDDEN, SPECTATOR, refuse


class HugmeState(Table):
    """A position of Hug Me."""

    def __init__(self, players: i64, head: dict[str, Any], setting: Setting) -> None:
        super().__init__(players, head, setting)

    def set_up(self) -> None:
        """The opening position."""
        self.lay_out()
        opening.begin(self)

    # -- whose move, and what may be done ------------------------------------------------------------------------

    def owing(self) -> i64:
        if self.phase <= LAST_CHANCE:
            return CHANCE
        return 0 if self.phase == OVER else 1 << self.actor

    def legal(self, seat: i64) -> vec[i64]:
        if self.cached != seat:
            self.cache = items.distinct(self._codes(seat, vec[i64](capacity=24)))
            self.cached = seat
        return self.cache[:]

    def allows(self, who: i64, code: i64) -> bool:
        if who == CHANCE:
            return self.phase <= LAST_CHANCE and self._may_fall(code)
        if who < 0 or who >= self.players:
            return False
        if self.cached != who:
            self.cache = items.distinct(self._codes(who, vec[i64](capacity=24)))
            self.cached = who
        for other in self.cache:
            if other == code:
                return True
        return False

    def _codes(self, seat: i64, codes: vec[i64]) -> vec[i64]:
        phase = self.phase
        if phase == TURN:
            return day.turn_codes(self, seat, codes)
        if phase <= LAST_CHANCE or phase == OVER or seat != self.actor:
            return codes
        if CURING <= phase < THEFT:
            codes = items.show_codes(self, seat, codes)
        if phase == ASSAULT:
            return replies.reply_codes(self, seat, IN_ASSAULT, codes)
        if phase == THEFT:
            return replies.reply_codes(self, seat, IN_THEFT, codes)
        if phase == ARRANGING:
            return search.arrange_codes(self, seat, codes)
        if phase == NIGHT_START:
            return night.start_codes(self, codes)
        if phase == FLEEING:
            return escape.flee_codes(self, codes)
        if phase == SENDING:
            return dawn.send_codes(self, codes)
        if phase == PLACING:
            return dawn.place_codes(self, codes)
        if phase == SORTING:
            return search.sort_codes(self, seat, codes)
        if phase == SPOILS:
            return append(append(codes, A_SPOILS_LEFT), A_SPOILS_RIGHT)
        if phase == TARGETING:
            effect: i64 = i64(self.setting.effect[self.using])
            return items.target_codes(self, seat, effect, self.aim, codes)
        return self._rarer_codes(phase, seat, codes)

    def _rarer_codes(self, phase: i64, seat: i64, codes: vec[i64]) -> vec[i64]:
        if phase == DEPLOYING:
            return opening.deploy_codes(codes)
        if phase == TIE_CHOICE:
            return opening.tie_codes(self, codes)
        if phase == DAWN_OPTION:
            return dawn.option_codes(codes)
        if phase == DAWN_HOLD:
            return dawn.hold_codes(self, codes)
        if phase == CURING:
            return day.cure_codes(self, codes)
        if phase == CONSENT:
            return append(append(codes, A_AGREE), A_DECLINE)
        if phase == TAKING:
            return search.take_codes(self, codes)
        if phase == LATE_MOVE:
            return night.late_codes(self, codes)
        if phase == HUG_OFFER:
            return escape.offer_codes(codes)
        if phase == SECOND_CHANCE:
            return escape.chance_codes(self, seat, codes)
        return escape.confirm_codes(codes)

    # -- chance --------------------------------------------------------------------------------------------------

    def _may_fall(self, code: i64) -> bool:
        phase = self.phase
        if phase == FINDING:
            return C_FIND <= code < C_FIND + KINDS and search.may_find(self, code - C_FIND)
        if phase == NIGHT_DRAW or phase == DAWN_DRAW:
            return C_ZOMBIE <= code < C_ZOMBIE + ZOMBIE_KINDS and self.horde[code - C_ZOMBIE] > 0
        if phase == INFECTION or phase == ESCAPE_DIE:
            return code == C_BAD or code == C_GOOD
        if phase == DEALING:
            return C_DEAL <= code < C_DEAL + 14 and opening.is_free(self, code - C_DEAL)
        for outcome, _ in self.odds():
            if outcome == code:
                return True
        return False

    def odds(self) -> list[tuple[int, int]]:
        phase = self.phase
        if phase > LAST_CHANCE:
            return []
        if phase == FINDING:
            return self._finding_odds()
        if phase == NIGHT_DRAW or phase == DAWN_DRAW:
            return [(C_ZOMBIE + kind, self.horde[kind]) for kind in range(ZOMBIE_KINDS) if self.horde[kind] > 0]
        if phase == INFECTION or phase == ESCAPE_DIE:
            return [(C_BAD, self.setting.die_bad), (C_GOOD, self.setting.die_good)]
        if phase == DEALING:
            return [(C_DEAL + character, 1) for character in opening.free_characters(self)]
        if phase == SHOPPING:
            return [(C_SHOP + shop, 1) for shop in opening.free_shops(self)]
        return [(C_FIRST + seat, 1) for seat in opening.tied(self)]

    def _finding_odds(self) -> list[tuple[int, int]]:
        """Each card of the deck's unseen part is as likely as any other; its special one is any of those left."""
        shop = self.aim
        index = search.top(self, shop)
        if index >= 0:
            return [(C_FIND + self.kind_at(index), 1)]
        sealed = search.sealed(self)
        weight = sealed if sealed > 0 else 1
        kinds = range(shop * SHELF, shop * SHELF + SHELF)
        found = [(C_FIND + kind, weight) for kind in kinds if (self.shelf[shop] >> (kind % SHELF)) & 1 == 1]
        if self.shelf[shop] & 64 != 0:
            found += [
                (C_FIND + GASOLINE + kind, self.special_left[kind]) for kind in range(4) if self.special_left[kind] > 0
            ]
        return found

    def roll(self, dice: Dice) -> i64:
        phase = self.phase
        if phase == FINDING:
            return self._roll_item(dice)
        if phase == NIGHT_DRAW or phase == DAWN_DRAW:
            left: i64 = dice.below(self.deck_size())
            kind: i64 = 0
            while left >= i64(self.horde[kind]):
                left -= i64(self.horde[kind])
                kind += 1
            return C_ZOMBIE + kind
        if phase == INFECTION or phase == ESCAPE_DIE:
            bad = dice.below(self.setting.die_bad + self.setting.die_good) < self.setting.die_bad
            return C_BAD if bad else C_GOOD
        if phase == DEALING:
            free = opening.free_characters(self)
            return C_DEAL + free[dice.below(len(free))]
        if phase == SHOPPING:
            shops = opening.free_shops(self)
            return C_SHOP + shops[dice.below(len(shops))]
        best = opening.tied(self)
        return C_FIRST + best[dice.below(len(best))]

    def _roll_item(self, dice: Dice) -> i64:
        shop = self.aim
        index = search.top(self, shop)
        if index >= 0:
            return C_FIND + self.kind_at(index)
        mask: i64 = i64(self.shelf[shop])
        n: i64 = 0
        k: i64 = 0
        while k <= SHELF:
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
        if k < SHELF:
            return C_FIND + shop * SHELF + k
        left = dice.below(search.sealed(self))
        k = 0
        while left >= i64(self.special_left[k]):
            left -= i64(self.special_left[k])
            k += 1
        return C_FIND + GASOLINE + k

    # -- what then happens ---------------------------------------------------------------------------------------

    def apply(self, who: i64, code: i64) -> None:
        if not self.allows(who, code):
            raise refuse(who, code)
        self.cached = -1
        if who == CHANCE:
            self._fall(code)
        elif self.phase == TURN:
            self._in_turn(who, code)
        else:
            self._decide(who, code)
        while self.phase >= AUTO:
            self._go_on()

    def _fall(self, code: i64) -> None:
        phase = self.phase
        if phase == FINDING:
            search.found(self, code - C_FIND)
        elif phase == NIGHT_DRAW:
            night.drawn(self, code - C_ZOMBIE)
        elif phase == DAWN_DRAW:
            dawn.drawn(self, code - C_ZOMBIE)
        elif phase == INFECTION:
            day.infection(self, code == C_BAD)
        elif phase == ESCAPE_DIE:
            escape.rolled(self, code == C_BAD)
        elif phase == DEALING:
            opening.deal(self, code - C_DEAL)
        elif phase == SHOPPING:
            opening.lay_shop(self, code - C_SHOP)
        else:
            opening.set_first(self, code - C_FIRST)

    def _in_turn(self, seat: i64, code: i64) -> None:
        if code == A_END:
            day.end(self)
        elif code < A_WIN:
            day.move(self, seat, code - A_MOVE)
        elif code == A_WIN:
            day.win(self, seat)
        elif code == A_SEARCH:
            day.act(self)
            search.begin(self, seat, i64(self.place[seat]))
        elif code < A_STEAL:
            day.act(self)
            search.begin(self, seat, code - A_SEARCH_AT)
        elif code < A_BARRICADE:
            day.steal(self, code - A_STEAL)
        elif code < A_BRING:
            day.barricade(self, seat, code - A_BARRICADE_WITH if code > A_BARRICADE else -1)
        elif code < A_REVEAL:
            day.bring(self, code - A_BRING)
        elif code < A_EQUIP:
            items.reveal(self, seat, code - A_REVEAL)
        elif code < A_USE:
            items.equip(self, seat, GASOLINE + code - A_EQUIP)
        else:
            items.use(self, seat, code - A_USE)

    def _decide(self, seat: i64, code: i64) -> None:
        phase = self.phase
        if phase == ASSAULT or phase == THEFT:
            self._reply(seat, code)
        elif CURING <= phase < SORTING and A_REVEAL <= code < A_USE:
            self._show(seat, code)
        elif phase == ARRANGING:
            self._arrange(seat, code)
        elif phase == SORTING:
            self._sort(seat, code)
        elif phase == TARGETING:
            self._target(seat, code)
        elif phase <= PLACING:
            self._before_day(code)
        elif phase == CURING:
            if code != A_ROLL:
                items.use(self, seat, code - A_USE)
                day.begin_turn(self)
            else:
                self.phase = INFECTION
        elif phase == CONSENT:
            day.answer(self, code == A_AGREE)
        elif phase == TAKING:
            search.take(self, seat, code - A_TAKE)
        elif phase == SPOILS:
            if code == A_SPOILS_LEFT:
                theft.take_left(self)
            else:
                theft.take_right(self)
        else:
            self._at_night(seat, code)

    def _reply(self, seat: i64, code: i64) -> None:
        if code == A_PASS:
            replies.pass_on(self)
            self.phase = NEXT_REPLY
        elif code >= A_ARM:
            replies.arm(self, seat, code - A_ARM)
        elif code >= A_USE:
            items.use(self, seat, code - A_USE)
        elif code >= A_EQUIP:
            items.equip(self, seat, GASOLINE + code - A_EQUIP)
            self.acted = True
        else:
            replies.reveal(self, seat, code - A_REVEAL)

    def _show(self, seat: i64, code: i64) -> None:
        if code < A_EQUIP:
            items.reveal(self, seat, code - A_REVEAL)
        elif self.phase == ARRANGING and not search.equips_own(self, seat, GASOLINE + code - A_EQUIP):
            search.equip_drawn(self, seat)
        else:
            items.equip(self, seat, GASOLINE + code - A_EQUIP)
        if self.phase == ARRANGING:
            search.settle(self, seat)

    def _arrange(self, seat: i64, code: i64) -> None:
        if code == A_KEEP:
            search.keep(self, seat)
        elif code == A_SHOW:
            search.show(self, seat)
        else:
            search.leave(self, seat, code - A_LEAVE)

    def _sort(self, seat: i64, code: i64) -> None:
        if code == A_DONE:
            theft.finish(self)
        elif code >= A_LEAVE:
            search.sort_out(self, seat, code - A_LEAVE)
        elif code < A_EQUIP:
            theft.reveal(self, seat, code - A_REVEAL)
        else:
            search.equip_taken(self, seat, GASOLINE + code - A_EQUIP)

    def _target(self, seat: i64, code: i64) -> None:
        if code >= A_PICK:
            self.aim = code - A_PICK
        elif code >= A_CHOOSE:
            items.choose(self, seat, code - A_CHOOSE)
        elif code >= A_LOOK:
            items.look(self, seat, code - A_LOOK)
        else:
            items.at_place(self, seat, code - A_AT)

    def _before_day(self, code: i64) -> None:
        phase = self.phase
        if phase == DEPLOYING:
            opening.deploy(self, code - A_DEPLOY)
        elif phase == TIE_CHOICE:
            opening.set_first(self, code - A_FIRST)
        elif phase == DAWN_OPTION:
            if code == A_DRAW:
                dawn.draw(self)
            else:
                dawn.skip(self)
        elif phase == DAWN_HOLD:
            dawn.hold(self, code - A_HOLD)
        elif phase == PLACING:
            if code >= A_ON:
                dawn.put_on(self, code - A_ON)
            else:
                dawn.open_slot(self, code - A_AT)
        elif code == A_STAY:
            dawn.stay(self)
        else:
            dawn.send(self, 1 if code == A_SEND_SELF else 2)

    def _at_night(self, seat: i64, code: i64) -> None:
        phase = self.phase
        if phase == LATE_MOVE:
            night.late(self, code)
        elif phase == NIGHT_START:
            self.phase = NEXT_START
            if code != A_PASS:
                items.use(self, seat, code - A_USE)
        elif phase == FLEEING:
            escape.flee(self, code - A_FLEE)
        elif phase == HUG_OFFER:
            if code == A_ROLL:
                self.phase = ESCAPE_DIE
            else:
                escape.hug(self)
        elif phase == SECOND_CHANCE:
            if code == A_DECLINE:
                self.phase = NEXT_RESCUE
            elif code == A_REROLL:
                escape.reroll(self, seat)
            else:
                items.use(self, seat, code - A_USE)
                escape.again(self)
        elif code == A_HUG:
            escape.infect(self)
        else:
            escape.spare(self)

    def _go_on(self) -> None:
        """One automatic step."""
        phase = self.phase
        if phase == NEXT_REPLY:
            replies.next_reply(self)
        elif phase == NEXT_ASSAULT:
            night.next_assault(self)
        elif phase == NEXT_DRAW:
            night.next_draw(self)
        elif phase == ASSAULT_END:
            assault.end(self)
        elif phase == NEXT_ESCAPE:
            escape.next_escape(self)
        elif phase == NEXT_RESCUE:
            escape.next_rescue(self)
        elif phase == NEXT_DAY:
            day.next_day(self)
        elif phase == NIGHTFALL:
            night.fall(self)
        elif phase == NEXT_LATE:
            night.next_late(self)
        elif phase == NEXT_START:
            night.next_start(self)
        elif phase == NEXT_ZOMBIE:
            dawn.next_zombie(self)
        else:
            dawn.start_round(self)

    # -- the end -------------------------------------------------------------------------------------------------

    def payoffs(self) -> list[float]:
        if self.phase != OVER:
            return [0.0] * self.players
        return endings.payoffs(self)

    def ending(self) -> str:
        return ENDINGS[self.ending_code]

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
            if phase == DAWN_DRAW and seat != self.actor:
                shown = self.setting.nursery_immediate and code == C_ZOMBIE + NURSERY
                return code if shown else HIDDEN
            if phase == FINDING and seat != self.actor:
                index = search.top(self, self.aim)
                return code if index >= 0 and knows(self.cards[index], seat) else HIDDEN
            return code
        hidden = False
        if phase == PLACING:
            hidden = A_AT <= code < A_AT + 13
        elif phase == DAWN_HOLD or phase == TAKING:
            hidden = not A_REVEAL <= code < A_USE
        elif (phase == ARRANGING or phase == SORTING) and A_LEAVE <= code < A_KEEP:
            index = search.left_behind(self, who, code - A_LEAVE)
            if phase == SORTING:
                index = search.sorted_out(self, who, code - A_LEAVE)
            hidden = self.cards[index] & SHOWN == 0
        return HIDDEN if hidden else code


def knows(card: i64, seat: i64) -> bool:
    """Whether a seat (SPECTATOR: the public) knows an item card."""
    bit: i64 = 16 if seat == SPECTATOR else 8 + seat
    return (card >> bit) & 1 == 1
