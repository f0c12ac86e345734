"""What the numbers of an observation mean, game by game: each game says it in its `layout.py`."""

from collections.abc import Callable, Mapping

from shamble.kernel.errors import BadOption
from shamble.kernel.game import Edition, Game, Value
from shamble.kernel.layout import Encoder, Field, Layout, Observer
from shamble.kernel.state import State

__all__ = ["Encoder", "Field", "Layout", "Observer", "layout_of", "observer_of"]


def layout_of(game: Game, players: int, options: Mapping[str, Value], edition: Edition) -> Layout:
    """The layout of a game's observations for so many seats, resolved options and an edition; BadOption if the game
    brings none."""
    source = game.part("layout") or game
    if not hasattr(source, "layout"):
        raise BadOption(
            f"{game.title} does not say what an observation of it is, so it cannot be learned here. Its folder needs a "
            "`layout.py` with a function `layout(players, options, edition)`: docs/adapters.md tells how to write one."
        )
    layout = source.layout(players, options, edition)
    assert isinstance(layout, Layout)
    return layout


def observer_of(game: Game, layout: Layout, opening: State) -> Observer:
    """What writes the observations of games that begin at `opening`: what the `observer` of the game's `layout.py`
    makes, where it has a quicker way, else an encoder of views."""
    own: Callable[[State], Observer] | None = getattr(game.part("layout"), "observer", None)
    if own is not None:
        return own(opening)
    encoder = Encoder(layout)
    return lambda state, seat: encoder.encode(state.glance(seat))
