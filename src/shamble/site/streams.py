"""Streams: server-sent events. A stream tells its reader the newest there is; what a slow reader missed is merged.

The id of a message is the table's revision, so `Last-Event-ID` resumes where a reader left. A silent stream carries a
comment now and then; a server that stops tells its streams to come again.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.responses import Response

from shamble.site.live import LiveTable

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

RETRY = 1500  # milliseconds until a reader whose stream broke tries again
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class EventStream(Response):
    """An answer that streams a table: `message(after)` is what to send to a reader of revision `after`.

    `after` below 0 means a reader who knows nothing: the first message is sent at once.
    """

    def __init__(
        self, table: LiveTable, seats: tuple[int, ...], after: int, message: Callable[[int], bytes], heartbeat: float
    ) -> None:
        self.status_code = 200
        self.background = None
        self.body = b""
        self.raw_headers = list(HEADERS)
        self.table = table
        self.seats = seats
        self.after = after
        self._message = message
        self._heartbeat = heartbeat
        self._gone = False
        self._waiter: asyncio.Future[None] | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Stream until the reader goes or the server stops."""
        table, tables = self.table, self.table.tables
        listener = asyncio.ensure_future(_gone(receive))
        listener.add_done_callback(self._leave)
        tables.streams.add(self)
        table.arrive(self.seats)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            first = b"retry: %d\n\n" % RETRY
            while not self._gone:
                if table.revision > self.after:
                    revision = table.revision
                    body = first + b"id: %d\ndata: %b\n\n" % (revision, self._message(self.after))
                    self.after = revision
                elif first:
                    body = first
                else:
                    body = b": still here\n\n"
                first = b""
                await send({"type": "http.response.body", "body": body, "more_body": True})
                if table.revision <= self.after and not self._gone and not tables.stopping:
                    await table.wait(self.after, self._heartbeat, self)
                if tables.stopping:
                    break
            if not self._gone:
                await send({"type": "http.response.body", "body": b"event: stop\ndata: {}\n\n", "more_body": False})
        finally:
            tables.streams.discard(self)
            table.depart(self.seats)
            listener.cancel()

    def _leave(self, _: object) -> None:
        self._gone = True
        self.wake()

    def hold(self, waiter: "asyncio.Future[None] | None") -> None:
        """What the stream sleeps on."""
        self._waiter = waiter

    def wake(self) -> None:
        """Make the stream look up."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def resume_from(last_event_id: str | None) -> int:
    """The revision a reader had, or -1."""
    if last_event_id and last_event_id.isascii() and last_event_id.isdecimal() and len(last_event_id) < 10:
        return int(last_event_id)
    return -1
