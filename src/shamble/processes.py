"""What worker processes of ours have in common: they end with their parent, and Ctrl-C is the parent's business."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from shamble.games import register_all, registered
from shamble.kernel.errors import ShambleError

AHEAD = 4  # portions of work handed out beforehand, for each process
BLOCKS = hasattr(signal, "pthread_sigmask")  # whether Ctrl-C can be held back by the system
GUARD = 'Try again; a script of your own needs `if __name__ == "__main__":` around what it does, if it has none.'
UNREADABLE = (
    "More processes cannot be started from here: each reads the running script again, and {script} is no file (a "
    "script on standard input, say). Put the script in a file, or do without more processes (jobs=1)."
)


def cores() -> int:
    """How many processes can run here at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers(jobs: int) -> ProcessPoolExecutor:
    """So many processes of ours, started when they are needed; ShambleError where none can be. In a process that is
    itself just being started, by a script without a guard, this ends it: the sentence about that is its parent's."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        os._exit(1)
    _check_script()
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), begin, (os.getpid(), registered()))


def _check_script() -> None:
    """ShambleError where the running script is no file that a new process can read, as it must."""
    main = sys.modules.get("__main__")
    script = getattr(main, "__file__", None)
    if script is not None and getattr(main, "__spec__", None) is None and not os.path.isfile(script):
        raise ShambleError(UNREADABLE.format(script=script))


def dismiss(pool: ProcessPoolExecutor, at_once: bool) -> None:
    """Let the processes go, `at_once` in the middle of what they do. Ctrl-C waits meanwhile."""
    with without_interrupts():
        for process in list((getattr(pool, "_processes", None) or {}).values()) if at_once else ():
            process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


def begin(parent: int, games: Iterable[Path | str]) -> None:
    """What a new process does first: see to its end, and take over the games registered by its parent."""
    end_with(parent)
    register_all(games)


def end_with(parent: int) -> None:
    """Make this process end soon after its parent, however that ends."""

    beginner = multiprocessing.parent_process()

    def watch() -> None:
        while os.getppid() == parent and (beginner is None or beginner.is_alive()):  # Windows only knows the latter
            time.sleep(1)
        os._exit(1)

    if not BLOCKS:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Ctrl-C waits. Processes started meanwhile inherit that it is blocked, where a system (all but Windows) knows
    that; elsewhere `end_with` makes them deaf to it."""
    if not BLOCKS:
        with _interrupts_kept():
            yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@contextmanager
def _interrupts_kept() -> Iterator[None]:
    """Ctrl-C is only noted meanwhile, and heard at the end; in another thread than the first it never comes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    noted: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: noted.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if noted:
        signal.raise_signal(signal.SIGINT)
