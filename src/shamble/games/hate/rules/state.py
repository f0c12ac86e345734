"""The State that the kernel asks for: moves, copies, knowledge, the whole position."""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.hate.rules import codes, reasons, turn
from shamble.games.hate.rules.data import seats_in, vote_texts
from shamble.games.hate.rules.table import HateTable
from shamble.kernel.bits import bits
from shamble.kernel.dice import Dice
from shamble.kernel.reasons import Reason
from shamble.kernel.state import CHANCE, HIDDEN, refuse


class HateState(HateTable):
    """A position of I Hate Zombies."""

    def set_up(self) -> None:
        """The opening position."""
        turn.set_up(self)

    # -- the contract: moves -------------------------------------------------------------------------------------

    def owing(self) -> i64:
        return self.owed

    def legal(self, seat: i64) -> vec[i64]:
        phase: i64 = self.phase
        if seat < 0 or phase <= codes.DEALING or (self.owed >> seat) & 1 == 0:
            return vec[i64]()
        if phase == codes.ATTACKING:
            legal = vec[i64](capacity=2)
            if self.may_attack(codes.LEFT):
                legal = append(legal, codes.LEFT)
            if self.may_attack(codes.RIGHT):
                legal = append(legal, codes.RIGHT)
            return legal
        if phase == codes.HEALING:
            return self._wounded_humans(codes.HEAL)
        if phase == codes.VOTING:
            return self._wounded_humans(codes.VOTE)
        legal = vec[i64](capacity=3)
        legal = append(legal, codes.THROW)
        legal = append(legal, codes.THROW + 1)
        return append(legal, codes.THROW + 2)

    def _wounded_humans(self, base: i64) -> vec[i64]:
        """R14: base + place of every wounded living human, and none."""
        legal = vec[i64](capacity=8)
        wounded: i64 = self.humans & self.wounded_once
        place: i64 = 0
        while wounded >> place != 0:
            if (wounded >> place) & 1 == 1:
                legal = append(legal, base + place)
            place += 1
        return append(legal, base + codes.PLACES)

    def allows(self, who: i64, code: i64) -> bool:
        return self._may_come(code) if who == CHANCE else self._bar(who, code) == reasons.NONE

    def _may_come(self, code: i64) -> bool:
        """Whether luck may bring this now."""
        if self.phase == codes.DEALING:
            return (
                codes.DEAL <= code < codes.DEAL + self.rules.characters
                and (self.cast.dealt >> (code - codes.DEAL)) & 1 == 0
            )
        return self.phase == codes.CHOOSING and codes.DEALER <= code < codes.DEALER + self.players

    def _bar(self, who: i64, code: i64) -> i64:
        """What keeps a seat from a code: NONE exactly where `legal` has it."""
        phase: i64 = self.phase
        if who < 0 or who >= self.players or phase <= codes.DEALING or code < 0:
            return reasons.NOT_NOW
        if (self.owed >> who) & 1 == 0:
            return self._bar_to_waiting(who, code)
        if phase == codes.ATTACKING:
            if code == codes.LEFT or code == codes.RIGHT:  # R9: nothing else
                return reasons.NONE if self.may_attack(code) else reasons.FARTHER
        elif phase == codes.HEALING:
            if codes.HEAL <= code <= codes.HEAL_NONE:
                return turn.bar_to_heal(self, code - codes.HEAL)
        elif phase == codes.VOTING:
            if codes.VOTE <= code <= codes.VOTE_NONE:
                return turn.bar_to_heal(self, code - codes.VOTE)
        elif code < codes.LEFT:
            return reasons.NONE
        return self._bar_of_phase(code)

    def _bar_to_waiting(self, who: i64, code: i64) -> i64:
        """What keeps a seat from a code that owes no decision."""
        phase: i64 = self.phase
        done: bool = (self.committed() >> who) & 1 == 1
        if code < codes.LEFT and (phase == codes.SETTING_UP or phase == codes.FIGHTING):
            return reasons.THROWN if done else reasons.NOT_IN_FIGHT
        if codes.LEFT <= code <= codes.RIGHT and phase == codes.ATTACKING:
            return reasons.OTHERS_ATTACK
        if codes.HEAL <= code <= codes.HEAL_NONE and phase == codes.HEALING:
            return reasons.OTHERS_HEAL
        if codes.VOTE <= code <= codes.VOTE_NONE and phase == codes.VOTING:
            return reasons.VOTED if done else reasons.OTHERS_HEAL
        return self._bar_of_phase(code)

    def _bar_of_phase(self, code: i64) -> i64:
        """What keeps everybody from a code in this phase."""
        if code >= codes.DEALER:
            return reasons.OUTCOME
        if code >= codes.HEAL and self.phase == (codes.VOTING if code <= codes.HEAL_NONE else codes.HEALING):
            return reasons.OTHER_WAY
        return reasons.NOT_NOW

    def why_not(self, seat: i64, code: i64) -> Reason | None:
        if self.phase == codes.OVER or self.phase <= codes.DEALING:
            return self.waiting_for(seat)
        bar = self._bar(seat, code)
        return None if bar == reasons.NONE else Reason(reasons.NAMES[bar])

    def odds(self) -> list[tuple[int, int]]:
        if self.phase == codes.DEALING:
            return [
                (codes.DEAL + card, 1) for card in range(self.rules.characters) if (self.cast.dealt >> card) & 1 == 0
            ]
        if self.phase != codes.CHOOSING:
            return []
        return [(codes.DEALER + seat, 1) for seat in range(self.players)]

    def roll(self, dice: Dice) -> i64:
        if self.phase != codes.DEALING:
            return codes.DEALER + dice.below(self.players)
        skip: i64 = dice.below(self.rules.characters - bits(self.cast.dealt))
        card: i64 = 0
        while skip > 0 or (self.cast.dealt >> card) & 1 == 1:
            skip -= 1 - ((self.cast.dealt >> card) & 1)
            card += 1
        return codes.DEAL + card

    def apply(self, who: i64, code: i64) -> None:
        if not self._may_come(code) if who == CHANCE else self._bar(who, code) != reasons.NONE:
            raise refuse(who, code)
        if code < codes.LEFT:
            turn.throw(self, who, code - codes.THROW)
        elif code <= codes.RIGHT:
            turn.attack(self, code)
        elif code <= codes.HEAL_NONE:
            if code != codes.HEAL_NONE:
                turn.heal(self, code - codes.HEAL)
            turn.pass_turn(self)
        elif code <= codes.VOTE_NONE:
            turn.cast_vote(self, who, code - codes.VOTE)
        elif code < codes.DEAL:
            turn.choose_dealer(self, code - codes.DEALER)  # R3
        else:
            turn.deal(self, code - codes.DEAL)

    # -- the end (1.6) -------------------------------------------------------------------------------------------

    def payoffs(self) -> list[float]:
        if self.ending_code == 3:
            return [1.0 / float(self.players)] * self.players
        winners = self.winners()
        return [float((winners >> seat) & 1) for seat in range(self.players)]

    def ending(self) -> str:
        return codes.ENDINGS[self.ending_code]

    # -- copies and knowledge (1.5) ------------------------------------------------------------------------------

    def copy(self) -> "HateState":
        other = HateState(self.players, self.head, self.rules)
        other.cast = self.cast
        other.phase = self.phase
        other.humans = self.humans
        other.zombies = self.zombies
        other.removed = self.removed
        other.wounded_once = self.wounded_once
        other.wounded_twice = self.wounded_twice
        other.active = self.active
        other.target = self.target
        other.active_throw = self.active_throw
        other.target_throw = self.target_throw
        other.active_seat = self.active_seat
        other.target_seat = self.target_seat
        other.owed = self.owed
        other.attacks = self.attacks
        other.waiting = self.waiting
        other.spent = self.spent
        other.card = self.card
        other.supply = self.supply
        other.eliminated = self.eliminated
        other.dealer = self.dealer
        other.last_human = self.last_human
        other.ending_code = self.ending_code
        other.fight_active = self.fight_active
        other.fight_target = self.fight_target
        other.fight_throws = self.fight_throws
        if len(self.votes) > 0:
            other.votes = self.votes[:]
        return other

    def redeal(self, seat: i64, dice: Dice) -> "HateState":
        """What others have committed is chosen again at random: a throw of three, a vote of those legal (R10)."""
        other = self.copy()
        if self.active_throw != codes.NO_THROW and self.active_seat != seat:
            other.active_throw = dice.below(3)
        if self.target_throw != codes.NO_THROW and self.target_seat != seat:
            other.target_throw = dice.below(3)
        if self.phase == codes.VOTING:
            legal = self._wounded_humans(codes.VOTE)
            voter: i64 = 0
            while voter < self.players:
                if voter != seat and self.votes[voter] != 0:
                    other.votes[voter] = u8(legal[dice.below(i64(len(legal)))] - codes.VOTE + 1)
                voter += 1
        return other

    def seen(self, seat: i64, who: i64, code: i64) -> i64:
        """A throw or vote is hidden from the others as long as another is still owed; the last one reveals all."""
        secret: bool = code < codes.LEFT or codes.VOTE <= code <= codes.VOTE_NONE
        if secret and seat != who and who >= 0 and self.owed & ~(1 << who) != 0:
            return HIDDEN
        return code

    def committed(self) -> i64:
        """The mask of the seats whose throw or vote is in and not yet revealed."""
        mask: i64 = 0
        if self.active_throw != codes.NO_THROW:
            mask = mask | 1 << self.active_seat
        if self.target_throw != codes.NO_THROW:
            mask = mask | 1 << self.target_seat
        if self.phase == codes.VOTING:
            mask = self.commanders(self.humans) & ~self.owed
        return mask

    def own_throw(self, seat: i64) -> i64:
        """The throw that this seat has committed, or NO_THROW."""
        if self.phase != codes.FIGHTING and self.phase != codes.SETTING_UP:
            return codes.NO_THROW
        if seat == self.active_seat:
            return self.active_throw
        return self.target_throw if seat == self.target_seat else codes.NO_THROW

    def votes_known(self, seat: i64) -> list[str | None]:
        """The votes as texts by seat: while they are being cast the seat's own, then all."""
        texts = vote_texts(self.votes)
        return [v if self.phase != codes.VOTING or k == seat else None for k, v in enumerate(texts)]

    def view(self, seat: i64) -> dict[str, Any]:
        rules = self.rules
        throw = self.own_throw(seat)
        return {
            "game": "hate",
            "players": self.players,
            "seat": seat if seat >= 0 else None,
            "phase": codes.PHASES[self.phase],
            "owing": seats_in(self.owed) if self.owed > 0 else [],
            "committed": seats_in(self.committed()),
            "mode": "individual" if rules.individual else "ring",
            "dealer": self.dealer if self.dealer >= 0 else None,
            "characters": self.characters(),
            "command": [seats_in(self._command(place)) for place in range(rules.places)],
            "active": self.active if self.phase > codes.DEALING else None,
            "target": self.target if self.target >= 0 else None,
            "directions": self._directions(),
            "throw": codes.THROWS[throw] if throw >= 0 else None,
            "fight": self._fight(),
            "votes": self.votes_known(seat),
            "attacks": self.attacks,
            "waiting": seats_in(self.waiting),
            "card": codes.CARDS[self.card],
            "supply": self.supply if rules.strict else None,
            "cards": self.cast.texts() if rules.with_powers else [],
            "powers": list(self.cast.powers),
            "next_dealt": turn.next_place(self) if self.phase == codes.DEALING else None,
            "spent": seats_in(self.spent),
            "eliminated": seats_in(self.eliminated),
            "last_human": self.last_human if self.last_human >= 0 else None,
            "winners": seats_in(self.winners()),
            "ending": codes.ENDINGS[self.ending_code],
        }

    def _command(self, place: i64) -> i64:
        """The seats, as a mask, that command the place: nobody where the character is removed or has no side yet."""
        if self.phase <= codes.SETTING_UP:
            return 1 << place if self.rules.individual else 0
        return self.commanders((self.humans | self.zombies) & 1 << place)

    def _directions(self) -> dict[str, int]:
        """Whom the active zombie may attack, by direction."""
        if self.phase != codes.ATTACKING:
            return {}
        return {
            "left" if d == codes.LEFT else "right": self.target_of(d)
            for d in (codes.LEFT, codes.RIGHT)
            if self.may_attack(d)
        }

    def _fight(self) -> dict[str, Any] | None:
        if self.fight_throws < 0:
            return None
        throws = [codes.THROWS[self.fight_throws // 3], codes.THROWS[self.fight_throws % 3]]
        return {"active": self.fight_active, "target": self.fight_target, "throws": throws}

    def known(self, seat: i64) -> bytes:
        parts: list[int] = [
            seat & 255,
            self.phase,
            self.active,
            self.target & 255,
            self.own_throw(seat) & 255,
            self.card,
            self.supply,
            self.dealer & 255,
            self.last_human & 255,
            self.ending_code,
            self.fight_active & 255,
            self.fight_target & 255,
            self.fight_throws & 255,
            self.attacks & 255,
            (self.attacks >> 8) & 255,
            (self.attacks >> 16) & 255,
            (self.attacks >> 24) & 255,
        ]
        for mask in (
            self.humans,
            self.zombies,
            self.wounded_once,
            self.wounded_twice,
            self.waiting,
            self.spent,
            self.eliminated,
            self.owed,
        ):
            parts.append(mask & 255)
            parts.append((mask >> 8) & 255)
            parts.append((mask >> 16) & 255)
        if self.rules.deals:
            parts += self.cast.cards
        if self.phase == codes.VOTING:
            if seat >= 0:
                parts.append(i64(self.votes[seat]))
            return bytes(parts)
        return bytes(parts) + bytes(self.votes)

    # -- the whole position --------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        dealt = (
            {"cards": self.cast.texts()} if self.rules.deals else {}
        )  # in positions of version 1 there is no such field
        return {
            **self.head,
            "options": dict(self.head["options"]),
            **dealt,
            "phase": codes.PHASES[self.phase],
            "dealer": self.dealer if self.dealer >= 0 else None,
            "characters": self.characters(),
            "active": self.active,
            "target": self.target if self.target >= 0 else None,
            "throws": [codes.THROWS[t] if t >= 0 else None for t in (self.active_throw, self.target_throw)],
            "fight": self._fight(),
            "votes": vote_texts(self.votes),
            "attacks": self.attacks,
            "waiting": seats_in(self.waiting),
            "card": codes.CARDS[self.card],
            "supply": self.supply,
            "spent": seats_in(self.spent),
            "eliminated": seats_in(self.eliminated),
            "last_human": self.last_human if self.last_human >= 0 else None,
            "ending": codes.ENDINGS[self.ending_code],
        }
