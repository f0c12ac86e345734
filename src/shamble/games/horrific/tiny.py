"""Positions of Horrific in the last turn of a game: everything that can follow may be walked."""

from collections import Counter
from typing import Any

from shamble.kernel.game import Game
from shamble.kernel.state import State


def positions(game: Game) -> list[State]:
    """A last LAY with a Conceal, and Maal's cards at the start of a last turn."""
    return [last_lay(game), last_start(game)]


def last_lay(game: Game) -> State:
    """Déla may lay two cards, face down too; all know what she holds; her deck will run out while she draws."""
    data = last_turn(game, "vladimir,dela")
    deal(data, 0, decks=["CP"])
    deal(data, 1, decks=["CP", "LB"], hands=["UC", "GW", "GW", "DN"], reserve=["CN"])
    data |= {"phase": "laying", "turn": 1}
    data["known_cards"] = [[], [["UC", 0], ["GW", 0], ["GW", 0], ["DN", 0]]]
    return game.read(data)


def last_start(game: Game) -> State:
    """Maal with six Undead draws her sixth card. All know her hidden cards, but not which of them lies face down."""
    data = last_turn(game, "maal,dela")
    deal(data, 0, decks=["GW", "CN"], hands=["GW", "DR", "DR", "DN", "DN"], down=["TU"])
    deal(data, 1, decks=["GW"])
    data |= {"phase": "starting", "turn": 0, "first": 1, "owed": 1, "base": 7, "town": []}
    data["options"] |= {"first": 1}
    data["undead"] = [[f"M{n}" for n in range(1, 7)], []]
    data["destroyed"] = [f"D{n}" for n in range(1, 11)] + [f"M{n}" for n in range(7, 11)]
    data["may"] = [[["TU", "GW", "DN"]], []]
    data["known_cards"] = [[["TU", 0], ["GW", 0], ["DN", 0], ["DN", 0], ["DR", 0], ["DR", 1]], []]
    return game.read(data)


def last_turn(game: Game, characters: str) -> dict[str, Any]:
    """The second turn of a game of one round between these characters."""
    data = game.new(2, {"characters": characters, "first": "seat", "round_limit": 1}).to_dict()
    return data | {"turns": 1, "owed": 0}


def deal(data: dict[str, Any], seat: int, **places: list[str]) -> None:
    """Cards of the seat's deck to these places, the others to its Mound."""
    rest = Counter(data["decks"][seat])
    for field, cards in places.items():
        data[field][seat] = cards
        rest -= Counter(cards)
    data["mound"][seat] = list(rest.elements())
