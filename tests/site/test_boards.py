"""Boards drawn from documents: every seat, every kind of position, legal things as buttons, nothing hidden."""

import random
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from shamble import Match
from shamble.bots import decide, find_bot
from shamble.kernel.dice import Dice

pytest.importorskip("jinja2", reason="the boards need jinja2: install shamble[site]")

from board_documents import document

from shamble.site.pages.boards import draw

LARGEST = 40_000  # bytes of one board
SEATS = {"run": (2, 4, 7), "pocket": (1,), "hate": (2, 3, 4, 5, 12, 18), "hugme": (2, 5, 8), "horrific": (2, 4, 6)}
# The least share of legal choices that must be spots on the board, over a whole game.
PLACED = {"run": 1.0, "pocket": 1.0, "hate": 1.0, "hugme": 0.9, "horrific": 0.9}
VOID = {"input", "br", "img", "path", "circle", "ellipse", "rect", "use", "line"}


class Reader(HTMLParser):
    """Reads markup: its tags in balance, its buttons, ids and attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.spots: list[dict[str, str | None]] = []
        self.ids: Counter[str] = Counter()
        self.moving: Counter[str] = Counter()
        self.tags: Counter[str] = Counter()
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert len(given) == len(attrs), f"an attribute twice: {attrs}"
        self.tags[tag] += 1
        if tag not in VOID:
            self.open.append(tag)
        assert "style" not in given
        assert not any(name.startswith("on") for name in given)
        if given.get("id"):
            self.ids[str(given["id"])] += 1
        if "data-vt" in given:
            self.moving[str(given["data-vt"])] += 1
        if tag == "button":
            assert "button" not in self.open[:-1]
            self.spots.append(given)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag


def check(match: Match, seat: int | None) -> tuple[int, int]:
    """Draw for a seat and look at the markup; how many choices there are and how many of them are spots."""
    given = document(match, seat)
    html = str(draw(given))
    assert len(html.encode()) < LARGEST
    assert "<script" not in html
    assert "style=" not in html
    read = Reader(html)
    assert read.tags["svg"]
    assert not [name for name, times in (read.ids + read.moving).items() if times > 1]
    actions = {choice.action: choice.label for choice in given.choices}
    for spot in read.spots:
        assert str(spot["class"]).split()[0] == "spot"
        assert (spot["type"], spot["form"], spot["name"]) == ("submit", "act", "action")
        assert spot["aria-label"] == actions[str(spot["value"])]
    placed = {str(spot["value"]) for spot in read.spots}
    assert len(placed) == len(read.spots), "a choice stands twice"
    for why in re.findall(r'data-why="([^"]*)"', html):
        assert seat is not None
        assert match.why_not(seat, why) is not None
        assert match.game.vocabulary.code(why) >= 0
    return len(actions), len(placed)


@pytest.mark.parametrize("how", ["random", "greedy"])
@pytest.mark.parametrize(("code", "players"), [(code, n) for code, all_ in SEATS.items() for n in all_])
def test_draws_every_seat_to_the_end(code: str, players: int, how: str) -> None:
    match = Match(code, players, seed=players)
    bot = find_bot(match.game, how)
    looks = random.Random(players)
    legal = placed = 0
    for step in range(400):
        if match.result is not None:
            break
        seat = match.owing[step % len(match.owing)]
        if step < 8 or looks.random() < 0.1:
            found = check(match, seat)
            legal, placed = legal + found[0], placed + found[1]
            check(match, looks.choice([None, *range(players)]))
        match.play(seat, decide(match, seat, bot))
    for reader in (None, *range(players)):
        check(match, reader)
    assert legal
    assert placed >= PLACED[code] * legal


@pytest.mark.parametrize(("code", "players"), [(code, all_[1 % len(all_)]) for code, all_ in SEATS.items()])
def test_what_is_hidden_is_not_drawn(code: str, players: int) -> None:
    match = Match(code, players, seed=3)
    bot = find_bot(match.game, "greedy")
    dice = Dice(5)
    for _ in range(25):
        if match.result is not None:
            break
        seat = match.owing[0]
        match.play(seat, decide(match, seat, bot))
        for reader in (None, seat):
            world = match.state.redeal(match.reader(reader), dice)
            other = document(match, reader, world.view(match.reader(reader)))
            assert draw(other) == draw(document(match, reader))


@pytest.mark.parametrize(("code", "players"), [(code, all_[-1]) for code, all_ in SEATS.items()])
def test_names_are_escaped(code: str, players: int) -> None:
    given = document(Match(code, players, seed=1), None)
    given = replace(given, seats=[replace(seat, name="<b>\"'&") for seat in given.seats])
    html = str(draw(given))
    assert '<b>"' not in html
    assert "&lt;b&gt;&#34;&#39;&amp;" in html
    Reader(html)


@pytest.mark.parametrize("code", list(SEATS))
def test_a_waiting_table_has_no_board(code: str) -> None:
    given = replace(document(Match(code, seed=1), None), view=None)
    assert str(draw(given)) == ""


@pytest.mark.parametrize("code", list(SEATS))
def test_an_owners_edition_falls_back_on_our_names(code: str) -> None:
    given = replace(document(Match(code, seed=1), None), edition="the-one-in-my-cupboard")
    Reader(str(draw(given)))
