"""Bots by their names. A bot is a Policy: it decides for a seat from what that seat knows."""

import difflib
import hashlib

from shamble.kernel.dice import Dice
from shamble.kernel.errors import ShambleError
from shamble.kernel.game import Game
from shamble.kernel.policy import Policy, Uniform
from shamble.match import Match

NAMES = ("random", "greedy")


class UnknownBot(ShambleError):
    """A bot's name that is none."""


def find_bot(game: Game, name: str) -> Policy:
    """The bot of that name for a game; UnknownBot, with the names there are, where there is none."""
    if name == "random":
        return Uniform()
    if name == "greedy":
        return game.greedy
    near = difflib.get_close_matches(name, NAMES, 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise UnknownBot(f"There is no bot {name[:40]!r}.{hint} The bots are: {', '.join(NAMES)}.")


def decide(match: Match, seat: int, bot: Policy) -> str:
    """What the bot plays for a seat now. The same match, seat and version always give the same answer."""
    digest = hashlib.blake2b(f"{match.seed}/bot/{seat}/{match.version}".encode(), digest_size=8).digest()
    dice = Dice(int.from_bytes(digest, "big") >> 1)
    return match.game.vocabulary.text(bot.choose(match.state, seat, dice))
