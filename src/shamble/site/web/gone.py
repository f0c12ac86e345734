"""Whoever asked may have gone before the answer is there: then it need not be worked out."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request

from shamble.site import words
from shamble.site.errors import Gone

T = TypeVar("T")


async def unless_gone(request: Request, what: Coroutine[Any, Any, T]) -> T:
    """The coroutine's answer; it is cancelled, and Gone raised, once nobody waits for it any more.

    The request's body must have been read.
    """
    task = asyncio.ensure_future(what)
    gone = asyncio.ensure_future(_until_gone(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Gone(words.GONE)
        return task.result()
    finally:
        task.cancel()
        gone.cancel()


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
