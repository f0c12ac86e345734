"""The HTTP interface for programs. Each call is a few lines over Table; its OpenAPI is at /api/openapi.json."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from shamble.games import catalogue
from shamble.kernel.errors import ShambleError
from shamble.kernel.game import Game
from shamble.site import words
from shamble.site.api import bodies as wire
from shamble.site.api.openapi import describe, list_page
from shamble.site.errors import BadInput, BadType, NeedKey, NotYours, SiteError, document_of, status_of
from shamble.site.json_text import encode
from shamble.site.tables.closed import ClosedTable
from shamble.site.tables.document import written
from shamble.site.tables.keys import SHORTEST_KEY
from shamble.site.tables.registry import Created, Tables
from shamble.site.tables.seated import Seated
from shamble.site.tables.table import Table
from shamble.site.web import rate_limits as limits
from shamble.site.web.event_stream import EventStream, resume_from
from shamble.site.web.gone import unless_gone

router = APIRouter(prefix="/api")
Handler = Callable[[Request], Awaitable[Response]]


def answer(content: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(encode(content), status, media_type="application/json")


def refusal(error: ShambleError) -> Response:
    """The answer to an error: one sentence."""
    response = answer(document_of(error), status_of(error))
    wait = error.wait if isinstance(error, SiteError) else None
    if wait is not None:
        response.headers["retry-after"] = str(int(wait) + 1)
    if response.status_code == 401:
        response.headers["www-authenticate"] = "Bearer"
    return response


def bearer(request: Request) -> str | None:
    """The token the request carries, or None."""
    return token_in(request.headers.get("authorization"))


def own_or_new(request: Request) -> str:
    """The token that a new seat will be held by: the one the request carries, if nobody can guess it, or a new one."""
    token = bearer(request)
    if token is not None and len(token) < SHORTEST_KEY:
        raise BadInput(words.SHORT_TOKEN.format(least=SHORTEST_KEY))
    if token is not None:
        return token
    request.app.state.limits.take(limits.KEYS, request.state.address)
    return _tables(request).links.new_key()


def token_in(given: str | None) -> str | None:
    """The token in the value of an Authorization header; NeedKey if it is not one."""
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "bearer" or not 0 < len(token.strip()) <= 200:
        raise NeedKey(words.NEED_TOKEN)
    return token.strip()


async def body_of(request: Request, kind: type) -> Any:
    """The request's JSON body as that kind."""
    declared = request.headers.get("content-type", "")
    body = await request.body()
    if body and declared.partition(";")[0].strip().lower() != "application/json":
        raise BadType(words.NEED_JSON)
    return wire.read(kind, body)


def _tables(request: Request) -> Tables:
    found: Tables = request.app.state.tables
    return found


async def _table(request: Request) -> Table:
    table = await _tables(request).open(request.path_params["table"])
    if table.is_host(bearer(request)):
        table.patience.saw_host()
    return table


def seat_for(table: Seated, token: str | None, wanted: int | None) -> int:
    """The seat a token acts for; NeedKey, NotYours or BadInput if it is not one or not clear which."""
    if token is None:
        raise NeedKey(words.NEED_TOKEN)
    seats = table.seats_of(token)
    if wanted is not None:
        if table.check_seat(wanted) not in seats:
            raise NotYours(words.NOT_YOUR_SEAT)
        return wanted
    if not seats:
        raise NotYours(words.BAD_TOKEN)
    if len(seats) > 1:
        raise BadInput(words.WHICH_SEAT)
    return seats[0]


def _reader(request: Request, table: Seated, token: str | None) -> int | None:
    """The seat whose knowledge is asked for; None for a stranger."""
    asked = request.query_params.get("seat")
    if token is None:
        if asked is not None:
            raise NeedKey(words.NEED_TOKEN)
        return None
    if asked is None and not table.seats_of(token) and (table.is_host(token) or table.is_expected(token)):
        return None
    if asked is not None and not (asked.isascii() and asked.isdecimal() and len(asked) < 4):
        raise BadInput(words.NO_SEAT.format(seat=asked[:20], last=len(table.seating.places) - 1))
    return seat_for(table, token, None if asked is None else int(asked))


def count_seat(request: Request, limit: str, table: Table, seat: int | str) -> None:
    """Count what a seat (or the host) writes into its table's story; TooMany where that is too often."""
    request.app.state.limits.take(limit, f"{table.id}/{seat}")


def links_of(request: Request, made: Created) -> dict[str, str]:
    """The full addresses of a table's links."""
    base = str(request.base_url).rstrip("/")
    return {
        "join": f"{base}/t/{made.table}/join/{made.join}",
        "watch": f"{base}/t/{made.table}/watch/{made.watch}",
        "host": f"{base}/t/{made.table}/host/{made.host}",
    }


