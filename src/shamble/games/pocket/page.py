"""Zombie in My Pocket, prepared for the page: the map as cells of a grid, the hands, and what is counted."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from shamble.games.pocket.compass import OUTDOORS, SIDES, STEPS
from shamble.games.pocket.reading import left, may_cower, place, remark, totem
from shamble.games.pocket.words import PocketWords
from shamble.kernel.game import View, Words
from shamble.kernel.shown import Choice, Happened

Tile = Mapping[str, Any]
TURNED = {"N": 0, "E": 90, "S": 180, "W": 270}
HOURS = (9, 10, 11)
CARDS_AN_HOUR = 7
REMARKS = {"+1 Health": "+1 Health", "item": "search", "totem?": "totem?", "bury here": "bury here"}


def page(
    view: View, names: Sequence[str], choices: Sequence[Choice], last: Sequence[Happened], words: Words
) -> dict[str, Any]:
    """The maps (two where house and garden lie apart), the things, and every choice where it belongs."""
    drawn = Drawing(view, choices, last, cast(PocketWords, words))
    maps = drawn.maps()
    things = drawn.things()
    return {
        "maps": maps,
        "stray": drawn.stray,
        **things,
        "hours": [{"hour": hour, "now": hour == view["hour"], "past": hour < view["hour"]} for hour in HOURS],
        "ticks": range(max(CARDS_AN_HOUR, view["deck"])),
        "zombies": range(min(view["zombies"], 12)),
        "bare": drawn.words.damage(view, "") if view["zombies"] else 0,
        "totem": totem(view),
        "tiles_left": [(title, left(view, stack)) for title, stack in (("indoors", "indoor"), ("outdoors", "outdoor"))],
        "seen": [drawn.thing(card) for card in view["discard"]],
        "unseen": [drawn.thing(card) for card in view["unseen"]],
        "no_cower": view["seat"] is not None and view["phase"] in ("turn", "combat") and not may_cower(view),
    }


class Drawing:
    """One view: gives every choice to the cell or thing it belongs to; `stray` is what found no place."""

    def __init__(self, view: View, choices: Sequence[Choice], last: Sequence[Happened], words: PocketWords) -> None:
        self._view = view
        self.words = words
        self._here = place(view)
        self._apart = view["options"].get("grid") == "separate"
        self._choices = [(choice, choice.action.split()) for choice in choices]
        self._acts = [event.action.split() for event in last if event.action]
        self.stray: list[dict[str, Any]] = []

    # -- the map -------------------------------------------------------------------------------------------------

    def maps(self) -> list[dict[str, Any]]:
        """The maps as lanes from north to south, each cell a room, a free place with spots, or None."""
        ghosts = self._ghosts()
        if not self._apart:
            return [self._map("The map", self._view["map"], ghosts)]
        found = []
        for title, outside in (("House", False), ("Garden", True)):
            tiles = [tile for tile in self._view["map"] if (tile["tile"] in OUTDOORS) == outside]
            here = (self._here["tile"] in OUTDOORS) == outside
            if tiles:
                found.append(self._map(title, tiles, ghosts if here else {}))
        return found

    def _map(self, title: str, tiles: Sequence[Tile], ghosts: Mapping[tuple[int, int], Any]) -> dict[str, Any]:
        rooms: dict[tuple[int, int], dict[str, Any]] = {(tile["x"], tile["y"]): self._room(tile) for tile in tiles}
        rooms |= {cell: {**ghost, "tile": ""} for cell, ghost in ghosts.items()}
        west, south = min(x for x, _ in rooms), min(y for _, y in rooms)
        east, north = max(x for x, _ in rooms), max(y for _, y in rooms)
        lanes = [[rooms.get((x, y)) for x in range(west, east + 1)] for y in range(north, south - 1, -1)]
        return {"title": title, "lanes": lanes}

    def _room(self, tile: Tile) -> dict[str, Any]:
        """A tile that lies: its edges, what it is good for, and the ways that lead to it from here."""
        here = tile is self._here
        index = self._view["map"].index(tile)
        edges = [edge for edge, beyond in self._here["leads"].items() if beyond == index]
        spots = [
            {"choice": choice, "verb": verb, "oil": len(rest) > 1, "side": rest[0]}
            for choice, (verb, *rest) in self._choices
            if verb in ("move", "run", "wall") and rest[0] in edges
        ]
        return {
            "tile": tile["tile"],
            "title": self.words.tile(tile["tile"]).removeprefix("the "),
            "icon": tile["tile"].lower(),
            "outside": tile["tile"] in OUTDOORS,
            "edges": [(TURNED[edge], edge_name(tile, edge)) for edge in "NESW"],
            "remark": REMARKS.get(remark(self._view, tile), ""),
            "ways": self._ways(tile),
            "here": here,
            "last": here and any(verb in ("move", "run", "rotate", "tile") for verb, *_ in self._acts),
            "vt": f"room-{tile['tile']}-{index_of(self._view, tile)}",
            "spots": spots,
        }

    def _ways(self, tile: Tile) -> list[tuple[str, str, str]]:
        """Its open edges: the side, `to`, `new` or `shut`, and the name of the room beyond where there is one."""
        found = []
        for edge in "NESW":
            if edge in tile["leads"]:
                beyond = self.words.tile(self._view["map"][tile["leads"][edge]]["tile"])
                found.append((SIDES[edge], "to", beyond))
            elif edge in tile["new"]:
                found.append((SIDES[edge], "new", ""))
            elif edge in tile["open"]:
                found.append((SIDES[edge], "shut", ""))
        return found

    def _ghosts(self) -> dict[tuple[int, int], dict[str, Any]]:
        """Free cells beside the player with what may happen there; the other choices of that kind are stray."""
        ghosts: dict[tuple[int, int], dict[str, Any]] = {}
        taken = {
            (tile["x"], tile["y"])
            for tile in self._view["map"]
            if not self._apart or (tile["tile"] in OUTDOORS) == (self._here["tile"] in OUTDOORS)
        }
        for choice, (verb, *rest) in self._choices:
            if verb not in ("move", "rotate", "wall", "run") or (rest[0] in self._here["leads"]):
                continue
            edge = self._view["exit"] if verb == "rotate" else rest[0]
            look = self._look(rest[0]) if verb == "rotate" else []
            spot = {"choice": choice, "verb": verb, "side": edge, "look": look}
            step = STEPS[edge]
            cell = (self._here["x"] + step[0], self._here["y"] + step[1])
            if cell in taken:
                self.stray.append(spot)
            else:
                out = self._view["drawn"] in OUTDOORS if self._view["drawn"] else self._here["tile"] in OUTDOORS
                ghosts.setdefault(cell, {"spots": [], "outside": out})["spots"].append(spot)
        return ghosts

    def _look(self, quarters: str) -> list[tuple[int, str]]:
        """The edges of the drawn tile, turned so."""
        look = next(look for look in self._view["rotations"] if str(look["rotation"]) == quarters)
        outside = self._view["drawn"] in OUTDOORS
        return [(TURNED[edge], bare_edge(outside, edge in look["open"], edge == look["arrow"])) for edge in "NESW"]

    # -- things --------------------------------------------------------------------------------------------------

    def things(self) -> dict[str, Any]:
        """The hands, what was found, what lies on the floor."""
        view = self._view
        copies: dict[str, int] = {}
        found: dict[str, Any] = {}
        for where, items in (
            ("items", view["items"]),
            ("new", [view["new"]] if view["new"] else []),
            ("ground", view["ground"]),
        ):
            row: list[dict[str, Any]] = []
            for item in items:
                kind = item.partition("/")[0]
                copies[kind] = copies.get(kind, 0) + 1
                first = item not in [thing["item"] for thing in row]
                spots = self._things_spots(item, where) if first else []
                row.append(
                    {
                        **self.thing(item),
                        "vt": f"item-{kind}-{copies[kind]}",
                        "last": where != "ground" and ["card", kind] in self._acts,
                        "spots": spots,
                        "why": "" if spots or where != "items" or view["seat"] is None else self._why(item),
                    }
                )
            found[where] = row
        found["empty"] = range(max(0, 2 - len(view["items"])))
        return found

    def thing(self, item: str) -> dict[str, Any]:
        """An item as it is drawn; a chainsaw with its fuel."""
        name, _, fuel = item.partition("/")
        attack = self.words.attack(item)
        return {
            "item": item,
            "icon": name.lower(),
            "title": self.words.item(name).removeprefix("the "),
            "fuel": fuel,
            "attack": attack,
        }

    def _things_spots(self, item: str, where: str) -> list[dict[str, Any]]:
        """What may be done with an item where it is."""
        spots = []
        for choice, (verb, *rest) in self._choices:
            mine = {
                "items": (verb in ("fight", "burn", "refuel", "drop") and rest[0] == item)
                or (verb == "drink" and item == "Soda"),
                "new": verb == "drop" and rest[:1] == ["new"],
                "ground": verb in ("take", "swap") and rest[0] == item,
            }[where]
            if mine:
                spots.append(
                    {
                        "choice": choice,
                        "verb": verb,
                        "harm": self.words.damage(self._view, rest[0]) if verb == "fight" else 0,
                        "other": self.words.item(rest[1]).removeprefix("the ") if verb == "swap" else "",
                    }
                )
        return spots

    def _why(self, item: str) -> str:
        """The action about which a person may wonder."""
        if self._view["phase"] == "over":
            return ""
        if item == "Soda":
            return "drink"
        if item in ("Oil", "Gasoline"):
            return f"burn {item}"
        return f"fight {item}" if item != "Candle" else ""


def edge_name(tile: Tile, edge: str) -> str:
    """The drawing of an edge of a tile that lies."""
    outside = tile["tile"] in OUTDOORS
    if edge in tile["broken"]:
        return "hole"
    if edge == tile["arrow"] and edge not in tile["leads"]:
        return "exit"
    if edge in tile["open"] and edge not in tile["leads"] and edge not in tile["new"]:
        return "block" if outside else "shut"
    return bare_edge(outside, edge in tile["open"], edge == tile["arrow"])


def bare_edge(outside: bool, is_open: bool, arrow: bool) -> str:
    """The drawing of an edge by its kind."""
    if arrow:
        return "exit"
    return ("gap" if is_open else "hedge") if outside else ("door" if is_open else "wall")


def index_of(view: View, tile: Tile) -> int:
    """Which of the tiles of that name it is, by its cell, so that ids stay while the map grows."""
    return int(tile["x"] + 50 + 100 * (tile["y"] + 50))
