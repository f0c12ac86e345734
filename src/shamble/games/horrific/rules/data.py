"""Horrific: numbers of cards, persons, phases and codes, and the printed data of one game as packed tables.

A card is its type, 0 … 11; whose it is follows from where it lies. A person is 10 * character + place, 0 … 59, so
sets of persons are bit masks.
"""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

SEATS: Final = 6
HAND_SIZE: Final = 5
START_TRUST: Final = 15
DECK: Final = 39
PERSONS: Final = 60
OWN: Final = 10  # persons of one character
CAP: Final = 3  # cards of one type in a Reserve
PLACES: Final = 36  # face-down cards that a Reserve can hold

TYPES: Final = ("CP", "UC", "TU", "ZP", "GW", "GC", "DN", "DR", "LB", "HL", "CN", "MN")
KINDS: Final = 12
UC: Final = 1
DN: Final = 6
CN: Final = 10
MN: Final = 11
CHARACTERS: Final = ("dela", "huati", "bones", "maal", "doktor", "vladimir")
LETTERS: Final = "DHBMKV"
PEOPLE: Final = tuple(f"{LETTERS[p // 10]}{p % 10 + 1}" for p in range(60))

# codes of actions and outcomes, in the order of the vocabulary
PLAY: Final = 0  # + type: from the hand
POWER: Final = 12  # + type: from the hand, by Use Power
RESERVE: Final = 24  # + type: a face-up card of the Reserve
DOWN: Final = 36  # + place: a face-down card of the Reserve
END_PLAY: Final = 72
ON: Final = 73  # + person
MODE: Final = 133  # + mode
TAKE: Final = 137  # + type
STOP: Final = 149
AGAINST: Final = 150  # + seat
DESTROY: Final = 156  # + type
DESTROY_DOWN: Final = 168  # + place
DENY_HAND: Final = 204
DENY_RESERVE: Final = 205
DENY_DOWN: Final = 206  # + place
PASS: Final = 242
LAY: Final = 243  # + type
LAY_DOWN: Final = 255  # + type
LAY_DISCARD: Final = 267  # + type
END_LAY: Final = 279
TURN_UP: Final = 280  # + place
CHARACTER: Final = 316  # + character
FIRST: Final = 322  # + seat
DRAW: Final = 328  # + type
CODES: Final = 340

# phases
CASTING: Final = 0  # chance: who plays whom
CHOOSING: Final = 1  # chance: who begins
DEALING: Final = 2  # chance: five cards to each
STARTING: Final = 3  # chance: Maal's cards at the beginning of a turn
PLAYING: Final = 4
AIMING: Final = 5  # on which person the card is played
USING: Final = 6  # what a Minion is used for
TAKING: Final = 7  # which cards come back from the Mound
NAMING: Final = 8  # which opponent is meant
DESTROYING: Final = 9  # which card of a Reserve
DENYING: Final = 10
LAYING: Final = 11
REPLENISHING: Final = 12  # chance
OVER: Final = 13
PHASES: Final = (
    "casting", "choosing", "dealing", "starting", "playing", "aiming", "using", "taking", "naming", "destroying",
    "denying", "laying", "replenishing", "over",
)  # fmt: skip

# where a played card came from
FROM_HAND: Final = 0
BY_POWER: Final = 1
FROM_RESERVE: Final = 2
SOURCES: Final = ("hand", "power", "reserve")

MODES: Final = ("power", "influence", "dig", "spend")
USE_POWER: Final = 0
USE_INFLUENCE: Final = 1
DIG: Final = 2
SPEND: Final = 3

OWN_TURN: Final = 0
OPPONENT_TURN: Final = 1
LAY_ONLY: Final = 2
PLAY_WHEN: Final = ("own_turn", "opponent_turn", "lay_only")

NO_TARGET: Final = 0
TOWN: Final = 1
OWN_MINION: Final = 2
OWN_LIVING: Final = 3
RIVAL_LIVING: Final = 4
RIVAL_MINION: Final = 5
RIVAL_RESERVE: Final = 6
TARGETS: Final = ("none", "town", "own", "own_living", "rival_living", "rival_minion", "rival_reserve")

CONTROL: Final = 0
RETURN_TO_TOWN: Final = 1
FLIP_UNDEAD: Final = 2
TRUST: Final = 3
GIMP: Final = 4
USE_CONTROL: Final = 5
RESERVE_TO_MOUND: Final = 6
DENY: Final = 7
CONCEAL: Final = 8
LOSE_LESS: Final = 9
EFFECTS: Final = (
    "control", "return_to_town", "flip_undead", "trust", "gimp", "use_control", "reserve_to_mound", "deny",
    "conceal", "lose_less",
)  # fmt: skip