# -- the calls ---------------------------------------------------------------------------------------------------


async def create(request: Request) -> Response:
    """Make a table."""
    told: wire.NewTable = await body_of(request, wire.NewTable)
    tables = _tables(request)
    request.app.state.limits.take(limits.TABLES, request.state.address)
    seats = None if told.seats is None else [msgspec.to_builtins(one) for one in told.seats]
    made = await tables.create(
        told.game, told.players, told.options, seats, told.seed, told.edition, bearer(request), told.clock
    )
    table = await tables.open(made.table)
    if told.start:
        await table.start()
    return answer({"table": made.table, "token": made.key, "links": links_of(request, made)}, 201)


async def join(request: Request) -> Response:
    """Take a seat."""
    told: wire.Join = await body_of(request, wire.Join)
    key = own_or_new(request)
    state, tables = request.app.state, _tables(request)
    sit = tables.ask_for_seat if told.ask else tables.join
    try:
        seat = await sit(request.path_params["table"], told.token, told.name, key, told.seat, told.id)
    except NotYours:
        state.limits.take(limits.GUESSES, request.state.address)
        raise
    if told.ask:
        return answer({"asked_for": seat, "token": key}, 202)
    return answer({"seat": seat, "token": key}, 201)


async def look(request: Request) -> Response:
    """The table, as the token's seat knows it."""
    table, token = await _tables(request).look(request.path_params["table"]), bearer(request)
    seat = _reader(request, table, token)
    if isinstance(table, ClosedTable):
        return answer(table.document(seat, table.is_host(token)))
    host = table.is_host(token)
    if host:
        table.patience.saw_host()
    if seat is not None:
        table.touch(seat)
    return Response(written(table, seat, host), media_type="application/json")


async def events(request: Request) -> Any:
    """The table as an event stream."""
    table, token = await _tables(request).look(request.path_params["table"]), bearer(request)
    seat, host = _reader(request, table, token), table.is_host(token)
    if isinstance(table, ClosedTable):
        return _closed_stream(table, seat, host, resume_from(request.headers.get("last-event-id")))

    def message(after: int) -> bytes:
        since = None if after < 0 else table.seating.version_at(after)
        return written(table, seat, host, since)

    after = min(resume_from(request.headers.get("last-event-id")), table.revision)
    heartbeat = _tables(request).settings.heartbeat

    checked = -1

    def holds() -> bool:
        nonlocal checked
        if table.seating.sittings != checked:
            checked = table.seating.sittings
            mine = table.seats_of(token)
            as_before = seat in mine if seat is not None else had_none == (not mine)
            return as_before and host == table.is_host(token)
        return True

    had_none = not table.seats_of(token)
    return EventStream(table, () if seat is None else (seat,), after, message, heartbeat, holds, host)


def _closed_stream(table: ClosedTable, seat: int | None, host: bool, after: int) -> Response:
    """The stream of a table where nothing will happen any more: its document, once; 204 ends a browser's asking."""
    if after >= table.revision:
        return Response(status_code=204)
    body = b"id: %d\ndata: %b\n\nevent: stop\ndata: {}\n\n" % (table.revision, encode(table.document(seat, host)))
    return Response(body, media_type="text/event-stream")


async def play(request: Request) -> Response:
    """Play an action."""
    told: wire.Play = await body_of(request, wire.Play)
    return answer(await play_told(request.app, request.path_params["table"], bearer(request), told))


async def play_told(app: Any, table_id: str, token: str | None, told: wire.Play) -> dict[str, int]:
    """Play what was told by a token; the answer."""
    tables: Tables = app.state.tables
    table = await tables.open(table_id, fresh=False)
    if table.tables.notifier.shared and (told.version > table.version or not table.seats_of(token)):
        await table.look_again()  # the sender knows more than this process
    seat = seat_for(table, token, told.seat)
    table.touch(seat)
    version = await table.play_own(seat, told.action, told.version, told.id)
    return {"version": version, "revision": table.revision}


async def undo(request: Request) -> Response:
    """Take back, or answer who asks to."""
    told: wire.Undo = await body_of(request, wire.Undo)
    table = await _table(request)
    seat = seat_for(table, bearer(request), told.seat)
    count_seat(request, limits.CHANGES, table, seat)
    if told.agree is None:
        outcome = await table.undo(seat, told.version, told.id)
    else:
        await table.answer_undo(seat, told.agree, told.version, told.id)
        outcome = "answered"
    return answer({"undo": outcome, "version": table.version, "revision": table.revision})


async def start(request: Request) -> Response:
    """The host starts."""
    told: wire.Start = await body_of(request, wire.Start)
    table = await _host(request)
    count_seat(request, limits.CHANGES, table, "host")
    await table.start(told.bot)
    return _done(table)


