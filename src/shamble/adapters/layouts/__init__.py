"""What the numbers of an observation mean, game by game."""

from collections.abc import Mapping
from importlib import import_module

from shamble.adapters.layouts.field import Encoder, Field, Layout
from shamble.kernel.game import Edition, Game, Value

__all__ = ["Encoder", "Field", "Layout", "layout_of"]


def layout_of(game: Game, players: int, options: Mapping[str, Value], edition: Edition) -> Layout:
    """The layout of a game's observations for a number of seats, resolved options and an edition."""
    layout = import_module(f"{__name__}.{game.code}").layout(players, options, edition)
    assert isinstance(layout, Layout)
    return layout
