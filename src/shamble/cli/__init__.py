"""The command line."""

import os
import sys

import typer

from shamble.cli import making, playing, reading, serving, studying  # noqa: F401 (each adds its commands)
from shamble.cli.app import app
from shamble.cli.parameters import one_line
from shamble.files import reason
from shamble.kernel.errors import ShambleError
from shamble.terminal.signs import ease


def main() -> None:
    """Run the command line: exit 0 done, 2 usage or bad input (one line on standard error), 130 on Ctrl-C."""
    ease(sys.stdin, "replace")
    ease(sys.stdout)
    ease(sys.stderr)
    _open_streams()
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        code = _complain(
            f"{error.format_message().rstrip('.')}. 'shamble --help' and 'shamble COMMAND --help' say more."
        )
    except ShambleError as error:
        code = _complain(str(error))
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except (BrokenPipeError, SystemExit):  # typer leaves by SystemExit where a pipe is closed
        code = _close_output()
    except OSError as error:
        _close_output()
        code = _complain(f"The output cannot be written: {reason(error)}.")
    sys.exit(code if isinstance(code, int) else 0)


def _open_streams() -> None:
    """Replacements for standard streams that were closed before we began."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 (open as long as the process)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _complain(sentence: str) -> int:
    clean = one_line(sentence)
    print(f"shamble: {clean if len(clean) <= 600 else clean[:598] + '…'}", file=sys.stderr)
    return 2


def _close_output() -> int:
    """The reader of our output is gone: write nothing more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0
