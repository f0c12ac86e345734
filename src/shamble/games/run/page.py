"""Zombie! Run for Your Lives!, prepared for the page: a race of five items and five zombies for every seat."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from shamble.games.run.words import RunWords, is_fifth, partner, placement, seat_of
from shamble.kernel.game import View, Words
from shamble.kernel.shown import Choice, Happened

CHOOSABLE = 8  # cards of the hand that the style sheet can light places for; those of others are always lit
GOAL = 5  # items that rescue, zombies that kill
ICONS = {
    "torch": "torch", "running shoes": "shoes", "umbrella": "umbrella", "frying pan": "pan", "guard dog": "dog",
    "garlic bread": "bread", "bicycle": "bicycle", "megaphone": "megaphone", "fire axe": "axe",
    "first-aid box": "aid", "rope ladder": "ladder", "sleeping bag": "bag", "library card": "book",
    "fishing net": "net", "chewing gum": "gum",
}  # fmt: skip
HATS = ("h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8", "h9", "h10", "h9", "h2", "h8", "h1", "h6")


def page(
    view: View, names: Sequence[str], choices: Sequence[Choice], last: Sequence[Happened], words: Words
) -> dict[str, Any]:
    """Rows of seats with their tracks, the hand, the piles, and where each card of the hand may go."""
    table = Drawing(view, cast(RunWords, words), last)
    hand = [table.card(card, "hand") for card in view["hand"] or []]
    places = [(choice, *target(view, choice.action)) for choice in choices]
    for k, card in enumerate(hand):
        card["k"] = k
        card["legal"] = any(placed == card["face"] for _, placed, _ in places)
        card["why"] = f"play {card['face']}" + ("" if card["face"][0] == "I" else f" @{victim(view)}")
    rows = [table.row(seat, names[seat], hand, places) for seat in range(view["players"])]
    return {
        "rows": rows,
        "hand": hand,
        "turned_up": table.card(view["turned_up"], "turned_up") if view["turned_up"] else None,
        "piles": [
            {"title": title, "cards": table.counted(view[field]), "size": len(view[field])}
            for field, title in (("discard", "Discard pile"), ("removed", "Removed"))
            if view[field] or field == "discard"
        ],
        "choosing": any(card["legal"] for card in hand),
    }


def target(view: View, action: str) -> tuple[str, int]:
    """The card and the seat of an action; no card where it has none."""
    verb, *rest = action.split()
    if verb in ("play", "special"):
        return placement(view, rest)
    return (view["turned_up"], seat_of(rest[0])) if verb == "give" else ("", -1)


def victim(view: View) -> int:
    """Some living opponent, about whom a person may wonder."""
    return next((seat for seat in view["living"] if seat != view["seat"]), 0)


class Drawing:
    """One view, with names for the cards and ids that stay with a card as it moves."""

    def __init__(self, view: View, words: RunWords, last: Sequence[Happened]) -> None:
        self._view = view
        self._words = words
        self._copies: Counter[str] = Counter()
        acts = [(event.who, event.action.split()) for event in last if event.action]
        self._touched = {
            (seat_of(rest[-1]) if rest[-1][0] == "@" else who, rest[0])
            for who, (verb, *rest) in acts
            if verb in ("play", "special")
        }
        self._given = {seat_of(rest[0]) for _, (verb, *rest) in acts if verb == "give"}
        self._drawn = {rest[0] for who, (verb, *rest) in acts if verb == "draw"}

    def card(self, face: str, where: int | str) -> dict[str, Any]:
        """What is drawn of a card that lies before a seat, in the reader's hand, or turned up."""
        copy = self._copies[face]
        self._copies[face] += 1
        held = self._view["hand"] or []
        return {
            "face": face,
            "number": face[1:] if face != "Z0" else "",
            "sort": face[0],
            "icons": self.icons(face),
            "name": self._words.card(face),
            "title": self._words.name(face),
            "vt": f"card-{face}-{copy}",
            "last": (where, face) in self._touched or (where == "hand" and face in self._drawn),
            "matched": isinstance(where, int) and partner(face) in held,
        }

    def icons(self, face: str) -> list[str]:
        """The drawings of a face; an edition's own symbols have one for all."""
        if face == "Z0":
            return ["roach"]
        number = int(face[1:])
        if face[0] == "I":
            return [ICONS.get(self._words.name(face), "symbol")]
        known = self._words.name(f"I{number}") in ICONS
        return ["zed", HATS[number - 1]] if known else ["zed"]

    def counted(self, cards: Sequence[str]) -> list[dict[str, Any]]:
        """A pile by faces, each with its number."""
        return [
            {"face": face, "sort": face[0], "name": self._words.card(face), "icons": self.icons(face), "count": count}
            for face, count in sorted(Counter(cards).items(), key=lambda one: (one[0][0], int(one[0][1:])))
        ]

    def row(
        self, seat: int, name: str, hand: Sequence[dict[str, Any]], places: Sequence[tuple[Choice, str, int]]
    ) -> dict[str, Any]:
        """A seat: its two tracks and the spots that lie on it."""
        view = self._view
        front = [self.card(face, seat) for face in view["fronts"][seat]]
        sorts = {sort: [card for card in front if card["sort"] == sort] for sort in "IZ"}
        tracks = [
            {"sort": sort, "cards": cards, "free": range(max(0, GOAL - len(cards)))} for sort, cards in sorts.items()
        ]
        return {
            "seat": seat,
            "name": name,
            "you": seat == view["seat"],
            "turn": seat == view["turn"] and view["phase"] not in ("over", "choosing"),
            "living": seat in view["living"],
            "winner": seat == view["winner"],
            "held": view["held"][seat],
            "tracks": tracks,
            "spots": [self._spot(choice, face, seat, hand) for choice, face, where in places if where == seat],
            "last": seat in self._given or any(where == seat for where, _ in self._touched),
        }

    def _spot(self, choice: Choice, face: str, seat: int, hand: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """A placement: the cards of the hand it belongs to (none for a card turned up) and what it does."""
        effect = ""
        if partner(face) in self._view["fronts"][seat]:
            effect = "cancel"
        elif is_fifth(self._view, face, seat):
            effect = "kill" if face[0] == "Z" else "rescue"
        held = [f"f{card['k']}" for card in hand if card["face"] == face and card["k"] < CHOOSABLE]
        return {
            "choice": choice,
            "face": face,
            "number": face[1:] if face != "Z0" else "",
            "icons": self.icons(face),
            "sort": face[0],
            "of": " ".join(["of", *held]) if held else "",
            "special": choice.action.startswith("special"),
            "effect": effect,
        }
