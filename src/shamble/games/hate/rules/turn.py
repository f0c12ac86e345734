"""What happens in a turn: set-up, attacks, wounds, healing, the end."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from shamble.games.hate.rules import codes, reasons
from shamble.games.hate.rules.data import Cast, winner_of
from shamble.games.hate.rules.table import HateTable
from shamble.kernel.bits import bits
from shamble.kernel.deck import zeros
from shamble.kernel.state import CHANCE

# -- setup (1.2) ---------------------------------------------------------------------------------------------


def set_up(t: HateTable) -> None:
    """The opening position: all cards human side up, nobody has thrown yet."""
    if not t.rules.individual:
        _start_deal(t)
    elif t.rules.dealer >= 0:
        choose_dealer(t, t.rules.dealer)


def choose_dealer(t: HateTable, dealer: i64) -> None:
    """Chance has settled who deals; the cards go round."""
    t.dealer = dealer
    t.active = dealer
    _start_deal(t)


def _start_deal(t: HateTable) -> None:
    """R6: characters that differ are dealt one by one; otherwise nobody could tell them apart."""
    if t.rules.deals:
        t.phase = codes.DEALING
        t.owed = CHANCE
    else:
        _choose_sides(t)


def next_place(t: HateTable) -> i64:
    """Whose character is dealt next: from the dealer's left clockwise, the dealer's own last; a ring from 0."""
    return (t.dealer + 1 + bits(t.cast.dealt)) % t.rules.places


def deal(t: HateTable, card: i64) -> None:
    """The character, counted from 0, comes to the next place."""
    cards = list(t.cast.cards)
    cards[next_place(t)] = card + 1
    t.cast = Cast(cards, t.rules.powers)
    if bits(t.cast.dealt) == t.rules.places:
        _choose_sides(t)


def _choose_sides(t: HateTable) -> None:
    """Two throw for the sides, or in a ring place 0 is a zombie (R21)."""
    if t.rules.individual or t.rules.first_by_throw:
        _start_set_up(t, t.active)
    else:
        _turn_every_second(t, 0, -1)


def _start_set_up(t: HateTable, dealer: i64) -> None:
    t.phase = codes.SETTING_UP
    t.active = dealer
    t.target = t.left_of(dealer)  # R2
    refresh(t)


def _turn_every_second(t: HateTable, loser: i64, winner: i64) -> None:
    """The loser and every second place clockwise become zombies, the winner never (R4); the loser attacks first."""
    k: i64 = 0
    place: i64 = loser
    while k < t.rules.places:
        if place != winner:
            t.humans = t.humans & ~(1 << place)
            t.zombies = t.zombies | (1 << place)
        place = t.left_of(t.left_of(place))
        k += 2
    if t.rules.places % 2 == 1 and t.rules.horde_serum:  # R27: a ring is even
        t.card = codes.HORDE if bits(t.zombies) < bits(t.humans) else codes.SERUM  # R5
    t.active = loser
    _start_turn(t)


# -- the contract: moves -------------------------------------------------------------------------------------


def refresh(t: HateTable) -> None:
    """Who throws and who owes a decision, from everything else."""
    phase: i64 = t.phase
    if phase in (codes.SETTING_UP, codes.FIGHTING):
        if phase == codes.SETTING_UP and not t.rules.individual:
            t.active_seat = t.rules.zombie_1
            t.target_seat = t.rules.human_1
        else:
            t.active_seat = t.commander(t.active)
            t.target_seat = t.commander(t.target)
        t.owed = 0
        if t.active_throw == codes.NO_THROW:
            t.owed = t.owed | 1 << t.active_seat
        if t.target_throw == codes.NO_THROW:
            t.owed = t.owed | 1 << t.target_seat
    elif phase == codes.ATTACKING:
        t.active_seat = t.commander(t.active)
        t.owed = 1 << t.active_seat
    elif phase == codes.HEALING:
        t.owed = 1 << t.commander(t.target)  # R13: who struck the blow
    elif phase == codes.VOTING:
        t.owed = t.commanders(t.humans)
        seat: i64 = 0
        while seat < t.players:
            if t.votes[seat] != 0:
                t.owed = t.owed & ~(1 << seat)
            seat += 1
    else:
        t.owed = CHANCE if phase == codes.CHOOSING or phase == codes.DEALING else 0


# -- an attack (1.4) -----------------------------------------------------------------------------------------


def attack(t: HateTable, code: i64) -> None:
    """An attack is declared: both sides throw."""
    t.target = t.target_of(code)
    t.target_seat = t.commander(t.target)
    t.phase = codes.FIGHTING
    t.fight_active = -1
    t.fight_target = -1
    t.fight_throws = -1
    if len(t.votes) > 0:
        t.votes = vec[u8]()
    t.owed = 1 << t.active_seat | 1 << t.target_seat


def throw(t: HateTable, who: i64, thrown: i64) -> None:
    """R10: committed until both are in, then revealed and settled at once."""
    if who == t.active_seat:
        t.active_throw = thrown
    else:
        t.target_throw = thrown
    t.owed = t.owed & ~(1 << who)
    if t.owed == 0:
        _reveal(t)


def _reveal(t: HateTable) -> None:
    t.fight_active = t.active
    t.fight_target = t.target
    t.fight_throws = 3 * t.active_throw + t.target_throw
    won: i64 = winner_of(t.active_throw, t.target_throw)
    t.active_throw = codes.NO_THROW
    t.target_throw = codes.NO_THROW
    if t.phase == codes.SETTING_UP:
        if won == 0:
            _throw_again(t)
        elif won > 0:
            _turn_every_second(t, t.target, t.active)
        else:
            _turn_every_second(t, t.active, t.target)
        return
    if won == 0 and t.rules.with_powers and _is_last_stand(t):
        won = -1
    if won == 0 and (t.rules.rethrow or (t.cast.reroll_tie >> t.target) & 1 == 1):  # R11, R6
        _throw_again(t)
    elif won == 0:
        _end_attack(t, False)
    elif won > 0:
        _wound_human(t, t.target)
        _end_attack(t, False)
    else:
        _end_attack(t, _strike_back(t))


def _throw_again(t: HateTable) -> None:
    t.owed = 1 << t.active_seat | 1 << t.target_seat


def _is_last_stand(t: HateTable) -> bool:
    """R6: the last living human wins ties by this power."""
    return t.humans == 1 << t.target and (t.cast.last_stand >> t.target) & 1 == 1


def _strike_back(t: HateTable) -> bool:
    """The attacker lost: a wound, or two by the target's power (R6); whether that killed it."""
    killed: bool = _wound_zombie(t, t.active)
    if not killed and (t.cast.extra_wound >> t.target) & 1 == 1:
        killed = _wound_zombie(t, t.active)
    if killed and ((t.cast.first_aid & t.wounded_once) >> t.target) & 1 == 1:
        heal(t, t.target)
    return killed


