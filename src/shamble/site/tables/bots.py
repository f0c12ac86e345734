"""Bots, hints and reviews: what is thought about at tables, never for long in the server's own process.

Quick bots answer at once. Bots that search, hints and reviews think in processes of their own, a few for each of the
three, in fair turns (`workers.py`); they get the position and answer with an action. No table waits for a bot for
longer than a set time: the quick policy chooses then.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shamble.bots import UnknownBot, decide, find_bot
from shamble.bots.advice import Advice, advise
from shamble.games import find
from shamble.kernel.game import Game
from shamble.kernel.state import State
from shamble.match import LARGEST_SEED, Match
from shamble.seats import Seat
from shamble.site import words
from shamble.site.errors import Busy, TooCostly, TooMany, WorkEnded
from shamble.site.tables.turns import Asker
from shamble.site.tables.workers import Bounds, Dropped, Workers

QUICK = ("random", "easy", "greedy")
FALLBACK = "greedy"  # who chooses where a search has not answered
OFFERED = ("random", "easy", "greedy", "normal", "hard")  # a search of any length is not offered to strangers
HINT_ITERATIONS = 600
REVIEW_ROLLOUTS, REVIEW_ITERATIONS, REVIEW_SECONDS = 200, 40, 20.0  # a quick review: what a table can afford
MEMORY = 1 << 30  # bytes of addresses of a process that thinks
NOBODY = Asker()

logger = logging.getLogger("shamble.site")


def bot_bounds(processes: int, seconds: float) -> Bounds:
    """For bots that search."""
    return Bounds(processes, waiting=256, share=64, seconds=seconds, memory=MEMORY, niceness=5)


HINTS = Bounds(1, waiting=32, share=16, seconds=20, memory=MEMORY, niceness=8)
REVIEWS = Bounds(1, waiting=12, share=4, seconds=90, memory=MEMORY, niceness=12)


def check_bot(game: Game, name: str) -> str:
    """The name of a bot that may sit at a table; UnknownBot, with what there is, if there is none."""
    if name not in OFFERED:
        find_bot(game, name)
        raise UnknownBot(f"A table has no bot {name[:40]!r}. Its bots are: {', '.join(OFFERED)}.")
    return name


@dataclass(frozen=True)
class Choice:
    """What a bot plays; `note` says in a sentence why it was chosen quickly, where a search should have chosen."""

    action: str
    note: str = ""


@dataclass
class _Thought:
    """A decision that is being thought about, and how many wait for it."""

    state: State
    task: "asyncio.Task[Choice]"
    waiting: int = 0


class Thinker:
    """Bots' decisions. `processes` at most think at once, for each decision `seconds` at most, waiting included."""

    def __init__(self, processes: int, seconds: float) -> None:
        self.workers = Workers(bot_bounds(processes, seconds))
        self._seconds = seconds
        self._thoughts: dict[tuple[Asker, int, str], _Thought] = {}

    async def decide(self, match: Match, seat: int, name: str, asker: Asker = NOBODY) -> Choice:
        """What the bot plays for a seat now. Whoever asks the same of the same table waits for the same thought.

        Busy or TooMany where too much is being thought about, Dropped where the match went on before it began.
        """
        if name in QUICK:
            return Choice(_quick(match, seat, name))
        state, key = match.state, (asker, seat, name)
        thought = self._thoughts.get(key)
        if thought is None or thought.state is not state or not asker.table:
            thought = _Thought(state, asyncio.get_running_loop().create_task(self._think(match, seat, name, asker)))
            self._thoughts[key] = thought
        thought.waiting += 1
        try:
            return await asyncio.shield(thought.task)
        finally:
            thought.waiting -= 1
            if not thought.waiting:
                thought.task.cancel()
                if self._thoughts.get(key) is thought:
                    del self._thoughts[key]

    async def decide_anyhow(self, match: Match, seat: int, name: str, asker: Asker = NOBODY) -> Choice:
        """The same, quickly where too much is being thought about."""
        try:
            return await self.decide(match, seat, name, asker)
        except (Busy, TooMany):
            return _quickly(match, seat, words.BOTS_ARE_BUSY)

    async def _think(self, match: Match, seat: int, name: str, asker: Asker) -> Choice:
        state = match.state
        given = (*_told(match), seat, name, match.version)
        try:
            async with asyncio.timeout(self._seconds):
                still: Callable[[], bool] = lambda: match.state is state  # noqa: E731
                return Choice(str(await self.workers.do(_decide, *given, asker=asker, wanted=still)))
        except (TimeoutError, TooCostly):
            why = words.BOT_TOOK_TOO_LONG
        except WorkEnded:
            why = words.BOT_WAS_ENDED
        except (Busy, TooMany, Dropped):
            raise
        except Exception:  # a fault of ours: the table goes on all the same
            logger.exception("A bot could not think.")
            why = words.BOT_FAILED
        if match.state is not state:
            raise Dropped
        return _quickly(match, seat, why)

    def close(self) -> None:
        """Let the processes go."""
        self.workers.close()


def _quick(match: Match, seat: int, name: str) -> str:
    return decide(match, seat, find_bot(match.game, name))


def _quickly(match: Match, seat: int, why: str) -> Choice:
    return Choice(_quick(match, seat, FALLBACK), why.format(name=match.seats[seat].name))


async def hint(workers: Workers, match: Match, seat: int, asker: Asker) -> list[Advice]:
    """Every choice of a seat with its chances, from what it knows; the errors of `Workers.do`."""
    names = [one.name for one in match.seats]
    advice: list[Advice] = await workers.do(_advise, *_told(match), seat, names, asker=asker)
    return advice


async def review(workers: Workers, record: dict[str, Any], asker: Asker, wanted: Callable[[], bool]) -> dict[str, Any]:
    """A finished game looked back at, as `Review.to_dict` writes it; it takes some twenty seconds. It is not begun
    where it is not `wanted` any more; the errors of `Workers.do`."""
    document: dict[str, Any] = await workers.do(_review, record, asker=asker, wanted=wanted)
    return document


def _told(match: Match) -> tuple[str, dict[str, Any], int]:
    return match.game.code, match.state.to_dict(), match.seed


def _decide(game: str, position: dict[str, Any], seed: int, seat: int, name: str, version: int) -> str:
    board_game = find(game)
    match = Match.at(game, position, (seed + version) % LARGEST_SEED)  # other dice at every decision
    return decide(match, seat, find_bot(board_game, name))


def _advise(game: str, position: dict[str, Any], seed: int, seat: int, names: list[str]) -> list[Advice]:
    match = Match.at(game, position, seed)
    match.sit([Seat(name) for name in names])
    return advise(match, seat, iterations=HINT_ITERATIONS)


def _review(record: dict[str, Any]) -> dict[str, Any]:
    from shamble.record import Record
    from shamble.review import Settings, review

    quick = Settings(rollouts=REVIEW_ROLLOUTS, iterations=REVIEW_ITERATIONS, seconds=REVIEW_SECONDS)
    return review(Record.from_dict(record), quick).to_dict()
