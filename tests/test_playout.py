"""The one loop that plays a game on, and the luck and the choosing it shares with the minds."""

from collections import Counter

import pytest
from mypy_extensions import i64
from test_plain_game import Nim

from shamble.games import find
from shamble.kernel.dice import Dice
from shamble.kernel.playout import Observer, play, play_out, play_policies
from shamble.kernel.policy import Scoring, Uniform
from shamble.kernel.reveal import reveals, tells
from shamble.kernel.state import CHANCE, State


class Watcher(Observer):
    """Writes down every event and the heap before and after it."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, int, int, int]] = []
        self._before = (0, 0, 0)

    def before(self, state: State, who: i64, code: i64) -> None:
        assert isinstance(state, Nim)
        self._before = (who, code, state.heap)

    def after(self, state: State) -> None:
        assert isinstance(state, Nim)
        self.seen.append((*self._before, state.heap))


def test_an_observer_is_shown_every_event_before_and_after_it() -> None:
    game, watcher = Nim(), Watcher()
    played = play(game, [Uniform(), Uniform()], Dice(1), 100, -1, watcher)
    assert len(watcher.seen) == played.events
    assert sum(who != CHANCE for who, *_ in watcher.seen) == played.decisions
    assert all(after == (code if who == CHANCE else heap - code) for who, code, heap, after in watcher.seen)


def test_a_horizon_ends_a_playout_before_that_decision() -> None:
    game = Nim()
    played = play(game, None, Dice(1), 100, 2)
    assert (played.decisions, played.events, played.ended) == (2, 3, False)
    assert game.owing() > 0


@pytest.mark.parametrize("code", ["run", "hate"])
def test_the_same_dice_play_the_same_game_watched_or_not(code: str) -> None:
    start = find(code).new(find(code).default_seats)
    games = [start.copy() for _ in range(3)]
    play_out(games[0], Dice(5), 100_000)
    play_policies(games[1], [Uniform()] * int(start.players), Dice(5), 100_000)
    play(games[2], None, Dice(5), 100_000, -1, Observer())
    assert len({game.pack() for game in games}) == 1


def test_a_chance_comes_as_often_as_it_says() -> None:
    dice = Dice(3)
    assert not any(dice.chance(0.0) for _ in range(1000))
    assert all(dice.chance(1.0) for _ in range(1000))
    assert 200 < sum(dice.chance(0.25) for _ in range(1000)) < 300
    assert all(0.0 <= dice.unit() < 1.0 for _ in range(1000))


class Level(Scoring):
    def score(self, state: State, seat: i64, code: i64, basis: i64) -> i64:
        return 1


class LikesEven(Scoring):
    def score(self, state: State, seat: i64, code: i64, basis: i64) -> i64:
        return int(code % 2 == 0)


def test_of_equally_good_codes_each_is_chosen_equally_often() -> None:
    game, dice = Nim(), Dice(4)
    game.apply(CHANCE, 9)
    assert {LikesEven().choose(game, 1, dice) for _ in range(20)} == {2}
    chosen = Counter(Level().choose(game, 1, dice) for _ in range(3000))
    assert set(chosen) == {1, 2, 3}
    assert min(chosen.values()) > 850


def test_an_act_in_the_open_that_every_world_allows_tells_nothing() -> None:
    state = find("run").new(3)
    play_out(state, Dice(1), 40)
    seat = int(state.owing()).bit_length() - 1
    code = state.legal(seat)[0]
    after = state.copy()
    after.apply(seat, code)
    assert not tells(state, seat, seat, code, after.known(seat), 8, Dice(1))
    others = [other for other in range(3) if other != seat]
    told = any(tells(state, other, seat, code, after.known(other), 12, Dice(1)) for other in others)
    assert told == reveals(state, seat, code)