def _wound_human(t: HateTable, place: i64) -> None:
    """The second wound turns a human into a zombie without wounds."""
    bit: i64 = 1 << place
    if t.cast.tough & ~t.spent & bit != 0:
        t.spent = t.spent | bit
    elif t.wounded_once & bit == 0:
        _take_token(t, bit)
    elif t.card == codes.SERUM:
        t.card = codes.ASIDE  # R5: the wound is lost, and the card
    else:
        t.wounded_once = t.wounded_once & ~bit
        t.supply += 1
        t.humans = t.humans & ~bit
        t.zombies = t.zombies | bit
        if t.rules.one_lap:
            t.waiting = t.waiting | bit


def _wound_zombie(t: HateTable, place: i64) -> bool:
    """The third wound removes a zombie (R17); whether it did."""
    bit: i64 = 1 << place
    if (t.wounded_once | t.wounded_twice) & bit == 0:
        _take_token(t, bit)
    elif t.wounded_once & bit != 0:
        t.wounded_once = t.wounded_once & ~bit
        t.wounded_twice = t.wounded_twice | bit
    elif t.card == codes.HORDE:
        t.card = codes.ASIDE  # R5
    else:
        t.wounded_twice = t.wounded_twice & ~bit
        t.supply += 1
        t.zombies = t.zombies & ~bit
        t.waiting = t.waiting & ~bit
        t.removed = t.removed | bit
        return True
    return False


