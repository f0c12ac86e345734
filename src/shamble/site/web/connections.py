"""Connections: what is kept of them before a request is whole, and how long. uvicorn's protocols have no such bounds.

A `Doorway` makes a `Connection` around each protocol of uvicorn's. It counts the bytes of a head and the seconds of
head and body, lets go of readers who take nothing, and refuses in a sentence when there are too many connections.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from shamble.site import words
from shamble.site.web import rate_limits as limits

MOST_FILES = 65_536  # open files are raised to, where the system allows more
KEPT_FILES = 64  # of a small number, for the store, the bots' processes and the log; of a large one a sixteenth
UNTOLD = 10_000  # connections where the system has no number of open files
TICK = 1.0  # seconds between two looks at all connections
LAST_WORDS = 2.0  # seconds that a refused connection has to send something, so that it gets its answer
COME_AGAIN = 10  # seconds until a refused visitor may try again
MOST_WAITING = 16  # requests of one connection that wait for the one before
TOLD_EVERY = 60.0  # seconds between two lines in the log about refusals

logger = logging.getLogger("shamble.site")


@dataclass(frozen=True)
class Bounds:
    """What a connection may take: bytes, numbers and seconds. `of_address` 0: not counted by address."""

    all: int
    of_address: int
    head: int = 32 * 1024
    headers: int = 100
    upload: int = 2 * 1024 * 1024
    head_time: float = 15
    body_time: float = 60
    write_time: float = 60


def bounds_of(known: limits.Limits, files: int | None, proxies: int) -> Bounds:
    """The bounds that the settings and the number of open files leave."""
    return Bounds(
        all=UNTOLD if files is None else max(8, files - max(KEPT_FILES, files // 16)),
        of_address=known.number(limits.CONNECTIONS) if known.on and not proxies else 0,
        head=known.number(limits.HEAD),
        headers=known.number(limits.HEADERS),
        upload=known.number(limits.UPLOAD),
        head_time=known.number(limits.HEAD_TIME),
        body_time=known.number(limits.BODY_TIME),
        write_time=known.number(limits.WRITE_TIME),
    )


def raise_open_files(most: int = MOST_FILES) -> int | None:
    """Let this process open as many files as the system allows, `most` at most; how many. None where nobody says."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such number
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return most if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError) as error:
        logger.warning("The number of open files stays at %d: %s.", soft, error)
        return soft
    return wanted


