"""Fields and layouts: what each place of an observation means, and how it is filled from a view.

An observation is a row of 16-bit whole numbers. Every field owns a stretch of it and reads its part of the view that
the engine made for the seat, so an observation can hold nothing that the seat may not know.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, TypeAlias

from shamble.kernel.state import State

View = dict[str, Any]
Get = Callable[[Any], Any]
Row: TypeAlias = "array[int]"
Put = Callable[[Any, Row, int], None]
Observer = Callable[[State, int], "bytearray | array[int]"]  # of a seat: a buffer of 16-bit numbers of its own

LARGEST = 32_767  # counters stop there
HIDDEN = "?"


@dataclass(frozen=True)
class Field:
    """A named stretch of an observation: `times` entries of `width` numbers from `low` to `high`.

    `get` reads the field's part of a view, and `put` writes it, where it is not None, into a row of zeros. Where
    `times` is not 0 there are so many entries: `split` makes the list of them from what `get` read (which is that list
    where there is no `split`), and `put` writes one. `parts` are the fields of which an entry consists.
    """

    name: str
    width: int
    meaning: str
    get: Get
    put: Put
    low: int = 0
    high: int = 1
    times: int = 0
    parts: "tuple[Field, ...]" = ()
    split: Get | None = None

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return self.width * max(1, self.times)

    def bounds(self) -> list[tuple[int, int]]:
        """The least and the greatest number of every place."""
        one = [pair for part in self.parts for pair in part.bounds()] or [(self.low, self.high)] * self.width
        return one * max(1, self.times)


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

    def where(self, name: str) -> slice:
        """The places of a field; KeyError if there is none of that name."""
        at = self.starts[name]
        return slice(at, at + next(field.size for field in self.fields if field.name == name))

    def bounds(self) -> tuple[list[int], list[int]]:
        """The least numbers and the greatest numbers of all places."""
        pairs = [pair for field in self.fields for pair in field.bounds()]
        return [low for low, _ in pairs], [high for _, high in pairs]

    def table(self) -> str:
        """The layout as a Markdown table."""
        lines = ["| from | places | field | range | meaning |", "| ---: | ---: | --- | --- | --- |"]
        for field in self.fields:
            at = self.starts[field.name]
            places = f"{field.times} x {field.width}" if field.times else str(field.width)
            span = "" if field.parts else f"{field.low} … {field.high}"
            lines.append(f"| {at} | {places} | `{field.name}` | {span} | {field.meaning} |")
            at = 0
            for part in field.parts:
                span = f"{part.low} … {part.high}"
                lines.append(f"| +{at} | {part.size} | `{field.name}.{part.name}` | {span} | {part.meaning} |")
                at += part.size
        return "\n".join(lines)


class Encoder:
    """Fills rows by a layout. It remembers the last view, and writes anew only what differs from it.

    So a view must not be changed after it has been encoded.
    """

    def __init__(self, layout: Layout) -> None:
        self._row = array("h", bytes(2 * layout.size))
        self._single = _Stretches()
        self._many: list[tuple[int, Get, _Entries]] = []
        for field in layout.fields:
            at = layout.starts[field.name]
            if field.times:
                self._many.append((len(self._many), field.get, _Entries(field, at)))
            else:
                self._single.add(field, at)
        self._last: list[Any] = [None] * len(self._many)

    def encode(self, view: View) -> "array[int]":
        """The observation of a seat, from that seat's `State.view`; a row of its own."""
        row = self._row
        self._single.fill(view, row)
        last = self._last
        for number, get, entries in self._many:
            read = get(view)
            if read != last[number]:
                last[number] = read
                entries.fill(read, row)
        return row[:]


class _Stretches:
    """Single fields that read the same thing, with what each of them read last."""

    def __init__(self) -> None:
        self._fields: list[tuple[int, Get, Put, int, int, Row]] = []
        self._last: list[Any] = []

    def add(self, field: Field, at: int) -> int:
        """Add a field that begins at this place; the place after it."""
        self._fields.append((len(self._last), field.get, field.put, at, at + field.size, _blank(field.size)))
        self._last.append(None)
        return at + field.size

    def fill(self, view: Any, row: Row) -> None:
        """Write what has changed."""
        last = self._last
        for number, get, put, start, end, blank in self._fields:
            part = get(view)
            if part != last[number]:
                last[number] = part
                row[start:end] = blank
                if part is not None:
                    put(part, row, start)

    def clear(self, row: Row) -> None:
        """Write zeros."""
        for number, _, _, start, end, blank in self._fields:
            self._last[number] = None
            row[start:end] = blank


