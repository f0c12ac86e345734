"""A table's pages: waiting room, play and result in one address, and the forms that act there."""

import secrets
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from shamble.kernel.errors import IllegalAction, ShambleError
from shamble.kernel.game import whole
from shamble.match import Match
from shamble.site import words
from shamble.site.errors import NotYours, SiteError, status_of
from shamble.site.pages import view as showing
from shamble.site.pages import words as page_words
from shamble.site.pages.box import box
from shamble.site.pages.closed import closed_page
from shamble.site.pages.routing import Addresses
from shamble.site.pages.visitors import count, go, key_for, key_of, last_name, page, remember, renew
from shamble.site.tables import document as documents
from shamble.site.tables.closed import ClosedTable
from shamble.site.tables.keys import hash_key
from shamble.site.tables.log import LONGEST_REQUEST_ID
from shamble.site.tables.registry import Tables
from shamble.site.tables.table import Table
from shamble.site.web.event_stream import EventStream, resume_from
from shamble.site.web.gone import unless_gone
from shamble.site.web.rate_limits import CHANGES, GUESSES, NAMES, PHRASES, THOUGHTS

addresses = Addresses()
BEST_SHOWN = 4  # hints


@dataclass
class Seen:
    """A table as one visitor stands before it."""

    tables: Tables
    table: Table
    key: str | None
    mine: tuple[int, ...]
    host: bool

    def seat(self, value: object) -> int:
        """The visitor's own seat of that number (the only one where none is named); NotYours if it is another's."""
        number = whole(value) if isinstance(value, str | int) else None
        if number is None and len(self.mine) == 1:
            return self.mine[0]
        if number not in self.mine or number is None:
            raise NotYours(words.NOT_YOUR_SEAT)
        return number


async def _see(request: Request, table_id: str) -> Seen:
    tables: Tables = request.app.state.tables
    table = await tables.open(table_id)
    key = key_of(request)
    mine = table.seats_of(key)
    for seat in mine:
        table.touch(seat)
    host = table.is_host(key)
    if host:
        table.patience.saw_host()
    return Seen(tables, table, key, mine, host)


@addresses.get("/t/{table_id}")
async def table_page(request: Request, table_id: str) -> HTMLResponse:
    """The table as the visitor may see it: `seat` and `from` after a cover, `at` to look back."""
    closed = await closed_page(request, table_id)
    if closed is not None:
        return closed
    seen = await _see(request, table_id)
    asked = request.query_params
    seat, came_at, looking = (whole(asked.get(name, "")) for name in ("seat", "from", "at"))
    response = _page(request, seen, seat, came_at, looking)
    renew(request, response, bool(seen.mine) or seen.host)
    return response


def _page(
    request: Request,
    seen: Seen,
    asked: int | None = None,
    came_at: int | None = None,
    looking: int | None = None,
    trouble: dict[str, str] | None = None,
    status: int = 200,
    four_words: str = "",
) -> HTMLResponse:
    table, match = seen.table, seen.table.match
    public = documents.of(table, None, seen.host)
    seat, covered = showing.seat_shown(seen.mine, asked, came_at, public)
    document = public if covered or seat is None else documents.of(table, seat, seen.host)
    cover = None
    if covered:
        others = [{"seat": k, "name": table.name(k)} for k in seen.mine if k != seat]
        cover = {"seat": seat, "name": table.name(seat or 0), "others": others}
    latest = document.version
    if match is None or covered or looking is None or not 0 <= looking <= match.version:
        looking = None
    elif match is not None:
        document = showing.at(document, match, looking)
    board = showing.draw(document, match) if match is not None and not covered else ""
    prominent, more, on_board = showing.arrange(document.choices, str(board))
    base = f"/t/{table.id}?" + (f"seat={seat}&from={document.version}&" if len(seen.mine) > 1 else "")
    return page(
        "table.html",
        status,
        doc=document,
        latest=latest,
        board=board,
        cover=cover,
        looking=looking,
        trouble=trouble,
        prominent=prominent,
        more=more,
        on_board=on_board,
        since=showing.since_last_turn(document) if seat is not None and seat in document.owing else [],
        at_link=lambda number: f"{base}at={number}",
        now_link=base.rstrip("?&"),
        live=looking is None,
        my_seats=seen.mine,
        my_seat=seat if seat is not None else seen.mine[0] if seen.mine else None,
        may_act=bool(seen.mine),
        may_undo=_may_undo(match, seat),
        company=any(one.by == "person" and one.seat not in seen.mine for one in document.seats),
        look_as=[{"seat": k, "name": table.name(k)} for k in seen.mine if k != seat] if len(seen.mine) > 1 else [],
        open_seats=[one.seat for one in document.seats if one.by == "open"],
        links=_links(request, seen),
        phrases=words.PHRASES,
        options=[(name.replace("_", " "), page_words.value_text(value)) for name, value in table.changed.items()],
        edition_note=table.edition.note if table.edition.reconstruction else "",
        four_words=four_words,
        in_charge=table.chairs.is_in_charge(seen.key),
        asks_for=table.knock_of(seen.key),
        refused=table.was_refused(seen.key),
        kept_for_me=_kept_for(seen),
        joinable=bool(table.chairs.takeable_seats()),
        request_id=secrets.token_urlsafe(12),
    )


