"""Horrific: numbers of cards, persons, phases and codes, and the printed data of one game as packed tables.

A card is its type, 0 … 11; whose it is follows from where it lies. A person is 10 * character + place, 0 … 59, so
sets of persons are bit masks.
"""

from collections.abc import Mapping
from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.horrific.rules import codes


class Effect:
    """One effect of a card type: what it does, to whose Trust, and how much.

    The Trust changes by `amount`, and besides by `times` the Influence of the person."""

    def __init__(self, do: i64, rival: bool, amount: i64, times: i64) -> None:
        self.do: i64 = do
        self.rival: bool = rival
        self.amount: i64 = amount
        self.times: i64 = times


class Goal:
    """One line of a victory condition: a stat and the span in which it must lie."""

    def __init__(self, stat: i64, low: i64, high: i64) -> None:
        self.stat: i64 = stat
        self.low: i64 = low
        self.high: i64 = high


class CardType:
    """What is printed on the cards of one type."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.play: i64 = codes.PLAY_WHEN.index(row["play"])
        self.target: i64 = codes.TARGETS.index(row["target"])
        self.rival: bool = bool(row.get("rival", False))
        self.effects: list[Effect] = [read_effect(effect) for effect in row["effect"]]
        self.modes: i64 = 0  # mask of the modes of Use Control
        for effect in row["effect"]:
            for mode in effect.get("modes", []):
                self.modes |= 1 << codes.MODES.index(mode)
        self.eases: i64 = sum(effect.get("amount", 0) for effect in row["effect"] if effect["do"] == "lose_less")


def read_effect(row: Mapping[str, Any]) -> Effect:
    """An effect from its entry in the edition."""
    amount = row.get("amount", 0)
    times = {"influence": 1, "-influence": -1}.get(amount, 0) if isinstance(amount, str) else 0
    return Effect(
        codes.EFFECTS.index(row["do"]), row.get("who") == "rival", 0 if isinstance(amount, str) else int(amount), times
    )


def read_goals(rows: list[dict[str, Any]]) -> list[Goal]:
    """A victory condition from its column in the edition."""
    return [Goal(codes.STATS.index(row["stat"]), row.get("min", 0), row.get("max", codes.NO_LIMIT)) for row in rows]


def kinds_in(cards: Mapping[str, int]) -> int:
    """The mask of the types that a deck holds."""
    return sum(1 << kind for kind, name in enumerate(codes.TYPES) if cards.get(name, 0) > 0)


def bit(place: i64) -> i64:
    """The mask of one place, 0 … 62. (Shifted from above: compiled, a literal 1 is a number of 32 bits.)"""
    highest: i64 = 0x4000000000000000
    return highest >> (62 - place)


def position_of_bits() -> vec[u8]:
    """At index `bit % 67`, the place of a single bit: 2 is a primitive root of 67."""
    places = vec[u8]()
    k: i64 = 0
    while k < 67:
        places = append(places, u8(0))
        k += 1
    k = 0
    while k < 62:
        places[bit(k) % 67] = u8(k)
        k += 1
    return places


class HorrificRules:
    """The options and the printed data of one game, as numbers; shared by all its positions."""

    def __init__(self, players: i64, options: Mapping[str, Any], data: Mapping[str, Any]) -> None:
        characters = str(options["characters"])
        self.cast: list[int] = (
            [] if characters == "random" else [codes.CHARACTERS.index(c) for c in characters.split(",")]
        )
        first = options["first"]
        self.first: i64 = -1 if first == "random" else 0 if first == "seat" else int(first)
        self.trust_cap: i64 = codes.OFF if options["trust_cap"] == "none" else int(options["trust_cap"])
        self.declare_after: bool = options["declare"] == "after_deny"
        self.fizzle: bool = bool(options["fizzle"])
        self.sweep_own: bool = options["deny_sweep"] == "own_turn"
        self.reserve_total: i64 = codes.OFF if options["reserve_total"] == "none" else int(options["reserve_total"])
        self.deny_deny: bool = options["deny_deny"] == "literal"
        self.uc_once: bool = bool(options["uc_once"])
        self.gimping: bool = options["gimping"] == "on"
        self.top_only: bool = options["mound"] == "top_only"
        self.round_limit: i64 = codes.MOST_ROUNDS if options["round_limit"] == "off" else int(options["round_limit"])

        rows = {row["id"]: row for row in data["type"]}
        self.types: list[CardType] = [CardType(rows[name]) for name in codes.TYPES]
        # of each type what is asked at every turn, packed
        self.own_turn: i64 = sum(1 << kind for kind, card in enumerate(self.types) if card.play == codes.OWN_TURN)
        self.target: vec[u8] = vec[u8]([u8(card.target) for card in self.types])
        self.modes: vec[u8] = vec[u8]([u8(card.modes) for card in self.types])
        self.eases: vec[i64] = vec[i64]([card.eases for card in self.types])
        decks = {deck["character"]: deck for deck in data["deck"]}
        missing: list[str] = list(data.get("missing", ()))
        self.deck: vec[u8] = vec[u8](
            [
                u8(decks[c]["cards"].get(name, 0) - missing.count(f"{c} {name}"))
                for c in codes.CHARACTERS
                for name in codes.TYPES
            ]
        )
        self.absent: i64 = sum(
            1 << codes.PEOPLE.index(name) for name in missing if name in codes.PEOPLE
        )  # persons not in the box
        self.per_undead: list[bool] = [decks[c].get("special", "") == "hand_per_undead" for c in codes.CHARACTERS]
        self.has: vec[i64] = vec[i64]([i64(kinds_in(decks[c]["cards"])) for c in codes.CHARACTERS])
        column = "two" if players == 2 else "more"
        self.goals: list[list[Goal]] = [read_goals(data["victory"][c][column]) for c in codes.CHARACTERS]

        people = {c: [row for row in data["person"] if row["character"] == c] for c in codes.CHARACTERS}
        printed = [row for c in codes.CHARACTERS for row in people[c]]
        self.power: vec[u8] = vec[u8]([u8(row["power"]) for row in printed])
        self.influence: vec[u8] = vec[u8]([u8(row["influence"]) for row in printed])
        self.loyalty: vec[u8] = vec[u8]([u8(row["loyalty"]) for row in printed])
        self.value: vec[u8] = vec[u8]([u8(row["value"]) for row in printed])
        self.powerful: i64 = sum(1 << p for p, row in enumerate(printed) if row["power"] > 0)
        self.influential: i64 = sum(1 << p for p, row in enumerate(printed) if row["influence"] > 0)
        self.printed: list[dict[str, Any]] = [
            {key: row[key] for key in ("name", "power", "influence", "loyalty", "value")} for row in printed
        ]
        self.bit_at: vec[u8] = position_of_bits()
