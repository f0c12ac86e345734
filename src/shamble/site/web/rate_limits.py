"""Limits: what one visitor, one seat and one address may do. Each has a name, a default and is a setting.

Rates are token buckets in this process's memory, counted by who asks: a seat, a key that holds one or that we issued,
and only then the address, which a whole school may share.
"""

import ipaddress
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from shamble.kernel.errors import ShambleError
from shamble.site import words
from shamble.site.errors import NoCode, NotYours, TooMany

MOST_BUCKETS = 20_000
SECONDS = {"s": 1, "min": 60, "h": 3600}
BYTES = {"": 1, "kB": 1024, "MB": 1024 * 1024}


class BadLimit(ShambleError):
    """A limit that does not exist, or a value that it cannot have."""


@dataclass(frozen=True)
class Limit:
    """A limit as it is documented: its kind (rate, number, time or size), default, and what it counts."""

    kind: str
    default: str
    counts: str


REQUESTS, VISITORS, LOOKS, ACTS = "requests", "visitors", "looks", "acts"
KEYS, TABLES, GUESSES, THOUGHTS = "keys", "tables", "guesses", "thoughts"
NAMES, PHRASES, CHANGES = "names", "phrases", "changes"
STREAMS, WATCHING = "streams", "watching"
CONNECTIONS, HEAD, HEADERS, BODY, UPLOAD = "connections", "head", "headers", "body", "upload"
HEAD_TIME, BODY_TIME, IDLE_TIME, WRITE_TIME = "head-time", "body-time", "idle-time", "write-time"

