"""A change of rules, and rows that cannot be read: every table still has a page, a place in lists, a document, a record."""

import asyncio
import html
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("fastapi")
from site_support import auth, run, site
from sqlalchemy import delete, insert, update
from starlette.applications import Starlette

from shamble import load
from shamble.games import find
from shamble.kernel.game import rules_of
from shamble.site.errors import Closed, NoTable
from shamble.site.store import schema
from shamble.site.tables import document as documents
from shamble.site.tables.registry import Tables
from shamble.site.tables.retention import DAY, retire
from shamble.site.tables.table import Table

KEY = "a key that is long enough to be one"


def new_rules(monkeypatch: pytest.MonkeyPatch, oldest: int) -> None:
    """From now on this build has rules version 2 of `run`, in which chair 1 begins whatever is drawn; a log of version 1
    does not replay by it. It plays versions from `oldest` on."""
    game = find("run")
    build = game.build

    def built(head: dict[str, Any], options: Mapping[str, Any], edition: Any) -> Any:
        return build(head, {**options, "first": 1} if rules_of(head) >= 2 else options, edition)

    monkeypatch.setattr(game, "build", built)
    monkeypatch.setattr(game, "rules_version", 2)
    monkeypatch.setattr(game, "oldest_rules", oldest)


async def running(tables: Tables, moves: int = 3) -> Table:
    """A table of two seats, both KEY's, some moves on."""
    made = await tables.create("run", seats=[{"by": "me", "name": "Ann"}, {"by": "me", "name": "Bo"}], host_key=KEY)
    table = await tables.open(made.table)
    await table.chairs.start()
    while table.match is not None and table.match.owing and moves:
        moves -= 1
        seat = table.match.owing[0]
        await table.play(seat, table.match.choices(seat)[0].action, table.version)
    return table


async def finished(tables: Tables) -> Table:
    """One that is over, and kept as it is shown."""
    table = await running(tables, -1)
    assert table.status == "over"
    for _ in range(200):
        if await tables.store.has_snapshot(table.id):
            return table
        await asyncio.sleep(0.01)
    raise AssertionError("it was never kept")


def put_to_sleep(tables: Tables) -> None:
    for table in list(tables.awake.values()):
        table.fall_asleep()
    tables.awake.clear()


def visitor(app: Starlette) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=app)
    return httpx.AsyncClient(transport=transport, base_url="http://table.test", cookies={"shamble": KEY})


def test_a_table_goes_on_under_the_rules_it_was_begun_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            old = await running(tables)
            new_rules(monkeypatch, oldest=1)
            put_to_sleep(tables)
            again = await tables.open(old.id)
            assert again.match is not None
            assert old.match is not None
            assert again.match.view(0) == old.match.view(0)
            seat = again.match.owing[0]
            await again.play(seat, again.match.choices(seat)[0].action, again.version)
            assert again.match.record.rules == 1
            new = await running(tables, 1)
            put_to_sleep(tables)
            woken = await tables.open(new.id)
            assert woken.match is not None
            assert woken.match.record.rules == 2
            rematch = await tables._create_rematch(again, {0, 1})
            assert (await tables.open(rematch)).rules == 2

    run(main)


def test_a_finished_game_of_retired_rules_is_shown_as_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            tables: Tables = app.state.tables
            table = await finished(tables)
            before = documents.of(table, 0)
            new_rules(monkeypatch, oldest=2)
            put_to_sleep(tables)
            found = (await client.get(f"/api/tables/{table.id}", headers=auth(KEY), params={"seat": 0})).json()
            assert "rules version 1" in found.pop("closed")
            before = json.loads(json.dumps(before))
            before.pop("closed")
            assert {name: found[name] for name in before} == before | {"host": True}
            stranger = (await client.get(f"/api/tables/{table.id}")).json()
            assert stranger["seat"] is None
            assert stranger["result"] == before["result"]
            record = (await client.get(f"/api/tables/{table.id}/record")).json()
            assert record["rules"] == 1
            assert record["result"]["winners"] == before["result"]["winners"]
            async with visitor(app) as browser:
                for path in (f"/t/{table.id}", f"/t/{table.id}/replay"):
                    page = await browser.get(path)
                    assert page.status_code == 200, path
                    text = html.unescape(page.text)
                    assert "rules version 1" in text
                    assert before["result"]["why"] in text
                    assert before["story"][-1]["sentences"][0] in text
                    assert 'class="boardbox"' in text
                saved = await browser.get(f"/t/{table.id}/record")
                assert saved.json() == record
                for path in (f"/t/{table.id}/review", f"/t/{table.id}/hint"):
                    refused = await browser.get(path)
                    assert refused.status_code == 410
                    assert "rules version 1" in html.unescape(refused.text)
                for path in ("/", "/mine"):
                    page = await browser.get(path)
                    assert page.status_code == 200
                    assert f"/t/{table.id}" in page.text
                    assert "closed" in page.text
            assert [entry.kind for entry in await tables.store.log(table.id)][-1] == "play"  # nothing was written

    run(main)


