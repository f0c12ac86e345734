"""The catalogue: every game whose folder lies here, loaded when first asked for, those of other distributions that were
installed (`plug_ins.py`), and those registered besides."""

import difflib
import sys
from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

from shamble.games.plug_ins import plug_ins
from shamble.kernel.errors import BadOption
from shamble.kernel.fields import brief
from shamble.kernel.game import Game

_HERE = frozenset(found.name for found in iter_modules(__path__) if found.ispkg)  # a folder is named by its code
_registered: dict[str, Game] = {}


def find(code: str) -> Game:
    """The game of that code; BadOption, listing the codes there are, if there is none."""
    if isinstance(code, str) and code in _HERE:
        return _load(code)
    if isinstance(code, str) and code in _registered:
        return _registered[code]
    if isinstance(code, str) and code in plug_ins(_HERE):
        return plug_ins(_HERE)[code]
    near = difflib.get_close_matches(code[:40], codes(), 1) if isinstance(code, str) else []
    hint = f" Did you mean {near[0]}?" if near else ""
    raise BadOption(f"There is no game {brief(code)}.{hint} The games are: {', '.join(codes())}.")


def has(code: object) -> bool:
    """Whether there is a game of that code."""
    return isinstance(code, str) and (code in _HERE or code in _registered or code in plug_ins(_HERE))


@lru_cache
def _load(code: str) -> Game:
    return _game_of(import_module(f"shamble.games.{code}"))


def _game_of(module: ModuleType) -> Game:
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise BadOption(f"{module.__name__} holds no game: its `__init__.py` must set GAME to a Game.")
    return game


def catalogue() -> tuple[Game, ...]:
    """Every game that stands, in the order of `Game.order`."""
    return _in_order({**plug_ins(_HERE), **_registered, **{game.code: game for game in shipped()}}.values())


def shipped() -> tuple[Game, ...]:
    """The games whose folders lie here, which every Shamble of this version has."""
    return _in_order([_load(code) for code in _HERE])


def _in_order(games: Iterable[Game]) -> tuple[Game, ...]:
    return tuple(sorted(games, key=lambda game: (game.order, game.code)))


def codes() -> tuple[str, ...]:
    """The codes of the catalogue, in its order."""
    return tuple(game.code for game in catalogue())


def register(given: Game | Path) -> Game:
    """Add a game of one's own to the catalogue of this process: a Game, or its folder, which is a package whose
    `__init__.py` sets GAME. Every front finds it from then on. The same game may be registered again.

    BadOption if the folder holds no game, or another game has the code already. Worker processes started later know
    the game, too, if its package (or module) can be imported by its name and sets GAME.
    """
    game = given if isinstance(given, Game) else _game_in(Path(given))
    if has(game.code) and find(game.code) is not game:
        raise BadOption(f"There is a game {brief(game.code)} already: {find(game.code).title}. Choose another code.")
    if game.code not in _HERE:
        _registered[game.code] = game
    return game


def unregister(code: str) -> None:
    """Take a registered game out of the catalogue of this process; nothing happens where there is none."""
    _registered.pop(code, None)


def registered() -> tuple[Path | str, ...]:
    """Where another process finds the games registered here: folders, and names of modules."""
    homes = [(sys.modules[game.package or type(game).__module__], game) for game in _registered.values()]
    return tuple(
        Path(str(home.__file__)).parent if hasattr(home, "__path__") else home.__name__
        for home, game in homes
        if getattr(home, "GAME", None) is game and home.__name__ not in ("__main__", "__mp_main__")
    )


def register_all(homes: Iterable[Path | str]) -> None:
    """Register what `registered` said in another process."""
    for home in homes:
        register(home if isinstance(home, Path) else _game_of(import_module(home)))


def _game_in(folder: Path) -> Game:
    """The game of a folder, imported as a package of the folder's name."""
    start = folder.resolve() / "__init__.py"
    known = sys.modules.get(folder.resolve().name)
    if known is not None and known.__file__ == str(start):
        return _game_of(known)
    if not start.is_file():
        raise BadOption(f"{folder} holds no game: there is no `__init__.py` in it.")
    name = start.parent.name
    if known is not None or not name.isidentifier():
        raise BadOption(f"{folder}: rename the folder; no game's package can be called {brief(name)} here.")
    spec = spec_from_file_location(name, start, submodule_search_locations=[str(start.parent)])
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return _game_of(module)


class _Catalogue(ModuleType):
    """This module, which may be called: `shamble.games()` is the catalogue whatever was imported before."""

    def __call__(self) -> tuple[Game, ...]:
        return catalogue()


sys.modules[__name__].__class__ = _Catalogue
