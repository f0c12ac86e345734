"""The two tables of the book's last page, tiles and cards, made from the edition in play."""

from collections.abc import Mapping
from typing import Any, Final

from shamble.games.pocket.rules import codes
from shamble.kernel.game import counted

OUTDOORS: Final = codes.TILES[codes.TILES.index("Patio") :]
HOURS: Final = (("nine", "9 o'clock"), ("ten", "10 o'clock"), ("eleven", "11 o'clock"))
TEXTS: Final = {
    "Foyer": "the game begins here",
    "Kitchen": "+1 Health if your turn ends here",
    "Storage": "you may draw a card for an item",
    "Temple": "draw and resolve a second card to find the totem",
    "Dining": "an exterior door, marked by an arrow",
    "Patio": "laid aside at the start; its arrow meets that of the Dining Room",
    "Garden": "+1 Health if your turn ends here",
    "Graveyard": "draw and resolve a second card to bury the totem",
}


def reference(data: Mapping[str, Any]) -> str:
    """Markdown: what every tile says and where it is open, and what every card brings in each hour."""
    rows = {tile["name"]: tile for tile in data["tile"]}
    in_the_house = [_tile(rows[name]) for name in codes.TILES if indoors(name)]
    outside = [_tile(rows[name]) for name in codes.TILES if not indoors(name)]
    head = ["| tile | number | open to | what it says |", "| --- | ---: | --- | --- |"]
    hours = [f"| item on the card | {' | '.join(title for _, title in HOURS)} |", "| --- | --- | --- | --- |"]
    return "\n".join(
        [
            "## The tiles",
            "",
            "Edges are named as the tile lies unturned, north up; an arrow is the door between house and garden.",
            "",
            "### Indoors",
            "",
            *head,
            *in_the_house,
            "",
            "### Outdoors",
            "",
            *head,
            *outside,
            "",
            "## The cards",
            "",
            *hours,
            *(_card(card) for card in data["card"]),
            "",
        ]
    )


def indoors(name: str) -> bool:
    """Whether a tile is of the house."""
    return name not in OUTDOORS


def edges_of(tile: Mapping[str, Any]) -> str:
    """Where a tile is open, north up, and where its arrow is."""
    edges = " ".join(tile["open"])
    arrow = f"{', ' if edges else ''}arrow {tile['arrow']}" if tile.get("arrow") else ""
    return f"{edges}{arrow}"


def _tile(tile: Mapping[str, Any]) -> str:
    told = TEXTS.get(tile["name"], "")
    return f"| {_cell(tile['title'])} | {tile.get('count', 1)} | {edges_of(tile)} | {told} |"


def _card(card: Mapping[str, Any]) -> str:
    entries = " | ".join(entry_text(card[hour]) for hour, _ in HOURS)
    return f"| {_cell(card['title'])} | {entries} |"


def entry_text(entry: Mapping[str, Any]) -> str:
    """What a card brings in one hour."""
    if "zombies" in entry:
        return counted(entry["zombies"], "zombie")
    if "item" in entry:
        return "item"
    change = f" {entry['event']:+d} Health".replace("-", "−") if entry["event"] else ""
    return f"{_cell(entry['text'])}{change}"


def _cell(text: str) -> str:
    """A text of an edition inside a cell of a table."""
    return " ".join(text.replace("|", "/").split())
