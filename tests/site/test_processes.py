"""Several processes on one store: they agree, and hear of each other, by Redis or by looking."""

import asyncio
import contextlib
import logging
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
import httpx
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from site_servers import ROOT, postgres, redis
from site_support import SECRET, Listener, run, site
from sqlalchemy import create_engine, text

from shamble.kernel.errors import IllegalAction
from shamble.site.app import build
from shamble.site.config import Settings
from shamble.site.errors import NoStore, Stale
from shamble.site.store import schema
from shamble.site.store.entries import Conflict, Entry
from shamble.site.store.migrate import HEAD, migrate
from shamble.site.store.protocol import BadDatabase
from shamble.site.store.sql import SqlStore
from shamble.site.tables.notify_redis import BadRedis, check_redis
from shamble.site.tables.table import Table


@asynccontextmanager
async def two(database: str, **settings: Any) -> AsyncIterator[tuple[Any, Any]]:
    """Two apps on one store, as two processes would have them."""
    given = {
        "database": database,
        "secret": SECRET,
        "limits": False,
        "pace": 0.0,
        "workers": 2,
        "poll": 0.05,
        **settings,
    }
    one, other = build(Settings(**given)), build(Settings(**given))
    async with one.router.lifespan_context(one), other.router.lifespan_context(other):
        yield one, other


async def same_table(one: Any, other: Any, players: int = 2) -> tuple[Table, Table]:
    made = await one.state.tables.create("run", players)
    for seat in range(players):
        await one.state.tables.join(made.table, made.join, f"P{seat}", f"key{seat}")
    here = await one.state.tables.open(made.table)
    await here.chairs.start()
    return here, await other.state.tables.open(made.table)


async def play_on_both(here: Table, there: Table, moves: int) -> None:
    """Each move is tried in both processes at once, as by two tabs: it is played exactly once."""
    for number in range(moves):
        assert here.match is not None
        assert there.match is not None
        if not here.match.owing:
            return
        seat = here.match.owing[0]
        action, version = here.match.choices(seat)[0].action, here.version
        names = ("same", "same") if number % 2 else ("one", "other")
        found = await asyncio.gather(
            *(
                table.play(seat, action, version, f"{name}{number}")
                for table, name in zip((here, there), names, strict=True)
            ),
            return_exceptions=True,
        )
        played = [one for one in found if not isinstance(one, BaseException)]
        if number % 2:
            assert len(played) == 2, found
            assert played[0] == played[1]
        else:
            assert len(played) == 1, found
            assert isinstance(next(one for one in found if one not in played), Stale | IllegalAction)
        await here.log.look_again()
        await there.log.look_again()
        assert here.match.state.pack() == there.match.state.pack()


def two_processes(database: str, **settings: Any) -> None:
    async def main() -> None:
        async with two(database, **settings) as (one, other):
            here, there = await same_table(one, other)
            await play_on_both(here, there, 12)
            path = f"/api/tables/{here.id}/events"
            async with Listener(other, path, "key1") as listener:
                await listener.until(lambda found: bool(found.messages()))
                for name in ("One", "Two"):
                    await here.chairs.rename(0, name)
                    await listener.until(lambda found, name=name: found.messages()[-1][1]["seats"][0]["name"] == name)  # type: ignore[misc]
            # a request at the process that has not heard yet is answered by what the store says
            made = await one.state.tables.create("run", 2)
            stale = await other.state.tables.open(made.table)
            await one.state.tables.join(made.table, made.join, "Ash", "key")
            assert (await other.state.tables.open(made.table)).seats_of("key") == (0,)
            assert stale.seats_of("key") == (0,)

    run(main)


def test_two_processes_on_sqlite(tmp_path: Path) -> None:
    two_processes(str(tmp_path / "t.sqlite"))


def test_two_processes_on_postgresql() -> None:
    with postgres() as database:
        two_processes(database)


def test_a_database_that_is_started_anew_is_found_again() -> None:
    async def main(database: str) -> None:
        async with two(database, workers=1) as (one, other):
            here, _ = await same_table(one, other)
            cut = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
            with cut.begin() as connection:
                connection.execute(
                    text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
                )
            cut.dispose()
            await here.chairs.rename(0, "Written at the second try")
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app=one), base_url="http://x") as client:
                found = [(await client.get(f"/api/tables/{here.id}")).status_code for _ in range(6)]
            assert set(found) <= {200, 503}
            assert found[-1] == 200

    with postgres() as database:
        run(lambda: main(database))


