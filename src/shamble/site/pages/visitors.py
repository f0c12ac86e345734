"""Who comes: the visitor's key in its cookie, and the answers that carry one."""

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response

from shamble.seats import NAMES
from shamble.site.pages.rendering import render
from shamble.site.tables.keys import SHORTEST_KEY, new_key
from shamble.site.tables.registry import Tables
from shamble.site.web.rate_limits import Limits, Rate

COOKIE = "shamble"
YEAR = 365 * 24 * 3600
LONGEST_KEY = 64


def key_of(request: Request) -> str | None:
    """The visitor's key, or None where the browser brings none."""
    key = request.cookies.get(COOKIE, "")
    return key if SHORTEST_KEY <= len(key) <= LONGEST_KEY and key.isascii() else None


def remember(request: Request, response: Response, key: str) -> None:
    """Let the browser keep the visitor's key for a year from now."""
    response.set_cookie(
        COOKIE, key, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )


def key_for(request: Request) -> str:
    """The visitor's key, a new one where there is none yet; `remember` it with the answer."""
    return key_of(request) or new_key()


def page(template: str, status: int = 200, **values: object) -> HTMLResponse:
    """A page that no cache keeps."""
    return HTMLResponse(render(template, **values), status, {"Cache-Control": "no-store"})


def go(address: str) -> RedirectResponse:
    """Go on to another page after a form."""
    return RedirectResponse(address, 303, {"Cache-Control": "no-store"})


def count(request: Request, rate: Rate, name: str | None = None) -> None:
    """Count what a visitor does, by its address or another name; TooMany where that is too often."""
    limits: Limits = request.app.state.limits
    limits.take(rate, getattr(request.state, "address", "") if name is None else name)


async def last_name(request: Request) -> str:
    """The name that the visitor had last, or nothing."""
    key = key_of(request)
    tables: Tables = request.app.state.tables
    found = await tables.mine(key, 2) if key else []  # the newest table's host and its first seat
    return next((one.name for one in found if one.name and one.name not in NAMES), "")