async def give(request: Request) -> Response:
    """The host gives a seat to a bot, or opens it."""
    told: wire.Give = await body_of(request, wire.Give)
    table = await _host(request)
    count_seat(request, limits.CHANGES, table, "host")
    await table.give(told.seat, told.by, told.revision, told.id)
    return _done(table)


async def claim_host(request: Request) -> Response:
    """Run the table where its host is gone."""
    told: wire.Act = await body_of(request, wire.Act)
    table = await _table(request)
    seat = seat_for(table, bearer(request), told.seat)
    count_seat(request, limits.CHANGES, table, seat)
    await table.claim_host(seat)
    return _done(table)


async def answer_newcomer(request: Request) -> Response:
    """Let a newcomer take over a seat, or not."""
    told: wire.Answer = await body_of(request, wire.Answer)
    table, token = await _table(request), bearer(request)
    if token is None:
        raise NeedKey(words.NEED_TOKEN)
    if not table.is_in_charge(token):
        raise NotYours(words.NOT_HOST)
    count_seat(request, limits.CHANGES, table, "host")
    await table.answer_newcomer(told.request, told.agree)
    return _done(table)


async def leave(request: Request) -> Response:
    """Leave the table."""
    told: wire.Act = await body_of(request, wire.Act)
    table = await _table(request)
    seat = seat_for(table, bearer(request), told.seat)
    count_seat(request, limits.CHANGES, table, seat)
    await table.leave(seat, told.id)
    return _done(table)


async def back(request: Request) -> Response:
    """Decide again oneself."""
    told: wire.Act = await body_of(request, wire.Act)
    table = await _table(request)
    seat = seat_for(table, bearer(request), told.seat)
    count_seat(request, limits.CHANGES, table, seat)
    await table.back(seat, told.id)
    return _done(table)


async def bot(request: Request) -> Response:
    """Let a bot decide."""
    told: wire.Bot = await body_of(request, wire.Bot)
    table = await _table(request)
    seat = seat_for(table, bearer(request), told.seat)
    count_seat(request, limits.CHANGES, table, seat)
    other = seat if told.for_seat is None else told.for_seat
    deciding = table.bot(other, seat, told.once, told.bot, told.version, told.id)
    outcome = await unless_gone(request, deciding)
    return answer({"bot": outcome, "version": table.version, "revision": table.revision})


async def rename(request: Request) -> Response:
    """Take another name."""
    told: wire.Name = await body_of(request, wire.Name)
    table = await _table(request)
    seat = seat_for(table, bearer(request), told.seat)
    count_seat(request, limits.NAMES, table, seat)
    await table.rename(seat, told.name, told.id)
    return _done(table)


async def say(request: Request) -> Response:
    """Say a phrase."""
    told: wire.Say = await body_of(request, wire.Say)
    table = await _table(request)
    seat = seat_for(table, bearer(request), told.seat)
    count_seat(request, limits.PHRASES, table, seat)
    await table.say(seat, told.phrase, told.id)
    return _done(table)


async def rematch(request: Request) -> Response:
    """Play again, or agree to it."""
    told: wire.Act = await body_of(request, wire.Act)
    table, token = await _table(request), bearer(request)
    new = await table.rematch(seat_for(table, token, told.seat))
    return answer({"table": new, "seats": (await _tables(request).open(new)).seats_of(token)}, 201)


async def record(request: Request) -> Response:
    """The record."""
    table, token = await _tables(request).look(request.path_params["table"]), bearer(request)
    seat = _reader(request, table, token)
    return answer(table.record() if isinstance(table, ClosedTable) else table.record(seat))


async def why(request: Request) -> Response:
    """Why not."""
    table, token = await _table(request), bearer(request)
    seat = _reader(request, table, token)
    if seat is None:
        raise NeedKey(words.NEED_TOKEN)
    refusal_ = table.why(seat, request.query_params.get("action", ""))
    if refusal_ is None:
        return answer({"legal": True})
    return answer({"legal": False, "error": refusal_.reason, "rule": refusal_.rule})


async def hint(request: Request) -> Response:
    """A hint."""
    table, token = await _table(request), bearer(request)
    seat = _reader(request, table, token)
    if seat is None or token is None:
        raise NeedKey(words.NEED_TOKEN)
    request.app.state.limits.take(limits.THOUGHTS, token)
    return answer({"version": table.version, "choices": await unless_gone(request, table.hint(seat))})


async def four_words(request: Request) -> Response:
    """A resume code."""
    told: wire.Act = await body_of(request, wire.Act)
    table = await _table(request)
    seat = seat_for(table, bearer(request), told.seat)
    count_seat(request, limits.CHANGES, table, seat)
    return answer({"seat": seat, "words": await _tables(request).words(table.id, seat)}, 201)


