"""Hug Me, prepared for the page: the mall as nine cells, the people, one's own cards, the slots and the horde."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

from shamble.games.hugme.names import Names
from shamble.games.hugme.words import HugmeWords
from shamble.kernel.game import View, Words
from shamble.kernel.shown import Choice, Happened

CELLS = {
    "nw": (1, 1), "n": (2, 1), "ne": (3, 1), "w": (1, 2), "hall": (2, 2), "e": (3, 2), "sw": (1, 3), "s": (2, 3),
    "se": (3, 3),
}  # fmt: skip
STATUS_ICONS = {"human": "man", "infected": "bitten", "zombie": "zed"}
EFFECT_ICONS = {
    "weapon": "axe", "special": "key", "note": "box", "capacity": "supermarket", "steps": "shoes", "bonus": "star",
    "no_theft": "clothing", "accept_hug": "heart", "search_linked": "net", "extra_action": "soda",
    "look_slot": "torch", "see_hidden": "eye", "push": "hand", "disarm": "x", "barricade_bonus": "board",
    "cut_barricade": "scissors", "lure": "megaphone", "move_all": "kids", "move_one": "swap", "slip": "shuffler",
    "reroll": "die", "cure": "aid", "boost": "soda",
}  # fmt: skip
SPECIAL_ICONS = {"gasoline": "gasoline", "lighter": "lighter"}
CARD_VERBS = ("reveal", "use", "equip", "arm", "barricade", "leave", "take")
PLACE_VERBS = ("deploy", "move", "flee", "late", "at", "search")
SEAT_VERBS = ("steal", "bring", "choose", "begin")
PACK_VERBS = ("hold", "pick")
ACT_ICONS = {
    "search": "torch", "barricade": "board", "end": "x", "pass": "x", "decline": "x", "agree": "hand", "stay": "x",
    "draw": "back", "skip": "x", "send": "shuffler", "roll": "die", "reroll": "die", "accept": "heart",
    "hug": "heart", "spare": "hand", "done": "hand", "spoils": "box", "arm": "hand",
}  # fmt: skip
DOORS = {"minivan": "human", "boiler": "infected"}


def page(
    view: View, names: Sequence[str], choices: Sequence[Choice], last: Sequence[Happened], words: Words
) -> dict[str, Any]:
    """Everything with the choices that belong to it; `acts` are those that belong to no place, card or seat."""
    mall = Mall(view, names, choices, last, cast(HugmeWords, words).names)
    shown = {
        "cells": [mall.cell(place) for place in CELLS],
        "rows": [mall.row(seat) for seat in range(view["players"])],
        "own": mall.own(),
        "drawn": [mall.card(card, f"drawn-{k}", mine=True) for k, card in enumerate(view["drawn"])],
        "slots": [mall.slot(number, slot) for number, slot in enumerate(view["slots"], 1)],
        "attack": [mall.pack(pack, "attack") for pack in view["attack"]],
        "clash": mall.clash(),
        "horde": mall.horde(),
    }
    return {**shown, "acts": mall.acts()}


class Mall:
    """One view. What takes a choice marks it as placed; the rest are `acts`."""

    def __init__(
        self,
        view: View,
        names: Sequence[str],
        choices: Sequence[Choice],
        last: Sequence[Happened],
        words: Names,
    ) -> None:
        self._view = view
        self._names = names
        self._words = words
        self._copies: Counter[str] = Counter()
        self._left = {choice.action: choice for choice in choices}
        self._may = bool(choices)
        self._moved = {
            event.who
            for event in last
            if event.action and event.action.split()[0] in ("move", "flee", "deploy", "late", "bring")
        }
        self._acted = {event.who for event in last}

    def _take(self, verbs: Sequence[str], what: str = "") -> list[dict[str, Any]]:
        """The choices `verb what` that nothing has taken yet."""
        found = [(verb, self._left.pop(f"{verb} {what}".strip(), None)) for verb in verbs]
        return [{"choice": choice, "verb": verb} for verb, choice in found if choice is not None]

    # -- the map -------------------------------------------------------------------------------------------------

    def cell(self, place: str) -> dict[str, Any]:
        """A Location: its shop, deck, people, zombies, and what one may do there."""
        view = self._view
        shop = view["board"].get(place)
        x, y = CELLS[place]
        linked = [next(iter({*link} - {place})) for link in self._words.links if place in link]
        door = self._words.doors.get(place, "")
        reader = None if view["seat"] is None else view["seats"][view["seat"]]
        own_door = bool(reader and door and reader["place"] == place and reader["status"] == DOORS[door])
        return {
            "place": place,
            "title": self._words.shop(shop) if shop else self._words.place_name("hall") if place == "hall" else place,
            "icon": shop or ("hall" if place == "hall" else "box"),
            "deck": self._deck(shop) if shop else None,
            "shut": view["barricades"].get(place, 0),
            "lured": place in view["lured"],
            "east": any(CELLS[other] == (x + 1, y) for other in linked),
            "south": any(CELLS[other] == (x, y + 1) for other in linked),
            "far": [other for other in linked if abs(CELLS[other][0] - x) + abs(CELLS[other][1] - y) > 1],
            "door": {"name": self._words.place_name(door), "icon": door} if door else None,
            "people": [self._pawn(seat, "pawn") for seat in range(view["players"]) if self._stands(seat) == place],
            "dead": [
                self._pawn(seat, "dead") for seat in range(view["players"]) if view["seats"][seat]["stands"] == place
            ],
            "packs": [self.pack(pack, "") for pack in view["deployed"].get(place, []) + view["sent_on"].get(place, [])],
            "slots": [number for number, slot in enumerate(view["slots"], 1) if slot["place"] == place],
            "scene": bool(view["assault"]["fighters"]) and view["assault"]["scene"] == place,
            "spots": self._take(PLACE_VERBS, place) + (self._take(["win"]) if own_door else []),
        }

    def _stands(self, seat: int) -> str | None:
        place: str | None = self._view["seats"][seat]["place"]
        return place

    def _deck(self, shop: str) -> int:
        deck = self._view["decks"][shop]
        return int(deck["unseen"]) + len(deck["under"])

    def _pawn(self, seat: int, kind: str) -> dict[str, Any]:
        entry = self._view["seats"][seat]
        return {
            "vt": f"{kind}-{seat}",
            "name": self._names[seat],
            "status": entry["status"],
            "icon": STATUS_ICONS[entry["status"]],
            "you": seat == self._view["seat"],
            "due": seat in self._view["owing"],
            "last": seat in self._moved,
        }

    # -- the people ----------------------------------------------------------------------------------------------

    def row(self, seat: int) -> dict[str, Any]:
        """A seat: Character, status, cards, and what one may do to it."""
        view = self._view
        entry = view["seats"][seat]
        zombie = entry["status"] == "zombie"
        assault = view["assault"]
        notes = [
            ("beaten", entry["beaten"]),
            ("disarmed", entry["disarmed"]),
            ("runs", seat in assault["runners"]),
            ("begins", seat == view["first"] and view["round"] == 0),
        ]
        return {
            **self._pawn(seat, "row"),
            "turn": seat == view["turn"] and view["phase"] != "over",
            "winner": seat in view["winners"],
            "character": self._words.character(entry["character"]) if entry["character"] else "",
            "ability": self._words.ability(entry["character"], zombie) if entry["character"] else "",
            "value": entry["value"],
            "left": [self.card(card, f"left-{seat}-{k}") for k, card in enumerate(entry["left"])],
            "right": [self.card(card, f"right-{seat}-{k}") for k, card in enumerate(entry["right"])],
            "hand": len(entry["hand"]),
            "slot": entry["slot"],
            "fights": seat in assault["fighters"],
            "boost": entry["boost"],
            "notes": [note for note, holds in notes if holds],
            "acted": seat in self._acted,
            "spots": self._take(SEAT_VERBS, f"@{seat}"),
        }

    def own(self) -> dict[str, Any] | None:
        """The reader's own cards, with what may be done with each."""
        seat = self._view["seat"]
        if seat is None:
            return None
        entry = self._view["seats"][seat]
        zombie = entry["status"] == "zombie"
        return {
            "name": self._names[seat],
            "ability": self._words.ability(entry["character"], zombie) if entry["character"] else "",
            "left": [self.card(card, f"mine-{k}", mine=True) for k, card in enumerate(entry["left"])],
            "right": [self.card(card, f"kept-{k}", mine=True) for k, card in enumerate(entry["right"])],
            "hand": [self.pack(pack, "hand") for pack in entry["hand"]],
            "room": entry["room"],
        }

    # -- cards ---------------------------------------------------------------------------------------------------

    def card(self, card: Mapping[str, Any], vt: str, mine: bool = False) -> dict[str, Any]:
        """An item card; a back where the reader does not know it."""
        item = card["card"]
        if item is None:
            shops = [self._words.shop(shop) for shop in card["from"]]
            return {
                "known": False,
                "vt": vt,
                "from": "/".join(shops),
                "name": "",
                "spots": [],
                "why": "",
            }
        effect, amount = self._words.effect(item)
        if mine:
            self._copies[item] += 1
            vt = f"item-{item}-{self._copies[item]}"
        spots = self._take(CARD_VERBS, item) if mine else []
        if mine and card in self._view["drawn"]:
            spots += self._take(["keep", "show"])
        why = "reveal" if not card["shown"] else "equip" if effect == "special" else "use"
        return {
            "known": True,
            "vt": vt,
            "item": item,
            "name": self._words.item_name(item),
            "text": "" if effect == "special" else self._words.item_text(item),
            "icon": SPECIAL_ICONS.get(item, EFFECT_ICONS[effect]),
            "value": amount if effect == "weapon" else "",
            "shown": card["shown"],
            "spots": spots,
            "why": f"{why} {item}" if mine and self._may and not spots else "",
        }

    def pack(self, pack: Mapping[str, Any], where: str) -> dict[str, Any]:
        """A Zombie card; a back where the reader does not know it."""
        card = pack["card"]
        spots = [] if card is None or not where else self._take(PACK_VERBS, card)
        if where == "hand":
            spots += self._take(["send card"])
        return {"name": self._words.zombie(card) if card else "", "card": card or "?", "spots": spots}

    def slot(self, number: int, slot: Mapping[str, Any]) -> dict[str, Any]:
        """A slot: what lies on it, and where it is where the reader knows that."""
        return {
            "number": number,
            "place": self._words.place(self._view, slot["place"]) if slot["place"] else "",
            "people": [self._names[seat] for seat in slot["characters"]],
            "packs": [self.pack(pack, "") for pack in slot["cards"]],
            "spots": self._take(["on", "look"], str(number)),
        }

    # -- what goes on --------------------------------------------------------------------------------------------

    def clash(self) -> dict[str, Any] | None:
        """The Assault or the Theft that is going on: two sides with their values."""
        theft, assault = self._view["theft"], self._view["assault"]
        if theft:
            sides = [
                {"name": self._names[theft[role]], "value": value, "icon": icon}
                for role, icon, value in zip(("thief", "victim"), ("hand", "man"), theft["values"], strict=True)
            ]
            return {"place": "", "sides": sides, "bad": theft["succeeds"]}
        if not assault["fighters"] or self._view["phase"] == "over":
            return None
        fighters = ", ".join(self._names[seat] for seat in assault["fighters"])
        sides = [
            {"name": "", "value": assault["attack"], "icon": "zed"},
            {"name": fighters, "value": assault["defence"], "icon": "man"},
        ]
        place = self._words.place(self._view, assault["scene"])
        return {"place": place, "sides": sides, "bad": assault["attack"] > assault["defence"]}

    def horde(self) -> dict[str, Any]:
        """The Zombie deck and what was discarded from it."""
        horde = self._view["horde"]
        return {
            "deck": horde["deck"],
            "discard": [
                {"name": self._words.zombie(card), "card": card, "count": n} for card, n in horde["discard"].items()
            ],
            "face_down": len(horde["face_down"]),
        }

    def acts(self) -> list[dict[str, Any]]:
        """What is left: acts without a place."""
        return [
            {
                "choice": choice,
                "icon": ACT_ICONS.get(action.split()[0], "arrow"),
            }
            for action, choice in self._left.items()
        ]
