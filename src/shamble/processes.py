"""What worker processes of ours have in common: they end with their parent, and Ctrl-C is the parent's business."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

AHEAD = 4  # portions of work handed out beforehand, for each process
GUARD = 'Try again; a script needs `if __name__ == "__main__":` around what it does.'


def cores() -> int:
    """How many processes can run here at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers(jobs: int) -> ProcessPoolExecutor:
    """So many processes of ours, started when they are needed. In a process that is itself just being started, by a
    script without a guard, this ends it: the sentence about that is its parent's."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        os._exit(1)
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), end_with, (os.getpid(),))


def dismiss(pool: ProcessPoolExecutor, at_once: bool) -> None:
    """Let the processes go, `at_once` in the middle of what they do. Ctrl-C waits meanwhile."""
    with without_interrupts():
        for process in list((getattr(pool, "_processes", None) or {}).values()) if at_once else ():
            process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


def end_with(parent: int) -> None:
    """Make this process end soon after its parent, however that ends."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Processes started meanwhile inherit that Ctrl-C is blocked."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
