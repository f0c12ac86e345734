"""The observation of Zombie in My Pocket.

The map has one slot for each of the sixteen tiles, so that "where is the Temple" is always at the same place. Tiles of
the same name take their slots in the order of the view (west to east, then south to north).
"""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import cast

from shamble.games.pocket.batch import Rows
from shamble.games.pocket.rules import codes
from shamble.games.pocket.rules.edges import EDGES
from shamble.games.pocket.rules.state import PocketState
from shamble.kernel.game import Edition, Value
from shamble.kernel.layout import Field, Layout, Observer, Row, View, counts, each, flags, members, number, one_of
from shamble.kernel.state import State

FLAGS = ("totem", "second", "storing", "card_owed", "moved", "ran", "cowered")
SLOT = 7  # numbers for each tile: placed, dx, dy, open to N, E, S, W
ITEM = len(codes.CARDS) + 1  # numbers for a hand or a place on the floor: the card, and the fuel of a Chainsaw
FAR = 64
OPEN = {edge: 3 + place for place, edge in enumerate(EDGES)}


def layout(players: int, options: Mapping[str, Value], edition: Edition) -> Layout:
    """Everything the player may know."""
    number_of = {str(tile["name"]): int(tile.get("count", 1)) for tile in edition.data["tile"]}
    names = [name for name in codes.TILES for _ in range(number_of[name])]
    phases = [name for name in codes.PHASES if name != "hole"]
    stack = counts("stack", codes.TILES, "", high=8)
    return Layout(
        [
            one_of("phase", phases, ", ".join(phases), phase),
            one_of("hour", codes.HOURS, "nine, ten, eleven"),
            number("health", "Health"),
            flags(FLAGS, ", ".join(FLAGS)),
            items(
                "items", "the two items carried, each: a 1 at its card (" + ", ".join(codes.CARDS) + "), the fuel left"
            ),
            items("ground", "the two items on the floor, likewise"),
            one_of("new", codes.CARDS, "the item found with both hands full", lambda v: kind(v["new"])),
            number("zombies", "zombies to be fought", high=99),
            one_of("door", EDGES, "the edge that a Zombie Door broke: N, E, S, W"),
            one_of("exit", EDGES, "the edge left by, while a tile is drawn and turned"),
            one_of("drawn", codes.TILES, "the tile being turned: " + ", ".join(codes.TILES)),
            number("deck", "cards that can still be drawn this hour", high=9),
            number("away", "cards laid away unseen", high=9),
            members("unseen", codes.CARDS, "the cards not seen since the last shuffle"),
            each(
                "stacks", 2, stack, "tiles left indoors, by kind; then outdoors, those put under included", get=stacks
            ),
            members("explored", EDGES, "the edges here that lead to a tile that lies", lambda v: here(v)["leads"]),
            members("new_exits", EDGES, "the edges here beyond which a new tile can be laid", lambda v: here(v)["new"]),
            house(names),
            number(
                "hole",
                "1 in the phase wall where the hole of a Zombie Door run from opens: nobody is fought",
                hole,
                high=1,
            ),
        ]
    )


def observer(opening: State) -> Observer:
    """The same numbers, written by compiled code from the position itself: the player may know everything."""
    rows = Rows(cast(PocketState, opening), 1)

    def observe(state: State, seat: int) -> bytearray:
        rows.forget(0)
        rows.write(0, cast(PocketState, state))
        return bytearray(memoryview(rows.values))

    return observe


def phase(view: View) -> str:
    """The phase; a hole is a wall to be chosen too."""
    return "wall" if view["phase"] == "hole" else str(view["phase"])


def hole(view: View) -> int:
    """Whether a hole moves along."""
    return int(view["phase"] == "hole")


def here(view: View) -> View:
    """The tile on which the player stands."""
    tile: View = view["map"][view["here"]]
    return tile


def stacks(view: View) -> list[list[str]]:
    """The tiles left, indoors and outdoors."""
    return [view["indoor"] + view["indoor_under"], view["outdoor"] + view["outdoor_under"]]


def kind(item: str | None) -> str | None:
    """The card of an item: a Chainsaw whatever its fuel."""
    return item and item.partition("/")[0]


def items(name: str, meaning: str) -> Field:
    """Two items."""
    places = {card: place for place, card in enumerate(codes.CARDS)}

    def put(item: str, row: Row, at: int) -> None:
        card, _, fuel = item.partition("/")
        row[at + places[card]] = 1
        if fuel:
            row[at + len(codes.CARDS)] = int(fuel)

    return Field(name, ITEM, meaning, itemgetter(name), put, 0, 32, 2)


def house(names: Sequence[str]) -> Field:
    """The map: a slot for every tile, relative to the player."""
    first = {name: names.index(name) for name in codes.TILES if name in names}

    def put(part: tuple[list[View], int], row: Row, at: int) -> None:
        tiles, here = part
        x, y = tiles[here]["x"], tiles[here]["y"]
        slots = dict(first)
        for tile in tiles:
            name = tile["tile"]
            start = at + SLOT * slots[name]
            slots[name] += 1
            row[start] = 1
            row[start + 1] = tile["x"] - x
            row[start + 2] = tile["y"] - y
            for edge in tile["open"]:
                row[start + OPEN[edge]] = 1

    meaning = (
        f"for each of {', '.join(names)}: a 1 where it lies, how far east and north of the player, open to N, E, S, W"
    )
    return Field("map", SLOT * len(names), meaning, itemgetter("map", "here"), put, -FAR, FAR)
