"""Everything a person reads of Horrific."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from shamble.games.horrific import explanations, refusals
from shamble.games.horrific.rules.codes import CHARACTERS, LETTERS, PEOPLE, TYPES
from shamble.kernel.game import View
from shamble.kernel.reasons import Reason

STAT_NAMES = {
    "power": "Power",
    "influence": "Influence",
    "value": "Value of Undead",
    "undead": "Undead",
    "living": "Living Minions",
    "monuments": "face-up Monuments",
    "trust": "Trust",
    "min_opponent_trust": "least Trust of an opponent",
    "destroyed": "Destroyed Undead",
    "top_undead": "an Undead of the highest Value of all",
}
SOURCE = {"hand": "from the hand", "power": "from the hand by Power", "reserve": "from the Reserve"}


class HorrificWords:
    """The words of one edition: names of card types, persons and characters."""

    codes = re.compile(rf" \((?:{'|'.join(TYPES)}|[{LETTERS}]\d+)\)")

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._types = {row["id"]: row for row in data["type"]}
        self._characters = {row["character"]: row["name"] for row in data["deck"]}
        people = [row["name"] for c in CHARACTERS for row in data["person"] if row["character"] == c]
        self._people = dict(zip(PEOPLE, people, strict=True))

    # -- names ---------------------------------------------------------------------------------------------------

    def card(self, text: str) -> str:
        """The name of a card type with its text: "Good Works (GW)"."""
        return f"{self._types[text]['name']} ({text})"

    def title(self, text: str) -> str:
        """The bare name of a card type."""
        return str(self._types[text]["name"])

    def note(self, text: str) -> str:
        """What a card type does, in a sentence or two."""
        return str(self._types[text]["note"])

    def person(self, view: View, text: str) -> str:
        """The name of a person with its text: "Bishop (V1)"."""
        return f"{self._people[text]} ({text})" if text else ""

    def character(self, view: View, seat: int) -> str:
        """The name of the character that a seat plays."""
        code = view["characters"][seat]
        return self._characters[code] if code else "nobody yet"

    # -- choices -------------------------------------------------------------------------------------------------

    def label(self, view: View, action: str) -> str:
        verb, *rest = action.split()
        if verb == "play":
            if rest[0] == "down":
                return f"Turn up and play your face-down {self.card(explanations.own_down(view, rest[1]))}, place {rest[1]}"
            source = rest[1] if len(rest) > 1 else "hand"
            return f"Play {self.card(rest[0])} {SOURCE[source].replace('the ', 'your ')}"
        if verb == "on":
            return self._label_on(view, rest[0])
        if verb == "mode":
            return self._label_mode(view, rest[0])
        if verb == "take":
            return f"Take the topmost {self.card(rest[0])} back into your hand"
        if verb == "against":
            return f"Against {rest[0]}, who has {view['trust'][int(rest[0][1:])]} Trust"
        if verb == "destroy":
            what = f"the face-down card at place {rest[1]}" if rest[0] == "down" else self.card(rest[0])
            return f"Destroy {what} in the Reserve of @{view['play']['against']}"
        if verb == "deny":
            where = {"hand": "from your hand", "reserve": "from your Reserve"}.get(rest[0])
            return f"Deny it with a Deny {where}" if where else f"Turn up the Deny at place {rest[1]} and deny it"
        if verb == "lay":
            return f"Lay {self.card(rest[0])} {'face down' if len(rest) > 1 else 'face up'} in your Reserve"
        if verb == "lay_discard":
            return f"Put {self.card(rest[0])} on your Mound: your Reserve has three of them"
        if verb == "turn_up":
            return f"Turn up your face-down {self.card(explanations.own_down(view, rest[0]))}, place {rest[0]}"
        return {
            "end_play": "End your plays",
            "end_lay": "End your turn",
            "stop": "Take no more cards",
            "pass": "Let it happen",
        }[verb]

    def _label_on(self, view: View, person: str) -> str:
        target = self._types[view["play"]["card"]]["target"]
        name, printed = self.person(view, person), view["people"][person]
        undead = any(person in pool for pool in view["undead"])
        facts = f"Value {printed['value']}" if undead else self._facts(printed)
        how = {
            "town": "Take",
            "own": "Use",
            "own_living": "Your",
            "rival_living": "Send home",
            "rival_minion": "Send home",
        }[target]
        return f"{how} {name}: {'Undead, ' if undead else ''}{facts}"

    def _facts(self, printed: Mapping[str, Any]) -> str:
        return ", ".join(f"{key.title()} {printed[key]}" for key in ("power", "influence", "loyalty", "value"))

    def _label_mode(self, view: View, mode: str) -> str:
        printed = view["people"][view["play"]["on"]]
        return {
            "power": f"Use its Power: {printed['power']} more cards from your hand",
            "influence": f"Use its Influence: gain {printed['influence']} Trust",
            "dig": f"Dig: take one of the top {printed['value']} cards of your Mound",
            "spend": f"Spend it: destroyed for up to {printed['value']} cards of your Mound",
        }[mode]

    def explain(self, view: View, action: str) -> str:
        return explanations.explain(self._types, view, action)

    # -- refusals ------------------------------------------------------------------------------------------------

    def reason(self, view: View, action: str, reason: Reason) -> tuple[str, str]:
        return refusals.sentence(self, view, action, reason)

    # -- the table -----------------------------------------------------------------------------------------------

    def asked(self, view: View) -> str:
        phase, turn, play = view["phase"], view["turn"], view["play"]
        if phase == "over":
            return self.why(view)
        if phase == "denying":
            card = "the Deny" if len(view["windows"]) > 1 else self.card(play["card"])
            return f"@{view['asking']} is asked whether to deny {card} of @{view['windows'][-1]['seat']}."
        said = {
            "casting": f"It is drawn by lot whom @{turn} plays.",
            "choosing": "It is drawn by lot who begins.",
            "dealing": f"The hands are dealt: @{turn} draws.",
            "starting": f"@{turn} draws up to the number of Undead.",
            "replenishing": f"@{turn} draws up to five cards.",
            "playing": f"@{turn} plays a card or ends PLAY. {self._allowance(view)}",
            "laying": f"@{turn} lays a card to the Reserve or ends the turn.",
        }
        if phase in said:
            return said[phase]
        card = self.card(play["card"])
        return {
            "aiming": f"@{turn} says on whom {card} is played.",
            "using": f"@{turn} says what {self.person(view, play['on'] or '')} is used for.",
            "taking": f"@{turn} says which cards come back from the Mound.",
            "naming": f"@{turn} says against whom {card} is played.",
            "destroying": f"@{turn} says which card in the Reserve of @{play['against']} is destroyed.",
        }[phase]

    def _allowance(self, view: View) -> str:
        base, power = view["base"], view["power"]
        more = f", {power} by Power" if power else ""
        gimped = " (gimped)" if view["turn"] in view["gimped"] else ""
        return f"Plays left from the hand: {base}{more}{gimped}."

    def tell(self, before: View, who: int, action: str | None, after: View) -> list[str]:
        said = self._tell_act(before, who, action, after)
        said += self._tell_end_of_play(before, action, after)
        said += self._tell_persons(before, after)
        said += self._tell_marks(before, after)
        if after["phase"] == "over":
            said.append(self.why(after))
        elif after["turns"] != before["turns"] or (before["phase"] == "dealing" and after["phase"] != "dealing"):
            said.append(f"It is the turn of @{after['turn']}.")
        return said

    def _tell_act(self, before: View, who: int, action: str | None, after: View) -> list[str]:
        turn = before["turn"]
        if action is None:
            return [f"@{turn} lays a card face down." if before["phase"] == "laying" else f"@{turn} draws a card."]
        verb, *rest = action.split()
        if verb == "play":
            kind, source = rest[0], rest[1] if len(rest) > 1 else "hand"
            if kind == "down":
                kind = after["play"]["card"] if after["play"] else after["discard"][turn][-1]
                return [f"@{turn} turns up {self.card(kind)} and plays it from the Reserve."]
            return [f"@{turn} plays {self.card(kind)} {SOURCE[source]}."]
        if verb == "deny":
            where = "from the hand" if rest[0] == "hand" else "from the Reserve"
            return [f"@{who} plays a Deny {where}."]
        if verb == "turn_up":
            return [f"@{who} turns up {self.card(self._turned_up(before, after, who))}."]
        if verb == "destroy":
            what = "a face-down card" if rest[0] == "down" else self.card(rest[0])
            return [f"It is aimed at {what} in the Reserve of @{before['play']['against']}."]
        if verb == "pass" and before["seat"] != who:  # one line for all who were asked in a row
            asked_on = after["phase"] == "denying" and len(after["windows"]) == len(before["windows"])
            return [] if asked_on else ["Nobody denies it."]
        sentences: dict[str, Callable[[], str]] = {
            "character": lambda: f"@{turn} plays {self._characters[rest[0]]}.",
            "first": lambda: f"{rest[0]} begins.",
            "draw": lambda: f"@{turn} draws {self.card(rest[0])}.",
            "on": lambda: f"It is played on {self.person(before, rest[0])}.",
            "mode": lambda: f"{self.person(before, before['play']['on'])} is used: {rest[0]}.",
            "take": lambda: f"{self.card(rest[0])} is to come back.",
            "stop": lambda: "No more cards are taken.",
            "against": lambda: f"It is played against {rest[0]}.",
            "pass": lambda: f"@{who} lets it happen.",
            "lay": lambda: f"@{turn} lays {self.card(rest[0])}{' face down' if len(rest) > 1 else ''}.",
            "lay_discard": lambda: self._tell_discard(before, after, rest[0]),
            "end_play": lambda: f"@{turn} ends PLAY.",
            "end_lay": lambda: f"@{turn} ends LAY.",
        }
        return [sentences[verb]()]

    def _tell_discard(self, before: View, after: View, kind: str) -> str:
        turn = before["turn"]
        up = len(before["down"][turn]) - len(after["down"][turn])
        proof = f", {up} of which {'is' if up == 1 else 'are'} turned up as a proof" if up else ""
        return f"@{turn} discards {self.card(kind)}: the Reserve has three of them{proof}."

    def _turned_up(self, before: View, after: View, seat: int) -> str:
        new = Counter(after["reserve"][seat]) - Counter(before["reserve"][seat])
        return str(next(iter(new)))

    def _tell_end_of_play(self, before: View, action: str | None, after: View) -> list[str]:
        """What became of the card, once nobody is asked any more."""
        if before["play"] is None or after["play"] is not None:
            return []
        denials = len(before["windows"]) + (1 if action and action.startswith("deny") else 0)
        card = self.card(before["play"]["card"])
        if denials and denials % 2 == 0:
            return [f"{card} is denied: it has no effect."]
        return self._tell_destroyed(before, after) or [f"{card} takes effect."]

    def _tell_destroyed(self, before: View, after: View) -> list[str]:
        rival = before["play"]["against"]
        if self._types[before["play"]["card"]]["target"] != "rival_reserve" or rival is None:
            return []
        if len(after["mound"][rival]) == len(before["mound"][rival]):
            return ["The card it was aimed at is gone: nothing is destroyed."]
        return [f"{self.card(after['mound'][rival][0])} goes to the Mound of @{rival}."]

    def _tell_persons(self, before: View, after: View) -> list[str]:
        """Every person that has moved."""
        said: list[str] = []
        if before["people"].keys() != after["people"].keys():
            return said
        was, now = self._places(before), self._places(after)
        for person, (place, seat) in now.items():
            if was[person] == (place, seat):
                continue
            name = self.person(after, person)
            said.append(
                {
                    "town": f"{name} returns to the Town.",
                    "living": f"{name} is a Living Minion of @{seat} now.",
                    "undead": f"{name} is Undead now.",
                    "destroyed": f"{name} is destroyed.",
                }[place]
            )
        return said

    def _places(self, view: View) -> dict[str, tuple[str, int]]:
        places = {person: (field, -1) for field in ("town", "destroyed") for person in view[field]}
        for field in ("living", "undead"):
            for seat, pool in enumerate(view[field]):
                places |= dict.fromkeys(pool, (field, seat))
        return places

    def _tell_marks(self, before: View, after: View) -> list[str]:
        """Trust, gimping, Power, and Mounds that became decks."""
        said: list[str] = []
        for seat in range(after["players"]):
            change = after["trust"][seat] - before["trust"][seat]
            if change:
                said.append(
                    f"@{seat} {'gains' if change > 0 else 'loses'} {abs(change)} Trust and has {after['trust'][seat]}."
                )
            if seat in after["gimped"] and seat not in before["gimped"]:
                said.append(f"@{seat} is gimped: in the next turn no card from the hand but by Power.")
            if after["deck"][seat] > before["deck"][seat] and before["phase"] != "casting":
                said.append(f"@{seat} shuffles the Mound: it is the deck now.")
        if after["power"] > before["power"]:
            said.append(f"@{after['turn']} may play {after['power']} more cards from the hand by Power.")
        return said

    def why(self, view: View) -> str:
        winner = view["winner"]
        if winner is None:
            return "The limit of rounds is reached: the game is a draw (R40)."
        goals = "; ".join(goal_text(goal) for goal in view["goals"][winner])
        return f"@{winner} meets the victory condition of {self.character(view, winner)} ({goals}) and wins."


def goal_text(goal: Mapping[str, Any]) -> str:
    """A line of a victory condition and how it stands: "Power 3 of 7"."""
    name, now = STAT_NAMES[goal["stat"]], goal["now"]
    if goal["stat"] == "top_undead":
        return f"{name}: {'yes' if now else 'not yet'}"
    if goal["min"] == 0:
        return f"{name} {now}, at most {goal['max']}"
    return f"{name} {now} of {goal['min']}"
