"""What a store must do, whatever it is made of. The tables know no more of it than this.

A store keeps the log of every table: what happened is written down before anybody is told of it. Of two that write the
same revision of a table, one gets Conflict and reads again. Moments are seconds since 1970, seats count from 0, and
seat -1 stands for the host. Whatever reads or writes raises NoStore where the store fails for a while.
"""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from shamble.kernel.errors import ShambleError
from shamble.site.errors import NoStore
from shamble.site.store.entries import Code, Entry, Head

FAILURES = (NoStore, OSError)  # what a store that fails for a while raises, writing or reading
RETRY, LONGEST_WAIT = 0.5, 8.0  # seconds until what the store did not take is tried again: at first, and at most
ALIVE = 30.0  # seconds after its last sign of life that a process counts as running
AT_ONCE = 200  # tables that one question for old ones names
MOST_HELD = 200  # seats of one key that are found


class BadDatabase(ShambleError):
    """A bad database address, or a database that cannot be reached."""


class Store(Protocol):
    """Where tables are kept, opened by `open` and closed by `close`; one object for each process that uses it."""

    commits: int
    """How many times something was written, for the figures."""
    written: int
    """How many entries were written."""

    async def open(self) -> None:
        """Begin to read and write; BadDatabase, with the reason, where that cannot be."""

    async def close(self) -> None:
        """Write what is pending, then let go of everything. Who appends afterwards gets NoStore."""

    async def ping(self) -> None:
        """Read something; NoStore where that fails, or the last attempt to write did."""

    # -- the log of a table --------------------------------------------------------------------------------------

    def append(self, entry: Entry, head: Head | None = None) -> "asyncio.Future[None]":
        """Write down an entry, and the new table that it begins; done once it is kept. What is appended is written in
        that order, each wholly or not at all.

        Conflict where that revision of the table, or its `request_id`, was written before; NotStored where the row
        itself is refused, so that to try again does not help; NoStore. Seats of `held` are found by `held_by` from
        then on."""

    async def head(self, table_id: str) -> Head | None:
        """The row that the table began with, or None."""

    async def log(self, table_id: str, after: int = 0) -> list[Entry]:
        """Everything that happened at a table after a revision, in order, without `held`."""

    async def news(self, wanted: Sequence[tuple[str, int]]) -> dict[str, list[Entry]]:
        """The entries of these (table, revision), in order, by table; what is not there is left out."""

    async def revisions(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The last revision of each of these tables; tables without any are left out."""

    # -- seats: keys and resume codes ----------------------------------------------------------------------------

    async def held_by(self, key_hash: str) -> list[tuple[str, int]]:
        """(table, seat) of every seat a key was given, the newest table first, MOST_HELD of them."""

    async def put_code(self, code_hash: str, table_id: str, seat: int, revision: int) -> None:
        """Keep a resume code made at a revision of the table; the seat's earlier one is no longer valid."""

    async def find_code(self, code_hash: str) -> Code | None:
        """What a resume code was made for, or None."""

    # -- who runs and who is here --------------------------------------------------------------------------------

    async def alive(self, process: str) -> int:
        """Give a process's sign of life; how many other processes use this store.

        Where none has given one for a while, the time since the last is a pause: see `stood`."""

    async def leave(self, process: str) -> None:
        """Take a process, and who was noted as being there, from the list."""

    def stood(self, since: float, until: float) -> float:
        """How many seconds between two moments no server ran, as of the last `alive`: clocks stood then."""

    async def present(self, process: str, come: Iterable[tuple[str, int]], gone: Iterable[tuple[str, int]]) -> None:
        """Note who has come to a process, as (table, seat), and who is there no longer."""

    async def is_elsewhere(self, process: str, table_id: str, seat: int) -> bool:
        """Whether a seat's player has lately been heard of by another process."""

    # -- tables that are over, and tables that nobody uses ----------------------------------------------------------

    async def touch(self, table_id: str, ended: float | None = None) -> None:
        """Note that a table was used now; and when it ended, where it has."""

    async def put_snapshot(self, table_id: str, packed: bytes, ended: float) -> None:
        """Keep what a table shows that ended then; what was kept of it before is replaced."""

    async def snapshot(self, table_id: str) -> bytes | None:
        """What was kept of a table; None if nothing was."""

    async def has_snapshot(self, table_id: str) -> bool:
        """Whether something was kept of a table."""

    async def ended_without_snapshot(self, passed_over: Collection[str]) -> list[str]:
        """Finished tables of which nothing was kept, but for some, the newest first, about AT_ONCE of them: they ended
        before anything was kept."""

    async def unused(self, before: float, passed_over: Collection[str]) -> list[str]:
        """Tables not used since, but for some, the oldest first, about AT_ONCE of them; those that the log knows better
        about are corrected on the way."""

    async def drop(self, table_id: str) -> None:
        """Take a table and all that belongs to it out of the store."""
