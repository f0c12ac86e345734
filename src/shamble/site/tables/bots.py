"""Thinking: what bots decide and what hints say, never for long in the server's own process.

Quick bots answer at once. Bots that search, and hints, think in processes of their own, few at a time; they get the
position and answer with an action.
"""

import asyncio
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from shamble.bots import UnknownBot, decide, find_bot
from shamble.bots.advice import Advice, advise
from shamble.games import find
from shamble.kernel.game import Game
from shamble.match import LARGEST_SEED, Match
from shamble.processes import end_with
from shamble.seats import Seat

QUICK = ("random", "easy", "greedy")
OFFERED = ("random", "easy", "greedy", "normal", "hard")  # a search of any length is not offered to strangers
HINT_ITERATIONS = 600
REVIEW_ROLLOUTS, REVIEW_ITERATIONS, REVIEW_SECONDS = 200, 40, 20.0  # a quick review: what a table can afford


def check_bot(game: Game, name: str) -> str:
    """The name of a bot that may sit at a table; UnknownBot, with what there is, where there is none."""
    if name not in OFFERED:
        find_bot(game, name)
        raise UnknownBot(f"A table has no bot {name[:40]!r}. Its bots are: {', '.join(OFFERED)}.")
    return name


class Thinker:
    """Bounded thinking. `processes` at most think at once; more wait their turn."""

    def __init__(self, processes: int) -> None:
        self._processes = max(1, processes)
        self._pool: ProcessPoolExecutor | None = None
        self._turns = asyncio.Semaphore(self._processes)
        self._bots: dict[tuple[str, str], Any] = {}

    async def decide(self, match: Match, seat: int, name: str) -> str:
        """What the bot plays for a seat now."""
        if name in QUICK:
            bot = self._bots.get((match.game.code, name))
            if bot is None:
                bot = self._bots[(match.game.code, name)] = find_bot(match.game, name)
            return decide(match, seat, bot)
        return str(await self._think(_decide, *_told(match), seat, name, match.version))

    async def hint(self, match: Match, seat: int) -> list[Advice]:
        """Every choice of a seat with its chances, from what it knows."""
        names = [one.name for one in match.seats]
        found: list[Advice] = await self._think(_advise, *_told(match), seat, names)
        return found

    async def review(self, record: dict[str, Any]) -> dict[str, Any]:
        """A finished game looked back at, as `Review.to_dict` writes it; it takes some twenty seconds."""
        found: dict[str, Any] = await self._think(_review, record)
        return found

    async def _think(self, what: Any, *given: Any) -> Any:
        async with self._turns:
            try:
                return await self._run(what, *given)
            except BrokenProcessPool:  # somebody ended the process: one more try with a new one
                self._pool = None
                return await self._run(what, *given)

    async def _run(self, what: Any, *given: Any) -> Any:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, _begin, (os.getpid(),))
        return await asyncio.get_running_loop().run_in_executor(self._pool, what, *given)

    def close(self) -> None:
        """Let the processes go."""
        if self._pool is not None:
            for process in list((getattr(self._pool, "_processes", None) or {}).values()):
                process.terminate()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _begin(parent: int) -> None:
    """A thinking process ends with its server, leaves Ctrl-C to it and lets others go first."""
    import signal

    end_with(parent)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)


def _told(match: Match) -> tuple[str, dict[str, Any], int]:
    return match.game.code, match.state.to_dict(), match.seed


def _decide(game: str, position: dict[str, Any], seed: int, seat: int, name: str, version: int) -> str:
    found = find(game)
    match = Match.at(game, position, (seed + version) % LARGEST_SEED)  # other dice at every decision
    return decide(match, seat, find_bot(found, name))


def _advise(game: str, position: dict[str, Any], seed: int, seat: int, names: list[str]) -> list[Advice]:
    match = Match.at(game, position, seed)
    match.sit([Seat(name) for name in names])
    return advise(match, seat, iterations=HINT_ITERATIONS)


def _review(record: dict[str, Any]) -> dict[str, Any]:
    from shamble.record import Record
    from shamble.review import Settings, review

    quick = Settings(rollouts=REVIEW_ROLLOUTS, iterations=REVIEW_ITERATIONS, seconds=REVIEW_SECONDS)
    return review(Record.from_dict(record), quick).to_dict()
