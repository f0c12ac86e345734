"""Signs: what is written where an output cannot take a sign of ours: an ASCII drawing, a bare letter, at last a `?`.

It is done where text becomes bytes, so it holds for every command: boards, legends, tables, help and errors.
"""

import codecs
import os
import shlex
import unicodedata
from io import TextIOWrapper

HANDLER = "shamble-signs"
SIGNS = {
    "■": "#", "◆": "*", "●": "o",
    "«": "<", "»": ">", "±": "+-", "·": ".", "×": "x", "–": "-", "—": "-", "−": "-", "‐": "-", "‘": "'", "’": "'",
    "“": '"', "”": '"', "…": "...", "•": "*", "↑": "^", "↓": "v", "←": "<", "→": ">", "▲": "^", "►": ">", "▼": "v",
    "◄": "<", "▌": "|", "█": "#", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l",
}  # fmt: skip


def as_ascii(sign: str) -> str:
    """The sign in ASCII: as wide as it is where it draws something."""
    if sign in SIGNS:
        return SIGNS[sign]
    if 0x2500 <= ord(sign) < 0x2580:  # lines, corners, crossings
        name = unicodedata.name(sign)
        down, across = "VERTICAL" in name or "UP" in name or "DOWN" in name, "HORIZONTAL" in name or "LEFT" in name
        return "+" if down and (across or "RIGHT" in name) else "|" if down else "-"
    bare = "".join(c for c in unicodedata.normalize("NFKD", sign) if c.isascii())
    lower = SIGNS.get(sign.lower(), "")
    return bare or (lower.upper() if lower.isalpha() else "?")


def _replace(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(as_ascii(sign) for sign in error.object[error.start : error.end]), error.end


codecs.register_error(HANDLER, _replace)


def ease(stream: object, errors: str = HANDLER) -> None:
    """Make a stream of text take every sign; other streams are left as they are."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors=errors)


def takes_all(stream: object) -> bool:
    """Whether every sign can be written to the stream as it is."""
    return str(getattr(stream, "encoding", None) or "").lower().replace("-", "").startswith("utf")


def is_dumb() -> bool:
    """Whether the terminal knows no commands but printing."""
    return os.environ.get("TERM", "").lower() in ("dumb", "unknown")


def shell_line(*words: str) -> str:
    """A command as it may be typed: every word quoted as this system's shell wants it."""
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline(words)
    return shlex.join(words)
