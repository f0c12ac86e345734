"""Lane: the calls that are made all the time go to their handlers without the framework's routing."""

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request

from shamble.site import words
from shamble.site.api import bodies
from shamble.site.api.requests import token_in
from shamble.site.api.routes import events, look, play_as
from shamble.site.errors import BadType
from shamble.site.json_text import encode
from shamble.site.web.event_stream import App, Message, Receive, Send

PREFIX = "/api/tables/"
HOT = {("GET", "events"): events, ("GET", ""): look}
JSON = (b"content-type", b"application/json")


class Lane:
    """An ASGI application before the framework's; what it does not know it hands on."""

    def __init__(self, app: App, site: Starlette) -> None:
        self._app = app
        self._site = site

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a hot call; hand on any other."""
        if scope["path"].startswith(PREFIX):
            table, _, what = scope["path"][len(PREFIX) :].partition("/")
            method = scope["method"]
            if what == "play" and method == "POST":
                await self._play(table, scope, receive, send)
                return
            handler = HOT.get((method, what))
            if handler is not None and table:
                scope["app"] = self._site
                scope["path_params"] = {"table": table}
                response = await handler(Request(scope, receive))
                await response(scope, receive, send)
                return
        await self._app(scope, receive, send)

    async def _play(self, table: str, scope: Message, receive: Receive, send: Send) -> None:
        token, kind = None, b""
        for name, value in scope["headers"]:
            if name == b"authorization":
                token = token_in(value.decode("latin-1"))
            elif name == b"content-type":
                kind = value
        message = await receive()
        body = message.get("body", b"")
        while message.get("more_body"):
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            body += message.get("body", b"")
        if body and kind != JSON[1] and kind.partition(b";")[0].strip().lower() != JSON[1]:
            raise BadType(words.NEED_JSON)
        content = encode(await play_as(self._site, table, token, bodies.read(bodies.Play, body)))
        headers = [JSON, (b"content-length", b"%d" % len(content))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": content, "more_body": False})
