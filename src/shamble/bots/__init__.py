"""Bots by their names. A bot is a Policy: it decides for a seat from what that seat knows."""

import difflib
import hashlib
import re
from typing import Protocol

from mypy_extensions import i64

from shamble.kernel.dice import Dice
from shamble.kernel.errors import ShambleError
from shamble.kernel.game import Game
from shamble.kernel.policy import Policy, Uniform
from shamble.kernel.state import State

NAMES = ("random", "easy", "greedy", "normal", "hard")
LEVELS = {"normal": 300, "hard": 4000}  # iterations of search
EASY_RANDOM_ONE_IN = 3  # `easy` plays at random in one of this many decisions
MOST_ITERATIONS = 100_000_000
MOST_SECONDS = 3600.0


class Played(Protocol):
    """What a bot is given of a match: the game, its position, and what settles the dice it thinks with."""

    game: Game
    seed: int

    @property
    def state(self) -> State:
        """The whole position; a bot looks at what its seat knows of it."""
        ...

    @property
    def version(self) -> int:
        """How many events have happened."""
        ...


class UnknownBot(ShambleError):
    """An unknown bot name."""


class SometimesRandom(Policy):
    """Follows another policy, but plays at random in one of `one_in` decisions."""

    def __init__(self, policy: Policy, one_in: int) -> None:
        self._policy = policy
        self._one_in = one_in

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        """The policy's choice, or any."""
        return (Uniform() if dice.below(self._one_in) == 0 else self._policy).choose(state, seat, dice)

    def estimate(self, state: State) -> list[float]:
        """The policy's estimate."""
        return self._policy.estimate(state)


def find_bot(game: Game, name: str, keep: bool = False) -> Policy:
    """The bot of that name for a game: `random`, `easy`, `greedy`, `normal`, `hard`, `search:20000` (iterations) or
    `search:2s` (seconds). UnknownBot, listing the bots there are, for any other name. `keep`: see Search."""
    if name == "random":
        return Uniform()
    if name == "greedy":
        return game.greedy
    if name == "easy":
        return SometimesRandom(game.greedy, EASY_RANDOM_ONE_IN)
    if name in LEVELS:
        return _search(game, LEVELS[name], 0.0, keep)
    matched = re.fullmatch(r"search:(\d{1,12})|search:(\d{1,6}(?:\.\d{1,6})?)s", name)
    if matched is not None:
        iterations, seconds = int(matched[1] or 0), float(matched[2] or 0)
        if 0 < iterations <= MOST_ITERATIONS or 0 < seconds <= MOST_SECONDS:
            return _search(game, iterations, seconds, keep)
        raise UnknownBot(
            f"{name[:40]!r}: a search needs 1 to {MOST_ITERATIONS:,} iterations, or up to {MOST_SECONDS:.0f} seconds."
        )
    near = difflib.get_close_matches(name, NAMES, 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    known = ", ".join(NAMES)
    raise UnknownBot(f"There is no bot {name[:40]!r}.{hint} The bots are: {known}, search:ITERATIONS, search:SECONDSs.")


def _search(game: Game, iterations: int, seconds: float, keep: bool) -> Policy:
    from shamble.bots.search import Search

    search = Search(game.greedy, iterations, seconds)
    search.keep = keep
    return search


def decide(match: Played, seat: int, bot: Policy) -> str:
    """What the bot plays for a seat now. A bot without memory answers the same for the same match and version."""
    return match.game.vocabulary.text(bot.choose(match.state, seat, thinking_dice(match, seat)))


def thinking_dice(match: Played, seat: int) -> Dice:
    """The dice a bot thinks with: settled by the match's seed, the seat and the version."""
    digest = hashlib.blake2b(f"{match.seed}/bot/{seat}/{match.version}".encode(), digest_size=8).digest()
    return Dice(int.from_bytes(digest, "big") >> 1)
