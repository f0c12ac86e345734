"""The page of a table whose game cannot be played here: what is stored of it, with the sentence that says why."""

import logging

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from shamble.kernel.game import whole
from shamble.site.pages import view as showing
from shamble.site.pages.visitors import key_of, page
from shamble.site.tables.closed import ClosedTable
from shamble.site.tables.document import Document
from shamble.site.tables.registry import Tables

logger = logging.getLogger("shamble.site")


async def closed_page(request: Request, table_id: str) -> HTMLResponse | None:
    """The page where the table is closed; None if its game can be played."""
    tables: Tables = request.app.state.tables
    table = await tables.look(table_id)
    if not isinstance(table, ClosedTable):
        return None
    key = key_of(request)
    mine, asked = table.seats_of(key), whole(request.query_params.get("seat", ""))
    seat = asked if asked in mine else mine[0] if mine else None
    document = table.document(seat, table.is_host(key))
    return page("closed.html", doc=document, board=_board(document), has_record=table.final)


def _board(document: Document) -> Markup:
    """The last position, where this build can still draw it."""
    try:
        return showing.draw(document)
    except Exception:  # a view of another time: the sentences beside it tell the same
        logger.warning("The board of table %s cannot be drawn any more.", document.table, exc_info=True)
        return Markup()
