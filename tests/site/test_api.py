"""The HTTP interface: whole games by programs."""

import os
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
from site_support import auth, run, site

pytestmark = pytest.mark.skipif(bool(os.environ.get("SHAMBLE_PURE")), reason="runs once, with the compiled engine")


def test_a_game_of_run_against_bots(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, client):
            made = (
                await client.post("/api/tables", json={"game": "run", "seats": ["me", "greedy", "random", "easy"]})
            ).json()
            path, token = f"/api/tables/{made['table']}", made["token"]
            assert (await client.post(f"{path}/start", headers=auth(token))).status_code == 200
            for _ in range(400):
                table = (await client.get(path, headers=auth(token))).json()
                if table["status"] == "over":
                    break
                if 0 in table["owing"]:
                    action = table["choices"][0]["action"]
                    played = await client.post(
                        f"{path}/play", json={"action": action, "version": table["version"]}, headers=auth(token)
                    )
                    assert played.status_code == 200, played.text
                else:
                    import asyncio

                    await asyncio.sleep(0.005)
            assert table["status"] == "over"
            assert table["result"]["winners"]
            assert table["seed"] is not None

    run(main)
