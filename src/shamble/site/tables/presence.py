"""Presence: who is here. A player of whom nothing has been heard for a while is away."""

import asyncio
import time
from functools import partial

from shamble.seats import PERSON
from shamble.site.tables.live import Live
from shamble.site.tables.log import Made


class Presence:
    """The open streams of one table, and when each seat's player was last heard of."""

    def __init__(self, table: Live) -> None:
        players = len(table.seating.places)
        self._table = table
        self.readers = 0  # streams of anybody
        self.streams = [0] * players  # streams of each seat
        self.seen = [time.monotonic()] * players  # each seat's last sign of life
        self._timers: list[asyncio.TimerHandle | None] = [None] * players

    def arrive(self, seats: tuple[int, ...]) -> None:
        """A stream of these seats begins."""
        self.readers += 1
        for seat in seats:
            self.streams[seat] += 1
            self.touch(seat)

    def depart(self, seats: tuple[int, ...]) -> None:
        """A stream of these seats ends."""
        self.readers -= 1
        self._table.log.used = time.monotonic()
        for seat in seats:
            self.streams[seat] -= 1
            self.touch(seat)

    def touch(self, seat: int) -> None:
        """The seat's player has shown a sign of life."""
        self.seen[seat] = time.monotonic()
        if any(key in self._table.seating.hosts for key in self._table.seating.places[seat].keys):
            self._table.saw_host()
        if self._table.seating.places[seat].away:
            self._table.services.background.retry_until_stored(partial(self.here, seat))
        elif self.streams[seat] == 0 and self._timers[seat] is None:
            self._look_after(seat, self._table.services.settings.away_after)

    def look_after_all(self) -> None:
        """On waking: whoever does not show up in time is away."""
        for seat in self._table.seating.persons():
            self.touch(seat)

    def _look_after(self, seat: int, seconds: float) -> None:
        if self._table.services.settings.away_after > 0:
            self._timers[seat] = asyncio.get_running_loop().call_later(seconds, self._is_away, seat)

    def _is_away(self, seat: int) -> None:
        self._timers[seat] = None
        place = self._table.seating.places[seat]
        if self.streams[seat] or place.by != PERSON or place.away or self._table.status == "over" or self._table.asleep:
            return
        left = self.seen[seat] + self._table.services.settings.away_after - time.monotonic()
        if left > 0:
            self._look_after(seat, left)
        else:
            self._table.services.background.retry_until_stored(partial(self._find_away, seat))

    def heard_of(self, since: float) -> list[int]:
        """The people's seats, that have shown a sign of life here since a moment (monotonic seconds)."""
        return [
            seat
            for seat, place in enumerate(self._table.seating.places)
            if place.by == PERSON and (self.streams[seat] or self.seen[seat] > since)
        ]

    async def _find_away(self, seat: int) -> None:
        """Nothing has been heard of the seat's player here; elsewhere neither?"""
        notifier, settings = self._table.services.notifier, self._table.services.settings
        if notifier.shared and await self._table.services.store.is_elsewhere(notifier.me, self._table.id, seat):
            if self._timers[seat] is None and not self._table.asleep:
                self._look_after(seat, settings.away_after)
            return
        await self.away(seat)

    async def away(self, seat: int) -> None:
        """Nothing has been heard of the seat's player for a while."""

        def make() -> Made:
            place = self._table.seating.places[seat]
            return None if place.away or self.streams[seat] else self._table.log.entry("away", seat)

        await self._table.log.write(make)

    async def here(self, seat: int) -> None:
        """The player has shown up again."""
        await self._table.log.write(
            lambda: self._table.log.entry("here", seat) if self._table.seating.places[seat].away else None
        )

    def stop(self) -> None:
        """Wait for nobody any more."""
        for timer in self._timers:
            if timer is not None:
                timer.cancel()
