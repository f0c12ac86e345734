"""The story of Hug Me: what an event reads like for one seat, made from its views before and after."""

from shamble.games.hugme import quiet
from shamble.games.hugme.names import Names
from shamble.kernel.game import View

PASSING = ("keep", "pass", "done", "decline", "end")


def tell(names: Names, before: View, who: int, action: str | None, after: View) -> list[str]:
    """The sentences of one event."""
    said = _chance(names, before, action, after) if who < 0 else _decision(names, before, who, action, after)
    then = _consequences(names, before, action, after)
    if action == "pass" and before["phase"] in ("assault", "theft") and before["seat"] != who:
        said = ["Nobody else answers."] if then else []  # one line for all who were asked in a row
    return said + then


def _chance(names: Names, before: View, action: str | None, after: View) -> list[str]:
    actor = f"@{before['actor']}"
    if action is None:
        if before["phase"] == "dawn_draw":
            return [f"{actor} draws a Zombie card."]
        return [f"{actor} finds a card."]
    verb, rest = action.split(" ", 1)
    if verb == "deal":
        return [f"@{before['step']} is the {names.character(rest)}."]
    if verb == "shop":
        return [f"{names.shop(rest)} is laid out."]
    if verb == "first":
        return [f"{rest} begins."]
    if verb == "zombie":
        if before["phase"] == "dawn_draw":
            return [f"{actor} draws {names.zombie(rest)}."]
        return [f"{names.zombie(rest)} comes to {names.place(before, before['assault']['scene'])}."]
    if verb == "find":
        return [f"{actor} finds {names.item(rest)}."]
    if before["phase"] == "infection":
        if rest == "bad":
            return [f"The die falls badly: {actor} becomes a zombie{_loss(before, after)}."]
        return [f"The die falls well: {actor} stays Infected for now."]
    runner = f"@{before['assault']['runner']}"
    if rest == "bad":
        return [f"The die falls badly for {runner}."]
    return [f"The die falls well: {runner} escapes and drops everything."]


def _loss(before: View, after: View) -> str:
    """R29: what becomes of a new zombie's items."""
    seat = before["seats"][before["actor"]]
    if not seat["left"] and not seat["right"]:
        return ""
    gone = len(after["removed"]) > len(before["removed"])
    return ", and the items leave the game" if gone else " and drops everything"


def _decision(names: Names, before: View, who: int, action: str | None, after: View) -> list[str]:
    actor = f"@{who}"
    phase = before["phase"]
    if action is None:
        return [{
            "placing": f"{actor} lays a Location card face down.",
            "dawn_hold": f"{actor} keeps one of the cards.",
            "taking": f"{actor} goes on with one card and leaves the other.",
        }.get(phase, f"{actor} leaves a card behind face down.")]  # fmt: skip
    verb, _, rest = action.partition(" ")
    if action in PASSING:
        return [PASSING_TEXTS[action].format(actor=actor)]
    return [_sentence(names, before, actor, verb, rest, after)]


PASSING_TEXTS = {
    "keep": "{actor} keeps the card face down.",
    "pass": "{actor} passes.",
    "done": "{actor} keeps the rest.",
    "decline": "{actor} declines.",
    "end": "{actor} ends the turn.",
}


def _sentence(names: Names, before: View, actor: str, verb: str, rest: str, after: View) -> str:
    if verb in ("deploy", "move", "flee", "late"):
        order = {
            "deploy": "starts in",
            "move": "goes to",
            "flee": "flees to",
            "late": "shifts the Character to",
        }[verb]
        return f"{actor} {order} {names.place(before, rest)}."
    if verb == "at":
        if before["phase"] == "placing":
            return f"{actor} lays {names.place(before, rest)} face down."
        return f"{actor} names {names.place(before, rest)}."
    if verb in ("reveal", "use", "equip", "take", "leave", "arm"):
        if rest == "none":
            return f"{actor} uses no Weapon."
        if verb == "arm":
            return f"{actor} uses {names.item(rest)} as a Weapon."
        if verb == "equip":
            return f"{actor} puts {names.item(rest)} on the right."
        order = {
            "reveal": "reveals",
            "use": "uses",
            "take": "goes on with",
            "leave": "leaves behind",
        }[verb]
        return f"{actor} {order} {names.item(rest)}."
    if verb == "show":
        seat = after["seats"][before["actor"]]
        shown = [card["card"] for card in seat["left"] if card["shown"]]
        return f"{actor} keeps {names.item(shown[-1])} face up." if shown else f"{actor} shows the card."
    if verb == "barricade":
        place = names.place(before, before["seats"][before["turn"]]["place"])
        return f"{actor} barricades {place}{f' with {names.item(rest)}' if rest else ''}."
    if verb == "search":
        here = before["seats"][before["turn"]]["place"]
        return f"{actor} searches {names.place(before, rest or here)}."
    return _other_sentence(names, actor, verb, rest)


