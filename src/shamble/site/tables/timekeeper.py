"""Timekeeper: has the clocks of those who owe a decision run out in time, while a table is awake."""

import asyncio
import time
from functools import partial

from shamble.seats import PERSON
from shamble.site.store.entries import Entry
from shamble.site.tables.live import Live
from shamble.site.tables.log import Made


class Timekeeper:
    """The timer of one table's clock."""

    def __init__(self, table: Live) -> None:
        self._table = table
        self._timer: asyncio.TimerHandle | None = None

    def moved(self, entry: Entry) -> None:
        """Let time run for whoever owes something now; nobody is late who does not."""
        owing = self._table.match.owing if self._table.match is not None else ()
        if self._table.clock:
            self._table.clock.moved(entry.at, owing, entry.seat)
        self._table.seating.late.intersection_update(owing)
        if not self._table.log.replaying:
            self.start()

    def start(self) -> None:
        """Have the clocks of those who owe something run out in time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        left = [seconds for _, seconds in self._thinking()]
        if left and not self._table.asleep:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, min(left)), self._out_of_time)

    def _thinking(self) -> list[tuple[int, float]]:
        """The people whose clock runs and is not known to be over, each with the seconds left."""
        if not self._table.clock or self._table.status != "playing":
            return []
        now = time.time()
        left = [
            (seat, self._table.clock.left(seat, now))
            for seat in self._table.seating.persons()
            if seat not in self._table.seating.late
        ]
        return [(seat, seconds) for seat, seconds in left if seconds is not None]

    def _out_of_time(self) -> None:
        self._timer = None
        for seat, seconds in self._thinking():
            if seconds <= 0 and self._table.seating.places[seat].decider == PERSON and not self._table.asleep:
                self._table.services.background.retry_until_stored(partial(self.late, seat))
        soon = [seconds for _, seconds in self._thinking() if seconds > 0]
        if soon and not self._table.asleep:
            self._timer = asyncio.get_running_loop().call_later(min(soon), self._out_of_time)

    async def late(self, seat: int) -> None:
        """The seat's time is over: the others may ask a bot."""

        def make() -> Made:
            owing = self._table.match is not None and seat in self._table.match.owing
            left = self._table.clock.left(seat, time.time())
            over = left is not None and left <= 0
            return (
                self._table.log.entry("late", seat) if over and owing and seat not in self._table.seating.late else None
            )

        await self._table.log.write(make)

    def stop(self) -> None:
        """No clock runs out any more."""
        if self._timer is not None:
            self._timer.cancel()
