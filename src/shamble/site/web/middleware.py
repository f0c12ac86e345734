"""Gate: what every request passes on its way in and every answer on its way out.

In: who asks and whether that is too often, a host that is one, size of head and body, and, for what changes something
by a cookie, that it comes from our own pages. Out: headers for safety on every answer, a line in the log, a count. What
fails unforeseen is answered by one sentence and logged.
"""

import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from shamble.kernel.errors import ShambleError
from shamble.site import words
from shamble.site.errors import LongHead, NotYours, SiteError, TooLarge
from shamble.site.tables import turns
from shamble.site.web import askers, metrics
from shamble.site.web import rate_limits as limits
from shamble.site.web.event_stream import App, Message, Receive, Send
from shamble.site.web.logs import masked

if TYPE_CHECKING:
    from shamble.site.tables.registry import Tables

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
NO_STORE = (b"cache-control", b"no-store")
UPLOADS = ("/replay",)
SAFE = ("GET", "HEAD", "OPTIONS")
QUIET = ("/healthz", "/metrics")
UNCOUNTED = (*QUIET, "/static/")  # as cheap to answer as to refuse

logger = logging.getLogger("shamble.site")


Refuse = Callable[[Request, ShambleError], Awaitable[Response]]


class Failed(SiteError):
    """Something that should not have happened."""

    status = 500


class Gate:
    """An ASGI application around the site's. `proxies`: how many of our own a request passes on its way here."""

    def __init__(
        self,
        app: App,
        counted: limits.Limits,
        log: bool,
        refuse: Refuse,
        tables: "Callable[[], Tables]",
        proxies: int = 0,
    ) -> None:
        self._app = app
        self._refusal = refuse
        self._limits = counted
        self._log = log
        self._tables = tables
        self._proxies = proxies

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        began = time.perf_counter()
        answer = _Answer(send)
        try:
            headers, path = scope["headers"], scope["path"]
            address = self._arrive(scope, headers)
            turns.address.set(address)
            if scope["method"] == "HEAD" and not path.endswith(("/events", "/stream")):  # a stream would never end
                scope = dict(scope, method="GET")  # the server itself leaves the body away
            if not path.startswith(UNCOUNTED):
                reads, secure = scope["method"] in SAFE, scope["scheme"] == "https"
                scope["state"]["holder"] = askers.count(
                    self._limits, self._tables(), path, headers, reads, secure, address
                )
            if scope["method"] not in SAFE:
                if not path.startswith("/api/"):
                    check_origin(scope, headers)
                most = self._limits.number(limits.UPLOAD if path.startswith(UPLOADS) else limits.BODY)
                receive = _measured(headers, receive, most)
            await self._app(scope, receive, answer)
        except ShambleError as error:
            await self._refuse(error, scope, receive, answer)
        except ClientDisconnect:
            pass  # whoever asked is gone: nobody to answer, and nothing of ours to note
        except Exception:
            logger.exception("A request failed: %s %s", scope["method"], masked(scope["path"]))
            if not answer.status:
                await self._refuse(Failed(words.WENT_WRONG), scope, receive, answer)
        finally:
            self._note(scope, answer, time.perf_counter() - began)

    def _arrive(self, scope: Message, headers: askers.Headers) -> str:
        """Look at a request's head; the address that it is counted by. BadInput or LongHead."""
        state = scope.setdefault("state", {})
        state["address"] = state["holder"] = ""
        if self._proxies:
            address_told, scheme = askers.forwarded(headers, self._proxies)
            if address_told:
                scope["client"] = (address_told, 0)
            if scheme:
                scope["scheme"] = scheme
        state["address"] = address = limits.named_address(scope["client"][0]) if scope.get("client") else ""
        if len(headers) > self._limits.number(limits.HEADERS):
            raise LongHead(words.TOO_LONG)
        askers.check_host(headers)
        return address

    async def _refuse(self, error: ShambleError, scope: Message, receive: Receive, answer: "_Answer") -> None:
        if answer.status:
            raise error  # too late to say anything: the server closes the connection
        response = await self._refusal(Request(scope, receive), error)
        await response(scope, receive, answer)

    def _note(self, scope: Message, answer: "_Answer", took: float) -> None:
        metrics.count(scope["method"], answer.status, took, answer.stream)
        if self._log and scope["path"] not in QUIET:
            fields: dict[str, Any] = {
                "method": scope["method"],
                "path": masked(scope["path"]),
                "status": answer.status,
                "ms": round(took * 1000, 1),
                "address": scope["state"].get("address", ""),
            }
            logger.info("request", extra={"fields": fields})


class _Answer:
    """`send`, with our headers added."""

    __slots__ = ("status", "straight", "stream")

    def __init__(self, send: Send) -> None:
        self.straight = send  # without us: for what comes after the start
        self.status = 0
        self.stream = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            given = message["headers"]
            message["headers"] = headers = [*given, *HEADERS, NO_STORE]
            for name, value in given:
                if name == b"cache-control":
                    headers.pop()
                elif name == b"content-type":
                    self.stream = value.startswith(b"text/event-stream")
        await self.straight(message)


def check_origin(scope: Message, headers: list[tuple[bytes, bytes]]) -> None:
    """NotYours if a browser says that the request does not come from our own pages."""
    sent = {name: value for name, value in headers if name in (b"origin", b"sec-fetch-site", b"host")}
    site = sent.get(b"sec-fetch-site")
    if site is not None and site not in (b"same-origin", b"none"):
        raise NotYours(words.ORIGIN)
    origin = sent.get(b"origin")
    if origin is not None and site != b"same-origin":
        if origin != scope["scheme"].encode() + b"://" + sent.get(b"host", b""):
            raise NotYours(words.ORIGIN)


def _measured(headers: list[tuple[bytes, bytes]], receive: Receive, most: int) -> Receive:
    """`receive`, which raises TooLarge once the body is larger than `most`."""
    for name, value in headers:
        if name == b"content-length":
            if not value.isdigit() or len(value) > 12 or int(value) > most:
                raise TooLarge(words.TOO_LARGE.format(most=most))
            return receive
    left = most

    async def measured() -> Message:
        nonlocal left
        message = await receive()
        if message["type"] == "http.request":
            left -= len(message.get("body", b""))
            if left < 0:
                raise TooLarge(words.TOO_LARGE.format(most=most))
        return message

    return measured