def _other_sentence(names: Names, actor: str, verb: str, rest: str) -> str:
    if verb in ("pick", "hold"):
        return f"{actor} {'sends away' if verb == 'pick' else 'keeps'} {names.zombie(rest)}."
    return {
        "steal": f"{actor} tries to rob {rest}.",
        "bring": f"{actor} wants to take {rest} along.",
        "choose": f"{actor} names {rest}.",
        "begin": f"{actor} lets {rest} begin.",
        "on": f"{actor} deploys on slot {rest}.",
        "look": f"{actor} looks under slot {rest}.",
        "send": f"{actor} deploys {'the Character' if rest == 'self' else 'the Zombie card'}.",
        "stay": f"{actor} leaves it at that.",
        "spoils": f"{actor} chooses the {rest} side.",
        "win": f"{actor} leaves.",
        "agree": f"{actor} comes along.",
        "draw": f"{actor} will draw.",
        "skip": f"{actor} draws no card.",
        "roll": f"{actor} throws the die.",
        "accept": f"{actor} accepts the hug.",
        "reroll": f"{actor} helps: the die is thrown again.",
        "hug": f"{actor} hugs.",
        "spare": f"{actor} does not hug.",
    }[verb]


# -- what followed by itself -------------------------------------------------------------------------------------


def _consequences(names: Names, before: View, action: str | None, after: View) -> list[str]:
    said = _theft(names, before, action, after)
    if before["slots"] and not after["slots"]:
        said += _revealed(names, before, after)
    said += _assault(names, before, action, after)
    for seat in range(before["players"]):
        was, is_ = before["seats"][seat]["status"], after["seats"][seat]["status"]
        if was == "human" and is_ == "infected":
            said.append(f"@{seat} is hugged and Infected now.")
    if after["round"] > before["round"]:
        said.append(f"Round {after['round']}.")
        if before["barricades"]:
            said.append("All Barricades have fallen.")
    if after["horde"]["nursery"] and not before["horde"]["nursery"]:
        said.append("The Zombie Nursery: the deck is shuffled with its discard pile before the next card.")
    return said


def _theft(names: Names, before: View, action: str | None, after: View) -> list[str]:
    if after["phase"] == "theft":
        return []
    theft = before["theft"] or quiet.theft(names, before, action, after)
    if not theft:
        return []
    thief, victim = f"@{theft['thief']}", f"@{theft['victim']}"
    values = f"{theft['values'][0]} against {theft['values'][1]}"
    return [f"{values}: {thief} {'robs' if theft['succeeds'] else 'fails to rob'} {victim}."]


def _assault(names: Names, before: View, action: str | None, after: View) -> list[str]:
    """How the Assault stood when its window closed; those in which nobody was asked; a new one that has begun."""
    said: list[str] = []
    old, new = before["assault"], after["assault"]
    other = (new["scene"], new["sort"]) != (old["scene"], old["sort"])
    if before["phase"] == "assault" and (other or after["phase"] not in ("assault", "targeting")):
        how = "held" if old["defence"] >= old["attack"] else "lost"
        said.append(f"{old['attack']} against {old['defence']}: {names.place(before, old['scene'])} is {how}.")
    for fight in quiet.assaults(names, before, action, after):
        numbers = f"{fight.attack} against {fight.defence} of {_people(fight.fighters)}: " if fight.attack >= 0 else ""
        said.append(f"Assault on {names.place(after, fight.place)}: {numbers}it is {'held' if fight.held else 'lost'}.")
    if new["fighters"] and (not old["fighters"] or other):
        numbers = f"{new['attack']} against {new['defence']} of {_people(new['fighters'])}"
        said.append(f"Assault on {names.place(after, new['scene'])}: {numbers}.")
    return said


def _people(seats: list[int]) -> str:
    return " and ".join(f"@{seat}" for seat in seats)


def _revealed(names: Names, before: View, after: View) -> list[str]:
    """Night falls on the slots."""
    said = ["Night falls and the slots are turned up."]
    for place, packs in after["deployed"].items():
        cards = ", ".join(names.zombie(pack["card"]) for pack in packs)
        said.append(f"{names.place(after, place)}: {cards}.")
    for seat, entry in enumerate(after["seats"]):
        if entry["stands"]:
            said.append(f"@{seat} stands in {names.place(after, entry['stands'])}.")
    return said
