"""Editions by name or by file."""

from math import isfinite
from pathlib import Path
from typing import Any

from shamble.files import read_toml
from shamble.games.shelf import as_edition, check_keys
from shamble.kernel.errors import BadEdition
from shamble.kernel.fields import brief
from shamble.kernel.game import Edition, Game


def find_edition(game: Game, wanted: "str | Path | Edition | None") -> Edition:
    """The edition: the game's own first where nothing is wanted, a shipped one by its name, an owner's by its file.

    BadEdition says which entry is wrong, and which names there are; BadFile that the file cannot be read.
    """
    if wanted is None:
        return game.editions()[0]
    if isinstance(wanted, Edition):
        check_edition(game, wanted)
        return wanted
    text = str(wanted) if isinstance(wanted, str | Path) else brief(wanted)
    if any(edition.name == text for edition in game.editions()):
        return game.edition(text)
    if "/" in text or text.endswith(".toml"):
        return load_edition(game, text)
    return game.edition(text)


def load_edition(game: Game, path: str | Path) -> Edition:
    """An owner's edition from its file, checked."""
    data = read_toml(path)
    try:
        _check_values(data)
        edition = as_edition(data, shipped=False)
        check_keys(data, game.edition_keys)  # of files only: saved games keep whatever their editions held
        check_edition(game, edition)
    except BadEdition as error:
        raise BadEdition(f"{path}: {error}") from None
    return edition


def check_edition(game: Game, edition: Edition) -> None:
    """BadEdition where the edition is of another game, lacks a component, or takes a shipped edition's name."""
    of = edition.data.get("game")
    if of != game.code:
        raise BadEdition(f"Edition: `game` must be {game.code!r}, not {brief(of)}.")
    shipped = [other for other in game.editions() if other.name == edition.name]
    if shipped and shipped[0].hash != edition.hash:
        raise BadEdition(f"Edition: the name {edition.name!r} is taken by a shipped edition; choose another.")
    game.check_edition(edition.data)


def _check_values(entry: Any, name: str = "") -> None:
    """BadEdition where a value (a date, an infinite number) is none that a saved game can hold."""
    if isinstance(entry, dict):
        for key, value in entry.items():
            _check_values(value, key)
    elif isinstance(entry, list):
        for value in entry:
            _check_values(value, name)
    elif not isinstance(entry, str | int | float) or (isinstance(entry, float) and not isfinite(entry)):
        raise BadEdition(f"Edition: `{name}` must be text, a number, true or false; not {brief(entry)}.")