STATS: Final = (
    "power", "influence", "value", "undead", "living", "monuments", "trust", "min_opponent_trust",
    "destroyed", "top_undead",
)  # fmt: skip
STAT_POWER: Final = 0
STAT_INFLUENCE: Final = 1
STAT_VALUE: Final = 2
STAT_UNDEAD: Final = 3
STAT_LIVING: Final = 4
STAT_MONUMENTS: Final = 5
STAT_TRUST: Final = 6
STAT_MIN_OPPONENT_TRUST: Final = 7
STAT_DESTROYED: Final = 8
STAT_TOP_UNDEAD: Final = 9
NO_LIMIT: Final = 1000  # a `max` that nothing exceeds

UNDEAD_DRAW: Final = 6  # Maal draws from so many Undead on
OFF: Final = 1_000_000_000
MOST_ROUNDS: Final = 1000  # R40: where all persons are out of play nobody may ever win; then the game is a draw


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
        self.play: i64 = PLAY_WHEN.index(row["play"])
        self.target: i64 = TARGETS.index(row["target"])
        self.rival: bool = bool(row.get("rival", False))
        self.effects: list[Effect] = [read_effect(effect) for effect in row["effect"]]
        self.modes: i64 = 0  # mask of the modes of Use Control
        for effect in row["effect"]:
            for mode in effect.get("modes", []):
                self.modes |= 1 << MODES.index(mode)
        self.eases: i64 = sum(effect.get("amount", 0) for effect in row["effect"] if effect["do"] == "lose_less")


def read_effect(row: Mapping[str, Any]) -> Effect:
    """An effect from its entry in the edition."""
    amount = row.get("amount", 0)
    times = {"influence": 1, "-influence": -1}.get(amount, 0) if isinstance(amount, str) else 0
    return Effect(
        EFFECTS.index(row["do"]), row.get("who") == "rival", 0 if isinstance(amount, str) else int(amount), times
    )


def read_goals(rows: list[dict[str, Any]]) -> list[Goal]:
    """A victory condition from its column in the edition."""
    return [Goal(STATS.index(row["stat"]), row.get("min", 0), row.get("max", NO_LIMIT)) for row in rows]


def kinds_in(cards: Mapping[str, int]) -> int:
    """The mask of the types that a deck holds."""
    return sum(1 << kind for kind, name in enumerate(TYPES) if cards.get(name, 0) > 0)


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
        self.cast: list[int] = [] if characters == "random" else [CHARACTERS.index(c) for c in characters.split(",")]
        first = options["first"]
        self.first: i64 = -1 if first == "random" else 0 if first == "seat" else int(first)
        self.trust_cap: i64 = OFF if options["trust_cap"] == "none" else int(options["trust_cap"])
        self.declare_after: bool = options["declare"] == "after_deny"
        self.fizzle: bool = bool(options["fizzle"])
        self.sweep_own: bool = options["deny_sweep"] == "own_turn"
        self.reserve_total: i64 = OFF if options["reserve_total"] == "none" else int(options["reserve_total"])
        self.deny_deny: bool = options["deny_deny"] == "literal"
        self.uc_once: bool = bool(options["uc_once"])
        self.gimping: bool = options["gimping"] == "on"
        self.top_only: bool = options["mound"] == "top_only"
        self.round_limit: i64 = MOST_ROUNDS if options["round_limit"] == "off" else int(options["round_limit"])

        rows = {row["id"]: row for row in data["type"]}
        self.types: list[CardType] = [CardType(rows[name]) for name in TYPES]
        decks = {deck["character"]: deck for deck in data["deck"]}
        missing: list[str] = list(data.get("missing", ()))
        self.deck: vec[u8] = vec[u8](
            [u8(decks[c]["cards"].get(name, 0) - missing.count(f"{c} {name}")) for c in CHARACTERS for name in TYPES]
        )
        self.absent: i64 = sum(1 << PEOPLE.index(name) for name in missing if name in PEOPLE)  # persons not in the box
        self.per_undead: list[bool] = [decks[c].get("special", "") == "hand_per_undead" for c in CHARACTERS]
        self.has: vec[i64] = vec[i64]([i64(kinds_in(decks[c]["cards"])) for c in CHARACTERS])
        column = "two" if players == 2 else "more"
        self.goals: list[list[Goal]] = [read_goals(data["victory"][c][column]) for c in CHARACTERS]

        people = {c: [row for row in data["person"] if row["character"] == c] for c in CHARACTERS}
        printed = [row for c in CHARACTERS for row in people[c]]
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
