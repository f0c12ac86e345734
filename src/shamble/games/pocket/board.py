"""Zombie in My Pocket, drawn for the terminal: the map as it grows, and what the player has."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from shamble.games.pocket.compass import OUTDOORS, SIDES
from shamble.games.pocket.reading import remark, totem
from shamble.kernel.game import View

ARROWS = {"N": "▲", "E": "►", "S": "▼", "W": "◄"}
WIDE, HIGH = 11, 5  # characters of one tile
COLUMNS = 6  # tiles that fit side by side
Tile = Mapping[str, Any]


def draw(view: View, names: Sequence[str]) -> RenderableType:
    """The map with the player in it, and a line for all that is counted."""
    parts: list[RenderableType] = []
    if view["options"].get("grid") == "separate":
        for title, outside in (("House", False), ("Garden", True)):
            tiles = [tile for tile in view["map"] if (tile["tile"] in OUTDOORS) == outside]
            if tiles:
                parts += [Text(title, style="bold"), *draw_map(view, tiles)]
    else:
        parts += draw_map(view, view["map"])
    parts.append(Text("? not seen yet   × shut   ▲►▼◄ arrow   # broken open", style="dim"))
    parts += [Text(line, style=style) for line, style in status(view)]
    return Panel(Group(*parts), title="Zombie in My Pocket", width=80)


def draw_map(view: View, tiles: Sequence[Tile]) -> list[Text]:
    """The tiles as lines, cut to the columns around the player where they are more than fit."""
    here = view["map"][view["here"]]
    centre = here if any(tile is here for tile in tiles) else tiles[0]
    left = min(tile["x"] for tile in tiles)
    right = max(tile["x"] for tile in tiles)
    first, last = left, right
    if right - left >= COLUMNS:
        first = min(max(left, centre["x"] - COLUMNS // 2), right - COLUMNS + 1)
        last = first + COLUMNS - 1
    by_cell = {(tile["x"], tile["y"]): tile for tile in tiles}
    lines: list[Text] = []
    for y in range(max(tile["y"] for tile in tiles), min(tile["y"] for tile in tiles) - 1, -1):
        row = [Text() for _ in range(HIGH)]
        for x in range(first, last + 1):
            tile = by_cell.get((x, y))
            for line, (text, style) in zip(row, picture(view, tile) if tile else BLANK, strict=True):
                line.append(text, style)
        if any(line.plain.strip() for line in row):
            lines += row
    hidden = [f"{count} to the {side}" for count, side in ((first - left, "west"), (right - last, "east")) if count]
    if hidden:
        lines.append(Text(f"The map goes on; columns not shown: {', '.join(hidden)}."))
    return lines


BLANK = [(" " * WIDE, "")] * HIGH


def picture(view: View, tile: Tile) -> list[tuple[str, str]]:
    """One tile: five lines with their styles."""
    here = tile is view["map"][view["here"]]
    style = "green" if tile["tile"] in OUTDOORS else "yellow"
    side = (WIDE - 5) // 2
    across = {edge: gap(tile, edge) for edge in "NS"}
    upright = {edge: gap(tile, edge) or "│" for edge in "EW"}
    top = f"┌{'─' * side}┘{across['N']}└{'─' * side}┐" if across["N"] else f"┌{'─' * (WIDE - 2)}┐"
    end = f"└{'─' * side}┐{across['S']}┌{'─' * side}┘" if across["S"] else f"└{'─' * (WIDE - 2)}┘"
    inner = WIDE - 2
    body = [
        tile["tile"][:inner].center(inner),
        ("[ YOU ]" if here else "").center(inner),
        remark(view, tile).center(inner),
    ]
    strong = f"bold {style}" if here else style
    return [
        (top, strong),
        (f"│{body[0]}│", strong),
        (f"{upright['W']}{body[1]}{upright['E']}", f"{strong} reverse" if here else strong),
        (f"│{body[2]}│", strong),
        (end, strong),
    ]


def gap(tile: Tile, edge: str) -> str:
    """What stands in the middle of an edge; empty if it is closed."""
    if edge == tile["arrow"]:
        return ARROWS[edge]
    if edge in tile["new"]:
        return "#" if edge in tile["broken"] else "?"
    if edge in tile["leads"]:
        return "#" if edge in tile["broken"] else " "
    return "×" if edge in tile["open"] else ""


def status(view: View) -> list[tuple[str, str]]:
    """All that is counted, as lines with their styles."""
    items = ", ".join(view["items"]) or "empty hands"
    lines = [
        (
            f"Health {view['health']}   {view['hour']} PM   cards left this hour {view['deck']}   totem {totem(view)}",
            "bold",
        ),
        (f"Items: {items}", "bold"),
        (f"Tiles to come: {tiles_left(view)}", "dim"),
        (f"Seen this hour: {', '.join(view['discard']) or 'no card yet'}", "dim"),
    ]
    if view["ground"]:
        lines.append((f"On the floor: {', '.join(view['ground'])}", ""))
    if view["drawn"]:
        lines.append((f"Tile to be laid {SIDES[view['exit']]}: {view['drawn']}", "bold"))
    if view["new"]:
        lines.append((f"Found: {view['new']}", "bold"))
    if view["zombies"]:
        lines.append((f"{view['zombies']} zombies!", "bold red"))
    return lines


def plain(view: View, names: Sequence[str]) -> list[str]:
    """One fact a line."""
    here = view["map"][view["here"]]
    lines = [f"{names[0]} is in the {here['tile']}."]
    lines += [
        f"{names[0]} has {view['health']} Health.",
        f"It is {view['hour']} PM. Cards left in this hour: {view['deck']}.",
    ]
    lines.append(f"Carried: {', '.join(view['items']) or 'nothing'}.")
    if view["ground"]:
        lines.append(f"On the floor: {', '.join(view['ground'])}.")
    lines.append(f"The totem is {totem(view)}.")
    if view["drawn"]:
        lines.append(f"To be laid {SIDES[view['exit']]}: {view['drawn']}.")
    if view["new"]:
        lines.append(f"Found, with both hands full: {view['new']}.")
    if view["zombies"]:
        lines.append(f"Zombies: {view['zombies']}.")
    for tile in view["map"]:
        lines += ways(view, tile, tile is here)
    lines.append(f"Tiles to come: {tiles_left(view)}.")
    lines.append(f"Cards seen this hour: {', '.join(view['discard']) or 'none'}.")
    return lines


def tiles_left(view: View) -> str:
    """The tiles that are still to come, by name, those indoors first: "indoors Bathroom; outdoors Yard ×3"."""
    stacks = []
    for title, stack in (("indoors", "indoor"), ("outdoors", "outdoor")):
        tiles = [*view[stack], *view[f"{stack}_under"]]
        named = [f"{tile} ×{tiles.count(tile)}" if tiles.count(tile) > 1 else tile for tile in dict.fromkeys(tiles)]
        stacks.append(f"{title} {', '.join(named) or 'none'}")
    return "; ".join(stacks)


def ways(view: View, tile: Tile, here: bool) -> list[str]:
    """Where the edges of a tile lead, one a line."""
    name = f"{tile['tile']} at {tile['x']}, {tile['y']}{' (you are here)' if here else ''}"
    lines = []
    for edge in "NESW":
        if edge in tile["leads"]:
            beyond = view["map"][tile["leads"][edge]]
            lines.append(f"{name}: {SIDES[edge]} leads to the {beyond['tile']} at {beyond['x']}, {beyond['y']}.")
        elif edge == tile["arrow"]:
            lines.append(f"{name}: {SIDES[edge]} leads out to the Patio, not laid yet.")
        elif edge in tile["new"]:
            lines.append(f"{name}: {SIDES[edge]} leads to a place not seen yet.")
        elif edge in tile["open"]:
            lines.append(f"{name}: {SIDES[edge]} is open but shut from the other side.")
    return lines or [f"{name}: no way leads on."]
