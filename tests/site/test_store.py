"""The store under hard conditions: races told from faults, an end to every wait, lost files, clocks over a restart."""

import asyncio
import os
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
from site_support import auth, run, site
from sqlalchemy.exc import IntegrityError

from shamble.site.config import Settings
from shamble.site.errors import NoCode, NoStore, TableBusy
from shamble.site.store.entries import Conflict, Entry
from shamble.site.store.migrate import migrate
from shamble.site.store.sql import SqlStore
from shamble.site.tables import document as documents
from shamble.site.tables import log as log_module
from shamble.site.tables.bots import Choice
from shamble.site.tables.clock import Clock
from shamble.site.tables.registry import Tables
from shamble.site.tables.table import Table


async def people(tables: Tables, game: str = "run", players: int = 3, **given: Any) -> Table:
    """A table that has begun, its seats held by the keys "key 0", "key 1" and so on."""
    made = await tables.create(game, players, host_key="host", **given)
    table = await tables.open(made.table)
    for seat in range(players):
        await tables.join(made.table, made.join, f"Player {seat}", f"key {seat}")
    await table.chairs.start()
    return table


async def wake_again(tables: Tables, table: Table) -> Table:
    table.fall_asleep()
    del tables.awake[table.id]
    return await tables.open(table.id)


# -- what a refusal of the database means ----------------------------------------------------------------------------


