"""Zombie in My Pocket: the Game object."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from shamble.games.pocket import edition, position
from shamble.games.pocket.hints import Greedy
from shamble.games.pocket.options import OPTIONS, PRESETS
from shamble.games.pocket.reference import reference
from shamble.games.pocket.rules import codes
from shamble.games.pocket.rules.box import PocketRules
from shamble.games.pocket.rules.edges import EDGES
from shamble.games.pocket.rules.state import PocketState
from shamble.games.pocket.words import PocketWords, from_edition
from shamble.games.shelf import read_editions, read_rulings, read_text
from shamble.kernel.fields import Fields
from shamble.kernel.game import Edition, Game, Value, rules_of
from shamble.kernel.state import State
from shamble.kernel.vocabulary import Vocabulary


def vocabulary() -> Vocabulary:
    """All texts, in the order of the codes in `rules`."""
    return Vocabulary(
        [f"move {edge}" for edge in EDGES]
        + [f"rotate {quarters}" for quarters in range(4)]
        + ["draw", "skip", "drop new"]
        + [f"drop {item}" for item in codes.ITEMS]
        + [f"take {item}" for item in codes.ITEMS]
        + [f"swap {item} {other}" for item in codes.ITEMS for other in codes.ITEMS]
        + ["fight bare"]
        + [f"fight {item}" for item in codes.ITEMS]
        + [f"run {edge}" for edge in EDGES]
        + [f"run {edge} oil" for edge in EDGES]
        + ["burn Oil", "burn Gasoline", "drink"]
        + [f"refuel Chainsaw/{fuel}" for fuel in range(codes.FUEL + 1)]
        + ["cower"]
        + [f"wall {edge}" for edge in EDGES]
        + [f"tile {tile}" for tile in codes.TILES]
        + [f"card {card}" for card in codes.CARDS]
    )


def tile(name: str, x: int, y: int, rotation: int) -> dict[str, Any]:
    """An entry of a map."""
    return {"tile": name, "x": x, "y": y, "rotation": rotation, "broken": []}


# Shortly before midnight: the totem in hand, the Graveyard beyond the Patio, two cards left.
END: dict[str, Any] = {
    "hour": 11,
    "health": 2,
    "totem": True,
    "moved": True,
    "here": 4,
    "map": [
        tile("Family", -1, 1, 0),
        tile("Kitchen", -1, 2, 2),
        tile("Foyer", 0, 0, 0),
        tile("Dining", 0, 1, 0),
        tile("Patio", 0, 2, 2),
        tile("Graveyard", 0, 3, 0),
        tile("Temple", 1, 1, 0),
    ],
    "indoor": ["Bathroom", "Storage", "Bedroom"],
    "outdoor": ["Garden", "Sitting", "Yard", "Yard", "Yard", "Garage"],
    "deck": ["Board", "Femur", "Soda", "Chainsaw"],
    "discard": ["Oil", "Gasoline", "Machete", "Golf", "Candle"],
}
TINY: tuple[dict[str, Any], ...] = (
    {"health": 3},
    {"items": ["Machete", "Candle"], "here": 3, "health": 1},
)


class Pocket(Game):
    """Zombie in My Pocket, 1 seat."""

    code = "pocket"
    title = "Zombie in My Pocket"
    order = 1
    seats = range(1, 2)  # R2
    default_seats = 1
    options = OPTIONS
    presets = PRESETS
    rules_version = 2  # from 2 on nobody fights again after running from a Zombie Door (`flee_zombie_door`)
    payoff_sum = (0.0, 1.0)
    vocabulary = vocabulary()
    greedy = Greedy()
    edition_keys = MappingProxyType(edition.KEYS)
    about = "Alone in a strange house: find the totem in the temple and bury it in the graveyard before midnight."
    rules_text = read_text(__name__, "rules.md")
    rulings = read_rulings(__name__)
    # an owner's cards may give ten a draw, and three times seven are drawn
    max_values = MappingProxyType({"health": 300})

    def editions(self) -> tuple[Edition, ...]:
        return read_editions(__name__, "edition.toml")

    def check_edition(self, data: Mapping[str, Any]) -> None:
        edition.check(data)

    def template(self) -> str:
        return read_text(__name__, "edition.toml")

    def reference(self, edition: Edition) -> str:
        return reference(edition.data)

    def words(self, edition: Edition) -> PocketWords:
        return from_edition(edition.data)

    def build(self, head: dict[str, Any], options: Mapping[str, Value], edition: Edition) -> PocketState:
        state = PocketState(head, PocketRules(options, edition.data, rules_of(head)))
        state.set_up()
        return state

    def state_from(
        self, fields: Fields, head: dict[str, Any], options: Mapping[str, Value], edition: Edition
    ) -> PocketState:
        return position.state_from(fields, head, PocketRules(options, edition.data, rules_of(head)))

    def tiny(self) -> list[State]:
        start = self.new(1).to_dict()
        return [self.read({**start, **END, **fields}) for fields in TINY]


GAME = Pocket()
