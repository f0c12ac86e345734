"""A server that is killed in the middle of games loses and doubles nothing."""

import asyncio
import os
import random
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
import httpx
from site_servers import SECRET, Forker, forker, free_port, postgres
from site_support import auth, run

from shamble.site.config import Settings
from shamble.site.store.sql import SqlStore
from shamble.site.tables.registry import Tables

KILLS = int(os.environ.get("SHAMBLE_TEST_KILLS", "50"))
TABLES = 4


class Player:
    """Plays both seats of one table after another, and remembers what was acknowledged."""

    def __init__(self, base: str, number: int) -> None:
        self.base = base
        self.number = number
        self.path = ""
        self.tokens: list[str] = []
        self.sent: tuple[int, dict[str, Any]] | None = None  # a move not yet acknowledged
        self.acknowledged: dict[str, dict[str, int]] = {}  # table -> id -> version
        self.count = 0

    async def play_on(self, client: httpx.AsyncClient) -> None:
        """Play until the server is gone."""
        try:
            while True:
                if self.sent is not None:
                    await self.send(client)
                elif not self.path:
                    await self.sit_down(client)
                else:
                    await self.choose(client)
        except httpx.HTTPError:
            return

    async def sit_down(self, client: httpx.AsyncClient) -> None:
        made = await client.post(
            f"{self.base}/api/tables", json={"game": "run", "seats": ["me", "open"], "seed": self.number}
        )
        table = made.json()
        link = table["links"]["join"].rsplit("/", 1)[1]
        path = f"/api/tables/{table['table']}"
        joined = await client.post(f"{self.base}{path}/join", json={"name": "B", "token": link})
        started = await client.post(f"{self.base}{path}/start", json={}, headers=auth(table["token"]))
        if started.status_code == 200:
            self.tokens, self.path = [table["token"], joined.json()["token"]], path
            self.acknowledged[table["table"]] = {}

    async def choose(self, client: httpx.AsyncClient) -> None:
        table = (await client.get(self.base + self.path, headers=auth(self.tokens[0]))).json()
        if table["status"] == "over":
            self.path = ""
            return
        seat = table["owing"][0]
        table = (await client.get(self.base + self.path, headers=auth(self.tokens[seat]))).json()
        if seat in table["owing"]:
            self.count += 1
            action = table["choices"][self.count % len(table["choices"])]["action"]
            self.sent = (seat, {"action": action, "version": table["version"], "id": f"move-{self.count}"})

    async def send(self, client: httpx.AsyncClient) -> None:
        assert self.sent is not None
        seat, move = self.sent
        answer = await client.post(f"{self.base}{self.path}/play", json=move, headers=auth(self.tokens[seat]))
        assert answer.status_code == 200, answer.text
        self.acknowledged[self.path.rsplit("/", 1)[1]][f"{seat}:{move['id']}"] = answer.json()["version"]
        self.sent = None


async def kill_and_go_on(servers: Forker, database: str, kills: int) -> None:
    port, luck = free_port(), random.Random(5)
    players = [Player(f"http://127.0.0.1:{port}", number) for number in range(TABLES)]
    async with httpx.AsyncClient(timeout=10, verify=False) as client:
        for _ in range(kills):
            pid = servers.start(port, database=database)
            playing = [asyncio.create_task(player.play_on(client)) for player in players]
            wanted = count(players) + luck.randint(1, 12)
            for _ in range(400):
                await asyncio.sleep(0.01)
                if count(players) >= wanted:
                    break
            await asyncio.sleep(luck.uniform(0, 0.02))
            servers.kill(pid)
            await asyncio.wait_for(asyncio.gather(*playing), 20)
    moves = count(players)
    assert moves > kills
    await check_log(database, players)
    pid = servers.start(port, database=database)  # and every table goes on
    async with httpx.AsyncClient(timeout=10) as client:
        for player in players:
            before = player.count
            playing = [asyncio.create_task(player.play_on(client))]
            for _ in range(1000):
                if player.count > before + 1:
                    break
                await asyncio.sleep(0.01)
            playing[0].cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            assert player.count > before + 1
    print(f"{kills} kills, {moves} acknowledged moves, none lost or doubled")


def count(players: list[Player]) -> int:
    """The moves acknowledged so far."""
    return sum(len(ids) for player in players for ids in player.acknowledged.values())


async def check_log(database: str, players: list[Player]) -> None:
    store = SqlStore(database)
    await store.open()
    tables = Tables(Settings(database=database, away_after=0), store, SECRET)
    try:
        for player in players:
            for table_id, acknowledged in player.acknowledged.items():
                log = await store.log(table_id)
                assert [entry.revision for entry in log] == list(range(1, len(log) + 1))
                written = {entry.request_id: entry.version for entry in log if entry.kind == "play"}
                assert len(written) == sum(entry.kind == "play" for entry in log)
                assert acknowledged.items() <= written.items()
                assert len(written) - len(acknowledged) <= 1  # at most the one that was on its way
                table = await tables.open(table_id)  # and it all replays
                assert table.match is not None
                assert table.match.version == log[-1].version
    finally:
        await tables.close()
        await store.close()


def test_kills_with_sqlite(tmp_path: Path) -> None:
    with forker(tmp_path) as servers:
        run(lambda: kill_and_go_on(servers, str(tmp_path / "kills.sqlite"), KILLS), 1200)


def test_kills_with_postgresql(tmp_path: Path) -> None:
    with postgres() as database, forker(tmp_path) as servers:
        run(lambda: kill_and_go_on(servers, database, KILLS), 1200)


def test_a_server_that_is_told_to_stop_ends_its_streams_and_leaves_in_time(tmp_path: Path) -> None:
    async def main() -> None:
        with forker(tmp_path) as servers:
            port = free_port()
            pid = servers.start(port, database=str(tmp_path / "t.sqlite"))
            base = f"http://127.0.0.1:{port}"
            async with httpx.AsyncClient(timeout=10) as client:
                made = (await client.post(f"{base}/api/tables", json={"game": "run", "seats": ["me", "open"]})).json()
                async with client.stream("GET", f"{base}/api/tables/{made['table']}/events") as stream:
                    lines = stream.aiter_lines()
                    assert (await anext(lines)).startswith("retry: ")
                    began = time.monotonic()
                    os.kill(pid, 15)
                    rest = [line async for line in lines]
                    assert "event: stop" in rest
            servers.kill(pid, 0)  # waits for it
            assert time.monotonic() - began < 4
            assert servers.code == -15

    run(main)
