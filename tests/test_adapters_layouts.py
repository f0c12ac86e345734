"""The observations of the adapters: sizes and bounds, what the numbers mean, and that nothing leaks into them."""

import importlib
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shamble.adapters.layouts import Encoder
from shamble.adapters.layouts.__main__ import main
from shamble.adapters.table import Table
from shamble.games import catalogue, find
from shamble.games.pocket.batch import WIDTH
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadOption
from shamble.kernel.luck import Luck
from shamble.kernel.state import SPECTATOR, State

SIZES = [(game.code, n) for game in catalogue() for n in sorted({game.seats[0], game.default_seats, game.seats[-1]})]
DOCS = Path(__file__).parent.parent / "docs" / "adapters.md"


def walk(table: Table, seed: int, most: int) -> Iterator[State]:
    """The positions of a random game, at its decisions and at its end."""
    luck, rng = Luck(seed), random.Random(seed)
    state = table.deal(luck)
    for _ in range(most):
        yield state
        if state.owing() == 0:
            return
        seats = [seat for seat in range(table.players) if state.owing() >> seat & 1]
        seat = rng.choice(seats)
        state.apply(seat, rng.choice(list(state.legal(seat))))
        luck.play_chance(state)


def test_the_mark_stands() -> None:
    """A layout that is too small for the rules would be found here, not by a learner."""
    assert [Table(code, players).layout.size for code, players in SIZES if code == "pocket"] == [WIDTH]


@pytest.mark.parametrize(("code", "players"), SIZES)
def test_numbers_stay_in_their_bounds_and_do_not_depend_on_what_was_encoded_before(code: str, players: int) -> None:
    table = Table(code, players)
    low, high = table.layout.bounds()
    assert len(low) == len(high) == table.layout.size == sum(field.size for field in table.layout.fields)
    encoder = Encoder(table.layout)
    for seed in range(3):
        for number, state in enumerate(walk(table, seed, 120)):
            seat = number % table.players
            row = encoder.encode(state.view(seat))
            assert all(a <= x <= b for a, x, b in zip(low, row, high, strict=True))
            if number % 7 == 0:
                assert Encoder(table.layout).encode(state.view(seat)) == row
                assert bytes(memoryview(table.observation(state, seat))) == bytes(row)


@pytest.mark.parametrize(("code", "players"), SIZES)
def test_an_observation_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(code: str, players: int) -> None:
    table = Table(code, players)
    for number, state in enumerate(walk(table, 11, 100)):
        if number % 9 == 0:
            for seat in (number % players, (number + 1) % players, SPECTATOR):
                row = bytes(memoryview(table.observation(state, seat)))
                for seed in range(3):
                    world = state.redeal(seat, Dice(seed))
                    assert bytes(memoryview(table.observation(world, seat))) == row


