"""A site whose tables are only in memory."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
from site_support import auth, run, site

from shamble.site.app import build
from shamble.site.config import Settings
from shamble.site.store.protocol import BadDatabase


def test_a_site_plays_without_a_file_and_says_that_it_forgets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    async def main() -> None:
        async with site(tmp_path, database="memory:", secret="") as (app, client):
            made = (await client.post("/api/tables", json={"game": "run", "seats": ["me", "greedy"]})).json()
            path = f"/api/tables/{made['table']}"
            started = await client.post(f"{path}/start", json={}, headers=auth(made["token"]))
            assert started.status_code == 200
            table = await app.state.tables.open(made["table"])
            while 0 not in table.match.owing:
                await table.log.changes(table.revision)
            action = table.match.choices(0)[0].action
            body = {"seat": 0, "action": action, "version": table.version}
            assert (await client.post(f"{path}/play", json=body, headers=auth(made["token"]))).status_code == 200
            del app.state.tables.awake[table.id]
            table.fall_asleep()
            again = await app.state.tables.open(made["table"])
            assert again.revision == table.revision
            assert (await client.get("/healthz")).status_code == 200

    run(main, 20)
    assert list(tmp_path.iterdir()) == []
    assert "memory only" in caplog.text


@pytest.mark.parametrize("shared", [{"workers": 2}, {"redis": "redis://127.0.0.1"}])
def test_tables_in_memory_are_of_one_process(shared: dict[str, object]) -> None:
    async def main() -> None:
        app = build(Settings(database="memory:", **shared))  # type: ignore[arg-type]
        with pytest.raises(BadDatabase, match="one process"):
            async with app.router.lifespan_context(app):
                await asyncio.sleep(0)

    run(main, 20)
