"""Looking after a server: retention, the described interface under random input, what a browser must not be made to do."""

import json
import time
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
from site_servers import forker, free_port
from site_support import auth, run, site

from shamble import load
from shamble.site.errors import NoTable
from shamble.site.tables.registry import Tables
from shamble.site.tables.retention import DAY, retire


def test_old_tables_are_exported_and_then_dropped(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, keep_days=30, export_folder=str(tmp_path / "kept")) as (app, _):
            tables: Tables = app.state.tables
            made = await tables.create("run", seats=["greedy", "greedy"])
            table = await tables.open(made.table)
            await table.chairs.start()
            while table.status != "over":
                await table.log.changes(table.revision)
            waiting = await tables.create("hate", 4)
            awake = await tables.create("run", 3)
            for asleep in (made.table, waiting.table):
                tables.awake.pop(asleep).fall_asleep()
            now = time.time()
            assert await retire(tables, app.state.settings, now + 29 * DAY) == 0
            assert await retire(tables, app.state.settings, now + 31 * DAY) == 2
            with pytest.raises(NoTable):
                await tables.open(made.table)
            assert (await tables.open(awake.table)).status == "waiting"
            kept = load(str(tmp_path / "kept" / f"{made.table}.json"))
            assert kept.version == table.version
            assert kept.result is not None
            assert json.loads((tmp_path / "kept" / f"{waiting.table}.json").read_text())["begun"] is False

    run(main)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "https://evil.example", "sec-fetch-site": "none"}, 403),
        ({"origin": "http://table.test:81"}, 403),
        ({"sec-fetch-site": "same-origin", "origin": "http://table.test"}, 404),
        ({"origin": "http://table.test"}, 404),
        ({}, 404),
    ],
)
def test_what_changes_something_by_a_cookie_must_come_from_our_own_pages(
    headers: dict[str, str], status: int, tmp_path: Path
) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, client):
            found = await client.post("/t/zzzzzzzzzz/play", data={"action": "x"}, headers=headers)
            assert found.status_code == status

    run(main)


def test_the_interface_is_as_described_whatever_is_sent(tmp_path: Path) -> None:
    """schemathesis against a real server: every answer has a described status and form; nothing is a failure of ours."""
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is missing: pip install 'shamble[dev]'")
    from hypothesis import HealthCheck, Phase, given, settings

    with forker(tmp_path) as servers:
        port = free_port()
        servers.start(port, database=str(tmp_path / "t.sqlite"))
        base = f"http://127.0.0.1:{port}"
        import httpx

        made = httpx.post(f"{base}/api/tables", json={"game": "run", "seats": ["me", "greedy"], "start": True}).json()
        schema = schemathesis.openapi.from_url(f"{base}/api/openapi.json")
        count = 0
        for operation in schema.get_all_operations():
            operation = operation.ok()
            if operation.path.endswith("/hint"):  # a search for each would take long
                continue

            @given(case=operation.as_strategy())
            @settings(
                max_examples=6,
                deadline=None,
                database=None,
                derandomize=True,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            def try_one(case: object) -> None:
                nonlocal count
                if "table" in (case.path_parameters or {}) and count % 2:  # type: ignore[attr-defined]
                    case.path_parameters["table"] = made["table"]  # type: ignore[attr-defined]
                count += 1
                if case.operation.path.endswith("/events"):  # type: ignore[attr-defined]
                    case.path_parameters["table"] = "none"  # type: ignore[attr-defined]
                response = case.call(headers=auth(made["token"]) if count % 3 else {}, timeout=20)  # type: ignore[attr-defined]
                assert response.status_code < 500, (case, response.text)
                described = case.operation.definition.raw["responses"]  # type: ignore[attr-defined]
                assert str(response.status_code) in described, (case, response.status_code, response.text)
                if response.status_code >= 400:
                    assert response.json()["error"]

            try_one()
        assert count > 60
        healthy = httpx.get(f"{base}/healthz")
        assert healthy.status_code == 200, healthy.text
