"""Positions that no game can have: refused by the name of the field, however absurd what stands there."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from matches import is_one_sentence, short, some_steps, steps
from support import GAMES, find

import shamble
from shamble.kernel.state import CHANCE
from shamble.match import Match, position_hash
from shamble.replaying import replay

HUGE = 10**5000  # longer than Python turns into text
Way = tuple[str | int, ...]


@pytest.mark.parametrize("game", GAMES)
def test_a_huge_number_anywhere_in_a_position_is_refused_in_one_sentence(game: str) -> None:
    match = Match(game, seed=4, chance="manual", options=short(game))
    for _ in some_steps(match, 4, 2):
        position = match.state.to_dict()
        for path in leaves(position):
            for wrong in (HUGE, [-HUGE], {HUGE: 1}):
                with pytest.raises(shamble.BadPosition) as error:
                    Match.at(game, with_leaf(position, path, wrong))
                assert is_one_sentence(str(error.value)), str(error.value)


def leaves(value: Any, path: Way = ()) -> list[Way]:
    """The ways to everything in a position that is no list and no object, and to lists that are empty."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [leaf for key, one in inner for leaf in leaves(one, (*path, key))]
    return found or [path]


def with_leaf(position: dict[str, Any], path: Way, leaf: Any) -> dict[str, Any]:
    """The position with another value there."""
    changed = copy.deepcopy(position)
    place: Any = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = leaf
    return changed


ABSURD = [
    ("pocket", ("health",), 300, 1_000_000),
    ("run", ("turns",), 1_000_000, 10**9),
    ("hate", ("attacks",), 1_000_000, 10**9),
    ("hugme", ("round",), 1000, 60_000),
    ("hugme", ("barricades", "hall"), 20, 200),
    ("horrific", ("trust", 1), 2000, 10**6),
    ("horrific", ("power",), 2000, 10**6),
]


@pytest.mark.parametrize(("game", "path", "most", "absurd"), ABSURD, ids=lambda value: str(value))
def test_a_position_that_no_game_reaches_is_refused_and_an_old_record_of_one_loads(
    game: str, path: Way, most: int, absurd: int
) -> None:
    match = next(match for match in in_the_middle(game) if game != "horrific" or match.view(None)["phase"] == "playing")
    position = match.state.to_dict()
    for number in (most, most + 1, absurd):
        changed = with_leaf(position, path, number)
        if number == most:
            assert Match.at(game, changed, 1).state.to_dict()[path[0]] == changed[path[0]]
            continue
        with pytest.raises(shamble.BadPosition) as error:
            Match.at(game, changed, 1)
        assert error.value.field == ".".join(map(str, path))
        assert str(most) in str(error.value)
        assert is_one_sentence(str(error.value))
        fits = Match.at(game, position, 1, chance="manual").record
        state = find(game).read(changed)
        old = shamble.Record.from_dict({**fits.to_dict(), "position": changed, "final": position_hash(state)})
        assert replay(old).state.pack() == state.pack()


def in_the_middle(game: str) -> Iterator[Match]:
    """Positions where a seat decides and something has happened."""
    match = Match(game, seed=3)
    for _ in steps(match, 3):
        if match.version > 10 and match.owing not in ((), (CHANCE,)):
            yield match
