"""The numbers of Zombie in My Pocket: items, tiles, codes of actions and outcomes, phases."""

from typing import Final

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
