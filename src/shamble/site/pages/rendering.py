"""How pages are drawn: the templates, Markdown, QR codes."""

from functools import lru_cache
from io import BytesIO
from typing import Any

import segno
from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from shamble.games import catalogue, find
from shamble.kernel.game import Game
from shamble.site.pages import words as page_words
from shamble.site.pages.assets import ENTRY, modules, static
from shamble.site.pages.game_files import board_sheets, front_of, how_to_play, poster


def markdown(text: str, heading: int = 1) -> Markup:
    """Markdown of ours as HTML, its headings moved down so that the highest is of level `heading`."""
    tokens = _markdown().parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + heading - 1)}"
        if token.type in ("th_open", "td_open"):
            token.attrs.pop("style", None)  # no inline style passes the site's content policy
    html = _markdown().renderer.render(tokens, _markdown().options, {})
    html = (
        html.replace("<th></th>", "<td></td>")
        .replace("<table>", '<div class="wide" tabindex="0" role="group"><table>')
        .replace("</table>", "</table></div>")
    )
    return Markup(html)


@lru_cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache(maxsize=64)
def how_to(game: Game) -> Markup:
    """How to play a game, in three minutes."""
    return markdown(how_to_play(game), heading=2)


@lru_cache(maxsize=64)
def rules(game: Game) -> Markup:
    """A game's rules text without its title, and the tables of its usual edition."""
    text = game.rules_text
    first, _, rest = text.partition("\n")
    tables = game.reference(game.editions()[0])
    return markdown(f"{rest if first.startswith('# ') else text}\n{tables}", heading=2)


@lru_cache(maxsize=256)
def qr(text: str) -> Markup:
    """A QR code as an inline SVG that takes the page's own colours."""
    out = BytesIO()
    segno.make(text, micro=False, error="m").save(
        out, kind="svg", xmldecl=False, svgns=False, border=2, omitsize=True, svgclass="qr", lineclass=None,
        dark="#000", light="#fff", nl=False,
    )  # fmt: skip
    return Markup(out.getvalue().decode())


@lru_cache
def environment() -> Environment:
    """The templates, everything in them escaped unless it is Markup."""
    env = Environment(
        loader=PackageLoader("shamble.site.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals.update(static=static, games=catalogue, game_of=find, words=page_words, qr=qr, seats_text=seats_text)
    env.globals.update(board_sheets=board_sheets, front_of=front_of, poster=poster, entry=ENTRY, modules=modules)
    env.filters["seat_name"] = page_words.seat_name
    env.filters["percent"] = lambda share: f"{share:.0%}"
    return env


def seats_text(game: Game) -> str:
    """How many may play, as people say it."""
    low, high = game.seats[0], game.seats[-1]
    if high == 1:
        return page_words.ALONE
    return page_words.PLAYERS.format(low=low, high=high)


def render(template: str, **values: Any) -> str:
    """A page as HTML."""
    return environment().get_template(template).render(**values)
