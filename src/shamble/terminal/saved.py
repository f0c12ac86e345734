"""Where the terminal keeps its games: one file each in the user's data folder."""

import os
import time
from pathlib import Path

from shamble.files import BadFile, read_bytes, reason, write_bytes
from shamble.kernel.errors import ShambleError
from shamble.record import Record
from shamble.terminal.signs import shell_line


def folder() -> Path:
    """The folder of saved games, made when it is not there; BadFile where that cannot be."""
    base = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    path = Path(base) / "shamble" / "games"
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{path} cannot be made: {reason(error)}. Use --save FILE to save elsewhere.") from None
    return path


def new_file(game: str) -> Path:
    """A file name for a game that begins now."""
    return folder() / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.json"


def check_target(path: Path) -> None:
    """BadFile where saving to `path` would overwrite something that is not a saved game."""
    try:
        if not path.exists() or path.stat().st_size == 0:
            return
    except OSError as error:
        raise BadFile(f"{path} cannot be used: {reason(error)}.") from None
    try:
        Record.load(path)
    except ShambleError:
        raise BadFile(f"{path} is there already and is not a saved game; choose another name.") from None
    command = shell_line("shamble", "play", "--resume", str(path))
    raise BadFile(f"{path} already holds a game: go on with it by {command}, or choose another name.")


def keep_damaged(path: Path) -> None:
    """Put a copy of a damaged file beside it, before the game goes on in the file; BadFile where that cannot be."""
    copy = path.with_name(f"{path.name}.damaged")
    write_bytes(copy, read_bytes(path))


def unfinished() -> tuple[Path, Record] | None:
    """The game saved last, if it is not over; None where there is none that can be read."""
    try:
        files = sorted(folder().glob("*.json"), key=lambda path: path.stat().st_mtime)
        if not files:
            return None
        record = Record.load(files[-1], partial=True)
    except (ShambleError, OSError):
        return None
    return (files[-1], record) if record.result is None else None
