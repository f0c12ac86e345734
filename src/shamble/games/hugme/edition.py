"""Edition data of Hug Me: every fault named with its entry and field."""

from collections.abc import Mapping
from typing import Any

from shamble.games.hugme.rules import codes
from shamble.games.shelf import HEAD, require_missing, require_one_of, require_tables, require_text, require_whole
from shamble.kernel.errors import BadEdition
from shamble.kernel.fields import brief

MOST_MISSING = 6  # so that every seat has a Character
KEYS = {
    "": (*HEAD, "board", "places", "shops", "character", "item", "specials", "special_names", "zombie"),
    "board": ("links", "minivan", "boiler"),
    "places": ("hall", *codes.PLACES[codes.HABITABLE :]),
    "shops": codes.SHOPS,
    "character": (
        "id", "name", "human", "zombie", "ability", "amount", "requires", "undead", "undead_amount", "text"
    ),
    "item": ("shop", "name", "weapon", "drop", "only", "effect", "amount", "any_turn", "text"),
    "specials": codes.ITEMS[codes.COLOURED :],
    "special_names": codes.ITEMS[codes.COLOURED :],
    "zombie": ("card", "name", "number", "copies", "text"),
}  # fmt: skip
WITH_AMOUNT = ("capacity", "steps", "bonus", "barricade_bonus", "boost")
ABILITIES_WITH_AMOUNT = ("capacity", "gasoline_weapon", "barricade_built", "steps", "assault_alone", "steal_margin")


def check(data: Mapping[str, Any]) -> None:
    """BadEdition where the data do not hold the components of 1.1, or an effect that the engine does not know."""
    _check_characters(data)
    _check_items(data)
    _check_specials(data)
    _check_zombies(data)
    _check_board(data)
    require_missing(data, printed_cards(data), MOST_MISSING)


def printed_cards(data: Mapping[str, Any]) -> dict[str, int]:
    """The cards that may be missing, with their numbers: Characters, Items of the shops, and Zombies as `zombie 1`.

    Not Special Items: there is one for each shop, and all of them are needed."""
    cards = dict.fromkeys((*codes.CHARACTERS, *codes.ITEMS[: codes.COLOURED]), 1)
    return cards | {f"zombie {row['card']}": int(row["copies"]) for row in data["zombie"]}


def _only(row: Mapping[str, Any], allowed: tuple[str, ...], where: str) -> None:
    for key in row:
        if key not in allowed:
            raise BadEdition(f"{where}: `{key}` is no field; there are {', '.join(allowed)}.")


def _flag(row: Mapping[str, Any], key: str, where: str) -> None:
    if not isinstance(row.get(key, False), bool):
        raise BadEdition(f"{where}: `{key}` must be true or false.")


def _check_characters(data: Mapping[str, Any]) -> None:
    rows = require_tables(data, "character", len(codes.CHARACTERS), ("id", "name"))
    for n, row in enumerate(rows, 1):
        where = f"Edition, character {n} ({row['id']})"
        _only(
            row,
            ("id", "name", "human", "zombie", "ability", "amount", "requires", "undead", "undead_amount", "text"),
            where,
        )
        require_one_of(row, "id", codes.CHARACTERS, where)
        require_whole(row, "human", 0, 9, where)
        require_whole(row, "zombie", 0, 9, where)
        ability = require_one_of(row, "ability", codes.HUMAN_EFFECTS, where)
        if ability in ABILITIES_WITH_AMOUNT:
            require_whole(row, "amount", 1, 2 if ability == "capacity" else 9, where)
        if "requires" in row:
            require_one_of(row, "requires", codes.ITEMS[: codes.COLOURED], where)
            if ability != "sole_human_win":
                raise BadEdition(f"{where}: `requires` goes with the ability sole_human_win only.")
        if require_one_of(row, "undead", codes.ZOMBIE_EFFECTS, where) == "cancel_weapon":
            require_whole(row, "undead_amount", 1, 8, where)
        if "note" in (ability, row["undead"]) and "text" in row:
            require_text(row, "text", where)


