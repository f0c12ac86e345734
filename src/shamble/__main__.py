"""How the command line begins: quietly, even where Ctrl-C comes before everything is loaded."""

import os
import signal
from types import FrameType


def main() -> None:
    """Load the command line and run it. Ctrl-C before and after leaves at once with 130: nothing is open then."""
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heeded:
        signal.signal(signal.SIGINT, _leave)
    from shamble.cli import main as run

    if heeded:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        run()
    finally:
        if heeded:
            signal.signal(signal.SIGINT, _leave)


def _leave(_: int, __: FrameType | None) -> None:
    os._exit(130)


if __name__ == "__main__":
    main()
