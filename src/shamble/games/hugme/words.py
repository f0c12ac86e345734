"""Everything a person reads of Hug Me: choices, what is asked, and the end. Refusals and the story stand beside it."""

import re
from collections.abc import Mapping
from typing import Any

from shamble.games.hugme import refusals, story
from shamble.games.hugme.names import Names, seat_of
from shamble.games.hugme.rules.codes import PLACES, PREFIXES
from shamble.kernel.game import View
from shamble.kernel.reasons import Reason

PLAIN_LABELS = {
    "win": "Leave now and win",
    "search": "Search the deck of your Location",
    "barricade": "Barricade your Location",
    "end": "End your turn",
    "agree": "Come along",
    "decline": "Decline",
    "keep": "Keep it face down on your left",
    "show": "Keep it face up on your left",
    "spoils left": "Take what lies on the victim's left",
    "spoils right": "Make the victim drop what lies on the right",
    "done": "Keep the rest",
    "arm none": "Use no Weapon",
    "pass": "Pass",
    "draw": "Draw a Zombie card",
    "skip": "Draw no card",
    "send self": "Send your Character",
    "send card": "Send your Zombie card",
    "stay": "Leave it at that",
    "roll": "Throw the Zombie Die",
    "accept": "Accept the hug and keep your items",
    "reroll": "Have the die thrown again with the Nurse's help",
    "hug": "Hug",
    "spare": "Do not hug",
}
PLAIN_HELP = {
    "win": "The Movement that leads to victory; Special Items still face down are shown by it (R15).",
    "search": "You draw from the deck here. Then you keep the card or leave it under that deck (R17, R18).",
    "barricade": "Nobody leaves or enters until Dawn, and Humans here defend better tonight (R28).",
    "end": "Nothing more in this turn (R60).",
    "agree": "You will stand where the Cheerleader goes, and still move in your own turn (R51).",
    "decline": "You leave it as it is.",
    "keep": "Only you know the card (R21).",
    "show": "Everybody sees it, and it works from now on; it cannot be turned down again.",
    "spoils left": "You see all of it, keep what you have room for, and drop the rest (R24).",
    "spoils right": "It all drops; you keep none of it (R24).",
    "done": "What is still on your left stays there (R24).",
    "arm none": "Your value counts without a Weapon; one that drops after use is saved (R22).",
    "pass": "You add nothing now; after an answer by somebody else you may be asked again (R22).",
    "draw": "The card is yours alone until Night (R43).",
    "skip": "You deploy your Character only (R43).",
    "send self": "Next you choose where; everybody sees that your Character lies there, not where it is (R46).",
    "send card": "Next you choose where; everybody sees a card there, not which (R46).",
    "stay": "A card not sent goes face down to the discard pile (R44).",
    "roll": "One time in three it goes badly, unless a house rule says otherwise (R30).",
    "accept": "You become Infected and lose nothing (R35).",
    "reroll": "The failed die is thrown once more; this works once a Night.",
    "hug": "The Human becomes Infected (R48).",
    "spare": "Without a real hug nothing happens (R48).",
}


