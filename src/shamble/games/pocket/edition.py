"""What an edition of Zombie in My Pocket must hold: sixteen tiles and nine cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from shamble.games.pocket.rules import codes
from shamble.games.pocket.rules.edges import EDGES
from shamble.games.shelf import HEAD, require_missing, require_tables, require_text, require_whole
from shamble.kernel.errors import BadEdition
from shamble.kernel.fields import brief

Entry = Mapping[str, Any]
HOURS = ("nine", "ten", "eleven")
ZONE = 8  # tiles indoors, and as many outdoors
ARROWED = ("Dining", "Patio")
MOST_MISSING = 4  # cards: with the five that are left an hour still has three
ENTRY = ("zombies", "item", "event", "text")
KEYS = {
    "": (*HEAD, "tile", "card"),
    "tile": ("name", "title", "open", "arrow", "count"),
    "card": ("item", "title", *HOURS, "attack", "fuel", "refuel", "health"),
    **{f"card.{hour}": ENTRY for hour in HOURS},
}
SINGLE = ("Foyer", "Temple", "Dining", "Patio", "Graveyard")


def check(data: Mapping[str, Any]) -> None:
    """BadEdition, naming the entry, where a component is missing, double or cannot be played with."""
    tiles = named(data, "tile", "name", codes.TILES, codes.KINDS)
    for name, tile in tiles.items():
        check_tile(name, tile, f"Edition, tile {name}")
    for zone, names in (("indoor", codes.TILES[:ZONE]), ("outdoor", codes.TILES[ZONE:])):
        count = sum(tiles[name].get("count", 1) for name in names)
        if count != ZONE:
            raise BadEdition(f"Edition: there must be {ZONE} {zone} tiles in all, not {count}.")
    for name, card in named(data, "card", "item", codes.CARDS, codes.CARD_COUNT).items():
        check_card(name, card, f"Edition, card {name}")
    require_missing(data, dict.fromkeys(codes.CARDS, 1), MOST_MISSING)


def named(data: Mapping[str, Any], key: str, column: str, names: Sequence[str], count: int) -> dict[str, Entry]:
    """The tables `data[key]` by their names: each name once."""
    rows = data.get(key)
    if isinstance(rows, list) and all(isinstance(row, Mapping) for row in rows):
        for row in rows:
            if row.get(column) not in names:
                raise BadEdition(f"Edition, {key}: there is no {brief(row.get(column))}; there are {', '.join(names)}.")
        missing = [name for name in names if all(row[column] != name for row in rows)]
        if missing:
            lost = f' If your box lacks it, keep its table and write missing = ["{missing[0]}"] above the first table.'
            hint = lost if len(missing) == 1 and key == "card" else ""
            raise BadEdition(f"Edition: the {key} {', '.join(missing)} is missing.{hint}")
    found = {str(row[column]): row for row in require_tables(data, key, count, (column,))}
    for name, row in found.items():
        require_text(row, "title", f"Edition, {key} {name}")
    return found


def check_tile(name: str, tile: Entry, where: str) -> None:
    """Its edges, its arrow and its number."""
    count = 1
    if "count" in tile:
        count = require_whole(tile, "count", 1, ZONE, where)
    if count > 1 and name in SINGLE:
        raise BadEdition(f"{where}: there is just one.")
    edges = require_text(tile, "open", where)
    if not set(edges) <= set(EDGES) or len(set(edges)) != len(edges):
        raise BadEdition(f"{where}: `open` must name edges out of N, E, S, W, each once; not {edges[:40]!r}.")
    arrow = tile.get("arrow", "")
    if name in ARROWED:
        if arrow not in EDGES or arrow in edges:
            raise BadEdition(f"{where}: `arrow` must be one edge out of N, E, S, W that is not in `open`.")
    elif arrow:
        raise BadEdition(f"{where}: only {' and '.join(ARROWED)} have an `arrow`.")


def check_card(name: str, card: Entry, where: str) -> None:
    """Its three entries, and the numbers of its item."""
    for hour in HOURS:
        check_entry(card.get(hour), f"{where}, {hour}")
    if "attack" in card:
        require_whole(card, "attack", 1, 9, where)
    for key, owner, most in (("fuel", "Chainsaw", 4), ("refuel", "Gasoline", 2), ("health", "Soda", 9)):
        if name == owner:
            require_whole(card, key, 1, most, where)
        elif key in card:
            raise BadEdition(f"{where}: `{key}` belongs to the {owner}.")


def check_entry(entry: object, where: str) -> None:
    """What a card brings in one hour."""
    if not isinstance(entry, Mapping) or len(set(entry) & {"zombies", "item", "event"}) != 1:
        raise BadEdition(f"{where}: must be one of {{ zombies = n }}, {{ item = true }} and {{ event = n, text = … }}.")
    if "zombies" in entry:
        require_whole(entry, "zombies", 1, 99, where)
    elif "item" in entry:
        if entry["item"] is not True:
            raise BadEdition(f"{where}: `item` can only be true.")
    else:
        require_whole(entry, "event", -9, 9, where)
        require_text(entry, "text", where)
