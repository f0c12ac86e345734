"""The file of a match that is being played: a whole saved game after every act, without being written anew each time.

What an act adds is written over the file's last lines, behind the events that stand there, followed by these lines
again: one line an event. What is broken off in the middle of that can lose the act being written, none before it
(`Record.load(…, partial=True)` reads such a file). The file as a whole is replaced, in one step, at the beginning and
at the end of a session and where something has been taken back.
"""

import os
import time
from pathlib import Path

from shamble.files import BadFile, reason, write_whole
from shamble.kernel.state import CHANCE, State
from shamble.match import Match
from shamble.record import event_lines, tail

SYNC = 1.0  # seconds after which what was added is put on the disk, so that a power cut costs no more than that
Stamp = tuple[int, int]  # what tells whether a file is still the one written last: when it was changed, and its size


class SavedGame:
    """Keeps `match` in the file `path`. BadFile if it cannot be, or if somebody else has written the file since;
    the file is then as it was."""

    def __init__(self, match: Match, path: Path) -> None:
        self.path = path
        self._match = match
        self._stamp: Stamp | None = None  # the file's, as written from here
        self._events = 0  # in the file
        self._state: State | None = None  # the position after them
        self._end = 0  # bytes up to and with the last of them
        self._tail = b""  # the bytes behind them
        self._synced = 0.0

    def save(self) -> None:
        """Write all of it, in one step."""
        self._check_untouched()
        before, behind = self._match.record.parts()
        write_whole(self.path, before + behind)
        self._note(len(before.encode()), behind.encode())
        self._synced = time.monotonic()

    def add(self) -> None:
        """Write what has happened since; all of it where something has been taken back."""
        match = self._match
        goes_on = 0 < self._events <= match.version and match.state_at(self._events) is self._state
        if not goes_on or self._now() is None:
            self.save()
            return
        self._check_untouched()
        if self._events == match.version:
            return
        acts = [match.act(number) for number in range(self._events, match.version)]
        added = ",\n" + event_lines([("chance" if who == CHANCE else who, action) for who, action in acts])
        behind = tail(*match.recorded_end)
        self._write(added.encode(), behind.encode())

    def _write(self, added: bytes, behind: bytes) -> None:
        try:
            with open(self.path, "r+b", buffering=0) as file:
                try:
                    file.seek(self._end)
                    if file.write(added + behind) != len(added + behind):
                        raise OSError("there is no room for it")
                    file.truncate()
                    if time.monotonic() - self._synced > SYNC:
                        os.fsync(file.fileno())
                        self._synced = time.monotonic()
                except OSError:
                    file.seek(self._end)
                    file.write(self._tail)  # there was room for that
                    file.truncate()
                    self._note(self._end, self._tail, self._events)
                    raise
        except OSError as error:
            raise BadFile(f"{self.path} cannot be written: {reason(error)}. It is kept as it was before.") from None
        self._note(self._end + len(added), behind)

    def _note(self, end: int, behind: bytes, events: int | None = None) -> None:
        """Remember what the file holds now."""
        self._events = self._match.version if events is None else events
        self._state = self._match.state_at(self._events)
        self._end, self._tail = end, behind
        self._stamp = self._now()

    def _check_untouched(self) -> None:
        if self._stamp is not None and self._now() not in (None, self._stamp):
            raise BadFile(f"{self.path} was changed by somebody else: it is left as it is.")

    def _now(self) -> Stamp | None:
        """The file's stamp; None if there is no file."""
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size
