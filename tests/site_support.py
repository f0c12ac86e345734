"""A site in the test's own process: a store in memory or in a folder, requests without a network."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from starlette.applications import Starlette

from shamble.site.app import build
from shamble.site.config import Settings
from shamble.site.json_text import encode
from shamble.site.tables.document import of
from shamble.site.tables.live import Live

T = TypeVar("T")
SECRET = "a secret of the tests, long enough to be one"


@asynccontextmanager
async def site(folder: Path, **settings: Any) -> AsyncIterator[tuple[Starlette, httpx.AsyncClient]]:
    """An app that runs, and a client of it."""
    given: dict[str, Any] = {"pace": 0.0, "limits": False, "secret": SECRET, "database": str(folder / "t.sqlite")}
    app = build(Settings(**(given | settings)))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as client:
            yield app, client


def run(main: Callable[[], Awaitable[T]], seconds: float = 120) -> T:
    """Run a test's coroutine, for so long at most."""

    async def begin() -> T:
        return await asyncio.wait_for(main(), seconds)

    return asyncio.run(begin())


def shown(table: Live, seat: int | None, host: bool = False, since: int | None = None) -> dict[str, Any]:
    """A table's document as programs get it."""
    read: dict[str, Any] = json.loads(encode(of(table, seat, host, since)))
    return read


def auth(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


class Listener:
    """A reader of an event stream, by hand: what comes is in `text`; `headers` are the answer's."""

    def __init__(self, app: Any, path: str, token: str | None = None, last: str | None = None) -> None:
        given = [(b"host", b"table.test")]
        if token is not None:
            given.append((b"authorization", f"Bearer {token}".encode()))
        if last is not None:
            given.append((b"last-event-id", last.encode()))
        plain, _, query = path.partition("?")
        self._scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
            "path": plain, "raw_path": plain.encode(), "query_string": query.encode(), "root_path": "",
            "headers": given, "client": ("127.0.0.1", 1), "server": ("table.test", 80), "state": {},
        }  # fmt: skip
        self._app = app
        self._end = asyncio.Event()
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.text = ""
        self.sending = asyncio.Event()  # cleared: the reader is slow and takes nothing
        self.sending.set()

    async def __aenter__(self) -> "Listener":
        self._task = asyncio.create_task(self._app(self._scope, self._receive, self._send))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._end.set()
        self.sending.set()
        await asyncio.wait_for(self._task, 5)

    async def _receive(self) -> dict[str, Any]:
        await self._end.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self.sending.wait()
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], message["headers"]
        else:
            self.text += message.get("body", b"").decode()

    def messages(self) -> list[tuple[str, Any]]:
        """(id, document) of all that came."""
        found = []
        for block in self.text.split("\n\n"):
            lines = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line and line[0] != ":")
            if "id" in lines:
                found.append((lines["id"], json.loads(lines["data"])))
        return found

    async def until(self, done: Callable[["Listener"], bool]) -> None:
        """Wait until something has come."""
        for _ in range(500):
            if done(self):
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"it never came: {self.text[-500:]}")
