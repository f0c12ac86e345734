"""The observation."""

from collections.abc import Mapping

from shamble.kernel.game import Edition, Value
from shamble.kernel.layout import Layout, each, number, one_of

from .state import CARDS


def layout(players: int, options: Mapping[str, Value], edition: Edition) -> Layout:
    """Everything a seat may know."""
    seats = range(players)
    return Layout(
        [
            one_of("seat", seats, "the seat that observes"),
            one_of("turn", seats, "whose turn it is"),
            each(
                "squares",
                9,
                one_of("square", "XO-", ""),
                "each square",
                get=lambda view: [square for row in view["rows"] for square in row],
            ),
            number("dealt", "cards dealt", high=2),
            one_of("card", CARDS, "the own card"),
            each("shown", players, one_of("card", CARDS, ""), "the cards used, by seat"),
            one_of("winner", seats, "who has won"),
        ]
    )
