"""Nobody is told what they must not know: every answer, header and stream of whole games is looked through."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
from site_support import SECRET, Listener, auth, run, site
from support import GAMES

from shamble.games import find
from shamble.kernel.dice import Dice
from shamble.kernel.history import EVERY
from shamble.kernel.state import SPECTATOR, State
from shamble.match import Match
from shamble.site.tables import document as documents
from shamble.site.tables.keys import hash_key
from shamble.site.tables.registry import Tables

MOVES = 70  # looked at; then bots end the game
SEED = 837_465_019_283_746_501


@pytest.mark.parametrize("code", GAMES)
def test_whatever_the_truth_is_the_answers_are_the_same(code: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            tables: Tables = app.state.tables
            players = find(code).default_seats
            made = await tables.create(code, players, seed=SEED, host_key="the host's own key")
            path = f"/api/tables/{made.table}"
            keys: list[str | None] = [None, *(f"key-{seat}-of-{random.random()}" for seat in range(players))]
            for seat in range(players):
                await tables.join(made.table, made.join, f"Player {seat}", str(keys[seat + 1]))
            table = await tables.open(made.table)
            await table.chairs.start()
            match = table.match
            assert match is not None
            told: dict[str | None, list[str]] = {key: [] for key in keys}
            listeners = [Listener(app, f"{path}/events", key) for key in keys]
            for listener in listeners:
                await listener.__aenter__()
            luck = random.Random(code)

            async def all_answers(key: str | None, wondered: str) -> list[str]:
                headers = auth(key) if key else {}
                found = []
                for address in ("", "/record", f"/why?action={wondered}"):
                    answer = await client.get(path + address, headers=headers)
                    found.append(f"{answer.status_code} {sorted(answer.headers.items())} {answer.text}")
                cookie = {"cookie": f"shamble={key}"} if key else {}
                for address in ("", f"/why?action={wondered}", "/record"):
                    answer = await client.get(f"/t/{made.table}{address}", headers=cookie)
                    text = re.sub('name="id" value="[^"]*"', "", answer.text)  # a new one for each page
                    length = re.sub(r"\('content-length', '\d+'\)", "", str(sorted(answer.headers.items())))
                    found.append(f"{answer.status_code} {length} {text}")
                return found

            for move in range(MOVES):
                if not match.owing:
                    break
                actor = luck.choice(match.owing)
                if move % 3 == 0:
                    wondered = luck.choice(match.choices(actor)).action
                    for seat, key in enumerate(keys, -1):
                        answers = await all_answers(key, wondered)
                        told[key] += answers
                        reader = seat if seat >= 0 else SPECTATOR
                        true = match.state
                        _swap(match, true.redeal(reader, Dice(luck.getrandbits(60))))
                        assert await all_answers(key, wondered) == answers, f"{key} is told more than they may know"
                        _swap(match, true)
                await table.play(actor, luck.choice(match.choices(actor)).action, table.version)

            if match.owing:
                for listener in listeners:
                    await listener.until(lambda one: one.messages()[-1][1]["version"] == table.version)
                for number, key in enumerate(keys):  # while it is played, nothing of the luck to come is told
                    everything = "".join(told[key]) + listeners[number].text + str(listeners[number].headers)
                    _look_through(everything, key, keys, table, app.state.tables.links)
            else:
                assert documents.of(table, None)["seed"] == str(SEED)
            for listener in listeners:
                await listener.__aexit__()

    run(main)


def _swap(match: Match, state: State) -> None:
    """Put another world in the place of the newest position."""
    match._history.stretch(match.version // EVERY)[match.version % EVERY] = state
    match._telling.forget(match.version)


def _look_through(everything: str, key: str | None, keys: list[str | None], table: Any, links: Any) -> None:
    assert len(everything) > 500
    for secret in (str(SEED), SECRET, table.head.salt, "the host's own key"):
        assert secret not in everything
    for other in keys:
        if other is not None and other != key:
            assert other not in everything
            assert hash_key(other) not in everything
    for power in ("join", "host"):
        assert links.link(table.id, power) not in everything


@pytest.mark.parametrize("code", GAMES)
def test_a_stream_tells_each_reader_what_its_own_document_says(code: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            tables: Tables = app.state.tables
            players = find(code).default_seats
            made = await tables.create(code, players)
            path = f"/api/tables/{made.table}"
            keys = [f"key{seat}" for seat in range(players)]
            for key in keys:
                await tables.join(made.table, made.join, key, key)
            table = await tables.open(made.table)
            await table.chairs.start()
            assert table.match is not None
            async with Listener(app, f"{path}/events", keys[-1]) as mine, Listener(app, f"{path}/events") as public:
                for _ in range(8):
                    if not table.match.owing:
                        break
                    seat = table.match.owing[0]
                    await table.play(seat, table.match.choices(seat)[-1].action, table.version)
                    for listener in (mine, public):
                        await listener.until(
                            lambda one: bool(one.messages()) and one.messages()[-1][1]["version"] == table.version
                        )
                for listener, headers in ((mine, auth(keys[-1])), (public, {})):
                    last = listener.messages()[-1][1]
                    asked = (await client.get(path, headers=headers)).json()
                    assert {**last, "story": 0} == {**asked, "story": 0}
                    numbers = [event["number"] for _, document in listener.messages() for event in document["story"]]
                    assert numbers == list(range(numbers[0], table.version))

    run(main)


def test_the_log_holds_no_token_and_no_query(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    from shamble.site.web.logs import masked

    assert masked("/t/abc/join/sEcReT") == "/t/abc/join/…"
    assert masked("/t/abc/host/sEcReT") == "/t/abc/host/…"
    assert re.fullmatch("/t/abc/watch/…", masked("/t/abc/watch/sEcReT"))
    assert masked("/t/abc/play") == "/t/abc/play"
