"""What worker processes of ours have in common: they end with their parent, and Ctrl-C is the parent's business.

`workers` are a pool for our own bulk work; a `Worker` is for work on others' behalf, bounded in time and memory.
"""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

from shamble.games import register_all, registered
from shamble.kernel.errors import ShambleError

STARTING = 20.0  # seconds in which a process starts, and ends, on a machine that is very busy
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
    """`jobs` processes of ours, started when they are needed; ShambleError if none can be."""
    _check_start()
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), begin, (os.getpid(), registered()))


def _check_start() -> None:
    """ShambleError if no process can be started from here. A process that is itself just being started, by a script
    without a guard, is ended: the sentence about that is its parent's."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        os._exit(1)
    _check_script()


def _check_script() -> None:
    """ShambleError if the running script is not a file that a new process can read, as it has to."""
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


def end_with(parent: int, grace: float = 0.0) -> None:
    """Make this process end soon after its parent, however that ends; with `grace` it is asked to (SIGTERM) and has so
    many seconds for it."""

    beginner = multiprocessing.parent_process()

    def watch() -> None:
        while os.getppid() == parent and (beginner is None or beginner.is_alive()):  # Windows only knows the latter
            time.sleep(1)
        if grace:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(grace)
        os._exit(1)

    if not BLOCKS and not grace:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Ctrl-C waits. Processes started meanwhile inherit that it is blocked, where a system (all but Windows) knows
    that; elsewhere `end_with` makes them ignore it."""
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


class Ended(Exception):
    """A worker process was ended, from outside or by the system, before it had answered."""


class OutOfTime(Exception):
    """A worker process took longer than it was given; it has been ended."""


class OutOfMemory(Exception):
    """A worker process needed more memory than it may have."""


class Worker:
    """One process of ours that does one thing after another, each for a limited time and all in limited memory.

    The process is started when it is needed, and again where it has ended. `do` blocks, and is for one thread at a
    time. `niceness` is how far the process stands back behind others, `memory` how many bytes of addresses it may have
    (0: any number), where the system has such a limit.
    """

    def __init__(self, niceness: int = 0, memory: int = 0) -> None:
        self._niceness = niceness
        self._memory = memory
        self._process: SpawnProcess | None = None
        self._line: Connection | None = None
        self._stopped = False

    @property
    def pid(self) -> int | None:
        """The process, or None where none runs."""
        return self._process.pid if self._process is not None else None

    def do(self, what: Callable[..., Any], given: tuple[Any, ...], seconds: float) -> Any:
        """What `what(*given)` answers there; all of it must be picklable. What it raises is raised here.

        Ended, OutOfTime or OutOfMemory where there is no answer.
        """
        process, line = self._running()
        try:
            line.send((what, given, seconds))
            if not line.poll(seconds + STARTING):
                raise OutOfTime
            answer, error = line.recv()
        except OutOfTime:
            self._drop()
            raise
        except (EOFError, OSError):
            process.join(STARTING)
            late = process.exitcode == -ALARM
            self._drop()
            raise (OutOfTime if late else Ended) from None
        if error is not None:
            raise error
        return answer

    def _running(self) -> tuple[SpawnProcess, Connection]:
        if self._process is not None and self._line is not None and self._process.is_alive():
            return self._process, self._line
        self._drop()
        _check_start()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        given = (theirs, os.getpid(), registered(), self._niceness, self._memory)
        process = context.Process(target=_work, args=given, daemon=True)
        with without_interrupts():
            process.start()
        theirs.close()
        self._process, self._line = process, ours
        if self._stopped:
            self._drop()
            raise Ended
        return process, ours

    def _drop(self) -> None:
        process, line = self._process, self._line
        self._process = self._line = None
        if line is not None:
            line.close()
        if process is not None:
            process.kill()
            process.join(STARTING)

    def stop(self) -> None:
        """End the process for good, in the middle of what it does; from any thread. Whoever waits is told Ended."""
        self._stopped = True
        process = self._process
        if process is not None:
            process.kill()


ALARM = getattr(signal, "SIGALRM", 0)


def _work(line: Connection, parent: int, games: Iterable[Path | str], niceness: int, memory: int) -> None:
    """What a Worker's process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin(parent, games)
    if hasattr(os, "nice"):
        os.nice(niceness)
    if memory:
        _limit_memory(memory)
    while True:
        try:
            what, given, seconds = line.recv()
        except (EOFError, OSError):
            return
        _limit_time(seconds)
        answer: Any = None
        error: Exception | None = None
        try:
            answer = what(*given)
        except MemoryError:
            error = OutOfMemory()
        except Exception as raised:
            error = _portable(raised)
        _limit_time(0)
        try:
            line.send((answer, error))
        except MemoryError:
            line.send((None, OutOfMemory()))
        except (TypeError, ValueError, AttributeError, pickle.PicklingError):
            line.send((None, ShambleError("The answer cannot be sent.")))


def _portable(error: Exception) -> Exception:
    """The error as it can travel between processes."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return ShambleError(str(error)) if isinstance(error, ShambleError) else RuntimeError(repr(error))
    return error


def _limit_time(seconds: float) -> None:
    """Have the system end this process after so many seconds, whatever it does then; 0: let it go on."""
    if hasattr(signal, "setitimer"):  # elsewhere the parent looks at its own clock
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _limit_memory(most: int) -> None:
    """Let this process have so many bytes of addresses, where the system knows such a limit."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
