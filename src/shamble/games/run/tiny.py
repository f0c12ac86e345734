"""Positions so near the end that every way they can go on may be walked."""

from typing import Any

from shamble.kernel.game import Game
from shamble.kernel.state import State


def tiny(game: Game) -> list[State]:
    """A redraw between two who may both win, a zombie player's gifts among three, and the deal of eight cards."""
    redraw = {
        "turn": 0,
        "owed": 2,
        "redraws": 1,
        "fronts": [["I1", "I2", "I3", "Z4"], ["I5", "Z1", "Z2", "Z3", "Z0"]],
        "deck": ["I4", "I5", "Z4", "Z6"],
        "discard": ["I6"],
    }
    gifts = {
        "phase": "turning_up",
        "owed": 0,
        "turn": 0,
        "living": [1, 2],
        "fronts": [[], ["I1", "I2", "I3", "I4"], ["Z1", "Z2", "Z3", "Z4", "I5"]],
        "hands": [[], ["Z5"], ["I4"]],
        "deck": ["I5", "Z6", "Z0"],
    }
    deal = {"phase": "dealing", "owed": 8, "deck": ["I1"] * 3 + ["Z1"] * 3 + ["I2", "Z0"]}
    return [
        _position(game, 2, {"max_turns": 2}, redraw),
        _position(game, 3, {"max_turns": 4}, gifts),
        _position(game, 2, {"max_turns": 1}, deal),
    ]


def _position(game: Game, players: int, options: dict[str, Any], fields: dict[str, Any]) -> State:
    """The position with these fields, seat 0 to draw where they say nothing else; all other cards out of the game."""
    opening = game.new(players, {"first": "seat", **options}).to_dict()
    position = {**opening, "phase": "drawing", "hands": [[] for _ in range(players)], **fields}
    places: list[list[str]] = [*position["fronts"], *position["hands"], position["deck"], position["discard"]]
    removed = list(opening["deck"])
    for place in places:
        for card in place:
            removed.remove(card)
    return game.read({**position, "removed": removed})
