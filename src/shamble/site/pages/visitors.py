"""Who comes: the visitor's key in its cookie, and the answers that carry one."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from shamble.seats import NAMES
from shamble.site.pages.rendering import render
from shamble.site.tables.keys import hash_key
from shamble.site.tables.registry import Tables
from shamble.site.web.askers import COOKIE, SECURE_COOKIE, key_of_cookies
from shamble.site.web.rate_limits import KEYS, Limits

YEAR = 365 * 24 * 3600


def _secure(request: Request) -> bool:
    return bool(request.scope["scheme"] == "https")


def key_of(request: Request) -> str | None:
    """The visitor's key, or None where the browser brings none. Whether it holds anything, the tables say."""
    return key_of_cookies(request.cookies, _secure(request))


def remember(request: Request, response: Response, key: str) -> None:
    """Let the browser keep the visitor's key for a year from now."""
    secure = _secure(request)
    response.set_cookie(
        SECURE_COOKIE if secure else COOKIE, key, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=secure
    )
    if secure and COOKIE in request.cookies:
        response.delete_cookie(COOKIE, path="/")


def renew(request: Request, response: Response, holds: bool) -> None:
    """Under TLS, bring the key of a visitor who came with an earlier cookie into the one that nobody else can plant;
    `holds`: the key holds a seat."""
    key = key_of(request)
    if holds and key is not None and _secure(request) and SECURE_COOKIE not in request.cookies:
        remember(request, response, key)


async def key_for(request: Request) -> str:
    """The visitor's key, a new one where there is none yet; `remember` it with the answer.

    A key that neither we have issued nor any seat is held by is somebody's invention, and is not taken over. In the
    cookie that others can plant, where TLS gives us a better one, only a key that holds a seat is taken for an earlier
    visitor's.
    """
    tables: Tables = request.app.state.tables
    key = key_of(request)
    if key is not None:
        sure = not _secure(request) or SECURE_COOKIE in request.cookies
        if (sure and tables.links.issued(key)) or await tables.store.held_by(hash_key(key)):
            return key
    limits: Limits = request.app.state.limits
    limits.take(KEYS, request.state.address)
    return tables.links.new_key()


def page(template: str, status: int = 200, **values: object) -> HTMLResponse:
    """A page that no cache keeps."""
    return HTMLResponse(render(template, **values), status, {"Cache-Control": "no-store"})


def go(address: str) -> RedirectResponse:
    """Go on to another page after a form."""
    return RedirectResponse(address, 303, {"Cache-Control": "no-store"})


def count(request: Request, limit: str, name: str | None = None) -> None:
    """Count what a visitor does, by a name where there is one, else by its address; TooMany where that is too often."""
    limits: Limits = request.app.state.limits
    limits.take(limit, name or request.state.address)


async def last_name(request: Request) -> str:
    """The name that the visitor had last, or nothing."""
    key = key_of(request)
    tables: Tables = request.app.state.tables
    seats = await tables.mine(key, 2) if key else []  # the newest table's host and its first seat
    return next((one.name for one in seats if one.name and one.name not in NAMES), "")
