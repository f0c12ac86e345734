"""The editions of Horrific: read from the tables of the folder, and held to what the game needs."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from shamble.games.horrific.rules import codes
from shamble.games.shelf import (
    HEAD,
    as_edition,
    read_text,
    require_missing,
    require_one_of,
    require_tables,
    require_text,
    require_whole,
)
from shamble.kernel.errors import BadEdition
from shamble.kernel.fields import brief
from shamble.kernel.game import Edition

MOST_MISSING = 12
KEYS = {
    "": (*HEAD, "type", "deck", "person", "victory"),
    "type": ("id", "name", "play", "target", "rival", "effect", "note"),
    "type.effect": ("do", "who", "amount", "modes"),
    "deck": ("character", "name", "special", "cards"),
    "deck.cards": codes.TYPES,
    "person": ("character", "name", "power", "influence", "loyalty", "value"),
    "victory": codes.CHARACTERS,
    "victory.*": ("two", "more"),
    "victory.*.two": ("stat", "min", "max"),
    "victory.*.more": ("stat", "min", "max"),
}
TABLES = ("edition.toml", "types.toml", "decks.toml", "townspeople.toml", "victory.toml")

# which targets an effect can work on, where it needs one
WORKS_ON = {
    "control": ("town",),
    "return_to_town": ("own_living", "rival_living", "rival_minion"),
    "flip_undead": ("own_living",),
    "use_control": ("own",),
    "reserve_to_mound": ("rival_reserve",),
}
PERSON_TARGETS = ("town", "own", "own_living", "rival_living", "rival_minion")
# effects that only one type has, and which that is
ONLY = {"use_control": "UC", "deny": "DN", "conceal": "CN"}
# when cards of an effect are played; all other effects are of one's own turn
WHEN = {"deny": "opponent_turn", "conceal": "lay_only", "lose_less": "lay_only"}


@lru_cache
def shipped() -> tuple[Edition, ...]:
    """The editions that lie in the folder."""
    data: dict[str, Any] = {}
    for name in TABLES:
        data |= tomllib.loads(read_text(__package__, name))
    return (as_edition(data, shipped=True),)


def check(data: Mapping[str, Any]) -> None:
    """BadEdition, naming entry and field, if the tables do not hold the components of the game."""
    check_types(data)
    check_decks(data)
    check_people(data)
    check_victory(data)
    require_missing(data, printed_cards(data), MOST_MISSING)


def printed_cards(data: Mapping[str, Any]) -> dict[str, int]:
    """The cards that may be missing, with their numbers: those of the decks as `dela CP`, persons as `D1`."""
    decks = {deck["character"]: deck["cards"] for deck in data["deck"]}
    cards = {
        f"{character} {name}": decks[character].get(name, 0) for character in codes.CHARACTERS for name in codes.TYPES
    }
    return cards | dict.fromkeys(codes.PEOPLE, 1)


def check_types(data: Mapping[str, Any]) -> None:
    """The twelve types, their targets and effects."""
    for row in require_tables(data, "type", len(codes.TYPES), ("id", "name")):
        where = f"Edition, type {require_one_of(row, 'id', codes.TYPES, 'Edition, type')}"
        play = require_one_of(row, "play", codes.PLAY_WHEN, where)
        target = require_one_of(row, "target", codes.TARGETS, where)
        if not isinstance(row.get("rival", False), bool):
            raise BadEdition(f"{where}: `rival` must be true or false.")
        require_text(row, "note", where)
        effects = row.get("effect")
        if not isinstance(effects, list) or not effects or not all(isinstance(effect, Mapping) for effect in effects):
            raise BadEdition(f"{where}: `effect` must be a list of tables with `do`.")
        if play != "own_turn" and (target != "none" or row.get("rival", False)):
            raise BadEdition(
                f"{where}: `target` must be none, without a rival, for a card not played in one's own turn."
            )
        if target == "rival_reserve" and row.get("rival", False):
            raise BadEdition(f"{where}: `rival` must be false: the target says which opponent it is.")
        for effect in effects:
            check_effect(effect, row, play, target, where)
        for do, only in ONLY.items():
            if row["id"] == only and all(effect["do"] != do for effect in effects):
                raise BadEdition(f"{where}: `effect` must have {do}.")


def check_effect(effect: Mapping[str, Any], row: Mapping[str, Any], play: str, target: str, where: str) -> None:
    """One effect, and whether it suits the card it stands on."""
    do = require_one_of(effect, "do", codes.EFFECTS, f"{where}, effect")
    where = f"{where}, effect {do}"
    if ONLY.get(do, row["id"]) != row["id"]:
        raise BadEdition(f"{where}: `do` {do} stands only on {ONLY[do]}.")
    if WHEN.get(do, "own_turn") != play:
        raise BadEdition(f"{where}: `play` of its type must be {WHEN.get(do, 'own_turn')}.")
    if target not in WORKS_ON.get(do, (target,)):
        raise BadEdition(f"{where}: `target` of its type must be one of {', '.join(WORKS_ON[do])}.")
    if do == "trust":
        who = require_one_of(effect, "who", ("self", "rival"), where)
        if who == "rival" and not row.get("rival", False):
            raise BadEdition(f"{where}: `who` rival needs `rival = true` on the type.")
        if effect.get("amount") not in ("influence", "-influence"):
            require_whole(effect, "amount", -30, 30, where)
        elif target not in PERSON_TARGETS:
            raise BadEdition(f"{where}: `amount` {effect['amount']} needs a person as `target` of the type.")
    if do == "gimp" and not row.get("rival", False):
        raise BadEdition(f"{where}: `do` gimp needs `rival = true` on the type.")
    if do == "lose_less":
        require_whole(effect, "amount", 1, 10, where)
    if do == "use_control":
        modes = effect.get("modes")
        if not isinstance(modes, list) or not modes or any(mode not in codes.MODES for mode in modes):
            raise BadEdition(f"{where}: `modes` must be some of {', '.join(codes.MODES)}.")


def one_of_each(rows: Sequence[Mapping[str, Any]], table: str) -> None:
    """Each character stands in exactly one row."""
    for n, row in enumerate(rows, 1):
        require_one_of(row, "character", codes.CHARACTERS, f"Edition, {table} {n}")


def check_decks(data: Mapping[str, Any]) -> None:
    """Six decks of 39 cards."""
    rows = require_tables(data, "deck", len(codes.CHARACTERS), ("character", "name"))
    one_of_each(rows, "deck")
    for row in rows:
        where = f"Edition, deck {row['character']}"
        cards = row.get("cards")
        if not isinstance(cards, Mapping):
            raise BadEdition(f"{where}: `cards` must be a table of types and numbers.")
        for name in cards:
            if name not in codes.TYPES:
                raise BadEdition(f"{where}: `cards` has {brief(name)}, which is none of {', '.join(codes.TYPES)}.")
            require_whole(cards, name, 0, codes.DECK, f"{where}, cards")
        if sum(cards.values()) != codes.DECK:
            raise BadEdition(f"{where}: `cards` must be {codes.DECK} in all, not {sum(cards.values())}.")
        if "special" in row:
            require_one_of(row, "special", ("hand_per_undead",), where)


def check_people(data: Mapping[str, Any]) -> None:
    """Sixty persons, ten of each character."""
    rows = require_tables(data, "person", len(codes.CHARACTERS) * codes.OWN, ("name",))
    one_of_each(rows, "person")
    for row in rows:
        where = f"Edition, person {row['name']}"
        for key in ("power", "influence", "loyalty"):
            require_whole(row, key, 0, 30, where)
        require_whole(row, "value", 1, 30, where)
    for character in codes.CHARACTERS:
        count = len([row for row in rows if row["character"] == character])
        if count != codes.OWN:
            raise BadEdition(f"Edition, person: `character` {character} must have {codes.OWN} persons, not {count}.")


def check_victory(data: Mapping[str, Any]) -> None:
    """A victory condition for each character, for 2 and for more players."""
    victory = data.get("victory")
    if not isinstance(victory, Mapping):
        raise BadEdition("Edition: the `[victory.CHARACTER]` tables are missing.")
    for character in victory:
        if character not in codes.CHARACTERS:
            raise BadEdition(
                f"Edition, victory {brief(character)}: no such character; there are {', '.join(codes.CHARACTERS)}."
            )
    for character in codes.CHARACTERS:
        where = f"Edition, victory {character}"
        columns = victory.get(character)
        if not isinstance(columns, Mapping):
            raise BadEdition(f"{where}: the table is missing.")
        for column in ("two", "more"):
            goals = columns.get(column)
            if not isinstance(goals, list) or not goals or not all(isinstance(goal, Mapping) for goal in goals):
                raise BadEdition(f"{where}: `{column}` must be a list of tables with `stat` and `min` or `max`.")
            for goal in goals:
                require_one_of(goal, "stat", codes.STATS, f"{where}, {column}")
                if not {"min", "max"} & set(goal):
                    raise BadEdition(f"{where}, {column}: `{goal['stat']}` needs `min` or `max`.")
                for bound in {"min", "max"} & set(goal):
                    require_whole(goal, bound, 0, 999, f"{where}, {column}")
