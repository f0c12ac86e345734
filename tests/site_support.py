"""A site in the test's own process: a store in memory or in a folder, requests without a network."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from fastapi import FastAPI

from shamble.site.app import build
from shamble.site.config import Settings

T = TypeVar("T")
SECRET = "a secret of the tests, long enough to be one"


@asynccontextmanager
async def site(folder: Path, **settings: Any) -> AsyncIterator[tuple[FastAPI, httpx.AsyncClient]]:
    """An app that runs, and a client of it."""
    given: dict[str, Any] = {"pace": 0.0, "limits": False, "secret": SECRET, "database": str(folder / "t.sqlite")}
    app = build(Settings(**(given | settings)))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as client:
            yield app, client


def run(main: Callable[[], Awaitable[T]]) -> T:
    """Run a test's coroutine."""

    async def begin() -> T:
        return await main()

    return asyncio.run(begin())


def auth(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}
