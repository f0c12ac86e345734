"""Notify: how processes that share a store tell each other which tables have moved.

Over Redis, where it is given: "table t is at revision n". Else, where other processes use the store, by looking at it.
What travels is never more than that: the store is the truth, and whoever hears of a revision reads it there.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from shamble.site import words
from shamble.site.config import Settings
from shamble.site.store.processes import process_name
from shamble.site.store.protocol import Store
from shamble.site.tables.services import Awake, Notices

if TYPE_CHECKING:
    from shamble.site.tables.notify_redis import RedisChannel

BEAT = 10.0  # seconds between signs of life
SELDOM = 5.0  # seconds between looks at the store where Redis is there: a message may have been lost
GATHER = 0.002  # seconds in which news gather before they are told or read together
AGAIN = 2.0  # seconds until the store is asked again

logger = logging.getLogger("shamble.site")


class Notifier(Notices):
    """Tells other processes what this one wrote, and this one what they wrote."""

    def __init__(self, settings: Settings, store: Store, awake: Mapping[str, Awake]) -> None:
        self.me = process_name()
        self.shared = settings.workers > 1 or bool(settings.redis)  # whether others use the store
        self._settings = settings
        self._store = store
        self._awake = awake
        self._channel = _channel(settings.redis) if settings.redis else None
        self._said = False
        self._moved: dict[str, int] = {}
        self._wanted = asyncio.Event()
        self._news: dict[str, int] = {}
        self._heard = asyncio.Event()
        self._asking = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to tell and to listen."""
        await self._beat()
        self._begin(self._beat_on())
        self._begin(self._poll_on())
        self._begin(self._read_on())
        self._begin(self._note_presence_on())
        if self._channel is not None:
            self._begin(self._tell_on(self._channel))
            self._begin(self._channel.listen(self._take))

    def _begin(self, what: Any) -> None:
        self._tasks.append(asyncio.create_task(what))

    async def stop(self) -> None:
        """Stop, and take this process from the list of those that use the store."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._asking.acquire(), 2)  # not in the middle of a question to the store
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._channel is not None:
            await self._channel.close()
        with contextlib.suppress(Exception):
            await self._store.leave(self.me)

    def moved(self, table: Awake) -> None:
        """This process has written to a table."""
        if self._channel is not None:
            self._moved[table.id] = table.revision
            self._wanted.set()

    # -- who else is there ---------------------------------------------------------------------------------------

    async def _beat(self) -> None:
        others = await self._store.alive(self.me)
        self.shared = others > 0 or self._settings.workers > 1 or self._channel is not None

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                async with self._asking:
                    await self._beat()
            except Exception:
                logger.exception("The store did not take this process's sign of life.")

    async def _note_presence_on(self) -> None:
        """Let other processes know who is heard of here, so that nobody is away who is only elsewhere."""
        after = self._settings.away_after
        noted: set[tuple[str, int]] = set()
        while after > 0:
            await asyncio.sleep(min(2.0, after / 4))
            if not self.shared:
                continue
            now = time.monotonic()
            here = {(one.id, seat) for one in self._awake.values() for seat in one.heard_of(now - after)}
            if here != noted:
                try:
                    async with self._asking:
                        await self._store.present(self.me, here - noted, noted - here)
                    noted = here
                except Exception:
                    logger.exception("The store did not take who is here.")
                    await asyncio.sleep(AGAIN)

    # -- by looking ----------------------------------------------------------------------------------------------

    async def _poll_on(self) -> None:
        looked = 0.0
        while True:
            await asyncio.sleep(self._settings.poll)
            if not self.shared or (
                self._channel is not None and self._channel.connected and time.monotonic() - looked < SELDOM
            ):
                continue
            looked = time.monotonic()
            if not self._said and self._channel is None:
                self._said = True
                logger.warning(words.ONE_SECOND_PROCESS.format(seconds=self._settings.poll))
            try:
                async with self._asking:
                    revisions = await self._store.revisions(list(self._awake))
            except Exception:
                logger.exception("The store could not be looked at.")
                await asyncio.sleep(AGAIN)
                continue
            self._news |= revisions
            self._heard.set()

    async def _read_on(self) -> None:
        while True:
            await self._heard.wait()
            await asyncio.sleep(GATHER)
            self._heard.clear()
            news, self._news = self._news, {}
            try:
                async with self._asking:
                    await self._read(news)
            except Exception:
                logger.exception("The store could not be read.")
                await asyncio.sleep(AGAIN)

    async def _read(self, news: dict[str, int]) -> None:
        """Read what others have written at the tables that are awake here, all at once."""
        awake = self._awake
        wanted = [
            (table_id, number)
            for table_id, revision in news.items()
            if table_id in awake
            for number in range(awake[table_id].revision + 1, revision + 1)
        ]
        if wanted:
            for table_id, entries in (await self._store.news(wanted)).items():
                if table_id in awake:
                    await awake[table_id].hear(entries)

    # -- over Redis ----------------------------------------------------------------------------------------------

    async def _tell_on(self, channel: "RedisChannel") -> None:
        while True:
            await self._wanted.wait()
            await asyncio.sleep(GATHER)
            self._wanted.clear()
            moved, self._moved = self._moved, {}
            await channel.publish(" ".join([self.me, *(f"{one}:{n}" for one, n in moved.items())]))

    def _take(self, data: Any) -> None:
        sender, *moved = (data.decode("ascii", "replace") if isinstance(data, bytes) else str(data)).split() or [""]
        if sender == self.me:
            return
        for one in moved:
            table_id, _, revision = one.partition(":")
            if revision.isdecimal():
                self._news[table_id] = max(int(revision), self._news.get(table_id, 0))
        self._heard.set()


def _channel(url: str) -> "RedisChannel":
    """The channel over a Redis; only a server that has one loads what it takes."""
    from shamble.site.tables.notify_redis import RedisChannel

    return RedisChannel(url)
