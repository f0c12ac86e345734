"""What is in the box: names, numbers and codes, and the options and components of one game.

Tiles are numbered indoors 0 … 7, outdoors 8 … 13. An item is the number of its card, a Chainsaw that and its fuel.
"""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from shamble.games.pocket.rules.edges import mask_of, turned
from shamble.kernel.deck import zeros

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

HOURS: Final = (9, 10, 11)
LAST_HOUR: Final = 2
ZOMBIE_DOOR: Final = 3  # zombies that break through a wall
MOST_DAMAGE: Final = 4
COWERED: Final = 3  # Health that cowering gives
HEALTH: Final = 6  # at the start
NO_CAP: Final = 1_000_000_000  # Health that nobody reaches
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
HOLE: Final = 13  # where the hole of a Zombie Door opens that was run from: nobody is fought
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
    "hole",
)
BURIED: Final = 1
EATEN: Final = 2
EVENT: Final = 3
TIME: Final = 4
ENDINGS: Final = ("", "buried", "zombies", "event", "time")


class PocketRules:
    """The options and the components of one game, as numbers; shared by all its positions. `version` is that of the
    rules: before 2 whoever ran from a Zombie Door was followed and had to fight again (R26)."""

    def __init__(self, options: Mapping[str, Any], data: Mapping[str, Any], version: int) -> None:
        self.version: i64 = version
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
        self.cower_between: bool = options["cower_between_cards"] is not False
        self.cower_between_once: bool = options["cower_between_cards"] == "own_once"
        self.cower_faceup: bool = bool(options["cower_faceup"])
        self.floor_kept: bool = options["ground"] == "until_leave"
        self.duplicates: bool = bool(options["duplicates"])
        self.soda_instant: bool = options["soda"] == "instant"
        self.best_weapon: bool = options["weapon"] == "best_auto"
        self.candle_consumed: bool = bool(options["candle_consumed"])
        self.fatal_run: bool = options["fatal_run"] == "legal"
        self.flee_door: bool = bool(options["flee_zombie_door"])
        self.hole_moves: bool = self.flee_door and version >= 2
        self.door_before_bonus: bool = bool(options["door_before_bonus"])
        self.most_health: i64 = NO_CAP if options["health_cap"] == "none" else int(options["health_cap"])
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
        self.cards: i64 = 0  # the mask of the cards in the box
        for card in data["card"]:
            self._read_card(card)
            if card["item"] not in data.get("missing", ()):
                self.cards = self.cards | (1 << CARDS.index(card["item"]))

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
        for hour, name in enumerate(("nine", "ten", "eleven")):
            entry: Mapping[str, Any] = card[name]
            place: i64 = hour * CARD_COUNT + kind
            self.zombies[place] = u8(int(entry.get("zombies", 0)))
            self.finds[place] = u8(1 if entry.get("item", False) else 0)
            self.change[place] = int(entry.get("event", 0))
