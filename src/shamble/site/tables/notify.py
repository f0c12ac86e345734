"""Notify: how processes that share a store tell each other which tables have moved.

Over Redis, where it is given: "table t is at revision n". Else, where other processes use the store, by looking at it.
What travels is never more than that: the store is the truth, and whoever hears of a revision reads it there.
"""

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING, Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from shamble.kernel.errors import ShambleError
from shamble.site import words
from shamble.site.config import Settings
from shamble.site.store.processes import process_name

if TYPE_CHECKING:
    from shamble.site.tables.log import LiveTable
    from shamble.site.tables.registry import Tables

CHANNEL = "shamble:tables"
BEAT = 10.0  # seconds between signs of life
SELDOM = 5.0  # seconds between looks at the store where Redis is there: a message may have been lost
GATHER = 0.002  # seconds in which news gather before they are told or read together
AGAIN = 2.0  # seconds until Redis is tried again

logger = logging.getLogger("shamble.site")


class BadRedis(ShambleError):
    """A Redis address that is none, or a Redis that cannot be reached."""


class Notifier:
    """Tells other processes what this one wrote, and this one what they wrote."""

    def __init__(self, settings: Settings, tables: "Tables") -> None:
        self.me = process_name()
        self.shared = settings.workers > 1 or bool(settings.redis)  # whether others use the store
        self._settings = settings
        self._tables = tables
        self._redis: Redis | None = _redis(settings.redis) if settings.redis else None
        self._connected = False
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
        if self._redis is not None:
            self._begin(self._tell_on())
            self._begin(self._listen_on())

    def _begin(self, what: Any) -> None:
        self._tasks.append(asyncio.create_task(what))

    async def stop(self) -> None:
        """Stop, and take this process from the list of those that use the store."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._asking.acquire(), 2)  # not in the middle of a question to the store
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._redis is not None:
            await self._redis.aclose()
        with contextlib.suppress(Exception):
            await self._tables.store.leave(self.me)

    def moved(self, table: "LiveTable") -> None:
        """This process has written to a table."""
        if self._redis is not None:
            self._moved[table.id] = table.revision
            self._wanted.set()

    # -- who else is there ---------------------------------------------------------------------------------------

    async def _beat(self) -> None:
        others = await self._tables.store.alive(self.me)
        self.shared = others > 0 or self._settings.workers > 1 or self._redis is not None

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
            here = {(one.id, seat) for one in self._tables.awake.values() for seat in one.heard_of(now - after)}
            if here != noted:
                try:
                    async with self._asking:
                        await self._tables.store.present(self.me, here - noted, noted - here)
                    noted = here
                except Exception:
                    logger.exception("The store did not take who is here.")
                    await asyncio.sleep(AGAIN)

    # -- by looking ----------------------------------------------------------------------------------------------

    async def _poll_on(self) -> None:
        looked = 0.0
        while True:
            await asyncio.sleep(self._settings.poll)
            if not self.shared or (self._connected and time.monotonic() - looked < SELDOM):
                continue
            looked = time.monotonic()
            if not self._said and self._redis is None:
                self._said = True
                logger.warning(words.ONE_SECOND_PROCESS.format(seconds=self._settings.poll))
            try:
                async with self._asking:
                    found = await self._tables.store.revisions(list(self._tables.awake))
            except Exception:
                logger.exception("The store could not be looked at.")
                await asyncio.sleep(AGAIN)
                continue
            self._news |= found
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
        awake = self._tables.awake
        wanted = [
            (table_id, number)
            for table_id, revision in news.items()
            if table_id in awake
            for number in range(awake[table_id].revision + 1, revision + 1)
        ]
        if wanted:
            for table_id, entries in (await self._tables.store.news(wanted)).items():
                if table_id in awake:
                    await awake[table_id].hear(entries)

    # -- over Redis ----------------------------------------------------------------------------------------------

    async def _tell_on(self) -> None:
        assert self._redis is not None
        while True:
            await self._wanted.wait()
            await asyncio.sleep(GATHER)
            self._wanted.clear()
            moved, self._moved = self._moved, {}
            try:
                await self._redis.publish(CHANNEL, " ".join([self.me, *(f"{one}:{n}" for one, n in moved.items())]))
            except (RedisError, OSError):
                self._connected = False  # the others look for themselves until it is back

    async def _listen_on(self) -> None:
        assert self._redis is not None
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(CHANNEL)
                    self._connected = True
                    async for message in channel.listen():
                        self._take(message["data"])
            except (RedisError, OSError) as error:
                if self._connected:
                    logger.warning("Redis is gone (%s); looking at the store until it is back.", type(error).__name__)
                self._connected = False
                await asyncio.sleep(AGAIN)

    def _take(self, data: Any) -> None:
        sender, *moved = (data.decode("ascii", "replace") if isinstance(data, bytes) else str(data)).split() or [""]
        if sender == self.me:
            return
        for one in moved:
            table_id, _, revision = one.partition(":")
            if revision.isdecimal():
                self._news[table_id] = max(int(revision), self._news.get(table_id, 0))
        self._heard.set()


def _redis(url: str) -> Redis:
    try:
        return Redis.from_url(url, socket_connect_timeout=3, health_check_interval=15)
    except ValueError:
        raise BadRedis("--redis is no address of a Redis server. It is redis://HOST:PORT/NUMBER.") from None


async def check_redis(url: str) -> None:
    """BadRedis where no Redis answers at the address."""
    client = _redis(url)
    try:
        await client.ping()
    except (RedisError, OSError) as error:
        why = " ".join(str(error).split())[:150].rstrip(".")
        raise BadRedis(f"The Redis server of --redis cannot be used: {why}.") from None
    finally:
        await client.aclose()
