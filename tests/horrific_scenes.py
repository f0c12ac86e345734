"""What the tests of Horrific share: positions made from a few piles, and turns played to their end."""

from collections import Counter
from typing import Any

from support import do, find, owing, refusal, refused

from shamble.kernel.game import Edition
from shamble.kernel.state import State

GAME = find("horrific")
WORDS = GAME.words(GAME.editions()[0])


def scene(
    characters: str, options: dict[str, Any] | None = None, edition: Edition | None = None, **fields: Any
) -> State:
    """A position in PLAY of seat 0. `hands`, `reserve`, `down`, `mound`, `discard`, `living`, `undead` map a seat to
    what lies there; `decks` too, and then the rest of that deck is the Mound. Other fields replace those of the dict."""
    players = len(characters.split(","))
    data = GAME.new(players, {"characters": characters, "first": "seat", **(options or {})}, edition).to_dict()
    data |= {"phase": "playing", "owed": 0, "base": 1}
    for seat in range(players):
        rest = Counter(data["decks"][seat])
        whole = list(rest)
        for field in ("hands", "reserve", "down", "mound", "discard", "decks"):
            if field == "decks" and seat not in fields.get("decks", {}):
                continue
            data[field][seat] = list(fields.get(field, {}).get(seat, []))
            rest -= Counter(data[field][seat])
        data["may"][seat] = [whole for _ in data["down"][seat]]
        if seat in fields.get("decks", {}):
            data["mound"][seat] += list(rest.elements())
        else:
            data["decks"][seat] = list(rest.elements())
        for field in ("living", "undead"):
            data[field][seat] = list(fields.get(field, {}).get(seat, []))
    used = {person for field in ("living", "undead") for pool in data[field] for person in pool} | set(
        fields.get("destroyed", [])
    )
    data["town"] = [person for person in data["town"] if person not in used]
    places = ("hands", "reserve", "down", "mound", "discard", "decks", "living", "undead")
    return GAME.read(data | {key: value for key, value in fields.items() if key not in places}, edition)


def end_turn(state: State) -> State:
    """End PLAY and LAY of the seat in turn."""
    seat = owing(state)[0]
    return do(state, (seat, "end_play"), (seat, "end_lay"))


def replenish(state: State) -> State:
    """Draw whatever is owed."""
    while state.owing() == -1:
        state.apply(-1, state.odds()[0][0])
    return state


def err(state: State, who: int, text: str, rule: str) -> None:
    """Refused with nothing changed, and with this rule even where the seat owes nothing."""
    refused(state, who, text, rule)
    reason, number = refusal(state, who, text)
    assert (number, reason[-1]) == (rule, ".")
