"""`shamble serve`: the site as one process or several, from a command line."""

import asyncio
import functools
import logging
import os
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import cast

import uvicorn
from starlette.applications import Starlette
from uvicorn.supervisors.multiprocess import Multiprocess

from shamble.files import reason
from shamble.games import register_all, registered
from shamble.kernel.errors import ShambleError
from shamble.processes import end_with
from shamble.site.app import build, database_of
from shamble.site.config import Settings
from shamble.site.store.addresses import check_memory, prepare
from shamble.site.web.connections import Doorway, bounds_of, raise_open_files
from shamble.site.web.logs import prepare_logs
from shamble.site.web.rate_limits import IDLE_TIME, Limits

GRACE = 8  # seconds a stopping process waits for answers that are on their way


logger = logging.getLogger("shamble.site")


class BadAddress(ShambleError):
    """A host or port that cannot be listened at."""


def serve(settings: Settings, browser: bool | None = None, any_port: bool = False) -> None:
    """Serve until SIGINT or SIGTERM. `browser`: open one, do not, or (None) where there is a screen. `any_port`: take
    another port where that of the settings is taken.

    BadAddress, BadDatabase, BadLimit or BadRedis, in one sentence, before anything is served.
    """
    prepare_logs(settings.json_log)
    limits = Limits(settings.limits, settings.limit)
    settings = replace(settings, database=database_of(settings))
    check_memory(settings.database, settings.workers > 1 or bool(settings.redis))
    files = raise_open_files()
    bounds = bounds_of(limits, files, settings.trusted_proxies)
    try:
        listener = listen(settings.host, settings.port)
    except BadAddress:
        if not any_port:
            raise
        listener = listen(settings.host, 0)
    prepare(settings.database)
    if settings.redis:
        from shamble.site.tables.notify_redis import check_redis

        asyncio.run(check_redis(settings.redis))
    port = listener.getsockname()[1]
    address = f"http://{shown_host(settings.host)}:{port}/"
    settings = replace(settings, prepared=True, port=port)
    config = uvicorn.Config(
        functools.partial(_build, settings, registered()),
        factory=True,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        http=cast(type[asyncio.Protocol], Doorway(bounds)),
        ws="none",
        proxy_headers=False,  # the gate counts them from the right
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=limits.number(IDLE_TIME),
        timeout_worker_healthcheck=30,
        h11_max_incomplete_event_size=bounds.head,
    )
    logger.info("Up to %d connections at once, with %s open files.", bounds.all, files or "any number of")
    print(f"Shamble is at {address} (Ctrl-C stops it).", flush=True)
    if wants_browser() if browser is None else browser:
        threading.Timer(0.7, webbrowser.open, [address]).start()
    if settings.workers > 1:
        with tempfile.TemporaryDirectory(prefix="shamble-metrics-") as folder:
            os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder)  # the workers' figures are summed there
            Multiprocess(config, [listener]).run()
    else:
        uvicorn.Server(config).run([listener])


def _build(settings: Settings, games: Iterable[Path | str]) -> Starlette:
    """The app, in a process of its own where there are several: with the games registered before they began, and an end
    with the process that began it, however that ends."""
    register_all(games)
    if settings.workers > 1:
        end_with(os.getppid(), grace=GRACE + 2)
    return build(settings)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at the address; BadAddress, with the reason, if it cannot."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        hint = " Choose another by --port, or 0 for any that is free." if port else ""
        raise BadAddress(f"Nothing can be served at {host}:{port}: {reason(error)}.{hint}") from None
    except (OverflowError, UnicodeError):
        raise BadAddress(f"{host[:60]}:{port} is no address. A port is a number from 0 to 65535.") from None
    listener.set_inheritable(True)
    return listener


def shown_host(host: str) -> str:
    """The host as it stands in an address that works on this machine."""
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def wants_browser() -> bool:
    """Whether somebody sits here before a screen."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
