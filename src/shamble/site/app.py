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
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from types import FrameType, ModuleType
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

import shamble
from shamble.files import BadFile, reason
from shamble.kernel.errors import ShambleError
from shamble.site import words
from shamble.site.api import routes as api
from shamble.site.config import Settings, data_folder
from shamble.site.errors import BadInput, BadMethod, NoStore, NoTable, SiteError
from shamble.site.store.addresses import check_memory, is_memory, prepare, store_at
from shamble.site.tables.keys import keep_secret, new_key
from shamble.site.tables.registry import Tables
from shamble.site.tables.retention import keep_finished, retain
from shamble.site.web import metrics
from shamble.site.web.event_stream import App
from shamble.site.web.fast_path import Lane
from shamble.site.web.logs import masked, prepare_logs
from shamble.site.web.middleware import Failed, Gate, Refuse
from shamble.site.web.rate_limits import Limits

logger = logging.getLogger("shamble.site")


class Site(FastAPI):
    """FastAPI behind our gate and lane."""

    front: App | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Requests go through `front`; it hands on what is not answered there."""
        if scope["type"] == "http" and self.front is not None:
            await self.front(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def build(settings: Settings) -> Site:
    """The whole site as an ASGI application; `app.state.tables` are its tables once it runs."""
    if settings.prepared:
        prepare_logs(settings.json_log)
    settings = replace(settings, database=database_of(settings))
    app = Site(
        title="Shamble", version=shamble.__version__, docs_url=None, redoc_url=None, openapi_url=None, lifespan=_life,
        redirect_slashes=False,
    )  # fmt: skip
    app.state.settings = settings
    app.state.limits = Limits(settings.limits, settings.limit)
    app.include_router(api.router)
    app.add_api_route("/healthz", healthz, include_in_schema=False)
    app.add_api_route("/metrics", figures, include_in_schema=False)
    pages = import_module("shamble.site.pages.front") if find_spec("shamble.site.pages.front") is not None else None
    if pages is not None:
        app.include_router(pages.router)
    refuse = _refuse_kindly(app, pages)
    lane = Lane(partial(FastAPI.__call__, app), app)
    log = settings.prepared and settings.access_log
    app.front = Gate(lane, app.state.limits, log, refuse, lambda: app.state.tables, settings.trusted_proxies)
    return app


def _refuse_kindly(app: FastAPI, pages: ModuleType | None) -> Refuse:
    """Every error is one sentence: as JSON for programs, as `pages.refusal(request, error)` draws it for people."""

    async def answer(request: Request, error: ShambleError) -> Response:
        if isinstance(error, NoStore) and error.__cause__ is not None:
            logger.error("The store failed: %s %s", request.method, masked(request.url.path), exc_info=error.__cause__)
        if pages is not None and hasattr(pages, "refusal") and not request.url.path.startswith("/api"):
            found = pages.refusal(request, error)
            drawn: Response = await found if asyncio.iscoroutine(found) else found
            return drawn
        return api.refusal(error)

    @app.exception_handler(ShambleError)
    async def refuse(request: Request, error: ShambleError) -> Response:
        return await answer(request, error)

    @app.exception_handler(HTTPException)
    async def nothing(request: Request, error: HTTPException) -> Response:
        if error.status_code == 405:
            response = await answer(request, BadMethod(words.BAD_METHOD))
            response.headers.update(error.headers or {})
            return response
        found: SiteError = NoTable(words.NOTHING_HERE) if error.status_code == 404 else BadInput(str(error.detail))
        return await answer(request, found)

    @app.exception_handler(Exception)
    async def failed(request: Request, _: Exception) -> Response:
        return await answer(request, Failed(words.WENT_WRONG))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0] if error.errors() else {}
        field = ".".join(str(part) for part in first.get("loc", ())[1:])
        why = f"{field}: {first.get('msg', '')}"[:200].rstrip(".")
        return await answer(request, BadInput(words.NO_SUCH_FIELD.format(why=why)))

    return answer


async def healthz(request: Request) -> Response:
    """Whether the server can play: 200, or 503 where the store does not answer or it is stopping."""
    tables: Tables = request.app.state.tables
    await tables.store.ping()
    if tables.stopping:
        return api.answer({"status": "stopping"}, 503)
    return api.answer({"status": "ok", "version": shamble.__version__})


async def figures(request: Request) -> Response:
    """The figures for Prometheus."""
    return Response(metrics.page(request.app.state.tables), media_type="text/plain; version=0.0.4; charset=utf-8")


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
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
    tables.later(retain(tables, settings))
    tables.later(keep_finished(tables))
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