def _check_items(data: Mapping[str, Any]) -> None:
    rows = require_tables(data, "item", codes.COLOURED, ("name",))
    counts = dict.fromkeys(codes.SHOPS, 0)
    capacity = 0
    for n, row in enumerate(rows, 1):
        where = f"Edition, item {n} ({row['name']})"
        _only(
            row, ("shop", "name", "weapon", "drop", "only", "effect", "amount", "own_turn", "any_turn", "text"), where
        )
        counts[require_one_of(row, "shop", codes.SHOPS, where)] += 1
        for key in ("drop", "own_turn", "any_turn"):
            _flag(row, key, where)
        if row.get("own_turn") and row.get("any_turn"):
            raise BadEdition(
                f"{where}: `own_turn` and `any_turn` say the opposite; leave `any_turn` out, it is the rule."
            )
        if ("weapon" in row) == ("effect" in row):
            raise BadEdition(
                f"{where}: needs either `weapon` or `effect`, and has {'both' if 'weapon' in row else 'none'}."
            )
        if "weapon" in row:
            require_whole(row, "weapon", 1, 9, where)
            if "only" in row:
                require_one_of(row, "only", ("assault", "theft"), where)
            continue
        for key in ("drop", "only"):
            if key in row:
                raise BadEdition(f"{where}: `{key}` goes with `weapon` only.")
        effect = require_one_of(row, "effect", codes.EFFECTS, where)
        if effect in WITH_AMOUNT:
            require_whole(row, "amount", 1, 2 if effect == "capacity" else 9, where)
        if effect == "capacity":
            capacity += 1
        if effect == "note" and "text" in row:
            require_text(row, "text", where)
    for shop, count in counts.items():
        if count != codes.SHELF:
            raise BadEdition(f"Edition, items: {shop} has {count}; every shop has {codes.SHELF}.")
    if capacity > 2:
        raise BadEdition("Edition, items: at most two may have the effect capacity.")


def _check_specials(data: Mapping[str, Any]) -> None:
    names = codes.ITEMS[codes.COLOURED :]
    for table in ("specials", "special_names", "places", "shops", "board"):
        if not isinstance(data.get(table), Mapping):
            raise BadEdition(f"Edition: the table `[{table}]` is missing.")
    counts = {name: require_whole(data["specials"], name, 0, 8, "Edition, specials") for name in names}
    _only(data["specials"], names, "Edition, specials")
    if sum(counts.values()) != 8:
        raise BadEdition(f"Edition, specials: there must be 8 Special Items, not {sum(counts.values())}.")
    if not counts["gasoline"] or not counts["lighter"] or not counts["keys"] + counts["spare_keys"]:
        raise BadEdition("Edition, specials: needs a gasoline, a lighter, and keys or spare_keys.")
    for name in names:
        require_text(data["special_names"], name, "Edition, special_names")
    for shop in codes.SHOPS:
        require_text(data["shops"], shop, "Edition, shops")
    for place in ("hall", *codes.PLACES[codes.HABITABLE :]):
        require_text(data["places"], place, "Edition, places")


def _check_zombies(data: Mapping[str, Any]) -> None:
    rows = data.get("zombie")
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise BadEdition("Edition: `[[zombie]]` tables are missing.")
    require_tables(data, "zombie", len(rows), ("card", "name"))
    total = 0
    for n, row in enumerate(rows, 1):
        where = f"Edition, zombie {n} ({row['card']})"
        _only(row, ("card", "name", "number", "copies", "text"), where)
        require_one_of(row, "card", codes.ZOMBIES, where)
        require_whole(row, "number", 0, 20, where)
        total += require_whole(row, "copies", 0, 37, where)
    if total != 37:
        raise BadEdition(f"Edition, zombies: all copies together must be 37, not {total}.")


def _check_board(data: Mapping[str, Any]) -> None:
    board = data["board"]
    habitable = codes.PLACES[: codes.HABITABLE]
    require_one_of(board, "minivan", habitable, "Edition, board")
    require_one_of(board, "boiler", habitable, "Edition, board")
    links = board.get("links")
    if not isinstance(links, list):
        raise BadEdition("Edition, board: `links` must be a list of pairs of places.")
    found: dict[str, set[str]] = {place: set() for place in habitable}
    for link in links:
        pair = link.split() if isinstance(link, str) else []
        if len(pair) != 2 or pair[0] == pair[1] or not set(pair) <= set(habitable):
            raise BadEdition(f"Edition, board: {brief(link)} is no link; it names two of {', '.join(habitable)}.")
        found[pair[0]].add(pair[1])
        found[pair[1]].add(pair[0])
    reached = {"hall"}
    for _ in habitable:
        reached |= set().union(*(found[place] for place in reached))
    if reached != set(habitable):
        missing = ", ".join(place for place in habitable if place not in reached)
        raise BadEdition(f"Edition, board: {missing} cannot be reached from the hall.")
