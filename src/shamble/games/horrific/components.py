"""The decks, card types and townspeople of an edition of Horrific."""

from collections.abc import Mapping
from typing import Any, Final

from shamble.kernel.components import Component
from shamble.kernel.game import Edition, View

WHEN: Final = {
    "own_turn": "your own turn", "opponent_turn": "an opponent's turn", "lay_only": "never, it is only laid",
}  # fmt: skip
LETTERS: Final = {"dela": "D", "huati": "H", "bones": "B", "maal": "M", "doktor": "K", "vladimir": "V"}


def components(edition: Edition) -> list[Component]:
    """The characters with their decks, then the card types, then the townspeople by character."""
    data = edition.data
    names = {deck["character"]: deck["name"] for deck in data["deck"]}
    types = {kind["id"]: kind["name"] for kind in data["type"]}
    missing = list(data.get("missing", ()))
    listed = []
    for deck in data["deck"]:
        lacks = {kind: missing.count(f"{deck['character']} {kind}") for kind in deck["cards"]}
        cards = ", ".join(f"{count - lacks[kind]} {types[kind]}" for kind, count in deck["cards"].items())
        listed.append(Component("character", deck["name"], {}, f"The deck: {cards}.", 1, deck["character"]))
    for kind in data["type"]:
        copies = sum(deck["cards"].get(kind["id"], 0) for deck in data["deck"])
        played = {"played in": WHEN[kind["play"]]}
        listed.append(Component("card type", kind["name"], played, kind.get("note", ""), copies, kind["id"]))
    number = dict.fromkeys(names, 0)
    for row in data["person"]:
        number[row["character"]] += 1
        code = f"{LETTERS[row['character']]}{number[row['character']]}"
        listed.append(_person(row, code, names[row["character"]], code in missing))
    return listed


def _person(row: Any, code: str, character: str, is_missing: bool) -> Component:
    numbers = {
        "Power": row["power"], "Influence": row["influence"], "Loyalty": row["loyalty"], "Value": row["value"],
    }  # fmt: skip
    return Component("townsperson", row["name"], numbers, f"Of {character}.", 0 if is_missing else 1, code)


def unseen(census: Mapping[str, int], view: View) -> dict[str, int]:
    """Of each card type how many cards of all decks in play lie where the reader does not see them."""
    seen = list(view["hand"] or [])
    for pile in ("reserve", "down", "mound", "discard"):
        for cards in view[pile]:
            seen += cards
    types = {name.partition(" ")[2] for name in census if " " in name}
    totals = {kind: sum(count for name, count in census.items() if name.endswith(f" {kind}")) for kind in types}
    return {kind: total - seen.count(kind) for kind, total in sorted(totals.items()) if total}
