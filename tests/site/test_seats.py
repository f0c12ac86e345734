"""How seats and the right of the host change hands, so that no table stands still for good."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
import httpx
from site_support import Listener, auth, run, site

from shamble.kernel.errors import BadOption, IllegalAction
from shamble.match import Match
from shamble.seats import same_name
from shamble.site.errors import NotYours, Stale, Taken
from shamble.site.tables import document as documents
from shamble.site.tables.registry import Created, Tables
from shamble.site.tables.table import Table
from shamble.site.web.askers import COOKIE


async def waiting(tables: Tables, players: int, here: int, game: str = "run", **given: Any) -> tuple[Created, Table]:
    """A table before the start: the keys "key 0", "key 1" and so on hold the first seats, "key 0" is the host's."""
    made = await tables.create(game, players, seats=["me", *["open"] * (players - 1)], host_key="key 0", **given)
    table = await tables.open(made.table)
    for seat in range(1, here):
        await table.chairs.join(f"Player {seat}", f"key {seat}")
    return made, table


async def begun(tables: Tables, players: int, game: str = "run", **given: Any) -> tuple[Created, Table]:
    made, table = await waiting(tables, players, players, game, **given)
    await table.chairs.start()
    return made, table


async def woken(tables: Tables, table: Table) -> Table:
    """The same table, read anew from the store."""
    table.fall_asleep()
    del tables.awake[table.id]
    return await tables.open(table.id)


async def until(done: Callable[[], bool]) -> None:
    for _ in range(400):
        if done():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("It did not happen in time.")


async def play_to_the_end(table: Table) -> None:
    while table.status == "playing":
        assert table.match is not None
        seat = table.match.owing[0]
        await table.play(seat, table.match.choices(seat)[0].action, table.version)


# -- the host --------------------------------------------------------------------------------------------------------


