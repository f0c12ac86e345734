"""Log: how a table is written to, and how it is followed and waited for.

Every act is checked, written down, and only then done and told. What the entries make is the table's business.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Protocol

from shamble.kernel.errors import BadRules
from shamble.kernel.state import CHANCE
from shamble.match import Plan
from shamble.site import words
from shamble.site.errors import BadInput, TableBusy
from shamble.site.store.entries import Conflict, Entry
from shamble.site.tables import turns
from shamble.site.tables.seating import Seating
from shamble.site.tables.services import Awake, Listener, Services

TRIES = 25  # times that one act is tried where other processes are quicker each time
LOCK_WAIT = 15.0  # seconds that an act waits for a table that others hold
WATCHDOG = 5.0  # seconds until a process moves a bot that another process should have moved
LONGEST_REQUEST_ID = 64
Made = tuple[Entry, Plan | None] | None


class Folded(Awake, Protocol):
    """The table that a log's entries make."""

    seating: Seating

    @property
    def version(self) -> int:
        """How many events of the game have happened."""

    def take(self, entry: Entry, plan: Plan | None = None) -> None:
        """Let something that is written down happen."""

    def drive(self) -> None:
        """Let bots move where they owe something."""

    def bot_waits(self) -> bool:
        """Whether a bot owes something."""


class Log:
    """The log of one table that is awake."""

    def __init__(self, services: Services, table: Folded) -> None:
        self._services = services
        self._table = table
        self._lock = asyncio.Lock()
        self._waiting: list[asyncio.Future[None]] = []
        self.behind = False  # whether the store may hold more than we know
        self.replaying = False
        self.used = time.monotonic()  # when anybody last did something here
        self.address = turns.address.get()  # whose table it is where the processes that think are shared out
        self.listening: set[Listener] = set()

    @property
    def is_quiet(self) -> bool:
        """Whether nobody writes or waits here."""
        return not self._waiting and not self._lock.locked()

    # -- being told ----------------------------------------------------------------------------------------------

    async def changes(self, after: int) -> int:
        """The table's revision, once it is greater than `after`."""
        while self._table.revision <= after:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiter)
            await waiter
        return self._table.revision

    def tell(self) -> None:
        """Something has happened: whoever listens or waits is told."""
        for stream in self.listening:
            stream.wake()
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            for waiter in waiting:
                if not waiter.done():
                    waiter.set_result(None)

    # -- writing down --------------------------------------------------------------------------------------------

    async def write(self, make: Callable[[], Made]) -> None:
        """Do one thing: `make` checks it and says what to write (None: it is done already). Where another process was
        quicker, what it did is read first and `make` asked again, some times. TableBusy where it does not come free."""
        self.used = time.monotonic()
        self.address = turns.address.get() or self.address
        async with self._alone():
            for _ in range(TRIES):
                if self.behind:
                    await self._catch_up()
                made = make()
                if made is None:
                    return
                entry, plan = made
                self.behind = True  # until we know how it went
                written = self._services.store.append(entry)
                try:
                    await asyncio.shield(written)
                except Conflict:
                    continue
                except asyncio.CancelledError:  # whoever asked has gone; it is written all the same
                    self._services.background.spawn(self._look_after_writing(written))
                    raise
                self.behind = False
                self._table.take(entry, plan)
                break
            else:
                raise TableBusy
        self._services.notifier.moved(self._table)
        self._table.drive()

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Hold the table; TableBusy where others hold it for too long."""
        try:
            async with asyncio.timeout(LOCK_WAIT if self._lock.locked() else None):
                await self._lock.acquire()
        except TimeoutError:
            raise TableBusy from None
        try:
            yield
        finally:
            self._lock.release()

    async def _look_after_writing(self, written: "asyncio.Future[None]") -> None:
        await asyncio.wait([written])
        if not written.cancelled():
            written.exception()  # seen: nobody waits for it
        await self.look_again()

    async def write_once(self, make: Callable[[], Made], request: str | None) -> None:
        """Do one thing, unless this request has been done already."""

        def once() -> Made:
            if request is not None and request in self._table.seating.answered:
                return None
            made = make()
            return made if made is None or request is None else (replace(made[0], request_id=request), made[1])

        await self.write(once)

    def entry(
        self,
        kind: str,
        seat: int | None = None,
        data: str = "{}",
        drawn: str | None = None,
        version: int | None = None,
        request_id: str | None = None,
        held: tuple[tuple[int, str], ...] = (),
    ) -> tuple[Entry, None]:
        """The next entry, not written yet."""
        entry = Entry(
            self._table.id, self._table.revision + 1, time.time(), kind, seat, data, drawn,
            self._table.version if version is None else version, request_id, held,
        )  # fmt: skip
        return entry, None

    # -- following -----------------------------------------------------------------------------------------------

    async def _catch_up(self) -> None:
        """Read and take what other processes have written."""
        self._take_all(await self._services.store.log(self._table.id, self._table.revision))
        self.behind = False

    async def look_again(self) -> None:
        """Another process has written: read it, and tell whoever waits here."""
        async with self._alone():
            before = self._table.revision
            self.behind = True
            await self._catch_up()
        self._heard(before)

    async def hear(self, entries: list[Entry]) -> None:
        """Take what another process has written, read already; what is known is passed over."""
        async with self._alone():
            before = self._table.revision
            self._take_all([entry for entry in entries if entry.revision > before])
        self._heard(before)

    def _take_all(self, entries: list[Entry]) -> None:
        """Take what others have written, as far as it follows on. Where that fails, this is not the table any more: it
        leaves memory, and whoever opens it again is told why."""
        for entry in entries:
            if entry.revision == self._table.revision + 1:
                try:
                    self._table.take(entry)
                except Exception:
                    self._services.forget(self._table)
                    raise

    def _heard(self, before: int) -> None:
        if self._table.revision > before and self._table.bot_waits():
            asyncio.get_running_loop().call_later(WATCHDOG, self._table.drive)

    def replay(self, log: list[Entry]) -> None:
        """Take a whole log, on waking. ShambleError or whatever else goes wrong if it does not fit the game."""
        self.replaying = True
        for entry in log:
            self._table.take(entry)
        self.replaying = False
        if self._table.seating.closed:
            raise BadRules(self._table.seating.closed)


def request_name(by: int | str, act: str, request_id: str | None) -> str | None:
    """The name under which a request is remembered; None if the sender gave it no id. BadInput if the id is too long.
    A play's has only its seat and id."""
    if request_id is None:
        return None
    if not 0 < len(request_id) <= LONGEST_REQUEST_ID:
        raise BadInput(words.LONG_ID.format(most=LONGEST_REQUEST_ID))
    return f"{by}/{act}:{request_id}" if act else f"{by}:{request_id}"


def drawn(entry: Entry) -> list[tuple[int, str]]:
    """What chance did, as events."""
    return [(CHANCE, action) for action in entry.drawn.split("\n")] if entry.drawn else []
