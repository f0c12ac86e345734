"""Why an action is not legal now: a sentence and the number of the rule, for the reader who owes a decision."""

from typing import Any

from shamble.games.hugme.names import Names, seat_of
from shamble.kernel.game import View

CHANCE_VERBS = ("deal", "shop", "first", "zombie", "find", "die")
SHOWING = ("curing", "consent", "taking", "arranging", "spoils", "sorting", "theft")  # where one may reveal and equip
FREE_ACTIONS = ("reveal", "equip", "use")
TURN_ACTIONS = {"move", "win", "search", "steal", "barricade", "bring", "end", "reveal", "equip", "use"}
IN_PHASE = {
    "tie_choice": "Say which of the strongest seats begins.",
    "deploying": "Choose where your keyring starts: deploy and one of the nine Locations.",
    "dawn_option": "Say whether you draw a card: draw or skip.",
    "dawn_hold": "Keep one of the cards you have drawn: hold and the card.",
    "sending": "Say what you deploy: your Character, your card, or enough.",
    "placing": "Choose a Location card that is left, or a slot that lies there.",
    "curing": "Use a cure, or throw the die.",
    "consent": "Say whether you come along: agree or decline.",
    "taking": "Go on with one of the two cards you have drawn.",
    "arranging": "First decide about the card you have found.",
    "spoils": "Choose the left or the right side of the victim.",
    "sorting": "Leave what you have no room for, then: done.",
    "theft": "In a Theft you may reveal a Weapon, choose one, use what helps, or pass.",
    "targeting": "First name a target of the item you use.",
    "late_move": "Shift your Character by one link, or pass.",
    "night_start": "Use an item meant for nightfall, or pass.",
    "assault": "In an Assault you may reveal a Weapon, choose one, use what helps, or pass.",
    "hug_offer": "Throw the die, or accept the hug.",
    "second_chance": "Have the die thrown again if you can, or decline.",
    "fleeing": "Flee to a linked Location without a Barricade.",
    "confirming": "Say whether you hug: hug or spare.",
}
RULES = {
    "tie_choice": "R7",
    "deploying": "R9",
    "dawn_option": "R43",
    "dawn_hold": "book",
    "sending": "R44",
    "placing": "R46",
    "curing": "R30",
    "consent": "R51",
    "taking": "book",
    "arranging": "R16",
    "spoils": "R24",
    "sorting": "R24",
    "theft": "R22",
    "targeting": "R16",
    "late_move": "book",
    "night_start": "R16",
    "assault": "R16",
    "hug_offer": "R35",
    "second_chance": "book",
    "fleeing": "R33",
    "confirming": "R48",
}


def refuse(names: Names, view: View, action: str) -> tuple[str, str]:
    """The reason and the rule."""
    verb, _, rest = action.partition(" ")
    if verb in CHANCE_VERBS:
        return "That is decided by chance, not chosen.", "book"
    if rest.startswith("@") and seat_of(rest) >= view["players"]:
        return f"There is no seat {rest} in this game.", "book"
    phase = view["phase"]
    if verb == "look" and phase != "targeting":
        return f"What lies under slot {rest} is hidden until Night; it may not be looked at.", "R46"
    if view["seat"] != view["actor"] and phase != "turn":
        return f"This is not for you to decide now, but for @{view['actor']}.", "book"
    if phase == "turn":
        return _in_turn(names, view, verb, rest)
    if phase == "deploying" and verb == "deploy":
        return f"Nobody can start in the {names.place(view, rest)}.", "R9"
    if phase in ("arranging", "sorting") and verb in ("leave", "keep", "show", "done", "equip"):
        return _while_sorting(names, view, verb, rest)
    if is_by_book(view) and phase in SHOWING and verb in ("reveal", "equip"):
        return _free(names, view, verb, rest)
    if phase in ("assault", "theft") and verb in ("arm", "reveal", "use"):
        return _in_window(names, view, verb, rest)
    if phase == "fleeing" and verb == "flee":
        return f"{names.place(view, rest)} cannot be reached from here, or is Barricaded.", "R33"
    if phase == "placing" and verb == "at":
        return f"{names.place(view, rest)} is not among the Location cards that are left.", "R46"
    if phase == "sending" and verb == "stay":
        return "At least one card must be deployed.", "R44"
    if verb in TURN_ACTIONS and phase not in IN_PHASE:
        return "That is done in a turn by day.", "book"
    return IN_PHASE[phase], RULES[phase]


def _mine(view: View) -> dict[str, Any]:
    seat: dict[str, Any] = view["seats"][view["seat"]]
    return seat


def _left(view: View) -> dict[str, bool]:
    """One's own cards on the left: whether each is shown."""
    return {card["card"]: card["shown"] for card in _mine(view)["left"]}


def _in_turn(names: Names, view: View, verb: str, rest: str) -> tuple[str, str]:
    if view["seat"] != view["turn"] and _mine(view)["status"] == "zombie":
        return f"It is @{view['turn']}'s turn; a zombie has nothing to do by day.", "book"
    if view["seat"] != view["turn"] and verb not in FREE_ACTIONS:
        return f"It is @{view['turn']}'s turn: in another's turn at most the free actions are open.", "R16"
    if verb in FREE_ACTIONS:
        return _free(names, view, verb, rest)
    if verb in ("move", "win", "bring"):
        return _movement(names, view, verb, rest)
    if verb in ("search", "steal", "barricade"):
        return _action(names, view, verb, rest)
    return "In a turn you may make one Movement and one Action, use free actions, and end it.", "R60"