def test_a_running_game_of_retired_rules_is_closed_for_good_and_its_record_can_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            tables: Tables = app.state.tables
            table = await running(tables)
            assert table.match is not None
            events = [list(event) for event in table.match.record.events]
            with monkeypatch.context() as patched:
                new_rules(patched, oldest=2)
                put_to_sleep(tables)
                for method, path, body in (
                    ("POST", "play", {"action": "pass", "version": table.version, "seat": 0}),
                    ("POST", "undo", {"seat": 0}),
                    ("POST", "leave", {"seat": 0}),
                    ("GET", "hint?seat=0", None),
                ):
                    refused = await client.request(
                        method, f"/api/tables/{table.id}/{path}", json=body, headers=auth(KEY)
                    )
                    assert refused.status_code == 410, path
                    assert "rules version 1" in refused.json()["error"]
                document = (await client.get(f"/api/tables/{table.id}")).json()
                stream = await client.get(f"/api/tables/{table.id}/events")
                assert f"data: {json.dumps(document, separators=(',', ':'), ensure_ascii=False)}\n" in stream.text
                last = {"last-event-id": str(document["revision"])}
                assert (await client.get(f"/api/tables/{table.id}/events", headers=last)).status_code == 204
                assert set(documents.of(table, None)) <= set(document)
                assert set(documents.of(table, None)["seats"][0]) == set(document["seats"][0])
                assert document["status"] == "over"
                assert document["result"] is None
                assert document["clock"] is None
                assert "it is closed" in document["closed"]
                assert len(document["story"]) == len(events)
                record = (await client.get(f"/api/tables/{table.id}/record")).json()
                assert record["events"] == events
                async with visitor(app) as browser:
                    page = await browser.get(f"/t/{table.id}")
                    assert page.status_code == 200
                    assert "it is closed" in html.unescape(page.text)
                    assert (await browser.get(f"/t/{table.id}/record")).json() == record
                    assert (await browser.get("/mine")).status_code == 200
            put_to_sleep(tables)
            tables.forget_closed(table.id)  # an earlier build again: who has seen the record must not play on
            with pytest.raises(Closed):
                await tables.open(table.id)
            path_of = tmp_path / "saved.json"
            path_of.write_text(json.dumps(record))
            assert load(str(path_of)).version == len(events)  # and it reads the record

    run(main)


async def broken(tables: Tables, how: str) -> str:
    """A running table whose rows have been damaged, or are of another build."""
    table = await running(tables)
    t, e = schema.tables.c, schema.events.c
    async with tables.store.engine.begin() as connection:
        row = update(schema.tables).where(t.id == table.id)
        if how == "spec":
            await connection.execute(row.values(spec="{"))
        elif how == "game":
            await connection.execute(row.values(game="chess"))
        elif how == "seed":
            await connection.execute(row.values(seed="many"))
        elif how == "edition":
            await connection.execute(row.values(spec=table.head.spec.replace('"standard"', '"gone"')))
        elif how == "newer":
            await connection.execute(row.values(spec=table.head.spec.replace('"rules":1', '"rules":9')))
        elif how == "log":
            last = update(schema.events).where(e.table_id == table.id, e.kind == "play")
            await connection.execute(last.values(data="jump"))
        elif how == "kind":
            more = {
                "table_id": table.id,
                "revision": table.revision + 1,
                "at": time.time(),
                "kind": "sing",
                "data": "{}",
            }
            await connection.execute(insert(schema.events), [{**more, "version": table.version}])
        elif how == "first":
            first = update(schema.events).where(e.table_id == table.id, e.revision == 1)
            await connection.execute(first.values(data="[]"))
    put_to_sleep(tables)
    return table.id


@pytest.mark.parametrize("how", ["spec", "game", "seed", "edition", "newer", "log", "kind", "first"])
def test_one_bad_row_takes_no_list_no_page_and_no_job_with_it(tmp_path: Path, how: str) -> None:
    async def main() -> None:
        async with site(tmp_path, keep_days=30, export_folder=str(tmp_path / "kept")) as (app, client):
            tables: Tables = app.state.tables
            good = (await running(tables)).id
            bad = await broken(tables, how)
            async with visitor(app) as browser:
                for path in ("/", "/mine"):
                    page = await browser.get(path)
                    assert page.status_code == 200
                    assert f"/t/{good}" in page.text
                    assert f"/t/{bad}" in page.text
                page = await browser.get(f"/t/{bad}")
                assert page.status_code == 200
                assert "cannot be opened here" in html.unescape(page.text)
                for path in (f"/t/{bad}/review", f"/t/{bad}/record"):
                    assert (await browser.get(path)).status_code == 410
            found = await client.get(f"/api/tables/{bad}")
            assert found.status_code == 200
            assert "cannot be opened here" in found.json()["closed"]
            assert found.json()["story"] == []  # it may go on some day: nothing hidden is shown
            assert found.json()["seed"] is None
            put_to_sleep(tables)
            assert await retire(tables, app.state.settings, time.time() + 31 * DAY) == 2
            exported = json.loads((tmp_path / "kept" / f"{bad}.json").read_text())
            assert len(exported["events"]) > 3
            for table_id in (good, bad):
                with pytest.raises(NoTable):
                    await tables.open(table_id)

    run(main)