class HugmeWords:
    """The words of one edition."""

    codes = re.compile(rf" \((?:(?:{'|'.join(PREFIXES)})\d|{'|'.join(PLACES)})\)")

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.names = Names(data)

    # -- choices -------------------------------------------------------------------------------------------------

    def label(self, view: View, action: str) -> str:
        names = self.names
        if action in PLAIN_LABELS:
            return self._plain_label(view, action)
        verb, rest = action.split(" ", 1)
        if verb in ("deploy", "move", "flee", "late"):
            order = {
                "deploy": "Start in",
                "move": "Go to",
                "flee": "Flee to",
                "late": "Shift your Character to",
            }[verb]
            return f"{order} {names.place(view, rest)}"
        if verb == "at":
            if view["phase"] == "placing":
                return f"Lay a new slot: {names.place(view, rest)}"
            return names.place(view, rest)
        if verb in ("reveal", "take", "leave", "arm", "use", "equip"):
            order = {
                "reveal": "Reveal",
                "take": "Go on with",
                "leave": "Leave behind",
                "arm": "Use as your Weapon:",
                "use": "Use and drop",
                "equip": "Equip on your right:",
            }[verb]
            return f"{order} {names.item(rest)}"
        if verb == "search":
            return f"Search {names.place(view, rest)} with the rod"
        if verb == "barricade":
            return f"Barricade your Location with {names.item(rest)}"
        if verb == "steal":
            return f"Rob {rest}"
        if verb == "bring":
            return f"Take {rest} along"
        if verb in ("pick", "hold"):
            return f"{'Send away' if verb == 'pick' else 'Keep'} {names.zombie(rest)}"
        if verb in ("on", "look"):
            return f"{'On slot' if verb == 'on' else 'Look under slot'} {rest}"
        return f"{rest} begins" if verb == "begin" else rest

    def _plain_label(self, view: View, action: str) -> str:
        drawn = view["drawn"]
        if action in ("keep", "show") and drawn and drawn[0]["card"]:
            side = "down" if action == "keep" else "up"
            return f"Keep {self.names.item(drawn[0]['card'])} face {side} on your left"
        if action == "win":
            status = view["seats"][view["seat"]]["status"]
            return f"Leave by the {self.names.place(view, 'minivan' if status == 'human' else 'boiler')} and win"
        return PLAIN_LABELS[action]

    def explain(self, view: View, action: str) -> str:
        deck = self._own_deck(view)
        if action == "search":
            return f"{PLAIN_HELP[action]} {self._deck_size(view, view['board'][view['seats'][view['seat']]['place']])}"
        if action in PLAIN_HELP:
            return PLAIN_HELP[action].format(deck=deck)
        verb, rest = action.split(" ", 1)
        if verb in ITEM_HELP:
            return f"{self._item_text(view, verb, rest)} {ITEM_HELP[verb].format(deck=deck)}"
        if verb == "steal":
            return f"{self._needed(view, rest)} Both may reveal Weapons first (R22, R23)."
        more = f" {self._deck_size(view, view['board'][rest])}" if verb == "search" else ""
        return HELP[verb].format(deck=deck) + more

    def _deck_size(self, view: View, shop: str) -> str:
        deck = view["decks"][shop]
        return f"Cards in that deck: {deck['unseen'] + len(deck['under'])}."

    def _own_deck(self, view: View) -> str:
        """The deck on which the reader's cards drop (R26)."""
        mine = view["seats"][view["seat"]]
        if mine["place"] != "hall":
            return "the deck of your Location"
        return f"the {self.names.shop(mine['last_shop'] or view['board']['n'])} deck (you are in the Hall, R26)"

    def _item_text(self, view: View, verb: str, item: str) -> str:
        """What an item does for the reader; a Gasoline may be a Weapon."""
        ability, amount = self.names.human_side(view["seats"][view["seat"]]["character"])
        if item == "gasoline" and ability == "gasoline_weapon" and view["phase"] in ("assault", "theft"):
            named = "" if verb == "arm" else " once you name it as such"
            return f"{self.names.item_name(item)} is a Weapon of {amount} for you{named}; it drops after use."
        return self.names.item_text(item)

    def _needed(self, view: View, victim: str) -> str:
        """R23: what it takes to rob somebody; some Characters shift that."""
        thief = self.names.human_side(view["seats"][view["seat"]]["character"])[0]
        ability, margin = self.names.human_side(view["seats"][seat_of(victim)]["character"])
        needed = (margin if ability == "steal_margin" else 1) - (thief == "steal_tie_wins")
        if needed < 1:
            return "Equal values are enough for you."
        return "Your value must be higher than theirs." if needed == 1 else f"Your value must be {needed} higher."

    def reason(self, view: View, action: str, reason: Reason) -> tuple[str, str]:
        return refusals.sentence(self.names, view, action, reason)

    # -- the table -----------------------------------------------------------------------------------------------

    def asked(self, view: View) -> str:
        phase = view["phase"]
        if phase == "over":
            return self.why(view)
        actor = f"@{view['actor']}"
        sentence = ASKED[phase]
        if phase == "targeting":
            item = self.names.item(view["using"])
            return f"{actor} uses {item} and says on whom or where."
        if phase == "sorting" and view.get("spoils"):
            taken = " and ".join(self.names.item(item) for item in view["spoils"])
            return f"{actor} sorts the spoils; taken: {taken}."
        if phase == "theft":
            theft = view["theft"]
            return (
                f"@{theft['thief']} robs @{theft['victim']}, {theft['values'][0]} against {theft['values'][1]}: "
                f"{actor} may answer or pass."
            )
        if phase in ("assault", "night_draw", "escape_die", "hug_offer", "second_chance", "fleeing", "confirming"):
            return self._asked_at_night(view, sentence, actor)
        return sentence.format(actor=actor)

    def _asked_at_night(self, view: View, sentence: str, actor: str) -> str:
        assault = view["assault"]
        return sentence.format(
            actor=actor,
            place=self.names.place(view, assault["scene"]),
            attack=assault["attack"],
            defence=assault["defence"],
            runner=f"@{assault['runner']}",
        )

    def tell(self, before: View, who: int, action: str | None, after: View) -> list[str]:
        said = story.tell(self.names, before, who, action, after)
        if after["phase"] == "over":
            said.append(self.why(after))
        return said

    def why(self, view: View) -> str:
        winners = [f"@{seat}" for seat in view["winners"]]
        who = winners[0] if winners else ""
        ending = view["ending"]
        if ending == "human":
            return f"{who} drives away in the {self.names.place(view, 'minivan')} and wins alone."
        if ending == "infected":
            return f"{who} blows up the {self.names.place(view, 'boiler')} and the mall with it, and wins alone."
        if ending == "virgin":
            return f"{who}, the {self.names.character('virgin')}, is the only Human left and wins."
        if ending == "little_girl":
            return f"{who}, the only Human left, holds what she needs and wins."
        if ending == "zombies":
            if len(winners) == 1:
                return f"No Human is left: {who}, the only zombie, wins."
            return f"No Human is left: the zombies win, {' and '.join(winners)} together."
        if ending == "nobody":
            return "No Human and no zombie is left: nobody wins (R12)."
        return "The last round is over: nobody wins (R52)."


