"""Streams: server-sent events. A stream tells its reader the newest there is; what a slow reader missed is merged.

The id of a message is the table's revision, so `Last-Event-ID` resumes where a reader left. A silent stream carries a
comment now and then; a server that stops tells its streams to come again.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.responses import Response

from shamble.site.tables.registry import Tables
from shamble.site.tables.services import Listener
from shamble.site.tables.table import Table
from shamble.site.web.rate_limits import STREAMS, WATCHING, Limits

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

RETRY = 1500  # milliseconds until a reader whose stream broke tries again
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class EventStream(Response, Listener):
    """An answer that streams a table: `message(after)` is what to send to a reader of revision `after`.

    The stream ends as soon as `holds` answers False: the reader's seat is not the reader's any more.
    `after` below 0 means a reader who knows nothing: the first message is sent at once.
    """

    def __init__(
        self,
        table: Table,
        seats: tuple[int, ...],
        after: int,
        message: Callable[[int], bytes],
        heartbeat: float,
        holds: Callable[[], bool],
        host: bool = False,
    ) -> None:
        self.status_code = 200
        self.background = None
        self.body = b""
        self.raw_headers = list(HEADERS)
        self.table = table
        self.seats = seats
        self.host = host  # whether the reader is the table's host
        self.after = after
        self._message = message
        self._holds = holds
        self._heartbeat = heartbeat
        self._gone = False
        self._silent = False  # whether a comment is due
        self._spoke = time.monotonic()
        self._waiter: asyncio.Future[None] | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Stream until the reader goes or the server stops."""
        table, state = self.table, scope["app"].state
        tables: Tables = state.tables
        counts: Limits = state.limits
        loop = asyncio.get_running_loop()
        holder = scope["state"].get("holder", "")
        counted = (STREAMS, holder) if holder else (WATCHING, scope["state"].get("address", ""))
        counts.open_stream(*counted)
        listener = asyncio.ensure_future(_gone(receive))
        listener.add_done_callback(self._leave)
        connection = scope["state"].get("connection")
        if connection is not None:
            connection.when_lost.add(self._leave)
        tables.streams.add(self)
        table.listening.add(self)
        table.presence.arrive(self.seats)
        if self.host:
            table.patience.host_arrives()
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            send = getattr(send, "straight", send)
            await send({"type": "http.response.body", "body": b"retry: %d\n\n" % RETRY, "more_body": True})
            while not self._gone and not tables.stopping and not table.asleep and self._holds():
                if table.revision > self.after:
                    revision = table.revision
                    body = b"id: %d\ndata: %b\n\n" % (revision, self._message(self.after))
                    self.after = revision
                elif self._silent:
                    body = b": still here\n\n"
                else:
                    self._waiter = loop.create_future()
                    await self._waiter
                    continue
                self._silent = False
                self._spoke = time.monotonic()
                await send({"type": "http.response.body", "body": body, "more_body": True})
            if not self._gone:
                await send({"type": "http.response.body", "body": b"event: stop\ndata: {}\n\n", "more_body": False})
        finally:
            counts.close_stream(*counted)
            tables.streams.discard(self)
            table.listening.discard(self)
            table.presence.depart(self.seats)
            if self.host:
                table.patience.host_departs()
            listener.cancel()
            if connection is not None:
                connection.when_lost.discard(self._leave)

    def _leave(self, _: object = None) -> None:
        self._gone = True
        self.wake()

    def wake(self) -> None:
        """Make the stream look up."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def beat(self, now: float) -> None:
        """Say something where nothing has been said for long."""
        if now - self._spoke >= self._heartbeat:
            self._silent = True
            self.wake()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def resume_from(last_event_id: str | None) -> int:
    """The revision a reader had, or -1."""
    if last_event_id and last_event_id.isascii() and last_event_id.isdecimal() and len(last_event_id) < 10:
        return int(last_event_id)
    return -1
