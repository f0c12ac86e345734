"""Fields and layouts: what each place of an observation means, and how it is filled from a view.

An observation is a row of 16-bit whole numbers. Every field owns a stretch of it and reads its part of the view that the
engine made for the seat, so an observation can hold nothing that the seat may not know.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

View = dict[str, Any]
Get = Callable[[View], Any]
Write = Callable[[View, "array[int]", int], None]

LARGEST = 32_767  # counters stop there


@dataclass(frozen=True)
class Field:
    """A named stretch of an observation: `size` numbers from `low` to `high`; `write` fills it from a view."""

    name: str
    size: int
    meaning: str
    write: Write
    low: int = 0
    high: int = 1


class Layout:
    """The fields of one game's observation, one after another."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields = tuple(fields)
        self.starts: dict[str, int] = {}
        at = 0
        for field in self.fields:
            self.starts[field.name] = at
            at += field.size
        self.size = at  # numbers in an observation
        self._blank = array("h", bytes(2 * at))
        self._writers = [(field.write, self.starts[field.name]) for field in self.fields]

    def encode(self, view: View) -> "array[int]":
        """The observation of a seat, from that seat's `State.view`."""
        row = self._blank[:]
        for write, at in self._writers:
            write(view, row, at)
        return row

    def where(self, name: str) -> slice:
        """The places of a field; KeyError where there is none of that name."""
        at = self.starts[name]
        size = next(field.size for field in self.fields if field.name == name)
        return slice(at, at + size)

    def bounds(self) -> tuple[list[int], list[int]]:
        """The least and the greatest number of every place."""
        low = [field.low for field in self.fields for _ in range(field.size)]
        high = [field.high for field in self.fields for _ in range(field.size)]
        return low, high

    def table(self) -> str:
        """The layout as a Markdown table."""
        lines = ["| from | places | field | range | meaning |", "| ---: | ---: | --- | --- | --- |"]
        for field in self.fields:
            span = f"{field.low} … {field.high}"
            lines.append(f"| {self.starts[field.name]} | {field.size} | `{field.name}` | {span} | {field.meaning} |")
        return "\n".join(lines)


def key(name: str) -> Get:
    """Reads an entry of a view."""
    return lambda view: view[name]


def number(name: str, meaning: str, get: Get | None = None, low: int = 0, high: int = LARGEST) -> Field:
    """One whole number, held to its range; 0 where the view has None."""
    read = get or key(name)

    def write(view: View, row: "array[int]", at: int) -> None:
        value = read(view)
        if value:
            row[at] = low if value < low else high if value > high else int(value)

    return Field(name, 1, meaning, write, low, high)


def numbers(
    name: str, size: int, meaning: str, get: Get | None = None, low: int = 0, high: int = LARGEST
) -> Field:
    """A row of whole numbers, each held to its range; None counts as 0, what is beyond `size` is left out."""
    read = get or key(name)

    def write(view: View, row: "array[int]", at: int) -> None:
        for place, value in enumerate(read(view)):
            if value and place < size:
                row[at + place] = low if value < low else high if value > high else int(value)

    return Field(name, size, meaning, write, low, high)


def flags(names: Sequence[str], meaning: str, name: str = "flags", get: Get | None = None) -> Field:
    """One place for each entry of the view (or of the part that `get` reads) that is true or false."""

    def write(view: View, row: "array[int]", at: int) -> None:
        part = view if get is None else get(view)
        for place, flag in enumerate(names):
            if part[flag]:
                row[at + place] = 1

    return Field(name, len(names), meaning, write)


def one_of(name: str, values: Iterable[Any], meaning: str, get: Get | None = None) -> Field:
    """A 1 at the place of the value; nothing where the view has None or another value."""
    places = {value: place for place, value in enumerate(values)}
    read = get or key(name)

    def write(view: View, row: "array[int]", at: int) -> None:
        place = places.get(read(view))
        if place is not None:
            row[at + place] = 1

    return Field(name, len(places), meaning, write)


def counts(name: str, values: Iterable[Any], meaning: str, get: Get | None = None, high: int = 255) -> Field:
    """How often each value stands in a list of the view; with values met at most once, a set."""
    places = {value: place for place, value in enumerate(values)}
    read = get or key(name)

    def write(view: View, row: "array[int]", at: int) -> None:
        for value in read(view):
            place = places.get(value)
            if place is not None:
                row[at + place] += 1

    return Field(name, len(places), meaning, write, 0, high)


def members(name: str, values: Iterable[Any], meaning: str, get: Get | None = None) -> Field:
    """A 1 at the place of every value that stands in a list of the view."""
    return counts(name, values, meaning, get, high=1)


def repeated(name: str, times: int, one: Field, meaning: str, get: Get | None = None) -> Field:
    """The same field for every entry of a list of the view; `one` reads the entry as if it were the view."""
    read = get or key(name)
    size = one.size

    def write(view: View, row: "array[int]", at: int) -> None:
        for part in read(view):
            one.write(part, row, at)
            at += size

    return Field(name, times * size, meaning, write, one.low, one.high)


def itself(value: Any) -> Any:
    """Reads an entry that is its own value: for `repeated`."""
    return value
