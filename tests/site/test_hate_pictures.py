"""The people of I Hate Zombies: who they are made of, where they stand, that what is served holds together."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from shamble import Match, games
from shamble.games.hate import drawings, people, places

pytest.importorskip("jinja2", reason="the boards need jinja2: install shamble[site]")

from board_documents import document

from shamble.site.pages.boards import _environment, draw

HATE = next(game for game in games() if game.code == "hate")
NAMES = [row["human"] for row in HATE.edition("standard").data["character"]]


def test_every_character_of_the_editions_has_a_row_in_their_order() -> None:
    for edition in HATE.editions():
        assert [row["human"] for row in edition.data["character"]] == list(people.ROWS)


def test_what_the_drawings_use_is_in_them_once() -> None:
    text = drawings.sprite()
    root = ElementTree.fromstring(text)
    ids = [one.get("id") for one in root if one.get("id")]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)
    assert "class=" not in text, "a page's classes do not reach into another document"


def test_a_paint_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="nobody knows: zz"):
        drawings._paint(["zz"])


@pytest.mark.parametrize("side", ["H", "Z", "-"])
def test_strangers_are_put_together_by_their_names(side: str) -> None:
    ids = set(re.findall(r'<g id="([^"]+)"', drawings.sprite()))
    strangers = [f"stranger {number}" for number in range(60)]
    drawn = [tuple(people.figure(name, side)) for name in strangers]
    assert drawn == [tuple(people.figure(name.upper(), side)) for name in strangers]
    assert len(set(drawn)) > (12 if side == "-" else 55)
    assert {part for one in drawn for part, _ in one} <= ids
    assert all(one for one in drawn)


@pytest.mark.parametrize("people_there", range(places.FEWEST, places.MOST + 1))
@pytest.mark.parametrize("wide", [False, True])
def test_everybody_stands_inside_clockwise_from_the_bottom(people_there: int, wide: bool) -> None:
    ring = places.ring(people_there, wide)
    width, height, _ = places.WIDE if wide else places.PHONE
    assert ring[0] == (50.0, max(y for _, y in ring))
    if people_there > 2:
        assert ring[1][0] < 50 < ring[-1][0], "a reader's left is at the left"
    size = places.sizes(people_there)[wide][0] * width / 100
    assert all(size / 2 - 6 <= x * width / 100 <= width - size / 2 + 6 for x, _ in ring)
    assert all(size / 2 <= y * height / 100 <= height - size / 2 for _, y in ring)
    gaps = [((x - u) ** 2 * width**2 + (y - v) ** 2 * height**2) ** 0.5 / 100 for (x, y), (u, v) in pairwise(ring)]
    assert min(gaps) >= 40


@pytest.mark.parametrize("players", [5, 9, 18])
def test_the_reader_stands_at_the_bottom_and_everybody_once(players: int) -> None:
    match = Match("hate", players, seed=1)
    for seat in range(players):
        html = str(draw(document(match, seat)))
        assert re.findall(r'class="fig p(\d+) [^"]*" data-place="seat:(\d+)"', html) == [
            (str(k), str((seat + k) % players)) for k in range(players)
        ]
        assert html.count(">You</b>") >= 1


def test_who_owns_whom_is_marked_in_a_ring_of_four() -> None:
    match = Match("hate", 4, seed=1)
    html = str(draw(document(match, 2)))
    figures = dict(re.findall(r'data-place="seat:(\d+)"(.*?)</li>', html, re.DOTALL))
    for place, seats in enumerate(match.view(2)["command"]):
        marks = re.findall(
            r'aria-hidden="true">([●▲■◆])</span><span class="owner">([^<]+)</span></i>', figures[str(place)]
        )
        assert marks == [("●▲■◆"[seat], "You" if seat == 2 else match.seats[seat].name) for seat in seats]


def test_every_component_has_its_picture() -> None:
    picture = _environment().get_template(f"{HATE.package}/picture.html").module.picture  # type: ignore[attr-defined]
    ids = set(re.findall(r'<g id="([^"]+)"', drawings.sprite()))
    drawn = [str(picture(component)) for component in HATE.components(HATE.edition("standard"))]
    assert len(drawn) == len(set(drawn)) == 18
    for number, html in enumerate(drawn):
        assert set(re.findall(r'drawings-hate\.svg#(\w+)"', html)) == {f"h{number}", f"z{number}"} <= ids


@pytest.mark.parametrize(("players", "listed"), [(6, False), (18, True)])
def test_in_large_rings_who_heals_is_a_list(players: int, listed: bool) -> None:
    for seed in range(30):
        match = Match("hate", players, seed=seed)
        while match.result is None and match.view(None)["phase"] != "healing":
            match.play(
                match.owing[0], match.choices(match.owing[0])[match.version % len(match.choices(match.owing[0]))].action
            )
        if match.result is None:
            html = str(draw(document(match, match.owing[0])))
            assert ('class="spot heal"' in html) is listed
            assert ('class="spot who"' in html) is not listed
            return
    raise AssertionError("nobody was ever to heal")
