"""What a call is asked with: the token, the body, the table of the address and the seat that acts."""

from typing import Any

from starlette.requests import Request

from shamble.site import words
from shamble.site.api import bodies
from shamble.site.errors import BadInput, BadType, NeedKey, NotYours
from shamble.site.tables.keys import SHORTEST_KEY
from shamble.site.tables.registry import Created, Tables
from shamble.site.tables.seated import Seated
from shamble.site.tables.table import Table
from shamble.site.web import rate_limits as limits


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
    return tables_of(request).links.new_key()


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
    return bodies.read(kind, body)


def tables_of(request: Request) -> Tables:
    """The tables of the site that is asked."""
    tables: Tables = request.app.state.tables
    return tables


async def table_of(request: Request) -> Table:
    """The table that the address names; a host who asks is known to be here."""
    table = await tables_of(request).open(request.path_params["table"])
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


def reader_of(request: Request, table: Seated, token: str | None) -> int | None:
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


async def hosted(request: Request) -> Table:
    """The table that the address names, for its host; NeedKey or NotYours for anybody else."""
    table, token = await table_of(request), bearer(request)
    if token is None:
        raise NeedKey(words.NEED_TOKEN)
    if not table.is_host(token):
        raise NotYours(words.NOT_HOST)
    return table


async def acting(request: Request, kind: type, limit: str = limits.CHANGES) -> tuple[Table, int, Any]:
    """The table, the seat that acts and the body, where a seat does something that is counted by `limit`."""
    body = await body_of(request, kind)
    table = await table_of(request)
    seat = seat_for(table, bearer(request), body.seat)
    count_seat(request, limit, table, seat)
    return table, seat, body


async def hosting(request: Request, kind: type) -> tuple[Table, Any]:
    """The table and the body, where its host does something."""
    body = await body_of(request, kind)
    table = await hosted(request)
    count_seat(request, limits.CHANGES, table, "host")
    return table, body
