"""Files: reading with sentences for errors, and writing that either happens whole or not at all."""

import json
import os
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from shamble.kernel.errors import ShambleError

LARGEST = 64 * 1024 * 1024  # bytes; no file of ours comes near


class BadFile(ShambleError):
    """A file that is not there, cannot be read or written, or is not what its name says."""


def read_bytes(path: str | Path) -> bytes:
    """The file's bytes; BadFile where it cannot be read."""
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise BadFile(f"{path} is larger than {LARGEST // 2**20} MiB; no file of Shamble is.")
        return content
    except (OSError, ValueError) as error:
        raise BadFile(f"{path} cannot be read: {reason(error)}.") from None


def read_json(path: str | Path) -> Any:
    """The parsed JSON file; BadFile, with line and column, where it is none."""
    try:
        return json.loads(read_bytes(path).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadFile(f"{path} is not a text file in UTF-8.") from None
    except json.JSONDecodeError as error:
        raise BadFile(f"{path} is cut off or not JSON: line {error.lineno}, column {error.colno}.") from None
    except (RecursionError, ValueError):
        raise BadFile(f"{path} is not a JSON file that can be read.") from None


def read_toml(path: str | Path) -> dict[str, Any]:
    """The parsed TOML file; BadFile, with the line, where it is none."""
    try:
        return tomllib.loads(read_bytes(path).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadFile(f"{path} is not a text file in UTF-8.") from None
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{path} is not a TOML file: {error}.") from None


def check_target(path: str | Path) -> None:
    """BadFile where a file of that name cannot be written: better said before hours of work than after."""
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            raise BadFile(f"{path} cannot be written: that is no ordinary file.")
        folder = Path(os.path.realpath(target)).parent
        if not folder.is_dir():
            raise BadFile(f"{path} cannot be written: there is no folder {target.parent}.")
        if not os.access(folder, os.W_OK):
            raise BadFile(f"{path} cannot be written: the folder {target.parent} takes no files.")
    except (OSError, ValueError) as error:
        raise BadFile(f"{path} cannot be written: {reason(error)}.") from None


def write_whole(path: str | Path, text: str) -> None:
    """Replace the file by `text`, or leave it exactly as it was and raise BadFile. A link stays a link."""
    try:
        content = text.encode()
    except UnicodeEncodeError as error:
        raise BadFile(f"{path} cannot be written: {reason(error)}. What was there before is untouched.") from None
    write_bytes(path, content)


def write_bytes(path: str | Path, content: bytes) -> None:
    """The same for bytes."""
    draft = ""
    try:
        target = Path(os.path.realpath(path))
        if not os.fspath(path) or (target.exists() and not target.is_file()):
            raise BadFile(f"{path or 'An empty name'} cannot be written: that is no ordinary file.")
        handle, draft = tempfile.mkstemp(prefix=".shamble.", suffix=".part", dir=target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(draft, _mode(target))
        os.replace(draft, target)
        draft = ""
    except (OSError, ValueError) as error:
        raise BadFile(f"{path} cannot be written: {reason(error)}. What was there before is untouched.") from None
    finally:
        if draft:
            Path(draft).unlink(missing_ok=True)


def _mode(target: Path) -> int:
    """The permissions a new file gets: those of the old one, or what the user's mask leaves."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def reason(error: Exception) -> str:
    """Why, in the system's words."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]
