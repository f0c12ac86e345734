"""The cards of an edition of Zombie! Run for Your Lives!"""

from collections.abc import Mapping
from typing import Final

from shamble.kernel.components import Component
from shamble.kernel.game import Edition, View

IN_ALL: Final = "as the option composition says"
COCKROACH: Final = 3


def components(edition: Edition) -> list[Component]:
    """Items, then zombies, each by its number, and the annoying zombie."""
    symbols = edition.data["symbol"]
    items = [
        Component("item", symbol["item"], _numbers(k), f"Keeps the {symbol['zombie']} away.", 0, f"I{k}")
        for k, symbol in enumerate(symbols, 1)
    ]
    zombies = [
        Component("zombie", symbol["zombie"], _numbers(k), f"The {symbol['item']} keeps it away.", 0, f"Z{k}")
        for k, symbol in enumerate(symbols, 1)
    ]
    annoying = Component("zombie", edition.data["annoying"], {}, "No item keeps it away.", COCKROACH, "Z0")
    return [*items, *zombies, annoying]


def _numbers(number: int) -> dict[str, str | int]:
    return {"number": number, "copies": IN_ALL}


def unseen(census: Mapping[str, int], view: View) -> dict[str, int]:
    """The cards in the deck and in others' hands."""
    seen = [*(view["hand"] or []), *view["discard"], *view["removed"]]
    seen += [card for front in view["fronts"] for card in front]
    seen += [view["turned_up"]] if view["turned_up"] else []
    return {face: copies - seen.count(face) for face, copies in census.items() if copies}