class Doorway:
    """All connections of a process. uvicorn calls it, as it would call a protocol's class, for each new one."""

    def __init__(self, bounds: Bounds, protocol: type[asyncio.Protocol] = AutoHTTPProtocol, tick: float = TICK) -> None:
        self.bounds = bounds
        self.open: set[Connection] = set()
        self._protocol = protocol
        self._tick = tick
        self._by_address: dict[str, int] = {}
        self._refused = 0
        self._told = 0.0
        self._looking = False

    def __call__(self, *, app_state: dict[str, Any], **named: Any) -> "Connection":
        """A new connection; its requests have it as `connection` in their state."""
        connection = Connection(self)
        make = cast(Callable[..., Any], self._protocol)
        connection.inner = make(app_state={**app_state, "connection": connection}, **named)
        return connection

    def admit(self, connection: "Connection") -> tuple[int, str] | None:
        """Count a connection; the status and the sentence that refuse it where there is no room."""
        address = connection.address
        number = self._by_address[address] = self._by_address.get(address, 0) + 1
        self.open.add(connection)
        if not self._looking:
            self._looking = True
            asyncio.get_running_loop().call_later(self._tick, self._look)
        if len(self.open) > self.bounds.all:
            self._refused += 1
            return 503, words.FULL
        if self.bounds.of_address and number > self.bounds.of_address:
            self._refused += 1
            return 503, words.CROWDED
        return None

    def has_no_file_left(self) -> bool:
        """Whether there are so many that not even a refusal can be waited for."""
        return len(self.open) > self.bounds.all + max(4, self.bounds.all // 32)

    def forget(self, connection: "Connection") -> None:
        """Count it no longer."""
        if connection not in self.open:
            return
        self.open.discard(connection)
        left = self._by_address[connection.address] - 1
        if left:
            self._by_address[connection.address] = left
        else:
            del self._by_address[connection.address]

    def _look(self) -> None:
        """Look whose time is over."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        for connection in list(self.open):
            connection.look(now)
        if self._refused and now - self._told >= TOLD_EVERY:
            logger.warning("%d connections were refused: %d are open.", self._refused, len(self.open))
            self._refused, self._told = 0, now
        self._looking = bool(self.open)
        if self._looking:
            loop.call_later(self._tick, self._look)


class Connection(asyncio.Protocol):
    """One connection, between the network and `inner`, uvicorn's protocol for it.

    `when_lost` are called once it is gone: uvicorn itself tells only the newest of several requests.
    """

    inner: Any = None

    def __init__(self, doorway: Doorway) -> None:
        self._doorway = doorway
        self.when_lost: set[Callable[[], None]] = set()
        self._transport: asyncio.Transport | None = None
        self._refusal: tuple[int, str] | None = None
        self._done = False
        self._head = 0  # bytes of a head that is not whole yet
        self._tail = b""  # the last of them
        self._since = 0.0  # when we began to wait for the rest of a head or body; 0: for nothing
        self._stuck = 0.0  # since when the reader takes nothing; 0: it does
        self.address = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it, and let uvicorn have it where there is room."""
        made = self._transport = cast(asyncio.Transport, transport)
        peer = made.get_extra_info("peername")
        self.address = limits.named_address(str(peer[0])) if isinstance(peer, tuple) and peer else ""
        self._since = asyncio.get_running_loop().time()
        self._refusal = self._doorway.admit(self)
        if self._refusal is None:
            self.inner.connection_made(transport)
        elif self._doorway.has_no_file_left():
            made.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """Count it no longer."""
        self._doorway.forget(self)
        self._done = True
        if self._refusal is None:
            self.inner.connection_lost(error)
        for tell in list(self.when_lost):
            tell()

    def eof_received(self) -> bool | None:
        """The other side sends no more."""
        return None if self._refusal is not None else bool(self.inner.eof_received())

    def pause_writing(self) -> None:
        """The reader is slow."""
        self._stuck = asyncio.get_running_loop().time()
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        """It reads again."""
        self._stuck = 0.0
        self.inner.resume_writing()

    def data_received(self, data: bytes) -> None:
        """Hand on what came, unless it is too much."""
        if self._done:
            return
        if self._refusal is not None:
            self._end(*self._refusal)
            return
        inner, cycle = self.inner, self.inner.cycle
        in_body = self._in_body(cycle)
        if not in_body:
            if self._is_too_long(cycle, data):
                self._end(431, words.TOO_LONG)
                return
            if not self._head:
                self._since = asyncio.get_running_loop().time()
        inner.data_received(data)
        newest = inner.cycle
        if newest is not cycle:  # a head is whole
            self._head, self._tail = 0, b""
            self._since = asyncio.get_running_loop().time() if newest.more_body else 0.0
            if len(getattr(inner, "pipeline", ())) > MOST_WAITING:
                self._end(503, words.TOO_MANY)
        elif in_body:
            if not newest.more_body:
                self._since = 0.0
        else:
            self._head += len(data)
            self._tail = (self._tail + data)[-3:]
            if inner.headers is not None and len(inner.headers) > self._doorway.bounds.headers:
                self._end(431, words.TOO_LONG)

    def _in_body(self, cycle: Any) -> bool:
        """Whether what comes next belongs to a body that somebody reads."""
        return cycle is not None and cycle.more_body and not cycle.response_complete

    def _is_too_long(self, cycle: Any, data: bytes) -> bool:
        """Whether the head that this belongs to is longer than is read; after an early refusal a body may end first."""
        bounds = self._doorway.bounds
        allowed = bounds.upload if cycle is not None and cycle.more_body else bounds.head
        if self._head + len(data) <= allowed:
            return False
        end = (self._tail + data).find(b"\r\n\r\n")
        return end < 0 or self._head - len(self._tail) + end > allowed

    def look(self, now: float) -> None:
        """End it where its time is over."""
        bounds, transport = self._doorway.bounds, self._transport
        if transport is None:
            return
        if transport.is_closing() and not self._stuck:
            self._stuck = now  # what is still to be sent keeps it open, and nobody may take it
        if self._stuck and now - self._stuck > bounds.write_time:
            transport.abort()
            return
        if self._done or transport.is_closing():
            return
        if self._refusal is not None:
            if now - self._since > LAST_WORDS:
                transport.abort()
            return
        cycle = self.inner.cycle
        if self._since and now - self._since > (bounds.body_time if self._in_body(cycle) else bounds.head_time):
            if cycle is None and not self._head:
                transport.close()  # nothing was asked
            else:
                self._end(408, words.TOO_SLOW)

    def _end(self, status: int, sentence: str) -> None:
        """Say why, where no answer is on its way already, and close."""
        transport, cycle = self._transport, self.inner.cycle
        self._done = True
        if transport is None or transport.is_closing():
            return
        answering = cycle is not None and cycle.response_started and not cycle.response_complete
        if not answering:
            body = sentence.encode()
            again = f"retry-after: {COME_AGAIN}\r\n" if status == 503 else ""
            head = (
                f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: text/plain; charset=utf-8\r\n"
                f"content-length: {len(body)}\r\n{again}connection: close\r\n\r\n"
            )
            transport.write(head.encode("ascii") + body)
        transport.close()
