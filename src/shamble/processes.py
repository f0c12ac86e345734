"""What worker processes of ours have in common: they end with their parent, and Ctrl-C is the parent's business."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


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