@pytest.mark.parametrize("code", [game.code for game in catalogue()])
def test_no_house_rule_brings_anything_unforeseen(code: str) -> None:
    game = find(code)
    tried = 0
    for players in sorted({game.seats[0], game.default_seats, min(game.seats[-1], 5)}):
        for option in game.options:
            for choice in option.choices:
                try:
                    table = Table(code, players, {option.name: choice})
                except BadOption:  # does not fit so many seats
                    continue
                low, high = table.layout.bounds()
                for number, state in enumerate(walk(table, tried, 60)):
                    if number % 4 == 0:
                        row = Encoder(table.layout).encode(state.view(number // 4 % players))
                        assert all(a <= x <= b for a, x, b in zip(low, row, high, strict=True))
                tried += 1
    assert tried > 5


def value(table: Table, state: State, seat: int, name: str) -> list[int]:
    return list(Encoder(table.layout).encode(state.view(seat))[table.layout.where(name)])


def test_run_tells_the_hand_the_fronts_and_the_seat() -> None:
    table = Table("run", 3)
    position = table.deal(Luck(1)).to_dict()
    fronts = [["I2", "Z0"], [], ["Z10"]]
    state = find("run").read(_moved_to_fronts(position, fronts))
    cards = [f"I{n}" for n in range(1, 16)] + [f"Z{n}" for n in range(1, 16)] + ["Z0"]
    hand = state.view(1)["hand"]
    assert value(table, state, 1, "hand") == [hand.count(card) for card in cards]
    assert value(table, state, 1, "seat") == [0, 1, 0]
    shown = value(table, state, 1, "fronts")
    assert [k for k, n in enumerate(shown) if n] == [1, 30, 62 + 24]


def _moved_to_fronts(position: dict[str, Any], fronts: list[list[str]]) -> dict[str, Any]:
    deck = list(position["deck"])
    for front in fronts:
        for card in front:
            deck.remove(card)
    return {**position, "fronts": fronts, "deck": deck}


def test_pocket_tells_where_the_tiles_lie_from_where_one_stands() -> None:
    table = Table("pocket")
    state = find("pocket").tiny()[1]  # on the Dining Room's tile, say the tests of the laws: here is 3
    view = state.view(0)
    here = view["map"][view["here"]]
    names = ["Foyer", "Bathroom", "Kitchen", "Storage", "Temple", "Family", "Dining", "Bedroom"]
    rows = value(table, state, 0, "map")
    for name in names:
        tile = next((tile for tile in view["map"] if tile["tile"] == name), None)
        slot = rows[7 * names.index(name) : 7 * names.index(name) + 7]
        if tile is None:
            assert slot == [0] * 7
        else:
            opened = [int(edge in tile["open"]) for edge in "NESW"]
            assert slot == [1, tile["x"] - here["x"], tile["y"] - here["y"], *opened]
    assert value(table, state, 0, "health") == [1]


def test_pocket_tells_what_is_carried_found_and_left_lying() -> None:
    layout = Table("pocket").layout
    given = {"items": ["Machete", "Chainsaw/1"], "ground": ["Candle"], "new": "Chainsaw/2", "storing": True}
    row = Encoder(layout).encode({**find("pocket").tiny()[0].view(0), **given})
    first, second = [0] * 10, [0] * 10
    first[3], second[8], second[9] = 1, 1, 1
    assert list(row[layout.where("items")]) == first + second
    assert row[layout.where("ground")][7] == 1
    assert list(row[layout.where("new")]) == [0, 0, 0, 0, 0, 0, 0, 0, 1]
    assert list(row[layout.where("flags")]) == [1, 0, 1, 0, 1, 0, 0]


def test_hate_tells_which_places_one_commands_and_keeps_the_other_throw_secret() -> None:
    table = Table("hate", 2, {"ring": 4})
    state = table.deal(Luck(1))
    assert value(table, state, 0, "mine") == [1, 0, 1, 0]
    state.apply(0, next(iter(state.legal(0))))
    before = [bytes(memoryview(table.observation(state, seat))) for seat in (0, 1)]
    throws = []
    for code in state.legal(0):
        other = state.copy()
        other.apply(0, code)
        throws.append([value(table, other, 0, "throw"), bytes(memoryview(table.observation(other, 1)))])
    assert [throw for throw, _ in throws] == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert len({seen for _, seen in throws}) == 1
    assert before[0] != before[1]


def test_the_page_shows_the_layouts_as_they_are() -> None:
    text = DOCS.read_text(encoding="utf-8")
    tables = re.findall(r"<!-- layout (\w+) (\d+) -->\n\n(.*?)\n\n<!-- end -->", text, flags=re.DOTALL)
    assert [code for code, _, _ in tables] == [game.code for game in catalogue()]
    for code, players, table in tables:
        assert table == Table(code, int(players)).layout.table()


def test_a_layout_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "2"]) == 0
    assert capsys.readouterr().out.strip() == Table("run", 2).layout.table()
    assert main(["chess"]) == 2
    assert "There is no game 'chess'" in capsys.readouterr().err
    assert main([]) == 2


@pytest.mark.parametrize(
    ("module", "library", "title"),
    [("pettingzoo", "pettingzoo", "PettingZoo"), ("gymnasium", "gymnasium", "Gymnasium"), ("openspiel", "pyspiel", "OpenSpiel")],
)  # fmt: skip
def test_a_missing_library_is_said_in_a_sentence(module: str, library: str, title: str) -> None:
    script = (
        f"import sys\nsys.modules[{library!r}] = None\nfrom shamble import ShambleError\n"
        f"try:\n    import shamble.adapters.{module}\nexcept ShambleError as error:\n"
        "    assert isinstance(error, ImportError)\n    print(error)\n"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert told.startswith(f"{title} is not installed here")
    assert f"pip install 'shamble[{module}]'" in told
    assert "\n" not in told.strip()


def test_importing_the_package_needs_no_library() -> None:
    assert importlib.import_module("shamble.adapters").MissingExtra
