"""The calls of the HTTP interface for programs, each a few lines over Table."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from shamble.games import catalogue
from shamble.kernel.game import Game
from shamble.site import words
from shamble.site.api import bodies
from shamble.site.api.requests import (
    acting,
    bearer,
    body_of,
    count_seat,
    hosting,
    links_of,
    own_or_new,
    reader_of,
    seat_for,
    table_of,
    tables_of,
)
from shamble.site.errors import NeedKey, NotYours
from shamble.site.json_text import encode
from shamble.site.tables.closed import ClosedTable
from shamble.site.tables.document import written
from shamble.site.tables.registry import Tables
from shamble.site.tables.table import Table
from shamble.site.web import rate_limits as limits
from shamble.site.web.answers import answer
from shamble.site.web.event_stream import EventStream, resume_from
from shamble.site.web.gone import unless_gone


async def create(request: Request) -> Response:
    """Make a table."""
    body: bodies.NewTable = await body_of(request, bodies.NewTable)
    tables = tables_of(request)
    request.app.state.limits.take(limits.TABLES, request.state.address)
    seats = None if body.seats is None else [msgspec.to_builtins(one) for one in body.seats]
    made = await tables.create(
        body.game, body.players, body.options, seats, body.seed, body.edition, bearer(request), body.clock
    )
    table = await tables.open(made.table)
    if body.start:
        await table.chairs.start()
    return answer({"table": made.table, "token": made.key, "links": links_of(request, made)}, 201)


async def join(request: Request) -> Response:
    """Take a seat."""
    body: bodies.Join = await body_of(request, bodies.Join)
    key = own_or_new(request)
    state, tables = request.app.state, tables_of(request)
    sit = tables.ask_for_seat if body.ask else tables.join
    try:
        seat = await sit(request.path_params["table"], body.token, body.name, key, body.seat, body.id)
    except NotYours:
        state.limits.take(limits.GUESSES, request.state.address)
        raise
    if body.ask:
        return answer({"asked_for": seat, "token": key}, 202)
    return answer({"seat": seat, "token": key}, 201)


async def look(request: Request) -> Response:
    """The table, as the token's seat knows it."""
    table, token = await tables_of(request).look(request.path_params["table"]), bearer(request)
    seat = reader_of(request, table, token)
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
    table, token = await tables_of(request).look(request.path_params["table"]), bearer(request)
    seat, host = reader_of(request, table, token), table.is_host(token)
    if isinstance(table, ClosedTable):
        return _closed_stream(table, seat, host, resume_from(request.headers.get("last-event-id")))

    def message(after: int) -> bytes:
        since = None if after < 0 else table.seating.version_at(after)
        return written(table, seat, host, since)

    after = min(resume_from(request.headers.get("last-event-id")), table.revision)
    heartbeat = tables_of(request).settings.heartbeat

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
    body: bodies.Play = await body_of(request, bodies.Play)
    return answer(await play_as(request.app, request.path_params["table"], bearer(request), body))


async def play_as(app: Any, table_id: str, token: str | None, body: bodies.Play) -> dict[str, int]:
    """Play what a token's holder asks for; the answer."""
    tables: Tables = app.state.tables
    table = await tables.open(table_id, fresh=False)
    if table.services.notifier.shared and (body.version > table.version or not table.seats_of(token)):
        await table.log.look_again()  # the sender knows more than this process
    seat = seat_for(table, token, body.seat)
    table.touch(seat)
    version = await table.play_own(seat, body.action, body.version, body.id)
    return {"version": version, "revision": table.revision}


async def undo(request: Request) -> Response:
    """Take back, or answer who asks to."""
    table, seat, body = await acting(request, bodies.Undo)
    if body.agree is None:
        outcome = await table.taking_back.undo(seat, body.version, body.id)
    else:
        await table.taking_back.answer(seat, body.agree, body.version, body.id)
        outcome = "answered"
    return answer({"undo": outcome, "version": table.version, "revision": table.revision})


async def start(request: Request) -> Response:
    """The host starts."""
    table, body = await hosting(request, bodies.Start)
    await table.chairs.start(body.bot)
    return _done(table)


