"""LiveTable: a table in memory, the fold of its log; how it is written to, followed and waited for.

Every act is checked, written down, and only then done and told. The acts themselves are in `table.py`.
"""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from shamble.games import find
from shamble.kernel.fields import brief
from shamble.kernel.state import CHANCE
from shamble.match import Match, Plan
from shamble.seats import PERSON, Seat
from shamble.site import words
from shamble.site.errors import BadInput
from shamble.site.store.sql import Conflict, Entry, Head
from shamble.site.tables.document import document
from shamble.site.tables.keys import hash_key, holds, seed_hash
from shamble.site.tables.seating import Seating

if TYPE_CHECKING:
    from shamble.site.tables.registry import Tables
    from shamble.site.web.event_stream import EventStream

WATCHDOG = 5.0  # seconds until a process moves a bot that another process should have moved


class LiveTable:
    """A table in memory: its seating, and its match once it has begun."""

    def __init__(self, tables: "Tables", head: Head, spec: dict[str, Any]) -> None:
        self.tables = tables
        self.head = head
        self.id = head.id
        self.game = find(head.game)
        self.options = self.game.settle(spec["options"])
        self.changed = dict(self.game.changed(self.options))
        self.edition = self.game.edition(spec["edition"])
        self.clock: int = spec.get("clock") or 0
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
        self._lock = asyncio.Lock()
        self._rematching = asyncio.Lock()
        self._waiting: list[asyncio.Future[None]] = []
        self.listening: set[EventStream] = set()
        self.driver: asyncio.Task[None] | None = None
        self.replaying = False
        self.seed_hash = seed_hash(head.seed, head.salt)
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

    # -- who is who ----------------------------------------------------------------------------------------------

    @property
    def revision(self) -> int:
        """Grows by one with everything that happens here."""
        return self.seating.revision

    @property
    def version(self) -> int:
        """How many events of the game have happened."""
        return self.seating.version

    @property
    def status(self) -> str:
        """`waiting`, `playing` or `over`."""
        return "waiting" if self.match is None else "playing" if self.match.owing else "over"

    def seats_of(self, key: str | None) -> tuple[int, ...]:
        """The seats that a visitor's key or a bearer token holds."""
        if not key:
            return ()
        return self.seats_of_hash(hash_key(key))

    def seats_of_hash(self, key_hash: str) -> tuple[int, ...]:
        """The same, by the key's hash."""
        return tuple(seat for seat, place in enumerate(self.seating.places) if holds(key_hash, place.keys))

    def is_host(self, key: str | None) -> bool:
        """Whether the key is the host's."""
        return bool(key) and holds(hash_key(str(key)), self.seating.hosts)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.seating.places[seat].name

    def check_seat(self, seat: object) -> int:
        """The seat's number; BadInput where there is none such."""
        last = len(self.seating.places) - 1
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat <= last:
            raise BadInput(words.NO_SEAT.format(seat=brief(seat), last=last))
        return seat

    def document(self, seat: int | None, host: bool = False, since: int | None = None) -> dict[str, Any]:
        """The table as a seat (None: a spectator) may know it. See `document.py`."""
        return document(self, seat, host, since)

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
        if self.seating.places[seat].away:
            self.tables.insist(partial(self.here, seat))
        elif self.streams[seat] == 0 and self._timers[seat] is None:
            self._look_after(seat, self.tables.settings.away_after)

    def look_after_all(self) -> None:
        """On waking: whoever does not show up in time is away."""
        for seat in self.seating.persons():
            self.touch(seat)
        self._set_clock()

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
        """Have the clock of whoever owes something run out in time."""
        if self._clock_timer is not None:
            self._clock_timer.cancel()
            self._clock_timer = None
        if self.clock and self.status == "playing" and not self.seating.late:
            left = max(0.0, self.seating.since + self.clock - time.time())
            self._clock_timer = asyncio.get_running_loop().call_later(left, self._out_of_time)

    def _out_of_time(self) -> None:
        self._clock_timer = None
        for seat in self.match.owing if self.match is not None and not self.asleep else ():
            if self.seating.places[seat].decider == PERSON:
                self.tables.insist(partial(self.late, seat))

    def fall_asleep(self) -> None:
        """Drop every timer: this table is no longer the one in memory."""
        self.asleep = True
        for timer in [*self._timers, self._clock_timer]:
            if timer is not None:
                timer.cancel()

    def heard_of(self, since: float) -> list[int]:
        """The people's seats that have shown a sign of life here since a moment (monotonic seconds)."""
        return [
            seat
            for seat, place in enumerate(self.seating.places)
            if place.by == PERSON and (self.streams[seat] or self.seen[seat] > since)
        ]

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
            in_time = time.time() < self.seating.since + self.clock
            return None if in_time or not owing or seat in self.seating.late else self._entry("late", seat)

        await self._write(make)

    # -- writing down --------------------------------------------------------------------------------------------

    async def _write(self, make: "Callable[[], tuple[Entry, Plan | None] | None]") -> None:
        """Do one thing: `make` checks it and says what to write (None: it is done already). Where another process was
        quicker, what it did is read first and `make` asked again."""
        self.used = time.monotonic()
        async with self._lock:
            while True:
                if self.behind:
                    await self._catch_up()
                made = make()
                if made is None:
                    return
                entry, plan = made
                self.behind = True  # until we know how it went
                written = self.tables.store.append(entry)
                try:
                    await written
                except Conflict:
                    continue
                except asyncio.CancelledError:  # whoever asked has gone; it is written all the same
                    self.tables.later(self._look_after_writing(written))
                    raise
                self.behind = False
                self._take(entry, plan)
                break
        self.tables.notifier.moved(self)
        self.drive()

    async def _look_after_writing(self, written: "asyncio.Future[None]") -> None:
        while self.tables.store.is_pending(written):
            await asyncio.sleep(0.01)
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
        for entry in await self.tables.store.log(self.id, self.revision):
            self._take(entry)
        self.behind = False

    async def look_again(self) -> None:
        """Another process has written: read it, and tell whoever waits here."""
        async with self._lock:
            before = self.revision
            self.behind = True
            await self._catch_up()
        self._heard(before)

    async def hear(self, entries: list[Entry]) -> None:
        """Take what another process has written, read already; what is known is passed over."""
        async with self._lock:
            before = self.revision
            for entry in entries:
                if entry.revision == self.revision + 1:
                    self._take(entry)
        self._heard(before)

    def _heard(self, before: int) -> None:
        if self.revision > before and self._bot_waits():
            asyncio.get_running_loop().call_later(WATCHDOG, self.drive)

    def replay(self, log: list[Entry]) -> None:
        """Take a whole log, on waking."""
        self.replaying = True
        for entry in log:
            self._take(entry)
        self.replaying = False

    def _take(self, entry: Entry, plan: Plan | None = None) -> None:
        """Let something that is written down happen."""
        self.seating.take(entry)
        if entry.kind == "start":
            self.match = self._begin(entry)
        elif self.match is not None:
            if plan is not None:
                self.match.carry_out(plan)
            elif entry.kind == "play":
                assert entry.seat is not None
                self.match.follow([(entry.seat, entry.data), *drawn(entry)])
            elif entry.kind == "undo":
                self.match.go_back(entry.version)
            if entry.kind in ("name", "join"):
                self.match.sit(self._match_seats())
        if self.clock and entry.kind in ("start", "play", "undo") and not self.replaying:
            self._set_clock()
        self._tell()

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
            match = Match(self.game.code, len(places), seed, options=self.changed, edition=self.edition, chance=chance)
        match.sit(self._match_seats())  # as the log has them: an old one may have equal names
        return match

    def _match_seats(self) -> list[Seat]:
        return [Seat(place.name, place.by) for place in self.seating.places]

    # -- what table.py adds --------------------------------------------------------------------------------------

    def drive(self) -> None:
        """Let bots move where they owe something."""

    def _bot_waits(self) -> bool:
        """Whether a bot owes something."""
        return False

    def still_to_agree(self) -> list[int]:
        """The seats whose yes to taking back is still missing."""
        return []


def drawn(entry: Entry) -> list[tuple[int, str]]:
    """What chance did, as events."""
    return [(CHANCE, action) for action in entry.drawn.split("\n")] if entry.drawn else []
