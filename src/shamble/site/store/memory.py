"""MemoryStore: a store in this process's memory. It ends with the process, and no other process sees it."""

import asyncio
import logging
import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from shamble.site import words
from shamble.site.errors import NoStore, NotStored
from shamble.site.store.entries import Code, Conflict, Entry, Head
from shamble.site.store.processes import Pause, stood
from shamble.site.store.protocol import ALIVE, AT_ONCE, MOST_HELD, Store

logger = logging.getLogger("shamble.site")


@dataclass
class _Row:
    """A table's head, when it was used last and when it ended."""

    head: Head
    touched: float
    ended: float | None = None


class MemoryStore(Store):
    """The tables of one process. Closing it forgets nothing: it can be opened again."""

    def __init__(self) -> None:
        self.commits = 0
        self.written = 0
        self._closed = False
        self._tables: dict[str, _Row] = {}
        self._events: dict[str, dict[int, Entry]] = {}  # by table, then by revision
        self._requests: set[tuple[str, str]] = set()
        self._held: dict[str, set[tuple[str, int]]] = {}  # by key's hash
        self._codes: dict[str, Code] = {}
        self._snapshots: dict[str, bytes] = {}
        self._processes: dict[str, float] = {}
        self._presence: set[tuple[str, str, int]] = set()  # (process, table, seat)
        self._pauses: list[Pause] = []
        self._last_sign: float | None = None  # of any process
        self._born = True  # whether no sign of life has been given since it was opened

    async def open(self) -> None:
        """Begin to read and write."""
        self._closed, self._born = False, True

    async def close(self) -> None:
        """Take nothing more until it is opened again."""
        self._closed = True

    async def ping(self) -> None:
        """NoStore where it is closed."""
        if self._closed:
            raise NoStore(words.STORE_DOWN)

    # -- the log of a table --------------------------------------------------------------------------------------

    def append(self, entry: Entry, head: Head | None = None) -> "asyncio.Future[None]":
        """Keep an entry, and the new table that it begins; it is done at once. Conflict, NoStore, NotStored."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        error = self._refusal(entry, head)
        if error is not None:
            done.set_exception(error)
            return done
        if head is not None:
            self._tables[head.id] = _Row(head, head.created)
        self._events.setdefault(entry.table_id, {})[entry.revision] = replace(entry, held=())
        if entry.request_id is not None:
            self._requests.add((entry.table_id, entry.request_id))
        for seat, key_hash in entry.held:
            self._held.setdefault(key_hash, set()).add((entry.table_id, seat))
        self.commits += 1
        self.written += 1
        done.set_result(None)
        return done

    def _refusal(self, entry: Entry, head: Head | None) -> Exception | None:
        """Why an entry cannot be kept; None if it can."""
        if self._closed:
            return NoStore(words.STORE_DOWN)
        if entry.revision in self._events.get(entry.table_id, ()):
            return Conflict()
        if entry.request_id is not None and (entry.table_id, entry.request_id) in self._requests:
            return Conflict()
        incomplete = any(value is None for value in (entry.at, entry.kind, entry.data, entry.version))
        if incomplete or (head is not None and head.id in self._tables):
            logger.error("The store refused entry %d of table %s.", entry.revision, entry.table_id)
            return NotStored(words.NOT_STORED)
        return None

    async def head(self, table_id: str) -> Head | None:
        """The table's row, or None."""
        row = self._tables.get(table_id)
        return None if row is None else row.head

    async def log(self, table_id: str, after: int = 0) -> list[Entry]:
        """Everything that happened at a table after a revision, in order."""
        events = self._events.get(table_id, {})
        return [events[revision] for revision in sorted(events) if revision > after]

    async def news(self, wanted: Sequence[tuple[str, int]]) -> dict[str, list[Entry]]:
        """The entries of these (table, revision), in order, by table."""
        logs: dict[str, list[Entry]] = {}
        for table_id, revision in sorted(set(wanted)):
            entry = self._events.get(table_id, {}).get(revision)
            if entry is not None:
                logs.setdefault(table_id, []).append(entry)
        return logs

    async def revisions(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The last revision of each of these tables."""
        return {table_id: max(self._events[table_id]) for table_id in table_ids if table_id in self._events}

    # -- seats: keys and resume codes ----------------------------------------------------------------------------

    async def held_by(self, key_hash: str) -> list[tuple[str, int]]:
        """(table, seat) of every seat a key was given, the newest table first; seat -1: the host's."""
        held = [one for one in self._held.get(key_hash, ()) if one[0] in self._tables]
        held.sort(key=lambda one: (-self._tables[one[0]].head.created, one[1]))
        return held[:MOST_HELD]

    async def put_code(self, code_hash: str, table_id: str, seat: int, revision: int) -> None:
        """Keep a resume code made at a revision of the table; the seat's earlier one is no longer valid."""
        earlier = [key for key, code in self._codes.items() if (code.table_id, code.seat) == (table_id, seat)]
        for key in earlier:
            del self._codes[key]
        self._codes[code_hash] = Code(table_id, seat, time.time(), revision)

    async def find_code(self, code_hash: str) -> Code | None:
        """What a resume code was made for, or None."""
        return self._codes.get(code_hash)

    # -- who runs and who is here --------------------------------------------------------------------------------

    async def alive(self, process: str) -> int:
        """Give a sign of life; how many others use this store. A long time without any is a pause: see `stood`."""
        now = time.time()
        self._processes = {one: seen for one, seen in self._processes.items() if seen >= now - ALIVE and one != process}
        others = len(self._processes)
        self._processes[process] = now
        self._presence = {one for one in self._presence if one[0] in self._processes}
        began = self._last_sign
        if began is not None and not others and now - began > (0.0 if self._born else ALIVE):
            self._pauses.append((began, now))
        self._last_sign, self._born = now, False
        return others

    async def leave(self, process: str) -> None:
        """Take this process, and who is there, from the list."""
        self._processes.pop(process, None)
        self._presence = {one for one in self._presence if one[0] != process}
        self._last_sign = time.time()

    def stood(self, since: float, until: float) -> float:
        """How many seconds between two moments the server did not run: clocks stood then."""
        return stood(self._pauses, since, until)

    async def present(self, process: str, come: Iterable[tuple[str, int]], gone: Iterable[tuple[str, int]]) -> None:
        """Note who has come to this process, as (table, seat), and who is here no longer."""
        self._presence |= {(process, *one) for one in come}
        self._presence -= {(process, *one) for one in gone}

    async def is_elsewhere(self, process: str, table_id: str, seat: int) -> bool:
        """Whether a seat's player has lately been heard of by another process."""
        return any(one[1:] == (table_id, seat) and one[0] != process for one in self._presence)

    # -- tables that are over, and tables that nobody uses ----------------------------------------------------------

    async def touch(self, table_id: str, ended: float | None = None) -> None:
        """Note that a table was used now; and when it ended, where it has."""
        row = self._tables.get(table_id)
        if row is not None:
            row.touched = time.time()
            row.ended = row.ended if ended is None else ended

    async def put_snapshot(self, table_id: str, packed: bytes, ended: float) -> None:
        """Keep what a table shows that ended then; what was kept of it before is replaced."""
        self._snapshots[table_id] = packed
        if table_id in self._tables:
            self._tables[table_id].ended = ended

    async def snapshot(self, table_id: str) -> bytes | None:
        """What was kept of a table; None if nothing was."""
        return self._snapshots.get(table_id)

    async def has_snapshot(self, table_id: str) -> bool:
        """Whether something was kept of a table."""
        return table_id in self._snapshots

    async def ended_without_snapshot(self, passed_over: Collection[str]) -> list[str]:
        """Finished tables of which nothing was kept, but for some, the newest first."""
        ended = [
            (row.ended, table_id)
            for table_id, row in self._tables.items()
            if row.ended is not None and table_id not in self._snapshots and table_id not in passed_over
        ]
        return [table_id for _, table_id in sorted(ended, reverse=True)[:AT_ONCE]]

    async def unused(self, before: float, passed_over: Collection[str]) -> list[str]:
        """Tables not used since, but for some; those that the log knows better about are corrected on the way."""
        for table_id, row in self._tables.items():
            row.touched = max([row.touched, *(entry.at for entry in self._events.get(table_id, {}).values())])
        old = [(row.touched, one) for one, row in self._tables.items() if row.touched < before]
        return [one for _, one in sorted(old) if one not in passed_over][:AT_ONCE]

    async def drop(self, table_id: str) -> None:
        """Take a table and all that belongs to it out of the store."""
        self._events.pop(table_id, None)
        self._tables.pop(table_id, None)
        self._snapshots.pop(table_id, None)
        self._requests = {one for one in self._requests if one[0] != table_id}
        self._codes = {key: code for key, code in self._codes.items() if code.table_id != table_id}
        for held in self._held.values():
            held.difference_update([one for one in held if one[0] == table_id])
