"""The observation of Zombie! Run for Your Lives!"""

from collections.abc import Mapping

from shamble.games.run.rules import codes
from shamble.games.run.rules.data import CARDS
from shamble.kernel.game import Edition, Value
from shamble.kernel.layout import Layout, counts, each, flags, members, number, numbers, one_of


def layout(players: int, options: Mapping[str, Value], edition: Edition) -> Layout:
    """Everything a seat may know."""
    seats = range(players)
    front = counts("front", CARDS, "", high=3)
    return Layout(
        [
            one_of("seat", seats, "the seat that observes"),
            one_of("phase", codes.PHASES, f"{', '.join(codes.PHASES)}"),
            one_of("turn", seats, "whose turn it is"),
            one_of("first", seats, "who began; nothing before it is settled"),
            members("owing", seats, "the seats that owe a decision"),
            members("living", seats, "the seats that are still alive"),
            number("owed", "cards still to be dealt or drawn"),
            number("turns", "turns ended"),
            number("redraws", "redraws in this turn"),
            flags(("special_used",), "the special play of this turn is used up", "special_used"),
            counts("hand", CARDS, "cards in the own hand, by face: I1 … I15, Z1 … Z15, Z0", high=8),
            numbers("held", players, "cards in each hand", high=8),
            each("fronts", players, front, "for each seat the cards before it, by face"),
            counts("shown", CARDS, "the hand last shown for a redraw, by face", high=8),
            one_of("turned_up", CARDS, "the card that a zombie player is to give"),
            number("deck", "cards in the deck", high=255),
            counts("discard", CARDS, "cards in the discard pile, by face"),
            counts("removed", CARDS, "cards out of the game, by face"),
            one_of("winner", seats, "who has won"),
        ]
    )
