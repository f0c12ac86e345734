"""Rate limits: token buckets by who asks, in this process's memory."""

import ipaddress
import time
from dataclasses import dataclass

from shamble.site.errors import TooMany

MOST_BUCKETS = 20_000


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, so many at once."""

    a_second: float
    at_once: float


ADDRESS = Rate(60, 300)  # everything from one address
TOKEN = Rate(25, 100)  # acts of one key
TABLES = Rate(0.5, 40)  # tables made from one address
GUESSES = Rate(0.1, 10)  # resume codes tried, and links that were wrong, from one address
THOUGHTS = Rate(0.5, 10)  # hints for one key
STREAMS = 250  # open at once from one address


class Limits:
    """Buckets by kind and name. Where `on` is false nothing is ever refused."""

    def __init__(self, on: bool) -> None:
        self.on = on
        self._buckets: dict[tuple[Rate, str], tuple[float, float]] = {}
        self._open: dict[str, int] = {}

    def take(self, rate: Rate, name: str, cost: float = 1.0) -> None:
        """Use up some of a bucket; TooMany, with the seconds to wait, where too little is left."""
        if not self.on:
            return
        now = time.monotonic()
        left, since = self._buckets.get((rate, name), (rate.at_once, now))
        left = min(rate.at_once, left + (now - since) * rate.a_second)
        if left < cost:
            raise TooMany((cost - left) / rate.a_second)
        if len(self._buckets) >= MOST_BUCKETS:
            self._forget(now)
        self._buckets[(rate, name)] = (left - cost, now)

    def check(self, rate: Rate, name: str) -> None:
        """TooMany where the bucket is empty; nothing is used up."""
        self.take(rate, name, 0.0 if not self.on else 1.0)
        self.give_back(rate, name)

    def give_back(self, rate: Rate, name: str) -> None:
        """Put back what was taken."""
        found = self._buckets.get((rate, name))
        if found is not None:
            self._buckets[(rate, name)] = (found[0] + 1.0, found[1])

    def open_stream(self, address: str) -> None:
        """Count a stream; TooMany where the address has too many open."""
        if self.on and self._open.get(address, 0) >= STREAMS:
            raise TooMany(30)
        self._open[address] = self._open.get(address, 0) + 1

    def close_stream(self, address: str) -> None:
        """Count it no longer."""
        left = self._open.get(address, 0) - 1
        if left > 0:
            self._open[address] = left
        else:
            self._open.pop(address, None)

    def _forget(self, now: float) -> None:
        """Drop the buckets that are full again; all of them where that is not enough."""
        full = [
            key for key, (left, since) in self._buckets.items()
            if left + (now - since) * key[0].a_second >= key[0].at_once
        ]  # fmt: skip
        for key in full:
            del self._buckets[key]
        if len(self._buckets) >= MOST_BUCKETS:
            self._buckets.clear()


def named_address(host: str) -> str:
    """Who asks, for counting: an IPv4 address, or the /64 of an IPv6 one."""
    if ":" not in host:
        return host
    try:
        return str(ipaddress.ip_network((host.partition("%")[0], 64), strict=False))
    except ValueError:
        return host
