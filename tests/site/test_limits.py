"""Limits: a school behind one address plays undisturbed, strangers' floods are refused, each limit is a setting."""

import asyncio
import html
import logging
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
import httpx
from site_support import SECRET, Listener, auth, run, site

from shamble.site import words
from shamble.site.errors import NoCode, TooMany
from shamble.site.pages.visitors import COOKIE, SECURE_COOKIE
from shamble.site.tables.keys import Links, hash_key, new_key
from shamble.site.web import askers
from shamble.site.web.logs import TextLines
from shamble.site.web.rate_limits import ACTS, LIMITS, REQUESTS, BadLimit, Limits, Rate, read_limits

ROOT = Path(__file__).parents[2]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def at(app: Any, address: str = "10.0.0.7", base: str = "http://table.test", **more: Any) -> httpx.AsyncClient:
    """A visitor from an address."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app, client=(address, 1)), base_url=base, **more)


def test_120_pupils_behind_one_address_play_undisturbed_while_a_stranger_there_floods(tmp_path: Path) -> None:
    """30 tables, a move every 2 s at each, all four refresh after each, for two minutes by the clock of the limits."""

    async def main() -> None:
        async with site(tmp_path) as (app, _):
            tables, clock = app.state.tables, Clock()
            limits = Limits(True, clock=clock)
            pupils: list[tuple[str, list[list[tuple[bytes, bytes]]]]] = []
            for _ in range(30):
                made = await tables.create("run", 4)
                keys = [new_key() for _ in range(4)]
                for place, key in zip((await tables.open(made.table)).seating.places, keys, strict=True):
                    place.keys = [hash_key(key)]
                pupils.append((f"/t/{made.table}", [[(b"cookie", f"{COOKIE}={key}".encode())] for key in keys]))
            refused = flood = through = asked = 0

            def ask(path: str, headers: Any, reads: bool) -> None:
                nonlocal refused, asked
                asked += 1
                try:
                    askers.count(limits, tables, path, headers, reads, False, "10.0.0.7")
                except TooMany:
                    refused += 1

            for move in range(60):
                for path, keys in pupils:
                    clock.now += 2 / 30
                    ask(f"{path}/play", keys[move % 4], False)
                    for key in keys:
                        ask(path, key, True)
                    for _ in range(14):  # 210 a second: twice what strangers may
                        flood += 1
                        try:
                            askers.count(limits, tables, "/", [], True, False, "10.0.0.7")
                            through += 1
                        except TooMany:
                            pass
            assert (asked, refused) == (60 * 30 * 5, 0)
            assert through < flood * 0.6

    run(main)


def test_only_wrong_codes_count_and_whoever_tries_many_at_once_gets_no_further(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, limits=True, limit=("guesses=5/h",)) as (app, client):
            tables = app.state.tables
            made = await tables.create("run", 2, seats=["me", "open"])
            for way in ("page", "api"):
                for _ in range(15):  # behind one address, one after another
                    code = await tables.words(made.table, 0)
                    if way == "page":
                        async with at(app, "127.0.0.1") as pupil:
                            answer = await pupil.post("/mine", data={"words": code})
                        assert answer.status_code == 303, answer.text
                    else:
                        answer = await client.post("/api/resume", json={"words": code})
                        assert answer.status_code == 201, answer.text
            wrong = {"words": "acorn acorn acorn acorn"}
            answers = await asyncio.gather(*(client.post("/api/resume", json=wrong) for _ in range(30)))
            assert [one.status_code for one in answers].count(404) == 5
            assert [one.status_code for one in answers].count(429) == 25
            with pytest.raises(NoCode):
                await tables.by_words("acorn acorn acorn acorn")

    run(main)


def test_moves_of_a_seat_are_not_refused_for_others_and_its_own_flood_is(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, limits=True, limit=("requests=5/h", "acts=4/h", "looks=3/h", "streams=1")) as (
            app,
            client,
        ):
            made = await app.state.tables.create("run", seats=["me", "greedy"], host_key="programs may bring their own")
            path = f"/api/tables/{made.table}"
            assert [(await client.get(path)).status_code for _ in range(6)] == [200] * 5 + [429]
            own = auth("programs may bring their own")
            assert [(await client.get(path, headers=own)).status_code for _ in range(4)] == [200] * 3 + [429]
            codes = [(await client.post(f"{path}/undo", json={}, headers=own)).status_code for _ in range(5)]
            assert codes == [422] * 4 + [429]
            assert (await client.get(path, headers=auth("somebody invents a key"))).status_code == 429
            async with Listener(app, f"{path}/events", "programs may bring their own") as refused:
                await refused.until(lambda found: found.status == 429)
            other = await app.state.tables.create("run", seats=["me", "greedy"])
            stream = f"/api/tables/{other.table}/events"
            async with Listener(app, stream, other.key) as one, Listener(app, stream, other.key) as two:
                await one.until(lambda found: found.status == 200)
                await two.until(lambda found: found.status == 429)
            assert (await client.get(f"/api/tables/{other.table}", headers=auth(other.key))).status_code == 200

    run(main)


def test_a_seat_cannot_flood_its_tables_story(tmp_path: Path) -> None:
    async def main() -> None:
        limit = ("names=2/h", "phrases=3/h", "changes=4/h")
        async with site(tmp_path, limits=True, limit=limit) as (app, client):
            made = await app.state.tables.create("run", seats=["me", "me", "greedy"])
            await (await app.state.tables.open(made.table)).chairs.start()
            headers, path = auth(made.key), f"/api/tables/{made.table}"

            async def post(act: str, most: int, **body: Any) -> None:
                codes = [
                    (await client.post(f"{path}/{act}", json=body, headers=headers)).status_code
                    for _ in range(most + 1)
                ]
                assert codes[-1] == 429, (act, codes)
                assert 429 not in codes[:-1], (act, codes)

            for seat in (0, 1):
                await post("name", 2, seat=seat, name="Ida")
                await post("say", 3, seat=seat, phrase="hello")
            await post("leave", 4, seat=0)
            page = at(app, "127.0.0.1", cookies={COOKIE: made.key})
            async with page:
                for act, form in (("name", {"name": "Eve"}), ("phrase", {"phrase": "hello"}), ("leave", {})):
                    answer = await page.post(f"/t/{made.table}/act/{act}", data={"seat": "0"} | form)
                    assert answer.status_code == 429, act
                    assert words.TOO_MANY in answer.text

    run(main)


# -- settings --------------------------------------------------------------------------------------------------------


def test_every_limit_is_a_setting() -> None:
    given = ["tables=200/min", " acts = 9/30s", "connections=7", "head=1kB", "body-time=2min", "names=1/h"]
    found = read_limits(given)
    assert found["tables"] == Rate(200 / 60, 200)
    assert found["acts"] == Rate(0.3, 9)
    assert (found["connections"], found["head"], found["body-time"]) == (7, 1024, 120)
    assert set(found) == set(LIMITS)


@pytest.mark.parametrize(
    "given",
    ["tables", "=3/s", "table=3/s", "tables=3", "tables=0/s", "tables=3/day", "tables=3/0s", "acts=-1/s", "head=2GB",
     "head-time=5", "connections=all", "tables=" + "9" * 40 + "/s"],
)  # fmt: skip
def test_a_limit_that_makes_no_sense_is_refused_with_what_would(given: str) -> None:
    with pytest.raises(BadLimit) as refused:
        read_limits([given])
    sentence = str(refused.value)
    assert sentence.endswith((".", "'."))
    assert "as in" in sentence or "tables, guesses" in sentence


def test_the_hosts_manual_lists_every_limit_with_its_default() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text()
    rows = re.findall(r"^\| `([a-z-]+)=([^`]+)` \|", text, re.MULTILINE)
    assert dict(rows) == {name: limit.default for name, limit in LIMITS.items()}


def test_what_is_forgotten_is_only_what_is_full_again() -> None:
    clock = Clock()
    limits = Limits(True, ["acts=1/s"], clock)
    limits.take(ACTS, "a")
    with pytest.raises(TooMany) as refused:
        limits.take(ACTS, "a")
    assert 0 < refused.value.wait <= 1
    for number in range(20_100):
        limits.take(REQUESTS, str(number))
    assert len(limits._buckets) <= 20_000
    clock.now = 1
    limits.take(ACTS, "a")


# -- who asks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("listed", "proxies", "counted"),
    [
        (["6.6.6.6, 1.2.3.4"], 1, "1.2.3.4"),
        (["6.6.6.6", "1.2.3.4"], 1, "1.2.3.4"),
        (["6.6.6.6, 1.2.3.4, 10.0.0.1"], 2, "1.2.3.4"),
        (["1.2.3.4"], 2, "1.2.3.4"),
        (["6.6.6.6, 1.2.3.4:5678"], 1, "1.2.3.4"),
        (["[2001:db8::7]:443"], 1, "2001:db8::/64"),
        (["6.6.6.6, nonsense"], 1, "10.0.0.7"),
        (["6.6.6.6, "], 1, "10.0.0.7"),
        ([], 1, "10.0.0.7"),
        (["6.6.6.6"], 0, "10.0.0.7"),
    ],
)
def test_addresses_behind_proxies_are_counted_from_the_right(
    listed: list[str], proxies: int, counted: str, tmp_path: Path
) -> None:
    async def main() -> None:
        async with site(tmp_path, limits=True, trusted_proxies=proxies) as (app, _), at(app) as visitor:
            headers = [("x-forwarded-for", one) for one in listed]
            await visitor.get("/api/games", headers=headers)
            assert {name for _, name in app.state.limits._buckets} == {counted}

    run(main)


def cookie_of(answer: httpx.Response, name: str) -> str:
    found = [one for one in answer.headers.get_list("set-cookie") if one.startswith(f"{name}=")]
    return found[0] if found else ""


def test_under_tls_the_cookie_is_one_that_only_this_host_can_set(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, trusted_proxies=1) as (app, _), at(app) as visitor:
            tls = {"x-forwarded-proto": "https"}
            answer = await visitor.post("/new/pocket", data={}, headers=tls)
            given = cookie_of(answer, SECURE_COOKIE)
            assert "Secure" in given
            assert "Path=/" in given
            assert "HttpOnly" in given
            assert "Domain" not in given
            assert not cookie_of(answer, COOKIE)
            answer = await visitor.post("/new/pocket", data={})
            assert cookie_of(answer, COOKIE)
            assert "Secure" not in cookie_of(answer, COOKIE)

    run(main)


def test_a_key_that_nobody_issued_is_not_taken_over(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, _):
            planted = new_key()
            for invented in (planted, f"{planted}.{'2' * 20}", "a" * 64, Links("another server").new_key()):
                async with at(app, cookies={COOKIE: invented}) as visitor:
                    answer = await visitor.post("/new/pocket", data={})
                    assert answer.status_code == 303
                    assert not await app.state.tables.mine(invented), invented
                    key = re.search(rf"{COOKIE}=([^;]+)", cookie_of(answer, COOKIE))[1]  # type: ignore[index]
                    assert Links(SECRET).issued(key)
                    assert await app.state.tables.mine(key)
                    again = await visitor.post("/new/pocket", data={})
                    assert cookie_of(again, COOKIE).startswith(f"{COOKIE}={key};")  # ours stays

    run(main)


def test_a_seat_held_by_an_earlier_cookie_moves_to_the_better_one(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, trusted_proxies=1) as (app, _):
            old, tls = new_key(), {"x-forwarded-proto": "https"}
            made = await app.state.tables.create("run", seats=["me", "open"], host_key=old)
            for path in ("/", "/mine", f"/t/{made.table}"):
                async with at(app, cookies={COOKIE: old}) as visitor:
                    answer = await visitor.get(path, headers=tls)
                    assert made.table in answer.text
                    assert cookie_of(answer, SECURE_COOKIE).startswith(f"{SECURE_COOKIE}={old};"), path
                    assert "Max-Age=0" in cookie_of(answer, COOKIE)
            async with at(app, cookies={COOKIE: old}) as visitor:  # and new tables are its own, too
                assert (await visitor.post("/new/pocket", data={}, headers=tls)).status_code == 303
                assert len(await app.state.tables.mine(old)) == 2
            # in the cookie that others can plant, one of our keys without a seat is not taken for the visitor's
            planted = app.state.tables.links.new_key()
            async with at(app, cookies={COOKIE: planted}) as visitor:
                assert (await visitor.post("/new/pocket", data={}, headers=tls)).status_code == 303
                assert not await app.state.tables.mine(planted)
            async with at(app, cookies={COOKIE: old, SECURE_COOKIE: planted}) as visitor:  # the better one counts
                await visitor.post("/new/pocket", data={}, headers=tls)
                assert len(await app.state.tables.mine(planted)) == 1

    run(main)


# -- odd requests ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    ["[", "a b", '"><script>', "table.test/evil", "table.test:99999999", "a@b", "", "é".encode().decode("latin-1")],
)
def test_what_is_no_host_is_refused_and_stands_in_no_link(host: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, client):
            for path in ("/", "/nothing", "/api/games", "/t/zzzzzzzzzz"):
                answer = await client.get(path, headers=[(b"host", host.encode("latin-1"))])  # type: ignore[arg-type]
                assert answer.status_code == 422, path
                assert "content-security-policy" in answer.headers

    run(main)


def test_odd_requests_are_answered_in_a_sentence(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, client):
            made = await app.state.tables.create("run", 2)
            path = f"/t/{made.table}"
            digits = "9" * 20_000
            for odd in (
                f"{path}?seat={digits}&from={digits}&at={digits}", "/t/%ff%fe", "/t/%00%0a", "/%c0%ae", f"/t/{'z' * 9000}",
                f"/new/run?players={digits}", f"/new/run?{'a=b&' * 5000}", f"/api/tables/{made.table}?seat={digits}",
                f"/api/tables/{made.table}/why?action={digits}", f"{path}/why?action=%ff&seat=0", f"/static/x/{digits}",
                f"/t/{made.table}/replay?at={digits}",
            ):  # fmt: skip
                answer = await client.get(odd)
                assert answer.status_code < 500, odd[:60]
            many = [(b"host", b"table.test")] + [(b"x-%d" % number, b"") for number in range(200)]
            answer = await client.get("/", headers=many)  # type: ignore[arg-type]
            assert answer.status_code == 431
            assert words.TOO_LONG in html.unescape(answer.text)
            twice = [(b"host", b"table.test"), (b"host", b"evil.test")]
            assert (await client.get("/", headers=twice)).status_code == 422  # type: ignore[arg-type]

    run(main)


def test_a_path_writes_one_line_into_the_log() -> None:
    record = logging.LogRecord("shamble.site", logging.INFO, "", 0, "request", None, None)
    record.fields = {"path": "/t/x\n12:00:00 info The store is gone\x1b[2J\u2028", "ms": 1}
    line = TextLines().format(record)
    assert "\n" not in line
    assert "\x1b" not in line
    assert line.isprintable()
