"""The pages: front page, the games, set-up, own tables, static files, errors. The tables' are in table_pages.py."""

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from math import ceil
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from shamble.games import codes, find, has
from shamble.kernel.errors import IllegalAction, ShambleError
from shamble.kernel.game import Game, show
from shamble.match import Match
from shamble.site.errors import NoTable, SiteError, TooMany, status_of
from shamble.site.pages import replay as replay_pages
from shamble.site.pages import review as review_pages
from shamble.site.pages import setup_form as setup
from shamble.site.pages import table as table_pages
from shamble.site.pages import view as showing
from shamble.site.pages import words as page_words
from shamble.site.pages.assets import static_files, static_hash, static_type
from shamble.site.pages.box import box
from shamble.site.pages.game_files import quick_game, scene_game
from shamble.site.pages.rendering import how_to, rules
from shamble.site.pages.routing import Addresses
from shamble.site.pages.visitors import count, go, key_for, key_of, last_name, page, remember, renew
from shamble.site.tables.document import Document
from shamble.site.tables.registry import Mine, Tables
from shamble.site.tables.seating import OPEN
from shamble.site.web.rate_limits import TABLES

addresses = Addresses()
AT_FRONT = 6  # own seats on the front page
FOR_EVER = "public, max-age=31536000, immutable"


@addresses.get("/")
async def front(request: Request) -> HTMLResponse:
    """The front page, useful before any script runs."""
    game, quick = scene_game(), quick_game()
    document, scene = (None, None) if game is None else _opening(game)
    own = await _my_tables(request, AT_FRONT)
    response = page("front.html", opening=document, scene=scene, quick=quick and quick.code, tables=own, words_error="")
    renew(request, response, bool(own))
    return response


@lru_cache(maxsize=4)
def _opening(game: Game) -> tuple[Document, Any]:
    """The position to tap at: the opening of a game for one, which is the same in every game."""
    match = Match(game.code, seed=1)
    bare = showing.of_record(match, 0)
    document = replace(
        bare, view=match.view(0), asked=match.asked(0), owing=list(match.owing), choices=match.choices(0)
    )
    return document, showing.draw(document)


@addresses.get("/games")
async def games(_: Request) -> Response:
    """The games are listed on the front page."""
    return go("/#games")


@addresses.get("/games/{code}")
async def game_page(_: Request, code: str) -> HTMLResponse:
    """What a game is, and how to play it in three minutes."""
    game = _game(code)
    return page("game.html", game=game, how_to=how_to(game))


@addresses.get("/games/{code}/rules")
async def rules_page(_: Request, code: str) -> HTMLResponse:
    """A game's rules, rulings, options and editions."""
    game = _game(code)
    return page("rules.html", game=game, rules=rules(game))


@addresses.get("/games/{code}/cards")
async def cards_page(_: Request, code: str) -> HTMLResponse:
    """Everything that the box of a game's own edition holds, by kinds."""
    game = _game(code)
    return page("cards.html", **box(game, game.editions()[0], {}))


@addresses.get("/new/{code}")
async def set_up(request: Request, code: str) -> HTMLResponse:
    """The set-up of a table; the address may fill it in."""
    game = _game(code)
    given = setup.read(game, request.query_params)
    given.name = given.name or await last_name(request)
    return _setup_page(game, given)


def _setup_page(game: Game, given: setup.Setup, trouble: str = "", status: int = 200) -> HTMLResponse:
    return page("setup.html", status, game=game, given=given, trouble=trouble, shown=show)


