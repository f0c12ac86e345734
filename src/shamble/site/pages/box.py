"""What is in the box: the page of a game's components, at a table with how many its visitor has not seen."""

from collections.abc import Mapping
from typing import Any

from shamble.kernel.components import Component
from shamble.kernel.game import Edition, Game
from shamble.site.pages import boards


def box(game: Game, edition: Edition, unseen: Mapping[str, int], back: str = "") -> dict[str, Any]:
    """What `cards.html` shows: the components of the edition by their kinds, drawn where the game has drawings.

    `unseen` has how many of each, by its code, the visitor has not seen; `back` is the address of the table.
    """
    kinds: dict[str, list[Component]] = {}
    for component in game.components(edition):
        kinds.setdefault(component.kind, []).append(component)
    return {
        "game": game, "edition": edition, "kinds": kinds, "unseen": unseen, "back": back,
        "picture": boards.pictures(game),
    }  # fmt: skip
