"""Replay: a finished table, or a saved game that somebody opens, step by step from any seat's knowledge.

An opened file is not kept here: it travels in the page's own form, packed, and comes back with every step.
"""

import secrets

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from shamble.kernel.errors import IllegalAction, ShambleError
from shamble.match import Match
from shamble.site import words
from shamble.site.errors import BadInput, SiteError
from shamble.site.pages import reopened
from shamble.site.pages.closed import closed_page
from shamble.site.pages.reopened import LARGEST_RECORD, Beginning
from shamble.site.pages.routing import Addresses
from shamble.site.pages.setup_form import ME
from shamble.site.pages.visitors import count, go, key_for, page, remember
from shamble.site.tables import document as documents
from shamble.site.tables import turns
from shamble.site.tables.registry import Tables
from shamble.site.tables.table import Table
from shamble.site.tables.turns import Asker
from shamble.site.web.gone import unless_gone
from shamble.site.web.rate_limits import TABLES

addresses = Addresses()
BESIDE = "normal"  # who sits in the other seats where a visitor plays on


@addresses.get("/replay")
async def open_page(_: Request) -> HTMLResponse:
    """Ask for a saved game."""
    return _open_page()


def _open_page(trouble: str = "", status: int = 200) -> HTMLResponse:
    return page("open.html", status, record_error=trouble)


@addresses.post("/replay")
async def opened(request: Request) -> HTMLResponse:
    """A saved game at one of its steps."""
    tables: Tables = request.app.state.tables
    asker = Asker(turns.address.get(), getattr(request.state, "holder", ""))
    tables.reader.check(asker)  # before the file is read: what cannot be looked at need not be kept
    form = await request.form(max_part_size=LARGEST_RECORD + 1000)
    given, packed = form.get("record"), False
    if isinstance(given, UploadFile):
        text = (await given.read(LARGEST_RECORD + 1)).decode("utf-8-sig", "replace")
    else:
        text, packed = str(given or ""), True
    asked = [_text(form.get(name)) for name in ("at", "seat")]
    try:
        drawn = await unless_gone(request, tables.reader.do(reopened.page_of, text, packed, *asked, asker=asker))
    except ShambleError as error:
        return _not_opened(error)
    return _drawn(str(drawn))


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _not_opened(error: ShambleError) -> HTMLResponse:
    """The form again, with what was wrong with the file; what is not the file's fault is raised."""
    if isinstance(error, SiteError) and error.status != 422:
        raise error
    return _open_page(str(error), 422)


def _drawn(html: str) -> HTMLResponse:
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})


@addresses.get("/t/{table_id}/replay")
async def table_replay(request: Request, table_id: str) -> HTMLResponse:
    """A finished table at one of its steps."""
    closed = await closed_page(request, table_id)
    if closed is not None:
        return closed
    table, match = await _finished(request, table_id)
    asked = request.query_params
    reader = reopened.reader_of(match, asked.get("seat"))
    document = documents.of(table, reader, since=match.version)  # the step's own story is told below
    return _drawn(reopened.step_page(document, match, asked.get("at"), f"/t/{table_id}/replay", "get", ""))


@addresses.post("/replay/on")
async def on_from_record(request: Request) -> Response:
    """A new table that begins where a saved game stood at a step."""
    tables: Tables = request.app.state.tables
    asker = Asker(turns.address.get(), getattr(request.state, "holder", ""))
    tables.reader.check(asker)
    form = await request.form(max_part_size=LARGEST_RECORD + 1000)
    packed, *asked = (_text(form.get(name)) for name in ("record", "at", "seat"))
    try:
        found: Beginning = await unless_gone(
            request, tables.reader.do(reopened.beginning_of, packed or "", *asked, _luck(), asker=asker)
        )
    except BadInput:
        raise
    except ShambleError as error:
        return _not_opened(error)
    return await _begin(request, found)


@addresses.post("/t/{table_id}/replay/on")
async def on_from_table(request: Request, table_id: str) -> Response:
    """A new table that begins where a finished one stood at a step."""
    _, match = await _finished(request, table_id)
    form = await request.form()
    return await _begin(request, reopened.beginning(match, _text(form.get("at")), _text(form.get("seat")), _luck()))


async def _finished(request: Request, table_id: str) -> tuple[Table, Match]:
    tables: Tables = request.app.state.tables
    table = await tables.open(table_id)
    if table.match is None or table.match.owing:
        raise IllegalAction(words.NOT_OVER)
    return table, table.match


def _luck() -> int:
    return secrets.randbelow(1 << 62)


async def _begin(request: Request, found: Beginning) -> Response:
    """A table for the visitor, with bots in the other seats."""
    count(request, TABLES)
    rows = [{"by": ME if k == found.seat else BESIDE, "name": name} for k, name in enumerate(found.names)]
    key = await key_for(request)
    tables: Tables = request.app.state.tables
    made = await tables.create(found.game, seats=rows, edition=found.edition, host_key=key, position=found.position)
    await (await tables.open(made.table)).chairs.start()
    response = go(f"/t/{made.table}")
    remember(request, response, key)
    return response