def test_a_store_that_fails_while_a_table_wakes_closes_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            tables: Tables = app.state.tables
            table = await running(tables)
            put_to_sleep(tables)
            log, asked = tables.store.log, 0

            async def failing(table_id: str, after: int = 0) -> Any:
                nonlocal asked
                asked += 1
                if asked == 2:
                    raise OSError("the disk has gone")
                return await log(table_id, after)

            monkeypatch.setattr("shamble.site.tables.registry.AT_ONCE", 1)
            monkeypatch.setattr(tables.store, "log", failing)
            with pytest.raises(OSError, match="the disk has gone"):
                await tables.open(table.id)
            monkeypatch.undo()
            assert (await client.get(f"/api/tables/{table.id}")).json()["closed"] is None

    run(main)


def test_a_table_that_cannot_be_exported_stays_and_the_others_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with site(tmp_path, keep_days=30, export_folder=str(tmp_path / "kept")) as (app, _):
            tables: Tables = app.state.tables
            first, second = (await running(tables)).id, (await running(tables)).id
            put_to_sleep(tables)
            look = tables.look

            async def looked(table_id: str, fresh: bool = True) -> Any:
                if table_id == first:
                    raise RuntimeError("a fault")
                return await look(table_id, fresh)

            monkeypatch.setattr(tables, "look", looked)
            assert await retire(tables, app.state.settings, time.time() + 31 * DAY) == 1
            monkeypatch.undo()
            assert (await tables.open(first)).status == "playing"
            with pytest.raises(NoTable):
                await tables.open(second)

    run(main)


def test_the_seed_is_a_text_and_its_seal_can_be_checked_as_the_page_shows(tmp_path: Path) -> None:
    async def main() -> None:
        seed = 987_654_321_012_345_678  # not a number that JavaScript has
        async with site(tmp_path) as (app, client):
            tables: Tables = app.state.tables
            made = await client.post(
                "/api/tables", json={"game": "run", "seats": ["greedy", "greedy"], "seed": str(seed), "start": True}
            )
            table = await tables.open(made.json()["table"])
            while table.status != "over":
                await table.log.changes(table.revision)
            document = (await client.get(f"/api/tables/{table.id}")).json()
            assert document["seed"] == str(seed)
            assert (await client.get(f"/api/tables/{table.id}/record")).json()["seed"] == str(seed)
            page = (await client.get(f"/t/{table.id}")).text
        programs = dict(re.findall(r'<code data-language="(\w+)">(.*?)</code>', page, re.DOTALL))
        assert set(programs) == {"python", "javascript"}
        commands = {"python": [sys.executable, "-c"], "javascript": [shutil.which("node"), "-e"]}
        for language, program in programs.items():
            command = commands[language]
            if command[0] is None:
                continue
            for text, wanted in ((program, "true"), (program.replace(str(seed), str(seed + 1)), "false")):
                done = subprocess.run(
                    [*command, html.unescape(text)], capture_output=True, text=True, timeout=60, check=True
                )
                assert done.stdout.strip().lower() == wanted, (language, done.stderr)

    run(main)


@pytest.mark.parametrize("seed", [7, "7", "-7", str(10**17)])
def test_a_seed_may_be_sent_as_a_number_or_in_digits(tmp_path: Path, seed: int | str) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            made = await client.post("/api/tables", json={"game": "run", "seats": ["me", "open"], "seed": seed})
            assert made.status_code == 201, made.text
            assert (await app.state.tables.open(made.json()["table"])).head.seed == int(seed)
            wrong = await client.post("/api/tables", json={"game": "run", "seats": ["me", "open"], "seed": "seven"})
            assert wrong.status_code == 422
            assert "seed" in wrong.json()["error"].lower()

    run(main)


def test_what_ended_before_anything_was_kept_is_kept_after_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        monkeypatch.setattr("shamble.site.tables.retention.PACE", 0.0)
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            table = await finished(tables)
            async with tables.store.changing() as connection:
                await connection.execute(delete(schema.snapshots))
        async with site(tmp_path) as (app, _):
            for _ in range(200):
                if await app.state.tables.store.has_snapshot(table.id):
                    return
                await asyncio.sleep(0.01)
            raise AssertionError("it was never kept")

    run(main)
