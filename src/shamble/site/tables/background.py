"""Background: what a server does by the way, besides answering."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from shamble.site.store.protocol import FAILURES, LONGEST_WAIT, RETRY

RETRY_FOR = 3600.0  # seconds that something is tried while the store fails

logger = logging.getLogger("shamble.site")


class Background:
    """The tasks under way; `stopping` once the server is told to stop."""

    def __init__(self) -> None:
        self.stopping = False
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, what: Coroutine[Any, Any, Any]) -> None:
        """Do something by the way; what goes wrong is logged."""
        task = asyncio.ensure_future(what)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def retry_until_stored(self, what: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Do something by the way; where the store fails, again and again until it answers, for an hour at most."""

        async def do() -> None:
            wait, end = RETRY, time.monotonic() + RETRY_FOR
            while not self.stopping:
                try:
                    await what()
                    return
                except FAILURES:
                    if time.monotonic() > end:
                        raise
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST_WAIT)

        self.spawn(do())

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("Something done by the way failed.", exc_info=task.exception())

    async def end(self, others: "list[asyncio.Task[Any]]") -> None:
        """Cancel what is under way, and those others."""
        tasks = [*self._tasks, *others]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
