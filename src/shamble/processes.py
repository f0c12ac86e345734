"""What worker processes of ours have in common: they end with their parent, and Ctrl-C is the parent's business."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

from shamble.kernel.errors import ShambleError

GUARD = 'Try again; a script of your own needs `if __name__ == "__main__":` around what it does, if it has none.'
UNREADABLE = (
    "More processes cannot be started from here: each reads the running script again, and {script} is no file (a "
    "script on standard input, say). Put the script in a file, or do without more processes (jobs=1)."
)


def workers(jobs: int) -> ProcessPoolExecutor:
    """So many processes of ours, started when they are needed; ShambleError where none can be. In a process that is
    itself just being started, by a script without a guard, this ends it: the sentence about that is its parent's."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        os._exit(1)
    _check_script()
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), end_with, (os.getpid(),))


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
