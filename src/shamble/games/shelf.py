"""The shelf: reads what lies in a game's folder (editions, rulings, rules text) and checks edition data."""

import difflib
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from shamble.kernel.errors import BadEdition
from shamble.kernel.fields import brief
from shamble.kernel.game import Edition, Ruling


def read_text(package: str, name: str) -> str:
    """A text file of a game's folder, which is that of its package; `__name__` in the game's `__init__.py`."""
    return (files(package) / name).read_text("utf-8")


@lru_cache
def read_editions(package: str, *names: str) -> tuple[Edition, ...]:
    """The shipped editions that stand in these TOML files of the game's folder."""
    return tuple(as_edition(tomllib.loads(read_text(package, name)), shipped=True) for name in names)


def as_edition(data: Mapping[str, Any], shipped: bool) -> Edition:
    """An edition from its parsed file; BadEdition if its head is wrong."""
    reconstruction = data.get("reconstruction", False)
    if not isinstance(reconstruction, bool):
        raise BadEdition("Edition: `reconstruction` must be true or false.")
    note = data.get("note", "")
    if not isinstance(note, str):
        raise BadEdition("Edition: `note` must be text.")
    return Edition(require_text(data, "name"), require_text(data, "title"), reconstruction, data, shipped, note)


def read_rulings(package: str) -> tuple[Ruling, ...]:
    """The game's rulings, from `rulings.toml`."""
    rows = tomllib.loads(read_text(package, "rulings.toml"))["ruling"]
    return tuple(Ruling(row["number"], row["question"], row["answer"], row.get("option", "")) for row in rows)


HEAD = ("game", "name", "title", "reconstruction", "note", "missing")  # the fields that every edition may have


# -- cards that an owner's box lacks -----------------------------------------------------------------------------


def missing_cards(data: Mapping[str, Any]) -> Counter[str]:
    """The cards that an owner's box lacks, from the checked `missing` of an edition, by their names."""
    return Counter(data.get("missing", ()))


def require_missing(data: Mapping[str, Any], printed: Mapping[str, int], most: int) -> None:
    """BadEdition if `missing` is not a list of at most `most` cards, out of those `printed` with their numbers."""
    names = data.get("missing", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadEdition('Edition: `missing` must be a list of the cards that your box lacks, as in ["NAME", "NAME"].')
    if len(names) > most:
        raise BadEdition(f"Edition: `missing` may name at most {most} cards, not {len(names)}.")
    for name, count in missing_cards(data).items():
        if name not in printed:
            raise BadEdition(f"Edition: `missing` names no card {brief(name)}.{nearest(name, list(printed))}")
        if count > printed[name]:
            raise BadEdition(f"Edition: `missing` names {name} {count} times; there are {printed[name]}.")


# -- checks of edition data, each naming the entry that is wrong -------------------------------------------------


def nearest(name: str, known: Sequence[str]) -> str:
    """A hint for whoever wrote a name that is not known."""
    near = difflib.get_close_matches(name[:60], known, 1)
    return f" Did you mean {near[0]}?" if near else f" There are {', '.join(known)}."


def check_keys(data: Mapping[str, Any], known: Mapping[str, Sequence[str]], table: str = "", where: str = "") -> None:
    """BadEdition, with the nearest known field, if a table has a field that nobody reads.

    `known` are the fields by table: "" is the head, "card" every `[[card]]`, "card.nine" the table `nine` in one; `*`
    stands for any name. Tables that are not named there are the game's own to check.
    """
    fields = known.get(table)
    for key, value in data.items():
        if fields is not None and key not in fields:
            raise BadEdition(f"Edition{where}: there is no field {brief(key)} here.{nearest(key, fields)}")
        inner = f"{table}.{key}" if table else key
        if f"{table}.*" in known:
            inner = f"{table}.*"
        for number, row in enumerate(value if isinstance(value, list) else [value], 1):
            if isinstance(row, Mapping):
                at = f"{where}, {key} {number}" if isinstance(value, list) else f"{where}, {key}"
                check_keys(row, known, inner, at)


def require_text(data: Mapping[str, Any], key: str, where: str = "Edition") -> str:
    """`data[key]`, a text that is not empty."""
    value = data.get(key)
    if isinstance(value, str) and not all(c.isprintable() for c in value):
        raise BadEdition(f"{where}: `{key}` holds characters that cannot be shown.")
    if not isinstance(value, str) or not value.strip():
        raise BadEdition(f"{where}: `{key}` must be a text, and is {'missing' if key not in data else 'not one'}.")
    return value


def require_whole(data: Mapping[str, Any], key: str, low: int, high: int, where: str = "Edition") -> int:
    """`data[key]`, a whole number in low … high."""
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadEdition(f"{where}: `{key}` must be a whole number from {low} to {high}.")
    return value


def require_one_of(data: Mapping[str, Any], key: str, allowed: Sequence[str], where: str = "Edition") -> str:
    """`data[key]`, one of the allowed texts."""
    value = data.get(key)
    if value not in allowed:
        raise BadEdition(f"{where}: `{key}` must be one of {', '.join(allowed)}; not {brief(value)}.")
    return str(value)


def require_tables(data: Mapping[str, Any], key: str, count: int, texts: Sequence[str]) -> Sequence[Mapping[str, Any]]:
    """`data[key]`, exactly `count` tables, each with these texts; and no text twice in one column."""
    rows = data.get(key)
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise BadEdition(f"Edition: `[[{key}]]` tables are missing; there must be {count}.")
    if len(rows) != count:
        raise BadEdition(f"Edition: there must be {count} `[[{key}]]` tables, not {len(rows)}.")
    for column in texts:
        found: dict[str, int] = {}
        for n, row in enumerate(rows, 1):
            value = require_text(row, column, f"Edition, {key} {n}")
            if value in found:
                raise BadEdition(f"Edition, {key} {n}: {column} {value!r} stands already in {key} {found[value]}.")
            found[value] = n
    return rows
