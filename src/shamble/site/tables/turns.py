"""Turns: who is served next of all that wait, so that nobody's crowd stands in another's way.

One address after another, and of each address one table after another: whoever was served longest ago comes first.
"""

from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

REMEMBERED = 2_000  # addresses and tables of which it is known when they were served last

address: ContextVar[str] = ContextVar("address", default="")  # whose request is being answered; "" for nobody's


@dataclass(frozen=True)
class Asker:
    """On whose behalf something is done: a network address and a table, either of which may be unknown ("")."""

    address: str = ""
    table: str = ""


class Waits(Protocol):
    """Whatever waits."""

    @property
    def asker(self) -> Asker:
        """For whom it waits."""
        ...


W = TypeVar("W", bound=Waits)


class Turns(Generic[W]):
    """What waits. Nothing in it twice."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, deque[W]]] = {}  # by address, then by table
        self._counts: dict[str, int] = {}  # by address
        self._served: dict[str | Asker, int] = {}  # addresses, and tables at them: at which turn, in that order
        self._turn = 0

    def __len__(self) -> int:
        return sum(self._counts.values())

    def of(self, where: str) -> int:
        """How many wait for an address."""
        return self._counts.get(where, 0)

    def add(self, one: W) -> None:
        """Let it wait."""
        where, table = one.asker.address, one.asker.table
        self._waiting.setdefault(where, {}).setdefault(table, deque()).append(one)
        self._counts[where] = self._counts.get(where, 0) + 1

    def next(self, may: Callable[[str], bool] = lambda _: True) -> W | None:
        """What comes next of the addresses that `may`, which no longer waits then; None if there is nothing."""
        where = min(filter(may, self._waiting), key=lambda one: self._served.get(one, 0), default=None)
        if where is None:
            return None
        tables = self._waiting[where]
        table = min(tables, key=lambda one: self._served.get(Asker(where, one), 0))
        first = tables[table][0]
        self.drop(first)
        self._turn += 1
        for served in (where, first.asker):
            self._served.pop(served, None)
            self._served[served] = self._turn
        while len(self._served) > REMEMBERED:
            del self._served[next(iter(self._served))]
        return first

    def drop(self, one: W) -> None:
        """Let it wait no longer; nothing happens where it does not."""
        where, table = one.asker.address, one.asker.table
        line = self._waiting.get(where, {}).get(table)
        if line is None or one not in line:
            return
        line.remove(one)
        self._counts[where] -= 1
        if not line:
            del self._waiting[where][table]
        if not self._counts[where]:
            del self._waiting[where], self._counts[where]

    def last_of_largest(self, most: int) -> W | None:
        """The newest of the address with most waiting, where those are more than `most`; else None. It still waits."""
        where = max(self._counts, key=lambda one: self._counts[one], default=None)
        if where is None or self._counts[where] <= most:
            return None
        line = max(self._waiting[where].values(), key=len)
        return line[-1]
