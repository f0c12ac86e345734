"""Zombie in My Pocket: the position, what may be done in it, and what then happens.

Tiles are numbered indoors 0 … 7, outdoors 8 … 13; placed tiles by the order in which they were laid. Sets of edges are
masks of four bits, N E S W from the lowest. A cell of the map is one number, (x + 32) * 64 + y + 32. An item is the
number of its card, and a Chainsaw that number plus its fuel. Rule numbers are those of the rulings page.
"""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.kernel.deck import Deck, zeros
from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE, State, refuse

TILES: Final = (
    "Foyer",
    "Bathroom",
    "Kitchen",
    "Storage",
    "Temple",
    "Family",
    "Dining",
    "Bedroom",
    "Patio",
    "Garden",
    "Sitting",
    "Yard",
    "Garage",
    "Graveyard",
)
KINDS: Final = 14
FOYER: Final = 0
KITCHEN: Final = 2
STORAGE_ROOM: Final = 3
TEMPLE: Final = 4
DINING: Final = 6
PATIO: Final = 8  # the first outdoor tile
GARDEN: Final = 9
GRAVEYARD: Final = 13

CARDS: Final = ("Oil", "Gasoline", "Board", "Machete", "Femur", "Golf", "Soda", "Candle", "Chainsaw")
CARD_COUNT: Final = 9
OIL: Final = 0
GASOLINE: Final = 1
SODA: Final = 6
CANDLE: Final = 7
CHAINSAW: Final = 8  # + fuel
FUEL: Final = 20  # the most that has a text
ITEM_COUNT: Final = 29
ITEMS: Final = (*CARDS[:CHAINSAW], *(f"Chainsaw/{fuel}" for fuel in range(FUEL + 1)))
NOTHING: Final = 31  # an empty hand, an empty place on the floor

EDGES: Final = ("N", "E", "S", "W")
HOURS: Final = (9, 10, 11)
LAST_HOUR: Final = 2
ZOMBIE_DOOR: Final = 3  # zombies that break through a wall
MOST_DAMAGE: Final = 4
COWERED: Final = 3  # Health that cowering gives
ASIDE: Final = 2  # cards laid away at each shuffle

# codes of actions and outcomes, in the order of the vocabulary
MOVE: Final = 0  # + edge
ROTATE: Final = 4  # + quarter turns
DRAW: Final = 8
SKIP: Final = 9
DROP_NEW: Final = 10
DROP: Final = 11  # + item
TAKE: Final = 40  # + item
SWAP: Final = 69  # + item from the floor * ITEM_COUNT + item from the hands
FIGHT_BARE: Final = 910
FIGHT: Final = 911  # + item
RUN: Final = 940  # + edge
RUN_OIL: Final = 944  # + edge
BURN: Final = 948  # + OIL or GASOLINE
DRINK: Final = 950
REFUEL: Final = 951  # + fuel
COWER: Final = 972
WALL: Final = 973  # + edge
TILE: Final = 977  # + tile
CARD: Final = 991  # + card
CODES: Final = 1000

# phases
TURN: Final = 0  # move or cower
TILE_DRAW: Final = 1  # chance: the tile beyond the exit
ROTATING: Final = 2  # how the tile is turned; chance with `rotation: random`
CARD_DRAW: Final = 3  # chance: the card to be resolved
ITEM_OFFER: Final = 4  # draw or skip, after an ITEM card
STORAGE_OFFER: Final = 5  # draw or skip, in the Storage
SECOND_OFFER: Final = 6  # before the second card, where an option asks there
FINDING: Final = 7  # chance: the card that names the item
FULL: Final = 8  # which item stays behind
COMBAT: Final = 9
WALL_CHOICE: Final = 10  # where the Zombie Door opens
COWERING: Final = 11  # chance: the card that cowering costs, where it is shown
OVER: Final = 12
PHASES: Final = (
    "turn",
    "tile",
    "rotating",
    "card",
    "item",
    "storage",
    "second",
    "finding",
    "full",
    "combat",
    "wall",
    "cowering",
    "over",
)
BURIED: Final = 1
EATEN: Final = 2
EVENT: Final = 3
TIME: Final = 4
ENDINGS: Final = ("", "buried", "zombies", "event", "time")


class PocketRules:
    """The options and the components of one game, as numbers; shared by all its positions."""

    def __init__(self, options: Mapping[str, Any], data: Mapping[str, Any]) -> None:
        self.rotation_random: bool = options["rotation"] == "random"
        self.rotation_first: bool = options["rotation"] == "first_legal"
        self.all_edges: bool = options["neighbour_match"] == "all_edges"
        self.shared: bool = options["grid"] == "shared"
        self.patio_with_dining: bool = options["patio"] == "with_dining"
        self.hour_on_empty: bool = options["hour_turn"] == "on_empty"
        self.late_fatal: bool = options["late_optional"] == "fatal"
        self.cower_needs_card: bool = options["cower_empty"] == "illegal"
        self.cower_once: bool = options["cower"] == "once_per_turn"
        self.cower_after_run: bool = bool(options["cower_after_run"])
        self.cower_between: bool = bool(options["cower_between_cards"])
        self.cower_faceup: bool = bool(options["cower_faceup"])
        self.floor_kept: bool = options["ground"] == "until_leave"
        self.duplicates: bool = bool(options["duplicates"])
        self.soda_instant: bool = options["soda"] == "instant"
        self.best_weapon: bool = options["weapon"] == "best_auto"
        self.candle_consumed: bool = bool(options["candle_consumed"])
        self.fatal_run: bool = options["fatal_run"] == "legal"
        self.flee_door: bool = bool(options["flee_zombie_door"])
        self.run_bonus: bool = bool(options["kitchen_run_bonus"])
        self.second_always: bool = options["second_card"] == "always"
        self.second_optional: bool = options["second_card"] == "optional"
        self.door_always: bool = options["zd_trigger"] == "any_closed_map"
        self.door_on_placement: bool = options["zd_when"] == "on_placement"
        self.door_any_wall: bool = options["zd_no_wall"] == "any_wall"
        self.door_any_rotation: bool = options["zd_mate"] == "any_rotation"
        self.count: vec[u8] = zeros(KINDS)  # tiles of each kind
        self.edges: vec[u8] = zeros(KINDS * 4)  # open edges of tile * 4 + quarter turns
        self.arrows: vec[u8] = zeros(KINDS * 4)  # its arrowed edge, likewise
        for tile in data["tile"]:
            self._read_tile(tile)
        self.zombies: vec[u8] = zeros(CARD_COUNT * 3)  # of hour * CARD_COUNT + card; 0 = none
        self.finds: vec[u8] = zeros(CARD_COUNT * 3)  # 1 = ITEM
        self.change: vec[i64] = vec[i64]([0] * (CARD_COUNT * 3))  # of Health, by an event
        self.attack: vec[u8] = zeros(CARD_COUNT)  # what the item of a card adds; 0 = no weapon
        self.fuel: i64 = 0
        self.refuel: i64 = 0
        self.soda: i64 = 0
        for card in data["card"]:
            self._read_card(card)

    def _read_tile(self, tile: Mapping[str, Any]) -> None:
        kind: i64 = TILES.index(tile["name"])
        self.count[kind] = u8(int(tile.get("count", 1)))
        quarters: i64 = 0
        while quarters < 4:
            self.edges[kind * 4 + quarters] = u8(turned(mask_of(tile["open"]), quarters))
            self.arrows[kind * 4 + quarters] = u8(turned(mask_of(tile.get("arrow", "")), quarters))
            quarters += 1

    def _read_card(self, card: Mapping[str, Any]) -> None:
        kind: i64 = CARDS.index(card["item"])
        self.attack[kind] = u8(int(card.get("attack", 0)))
        if kind == CHAINSAW:
            self.fuel = int(card["fuel"])
        elif kind == GASOLINE:
            self.refuel = int(card["refuel"])
        elif kind == SODA:
            self.soda = int(card["health"])
        hour: i64 = 0
        for name in ("nine", "ten", "eleven"):
            entry: Mapping[str, Any] = card[name]
            self.zombies[hour * CARD_COUNT + kind] = u8(int(entry.get("zombies", 0)))
            self.finds[hour * CARD_COUNT + kind] = u8(1 if entry.get("item", False) else 0)
            self.change[hour * CARD_COUNT + kind] = int(entry.get("event", 0))
            hour += 1


