"""Seats: who sits where at a match, by name, and who decides there.

Two names are the same where a person could take one for the other: compared are the names without differences of case,
width or composition (NFKC, case folded), with look-alikes of other alphabets folded into ASCII; and once more as they
stand written, where a capital I, an l and a 1 look the same.
"""

import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from shamble.kernel.errors import BadOption
from shamble.kernel.fields import brief

NAMES = ("Ash", "Bela", "Cleo", "Dario", "Edda", "Fitz", "Gwen", "Hugo", "Iris", "Jory", "Kit", "Lena", "Milo",
         "Nora", "Otto", "Pia", "Quill", "Rosa")  # fmt: skip
PERSON = "person"
LONGEST = 24  # characters of a name
SPOKEN_FOR = ("you", "chance", "nobody", "everybody", "somebody", "the host", "the server")  # words of sentences
MOST_ACCENTS = 3  # on one letter
UNFIT = "@[]<>\u115f\u1160\u3164\uffa0"  # not in a name: marks with a meaning, and letters that look like nothing
UNSEEN = "\u034f\u17b4\u17b5\u2800\U0001d159"  # further signs that look like nothing, and the two ranges below
SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
_ALIKE = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "O", "m": "rn"})  # within ASCII, as most founts draw it


@dataclass(frozen=True)
class Seat:
    """Who sits there: a `name` for the sentences, and who decides: `"person"` or a bot's name."""

    name: str
    by: str = PERSON


def seated(names: Sequence[str | None] | None, by: Sequence[str] | None, players: int) -> tuple[Seat, ...]:
    """The seats, from names and deciders where these are given; a seat without a name gets a usual one.

    BadOption if these are not `players` texts, or if two of the names could be taken for one another."""
    for what, given in (("names", names), ("by", by)):
        if given is None:
            continue
        listed = isinstance(given, Sequence) and not isinstance(given, str)
        if not listed or not all(isinstance(entry, str) or (entry is None and what == "names") for entry in given):
            raise BadOption(f"{what} must be a list of texts; not {brief(given)}.")
        if len(given) != players:
            raise BadOption(f"{what} must have one entry for each of the {players} seats, not {len(given)}.")
    clean = [None if name is None else clean_name(name) for name in names or [None] * players]
    _check_different(clean)
    return tuple(
        Seat(name, by[k] if by is not None else PERSON) for k, name in enumerate(complete_names(clean, players))
    )


def recorded_seats(rows: Iterable[tuple[str, str]]) -> tuple[Seat, ...]:
    """The seats of a saved game, from names and deciders, as they were accepted when it was saved: there may be equal
    names among them. BadOption if nothing is left of a name."""
    return tuple(Seat(_without(name, UNFIT), by) for name, by in rows)


def clean_name(name: str) -> str:
    """A name fit for sentences: printable, without @, at most 24 characters; BadOption if nothing is left to see."""
    if not isinstance(name, str):
        raise BadOption(f"A name is a text; not {brief(name)}.")
    seen = "".join(c for c in name if not any(ord(c) in span for span in SELECTORS))
    kept = _without("".join(_without_towers(seen)), UNFIT + UNSEEN)
    if not any(unicodedata.category(c)[0] in "LNPS" for c in kept):
        raise BadOption(f"A name needs at least one letter; {brief(name)} has none.")
    if not name_keys(kept).isdisjoint(_spoken_for()):
        raise BadOption(f"{brief(kept)} means something else in the game's sentences; choose another name.")
    return kept


def _without_towers(name: str) -> Iterator[str]:
    """The signs of a name, with no more accents on one letter than any script writes."""
    accents = 0
    for c in name:
        accents = accents + 1 if unicodedata.combining(c) else 0
        if accents <= MOST_ACCENTS:
            yield c


@cache
def _spoken_for() -> frozenset[str]:
    """What no name may be taken for."""
    return frozenset().union(*(name_keys(word) for word in SPOKEN_FOR))


def _without(name: str, unfit: str) -> str:
    kept = "".join(c for c in name if c.isprintable() and c not in unfit).strip()[:LONGEST].strip()
    if not kept:
        raise BadOption(f"A name needs at least one letter; {brief(name)} has none.")
    return kept


# -- telling names apart ----------------------------------------------------------------------------------------


def same_name(one: str, other: str) -> bool:
    """Whether a person could take one name for the other."""
    return not name_keys(one).isdisjoint(name_keys(other))


@cache
def look_alikes() -> dict[int, str]:
    """For `str.translate`: signs that look like one of ASCII's."""
    table = tomllib.loads((files("shamble") / "look_alikes.toml").read_text(encoding="utf-8"))
    return {ord(c): plain for plain, alike in table.items() for c in alike}


def name_keys(name: str) -> frozenset[str]:
    """Two names are the same where they have one of these texts in common."""
    folded = unicodedata.normalize("NFKC", name).casefold().translate(look_alikes()).casefold()
    written = unicodedata.normalize("NFKC", unicodedata.normalize("NFC", name).translate(look_alikes()))
    seen = written.translate(look_alikes()).translate(_ALIKE).casefold()
    return frozenset((" ".join(folded.split()), " ".join(seen.split())))


def unique_name(wanted: str, taken: Iterable[str]) -> str:
    """The name, or where it could be taken for one of those `taken`, the name with the first number that is free."""
    used = frozenset().union(*(name_keys(name) for name in taken))
    name, number = wanted, 2
    while not used.isdisjoint(name_keys(name)):  # ends: no two numbers have a key in common
        tail = f" {number}"
        name = wanted[: LONGEST - len(tail)].rstrip() + tail
        number += 1
    return name


def complete_names(given: Sequence[str | None], players: int) -> list[str]:
    """A name for every seat: the given one, or the seat's usual one, or where somebody has that, another."""
    names = list(given)
    usual = [NAMES[k % len(NAMES)] for k in range(players)]
    for k, name in enumerate(names):
        if name is None and not _taken(usual[k], names):
            names[k] = usual[k]
    for k, name in enumerate(names):
        if name is None:
            free = (spare for spare in NAMES if not _taken(spare, names))
            names[k] = next(free, None) or unique_name(usual[k], (other for other in names if other is not None))
    return [name for name in names if name is not None]


def _taken(name: str, names: Iterable[str | None]) -> bool:
    return any(other is not None and same_name(name, other) for other in names)


def _check_different(names: Sequence[str | None]) -> None:
    """BadOption if two seats have names that could be taken for one another."""
    for seat, name in enumerate(names):
        for before in range(seat if name is not None else 0):
            other = names[before]
            if other is not None and name is not None and same_name(name, other):
                free = unique_name(name, (one for one in names if one is not None))
                raise BadOption(
                    f"Seats {before} and {seat} would both read {brief(other)}: nobody could tell them apart. Give one "
                    f"of them another name, such as {brief(free)}."
                )
