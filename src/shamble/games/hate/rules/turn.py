"""What happens in a turn: set-up, attacks, wounds, healing, the end."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from shamble.games.hate.rules import codes, reasons
from shamble.games.hate.rules.data import Cast, winner_of
from shamble.games.hate.rules.table import HateTable
from shamble.kernel.bits import bits
from shamble.kernel.deck import zeros
from shamble.kernel.state import CHANCE


class Turn(HateTable):
    """The ring, and what throws and heals do to it."""

    # -- setup (1.2) ---------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """The opening position: all cards human side up, nobody has thrown yet."""
        if not self.rules.individual:
            self._start_deal()
        elif self.rules.dealer >= 0:
            self._choose_dealer(self.rules.dealer)

    def _choose_dealer(self, dealer: i64) -> None:
        self.dealer = dealer
        self.active = dealer
        self._start_deal()

    def _start_deal(self) -> None:
        """R6: characters that differ are dealt one by one; otherwise nobody could tell them apart."""
        if self.rules.deals:
            self.phase = codes.DEALING
            self.owed = CHANCE
        else:
            self._choose_sides()

    def next_place(self) -> i64:
        """Whose character is dealt next: from the dealer's left clockwise, the dealer's own last; a ring from 0."""
        return (self.dealer + 1 + bits(self.cast.dealt)) % self.rules.places

    def _deal(self, card: i64) -> None:
        """The character, counted from 0, comes to the next place."""
        cards = list(self.cast.cards)
        cards[self.next_place()] = card + 1
        self.cast = Cast(cards, self.rules.powers)
        if bits(self.cast.dealt) == self.rules.places:
            self._choose_sides()

    def _choose_sides(self) -> None:
        """Two throw for the sides, or in a ring place 0 is a zombie (R21)."""
        if self.rules.individual or self.rules.first_by_throw:
            self._start_set_up(self.active)
        else:
            self._turn_every_second(0, -1)

    def _start_set_up(self, dealer: i64) -> None:
        self.phase = codes.SETTING_UP
        self.active = dealer
        self.target = self._left_of(dealer)  # R2
        self.refresh()

    def _turn_every_second(self, loser: i64, winner: i64) -> None:
        """The loser and every second place clockwise become zombies, the winner never (R4); the loser attacks first."""
        k: i64 = 0
        place: i64 = loser
        while k < self.rules.places:
            if place != winner:
                self.humans = self.humans & ~(1 << place)
                self.zombies = self.zombies | (1 << place)
            place = self._left_of(self._left_of(place))
            k += 2
        if self.rules.places % 2 == 1 and self.rules.horde_serum:  # R27: a ring is even
            self.card = codes.HORDE if bits(self.zombies) < bits(self.humans) else codes.SERUM  # R5
        self.active = loser
        self._start_turn()

    # -- the contract: moves -------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Who throws and who owes a decision, from everything else."""
        phase: i64 = self.phase
        if phase in (codes.SETTING_UP, codes.FIGHTING):
            if phase == codes.SETTING_UP and not self.rules.individual:
                self.active_seat = self.rules.zombie_1
                self.target_seat = self.rules.human_1
            else:
                self.active_seat = self.commander(self.active)
                self.target_seat = self.commander(self.target)
            self.owed = 0
            if self.active_throw == codes.NO_THROW:
                self.owed = self.owed | 1 << self.active_seat
            if self.target_throw == codes.NO_THROW:
                self.owed = self.owed | 1 << self.target_seat
        elif phase == codes.ATTACKING:
            self.active_seat = self.commander(self.active)
            self.owed = 1 << self.active_seat
        elif phase == codes.HEALING:
            self.owed = 1 << self.commander(self.target)  # R13: who struck the blow
        elif phase == codes.VOTING:
            self.owed = self.commanders(self.humans)
            seat: i64 = 0
            while seat < self.players:
                if self.votes[seat] != 0:
                    self.owed = self.owed & ~(1 << seat)
                seat += 1
        else:
            self.owed = CHANCE if phase == codes.CHOOSING or phase == codes.DEALING else 0

    # -- an attack (1.4) -----------------------------------------------------------------------------------------

    def _attack(self, code: i64) -> None:
        self.target = self.target_of(code)
        self.target_seat = self.commander(self.target)
        self.phase = codes.FIGHTING
        self.fight_active = -1
        self.fight_target = -1
        self.fight_throws = -1
        if len(self.votes) > 0:
            self.votes = vec[u8]()
        self.owed = 1 << self.active_seat | 1 << self.target_seat

    def _throw(self, who: i64, throw: i64) -> None:
        """R10: committed until both are in, then revealed and settled at once."""
        if who == self.active_seat:
            self.active_throw = throw
        else:
            self.target_throw = throw
        self.owed = self.owed & ~(1 << who)
        if self.owed == 0:
            self._reveal()

    def _reveal(self) -> None:
        self.fight_active = self.active
        self.fight_target = self.target
        self.fight_throws = 3 * self.active_throw + self.target_throw
        won: i64 = winner_of(self.active_throw, self.target_throw)
        self.active_throw = codes.NO_THROW
        self.target_throw = codes.NO_THROW
        if self.phase == codes.SETTING_UP:
            if won == 0:
                self._throw_again()
            elif won > 0:
                self._turn_every_second(self.target, self.active)
            else:
                self._turn_every_second(self.active, self.target)
            return
        if won == 0 and self.rules.with_powers and self._is_last_stand():
            won = -1
        if won == 0 and (self.rules.rethrow or (self.cast.reroll_tie >> self.target) & 1 == 1):  # R11, R6
            self._throw_again()
        elif won == 0:
            self._end_attack(False)
        elif won > 0:
            self._wound_human(self.target)
            self._end_attack(False)
        else:
            self._end_attack(self._strike_back())

    def _throw_again(self) -> None:
        self.owed = 1 << self.active_seat | 1 << self.target_seat

    def _is_last_stand(self) -> bool:
        """R6: the last living human wins ties by this power."""
        return self.humans == 1 << self.target and (self.cast.last_stand >> self.target) & 1 == 1

    def _strike_back(self) -> bool:
        """The attacker lost: a wound, or two by the target's power (R6); whether that killed it."""
        killed: bool = self._wound_zombie(self.active)
        if not killed and (self.cast.extra_wound >> self.target) & 1 == 1:
            killed = self._wound_zombie(self.active)
        if killed and ((self.cast.first_aid & self.wounded_once) >> self.target) & 1 == 1:
            self._heal(self.target)
        return killed

    def _wound_human(self, place: i64) -> None:
        """The second wound turns a human into a zombie without wounds."""
        bit: i64 = 1 << place
        if self.cast.tough & ~self.spent & bit != 0:
            self.spent = self.spent | bit
        elif self.wounded_once & bit == 0:
            self._take_token(bit)
        elif self.card == codes.SERUM:
            self.card = codes.ASIDE  # R5: the wound is lost, and the card
        else:
            self.wounded_once = self.wounded_once & ~bit
            self.supply += 1
            self.humans = self.humans & ~bit
            self.zombies = self.zombies | bit
            if self.rules.one_lap:
                self.waiting = self.waiting | bit

    def _wound_zombie(self, place: i64) -> bool:
        """The third wound removes a zombie (R17); whether it did."""
        bit: i64 = 1 << place
        if (self.wounded_once | self.wounded_twice) & bit == 0:
            self._take_token(bit)
        elif self.wounded_once & bit != 0:
            self.wounded_once = self.wounded_once & ~bit
            self.wounded_twice = self.wounded_twice | bit
        elif self.card == codes.HORDE:
            self.card = codes.ASIDE  # R5
        else:
            self.wounded_twice = self.wounded_twice & ~bit
            self.supply += 1
            self.zombies = self.zombies & ~bit
            self.waiting = self.waiting & ~bit
            self.removed = self.removed | bit
            return True
        return False

    def _take_token(self, bit: i64) -> None:
        """R16: a first wound takes a token; without one in the supply the wound is lost."""
        if self.supply > 0:
            self.supply -= 1
            self.wounded_once = self.wounded_once | bit

    def _end_attack(self, killed: bool) -> None:
        self.attacks += 1
        if self.zombies == 0:
            self._end(1)  # R15: no healing any more
        elif self.humans == 0:
            self.last_human = self.target  # R18
            self._end(2)
        else:
            if self.rules.halves:
                self._eliminate()
            if self.rules.max_attacks > 0 and self.attacks >= self.rules.max_attacks:
                self._end(3)  # R28
            elif killed and self.humans & self.wounded_once != 0:
                self._start_healing()
            else:
                self._pass_turn()

    def _end(self, ending: i64) -> None:
        self.ending_code = ending
        self.phase = codes.OVER
        self.target = -1
        self.owed = 0

    def _eliminate(self) -> None:
        """R25: whoever commands no character of the own side is out; for good, unless players may return."""
        rules = self.rules
        present: i64 = self.commanders(self.humans) | self.commanders(self.zombies)
        absent: i64 = ((1 << self.players) - 1) & ~present
        self.eliminated = absent if rules.returns else self.eliminated | absent

    # -- healing (1.4) -------------------------------------------------------------------------------------------

    def _start_healing(self) -> None:
        """R13."""
        if self.rules.heal_auto:
            self._heal(self._next_of(self.humans & self.wounded_once))
            self._pass_turn()
        elif self.rules.vote:
            self.phase = codes.VOTING
            self.votes = zeros(self.players)
            self.owed = self.commanders(self.humans)
        else:
            self.phase = codes.HEALING
            self.owed = 1 << self.target_seat

    def _heal(self, place: i64) -> None:
        self.wounded_once = self.wounded_once & ~(1 << place)
        self.supply += 1

    def _cast_vote(self, who: i64, place: i64) -> None:
        """R13: committed until all are in; more than half of the votes decide."""
        self.votes[who] = u8(place + 1)
        self.owed = self.owed & ~(1 << who)
        if self.owed != 0:
            return
        chosen: i64 = self._majority()
        if chosen >= 0:
            self._heal(chosen)
        self._pass_turn()

    def _majority(self) -> i64:
        """The place with more than half of the votes cast, or -1."""
        cast: i64 = 0
        seat: i64 = 0
        while seat < self.players:
            cast += 1 if self.votes[seat] != 0 else 0
            seat += 1
        place: i64 = 0
        while place < self.rules.places:
            count: i64 = 0
            seat = 0
            while seat < self.players:
                count += 1 if i64(self.votes[seat]) == place + 1 else 0
                seat += 1
            if 2 * count > cast:
                return place
            place += 1
        return -1

    # -- the contract: moves -------------------------------------------------------------------------------------

    def _bar_to_heal(self, place: i64) -> i64:
        """R14: what keeps the character at a place from healing; PLACES stands for none, which is always open."""
        if ((self.humans & self.wounded_once) >> place) & 1 == 1 or place == codes.PLACES:
            return reasons.NONE
        if place >= self.rules.places:
            return reasons.NO_PLACE
        if (self.removed >> place) & 1 == 1:
            return reasons.REMOVED
        return reasons.UNHURT if (self.humans >> place) & 1 == 1 else reasons.ZOMBIE

    # -- the next turn (R12) -------------------------------------------------------------------------------------

    def _pass_turn(self) -> None:
        """To the next living zombie clockwise of the attacker's place; one that waits is passed over once."""
        self.active = self._next_of(self.zombies)
        while (self.waiting >> self.active) & 1 == 1:
            self.waiting = self.waiting & ~(1 << self.active)
            self.active = self._next_of(self.zombies)
        self._start_turn()

    def _start_turn(self) -> None:
        self.phase = codes.ATTACKING
        self.target = -1
        self.active_seat = self.commander(self.active)
        self.owed = 1 << self.active_seat