def _free(names: Names, view: View, verb: str, rest: str) -> tuple[str, str]:
    left = _left(view)
    if rest not in left:
        return f"You have no {names.item_name(rest)} on your left.", "book"
    if view["seat"] != view["turn"] and _is_kept_for_ones_turn(names, view, verb, rest):
        return f"It is @{view['turn']}'s turn, and you may do that in your own only.", "R16"
    if verb == "reveal":
        return f"{names.item(rest)[0].upper()}{names.item(rest)[1:]} lies face up already.", "book"
    if verb == "equip":
        if not left[rest]:
            return "Only a card that is shown can be equipped on the right; reveal it first.", "R19"
        return "On the right a Gasoline comes first; without one there nothing else can be equipped.", "R19"
    return "That item cannot be used now, or there is nothing to use it on.", "R16"


def is_by_book(view: View) -> bool:
    """Whether the game is played by rules version 2 or later."""
    return int(view.get("rules", 1)) >= 2


def _is_kept_for_ones_turn(names: Names, view: View, verb: str, rest: str) -> bool:
    """Whether only the turn stands in the way: some items wait for one's own, a house rule keeps all to it."""
    shown = _left(view)[rest]
    if verb == "reveal":
        return not shown
    if verb == "use":
        by_book = is_by_book(view)
        return names.waits(rest, by_book) or (by_book and not view["interrupts"] and names.is_used_by_day(rest))
    right = [card["card"] for card in _mine(view)["right"]]
    return shown and (rest == "gasoline" or "gasoline" in right)


def _movement(names: Names, view: View, verb: str, rest: str) -> tuple[str, str]:
    state, mine = view["turn_state"], _mine(view)
    if state["moved"] and state["steps"] == 0:
        return "Your Movement is used up.", "R57"
    if verb == "win":
        return _no_win(names, mine), "R15"
    if verb == "bring":
        if not state["may_bring"]:
            return "Only the Cheerleader takes somebody along, before moving.", "R51"
        return f"{rest} is not with you.", "R51"
    here = mine["place"]
    if rest in ("minivan", "boiler", "escalator_a", "escalator_b"):
        return f"Nobody can enter the {names.place(view, rest)} by an ordinary Movement.", "R3"
    if not any({here, rest} == set(link) for link in names.links):
        return f"{names.place(view, rest)} is not linked to your Location.", "R2"
    where = "Your Location" if here in view["barricades"] else names.place(view, rest)
    return f"{where} is Barricaded: there is no way in or out.", "R28"


def _no_win(names: Names, mine: dict[str, Any]) -> str:
    """What is missing for the Movement that wins."""
    human = mine["status"] == "human"
    door, key = ("minivan", "Keys") if human else ("boiler", "a Lighter")
    held = {card["card"] for card in [*mine["left"], *mine["right"]]}
    keys = {"keys", "spare_keys"} if human else {"lighter"}
    if names.doors.get(mine["place"]) == door and "gasoline" in held and keys & held:
        return f"At this table Gasoline and {key} win only when both lie on your right."
    return f"You are not at the {'Minivan' if human else 'Boiler Room'}'s door with Gasoline and {key}."


def _action(names: Names, view: View, verb: str, rest: str) -> tuple[str, str]:
    mine = _mine(view)
    if view["turn_state"]["actions"] == 0:
        return "Your Action is used up.", "book"
    if verb == "barricade":
        if mine["place"] in view["barricades"]:
            return "Your Location is Barricaded already.", "R28"
        return f"You have no {names.item_name(rest)} to build with.", "R28"
    if verb == "steal":
        victim = view["seats"][seat_of(rest)]
        if seat_of(rest) == view["seat"]:
            return "You cannot rob yourself.", "book"
        if victim["status"] == "zombie":
            return f"{rest} is a zombie and has nothing to take.", "book"
        if victim["place"] != mine["place"]:
            return f"{rest} is not here.", "book"
        return f"{rest} cannot be robbed because of an item.", "book"
    if rest:
        return "Another Location's deck is searched with a Fishing Rod only, in a linked shop that has cards.", "R17"
    if mine["place"] == "hall":
        return "The Hall has no Item deck.", "R17"
    return "The Item deck here is empty.", "R17"


def _while_sorting(names: Names, view: View, verb: str, rest: str) -> tuple[str, str]:
    if verb == "equip":
        return "Only a Special Item found now goes to the right, and a Gasoline must come first.", "R19"
    if verb == "leave":
        held = [card["card"] for card in [*_mine(view)["left"], *view["drawn"]]]
        if rest not in held:
            return f"You have no {names.item_name(rest)} to leave.", "book"
        if view["phase"] == "sorting":
            return "There is room for all: only what you have taken may be left, not a card of your own.", "R24"
        return "An item is not dropped for no reason: only the card just found may be declined.", "R18"
    return "There is more on your left than you have room for.", "R20"


def _in_window(names: Names, view: View, verb: str, rest: str) -> tuple[str, str]:
    mine = _mine(view)
    held = {card["card"]: card["shown"] for card in [*mine["left"], *mine["right"]]}
    if rest != "none" and rest not in held:
        return f"You have no {names.item_name(rest)}.", "book"
    if verb == "arm":
        if rest != "none" and not held[rest]:
            return "A Weapon must be revealed before it is used.", "R22"
        if mine["arm"] != "best":
            return "You have chosen your Weapon already.", "R22"
        return "That is no Weapon here, or it counts already.", "R22"
    if verb == "reveal":
        if view["phase"] == "theft" and is_by_book(view):
            return _free(names, view, verb, rest)
        return "Here you may reveal Weapons, and by day what adds to your value.", "R16"
    return "That item cannot be used here.", "R16"
