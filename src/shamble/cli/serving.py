"""The command that serves the site."""

from pathlib import Path
from typing import Annotated

import typer

from shamble.cli.app import app
from shamble.kernel.errors import BadOption


@app.command()
def serve(
    host: Annotated[str, typer.Option("--host", metavar="H", help="0.0.0.0: for the whole network.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="P", min=0, max=65535, help="0: any that is free; else 8000 if that is."),
    ] = None,
    database: Annotated[
        str, typer.Option("--database", metavar="URL", help="A file, postgresql://USER@HOST/NAME, or memory:.")
    ] = "",
    redis: Annotated[str, typer.Option("--redis", metavar="URL", help="redis://HOST, for several processes.")] = "",
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, max=64, help="Processes.")] = 1,
    browser: Annotated[
        bool | None, typer.Option("--open/--no-open", help="Open a browser; else only where there is a screen.")
    ] = None,
    secret_file: Annotated[
        Path | None, typer.Option("--secret-file", metavar="FILE", help="The key of links; the same on every host.")
    ] = None,
    keep_days: Annotated[
        int, typer.Option("--keep-days", metavar="N", min=0, help="Export and drop tables unused so long; 0: never.")
    ] = 0,
    trusted_proxy: Annotated[
        bool, typer.Option("--trusted-proxy", help="Behind one proxy of your own; the same as --trusted-proxies 1.")
    ] = False,
    trusted_proxies: Annotated[
        int,
        typer.Option("--trusted-proxies", metavar="N", min=0, max=9, help="Your own proxies that a request passes."),
    ] = 0,
    limits: Annotated[bool, typer.Option("--limits/--no-limits", help="Rate limits; off only for measuring.")] = True,
    limit: Annotated[
        list[str] | None,
        typer.Option("--limit", metavar="NAME=VALUE", help="One limit, as tables=200/min; may be given several times."),
    ] = None,
    pace: Annotated[
        float, typer.Option("--pace", metavar="SECONDS", min=0, max=60, help="Pause before each bot's move.")
    ] = 0.6,
    thinkers: Annotated[
        int,
        typer.Option("--thinkers", metavar="N", min=0, max=256, help="Processes for hard bots; 0: processors - 1."),
    ] = 0,
    bot_seconds: Annotated[
        float,
        typer.Option("--bot-seconds", metavar="S", min=0.1, max=600, help="After S seconds a bot chooses quickly."),
    ] = 4.0,
    idle_after: Annotated[
        float,
        typer.Option("--idle-after", metavar="SECONDS", min=0, help="Who is that slow may be stood in for; 0: never."),
    ] = 120.0,
    json_log: Annotated[bool, typer.Option("--json-log", help="The log as one JSON object a line.")] = False,
    access_log: Annotated[bool, typer.Option("--access-log/--no-access-log", help="A line for each request.")] = True,
) -> None:
    """Play in the browser: alone, with friends by a link, or by programs (HTTP interface at /api)."""
    try:
        from shamble.site.config import Settings
        from shamble.site.serve import serve as begin
        from shamble.site.tables.keys import keep_secret
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("shamble"):
            raise
        raise BadOption(
            f"The web site needs more than the bare engine ({error.name} is missing): pip install 'shamble[site]'"
        ) from None
    secret = keep_secret(secret_file) if secret_file is not None else ""
    settings = Settings(
        database=database, redis=redis, secret=secret, host=host, port=8000 if port is None else port, workers=workers,
        limits=limits, limit=tuple(limit or ()), pace=pace, keep_days=keep_days, json_log=json_log,
        access_log=access_log, trusted_proxies=max(trusted_proxies, int(trusted_proxy)), idle_after=idle_after,
        thinkers=thinkers, bot_seconds=bot_seconds,
    )  # fmt: skip
    begin(settings, browser, any_port=port is None)
