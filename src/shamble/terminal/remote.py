"""A table on a server, as a program sees it: the HTTP interface by the standard library alone."""

import contextlib
import json
import os
import re
import secrets
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shamble.files import BadFile, read_json, write_whole
from shamble.kernel.errors import ShambleError
from shamble.terminal import words

SILENCE = 45.0  # seconds without even a comment after which a stream is taken to be dead
PATIENCE = 60.0  # seconds for which an unanswered request is sent again
Document = dict[str, Any]
_LINK = re.compile(r"(https?://[^/\s?#]+(?:/[^\s?#]+)?)/t/([a-z0-9]{4,24})(?:/(join|watch)/([\w-]+))?/?")


class BadLink(ShambleError):
    """An address that is no link to a table."""


class Refused(ShambleError):
    """The server said no; `status` is the HTTP status."""

    def __init__(self, status: int, sentence: str) -> None:
        self.status = status
        super().__init__(sentence)


@dataclass(frozen=True)
class Address:
    """Where a table is: `base` is the site's address, `token` that of a join link ("" for others)."""

    base: str
    table: str
    token: str

    @property
    def api(self) -> str:
        """The table's address for programs."""
        return f"{self.base}/api/tables/{self.table}"


def parse_link(link: str) -> Address:
    """The address in a link; BadLink, with an example, if it is not one."""
    matched = re.fullmatch(
        r"(https?://[^/\s?#]+(?:/[^\s?#]+)?)/t/([a-z0-9]{4,24})(?:/(join|watch)/([\w-]+))?/?", link.strip()
    )
    if matched is None:
        raise BadLink(words.BAD_LINK.format(link=link[:80]))
    return Address(matched[1], matched[2], matched[4] if matched[3] == "join" else "")


class Remote:
    """One seat (or a place to watch from) at a table. `token` is the seat's, or empty."""

    def __init__(self, address: Address, token: str = "") -> None:
        self.address = address
        self.token = token
        self._last = ""
        self._stopped = False

    def join(self, name: str, seat: int | None) -> int:
        """Take a seat; its number."""
        body: Document = {"name": name, "token": self.address.token}
        if seat is not None:
            body["seat"] = seat
        answer = self.ask("join", body, again=False)
        self.token = answer["token"]
        return int(answer["seat"])

    def look(self) -> Document:
        """The table as this seat knows it."""
        document: Document = self.ask("", again=False)
        return document

    def undo(self, version: int) -> str:
        """Take back, or ask for it: `done` or `asked`. Sent again with the same id while no answer comes."""
        return str(self.ask("undo", {"version": version, "id": secrets.token_hex(8)})["undo"])

    def play(self, action: str, version: int) -> None:
        """Play an action; sent again with the same id while no answer comes."""
        self.ask("play", {"action": action, "version": version, "id": secrets.token_hex(8)})

    def ask(self, call: str, body: Document | None = None, again: bool = True) -> Any:
        """The answer to a call, `body` posted where there is one; Refused where the server says no."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(self._request(call, body), timeout=20) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code not in (429, 502, 503, 504) or time.monotonic() > end or not again:
                    raise Refused(error.code, _sentence(error)) from None
            except (OSError, ValueError) as error:
                if time.monotonic() > end or not again:
                    raise BadLink(words.NO_ANSWER.format(base=self.address.base, why=_why(error))) from None
            time.sleep(1.0)

    def _request(self, call: str, body: Document | None = None) -> urllib.request.Request:
        request = urllib.request.Request(f"{self.address.api}/{call}".rstrip("/"))
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        return request

    # -- the stream ----------------------------------------------------------------------------------------------

    def follow(self, take: Callable[[Document], None], lost: Callable[[], None]) -> None:
        """Hand over every document that comes, from a thread of its own; `lost` is called where the line breaks."""
        threading.Thread(target=self._follow_on, args=(take, lost), daemon=True).start()

    def stop(self) -> None:
        """Follow no longer."""
        self._stopped = True

    def _follow_on(self, take: Callable[[Document], None], lost: Callable[[], None]) -> None:
        pause = 0.5
        while not self._stopped:
            request = self._request("events")
            if self._last:
                request.add_header("Last-Event-ID", self._last)
            with contextlib.suppress(OSError, ValueError), urllib.request.urlopen(request, timeout=SILENCE) as stream:
                pause = 0.5
                self._read(stream, take)
            if not self._stopped:
                lost()
                time.sleep(pause)
                pause = min(10.0, pause * 2)

    def _read(self, stream: Any, take: Callable[[Document], None]) -> None:
        number = ""
        for line in stream:
            text = line.decode().rstrip("\n")
            if text.startswith("id: "):
                number = text[4:]
            elif text.startswith("data: ") and number:
                document = json.loads(text[6:])
                self._last, number = number, ""
                take(document)


# -- seats kept from one time to the next -----------------------------------------------------------------------


def kept_token(address: Address) -> str:
    """The token of the seat taken at this table before, or empty."""
    with contextlib.suppress(ShambleError):
        kept = read_json(_file())
        token = kept.get(address.api) if isinstance(kept, dict) else None
        return token if isinstance(token, str) else ""
    return ""


def keep_token(address: Address, token: str) -> None:
    """Keep the token, so that the same link leads to the same seat again. BadFile if it cannot be kept."""
    path = _file()
    kept: Any = {}
    with contextlib.suppress(BadFile):
        kept = read_json(path)
    entries = dict(list(kept.items())[-99:]) if isinstance(kept, dict) else {}
    entries[address.api] = token
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.touch(0o600)
    write_whole(path, json.dumps(entries, indent=1) + "\n")


def _file() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return Path(base) / "shamble" / "seats.json"


def _sentence(error: urllib.error.HTTPError) -> str:
    try:
        answer = json.load(error)
        sentence = str(answer["error"])
        return f"{sentence} ({answer['rule']})" if answer.get("rule") else sentence
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return words.REFUSED.format(status=error.code)


def _why(error: Exception) -> str:
    reason = getattr(error, "reason", None) or error
    return str(getattr(reason, "strerror", None) or reason)[:120].rstrip(".").lower()