ITEM_HELP = {
    "reveal": "Turned up it stays so, and it can work.",
    "take": "The other card goes under {deck} (R21).",
    "leave": "It goes to the bottom of {deck}; face down nobody else learns which (R18, R21).",
    "arm": "Only one Weapon counts (R22).",
    "use": "It works once and goes under {deck}.",
    "equip": "It lies face up on your right for good and takes no room (R19).",
    "barricade": "It drops and makes this Barricade stronger (R28).",
}
HELP = {
    "deploy": "Your keyring starts here; sharing is allowed (R9).",
    "move": "One step of your Movement; no way in or out of a Barricaded Location (R3, R28).",
    "flee": "You arrive without any item; what waits there you may have to face too (R36).",
    "late": "Only your Character shifts, by one link, as the slots are revealed.",
    "at": "A Location as the target, or as the card laid face down under a new slot (R46).",
    "search": "The card is drawn there; what you leave goes under {deck}.",
    "bring": "They come to where your Movement ends, and still move in their own turn (R51).",
    "pick": "This card is faced elsewhere after this Assault (R50).",
    "hold": "The other card goes face down to the discard pile.",
    "on": "On a slot that lies there already, without looking under it (R46).",
    "look": "You alone see which Location lies there.",
    "choose": "This seat is meant.",
    "begin": "Among equal values this seat begins (R7).",
}
ASKED = {
    "dealing": "The Characters are dealt.",
    "shops": "The shops are laid out around the Hall.",
    "tie": "It is drawn by lot who of the strongest begins.",
    "tie_choice": "{actor} says who of the strongest begins.",
    "deploying": "{actor} chooses where to start.",
    "dawn_draw": "Dawn: {actor} draws a Zombie card.",
    "dawn_option": "Dawn: {actor} was beaten and says whether to draw a card.",
    "dawn_hold": "Dawn: {actor} keeps one of two Zombie cards.",
    "sending": "Dawn: {actor} says what to deploy.",
    "placing": "Dawn: {actor} chooses a Location.",
    "curing": "{actor} is Infected and may take a cure before the Zombie Die falls.",
    "infection": "{actor} is Infected: the Zombie Die falls.",
    "turn": "{actor} moves and acts.",
    "consent": "{actor} says whether to come along.",
    "finding": "{actor} searches.",
    "taking": "{actor} has drawn two cards and goes on with one.",
    "arranging": "{actor} decides what to keep.",
    "spoils": "{actor} has won the Theft and chooses the left or the right side.",
    "sorting": "{actor} sorts the spoils.",
    "theft": "",
    "targeting": "",
    "late_move": "Night: {actor} may shift a Character.",
    "night_start": "Night falls: {actor} may use an item for it.",
    "night_draw": "Night: zombies come to {place}.",
    "assault": "Assault on {place}, {attack} against {defence}: {actor} may answer or pass.",
    "hug_offer": "{actor} may accept the hug or try to escape from {place}.",
    "escape_die": "{runner} tries to escape from {place}.",
    "second_chance": "{runner} has failed to escape: {actor} may have the die thrown again.",
    "fleeing": "{runner} has escaped from {place} and chooses where to.",
    "confirming": "{actor} has {runner} in reach: will it be a hug?",
}

__all__ = ["HugmeWords", "seat_of"]
