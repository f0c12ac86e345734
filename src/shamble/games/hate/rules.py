"""I Hate Zombies: the position, what may be done in it, and what then happens.

Characters are numbered by their place in the ring, clockwise from 0; with five and more players place i is seat i.
Sets of places are bit masks: the living humans, the living zombies, the removed, those with one wound and those with
two. The seat that commands a place follows from sides and halves (R20 to R25). Rule numbers are those of the rulings.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.kernel.bits import bits
from shamble.kernel.deck import zeros
from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE, HIDDEN, State, refuse

PLACES: Final = 18  # character cards
TOKENS: Final = 14  # wound tokens in the box

# codes of actions and outcomes, in the order of the vocabulary
THROW: Final = 0  # + rock, paper, scissors
LEFT: Final = 3
RIGHT: Final = 4
HEAL: Final = 5  # + place
HEAL_NONE: Final = 23
VOTE: Final = 24  # + place
VOTE_NONE: Final = 42
DEALER: Final = 43  # + seat

THROWS: Final = ("rock", "paper", "scissors")  # each beats the one before it, rock beats scissors
NO_THROW: Final = -1

# phases
CHOOSING: Final = 0  # chance: who deals
SETTING_UP: Final = 1  # dealer and left neighbour throw
ATTACKING: Final = 2
FIGHTING: Final = 3  # both throw
HEALING: Final = 4
VOTING: Final = 5
OVER: Final = 6
PHASES: Final = ("choosing", "setting_up", "attacking", "fighting", "healing", "voting", "over")
ENDINGS: Final = ("", "humans", "zombies", "attack_limit")

# the Horde/Serum card
ASIDE: Final = 0
HORDE: Final = 1
SERUM: Final = 2
CARDS: Final = ("aside", "horde", "serum")

POWERS: Final = ("none", "reroll_tie", "extra_wound", "tough", "first_aid", "last_stand")
ROLES: Final = {2: "ZH", 3: "ZZH", 4: "ZHZH"}  # the standard roles by the number of players (R21)


class HateRules:
    """The options of one game, as numbers; shared by all its positions."""

    def __init__(self, players: int, options: Mapping[str, Any], powers: Sequence[str]) -> None:
        self.individual: bool = players >= 5
        self.places: i64 = players if players >= 5 else int(options["ring"])
        dealer = options["dealer"]
        self.dealer: i64 = -1 if dealer == "random" else 0 if dealer == "seat" else int(dealer)
        self.first_by_throw: bool = options["first"] == "rps"
        self.horde_serum: bool = options["horde_serum"] == "absorb"
        self.closest: bool = options["nearest"] == "closest"
        self.rethrow: bool = options["tie"] == "rethrow"
        self.one_lap: bool = options["new_zombie_acts"] == "after_one_lap"
        self.vote: bool = options["heal_by"] == "majority_vote"
        self.heal_auto: bool = options["heal_by"] == "most_wounded_auto"
        self.strict: bool = options["tokens"] == "strict"
        self.tokens: i64 = TOKENS if self.strict else PLACES
        self.returns: bool = bool(options["return_from_elimination"])
        self.eliminated_share: bool = bool(options["eliminated_share"])
        self.max_attacks: i64 = int(options["max_attacks"])
        self.alternate: bool = players == 3 and options["three_zombies"] == "alternate_attacks"
        self.halves: bool = players == 4 or (players == 3 and not self.alternate)
        roles = options["roles"] if options["roles"] != "standard" else ROLES.get(players, "ZH")
        zombies = [seat for seat, role in enumerate(str(roles)) if role == "Z"]
        humans = [seat for seat, role in enumerate(str(roles)) if role == "H"]
        self.zombie_1: i64 = zombies[0]
        self.zombie_2: i64 = zombies[len(zombies) - 1]
        self.human_1: i64 = humans[0]
        self.human_2: i64 = humans[len(humans) - 1]
        self.powers: list[str] = list(powers)
        self.with_powers: bool = len(powers) > 0
        self.reroll_tie: i64 = holders(powers, "reroll_tie")
        self.extra_wound: i64 = holders(powers, "extra_wound")
        self.tough: i64 = holders(powers, "tough")
        self.first_aid: i64 = holders(powers, "first_aid")
        self.last_stand: i64 = holders(powers, "last_stand")


def holders(powers: Sequence[str], power: str) -> int:
    """The mask of the places whose character has that power."""
    return sum(1 << place for place, held in enumerate(powers) if held == power)


class HateState(State):
    """A position of I Hate Zombies."""

    def __init__(self, players: i64, head: dict[str, Any], rules: HateRules) -> None:
        self.players = players
        self.head = head
        self.rules: HateRules = rules
        self.phase: i64 = CHOOSING
        self.humans: i64 = (1 << rules.places) - 1  # living, mask of places
        self.zombies: i64 = 0  # living
        self.removed: i64 = 0
        self.one: i64 = 0  # characters with one wound
        self.two: i64 = 0  # characters with two
        self.active: i64 = 0  # the attacker's place; in the set-up the dealer's
        self.target: i64 = -1  # the place attacked; in the set-up the left neighbour's
        self.active_throw: i64 = NO_THROW  # committed, not yet revealed
        self.target_throw: i64 = NO_THROW
        self.active_seat: i64 = -1  # who attacks and throws for the active place
        self.target_seat: i64 = -1  # who throws for the target
        self.owed: i64 = CHANCE  # what owing() answers
        self.attacks: i64 = 0  # attacks ended
        self.waiting: i64 = 0  # new zombies that the turn must pass once (R12)
        self.spent: i64 = 0  # characters whose power has been used up (R6)
        self.card: i64 = ASIDE
        self.supply: i64 = rules.tokens
        self.eliminated: i64 = 0  # mask of seats (R25)
        self.dealer: i64 = -1
        self.last_human: i64 = -1  # whose turning ended the game (R18)
        self.ending_code: i64 = 0
        self.fight_active: i64 = -1  # the last throws revealed: by whom, …
        self.fight_target: i64 = -1
        self.fight_throws: i64 = -1  # … and which, 3 * active's + target's
        self.votes: vec[u8] = vec[u8]()  # by seat: 0 no vote, 1 + place, 1 + PLACES for none; empty without a ballot

    # -- setup (1.2) ---------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """The opening position: all cards human side up, nobody has thrown yet."""
        rules = self.rules
        if not rules.individual:
            if rules.first_by_throw:
                self._start_set_up(0)
            else:
                self._turn_every_second(0, -1)  # R21
        elif rules.dealer >= 0:
            self._deal(rules.dealer)

    def _deal(self, dealer: i64) -> None:
        self.dealer = dealer
        self._start_set_up(dealer)

    def _start_set_up(self, dealer: i64) -> None:
        self.phase = SETTING_UP
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
        if self.rules.places % 2 == 1 and self.rules.horde_serum:
            self.card = HORDE if bits(self.zombies) < bits(self.humans) else SERUM  # R5
        self.active = loser
        self._start_turn()

    # -- places and seats ----------------------------------------------------------------------------------------

    def _left_of(self, place: i64) -> i64:
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
            seat = rules.zombie_1
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
        place: i64 = self.active
        if code == LEFT:
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
        return self._skipped(code) <= self._skipped(LEFT + RIGHT - code)

    def _skipped(self, code: i64) -> i64:
        """How many living zombies lie between the active one and its target in that direction."""
        step: i64 = 1 if code == LEFT else self.rules.places - 1
        place: i64 = (self.active + step) % self.rules.places
        count: i64 = 0
        while (self.humans >> place) & 1 == 0:
            count += (self.zombies >> place) & 1
            place = (place + step) % self.rules.places
        return count

    # -- the contract: moves -------------------------------------------------------------------------------------

    def owing(self) -> i64:
        return self.owed

    def legal(self, seat: i64) -> vec[i64]:
        phase: i64 = self.phase
        if seat < 0 or phase == CHOOSING or (self.owed >> seat) & 1 == 0:
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
            return phase == CHOOSING and DEALER <= code < DEALER + self.players
        if who < 0 or who >= self.players or phase == CHOOSING or (self.owed >> who) & 1 == 0:
            return False
        if phase == ATTACKING:
            return code in (LEFT, RIGHT) and self.may_attack(code)
        if phase == HEALING:
            return HEAL <= code <= HEAL_NONE and (code == HEAL_NONE or self._may_heal(code - HEAL))
        if phase == VOTING:
            return VOTE <= code <= VOTE_NONE and (code == VOTE_NONE or self._may_heal(code - VOTE))
        return THROW <= code < LEFT

    def _may_heal(self, place: i64) -> bool:
        """R14."""
        return ((self.humans & self.one) >> place) & 1 == 1

    def odds(self) -> list[tuple[int, int]]:
        if self.phase != CHOOSING:
            return []
        return [(DEALER + seat, 1) for seat in range(self.players)]

    def roll(self, dice: Dice) -> i64:
        return DEALER + dice.below(self.players)

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
        else:
            self._deal(code - DEALER)  # R3

    def refresh(self) -> None:
        """Who throws and who owes a decision, from everything else."""
        phase: i64 = self.phase
        if phase in (SETTING_UP, FIGHTING):
            if phase == SETTING_UP and not self.rules.individual:
                self.active_seat = self.rules.zombie_1
                self.target_seat = self.rules.human_1
            else:
                self.active_seat = self.commander(self.active)
                self.target_seat = self.commander(self.target)
            self.owed = 0
            if self.active_throw == NO_THROW:
                self.owed = self.owed | 1 << self.active_seat
            if self.target_throw == NO_THROW:
                self.owed = self.owed | 1 << self.target_seat
        elif phase == ATTACKING:
            self.active_seat = self.commander(self.active)
            self.owed = 1 << self.active_seat
        elif phase == HEALING:
            self.owed = 1 << self.commander(self.target)  # R13: who struck the blow
        elif phase == VOTING:
            self.owed = self.commanders(self.humans)
            seat: i64 = 0
            while seat < self.players:
                if self.votes[seat] != 0:
                    self.owed = self.owed & ~(1 << seat)
                seat += 1
        else:
            self.owed = CHANCE if phase == CHOOSING else 0

    # -- an attack (1.4) -----------------------------------------------------------------------------------------

    def _attack(self, code: i64) -> None:
        self.target = self.target_of(code)
        self.target_seat = self.commander(self.target)
        self.phase = FIGHTING
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
        self.active_throw = NO_THROW
        self.target_throw = NO_THROW
        if self.phase == SETTING_UP:
            if won == 0:
                self._throw_again()
            elif won > 0:
                self._turn_every_second(self.target, self.active)
            else:
                self._turn_every_second(self.active, self.target)
            return
        if won == 0 and self.rules.with_powers and self._is_last_stand():
            won = -1
        if won == 0 and (self.rules.rethrow or (self.rules.reroll_tie >> self.target) & 1 == 1):  # R11, R6
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
        return self.humans == 1 << self.target and (self.rules.last_stand >> self.target) & 1 == 1

    def _strike_back(self) -> bool:
        """The attacker lost: a wound, or two by the target's power (R6); whether that killed it."""
        killed: bool = self._wound_zombie(self.active)
        if not killed and (self.rules.extra_wound >> self.target) & 1 == 1:
            killed = self._wound_zombie(self.active)
        if killed and ((self.rules.first_aid & self.one) >> self.target) & 1 == 1:
            self._heal(self.target)
        return killed

    def _wound_human(self, place: i64) -> None:
        """The second wound turns a human into a zombie without wounds."""
        bit: i64 = 1 << place
        if self.rules.tough & ~self.spent & bit != 0:
            self.spent = self.spent | bit
        elif self.one & bit == 0:
            self._take_token(bit)
        elif self.card == SERUM:
            self.card = ASIDE  # R5: the wound is lost, and the card
        else:
            self.one = self.one & ~bit
            self.supply += 1
            self.humans = self.humans & ~bit
            self.zombies = self.zombies | bit
            if self.rules.one_lap:
                self.waiting = self.waiting | bit

    def _wound_zombie(self, place: i64) -> bool:
        """The third wound removes a zombie (R17); whether it did."""
        bit: i64 = 1 << place
        if (self.one | self.two) & bit == 0:
            self._take_token(bit)
        elif self.one & bit != 0:
            self.one = self.one & ~bit
            self.two = self.two | bit
        elif self.card == HORDE:
            self.card = ASIDE  # R5
        else:
            self.two = self.two & ~bit
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
            self.one = self.one | bit

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
            elif killed and self.humans & self.one != 0:
                self._start_healing()
            else:
                self._pass_turn()

    def _end(self, ending: i64) -> None:
        self.ending_code = ending
        self.phase = OVER
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
            self._heal(self._next_of(self.humans & self.one))
            self._pass_turn()
        elif self.rules.vote:
            self.phase = VOTING
            self.votes = zeros(self.players)
            self.owed = self.commanders(self.humans)
        else:
            self.phase = HEALING
            self.owed = 1 << self.target_seat

    def _heal(self, place: i64) -> None:
        self.one = self.one & ~(1 << place)
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

    # -- the next turn (R12) -------------------------------------------------------------------------------------

    def _pass_turn(self) -> None:
        """To the next living zombie clockwise of the attacker's place; one that waits is passed over once."""
        self.active = self._next_of(self.zombies)
        while (self.waiting >> self.active) & 1 == 1:
            self.waiting = self.waiting & ~(1 << self.active)
            self.active = self._next_of(self.zombies)
        self._start_turn()

    def _next_of(self, mask: i64) -> i64:
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

    def _start_turn(self) -> None:
        self.phase = ATTACKING
        self.target = -1
        self.active_seat = self.commander(self.active)
        self.owed = 1 << self.active_seat

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
            "active": self.active if self.phase != CHOOSING else None,
            "target": self.target if self.target >= 0 else None,
            "directions": self._directions(),
            "throw": THROWS[throw] if throw >= 0 else None,
            "fight": self._fight(),
            "votes": self.votes_known(seat),
            "attacks": self.attacks,
            "waiting": seats_in(self.waiting),
            "card": CARDS[self.card],
            "supply": self.supply if rules.strict else None,
            "powers": list(rules.powers),
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
        if self.phase == VOTING:
            if seat >= 0:
                parts.append(i64(self.votes[seat]))
            return bytes(parts)
        return bytes(parts) + bytes(self.votes)

    # -- the whole position --------------------------------------------------------------------------------------

    def characters(self) -> list[str]:
        """By place: side and wounds as `H0`, `H1`, `Z0`, `Z1`, `Z2`; `-` where the character is removed."""
        return [self._character(place) for place in range(self.rules.places)]

    def _character(self, place: i64) -> str:
        if (self.removed >> place) & 1 == 1:
            return "-"
        side = "H" if (self.humans >> place) & 1 == 1 else "Z"
        return f"{side}{((self.one >> place) & 1) + 2 * ((self.two >> place) & 1)}"

    def to_dict(self) -> dict[str, Any]:
        return {
            **self.head,
            "options": dict(self.head["options"]),
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

    def census(self) -> dict[str, int]:
        places = (self.humans, self.zombies, self.removed)
        counts = {f"character {k}": sum((mask >> k) & 1 for mask in places) for k in range(self.rules.places)}
        return counts | {"wound tokens": self.supply + bits(self.one) + bits(self.two)}


def winner_of(first: i64, second: i64) -> i64:
    """1 where the first throw beats the second, -1 where it loses, 0 in a tie."""
    apart: i64 = first - second
    if apart == 0:
        return 0
    return 1 if apart == 1 or apart == -2 else -1


def seats_in(mask: i64) -> list[int]:
    """The seats or places of a mask, ascending."""
    return [k for k in range(PLACES) if (mask >> k) & 1]


def vote_texts(votes: vec[u8]) -> list[str | None]:
    """The votes by seat as texts: a place, `none`, or None where no vote is in."""
    return [None if v == 0 else "none" if i64(v) == PLACES + 1 else str(i64(v) - 1) for v in votes]
