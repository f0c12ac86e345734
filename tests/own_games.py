"""A game that lives in tests alone, registered while a test runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shamble.games import register, unregister
from shamble.kernel.game import Game

FOLDER = Path(__file__).parent / "hidden_tictac"


@contextmanager
def registered(given: Game | Path = FOLDER) -> Iterator[Game]:
    """The game, in the catalogue as long as the context lasts."""
    game = register(given)
    try:
        yield game
    finally:
        unregister(game.code)
