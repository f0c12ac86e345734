"""The catalogue: the games that stand, loaded when first asked for."""

import difflib
import sys
from functools import lru_cache
from importlib import import_module
from types import ModuleType

from shamble.kernel.errors import BadOption
from shamble.kernel.fields import brief
from shamble.kernel.game import Game

CODES = ("pocket", "run", "hate", "hugme", "horrific")


def find(code: str) -> Game:
    """The game of that code; BadOption, listing the codes there are, if there is none."""
    if not isinstance(code, str) or code not in CODES:
        near = difflib.get_close_matches(code[:40], CODES, 1) if isinstance(code, str) else []
        hint = f" Did you mean {near[0]}?" if near else ""
        raise BadOption(f"There is no game {brief(code)}.{hint} The games are: {', '.join(CODES)}.")
    return _load(code)


@lru_cache
def _load(code: str) -> Game:
    game = import_module(f"shamble.games.{code}").GAME
    assert isinstance(game, Game)
    return game


def catalogue() -> tuple[Game, ...]:
    """Every game that stands."""
    return tuple(find(code) for code in CODES)


class _Catalogue(ModuleType):
    """This module, which may be called: `shamble.games()` is the catalogue whatever was imported before."""

    def __call__(self) -> tuple[Game, ...]:
        return catalogue()


sys.modules[__name__].__class__ = _Catalogue
