"""Bot driver: lets the bots of a table move, one decision after the other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from shamble.kernel.errors import IllegalAction
from shamble.seats import PERSON
from shamble.site.errors import Stale
from shamble.site.store.protocol import FAILURES, LONGEST_WAIT, RETRY
from shamble.site.tables import turns
from shamble.site.tables.bots import OFFERED
from shamble.site.tables.chairs import STAND_IN
from shamble.site.tables.live import Live
from shamble.site.tables.seating import OPEN
from shamble.site.tables.turns import Asker
from shamble.site.tables.workers import Dropped

MOST_MISSES = 100  # choices of a bot in a row that do not fit the table any more

logger = logging.getLogger("shamble.site")


class BotDriver:
    """The task in which the bots of one table decide; `play(seat, action, version)` plays for them."""

    def __init__(self, table: Live, play: Callable[[int, str, int], Awaitable[int]]) -> None:
        self._table = table
        self._play = play
        self.task: asyncio.Task[None] | None = None

    def drive(self) -> None:
        """Let bots move where they owe something."""
        if self.task is None and self._bot_to_move() is not None:
            self.task = asyncio.get_running_loop().create_task(self._drive_on(), name=f"bots {self._table.id}")

    def waits(self) -> bool:
        """Whether a bot owes something."""
        return self._bot_to_move() is not None

    def _bot_to_move(self) -> int | None:
        if self._table.match is None:
            return None
        for seat in self._table.match.owing:
            if self._table.seating.places[seat].decider not in (PERSON, OPEN):
                return seat
        return None

    async def _drive_on(self) -> None:
        wait, misses = RETRY, 0
        try:
            while (seat := self._bot_to_move()) is not None and self._table.match is not None:
                if self._table.services.settings.pace:
                    await asyncio.sleep(self._table.services.settings.pace)
                version, bot = self._table.match.version, self._table.seating.places[seat].decider
                if bot not in (*OFFERED, PERSON, OPEN):  # of a table that is older than today's bots
                    bot = STAND_IN
                if seat not in self._table.match.owing or bot in (PERSON, OPEN):
                    continue
                turns.address.set(self._table.log.address)
                try:
                    asker = Asker(self._table.log.address, self._table.id)
                    choice = await self._table.services.thinker.decide_anyhow(self._table.match, seat, bot, asker)
                    self._table.notice = choice.note
                    await self._play(seat, choice.action, version)
                    wait, misses = RETRY, 0
                except (Stale, IllegalAction, Dropped):  # something happened meanwhile: think again
                    misses += 1
                    if misses > MOST_MISSES:
                        raise
                    await asyncio.sleep(0.01)
                except FAILURES:  # the store has said so; it may answer again
                    if self._table.asleep or self._table.services.background.stopping:
                        return
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST_WAIT)
        except Exception:
            logger.exception("A bot could not move at table %s.", self._table.id)
        finally:
            self.task = None
