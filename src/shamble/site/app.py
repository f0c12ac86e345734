"""The application: store, tables, calls, pages and gate put together."""

import asyncio
import gc
import logging
import os
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from types import FrameType
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import shamble
from shamble.files import BadFile, reason
from shamble.kernel.errors import ShambleError
from shamble.site import words
from shamble.site.config import Settings, data_folder
from shamble.site.errors import BadInput, BadMethod, NoStore, NoTable
from shamble.site.pages import front
from shamble.site.store.addresses import check_memory, is_memory, prepare, store_at
from shamble.site.tables.keys import keep_secret, new_key
from shamble.site.tables.registry import Tables
from shamble.site.tables.retention import keep_finished, retain
from shamble.site.web import metrics
from shamble.site.web.answers import answer, refusal
from shamble.site.web.event_stream import App
from shamble.site.web.logs import masked, prepare_logs
from shamble.site.web.middleware import Failed, Gate
from shamble.site.web.rate_limits import Limits

logger = logging.getLogger("shamble.site")


class Site(Starlette):
    """The pages, and beside them the calls for programs where what these need is installed; behind our gate."""

    front: App | None = None
    calls: App | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Requests go through `front`; it hands on to `answer` what is not answered there."""
        if scope["type"] == "http" and self.front is not None:
            await self.front(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request by a call or by a page."""
        path = scope["path"]
        if self.calls is not None and (path == "/api" or path.startswith("/api/")):
            await self.calls(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def build(settings: Settings) -> Site:
    """The whole site as an ASGI application; `app.state.tables` are its tables once it runs.

    Without FastAPI and msgspec it has no calls for programs, and all of its pages.
    """
    if settings.prepared:
        prepare_logs(settings.json_log)
    settings = replace(settings, database=database_of(settings))
    handlers = refusals()
    app = Site(routes=[*OWN, *front.routes()], exception_handlers=handlers, lifespan=_life)
    app.router.redirect_slashes = False
    app.state.settings = settings
    app.state.limits = Limits(settings.limits, settings.limit)
    answering: App = app.answer
    try:
        from shamble.site.api.calls import application
        from shamble.site.web.fast_path import Lane
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("shamble"):
            raise
        logger.info("There are no calls for programs: %s is not installed.", error.name)
    else:
        app.calls = application(app.state, handlers)
        answering = Lane(answering, app)
    log = settings.prepared and settings.access_log
    app.front = Gate(answering, app.state.limits, log, refuse, lambda: app.state.tables, settings.trusted_proxies)
    return app


async def refuse(request: Request, error: Exception) -> Response:
    """Every error is one sentence: as JSON for programs, as a page for people."""
    if isinstance(error, NoStore) and error.__cause__ is not None:
        logger.error("The store failed: %s %s", request.method, masked(request.url.path), exc_info=error.__cause__)
    kind = error if isinstance(error, ShambleError) else Failed(words.WENT_WRONG)
    return refusal(kind) if request.url.path.startswith("/api") else front.refusal(request, kind)


async def _nothing(request: Request, error: Exception) -> Response:
    """Starlette's own refusals: no such address, another method, a body that cannot be read."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        response = await refuse(request, BadMethod(words.BAD_METHOD))
        response.headers.update(error.headers or {})
        return response
    return await refuse(
        request, NoTable(words.NOTHING_HERE) if error.status_code == 404 else BadInput(str(error.detail))
    )


def refusals() -> dict[Any, Any]:
    """Who answers which error."""
    return {ShambleError: refuse, HTTPException: _nothing, Exception: refuse}


async def healthz(request: Request) -> Response:
    """Whether the server can play: 200, or 503 where the store does not answer or it is stopping."""
    tables: Tables = request.app.state.tables
    await tables.store.ping()
    if tables.stopping:
        return answer({"status": "stopping"}, 503)
    return answer({"status": "ok", "version": shamble.__version__})


async def figures(request: Request) -> Response:
    """The figures for Prometheus."""
    return Response(metrics.page(request.app.state.tables), media_type="text/plain; version=0.0.4; charset=utf-8")


OWN = (Route("/healthz", healthz), Route("/metrics", figures))


@asynccontextmanager
async def _life(app: Starlette) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    in_memory = is_memory(settings.database)
    check_memory(settings.database, settings.workers > 1 or bool(settings.redis))
    if in_memory:
        logger.warning(words.IN_MEMORY)
    if not settings.prepared:
        await asyncio.to_thread(prepare, settings.database)
    store = store_at(settings.database)
    secret = settings.secret or (new_key() if in_memory else keep_secret(data_folder() / "secret"))
    await store.open()
    tables = Tables(settings, store, secret)
    app.state.tables = tables
    await tables.start()
    tables.background.spawn(retain(tables, settings))
    tables.background.spawn(keep_finished(tables))
    _stop_streams_on_signal(tables)
    if settings.prepared:
        gc.freeze()  # what is loaded now stays; small collections, for a large one would make a thousand tables wait
        gc.set_threshold(1_000, 10, 1_000)
    try:
        yield
    finally:
        tables.stop_streams()
        await tables.close()
        await store.close()


def _stop_streams_on_signal(tables: Tables) -> None:
    """A server that is told to stop waits for its answers: tell the streams first, or they would never end."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)
        if not callable(before) or before is signal.default_int_handler:
            continue

        def handle(got: int, frame: FrameType | None, before: object = before) -> None:
            loop.call_soon_threadsafe(tables.stop_streams)
            if callable(before):
                before(got, frame)

        signal.signal(number, handle)


def database_of(settings: Settings) -> str:
    """The database's address: as told, else a file in the data folder (which is made)."""
    if settings.database:
        return settings.database
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{folder} cannot be made: {reason(error)}. Use --database FILE.") from None
    return os.fspath(folder / "tables.sqlite")
