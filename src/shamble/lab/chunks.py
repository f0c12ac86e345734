"""Work in numbered chunks, in one process or several, its results always in order."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Plan = TypeVar("Plan")
Part = TypeVar("Part")


def in_order(work: Callable[[Plan, int], Part], plan: Plan, count: int, jobs: int) -> Iterator[Part]:
    """`work(plan, 0)` … `work(plan, count - 1)`, done by `jobs` processes, in the order of the numbers."""
    if jobs == 1:
        yield from (work(plan, number) for number in range(count))
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: list[Future[Part]] = []
        try:
            for number in range(count):
                waiting.append(_submit(pool, work, plan, number))
                if len(waiting) >= 4 * jobs:
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _submit(pool: ProcessPoolExecutor, work: Callable[[Plan, int], Part], plan: Plan, number: int) -> "Future[Part]":
    """Hand a chunk over. A process started for it inherits that Ctrl-C is blocked: that is the parent's business."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, plan, number)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
