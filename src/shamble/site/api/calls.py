"""Which calls there are, by method and address; the interface's own description; the application that answers them.

Its OpenAPI is at /api/openapi.json.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from fastapi import FastAPI
from starlette.datastructures import State
from starlette.requests import Request
from starlette.responses import Response

import shamble
from shamble.site.api import bodies, routes
from shamble.site.api.openapi import describe, list_page
from shamble.site.web.answers import answer

Handler = Callable[[Request], Awaitable[Response]]


async def described(_: Request) -> Response:
    """The description of this interface."""
    return answer(describe(CALLS))


async def listed(_: Request) -> Response:
    """The list of calls, for people."""
    return Response(list_page(CALLS), media_type="text/html; charset=utf-8")


CALLS: tuple[tuple[str, str, Handler, type | None, str], ...] = (
    ("POST", "/tables", routes.create, bodies.NewTable, "A new table: its id, the host's token and the three links"),
    (
        "GET",
        "/tables/{table}",
        routes.look,
        None,
        "The table as the token's seat knows it; without a token as everybody does",
    ),
    ("GET", "/tables/{table}/events", routes.events, None, "The same as an event stream; Last-Event-ID resumes"),
    (
        "POST",
        "/tables/{table}/join",
        routes.join,
        bodies.Join,
        "A seat by the join link's token, or the question for a leaver's",
    ),
    ("POST", "/tables/{table}/start", routes.start, bodies.Start, "The host starts; open seats go to a bot"),
    (
        "POST",
        "/tables/{table}/seat",
        routes.give,
        bodies.Give,
        "The host gives a seat to a bot, or opens it, before the start",
    ),
    (
        "POST",
        "/tables/{table}/play",
        routes.play,
        bodies.Play,
        "Play an action; the same id is never played twice",
    ),
    ("POST", "/tables/{table}/undo", routes.undo, bodies.Undo, "Take back, or ask for it, or answer who asks"),
    ("POST", "/tables/{table}/leave", routes.leave, bodies.Act, "Leave; during the game a bot sits in"),
    ("POST", "/tables/{table}/back", routes.back, bodies.Act, "Take one's seat back from the bot"),
    (
        "POST",
        "/tables/{table}/bot",
        routes.bot,
        bodies.Bot,
        "Let a bot decide, or vote for it; once or until the player is back",
    ),
    ("POST", "/tables/{table}/host", routes.claim_host, bodies.Act, "Run the table where its host is gone"),
    (
        "POST",
        "/tables/{table}/newcomer",
        routes.answer_newcomer,
        bodies.Answer,
        "The host lets a newcomer take over a leaver's seat, or refuses",
    ),
    ("POST", "/tables/{table}/name", routes.rename, bodies.Name, "Another name for one's seat"),
    ("POST", "/tables/{table}/say", routes.say, bodies.Say, "Say one of the fixed phrases"),
    (
        "POST",
        "/tables/{table}/rematch",
        routes.rematch,
        bodies.Act,
        "A new table for the same people; each agrees by this call",
    ),
    (
        "GET",
        "/tables/{table}/record",
        routes.record,
        None,
        "The record once it is over; before, what the seat may know",
    ),
    ("GET", "/tables/{table}/why", routes.why, None, "Why an action may not be played, with the rule"),
    ("GET", "/tables/{table}/hint", routes.hint, None, "The win chance of every choice of the token's seat"),
    ("POST", "/tables/{table}/words", routes.four_words, bodies.Act, "A resume code of four words for the seat"),
    ("POST", "/resume", routes.resume, bodies.Resume, "A seat's token by a resume code"),
    ("GET", "/games", routes.games, None, "The games, with their seats, options and editions"),
    ("GET", "/openapi.json", described, None, "This description"),
)


def application(state: State, handlers: Mapping[Any, Any]) -> FastAPI:
    """What answers the calls, under /api; errors are answered by `handlers`, as everywhere on the site."""
    app = FastAPI(
        title="Shamble", version=shamble.__version__, docs_url=None, redoc_url=None, openapi_url=None,
        redirect_slashes=False, exception_handlers=dict(handlers),
    )  # fmt: skip
    app.state = state
    for method, address, handler, _, _ in CALLS:
        app.add_api_route(f"/api{address}", handler, methods=[method], response_model=None)
    app.add_api_route("/api", listed, methods=["GET"], response_model=None)
    return app
