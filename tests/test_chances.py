"""Chances are true: what a review says that the seats will win adds up to what there is to win."""

import pytest

from shamble import Match
from shamble.bots import decide, find_bot
from shamble.bots.search import Search
from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE

ROLLOUTS = 300


@pytest.mark.parametrize(("game", "players", "moves"), [("run", 7, 0), ("run", 7, 9), ("run", 4, 8), ("hugme", 4, 6)])
def test_the_chances_of_all_seats_add_up_to_what_there_is_to_win(game: str, players: int, moves: int) -> None:
    match = Match(game, players, seed=5)
    for _ in range(moves):
        seat = match.owing[0]
        match.play(seat, decide(match, seat, find_bot(match.game, "greedy")))
    search = Search(match.game.greedy, 1)
    search.random_rival_rate, search.even = 0.0, True
    total = variance = 0.0
    for seat in range(players):
        done, sums = search.outlook(match.state, seat, 0, CHANCE, ROLLOUTS, Dice(seat + 1))
        mean = sums[seat] / done
        total += mean
        variance += mean * (1 - mean) / done
    assert abs(total - 1.0) < 3 * variance**0.5