def _kept_for(seen: Seen) -> list[int]:
    """The chairs of a rematch that are kept for the visitor."""
    hashed = hash_key(seen.key) if seen.key else ""
    return [seat for seat, place in enumerate(seen.table.seating.places) if hashed in place.reserved]


def _may_undo(match: Match | None, seat: int | None) -> bool:
    """Whether the seat has done anything that could be asked back."""
    if match is None or seat is None:
        return False
    try:
        match.undo_point(seat, force=True)
    except IllegalAction:
        return False
    return True


def _links(request: Request, seen: Seen) -> dict[str, str] | None:
    """The links that this visitor may hand on; none for a stranger."""
    if not seen.mine and not seen.host:
        return None
    tables: Tables = request.app.state.tables
    base = f"{str(request.base_url).rstrip('/')}/t/{seen.table.id}"
    powers = ("join", "watch", "host") if seen.host else ("join", "watch")
    return {"host": "", **{power: f"{base}/{power}/{tables.links.link(seen.table.id, power)}" for power in powers}}


# -- links -----------------------------------------------------------------------------------------------------------


def _check_link(request: Request, table_id: str, power: str, token: str) -> None:
    tables: Tables = request.app.state.tables
    if not tables.links.opens(table_id, power, token):  # nobody guesses one: whoever has the right link may come in
        count(request, GUESSES)
        raise NotYours(words.BAD_LINK)


def _join_page(seen: Seen, trouble: str = "", name: str = "", status: int = 200) -> HTMLResponse:
    document, free = documents.of(seen.table, None), []
    if document.status == "waiting":
        mine = _kept_for(seen)
        free = [k for k, one in enumerate(document.seats) if one.by == "open" and (not one.reserved or k in mine)]
    left = seen.table.chairs.takeable_seats()
    return page(
        "join.html", status, doc=document, open_seats=free, left_seats=left, trouble=trouble,
        name=name, request_id=secrets.token_urlsafe(12),
    )  # fmt: skip


@addresses.get("/t/{table_id}/join/{token}")
async def join_page(request: Request, table_id: str, token: str) -> Response:
    """Take a seat: ask for a name. Whoever has a seat already goes to the table. The visitor's key comes with the page,
    so that a form sent twice sits down once."""
    seen = await _see(request, table_id)
    _check_link(request, table_id, "join", token)
    if seen.mine:
        return go(f"/t/{table_id}")
    response = _join_page(seen, name=await last_name(request))
    remember(request, response, await key_for(request))
    return response


@addresses.post("/t/{table_id}/join/{token}")
async def join(request: Request, table_id: str, token: str) -> Response:
    """Sit down, or once the game has begun ask for the seat of somebody who has left."""
    seen = await _see(request, table_id)
    if seen.mine:
        return go(f"/t/{table_id}")
    form = await request.form()
    tables: Tables = request.app.state.tables
    key, name = await key_for(request), str(form.get("name", ""))
    sit = tables.ask_for_seat if seen.table.chairs.takeable_seats() else tables.join
    try:
        await sit(table_id, token, name, key, whole(str(form.get("seat", ""))), str(form.get("id", "")) or None)
    except NotYours:
        raise
    except ShambleError as error:
        return _join_page(seen, str(error), name, status_of(error))
    response = go(f"/t/{table_id}")
    remember(request, response, key)
    return response


@addresses.get("/t/{table_id}/watch/{token}")
async def watch(request: Request, table_id: str, token: str) -> Response:
    """Watch: the public view is the table's own address."""
    await _see(request, table_id)
    _check_link(request, table_id, "watch", token)
    return go(f"/t/{table_id}")


@addresses.get("/t/{table_id}/host/{token}")
async def host(request: Request, table_id: str, token: str) -> Response:
    """Become the table's host in this browser."""
    seen = await _see(request, table_id)
    _check_link(request, table_id, "host", token)
    key = await key_for(request)
    await seen.table.chairs.add_host(key)
    response = go(f"/t/{table_id}")
    remember(request, response, key)
    return response


# -- acts ------------------------------------------------------------------------------------------------------------