def test_two_processes_with_redis(tmp_path: Path) -> None:
    with redis() as address:
        run(lambda: check_redis(address))
        two_processes(str(tmp_path / "t.sqlite"), redis=address, poll=3600.0)


def test_redis_that_goes_away_is_replaced_by_looking(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        with contextlib.ExitStack() as gone:
            address = gone.enter_context(redis())
            async with two(str(tmp_path / "t.sqlite"), redis=address) as (one, other):
                here, there = await same_table(one, other)
                await asyncio.sleep(0.2)
                gone.close()  # Redis ends
                await here.chairs.rename(0, "Still heard")
                for _ in range(200):
                    await asyncio.sleep(0.02)
                    if there.name(0) == "Still heard":
                        break
                assert there.name(0) == "Still heard"

    run(main)


def test_a_second_process_without_redis_is_told_of_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with two(str(tmp_path / "t.sqlite"), workers=1):
            await asyncio.sleep(0.3)

    caplog.set_level(logging.WARNING, logger="shamble.site")
    logging.getLogger("shamble.site").propagate = True
    run(main)
    assert sum("Another process uses this store" in record.message for record in caplog.records) == 1


def test_the_store_refuses_what_is_there_already(tmp_path: Path) -> None:
    async def main() -> None:
        migrate(str(tmp_path / "t.sqlite"))
        store = SqlStore(str(tmp_path / "t.sqlite"))
        await store.open()
        entry = Entry("t", 1, 0.0, "phrase", 0, "hello", None, 0, "a")
        others = [Entry("u", n, 0.0, "phrase", 0, "hello", None, 0) for n in range(1, 40)]
        await store.append(entry)
        same_revision = store.append(Entry("t", 1, 0.0, "phrase", 0, "thanks", None, 0, "b"))
        same_request = store.append(Entry("t", 2, 0.0, "phrase", 0, "thanks", None, 0, "a"))
        good = [store.append(other) for other in others]
        await asyncio.gather(*good)
        for bad in (same_revision, same_request):
            with pytest.raises(Conflict):
                await bad
        assert [one.data for one in await store.log("t")] == ["hello"]
        assert len(await store.log("u")) == len(others)
        await store.close()

    run(main)


def test_nobody_is_away_who_is_only_at_another_process(tmp_path: Path) -> None:
    async def main() -> None:
        async with two(str(tmp_path / "t.sqlite"), away_after=0.6) as (one, other):
            here, there = await same_table(one, other)
            there.presence.arrive((1,))
            before = here.revision
            for _ in range(30):
                await asyncio.sleep(0.05)
                here.touch(0)  # seat 0 is heard of here, seat 1 has a stream there
            assert [place.away for place in here.seating.places] == [False, False]
            assert here.revision == before
            there.presence.depart((1,))
            for _ in range(60):
                await asyncio.sleep(0.05)
                here.touch(0)
                if here.seating.places[1].away:
                    break
            assert [place.away for place in here.seating.places] == [False, True]

    run(main)


def test_a_store_that_fails_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is played, everybody is told, and it goes on as soon as the store does."""

    async def main() -> None:
        async with two(str(tmp_path / "t.sqlite")) as (one, other):
            here, there = await same_table(one, other)
            assert here.match is not None
            seat, version, position = here.match.owing[0], here.version, here.match.state.pack()
            action = here.match.choices(seat)[0].action
            right = here.services.store._write

            async def fails(*_: object) -> None:
                raise OSError("no space left on device")

            async def writes_but_says_it_failed(*given: Any) -> None:
                await right(*given)
                raise OSError("the line broke")

            monkeypatch.setattr(here.services.store, "_write", fails)
            for _ in range(2):
                with pytest.raises(NoStore):
                    await here.play(seat, action, version, "a")
            assert here.match.state.pack() == position
            monkeypatch.setattr(here.services.store, "_write", writes_but_says_it_failed)
            with pytest.raises(NoStore):
                await here.play(seat, action, version, "a")
            monkeypatch.setattr(here.services.store, "_write", right)
            played = await here.play(seat, action, version, "a")  # it was written: so it is answered
            assert played == here.version > version
            await there.log.look_again()
            assert there.version == played
            waiting = asyncio.create_task(here.chairs.rename(0, "Gone before the answer"))
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            for _ in range(100):
                await asyncio.sleep(0.02)
                if here.name(0) == "Gone before the answer":
                    break
            assert here.name(0) == "Gone before the answer"

    run(main)


def test_bots_clocks_and_absences_go_on_once_the_store_answers_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with site(tmp_path, away_after=0.2) as (app, client):
            tables = app.state.tables
            made = await tables.create("run", 3, seats=["me", "greedy", "open"], host_key="h" * 30, clock=1, seed=4)
            await tables.join(made.table, made.join, "Bo", "b" * 30)
            table = await tables.open(made.table)
            right = tables.store._write

            async def fails(*_: object) -> None:
                raise OSError("no space left on device")

            await table.chairs.start()
            while table.seating.places[table.match.owing[0]].by == "person":
                seat = table.match.owing[0]
                monkeypatch.setattr(tables.store, "_write", right)
                await table.play(seat, table.match.choices(seat)[0].action, None)
                monkeypatch.setattr(tables.store, "_write", fails)
            monkeypatch.setattr(tables.store, "_write", fails)
            await asyncio.sleep(1.0)
            version = table.version
            assert (await client.get("/healthz")).status_code == 503
            assert not any(place.away for place in table.seating.places)
            monkeypatch.setattr(tables.store, "_write", right)
            for _ in range(200):
                await asyncio.sleep(0.05)
                away = [place.away for place in table.seating.places]
                if table.version > version and away[2] and table.seating.late:
                    break
            assert table.version > version, "the bot has not moved"
            assert away[2], "nobody has noticed the absence"
            assert table.seating.late, "the clock has not run out"
            assert (await client.get("/healthz")).status_code == 200

    run(main)


def test_a_bot_goes_on_by_itself_after_a_store_that_could_neither_write_nor_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with site(tmp_path, away_after=0.0) as (app, _):
            tables = app.state.tables
            made = await tables.create("run", 2, seats=["greedy", "greedy"], host_key="h" * 30, seed=4)
            table = await tables.open(made.table)

            async def fails(*_: object) -> None:
                raise OSError("no space left on device")

            begun = asyncio.ensure_future(table.chairs.start())
            while table.version < 12:
                await asyncio.sleep(0)
            with monkeypatch.context() as patch:
                patch.setattr(tables.store, "_write", fails)
                patch.setattr(tables.store, "log", fails)
                await asyncio.sleep(1.5)
            await begun
            version = table.version
            assert table.status == "playing"
            for _ in range(200):
                if table.version > version:
                    break
                await asyncio.sleep(0.05)
            assert table.version > version

    run(main)


def test_a_database_file_that_is_gone_is_noticed(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            tables = app.state.tables
            made = await tables.create("run", 2, seats=["me", "open"], host_key="h" * 30)
            for file in tmp_path.glob("t.sqlite*"):
                file.unlink()
            with pytest.raises(NoStore):
                await tables.join(made.table, made.join, "Bo", "b" * 30)
            with pytest.raises(NoStore):
                await tables.create("run", 2)
            assert (await client.get("/healthz")).status_code == 503

    run(main)


def test_migrations_make_what_the_schema_says(tmp_path: Path) -> None:
    """By several processes at once; a second time changes nothing; a newer database is left alone."""
    database = str(tmp_path / "new" / "t.sqlite")
    code = f"from shamble.site.store.migrate import migrate; migrate({database!r})"
    at_once = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(3)]
    assert [one.wait(60) for one in at_once] == [0, 0, 0]
    steps = ScriptDirectory(str(ROOT / "src/shamble/site/store/migrations"))
    assert steps.get_heads() == [HEAD]
    engine = create_engine(f"sqlite:///{database}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadDatabase, match="newer Shamble"):
        migrate(database)


@pytest.mark.parametrize(
    ("database", "said"),
    [
        ("mysql://root@localhost/x", "SQLite or PostgreSQL"),
        ("://", "address of a database"),
        ("sqlite://", "forget every game"),
        ("/proc/nothing/t.sqlite", "cannot be used"),
        ("postgresql://nobody:secret@127.0.0.1:1/x", "cannot be used"),
    ],
)
def test_databases_that_are_none(database: str, said: str) -> None:
    with pytest.raises(BadDatabase, match=said) as error:
        migrate(database)
    assert "secret" not in str(error.value)
    assert "\n" not in str(error.value)


def test_a_redis_that_is_none() -> None:
    for address in ("redis://127.0.0.1:1/0", "nonsense"):
        with pytest.raises(BadRedis):
            run(lambda address=address: check_redis(address))  # type: ignore[misc]
