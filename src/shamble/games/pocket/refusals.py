"""The sentences for the reasons why something may not be done in Zombie in My Pocket, each with its ruling."""

from typing import Final, Protocol

from shamble.games.pocket.compass import OPPOSITE, OUTDOORS, SIDES, sentence
from shamble.games.pocket.rules import codes
from shamble.kernel.game import View
from shamble.kernel.reasons import Reason

NOW: Final = {
    "turn": "choose a way out of the tile or cower",
    "rotating": "lay the tile that was drawn",
    "item": "draw a card for an item or skip it",
    "storage": "draw a card for an item or skip it",
    "second": "draw the second card first",
    "full": "say which item stays behind",
    "combat": "deal with the zombies",
    "wall": "say where the zombies break in; you may not cower or leave before",
    "hole": "say in which wall the hole opens",
}
# of actions that belong to another phase; the others are told what is to be done now
ELSEWHERE: Final = {
    "rotate": ("No tile is waiting to be laid.", "book"),
    "draw": ("No card for an item is on offer.", "book"),
    "skip": ("No card for an item is on offer.", "book"),
    "drop": ("An item is dropped only when you find another with both hands full.", "R16"),
    "take": ("Things are picked up from the floor only between turns.", "R17"),
    "swap": ("Things are picked up from the floor only between turns.", "R17"),
    "fight": ("There are no zombies to fight.", "book"),
    "run": ("There are no zombies to run from.", "book"),
    "burn": ("There are no zombies to burn.", "R23"),
    "wall": ("Only a Zombie Door opens a wall, when no way on is left.", "R33"),
}
SENTENCES: Final = {
    "outcome": ("Tiles and cards are drawn by chance, not chosen.", "book"),
    "other_zone": ("House and garden are joined only where the arrows meet.", "R6"),
    "kept": ("That place is kept for the Patio, beyond the arrow of the Dining Room.", "R6"),
    "no_tile": ("No tile is left in the stack to be laid there.", "R8"),
    "nothing_fits": ("None of the tiles left in the stack can be laid there.", "R7"),
    "nothing_matches": ("None of the tiles left in the stack can be laid there.", "R5"),
    "exterior_back": ("The exterior door cannot be the edge you come in by.", "R7"),
    "exterior_blocked": ("Turned so, the exterior door would face a tile that lies already.", "R7"),
    "mismatch": ("Turned so, the tile does not match all its neighbours.", "R5"),
    "same_look": (
        "Turned so, the tile has the same open edges as in a turn that is offered: they are one choice.",
        "R3",
    ),
    "no_card_for_item": ("No card is left for an item.", "R11"),
    "not_needed": ("No card is left, and this one is not needed.", "R11"),
    "must_draw": ("The second card cannot be declined.", "R28"),
    "hands_full": ("Both hands are full: swap it for something you carry.", "R17"),
    "hand_free": ("You have a hand free: just take it.", "R17"),
    "same_item": ("That would change nothing.", "R18"),
    "duplicate": ("Under this house rule the same item is not carried twice.", "R18"),
    "no_fuel": ("The chainsaw has no fuel left.", "R21"),
    "strongest_only": ("Under this house rule you fight with the strongest weapon you have.", "R21"),
    "fight_doors": ("Zombies that broke through a wall must be fought.", "R26"),
    "last_health": ("Under this house rule you cannot run when it would cost your last Health.", "R25"),
    "between_cards": ("The turn is not complete between the two cards.", "R14"),
    "no_turn_yet": ("Cowering follows a completed turn, and none has been played yet.", "R14"),
    "after_run": ("Under this house rule you do not cower after running away.", "R14"),
    "once_a_turn": ("Under this house rule you cower once a turn.", "R13"),
    "once_between": ("Under this house rule you cower once between the two cards.", "R14"),
    "no_card": ("Cowering costs a card, and none is left.", "R12"),
}


class Names(Protocol):
    """What is needed of the words of an edition."""

    def item(self, text: str) -> str:
        """The name of an item."""
        ...

    def tile(self, name: str) -> str:
        """The name of a tile."""
        ...


def refusal(names: Names, view: View, action: str, reason: Reason) -> tuple[str, str]:
    """The sentence for a reason why `action` is not legal, in the words of one edition; empty for plain ones."""
    kind = reason.kind
    verb, *rest = action.split()
    if kind == "not_now":
        if verb == "move" and view["phase"] == "combat":
            return "With zombies about you do not just walk on: fight, run or burn them.", "book"
        return ELSEWHERE.get(verb, (f"Not now: {NOW.get(view['phase'], 'wait for the draw')}.", "book"))
    if kind == "not_carried":
        return f"You do not carry {names.item(codes.ITEMS[reason.args[0]])}.", "book"
    if kind == "not_here":
        return f"{sentence(names.item(rest[0]))} does not lie here.", "R17"
    if kind == "no_weapon":
        return f"{sentence(names.item(rest[0]))} is no weapon.", "book"
    if kind == "no_way":
        outside = view["map"][view["here"]]["tile"] in OUTDOORS
        return f"There is {'a hedge' if outside else 'a wall'} to the {SIDES[rest[0]]}, no way out.", "book"
    if kind == "one_sided":
        other = names.tile(codes.TILES[reason.args[0]])
        return f"On the other side {other} has no door there: a one-sided door is shut.", "R5"
    if kind == "no_door_back":
        back = OPPOSITE[view["exit"]]
        return f"Turned so, the tile has no open edge to the {SIDES[back]}, where you come from.", "R3"
    if kind == "no_flight":
        return f"To the {SIDES[rest[0]]} no passage leads to a place you know.", "R25"
    if kind == "open_side":
        return f"The {SIDES[rest[0]]} side is open already.", "R35"
    if kind == "no_free_place":
        return f"Beyond the {SIDES[rest[0]]} side there is no free place for a tile.", "R35"
    return SENTENCES.get(kind, ("", ""))