LIMITS: dict[str, Limit] = {
    ACTS: Limit("rate", "100/4s", "what one key does at a table where it holds a seat"),
    LOOKS: Limit("rate", "300/10s", "what one key reads there; refreshes that a stream asks for are of this kind"),
    VISITORS: Limit("rate", "3000/10s", "from one address, what known visitors ask for beyond their own tables"),
    REQUESTS: Limit("rate", "600/6s", "from one address, everything that strangers ask for"),
    KEYS: Limit("rate", "300/10min", "new visitors from one address"),
    TABLES: Limit("rate", "150/5min", "tables made from one address"),
    GUESSES: Limit("rate", "30/5min", "wrong resume codes and wrong links from one address; right ones do not count"),
    THOUGHTS: Limit("rate", "10/20s", "hints and reviews for one key"),
    NAMES: Limit("rate", "6/min", "new names of one seat"),
    PHRASES: Limit("rate", "12/min", "phrases of one seat"),
    CHANGES: Limit("rate", "120/min", "what else one seat writes into its table's story: taking back, leaving, bots"),
    STREAMS: Limit("number", "100", "open streams of one key"),
    WATCHING: Limit("number", "1000", "open streams of strangers from one address"),
    CONNECTIONS: Limit("number", "1000", "open connections of one address; not counted behind a trusted proxy"),
    HEAD: Limit("size", "32kB", "a request's line and headers"),
    HEADERS: Limit("number", "100", "a request's headers"),
    BODY: Limit("size", "64kB", "a request's body"),
    UPLOAD: Limit("size", "2MB", "an uploaded record"),
    HEAD_TIME: Limit("time", "15s", "until a request's headers are there"),
    BODY_TIME: Limit("time", "60s", "until its body is there"),
    IDLE_TIME: Limit("time", "30s", "between two requests of a connection"),
    WRITE_TIME: Limit("time", "60s", "in which a reader takes nothing of what is sent"),
}


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, so many at once."""

    a_second: float
    at_once: float


def read_limits(given: Sequence[str]) -> dict[str, Rate | int]:
    """Every limit's value: a Rate, a number, bytes, or seconds. `given` are settings as `tables=200/min`; what is not
    among them has its default.

    BadLimit, in a sentence that says what would be right.
    """
    values = {name: _value(name, limit.default) for name, limit in LIMITS.items()}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise BadLimit(words.LIMIT_FORM.format(text=text[:60]))
        if name not in LIMITS:
            raise BadLimit(words.NO_LIMIT.format(name=name[:40], known=", ".join(LIMITS)))
        values[name] = _value(name, value)
    return values


def _value(name: str, text: str) -> Rate | int:
    kind, example = LIMITS[name].kind, LIMITS[name].default
    forms = {
        "rate": r"(\d{1,7})/(\d{0,4})(s|min|h)", "number": r"(\d{1,7})()()", "time": r"(\d{1,5})()(s|min|h)",
        "size": r"(\d{1,7})()(|kB|MB)",
    }  # fmt: skip
    match = re.fullmatch(forms[kind], text)
    if match is None or int(match[1]) == 0 or match[2].startswith("0"):
        what = words.LIMIT_KINDS[kind]
        raise BadLimit(words.LIMIT_VALUE.format(name=name, what=what, example=f"{name}={example}", text=text[:40]))
    number = int(match[1])
    if kind == "rate":
        return Rate(number / (int(match[2] or 1) * SECONDS[match[3]]), float(number))
    if kind == "time":
        return number * SECONDS[match[3]]
    return number * BYTES[match[3]] if kind == "size" else number


class Limits:
    """Buckets by limit and name. Where `on` is false no rate and no number of streams is ever refused.

    `clock` gives seconds that only go forward.
    """

    def __init__(self, on: bool, given: Sequence[str] = (), clock: Callable[[], float] = time.monotonic) -> None:
        self.on = on
        self._values = read_limits(given)
        self._clock = clock
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._open: dict[tuple[str, str], int] = {}

    def number(self, limit: str) -> int:
        """The value of a limit that is a number, seconds or bytes."""
        value = self._values[limit]
        assert isinstance(value, int)
        return value

    def _rate(self, limit: str) -> Rate:
        value = self._values[limit]
        assert isinstance(value, Rate)
        return value

    def take(self, limit: str, name: str) -> None:
        """Use up one of a rate, for whoever is named; TooMany, with the seconds to wait, where nothing is left."""
        if not self.on:
            return
        now, rate, bucket = self._clock(), self._rate(limit), (limit, name)
        left, since = self._buckets.get(bucket, (rate.at_once, now))
        left = min(rate.at_once, left + (now - since) * rate.a_second)
        if left < 1.0:
            raise TooMany((1.0 - left) / rate.a_second)
        if bucket not in self._buckets and len(self._buckets) >= MOST_BUCKETS:
            self._forget(now)
        self._buckets[bucket] = (left - 1.0, now)

    @contextmanager
    def guessing(self, name: str) -> Iterator[None]:
        """Around what only who knows a secret gets through: it counts where it turns out wrong (NoCode, NotYours).

        TooMany before anything is tried. However many try at once, no more than the rate's number are let through.
        """
        self.take(GUESSES, name)
        try:
            yield
        except (NoCode, NotYours):
            raise
        except BaseException:
            self._put_back(GUESSES, name)
            raise
        else:
            self._put_back(GUESSES, name)

    def _put_back(self, limit: str, name: str) -> None:
        bucket = self._buckets.get((limit, name))
        if bucket is not None:
            self._buckets[(limit, name)] = (bucket[0] + 1.0, bucket[1])

    def open_stream(self, limit: str, name: str) -> None:
        """Count an open stream of whoever is named; TooMany where there are too many."""
        if self.on and self._open.get((limit, name), 0) >= self.number(limit):
            raise TooMany(30)
        self._open[(limit, name)] = self._open.get((limit, name), 0) + 1

    def close_stream(self, limit: str, name: str) -> None:
        """Count it no longer."""
        left = self._open.get((limit, name), 0) - 1
        if left > 0:
            self._open[(limit, name)] = left
        else:
            self._open.pop((limit, name), None)

    def _forget(self, now: float) -> None:
        """Drop the buckets that are full again; all of them where that is not enough."""
        full = []
        for bucket, (left, since) in self._buckets.items():
            rate = self._rate(bucket[0])
            if left + (now - since) * rate.a_second >= rate.at_once:
                full.append(bucket)
        for bucket in full:
            del self._buckets[bucket]
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
