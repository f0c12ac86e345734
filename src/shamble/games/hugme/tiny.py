"""Tiny positions: so near the end that every way they can go on may be walked."""

from typing import Any

from shamble.games.hugme.rules import codes
from shamble.kernel.bits import lowest
from shamble.kernel.game import Game
from shamble.kernel.state import CHANCE, State

OPTIONS = {"round_limit": 1, "tie_break": "seat", "interrupts": "own_turn"}


def tiny(game: Game) -> list[State]:
    """A Search, a Theft, a Dawn, and a Dawn with a card, each in the last round there is."""
    return [_search(game), _theft(game), _dawn(game), _dawn_with_card(game)]


def _position(game: Game, characters: str, places: str) -> dict[str, Any]:
    """The first turn of a game of these Characters in these places."""
    seats = places.split()
    state = game.new(len(seats), {**OPTIONS, "characters": characters})
    while state.owing() == CHANCE:
        state.apply(CHANCE, state.odds()[0][0])
    for _ in seats:
        seat = int(lowest(state.owing()))
        state.apply(seat, game.vocabulary.code(f"deploy {seats[seat]}"))
    return state.to_dict()


def _last_turn(position: dict[str, Any], seat: int) -> None:
    """The last turn of the Day is open, its Movement made; nobody has to fear the Night."""
    position.update(turn=seat, actor=seat, step=position["players"], moved=True, assaulted=[0, 1])


def _hold(position: dict[str, Any], seat: int, item: str) -> None:
    """A face-down item on a seat's left, out of the deck of its shop."""
    shop = codes.SHOPS[codes.ITEMS.index(item) // 6]
    position["shelves"][shop].remove(item)
    knower = [f"@{seat}"]
    position["cards"].append(
        {"card": item, "of": shop, "zone": f"left {seat}", "shown": False, "known_by": knower, "from": [shop]}
    )
    position["seen"][item] = knower


def _thin(position: dict[str, Any], shop: str, *kept: str) -> None:
    """Only these stay unseen in a shop's deck; the others lie under the Supermarket's, known to all."""
    everybody = [*(f"@{seat}" for seat in range(8)), "public"]
    for text in list(position["shelves"][shop]):
        if text in kept:
            continue
        position["shelves"][shop].remove(text)
        item = text
        if text == "special":
            item = "gasoline"
            position["specials_unseen"]["gasoline"] -= 1
        position["cards"].append(
            {"card": item, "of": shop, "zone": "under supermarket", "shown": False, "known_by": everybody,
             "from": [shop]}
        )  # fmt: skip
        position["seen"][f"special {shop}" if text == "special" else item] = everybody


def _search(game: Game) -> State:
    """A nurse with a hidden card searches a deck with two cards left; the butcher elsewhere has a hidden card too."""
    position = _position(game, "butcher,nurse", "hall nw")
    _last_turn(position, 1)
    _hold(position, 0, "sp2")
    _hold(position, 1, "hw1")
    _thin(position, "hardware", "hw2", "special")
    _thin(position, "sporting", "sp1")
    return State.from_dict(position)


def _theft(game: Game) -> State:
    """Behind a Barricade in the Hall, the butcher has only a Theft left; both hide a card."""
    position = _position(game, "nurse,butcher", "hall hall")
    _last_turn(position, 1)
    position["barricades"] = {"hall": 2}
    _hold(position, 0, "hw2")
    _hold(position, 1, "sp2")
    _thin(position, "hardware", "hw1")
    _thin(position, "sporting", "sp1")
    return State.from_dict(position)


def _dawn(game: Game) -> State:
    """Two beaten zombies against a nurse who is shut in and has nothing to do; one has deployed, one is about to."""
    position = _position(game, "nurse,virgin,old_lady", "hall n n")
    for seat in (1, 2):
        position["seats"][seat].update(status="zombie", place=None)
    position["seats"][1]["slot"] = 1
    position["slots"] = [{"place": "hall", "by": 1, "known_by": ["@1"]}]
    position.update(phase="sending", actor=2, step=3, looked=[1], assaulted=[0], barricades={"hall": 2})
    return State.from_dict(position)


def _dawn_with_card(game: Game) -> State:
    """A zombie whose Character lies in a slot draws one of the last two cards, which only it will know."""
    position = _position(game, "nurse,virgin", "hall n")
    position["seats"][1].update(status="zombie", place=None, slot=1)
    position["slots"] = [{"place": "hall", "by": 1, "known_by": ["@1"]}]
    position["discard"] = {card: n for card, n in position["horde"].items() if card not in ("9", "sly")}
    position["horde"] = {"9": 1, "sly": 1}
    position.update(phase="dawn_draw", actor=1, owed=1, step=2, looked=[1], assaulted=[0], barricades={"hall": 2})
    return State.from_dict(position)
