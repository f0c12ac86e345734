"""A turn: moving, cards, items, combat, cowering, Zombie Doors, and the end."""

from typing import Any

from mypy_extensions import i64, u8

from shamble.games.pocket.rules import codes, reasons
from shamble.games.pocket.rules.box import PocketRules
from shamble.games.pocket.rules.edges import opposite, step
from shamble.games.pocket.rules.house import NO_DECK, House, same_zone
from shamble.kernel.bits import lowest
from shamble.kernel.deck import Deck


class Turn(House):
    """The player, the deck and the clock, and what becomes of them."""

    def __init__(self, head: dict[str, Any], rules: PocketRules) -> None:
        super().__init__(head, rules)
        self.phase: i64 = codes.TURN
        self.hour: i64 = 0  # 0, 1, 2: nine, ten, eleven
        self.health: i64 = codes.HEALTH
        self.left: i64 = codes.NOTHING  # the two items carried, ascending
        self.right: i64 = codes.NOTHING
        self.floor: i64 = codes.NOTHING  # items on the floor, ascending
        self.corner: i64 = codes.NOTHING
        self.totem: bool = False
        self.exit: i64 = -1  # the edge left by, while the tile beyond it is drawn and turned
        self.drawn: i64 = -1  # the tile being turned
        self.found: i64 = codes.NOTHING  # the item found with both hands full
        self.zombies: i64 = 0
        self.door: i64 = -1  # the edge broken by the Zombie Door being fought
        self.second: bool = False  # the second card of the Temple or the Graveyard is under way
        self.storing: bool = False  # the item being found is that of the Storage
        self.card_owed: bool = False  # a Zombie Door came before the card of this turn (R34)
        self.moved: bool = False  # a turn has been completed
        self.ran: bool = False  # the last turn ended in flight
        self.cowered: bool = False  # since the last move
        self.ending_code: i64 = 0
        self.deck: Deck = NO_DECK
        self.discard: i64 = 0  # mask of the cards that have been seen since the last shuffle

    # -- moving --------------------------------------------------------------------------------------------------

    def _leave(self) -> None:
        """R17: what lies on the floor is gone."""
        self.floor = codes.NOTHING
        self.corner = codes.NOTHING

    def _move(self, edge: i64) -> None:
        self._leave()
        self.cowered = False
        self.ran = False
        beyond = self.passage(self.here, edge)
        if beyond >= 0:
            self.here = beyond
            self._need_card()
        elif (self.arrow(self.here) >> edge) & 1 == 1:
            self.lay_patio()
            self.here = self.patio
            self._enter_new()
        else:
            self.exit = edge
            self.phase = codes.TILE_DRAW

    def _tile(self, kind: i64) -> None:
        """The tile drawn: under the stack where it cannot be laid (R5, R7), else to be turned."""
        stack = self.stack(kind)
        stack.draw(kind)
        choices = self.rotations(self.here, self.exit, kind)
        if choices == 0:
            stack.put_under(kind)
        elif choices & (choices - 1) == 0 or self.rules.rotation_first:
            self._lay(kind, lowest(choices))
        else:
            self.drawn = kind
            self.phase = codes.ROTATING

    def _bar_to_lay(self, quarters: i64) -> i64:
        """What keeps the tile drawn from being laid in that turn: NONE exactly for `rotations`."""
        if (self.rotations(self.here, self.exit, self.drawn) >> quarters) & 1 == 1:
            return reasons.NONE
        edges = self.laid_so(self.here, self.exit, self.drawn, quarters)
        return -edges if edges < 0 else reasons.SAME_LOOK

    def _lay(self, kind: i64, quarters: i64) -> None:
        """Lay the tile beyond the exit and enter it."""
        edges = self.laid_so(self.here, self.exit, kind, quarters)
        cell = self.cells[self.here] + step(self.exit)
        self.here = self.put(kind, quarters, cell)
        self.edges[self.here] = u8(edges)
        self.exit = -1
        self.drawn = -1
        if kind == codes.DINING:
            if self.rules.patio_with_dining:
                self.lay_patio()  # R9
            elif self.rules.shared:
                self.reserve()
        self._enter_new()

    def _enter_new(self) -> None:
        """The card of a tile just laid; with `on_placement` after a Zombie Door (R34)."""
        if self.rules.door_on_placement and self.dead_map() and self.walls() != 0:
            self.card_owed = True
            self.phase = codes.WALL_CHOICE
        else:
            self._need_card()

    # -- time ----------------------------------------------------------------------------------------------------

    def _optional_card(self) -> bool:
        """R11: whether a card that is not needed may be drawn."""
        return self.deck.size() > 0 or self.hour < codes.LAST_HOUR or self.rules.late_fatal

    def _ready_deck(self) -> bool:
        """R10: the hour turns where a card is wanted and none is left; whether there was another hour."""
        if self.deck.size() == 0:
            if self.hour == codes.LAST_HOUR:
                self._end(codes.TIME)
                return False
            self._turn_hour()
        return True

    def _turn_hour(self) -> None:
        self.hour += 1
        self._shuffle()

    def _after_draw(self) -> None:
        """R10 with `on_empty`: the hour turns with the last card."""
        if self.rules.hour_on_empty and self.deck.size() == 0 and self.hour < codes.LAST_HOUR:
            self._turn_hour()

    def _need_card(self) -> None:
        if self._ready_deck():
            self.phase = codes.CARD_DRAW

    def _shuffle(self) -> None:
        """All cards of the box into the deck, two of them laid away unseen."""
        self.deck.gather()
        card: i64 = 0
        while card < codes.CARD_COUNT:
            if (self.discard >> card) & 1 == 1:
                self.deck.add(card, 1)
            card += 1
        self.discard = 0
        aside: i64 = 0
        while aside < codes.ASIDE:
            self.deck.lay_away()
            aside += 1

    # -- cards ---------------------------------------------------------------------------------------------------

    def _card(self, card: i64) -> None:
        """A card comes from the deck: to be resolved, to name an item, or paid for cowering."""
        entry: i64 = self.hour * codes.CARD_COUNT + card
        self.deck.draw(card)
        self.discard |= 1 << card
        self._after_draw()
        if self.phase == codes.FINDING:
            self._find(card)
        elif self.phase == codes.COWERING:
            self._recover()
        elif self.rules.zombies[entry] > 0:
            self.zombies = i64(self.rules.zombies[entry])
            self.phase = codes.COMBAT
        elif self.rules.finds[entry] > 0:
            if self._optional_card():
                self.phase = codes.ITEM_OFFER
            else:
                self._after_card()  # R11
        else:
            self._change_health(self.rules.change[entry])
            if self.health <= 0:
                self._end(codes.EVENT)
            else:
                self._after_card()

    def _change_health(self, points: i64) -> None:
        """R38: Health rises without limit, or to the cap."""
        self.health = min(self.health + points, max(self.health, self.rules.most_health))

    def _after_card(self) -> None:
        """The card is resolved and the player still here: the second card, success, the tile's text (R41)."""
        kind: i64 = i64(self.kinds[self.here])
        useful = (kind == codes.TEMPLE and not self.totem) or (kind == codes.GRAVEYARD and self.totem)
        if self.second:
            if useful and kind == codes.GRAVEYARD:
                self._end(codes.BURIED)
                return
            self.totem = self.totem or useful  # R30: it takes no hand
            self._end_turn(False)
        elif useful or (self.rules.second_always and (kind == codes.TEMPLE or kind == codes.GRAVEYARD)):
            self._offer_second()
        elif kind == codes.STORAGE_ROOM and self._optional_card():  # R32
            self.phase = codes.STORAGE_OFFER
        else:
            self._end_turn(kind == codes.KITCHEN or kind == codes.GARDEN)

    def _offer_second(self) -> None:
        """R28: the second card, at once or as the options have it."""
        self.second = True
        if self.rules.second_optional and not self._optional_card():
            self._end_turn(False)  # R11
        elif self.rules.second_optional or self._bar_to_cower_between() == reasons.NONE:
            self.phase = codes.SECOND_OFFER
        else:
            self._need_card()

    def _end_turn(self, bonus: bool) -> None:
        """R31, R34: the Health of Kitchen and Garden where there is such a bonus; a Zombie Door, or the next turn."""
        self.moved = True
        self.second = False
        if self.rules.cower_between_once:
            self.cowered = False  # R14: what was done between the cards does not count
        if self.dead_map() and self.walls() != 0:
            self.phase = codes.WALL_CHOICE
            if bonus and not self.rules.door_before_bonus:
                self._change_health(1)
        else:
            self.phase = codes.TURN
            if bonus:
                self._change_health(1)

    def bonus_waits(self) -> bool:
        """R34: whether the Health of Kitchen or Garden is still to come, after the Zombie Door being fought."""
        kind: i64 = i64(self.kinds[self.here])
        ended: bool = not self.ran or self.rules.run_bonus
        return (
            self.rules.door_before_bonus
            and not self.card_owed
            and ended
            and (kind == codes.KITCHEN or kind == codes.GARDEN)
        )

    # -- items ---------------------------------------------------------------------------------------------------

    def carries(self, item: i64) -> bool:
        """Whether the player carries that item."""
        return self.left == item or self.right == item

    def _carries_kind(self, item: i64, besides: i64) -> bool:
        """R18: whether an item of the same kind is carried, one `besides` not counted."""
        kind: i64 = min(item, codes.CHAINSAW)
        if self.left == besides:
            return min(self.right, codes.CHAINSAW) == kind and self.right != codes.NOTHING
        if self.right == besides:
            return min(self.left, codes.CHAINSAW) == kind and self.left != codes.NOTHING
        return (min(self.left, codes.CHAINSAW) == kind and self.left != codes.NOTHING) or (
            min(self.right, codes.CHAINSAW) == kind and self.right != codes.NOTHING
        )

    def pick(self, item: i64) -> None:
        """Put an item into a free hand."""
        self.right = item
        if self.left > self.right:
            self.right = self.left
            self.left = item

    def lose(self, item: i64) -> None:
        """Take a carried item out of the hands."""
        if self.left == item:
            self.left = self.right
        self.right = codes.NOTHING

    def lay_down(self, item: i64) -> None:
        """R17: put an item on the floor, where such things stay."""
        if not self.rules.floor_kept:
            return
        self.corner = item
        if self.floor > self.corner:
            self.corner = self.floor
            self.floor = item

    def _pick_off_floor(self, item: i64) -> None:
        if self.floor == item:
            self.floor = self.corner
        self.corner = codes.NOTHING

    def _may_draw(self) -> bool:
        """R11, R28: a needed card is drawn whatever it brings."""
        return self._optional_card() or not self._may_skip()

    def _may_skip(self) -> bool:
        return self.phase != codes.SECOND_OFFER or self.rules.second_optional

    def _draw(self) -> None:
        if self.phase == codes.SECOND_OFFER:
            self._need_card()
            return
        self.storing = self.phase == codes.STORAGE_OFFER
        if self._ready_deck():
            self.phase = codes.FINDING

    def _skip(self) -> None:
        if self.phase == codes.ITEM_OFFER:
            self._after_card()
        else:
            self._end_turn(False)

    def _find(self, card: i64) -> None:
        """The card names the item found (R16, R18, R19)."""
        item: i64 = card + self.rules.fuel if card == codes.CHAINSAW else card
        if item == codes.SODA and self.rules.soda_instant:
            self._change_health(self.rules.soda)
        elif self.rules.duplicates or not self._carries_kind(item, codes.NOTHING - 1):
            if self.right != codes.NOTHING:
                self.found = item
                self.phase = codes.FULL
                return
            self.pick(item)
        self._search_over()

    def _search_over(self) -> None:
        self.found = codes.NOTHING
        if self.storing:
            self.storing = False
            self._end_turn(False)
        else:
            self._after_card()

    def _drop(self, item: i64) -> None:
        """R16: a carried item, or the new one, stays behind."""
        if item == codes.NOTHING:
            self.lay_down(self.found)
        else:
            self.lose(item)
            self.lay_down(item)
            self.pick(self.found)
        self._search_over()

    def _bar_to_take(self, item: i64) -> i64:
        """R17: what keeps an item from being taken from the floor into a free hand."""
        if self.floor != item and self.corner != item:
            return reasons.NOT_HERE
        if self.right != codes.NOTHING:
            return reasons.HANDS_FULL
        if self.rules.duplicates or not self._carries_kind(item, codes.NOTHING - 1):
            return reasons.NONE
        return reasons.DUPLICATE

    def _bar_to_swap(self, item: i64, other: i64) -> i64:
        """R17: what keeps an item on the floor from being taken for a carried one, with both hands full."""
        if self.floor != item and self.corner != item:
            return reasons.NOT_HERE
        if self.right == codes.NOTHING:
            return reasons.HAND_FREE
        if not self.carries(other):
            return reasons.NOT_CARRIED
        if item == other:
            return reasons.SAME_ITEM
        if self.rules.duplicates or not self._carries_kind(item, other):
            return reasons.NONE
        return reasons.DUPLICATE

    def _take_up(self, item: i64) -> None:
        self._pick_off_floor(item)
        self.pick(item)

    def _swap(self, item: i64, other: i64) -> None:
        self._pick_off_floor(item)
        self.lose(other)
        self.pick(item)
        self.lay_down(other)

    def _drink(self) -> None:
        """R19."""
        self._change_health(self.rules.soda)
        self.lose(codes.SODA)
        self._hand_free()

    def _may_refuel(self) -> bool:
        """R20: Gasoline and a Chainsaw; the Chainsaw is the higher number."""
        return self.left == codes.GASOLINE and self.right >= codes.CHAINSAW and self.right != codes.NOTHING

    def _refuel(self) -> None:
        """R20."""
        self.left = self.right + self.rules.refuel
        self.right = codes.NOTHING
        self._hand_free()

    def _hand_free(self) -> None:
        """R16: an item that had no place is taken once there is one."""
        if self.phase == codes.FULL:
            self.pick(self.found)
            self._search_over()

    # -- combat --------------------------------------------------------------------------------------------------

    def attack_with(self, item: i64) -> i64:
        """What an item adds to the attack; 0 if it is no weapon that could be used (R21)."""
        if item == codes.NOTHING or item == codes.CHAINSAW:
            return 0
        return i64(self.rules.attack[min(item, codes.CHAINSAW)])

    def damage(self, item: i64) -> i64:
        """The Health that a fight with that weapon costs."""
        return max(0, min(codes.MOST_DAMAGE, self.zombies - 1 - self.attack_with(item)))

    def best_weapon(self) -> i64:
        """The strongest weapon carried, or NOTHING."""
        best: i64 = self.left if self.attack_with(self.left) >= self.attack_with(self.right) else self.right
        return best if self.attack_with(best) > 0 else codes.NOTHING

    def _bar_to_fight(self, item: i64) -> i64:
        """R21: what keeps the player from fighting with an item, or bare with NOTHING."""
        if self.rules.best_weapon and item == self.best_weapon():
            return reasons.NONE
        if item != codes.NOTHING:
            if not self.carries(item):
                return reasons.NOT_CARRIED
            if self.attack_with(item) == 0:
                return reasons.NO_FUEL if item == codes.CHAINSAW else reasons.NO_WEAPON
        return reasons.STRONGEST_ONLY if self.rules.best_weapon else reasons.NONE

    def _bar_to_flight(self, oil: bool) -> i64:
        """R25, R26: what keeps the player from running at all."""
        if oil and not self.carries(codes.OIL):
            return reasons.NOT_CARRIED
        if self.door >= 0 and not self.rules.flee_door:
            return reasons.FIGHT_DOORS
        return reasons.NONE if oil or self.health > 1 or self.rules.fatal_run else reasons.LAST_HEALTH

    def _bar_to_run(self, edge: i64, oil: bool) -> i64:
        """What keeps the player from running through that edge."""
        return self._bar_to_flight(oil) if (self.flights() >> edge) & 1 == 1 else reasons.NO_FLIGHT

    def _may_burn(self, fuel: i64) -> bool:
        return self.carries(fuel) and self.carries(codes.CANDLE)

    def flights(self) -> i64:
        """R25: the edges that lead to explored tiles, that by which zombies have broken in excepted."""
        mask: i64 = 0
        edge: i64 = 0
        while edge < 4:
            if edge != self.door and self.passage(self.here, edge) >= 0:
                mask |= 1 << edge
            edge += 1
        return mask

    def _fight(self, weapon: i64) -> None:
        self.health -= self.damage(weapon)
        if weapon > codes.CHAINSAW and weapon != codes.NOTHING:
            self.lose(weapon)
            self.pick(weapon - 1)  # R20
        if self.health <= 0:
            self._end(codes.EATEN)
        else:
            self._zombies_gone()

    def _burn(self, fuel: i64) -> None:
        """R22, R23."""
        self.lose(fuel)
        if self.rules.candle_consumed:
            self.lose(codes.CANDLE)
        self._zombies_gone()

    def _zombies_gone(self) -> None:
        self.zombies = 0
        if self.door < 0:
            self._after_card()
            return
        self.door = -1
        if self.bonus_waits():
            self._change_health(1)
        if self.card_owed:
            self.card_owed = False
            self._need_card()
        else:
            self.phase = codes.TURN

    def _run(self, edge: i64, oil: bool) -> None:
        """R24, R25, R29: out of the tile, the turn is over."""
        if oil:
            self.lose(codes.OIL)
        else:
            self.health -= 1
            if self.health <= 0:
                self._end(codes.EATEN)
                return
        left: i64 = self.here
        door: i64 = self.door
        self.door = -1
        self.card_owed = False
        self.zombies = 0
        self.here = self.passage(self.here, edge)
        self._leave()
        self.ran = True
        kind: i64 = i64(self.kinds[self.here])
        bonus = self.rules.run_bonus and (kind == codes.KITCHEN or kind == codes.GARDEN)  # R27
        if door >= 0 and self.rules.hole_moves and self.walls() != 0:
            self._close_hole(left, door)
            self.moved = True
            self.phase = codes.HOLE
            if bonus:
                self._change_health(1)
            return
        if door >= 0 and not self.rules.hole_moves:
            self._close_hole(left, door)
        self._end_turn(bonus)

    def _close_hole(self, placed: i64, edge: i64) -> None:
        """R26: the hole moves along with whoever ran from it; where it led to a tile it stays."""
        if (i64(self.taken[placed]) >> edge) & 1 == 0:
            self.edges[placed] = u8(i64(self.edges[placed]) & ~(1 << edge))

    # -- cowering and Zombie Doors -------------------------------------------------------------------------------

    def _bar_to_cower(self) -> i64:
        """R12, R13, R14: what keeps the player from cowering."""
        if self.phase == codes.SECOND_OFFER:
            return self._bar_to_cower_between()
        if self.phase != codes.TURN:
            return reasons.NOT_NOW
        if not self.moved:
            return reasons.NO_TURN_YET  # R4
        if self.ran and not self.rules.cower_after_run:
            return reasons.AFTER_RUN
        return self._bar_to_cower_here()

    def _bar_to_cower_between(self) -> i64:
        """R14: between the two cards of the Temple or the Graveyard."""
        return self._bar_to_cower_here() if self.rules.cower_between else reasons.BETWEEN_CARDS

    def _bar_to_cower_here(self) -> i64:
        if self.cowered and self.rules.cower_once:
            return reasons.ONCE_A_TURN
        if self.cowered and self.second and self.rules.cower_between_once:
            return reasons.ONCE_BETWEEN
        if self.deck.size() > 0:
            return reasons.NONE
        if not self.rules.cower_needs_card and (self.hour < codes.LAST_HOUR or self.rules.late_fatal):
            return reasons.NONE
        return reasons.NO_CARD

    def _cower(self) -> None:
        if not self._ready_deck():
            return
        self.cowered = True
        if self.rules.cower_faceup:
            self.phase = codes.COWERING
            return
        self.deck.lay_away()  # R15
        self._after_draw()
        self._change_health(codes.COWERED)

    def _recover(self) -> None:
        """R15 with `cower_faceup`: the card has been shown."""
        self._change_health(codes.COWERED)
        self.phase = codes.SECOND_OFFER if self.second else codes.TURN

    def _break_wall(self, edge: i64) -> None:
        """R36, R37: the wall first, then the fight; no fight where the hole only moves along (R26)."""
        self.edges[self.here] = u8(i64(self.edges[self.here]) | (1 << edge))
        other = self.tile_at(self.cells[self.here] + step(edge))
        if other >= 0 and same_zone(i64(self.kinds[self.here]), i64(self.kinds[other])):
            if (self.arrow(other) >> opposite(edge)) & 1 == 0:
                self.edges[other] = u8(i64(self.edges[other]) | (1 << opposite(edge)))
        if self.phase == codes.HOLE:
            self.phase = codes.TURN
            return
        self.door = edge
        self.zombies = codes.ZOMBIE_DOOR
        self.phase = codes.COMBAT

    # -- the end -------------------------------------------------------------------------------------------------

    def _end(self, ending: i64) -> None:
        self.phase = codes.OVER
        self.ending_code = ending
        self.health = max(0, self.health)  # R39
        self.zombies = 0
        self.door = -1
        self.second = False
        self.storing = False
        self.card_owed = False

    def payoffs(self) -> list[float]:
        return [1.0 if self.ending_code == codes.BURIED else 0.0]

    def ending(self) -> str:
        return codes.ENDINGS[self.ending_code]
