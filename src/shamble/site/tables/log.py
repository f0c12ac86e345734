"""LiveTable: a table in memory, the fold of its log; how it is written to, followed and waited for.

Every act is checked, written down, and only then done and told. The acts themselves are in `table.py`.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from shamble.games import find
from shamble.kernel.errors import BadRules
from shamble.kernel.state import CHANCE
from shamble.match import Match, Plan
from shamble.seats import PERSON, Seat
from shamble.site.errors import TableBusy
from shamble.site.store.entries import Conflict, Entry, Head
from shamble.site.tables import turns
from shamble.site.tables.clock import Clock
from shamble.site.tables.keys import seed_hash
from shamble.site.tables.patience import HOST, Patience
from shamble.site.tables.seated import Seated
from shamble.site.tables.seating import Seating
from shamble.site.tables.services import Listener, Services

TRIES = 25  # times that one act is tried where other processes are quicker each time
LOCK_WAIT = 15.0  # seconds that an act waits for a table that others hold
WATCHDOG = 5.0  # seconds until a process moves a bot that another process should have moved


class LiveTable(Seated):
    """A table in memory: its seating, and its match once it has begun."""

    def __init__(self, tables: Services, head: Head, spec: dict[str, Any]) -> None:
        self.tables = tables
        self.head = head
        self.id = head.id
        self.game = find(head.game)
        self.rules = self.game.check_rules(spec.get("rules", 1))
        self.options = self.game.resolve_options(spec["options"])
        self.changed = dict(self.game.changed(self.options))
        self.edition = self.game.edition(spec["edition"])
        self.clock = Clock(spec.get("clock") or 0, tables.store.stood)
        self.seed_chosen: bool = bool(spec.get("seed_chosen"))
        self.spec = spec
        self.seating = Seating(int(spec["players"]))
        self.match: Match | None = None
        self.used = time.monotonic()
        self.behind = False  # whether the store may hold more than we know
        self.readers = 0  # streams of anybody
        self.streams = [0] * len(self.seating.places)  # streams of each seat
        self.seen = [self.used] * len(self.seating.places)  # each seat's last sign of life
        self.asleep = False
        self._hinting: set[int] = set()  # the seats for which a hint is being thought about
        self._timers: list[asyncio.TimerHandle | None] = [None] * len(self.seating.places)
        self._clock_timer: asyncio.TimerHandle | None = None
        self._kept = False  # whether its snapshot is in the store, or on its way there
        self._lock = asyncio.Lock()
        self._rematching = asyncio.Lock()
        self._waiting: list[asyncio.Future[None]] = []
        self.listening: set[Listener] = set()
        self.driver: asyncio.Task[None] | None = None
        self.address = turns.address.get()  # whose table it is where the processes that think are shared out
        self.notice = ""  # what everybody here should know about the last bot's decision
        self.replaying = False
        self.seed_hash = seed_hash(head.seed, head.salt)
        self.patience = Patience(self, tables.settings.idle_after)
        self.written: dict[Any, bytes] = {}  # documents as JSON, of this revision

    def idle(self, seconds: float) -> bool:
        """Whether nobody has used the table for so long."""
        return (
            not self.readers
            and not self._waiting
            and self.driver is None
            and not self._lock.locked()
            and time.monotonic() - self.used > seconds
        )

    @property
    def ended(self) -> float | None:
        """When it ended, or None."""
        return self.seating.since if self.status == "over" else None

    # -- how it stands -------------------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        """`waiting`, `playing` or `over`."""
        return "waiting" if self.match is None else "playing" if self.match.owing else "over"

    # -- being told ----------------------------------------------------------------------------------------------

    async def changes(self, after: int) -> int:
        """The table's revision, once it is greater than `after`."""
        while self.revision <= after:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiter)
            await waiter
        return self.revision

    def _tell(self) -> None:
        self.written.clear()
        for stream in self.listening:
            stream.wake()
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            for waiter in waiting:
                if not waiter.done():
                    waiter.set_result(None)

    # -- who is here ---------------------------------------------------------------------------------------------

    def arrive(self, seats: tuple[int, ...]) -> None:
        """A stream of these seats begins."""
        self.readers += 1
        for seat in seats:
            self.streams[seat] += 1
            self.touch(seat)

    def depart(self, seats: tuple[int, ...]) -> None:
        """A stream of these seats ends."""
        self.readers -= 1
        self.used = time.monotonic()
        for seat in seats:
            self.streams[seat] -= 1
            self.touch(seat)

    def touch(self, seat: int) -> None:
        """The seat's player has shown a sign of life."""
        self.seen[seat] = time.monotonic()
        if any(key in self.seating.hosts for key in self.seating.places[seat].keys):
            self.patience.saw_host()
        if self.seating.places[seat].away:
            self.tables.insist(partial(self.here, seat))
        elif self.streams[seat] == 0 and self._timers[seat] is None:
            self._look_after(seat, self.tables.settings.away_after)

    def look_after_all(self) -> None:
        """On waking: whoever does not show up in time is away."""
        for seat in self.seating.persons():
            self.touch(seat)
        self._set_clock()
        self.patience.look()

    def _look_after(self, seat: int, seconds: float) -> None:
        if self.tables.settings.away_after > 0:
            self._timers[seat] = asyncio.get_running_loop().call_later(seconds, self._is_away, seat)

    def _is_away(self, seat: int) -> None:
        self._timers[seat] = None
        place = self.seating.places[seat]
        if self.streams[seat] or place.by != PERSON or place.away or self.status == "over" or self.asleep:
            return
        left = self.seen[seat] + self.tables.settings.away_after - time.monotonic()
        if left > 0:
            self._look_after(seat, left)
        else:
            self.tables.insist(partial(self._find_away, seat))

    def _set_clock(self) -> None:
        """Have the clocks of those who owe something run out in time."""
        if self._clock_timer is not None:
            self._clock_timer.cancel()
            self._clock_timer = None
        left = [seconds for _, seconds in self._thinking()]
        if left and not self.asleep:
            self._clock_timer = asyncio.get_running_loop().call_later(max(0.0, min(left)), self._out_of_time)

    def _thinking(self) -> list[tuple[int, float]]:
        """The people whose clock runs and is not known to be over, each with the seconds left."""
        if not self.clock or self.status != "playing":
            return []
        now = time.time()
        left = [(seat, self.clock.left(seat, now)) for seat in self.seating.persons() if seat not in self.seating.late]
        return [(seat, seconds) for seat, seconds in left if seconds is not None]

    def _out_of_time(self) -> None:
        self._clock_timer = None
        for seat, seconds in self._thinking():
            if seconds <= 0 and self.seating.places[seat].decider == PERSON and not self.asleep:
                self.tables.insist(partial(self.late, seat))
        soon = [seconds for _, seconds in self._thinking() if seconds > 0]
        if soon and not self.asleep:
            self._clock_timer = asyncio.get_running_loop().call_later(min(soon), self._out_of_time)

    def fall_asleep(self) -> None:
        """Drop every timer: this table is no longer the one in memory."""
        self.asleep = True
        for timer in [*self._timers, self._clock_timer]:
            if timer is not None:
                timer.cancel()
        self.patience.stop()

    def heard_of(self, since: float) -> list[int]:
        """The people's seats, and HOST, that have shown a sign of life here since a moment (monotonic seconds)."""
        heard = [
            seat
            for seat, place in enumerate(self.seating.places)
            if place.by == PERSON and (self.streams[seat] or self.seen[seat] > since)
        ]
        return [*heard, HOST] if self.patience.host_is_here(since) else heard

    async def _find_away(self, seat: int) -> None:
        """Nothing has been heard of the seat's player here; elsewhere neither?"""
        notifier, settings = self.tables.notifier, self.tables.settings
        if notifier.shared and await self.tables.store.is_elsewhere(notifier.me, self.id, seat):
            if self._timers[seat] is None and not self.asleep:
                self._look_after(seat, settings.away_after)
            return
        await self.away(seat)

    async def away(self, seat: int) -> None:
        """Nothing has been heard of the seat's player for a while."""
        await self._write(
            lambda: None if self.seating.places[seat].away or self.streams[seat] else self._entry("away", seat)
        )

    async def here(self, seat: int) -> None:
        """The player has shown up again."""
        await self._write(lambda: self._entry("here", seat) if self.seating.places[seat].away else None)

    async def late(self, seat: int) -> None:
        """The seat's time is over: the others may ask a bot."""

        def make() -> tuple[Entry, Plan | None] | None:
            owing = self.match is not None and seat in self.match.owing
            left = self.clock.left(seat, time.time())
            over = left is not None and left <= 0
            return self._entry("late", seat) if over and owing and seat not in self.seating.late else None

        await self._write(make)

    async def note_idle(self, seat: int) -> None:
        """The seat's player is there and has kept the others waiting for long."""

        def make() -> tuple[Entry, Plan | None] | None:
            owing = self.match is not None and seat in self.match.owing
            waited = owing and self.patience.is_over(seat) and self.seating.places[seat].decider == PERSON
            return self._entry("idle", seat) if waited and seat not in self.seating.idle else None

        await self._write(make)

    async def note_host_away(self, seconds: float) -> None:
        """Nothing has been heard of the host here for so long; elsewhere neither?"""
        notifier = self.tables.notifier
        if notifier.shared and await self.tables.store.is_elsewhere(notifier.me, self.id, HOST):
            self.patience.saw_host()
            self.patience.look()
            return

        def make() -> tuple[Entry, Plan | None] | None:
            return None if self.seating.host_away else self._entry("host_away")

        await self._write(make)

    async def note_host_here(self) -> None:
        """The host has shown up again."""
        await self._write(lambda: self._entry("host_here") if self.seating.host_away else None)

    # -- writing down --------------------------------------------------------------------------------------------

    async def _write(self, make: "Callable[[], tuple[Entry, Plan | None] | None]") -> None:
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
                written = self.tables.store.append(entry)
                try:
                    await asyncio.shield(written)
                except Conflict:
                    continue
                except asyncio.CancelledError:  # whoever asked has gone; it is written all the same
                    self.tables.later(self._look_after_writing(written))
                    raise
                self.behind = False
                self._take(entry, plan)
                break
            else:
                raise TableBusy
        self.tables.notifier.moved(self)
        self.drive()

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

    def _entry(
        self,
        kind: str,
        seat: int | None = None,
        data: str = "{}",
        drawn: str | None = None,
        version: int | None = None,
        request_id: str | None = None,
        held: tuple[tuple[int, str], ...] = (),
    ) -> tuple[Entry, None]:
        entry = Entry(
            self.id, self.revision + 1, time.time(), kind, seat, data, drawn,
            self.version if version is None else version, request_id, held,
        )  # fmt: skip
        return entry, None

    async def _catch_up(self) -> None:
        """Read and take what other processes have written."""
        self._take_all(await self.tables.store.log(self.id, self.revision))
        self.behind = False

    async def look_again(self) -> None:
        """Another process has written: read it, and tell whoever waits here."""
        async with self._alone():
            before = self.revision
            self.behind = True
            await self._catch_up()
        self._heard(before)

    async def hear(self, entries: list[Entry]) -> None:
        """Take what another process has written, read already; what is known is passed over."""
        async with self._alone():
            before = self.revision
            self._take_all([entry for entry in entries if entry.revision > before])
        self._heard(before)

    def _take_all(self, entries: list[Entry]) -> None:
        """Take what others have written, as far as it follows on. Where that fails, this is not the table any more: it
        leaves memory, and whoever opens it again is told why."""
        for entry in entries:
            if entry.revision == self.revision + 1:
                try:
                    self._take(entry)
                except Exception:
                    self.tables.forget(self)
                    raise

    def _heard(self, before: int) -> None:
        if self.revision > before and self._bot_waits():
            asyncio.get_running_loop().call_later(WATCHDOG, self.drive)

    def replay(self, log: list[Entry]) -> None:
        """Take a whole log, on waking. ShambleError or whatever else goes wrong if it does not fit the game."""
        self.replaying = True
        for entry in log:
            self._take(entry)
        self.replaying = False
        if self.seating.closed:
            raise BadRules(self.seating.closed)

    def _take(self, entry: Entry, plan: Plan | None = None) -> None:
        """Let something that is written down happen."""
        self.seating.take(entry)
        if entry.kind == "start":
            self.match = self._begin(entry)
        elif self.match is not None:
            if plan is not None:
                self.match.carry_out(plan)
            elif entry.kind == "play":
                self.match.follow([(self.seating.seat_of(entry), entry.data), *drawn(entry)])
            elif entry.kind == "undo":
                self.match.go_back(entry.version)
            if entry.kind in ("name", "join", "take_over"):
                self.match.sit(self._match_seats())
            for seat in self.seating.idle.difference(self.match.owing) if self.seating.idle else ():
                self.seating.not_idle(seat)  # nobody waits for that one any more
        if entry.kind in ("start", "play", "undo", "join", "seat", "take_over"):
            self._turn_clock(entry)
        if self.status == "over" and not self.replaying:
            self.keep_snapshot()
        if not self.replaying:
            self.patience.look(entry)
        self._tell()

    def _turn_clock(self, entry: Entry) -> None:
        """Let time run for whoever owes something now; nobody is late who does not."""
        owing = self.match.owing if self.match is not None else ()
        if self.clock:
            self.clock.moved(entry.at, owing, entry.seat)
        self.seating.late.intersection_update(owing)
        if not self.replaying:
            self._set_clock()

    def _begin(self, entry: Entry) -> Match:
        match = self._new_match("manual")
        match.follow(drawn(entry))
        match.chance = "auto"
        return match

    def _new_match(self, chance: str) -> Match:
        places = self.seating.places
        position, seed = self.spec.get("position"), self.head.seed
        if position is not None:
            match = Match.at(self.game.code, position, seed, edition=self.edition, chance=chance)
        else:
            match = Match(
                self.game.code, len(places), seed, options=self.changed, edition=self.edition, chance=chance,
                rules=self.rules,
            )  # fmt: skip
        match.sit(self._match_seats())  # as the log has them: an old one may have equal names
        return match

    def _match_seats(self) -> list[Seat]:
        return [Seat(place.name, place.by) for place in self.seating.places]

    # -- what table.py adds --------------------------------------------------------------------------------------

    def drive(self) -> None:
        """Let bots move where they owe something."""

    def keep_snapshot(self) -> None:
        """It is over: keep what it shows."""

    def _bot_waits(self) -> bool:
        """Whether a bot owes something."""
        return False

    def still_to_agree(self) -> list[int]:
        """The seats whose yes to taking back is still missing."""
        return []


def drawn(entry: Entry) -> list[tuple[int, str]]:
    """What chance did, as events."""
    return [(CHANCE, action) for action in entry.drawn.split("\n")] if entry.drawn else []
