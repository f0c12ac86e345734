"""Workers: what costs much is done in processes of our own, bounded in everything, in fair turns.

So no request makes another wait for long: not the server, which only hands on and waits; not the processes, of which
each address gets its share; not the memory, which is limited for each process and by how much may wait.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from shamble.processes import Ended, OutOfMemory, OutOfTime, Worker
from shamble.site import words
from shamble.site.errors import Busy, TooCostly, TooMany, WorkEnded
from shamble.site.tables.turns import Asker, Turns

logger = logging.getLogger("shamble.site")


class Dropped(Exception):
    """Nobody waits for it any more: it was not begun."""


@dataclass(frozen=True)
class Bounds:
    """What workers may use.

    `waiting` is how many things may wait, `share` how many of one address may be under way (waiting or begun) and
    `at_once` how many of those may have begun; 0: no limit of its own. `seconds` and `memory` (bytes of addresses) are
    for one thing, `niceness` says how far the processes stand back, `tries` how often something is begun whose process
    is ended from outside.
    """

    processes: int
    waiting: int
    share: int
    seconds: float
    memory: int
    at_once: int = 0
    niceness: int = 5
    tries: int = 3


# Saved games that visitors bring: read, replayed, shown at a step, played on from.
READING = Bounds(2, waiting=24, share=6, at_once=1, seconds=10, memory=512 << 20, niceness=10, tries=2)


@dataclass(eq=False)
class Job:
    """One thing to be done. `wanted` is asked before it is begun."""

    what: Callable[..., Any]
    given: tuple[Any, ...]
    asker: Asker
    wanted: Callable[[], bool]
    answer: "asyncio.Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Workers:
    """So many processes at most, started when there is something to do."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self._turns: Turns[Job] = Turns()
        self._idle = [Worker(bounds.niceness, bounds.memory) for _ in range(max(1, bounds.processes))]
        self._all = tuple(self._idle)
        self._threads = ThreadPoolExecutor(len(self._all), "workers")
        self._begun: dict[str, int] = {}  # things begun, by address
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many things wait."""
        return len(self._turns)

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return [worker.pid for worker in self._all if worker.pid is not None]

    def check(self, asker: Asker) -> None:
        """TooMany where the address has its share under way, Busy where too much waits altogether."""
        under_way = self._turns.of(asker.address) + self._begun.get(asker.address, 0)
        if under_way >= self.bounds.share:
            raise TooMany(self.bounds.seconds / 4)
        if self._closed or (self.waiting >= self.bounds.waiting and self._largest(asker) is None):
            raise Busy(self.bounds.seconds / 4)

    def _largest(self, asker: Asker) -> Job | None:
        """What gives way to something of this asker's: the newest of an address that has more waiting."""
        return self._turns.last_of_largest(self._turns.of(asker.address) + 1)

    async def do(
        self, what: Callable[..., Any], *given: Any, asker: Asker, wanted: Callable[[], bool] = lambda: True
    ) -> Any:
        """What `what(*given)` answers in one of the processes; what it raises is raised here.

        Dropped where it was not `wanted` any more when its turn came; TooMany or Busy where too much is under way;
        TooCostly where it took too long or too much memory; WorkEnded where its process was ended each time.
        """
        self.check(asker)
        if self.waiting >= self.bounds.waiting:
            largest = self._largest(asker)
            if largest is not None:
                self._turns.drop(largest)
                _tell(largest, error=Busy(self.bounds.seconds / 4))
        job = Job(what, given, asker, wanted)
        self._turns.add(job)
        self._go_on()
        try:
            return await job.answer
        finally:
            self._turns.drop(job)

    def _go_on(self) -> None:
        """Begin what comes next while there are processes that do nothing."""
        while self._idle and not self._closed and (job := self._turns.next(self._may_begin)) is not None:
            if job.answer.done():
                continue
            if not job.wanted():
                _tell(job, error=Dropped())
                continue
            self._begun[job.asker.address] = self._begun.get(job.asker.address, 0) + 1
            task = asyncio.get_running_loop().create_task(self._do(job, self._idle.pop()))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _may_begin(self, address: str) -> bool:
        """Whether something of this address may be begun."""
        return not self.bounds.at_once or self._begun.get(address, 0) < self.bounds.at_once

    async def _do(self, job: Job, worker: Worker) -> None:
        try:
            _tell(job, answer=await self._answer(job, worker))
        except OutOfTime:
            _tell(job, error=TooCostly(words.TOOK_TOO_LONG.format(seconds=round(self.bounds.seconds))))
        except OutOfMemory:
            _tell(job, error=TooCostly(words.TOOK_TOO_MUCH))
        except Ended:
            _tell(job, error=WorkEnded(words.WORK_ENDED))
        except Exception as error:
            _tell(job, error=error)
        finally:
            self._begun[job.asker.address] -= 1
            if not self._begun[job.asker.address]:
                del self._begun[job.asker.address]
            self._idle.append(worker)
            self._go_on()

    async def _answer(self, job: Job, worker: Worker) -> Any:
        """Have it done, again with a new process where one is ended from outside."""
        loop = asyncio.get_running_loop()
        left = self.bounds.tries
        while True:
            left -= 1
            try:
                return await loop.run_in_executor(self._threads, worker.do, job.what, job.given, self.bounds.seconds)
            except Ended:
                if self._closed or job.answer.done():
                    raise
                logger.warning("A process that was at work has ended; tries left: %d.", left)
                if not left:
                    raise

    def close(self) -> None:
        """End the processes; whatever is under way is not answered any more."""
        self._closed = True
        for worker in self._all:
            worker.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _tell(job: Job, answer: Any = None, error: BaseException | None = None) -> None:
    """Answer whoever waits, if anybody still does."""
    if job.answer.done():
        return
    if error is None:
        job.answer.set_result(answer)
    else:
        job.answer.set_exception(error)
