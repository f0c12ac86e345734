"""What a view of Zombie in My Pocket tells beyond its fields: where one is, and what the options make legal."""

from collections.abc import Mapping
from typing import Any

from shamble.kernel.game import View

HEALING = ("Kitchen", "Garden")
CARD_OR_FIGHT = ("card", "item", "finding", "full", "combat")  # what the text of a tile may follow


def place(view: View) -> dict[str, Any]:
    """The tile in which the player is."""
    found: dict[str, Any] = view["map"][view["here"]]
    return found


def midnight(view: View) -> bool:
    """Whether the next card wanted ends the game: none is left at eleven."""
    return bool(view["deck"] == 0 and view["hour"] == 11)


def useful(view: View) -> bool:
    """Whether a second card finds or buries the totem here (R28)."""
    tile = place(view)["tile"]
    return bool(tile == "Graveyard" if view["totem"] else tile == "Temple")


def optional_second(view: View) -> bool:
    """Whether the second card may be declined."""
    return bool(view["options"].get("second_card") == "optional")


def fatal_card(view: View) -> bool:
    """Whether a card that is not needed may be drawn at midnight, and ends the game (R11)."""
    return bool(view["options"].get("late_optional") == "fatal")


def may_cower(view: View) -> bool:
    """R12, R13, R14."""
    options = view["options"]
    if view["phase"] == "second":
        between = cowers_between(view)
    else:
        fled = view["ran"] and options.get("cower_after_run") is False
        between = bool(view["phase"] == "turn" and view["moved"] and not fled)
    if not between or (view["cowered"] and cowers_once(view)):
        return False
    if midnight(view) and not fatal_card(view):
        return False
    return bool(view["deck"] > 0 or options.get("cower_empty") != "illegal")


def cowers_between(view: View) -> bool:
    """R14: whether one may cower between the two cards at all."""
    return view["options"].get("cower_between_cards", False) is not False


def cowers_once(view: View) -> bool:
    """R13, R14: whether one may cower only once here."""
    own = view["second"] and view["options"].get("cower_between_cards") == "own_once"
    return bool(own or view["options"].get("cower") == "once_per_turn")


def may_flee_doors(view: View) -> bool:
    """Whether one may run from a Zombie Door (R26)."""
    return view["options"].get("flee_zombie_door") is True


def zombies_follow(view: View) -> bool:
    """R26: whether whoever runs from a Zombie Door is followed, as in games begun under rules version 1."""
    return bool(view["rules"] < 2)


def may_run(view: View) -> bool:
    """R25, R26: whether there is a place to run to and it is allowed, with oil or without."""
    if not view["flights"] or (view["door"] and not may_flee_doors(view)):
        return False
    return "Oil" in view["items"] or bool(view["health"] > 1) or view["options"].get("fatal_run") != "illegal"


def may_burn(view: View) -> bool:
    """R23."""
    return "Candle" in view["items"] and ("Oil" in view["items"] or "Gasoline" in view["items"])


def may_free_hand(view: View) -> bool:
    """Whether drinking or refuelling would free a hand (R19, R20)."""
    items = view["items"]
    return "Soda" in items or ("Gasoline" in items and any(item.startswith("Chainsaw") for item in items))


def heals_runners(view: View, tile: str) -> bool:
    """R27: whether running into that tile gives its Health."""
    return tile in HEALING and view["options"].get("kitchen_run_bonus") is True


def gain(view: View, health: int, points: int) -> int:
    """How much of so many points of Health whoever has `health` gets (R38)."""
    cap = view["options"].get("health_cap", "none")
    return points if cap == "none" else min(points, max(0, cap - health))


def room_bonus(before: View, verb: str, health: int, after: View) -> int:
    """The Health that the text of the tile gave, to whoever had `health`, at the end of a turn (R27, R31, R34)."""
    tile = place(after)["tile"]
    if after["phase"] not in ("turn", "wall", "hole") or tile not in HEALING:
        return 0
    later = before["options"].get("door_before_bonus") is True
    if after["phase"] == "wall" and later:
        return 0
    most = gain(before, health, 1)
    if verb == "run":
        return most if heals_runners(before, tile) else 0
    if before["door"]:
        fled = before["ran"] and not heals_runners(before, tile)
        return most if later and not before["card_owed"] and not fled else 0
    return most if before["phase"] in CARD_OR_FIGHT else 0


def remark(view: View, tile: Mapping[str, Any]) -> str:
    """What the tile is good for."""
    if tile["tile"] == "Temple":
        return "" if view["totem"] else "totem?"
    if tile["tile"] == "Graveyard":
        return "bury here"
    return {"Kitchen": "+1 Health", "Garden": "+1 Health", "Storage": "item", "Dining": "way out"}.get(tile["tile"], "")


def totem(view: View) -> str:
    """What has become of it."""
    return "buried" if view["ending"] == "buried" else "carried" if view["totem"] else "not found yet"


def left(view: View, stack: str) -> int:
    """How many tiles a stack holds."""
    return len(view[stack]) + len(view[f"{stack}_under"])
