"""Outline: a view as short lines, which stand for the board of a game that brings none of its own."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

HEAD = ("game", "rules", "players", "options", "edition")  # what a table tells of itself anyway
NOTHING = "none"


@dataclass(frozen=True)
class Entry:
    """A field of a view with its value as text, or with `inner` entries where it is a structure."""

    title: str
    text: str = ""
    inner: tuple["Entry", ...] = ()


def outline(view: Mapping[str, Any]) -> tuple[Entry, ...]:
    """What a view tells, field by field in its own order, but for what every position begins with."""
    return tuple(_entry(_title(name), value) for name, value in view.items() if name not in HEAD)


def _entry(title: str, value: Any) -> Entry:
    if isinstance(value, Mapping) and value:
        return Entry(title, "", tuple(_entry(_title(str(name)), inner) for name, inner in value.items()))
    if isinstance(value, (list, tuple)) and any(isinstance(one, (list, tuple, Mapping)) for one in value):
        return Entry(title, "", tuple(_entry(str(number), inner) for number, inner in enumerate(value)))
    return Entry(title, _text(value))


def _title(name: str) -> str:
    return name.replace("_", " ")


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple, Mapping)):
        return ", ".join(_text(one) for one in value) or NOTHING
    return NOTHING if value is None or value == "" else str(value)


def seats(names: Sequence[str]) -> Entry:
    """Who sits where, since a view has numbers for seats."""
    return Entry("seats", "", tuple(Entry(str(seat), name) for seat, name in enumerate(names)))


class OutlineBoard:
    """The terminal's drawing of such a game."""

    def draw(self, view: Mapping[str, Any], names: Sequence[str]) -> str:
        """The outline, what is inside a field indented under it."""
        return "\n".join(_indented((seats(names), *outline(view)), 0))

    def plain(self, view: Mapping[str, Any], names: Sequence[str]) -> list[str]:
        """One fact a line, each with the names of all the fields that lead to it."""
        return [f"{title[0].upper()}{title[1:]}: {text}." for title, text in _facts((seats(names), *outline(view)))]


def _indented(entries: Sequence[Entry], depth: int) -> Iterator[str]:
    for entry in entries:
        yield f"{'  ' * depth}{entry.title}: {entry.text}".rstrip()
        yield from _indented(entry.inner, depth + 1)


def _facts(entries: Sequence[Entry], before: str = "") -> Iterator[tuple[str, str]]:
    for entry in entries:
        title = f"{before}{entry.title}"
        if entry.inner:
            yield from _facts(entry.inner, f"{title}, ")
        else:
            yield title, entry.text
