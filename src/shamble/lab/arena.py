"""The arena: bots against each other, every seat held equally often by every bot, and a rating for each.

Games come in rounds of as many as there are bots. A round has the bots in some order around the table and turns it on
by one seat from game to game, so every bot holds every seat once a round. Every order comes up once before any comes
again: with b bots all (b - 1)! orders around a table take b! games. The skill is openskill's (see `skill`). The
rating, which needs no library, is like Elo's: 400 times the logarithm (to base 10) of the odds of winning over those
of a fair share, with the share's 95 % interval.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import ceil, fsum, log10
from random import Random
from typing import Any

from shamble.bots import UnknownBot, find_bot
from shamble.bots.advice import interval
from shamble.games import find
from shamble.kernel.dice import Dice
from shamble.kernel.game import Value
from shamble.kernel.playout import play_policies
from shamble.kernel.seeds import check_seed
from shamble.lab.chunks import in_order, span
from shamble.lab.plan import LONGEST, check_games
from shamble.lab.skill import rate

CHUNK = 10  # games
ALL_ORDERS = 8  # bots of which all orders around a table are gone through; of more, orders are drawn by lot


@dataclass(frozen=True)
class Contest:
    """What is to be played."""

    game: str
    bots: tuple[str, ...]
    games: int
    players: int
    seed: int
    options: dict[str, Value]


def make_contest(
    game: str, bots: Sequence[str], games: int, players: int | None, seed: int, options: Mapping[str, object]
) -> Contest:
    """A checked contest; a ShambleError says what is wrong."""
    board_game = find(game)
    values = board_game.resolve_options(options)
    allowed = board_game.seats_with(values)
    if players is None:
        players = min(allowed, key=lambda seats: abs(seats - board_game.default_seats)) if len(allowed) else 0
    board_game.new(players, options)
    players, games, seed = board_game.check_players(players, values), check_games(games), check_seed(seed)
    if not bots:
        raise UnknownBot("An arena needs the names of bots: --bots greedy,random")
    if len(bots) < 2:
        raise UnknownBot("An arena needs two bots at least (the same may come twice): --bots greedy,random")
    for name in bots:
        find_bot(board_game, name)
    return Contest(board_game.code, tuple(bots), games, players, seed, board_game.changed(values))


def line_up(contest: Contest, number: int) -> list[int]:
    """Which bot (its place in the list) holds each seat of a game."""
    count = len(contest.bots)
    order = _order(contest.seed, count, number // count)
    return [order[(number + seat) % count] for seat in range(contest.players)]


@lru_cache(maxsize=4096)
def _order(seed: int, count: int, around: int) -> tuple[int, ...]:
    """The order of the bots around the table in a round: bot 0, then the others; all orders once, then again."""
    if count > ALL_ORDERS:
        digest = hashlib.blake2b(f"{seed}/order/{around}".encode(), digest_size=8).digest()
        others = list(range(1, count))
        Random(int.from_bytes(digest, "big")).shuffle(others)
        return (0, *others)
    every = _orders(seed, count)
    return (0, *every[around % len(every)])


@lru_cache(maxsize=4)
def _orders(seed: int, count: int) -> list[tuple[int, ...]]:
    every = list(permutations(range(1, count)))
    Random(seed).shuffle(every)
    return every


def play_chunk(contest: Contest, chunk: int) -> list[list[float]]:
    """The payoffs of every seat of the games of one chunk."""
    game = find(contest.game)
    start = game.new(contest.players, contest.options)
    rows = []
    for number in range(chunk * CHUNK, min(contest.games, (chunk + 1) * CHUNK)):
        digest = hashlib.blake2b(f"{contest.seed}/arena/{number}".encode(), digest_size=8).digest()
        policies = [find_bot(game, contest.bots[bot]) for bot in line_up(contest, number)]
        state = start.copy()
        play_policies(state, policies, Dice(int.from_bytes(digest, "big") >> 1), LONGEST)
        rows.append(state.payoffs())
    return rows


def run_arena(contest: Contest, jobs: int | None, progress: Callable[[int], None]) -> tuple[dict[str, Any], bool]:
    """Play the contest; the report, and whether it was stopped before all was played."""
    rows: list[list[float]] = []
    stopped = False
    try:
        for part in in_order(play_chunk, contest, span(0, ceil(contest.games / CHUNK)), jobs):
            rows += part
            progress(len(rows))
    except KeyboardInterrupt:
        stopped = True
    return _report(contest, rows), stopped


def _report(contest: Contest, rows: Sequence[Sequence[float]]) -> dict[str, Any]:
    if not rows:
        return {"games": 0}
    sat: list[list[tuple[float, int]]] = [[] for _ in contest.bots]  # what a bot won in a game, with how many seats
    for number, row in enumerate(rows):
        won, held = [0.0] * len(contest.bots), [0] * len(contest.bots)
        for seat, bot in enumerate(line_up(contest, number)):
            won[bot] += row[seat]
            held[bot] += 1
        for bot, seats in enumerate(held):
            if seats:
                sat[bot].append((won[bot], seats))
    skills = rate([(line_up(contest, n), row) for n, row in enumerate(rows)], len(contest.bots), contest.seed)
    fair = fsum(payoff for row in rows for payoff in row) / (
        contest.players * len(rows)
    )  # what a seat wins on the average of this contest
    table: list[dict[str, Any]] = []
    for bot, name in enumerate(contest.bots):
        share, low, high = _share(sat[bot])
        table.append(
            {
                "bot": name,
                "seats": sum(held for _, held in sat[bot]),
                "share": round(share, 6),
                "low": round(low, 6),
                "high": round(high, 6),
                "rating": _rating(share, fair),
                "rating_low": _rating(low, fair),
                "rating_high": _rating(high, fair),
                "skill": skills[bot] if skills is not None else None,
            }
        )
    return {
        "game": contest.game,
        "players": contest.players,
        "options": contest.options,
        "seed": contest.seed,
        "games": len(rows),
        "fair_share": round(fair, 6),
        "balanced": len(rows) % len(contest.bots) == 0,
        "bots": sorted(table, key=lambda row: -row["share"]),
    }


def _share(sat: Sequence[tuple[float, int]]) -> tuple[float, float, float]:
    """A bot's share of the seats it held, with its 95 % interval, from (won, seats held) game by game.

    Seats of one game are not independent: the variance is that of a ratio with the game as the unit, the interval
    Wilson's with the number of tries that would have that variance: of games, where all came out alike.
    """
    seats = sum(held for _, held in sat)
    if not seats:
        return 0.0, 0.0, 1.0
    share = fsum(won for won, _ in sat) / seats
    spread = share * (1 - share)
    variance = sum((won - share * held) ** 2 for won, held in sat) / seats**2
    alike = variance < 1e-24  # then nothing tells whether the seats of a game hang together
    return share, *interval(share, len(sat) if alike else spread / variance)


def _rating(share: float, fair: float) -> int:
    """Points above (below) a fair share: 400 for ten times its odds; held to ±2000."""
    if not 0 < fair < 1:
        return 0
    share = min(max(share, 1e-6), 1 - 1e-6)
    return max(-2000, min(2000, round(400 * log10(share / (1 - share) * (1 - fair) / fair))))
