"""The pages without a browser: what they say, to whom, and that a whole game goes by forms alone."""

import asyncio
import hashlib
import html
import json
import random
import re
from dataclasses import replace
from graphlib import TopologicalSorter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
from matches import played, short
from site_support import run, site

import shamble
from shamble.games import catalogue, codes, find
from shamble.kernel.shown import Choice
from shamble.match import Match
from shamble.record import Record
from shamble.replaying import replay
from shamble.site.pages import assets, rendering
from shamble.site.pages import setup_form as setup
from shamble.site.pages import view as showing
from shamble.site.pages import words as page_words
from shamble.site.tables import document as documents
from shamble.site.tables.document import Document, Seat

FIRST_VIEW = 100_000  # bytes
LINES = 250  # of a file of style or script
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
SHORT = {"run": {"option_max_turns": "9"}, "hate": {"option_max_attacks": "5"}}


class Checked(HTMLParser):
    """A page taken apart: tags closed in order, ids once, nothing that the content policy forbids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.wrong: list[str] = []
        self.feed(text)
        self.wrong += [f"<{tag}> is never closed" for tag in self.open]
        self.wrong += [f"id {one!r} twice" for one in set(self.ids) if self.ids.count(one) > 1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in given:
            self.ids.append(given["id"] or "")
        if tag == "style" or "style" in given or any(name.startswith("on") for name in given):
            self.wrong.append(f"<{tag}> with inline style or script")
        if tag == "script" and "src" not in given:
            self.wrong.append("an inline script")
        if tag == "p" and "p" in self.open[:-1]:
            self.wrong.append("a <p> in a <p>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes something else")


def check(text: str) -> None:
    assert not Checked(text).wrong, Checked(text).wrong
    assert not re.search(r">\s*None\b(?! by default)|\bNone\s*<|[\"/=]None\b", text), "a None in the text"


def hidden(text: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', text)
    assert found is not None, name
    return html.unescape(found[1])


def choices(text: str) -> list[str]:
    return [html.unescape(one) for one in re.findall(r'<button class="choice[^>]*name="action" value="([^"]*)"', text)]


def title(text: str) -> str:
    found = re.search(r"<h1[^>]*>(.*?)</h1>", text, re.DOTALL)
    assert found is not None
    return html.unescape(found[1]).strip()


def client(app: Any, cookies: dict[str, str] | None = None) -> httpx.AsyncClient:
    """Another visitor of the same site."""
    transport = httpx.ASGITransport(app=app)
    return httpx.AsyncClient(transport=transport, base_url="http://table.test", follow_redirects=True, cookies=cookies)


async def make(visitor: httpx.AsyncClient, game: str, **fields: str) -> str:
    """Make a table by the set-up form; its path."""
    answer = await visitor.post(f"/new/{game}", data={"with": "bots", "level": "greedy", **fields})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


async def turn(visitor: httpx.AsyncClient, path: str) -> str:
    """The table's page once it is the visitor's turn there, or over."""
    for _ in range(2000):
        text = (await visitor.get(path)).text
        if choices(text) or "asked result" in text:
            return text
        await asyncio.sleep(0.005)
    raise AssertionError("The visitor's turn never comes.")


def play_form(text: str, action: str) -> dict[str, str]:
    text = text[text.index('<form id="act"') :]
    return {"action": action, **{name: hidden(text, name) for name in ("version", "id", "seat")}}


# -- pages that are the same for everybody ---------------------------------------------------------------------------


def test_every_public_page_is_well_formed_and_allowed_by_the_content_policy(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, visitor):
            paths = ["/", "/mine", "/replay", *(f"/{kind}/{game}" for game in codes() for kind in ("games", "new"))]
            for path in [*paths, *(f"/games/{game}/rules" for game in codes())]:
                answer = await visitor.get(path)
                assert answer.status_code == 200, path
                check(answer.text)

    run(main)


def test_the_first_view_is_small(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, visitor):
            text = (await visitor.get("/")).text
            loaded = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', text))
            assert len(loaded) >= 4
            answers = [await visitor.get(one) for one in loaded]
            assert len(text.encode()) + sum(len(answer.content) for answer in answers) < FIRST_VIEW
            assert all("immutable" in answer.headers["cache-control"] for answer in answers)

    run(main)


def imported(name: str) -> set[str]:
    """The modules that a module of the script imports."""
    return set(re.findall(r'^import .* from "\./(\w+\.js)";$', assets.static_files()[name].decode(), re.MULTILINE))


def test_every_module_of_the_script_is_fetched_at_once_and_none_leads_in_a_circle(tmp_path: Path) -> None:
    leads = {name: imported(name) for name in (assets.ENTRY, *assets.modules())}
    assert set().union(*leads.values()) == set(assets.modules())
    TopologicalSorter(leads).prepare()  # raises CycleError

    async def main() -> None:
        async with site(tmp_path) as (_, visitor):
            head = (await visitor.get("/")).text.partition("</head>")[0]
            fetched = re.findall(r'<link rel="modulepreload" href="([^"]+)">', head)
            assert fetched == [assets.static(name) for name in assets.modules()]
            assert f'<script type="module" src="{assets.static(assets.ENTRY)}"></script>' in head

    run(main)


def test_a_style_or_script_file_is_one_concept_and_belongs_to_one_sheet() -> None:
    folder = Path(assets.__file__).parent / "static"
    for sheet, concepts in assets.SHEETS.items():
        assert sorted(concepts) == sorted(path.stem for path in (folder / sheet).iterdir())
    source = Path(shamble.__file__).parent
    ours = [*source.rglob("*.css"), *source.rglob("*.js")]
    assert [path.name for path in ours if len(path.read_text("utf-8").splitlines()) > LINES] == []


def test_the_colours_are_named_in_one_place() -> None:
    source = Path(shamble.__file__).parent
    palette = source / "site" / "pages" / "static" / "site" / "palette.css"
    colours = set(re.findall(r"#[0-9a-f]{6}\b", palette.read_text("utf-8")))
    for path in source.rglob("*.css"):
        text = path.read_text("utf-8")
        assert path == palette or (":root" not in text and colours.isdisjoint(re.findall(r"#[0-9a-f]{6}\b", text))), (
            path
        )
    base = (source / "site" / "pages" / "templates" / "base.html").read_text("utf-8")
    assert set(re.findall(r'name="theme-color" content="([^"]+)"', base)) <= colours


def test_static_files_are_kept_for_ever_only_at_their_own_address(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, visitor):
            right = await visitor.get(assets.static("site.css"))
            assert "immutable" in right.headers["cache-control"]
            assert right.headers["content-type"].startswith("text/css")
            assert "immutable" not in (await visitor.get("/static/000000000000/site.css")).headers["cache-control"]
            assert (await visitor.get(assets.static("pages.py"))).status_code == 404
            assert (await visitor.get("/static/x/..%2Fpages.py")).status_code == 404

    run(main)


@pytest.mark.parametrize("game", catalogue(), ids=codes())
def test_a_game_page_tells_how_to_play_in_three_minutes(game: Any) -> None:
    words = re.sub(r"<[^>]*>", " ", rendering.how_to(game)).split()
    assert 200 < len(words) < 500  # at 150 words a minute
    assert "<h3>" in rendering.how_to(game)
    assert "RECONSTRUCTION" not in rendering.how_to(game)  # that stands where components are listed and at set-up
    if game.editions()[0].reconstruction:
        assert "RECONSTRUCTION" in game.editions()[0].note


def test_the_rules_page_has_every_ruling_and_every_option_by_name(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, visitor):
            for game in catalogue():
                text = (await visitor.get(f"/games/{game.code}/rules")).text
                for ruling in game.rulings:
                    assert f'id="{ruling.number}"' in text
                for option in game.options:
                    assert f"<code>{option.name}</code>" in text
                for edition in game.editions():
                    assert html.escape(edition.note) in html.escape(html.unescape(text))
                for preset in game.presets:
                    assert f"preset={preset.name}" in text
                    assert preset.told() in html.unescape(text)

    run(main)


def test_the_rules_page_shows_the_tables_of_tiles_and_cards(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, visitor):
            page = (await visitor.get("/games/pocket/rules")).text
            text = " ".join(re.sub(r"<[^>]*>", " ", page).split())
            assert " Dining Room 1 E S W, arrow N an exterior door" in text
            assert " oil A floorboard creaks. It was you. item 6 zombies " in text

    run(main)


def test_the_set_up_page_fills_in_a_preset_and_the_table_is_made_so(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, visitor):
            assert "/new/pocket?preset=later_answers" in (await visitor.get("/new/pocket")).text
            text = (await visitor.get("/new/pocket?preset=later_answers&option_zd_when=on_placement")).text
            check(text)
            for value in ("own_once", "any_rotation", "on_placement"):
                assert f'value="{value}" selected' in text
            answer = await visitor.get("/new/pocket?preset=nothing")
            assert answer.status_code == 422
            assert "It has: later_answers" in html.unescape(answer.text)
            seats = [{"by": "me", "name": "Ann"}]
            asked = {"game": "pocket", "options": {"preset": "later_answers"}, "seats": seats}
            made = (await visitor.post("/api/tables", json=asked)).json()
            seen = (await visitor.get(f"/api/tables/{made['table']}")).json()
            assert seen["options"] == {
                "cower_between_cards": "own_once",
                "flee_zombie_door": True,
                "door_before_bonus": True,
                "zd_mate": "any_rotation",
            }

    run(main)


@pytest.mark.parametrize(
    ("path", "status"),
    [("/nothing", 404), ("/games/chess", 404), ("/new/chess", 404), ("/t/abc", 404), ("/t/abc/join/x", 404),
     ("/t/abc/replay", 404), ("/t/abc/why?action=x", 404), ("/t/" + "x" * 300, 404)],
)  # fmt: skip
def test_what_is_not_there_is_a_page_with_ways_out(tmp_path: Path, path: str, status: int) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, visitor):
            answer = await visitor.get(path)
            assert answer.status_code == status
            check(answer.text)
            assert 'href="/"' in answer.text

    run(main)


# -- set-up ----------------------------------------------------------------------------------------------------------


def filled(game: str, **fields: str) -> setup.Setup:
    return setup.read(find(game), fields)


def test_the_set_up_has_good_defaults_and_says_who_sits_where() -> None:
    assert filled("run").rows(7) == [{"by": "me"}, *[{"by": "greedy"}] * 3]
    assert filled("run", **{"with": "friends"}, players="3").rows(7) == [{"by": "me"}, {"by": "open"}, {"by": "open"}]
    assert filled("run", **{"with": "screen"}, players="2", name="Tom, Mira").rows(7) == [
        {"by": "me", "name": "Tom"},
        {"by": "me", "name": "Mira"},
    ]
    assert filled("run", players="2", seat0="nobody", seat3="hard", level="easy").rows(7) == [
        {"by": "easy"},
        {"by": "hard"},
    ]
    assert filled("pocket").rows(1) == [{"by": "me"}]
    with pytest.raises(shamble.ShambleError):
        filled("run", players="2", seat0="nobody", seat1="nobody").rows(7)


def test_a_set_up_that_makes_no_sense_is_told_in_place_and_makes_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, visitor):
            for fields in (
                {"players": "x"}, {"players": "99"}, {"option_first": "<b>"}, {"edition": "none"}, {"seat1": "robot"},
                {"name": "@@", "players": "3"}, {"option_max_turns": "-1", "name": "Mira"},
            ):  # fmt: skip
                answer = await visitor.post("/new/run", data={"with": "bots", **fields})
                assert answer.status_code == 422, fields
                assert 'role="alert"' in answer.text
                check(answer.text)
                if fields.get("players") != "x":
                    assert f'value="{fields.get("name", "")}"' in answer.text  # what was typed is still there
            assert not app.state.tables.awake

    run(main)


def test_the_address_fills_the_set_up_in(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, visitor):
            text = (await visitor.get("/new/run?with=friends&players=6&option_max_turns=9&name=Mira")).text
            assert 'value="friends" checked' in text
            assert 'value="6" checked' in text
            assert 'name="option_max_turns" value="9"' in text
            assert 'value="Mira"' in text

    run(main)


# -- a table ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", codes())
def test_a_whole_game_goes_by_forms_alone(tmp_path: Path, game: str) -> None:
    async def main() -> None:
        rng = random.Random(3)
        async with site(tmp_path) as (_, visitor):
            rounds = {f"option_{name}": str(value) for name, value in short(game).items()}
            path = await make(visitor, game, players=str(find(game).seats[0]), **rounds, **SHORT.get(game, {}))
            number = 0
            while "asked result" not in (text := await turn(visitor, path)):
                number += 1
                if number % 5 == 0:
                    check(text)
                answer = await visitor.post(f"{path}/play", data=play_form(text, rng.choice(choices(text))))
                assert answer.status_code == 303, answer.text
                assert answer.headers["location"] == path
            check(text)
            assert title(text) == "Nobody wins." or " win" in title(text)
            seals = re.findall(r'<code class="seal">([^<]*)</code>', text)
            assert hashlib.sha256(seals[0].encode()).hexdigest() == seals[1]  # the luck was settled before the start
            for more in ("/replay", "/replay?at=3&seat=0", "/record"):
                assert (await visitor.get(path + more)).status_code == 200

    run(main)


def test_friends_join_by_the_link_and_the_host_starts(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, host):
            path = await make(host, "run", name="Mira", players="3", **{"with": "friends"})
            text = (await host.get(path)).text
            check(text)
            assert title(text) == "2 seats are free."
            link = html.unescape(re.search(r'value="(http[^"]*/join/[^"]*)"', text)[1])  # type: ignore[index]
            assert '<svg viewBox="0 0' in text  # the QR code
            async with client(app) as friend, client(app) as stranger:
                check((await friend.get(link)).text)
                for name, status in (("", 422), ("Tom", 200)):
                    answer = await friend.post(link, data={"name": name})
                    assert answer.status_code == status
                    check(answer.text)
                assert "Tom" in answer.text
                assert "act/start" not in answer.text
                watched = (await stranger.get(path)).text
                check(watched)
                assert "/join/" not in watched
                assert "/host/" not in answer.text
                assert "act/name" not in watched
                assert (await friend.post(f"{path}/act/start")).status_code == 403
                assert (await friend.post(f"{path}/act/name", data={"name": "Tomas"})).status_code == 200
                assert (await host.post(f"{path}/act/seat", data={"seat": "2", "by": "easy"})).status_code == 303
                assert (await host.post(f"{path}/act/start")).status_code == 303
                begun = (await friend.get(path)).text
                check(begun)
                assert "Tomas" in begun
                late = await stranger.post(link, data={"name": "Late"})
                assert late.status_code == 409
                check(late.text)
                wrong = await stranger.get(f"{path}/join/wrong")
                assert wrong.status_code == 403
                check(wrong.text)

    run(main)


def test_a_stranger_sees_what_all_may_see_and_may_do_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, visitor):
            path = await make(visitor, "run", players="2", level="easy")
            own = await turn(visitor, path)
            async with client(app) as stranger:
                for query in ("", "?seat=0", "?seat=0&from=0", "?at=5&seat=0"):
                    text = (await stranger.get(path + query)).text
                    check(text)
                    assert not choices(text)
                    assert "Your hand" not in text
                form = play_form(own, choices(own)[0])
                assert (await stranger.post(f"{path}/play", data=form)).status_code == 403
                for act in ("undo", "leave", "back", "bot", "start", "rematch", "phrase", "seat", "name", "cover",
                            "words", "answer_undo", "nothing"):  # fmt: skip
                    assert (await stranger.post(f"{path}/act/{act}", data={"seat": "0"})).status_code == 403, act
                for asked in ("why?action=x&seat=0", "hint?seat=0"):
                    assert (await stranger.get(f"{path}/{asked}")).status_code == 403
                assert (await stranger.get(f"{path}/replay")).status_code == 422

    run(main)


def test_refusals_stand_in_place_on_the_table_as_it_is(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, visitor):
            path = await make(visitor, "pocket")
            text = (await visitor.get(path)).text
            form = play_form(text, choices(text)[0])
            illegal = await visitor.post(f"{path}/play", data={**form, "action": "cower", "id": "other"})
            assert illegal.status_code == 422
            check(illegal.text)
            assert 'id="trouble"' in illegal.text
            assert re.search(r'id="trouble".*?/games/pocket/rules#R\d+', illegal.text, re.DOTALL)
            for _ in range(2):  # the same id again is answered and not played again
                assert (await visitor.post(f"{path}/play", data=form)).status_code == 303
            stale = await visitor.post(f"{path}/play", data={**form, "id": "third"})
            assert stale.status_code == 409
            check(stale.text)
            assert hidden(stale.text, "version") != form["version"]
            assert (await visitor.post(f"{path}/play", data={})).status_code == 422
            why = await visitor.get(f"{path}/why", params={"action": "cower", "seat": "0"})
            assert 'id="panel"' in why.text
            check(why.text)

    run(main)


# -- around one screen -----------------------------------------------------------------------------------------------


def test_the_cover_hides_every_hand_until_it_is_lifted(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, visitor):
            path = await make(visitor, "run", players="2", name="Tom, Mira", **{"with": "screen"})
            table = await app.state.tables.open(path.rpartition("/")[2])
            rng = random.Random(1)
            for _ in range(12):
                owing = table.match.owing[0]
                hands = [table.match.view(seat)["hand"] for seat in (0, 1)]
                cover = (await visitor.get(path)).text
                check(cover)
                assert title(cover) == f"Pass the screen to {('Tom', 'Mira')[owing]}."
                for secret in ("spot", "Your hand", "choice", *hands[owing], *hands[1 - owing]):
                    assert secret not in re.sub(r"<head>.*?</head>", "", cover, flags=re.DOTALL), secret
                lifted = await visitor.post(f"{path}/act/cover", data={"seat": str(owing)}, follow_redirects=True)
                check(lifted.text)
                assert "Your hand" in lifted.text
                form = play_form(lifted.text, rng.choice(choices(lifted.text)))
                assert form["seat"] == str(owing)
                answer = await visitor.post(f"{path}/play", data=form)
                back = answer.headers["location"]
                if not table.match.owing:  # the move ended the game: all is open now, there is nothing to cover
                    assert f"seat={owing}&" in back
                    break
                assert ("seat=" in back) == (owing in table.match.owing)
                spent = (await visitor.get(f"{path}?seat={owing}&from={form['version']}")).text
                assert ("Pass the screen" in spent) == (owing not in table.match.owing)

    run(main)


def test_which_seat_is_shown() -> None:
    def document(owing: list[int], status: str = "playing", version: int = 5) -> Document:
        seats = [Seat(k, "", "person", stand_in=bot) for k, bot in enumerate((None, None, "greedy"))]
        bare = showing.of_record(Match("run", 3, seed=1), None)
        return replace(bare, status=status, owing=owing, version=version, seats=seats)

    shown = showing.seat_shown
    assert shown((), 1, 5, document([1])) == (None, False)
    assert shown((1,), 0, 5, document([0])) == (1, False)
    assert shown((0, 1), None, None, document([1])) == (1, True)
    assert shown((0, 1), 1, None, document([1])) == (1, False)
    assert shown((0, 1), 0, 5, document([1])) == (0, False)  # the cover was lifted, nothing has happened since
    assert shown((0, 1), 0, 4, document([1])) == (1, True)
    assert shown((0, 1), 2, None, document([1])) == (1, True)  # another's seat is never shown
    assert shown((0, 2), None, None, document([2])) == (None, False)  # a bot sits in
    assert shown((0, 1), None, None, document([], "over")) == (None, False)
    assert shown((0, 1), 1, None, document([], "over")) == (1, False)
    assert shown((0, 1), None, None, document([], "waiting")) == (0, False)


def test_few_choices_are_all_prominent_else_those_without_a_place_on_the_board() -> None:
    def listed(*actions: str) -> list[Choice]:
        return [Choice(action, action) for action in actions]

    board = '<button value="a"></button><button value="b&#34;"></button><button value="c"></button>'
    assert showing.arrange(listed("a", "x"), board) == (listed("a", "x"), [], True)
    assert showing.arrange(listed("a", 'b"', "c", "x", "y"), board) == (listed("x", "y"), listed("a", 'b"', "c"), True)
    prominent, more, on_board = showing.arrange(listed(*"qrstu"), board)
    assert (prominent, len(more), on_board) == ([], 5, False)


# -- looking back ----------------------------------------------------------------------------------------------------


def test_looking_back_shows_only_what_the_seat_knew(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, visitor):
            path = await make(visitor, "run", players="2", level="easy")
            table = await app.state.tables.open(path.rpartition("/")[2])
            rng = random.Random(2)
            while table.match.version < 20:
                text = await turn(visitor, path)
                await visitor.post(f"{path}/play", data=play_form(text, rng.choice(choices(text))))
            await turn(visitor, path)
            end = table.match.version
            for number in range(0, end, 3):
                text = (await visitor.get(f"{path}?at={number}")).text
                check(text)
                assert not choices(text)
                assert "data-stream" not in text
                assert f"after event {number} of {end}" in text
                document = showing.at(documents.of(table, 0), table.match, number)
                assert document.view == table.match.state_at(number).view(0)
                assert [event.number for event in document.story] == list(range(max(0, number - 60), number))
            assert "data-stream" in (await visitor.get(f"{path}?at=9999")).text

    run(main)


def saved(match: Match) -> dict[str, tuple[str, str, str]]:
    return {"record": ("game.json", match.record.text(), "application/json")}


def test_a_saved_game_is_replayed_from_every_chair(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, visitor):
            for game in codes():
                match = played(Match(game, seed=3, options=short(game)), 5)
                text = (await visitor.post("/replay", files=saved(match))).text
                check(text)
                packed = hidden(text, "record")
                for at, seat in ((1, ""), (match.version // 2, "0"), (match.version, str(match.players - 1))):
                    answer = await visitor.post("/replay", data={"record": packed, "at": str(at), "seat": seat})
                    assert answer.status_code == 200
                    check(answer.text)
                    assert f"Step {at} of {match.version}" in answer.text
                assert html.escape(page_words.winners_line(showing.of_record(match, 0).result)) in answer.text

    run(main)


def test_the_right_link_opens_however_many_wrong_ones_were_tried(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, limits=True, limit=("guesses=10/h",)) as (app, host):
            path = await make(host, "run", name="Mira", players="2", **{"with": "friends"})
            link = html.unescape(re.search(r'value="(http[^"]*/join/[^"]*)"', (await host.get(path)).text)[1])  # type: ignore[index]
            seen = {(await host.get(f"{link[:-3]}zzz")).status_code for _ in range(20)}
            assert seen == {403, 429}
            async with client(app) as friend:
                assert (await friend.get(link)).status_code == 200
                assert (await friend.post(link, data={"name": "Tom"})).status_code in (200, 303)

    run(main)


def test_a_guest_may_get_up_before_the_start_and_the_host_may_free_a_chair(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, host):
            path = await make(host, "run", name="Mira", players="3", **{"with": "friends"})
            link = html.unescape(re.search(r'value="(http[^"]*/join/[^"]*)"', (await host.get(path)).text)[1])  # type: ignore[index]
            table = await app.state.tables.open(path.removeprefix("/t/"))
            async with client(app) as friend, client(app) as other:
                await friend.post(link, data={"name": "Tom"})
                await other.post(link, data={"name": "Ida"})
                text = (await friend.get(path)).text
                check(text)
                assert "Get up from my chair" in text
                assert "Free chair" not in text
                left = await friend.post(f"{path}/act/leave", data={"seat": "1"})
                check((await friend.get(path)).text)
                assert left.status_code in (200, 303)
                assert [place.by for place in table.seating.places] == ["person", "open", "person"]
                text = (await host.get(path)).text
                check(text)
                assert 'aria-label="Free chair 3"' in text
                await host.post(f"{path}/act/seat", data={"seat": "2", "by": "open"})
                assert [place.by for place in table.seating.places] == ["person", "open", "open"]

    run(main)


def test_one_hint_is_thought_about_at_a_time(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, visitor):
            path = await make(visitor, "run", players="2")
            await turn(visitor, path)
            answers = await asyncio.gather(*(visitor.get(f"{path}/hint?seat=0") for _ in range(4)))
            assert sorted(answer.status_code for answer in answers) == [200, 429, 429, 429]
            assert (await visitor.get(f"{path}/hint?seat=0")).status_code == 200

    run(main)


def test_one_plays_on_from_any_moment_of_a_finished_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, visitor):
            for game in codes():
                match = played(Match(game, seed=3, options=short(game)), 5)
                packed = hidden((await visitor.post("/replay", files=saved(match))).text, "record")
                for at in (0, match.version // 2, match.version - 1):
                    seat = (at * 7) % match.players
                    form = {"record": packed, "at": str(at), "seat": str(seat)}
                    text = (await visitor.post("/replay", data=form)).text
                    assert 'action="/replay/on"' in text
                    answer = await visitor.post("/replay/on", data=form)
                    assert answer.status_code == 303, answer.text
                    text = (await visitor.get(answer.headers["location"])).text
                    check(text)
                    table = await app.state.tables.open(answer.headers["location"].removeprefix("/t/"))
                    assert [place.by for place in table.seating.places].count("person") == 1
                    begun, then = table.match.state_at(0), match.state_at(at)
                    assert begun.known(seat) == then.known(seat), "what the seat knew has changed"
                    assert table.match.options == match.options
                text = (await visitor.post("/replay", data=form | {"at": str(match.version)})).text
                assert "/replay/on" not in text
                for wrong in ({"at": str(match.version)}, {"at": "9" * 30}, {"record": ""}, {"record": "AAAA"}):
                    refused = await visitor.post("/replay/on", data=form | wrong)
                    assert refused.status_code == 422, wrong
                    check(refused.text)

    run(main)


def test_a_table_from_a_moment_wakes_and_ends_as_any_other(tmp_path: Path) -> None:
    async def main() -> None:
        match = played(Match("run", players=3, seed=3, options={"max_turns": 20}), 5)
        form = {"at": str(match.version // 3), "seat": ""}
        where = ""
        async with site(tmp_path) as (_, visitor):
            packed = hidden((await visitor.post("/replay", files=saved(match))).text, "record")
            where = (await visitor.post("/replay/on", data=form | {"record": packed})).headers["location"]
            cookies = dict(visitor.cookies)
        async with site(tmp_path) as (app, visitor):
            visitor.cookies.update(cookies)
            table = await app.state.tables.open(where.removeprefix("/t/"))
            for action in ("leave", "back"):
                assert (await visitor.post(f"{where}/act/{action}", data={"seat": "0"})).status_code in (200, 303, 422)
            while "asked result" not in (text := await turn(visitor, where)):
                await visitor.post(f"{where}/play", data=play_form(text, choices(text)[0]))
            record = (await visitor.get(f"{where}/record")).text
            again = replay(Record.from_dict(json.loads(record)))
            assert again.state.pack() == table.match.state.pack()
            middle = await visitor.post(f"{where}/replay/on", data={"at": str(again.version // 2), "seat": "0"})
            assert middle.status_code == 303
            beyond = await visitor.post(f"{where}/replay/on", data={"at": str(again.version), "seat": "0"})
            assert beyond.status_code == 422
            check(beyond.text)

    run(main)


def test_nobody_plays_on_from_a_game_that_is_not_over(tmp_path: Path) -> None:
    async def main() -> None:
        match = played(Match("run", players=2, seed=3), 5, 12)
        async with site(tmp_path) as (_, visitor):
            text = (await visitor.post("/replay", files=saved(match))).text
            assert "/replay/on" not in text
            packed = hidden(text, "record")
            assert (await visitor.post("/replay/on", data={"record": packed, "at": "9"})).status_code == 422
            path = await make(visitor, "run", players="2")
            assert (await visitor.post(f"{path}/replay/on", data={"at": "0"})).status_code == 422

    run(main)


def test_a_saved_game_that_is_not_over_shows_nobodys_hand(tmp_path: Path) -> None:
    async def main() -> None:
        match = played(Match("run", players=2, seed=3), 5, 12)
        async with site(tmp_path) as (_, visitor):
            text = (await visitor.post("/replay", files=saved(match), data={"at": "20", "seat": "0"})).text
            check(text)
            assert "Your hand" not in text
            assert '<select id="seat"' not in text

    run(main)


@pytest.mark.parametrize(
    "given",
    [b"", b"\xff\xfe", b"[]", b"{}", b'{"game": "run"}', b"[" * 100_000, json.dumps({"game": "chess"}).encode()],
)
def test_what_is_no_saved_game_is_refused_in_a_sentence(tmp_path: Path, given: bytes) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, visitor):
            for form in ({"files": {"record": ("x.json", given)}}, {"data": {"record": given.decode("latin-1")}}):
                answer = await visitor.post("/replay", **form)  # type: ignore[arg-type]
                assert answer.status_code == 422
                assert 'role="alert"' in answer.text
                check(answer.text)

    run(main)


# -- own tables ------------------------------------------------------------------------------------------------------


def test_own_tables_are_listed_and_four_words_move_a_seat(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, visitor):
            path = await make(visitor, "run", name="Mira", clock="180")
            assert "three minutes for a decision" in (await visitor.get(path)).text
            for page in ("/", "/mine"):
                text = (await visitor.get(page)).text
                check(text)
                assert f'href="{path}"' in text
                assert "Mira" in text
            assert 'value="Mira"' in (await visitor.get("/new/hate")).text  # the name is remembered
            text = (await visitor.post(f"{path}/act/words", data={"seat": "0"})).text
            check(text)
            four = re.search(r'<b class="four">([^<]*)</b>', text)
            assert four is not None
            assert four[1] not in (await visitor.get(path)).text
            async with client(app) as other:
                assert path not in (await other.get("/mine")).text
                wrong = await other.post("/mine", data={"words": "one two three four"})
                assert wrong.status_code in (404, 422)
                assert 'role="alert"' in wrong.text
                check(wrong.text)
                arrived = await other.post("/mine", data={"words": four[1].upper()})
                assert str(arrived.url).endswith(path)
                assert "Your hand" in arrived.text

    run(main)


def test_undo_phrases_leaving_and_coming_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (app, host):
            path = await make(host, "hate", name="Mira", players="2", **{"with": "friends"})
            link = html.unescape(re.search(r'value="(http[^"]*/join/[^"]*)"', (await host.get(path)).text)[1])  # type: ignore[index]
            async with client(app) as friend:
                await friend.post(link, data={"name": "Tom"})
                await host.post(f"{path}/act/start")
                text = (await host.get(path)).text
                await host.post(f"{path}/play", data=play_form(text, choices(text)[0]))
                said = await friend.post(f"{path}/act/phrase", data={"seat": "1", "phrase": "nice"})
                check(said.text)
                assert re.search(r'<q class="said" data-said="\d+">Nice one!</q>', (await host.get(path)).text)
                assert (await friend.post(f"{path}/act/phrase", data={"phrase": "rude words"})).status_code == 422
                for seat, visitor in ((0, host), (1, friend)):
                    text = (await visitor.get(path)).text
                    await visitor.post(f"{path}/play", data=play_form(text, choices(text)[0]))
                    assert f'name="seat" value="{seat}"' in text
                await host.post(f"{path}/act/undo", data={"seat": "0"})
                asked = (await friend.get(path)).text
                check(asked)
                assert "asks to take the last move back" in asked
                was = hidden(asked, "version")
                answer = await friend.post(f"{path}/act/answer_undo", data={"seat": "1", "agree": "yes"})
                assert int(hidden(answer.text, "version")) < int(was)
                left = await friend.post(f"{path}/act/leave", data={"seat": "1"})
                check(left.text)
                assert "A bot sits in your place." in left.text
                back = await friend.post(f"{path}/act/back", data={"seat": "1"})
                assert "A bot sits in your place." not in back.text
                nothing = await host.post(f"{path}/act/answer_undo", data={"seat": "0", "agree": "yes"})
                assert nothing.status_code == 422
                check(nothing.text)

    run(main)


def test_a_rematch_has_the_same_seats(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, visitor):
            path = await make(visitor, "hate", players="2", option_max_attacks="1")
            while "asked result" not in (text := await turn(visitor, path)):
                await visitor.post(f"{path}/play", data=play_form(text, choices(text)[0]))
            assert (await visitor.get(f"{path}/replay")).status_code == 200
            again = await visitor.post(f"{path}/act/rematch", data={"seat": "0"})
            assert again.status_code == 303
            assert again.headers["location"] != path
            new = (await visitor.get(again.headers["location"])).text
            check(new)
            assert "asked result" not in new
            assert again.headers["location"] in (await visitor.get(path)).text

    run(main)


def test_others_may_let_a_bot_decide_for_somebody_who_is_away(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, away_after=0.2) as (app, host):
            path = await make(host, "run", name="Mira", players="2", **{"with": "friends"})
            link = html.unescape(re.search(r'value="(http[^"]*/join/[^"]*)"', (await host.get(path)).text)[1])  # type: ignore[index]
            async with client(app) as friend:
                await friend.post(link, data={"name": "Tom"})
                await host.post(f"{path}/act/start")
                text = (await host.get(path)).text
                if choices(text):
                    await host.post(f"{path}/play", data=play_form(text, choices(text)[0]))
                assert (await host.post(f"{path}/act/bot", data={"seat": "1", "how": "once"})).status_code == 403
                for _ in range(400):
                    text = (await host.get(path)).text
                    if "Let a bot decide once" in text:
                        break
                    await asyncio.sleep(0.02)
                check(text)
                assert "away" in text
                was = hidden(text, "version")
                assert (await host.post(f"{path}/act/bot", data={"seat": "1", "how": "once"})).status_code == 303
                assert hidden((await host.get(path)).text, "version") != was
                await asyncio.sleep(0.3)
                assert (await host.post(f"{path}/act/bot", data={"seat": "1", "how": "stay"})).status_code in (303, 403)

    run(main)


def test_a_finished_table_can_be_looked_back_at(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, visitor):
            path = await make(visitor, "hate", players="2", option_max_attacks="2")
            assert (await visitor.get(f"{path}/review")).status_code == 422
            while "asked result" not in (text := await turn(visitor, path)):
                await visitor.post(f"{path}/play", data=play_form(text, choices(text)[0]))
            for _ in range(20):
                text = (await visitor.get(f"{path}/review")).text
                check(text)
                if "Turning points" in text:
                    break
            assert "Luck and skill" in text
            assert f"{path}/replay?at=" in text

    run(main)


def test_too_many_tables_from_one_address_are_refused_in_a_page(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, limits=True, limit=("tables=5/5min",)) as (_, visitor):
            for _ in range(6):
                answer = await visitor.post("/new/pocket", data={})
                if answer.status_code != 303:
                    break
            assert answer.status_code == 429
            assert int(answer.headers["retry-after"]) >= 1
            check(answer.text)
            assert title(answer.text) == page_words.ERRORS[429]

    run(main)
