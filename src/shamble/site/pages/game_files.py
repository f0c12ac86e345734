"""What the pages take from a game's own folder: the front page's sentences, poster, style sheet, how to play it.

A game may bring none of them; then something stands in for each.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

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
    own = sheet_name(code)
    return [SHARED_SHEETS[0], *([own] if own in game_sheets(catalogue()) else []), *SHARED_SHEETS[1:]]


def sheet_name(code: str) -> str:
    """The name under which a game's `board.css` is served."""
    return f"board-{code}.css"


@lru_cache(maxsize=4)
def game_sheets(games: tuple[Game, ...]) -> Mapping[str, bytes]:
    """The style sheets of those games that bring one, by the names under which they are served."""
    sheets = {sheet_name(game.code): game.file("board.css") for game in games}
    return {name: text.encode() for name, text in sheets.items() if text is not None}
