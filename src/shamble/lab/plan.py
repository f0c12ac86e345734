"""Plan: what is to be played in bulk, checked once and sent to every process."""

import hashlib
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shamble.bots import find_bot
from shamble.editions import find_edition
from shamble.games import find
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadOption
from shamble.kernel.fields import brief
from shamble.kernel.game import Edition, Value, show
from shamble.kernel.numbers import whole_number
from shamble.kernel.policy import Policy
from shamble.kernel.seeds import check_seed
from shamble.kernel.state import State

CHUNK = 500  # games
SEARCHED = 5  # games of a chunk where a bot searches
LONGEST = 10_000_000  # events of one game; one that is not over then counts as unfinished


@dataclass(frozen=True)
class Plan:
    """What is to be played: checked once, sent to every process."""

    game: str
    players: int
    options: dict[str, Value]
    edition: (
        "str | Edition | None"  # a shipped edition's name, or an owner's whole edition: other machines lack its file
    )
    bots: tuple[str, ...]
    seed: int
    games: int
    chunk: int  # games

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return (self.games + self.chunk - 1) // self.chunk

    def chunk_games(self, number: int) -> range:
        """The numbers of the games of a chunk."""
        return range(number * self.chunk, min(self.games, (number + 1) * self.chunk))

    def stamp(self) -> dict[str, Any]:
        """All that the numbers depend on, JSON-able: equal stamps, equal numbers."""
        game = find(self.game)
        edition = find_edition(game, self.edition)
        return {
            "game": self.game,
            "rules": game.rules_version,
            "players": self.players,
            "options": self.options,
            "edition": {"name": edition.name, "hash": edition.hash},
            "bots": list(self.bots),
            "seed": self.seed,
            "games": self.games,
            "chunk": self.chunk,
        }


def make_plan(
    game: str,
    games: int,
    players: int | None,
    bots: Sequence[str],
    seed: int,
    options: Mapping[str, object],
    edition: "str | Edition | None",
) -> Plan:
    """A checked plan; a ShambleError says what is wrong. No bots: all random; one: it sits in every seat."""
    board_game = find(game)
    values = board_game.resolve_options(options)
    allowed = board_game.seats_with(values)
    if players is None:
        players = min(allowed, key=lambda seats: abs(seats - board_game.default_seats)) if len(allowed) else 0
    used = find_edition(board_game, edition)
    board_game.new(players, options, used)
    players, games, seed = board_game.check_players(players, values), check_games(games), check_seed(seed)
    names = tuple(bots) or ("random",)
    if len(names) == 1:
        names = names * players
    if len(names) != players:
        raise BadOption(f"--bots names {len(names)} bots for {players} seats: give one for all, or one for each seat.")
    for name in names:
        find_bot(board_game, name)
    chunk = SEARCHED if any(is_slow(name) for name in names) else CHUNK
    kept = used.name if used.shipped else used
    return Plan(board_game.code, players, board_game.changed(values), kept, names, seed, games, chunk)


def check_games(games: object) -> int:
    """A number of games to play, checked; BadOption if it is not one."""
    number = whole_number(games)
    if number is None or number < 1:
        raise BadOption(f"--games must be 1 or more; not {brief(games)}.")
    return number


def is_slow(bot: str) -> bool:
    """Whether a bot searches, so that a game takes seconds rather than microseconds."""
    return bot not in ("random", "easy", "greedy")


def opening(plan: Plan, number: int) -> tuple[State, list[Policy], Dice]:
    """What a chunk begins with: the opening position, who decides for each seat, and the chunk's own luck."""
    game = find(plan.game)
    start = game.new(plan.players, plan.options, find_edition(game, plan.edition))
    policies = [find_bot(game, name) for name in plan.bots]
    digest = hashlib.blake2b(f"{plan.seed}/chunk/{number}".encode(), digest_size=8).digest()
    return start, policies, Dice(int.from_bytes(digest, "big") >> 1)


def command(plan: Plan, edition: str | None = None) -> str:
    """The command that plays a plan again and prints its numbers."""
    words = ["shamble", "simulate", plan.game, "--games", str(plan.games), "--players", str(plan.players)]
    words += ["--bots", plan.bots[0] if len(set(plan.bots)) == 1 else ",".join(plan.bots), "--seed", str(plan.seed)]
    for name, value in plan.options.items():
        words += ["--option", f"{name}={show(value)}"]
    if edition is not None:
        words += ["--edition", edition]
    return shlex.join(words)
