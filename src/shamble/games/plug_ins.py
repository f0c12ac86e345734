"""Plug-ins: games of other distributions, found by their entry points in the group `shamble.games`.

An entry point names a Game, or a module or package that sets GAME. One that cannot be loaded harms no other game: it is
left out, and that is told once.
"""

import logging
from collections.abc import Collection
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points

from shamble.kernel.game import CONTRACT, Game

GROUP = "shamble.games"

logger = logging.getLogger("shamble.games")


@lru_cache(maxsize=1)
def plug_ins(taken: Collection[str]) -> dict[str, Game]:
    """The games of other distributions by their codes; those in `taken` are given away already."""
    games: dict[str, Game] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        try:
            game = _game_of(point)
        except (Exception, SystemExit) as error:  # whatever a stranger's module does while it is imported
            _leave_out(point, f"{type(error).__name__}: {error}")
            continue
        if game is None:
            _leave_out(point, f"{point.value} is no Game and sets no GAME")
        elif game.contract != CONTRACT:
            change = "a newer Shamble" if game.contract > CONTRACT else "a newer version of it"
            _leave_out(point, f"it was written for version {game.contract} of what a game must answer, and this is "
                       f"{CONTRACT}: {change} is needed")  # fmt: skip
        elif not game.code.isidentifier():
            _leave_out(point, f"{game.code!r} is no code for a game")
        elif game.code in taken:
            _leave_out(point, f"there is a game {game.code!r} already")
        elif games.setdefault(game.code, game) is not game:
            _leave_out(point, f"another plug-in has brought a game {game.code!r} already")
    return games


def _game_of(point: EntryPoint) -> Game | None:
    loaded = point.load()
    game = getattr(loaded, "GAME", loaded)
    return game if isinstance(game, Game) else None


def _leave_out(point: EntryPoint, why: str) -> None:
    whose = f" of {point.dist.name}" if point.dist is not None else ""
    told = " ".join(why.split())
    logger.warning("shamble: the plug-in %s%s is left out: %s.", point.name, whose, told[:300].rstrip("."))