async def resume(request: Request) -> Response:
    """A seat by its code."""
    told: wire.Resume = await body_of(request, wire.Resume)
    key = own_or_new(request)
    with request.app.state.limits.guessing(request.state.address):
        table_id, seat = await _tables(request).by_words(told.words, key)
    return answer({"table": table_id, "seat": seat, "token": key}, 201)


async def games(_: Request) -> Response:
    """The catalogue."""
    return answer([_game(game) for game in catalogue()])


def _game(game: Game) -> dict[str, Any]:
    return {
        "game": game.code,
        "title": game.title,
        "about": game.about,
        "seats": list(game.seats),
        "usual": game.default_seats,
        "options": [
            {"name": o.name, "default": o.default, "allowed": o.allowed(), "meaning": o.meaning, "ruling": o.ruling}
            for o in game.options
        ],
        "presets": [{"name": p.name, "meaning": p.meaning, "options": dict(p.options)} for p in game.presets],
        "editions": [{"name": e.name, "title": e.title, "reconstruction": e.reconstruction} for e in game.editions()],
    }


async def described(_: Request) -> Response:
    """The description of this interface."""
    return answer(describe(CALLS))


async def _host(request: Request) -> Table:
    table, token = await _table(request), bearer(request)
    if token is None:
        raise NeedKey(words.NEED_TOKEN)
    if not table.is_host(token):
        raise NotYours(words.NOT_HOST)
    return table


def _done(table: Table) -> Response:
    return answer({"version": table.version, "revision": table.revision})


async def listed(_: Request) -> Response:
    """The list of calls, for people."""
    return Response(list_page(CALLS), media_type="text/html; charset=utf-8")


# What the lane answers without the framework's routing; the same handlers, see `lane.py`.
HOT = {("GET", "events"): events, ("GET", ""): look}

CALLS: tuple[tuple[str, str, Handler, type | None, str], ...] = (
    ("POST", "/tables", create, wire.NewTable, "A new table: its id, the host's token and the three links"),
    ("GET", "/tables/{table}", look, None, "The table as the token's seat knows it; without a token as everybody does"),
    ("GET", "/tables/{table}/events", events, None, "The same as an event stream; Last-Event-ID resumes"),
    (
        "POST",
        "/tables/{table}/join",
        join,
        wire.Join,
        "A seat by the join link's token, or the question for a leaver's",
    ),
    ("POST", "/tables/{table}/start", start, wire.Start, "The host starts; open seats go to a bot"),
    ("POST", "/tables/{table}/seat", give, wire.Give, "The host gives a seat to a bot, or opens it, before the start"),
    (
        "POST",
        "/tables/{table}/play",
        play,
        wire.Play,
        "Play an action; the same id is never played twice",
    ),
    ("POST", "/tables/{table}/undo", undo, wire.Undo, "Take back, or ask for it, or answer who asks"),
    ("POST", "/tables/{table}/leave", leave, wire.Act, "Leave; during the game a bot sits in"),
    ("POST", "/tables/{table}/back", back, wire.Act, "Take one's seat back from the bot"),
    (
        "POST",
        "/tables/{table}/bot",
        bot,
        wire.Bot,
        "Let a bot decide, or vote for it; once or until the player is back",
    ),
    ("POST", "/tables/{table}/host", claim_host, wire.Act, "Run the table where its host is gone"),
    (
        "POST",
        "/tables/{table}/newcomer",
        answer_newcomer,
        wire.Answer,
        "The host lets a newcomer take over a leaver's seat, or refuses",
    ),
    ("POST", "/tables/{table}/name", rename, wire.Name, "Another name for one's seat"),
    ("POST", "/tables/{table}/say", say, wire.Say, "Say one of the fixed phrases"),
    (
        "POST",
        "/tables/{table}/rematch",
        rematch,
        wire.Act,
        "A new table for the same people; each agrees by this call",
    ),
    ("GET", "/tables/{table}/record", record, None, "The record once it is over; before, what the seat may know"),
    ("GET", "/tables/{table}/why", why, None, "Why an action may not be played, with the rule"),
    ("GET", "/tables/{table}/hint", hint, None, "The win chance of every choice of the token's seat"),
    ("POST", "/tables/{table}/words", four_words, wire.Act, "A resume code of four words for the seat"),
    ("POST", "/resume", resume, wire.Resume, "A seat's token by a resume code"),
    ("GET", "/games", games, None, "The games, with their seats, options and editions"),
    ("GET", "/openapi.json", described, None, "This description"),
)

for _call in CALLS:
    router.add_api_route(_call[1], _call[2], methods=[_call[0]], response_model=None)
router.add_api_route("", listed, methods=["GET"], response_model=None)
