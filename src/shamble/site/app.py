"""The application: store, tables, calls and pages put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from fastapi import FastAPI, Request, Response

import shamble
from shamble.kernel.errors import ShambleError
from shamble.site import api, schema
from shamble.site.config import Settings, data_folder
from shamble.site.security import keep_secret
from shamble.site.store import Store
from shamble.site.tables import Tables


def build(settings: Settings) -> FastAPI:
    """The whole site as an ASGI application; `app.state.tables` are its tables."""
    app = FastAPI(
        title="Shamble", version=shamble.__version__, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json",
        lifespan=_life,
    )  # fmt: skip
    app.state.settings = settings
    app.include_router(api.router)
    if find_spec("shamble.site.pages") is not None:
        app.include_router(import_module("shamble.site.pages").router)

    @app.exception_handler(ShambleError)
    async def refuse(_: Request, error: ShambleError) -> Response:
        return api.refusal(error)

    return app


@asynccontextmanager
async def _life(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    secret = settings.secret or keep_secret(data_folder() / "secret")
    store = Store(settings.database or str(_default_database()))
    async with store.engine.begin() as connection:
        await connection.run_sync(schema.metadata.create_all)
    await store.open()
    tables = Tables(settings, store, secret)
    app.state.tables = tables
    try:
        yield
    finally:
        tables.stop_streams()
        await tables.close()
        await store.close()


def _default_database() -> Path:
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "tables.sqlite"
