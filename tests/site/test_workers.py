"""What strangers may cost: saved games and thinking are bounded, and nobody waits for others' crowds."""

import asyncio
import json
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from site_support import auth, run, site

from shamble import bots
from shamble.kernel.errors import ShambleError
from shamble.match import Match
from shamble.processes import Ended, OutOfMemory, OutOfTime, Worker
from shamble.site import words
from shamble.site.errors import Busy, TooCostly, TooMany, WorkEnded
from shamble.site.pages import reopened
from shamble.site.tables import document as documents
from shamble.site.tables import registry, workers
from shamble.site.tables.bots import Thinker
from shamble.site.tables.registry import Tables
from shamble.site.tables.turns import Asker, Turns
from shamble.site.tables.workers import Bounds, Dropped, Workers

FEW = Bounds(1, waiting=6, share=4, seconds=5, memory=0)


class Gate:
    """Workers without processes: what they begin stands in `begun` and goes on once the gate is open."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.begun: list[tuple[Any, ...]] = []
        self.fails: Callable[[], BaseException | None] = lambda: None

    def worker(self, niceness: int = 0, memory: int = 0) -> "Gate.Fake":
        return Gate.Fake(self)

    class Fake:
        pid = None

        def __init__(self, gate: "Gate") -> None:
            self.gate = gate

        def do(self, what: Callable[..., Any], given: tuple[Any, ...], seconds: float) -> Any:
            self.gate.begun.append(given)
            assert self.gate.open.wait(30)
            error = self.gate.fails()
            if error is not None:
                raise error
            return what(*given)

        def stop(self) -> None:
            self.gate.open.set()

    async def has_begun(self, number: int) -> None:
        for _ in range(1000):
            if len(self.begun) >= number:
                return
            await asyncio.sleep(0.005)
        raise AssertionError(f"only {len(self.begun)} have begun")


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    found = Gate()
    monkeypatch.setattr(workers, "Worker", found.worker)
    monkeypatch.setattr(bots, "LEVELS", {"normal": 2, "hard": 4})  # nobody plays well here
    return found


async def soon(count: int = 5) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


# -- turns -----------------------------------------------------------------------------------------------------------


class Waiting:
    def __init__(self, address: str, table: str, number: int) -> None:
        self.asker, self.number = Asker(address, table), number

    def __repr__(self) -> str:
        return f"{self.asker.address}{self.asker.table}{self.number}"


def test_turns_go_round_by_address_and_by_table() -> None:
    turns: Turns[Waiting] = Turns()
    for number in range(3):
        for table in "xy":
            turns.add(Waiting("A", table, number))
    turns.add(Waiting("B", "z", 0))
    assert repr(turns.next()) == "Ax0"
    assert repr(turns.next()) == "Bz0"
    turns.add(Waiting("C", "w", 0))
    turns.add(Waiting("B", "z", 1))
    assert [repr(turns.next()) for _ in range(8)] == ["Cw0", "Ay0", "Bz1", "Ax1", "Ay1", "Ax2", "Ay2", "None"]
    assert len(turns) == 0


def test_what_is_dropped_has_no_turn() -> None:
    turns: Turns[Waiting] = Turns()
    all_of_them = [Waiting("A", "x", number) for number in range(3)]
    for one in all_of_them:
        turns.add(one)
    turns.drop(all_of_them[0])
    turns.drop(all_of_them[0])
    assert turns.last_of_largest(1) is all_of_them[2]
    assert turns.last_of_largest(2) is None
    assert turns.next() is all_of_them[1]
    assert turns.next(lambda address: address != "A") is None
    assert turns.of("A") == 1


# -- workers ---------------------------------------------------------------------------------------------------------


def test_an_address_has_a_share_and_gives_way_to_others(gate: Gate) -> None:
    async def main() -> None:
        some = Workers(FEW)
        crowd = [asyncio.create_task(some.do(int, f"1{k}", asker=Asker("A"))) for k in range(4)]
        await soon()
        with pytest.raises(TooMany):
            await some.do(int, "1", asker=Asker("A"))
        other = asyncio.create_task(some.do(int, "2", asker=Asker("B")))
        await soon()
        gate.open.set()
        assert await other == 2
        assert [task.done() for task in crowd] == [True, False, False, False]  # only what had begun came first
        assert await asyncio.gather(*crowd) == [10, 11, 12, 13]
        some.close()

    run(main)


def test_what_waits_is_bounded_and_the_largest_crowd_gives_way(gate: Gate) -> None:
    async def main() -> None:
        some = Workers(FEW)
        tasks = [asyncio.create_task(some.do(int, "1", asker=Asker(where))) for where in "AAABBBB"]
        await soon()
        assert some.waiting == 6
        late = asyncio.create_task(some.do(int, "3", asker=Asker("C")))  # the newest of B gives way
        await soon()
        with pytest.raises(Busy):
            await tasks[6]
        more = [asyncio.create_task(some.do(int, "4", asker=Asker(where))) for where in "CDE"]
        await soon()
        gate.open.set()
        assert await late == 3
        kept = await asyncio.gather(*tasks, *more, return_exceptions=True)
        assert sum(isinstance(one, Busy) for one in kept) == 4
        assert some.waiting == 0
        some.close()

    run(main)


def test_what_nobody_waits_for_is_not_begun(gate: Gate) -> None:
    async def main() -> None:
        some, wanted = Workers(FEW), True
        first = asyncio.create_task(some.do(int, "1", asker=Asker("A")))
        gone = asyncio.create_task(some.do(int, "2", asker=Asker("B")))
        moved_on = asyncio.create_task(some.do(int, "3", asker=Asker("C"), wanted=lambda: wanted))
        await soon()
        gone.cancel()
        wanted = False
        await soon()
        gate.open.set()
        assert await first == 1
        with pytest.raises(Dropped):
            await moved_on
        assert gate.begun == [("1",)]
        some.close()

    run(main)


def test_an_ended_process_costs_a_try_and_tries_end(gate: Gate) -> None:
    async def main() -> None:
        some = Workers(FEW)
        ends = [Ended(), Ended(), None]
        gate.open.set()
        gate.fails = lambda: ends.pop(0)
        assert await some.do(int, "7", asker=Asker("A")) == 7
        gate.fails = Ended
        with pytest.raises(WorkEnded):
            await some.do(int, "7", asker=Asker("A"))
        assert len(gate.begun) == 2 * FEW.tries
        for error in (OutOfTime, OutOfMemory):
            gate.fails = error
            with pytest.raises(TooCostly):
                await some.do(int, "7", asker=Asker("A"))
        gate.fails = lambda: None
        assert await some.do(int, "8", asker=Asker("A")) == 8
        some.close()

    run(main)


def test_a_worker_is_bounded_in_time_and_memory_and_survives_its_end() -> None:
    worker = Worker(memory=1 << 30)
    try:
        assert worker.do(int, ("5",), 30) == 5
        pid = worker.pid
        with pytest.raises(OutOfMemory):
            worker.do(bytearray, (1 << 31,), 30)
        with pytest.raises(ValueError, match="invalid literal"):
            worker.do(int, ("five",), 30)
        with pytest.raises(ShambleError, match="Position, field"):
            worker.do(Match.at, ("run", {}), 30)
        assert worker.pid == pid
        with pytest.raises(OutOfTime):
            worker.do(time.sleep, (60,), 0.05)
        with pytest.raises(Ended):
            worker.do(os._exit, (1,), 30)
        assert worker.do(os.getpid, (), 30) == worker.pid != pid
    finally:
        worker.stop()


# -- saved games of strangers ----------------------------------------------------------------------------------------


def saved(game: str = "run") -> str:
    return Match(game, seed=1).record.text()


def upload(text: str) -> dict[str, Any]:
    return {"files": {"record": ("game.json", text.encode())}}


def test_saved_games_are_read_a_few_at_a_time_for_one_address(tmp_path: Path, gate: Gate) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, visitor):
            tasks = [asyncio.create_task(visitor.post("/replay", **upload(saved()))) for _ in range(12)]
            await gate.has_begun(1)
            table = (await visitor.post("/api/tables", json={"game": "run", "seats": ["me"] * 4, "start": True})).json()
            path, key = f"/api/tables/{table['table']}", auth(table["token"])
            shown = (await visitor.get(path, params={"seat": 0}, headers=key)).json()
            seat = shown["owing"][0]
            shown = (await visitor.get(path, params={"seat": seat}, headers=key)).json()
            move = {"action": shown["choices"][0]["action"], "version": shown["version"], "seat": seat}
            assert (await visitor.post(f"{path}/play", json=move, headers=key)).status_code == 200  # nobody waits
            assert len(gate.begun) == 1  # one at once for one address
            gate.open.set()
            answers = await asyncio.gather(*tasks)
            assert sorted(one.status_code for one in answers) == [200] * 6 + [429] * 6
            refused = next(one for one in answers if one.status_code == 429)
            assert words.TOO_MANY in refused.text
            assert int(refused.headers["retry-after"]) > 0
            assert app.state.tables.reader.waiting == 0

    run(main)


def test_a_saved_game_that_costs_too_much_is_refused_in_a_sentence(
    tmp_path: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        gate.open.set()
        async with site(tmp_path) as (_, visitor):
            monkeypatch.setattr(reopened, "MOST_EVENTS", 3)
            record = json.loads(saved())
            record["events"] = [[0, "swap"]] * 4
            answer = await visitor.post("/replay", **upload(json.dumps(record)))
            assert answer.status_code == 422
            assert "4 events" in answer.text
            packed = {"record": reopened.pack(json.dumps(record)), "at": "0", "seat": "0"}
            assert "4 events" in (await visitor.post("/replay/on", data=packed)).text
            for error, sentence in ((OutOfTime(), "takes longer"), (OutOfMemory(), "more memory")):
                gate.fails = lambda error=error: error  # type: ignore[misc]
                for address, form in (("/replay", upload(saved())), ("/replay/on", {"data": packed})):
                    answer = await visitor.post(address, **form)
                    assert answer.status_code == 422
                    assert sentence in answer.text
            gate.fails = Ended
            answer = await visitor.post("/replay", **upload(saved()))
            assert answer.status_code == 503
            assert words.WORK_ENDED in answer.text

    run(main)


def test_a_saved_game_nobody_waits_for_is_not_read(tmp_path: Path, gate: Gate) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            async with leaving(app) as leaver:
                await leaver.post("/replay", **upload(saved()))
                await leaver.post("/replay", **upload(saved("pocket")))
            await soon(50)
            assert app.state.tables.reader.waiting == 0
            gate.open.set()

    run(main)


def leaving(app: Any) -> httpx.AsyncClient:
    """A client that goes away as soon as it has asked."""

    async def gone(scope: Any, receive: Any, send: Any) -> None:
        sent = False

        async def hang_up() -> Any:
            nonlocal sent
            if sent:
                return {"type": "http.disconnect"}
            message = await receive()
            sent = not message.get("more_body")
            return message

        await app(scope, hang_up, send)

    return httpx.AsyncClient(transport=httpx.ASGITransport(app=gone), base_url="http://table.test")


def test_a_long_log_is_replayed_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            table = await begin(tables, "hugme", ("me",) * 5)
            for _ in range(12):
                seat = table.match.owing[0]
                await table.play(seat, table.match.choices(seat)[0].action, None)
            monkeypatch.setattr(registry, "AT_ONCE", 3)
            del tables.awake[table.id]
            woken, same = await asyncio.gather(tables.open(table.id), tables.open(table.id))
            assert woken is same is not table
            assert documents.of(woken, 0) == documents.of(table, 0)

    run(main)


# -- bots ------------------------------------------------------------------------------------------------------------


async def begin(tables: Tables, game: str = "run", seats: tuple[str, ...] = ("me", "hard", "hard")) -> Any:
    made = await tables.create(game, seats=seats, host_key="k" * 30, seed=3)
    table = await tables.open(made.table)
    await table.chairs.start()
    return table


async def moved(table: Any, version: int) -> None:
    for _ in range(2000):
        if table.version > version:
            return
        await asyncio.sleep(0.005)
    raise AssertionError("nobody moved")


def test_a_table_goes_on_though_every_thinking_process_is_ended(
    tmp_path: Path, gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        gate.open.set()
        gate.fails = Ended
        async with site(tmp_path) as (app, client):
            table = await begin(app.state.tables, "hate", ("me", "hard", "hard", "hard", "hard"))
            match = table.match
            for _ in range(2000):
                if match.owing in ((0,), ()):
                    break
                await asyncio.sleep(0.005)
            assert match.owing == (0,), "the bots have not decided"
            told = (await client.get(f"/api/tables/{table.id}")).json()["notice"]
            assert "ended" in told
            assert told in (await client.get(f"/t/{table.id}")).text
            answer = await client.post(
                f"/api/tables/{table.id}/bot", json={"for_seat": 1, "once": True}, headers=auth("k" * 30)
            )
            assert (answer.status_code, answer.json()["error"]) == (409, words.IS_BOT)
            asked = {"once": True, "bot": "hard"}
            answer = await client.post(f"/api/tables/{table.id}/bot", json=asked, headers=auth("k" * 30))
            assert answer.status_code == 200
        assert "tries left" in caplog.text

    run(main)


def test_a_bot_past_its_time_chooses_quickly(tmp_path: Path, gate: Gate) -> None:
    async def main() -> None:
        async with site(tmp_path, bot_seconds=0.05) as (app, _):
            table = await begin(app.state.tables, "hate", ("me", "hard", "hard", "hard", "hard"))
            await moved(table, table.version)
            assert "ran out of time" in table.notice

    run(main)


def test_a_decision_asked_for_often_is_thought_about_once(tmp_path: Path, gate: Gate) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            table = await begin(app.state.tables, seats=("me", "me"))
            seat = table.match.owing[0]
            ask = {"once": True, "bot": "hard", "seat": seat}
            path = f"/api/tables/{table.id}/bot"
            tasks = [asyncio.create_task(client.post(path, json=ask, headers=auth("k" * 30))) for _ in range(30)]
            await gate.has_begun(1)
            await soon(50)
            assert app.state.tables.thinker.workers.waiting == 0
            gate.open.set()
            statuses = sorted({answer.status_code for answer in await asyncio.gather(*tasks)})
            assert statuses in ([200], [200, 409])
            assert len(gate.begun) == 1

    run(main)


def test_a_crowd_of_tables_does_not_stand_before_another_address(gate: Gate) -> None:
    async def main() -> None:
        thinker = Thinker(1, 60)
        match = Match("run", players=3, seed=1)
        seat = match.owing[0]
        crowd = [
            asyncio.create_task(thinker.decide_anyhow(match, seat, "hard", Asker("A", f"t{number}")))
            for number in range(100)
        ]
        await soon()
        assert thinker.workers.waiting == 63
        with pytest.raises(TooMany):
            await thinker.decide(match, seat, "hard", Asker("A", "one more"))
        assert sum(task.done() for task in crowd) == 36  # beyond its share, bots choose quickly
        mine = asyncio.create_task(thinker.decide(match, seat, "normal", Asker("B", "mine")))
        await gate.has_begun(1)
        gate.open.set()
        assert (await mine).note == ""
        assert len(gate.begun) <= 3
        match.play(seat, match.choices(seat)[0].action)  # the match goes on: the rest is not begun
        rest = await asyncio.gather(*crowd, return_exceptions=True)
        assert any(isinstance(one, Dropped) for one in rest)
        thinker.close()

    run(main)
