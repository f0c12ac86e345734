"""team: one decision searched by several processes at once, their roots added up (root parallelism)."""

from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from math import ceil
from typing import Any

from mypy_extensions import i64

from shamble.bots.search import Search
from shamble.games import find
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadOption, ShambleError
from shamble.kernel.fields import brief
from shamble.kernel.game import Edition, Game
from shamble.kernel.policy import Policy
from shamble.kernel.state import State
from shamble.processes import GUARD, dismiss, without_interrupts, workers

MOST_JOBS = 256
Rows = list[tuple[list[float], list[float]]]


class Team(Policy):
    """A search by `jobs` processes: `iterations` in all, or `seconds` each if that is more than 0. The same seed,
    iterations and jobs give the same choice. `close` ends the processes; a `with` block does so by itself."""

    def __init__(
        self, game: Game, iterations: int, seconds: float = 0.0, jobs: int = 2, edition: Edition | None = None
    ) -> None:
        if isinstance(jobs, bool) or not isinstance(jobs, int) or not 1 <= jobs <= MOST_JOBS:
            raise BadOption(f"A search takes 1 to {MOST_JOBS} jobs; not {brief(jobs)}.")
        self._game = game
        self._edition = edition
        self._iterations = iterations
        self._seconds = seconds
        self._jobs = jobs
        self._lead = Search(game.greedy, iterations, seconds)
        self._pool: ProcessPoolExecutor | None = None

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        """What the processes find best together."""
        codes = state.legal(seat)
        return codes[0] if len(codes) == 1 else self.think(state, seat, dice)

    def think(self, state: State, seat: i64, dice: Dice) -> i64:
        """Search the position; `results` then tells what was found. ShambleError if a process was ended."""
        if self._pool is None:
            self._pool = workers(self._jobs)
        position = state.to_dict()
        share = ceil(self._iterations / self._jobs)
        seeds = [int(dice.below(1 << 30)) for _ in range(self._jobs)]
        try:
            with without_interrupts():
                parts = [
                    self._pool.submit(
                        search_part, self._game.code, self._edition, position, int(seat), share, self._seconds, seed
                    )
                    for seed in seeds
                ]
            parts_results = [part.result() for part in parts]
        except BrokenProcessPool:
            self.close()
            raise ShambleError(f"A process of the search was ended from outside. {GUARD}") from None
        return self._lead.gather(state, seat, parts_results, dice)

    def results(self) -> list[tuple[int, int, list[float]]]:
        """See Search.results; tries are those of all processes."""
        return self._lead.results()

    def estimate(self, state: State) -> list[float]:
        """The quick policy's estimate."""
        return self._lead.estimate(state)

    def close(self) -> None:
        """End the processes; a later decision starts new ones."""
        if self._pool is not None:
            dismiss(self._pool, at_once=True)
            self._pool = None

    def __enter__(self) -> "Team":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def search_part(
    code: str, edition: Edition | None, position: dict[str, Any], seat: int, iterations: int, seconds: float, seed: int
) -> Rows:
    """One process's share of a search."""
    game = find(code)
    search = Search(game.greedy, iterations, seconds)
    search.think(game.read(position, edition), seat, Dice(seed))
    return search.root_stats()
