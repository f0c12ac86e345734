"""Seats: who sits where at a match, by name, and who decides there."""

from collections.abc import Sequence
from dataclasses import dataclass

from shamble.kernel.errors import BadOption
from shamble.kernel.fields import brief

NAMES = ("Ash", "Bela", "Cleo", "Dario", "Edda", "Fitz", "Gwen", "Hugo", "Iris", "Jory", "Kit", "Lena", "Milo",
         "Nora", "Otto", "Pia", "Quill", "Rosa")  # fmt: skip
PERSON = "person"
UNFIT = "@[]<>\u115f\u1160\u3164\uffa0"  # not in a name: marks with a meaning, and letters that look like nothing


@dataclass(frozen=True)
class Seat:
    """Who sits there: a `name` for the sentences, and who decides: `"person"` or a bot's name."""

    name: str
    by: str = PERSON


def seated(names: Sequence[str] | None, by: Sequence[str] | None, players: int) -> tuple[Seat, ...]:
    """The seats, from names and deciders where these are given; BadOption where these are not `players` texts."""
    for what, given in (("names", names), ("by", by)):
        if given is None:
            continue
        listed = isinstance(given, Sequence) and not isinstance(given, str)
        if not listed or not all(isinstance(entry, str) for entry in given):
            raise BadOption(f"{what} must be a list of texts; not {brief(given)}.")
        if len(given) != players:
            raise BadOption(f"{what} must have one entry for each of the {players} seats, not {len(given)}.")
    return tuple(
        Seat(clean_name(names[k]) if names is not None else NAMES[k], by[k] if by is not None else PERSON)
        for k in range(players)
    )


def clean_name(name: str) -> str:
    """A name fit for sentences: printable, without @, at most 24 characters; BadOption where nothing is left."""
    if not isinstance(name, str):
        raise BadOption(f"A name is a text; not {brief(name)}.")
    kept = "".join(c for c in name if c.isprintable() and c not in UNFIT).strip()[:24].strip()
    if not kept:
        raise BadOption(f"A name needs at least one letter; {brief(name)} has none.")
    return kept