@addresses.post("/t/{table_id}/play")
async def play(request: Request, table_id: str) -> Response:
    """Play what was chosen. What is refused is told in place, on the table as it stands now."""
    seen = await _see(request, table_id)
    form = await request.form()
    seat = seen.seat(form.get("seat"))
    try:
        version = await seen.table.play_own(
            seat, str(form.get("action", "")), whole(str(form.get("version", ""))), str(form.get("id", "")) or None
        )
    except ShambleError as error:
        return _in_place(request, seen, seat, error)
    return go(_after(seen, seat, version))


def _after(seen: Seen, seat: int, version: int | None = None) -> str:
    """Where a seat's form leads: of several seats on one screen it stays on as long as it owes a decision."""
    address = f"/t/{seen.table.id}"
    if len(seen.mine) < 2:
        return address
    match = seen.table.match
    others = match is not None and any(k in match.owing for k in seen.mine if k != seat)
    if match is not None and (seat in match.owing or not others):
        return f"{address}?seat={seat}&from={match.version if version is None else version}"
    return address


def _in_place(request: Request, seen: Seen, seat: int | None, error: ShambleError) -> HTMLResponse:
    if isinstance(error, SiteError) and error.status >= 413:
        if error.status != 422:
            raise error
    rule = error.rule if isinstance(error, IllegalAction) else ""
    text = error.reason if isinstance(error, IllegalAction) else str(error)
    version = seen.table.match.version if seen.table.match is not None else None
    return _page(request, seen, seat, version, trouble={"text": text, "rule": rule}, status=status_of(error))


@addresses.post("/t/{table_id}/act/{act}")
async def act(request: Request, table_id: str, act: str) -> Response:
    """Everything else that can be done at a table, by the act's name."""
    seen = await _see(request, table_id)
    form = await request.form()
    if act in ("start", "seat", "newcomer", "sit"):
        try:
            await _table_act(request, seen, act, form)
        except ShambleError as error:
            return _in_place(request, seen, None, error)
        return go(f"/t/{table_id}")
    if act == "bot":
        if not seen.mine:
            raise NotYours(words.NOT_YOUR_SEAT)
        other, once = _any_seat(seen, form), form.get("how") == "once"
        asking = other if other in seen.mine else seen.mine[0]
        count(request, CHANGES, f"{table_id}/{asking}")
        try:
            bot = seen.table.bot(other, asking, once, version=_version(form), request_id=_id(form))
            await unless_gone(request, bot)
        except ShambleError as error:
            return _in_place(request, seen, None, error)
        return go(_after(seen, asking))
    if act == "rematch" and seen.host and not seen.mine:
        return go(f"/t/{await seen.tables.rematch(seen.table)}")
    if act == "leave" and not seen.mine and form.get("id"):  # sent twice, most likely
        return go(f"/t/{table_id}")
    seat = seen.seat(form.get("seat"))
    if act == "cover":
        return go(f"/t/{table_id}?seat={seat}&from={seen.table.version}")
    count(request, {"phrase": PHRASES, "name": NAMES}.get(act, CHANGES), f"{table_id}/{seat}")
    if act == "words":
        tables: Tables = request.app.state.tables
        four_words = await tables.words(table_id, seat)
        return _page(request, seen, seat, seen.table.version, four_words=four_words)
    try:
        again = await _own_act(seen, act, seat, form)
    except ShambleError as error:
        return _in_place(request, seen, seat, error)
    return go(f"/t/{again}" if again else _after(seen, seat))


async def _table_act(request: Request, seen: Seen, act: str, form: FormData) -> None:
    """Do what is not one seat's own business: the host's acts, and sitting down on a chair that is kept."""
    table = seen.table
    if act != "sit":
        if not (seen.host or (act == "newcomer" and table.chairs.is_in_charge(seen.key))):
            raise NotYours(words.NOT_HOST)
        count(request, CHANGES, f"{table.id}/host")
    match act:
        case "newcomer":
            number = whole(str(form.get("request", "")))
            await table.chairs.answer_newcomer(-1 if number is None else number, form.get("agree") == "yes")
        case "sit":
            for seat in _kept_for(seen):
                await table.chairs.join(table.name(seat), seen.key or "", seat)
        case "start":
            await table.chairs.start()
        case _:
            revision = whole(str(form.get("revision", "")))
            await table.chairs.give(_any_seat(seen, form), str(form.get("by", "")), revision, _id(form))


def _any_seat(seen: Seen, form: FormData) -> int:
    number = whole(str(form.get("seat", "")))
    return seen.table.check_seat(-1 if number is None else number)


def _version(form: FormData) -> int | None:
    return whole(str(form.get("version", "")))


