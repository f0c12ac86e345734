"""What the choices of Zombie in My Pocket do, in a sentence or two, as the options have it."""

from collections.abc import Callable, Mapping, Sequence

from shamble.games.pocket.reading import (
    cowers_once,
    heals_runners,
    may_flee_doors,
    midnight,
    optional_second,
    place,
    useful,
    zombies_follow,
)
from shamble.kernel.game import View

MOST_DAMAGE = 4
COWERED = 3  # Health that cowering gives
LOST = "No card is left: it will be midnight, and the game is lost"


def explain(view: View, action: str) -> str:
    """The effect of a legal action."""
    verb, *rest = action.split()
    return EXPLAINED[verb](view, rest)


def ruled(view: View, option: str) -> str | bool | None:
    """The value of an option where it is not the default."""
    value: str | bool | None = view["options"].get(option)
    return value


def _move(view: View, rest: Sequence[str]) -> str:
    here = place(view)
    if rest[0] in here["leads"]:
        does = "You go there and draw a card, as in a new place (R40)."
    elif rest[0] == here["arrow"]:
        does = "The Patio is laid with its arrow to that of the Dining Room, and you draw one card there (R9)."
    else:
        does = f"A tile is drawn from the stack, {_turning(view, rest[0])}; you enter it and draw a card (R3)."
    return f"{does} {LOST} (R10)." if midnight(view) else does


def _turning(view: View, edge: str) -> str:
    """How a tile drawn is turned, beyond that edge."""
    rotation = ruled(view, "rotation")
    breaks = edge in place(view)["broken"] and ruled(view, "zd_mate") == "any_rotation"
    hole = ", broken open where it has no opening here (R36)" if breaks else ""
    if rotation == "first_legal":
        return f"it lies in the first turn that fits{hole}"
    who = "luck turns it" if rotation == "random" else "you turn it"
    match = ruled(view, "neighbour_match") == "all_edges"
    if breaks:
        return f"{who} any way{' in which its other edges match' if match else ' at all'}{hole}"
    return f"{who} so that an open edge meets this one{' and the others match' if match else ''}"


def _rotate(view: View, rest: Sequence[str]) -> str:
    if ruled(view, "neighbour_match") == "all_edges":
        return "The tile stays as you lay it. Turned so, its edges match all its neighbours of the same zone (R5)."
    return (
        "The tile stays as you lay it. Its other edges need not match their neighbours; "
        "a door that meets a wall is shut (R5)."
    )


def _draw(view: View, rest: Sequence[str]) -> str:
    if midnight(view):
        needed = view["phase"] == "second" and not optional_second(view)
        return f"{LOST} ({'R10' if needed else 'R11'})."
    hour = " No card is left in this hour, so the hour turns first (R10)." if view["deck"] == 0 else ""
    if view["phase"] != "second":
        return f"The next card names an item, whatever else stands on it. It costs a card, and so time.{hour}"
    if not useful(view):
        return f"The second card is resolved like the first. Nothing comes of it for the totem (R28).{hour}"
    return (
        "The second card is what happens while you search or bury. "
        f"Survive it without running and it is done (R28, R29).{hour}"
    )


def _skip(view: View, rest: Sequence[str]) -> str:
    return "No card is used up."


def _drop(view: View, rest: Sequence[str]) -> str:
    gone = ruled(view, "ground") == "gone_at_once"
    return f"You carry two items at most. What you leave {'is gone' if gone else 'lies here until you go'} (R16, R17)."


def _take(view: View, rest: Sequence[str]) -> str:
    return "It was left on the floor here (R17)."


def _swap(view: View, rest: Sequence[str]) -> str:
    return "You carry two items at most; the other one stays on the floor until you go (R17)."


def _fight(view: View, rest: Sequence[str]) -> str:
    return (
        f"You lose as much Health as there are zombies above your attack, never more than {MOST_DAMAGE}. "
        "One weapon a fight; a chainsaw burns fuel for one (R20, R21)."
    )


def _run(view: View, rest: Sequence[str]) -> str:
    beyond = view["map"][place(view)["leads"][rest[0]]]["tile"]
    follow = ""
    if view["door"]:
        follow = " The hole moves along: it opens in a wall of the place you run to, and nobody is fought there (R26)."
        if zombies_follow(view):
            follow = " The zombies come along and may break in where you run to (R26)."
    health = " Arriving there gives +1 Health (R27)." if heals_runners(view, beyond) else ""
    return (
        "You go to a place you know, draw no card there, and the turn ends. "
        f"The zombies take one Health, unless you throw oil (R24, R25).{follow}{health}"
    )


def _burn(view: View, rest: Sequence[str]) -> str:
    candle = "is used up too" if ruled(view, "candle_consumed") else "stays with you"
    return f"Candle with oil or gasoline kills all zombies here. The candle {candle} (R22, R23)."


def _drink(view: View, rest: Sequence[str]) -> str:
    return "The can is empty afterwards. You may drink at any moment of your own (R19)."


def _refuel(view: View, rest: Sequence[str]) -> str:
    return "The gasoline is used up, the chainsaw keeps the fuel (R20)."


def _cower(view: View, rest: Sequence[str]) -> str:
    if midnight(view):
        return f"{LOST} (R12)."
    hour = "No card is left in this hour, so the hour turns first (R12). " if view["deck"] == 0 else ""
    card = "shown and discarded" if ruled(view, "cower_faceup") else "laid away unseen"
    cap = "" if ruled(view, "health_cap") is None else ", up to the cap"
    again = "You may do so again while cards last"
    if cowers_once(view):
        again = "You may do so once a turn"
        if view["second"] and ruled(view, "cower") != "once_per_turn":
            again = "You may do so once between the two cards"
    return f"{hour}The next card is {card}, and you get three Health{cap} (R15). {again} (R13)."


def _wall(view: View, rest: Sequence[str]) -> str:
    if view["phase"] == "hole":
        return "An opening stays there for good, and the one you ran from is closed. Nobody is fought (R26)."
    if may_flee_doors(view):
        along = "the hole moves along to where you run"
        if zombies_follow(view):
            along = "they may break in where you run to"
        return f"Then you fight, or run, and {along}. Fight, and the opening stays (R26, R36, R37)."
    return "An opening stays there for good. Then you fight; you may not run (R26, R36, R37)."


EXPLAINED: Mapping[str, Callable[[View, Sequence[str]], str]] = {
    "move": _move,
    "rotate": _rotate,
    "draw": _draw,
    "skip": _skip,
    "drop": _drop,
    "take": _take,
    "swap": _swap,
    "fight": _fight,
    "run": _run,
    "burn": _burn,
    "drink": _drink,
    "refuel": _refuel,
    "cower": _cower,
    "wall": _wall,
}
