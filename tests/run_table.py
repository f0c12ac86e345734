"""Positions of Zombie! Run for Your Lives! for its tests: what is named lies where it is named."""

from typing import Any

from support import opening

from shamble.kernel.state import State

A, B, C = 0, 1, 2


def table(
    players: int = 3,
    hands: dict[int, str] | None = None,
    fronts: dict[int, str] | None = None,
    deck: str | None = None,
    discard: str = "",
    turned_up: str | None = None,
    zombies: tuple[int, ...] = (),
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> State:
    """A's turn, a card already drawn, where nothing else is said. All other cards are in the deck; or, where the deck is
    given, out of the game."""
    start = opening("run", players, **{"first": "seat", **(options or {})}).to_dict()
    hand_lists = [(hands or {}).get(seat, "").split() for seat in range(players)]
    front_lists = [(fronts or {}).get(seat, "").split() for seat in range(players)]
    rest = list(start["deck"])
    up = [turned_up] if turned_up else []
    for place in (*hand_lists, *front_lists, (deck or "").split(), discard.split(), up):
        for card in place:
            rest.remove(card)
    position = {
        **start,
        "phase": "giving" if turned_up else "playing",
        "owed": 0,
        "living": [seat for seat in range(players) if seat not in zombies],
        "hands": hand_lists,
        "fronts": front_lists,
        "deck": rest if deck is None else deck.split(),
        "removed": [] if deck is None else rest,
        "discard": discard.split(),
        "turned_up": turned_up,
        **fields,
    }
    return State.from_dict(position)


def front(state: State, seat: int) -> list[str]:
    return list(state.to_dict()["fronts"][seat])


def pile(state: State, name: str) -> list[str]:
    return list(state.to_dict()[name])


def winner(state: State) -> tuple[int, str]:
    """Who won, and how."""
    assert state.owing() == 0
    return state.payoffs().index(1.0), state.ending()