async def give(request: Request) -> Response:
    """The host gives a seat to a bot, or opens it."""
    table, body = await hosting(request, bodies.Give)
    await table.chairs.give(body.seat, body.by, body.revision, body.id)
    return _done(table)


async def claim_host(request: Request) -> Response:
    """Run the table where its host is gone."""
    table, seat, _ = await acting(request, bodies.Act)
    await table.chairs.claim_host(seat)
    return _done(table)


async def answer_newcomer(request: Request) -> Response:
    """Let a newcomer take over a seat, or not."""
    body: bodies.Answer = await body_of(request, bodies.Answer)
    table, token = await table_of(request), bearer(request)
    if token is None:
        raise NeedKey(words.NEED_TOKEN)
    if not table.chairs.is_in_charge(token):
        raise NotYours(words.NOT_HOST)
    count_seat(request, limits.CHANGES, table, "host")
    await table.chairs.answer_newcomer(body.request, body.agree)
    return _done(table)


async def leave(request: Request) -> Response:
    """Leave the table."""
    table, seat, body = await acting(request, bodies.Act)
    await table.leave(seat, body.id)
    return _done(table)


async def back(request: Request) -> Response:
    """Decide again oneself."""
    table, seat, body = await acting(request, bodies.Act)
    await table.back(seat, body.id)
    return _done(table)


async def bot(request: Request) -> Response:
    """Let a bot decide."""
    table, seat, body = await acting(request, bodies.Bot)
    other = seat if body.for_seat is None else body.for_seat
    deciding = table.bot(other, seat, body.once, body.bot, body.version, body.id)
    outcome = await unless_gone(request, deciding)
    return answer({"bot": outcome, "version": table.version, "revision": table.revision})


async def rename(request: Request) -> Response:
    """Take another name."""
    table, seat, body = await acting(request, bodies.Name, limits.NAMES)
    await table.chairs.rename(seat, body.name, body.id)
    return _done(table)


async def say(request: Request) -> Response:
    """Say a phrase."""
    table, seat, body = await acting(request, bodies.Say, limits.PHRASES)
    await table.say(seat, body.phrase, body.id)
    return _done(table)


async def rematch(request: Request) -> Response:
    """Play again, or agree to it."""
    body: bodies.Act = await body_of(request, bodies.Act)
    table, token = await table_of(request), bearer(request)
    new = await tables_of(request).rematch(table, seat_for(table, token, body.seat))
    return answer({"table": new, "seats": (await tables_of(request).open(new)).seats_of(token)}, 201)


async def record(request: Request) -> Response:
    """The record."""
    table, token = await tables_of(request).look(request.path_params["table"]), bearer(request)
    seat = reader_of(request, table, token)
    return answer(table.record() if isinstance(table, ClosedTable) else table.record(seat))


async def why(request: Request) -> Response:
    """Why not."""
    table, token = await table_of(request), bearer(request)
    seat = reader_of(request, table, token)
    if seat is None:
        raise NeedKey(words.NEED_TOKEN)
    refusal_ = table.why(seat, request.query_params.get("action", ""))
    if refusal_ is None:
        return answer({"legal": True})
    return answer({"legal": False, "error": refusal_.reason, "rule": refusal_.rule})


async def hint(request: Request) -> Response:
    """A hint."""
    table, token = await table_of(request), bearer(request)
    seat = reader_of(request, table, token)
    if seat is None or token is None:
        raise NeedKey(words.NEED_TOKEN)
    request.app.state.limits.take(limits.THOUGHTS, token)
    return answer({"version": table.version, "choices": await unless_gone(request, table.hint(seat))})


async def four_words(request: Request) -> Response:
    """A resume code."""
    table, seat, _ = await acting(request, bodies.Act)
    return answer({"seat": seat, "words": await tables_of(request).words(table.id, seat)}, 201)


async def resume(request: Request) -> Response:
    """A seat by its code."""
    body: bodies.Resume = await body_of(request, bodies.Resume)
    key = own_or_new(request)
    with request.app.state.limits.guessing(request.state.address):
        table_id, seat = await tables_of(request).by_words(body.words, key)
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


def _done(table: Table) -> Response:
    return answer({"version": table.version, "revision": table.revision})
