"""Thefts and Assaults in which nobody was asked anything: their numbers, from the views before and after.

Who is not asked has no face-down card and no Weapon, so the Characters decide, with what lies openly beside them.
"""

from typing import Any, NamedTuple

from shamble.games.hugme.names import Names, seat_of
from shamble.kernel.game import View


class Fight(NamedTuple):
    """An Assault that was over at once; the attack is -1 where its cards cannot be told."""

    place: str
    fighters: list[int]
    attack: int
    defence: int
    held: bool


def theft(names: Names, before: View, action: str | None, after: View) -> dict[str, Any] | None:
    """The Theft that began and ended with this action."""
    if before["phase"] != "turn" or action is None or not action.startswith("steal "):
        return None
    thief, victim = before["turn"], seat_of(action.split(" ")[1])
    return {
        "thief": thief,
        "victim": victim,
        "values": [_value(names, before, thief), _value(names, before, victim)],
        "succeeds": after["phase"] == "spoils" and after["actor"] == thief,
    }


def assaults(names: Names, before: View, action: str | None, after: View) -> list[Fight]:
    """The Assaults that began and ended within this event."""
    if before["phase"] == "night_draw":
        return _drawn(names, before, action, after)
    found = _sent_on(names, before, after)
    for seat in range(before["players"]):
        place = after["seats"][seat]["place"]
        if _has_met_deployed(before, after, seat) and place not in [fight.place for fight in found]:
            found += _deployed(names, before, action, after, place)
    return found


def _has_met_deployed(before: View, after: View, seat: int) -> bool:
    """Whether the seat is a Human whose Location deployed zombies came to within this event, as far as can be told."""
    was, place, now = before["seats"][seat], after["seats"][seat]["place"], after["assault"]
    if was["status"] != "human" or (now["fighters"] and now["scene"] == place):
        return False
    over = after["round"] > before["round"]
    if was["assaulted"] or seat in before["assault"]["fighters"]:
        return place in before["unresolved"] and (over or place not in after["unresolved"])
    return over or bool(after["seats"][seat]["assaulted"])


def _drawn(names: Names, before: View, action: str | None, after: View) -> list[Fight]:
    place, now = before["assault"]["scene"], after["assault"]
    if action is None or (now["scene"] == place and (now["fighters"] or after["phase"] == "night_draw")):
        return []
    cards = [*(pack["card"] for pack in before["attack"]), action.split(" ")[1]]
    return [_fight(names, before, after, place, cards, [])]


def _sent_on(names: Names, before: View, after: View) -> list[Fight]:
    """R50: the cards that an item had moved."""
    now = after["assault"]
    found = []
    for place, packs in before["sent_on"].items():
        if place not in after["sent_on"] and not (now["fighters"] and now["scene"] == place):
            fight = _fight(names, before, after, place, [pack["card"] for pack in packs], [])
            found += [fight] if fight.fighters else []
    return found


def _deployed(names: Names, before: View, action: str | None, after: View, place: str) -> list[Fight]:
    """What was deployed there, as far as everybody has seen it."""
    over = after["round"] > before["round"]
    stands = [entry["stands"] for entry in (before if over else after)["seats"]]
    if action is not None and action.startswith("late "):
        stands[before["actor"]] = action.split(" ")[1]
    zombies = [seat for seat, where in enumerate(stands) if where == place]
    if not before["slots"]:
        cards = [pack["card"] for pack in before["deployed"].get(place, [])]
        return [_fight(names, before, after, place, cards, zombies)] if zombies or cards else []
    slots = [slot for slot in before["slots"] if len(before["slots"]) == 1 or set(slot["characters"]) & set(zombies)]
    shown = _discarded(before, after)
    known = len(slots) == 1 and len(slots[0]["cards"]) in (0, len(shown))
    cards = shown if known and slots[0]["cards"] else []
    fight = _fight(names, before, after, place, cards, slots[0]["characters"] if known else [])
    if known:
        return [fight]
    lost = any(after["seats"][seat]["status"] != "human" for seat in fight.fighters)
    return [fight._replace(attack=-1, held=not lost)]


def _discarded(before: View, after: View) -> list[str]:
    """The Zombie cards that have come to the discard pile; none where it was shuffled."""
    old, new = before["horde"]["discard"], after["horde"]["discard"]
    if after["horde"]["deck"] > before["horde"]["deck"]:
        return []
    return [card for card, count in new.items() for _ in range(count - old.get(card, 0))]


def _fight(names: Names, before: View, after: View, place: str, cards: list[str], zombies: list[int]) -> Fight:
    people = [
        seat
        for seat, entry in enumerate(before["seats"])
        if entry["status"] == "human" and after["seats"][seat]["place"] == place
    ]
    attack = before["assault"]["growth"] + sum(names.zombie_number(card) for card in cards)
    attack += sum(before["seats"][zombie]["value"] for zombie in zombies)
    defence = sum(_value(names, before, seat) for seat in people)
    if len(people) == 1:
        ability, amount = names.human_side(before["seats"][people[0]]["character"])
        defence += amount if ability == "assault_alone" else 0
    sides = [names.undead_side(before["seats"][zombie]["character"]) for zombie in zombies]
    if "ignore_barricade" not in sides:
        defence += before["barricades"].get(place, 0) * (len(people) if before["assault"]["barricade_each"] else 1)
    return Fight(place, people, attack, defence, defence >= attack)


def _value(names: Names, view: View, seat: int) -> int:
    """A Character with what is added to it by items that lie face up (R42)."""
    total: int = view["seats"][seat]["value"]
    for card in view["seats"][seat]["left"]:
        effect, amount = names.effect(card["card"]) if card["shown"] else ("", 0)
        total += amount if effect == "bonus" else 0
    return total
