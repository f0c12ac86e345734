"""What the pages take from a game's own folder: the front page's sentences, poster, style sheet, how to play it.

A game may bring none of them; then something stands in for each.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Protocol, cast

from markupsafe import Markup

from shamble.games import catalogue, find
from shamble.kernel.game import Game

SHARED_SHEETS = ("boards.css", "table.css")  # before and after a game's own


@dataclass(frozen=True)
class FrontLines:
    """What the front page says of a game, from its `front.toml`; empty if it has nothing to say."""

    tagline: str = ""  # on the programme; `Game.about` stands there otherwise
    scene: str = ""  # sets the opening of a game for one, which the first such game has on the front page
    first_move: str = ""  # on the button there, where there is only one choice
    play_now: str = ""  # what the first game that says so is begun with, at once


@lru_cache(maxsize=64)
def _front_lines(game: Game) -> FrontLines:
    return FrontLines(**tomllib.loads(game.file("front.toml") or ""))


def front_of(code: str) -> FrontLines:
    """What the front page says of the game of that code."""
    return _front_lines(find(code))


def scene_game() -> Game | None:
    """The game whose opening stands on the front page."""
    return next((game for game in catalogue() if _front_lines(game).scene), None)


def quick_game() -> Game | None:
    """The game that the front page begins at once."""
    return next((game for game in catalogue() if _front_lines(game).play_now), None)


@lru_cache(maxsize=64)
def _poster(game: Game) -> Markup:
    drawn = game.file("poster.svg")
    if drawn is None:
        drawn = (files("shamble.site.pages") / "templates" / "poster.svg").read_text("utf-8")
    return Markup(drawn.strip())


def poster(code: str) -> Markup:
    """A small drawing for the game of that code: ours, two inks, no text."""
    return _poster(find(code))


def how_to_play(game: Game) -> str:
    """How to play it in three minutes, as Markdown."""
    return game.file("howto.md") or game.about


def board_sheets(code: str) -> list[str]:
    """The names of the style sheets of a page with the board of that game, in their order."""
    served = game_drawings(catalogue())
    own = [name for name in (sheet_name(code), f"figures-{code}.css") if name in served]
    return [SHARED_SHEETS[0], *own, *SHARED_SHEETS[1:]]


def sheet_name(code: str) -> str:
    """The name under which a game's `board.css` is served."""
    return f"board-{code}.css"


class Drawings(Protocol):
    """What a game's `drawings.py` does: what is drawn once, for every board, and the style that comes with it."""

    def sprite(self) -> str:
        """An SVG document whose parts boards use by their ids; served as `drawings-CODE.svg`."""
        ...

    def sheet(self) -> str:
        """The style that is computed, places and colours; served as `figures-CODE.css`."""
        ...


@lru_cache(maxsize=4)
def game_drawings(games: tuple[Game, ...]) -> Mapping[str, bytes]:
    """What games bring to draw their boards with, by the names under which it is served: their style sheets, and the
    drawings of those that have a `drawings.py`."""
    served = {sheet_name(game.code): game.file("board.css") for game in games}
    for game in games:
        part = game.part("drawings")
        if part is not None:
            drawings = cast(Drawings, part)
            served |= {f"drawings-{game.code}.svg": drawings.sprite(), f"figures-{game.code}.css": drawings.sheet()}
    return {name: text.encode() for name, text in served.items() if text is not None}
