"""Why an action of Zombie in My Pocket is not legal now: a sentence and the rule's number."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from shamble.games.pocket.compass import OPPOSITE, OUTDOORS, SIDES, STEPS, sentence
from shamble.games.pocket.reading import cowers_between, cowers_once, may_flee_doors, midnight, optional_second
from shamble.kernel.game import View

Reason = tuple[str, str]
NOW = {
    "turn": "choose a way out of the tile, or cower",
    "rotating": "lay the tile that was drawn",
    "item": "draw a card for an item, or skip it",
    "storage": "draw a card for an item, or skip it",
    "second": "draw the second card first",
    "full": "say which item stays behind",
    "combat": "deal with the zombies",
    "wall": "say where the zombies break in; you may not cower or leave before",
    "hole": "say in which wall the hole opens",
}


class Names(Protocol):
    """What is needed of the words of an edition."""

    def item(self, text: str) -> str:
        """The name of an item."""
        ...

    def tile(self, name: str) -> str:
        """The name of a tile."""
        ...

    def attack(self, text: str) -> int:
        """What an item adds to the attack now."""
        ...


class Refusals:
    """The reasons, in the words of one edition."""

    def __init__(self, names: Names, tiles: Mapping[str, Mapping[str, Any]]) -> None:
        self._names = names
        self._tiles = tiles

    def refuse(self, view: View, action: str) -> Reason:
        """Why `action` is not legal for the reader of `view`."""
        verb, *rest = action.split()
        if view["phase"] == "over":
            return "The game is over.", "book"
        if verb in ("tile", "card"):
            return "Tiles and cards are drawn by chance, not chosen.", "book"
        return _REASONS[verb](self, view, rest)

    def _not_now(self, view: View, rule: str = "book") -> Reason:
        return f"Not now: {NOW.get(view['phase'], 'wait for the draw')}.", rule

    # -- the map -------------------------------------------------------------------------------------------------

    def _move(self, view: View, rest: Sequence[str]) -> Reason:
        if view["phase"] == "combat":
            return "With zombies about you do not just walk on: fight, run or burn them.", "book"
        if view["phase"] != "turn":
            return self._not_now(view)
        here = view["map"][view["here"]]
        side = SIDES[rest[0]]
        if rest[0] not in here["open"]:
            outside = here["tile"] in OUTDOORS
            return f"There is {'a hedge' if outside else 'a wall'} to the {side}, no way out.", "book"
        other = beyond(view, here, rest[0])
        if other is not None:
            if (other["tile"] in OUTDOORS) != (here["tile"] in OUTDOORS):
                return "House and garden are joined only where the arrows meet.", "R6"
            return (
                f"On the other side {self._names.tile(other['tile'])} has no door there: a one-sided door is shut.",
                "R5",
            )
        if kept_for_patio(view, here, rest[0]):
            return "That place is kept for the Patio, beyond the arrow of the Dining Room.", "R6"
        stack = "outdoor" if here["tile"] in OUTDOORS else "indoor"
        if not view[stack] and not view[f"{stack}_under"]:
            return "No tile is left in the stack to be laid there.", "R8"
        rule = "R5" if view["options"].get("neighbour_match") == "all_edges" else "R7"
        return "None of the tiles left in the stack can be laid there.", rule

    def _rotate(self, view: View, rest: Sequence[str]) -> Reason:
        if view["phase"] != "rotating":
            return "No tile is waiting to be laid.", "book"
        tile = self._tiles[view["drawn"]]
        edges = turned(tile["open"], int(rest[0]))
        arrow = turned(tile.get("arrow", ""), int(rest[0]))
        mate = OPPOSITE[view["exit"]]
        if any(set(look["open"]) == edges and {look["arrow"]} - {None} == arrow for look in view["rotations"]):
            return (
                "Turned so, the tile has the same open edges as in a turn that is offered: they are one choice.",
                "R3",
            )
        if mate in arrow:
            return "The exterior door cannot be the edge you come in by.", "R7"
        if mate not in edges:
            return f"Turned so, the tile has no open edge to the {SIDES[mate]}, where you come from.", "R3"
        if arrow and cell_beyond_exit_is_taken(view, next(iter(arrow))):
            return "Turned so, the exterior door would face a tile that lies already.", "R7"
        return "Turned so, the tile does not match all its neighbours.", "R5"

    def _wall(self, view: View, rest: Sequence[str]) -> Reason:
        if view["phase"] not in ("wall", "hole"):
            return "Only a Zombie Door opens a wall, when no way on is left.", "R33"
        here = view["map"][view["here"]]
        if rest[0] in here["open"] or rest[0] == here["arrow"]:
            return f"The {SIDES[rest[0]]} side is open already.", "R35"
        return f"Beyond the {SIDES[rest[0]]} side there is no free place for a tile.", "R35"

    # -- cards and items -----------------------------------------------------------------------------------------

    def _offer(self, view: View, rest: Sequence[str]) -> Reason:
        if view["phase"] == "second":
            if optional_second(view):
                return "No card is left, and this one is not needed.", "R11"
            return "The second card cannot be declined.", "R28"
        if view["phase"] == "turn" and midnight(view):
            return "No card is left for an item.", "R11"
        return "No card for an item is on offer.", "book"

    def _drop(self, view: View, rest: Sequence[str]) -> Reason:
        if view["phase"] != "full":
            return "An item is dropped only when you find another with both hands full.", "R16"
        return f"You do not carry {self._names.item(rest[0])}.", "book"

    def _pick_up(self, view: View, rest: Sequence[str]) -> Reason:
        if view["phase"] != "turn":
            return "Things are picked up from the floor only between turns.", "R17"
        if rest[0] not in view["ground"]:
            return f"{sentence(self._names.item(rest[0]))} does not lie here.", "R17"
        full = len(view["items"]) == 2
        if len(rest) == 1 and full:
            return "Both hands are full: swap it for something you carry.", "R17"
        if len(rest) == 2 and not full:
            return "You have a hand free: just take it.", "R17"
        if len(rest) == 2 and rest[1] not in view["items"]:
            return f"You do not carry {self._names.item(rest[1])}.", "book"
        if len(rest) == 2 and rest[0] == rest[1]:
            return "That would change nothing.", "R18"
        return "Under this house rule the same item is not carried twice.", "R18"

    def _drink(self, view: View, rest: Sequence[str]) -> Reason:
        return f"You do not carry {self._names.item('Soda')}.", "book"

    def _refuel(self, view: View, rest: Sequence[str]) -> Reason:
        if "Gasoline" not in view["items"]:
            return f"You do not carry {self._names.item('Gasoline')}.", "book"
        return f"You do not carry {self._names.item(rest[0])}.", "book"

    # -- combat --------------------------------------------------------------------------------------------------

    def _fight(self, view: View, rest: Sequence[str]) -> Reason:
        if view["phase"] != "combat":
            return "There are no zombies to fight.", "book"
        if rest[0] != "bare" and rest[0] not in view["items"]:
            return f"You do not carry {self._names.item(rest[0])}.", "book"
        if rest[0] == "Chainsaw/0":
            return "The chainsaw has no fuel left.", "R21"
        if rest[0] != "bare" and self._names.attack(rest[0]) == 0:
            return f"{sentence(self._names.item(rest[0]))} is no weapon.", "book"
        return "Under this house rule you fight with the strongest weapon you have.", "R21"

    def _run(self, view: View, rest: Sequence[str]) -> Reason:
        if view["phase"] != "combat":
            return "There are no zombies to run from.", "book"
        if rest[0] not in view["flights"]:
            return f"To the {SIDES[rest[0]]} no passage leads to a place you know.", "R25"
        if len(rest) > 1 and "Oil" not in view["items"]:
            return f"You do not carry {self._names.item('Oil')}.", "book"
        if view["door"] and not may_flee_doors(view):
            return "Zombies that broke through a wall must be fought.", "R26"
        return "Under this house rule you cannot run when it would cost your last Health.", "R25"

    def _burn(self, view: View, rest: Sequence[str]) -> Reason:
        if view["phase"] != "combat":
            return "There are no zombies to burn.", "R23"
        missing = "Candle" if rest[0] in view["items"] else rest[0]
        return f"You do not carry {self._names.item(missing)}.", "book"

    def _cower(self, view: View, rest: Sequence[str]) -> Reason:
        phase = view["phase"]
        if phase == "second" and not cowers_between(view):
            return "The turn is not complete between the two cards.", "R14"
        if phase not in ("turn", "second"):
            return self._not_now(view)
        if phase == "turn" and not view["moved"]:
            return "Cowering follows a completed turn, and none has been played yet.", "R14"
        if view["ran"] and view["options"].get("cower_after_run") is False:
            return "Under this house rule you do not cower after running away.", "R14"
        if view["cowered"] and cowers_once(view):
            if phase == "second" and view["options"].get("cower") != "once_per_turn":
                return "Under this house rule you cower once between the two cards.", "R14"
            return "Under this house rule you cower once a turn.", "R13"
        return "Cowering costs a card, and none is left.", "R12"


def turned(edges: str, quarters: int) -> set[str]:
    """Edges after so many quarter turns clockwise."""
    order = "NESW"
    return {order[(order.index(edge) + quarters) % 4] for edge in edges}


_REASONS: Final[Mapping[str, Callable[[Refusals, View, Sequence[str]], Reason]]] = {
    "move": Refusals._move,
    "rotate": Refusals._rotate,
    "draw": Refusals._offer,
    "skip": Refusals._offer,
    "drop": Refusals._drop,
    "take": Refusals._pick_up,
    "swap": Refusals._pick_up,
    "fight": Refusals._fight,
    "run": Refusals._run,
    "burn": Refusals._burn,
    "drink": Refusals._drink,
    "refuel": Refusals._refuel,
    "cower": Refusals._cower,
    "wall": Refusals._wall,
}


def beyond(view: View, here: Mapping[str, Any], edge: str) -> Mapping[str, Any] | None:
    """The tile that lies on the cell beyond an edge, on the same grid."""
    x, y = here["x"] + STEPS[edge][0], here["y"] + STEPS[edge][1]
    separate = view["options"].get("grid") == "separate"
    for tile in view["map"]:
        if (tile["x"], tile["y"]) == (x, y):
            if not separate or (tile["tile"] in OUTDOORS) == (here["tile"] in OUTDOORS):
                found: Mapping[str, Any] = tile
                return found
    return None


def cell_beyond_exit_is_taken(view: View, edge: str) -> bool:
    """Whether a tile lies beyond that edge of the tile being laid, where that matters."""
    if view["options"].get("grid") == "separate":
        return False
    here = view["map"][view["here"]]
    x, y = here["x"] + STEPS[view["exit"]][0], here["y"] + STEPS[view["exit"]][1]
    return any((tile["x"], tile["y"]) == (x + STEPS[edge][0], y + STEPS[edge][1]) for tile in view["map"])


def kept_for_patio(view: View, here: Mapping[str, Any], edge: str) -> bool:
    """Whether the cell beyond an edge is that of the Patio, not laid yet."""
    if view["options"].get("grid") == "separate" or any(tile["tile"] == "Patio" for tile in view["map"]):
        return False
    cell = (here["x"] + STEPS[edge][0], here["y"] + STEPS[edge][1])
    return any(
        (tile["x"] + STEPS[tile["arrow"]][0], tile["y"] + STEPS[tile["arrow"]][1]) == cell
        for tile in view["map"]
        if tile["tile"] == "Dining"
    )