def test_the_next_person_is_host_when_the_host_leaves_before_the_start(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            tables: Tables = app.state.tables
            _, table = await waiting(tables, 4, 3)
            path = f"/api/tables/{table.id}"
            assert (await client.post(f"{path}/start", json={}, headers=auth("key 1"))).status_code == 403
            assert (await client.post(f"{path}/leave", json={}, headers=auth("key 0"))).status_code == 200
            assert documents.of(table, None)["host_seats"] == [1]
            assert (await client.post(f"{path}/start", json={}, headers=auth("key 0"))).status_code == 403
            assert [table.is_host(f"key {k}") for k in range(3)] == [False, True, False]
            again = await woken(tables, table)
            assert documents.of(again, None) == documents.of(table, None)
            assert (await client.post(f"{path}/start", json={}, headers=auth("key 1"))).status_code == 200

    run(main)


def test_a_table_that_everybody_left_is_run_by_whoever_sits_down_next(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            _, table = await waiting(tables, 3, 1)
            await table.leave(0)
            await table.chairs.join("Cy", "key c")
            assert table.is_host("key c")
            assert documents.of(table, None)["host_seats"] == [0]
            assert (await woken(tables, table)).is_host("key c")

    run(main)


def test_who_is_seated_may_run_a_table_whose_host_is_not_to_be_seen(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, idle_after=0.2, away_after=0.1) as (app, client):
            tables: Tables = app.state.tables
            _, table = await waiting(tables, 3, 2)
            path = f"/api/tables/{table.id}"
            claim = await client.post(f"{path}/host", json={}, headers=auth("key 1"))
            assert claim.status_code == 403
            assert "host is here" in claim.json()["error"]
            await until(lambda: bool(documents.of(table, None)["host_away"]))
            await client.get(path, headers=auth("key 0"))  # back again
            await until(lambda: not documents.of(table, None)["host_away"])
            await until(lambda: bool(documents.of(table, None)["host_away"]))
            assert (await client.post(f"{path}/host", json={}, headers=auth("key 1"))).status_code == 200
            assert (await client.post(f"{path}/start", json={}, headers=auth("key 1"))).status_code == 200

    run(main)


def test_a_host_whose_page_is_open_stays_the_host(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, idle_after=0.1) as (app, _):
            tables: Tables = app.state.tables
            made = await tables.create("run", 2, host_key="a host without a seat")
            table = await tables.open(made.table)
            async with Listener(app, f"/api/tables/{made.table}/events", "a host without a seat"):
                await asyncio.sleep(0.35)
                assert not table.seating.host_away
            await until(lambda: table.seating.host_away)

    run(main)


# -- somebody who is there and does not decide -----------------------------------------------------------------------


def test_the_other_player_may_let_a_bot_decide_for_who_is_there_and_does_not(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, idle_after=0.3) as (app, client):
            tables: Tables = app.state.tables
            _, table = await begun(tables, 2)
            assert table.match is not None
            path = f"/api/tables/{table.id}"
            idle = table.match.owing[0]
            async with Listener(app, f"{path}/events", f"key {idle}"):
                asks = auth(f"key {1 - idle}")
                once = {"for_seat": idle, "once": True, "version": table.version, "id": "one"}
                early = await client.post(f"{path}/bot", json=once, headers=asks)
                assert early.status_code == 403
                assert "is here and may decide" in early.json()["error"]
                await until(lambda: bool(documents.of(table, None)["seats"][idle]["idle"]))
                version = table.version
                done = await client.post(f"{path}/bot", json=once, headers=asks)
                assert (done.status_code, done.json()["bot"]) == (200, "done")
                assert table.version > version
                after = table.version
                assert (await client.post(f"{path}/bot", json=once, headers=asks)).json()["bot"] == "done"
                assert table.version == after  # sent twice, decided once

    run(main)


def test_a_timer_that_is_a_little_early_lets_nobody_wait_for_ever(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, idle_after=0.1) as (app, _):
            loop = asyncio.get_running_loop()
            in_time = loop.call_later
            with pytest.MonkeyPatch.context() as patch:
                early = lambda after, *what, **how: in_time(after - 0.02 if after > 0.05 else after, *what, **how)  # noqa: E731
                patch.setattr(loop, "call_later", early)
                _, table = await begun(app.state.tables, 2)
                assert table.match is not None
                idle = table.match.owing[0]
                await until(lambda: idle in table.seating.idle)

    run(main)


def test_an_idle_player_is_back_with_the_first_act_of_their_own(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, idle_after=0.15, pace=60) as (app, _):
            tables: Tables = app.state.tables
            _, table = await begun(tables, 2)
            assert table.match is not None
            idle = table.match.owing[0]
            table.presence.arrive((idle,))
            await until(lambda: idle in table.seating.idle)
            assert await table.bot(idle, 1 - idle) == "done"
            assert table.seating.places[idle].stand_in == "greedy"
            assert idle not in table.seating.idle
            await table.play_own(idle, table.match.choices(idle)[0].action, table.version)
            assert table.seating.places[idle].stand_in is None
            again = await woken(tables, table)
            assert documents.of(again, idle) == documents.of(table, idle)

    run(main)


def test_more_than_half_of_those_who_are_there_must_want_a_bot_for_who_does_not_decide(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, idle_after=0.15) as (app, _):
            tables: Tables = app.state.tables
            _, table = await begun(tables, 4)
            assert table.match is not None
            idle = table.match.owing[0]
            a, b, c = (seat for seat in range(4) if seat != idle)
            await until(lambda: idle in table.seating.idle)
            version = table.version
            assert await table.bot(idle, a, version=version) == "asked"
            assert await table.bot(idle, a, version=version) == "asked"
            assert documents.of(table, None)["bot_asked"] == [{"seat": idle, "once": [a], "stay": [a], "needed": 2}]
            again = await woken(tables, table)
            assert documents.of(again, None) == documents.of(table, None)
            await again.presence.away(c)
            assert await again.bot(idle, b, once=True, version=version) == "done"  # who wants it to stay agrees to once
            assert again.version > version
            assert documents.of(again, None)["bot_asked"] == []
            assert again.seating.places[idle].stand_in is None

    run(main)


def test_nobody_is_idle_who_works_or_has_a_clock_or_plays_alone(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, idle_after=0.25) as (app, _):
            tables: Tables = app.state.tables
            _, timed = await begun(tables, 2, clock=600)
            alone = await tables.open((await tables.create("run", seats=["me", "greedy"], host_key="me")).table)
            await alone.chairs.start()
            _, table = await begun(tables, 2)
            assert table.match is not None
            seat = table.match.owing[0]
            for _ in range(4):
                await asyncio.sleep(0.1)
                await table.say(seat, "thinking")
                table.seating.phrases.clear()
            assert not table.seating.idle
            assert not timed.seating.idle
            assert not alone.seating.idle

    run(main)


# -- taking over -----------------------------------------------------------------------------------------------------


def test_a_newcomer_takes_over_a_leavers_seat_with_the_hosts_yes(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, pace=60) as (app, client):
            tables: Tables = app.state.tables
            made, table = await begun(tables, 3)
            path = f"/api/tables/{table.id}"
            body = {"name": "Player 2", "token": made.join, "ask": True, "id": "knock knock"}
            assert (await client.post(f"{path}/join", json=body)).status_code == 409  # nobody has left
            await table.leave(1)
            hand = documents.of(table, 1)["view"]
            plain = await client.post(f"{path}/join", json={"name": "Cy", "token": made.join})
            assert plain.status_code == 409
            assert "ask" in plain.json()["error"]
            key = auth("the key of somebody new")
            for _ in range(2):  # sent twice, asked once
                asked = await client.post(f"{path}/join", json=body, headers=key)
                assert (asked.status_code, asked.json()["asked_for"]) == (202, 1)
            seen = (await client.get(path, headers=key)).json()
            assert seen["seat"] is None
            assert seen["view"] == documents.of(table, None)["view"]
            [knock] = seen["newcomers"]
            assert (knock["seat"], knock["name"]) == (1, "Player 2 2")
            again = await woken(tables, table)
            assert documents.of(again, None) == documents.of(table, None)
            answer = {"request": knock["request"], "agree": True}
            assert (await client.post(f"{path}/newcomer", json=answer, headers=auth("key 2"))).status_code == 403
            for _ in range(2):
                assert (await client.post(f"{path}/newcomer", json=answer, headers=auth("key 0"))).status_code == 200
            found = (await client.get(path, headers=key)).json()
            assert (found["seat"], found["view"], found["newcomers"]) == (1, hand, [])
            assert found["seats"][1]["name"] == "Player 2 2"
            assert not found["seats"][1]["left"]
            assert again.seats_of("key 1") == ()
            assert [one.table for one in await tables.mine("key 1")] == []

    run(main)


def test_a_refused_newcomer_and_a_leaver_who_comes_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, pace=60) as (app, _):
            tables: Tables = app.state.tables
            _, table = await begun(tables, 3)
            await table.leave(0)  # the host: whoever is there decides
            assert table.chairs.is_in_charge("key 1")
            assert not table.chairs.is_in_charge("key of nobody")
            await table.chairs.ask_for_seat("Cy", "key c")
            await table.chairs.answer_newcomer(table.seating.knocks[0].number, False)
            assert table.was_refused("key c")
            assert table.seats_of("key c") == ()
            await table.chairs.ask_for_seat("Di", "key d", 0)
            with pytest.raises(Taken):
                await table.chairs.ask_for_seat("Di", "key e", 2)
            number = table.seating.knocks[0].number
            await table.back(0)
            assert not table.seating.knocks
            with pytest.raises(IllegalAction):
                await table.chairs.answer_newcomer(number, True)
            assert table.seats_of("key 0") == (0,)

    run(main)


def test_whoever_has_lost_the_key_of_a_seat_gets_it_back_through_the_others(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, pace=60, away_after=0.1) as (app, _):
            tables: Tables = app.state.tables
            _, table = await begun(tables, 2)
            table.presence.arrive((0,))
            await until(lambda: table.seating.places[1].away)
            assert await table.chairs.ask_for_seat("Player 1", "a new phone") == 1
            await table.chairs.answer_newcomer(table.seating.knocks[0].number, True)
            assert table.seats_of("a new phone") == (1,)
            assert table.name(1) == "Player 1"
            assert not table.seating.places[1].away

    run(main)


# -- rematches -------------------------------------------------------------------------------------------------------


def test_a_rematch_asks_everyone_and_seats_nobody_who_has_left(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            tables: Tables = app.state.tables
            _, table = await begun(tables, 4)
            await table.leave(3)
            await play_to_the_end(table)
            path = f"/api/tables/{table.id}"
            made = await client.post(f"{path}/rematch", json={}, headers=auth("key 1"))
            assert made.status_code == 201
            assert made.json()["seats"] == [2]
            new = await tables.open(made.json()["table"])
            stand = [(one["name"], one["by"], one["reserved"]) for one in documents.of(new, None)["seats"]]
            assert [one[1:] for one in stand] == [("open", False), ("open", True), ("person", False), ("open", True)]
            assert [one[0] for one in stand[1:]] == ["Ash", "Player 1", "Player 2"]
            assert not same_name(stand[0][0], "Ash")
            with pytest.raises(Taken, match="kept for"):
                await new.chairs.join("Cy", "key c", 3)
            assert await new.chairs.join("Cy", "key c") == 0
            assert new.status == "waiting"
            for _ in range(2):  # agreeing twice is agreeing once
                assert (await client.post(f"{path}/rematch", json={}, headers=auth("key 2"))).json()["seats"] == [3]
            assert new.status == "waiting"
            seen = await client.get(f"/api/tables/{new.id}", headers=auth("key 0"))
            assert (seen.status_code, seen.json()["seat"]) == (200, None)
            assert await new.chairs.join("Another name", "key 0") == 1  # the seat that is kept for that key
            assert new.status == "playing"
            assert documents.of(await woken(tables, new), 2) == documents.of(new, 2)

    run(main)


def test_a_rematch_begins_without_those_who_do_not_come_when_the_host_says_so(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            _, table = await begun(tables, 3)
            await play_to_the_end(table)
            new = await tables.open(await tables.rematch(table, 0))
            assert new.is_host("key 0")
            await new.chairs.start()
            places = new.seating.places
            assert [place.by for place in places] == ["greedy", "person", "greedy"]
            assert all(not place.name.startswith("Player") for place in (places[0], places[2]))
            assert await tables.rematch(table, 2) == new.id  # too late: to watch
            assert new.seats_of("key 2") == ()

    run(main)


def test_sides_go_round_in_a_rematch(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            _, table = await begun(tables, 2, "hate", options={"max_attacks": 1})
            assert table.match is not None
            zombies = next(seat for seat in range(2) if seat in documents.of(table, 0)["view"]["command"][0])
            await play_to_the_end(table)
            new = await tables.open(await tables.rematch(table, 0))
            assert await tables.rematch(table, 1) == new.id
            assert new.status == "playing"
            assert table.seats_of(f"key {zombies}") == (zombies,)
            assert new.seats_of(f"key {1 - zombies}") == (zombies,)
            assert (
                zombies in documents.of(new, 0)["view"]["command"][0]
            )  # the same chair has the zombies, somebody else sits there

    run(main)


def test_a_rematch_of_a_game_begun_from_a_position_begins_fresh(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            match = Match("run", 2, seed=5)
            while match.version < 20:
                match.play(match.owing[0], match.choices(match.owing[0])[0].action)
            made = await tables.create("run", seats=["me", "greedy"], position=match.state.to_dict(), host_key="me")
            table = await tables.open(made.table)
            await table.chairs.start()
            await table.leave(0)
            await until(lambda: table.status == "over")
            new = await tables.open(await tables.rematch(table, 0))
            assert "position" not in new.spec
            fresh = Match("run", 2, seed=new.head.seed)
            assert new.match is not None
            assert new.match.state_at(fresh.version).pack() == fresh.state.pack()

    run(main)


# -- sent twice ------------------------------------------------------------------------------------------------------


def test_taking_back_sent_twice_takes_back_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            tables: Tables = app.state.tables
            made = await tables.create("pocket", seats=["me"], seed=3, host_key="me")
            table = await tables.open(made.table)
            await table.chairs.start()
            assert table.match is not None
            versions = []
            for _ in range(4):
                versions.append(table.version)
                await table.play(0, table.match.choices(0)[0].action, table.version)
            path, last = f"/api/tables/{table.id}/undo", table.version
            undo = {"version": last, "id": "taken back"}
            for _ in range(2):
                answer = await client.post(path, json=undo, headers=auth("me"))
                assert (answer.status_code, answer.json()["undo"]) == (200, "done")
            assert table.version == versions[-1]
            stale = await client.post(path, json={"version": last}, headers=auth("me"))
            assert (stale.status_code, stale.json()["version"]) == (409, versions[-1])
            assert (await client.post(path, json={}, headers=auth("me"))).status_code == 200  # as it stands
            assert table.version == versions[-2]
            assert (await (await woken(tables, table)).taking_back.undo(0, last, "taken back")) == "done"

    run(main)


def test_a_question_about_taking_back_sent_twice_is_asked_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            _, table = await begun(app.state.tables, 2)
            assert table.match is not None
            seat = table.match.owing[0]
            await table.play(seat, table.match.choices(seat)[0].action, table.version)
            version = table.version
            for _ in range(2):
                assert await table.taking_back.undo(seat, version, "please") == "asked"
            await table.taking_back.answer(1 - seat, False, version, "no")
            assert await table.taking_back.undo(seat, version, "please, please") == "asked"
            await table.taking_back.answer(1 - seat, False, version, "no")  # of the first question, late
            assert table.seating.asked is not None

    run(main)


def test_acts_sent_twice_are_done_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            tables: Tables = app.state.tables
            made, table = await waiting(tables, 4, 2)
            path = f"/api/tables/{table.id}"
            join = {"name": "Cy", "token": made.join, "id": "sit down"}
            for _ in range(2):
                assert (
                    await client.post(f"{path}/join", json=join, headers=auth("the key of Cy, which is long"))
                ).json()["seat"] == 2
            assert table.seating.places[3].by == "open"
            for _ in range(2):
                say = {"phrase": "hello", "id": "said"}
                assert (await client.post(f"{path}/say", json=say, headers=auth("key 1"))).status_code == 200
            assert len(table.seating.phrases) == 1
            await table.chairs.rename(1, "First", "a")
            await table.chairs.rename(1, "Second", "b")
            await table.chairs.rename(1, "First", "a")
            assert table.name(1) == "Second"
            with pytest.raises(Stale):  # the host saw a free chair, on which somebody sits now
                await table.chairs.give(2, "greedy", revision=1)
            assert table.seats_of("the key of Cy, which is long") == (2,)
            await table.chairs.give(3, "greedy", request_id="bot")
            await table.chairs.give(3, "open")
            await table.chairs.give(3, "greedy", request_id="bot")
            assert table.seating.places[3].by == "open"

    run(main)


# -- names -----------------------------------------------------------------------------------------------------------


def test_no_two_seats_of_a_table_can_be_taken_for_one_another(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            made = await tables.create("run", seats=["open", "open", "greedy", "open", {"by": "greedy", "name": "Zoë"}])
            table = await tables.open(made.table)
            usual = [place.name for place in table.seating.places]
            await table.chairs.join(usual[3].upper(), "a")  # an open seat's
            await table.chairs.join("Zoe\u0308", "b")  # a bot's
            await table.chairs.rename(0, usual[2])
            with pytest.raises(BadOption):
                await table.chairs.join("\u2800\u034f", "c")
            await table.chairs.join("Сleo", "c")  # with a Cyrillic letter
            await table.leave(0)
            names = [place.name for place in table.seating.places]
            assert not [(a, b) for k, a in enumerate(names) for b in names[:k] if same_name(a, b)], names

    run(main)


# -- whatever else could stop a table --------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["by", "stand_in"])
def test_a_bot_that_is_offered_no_more_is_played_by_the_usual_one(which: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            made = await tables.create("run", seats=["me", "greedy"], host_key="me")
            table = await tables.open(made.table)
            await table.chairs.start()
            setattr(table.seating.places[1], which, "a level of long ago")
            await table.leave(0)
            await until(lambda: table.status == "over")
            assert (await tables.open(await tables.rematch(table, 0))).status == "playing"

    run(main)


def test_whoever_sits_down_while_the_host_starts_has_a_seat_or_a_sentence(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            for first in (True, False):
                _, table = await waiting(tables, 2, 1)
                acts = [table.chairs.join("Cy", "key c"), table.chairs.start()]
                found = await asyncio.gather(*(acts if first else acts[::-1]), return_exceptions=True)
                assert table.status == "playing"
                late = [one for one in found if isinstance(one, Exception)]
                assert len(late) == (0 if first else 1)
                assert table.seats_of("key c") == ((1,) if first else ())
                assert all(isinstance(one, Taken) for one in late)

    run(main)


def form(text: str, act: str) -> dict[str, str]:
    """The hidden fields of the first form of a page that does an act."""
    found = re.search(rf'/act/{act}".*?</form>', text, re.DOTALL)
    assert found is not None, act
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', found[0]))


def visitor(app: Any, key: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=app)
    return httpx.AsyncClient(transport=transport, base_url="http://table.test", cookies={COOKIE: key})


def test_a_form_sent_twice_does_its_work_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, pace=60) as (app, _):
            tables: Tables = app.state.tables
            keys = [tables.links.new_key() for _ in range(3)]
            made = await tables.create("run", 3, seats=["me", "open", "open"], host_key=keys[0])
            table, path = await tables.open(made.table), f"/t/{made.table}"
            async with visitor(app, keys[0]) as ann, visitor(app, keys[1]) as bo:
                for _ in range(2):
                    answer = await bo.post(f"{path}/join/{made.join}", data={"name": "Bo", "id": "one"})
                    assert (answer.status_code, answer.headers["location"]) == (303, path)
                assert [place.by for place in table.seating.places] == ["person", "person", "open"]
                stale = form((await ann.get(path)).text, "seat") | {"by": "open"}
                for _ in range(2):
                    assert (await bo.post(f"{path}/act/leave", data={"seat": "1", "id": "two"})).status_code == 303
                await table.chairs.join("Cy", keys[2], 1)
                assert (await ann.post(f"{path}/act/seat", data=stale)).status_code == 409
                assert table.seats_of(keys[2]) == (1,)
                await table.chairs.join("Di", keys[1], 2)
                await table.chairs.start()
                assert table.match is not None
                seat = table.match.owing[0]
                who = {0: ann, 1: visitor(app, keys[2]), 2: bo}[seat]
                await table.play(seat, table.match.choices(seat)[0].action, table.version)
                text = (await who.get(path)).text
                undo = form(text, "undo")
                assert undo["version"] == str(table.version)
                for _ in range(2):
                    await who.post(f"{path}/act/undo", data=undo)
                assert [key for key in table.seating.outcomes if "undo" in key] == [f"{seat}/undo:{undo['id']}"]
                said = form(text, "phrase")
                for phrase in ("hello", "hello", "nice"):
                    assert (await who.post(f"{path}/act/phrase", data=said | {"phrase": phrase})).status_code == 303
                assert [one[1] for one in table.seating.phrases] == ["hello", "nice"]

    run(main)


def test_the_page_of_a_rematch_asks_whoever_has_not_agreed(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            keys = [tables.links.new_key() for _ in range(2)]
            made = await tables.create("run", 2, seats=["me", "open"], host_key=keys[0])
            table, path = await tables.open(made.table), f"/t/{made.table}"
            await table.chairs.join("Bo", keys[1])
            await table.chairs.start()
            await play_to_the_end(table)
            async with visitor(app, keys[0]) as ann, visitor(app, keys[1]) as bo:
                new = (await ann.post(f"{path}/act/rematch", data={"seat": "0"})).headers["location"]
                assert "Waiting for Bo." in (await ann.get(new)).text
                assert "I play, too" in (await bo.get(path)).text
                asked = (await bo.get(new)).text
                assert "Yes, I play again" in asked
                assert "Take a seat" not in asked
                assert (await bo.post(f"{new}/act/sit")).headers["location"] == new
                assert (await tables.open(new.rsplit("/", 1)[1])).status == "playing"
                assert (await bo.post(f"{path}/act/rematch", data={"seat": "1"})).headers["location"] == new

    run(main)


def test_the_page_of_who_has_lost_a_seat_is_no_sign_of_life_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, pace=60) as (app, _):
            tables: Tables = app.state.tables
            _, table = await begun(tables, 2)
            key = tables.links.new_key()
            await table.chairs.hold(1, key)
            page = Listener(app, f"/t/{table.id}/stream?after={table.revision}")
            page._scope["headers"].append((b"cookie", f"{COOKIE}={key}".encode()))
            async with page:
                await until(lambda: table.presence.streams[1] == 1)
                await table.leave(1)
                await table.chairs.ask_for_seat("Cy", "key c")
                await table.chairs.answer_newcomer(table.seating.knocks[0].number, True)
                await page.until(lambda one: "event: stop" in one.text)
                await until(lambda: table.presence.streams[1] == 0)

    run(main)


def test_the_page_lets_who_is_seated_run_a_table_whose_host_is_gone(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, idle_after=0.1) as (app, _):
            tables: Tables = app.state.tables
            keys = [tables.links.new_key() for _ in range(2)]
            made = await tables.create("run", 2, host_key=keys[0])
            table, path = await tables.open(made.table), f"/t/{made.table}"
            await table.chairs.join("Bo", keys[1])
            async with visitor(app, keys[1]) as bo:
                assert "Run the table instead" not in (await bo.get(path)).text
                await until(lambda: table.seating.host_away)
                claim = form((await bo.get(path)).text, "host")
                assert (await bo.post(f"{path}/act/host", data=claim)).status_code == 303
                text = (await bo.get(path)).text
                assert "Start, bots on the free seats" in text
                assert "you · host" in text

    run(main)


def test_only_who_has_waited_long_enough_may_take_the_hosts_right(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            _, table = await waiting(app.state.tables, 3, 2)
            with pytest.raises(NotYours):
                await table.chairs.claim_host(1)
            await table.chairs.claim_host(0)  # it is theirs already

    run(main)


def test_an_old_log_reads_as_before(tmp_path: Path) -> None:
    """A leaver of a log of before there was `left` keeps the seat; a host of then who got up keeps the right."""

    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables: Tables = app.state.tables
            _, table = await begun(tables, 2)
            entry, _ = table.log.entry("stand_in", 1, '{"bot":"greedy","until_here":false}')
            await tables.store.append(entry)
            await table.log.look_again()
            assert table.seating.places[1].stand_in == "greedy"
            assert table.chairs.takeable_seats() == []
            assert re.search("stand_in", str(documents.of(table, None)))

    run(main)
