"""Store: what is on disk. Everything that happens at a table is written here before anybody is told of it.

One task writes: whatever has gathered while the last transaction was on its way goes into the next one, so that many
tables share one commit. Of two processes that write the same revision of a table, one gets Conflict and reads again;
what the database refuses for any other reason is told as NotStored, since to try again would not help.
"""

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import bindparam, delete, event, func, insert, or_, select, text, tuple_, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from shamble.site import words
from shamble.site.errors import NoStore, NotStored
from shamble.site.json_text import encode
from shamble.site.store import schema
from shamble.site.store.database import database_url, prepare_sqlite, unreachable
from shamble.site.store.entries import Code, Conflict, Entry, Head
from shamble.site.store.processes import Pause, is_dead, merged, stood
from shamble.site.store.protocol import ALIVE, AT_ONCE, FAILURES, MOST_HELD, BadDatabase, Store
from shamble.site.store.sqlite_files import DatabaseFiles, LostFile

logger = logging.getLogger("shamble.site")

GATHER = 0.003
LARGEST_GROUP = 500  # entries in one transaction
LONGEST = 30.0  # seconds that one question to the database, or one writing, may take
MOST_PENDING = 20_000  # entries that wait to be written; beyond it the store is told to be down
PAUSES_KEPT = 90 * 86400.0  # seconds: what stood still longer ago concerns no clock


_COLUMNS = [column.name for column in schema.events.columns]  # in the order of Entry.row
_VALUES = ", ".join(f"json_extract(value, '$[{place}]')" for place in range(len(_COLUMNS)))
_INSERT_ALL = f"INSERT INTO events ({', '.join(_COLUMNS)}) SELECT {_VALUES} FROM json_each(?)"
# A key may hold the same seat again after it has left it: the row is there already then.
_INSERT_HELD = text(
    "INSERT INTO holders (table_id, seat, key_hash) VALUES (:table_id, :seat, :key_hash) ON CONFLICT DO NOTHING"
)