def test_who_gets_up_may_sit_down_again_with_the_same_key(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            made = (await client.post("/api/tables", json={"game": "run", "seats": ["me", "open", "open"]})).json()
            path, link = f"/api/tables/{made['table']}", made["links"]["join"].rsplit("/", 1)[1]
            body = {"name": "Bo", "token": link}
            token = (await client.post(f"{path}/join", json=body)).json()["token"]
            for _ in range(3):
                assert (await client.post(f"{path}/leave", json={}, headers=auth(token))).status_code == 200
                again = await asyncio.wait_for(client.post(f"{path}/join", json=body, headers=auth(token)), 5)
                assert again.status_code == 201, again.text
            started = await client.post(f"{path}/start", json={}, headers=auth(made["token"]))
            assert started.status_code == 200
            assert [one.seat for one in await app.state.tables.mine(token)] == [1]

    run(main, 20)


def test_an_act_that_the_store_refuses_is_told_and_frees_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            tables: Tables = app.state.tables
            table = await people(tables)

            async def refused(*_: object) -> None:
                raise IntegrityError("insert", {}, Exception("CHECK constraint failed"))

            with monkeypatch.context() as patched:
                patched.setattr(tables.store, "_write", refused)
                told = await client.post(
                    f"/api/tables/{table.id}/say", json={"phrase": "hello", "seat": 0}, headers=auth("key 0")
                )
                assert told.status_code == 500
                assert "nothing was changed" in told.json()["error"]
            await asyncio.wait_for(table.say(0, "hello"), 5)
            assert len(table.seating.phrases) == 1

    run(main, 20)


def test_who_loses_every_race_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            tables: Tables = app.state.tables
            table = await people(tables)
            tries = 0

            def lost(*_: object) -> "asyncio.Future[None]":
                nonlocal tries
                tries += 1
                done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                done.set_exception(Conflict())
                return done

            monkeypatch.setattr(tables.store, "append", lost)
            told = await client.post(
                f"/api/tables/{table.id}/say", json={"phrase": "hello", "seat": 0}, headers=auth("key 0")
            )
            assert told.status_code == 503
            assert int(told.headers["retry-after"]) >= 1
            assert tries == log_module.TRIES

    run(main, 20)


def test_nobody_waits_for_a_table_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            table = await people(app.state.tables)
            monkeypatch.setattr(log_module, "LOCK_WAIT", 0.05)
            await table.log._lock.acquire()
            try:
                for address in (f"/api/tables/{table.id}/say", f"/t/{table.id}/act/phrase"):
                    told = await client.post(
                        address,
                        **{"json" if "api" in address else "data": {"phrase": "hello", "seat": 0}},  # type: ignore[arg-type]
                        headers={**auth("key 0"), "cookie": "shamble=key 0"},
                    )
                    if "api" in address:
                        assert told.status_code == 503
                        assert "Try again" in told.json()["error"]
                        assert int(told.headers["retry-after"]) >= 1
                with pytest.raises(TableBusy):
                    await table.say(0, "hello")
                with pytest.raises(TableBusy):
                    await table.log.look_again()
            finally:
                table.log._lock.release()
            await table.say(0, "hello")

    run(main, 20)


def test_a_move_whose_sender_has_gone_is_known_once_it_is_written(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            table = await people(app.state.tables)
            before = table.revision
            asking = asyncio.ensure_future(table.say(0, "hello"))
            await asyncio.sleep(0)
            asking.cancel()
            for _ in range(300):
                if table.revision > before:
                    break
                await asyncio.sleep(0.01)
            assert len(table.seating.phrases) == 1
            await table.say(1, "thanks")
            assert table.revision == before + 2

    run(main, 20)


def test_a_bot_whose_choices_never_fit_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            tries = 0

            async def nonsense(*_: object) -> Choice:
                nonlocal tries
                tries += 1
                return Choice("jump")

            monkeypatch.setattr(tables.thinker, "decide_anyhow", nonsense)
            monkeypatch.setattr("shamble.site.tables.bot_driver.MOST_MISSES", 3)
            made = await tables.create("run", seats=["greedy", "greedy"])
            table = await tables.open(made.table)
            await table.chairs.start()
            assert table.bots.task is not None
            await asyncio.wait_for(asyncio.shield(table.bots.task), 5)
            assert tries == 4

    run(main, 20)


# -- lost files ------------------------------------------------------------------------------------------------------


def test_a_deleted_wal_loses_nothing_and_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with site(tmp_path) as (app, client):
            tables: Tables = app.state.tables
            table = await people(tables)
            revision = table.revision
            os.unlink(f"{path}-wal")
            await table.say(0, "hello")
            await table.say(1, "thanks")
            assert "was deleted" in caplog.text
            assert (await client.get("/healthz")).status_code == 200
        rows = sqlite3.connect(path).execute("SELECT max(revision) FROM events WHERE table_id = ?", (table.id,))
        assert rows.fetchone()[0] == revision + 2

    run(main, 20)


def test_a_replaced_wal_is_told_and_nothing_more_is_acknowledged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        path = tmp_path / "t.sqlite"
        async with site(tmp_path) as (app, client):
            table = await people(app.state.tables)
            os.rename(f"{path}-wal", f"{path}-old")
            Path(f"{path}-wal").write_bytes(b"")
            with pytest.raises(NoStore):
                await table.say(0, "hello")
            assert "was replaced" in caplog.text
            assert (await client.get("/healthz")).status_code == 503
            os.rename(f"{path}-old", f"{path}-wal")  # and back again: it goes on
            await table.say(0, "hello")
            assert (await client.get("/healthz")).status_code == 200

    run(main, 20)


def test_more_than_can_wait_is_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        monkeypatch.setattr("shamble.site.store.sql.MOST_PENDING", 2)
        database = str(tmp_path / "t.sqlite")
        await asyncio.to_thread(migrate, database)
        store = SqlStore(database)
        await store.open()
        entries = [Entry("aaaa", number, 0.0, "play", 0, "{}", None, 0) for number in range(1, 5)]
        found = await asyncio.gather(*[store.append(entry) for entry in entries], return_exceptions=True)
        assert [type(one) for one in found] == [type(None), type(None), NoStore, NoStore]
        await store.close()

    run(main, 20)


# -- clocks ----------------------------------------------------------------------------------------------------------


def test_a_clock_stands_while_no_server_runs(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            table = await people(app.state.tables, "run", 2, clock=30)
            assert table.match is not None
            seat = table.match.owing[0]
            used = time.time() - documents.of(table, None)["clock"]["since"]
        database = sqlite3.connect(tmp_path / "t.sqlite")  # it was down for an hour: everything is an hour older
        database.execute("UPDATE events SET at = at - 3600")
        database.execute("UPDATE pauses SET began = began - 3600")
        database.commit()
        database.close()
        async with site(tmp_path) as (app, _):
            again = await app.state.tables.open(table.id)
            clock = documents.of(again, None)["clock"]
            assert clock["over"] == []
            assert used <= time.time() - clock["since"] < 10
            left = again.clock.left(seat, time.time())
            assert left is not None
            assert 20 < left < 30
            with pytest.raises(Exception, match="is here"):
                await again.bot(seat, 1 - seat)

    run(main, 20)


def test_a_seat_s_time_is_its_own() -> None:
    clock = Clock(30, lambda since, until: 0.0)
    clock.moved(100.0, (0, 1, 2), None)
    clock.moved(110.0, (0, 2), 1)  # one has acted: the others' time goes on
    assert [clock.left(seat, 120.0) for seat in range(3)] == [10.0, None, 10.0]
    clock.moved(125.0, (0, 1, 2), 1)  # and owes again
    assert [clock.left(seat, 131.0) for seat in range(3)] == [-1.0, 24.0, -1.0]
    clock.moved(140.0, (0, 1), 0)
    assert [clock.left(seat, 140.0) for seat in range(3)] == [30.0, 15.0, None]


def test_one_seat_s_act_neither_gives_another_time_nor_takes_its_lateness_away(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            table = await people(tables, "hate", 6, clock=1)
            assert table.match is not None
            for _ in range(20):  # until several owe at once
                if len(table.match.owing) > 2:
                    break
                seat = table.match.owing[0]
                await table.play(seat, table.match.choices(seat)[0].action, table.version)
            first, second, *_ = table.match.owing
            since = {one["seat"]: one["since"] for one in documents.of(table, None)["clock"]["seats"]}
            for _ in range(300):
                if {first, second} <= table.seating.late:
                    break
                await asyncio.sleep(0.01)
            await table.play(first, table.match.choices(first)[0].action, table.version)
            if second in table.match.owing:
                clock = documents.of(table, None)["clock"]
                assert second in clock["over"]
                assert first not in clock["over"]
                assert {one["seat"]: one["since"] for one in clock["seats"]}[second] == since[second]
                again = await wake_again(tables, table)
                assert second in documents.of(again, None)["clock"]["over"]
            else:
                raise AssertionError("the second owes nothing any more")

    run(main, 20)


def test_a_finished_game_has_no_clock(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            table = await people(app.state.tables, "run", 2, clock=60)
            assert documents.of(table, None)["clock"] is not None
            for seat in range(2):
                await table.leave(seat)
            while table.status != "over":
                await table.log.changes(table.revision)
            assert documents.of(table, None)["clock"] is None
            assert table.timekeeper._timer is None

    run(main, 20)


# -- resume codes and old databases ----------------------------------------------------------------------------------


def test_a_resume_code_does_not_depend_on_the_wall_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            table = await people(tables)
            true_time = time.time
            monkeypatch.setattr(time, "time", lambda: true_time() - 3600)  # the clock is put back
            code = await tables.words(table.id, 1)
            assert await tables.by_words(code, "a phone") == (table.id, 1)
            made = await tables.create("run", 2, host_key="host")
            waiting = await tables.open(made.table)
            await tables.join(made.table, made.join, "Ann", "ann", 0)
            old = await tables.words(made.table, 0)
            await waiting.leave(0)
            monkeypatch.setattr(
                time, "time", lambda: true_time() - 7200
            )  # and again: the old code is older all the same
            await tables.join(made.table, made.join, "Bo", "bo", 0)
            with pytest.raises(NoCode):
                await tables.by_words(old, "thief")

    run(main, 20)


def test_a_database_of_the_first_step_is_brought_up_to_date(tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine

    path = tmp_path / "t.sqlite"
    config = Config()
    config.set_main_option(
        "script_location", str(Path(log_module.__file__).parents[1] / "store" / "migrations").replace("%", "%%")
    )
    config.set_main_option("path_separator", "os")
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.commit()
    engine.dispose()
    database = sqlite3.connect(path)
    database.execute("INSERT INTO codes (code_hash, table_id, seat, created) VALUES ('x', 'aaaa', 0, 5.0)")
    database.commit()
    database.close()

    async def main() -> None:
        await asyncio.to_thread(migrate, str(path))
        store = SqlStore(str(path))
        await store.open()
        found = await store.find_code("x")
        assert found is not None
        assert (found.created, found.revision) == (5.0, None)
        tables = Tables(Settings(database=str(path), away_after=0), store, "a secret that is long enough to be one")
        made = await tables.create("run", 2)
        assert (await tables.open(made.table)).rules == 1
        await tables.close()
        await store.close()

    run(main, 20)
