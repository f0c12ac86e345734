"""Positions of Zombie in My Pocket as the vignettes put them: a map, the next cards, and what differs from the opening."""

from collections.abc import Sequence
from typing import Any

from support import do, legal, luck, opening

from shamble.games.pocket.compass import OUTDOORS
from shamble.games.pocket.options import OPTIONS
from shamble.games.pocket.rules import codes
from shamble.kernel.state import State

Tile = tuple[Any, ...]

STACKS = {
    "indoor": ["Bathroom", "Kitchen", "Storage", "Temple", "Family", "Dining", "Bedroom"],
    "outdoor": ["Garden", "Sitting", "Yard", "Yard", "Yard", "Garage", "Graveyard"],
}
FOYER = ("Foyer", 0, 0, 0)
BED = (FOYER, ("Bedroom", 0, 1, 2))
TEMPLE = (FOYER, ("Temple", 0, 1, 1))
STORAGE = (FOYER, ("Kitchen", 0, 1, 1), ("Storage", 1, 1, 3))
PATIO = (FOYER, ("Dining", 0, 1, 0), ("Patio", 0, 2, 2))
GRAVEYARD = (*PATIO, ("Graveyard", 0, 3, 0), ("Temple", 1, 1, 0))
# all eight indoor tiles; the Kitchen (0, 1) is open to the west
FULL_HOUSE = (
    FOYER,
    ("Kitchen", 0, 1, 2),
    ("Temple", 1, 1, 0),
    ("Dining", 2, 1, 0),
    ("Bathroom", 2, 0, 0),
    ("Family", 3, 1, 0),
    ("Bedroom", 3, 2, 2),
    ("Storage", 4, 1, 3),
)


NAMES = {option.name for option in OPTIONS} - {"ground"}  # which is also a field of positions


def at(
    tiles: Sequence[Tile] = BED, here: str = "Foyer", cards: str = "", left: int | None = None, **fields: Any
) -> State:
    """A position after a completed turn: these tiles, the player in `here`, `cards` among the `left` in the deck.

    A tile is name, x, y, rotation and, where there are any, its broken edges."""
    options = {name: fields.pop(name) for name in list(fields) if name in NAMES} | fields.pop("options", {})
    start = opening("pocket", **options).to_dict()
    two_grids = options.get("grid") == "separate"
    board = []
    for tile in sorted(tiles, key=lambda tile: (two_grids and tile[0] in OUTDOORS, tile[1], tile[2])):
        name, x, y, rotation, *broken = tile
        board.append({"tile": name, "x": x, "y": y, "rotation": rotation, "broken": list(broken[0]) if broken else []})
    stacks = {zone: list(names) for zone, names in STACKS.items()}
    for tile in board:
        for stack in stacks.values():
            if tile["tile"] in stack:
                stack.remove(tile["tile"])
    first = cards.split()
    rest = [card for card in codes.CARDS if card not in first]
    size = left if left is not None else len(first) if first else 7
    deck = [*first, *rest][: size + 2]
    position = {
        **start,
        "map": board,
        "here": [tile["tile"] for tile in board].index(here),
        **stacks,
        "moved": True,
        "deck": [card for card in codes.CARDS if card in deck],
        "discard": [card for card in codes.CARDS if card not in deck],
        **fields,
    }
    return State.from_dict(position)


def me(state: State, *texts: str) -> State:
    """Decisions of the player and chance outcomes in turn, each by whoever owes it; the same State."""
    for text in texts:
        if text.split()[0] in ("tile", "card"):
            luck(state, text)
        else:
            do(state, (0, text))
    return state


def first_tile(tile: str, **options: Any) -> State:
    """The opening, `tile` drawn beyond the Foyer."""
    return me(opening("pocket", **options), "move N", f"tile {tile}")


def facts(state: State, *names: str) -> tuple[Any, ...]:
    """Some entries of the public view."""
    view = state.view(0)
    return tuple(view[name] for name in names)


def where(state: State) -> str:
    view = state.view(0)
    return str(view["map"][view["here"]]["tile"])


def moves(state: State) -> list[str]:
    """The edges that may be left by."""
    return [text[-1] for text in legal(state, 0) if text.startswith("move")]


def walls(state: State) -> list[str]:
    return [text[-1] for text in legal(state, 0) if text.startswith("wall")]


def openings(state: State) -> list[set[str]]:
    """The open edges in each turn that is offered."""
    return [set(look["open"]) for look in state.view(0)["rotations"]]
