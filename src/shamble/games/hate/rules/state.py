"""The State that the kernel asks for: moves, copies, knowledge, the whole position."""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.hate.rules.data import (
    ATTACKING,
    CARDS,
    CHOOSING,
    DEAL,
    DEALER,
    DEALING,
    ENDINGS,
    FIGHTING,
    HEAL,
    HEAL_NONE,
    HEALING,
    LEFT,
    NO_THROW,
    PHASES,
    PLACES,
    RIGHT,
    SETTING_UP,
    THROW,
    THROWS,
    VOTE,
    VOTE_NONE,
    VOTING,
    seats_in,
    vote_texts,
)
from shamble.games.hate.rules.turn import Turn
from shamble.kernel.bits import bits
from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE, HIDDEN, refuse


class HateState(Turn):
    """A position of I Hate Zombies."""

    # -- the contract: moves -------------------------------------------------------------------------------------

    def owing(self) -> i64:
        return self.owed

    def legal(self, seat: i64) -> vec[i64]:
        phase: i64 = self.phase
        if seat < 0 or phase <= DEALING or (self.owed >> seat) & 1 == 0:
            return vec[i64]()
        if phase == ATTACKING:
            codes = vec[i64](capacity=2)
            if self.may_attack(LEFT):
                codes = append(codes, LEFT)
            if self.may_attack(RIGHT):
                codes = append(codes, RIGHT)
            return codes
        if phase == HEALING:
            return self._wounded_humans(HEAL)
        if phase == VOTING:
            return self._wounded_humans(VOTE)
        codes = vec[i64](capacity=3)
        codes = append(codes, THROW)
        codes = append(codes, THROW + 1)
        return append(codes, THROW + 2)

    def _wounded_humans(self, base: i64) -> vec[i64]:
        """R14: base + place of every wounded living human, and none."""
        codes = vec[i64](capacity=8)
        wounded: i64 = self.humans & self.one
        place: i64 = 0
        while wounded >> place != 0:
            if (wounded >> place) & 1 == 1:
                codes = append(codes, base + place)
            place += 1
        return append(codes, base + PLACES)

    def allows(self, who: i64, code: i64) -> bool:
        phase: i64 = self.phase
        if who == CHANCE:
            if phase == DEALING:
                return DEAL <= code < DEAL + self.rules.characters and (self.cast.dealt >> (code - DEAL)) & 1 == 0
            return phase == CHOOSING and DEALER <= code < DEALER + self.players
        if who < 0 or who >= self.players or phase <= DEALING or (self.owed >> who) & 1 == 0:
            return False
        if phase == ATTACKING:
            return code in (LEFT, RIGHT) and self.may_attack(code)
        if phase == HEALING:
            return HEAL <= code <= HEAL_NONE and (code == HEAL_NONE or self._may_heal(code - HEAL))
        if phase == VOTING:
            return VOTE <= code <= VOTE_NONE and (code == VOTE_NONE or self._may_heal(code - VOTE))
        return THROW <= code < LEFT

    def odds(self) -> list[tuple[int, int]]:
        if self.phase == DEALING:
            return [(DEAL + card, 1) for card in range(self.rules.characters) if (self.cast.dealt >> card) & 1 == 0]
        if self.phase != CHOOSING:
            return []
        return [(DEALER + seat, 1) for seat in range(self.players)]

    def roll(self, dice: Dice) -> i64:
        if self.phase != DEALING:
            return DEALER + dice.below(self.players)
        skip: i64 = dice.below(self.rules.characters - bits(self.cast.dealt))
        card: i64 = 0
        while skip > 0 or (self.cast.dealt >> card) & 1 == 1:
            skip -= 1 - ((self.cast.dealt >> card) & 1)
            card += 1
        return DEAL + card

    def apply(self, who: i64, code: i64) -> None:
        if not self.allows(who, code):
            raise refuse(who, code)
        if code < LEFT:
            self._throw(who, code - THROW)
        elif code <= RIGHT:
            self._attack(code)
        elif code <= HEAL_NONE:
            if code != HEAL_NONE:
                self._heal(code - HEAL)
            self._pass_turn()
        elif code <= VOTE_NONE:
            self._cast_vote(who, code - VOTE)
        elif code < DEAL:
            self._choose_dealer(code - DEALER)  # R3
        else:
            self._deal(code - DEAL)

    # -- the end (1.6) -------------------------------------------------------------------------------------------

    def payoffs(self) -> list[float]:
        if self.ending_code == 3:
            return [1.0 / float(self.players)] * self.players
        winners = self.winners()
        return [float((winners >> seat) & 1) for seat in range(self.players)]

    def ending(self) -> str:
        return ENDINGS[self.ending_code]

    # -- copies and knowledge (1.5) ------------------------------------------------------------------------------

    def copy(self) -> "HateState":
        other = HateState(self.players, self.head, self.rules)
        other.cast = self.cast
        other.phase = self.phase
        other.humans = self.humans
        other.zombies = self.zombies
        other.removed = self.removed
        other.one = self.one
        other.two = self.two
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
        if self.active_throw != NO_THROW and self.active_seat != seat:
            other.active_throw = dice.below(3)
        if self.target_throw != NO_THROW and self.target_seat != seat:
            other.target_throw = dice.below(3)
        if self.phase == VOTING:
            codes = self._wounded_humans(VOTE)
            voter: i64 = 0
            while voter < self.players:
                if voter != seat and self.votes[voter] != 0:
                    other.votes[voter] = u8(codes[dice.below(i64(len(codes)))] - VOTE + 1)
                voter += 1
        return other

    def seen(self, seat: i64, who: i64, code: i64) -> i64:
        """A throw or vote is hidden from the others as long as another is still owed; the last one reveals all."""
        secret: bool = code < LEFT or VOTE <= code <= VOTE_NONE
        if secret and seat != who and who >= 0 and self.owed & ~(1 << who) != 0:
            return HIDDEN
        return code

    def committed(self) -> i64:
        """The mask of the seats whose throw or vote is in and not yet revealed."""
        mask: i64 = 0
        if self.active_throw != NO_THROW:
            mask = mask | 1 << self.active_seat
        if self.target_throw != NO_THROW:
            mask = mask | 1 << self.target_seat
        if self.phase == VOTING:
            mask = self.commanders(self.humans) & ~self.owed
        return mask

    def own_throw(self, seat: i64) -> i64:
        """The throw that this seat has committed, or NO_THROW."""
        if self.phase != FIGHTING and self.phase != SETTING_UP:
            return NO_THROW
        if seat == self.active_seat:
            return self.active_throw
        return self.target_throw if seat == self.target_seat else NO_THROW

    def votes_known(self, seat: i64) -> list[str | None]:
        """The votes as texts by seat: while they are being cast the seat's own, then all."""
        texts = vote_texts(self.votes)
        return [v if self.phase != VOTING or k == seat else None for k, v in enumerate(texts)]

    def view(self, seat: i64) -> dict[str, Any]:
        rules = self.rules
        throw = self.own_throw(seat)
        return {
            "game": "hate",
            "players": self.players,
            "seat": seat if seat >= 0 else None,
            "phase": PHASES[self.phase],
            "owing": seats_in(self.owed) if self.owed > 0 else [],
            "committed": seats_in(self.committed()),
            "mode": "individual" if rules.individual else "ring",
            "dealer": self.dealer if self.dealer >= 0 else None,
            "characters": self.characters(),
            "command": [seats_in(self._command(place)) for place in range(rules.places)],
            "active": self.active if self.phase > DEALING else None,
            "target": self.target if self.target >= 0 else None,
            "directions": self._directions(),
            "throw": THROWS[throw] if throw >= 0 else None,
            "fight": self._fight(),
            "votes": self.votes_known(seat),
            "attacks": self.attacks,
            "waiting": seats_in(self.waiting),
            "card": CARDS[self.card],
            "supply": self.supply if rules.strict else None,
            "cards": self.cast.texts() if rules.with_powers else [],
            "powers": list(self.cast.powers),
            "next_dealt": self.next_place() if self.phase == DEALING else None,
            "spent": seats_in(self.spent),
            "eliminated": seats_in(self.eliminated),
            "last_human": self.last_human if self.last_human >= 0 else None,
            "winners": seats_in(self.winners()),
            "ending": ENDINGS[self.ending_code],
        }

    def _command(self, place: i64) -> i64:
        """The seats, as a mask, that command the place: nobody where the character is removed or has no side yet."""
        if self.phase <= SETTING_UP:
            return 1 << place if self.rules.individual else 0
        return self.commanders((self.humans | self.zombies) & 1 << place)

    def _directions(self) -> dict[str, int]:
        """Whom the active zombie may attack, by direction."""
        if self.phase != ATTACKING:
            return {}
        return {"left" if d == LEFT else "right": self.target_of(d) for d in (LEFT, RIGHT) if self.may_attack(d)}

    def _fight(self) -> dict[str, Any] | None:
        if self.fight_throws < 0:
            return None
        throws = [THROWS[self.fight_throws // 3], THROWS[self.fight_throws % 3]]
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
            self.one,
            self.two,
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
        if self.phase == VOTING:
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
            "phase": PHASES[self.phase],
            "dealer": self.dealer if self.dealer >= 0 else None,
            "characters": self.characters(),
            "active": self.active,
            "target": self.target if self.target >= 0 else None,
            "throws": [THROWS[t] if t >= 0 else None for t in (self.active_throw, self.target_throw)],
            "fight": self._fight(),
            "votes": vote_texts(self.votes),
            "attacks": self.attacks,
            "waiting": seats_in(self.waiting),
            "card": CARDS[self.card],
            "supply": self.supply,
            "spent": seats_in(self.spent),
            "eliminated": seats_in(self.eliminated),
            "last_human": self.last_human if self.last_human >= 0 else None,
            "ending": ENDINGS[self.ending_code],
        }
