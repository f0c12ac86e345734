"""Shamble: published zombie tabletop games on one digital table.

    >>> import shamble
    >>> m = shamble.Match("run", players=4, seed=7)
    >>> m.result is None
    True

With `SHAMBLE_PURE` set in the environment the engine runs interpreted, from the same sources.
"""

from shamble import _build  # isort: skip  # must come before anything compiled

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
COMPILED = _build.choose()

if TYPE_CHECKING:
    from shamble.games import catalogue as games
    from shamble.games import find as game
    from shamble.kernel.errors import (
        BadEdition,
        BadOption,
        BadPosition,
        BadRecord,
        BadRules,
        IllegalAction,
        ShambleError,
    )
    from shamble.kernel.shown import Choice
    from shamble.kernel.state import CHANCE
    from shamble.match import Match, Result
    from shamble.record import Record
    from shamble.replaying import load
    from shamble.telling import Event

_HOMES = {
    "games": ("shamble.games", ""),  # the module itself, which may be called
    "game": ("shamble.games", "find"),
    "Match": ("shamble.match", "Match"),
    "Choice": ("shamble.kernel.shown", "Choice"),
    "Event": ("shamble.telling", "Event"),
    "Result": ("shamble.match", "Result"),
    "load": ("shamble.replaying", "load"),
    "Record": ("shamble.record", "Record"),
    "CHANCE": ("shamble.kernel.state", "CHANCE"),
    "ShambleError": ("shamble.kernel.errors", "ShambleError"),
    "IllegalAction": ("shamble.kernel.errors", "IllegalAction"),
    "BadOption": ("shamble.kernel.errors", "BadOption"),
    "BadEdition": ("shamble.kernel.errors", "BadEdition"),
    "BadPosition": ("shamble.kernel.errors", "BadPosition"),
    "BadRecord": ("shamble.kernel.errors", "BadRecord"),
    "BadRules": ("shamble.kernel.errors", "BadRules"),
}

__all__ = [
    "CHANCE",
    "COMPILED",
    "BadEdition",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadRules",
    "Choice",
    "Event",
    "IllegalAction",
    "Match",
    "Record",
    "Result",
    "ShambleError",
    "game",
    "games",
    "load",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for, so that `import shamble` stays quick."""
    if name not in _HOMES:
        raise AttributeError(f"module 'shamble' has no attribute {name!r}")
    from importlib import import_module

    module, attribute = _HOMES[name]
    home = import_module(module)
    value = getattr(home, attribute) if attribute else home
    globals()[name] = value
    return value
