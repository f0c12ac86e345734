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

