"""What every store must do, in memory and in a database: one suite over both."""

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")
from site_servers import postgres
from site_support import run

from shamble.site.config import Settings
from shamble.site.errors import NoStore, NotStored
from shamble.site.json_text import encode
from shamble.site.store.addresses import store_at
from shamble.site.store.entries import Conflict, Entry, Head
from shamble.site.store.memory import MemoryStore
from shamble.site.store.migrate import migrate
from shamble.site.store.protocol import Store
from shamble.site.tables.document import of
from shamble.site.tables.registry import Tables

Opened = Callable[[], Store]  # one more store over the same tables, not opened yet


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite database without tables in it, made once."""
    path = tmp_path_factory.mktemp("store") / "empty.sqlite"
    migrate(str(path))
    return path


@pytest.fixture(params=["memory", "sqlite"])
def another(request: pytest.FixtureRequest, tmp_path: Path, empty: Path) -> Opened:
    if request.param == "memory":
        memory = MemoryStore()
        return lambda: memory
    shutil.copy(empty, tmp_path / "t.sqlite")
    return lambda: store_at(str(tmp_path / "t.sqlite"))


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[Store]:
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def head(table_id: str = "aaaa", created: float = 100.0) -> Head:
    return Head(table_id, "run", '{"players": 2}', "123456789012345678", "salt", created)


def entry(revision: int, request: str | None = None, table: str = "aaaa", at: float = 100.0, **given: object) -> Entry:
    found = {"kind": "play", "seat": 0, "data": "{}", "drawn": None, "version": 0, "held": ()} | given
    return Entry(table, revision, at, request_id=request, **found)  # type: ignore[arg-type]


def test_what_was_written_is_read_in_order_by_whoever_opens_the_store_next(another: Opened) -> None:
    async def main() -> None:
        written = [entry(1, "0:a", kind="create", data='{"ü": 1}'), entry(2, drawn="one\ntwo", seat=None, version=3)]
        async with opened(another()) as store:
            assert await store.head("aaaa") is None
            assert await store.log("aaaa") == []
            await store.append(written[0], head())
            await store.append(written[1])
            assert (store.written, store.commits) == (2, 2)
        async with opened(another()) as store:
            assert await store.head("aaaa") == head()
            assert await store.log("aaaa") == written
            assert await store.log("aaaa", 1) == written[1:]
            assert await store.log("aaaa", 2) == []
            assert await store.revisions(["aaaa", "bbbb"]) == {"aaaa": 2}
            assert await store.news([("aaaa", 2), ("aaaa", 1), ("aaaa", 3), ("bbbb", 1)]) == {"aaaa": written}
            await store.ping()

    run(main, 20)


async def check_refusals(store: Store) -> None:
    held = ((0, "hash"),)
    await store.append(entry(1, "0:a", held=held), head())
    await store.append(entry(2, held=held))  # the same holder again: no fault
    for lost in (entry(2), entry(3, "0:a")):  # somebody has written that revision, or that request
        with pytest.raises(Conflict):
            await store.append(lost)
    with pytest.raises(NotStored):  # nobody was quicker: the row itself is refused
        await store.append(entry(3, kind=None))
    with pytest.raises(NotStored):
        await store.append(entry(1, table="bbbb"), head())  # the table is there already, its entry is not
    good, bad, late = store.append(entry(3)), store.append(entry(4, kind=None)), store.append(entry(3))
    assert [type(one) for one in await asyncio.gather(good, bad, late, return_exceptions=True)] == [
        type(None), NotStored, Conflict,
    ]  # fmt: skip
    assert [one.revision for one in await store.log("aaaa")] == [1, 2, 3]
    await store.append(entry(1, "0:a", table="bbbb"), head("bbbb"))  # a request's id counts for its own table


def test_a_lost_race_is_told_from_a_fault(another: Opened) -> None:
    async def main() -> None:
        async with opened(another()) as store:
            await check_refusals(store)

    run(main, 20)


def test_a_lost_race_is_told_from_a_fault_with_postgresql() -> None:
    async def main(database: str) -> None:
        await asyncio.to_thread(migrate, database)
        async with opened(store_at(database)) as store:
            await check_refusals(store)

    with postgres() as database:
        run(lambda: main(database), 60)


def test_of_many_who_write_at_once_each_revision_has_one_writer(another: Opened) -> None:
    async def main() -> None:
        async with opened(another()) as store:
            await store.append(entry(1), head())

            async def write(seat: int) -> int:
                revision, lost = 1, 0
                for _ in range(5):
                    while True:
                        revision += 1
                        try:
                            await store.append(entry(revision, seat=seat))
                            break
                        except Conflict:
                            lost += 1
                    await asyncio.sleep(0)
                return lost

            lost = await asyncio.gather(*[write(seat) for seat in range(8)])
            log = await store.log("aaaa")
            assert [one.revision for one in log] == list(range(1, 42))
            assert [sum(one.seat == seat for one in log[1:]) for seat in range(8)] == [5] * 8
            assert sum(lost) > 0

    run(main, 20)


def test_a_key_finds_its_seats_newest_table_first(another: Opened) -> None:
    async def main() -> None:
        async with opened(another()) as store:
            for number, table in enumerate(("aaaa", "bbbb", "cccc")):
                held = ((-1, "ann"), (1, "ann"), (0, "bo"))
                await store.append(entry(1, table=table, held=held), head(table, 100.0 + number))
            await store.drop("bbbb")
            assert await store.held_by("ann") == [("cccc", -1), ("cccc", 1), ("aaaa", -1), ("aaaa", 1)]
            assert await store.held_by("bo") == [("cccc", 0), ("aaaa", 0)]
            assert await store.held_by("nobody") == []

    run(main, 20)


def test_a_seat_has_one_resume_code(another: Opened) -> None:
    async def main() -> None:
        async with opened(another()) as store:
            await store.put_code("old", "aaaa", 0, 1)
            await store.put_code("other seat", "aaaa", 1, 1)
            await store.put_code("new", "aaaa", 0, 7)
            assert await store.find_code("old") is None
            found, other = await store.find_code("new"), await store.find_code("other seat")
            assert found is not None
            assert (found.table_id, found.seat, found.revision) == ("aaaa", 0, 7)
            assert abs(found.created - time.time()) < 60
            assert other is not None

    run(main, 20)


def test_who_is_here_is_known_elsewhere_until_the_process_leaves(another: Opened) -> None:
    async def main() -> None:
        async with opened(another()) as store:
            assert await store.alive("one.1.a") == 0
            assert await store.alive("two.1.b") == 1
            await store.present("one.1.a", [("aaaa", 0), ("aaaa", 1)], [])
            await store.present("one.1.a", [], [("aaaa", 1)])
            assert await store.is_elsewhere("two.1.b", "aaaa", 0)
            assert not await store.is_elsewhere("two.1.b", "aaaa", 1)
            assert not await store.is_elsewhere("one.1.a", "aaaa", 0)
            await store.leave("one.1.a")
            assert not await store.is_elsewhere("two.1.b", "aaaa", 0)
            assert await store.alive("two.1.b") == 0

    run(main, 20)


def test_pauses_are_noted_where_no_other_process_runs(another: Opened) -> None:
    async def main() -> None:
        began = time.time()
        async with opened(another()) as first:
            await first.alive("one.1.a")
            await asyncio.sleep(0.02)
            await first.alive("two.1.b")  # the first runs still: nothing stood
            assert first.stood(began, time.time()) == 0
            await first.leave("one.1.a")
            await first.leave("two.1.b")
            left = time.time()
        await asyncio.sleep(0.05)
        async with opened(another()) as again:
            await again.alive("three.1.c")
            now = time.time()
            assert 0.04 < again.stood(began, now) <= now - left + 0.04
            assert again.stood(began, left - 0.04) == 0

    run(main, 20)


def test_tables_that_nobody_uses_are_found_and_dropped_whole(another: Opened) -> None:
    async def main() -> None:
        async with opened(another()) as store:
            for table, at in (("aaaa", 100.0), ("bbbb", 500.0), ("cccc", 100.0), ("dddd", 100.0)):
                await store.append(entry(1, "0:a", table=table, at=at, held=((0, table),)), head(table))
            await store.touch("cccc")
            await store.put_code("code", "aaaa", 0, 1)
            await store.put_snapshot("aaaa", b"packed", 100.0)
            assert await store.unused(200.0, {"dddd"}) == ["aaaa"]  # the log of bbbb is younger
            await store.drop("aaaa")
            assert await store.unused(200.0, {"dddd"}) == []
            assert (await store.head("aaaa"), await store.log("aaaa")) == (None, [])
            assert await store.held_by("aaaa") == []
            assert await store.find_code("code") is None
            assert not await store.has_snapshot("aaaa")
            await store.append(entry(1, "0:a"), head())  # its name and its requests are free

    run(main, 20)


def test_a_finished_table_keeps_the_last_snapshot(another: Opened) -> None:
    async def main() -> None:
        async with opened(another()) as store:
            for table, ended in (("aaaa", 5.0), ("bbbb", 7.0), ("cccc", None)):
                await store.append(entry(1, table=table), head(table))
                await store.touch(table, ended)
            assert await store.ended_without_snapshot(set()) == ["bbbb", "aaaa"]
            assert await store.ended_without_snapshot({"bbbb"}) == ["aaaa"]
            assert await store.snapshot("cccc") is None
            for packed in (b"\x00one", b"two"):
                await store.put_snapshot("cccc", packed, 9.0)
            assert await store.snapshot("cccc") == b"two"
            assert await store.has_snapshot("cccc")
            assert await store.ended_without_snapshot(set()) == ["bbbb", "aaaa"]

    run(main, 20)


def test_what_comes_after_the_end_is_refused_and_what_came_before_is_kept(another: Opened) -> None:
    async def main() -> None:
        store = another()
        await store.open()
        before = store.append(entry(1), head())
        await store.close()
        assert before.exception() is None
        with pytest.raises(NoStore):
            await asyncio.wait_for(store.append(entry(2)), 5)
        async with opened(another()) as again:
            await again.append(entry(2))
            assert await again.revisions(["aaaa"]) == {"aaaa": 2}

    run(main, 20)


def test_a_table_plays_on_once_a_store_that_failed_answers_again(another: Opened) -> None:
    async def main() -> None:
        async with opened(another()) as store:
            tables = Tables(Settings(pace=0.0), store, "a secret that is long enough to be one")
            made = await tables.create("run", seats=["me", "me"], host_key="key")
            table = await tables.open(made.table)
            await table.chairs.start()

            def fails(entry: Entry, head: Head | None = None) -> "asyncio.Future[None]":
                done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                done.set_exception(NoStore("down"))
                return done

            for number in range(6):
                seat = table.match.owing[0]
                action, version = table.match.choices(seat)[0].action, table.version
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(store, "append", fails)
                    with pytest.raises(NoStore):
                        await table.play(seat, action, version, f"act {number}")
                assert table.version == version
                for _ in range(2):  # sent again, and once more: played once
                    after = await table.play(seat, action, version, f"act {number}")
                    assert after == table.version > version
            before = encode(of(table, 0))
            table.fall_asleep()
            del tables.awake[table.id]
            assert encode(of(await tables.open(table.id), 0)) == before
            assert [one.revision for one in await store.log(table.id)] == list(range(1, table.revision + 1))
            await tables.close()

    run(main, 30)