def _take_token(t: HateTable, bit: i64) -> None:
    """R16: a first wound takes a token; without one in the supply the wound is lost."""
    if t.supply > 0:
        t.supply -= 1
        t.wounded_once = t.wounded_once | bit


def _end_attack(t: HateTable, killed: bool) -> None:
    t.attacks += 1
    if t.zombies == 0:
        _end(t, 1)  # R15: no healing any more
    elif t.humans == 0:
        t.last_human = t.target  # R18
        _end(t, 2)
    else:
        if t.rules.halves:
            _eliminate(t)
        if t.rules.max_attacks > 0 and t.attacks >= t.rules.max_attacks:
            _end(t, 3)  # R28
        elif killed and t.humans & t.wounded_once != 0:
            _start_healing(t)
        else:
            pass_turn(t)


def _end(t: HateTable, ending: i64) -> None:
    t.ending_code = ending
    t.phase = codes.OVER
    t.target = -1
    t.owed = 0


def _eliminate(t: HateTable) -> None:
    """R25: whoever commands no character of the own side is out; for good, unless players may return."""
    rules = t.rules
    present: i64 = t.commanders(t.humans) | t.commanders(t.zombies)
    absent: i64 = ((1 << t.players) - 1) & ~present
    t.eliminated = absent if rules.returns else t.eliminated | absent


# -- healing (1.4) -------------------------------------------------------------------------------------------


def _start_healing(t: HateTable) -> None:
    """R13."""
    if t.rules.heal_auto:
        heal(t, t.next_of(t.humans & t.wounded_once))
        pass_turn(t)
    elif t.rules.vote:
        t.phase = codes.VOTING
        t.votes = zeros(t.players)
        t.owed = t.commanders(t.humans)
    else:
        t.phase = codes.HEALING
        t.owed = 1 << t.target_seat


def heal(t: HateTable, place: i64) -> None:
    """A wound is healed and its token goes back to the supply."""
    t.wounded_once = t.wounded_once & ~(1 << place)
    t.supply += 1


def cast_vote(t: HateTable, who: i64, place: i64) -> None:
    """R13: committed until all are in; more than half of the votes decide."""
    t.votes[who] = u8(place + 1)
    t.owed = t.owed & ~(1 << who)
    if t.owed != 0:
        return
    chosen: i64 = _majority(t)
    if chosen >= 0:
        heal(t, chosen)
    pass_turn(t)


def _majority(t: HateTable) -> i64:
    """The place with more than half of the votes cast, or -1."""
    cast: i64 = 0
    seat: i64 = 0
    while seat < t.players:
        cast += 1 if t.votes[seat] != 0 else 0
        seat += 1
    place: i64 = 0
    while place < t.rules.places:
        count: i64 = 0
        seat = 0
        while seat < t.players:
            count += 1 if i64(t.votes[seat]) == place + 1 else 0
            seat += 1
        if 2 * count > cast:
            return place
        place += 1
    return -1


# -- the contract: moves -------------------------------------------------------------------------------------


def bar_to_heal(t: HateTable, place: i64) -> i64:
    """R14: what keeps the character at a place from healing; PLACES stands for none, which is always open."""
    if ((t.humans & t.wounded_once) >> place) & 1 == 1 or place == codes.PLACES:
        return reasons.NONE
    if place >= t.rules.places:
        return reasons.NO_PLACE
    if (t.removed >> place) & 1 == 1:
        return reasons.REMOVED
    return reasons.UNHURT if (t.humans >> place) & 1 == 1 else reasons.ZOMBIE


# -- the next turn (R12) -------------------------------------------------------------------------------------


def pass_turn(t: HateTable) -> None:
    """To the next living zombie clockwise of the attacker's place; one that waits is passed over once."""
    t.active = t.next_of(t.zombies)
    while (t.waiting >> t.active) & 1 == 1:
        t.waiting = t.waiting & ~(1 << t.active)
        t.active = t.next_of(t.zombies)
    _start_turn(t)


def _start_turn(t: HateTable) -> None:
    t.phase = codes.ATTACKING
    t.target = -1
    t.active_seat = t.commander(t.active)
    t.owed = 1 << t.active_seat