@addresses.post("/new/{code}")
async def make_table(request: Request, code: str) -> Response:
    """Make the table and go there; where nobody is to come, the game begins at once, with `action` played if given."""
    game = _game(code)
    count(request, TABLES)
    form = await request.form()
    tables: Tables = request.app.state.tables
    given, key = setup.read(game, {}), await key_for(request)
    try:
        given = setup.read(game, form)
        rows = given.rows(game.seats[-1])
        made = await tables.create(
            code, len(rows), given.changed, rows, None, given.edition or None, key, int(given.clock or 0)
        )
        table = await tables.open(made.table)
        if all(row["by"] != OPEN for row in rows):
            await table.chairs.start()
        action = form.get("action")
        if isinstance(action, str) and table.match is not None:
            with suppress(IllegalAction):  # the table stands, only the move did not fit: its page shows what does
                await table.play(0, action, None, None)
    except ShambleError as error:
        if isinstance(error, SiteError) and error.status >= 429:
            raise
        return _setup_page(game, given, str(error), status_of(error))
    response = go(f"/t/{made.table}")
    remember(request, response, key)
    return response


@addresses.get("/mine")
async def mine(request: Request) -> HTMLResponse:
    """The visitor's tables."""
    own = await _my_tables(request)
    response = page("mine.html", tables=own, words_error="")
    renew(request, response, bool(own))
    return response


@addresses.post("/mine")
async def resume(request: Request) -> Response:
    """Bring a seat here by its four words."""
    form = await request.form()
    tables: Tables = request.app.state.tables
    key = await key_for(request)
    try:
        with request.app.state.limits.guessing(request.state.address):
            table_id, _ = await tables.by_words(str(form.get("words", "")), key)
    except TooMany:
        raise
    except ShambleError as error:
        return page("mine.html", status_of(error), tables=await _my_tables(request), words_error=str(error))
    response = go(f"/t/{table_id}")
    remember(request, response, key)
    return response


async def _my_tables(request: Request, most: int = 60) -> list[dict[str, Any]]:
    """What a list of own tables shows, those that wait for the visitor first."""
    key = key_of(request)
    if key is None:
        return []
    tables: Tables = request.app.state.tables
    rows: dict[str, list[Mine]] = {}
    for one in await tables.mine(key, most):
        rows.setdefault(one.table, []).append(one)
    rows_shown = [
        {"table": table, "title": seats[0].title, "owes": any(one.owes for one in seats),
         "line": page_words.mine_line([one.name for one in seats if one.name], seats[0].status,
                                      any(one.owes for one in seats))}
        for table, seats in rows.items()
    ]  # fmt: skip
    return sorted(rows_shown, key=lambda row: not row["owes"])


@addresses.get("/static/{digest}/{name}")
async def static(_: Request, digest: str, name: str) -> Response:
    """A static file; at its right address it may be kept for ever."""
    data = static_files().get(name)
    if data is None:
        raise NoTable(page_words.NOT_FOUND)
    cache = FOR_EVER if digest == static_hash() else "no-cache"
    return Response(data, media_type=static_type(name), headers={"Cache-Control": cache})


def routes() -> list[Route]:
    """The addresses of all pages."""
    return [
        *table_pages.addresses.routes,
        *replay_pages.addresses.routes,
        *review_pages.addresses.routes,
        *addresses.routes,
    ]


def refusal(request: Request, error: ShambleError) -> HTMLResponse:
    """A refusal as a page of its own: one sentence and the ways out."""
    path = request.url.path.split("/")
    back = f"/t/{path[2]}" if path[1] == "t" and len(path) > 3 and not isinstance(error, NoTable) else ""
    response = _error_page(status_of(error), str(error), back)
    if isinstance(error, SiteError) and error.wait is not None:
        response.headers["Retry-After"] = str(ceil(error.wait))
    return response


def _error_page(status: int, text: str, back: str = "") -> HTMLResponse:
    title = page_words.ERRORS.get(status) or page_words.ERRORS[500 if status >= 500 else 400]
    return page("error.html", status, title=title, text=text, back=back, code=status)


def _game(code: str) -> Game:
    if not has(code):
        raise NoTable(page_words.NO_GAME.format(count=page_words.how_many(len(codes()))))
    return find(code)
