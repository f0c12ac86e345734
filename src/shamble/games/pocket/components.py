"""The tiles and cards of an edition of Zombie in My Pocket."""

from collections.abc import Mapping
from typing import Any, Final

from shamble.games.pocket.reference import HOURS, TEXTS, edges_of, entry_text, indoors
from shamble.kernel.components import Component
from shamble.kernel.game import Edition, View

ALONE: Final = "works together with another item"


def components(edition: Edition) -> list[Component]:
    """Tiles, indoors first, then the development cards by their items."""
    missing = edition.data.get("missing", ())
    tiles = sorted(edition.data["tile"], key=lambda tile: not indoors(tile["name"]))
    return [_tile(tile) for tile in tiles] + [_card(card, missing) for card in edition.data["card"]]


def _tile(tile: Any) -> Component:
    kind = "indoor tile" if indoors(tile["name"]) else "outdoor tile"
    text = TEXTS.get(tile["name"], "")
    return Component(
        kind, tile["title"], {"open to": edges_of(tile)}, f"{text[:1].upper()}{text[1:]}." if text else "",
        tile.get("count", 1), tile["name"],
    )  # fmt: skip


def _card(card: Any, missing: Any) -> Component:
    hours = {title: entry_text(card[hour]) for hour, title in HOURS}
    item = " ".join(_item(card))
    return Component("card", card["title"], hours, item, 0 if card["item"] in missing else 1, card["item"])


def _item(card: Any) -> list[str]:
    """What the item does, as far as numbers say it; the rest stands in the rules."""
    told = []
    if card.get("attack"):
        told.append(f"The item gives {card['attack']} attack.")
    if card.get("fuel"):
        told.append(f"It lasts {card['fuel']} fights.")
    if card.get("refuel"):
        told.append(f"It adds {card['refuel']} fights to the chainsaw.")
    if card.get("health"):
        told.append(f"It heals {card['health']} Health.")
    return told


def unseen(census: Mapping[str, int], view: View) -> dict[str, int]:
    """The cards that may still come in this hour, and the tiles that are not laid."""
    cards = {name.removeprefix("card "): 0 for name in census if name.startswith("card ")}
    cards |= dict.fromkeys(view["unseen"], 1)
    left = [*view["indoor"], *view["outdoor"], *view["indoor_under"], *view["outdoor_under"]]
    tiles = {name: left.count(name) for name in census if not name.startswith("card ")}
    return {**tiles, **cards}
