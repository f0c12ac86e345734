"""The addresses of the pages: a handler takes the request and what its address names."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Response]])


class Addresses:
    """The routes of a file of pages, in the order in which they are looked through."""

    def __init__(self) -> None:
        self.routes: list[Route] = []

    def get(self, path: str) -> Callable[[Handler], Handler]:
        """The decorated function answers GET at `path`; its parameters after the request are named in `path`."""
        return self._answering(path, "GET")

    def post(self, path: str) -> Callable[[Handler], Handler]:
        """The decorated function answers POST at `path`."""
        return self._answering(path, "POST")

    def _answering(self, path: str, method: str) -> Callable[[Handler], Handler]:
        def add(handler: Handler) -> Handler:
            async def endpoint(request: Request) -> Response:
                return await handler(request, **request.path_params)

            self.routes.append(Route(path, endpoint, methods=[method]))
            return handler

        return add
