"""Patience: who has kept the others waiting for long. A player who is there and does not decide, at a table without a
clock, and a host who is not to be seen.

What it notices is written into the table's log; what the others may do then is in `table.py` and `chairs.py`.
"""

import asyncio
import time
from collections.abc import Callable
from functools import partial

from shamble.seats import PERSON
from shamble.site.store.entries import Entry
from shamble.site.tables.live import Live
from shamble.site.tables.log import Made
from shamble.site.tables.seating import HOST, SIGNS


class Patience:
    """Looks after one table that is awake; `seconds` is how long the others wait, 0: for ever."""

    def __init__(self, table: Live, seconds: float) -> None:
        self._table = table
        self._seconds = seconds
        self._since: dict[int, float] = {}  # when each seat that owes something was last at work (monotonic)
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._host_seen = time.monotonic()
        self._host_streams = 0

    # -- players -------------------------------------------------------------------------------------------------

    def look(self, entry: Entry | None = None) -> None:
        """Wait for whoever owes something now. `entry` has just happened: its player is at work."""
        if not self._seconds or self._table.asleep:
            return
        wanted = self._awaited()
        worked = entry.seat if entry is not None and entry.kind in SIGNS else None
        for seat in [seat for seat in self._timers if seat != HOST and (seat not in wanted or seat == worked)]:
            self._timers.pop(seat).cancel()
        self._since = {seat: self._since.get(seat, 0.0) for seat in self._timers if seat != HOST}
        for seat in wanted:
            if seat not in self._timers:
                self._since[seat] = time.monotonic()
                self._wait(seat, self._seconds, self._over)
        if HOST not in self._timers and self._table.status != "over" and not self._table.seating.host_away:
            self._wait(HOST, self._seconds, self._look_for_host)

    def _awaited(self) -> list[int]:
        """The people whom others wait for, and are not known to wait for long yet."""
        table = self._table
        people = table.seating.persons()
        if table.match is None or table.clock or len(people) < 2:
            return []
        places, idle = table.seating.places, table.seating.idle
        owing = table.match.owing
        return [seat for seat in people if seat in owing and places[seat].stand_in is None and seat not in idle]

    def _wait(self, who: int, seconds: float, then: Callable[[int], None]) -> None:
        self._timers[who] = asyncio.get_running_loop().call_later(seconds, then, who)

    def _over(self, seat: int) -> None:
        left = self._left(seat)
        self._timers.pop(seat, None)
        if self._table.asleep:
            return
        if left is not None and left > 0:  # a loop's timers may be a little early
            self._wait(seat, left, self._over)
        else:
            self._table.services.background.retry_until_stored(partial(self.note_idle, seat))

    def _left(self, seat: int) -> float | None:
        """How long a seat's decision is still waited for, in seconds; None: nobody waits for it."""
        since = self._since.get(seat)
        return None if since is None else since + self._seconds - time.monotonic()

    def is_over(self, seat: int) -> bool:
        """Whether a seat has owed its decision for as long as the others wait."""
        left = self._left(seat)
        return bool(self._seconds) and left is not None and left <= 0

    # -- the host ------------------------------------------------------------------------------------------------

    def host_arrives(self) -> None:
        """A stream of the host's begins."""
        self._host_streams += 1
        self.saw_host()

    def host_departs(self) -> None:
        """A stream of the host's ends."""
        self._host_streams -= 1
        self.saw_host()

    def saw_host(self) -> None:
        """The host has shown a sign of life."""
        self._host_seen = time.monotonic()
        if self._table.seating.host_away:
            self._table.services.background.retry_until_stored(self.note_host_here)

    def host_is_here(self, since: float) -> bool:
        """Whether the host has shown a sign of life here since a moment (monotonic seconds)."""
        return bool(self._host_streams) or self._host_seen > since

    def _look_for_host(self, _: int) -> None:
        self._timers.pop(HOST, None)
        table = self._table
        if table.asleep or table.status == "over" or table.seating.host_away:
            return
        left = self._seconds if self._host_streams else self._host_seen + self._seconds - time.monotonic()
        if left > 0:
            self._wait(HOST, left, self._look_for_host)
        else:
            table.services.background.retry_until_stored(partial(self.note_host_away, self._seconds))

    async def note_idle(self, seat: int) -> None:
        """The seat's player is there and has kept the others waiting for long."""

        def make() -> Made:
            owing = self._table.match is not None and seat in self._table.match.owing
            waited = owing and self.is_over(seat) and self._table.seating.places[seat].decider == PERSON
            return self._table.log.entry("idle", seat) if waited and seat not in self._table.seating.idle else None

        await self._table.log.write(make)

    async def note_host_away(self, seconds: float) -> None:
        """Nothing has been heard of the host here for so long; elsewhere neither?"""
        notifier = self._table.services.notifier
        if notifier.shared and await self._table.services.store.is_elsewhere(notifier.me, self._table.id, HOST):
            self.saw_host()
            self.look()
            return

        def make() -> Made:
            return None if self._table.seating.host_away else self._table.log.entry("host_away")

        await self._table.log.write(make)

    async def note_host_here(self) -> None:
        """The host has shown up again."""
        await self._table.log.write(
            lambda: self._table.log.entry("host_here") if self._table.seating.host_away else None
        )

    def stop(self) -> None:
        """Wait for nobody any more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
