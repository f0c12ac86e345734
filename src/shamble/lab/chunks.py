"""Work in numbered chunks, in one process or several, its results always in order."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from shamble.kernel.errors import ShambleError

Plan = TypeVar("Plan")
Part = TypeVar("Part")


def in_order(work: Callable[[Plan, int], Part], plan: Plan, count: int, jobs: int) -> Iterator[Part]:
    """`work(plan, 0)` … `work(plan, count - 1)`, done by `jobs` processes, in the order of the numbers."""
    if jobs == 1:
        yield from (work(plan, number) for number in range(count))
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), end_with, (os.getpid(),)) as pool:
        waiting: list[Future[Part]] = []
        try:
            for number in range(count):
                waiting.append(_submit(pool, work, plan, number))
                if len(waiting) >= 4 * jobs:
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        except BrokenProcessPool:
            raise ShambleError("A worker process was ended from outside; what it played is lost. Try again.") from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def end_with(parent: int) -> None:
    """Make this process end soon after its parent, however that ends."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _submit(pool: ProcessPoolExecutor, work: Callable[[Plan, int], Part], plan: Plan, number: int) -> "Future[Part]":
    """Hand a chunk over. A process started for it inherits that Ctrl-C is blocked: that is the parent's business."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, plan, number)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
