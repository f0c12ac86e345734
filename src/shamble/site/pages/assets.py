"""The static files, all under one hash: style sheets, each joined from a file a concept, scripts, drawings.

A page's sheets are linked in this order, later ones have the last word: what all boards share, the game's own, the
table around the board, the site.
"""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from shamble.games import catalogue
from shamble.kernel.game import Game
from shamble.site.pages.game_files import game_drawings

TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
SHEETS = {  # each by the concepts it is joined from, in their order: static/site/palette.css ...
    "site": ("palette", "base", "frame", "buttons", "front", "programme", "forms", "setup", "texts"),
    "table": (
        "table", "actions", "panel", "seats", "story", "menu", "cover", "waiting", "replay", "motion", "cards", "print",
    ),
}  # fmt: skip
ENTRY = "table.js"  # the module that a page starts


def static_files() -> Mapping[str, bytes]:
    """Every static file by its name, the games' style sheets and drawings among them."""
    return _static_files(catalogue())


def static_hash() -> str:
    """Twelve hexadecimal digits that change with any static file: an address that may be cached for ever."""
    return _static_hash(catalogue())


@lru_cache(maxsize=4)
def _static_files(games: tuple[Game, ...]) -> Mapping[str, bytes]:
    folder = files("shamble.site.pages") / "static"
    own = {entry.name: entry.read_bytes() for entry in folder.iterdir() if _suffix(entry.name) in TYPES}
    for sheet, concepts in SHEETS.items():
        own[f"{sheet}.css"] = b"\n".join((folder / sheet / f"{concept}.css").read_bytes() for concept in concepts)
    return {**own, **game_drawings(games)}


def _suffix(name: str) -> str:
    dot = name.rfind(".")
    return name[dot:] if dot > 0 else ""


@lru_cache(maxsize=4)
def _static_hash(games: tuple[Game, ...]) -> str:
    digest = hashlib.sha256()
    for name, data in sorted(_static_files(games).items()):
        digest.update(name.encode() + b"\0" + data)
    return digest.hexdigest()[:12]


def static(name: str) -> str:
    """The address of a static file."""
    return f"/static/{static_hash()}/{name}"


def static_type(name: str) -> str:
    """The content type of a static file."""
    return TYPES[_suffix(name)]


@lru_cache(maxsize=1)
def modules() -> tuple[str, ...]:
    """The modules that the script's first one leads to, by name: a page has them fetched at once, not in a chain."""
    return tuple(sorted(name for name in static_files() if name.endswith(".js") and name != ENTRY))