class SqlStore(Store):
    """The database of tables, opened by `open` and closed by `close`."""

    def __init__(self, database: str) -> None:
        self.url = database_url(database)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self.engine: AsyncEngine = create_async_engine(self.url, **self._pool())
        # What only reads asks PostgreSQL once, not for a beginning and an end as well.
        self.reading = self.engine if self.sqlite else self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.failing = False  # whether the last attempt to write failed
        self.commits = 0
        self.written = 0
        self._turn = asyncio.Lock()  # of SQLite: one transaction of this process writes at a time
        self._pending: list[tuple[Entry, Head | None, asyncio.Future[None]]] = []
        self._wanted = asyncio.Event()
        self.pauses: list[Pause] = []  # when no server ran, as (from, to): clocks stood then
        self._born = True  # whether this process has given no sign of life yet
        self._alone = True  # whether no other process used this store when we last looked
        self._files: DatabaseFiles | None = None  # of SQLite
        self._keeper: AsyncConnection | None = None  # of SQLite: while it is open, the -wal file is never replaced
        self._writer: asyncio.Task[None] | None = None
        self._closed = False
        if self.sqlite:
            event.listen(self.engine.sync_engine, "connect", prepare_sqlite)

    def _pool(self) -> dict[str, Any]:
        if self.sqlite:
            return {"connect_args": {"timeout": 20}}
        return {"pool_size": 4, "max_overflow": 4, "pool_recycle": 1800}

    async def open(self) -> None:
        """Begin to write; BadDatabase if the database cannot be reached or has not been prepared."""
        try:
            async with self.reading.connect() as connection:
                await connection.execute(select(func.count()).select_from(schema.processes))
            await self._keep_files()
        except (SQLAlchemyError, OSError) as error:
            raise BadDatabase(unreachable(self.url, error)) from None
        self._writer = asyncio.create_task(self._write_loop(), name="store writer")

    async def close(self) -> None:
        """Write what is pending, then let go of the database."""
        self._closed = True
        if self._writer is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LONGEST):
                    while self._pending:
                        await asyncio.sleep(0.005)
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
            self._writer = None
            for _, _, done in self._pending:
                _settle(done, NoStore(words.STORE_DOWN))
        await self._let_go()

    async def _let_go(self) -> None:
        if self._keeper is not None:
            keeper, self._keeper = self._keeper, None
            with contextlib.suppress(SQLAlchemyError):
                await self._bring_home(keeper)
            await keeper.close()
        await self.engine.dispose()

    # -- the files of SQLite -------------------------------------------------------------------------------------

    async def _keep_files(self) -> None:
        """Remember which files the database is made of, and keep them open."""
        path = self.url.database
        if self.sqlite and path and os.path.isfile(path):
            self._keeper = await self.engine.connect()
            await self._keeper.execute(select(func.count()).select_from(schema.processes))
            await self._keeper.rollback()
            self._files = DatabaseFiles(path)

    async def _look_for_files(self) -> None:
        """LostFile where what is written now would be lost: the files are others than those that were opened.

        A -wal that was deleted under a server that runs alone is mended first: all that stood in it is still open here
        and is brought into the database's own file. Whoever calls this has the turn to write."""
        if self._files is None:
            return
        try:
            self._files.check()
        except LostFile as lost:
            self.failing = True
            if not (self._files.only_wal_is_gone and self._alone):
                raise
            if self._keeper is not None:
                logger.error("%s What it held is being brought into the database's own file.", lost)
                if not await self._bring_home(self._keeper):
                    raise
                await self._let_go()
            await self._keep_files()
            self.failing = False
            logger.error("Everything that was acknowledged is in the database's own file; the server goes on.")

    async def _bring_home(self, keeper: AsyncConnection) -> bool:
        """Bring what the -wal file holds that is open here into the database's own file; whether that is done."""
        busy, *_ = (await keeper.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")).one()
        await keeper.rollback()
        return not busy

    async def _mend_files(self) -> None:
        """See to it that nobody opens a database whose -wal file was deleted before what it held is at home."""
        if self._files is not None and self._files.only_wal_is_gone and self._alone:
            async with self._turn:
                with contextlib.suppress(LostFile):
                    await self._look_for_files()

    # -- writing -------------------------------------------------------------------------------------------------

    def append(self, entry: Entry, head: Head | None = None) -> "asyncio.Future[None]":
        """Write down an entry (and the new table it begins); done once it is on disk. Conflict, NoStore, NotStored."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._closed or len(self._pending) >= MOST_PENDING:
            done.set_exception(NoStore(words.STORE_DOWN))
            return done
        self._pending.append((entry, head, done))
        self._wanted.set()
        return done

    async def _write_loop(self) -> None:
        while True:
            await self._wanted.wait()
            group = self._pending[:LARGEST_GROUP]
            if not group:
                self._wanted.clear()
                continue
            await self._write_group(group)
            del self._pending[: len(group)]
            if len(group) > 1 and not self.sqlite:
                await asyncio.sleep(GATHER)  # busy: a transaction costs more than a row, so let more come together

    async def _write_group(
        self, group: Sequence[tuple[Entry, Head | None, "asyncio.Future[None]"]], again: bool = True
    ) -> None:
        try:
            await self._write([entry for entry, _, _ in group], [head for _, head, _ in group if head is not None])
        except IntegrityError as error:
            if len(group) == 1:
                _settle(group[0][2], await self._why_refused(group[0][0], error))
                return
            middle = len(group) // 2
            await self._write_group(group[:middle])
            await self._write_group(group[middle:])
        except Exception as error:  # whatever it is: the writer goes on, and whoever waits is told
            if again and isinstance(error, DBAPIError) and error.connection_invalidated:
                await self._write_group(group, again=False)  # the database was started anew: so is our connection
                return
            self.failing = True
            logger.exception("The store did not take %d entries.", len(group))
            for _, _, done in group:
                _settle(done, NoStore(words.STORE_DOWN))
        else:
            for _, _, done in group:
                _settle(done, None)

    async def _why_refused(self, entry: Entry, error: IntegrityError) -> Exception:
        """What the database's refusal of an entry means: somebody was quicker (Conflict), or something is wrong."""
        e = schema.events.c
        same = [e.revision == entry.revision]
        if entry.request_id is not None:
            same.append(e.request_id == entry.request_id)
        try:
            async with self.asking() as connection:
                there = await connection.execute(
                    select(e.revision).where(e.table_id == entry.table_id, or_(*same)).limit(1)
                )
                if there.first() is not None:
                    return Conflict()
        except FAILURES:
            logger.exception("The store could not be asked why it refused an entry.")
            return NoStore(words.STORE_DOWN)
        logger.error("The store refused entry %d of table %s.", entry.revision, entry.table_id, exc_info=error)
        return NotStored(words.NOT_STORED)

    async def _write(self, entries: list[Entry], heads: list[Head]) -> None:
        async with self._transaction() as connection:
            if heads:
                await connection.execute(insert(schema.tables), [_head_row(head) for head in heads])
            rows = [entry.row() for entry in entries]
            if self.sqlite:  # one statement: each on its own would let go of the interpreter and wait for it again
                written = encode([list(row.values()) for row in rows]).decode()
                await connection.exec_driver_sql(_INSERT_ALL, (written,))
            else:
                await connection.execute(insert(schema.events), rows)
            held = [
                {"table_id": entry.table_id, "seat": seat, "key_hash": key_hash}
                for entry in entries
                for seat, key_hash in entry.held
            ]
            if held:
                await connection.execute(_INSERT_HELD, held)
        self.failing = False
        self.commits += 1
        self.written += len(entries)

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes something; NoStore where it fails, takes too long or the files are lost."""
        try:
            async with self._transaction() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise NoStore(words.STORE_DOWN) from error

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """The same, but what the database refuses is raised as it is."""
        try:
            async with asyncio.timeout(LONGEST), self._turn if self.sqlite else contextlib.nullcontext():
                await self._look_for_files()
                async with self.engine.begin() as connection:
                    yield connection
                if self._files is not None:
                    self._files.check()  # else what was written just now may be gone with its file
        except (TimeoutError, LostFile) as error:
            logger.error("Nothing can be written: %s", error or "the database does not answer.")
            self.failing = True
            raise NoStore(words.STORE_DOWN) from None

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[AsyncConnection]:
        """A connection that only reads; NoStore where that fails or takes too long."""
        try:
            async with asyncio.timeout(LONGEST):
                await self._mend_files()
                async with self.reading.connect() as connection:
                    yield connection
        except TimeoutError:
            logger.error("The database does not answer.")
            raise NoStore(words.STORE_DOWN) from None
        except SQLAlchemyError as error:
            raise NoStore(words.STORE_DOWN) from error

    async def touch(self, table_id: str, ended: float | None = None) -> None:
        """Note that a table was used now; and when it ended, where it has."""
        values: dict[str, Any] = {"touched": time.time()}
        if ended is not None:
            values["ended"] = ended
        async with self.changing() as connection:
            await connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(**values))

    # -- reading -------------------------------------------------------------------------------------------------

    async def head(self, table_id: str) -> Head | None:
        """The table's row, or None."""
        t = schema.tables.c
        async with self.asking() as connection:
            rows = await connection.execute(
                select(t.id, t.game, t.spec, t.seed, t.salt, t.created).where(t.id == table_id)
            )
            row = rows.one_or_none()
        return None if row is None else Head(row.id, row.game, row.spec, row.seed, row.salt, row.created)

    async def log(self, table_id: str, after: int = 0) -> list[Entry]:
        """Everything that happened at a table after a revision, in order."""
        e = schema.events.c
        async with self.asking() as connection:
            return await _log(connection, e, table_id, after)

    async def news(self, wanted: Sequence[tuple[str, int]]) -> dict[str, list[Entry]]:
        """The entries of these (table, revision), in order, by table."""
        e = schema.events.c
        logs: dict[str, list[Entry]] = {}
        async with self.asking() as connection:
            for first in range(0, len(wanted), 400):
                some = tuple_(e.table_id, e.revision).in_(wanted[first : first + 400])
                for row in await connection.execute(_entries(e).where(some).order_by(e.table_id, e.revision)):
                    logs.setdefault(row.table_id, []).append(Entry(*row))
        return logs

    async def held_by(self, key_hash: str) -> list[tuple[str, int]]:
        """(table, seat) of every seat a key holds, the table used last first; seat -1: the host's."""
        h, t = schema.holders.c, schema.tables.c
        async with self.asking() as connection:
            rows = await connection.execute(
                select(h.table_id, h.seat)
                .join(schema.tables, t.id == h.table_id)
                .where(h.key_hash == key_hash)
                .order_by(t.created.desc(), h.seat)
                .limit(MOST_HELD)
            )
            return [(row.table_id, row.seat) for row in rows]

    async def revisions(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The last revision of each of these tables."""
        e = schema.events.c
        revisions: dict[str, int] = {}
        async with self.asking() as connection:
            for first in range(0, len(table_ids), 500):
                some = table_ids[first : first + 500]
                rows = await connection.execute(
                    select(e.table_id, func.max(e.revision)).where(e.table_id.in_(some)).group_by(e.table_id)
                )
                revisions.update({row[0]: row[1] for row in rows})
        return revisions

    async def put_code(self, code_hash: str, table_id: str, seat: int, revision: int) -> None:
        """Keep a resume code made at a revision of the table; the seat's earlier one is no longer valid."""
        c = schema.codes.c
        async with self.changing() as connection:
            await connection.execute(delete(schema.codes).where(c.table_id == table_id, c.seat == seat))
            await connection.execute(
                insert(schema.codes),
                [
                    {
                        "code_hash": code_hash,
                        "table_id": table_id,
                        "seat": seat,
                        "created": time.time(),
                        "revision": revision,
                    }
                ],
            )

    async def find_code(self, code_hash: str) -> Code | None:
        """What a resume code was made for, or None."""
        c = schema.codes.c
        async with self.asking() as connection:
            wanted = select(c.table_id, c.seat, c.created, c.revision).where(c.code_hash == code_hash)
            row = (await connection.execute(wanted)).one_or_none()
        return None if row is None else Code(*row)

    async def alive(self, process: str) -> int:
        """Give a sign of life; how many other processes use this store.

        Where none has given one for a while, the time since the last is a pause: see `stood`."""
        p, now = schema.processes.c, time.time()
        self.failing = True  # unless we come to the end of this
        async with self.changing() as connection:
            await connection.execute(delete(schema.processes).where((p.id == process) | (p.seen < now - ALIVE)))
            await connection.execute(insert(schema.processes), [{"id": process, "seen": now}])
            others = [row.id for row in await connection.execute(select(p.id).where(p.id != process))]
            dead = [other for other in others if is_dead(other)]
            if dead:
                await connection.execute(delete(schema.processes).where(p.id.in_(dead)))
            gone = schema.presence.c.process.not_in(select(p.id))
            await connection.execute(delete(schema.presence).where(gone))
            running = len(others) - len(dead)
            await self._note_pause(connection, now, running == 0 and (0.0 if self._born else ALIVE))
        self._born, self._alone = False, running == 0
        self.failing = False
        return running

    async def _note_pause(self, connection: AsyncConnection, now: float, longer: float | bool) -> None:
        """Move the open pause, which begins with the last sign of life, up to now; where nobody else runs and it is
        longer than that many seconds, it is over now and stays."""
        p = schema.pauses.c
        began = (await connection.execute(select(func.max(p.began)).where(p.ended.is_(None)))).scalar_one_or_none()
        await connection.execute(delete(schema.pauses).where(p.ended.is_(None)))
        if began is not None and longer is not False and now - began > longer:
            await connection.execute(insert(schema.pauses), [{"began": began, "ended": now}])
        await connection.execute(insert(schema.pauses), [{"began": now, "ended": None}])
        await connection.execute(delete(schema.pauses).where(p.ended < now - PAUSES_KEPT))
        rows = await connection.execute(select(p.began, p.ended).where(p.ended.is_not(None)).order_by(p.began))
        self.pauses = merged([(row.began, row.ended) for row in rows])

    def stood(self, since: float, until: float) -> float:
        """How many seconds between two moments no server ran: clocks stood then."""
        return stood(self.pauses, since, until)

    async def leave(self, process: str) -> None:
        """Take this process from the list."""
        async with self.changing() as connection:
            await connection.execute(delete(schema.processes).where(schema.processes.c.id == process))
            await connection.execute(delete(schema.presence).where(schema.presence.c.process == process))
            still = schema.pauses.c.ended.is_(None)
            await connection.execute(update(schema.pauses).where(still).values(began=time.time()))

    async def present(self, process: str, come: Iterable[tuple[str, int]], gone: Iterable[tuple[str, int]]) -> None:
        """Note who has come to this process, as (table, seat), and who is here no longer."""
        p = schema.presence.c
        arrived = [{"process": process, "table_id": table_id, "seat": seat} for table_id, seat in come]
        left = [{"a": table_id, "b": seat} for table_id, seat in gone]
        async with self.changing() as connection:
            if arrived:
                await connection.execute(insert(schema.presence), arrived)
            if left:
                one = (p.process == process) & (p.table_id == bindparam("a")) & (p.seat == bindparam("b"))
                await connection.execute(delete(schema.presence).where(one), left)

    async def is_elsewhere(self, process: str, table_id: str, seat: int) -> bool:
        """Whether a seat's player has lately been heard of by another process."""
        p = schema.presence.c
        async with self.asking() as connection:
            rows = await connection.execute(
                select(p.process).where(p.table_id == table_id, p.seat == seat, p.process != process).limit(1)
            )
            return rows.first() is not None

    async def ping(self) -> None:
        """Read something; NoStore where that fails, or the last attempt to write did."""
        try:
            async with self._turn:
                await self._look_for_files()
            async with self.asking() as connection:
                await connection.execute(select(func.count()).select_from(schema.processes))
        except (*FAILURES, SQLAlchemyError, LostFile):
            raise NoStore(words.STORE_DOWN) from None
        if self.failing:
            raise NoStore(words.STORE_DOWN)

    # -- tables that are over, and tables that nobody uses -----------------------------------------------------------

    async def put_snapshot(self, table_id: str, packed: bytes, ended: float) -> None:
        """Keep what a table shows that ended then; what was kept of it before is replaced."""
        s, t = schema.snapshots.c, schema.tables.c
        async with self.changing() as connection:
            await connection.execute(delete(schema.snapshots).where(s.table_id == table_id))
            await connection.execute(schema.snapshots.insert(), [{"table_id": table_id, "packed": packed}])
            await connection.execute(update(schema.tables).where(t.id == table_id).values(ended=ended))

    async def snapshot(self, table_id: str) -> bytes | None:
        """What was kept of a table; None if nothing was."""
        async with self.asking() as connection:
            rows = await connection.execute(
                select(schema.snapshots.c.packed).where(schema.snapshots.c.table_id == table_id)
            )
            packed = rows.scalar_one_or_none()
        return None if packed is None else bytes(packed)

    async def has_snapshot(self, table_id: str) -> bool:
        """Whether something was kept of a table."""
        async with self.asking() as connection:
            wanted = select(schema.snapshots.c.table_id).where(schema.snapshots.c.table_id == table_id)
            return (await connection.execute(wanted)).first() is not None

    async def ended_without_snapshot(self, passed_over: Collection[str]) -> list[str]:
        """Finished tables of which nothing was kept, but for some: they ended before anything was."""
        t, s = schema.tables.c, schema.snapshots.c
        async with self.asking() as connection:
            wanted = select(t.id).where(t.ended.is_not(None), t.id.not_in(select(s.table_id))).order_by(t.ended.desc())
            rows = await connection.execute(wanted.limit(AT_ONCE + len(passed_over)))
            return [table_id for (table_id,) in rows if table_id not in passed_over]

    async def unused(self, before: float, passed_over: Collection[str]) -> list[str]:
        """Tables not used since, but for some; those that the log knows better about are corrected on the way."""
        t, e = schema.tables.c, schema.events.c
        ended = []
        async with self.changing() as connection:
            wanted = select(t.id).where(t.touched < before).order_by(t.touched).limit(AT_ONCE + len(passed_over))
            rows = [table_id for (table_id,) in await connection.execute(wanted) if table_id not in passed_over]
            for table_id in rows:
                last = await connection.execute(select(func.max(e.at)).where(e.table_id == table_id))
                used = last.scalar_one_or_none()
                if used is not None and used >= before:
                    await connection.execute(update(schema.tables).where(t.id == table_id).values(touched=used))
                else:
                    ended.append(table_id)
        return ended

    async def drop(self, table_id: str) -> None:
        """Take a table and all that belongs to it out of the store."""
        async with self.changing() as connection:
            for table, column in (
                (schema.events, schema.events.c.table_id),
                (schema.holders, schema.holders.c.table_id),
                (schema.codes, schema.codes.c.table_id),
                (schema.snapshots, schema.snapshots.c.table_id),
                (schema.tables, schema.tables.c.id),
            ):
                await connection.execute(delete(table).where(column == table_id))


async def _log(connection: AsyncConnection, e: Any, table_id: str, after: int) -> list[Entry]:
    rows = await connection.execute(_entries(e).where(e.table_id == table_id, e.revision > after).order_by(e.revision))
    return [Entry(*row) for row in rows]


def _entries(e: Any) -> Any:
    return select(e.table_id, e.revision, e.at, e.kind, e.seat, e.data, e.drawn, e.version, e.request_id)


def _head_row(head: Head) -> dict[str, Any]:
    return {
        "id": head.id, "game": head.game, "spec": head.spec, "seed": head.seed_text, "salt": head.salt,
        "created": head.created, "touched": head.created, "ended": None,
    }  # fmt: skip


def _settle(done: "asyncio.Future[None]", error: Exception | None) -> None:
    if done.done():  # whoever asked has gone
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
