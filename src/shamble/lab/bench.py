"""How fast the engine is: uniformly random play through the State contract, on one core."""

import time
from collections.abc import Callable
from typing import Any

import shamble
from shamble.games import catalogue, find
from shamble.kernel.dice import Dice
from shamble.kernel.game import Game
from shamble.kernel.playout import measure, measure_copies, measure_redeals, play_out

MIDDLE = 40  # events into a game: where copies and redeals are measured


def bench(code: str | None, seconds: float) -> dict[str, Any]:
    """Steps, copies and redeals a second of one game or all, each measured for about `seconds`."""
    games = catalogue() if code is None else (find(code),)
    return {"compiled": shamble.COMPILED, "games": {game.code: _bench(game, seconds) for game in games}}


def _bench(game: Game, seconds: float) -> dict[str, Any]:
    players = game.default_seats
    start = game.new(players)
    middle = start.copy()
    play_out(middle, Dice(1), MIDDLE)
    dice = Dice(2)
    return {
        "players": players,
        "steps_per_second": _rate(lambda n: int(measure(start, dice, n)), seconds),
        "copies_per_second": _rate(lambda n: int(measure_copies(middle, n)), seconds),
        "redeals_per_second": _rate(lambda n: int(measure_redeals(middle, 0, dice, n)), seconds),
    }


def _rate(work: Callable[[int], int], seconds: float) -> int:
    """How much of `work` is done in a second: amounts are doubled until they take long enough."""
    amount = 1000
    while True:
        begun = time.perf_counter()
        done = work(amount)
        taken = time.perf_counter() - begun
        if taken >= seconds:
            return round(done / taken)
        amount = max(amount * 2, int(amount * seconds * 1.1 / taken)) if taken > 0.01 else amount * 4