def _id(form: FormData, which: str = "") -> str | None:
    """The id of a form; `which` tells apart what can be sent from one form in turn."""
    given = str(form.get("id", ""))
    return f"{given}-{which}"[:LONGEST_REQUEST_ID] if given and which else given or None


async def _own_act(seen: Seen, act: str, seat: int, form: FormData) -> str | None:
    """Do it for a seat; the new table's name after a rematch."""
    table = seen.table
    match act:
        case "undo":
            await table.taking_back.undo(seat, _version(form), _id(form))
        case "answer_undo":
            await table.taking_back.answer(seat, form.get("agree") == "yes", _version(form), _id(form))
        case "leave":
            await table.leave(seat, _id(form))
        case "back":
            await table.back(seat, _id(form))
        case "host":
            await table.chairs.claim_host(seat)
        case "rematch":
            return await seen.tables.rematch(table, seat)
        case "phrase":
            phrase = str(form.get("phrase", ""))
            await table.say(seat, phrase, _id(form, phrase))
        case "name":
            name = str(form.get("name", ""))
            await table.chairs.rename(seat, name, _id(form, name))
        case _:
            raise NotYours(page_words.NO_ACT)
    return None


# -- asking ----------------------------------------------------------------------------------------------------------


@addresses.get("/t/{table_id}/why")
async def why(request: Request, table_id: str) -> HTMLResponse:
    """Why an action is not allowed now, with the rule."""
    seen = await _see(request, table_id)
    action = request.query_params.get("action", "")
    seat = seen.seat(request.query_params.get("seat"))
    refusal = seen.table.why(seat, action)
    return page(
        "why.html", doc=documents.of(seen.table, None), refusal=refusal, action=action[:80], hints=None, trouble=""
    )


@addresses.get("/t/{table_id}/cards")
async def cards(request: Request, table_id: str) -> HTMLResponse:
    """What is in the box of the table's edition, and how much of it the visitor's seat has not seen."""
    seen = await _see(request, table_id)
    game, match = seen.table.game, seen.table.match
    asked = request.query_params.get("seat")
    seat = seen.seat(asked) if asked else None
    unseen = game.unseen(match.state.census(), match.view(seat)) if match is not None else {}
    return page("cards.html", **box(game, seen.table.edition, unseen, f"/t/{table_id}"))


@addresses.get("/t/{table_id}/hint")
async def hint(request: Request, table_id: str) -> HTMLResponse:
    """The chances of the choices most worth a try, from what the seat knows."""
    seen = await _see(request, table_id)
    seat = seen.seat(request.query_params.get("seat"))
    hints, trouble, status = [], "", 200
    count(request, THOUGHTS, seen.key)
    try:
        hints = (await unless_gone(request, seen.table.hint(seat)))[:BEST_SHOWN]
    except IllegalAction as error:
        trouble, status = error.reason, 422
    document = documents.of(seen.table, None)
    return page("why.html", status, doc=document, refusal=None, action="", hints=hints, trouble=trouble)


@addresses.get("/t/{table_id}/record")
async def record(request: Request, table_id: str) -> Response:
    """The saved game once it is over; before, what the visitor's seat may know of it."""
    tables: Tables = request.app.state.tables
    table = await tables.look(table_id)
    if isinstance(table, ClosedTable):
        game, kept = "table", table.record()
    else:
        seen = await _see(request, table_id)
        seat: Any = request.query_params.get("seat")
        shown = seen.seat(seat) if seen.mine and (seat is not None or len(seen.mine) == 1) else None
        game, kept = seen.table.game.code, seen.table.record(shown)
    name = f"shamble-{game}-{table_id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return JSONResponse(kept, headers=headers)


@addresses.get("/t/{table_id}/stream")
async def stream(request: Request, table_id: str) -> EventStream:
    """Tell the page's script that the table has changed: the newest revision, nothing else."""
    seen = await _see(request, table_id)
    known = request.headers.get("last-event-id") or request.query_params.get("after")
    after = min(resume_from(known), seen.table.revision)
    tables: Tables = request.app.state.tables

    def message(_: int) -> bytes:
        return b'{"revision":%d}' % seen.table.revision

    checked = seen.table.seating.sittings

    def holds() -> bool:
        """Whether the visitor's seats are the same: an open page is no sign of life of somebody else's seat."""
        nonlocal checked
        if seen.table.seating.sittings != checked:
            checked = seen.table.seating.sittings
            return seen.table.seats_of(seen.key) == seen.mine and seen.table.is_host(seen.key) == seen.host
        return True

    return EventStream(seen.table, seen.mine, after, message, tables.settings.heartbeat, holds, seen.host)
