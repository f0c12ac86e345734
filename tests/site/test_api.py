"""The HTTP interface: whole games by programs, and everything that may be sent wrong."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
from site_support import Listener, auth, run, site
from support import GAMES

from shamble.games import find
from shamble.record import Record
from shamble.replaying import replay
from shamble.site.tables.registry import Tables
from shamble.site.web.middleware import CSP


@pytest.mark.parametrize("code", GAMES)
def test_a_whole_game_by_programs(code: str, tmp_path: Path) -> None:
    """Two programs (one where the game takes one) and bots play to the end; the record replays."""

    async def main() -> None:
        async with site(tmp_path) as (app, client):
            game = find(code)
            players = game.seats_with(game.resolve_options({}))[0]
            programs = min(2, players)
            seats = ["open"] * programs + ["greedy"] * (players - programs)
            made = (await client.post("/api/tables", json={"game": code, "players": players, "seats": seats})).json()
            path, host = f"/api/tables/{made['table']}", made["token"]
            link = made["links"]["join"].rsplit("/", 1)[1]
            tokens = []
            for k in range(programs):
                joined = await client.post(f"{path}/join", json={"name": f"Program {k}", "token": link})
                assert joined.status_code == 201
                assert joined.json()["seat"] == k
                tokens.append(joined.json()["token"])
            assert (await client.post(f"{path}/start", json={}, headers=auth(host))).status_code == 200
            sent = 0
            for _ in range(3000):
                table = (await client.get(path, headers=auth(tokens[sent % programs]))).json()
                if table["status"] == "over":
                    break
                for k in range(programs):
                    if k in table["owing"]:
                        break
                else:
                    await asyncio.sleep(0.002)
                    continue
                table = (await client.get(path, headers=auth(tokens[k]))).json()
                if k not in table["owing"]:
                    continue
                sent += 1
                choice = table["choices"][(sent * 7) % len(table["choices"])]
                body = {"action": choice["action"], "version": table["version"], "id": str(sent)}
                if sent > 40:  # whoever wanders about long enough leaves the end to bots
                    for token in tokens:
                        await client.post(f"{path}/leave", json={}, headers=auth(token))
                    live = await app.state.tables.open(made["table"])
                    while live.status != "over":
                        await asyncio.wait_for(live.log.changes(live.revision), 10)
                    continue
                played = await client.post(f"{path}/play", json=body, headers=auth(tokens[k]))
                assert played.status_code in (200, 409), played.text
            assert table["status"] == "over"
            record = (await client.get(f"{path}/record")).json()
            match = replay(Record.from_dict(record))
            assert match.result is not None
            assert list(match.result.winners) == table["result"]["winners"]

    run(main)


def test_wrong_requests_get_a_status_and_a_sentence(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            tables: Tables = app.state.tables
            made = await tables.create("run", 2, host_key="host")
            await tables.join(made.table, made.join, "Ash", "ash")
            await tables.join(made.table, made.join, "Bo", "bo")
            table = await tables.open(made.table)
            path = f"/api/tables/{table.id}"
            play = {"action": "play I1", "version": 0}

            async def told(method: str, address: str, status: int, key: str | None = None, **given: Any) -> Any:
                headers = (auth(key) if key else {}) | given.pop("headers", {})
                answer = await client.request(method, address, headers=headers, **given)
                assert answer.status_code == status, (address, answer.text)
                found = answer.json()
                assert found["error"][0].isupper() or found["error"][0] == "'"
                assert found["error"].rstrip()[-1] in ".!?)"
                assert "Traceback" not in answer.text
                return found

            await told("POST", f"{path}/play", 422, "ash", json=play)  # not begun
            await told("POST", f"{path}/start", 403, "ash", json={})
            await told("POST", f"{path}/start", 401, json={})
            await table.chairs.start()
            state = table.match.state.pack() if table.match else b""
            revision = table.revision
            for method, address, status, key, given in (
                ("GET", "/api/tables/zzzzzzzzzz", 404, None, {}),
                ("GET", "/api/tables/" + "z" * 3000, 404, None, {}),
                ("GET", "/api/tables/%00%ff", 404, None, {}),
                ("GET", "/api/nothing", 404, None, {}),
                ("PUT", path, 405, None, {}),
                ("GET", path, 403, "not a key", {}),
                ("GET", f"{path}?seat=1", 401, None, {}),
                ("GET", f"{path}?seat=1", 403, "ash", {}),
                ("GET", f"{path}?seat=77", 422, "ash", {}),
                ("GET", f"{path}?seat=-1", 422, "ash", {}),
                ("GET", f"{path}/events", 403, "not a key", {}),
                ("POST", f"{path}/play", 401, None, {"json": play}),
                ("POST", f"{path}/play", 401, None, {"json": play, "headers": {"authorization": "Basic abc"}}),
                ("POST", f"{path}/play", 403, "not a key", {"json": play}),
                ("POST", f"{path}/play", 403, "ash", {"json": {**play, "seat": 1}}),
                ("POST", f"{path}/play", 422, "ash", {"json": {**play, "seat": "one"}}),
                ("POST", f"{path}/play", 422, "ash", {"json": {"action": "play I1"}}),
                ("POST", f"{path}/play", 422, "ash", {"json": {**play, "extra": 1}}),
                ("POST", f"{path}/play", 422, "ash", {"json": [1]}),
                ("POST", f"{path}/play", 422, "ash", {"json": {**play, "id": "x" * 99, "version": table.version}}),
                ("POST", f"{path}/play", 409, "ash", {"json": {**play, "version": 0}}),
                ("POST", f"{path}/play", 409, "ash", {"json": {**play, "version": 10**9}}),
                ("POST", f"{path}/play", 415, "ash", {"content": b"action=play"}),
                (
                    "POST",
                    f"{path}/play",
                    422,
                    "ash",
                    {"content": b'{"action', "headers": {"content-type": "application/json"}},
                ),
                (
                    "POST",
                    f"{path}/play",
                    422,
                    "ash",
                    {"content": b"[" * 50_000, "headers": {"content-type": "application/json"}},
                ),
                (
                    "POST",
                    f"{path}/play",
                    422,
                    "ash",
                    {"content": b"\xff\xfe{}", "headers": {"content-type": "application/json"}},
                ),
                ("POST", f"{path}/play", 413, "ash", {"content": b"x" * 70_000}),
                ("POST", f"{path}/play", 422, "ash", {"json": {"action": "dance", "version": table.version}}),
                ("POST", f"{path}/join", 409, None, {"json": {"name": "Cy", "token": made.join}}),
                ("POST", f"{path}/join", 403, None, {"json": {"name": "Cy", "token": "wrong"}}),
                ("POST", f"{path}/join", 403, None, {"json": {"name": "Cy", "token": "é"}}),
                ("POST", f"{path}/join", 422, None, {"json": {"name": "\u200b@", "token": made.join}}),
                ("POST", f"{path}/rematch", 422, "ash", {"json": {}}),
                ("POST", f"{path}/bot", 403, "ash", {"json": {"for_seat": 1}}),
                ("POST", f"{path}/bot", 422, "ash", {"json": {"for_seat": 9}}),
                ("POST", f"{path}/bot", 422, "ash", {"json": {"bot": "hal"}}),
                ("POST", f"{path}/say", 422, "ash", {"json": {"phrase": "rude"}}),
                ("POST", f"{path}/undo", 422, "ash", {"json": {"agree": True}}),
                ("POST", "/api/tables", 422, None, {"json": {"game": "chess"}}),
                ("POST", "/api/tables", 422, None, {"json": {"game": "run", "players": 10**30}}),
                (
                    "POST",
                    "/api/tables",
                    422,
                    None,
                    {"json": {"game": "run", "seats": [{"by": "open", "level": 1}] * 2}},
                ),
                ("POST", "/api/resume", 404, None, {"json": {"words": "no such words here"}}),
                ("GET", f"{path}/hint", 401, None, {}),
                ("GET", f"{path}/why?action=x", 401, None, {}),
            ):
                await told(method, address, status, key, **given)
            assert table.match is not None
            assert table.match.state.pack() == state
            assert table.revision == revision
            why = (await client.get(f"{path}/why?action=redraw", headers=auth("ash"))).json()
            assert why["legal"] or why["rule"] or why["error"]
            refused = await told(
                "POST",
                f"{path}/play",
                422,
                "bo" if table.match.owing == (0,) else "ash",
                json={**play, "version": table.version},
            )
            assert "rule" in refused

    run(main)


def test_headers_of_every_answer(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            made = await app.state.tables.create("run", 2)
            for address in ("/api/games", "/nothing", f"/api/tables/{made.table}", "/healthz", "/api/tables/none"):
                headers = (await client.get(address)).headers
                assert headers["content-security-policy"] == CSP
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["cache-control"] == "no-store"
                assert "server" not in headers
            async with Listener(app, f"/api/tables/{made.table}/events") as listener:
                await listener.until(lambda one: one.status == 200)
                assert (b"content-security-policy", CSP.encode()) in listener.headers

    run(main)


def test_a_question_for_the_head_alone(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            made = await app.state.tables.create("run", 2)
            for address in ("/", "/healthz", f"/api/tables/{made.table}", f"/t/{made.table}"):
                assert (await client.head(address)).status_code == 200, address
            assert (await client.head(f"/api/tables/{made.table}/events")).status_code == 405
            assert (await client.head("/nothing")).status_code == 404

    run(main)


def test_a_stream_resumes_where_it_was_cut(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            made = await tables.create("run", 2)
            for key in ("a", "b"):
                await tables.join(made.table, made.join, key, key)
            table = await tables.open(made.table)
            await table.chairs.start()
            assert table.match is not None
            path = f"/api/tables/{table.id}/events"
            async with Listener(app, path, "a") as first:
                await first.until(lambda one: bool(one.messages()))
            last, seen = first.messages()[-1]
            for _ in range(3):
                seat = table.match.owing[0]
                await table.play(seat, table.match.choices(seat)[0].action, table.version)
            async with Listener(app, path, "a", last) as second:
                await second.until(lambda one: bool(one.messages()))
            (number, document), *rest = second.messages()
            assert not rest
            assert number == str(table.revision)
            assert [event["number"] for event in document["story"]] == list(range(seen["version"], table.version))
            async with Listener(app, path, "a", number) as third:  # nothing new: nothing is sent
                await asyncio.sleep(0.05)
            assert third.messages() == []
            assert third.text.startswith("retry: ")
            for strange in ("999999", "-3", "x", "9" * 50, "²"):
                async with Listener(app, path, "a", strange) as other:
                    await other.until(lambda one: one.status == 200)

    run(main)


def test_a_stream_ends_with_the_seat_it_was_opened_for(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            made = await tables.create("run", 2)
            table = await tables.open(made.table)
            await tables.join(made.table, made.join, "Ann", "a", 0)
            async with Listener(app, f"/api/tables/{table.id}/events", "a") as listener:
                await listener.until(lambda one: bool(one.messages()))
                await table.leave(0)
                await tables.join(made.table, made.join, "Bo", "b", 0)
                await tables.join(made.table, made.join, "Cy", "c", 1)
                await table.chairs.start()
                await listener.until(lambda one: "event: stop" in one.text)
            assert all(document["view"] is None for _, document in listener.messages())

    run(main)


def test_a_slow_reader_gets_the_latest_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            made = await tables.create("run", 2)
            table = await tables.open(made.table)
            async with Listener(app, f"/api/tables/{table.id}/events") as slow:
                await slow.until(lambda one: bool(one.messages()))
                slow.sending.clear()
                for number in range(50):
                    await table.chairs.rename(0, f"Name {number}")
                    await asyncio.sleep(0)
                slow.sending.set()
                await slow.until(lambda one: one.messages()[-1][0] == str(table.revision))
                assert len(slow.messages()) < 5
                assert slow.messages()[-1][1]["seats"][0]["name"] == "Name 49"

    run(main)


def test_silent_streams_carry_a_comment_and_end_when_the_server_stops(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, heartbeat=0.05) as (app, client):
            tables: Tables = app.state.tables
            made = await tables.create("run", 2)
            async with Listener(app, f"/api/tables/{made.table}/events") as listener:
                await listener.until(lambda one: one.text.count(": still here") >= 2)
                assert (await client.get("/healthz")).status_code == 200
                assert "shamble_streams 1.0" in (await client.get("/metrics")).text
                tables.stop_streams()
                await listener.until(lambda one: "event: stop" in one.text)
                assert (await client.get("/healthz")).status_code == 503

    run(main)


def test_limits(tmp_path: Path) -> None:
    async def main() -> None:
        limit = ("requests=60/10min", "guesses=10/100s", "watching=2")
        async with site(tmp_path, limits=True, limit=limit) as (app, client):
            made = await app.state.tables.create("run", 2)
            path = f"/api/tables/{made.table}/join"
            wrong = [await client.post(path, json={"name": "A", "token": "wrong"}) for _ in range(15)]
            assert [one.status_code for one in wrong].count(403) == 10
            assert wrong[-1].status_code == 429
            assert int(wrong[-1].headers["retry-after"]) > 0
            stream = f"/api/tables/{made.table}/events"
            async with Listener(app, stream) as one, Listener(app, stream) as two, Listener(app, stream) as three:
                for listener, status in ((one, 200), (two, 200), (three, 429)):
                    await listener.until(lambda found, status=status: found.status == status)  # type: ignore[misc]
            async with Listener(app, stream) as again:
                await again.until(lambda found: found.status == 200)
            many = [(await client.get("/api/games")).status_code for _ in range(60)]
            assert many[0] == 200
            assert many[-1] == 429
            assert (await client.get("/healthz")).status_code == 200

    run(main)


def test_the_description_lists_every_call(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            described = (await client.get("/api/openapi.json")).json()
            routes = {
                (method.lower(), route.path)
                for route in app.calls.routes
                for method in getattr(route, "methods", None) or ()
                if getattr(route, "path", "").startswith("/api/")
            }
            listed = {(method, path) for path, calls in described["paths"].items() for method in calls}
            assert routes <= listed
            assert json.dumps(described)
            page = await client.get("/api")
            assert page.status_code == 200
            assert "/api/tables/{table}/play" in page.text.replace("<wbr>", "")
            catalogue = (await client.get("/api/games")).json()
            assert [game["game"] for game in catalogue]

    run(main)
