"""The ring: who lives there as what, who commands whom, and whom a zombie may attack.

Characters are numbered by their place in the ring, clockwise from 0; with five and more players place i is seat i.
Sets of places are bit masks: the living humans, the living zombies, the removed, those with one wound and those with
two. The seat that commands a place follows from sides and halves (R20 to R25).
"""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from shamble.games.hate.rules import codes
from shamble.games.hate.rules.data import Cast, HateRules, card_text
from shamble.kernel.bits import bits
from shamble.kernel.state import CHANCE, State


class HateTable(State):
    """The ring, the throws that are in, and whose turn it is."""

    def __init__(self, players: i64, head: dict[str, Any], rules: HateRules) -> None:
        self.players = players
        self.head = head
        self.rules: HateRules = rules
        self.cast: Cast = rules.cast
        self.phase: i64 = codes.CHOOSING
        self.humans: i64 = (1 << rules.places) - 1  # living, mask of places
        self.zombies: i64 = 0  # living
        self.removed: i64 = 0
        self.wounded_once: i64 = 0  # characters with one wound
        self.wounded_twice: i64 = 0  # characters with two
        self.active: i64 = 0  # the attacker's place; in the set-up the dealer's
        self.target: i64 = -1  # the place attacked; in the set-up the left neighbour's
        self.active_throw: i64 = codes.NO_THROW  # committed, not yet revealed
        self.target_throw: i64 = codes.NO_THROW
        self.active_seat: i64 = -1  # who attacks and throws for the active place
        self.target_seat: i64 = -1  # who throws for the target
        self.owed: i64 = CHANCE  # what owing() answers
        self.attacks: i64 = 0  # attacks ended
        self.waiting: i64 = 0  # new zombies that the turn must pass once (R12)
        self.spent: i64 = 0  # characters whose power has been used up (R6)
        self.card: i64 = codes.ASIDE
        self.supply: i64 = rules.tokens
        self.eliminated: i64 = 0  # mask of seats (R25)
        self.dealer: i64 = -1
        self.last_human: i64 = -1  # whose turning ended the game (R18)
        self.ending_code: i64 = 0
        self.fight_active: i64 = -1  # the last throws revealed: by whom, …
        self.fight_target: i64 = -1
        self.fight_throws: i64 = -1  # … and which, 3 * active's + target's
        self.votes: vec[u8] = vec[u8]()  # by seat: 0 no vote, 1 + place, 1 + PLACES for none; empty without a ballot

    # -- places and seats ----------------------------------------------------------------------------------------

    def left_of(self, place: i64) -> i64:
        """R2: the next place clockwise."""
        return place + 1 if place + 1 < self.rules.places else 0

    def commander(self, place: i64) -> i64:
        """The seat that commands a living character; of zombies that two players share, the one whose attack it is."""
        rules = self.rules
        if rules.individual:
            return place
        seat: i64 = rules.human_1
        partner: i64 = rules.human_2
        if (self.humans >> place) & 1 == 0:
            if rules.alternate:
                return rules.zombie_1 if self.attacks & 1 == 0 else rules.zombie_2  # R22
            seat = rules.zombie_1  # R24: those that were humans too
            partner = rules.zombie_2
        if 2 * place < rules.places:  # R23
            return self._unless_out(seat, partner)
        return self._unless_out(partner, seat)

    def _unless_out(self, seat: i64, partner: i64) -> i64:
        """R25: what would be commanded by a player who is out for good goes to the partner."""
        return partner if (self.eliminated >> seat) & 1 == 1 and not self.rules.returns else seat

    def commanders(self, mask: i64) -> i64:
        """The seats, as a mask, that command any of these living characters."""
        rules = self.rules
        if rules.individual:
            return mask
        seats: i64 = 0
        if rules.alternate and mask & self.zombies != 0:
            seats = 1 << rules.zombie_1 | 1 << rules.zombie_2
        place: i64 = 0
        while mask >> place != 0:
            if (mask >> place) & 1 == 1:
                seats = seats | 1 << self.commander(place)
            place += 1
        return seats

    def target_of(self, code: i64) -> i64:
        """The nearest living human to the left or right of the active zombie; zombies and removed are skipped (R29)."""
        last: i64 = self.rules.places - 1
        humans = self.humans
        place: i64 = self.active  # R8: a lone human is met both ways
        if code == codes.LEFT:
            place = place + 1 if place < last else 0
            while (humans >> place) & 1 == 0:
                place = place + 1 if place < last else 0
            return place
        place = place - 1 if place > 0 else last
        while (humans >> place) & 1 == 0:
            place = place - 1 if place > 0 else last
        return place

    def may_attack(self, code: i64) -> bool:
        """R7: either direction; where the closer human must be attacked, not the farther one."""
        if not self.rules.closest:
            return True
        return self._skipped(code) <= self._skipped(codes.LEFT + codes.RIGHT - code)

    def _skipped(self, code: i64) -> i64:
        """How many living zombies lie between the active one and its target in that direction."""
        step: i64 = 1 if code == codes.LEFT else self.rules.places - 1
        place: i64 = (self.active + step) % self.rules.places
        count: i64 = 0
        while (self.humans >> place) & 1 == 0:
            count += (self.zombies >> place) & 1
            place = (place + step) % self.rules.places
        return count

    # -- the next turn (R12) -------------------------------------------------------------------------------------

    def next_of(self, mask: i64) -> i64:
        """The first place of a mask that is not empty, clockwise after the active one, the active one last."""
        later: i64 = mask >> (self.active + 1)
        place: i64 = self.active + 1
        if later == 0:
            later = mask
            place = 0
        while later & 1 == 0:
            later = later >> 1
            place += 1
        return place

    # -- the end (1.6) -------------------------------------------------------------------------------------------

    def winners(self) -> i64:
        """The mask of the seats that have won; 0 before the end and in a draw."""
        rules = self.rules
        if self.ending_code == 1:
            if rules.individual or not rules.eliminated_share:
                return self.commanders(self.humans)
            return 1 << rules.human_1 | 1 << rules.human_2  # R26
        if self.ending_code == 2:
            if rules.individual:
                return self.zombies & ~(1 << self.last_human)  # R18, R19
            if not rules.eliminated_share:
                return self.commanders(self.zombies)
            return 1 << rules.zombie_1 | 1 << rules.zombie_2
        return 0

    # -- the whole position --------------------------------------------------------------------------------------

    def characters(self) -> list[str]:
        """By place: side and wounds as `H0`, `H1`, `Z0`, `Z1`, `Z2`; `-` where the character is removed."""
        return [self._character(place) for place in range(self.rules.places)]

    def _character(self, place: i64) -> str:
        if (self.removed >> place) & 1 == 1:
            return "-"
        side = "H" if (self.humans >> place) & 1 == 1 else "Z"
        return f"{side}{((self.wounded_once >> place) & 1) + 2 * ((self.wounded_twice >> place) & 1)}"

    def census(self) -> dict[str, int]:
        places = (self.humans, self.zombies, self.removed)
        counts = {f"character {k}": sum((mask >> k) & 1 for mask in places) for k in range(self.rules.places)}
        for card in range(self.rules.characters if self.rules.deals else 0):
            in_deck = 1 - ((self.cast.dealt >> card) & 1)
            counts[f"card {card_text(card)}"] = self.cast.cards.count(card + 1) + in_deck
        return counts | {"wound tokens": self.supply + bits(self.wounded_once) + bits(self.wounded_twice)}
