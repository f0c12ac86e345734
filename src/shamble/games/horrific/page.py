"""Horrific, prepared for the page: the Town, a block for each villain, what is being played, and one's own hand."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from shamble.games.horrific.words import HorrificWords, goal_text
from shamble.kernel.game import View, Words
from shamble.kernel.shown import Choice, Happened

ICONS = {
    "CP": "puppet", "UC": "lever", "TU": "zed", "ZP": "flask", "GW": "works", "GC": "eye", "DN": "x", "DR": "axe",
    "LB": "shackle", "HL": "aid", "CN": "veil", "MN": "obelisk",
}  # fmt: skip
VILLAINS = {
    "dela": "dela", "huati": "temple", "bones": "skull", "maal": "maal", "doktor": "doktor", "vladimir": "vladimir"
}  # fmt: skip
ACT_ICONS = {
    "end_play": "arrow", "end_lay": "x", "pass": "hand", "stop": "x", "mode power": "axe", "mode influence": "works",
    "mode dig": "hardware", "mode spend": "skull",
}  # fmt: skip
TOPS = 10  # cards of a Mound that are shown


def page(
    view: View, names: Sequence[str], choices: Sequence[Choice], last: Sequence[Happened], words: Words
) -> dict[str, Any]:
    """Everything with the choices that belong to it; `acts` are those that belong to no card, person or seat."""
    table = Drawing(view, names, choices, last, cast(HorrificWords, words))
    town = [table.person(person) for person in view["town"]]
    shown = {
        "town": town,
        "destroyed": [table.person(person) for person in view["destroyed"]],
        "hand": table.hand(),
        "seats": [table.seat(seat) for seat in table.order()],
        "played": table.played(),
    }
    return {**shown, "acts": table.acts(), "aiming": any(one["spot"] for one in town)}


class Drawing:
    """One view. What takes a choice marks it as placed; the rest are `acts`."""

    def __init__(
        self,
        view: View,
        names: Sequence[str],
        choices: Sequence[Choice],
        last: Sequence[Happened],
        words: HorrificWords,
    ) -> None:
        self._view = view
        self._names = names
        self._words = words
        self._left = {choice.action: choice for choice in choices}
        self._may = bool(choices)
        self._trust = None if view["seat"] is None else view["trust"][view["seat"]]
        acts = [event.action for event in last if event.action]
        self._touched = {action.split()[1] for action in acts if action.startswith("on ")}
        self._acted = {
            event.who
            for event in last
            if event.action is None or event.action.split()[0] not in ("draw", "pass", "first", "character")
        }

    def _take(self, keys: Mapping[str, str]) -> list[dict[str, Any]]:
        """Those of the actions, given with the keys of their short texts, that are legal and have no place yet."""
        found = [(self._left.pop(action, None), key) for action, key in keys.items()]
        return [{"choice": choice, "key": key} for choice, key in found if choice is not None]

    def order(self) -> list[int]:
        """The seats, the reader's first and the others as they follow."""
        players, first = self._view["players"], self._view["seat"] or 0
        return [(first + k) % players for k in range(players)]

    # -- persons -------------------------------------------------------------------------------------------------

    def person(self, person: str, undead: bool = False) -> dict[str, Any]:
        """A person with the numbers that count on the side that is up."""
        row = self._view["people"][person]
        stats = [(key[0].upper(), row[key]) for key in ("power", "influence", "loyalty", "value")]
        return {
            "id": person,
            "name": row["name"],
            "undead": undead,
            "stats": stats[3:] if undead else stats,
            "fresh": person in self._view["fresh"],
            "wary": not undead and self._trust is not None and row["loyalty"] > self._trust,
            "last": person in self._touched,
            "spot": self._left.pop(f"on {person}", None),
        }

    # -- cards ---------------------------------------------------------------------------------------------------

    def tile(self, card: str) -> dict[str, Any]:
        """A card type as it is drawn."""
        return {"card": card, "icon": ICONS[card], "title": self._words.title(card), "note": self._words.note(card)}

    def hand(self) -> list[dict[str, Any]] | None:
        """The reader's hand by types, with what may be done with each."""
        cards: list[str] | None = self._view["hand"]
        if cards is None:
            return None
        verb = {"playing": "play", "laying": "lay"}.get(self._view["phase"], "")
        row = []
        for card, count in Counter(cards).items():
            texts = {
                f"play {card}": "play",
                f"play {card} power": "power",
                f"lay {card}": "lay",
                f"lay {card} down": "down",
                f"lay_discard {card}": "discard",
            }
            spots = self._take(texts | ({"deny hand": "deny"} if card == "DN" else {}))
            why = f"{verb} {card}" if self._may and verb and not spots else ""
            row.append({**self.tile(card), "count": count, "spots": spots, "why": why})
        return row

    def _reserve(self, seat: int) -> list[dict[str, Any]]:
        """The face-up cards of a Reserve by types, then the face-down places."""
        view = self._view
        mine = seat == view["seat"]
        aimed = view["play"] and view["play"]["against"] == seat
        row = []
        for card, count in Counter(view["reserve"][seat]).items():
            texts = {f"play {card} reserve": "play"} if mine else {}
            if mine and card == "DN":
                texts["deny reserve"] = "deny"
            if aimed and not mine:
                texts[f"destroy {card}"] = "destroy"
            row.append({**self.tile(card), "count": count, "place": 0, "spots": self._take(texts)})
        for place, card in enumerate(view["down"][seat], 1):
            texts = (
                {f"play down {place}": "play", f"deny down {place}": "deny", f"turn_up {place}": "turn_up"}
                if mine
                else {f"destroy down {place}": "destroy"}
            )
            known = self.tile(card) if card != "?" else {"card": "", "icon": "back", "title": "", "note": ""}
            row.append({**known, "count": 1, "place": place, "spots": self._take(texts)})
        return row

    # -- seats ---------------------------------------------------------------------------------------------------

    def seat(self, seat: int) -> dict[str, Any]:
        """A villain: goals, Minions, Reserve, Mound."""
        view = self._view
        mound = view["mound"][seat]
        known = Counter(card for card, _ in view["known_cards"][seat])
        character = view["characters"][seat]
        return {
            "seat": seat,
            "name": self._names[seat],
            "you": seat == view["seat"],
            "turn": seat == view["turn"] and view["phase"] != "over",
            "due": seat in view["owing"],
            "winner": seat == view["winner"],
            "acted": seat in self._acted,
            "icon": VILLAINS[character] if character else "man",
            "character": self._words.character(view, seat),
            "trust": view["trust"][seat],
            "held": view["held"][seat],
            "deck": view["deck"][seat],
            "gimped": seat in view["gimped"],
            "goals": [
                {"text": goal_text(goal), "met": goal["min"] <= goal["now"] <= goal["max"]}
                for goal in view["goals"][seat]
            ],
            "living": [self.person(person) for person in view["living"][seat]],
            "undead": [self.person(person, undead=True) for person in view["undead"][seat]],
            "reserve": self._reserve(seat),
            "mound": ["–" if card == "?" else card for card in mound[:TOPS]],
            "deeper": max(0, len(mound) - TOPS),
            "discard": view["discard"][seat],
            "known": "" if seat == view["seat"] else ", ".join(f"{n} {card}" for card, n in known.items()),
            "spots": self._take({f"against @{seat}": "against"}),
        }

    def played(self) -> dict[str, Any] | None:
        """The card that is being played, with what was named and who denied."""
        view = self._view
        play = view["play"]
        if not play:
            return None
        return {
            **self.tile(play["card"]),
            "by": self._names[view["turn"]],
            "from": play["from"],
            "on": self._words.person(view, play["on"]) if play["on"] else "",
            "mode": play["mode"],
            "take": [self._words.title(card) for card in play["take"]],
            "against": "" if play["against"] is None else self._names[play["against"]],
            "destroy": play["destroy"],
            "denials": [self._names[window["seat"]] for window in view["windows"][1:]],
        }

    def acts(self) -> list[dict[str, Any]]:
        """What is left: acts without a place."""
        return [{"choice": choice, "icon": self._act_icon(action)} for action, choice in self._left.items()]

    def _act_icon(self, action: str) -> str:
        verb, *rest = action.split()
        return ICONS[rest[0]] if verb == "take" else ACT_ICONS.get(action, "arrow")
