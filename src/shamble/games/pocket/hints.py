"""A quick policy for Zombie in My Pocket, and an estimate of the chance to win.

Both rest on one number, the *need*: how many cards it will probably take to finish, from the shortest ways over the
map and from how many tiles are still to be turned over on average. What a need is worth with so much Health, such a
weapon and so many cards left comes from a table (`Odds`), which solves the game with the map taken out of it: each
card must be survived, by fighting or by running and trying again, and a card may be given for three Health.
"""

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from shamble.games.pocket.rules import cards, codes, combat
from shamble.games.pocket.rules.box import PocketRules
from shamble.games.pocket.rules.edges import opposite, step
from shamble.games.pocket.rules.state import PocketState
from shamble.kernel.bits import bits
from shamble.kernel.policy import Scoring
from shamble.kernel.state import State

ONE: Final = 1_000_000  # certainty
UNIT: Final = 100  # one card of need, one point of Health
HOUR: Final = codes.CARD_COUNT - codes.ASIDE  # cards of an hour
HEALTH: Final = 21  # sizes of the table
CARDS_LEFT: Final = 22
NEED: Final = 22
FAR: Final = 1000  # no way leads there

# what is guessed, in hundredths of a card or of a point of Health; tuned by play
WALK: Final = 46  # cards of walking for each further tile to be turned over indoors; outdoors there is hardly any
EXIT: Final = 3  # what a further open exit saves
DEAD: Final = 117  # what a dead map costs
BACK: Final = 130  # from a Temple not found yet to the Dining Room
DOUBT_IN: Final = 17  # how far the need may be off for each tile to come indoors
DOUBT_OUT: Final = 34  # and outdoors
THROW: Final = 78  # Health: oil
SPARK: Final = 30  # a candle or gasoline alone
FIRE: Final = 164  # candle with oil or gasoline
HORIZON: Final = 4  # the estimate is some points low at once, and nearly right on the average after so many decisions
FUEL: Final = 70  # one fight with the chainsaw, for each point of attack gained


