"""Redis as the channel between processes. Loaded only where a Redis is given."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from shamble.kernel.errors import ShambleError

CHANNEL = "shamble:tables"
AGAIN = 2.0  # seconds until Redis is tried again

logger = logging.getLogger("shamble.site")


class BadRedis(ShambleError):
    """An address that is not Redis's, or a Redis that cannot be reached."""


class RedisChannel:
    """A channel that every process tells and listens to; BadRedis where the address is none."""

    def __init__(self, url: str) -> None:
        self.connected = False  # whether what others tell is heard
        self._redis = _client(url)

    async def publish(self, message: str) -> None:
        """Tell the others; where Redis is gone they look for themselves until it is back."""
        try:
            await self._redis.publish(CHANNEL, message)
        except (RedisError, OSError):
            self.connected = False

    async def listen(self, take: Callable[[Any], None]) -> None:
        """Hand on whatever is told, for ever."""
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(CHANNEL)
                    self.connected = True
                    async for message in channel.listen():
                        take(message["data"])
            except (RedisError, OSError) as error:
                if self.connected:
                    logger.warning("Redis is gone (%s); looking at the store until it is back.", type(error).__name__)
                self.connected = False
                await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        """Let go of the connection."""
        await self._redis.aclose()


def _client(url: str) -> Redis:
    try:
        return Redis.from_url(url, socket_connect_timeout=3, health_check_interval=15)
    except ValueError:
        raise BadRedis("--redis is no address of a Redis server. It is redis://HOST:PORT/NUMBER.") from None


async def check_redis(url: str) -> None:
    """BadRedis if no Redis answers at the address."""
    client = _client(url)
    try:
        await client.ping()
    except (RedisError, OSError) as error:
        why = " ".join(str(error).split())[:150].rstrip(".")
        raise BadRedis(f"The Redis server of --redis cannot be used: {why}.") from None
    finally:
        await client.aclose()
