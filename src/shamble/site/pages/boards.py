"""Boards: the table's document drawn as HTML by the game's own `board.html`, with the drawings it uses."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Protocol, cast

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup

from shamble.games import catalogue, find
from shamble.kernel.errors import BadEdition
from shamble.kernel.game import Edition, Game, View, Words

SYMBOL = re.compile(r'<symbol id="(sb-[a-z0-9-]+)".*?</symbol>', re.DOTALL)
USE = re.compile(r'href="#(sb-[a-z0-9-]+)"')
Choice = Mapping[str, str]
Happened = Mapping[str, Any]


class Page(Protocol):
    """What a game's `page.py` does: everything its `board.html` shows, as plain data."""

    def __call__(
        self, view: View, names: Sequence[str], choices: Sequence[Choice], last: Sequence[Happened], words: Words
    ) -> dict[str, Any]:
        """Plain data, no markup; what it needs of the rules it reads from the view."""
        ...


def draw(document: Mapping[str, Any], edition: Edition | None = None) -> Markup:
    """The board as the document's seat (None: a spectator) may see it; empty while there is no view yet.

    Every choice that has a place on the board is a `<button class="spot">` of the form `act`. `edition` is for names
    that stand in an edition that is not shipped; by default the shipped one that the document names is used.
    """
    view = document["view"]
    if view is None:
        return Markup()
    game = find(document["game"])
    names = [str(seat["name"]) for seat in document["seats"]]
    choices: list[Choice] = list(document["choices"])
    last = since_last_act(document)
    words = game.words(edition or _shipped(game, document.get("edition")))
    shown = _page(game.code)(view, names, choices, last, words)
    by_action = {choice["action"]: choice for choice in choices}
    html = _template(game.code).render(
        view=view, seat=document["seat"], names=names, pick=by_action.get, choices=choices, last=last, **shown
    )
    html = re.sub(r"\s*\n\s*", "\n", html).strip()
    return Markup(_sprites(html) + html)


def warm() -> None:
    """Read and compile everything, so that the first board is drawn as quickly as the next."""
    _symbols()
    for game in catalogue():
        _page(game.code)
        _template(game.code)


def since_last_act(document: Mapping[str, Any]) -> list[Happened]:
    """The events of the story since this seat's own last act, the act included; a spectator: the last two."""
    story: list[Happened] = list(document["story"])
    seat = document["seat"]
    if seat is None:
        return story[-2:]
    for number in range(len(story) - 1, -1, -1):
        if story[number]["who"] == seat:
            return story[number:]
    return story[-8:]


def _shipped(game: Game, name: object) -> Edition:
    """The shipped edition of that name, or the game's own where the name is of an owner's edition."""
    try:
        return game.edition(str(name))
    except BadEdition:
        return game.editions()[0]


@lru_cache
def _page(code: str) -> Page:
    return cast(Page, import_module(f"shamble.games.{code}.page").page)


@lru_cache
def _environment() -> Environment:
    return Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def _source(name: str) -> str:
    """`run/board.html` stands in that game's folder, anything else among the site's templates."""
    folder = files("shamble.games") if "/" in name else files("shamble.site.pages") / "templates"
    return folder.joinpath(*name.split("/")).read_text("utf-8")


def _template(code: str) -> Template:
    return _environment().get_template(f"{code}/board.html")


@lru_cache
def _symbols() -> dict[str, str]:
    """Every drawing by its id."""
    found = SYMBOL.finditer(_source("symbols.html"))
    return {one[1]: re.sub(r"\s*\n\s*", "", one[0]) for one in found}


def _sprites(html: str) -> str:
    """The drawings that a board uses, and those that they use, once each."""
    symbols = _symbols()
    wanted: dict[str, None] = {}
    queue = USE.findall(html)
    while queue:
        name = queue.pop(0)
        if name not in wanted:
            wanted[name] = None
            queue += USE.findall(symbols[name])
    drawn = "".join(symbols[name] for name in wanted)
    return f'<svg class="sprites" width="0" height="0" aria-hidden="true" focusable="false">{drawn}</svg>\n'
