"""Boards, game by game: each legal thing stands where it belongs, and what happened last is marked."""

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from shamble import Match, games
from shamble.bots import decide, find_bot

pytest.importorskip("jinja2", reason="the boards need jinja2: install shamble[site]")

from board_documents import document

from shamble.kernel.shown import Happened
from shamble.site.pages.assets import static_files
from shamble.site.pages.boards import draw, since_last_act
from shamble.site.pages.game_files import board_sheets

VOID = {"input", "img", "br"}
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "run": [
        {"composition": "15x2"},
        {"composition": "5x6", "annoying_distinct": True},
        {"zombie_may_decline": True, "first": 0},
    ],
    "pocket": [
        {"grid": "separate"},
        {"rotation": "random", "neighbour_match": "all_edges"},
        {"flee_zombie_door": True},
    ],
    "hate": [{"powers": "house"}, {"heal_by": "majority_vote"}, {"tokens": "strict", "tie": "rethrow"}],
    "hugme": [{"special_items": "extra"}, {"profile": "machine"}, {"hug_confirm": "required"}],
    "horrific": [{"declare": "after_deny", "fizzle": True}, {"mound": "top_only", "reserve_total": 3}],
}


class Tree(HTMLParser):
    """Every element with its attributes, those around it and the text within."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.all: list[dict[str, Any]] = []
        self._open: list[dict[str, Any]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = {"tag": tag, "text": "", "around": list(self._open), **dict(attrs)}
        self.all.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element["text"] += data

    def having(self, name: str, value: str | None = None) -> list[dict[str, Any]]:
        return [one for one in self.all if name in one and value in (None, one[name])]

    def around(self, action: str, marked: str) -> dict[str, Any]:
        """The element of that class in which the spot of this action stands."""
        spots = [one for one in self.having("value", action) if one["tag"] == "button"]
        assert len(spots) == 1
        found = [one for one in spots[0]["around"] if marked in str(one.get("class", "")).split()]
        assert found, f"{action} stands in no {marked}"
        return dict(found[-1])


def positions(code: str, players: int, count: int, seeds: int = 3) -> list[tuple[Match, int, Tree]]:
    """Positions of some games, as the seat that acts next sees them."""
    found = []
    for seed in range(seeds):
        match = Match(code, players, seed=seed)
        bot = find_bot(match.game, "easy")
        for _ in range(count):
            if match.result is not None:
                break
            seat = match.owing[0]
            found.append((match, seat, Tree(str(draw(document(match, seat))))))
            match.play(seat, decide(match, seat, bot))
    return found


def each(code: str, players: int, count: int, look: Callable[[dict[str, Any], str, list[str], Tree], bool]) -> int:
    """How many legal choices `look(view, verb, rest, tree)` has looked at, each in its own position."""
    looked = 0
    for seed in range(3):
        match = Match(code, players, seed=seed)
        bot = find_bot(match.game, "easy")
        for _ in range(count):
            if match.result is not None:
                break
            seat = match.owing[0]
            given = document(match, seat)
            tree = Tree(str(draw(given)))
            for choice in given.choices:
                verb, *rest = choice.action.split()
                looked += look(given.view, verb, rest, tree)
            match.play(seat, decide(match, seat, bot))
    return looked


def test_run_cards_go_to_the_row_of_their_receiver() -> None:
    names = [sits.name for sits in Match("run", 4, seed=0).seats]

    def look(view: dict[str, Any], verb: str, rest: list[str], tree: Tree) -> bool:
        if verb not in ("play", "special", "give"):
            return False
        target = int(rest[-1][1:]) if rest[-1][0] == "@" else view["seat"]
        row = tree.around(" ".join([verb, *rest]), "row")
        assert row["text"].split()[0] == names[target]
        return True

    assert each("run", 4, 30, look) > 500


def test_run_says_what_a_placement_does() -> None:
    match = Match("run", 3, seed=11)
    bot = find_bot(match.game, "greedy")
    seen = set()
    for _ in range(300):
        if match.result is not None:
            break
        seat = match.owing[0]
        given = document(match, seat)
        tree = Tree(str(draw(given)))
        for choice in given.choices:
            for word, effect in (("cancels", "cancel"), ("fifth zombie", "kill"), ("which wins", "rescue")):
                if word in choice.label:
                    spot = tree.having("value", choice.action)[0]
                    assert effect in spot["class"].split()
                    seen.add(effect)
        match.play(seat, decide(match, seat, bot))
    assert "cancel" in seen


def test_run_places_are_lit_for_the_card_chosen() -> None:
    match = Match("run", 4, seed=7)
    tree = Tree(str(draw(document(match, 3))))
    hand = match.view(3)["hand"]
    radios = [one for one in tree.all if one["tag"] == "input"]
    assert [one["value"] for one in radios] == hand
    for k, card in enumerate(hand):
        mine = [one for one in tree.all if one["tag"] == "button" and f"f{k}" in one["class"].split()]
        assert {str(one["value"]).split()[1] for one in mine} == {card}
        assert f"c{k}" in radios[k]["class"].split()


def test_run_marks_what_the_others_did() -> None:
    match = Match("run", 4, seed=7)
    match.play(3, "play I1")
    tree = Tree(str(draw(document(match, 0))))
    marked = [one for one in tree.all if "last" in str(one.get("class", "")).split() and one["tag"] == "li"]
    assert [one.get("title") for one in marked] == [None, "torch (I1)"]


def test_pocket_ways_lie_on_the_rooms_they_lead_to() -> None:
    titles = {"Temple": "Evil Temple", "Family": "Family Room", "Dining": "Dining Room", "Sitting": "Sitting Area"}

    def look(view: dict[str, Any], verb: str, rest: list[str], tree: Tree) -> bool:
        if verb not in ("move", "run"):
            return False
        room = tree.around(" ".join([verb, *rest]), "room")
        here = view["map"][view["here"]]
        if rest[0] in here["leads"]:
            name = view["map"][here["leads"][rest[0]]]["tile"]
            assert titles.get(name, name) in room["text"]
        else:
            assert "free" in room["class"].split()
        return True

    assert each("pocket", 1, 40, look) > 100


def test_pocket_shows_every_turn_of_a_tile_and_one_place_to_be() -> None:
    turned = 0
    for _, _, tree in positions("pocket", 1, 40):
        assert len(tree.having("data-centre")) == 1
        assert len(tree.having("data-vt", "pawn")) == 1
        spots = [one for one in tree.having("value") if str(one["value"]).startswith("rotate")]
        turned += len(spots)
        for one in spots:
            assert "free" in next(a for a in reversed(one["around"]) if "room" in str(a.get("class")))["class"]
    assert turned > 20


def test_hate_attacks_lie_on_their_victims() -> None:
    match = Match("hate", 7, seed=2)
    bot = find_bot(match.game, "greedy")
    looked = 0
    for _ in range(60):
        if match.result is not None:
            break
        seat = match.owing[0]
        view = match.view(seat)
        tree = Tree(str(draw(document(match, seat))))
        for way, place in view["directions"].items():
            if len(set(view["directions"].values())) == 2:
                figure = tree.around(f"attack {way}", "fig")
                assert figure["data-place"] == f"seat:{place}"
                assert figure["text"].startswith(f"{match.seats[place].name}, the ")
                looked += 1
        match.play(seat, decide(match, seat, bot))
    assert looked > 5


def test_hate_shows_no_throw_before_both_are_in() -> None:
    match = Match("hate", 2, seed=1)
    match.play(0, "attack left")
    match.play(0, "throw paper")
    assert 'drawings-hate.svg#x-paper"' in str(draw(document(match, 0)))
    drawn = [str(draw(document(match, None)))]
    match.undo(force=True)
    match.play(0, "throw rock")
    assert drawn == [str(draw(document(match, None)))]


def test_hugme_ways_lie_on_places_and_thefts_on_people() -> None:
    names = [sits.name for sits in Match("hugme", 5, seed=0).seats]

    def look(view: dict[str, Any], verb: str, rest: list[str], tree: Tree) -> bool:
        action = " ".join([verb, *rest])
        if verb in ("move", "flee", "deploy", "at", "late"):
            assert f"{rest[0]}" in re.split(r"\W+", tree.around(action, "cell")["text"])
        elif verb in ("steal", "bring", "choose"):
            assert names[int(rest[0][1:])] in tree.around(action, "person")["text"]
        elif verb in ("reveal", "use", "equip", "leave"):
            assert tree.around(action, "item")
        elif verb in ("on", "look"):
            assert tree.around(action, "slot")
        else:
            return False
        return True

    assert each("hugme", 5, 120, look) > 300


def test_horrific_cards_are_played_on_the_persons_themselves() -> None:
    def look(view: dict[str, Any], verb: str, rest: list[str], tree: Tree) -> bool:
        action = " ".join([verb, *rest])
        if verb == "on":
            assert tree.around(action, "soul")["data-vt"] == f"soul-{rest[0]}"
        elif verb in ("play", "lay"):
            assert tree.around(action, "tile" if "reserve" in rest or rest[0] == "down" else "holding")
        elif verb == "destroy":
            assert tree.around(action, "tile")
        else:
            return False
        return True

    assert each("horrific", 3, 60, look) > 300


@pytest.mark.parametrize(("code", "options"), [(code, one) for code, rows in OPTIONS.items() for one in rows])
def test_house_rules_are_drawn_too(code: str, options: dict[str, Any]) -> None:
    match = Match(code, {"hate": 5}.get(code), seed=4, options=options)
    bot = find_bot(match.game, "easy")
    for _ in range(60):
        if match.result is not None:
            break
        seat = match.owing[0]
        given = document(match, seat)
        tree = Tree(str(draw(given)))
        placed = {one["value"] for one in tree.all if one["tag"] == "button"}
        assert placed == {choice.action for choice in given.choices}
        match.play(seat, decide(match, seat, bot))
    Tree(str(draw(document(match, None))))


@pytest.mark.parametrize("game", games(), ids=lambda game: str(game.code))
def test_every_drawing_that_is_used_is_there_once(game: Any) -> None:
    html = str(draw(document(Match(game.code, seed=2), 0)))
    used = set(re.findall(r'href="#(sb-[a-z0-9-]+)"', html))
    assert sorted(used) == sorted(re.findall(r'<symbol id="(sb-[a-z0-9-]+)"', html))
    served = set(re.findall(r'href="/static/[0-9a-f]+/drawings-[a-z]+\.svg#([a-z0-9-]+)"', html))
    drawings = static_files().get(f"drawings-{game.code}.svg", b"").decode()
    assert served <= set(re.findall(r'<g id="([a-z0-9-]+)"', drawings))
    assert used or served


def test_since_the_last_act_begins_with_that_act() -> None:
    story = [Happened(number, who, None, []) for number, who in enumerate((0, 1, 2, 0, 1))]
    given = document(Match("run", 4, seed=1), None)
    for seat, told_, since in (
        (1, story, story[4:]),
        (2, story, story[2:]),
        (None, story, story[-2:]),
        (3, story[:2], story[:2]),
    ):
        assert since_last_act(replace(given, seat=seat, story=told_)) == since


@pytest.mark.parametrize("game", games(), ids=lambda game: str(game.code))
def test_the_style_sheets_of_a_board_stay_small(game: Any) -> None:
    sheets = [static_files()[name].decode() for name in board_sheets(game.code)[:2]]
    assert len("".join(sheets).encode()) < 20_000
    for css in sheets:
        assert css.count("{") == css.count("}")
        assert "url(" not in css
        assert len(css.splitlines()) <= 250
