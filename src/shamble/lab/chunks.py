"""Work in numbered chunks, in one process or several or on a cluster, its results always in order."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from typing import TypeVar

from shamble.kernel.errors import BadOption, ShambleError
from shamble.kernel.fields import brief
from shamble.processes import AHEAD, GUARD, cores, dismiss, without_interrupts, workers

Plan = TypeVar("Plan")
Part = TypeVar("Part")

WORTH = 0.05  # seconds of work that are worth handing over
MOST_JOBS = 1024
TOGETHER = 64  # chunks in a portion at most
ALONE = 1.0  # seconds of work that one process does sooner than others can be started


def span(first: int, end: int) -> Iterator[int]:
    """The numbers from `first` to `end` - 1, however large."""
    return iter(range(first, end))


def in_order(
    work: Callable[[Plan, int], Part], plan: Plan, numbers: Iterable[int], jobs: int | None, on: str | None = None
) -> Iterator[Part]:
    """`work(plan, number)` for every number, the results in the order of the numbers.

    `jobs` processes do it; None: as many as there are cores, once the first chunks have taken so long that it pays.
    `on` names a cluster instead (see `shamble.lab.cluster`). The results are the same in every case.
    """
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise BadOption(f"--jobs must be a number from 1 to {MOST_JOBS}; not {brief(jobs)}.")
    todo = iter(numbers)
    if on is not None:
        from shamble.lab.cluster import on_cluster

        yield from on_cluster(on, work, plan, todo, jobs)
        return
    if jobs is None:
        jobs = cores()
        begun = time.perf_counter()
        while jobs > 1 and time.perf_counter() - begun < ALONE:
            number = next(todo, None)
            if number is None:
                return
            yield work(plan, number)
    ahead = list(islice(todo, jobs)) if jobs > 1 else []
    todo = chain(ahead, todo)
    if len(ahead) < 2:
        yield from (work(plan, number) for number in todo)
        return
    yield from _in_processes(work, plan, todo, len(ahead))


def _in_processes(work: Callable[[Plan, int], Part], plan: Plan, todo: Iterator[int], jobs: int) -> Iterator[Part]:
    pool = workers(jobs)
    waiting: deque[Future[tuple[float, list[Part]]]] = deque()
    size = 1
    played = False
    try:
        while True:
            while len(waiting) < AHEAD * jobs and (numbers := list(islice(todo, size))):
                waiting.append(_submit(pool, work, plan, numbers))
            if not waiting:
                break
            seconds, parts = waiting.popleft().result()
            yield from parts
            if seconds < WORTH and len(parts) == size:
                size = min(2 * size, TOGETHER)
        played = True
    except BrokenProcessPool:
        raise ShambleError(
            f"A worker process was ended from outside; what it was playing is lost, finished chunks are kept. {GUARD}"
        ) from None
    finally:
        dismiss(pool, at_once=not played)


def _submit(
    pool: ProcessPoolExecutor, work: Callable[[Plan, int], Part], plan: Plan, numbers: list[int]
) -> "Future[tuple[float, list[Part]]]":
    """Hand chunks over. A process started for them inherits that Ctrl-C is blocked: that is the parent's business."""
    with without_interrupts():
        return pool.submit(_work, work, plan, numbers)


def _work(work: Callable[[Plan, int], Part], plan: Plan, numbers: list[int]) -> tuple[float, list[Part]]:
    """The chunks, and the seconds that they took."""
    begun = time.perf_counter()
    parts = [work(plan, number) for number in numbers]
    return time.perf_counter() - begun, parts