class _Entries:
    """A field of several entries, each with what it read last."""

    def __init__(self, field: Field, at: int) -> None:
        self._split = field.split
        self._entries: list[_Stretches] = []
        self._lasts: list[Any] = [None] * field.times
        one = Field(field.name, field.width, "", _itself, field.put)
        for _ in range(field.times):
            entry = _Stretches()
            for part in field.parts or (one,):
                at = entry.add(part, at)
            self._entries.append(entry)

    def fill(self, read: Any, row: Row) -> None:
        """Write the entries that have changed; those that are missing are zeros."""
        parts = self._split(read) if self._split is not None else read
        lasts = self._lasts
        shown = len(parts)
        for place, entry in enumerate(self._entries):
            part = parts[place] if place < shown else None
            if part != lasts[place]:
                lasts[place] = part
                if part is None:
                    entry.clear(row)
                else:
                    entry.fill(part, row)


def _itself(part: Any) -> Any:
    return part


def _blank(size: int) -> Row:
    return array("h", bytes(2 * size))


# -- kinds of fields -------------------------------------------------------------------------------------------------


def number(name: str, meaning: str, get: Get | None = None, low: int = 0, high: int = LARGEST) -> Field:
    """One whole number, held to its range; 0 if the view has None."""

    def put(value: Any, row: Row, at: int) -> None:
        row[at] = low if value < low else high if value > high else int(value)

    return Field(name, 1, meaning, get or itemgetter(name), put, low, high)


def numbers(name: str, size: int, meaning: str, get: Get | None = None, low: int = 0, high: int = LARGEST) -> Field:
    """A row of whole numbers, each held to its range; None counts as 0, what is beyond `size` is left out."""

    def put(values: Any, row: Row, at: int) -> None:
        for value in values[:size]:
            if value:
                row[at] = low if value < low else high if value > high else int(value)
            at += 1

    return Field(name, size, meaning, get or itemgetter(name), put, low, high)


def flags(names: Sequence[str], meaning: str, name: str = "flags") -> Field:
    """One place for each entry of the view that is true or false."""
    get = itemgetter(*names) if len(names) > 1 else lambda view: (view[names[0]],)

    def put(values: Any, row: Row, at: int) -> None:
        for value in values:
            if value:
                row[at] = 1
            at += 1

    return Field(name, len(names), meaning, get, put)


def one_of(name: str, values: Iterable[Any], meaning: str, get: Get | None = None) -> Field:
    """A 1 at the place of the value; nothing if the view has None. A value not foreseen raises KeyError."""
    places = {value: place for place, value in enumerate(values)}

    def put(value: Any, row: Row, at: int) -> None:
        row[at + places[value]] = 1

    return Field(name, len(places), meaning, get or itemgetter(name), put)


def counts(name: str, values: Iterable[Any], meaning: str, get: Get | None = None, high: int = 255) -> Field:
    """How often each value stands in a list of the view; "?", a hidden one, is left out."""
    places = {value: place for place, value in enumerate(values)}

    def put(part: Any, row: Row, at: int) -> None:
        for value in part:
            if value != HIDDEN:
                row[at + places[value]] += 1

    return Field(name, len(places), meaning, get or itemgetter(name), put, 0, high)


def members(name: str, values: Iterable[Any], meaning: str, get: Get | None = None) -> Field:
    """A 1 at the place of every value that stands in a list of the view, where it stands once at most."""
    return counts(name, values, meaning, get, high=1)


def lengths(name: str, size: int, meaning: str, get: Get, high: int = 255) -> Field:
    """How long each list in a list of the view is."""

    def put(lists: Any, row: Row, at: int) -> None:
        for place, entry in enumerate(lists):
            row[at + place] = len(entry)

    return Field(name, size, meaning, get, put, 0, high)


def each(name: str, times: int, one: Field, meaning: str, split: Get | None = None, get: Get | None = None) -> Field:
    """The field `one` for every entry of a list of the view; `one` need not read anything itself."""
    return Field(name, one.size, meaning, get or itemgetter(name), one.put, one.low, one.high, times, split=split)


def block(name: str, times: int, parts: Sequence[Field], meaning: str, split: Get | None = None) -> Field:
    """Several fields for every entry of a list of the view; they read the entry as if it were the view."""
    width = sum(part.size for part in parts)
    return Field(name, width, meaning, itemgetter(name), _unused, times=times, parts=tuple(parts), split=split)


def alone(part: Any) -> tuple[Any]:
    """Of a block with a single entry: the list of entries."""
    return (part,)


def _unused(part: Any, row: Row, at: int) -> None:
    """What a block writes its fields write."""
