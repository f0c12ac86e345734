"""Boards: the table's document drawn as HTML by the game's own `board.html`, with the drawings it uses.

A game that brings no `board.html` is shown as an outline of its view.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Protocol, cast

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup

from shamble.games import catalogue, find
from shamble.kernel.components import Component
from shamble.kernel.errors import BadEdition
from shamble.kernel.game import Edition, Game, View, Words
from shamble.kernel.outline import outline, seats
from shamble.kernel.shown import Choice, Happened
from shamble.site.pages.assets import static
from shamble.site.tables.document import Document

SYMBOL = re.compile(r'<symbol id="(sb-[a-z0-9-]+)".*?</symbol>', re.DOTALL)
USE = re.compile(r'href="#(sb-[a-z0-9-]+)"')


class Page(Protocol):
    """What a game's `page.py` does: everything its `board.html` shows, as plain data."""

    def __call__(
        self, view: View, names: Sequence[str], choices: Sequence[Choice], last: Sequence[Happened], words: Words
    ) -> dict[str, Any]:
        """Plain data, no markup; what it needs of the rules it reads from the view."""
        ...


def draw(document: Document, edition: Edition | None = None) -> Markup:
    """The board as the document's seat (None: a spectator) may see it; empty while there is no view yet.

    Every choice that has a place on the board is a `<button class="spot">` of the form `act`. `edition` is for names
    that stand in an edition that is not shipped; by default the shipped one that the document names is used.
    """
    view = document.view
    if view is None:
        return Markup()
    game = find(document.game)
    names = [seat.name for seat in document.seats]
    choices = document.choices
    last = since_last_act(document)
    words = game.words(edition or _shipped(game, document.edition))
    shown = _page(game)(view, names, choices, last, words)
    by_action = {choice.action: choice for choice in choices}
    html = _template(game).render(
        view=view, seat=document.seat, names=names, pick=by_action.get, choices=choices, last=last, **shown
    )
    html = re.sub(r"\s*\n\s*", "\n", html).strip()
    return Markup(_sprites(html) + html)


def since_last_act(document: Document) -> list[Happened]:
    """The events of the story since this seat's own last act, the act included; a spectator: the last two."""
    story = document.story
    seat = document.seat
    if seat is None:
        return story[-2:]
    for number in range(len(story) - 1, -1, -1):
        if story[number].who == seat:
            return story[number:]
    return story[-8:]


def pictures(game: Game) -> Callable[[Component], Markup] | None:
    """What draws a component: the macro `picture(component)` of the game's `picture.html`; None where it has none."""
    if game.file("picture.html") is None:
        return None
    module = _environment().get_template(f"{game.package}/picture.html").module
    return cast("Callable[[Component], Markup] | None", getattr(module, "picture", None))


def _shipped(game: Game, name: object) -> Edition:
    """The shipped edition of that name, or the game's own where the name is of an owner's edition."""
    try:
        return game.edition(str(name))
    except BadEdition:
        return game.editions()[0]


@lru_cache(maxsize=64)
def _page(game: Game) -> Page:
    part = game.part("page") if _has_board(game) else None
    return _outlined if part is None else cast(Page, part.page)


@lru_cache(maxsize=64)
def _has_board(game: Game) -> bool:
    return game.file("board.html") is not None


def _outlined(
    view: View, names: Sequence[str], choices: Sequence[Choice], last: Sequence[Happened], words: Words
) -> dict[str, Any]:
    """What is shown of a game that prepares nothing for its board."""
    return {"entries": (seats(names), *outline(view))}


@lru_cache
def _environment() -> Environment:
    env = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    env.globals.update(static=static)  # `static("drawings-CODE.svg")` is where a game's drawings are
    return env


def _source(name: str) -> str:
    """`shamble.games.run/board.html` stands in that package's folder, anything else among the site's templates."""
    package, _, file = name.rpartition("/")
    folder = files(package) if package else files("shamble.site.pages") / "templates"
    return (folder / file).read_text("utf-8")


def _template(game: Game) -> Template:
    return _environment().get_template(f"{game.package}/board.html" if _has_board(game) else "outline.html")


@lru_cache(maxsize=4)
def _symbols(games: tuple[Game, ...]) -> dict[str, str]:
    """Every drawing by its id: the site's, and those of games that bring some in a `symbols.html` of their own."""
    sources = [_source("symbols.html"), *(game.file("symbols.html") or "" for game in games)]
    symbols = (one for source in sources for one in SYMBOL.finditer(source))
    return {one[1]: re.sub(r"\s*\n\s*", "", one[0]) for one in symbols}


def _sprites(html: str) -> str:
    """The drawings that a board uses, and those that they use, once each."""
    symbols = _symbols(catalogue())
    wanted: dict[str, None] = {}
    queue = USE.findall(html)
    while queue:
        name = queue.pop(0)
        if name not in wanted:
            wanted[name] = None
            queue += USE.findall(symbols[name])
    drawn = "".join(symbols[name] for name in wanted)
    return f'<svg class="sprites" width="0" height="0" aria-hidden="true" focusable="false">{drawn}</svg>\n'
