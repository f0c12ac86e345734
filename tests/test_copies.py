"""What belongs to one match alone: what was given to it, what it answered, and its copies."""

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from matches import played, seats_of, settings, short, snapshot
from support import GAMES
from test_record import owners_edition

from shamble.kernel.state import SPECTATOR
from shamble.match import Match
from shamble.replaying import replay
from shamble.seats import Seat


def spoil(value: Any) -> None:
    """Change everything that can be changed in a document."""
    for inner in list(value.values()) if isinstance(value, dict) else list(value) if isinstance(value, list) else ():
        spoil(inner)
    if isinstance(value, dict | list):
        value.clear()


@pytest.mark.parametrize("game", GAMES)
def test_what_was_given_or_answered_may_be_changed_without_changing_the_match(game: str) -> None:
    players, given = next(chosen for chosen in settings(game) if chosen[1] and "min_players" not in chosen[1])
    name, value = next(iter(given.items()))
    match = played(Match(game, players, seed=2, options=given), 2, 12)
    position = json.loads(json.dumps(match.state.to_dict()))
    placed = played(Match.at(game, position, 3), 3, 3)
    for one in (match, placed):
        before = snapshot(one)
        spoil(given)
        spoil(position)
        spoil(one.record.to_dict())
        spoil(one.record.options)
        spoil(one.record.position)
        assert snapshot(one) == before
        assert one.options[name] == value


def containers(value: Any) -> dict[int, Any]:
    """Every list and object in a document, itself included, by identity."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    found = {id(value): value} if isinstance(value, dict | list) else {}
    for one in inner:
        found |= containers(one)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_nothing_in_a_document_of_a_position_is_handed_out_twice(game: str) -> None:
    players, options = settings(game)[-1]
    match = played(Match(game, players, seed=2, options=options), 2, 12)
    for version in range(match.version + 1):
        state = match.state_at(version)
        for ask in (state.to_dict, lambda state=state: state.view(0), lambda state=state: state.view(SPECTATOR)):
            one, two = ask(), ask()
            assert not set(containers(one)) & set(containers(two))


def pickled(match: Match) -> Match:
    again = pickle.loads(pickle.dumps(match))
    assert isinstance(again, Match)
    return again


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickled], ids=lambda way: way.__name__)
def test_a_copied_or_pickled_match_is_the_same_and_goes_on_by_itself(
    game: str, way: Callable[[Match], Match], tmp_path: Path
) -> None:
    own = str(owners_edition(game, tmp_path))
    for chance, edition in (("auto", None), ("manual", None), ("auto", own)):
        opening = played(Match(game, seed=7, chance=chance, options=short(game), edition=edition), 7, 15)
        position = opening.state.to_dict()
        placed = played(Match.at(game, position, 8, chance=chance, edition=edition), 8, 6)
        for match in (Match(game, seed=7, chance=chance, edition=edition), opening, placed):
            for reader in seats_of(match):
                match.story(reader)
            before = snapshot(match)
            other = way(match)
            assert type(other) is Match
            assert snapshot(other) == before
            assert (other.seats, other.options, other.edition, other.chance) == (
                match.seats, match.options, match.edition, match.chance,
            )  # fmt: skip
            ahead = snapshot(played(other, 9, 8))
            assert ahead != before or match.result is not None
            assert snapshot(match) == before, "the copy's acts have changed the match"
            assert snapshot(played(match, 9, 8)) == ahead, "the copy went on in another way"
            while match.version:
                match.undo(force=True)
                if not any(who != "chance" for who, _ in match.record.events):
                    break
            assert snapshot(other) == ahead, "taking back has changed the copy"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickled], ids=lambda way: way.__name__)
def test_copies_that_part_do_not_see_each_others_game(game: str, way: Callable[[Match], Match]) -> None:
    match = played(Match(game, seed=5, options=short(game)), 5, 6)
    for reader in seats_of(match):
        match.sight(reader)
    other = way(match)
    other.chairs.sit([Seat(f"Other {seat}", one.by) for seat, one in enumerate(other.seats)])
    for turn in range(4):
        for one, last in ((match, 0), (other, -1)):
            if one.owing:
                seat = one.owing[0]
                one.play(seat, one.choices(seat)[last].action)
        for one in (match, other) if turn % 2 else (other, match):
            fresh = replay(one.record)
            for reader in seats_of(one):
                assert one.sight(reader) == fresh.sight(reader)
                assert one.events(reader) == fresh.events(reader)


def within(part: Any, whole: Any) -> bool:
    """Whether a document says nothing that another does not say in the same place."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(key in whole and within(one, whole[key]) for key, one in part.items())
    if isinstance(part, list):
        return isinstance(whole, list) and len(part) == len(whole) and all(map(within, part, whole))
    return bool(part == whole)


@pytest.mark.parametrize("game", GAMES)
def test_a_glance_shows_nothing_that_the_view_does_not(game: str) -> None:
    players, options = settings(game)[-1]
    match = played(Match(game, players, seed=3, options=options), 3, 12)
    for version in range(match.version + 1):
        state = match.state_at(version)
        for reader in (*range(match.players), SPECTATOR):
            assert within(state.glance(reader), state.view(reader))