class PocketState(State):
    """A position of Zombie in My Pocket."""

    def __init__(self, head: dict[str, Any], rules: PocketRules) -> None:
        self.players = 1
        self.head = head
        self.rules: PocketRules = rules
        self.phase: i64 = TURN
        self.hour: i64 = 0  # 0, 1, 2: nine, ten, eleven
        self.health: i64 = 6
        self.left: i64 = NOTHING  # the two items carried, ascending
        self.right: i64 = NOTHING
        self.floor: i64 = NOTHING  # items on the floor, ascending
        self.corner: i64 = NOTHING
        self.totem: bool = False
        self.here: i64 = 0  # the placed tile in which the player is
        self.exit: i64 = -1  # the edge left by, while the tile beyond it is drawn and turned
        self.drawn: i64 = -1  # the tile being turned
        self.found: i64 = NOTHING  # the item found with both hands full
        self.zombies: i64 = 0
        self.door: i64 = -1  # the edge broken by the Zombie Door being fought
        self.second: bool = False  # the second card of the Temple or the Graveyard is under way
        self.storing: bool = False  # the item being found is that of the Storage
        self.card_owed: bool = False  # a Zombie Door came before the card of this turn (R34)
        self.moved: bool = False  # a turn has been completed
        self.ran: bool = False  # the last turn ended in flight
        self.cowered: bool = False  # since the last move
        self.ending_code: i64 = 0
        self.laid: i64 = 0  # mask of the kinds of tile placed
        self.dining: i64 = -1  # placed tile, or -1
        self.patio: i64 = -1
        self.reserved: i64 = -1  # the cell kept for the Patio (R6)
        self.kinds: vec[u8] = _NO_BYTES  # of each placed tile: kind, quarter turns, open edges without the arrow,
        self.turns: vec[u8] = _NO_BYTES
        self.edges: vec[u8] = _NO_BYTES
        self.taken: vec[u8] = _NO_BYTES  # edges whose cell is occupied or reserved,
        self.cells: vec[i64] = _NO_CELLS  # and its own cell
        self.indoor: Deck = _NO_DECK
        self.outdoor: Deck = _NO_DECK
        self.deck: Deck = _NO_DECK
        self.discard: i64 = 0  # mask of the cards that have been seen since the last shuffle

    # -- setup (1.3) ---------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """The opening position."""
        self.indoor = Deck(KINDS)
        self.outdoor = Deck(KINDS)
        kind: i64 = 0
        while kind < KINDS:
            if kind != FOYER and kind != PATIO:
                self.stack(kind).add(kind, i64(self.rules.count[kind]))
            kind += 1
        self.deck = Deck(CARD_COUNT)
        self.discard = (1 << CARD_COUNT) - 1
        self._shuffle()
        self.put(FOYER, 0, ORIGIN)

    def _shuffle(self) -> None:
        """All nine cards into the deck, two of them laid away unseen."""
        self.deck.gather()
        card: i64 = 0
        while card < CARD_COUNT:
            if (self.discard >> card) & 1 == 1:
                self.deck.add(card, 1)
            card += 1
        self.discard = 0
        aside: i64 = 0
        while aside < ASIDE:
            self.deck.lay_away()
            aside += 1

    # -- the contract: moves -------------------------------------------------------------------------------------

    def owing(self) -> i64:
        phase = self.phase
        if phase == OVER:
            return 0
        if phase == TILE_DRAW or phase == CARD_DRAW or phase == FINDING or phase == COWERING:
            return CHANCE
        if phase == ROTATING and self.rules.rotation_random:
            return CHANCE
        return 1

    def legal(self, seat: i64) -> vec[i64]:
        codes = vec[i64](capacity=12)
        if seat != 0 or self.owing() != 1:
            return codes
        phase = self.phase
        if phase == TURN:
            codes = listed(codes, MOVE, self.exits())
            codes = self._pickups(codes)
        elif phase == ROTATING:
            codes = listed(codes, ROTATE, self.rotations(self.here, self.exit, self.drawn))
        elif phase == FULL:
            codes = append(codes, DROP_NEW)
            codes = append(codes, DROP + self.left)
            if self.right != self.left:
                codes = append(codes, DROP + self.right)
        elif phase == COMBAT:
            codes = self._fights(codes)
        elif phase == ITEM_OFFER or phase == STORAGE_OFFER or phase == SECOND_OFFER:
            if self._may_draw():
                codes = append(codes, DRAW)
            if self._may_skip():
                codes = append(codes, SKIP)
        if self.carries(SODA):
            codes = append(codes, DRINK)
        if self._may_refuel():
            codes = append(codes, REFUEL + self.right - CHAINSAW)
        if self._may_cower():
            codes = append(codes, COWER)
        if phase == WALL_CHOICE:
            codes = listed(codes, WALL, self.walls())
        return codes

    def allows(self, who: i64, code: i64) -> bool:
        if who == CHANCE:
            return self._may_come(code)
        if who != 0 or code < 0 or code >= TILE or self.owing() != 1:
            return False
        phase = self.phase
        if code < ROTATE:
            return phase == TURN and (self.exits() >> code) & 1 == 1
        if code < DRAW:
            return phase == ROTATING and (self.rotations(self.here, self.exit, self.drawn) >> (code - ROTATE)) & 1 == 1
        if code <= SKIP:
            offered = phase == ITEM_OFFER or phase == STORAGE_OFFER or phase == SECOND_OFFER
            return offered and (self._may_draw() if code == DRAW else self._may_skip())
        if code < TAKE:
            return phase == FULL and (code == DROP_NEW or self.carries(code - DROP))
        if code < SWAP:
            return phase == TURN and self._may_take(code - TAKE)
        if code < FIGHT_BARE:
            return phase == TURN and self._may_swap((code - SWAP) // ITEM_COUNT, (code - SWAP) % ITEM_COUNT)
        if code < BURN:
            if phase != COMBAT:
                return False
            if code < RUN:
                return self._may_fight(NOTHING if code == FIGHT_BARE else code - FIGHT)
            oil = code >= RUN_OIL
            return self._may_run(oil) and self.passage(self.here, code - (RUN_OIL if oil else RUN)) >= 0
        if code < DRINK:
            return phase == COMBAT and self._may_burn(code - BURN)
        if code == DRINK:
            return self.carries(SODA)
        if code < COWER:
            return self._may_refuel() and self.right == code - REFUEL + CHAINSAW
        if code == COWER:
            return self._may_cower()
        return phase == WALL_CHOICE and (self.walls() >> (code - WALL)) & 1 == 1

    def _may_come(self, code: i64) -> bool:
        """Whether luck may bring this now."""
        if self.owing() != CHANCE or code < 0 or code >= CODES:
            return False
        if self.phase == TILE_DRAW:
            return TILE <= code < CARD and self.stack_here().may_draw(code - TILE)
        if self.phase == ROTATING:
            return (
                ROTATE <= code < DRAW and (self.rotations(self.here, self.exit, self.drawn) >> (code - ROTATE)) & 1 == 1
            )
        return code >= CARD and self.deck.may_draw(code - CARD)

    def odds(self) -> list[tuple[int, int]]:
        if self.owing() != CHANCE:
            return []
        if self.phase == TILE_DRAW:
            return [(TILE + kind, weight) for kind, weight in self.stack_here().odds()]
        if self.phase == ROTATING:
            mask = self.rotations(self.here, self.exit, self.drawn)
            return [(ROTATE + quarters, 1) for quarters in range(4) if (mask >> quarters) & 1]
        return [(CARD + card, weight) for card, weight in self.deck.odds()]

    def roll(self, dice: Dice) -> i64:
        if self.phase == TILE_DRAW:
            return TILE + self.stack_here().roll(dice)
        if self.phase == ROTATING:
            mask = self.rotations(self.here, self.exit, self.drawn)
            skip: i64 = dice.below(bits(mask))
            while skip > 0:
                mask = mask & (mask - 1)
                skip -= 1
            return ROTATE + lowest(mask)
        return CARD + self.deck.roll(dice)

    def apply(self, who: i64, code: i64) -> None:
        if not self.allows(who, code):
            raise refuse(who, code)
        if code >= CARD:
            self._card(code - CARD)
        elif code >= TILE:
            self._tile(code - TILE)
        elif code < ROTATE:
            self._move(code)
        elif code < DRAW:
            self._lay(self.drawn, code - ROTATE)
        elif code == DRAW:
            self._draw()
        elif code == SKIP:
            self._skip()
        elif code < TAKE:
            self._drop(NOTHING if code == DROP_NEW else code - DROP)
        elif code < SWAP:
            self._take_up(code - TAKE)
        elif code < FIGHT_BARE:
            self._swap((code - SWAP) // ITEM_COUNT, (code - SWAP) % ITEM_COUNT)
        elif code < RUN:
            self._fight(NOTHING if code == FIGHT_BARE else code - FIGHT)
        elif code < RUN_OIL:
            self._run(code - RUN, False)
        elif code < BURN:
            self._run(code - RUN_OIL, True)
        elif code < DRINK:
            self._burn(code - BURN)
        elif code == DRINK:
            self._drink()
        elif code < COWER:
            self._refuel()
        elif code == COWER:
            self._cower()
        else:
            self._break_wall(code - WALL)

    # -- the map (1.5) -------------------------------------------------------------------------------------------

    def stack(self, kind: i64) -> Deck:
        """The stack to which tiles of this kind belong."""
        return self.indoor if kind < PATIO else self.outdoor

    def stack_here(self) -> Deck:
        """The stack from which the tile beyond an exit of the player's tile comes."""
        return self.stack(i64(self.kinds[self.here]))

    def put(self, kind: i64, quarters: i64, cell: i64) -> i64:
        """Put a tile down on an empty cell; its place in the list of tiles."""
        placed: i64 = i64(len(self.kinds))
        taken: i64 = 0
        edge: i64 = 0
        while edge < 4:
            beyond = cell + step(edge)
            other = self.tile_at(beyond)
            if other >= 0:
                self.taken[other] = u8(i64(self.taken[other]) | (1 << opposite(edge)))
                taken |= 1 << edge
            elif beyond == self.reserved:
                taken |= 1 << edge
            edge += 1
        self.kinds = append(self.kinds, u8(kind))
        self.turns = append(self.turns, u8(quarters))
        self.edges = append(self.edges, self.rules.edges[kind * 4 + quarters])
        self.taken = append(self.taken, u8(taken))
        self.cells = append(self.cells, cell)
        self.laid |= 1 << kind
        if kind == DINING:
            self.dining = placed
        elif kind == PATIO:
            self.patio = placed
        return placed

    def tile_at(self, cell: i64) -> i64:
        """The placed tile on that cell, or -1."""
        placed: i64 = i64(len(self.cells)) - 1
        while placed >= 0 and self.cells[placed] != cell:
            placed -= 1
        return placed

    def arrow(self, placed: i64) -> i64:
        """The arrowed edge of a placed tile, as a mask."""
        return i64(self.rules.arrows[i64(self.kinds[placed]) * 4 + i64(self.turns[placed])])

    def broken(self, placed: i64) -> i64:
        """The edges that zombies broke open."""
        return i64(self.edges[placed]) & ~i64(self.rules.edges[i64(self.kinds[placed]) * 4 + i64(self.turns[placed])])

    def passage(self, placed: i64, edge: i64) -> i64:
        """The placed tile to which that edge leads, or -1: both sides open (R5), one zone or the arrows (R6)."""
        if (self.arrow(placed) >> edge) & 1 == 1:
            return self.patio if placed == self.dining else self.dining
        if i64(self.edges[placed]) & i64(self.taken[placed]) & (1 << edge) == 0:
            return -1
        other = self.tile_at(self.cells[placed] + step(edge))
        if other < 0 or not same_zone(i64(self.kinds[placed]), i64(self.kinds[other])):
            return -1
        return other if (i64(self.edges[other]) >> opposite(edge)) & 1 == 1 else -1

    def new_exits(self, placed: i64) -> i64:
        """The edges of a placed tile beyond which a tile of the stack can be laid (R5-R8), the arrow not counted."""
        free: i64 = i64(self.edges[placed]) & ~i64(self.taken[placed]) & 15
        kind: i64 = i64(self.kinds[placed])
        size = self.stack(kind).size()
        if free == 0 or size == 0:
            return 0  # R8
        if not self.rules.all_edges and (kind >= PATIO or size > 1 or self.dining >= 0):
            return free
        edge: i64 = 0
        while edge < 4:
            if (free >> edge) & 1 == 1 and not self._something_fits(placed, edge):
                free &= ~(1 << edge)
            edge += 1
        return free

    def _something_fits(self, placed: i64, edge: i64) -> bool:
        """R7: whether any tile of the stack can be laid beyond that edge."""
        stack = self.stack(i64(self.kinds[placed]))
        kind: i64 = 0
        while kind < KINDS:
            if stack.unseen[kind] > 0 and self.rotations(placed, edge, kind) != 0:
                return True
            kind += 1
        for card in stack.under:
            if self.rotations(placed, edge, card & 255) != 0:
                return True
        return False

    def exits(self) -> i64:
        """The edges by which the player may leave the tile."""
        here = self.here
        mask: i64 = self.new_exits(here)
        ways: i64 = i64(self.edges[here]) & i64(self.taken[here])
        arrow = self.arrow(here)
        edge: i64 = 0
        while edge < 4:
            if (ways >> edge) & 1 == 1 and self.passage(here, edge) >= 0:
                mask |= 1 << edge
            edge += 1
        return mask | arrow  # the arrows lead to the Patio, laid or not (R9), and back (R40)

    def laid_so(self, placed: i64, exit: i64, kind: i64, quarters: i64) -> i64:
        """The open edges that a tile would have beyond that exit, turned so; 0 where it cannot lie so (R3, R5, R7)."""
        edges: i64 = i64(self.rules.edges[kind * 4 + quarters])
        arrow: i64 = i64(self.rules.arrows[kind * 4 + quarters])
        mate: i64 = 1 << opposite(exit)
        if arrow & mate != 0:
            return 0  # R7
        if edges & mate == 0:
            if not self.rules.door_any_rotation or (self.broken(placed) >> exit) & 1 == 0:
                return 0
            edges |= mate  # R36
        cell = self.cells[placed] + step(exit)
        if arrow != 0 and self.rules.shared and self.tile_at(cell + step(lowest(arrow))) >= 0:
            return 0  # R7
        if self.rules.all_edges and not self._all_match(kind, edges, cell):
            return 0
        return edges

    def _all_match(self, kind: i64, edges: i64, cell: i64) -> bool:
        """R5 with `all_edges`: open meets open and closed meets closed at every neighbour of the same zone."""
        edge: i64 = 0
        while edge < 4:
            other = self.tile_at(cell + step(edge))
            if other >= 0 and same_zone(kind, i64(self.kinds[other])):
                if (edges >> edge) & 1 != (i64(self.edges[other]) >> opposite(edge)) & 1:
                    return False
            edge += 1
        return True

    def rotations(self, placed: i64, exit: i64, kind: i64) -> i64:
        """The quarter turns, as a mask, in which a tile may be laid beyond an exit; equal edges are one choice (R3)."""
        mask: i64 = 0
        looks: i64 = 0  # a byte for each turn: edges and arrow
        quarters: i64 = 0
        while quarters < 4:
            edges = self.laid_so(placed, exit, kind, quarters)
            if edges != 0:
                look: i64 = edges | (i64(self.rules.arrows[kind * 4 + quarters]) << 4)
                earlier: i64 = 0
                while earlier < quarters and (looks >> (8 * earlier)) & 255 != look:
                    earlier += 1
                if earlier == quarters:
                    mask |= 1 << quarters
                looks |= look << (8 * quarters)
            quarters += 1
        return mask

    def dead_map(self) -> bool:
        """R33: no new exit in the zone of the player, though a needed tile is still to come."""
        outside = self.kinds[self.here] >= PATIO
        if self.stack_here().size() == 0:
            return False
        if not self.rules.door_always:
            needed: i64 = (1 << GRAVEYARD) if outside else (1 << TEMPLE) | (1 << DINING)
            if self.laid & needed == needed:
                return False
        placed: i64 = 0
        while placed < i64(len(self.kinds)):
            if (self.kinds[placed] >= PATIO) == outside and self.new_exits(placed) != 0:
                return False
            placed += 1
        return True

    def walls(self) -> i64:
        """R35: the edges of the player's tile that a Zombie Door may break."""
        closed: i64 = 15 & ~i64(self.edges[self.here]) & ~self.arrow(self.here)
        eligible: i64 = closed & ~i64(self.taken[self.here])
        return closed if eligible == 0 and self.rules.door_any_wall else eligible

    # -- moving --------------------------------------------------------------------------------------------------

    def _leave(self) -> None:
        """R17: what lies on the floor is gone."""
        self.floor = NOTHING
        self.corner = NOTHING

    def _move(self, edge: i64) -> None:
        self._leave()
        self.cowered = False
        self.ran = False
        beyond = self.passage(self.here, edge)
        if beyond >= 0:
            self.here = beyond
            self._need_card()
        elif (self.arrow(self.here) >> edge) & 1 == 1:
            self._lay_patio()
            self.here = self.patio
            self._enter_new()
        else:
            self.exit = edge
            self.phase = TILE_DRAW

    def _tile(self, kind: i64) -> None:
        """The tile drawn: under the stack where it cannot be laid (R5, R7), else to be turned."""
        stack = self.stack(kind)
        stack.draw(kind)
        choices = self.rotations(self.here, self.exit, kind)
        if choices == 0:
            stack.put_under(kind, 1)
        elif choices & (choices - 1) == 0 or self.rules.rotation_first:
            self._lay(kind, lowest(choices))
        else:
            self.drawn = kind
            self.phase = ROTATING

    def _lay(self, kind: i64, quarters: i64) -> None:
        """Lay the tile beyond the exit and enter it."""
        edges = self.laid_so(self.here, self.exit, kind, quarters)
        cell = self.cells[self.here] + step(self.exit)
        self.here = self.put(kind, quarters, cell)
        self.edges[self.here] = u8(edges)
        self.exit = -1
        self.drawn = -1
        if kind == DINING:
            if self.rules.patio_with_dining:
                self._lay_patio()  # R9
            elif self.rules.shared:
                self.reserve()
        self._enter_new()

    def _enter_new(self) -> None:
        """The card of a tile just laid; with `on_placement` after a Zombie Door (R34)."""
        if self.rules.door_on_placement and self.dead_map() and self.walls() != 0:
            self.card_owed = True
            self.phase = WALL_CHOICE
        else:
            self._need_card()

    def patio_cell(self) -> i64:
        """R9: the cell beyond the arrow of the Dining Room."""
        cell: i64 = self.cells[self.dining] + step(lowest(self.arrow(self.dining)))
        return cell if self.rules.shared else cell + OUTSIDE

    def patio_turns(self) -> i64:
        """R9: the quarter turns by which its arrow meets that of the Dining Room."""
        facing: i64 = 1 << opposite(lowest(self.arrow(self.dining)))
        quarters: i64 = 0
        while i64(self.rules.arrows[PATIO * 4 + quarters]) != facing:
            quarters += 1
        return quarters

    def _lay_patio(self) -> None:
        self.reserved = -1
        self.put(PATIO, self.patio_turns(), self.patio_cell())

    def reserve(self) -> None:
        """R6: keep the cell beyond the arrow for the Patio."""
        self.reserved = self.patio_cell()
        edge: i64 = 0
        while edge < 4:
            other = self.tile_at(self.reserved + step(edge))
            if other >= 0:
                self.taken[other] = u8(i64(self.taken[other]) | (1 << opposite(edge)))
            edge += 1

    # -- time ----------------------------------------------------------------------------------------------------

    def _optional_card(self) -> bool:
        """R11: whether a card that is not needed may be drawn."""
        return self.deck.size() > 0 or self.hour < LAST_HOUR or self.rules.late_fatal

    def _ready_deck(self) -> bool:
        """R10: the hour turns where a card is wanted and none is left; whether there was another hour."""
        if self.deck.size() == 0:
            if self.hour == LAST_HOUR:
                self._end(TIME)
                return False
            self._turn_hour()
        return True

    def _turn_hour(self) -> None:
        self.hour += 1
        self._shuffle()

    def _after_draw(self) -> None:
        """R10 with `on_empty`: the hour turns with the last card."""
        if self.rules.hour_on_empty and self.deck.size() == 0 and self.hour < LAST_HOUR:
            self._turn_hour()

    def _need_card(self) -> None:
        if self._ready_deck():
            self.phase = CARD_DRAW

    # -- cards ---------------------------------------------------------------------------------------------------

    def _card(self, card: i64) -> None:
        """A card comes from the deck: to be resolved, to name an item, or paid for cowering."""
        entry: i64 = self.hour * CARD_COUNT + card
        self.deck.draw(card)
        self.discard |= 1 << card
        self._after_draw()
        if self.phase == FINDING:
            self._find(card)
        elif self.phase == COWERING:
            self._recover()
        elif self.rules.zombies[entry] > 0:
            self.zombies = i64(self.rules.zombies[entry])
            self.phase = COMBAT
        elif self.rules.finds[entry] > 0:
            if self._optional_card():
                self.phase = ITEM_OFFER
            else:
                self._after_card()  # R11
        else:
            self.health += self.rules.change[entry]
            if self.health <= 0:
                self._end(EVENT)
            else:
                self._after_card()

    def _after_card(self) -> None:
        """The card is resolved and the player still here: the second card, success, the tile's text (R41)."""
        kind: i64 = i64(self.kinds[self.here])
        useful = (kind == TEMPLE and not self.totem) or (kind == GRAVEYARD and self.totem)
        if self.second:
            if useful and kind == GRAVEYARD:
                self._end(BURIED)
                return
            self.totem = self.totem or useful
            self._end_turn()
        elif useful or (self.rules.second_always and (kind == TEMPLE or kind == GRAVEYARD)):
            self._offer_second()
        elif kind == STORAGE_ROOM and self._optional_card():
            self.phase = STORAGE_OFFER
        else:
            if kind == KITCHEN or kind == GARDEN:
                self.health += 1  # R31
            self._end_turn()

    def _offer_second(self) -> None:
        """R28: the second card, at once or as the options have it."""
        self.second = True
        if self.rules.second_optional and not self._optional_card():
            self._end_turn()  # R11
        elif self.rules.second_optional or self._may_cower_between():
            self.phase = SECOND_OFFER
        else:
            self._need_card()

    def _end_turn(self) -> None:
        """R34: a Zombie Door, or the next turn."""
        self.moved = True
        self.second = False
        if self.dead_map() and self.walls() != 0:
            self.phase = WALL_CHOICE
        else:
            self.phase = TURN

    # -- items ---------------------------------------------------------------------------------------------------

    def carries(self, item: i64) -> bool:
        """Whether the player carries that item."""
        return self.left == item or self.right == item

    def _carries_kind(self, item: i64, besides: i64) -> bool:
        """R18: whether an item of the same kind is carried, one `besides` not counted."""
        kind: i64 = min(item, CHAINSAW)
        if self.left == besides:
            return min(self.right, CHAINSAW) == kind and self.right != NOTHING
        if self.right == besides:
            return min(self.left, CHAINSAW) == kind and self.left != NOTHING
        return (min(self.left, CHAINSAW) == kind and self.left != NOTHING) or (
            min(self.right, CHAINSAW) == kind and self.right != NOTHING
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
        self.right = NOTHING

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
        self.corner = NOTHING

    def _may_draw(self) -> bool:
        """R11, R28: a needed card is drawn whatever it brings."""
        return self._optional_card() or not self._may_skip()

    def _may_skip(self) -> bool:
        return self.phase != SECOND_OFFER or self.rules.second_optional

    def _draw(self) -> None:
        if self.phase == SECOND_OFFER:
            self._need_card()
            return
        self.storing = self.phase == STORAGE_OFFER
        if self._ready_deck():
            self.phase = FINDING

    def _skip(self) -> None:
        if self.phase == ITEM_OFFER:
            self._after_card()
        else:
            self._end_turn()

    def _find(self, card: i64) -> None:
        """The card names the item found (R16, R18, R19)."""
        item: i64 = card + self.rules.fuel if card == CHAINSAW else card
        if item == SODA and self.rules.soda_instant:
            self.health += self.rules.soda
        elif self.rules.duplicates or not self._carries_kind(item, NOTHING - 1):
            if self.right != NOTHING:
                self.found = item
                self.phase = FULL
                return
            self.pick(item)
        self._search_over()

    def _search_over(self) -> None:
        self.found = NOTHING
        if self.storing:
            self.storing = False
            self._end_turn()
        else:
            self._after_card()

    def _drop(self, item: i64) -> None:
        """R16: a carried item, or the new one, stays behind."""
        if item == NOTHING:
            self.lay_down(self.found)
        else:
            self.lose(item)
            self.lay_down(item)
            self.pick(self.found)
        self._search_over()

    def _may_take(self, item: i64) -> bool:
        """R17: from the floor into a free hand."""
        lies = self.floor == item or self.corner == item
        return lies and self.right == NOTHING and (self.rules.duplicates or not self._carries_kind(item, NOTHING - 1))

    def _may_swap(self, item: i64, other: i64) -> bool:
        """R17: from the floor for a carried item, with both hands full."""
        if (self.floor != item and self.corner != item) or self.right == NOTHING or item == other:
            return False
        return self.carries(other) and (self.rules.duplicates or not self._carries_kind(item, other))

    def _pickups(self, codes: vec[i64]) -> vec[i64]:
        if self.floor == NOTHING:
            return codes
        codes = self._pickup(codes, self.floor)
        if self.corner != NOTHING and self.corner != self.floor:
            codes = self._pickup(codes, self.corner)
        return codes

    def _pickup(self, codes: vec[i64], item: i64) -> vec[i64]:
        if self._may_take(item):
            codes = append(codes, TAKE + item)
        base: i64 = SWAP + item * ITEM_COUNT
        if self._may_swap(item, self.left):
            codes = append(codes, base + self.left)
        if self.right != self.left and self._may_swap(item, self.right):
            codes = append(codes, base + self.right)
        return codes

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
        self.health += self.rules.soda
        self.lose(SODA)
        self._hand_free()

    def _may_refuel(self) -> bool:
        """R20: Gasoline and a Chainsaw; the Chainsaw is the higher number."""
        return self.left == GASOLINE and self.right >= CHAINSAW and self.right != NOTHING

    def _refuel(self) -> None:
        """R20."""
        self.left = self.right + self.rules.refuel
        self.right = NOTHING
        self._hand_free()

    def _hand_free(self) -> None:
        """R16: an item that had no place is taken once there is one."""
        if self.phase == FULL:
            self.pick(self.found)
            self._search_over()

    # -- combat --------------------------------------------------------------------------------------------------

    def attack_with(self, item: i64) -> i64:
        """What an item adds to the attack; 0 where it is no weapon that could be used (R21)."""
        if item == NOTHING or item == CHAINSAW:
            return 0
        return i64(self.rules.attack[min(item, CHAINSAW)])

    def damage(self, item: i64) -> i64:
        """The Health that a fight with that weapon costs."""
        return max(0, min(MOST_DAMAGE, self.zombies - 1 - self.attack_with(item)))

    def best_weapon(self) -> i64:
        """The strongest weapon carried, or NOTHING."""
        best: i64 = self.left if self.attack_with(self.left) >= self.attack_with(self.right) else self.right
        return best if self.attack_with(best) > 0 else NOTHING

    def _may_fight(self, item: i64) -> bool:
        if self.rules.best_weapon:
            return item == self.best_weapon()  # R21
        return item == NOTHING or (self.carries(item) and self.attack_with(item) > 0)

    def _may_run(self, oil: bool) -> bool:
        """R25, R26."""
        if self.door >= 0 and not self.rules.flee_door:
            return False
        return self.carries(OIL) if oil else self.health > 1 or self.rules.fatal_run

    def _may_burn(self, fuel: i64) -> bool:
        return self.carries(fuel) and self.carries(CANDLE)

    def _fights(self, codes: vec[i64]) -> vec[i64]:
        if self._may_fight(NOTHING):
            codes = append(codes, FIGHT_BARE)
        if self.left != NOTHING and self._may_fight(self.left):
            codes = append(codes, FIGHT + self.left)
        if self.right != NOTHING and self.right != self.left and self._may_fight(self.right):
            codes = append(codes, FIGHT + self.right)
        ways: i64 = self.flights()
        if self._may_run(False):
            codes = listed(codes, RUN, ways)
        if self._may_run(True):
            codes = listed(codes, RUN_OIL, ways)
        if self._may_burn(OIL):
            codes = append(codes, BURN + OIL)
        if self._may_burn(GASOLINE):
            codes = append(codes, BURN + GASOLINE)
        return codes

    def flights(self) -> i64:
        """R25: the edges that lead to explored tiles."""
        mask: i64 = 0
        edge: i64 = 0
        while edge < 4:
            if self.passage(self.here, edge) >= 0:
                mask |= 1 << edge
            edge += 1
        return mask

    def _fight(self, weapon: i64) -> None:
        self.health -= self.damage(weapon)
        if weapon > CHAINSAW and weapon != NOTHING:
            self.lose(weapon)
            self.pick(weapon - 1)  # R20
        if self.health <= 0:
            self._end(EATEN)
        else:
            self._zombies_gone()

    def _burn(self, fuel: i64) -> None:
        """R22, R23."""
        self.lose(fuel)
        if self.rules.candle_consumed:
            self.lose(CANDLE)
        self._zombies_gone()

    def _zombies_gone(self) -> None:
        self.zombies = 0
        if self.door < 0:
            self._after_card()
            return
        self.door = -1
        if self.card_owed:
            self.card_owed = False
            self._need_card()
        else:
            self.phase = TURN

    def _run(self, edge: i64, oil: bool) -> None:
        """R24, R25, R29: out of the tile, the turn is over."""
        if oil:
            self.lose(OIL)
        else:
            self.health -= 1
            if self.health <= 0:
                self._end(EATEN)
                return
        if self.door >= 0:
            self.edges[self.here] = u8(i64(self.edges[self.here]) & ~(1 << self.door))  # R26: the hole moves along
            self.door = -1
            self.card_owed = False
        self.zombies = 0
        self.here = self.passage(self.here, edge)
        self._leave()
        self.ran = True
        kind: i64 = i64(self.kinds[self.here])
        if self.rules.run_bonus and (kind == KITCHEN or kind == GARDEN):
            self.health += 1  # R27
        self._end_turn()

    # -- cowering and Zombie Doors -------------------------------------------------------------------------------

    def _may_cower(self) -> bool:
        """R12, R13, R14."""
        if self.phase == SECOND_OFFER:
            return self._may_cower_between()
        if self.phase != TURN or not self.moved or (self.ran and not self.rules.cower_after_run):
            return False
        return self._cower_open()

    def _may_cower_between(self) -> bool:
        """R14."""
        return self.rules.cower_between and self._cower_open()

    def _cower_open(self) -> bool:
        if self.cowered and self.rules.cower_once:
            return False
        if self.deck.size() > 0:
            return True
        return not self.rules.cower_needs_card and (self.hour < LAST_HOUR or self.rules.late_fatal)

    def _cower(self) -> None:
        if not self._ready_deck():
            return
        self.cowered = True
        if self.rules.cower_faceup:
            self.phase = COWERING
            return
        self.deck.lay_away()  # R15
        self._after_draw()
        self.health += COWERED

    def _recover(self) -> None:
        """R15 with `cower_faceup`: the card has been shown."""
        self.health += COWERED
        self.phase = SECOND_OFFER if self.second else TURN

    def _break_wall(self, edge: i64) -> None:
        """R36, R37: the wall first, then the fight."""
        self.edges[self.here] = u8(i64(self.edges[self.here]) | (1 << edge))
        other = self.tile_at(self.cells[self.here] + step(edge))
        if other >= 0 and same_zone(i64(self.kinds[self.here]), i64(self.kinds[other])):
            if (self.arrow(other) >> opposite(edge)) & 1 == 0:
                self.edges[other] = u8(i64(self.edges[other]) | (1 << opposite(edge)))
        self.door = edge
        self.zombies = ZOMBIE_DOOR
        self.phase = COMBAT

    # -- the end -------------------------------------------------------------------------------------------------

    def _end(self, ending: i64) -> None:
        self.phase = OVER
        self.ending_code = ending
        self.health = max(0, self.health)  # R39
        self.zombies = 0
        self.door = -1
        self.second = False
        self.storing = False
        self.card_owed = False

    def payoffs(self) -> list[float]:
        return [1.0 if self.ending_code == BURIED else 0.0]

    def ending(self) -> str:
        return ENDINGS[self.ending_code]

    def census(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for kind in range(KINDS):
            stack = self.stack(kind)
            counts[TILES[kind]] = (
                len([1 for placed in self.kinds if i64(placed) == kind])
                + int(stack.unseen[kind])
                + len([1 for card in stack.under if card & 255 == kind])
                + (1 if kind == self.drawn or (kind == PATIO and self.patio < 0) else 0)
            )
        for card in range(CARD_COUNT):
            counts[f"card {CARDS[card]}"] = int(self.deck.unseen[card]) + ((self.discard >> card) & 1)
        return counts

    # -- copies and knowledge (1.6) ------------------------------------------------------------------------------

    def copy(self) -> "PocketState":
        other = PocketState(self.head, self.rules)
        other.phase = self.phase
        other.hour = self.hour
        other.health = self.health
        other.left = self.left
        other.right = self.right
        other.floor = self.floor
        other.corner = self.corner
        other.totem = self.totem
        other.here = self.here
        other.exit = self.exit
        other.drawn = self.drawn
        other.found = self.found
        other.zombies = self.zombies
        other.door = self.door
        other.second = self.second
        other.storing = self.storing
        other.card_owed = self.card_owed
        other.moved = self.moved
        other.ran = self.ran
        other.cowered = self.cowered
        other.ending_code = self.ending_code
        other.laid = self.laid
        other.dining = self.dining
        other.patio = self.patio
        other.reserved = self.reserved
        other.kinds = self.kinds[:]
        other.turns = self.turns[:]
        other.edges = self.edges[:]
        other.taken = self.taken[:]
        other.cells = self.cells[:]
        other.indoor = self.indoor.copy()
        other.outdoor = self.outdoor.copy()
        other.deck = self.deck.copy()
        other.discard = self.discard
        return other

    def redeal(self, seat: i64, dice: Dice) -> "PocketState":
        """A copy: nothing that the player cannot know is fixed before it happens, and the public sees all of it."""
        return self.copy()

    def order(self) -> list[int]:
        """The placed tiles by their cells: the order of every list that leaves the engine."""
        return sorted(range(i64(len(self.cells))), key=lambda placed: int(self.cells[placed]))

    def view(self, seat: i64) -> dict[str, Any]:
        order = self.order()
        exit = self.exit
        turns = []
        if self.phase == ROTATING:
            mask = self.rotations(self.here, exit, self.drawn)
            turns = [self._look(quarters) for quarters in range(4) if (mask >> quarters) & 1]
        return {
            "game": "pocket",
            "players": 1,
            "seat": seat if seat >= 0 else None,
            "options": dict(self.head["options"]),
            "owing": [0] if self.owing() > 0 else [],
            **self._facts(order),
            "map": [self._tile_view(placed, order) for placed in order],
            "deck": self.deck.size(),
            "unseen": [CARDS[card] for card in range(CARD_COUNT) if self.deck.unseen[card] > 0],
            "rotations": turns,
            "moves": edge_texts(self.exits()) if self.phase == TURN else [],
            "flights": edge_texts(self.flights()) if self.phase == COMBAT else [],
            "walls": edge_texts(self.walls()) if self.phase == WALL_CHOICE else [],
        }

    def _look(self, quarters: i64) -> dict[str, Any]:
        """How the drawn tile would lie, turned so."""
        return {
            "rotation": quarters,
            "open": edge_texts(self.laid_so(self.here, self.exit, self.drawn, quarters)),
            "arrow": edge_text(i64(self.rules.arrows[self.drawn * 4 + quarters])),
        }

    def _tile_view(self, placed: i64, order: list[int]) -> dict[str, Any]:
        leads = {}
        for edge in range(4):
            other = self.passage(placed, edge)
            if other >= 0:
                leads[EDGES[edge]] = order.index(other)
        return {
            **self._tile_dict(placed),
            "open": edge_texts(i64(self.edges[placed])),
            "arrow": edge_text(self.arrow(placed)),
            "leads": leads,
            "new": edge_texts(self.new_exits(placed)),
        }

    def _tile_dict(self, placed: i64) -> dict[str, Any]:
        cell = self.cells[placed] & (OUTSIDE - 1)
        return {
            "tile": TILES[i64(self.kinds[placed])],
            "x": cell // 64 - 32,
            "y": cell % 64 - 32,
            "rotation": int(self.turns[placed]),
            "broken": edge_texts(self.broken(placed)),
        }

    def _facts(self, order: list[int]) -> dict[str, Any]:
        """What a position dict and a view say alike."""
        return {
            "phase": PHASES[self.phase],
            "hour": HOURS[self.hour],
            "health": self.health,
            "items": item_texts(self.left, self.right),
            "ground": item_texts(self.floor, self.corner),
            "totem": self.totem,
            "here": order.index(self.here),
            "exit": EDGES[self.exit] if self.exit >= 0 else None,
            "drawn": TILES[self.drawn] if self.drawn >= 0 else None,
            "new": ITEMS[self.found] if self.found != NOTHING else None,
            "zombies": self.zombies,
            "door": EDGES[self.door] if self.door >= 0 else None,
            "second": self.second,
            "storing": self.storing,
            "card_owed": self.card_owed,
            "moved": self.moved,
            "ran": self.ran,
            "cowered": self.cowered,
            "away": self.deck.away,
            "discard": [CARDS[card] for card in range(CARD_COUNT) if (self.discard >> card) & 1],
            "indoor": tile_texts(self.indoor.unseen),
            "indoor_under": [TILES[card & 255] for card in self.indoor.under],
            "outdoor": tile_texts(self.outdoor.unseen),
            "outdoor_under": [TILES[card & 255] for card in self.outdoor.under],
            "ending": ENDINGS[self.ending_code],
        }

    def known(self, seat: i64) -> bytes:
        order = self.order()
        flags: i64 = 0
        for flag in (self.totem, self.second, self.storing, self.card_owed, self.moved, self.ran, self.cowered):
            flags = flags * 2 + (1 if flag else 0)
        parts: list[int] = [
            seat & 255,
            self.phase,
            self.hour,
            self.health & 255,
            (self.health >> 8) & 255,
            (self.health >> 16) & 255,
            self.left,
            self.right,
            self.floor,
            self.corner,
            order.index(self.here),
            self.exit & 255,
            self.drawn & 255,
            self.found,
            self.zombies,
            self.door & 255,
            flags,
            self.ending_code,
            self.deck.away,
            self.discard & 255,
            self.discard >> 8,
            len(self.indoor.under),
            len(self.outdoor.under),
            len(order),
        ]
        for place in order:
            placed: i64 = place
            cell = self.cells[placed]
            parts += [cell & 255, cell >> 8, int(self.kinds[placed]), int(self.turns[placed]), int(self.edges[placed])]
        parts += [card & 255 for card in self.indoor.under]
        parts += [card & 255 for card in self.outdoor.under]
        return bytes(parts)

    # -- the whole position --------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        order = self.order()
        return {
            **self.head,
            **self._facts(order),
            "map": [self._tile_dict(placed) for placed in order],
            "deck": [CARDS[card] for card in range(CARD_COUNT) if self.deck.unseen[card] > 0],
        }


ORIGIN: Final = 32 * 64 + 32  # the cell of the Foyer
OUTSIDE: Final = 4096  # added to outdoor cells where they have a grid of their own
_NO_DECK: Final = Deck(0)
_NO_BYTES: Final = vec[u8]()
_NO_CELLS: Final = vec[i64]()


def step(edge: i64) -> i64:
    """From a cell to the one beyond an edge."""
    if edge == 0:
        return 1
    if edge == 1:
        return 64
    return -1 if edge == 2 else -64


def opposite(edge: i64) -> i64:
    """The edge by which the tile beyond is entered."""
    return edge ^ 2


def turned(mask: i64, quarters: i64) -> i64:
    """A mask of edges after so many quarter turns clockwise."""
    return ((mask << quarters) | (mask >> (4 - quarters))) & 15


def same_zone(kind: i64, other: i64) -> bool:
    """Whether both tiles are indoors or both outdoors."""
    return (kind >= PATIO) == (other >= PATIO)


def lowest(mask: i64) -> i64:
    """The lowest bit of a mask that is not empty."""
    bit: i64 = 0
    while (mask >> bit) & 1 == 0:
        bit += 1
    return bit


def bits(mask: i64) -> i64:
    """How many bits are set."""
    n: i64 = 0
    while mask != 0:
        mask = mask & (mask - 1)
        n += 1
    return n


def listed(codes: vec[i64], base: i64, mask: i64) -> vec[i64]:
    """`codes` and, for each bit of the mask, `base` plus its number."""
    bit: i64 = 0
    while mask >> bit != 0:
        if (mask >> bit) & 1 == 1:
            codes = append(codes, base + bit)
        bit += 1
    return codes


def mask_of(edges: str) -> i64:
    """The mask of edges written one after another."""
    return sum(1 << EDGES.index(edge) for edge in edges)


def edge_texts(mask: i64) -> list[str]:
    """The edges of a mask."""
    return [EDGES[edge] for edge in range(4) if (mask >> edge) & 1]


def edge_text(mask: i64) -> str | None:
    """The edge of a mask of one, or None."""
    return EDGES[lowest(mask)] if mask != 0 else None


def item_texts(first: i64, last: i64) -> list[str]:
    """The items of two places."""
    return [ITEMS[item] for item in (first, last) if item != NOTHING]


def tile_texts(pile: vec[u8]) -> list[str]:
    """The tiles of a stack of which the order does not matter, ascending."""
    return [TILES[kind] for kind in range(KINDS) for _ in range(i64(pile[kind]))]
