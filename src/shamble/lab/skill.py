"""Skill ratings by openskill (extra `lab`), with bootstrap intervals."""

import hashlib
from collections.abc import Sequence
from typing import Any

WORK = 40_000  # ratings updated for all the intervals together
FEWEST, MOST = 20, 200  # resamples


def rate(games: Sequence[tuple[Sequence[int], Sequence[float]]], bots: int, seed: int) -> list[dict[str, float]] | None:
    """The rating of every bot after these games, each given by who sat where and what the seats won.

    The model is Plackett and Luce's, as openskill has it, where a rating depends on the order of the games; so they are
    drawn again with replacement, and again. `mu` is the median of the ratings (25 before any game), `low` and `high`
    bound their middle 95 %; `sigma` is the model's own doubt after the games as they were. None where openskill is not
    installed.
    """
    try:
        import numpy as np
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model = PlackettLuce()
    final = _play_through(model, games, bots)
    digest = hashlib.blake2b(f"{seed}/bootstrap".encode(), digest_size=8).digest()
    luck = np.random.default_rng(int.from_bytes(digest, "big"))
    times = max(FEWEST, min(MOST, WORK // max(1, len(games))))
    drawn = np.empty((times, bots))
    for row in range(times):
        chosen = luck.integers(0, len(games), len(games))
        drawn[row] = [rating.mu for rating in _play_through(model, [games[k] for k in chosen], bots)]
    low, middle, high = np.quantile(drawn, [0.025, 0.5, 0.975], axis=0)
    return [
        {
            "mu": round(float(middle[bot]), 3),
            "sigma": round(float(rating.sigma), 3),
            "low": round(float(low[bot]), 3),
            "high": round(float(high[bot]), 3),
        }
        for bot, rating in enumerate(final)
    ]


def _play_through(model: Any, games: Sequence[tuple[Sequence[int], Sequence[float]]], bots: int) -> list[Any]:
    """Everybody's rating after the games, in their order. A bot in several seats learns the mean of what they teach."""
    ratings = [model.rating() for _ in range(bots)]
    for seats, payoffs in games:
        if len(seats) < 2:
            continue
        after = model.rate([[ratings[bot]] for bot in seats], scores=list(payoffs))
        for bot in set(seats):
            mine = [after[seat][0] for seat, held in enumerate(seats) if held == bot]
            ratings[bot] = model.rating(
                mu=sum(one.mu for one in mine) / len(mine), sigma=sum(one.sigma for one in mine) / len(mine)
            )
    return ratings
