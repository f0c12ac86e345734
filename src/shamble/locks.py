"""Locks: one process at a time has a file, on every system. The lock goes with the open file, or with its process."""

import time
from typing import IO, Any

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]
try:
    import msvcrt
except ModuleNotFoundError:  # everywhere else
    msvcrt = None  # type: ignore[assignment]

PAUSE = 0.1  # seconds between two tries where a system cannot wait by itself


def lock(file: IO[Any]) -> None:
    """Have the open file alone; waits for whoever has it. Where a system knows no locks, nothing happens."""
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX)
        return
    while not try_lock(file):
        time.sleep(PAUSE)


def try_lock(file: IO[Any]) -> bool:
    """Have the open file alone if nobody else has it; whether that is so. True where a system knows no locks."""
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        elif msvcrt is not None:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True
