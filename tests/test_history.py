"""History: any position is there, though most are played again, and long games weigh little."""

import copy
import pickle
import random

import pytest
from support import GAMES

from shamble.kernel.history import EVERY, WHOLE, History
from shamble.kernel.state import CHANCE, State
from shamble.match import Match, position_hash


def choose(state: State, luck: random.Random) -> tuple[int, int]:
    """Any event that is possible."""
    mask = state.owing()
    if mask == CHANCE:
        return CHANCE, luck.choice([code for code, _ in state.odds()])
    seat = luck.choice([seat for seat in range(state.players) if mask >> seat & 1])
    return seat, luck.choice(list(state.legal(seat)))


@pytest.mark.parametrize("game", GAMES)
def test_every_position_is_there_whatever_was_taken_back(game: str) -> None:
    luck = random.Random(game)
    start = Match(game, seed=1, chance="manual").state
    history, positions = History(start), [start.pack()]
    state = start
    for _ in range(500):
        if state.owing() == 0 or luck.random() < 0.01:
            back = luck.randrange(max(0, len(history.acts) - 80), len(history.acts) + 1)
            history.cut(back)
            del positions[back + 1 :]
            state = history.at(back)
            if state.owing() == 0:
                continue
        who, code = choose(state, luck)
        state = state.copy()
        state.apply(who, code)
        history.push(who, code, state)
        positions.append(state.pack())
        asked = luck.randrange(len(positions))
        assert history.at(asked).pack() == positions[asked]
        assert history.at(len(history.acts)) is state
    copied = history.copy()
    assert [copied.at(k).pack() for k in range(len(positions))] == positions
    assert copied.at(len(positions) - 1) is not history.at(len(positions) - 1)


def test_a_long_game_keeps_few_positions() -> None:
    luck = random.Random(1)
    match = Match("hugme", players=8, seed=2)
    while match.version < 40 * EVERY and match.owing:
        seat = match.owing[0]
        match.play(seat, luck.choice(match.choices(seat)).action)
    for version in range(match.version, -1, -7):
        match.state_at(version)
    kept = match._history
    assert len(kept._checkpoints) <= match.version // EVERY + 1
    assert len(kept._whole) <= WHOLE


def test_copies_and_pickles_of_a_match_look_back_alike() -> None:
    match, luck = Match("hugme", players=5, seed=4), random.Random(4)
    while match.version < 3 * EVERY + 5 and match.owing:
        seat = match.owing[0]
        match.play(seat, luck.choice(match.choices(seat)).action)
    for other in (copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        for version in (0, EVERY - 1, EVERY, match.version):
            assert position_hash(other.state_at(version)) == position_hash(match.state_at(version))
        assert other.story(None) == match.story(None)
        assert [str(one) for one in other.events_since(0, 10, 20)] == [str(one) for one in match.events(0)[10:20]]
