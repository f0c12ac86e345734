"""A game of one's own on the site: front page, rules, set-up, a table played to its end, and a board when it brings one."""

import asyncio
import re
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
import httpx
from own_games import FOLDER, registered
from site_support import run, site

from shamble.games import catalogue, find
from shamble.kernel.game import Game
from shamble.site.pages.assets import static_files, static_hash

BOARD = '<div class="board tictac"><h3 class="vh">The table</h3>{% for row in view.rows %}<p>{{ row|join("") }}</p>{% endfor %}</div>\n'


async def own_table(client: httpx.AsyncClient) -> str:
    """A table of the game against a bot, made by the set-up form; its address."""
    made = await client.post("/new/tictac", data={"with": "bots", "name": "Ann", "level": "greedy"})
    assert made.status_code == 303, made.text
    return made.headers["location"]


async def play_on(client: httpx.AsyncClient, address: str) -> str:
    """Press the first button whenever there is one; the page at the end."""
    for _ in range(600):
        page = (await client.get(address)).text
        if 'class="table over' in page:
            return page
        given = dict(re.findall(r'name="(action|version|id|seat)" value="([^"]+)"', page)[::-1])
        if "action" in given:
            answer = await client.post(f"{address}/play", data=given)
            assert answer.status_code in (200, 303), answer.text
        else:
            await asyncio.sleep(0.02)  # the bot thinks
    return ""


def test_every_page_takes_a_game_of_ones_own(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as (_, client):
            front = (await client.get("/")).text
            assert "Six zombie tabletop games" in front
            assert "Noughts, crosses, and one of them buried." in front
            assert front.count('class="poster"') == 6
            game = (await client.get("/games/tictac")).text
            assert "Three of your signs in a row" in game
            assert "What may be stolen?" in (await client.get("/games/tictac/rules")).text
            assert "who begins".capitalize() in (await client.get("/new/tictac")).text
            assert "tictac" in [one["game"] for one in (await client.get("/api/games")).json()]

            address = await own_table(client)
            page = (await client.get(address)).text
            assert '<div class="board outline">' in page
            assert "<dt>rows</dt>" in page
            assert "board-tictac.css" not in page
            ended = await play_on(client, address)
            assert "three in a row" in ended or "The squares are full" in ended
            assert (await client.get(f"{address}/replay?at=3")).status_code == 200
            assert (await client.get(f"{address}/record")).json()["game"] == "tictac"

    with registered():
        run(main)
    assert [game.code for game in catalogue()][-1] == "horrific"


def dressed(folder: Path) -> Path:
    """The same game with a board, a style sheet and a poster of its own."""
    folder.mkdir()
    for path in FOLDER.iterdir():
        if path.is_file():
            (folder / path.name).write_text(path.read_text("utf-8"), "utf-8")
    (folder / "board.html").write_text(BOARD)
    (folder / "board.css").write_text(".tictac { p { letter-spacing: .5em; } }\n")
    (folder / "poster.svg").write_text('<svg class="poster" viewBox="0 0 9 9"><path d="M3 0v9M6 0v9"/></svg>\n')
    return folder


def test_what_the_folder_brings_takes_the_place_of_what_stands_in_for_it(tmp_path: Path) -> None:
    before = static_hash()

    async def main() -> None:
        async with site(tmp_path) as (_, client):
            assert "M3 0v9M6 0v9" in (await client.get("/")).text
            page = (await client.get(await own_table(client))).text
            assert '<div class="board tictac">' in page
            assert "<p>---</p>" in page
            sheets = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
            assert [sheet.rpartition("/")[2] for sheet in sheets] == [
                "boards.css", "board-tictac.css", "table.css", "site.css",
            ]  # fmt: skip
            assert len({sheet.split("/")[2] for sheet in sheets}) == 1
            own = await client.get(sheets[1])
            assert "letter-spacing" in own.text
            assert "immutable" in own.headers["cache-control"]

    with registered(dressed(tmp_path / "dressed_tictac")):
        assert static_hash() != before
        run(main)
    assert static_hash() == before


def games_own_sheet(game: Game) -> str:
    return static_files()[f"board-{game.code}.css"].decode()


@pytest.mark.parametrize("code", [game.code for game in catalogue()])
def test_every_game_brings_everything_that_the_pages_show_of_it(code: str) -> None:
    game = find(code)
    for name in ("board.html", "board.css", "poster.svg", "front.toml", "howto.md"):
        assert game.file(name), name
    rules = re.findall(r"^(\.\S+)", games_own_sheet(game), flags=re.MULTILINE)
    assert rules == [f".{code}"], "a game's sheet is about its own board"
    assert f"\n.{code} " not in static_files()["boards.css"].decode()