class Odds:
    """The chance to survive a need of n cards, in millionths: by attack, Health, cards left and need, all whole."""

    def __init__(self, rules: PocketRules) -> None:
        self.table: vec[i64] = vec[i64](capacity=4 * HEALTH * CARDS_LEFT * NEED)
        size: i64 = 4 * HEALTH * CARDS_LEFT * NEED
        k: i64 = 0
        while k < size:
            self.table = append(self.table, 0)
            k += 1
        attack: i64 = 1
        while attack <= 4:
            cards: i64 = 0
            while cards < CARDS_LEFT:
                need: i64 = 0
                while need < NEED:
                    health: i64 = HEALTH - 1
                    while health > 0:
                        self.table[place(attack, health, cards, need)] = self._solve(rules, attack, health, cards, need)
                        health -= 1
                    need += 1
                cards += 1
            attack += 1

    def _solve(self, rules: PocketRules, attack: i64, health: i64, cards: i64, need: i64) -> i64:
        if need == 0:
            return ONE
        if cards < need:
            return 0
        total: i64 = 0
        base: i64 = hour_of(cards) * codes.CARD_COUNT
        card: i64 = 0
        while card < codes.CARD_COUNT:
            zombies: i64 = i64(rules.zombies[base + card])
            after: i64 = health + rules.change[base + card]
            if zombies > 0:
                after = health - max(0, min(codes.MOST_DAMAGE, zombies - attack))
                fight = self.whole(attack, after, cards - 1, need - 1)
                total += max(fight, self.whole(attack, health - 1, cards - 1, need))
            else:
                total += self.whole(attack, after, cards - 1, need - 1)
            card += 1
        return max(total // codes.CARD_COUNT, self.whole(attack, health + codes.COWERED, cards - 1, need))

    def whole(self, attack: i64, health: i64, cards: i64, need: i64) -> i64:
        """The entry, with Health and need cut to the size of the table."""
        if health <= 0:
            return 0
        return self.table[place(attack, min(health, HEALTH - 1), cards, min(need, NEED - 1))]

    def guess(self, attack: i64, health: i64, cards: i64, need: i64, doubt: i64) -> i64:
        """The same for Health and need in hundredths, the need being known only to within `doubt` either way."""
        if doubt == 0:
            return self.part(attack, health, cards, need)
        low = self.part(attack, health, cards, need - doubt)
        high = self.part(attack, health, cards, need + doubt)
        return (low + 2 * self.part(attack, health, cards, need) + high) // 4

    def part(self, attack: i64, health: i64, cards: i64, need: i64) -> i64:
        """The entry between the whole ones, for Health and need in hundredths."""
        if health <= 0:
            return 0
        need = max(0, need)
        h, n = health // UNIT, need // UNIT
        dh, dn = health % UNIT, need % UNIT
        low = self.whole(attack, h, cards, n) * (UNIT - dn) + self.whole(attack, h, cards, n + 1) * dn
        high = self.whole(attack, h + 1, cards, n) * (UNIT - dn) + self.whole(attack, h + 1, cards, n + 1) * dn
        return (low * (UNIT - dh) + high * dh) // (UNIT * UNIT)


def place(attack: i64, health: i64, cards: i64, need: i64) -> i64:
    """Where an entry stands in the table."""
    return (((attack - 1) * HEALTH + health) * CARDS_LEFT + cards) * NEED + need


def hour_of(cards: i64) -> i64:
    """The hour in which a card is drawn when so many are left of the whole evening."""
    return max(0, codes.LAST_HOUR - max(0, cards - 1) // HOUR)


class Greedy(Scoring):
    """Takes the choice after which the estimate is best."""

    def __init__(self) -> None:
        self.horizon = HORIZON
        self.floor = -1
        self._known: dict[bytes, Odds] = {}
        self._rules: PocketRules | None = None
        self._odds: Odds | None = None

    def odds_of(self, rules: PocketRules) -> Odds:
        """The table for these cards."""
        if self._odds is None or self._rules is not rules:
            key = bytes(rules.zombies) + bytes([change & 255 for change in rules.change])
            if key not in self._known:
                self._known[key] = Odds(rules)
            self._odds = self._known[key]
            self._rules = rules
        odds = self._odds
        assert odds is not None
        return odds

    def score(self, state: State, seat: i64, code: i64, basis: i64) -> i64:
        pocket = cast(PocketState, state)
        odds = self.odds_of(pocket.rules)
        if code == codes.DRINK and pocket.health + pocket.rules.soda > pocket.rules.most_health:
            return -1  # some of it would be lost (R38)
        if code == codes.DRINK or codes.REFUEL <= code < codes.COWER or codes.TAKE <= code < codes.SWAP:
            return 2 * ONE  # nothing is lost by it
        if code < codes.ROTATE:
            return self._moving(pocket, odds, code)
        if code < codes.DRAW:
            return self._laying(pocket, odds, code)
        if code == codes.COWER:
            return self._cowering(pocket, odds)
        if code >= codes.WALL:
            return 10 + room_beyond(pocket, code - codes.WALL)
        if code >= codes.FIGHT_BARE:
            return self._battle(pocket, odds, code)
        if code == codes.DRAW:
            return ONE if pocket.phase == codes.SECOND_OFFER else self._searching(pocket, odds)
        if code == codes.SKIP or code == codes.DROP_NEW:
            return self._going_on(pocket, odds, pocket.left, pocket.right)
        if code >= codes.SWAP:
            return self._swapping(
                pocket, odds, (code - codes.SWAP) // codes.ITEM_COUNT, (code - codes.SWAP) % codes.ITEM_COUNT
            )
        return self._going_on(pocket, odds, other_than(pocket, code - codes.DROP), pocket.found)

    # -- moving and waiting --------------------------------------------------------------------------------------

    def _moving(self, pocket: PocketState, odds: Odds, edge: i64) -> i64:
        """A move: one card, then what is ahead there."""
        beyond = pocket.passage(pocket.here, edge)
        if beyond < 0:
            return self._card_to_come(pocket, odds, after_exit(pocket, edge), 0)
        here = pocket.here
        pocket.here = beyond
        need = ahead(pocket)
        bonus = healing(pocket)
        pocket.here = here
        return self._card_to_come(pocket, odds, need, bonus)

    def _laying(self, pocket: PocketState, odds: Odds, code: i64) -> i64:
        """A tile laid so: its card, then what is ahead."""
        after = pocket.copy()
        after.apply(0, code)
        return worth(after, odds, after.left, after.right, after.health * UNIT, cards_left(after), UNIT + ahead(after))

    def _card_to_come(self, pocket: PocketState, odds: Odds, need: i64, bonus: i64) -> i64:
        """The chance when a card is drawn now and `need` is left after it: over the cards that may come."""
        cards = cards_left(pocket)
        if cards == 0:
            return 0
        fresh = pocket.deck.size() == 0
        base: i64 = hour_of(cards) * codes.CARD_COUNT
        attack = attack_of(pocket, pocket.left, pocket.right)
        health: i64 = pocket.health * UNIT
        extra: i64 = extras(pocket, pocket.left, pocket.right)
        unsure = doubt(pocket)
        total: i64 = 0
        count: i64 = 0
        card: i64 = 0
        while card < codes.CARD_COUNT:
            if fresh or pocket.deck.unseen[card] > 0:
                zombies: i64 = i64(pocket.rules.zombies[base + card])
                after: i64 = health + UNIT * pocket.rules.change[base + card]
                if zombies > 0:
                    after -= UNIT * max(0, min(codes.MOST_DAMAGE, zombies - attack))
                best: i64 = 0
                if after > 0 or (zombies > 0 and after + extra > 0):
                    best = odds.guess(attack, after + extra + bonus, cards - 1, need, unsure)
                if zombies > 0:
                    best = max(best, odds.guess(attack, health + extra - UNIT, cards - 1, need + UNIT, unsure))
                total += best
                count += 1
            card += 1
        return total // count

    def _cowering(self, pocket: PocketState, odds: Odds) -> i64:
        cards = cards_left(pocket) - 1
        if cards < 0:
            return 0
        health: i64 = min(pocket.health + codes.COWERED, max(pocket.health, pocket.rules.most_health)) * UNIT
        return worth(pocket, odds, pocket.left, pocket.right, health, cards, required(pocket))

    # -- items ---------------------------------------------------------------------------------------------------

    def _after_offer(self, pocket: PocketState) -> i64:
        """The need once an item on offer is dealt with."""
        if pocket.phase == codes.STORAGE_OFFER or pocket.storing:
            return required(pocket)
        return ahead(pocket)

    def _going_on(self, pocket: PocketState, odds: Odds, left: i64, right: i64) -> i64:
        """Without another card, with these items."""
        return worth(pocket, odds, left, right, pocket.health * UNIT, cards_left(pocket), self._after_offer(pocket))

    def _searching(self, pocket: PocketState, odds: Odds) -> i64:
        """A card for an item: over the cards that may come, the best two kept of three."""
        cards = cards_left(pocket) - 1
        if cards < 0:
            return 0
        fresh = pocket.deck.size() == 0
        need = self._after_offer(pocket)
        total: i64 = 0
        count: i64 = 0
        card: i64 = 0
        while card < codes.CARD_COUNT:
            if fresh or pocket.deck.unseen[card] > 0:
                item: i64 = card + pocket.rules.fuel if card == codes.CHAINSAW else card
                total += self._best_kept(pocket, odds, item, cards, need)
                count += 1
            card += 1
        return total // count

    def _best_kept(self, pocket: PocketState, odds: Odds, item: i64, cards: i64, need: i64) -> i64:
        health: i64 = pocket.health * UNIT
        if item == codes.SODA:
            return worth(pocket, odds, pocket.left, pocket.right, health + UNIT * pocket.rules.soda, cards, need)
        if pocket.right == codes.NOTHING:
            return worth(pocket, odds, pocket.left, item, health, cards, need)
        best: i64 = worth(pocket, odds, pocket.left, pocket.right, health, cards, need)
        best = max(best, worth(pocket, odds, pocket.left, item, health, cards, need))
        return max(best, worth(pocket, odds, pocket.right, item, health, cards, need))

    def _swapping(self, pocket: PocketState, odds: Odds, item: i64, other: i64) -> i64:
        """Only for the better; else never."""
        kept = other_than(pocket, other)
        health: i64 = pocket.health * UNIT
        cards = cards_left(pocket)
        need = required(pocket)
        before = worth(pocket, odds, pocket.left, pocket.right, health, cards, need)
        return 2 * ONE if worth(pocket, odds, kept, item, health, cards, need) > before else -1

    # -- combat --------------------------------------------------------------------------------------------------

    def _battle(self, pocket: PocketState, odds: Odds, code: i64) -> i64:
        if code < codes.RUN:
            return self._fighting(pocket, odds, codes.NOTHING if code == codes.FIGHT_BARE else code - codes.FIGHT)
        if code >= codes.BURN:
            return self._cleared(
                pocket, odds, other_than(pocket, code - codes.BURN), codes.NOTHING, pocket.health * UNIT
            )
        here = pocket.here
        pocket.here = pocket.passage(here, (code - codes.RUN) % 4)
        need = required(pocket)
        pocket.here = here
        health: i64 = pocket.health * UNIT
        if code >= codes.RUN_OIL:
            return worth(pocket, odds, other_than(pocket, codes.OIL), codes.NOTHING, health, cards_left(pocket), need)
        if pocket.health == 1:
            return 0
        return worth(pocket, odds, pocket.left, pocket.right, health - UNIT, cards_left(pocket), need)

    def _fighting(self, pocket: PocketState, odds: Odds, weapon: i64) -> i64:
        health: i64 = UNIT * (pocket.health - combat.damage(pocket, weapon))
        if health <= 0:
            return 0
        if weapon > codes.CHAINSAW and weapon != codes.NOTHING:
            return self._cleared(pocket, odds, other_than(pocket, weapon), weapon - 1, health)
        return self._cleared(pocket, odds, pocket.left, pocket.right, health)

    def _cleared(self, pocket: PocketState, odds: Odds, left: i64, right: i64, health: i64) -> i64:
        """The zombies gone, with these items and that Health."""
        if pocket.door >= 0:
            bonus: i64 = UNIT if cards.bonus_waits(pocket) else 0
            return worth(pocket, odds, left, right, health + bonus, cards_left(pocket), required(pocket))
        return worth(pocket, odds, left, right, health + healing(pocket), cards_left(pocket), ahead(pocket))

    # -- the estimate --------------------------------------------------------------------------------------------

    def estimate(self, state: State) -> list[float]:
        pocket = cast(PocketState, state)
        if pocket.owing() == 0:
            return pocket.payoffs()
        odds = self.odds_of(pocket.rules)
        need = required(pocket) if pocket.phase in (codes.TURN, codes.WALL_CHOICE, codes.HOLE) else ahead(pocket)
        chance = worth(pocket, odds, pocket.left, pocket.right, pocket.health * UNIT, cards_left(pocket), need)
        return [float(chance) / float(ONE)]


# -- what things are worth ---------------------------------------------------------------------------------------


def cards_left(pocket: PocketState) -> i64:
    """Cards that can still be drawn this evening."""
    return min(CARDS_LEFT - 1, pocket.deck.size() + HOUR * (codes.LAST_HOUR - pocket.hour))


def worth(pocket: PocketState, odds: Odds, left: i64, right: i64, health: i64, cards: i64, need: i64) -> i64:
    """The chance, in millionths, with these two items, Health and need in hundredths."""
    if health <= 0:
        return 0
    attack = attack_of(pocket, left, right)
    return odds.guess(attack, health + extras(pocket, left, right), cards, need, doubt(pocket))


def attack_of(pocket: PocketState, left: i64, right: i64) -> i64:
    """The attack that lasts: 1 and the better weapon, a Chainsaw not counted."""
    best: i64 = 0
    if left < codes.CHAINSAW:
        best = i64(pocket.rules.attack[left])
    if right < codes.CHAINSAW:
        best = max(best, i64(pocket.rules.attack[right]))
    return min(4, 1 + best)


def extras(pocket: PocketState, left: i64, right: i64) -> i64:
    """What items that are used up are worth, in hundredths of Health."""
    if left > right:
        left, right = right, left
    candle = left == codes.CANDLE or right == codes.CANDLE
    value: i64 = 0
    if candle and left <= codes.GASOLINE:
        value += FIRE
    elif left <= codes.GASOLINE:
        value += THROW if left == codes.OIL else SPARK
    elif candle:
        value += SPARK
    if right == codes.OIL:
        value += THROW
    if right == codes.SODA or left == codes.SODA:
        value += UNIT * pocket.rules.soda
    if right > codes.CHAINSAW and right != codes.NOTHING:
        value += (right - codes.CHAINSAW) * FUEL * (4 - attack_of(pocket, left, codes.NOTHING))
    if left > codes.CHAINSAW and left != codes.NOTHING:
        value += (left - codes.CHAINSAW) * FUEL * 3
    if left == codes.GASOLINE and right >= codes.CHAINSAW and right != codes.NOTHING:
        value += pocket.rules.refuel * FUEL * 3
    return value


def healing(pocket: PocketState) -> i64:
    """What the player's tile gives whoever stays in it, in hundredths of Health."""
    kind: i64 = i64(pocket.kinds[pocket.here])
    return UNIT if kind == codes.KITCHEN or kind == codes.GARDEN else 0


def other_than(pocket: PocketState, item: i64) -> i64:
    """The item carried beside that one."""
    return pocket.right if pocket.left == item else pocket.left


# -- the need ----------------------------------------------------------------------------------------------------


def ahead(pocket: PocketState) -> i64:
    """The need once the card of the player's tile is survived there."""
    kind: i64 = i64(pocket.kinds[pocket.here])
    if kind == codes.TEMPLE and not pocket.totem:
        second: i64 = 0 if pocket.second else UNIT
        pocket.totem = True
        rest = required(pocket)
        pocket.totem = False
        return second + rest
    if kind == codes.GRAVEYARD and pocket.totem:
        return 0 if pocket.second else UNIT
    return required(pocket)


def required(pocket: PocketState) -> i64:
    """The need at the beginning of a turn in the player's tile."""
    far = distances(pocket, pocket.here)
    if pocket.totem:
        return to_graveyard(pocket, far)
    temple = find(pocket, codes.TEMPLE)
    if temple >= 0:
        way: i64 = far[temple] if temple != pocket.here else 2  # out and in again
        return (way + 1) * UNIT + to_graveyard(pocket, distances(pocket, temple))
    tiles: i64 = pocket.indoor.size() + 1
    if pocket.dining >= 0:
        return frontier(pocket, far, False) + turning(UNIT * tiles // 2, WALK) + UNIT + BACK + garden(pocket)
    # both Temple and Dining Room are found after two thirds of the tiles on average
    return frontier(pocket, far, False) + turning(2 * UNIT * tiles // 3, WALK) + UNIT + BACK // 2 + garden(pocket)


def to_graveyard(pocket: PocketState, far: vec[i64]) -> i64:
    """The need with the totem in hand, from the tile whose distances these are."""
    graveyard = find(pocket, codes.GRAVEYARD)
    if graveyard >= 0:
        way: i64 = far[graveyard] if far[graveyard] > 0 else 2
        return (way + 1) * UNIT
    if pocket.patio >= 0:
        return frontier(pocket, far, True) + turning(UNIT * (pocket.outdoor.size() + 1) // 2, 0) + UNIT
    if pocket.dining >= 0:
        return far[pocket.dining] * UNIT + garden(pocket)
    return frontier(pocket, far, False) + turning(UNIT * (pocket.indoor.size() + 1) // 2, WALK) + garden(pocket)


def garden(pocket: PocketState) -> i64:
    """From the Dining Room, laid or not, to the totem in the ground."""
    graveyard = find(pocket, codes.GRAVEYARD)
    if graveyard >= 0:
        return (distances(pocket, pocket.dining)[graveyard] + 1) * UNIT
    return 3 * UNIT + turning(UNIT * (pocket.outdoor.size() + 1) // 2, 0)


def doubt(pocket: PocketState) -> i64:
    """How far the need may be off, for the tiles not seen yet."""
    unsure: i64 = 0
    if (pocket.laid >> codes.GRAVEYARD) & 1 == 0:
        unsure += pocket.outdoor.size() * DOUBT_OUT
    if pocket.dining < 0 or ((pocket.laid >> codes.TEMPLE) & 1 == 0 and not pocket.totem):
        unsure += pocket.indoor.size() * DOUBT_IN
    return unsure


def turning(tiles: i64, walk: i64) -> i64:
    """Cards for so many tiles to be turned over, the first one not counted."""
    return max(0, tiles - UNIT) * (UNIT + walk) // UNIT


def frontier(pocket: PocketState, far: vec[i64], outside: bool) -> i64:
    """Cards to the nearest tile not seen yet, the fewer exits the more."""
    nearest: i64 = FAR
    exits: i64 = 0
    placed: i64 = 0
    while placed < i64(len(pocket.kinds)):
        if (pocket.kinds[placed] >= codes.PATIO) == outside:
            new = pocket.new_exits(placed)
            if new != 0:
                exits += bits(new)
                nearest = min(nearest, far[placed])
        placed += 1
    if exits == 0:
        return UNIT + DEAD + (0 if (pocket.kinds[pocket.here] >= codes.PATIO) == outside else UNIT)
    return (nearest + 1) * UNIT - EXIT * min(exits, 4)


def after_exit(pocket: PocketState, edge: i64) -> i64:
    """The need left after the player has left for the unseen by that edge."""
    need = required(pocket)
    if (pocket.arrow(pocket.here) >> edge) & 1 == 1:
        return garden(pocket) - UNIT if pocket.totem else need + UNIT
    outside = i64(pocket.kinds[pocket.here]) >= codes.PATIO
    if outside:
        useful = pocket.totem and find(pocket, codes.GRAVEYARD) < 0
    else:
        useful = pocket.dining < 0 if pocket.totem else find(pocket, codes.TEMPLE) < 0
    if not useful:
        return need + UNIT
    return need - frontier(pocket, distances(pocket, pocket.here), outside)


def distances(pocket: PocketState, start: i64) -> vec[i64]:
    """Moves from a tile to each other, FAR where no way leads."""
    far = vec[i64](capacity=16)
    queue = vec[i64](capacity=16)
    placed: i64 = 0
    while placed < i64(len(pocket.kinds)):
        far = append(far, FAR)
        placed += 1
    far[start] = 0
    queue = append(queue, start)
    at: i64 = 0
    while at < i64(len(queue)):
        tile: i64 = queue[at]
        edge: i64 = 0
        while edge < 4:
            other = pocket.passage(tile, edge)
            if other >= 0 and far[other] == FAR:
                far[other] = far[tile] + 1
                queue = append(queue, other)
            edge += 1
        at += 1
    return far


def find(pocket: PocketState, kind: i64) -> i64:
    """The placed tile of a kind, or -1."""
    if (pocket.laid >> kind) & 1 == 0:
        return -1
    placed: i64 = 0
    while i64(pocket.kinds[placed]) != kind:
        placed += 1
    return placed


def room_beyond(pocket: PocketState, edge: i64) -> i64:
    """Free cells around the one beyond that edge."""
    cell = pocket.cells[pocket.here] + step(edge)
    free: i64 = 0
    side: i64 = 0
    while side < 4:
        if side != opposite(edge) and pocket.tile_at(cell + step(side)) < 0:
            free += 1
        side += 1
    return free
