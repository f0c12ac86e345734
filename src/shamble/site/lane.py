"""Lane: the calls that are made all the time go to their handlers without the framework's routing."""

from fastapi import FastAPI, Request
from starlette.types import ASGIApp

from shamble.site.api import HOT
from shamble.site.streams import Message, Receive, Send

PREFIX = "/api/tables/"


class Lane:
    """An ASGI application before the framework's; what it does not know it hands on."""

    def __init__(self, app: ASGIApp, site: FastAPI) -> None:
        self._app = app
        self._site = site

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a hot call; hand on any other."""
        if scope["type"] == "http" and scope["path"].startswith(PREFIX):
            table, _, what = scope["path"][len(PREFIX) :].partition("/")
            handler = HOT.get((scope["method"], what))
            if handler is not None and table:
                scope["app"] = self._site
                scope["path_params"] = {"table": table}
                response = await handler(Request(scope, receive))
                await response(scope, receive, send)
                return
        await self._app(scope, receive, send)
