"""Replay: a finished table, or a saved game that somebody opens, step by step from any seat's knowledge.

An opened file is not kept here: it travels in the page's own form, packed, and comes back with every step.
"""

import base64
import json
import secrets
import zlib
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from shamble.kernel.bits import lowest
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadRecord, IllegalAction, ShambleError
from shamble.kernel.game import whole
from shamble.match import Match, replay
from shamble.record import Record
from shamble.site import words
from shamble.site.errors import BadInput, SiteError
from shamble.site.pages import view as showing
from shamble.site.pages import words as page_words
from shamble.site.pages.closed import closed_page
from shamble.site.pages.setup_form import ME
from shamble.site.pages.visitors import count, go, key_for, page, remember
from shamble.site.tables.registry import Tables
from shamble.site.web.rate_limits import TABLES

router = APIRouter(include_in_schema=False)
LARGEST_RECORD = 2_000_000  # bytes of a saved game
BESIDE = "normal"  # who sits in the other seats where a visitor plays on


@router.get("/replay")
async def open_page() -> HTMLResponse:
    """Ask for a saved game."""
    return _open_page()


def _open_page(trouble: str = "", status: int = 200) -> HTMLResponse:
    return page("open.html", status, record_error=trouble)


@router.post("/replay")
async def opened(request: Request) -> HTMLResponse:
    """A saved game at one of its steps."""
    form = await request.form(max_part_size=LARGEST_RECORD + 1000)
    given = form.get("record")
    try:
        if isinstance(given, UploadFile):
            text = (await given.read(LARGEST_RECORD + 1)).decode("utf-8-sig", "replace")
        else:
            text = unpack(str(given or ""))
        return await run_in_threadpool(_opened, text, form.get("at"), form.get("seat"))
    except ShambleError as error:
        return _open_page(str(error), 422)


def _match_of(text: str) -> Match:
    """The match of a saved game; BadRecord where it is none."""
    if len(text) > LARGEST_RECORD:
        raise BadRecord(page_words.RECORD_TOO_LARGE)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord(page_words.NOT_A_RECORD) from None
    return replay(Record.from_dict(data))


def _opened(text: str, at: object, seat: object) -> HTMLResponse:
    match = _match_of(text)
    reader = _reader(match, seat)
    document = showing.of_record(match, reader)
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return _step_page(document, match, at, "/replay", "post", packed)


def unpack(packed: str) -> str:
    """A saved game as it travelled in a form; BadRecord where it is none."""
    try:
        unzip = zlib.decompressobj()
        data = unzip.decompress(base64.b64decode(packed, validate=True), LARGEST_RECORD)
        return data.decode()
    except (ValueError, zlib.error):
        raise BadRecord(page_words.NOT_A_RECORD) from None


@router.get("/t/{table_id}/replay")
async def table_replay(request: Request, table_id: str) -> HTMLResponse:
    """A finished table at one of its steps."""
    closed = await closed_page(request, table_id)
    if closed is not None:
        return closed
    tables: Tables = request.app.state.tables
    table = await tables.open(table_id)
    if table.match is None or table.match.owing:
        raise IllegalAction(words.NOT_OVER)
    asked = request.query_params
    document = table.document(_reader(table.match, asked.get("seat")))
    return _step_page(document, table.match, asked.get("at"), f"/t/{table_id}/replay", "get", "")


@router.post("/replay/on")
async def on_from_record(request: Request) -> Response:
    """A new table that begins where a saved game stood at a step."""
    form = await request.form(max_part_size=LARGEST_RECORD + 1000)
    try:
        match = await run_in_threadpool(_match_of, unpack(str(form.get("record") or "")))
        return await _play_on(request, match, form)
    except SiteError:
        raise
    except ShambleError as error:
        return _open_page(str(error), 422)


@router.post("/t/{table_id}/replay/on")
async def on_from_table(request: Request, table_id: str) -> Response:
    """A new table that begins where a finished one stood at a step."""
    tables: Tables = request.app.state.tables
    table = await tables.open(table_id)
    if table.match is None or table.match.owing:
        raise IllegalAction(words.NOT_OVER)
    return await _play_on(request, table.match, await request.form())


async def _play_on(request: Request, match: Match, form: FormData) -> Response:
    """The visitor takes the seat whose knowledge was shown, or that was asked; what it could not know is dealt anew."""
    step = whole(str(form.get("at") or ""))
    if step is None or not _may_go_on(match, step):
        raise BadInput(page_words.NO_PLAYING_ON)
    state = match.state_at(step)
    count(request, TABLES)
    seat = _chair(match, step, _reader(match, form.get("seat")))
    position = state.redeal(seat, Dice(secrets.randbelow(1 << 62))).to_dict()
    rows = [{"by": ME if k == seat else BESIDE, "name": one.name} for k, one in enumerate(match.seats)]
    key = await key_for(request)
    tables: Tables = request.app.state.tables
    made = await tables.create(match.game.code, seats=rows, edition=match.edition.name, host_key=key, position=position)
    await (await tables.open(made.table)).start()
    response = go(f"/t/{made.table}")
    remember(request, response, key)
    return response


def _chair(match: Match, step: int, reader: int | None) -> int:
    """The seat that a visitor takes: the one whose knowledge is shown, else the one that is asked."""
    asked = max(0, match.state_at(step).owing())
    return reader if reader is not None else lowest(asked) if asked else 0


def _may_go_on(match: Match, step: int) -> bool:
    """Whether a table can begin there: the game is to be seen whole, not over then, and of a shipped edition."""
    known = match.players == 1 or match.result is not None
    return known and match.edition.shipped and 0 <= step <= match.version and match.state_at(step).owing() != 0


def _reader(match: Match, seat: object) -> int | None:
    """The seat whose knowledge is wanted: None for what all may see."""
    number = whole(seat) if isinstance(seat, str) else None
    if match.players == 1:
        return 0
    return number if number is not None and 0 <= number < match.players else None


def _step_page(
    document: showing.Document, match: Match, at: object, address: str, method: str, packed: str
) -> HTMLResponse:
    number = whole(at) if isinstance(at, str) else None
    step = 0 if number is None else max(0, min(number, match.version))
    document = showing.at(document, match, step)
    document["latest"] = match.version
    last = document["story"][-1]["sentences"] if document["story"] else []
    link: Callable[[Any], str] = lambda k: f"{address}?at={k}"  # noqa: E731
    return page(
        "replay.html",
        doc=document,
        board=showing.draw(document, match),
        step=step,
        last=last,
        address=address,
        method=method,
        packed=packed,
        at_link=link,
        go_on_as=match.seats[_chair(match, step, document["seat"])].name if _may_go_on(match, step) else "",
        may_choose_seat=match.players > 1 and match.result is not None,
    )
