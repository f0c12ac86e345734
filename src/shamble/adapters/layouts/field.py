"""Fields and layouts: what each place of an observation means, and how it is filled from a view.

An observation is a row of 16-bit whole numbers. Every field owns a stretch of it and reads its part of the view that
the engine made for the seat, so an observation can hold nothing that the seat may not know.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, TypeAlias

View = dict[str, Any]
Get = Callable[[Any], Any]
Row: TypeAlias = "array[int]"
Put = Callable[[Any, Row, int], None]

LARGEST = 32_767  # counters stop there
HIDDEN = "?"


@dataclass(frozen=True)
class Field:
    """A named stretch of an observation: `times` entries of `width` numbers from `low` to `high`.

    `get` reads the field's part of a view: a list of `times` entries at most where `times` is not 0, else one thing.
    `put` writes one entry, that is not None, into a row of zeros. `parts` are the fields of which an entry consists.
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
        """The places of a field; KeyError where there is none of that name."""
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
        self._many: list[tuple[Get, Put, list[tuple[int, int]], Row, list[Any]]] = []
        self._blocks: list[tuple[Get, list[_Stretches], list[Any]]] = []
        for field in layout.fields:
            at, times = layout.starts[field.name], field.times
            if field.parts:
                entries = []
                for place in range(times):
                    entry = _Stretches()
                    for part in field.parts:
                        at = entry.add(part, at)
                    entries.append(entry)
                self._blocks.append((field.get, entries, [None] * times))
            elif times:
                spans = [(at + field.width * k, at + field.width * (k + 1)) for k in range(times)]
                self._many.append((field.get, field.put, spans, _blank(field.width), [None] * times))
            else:
                self._single.add(field, at)

    def encode(self, view: View) -> "array[int]":
        """The observation of a seat, from that seat's `State.view`; a row of its own."""
        row = self._row
        self._single.fill(view, row)
        for get, put, spans, blank, last in self._many:
            parts = get(view)
            if parts != last:
                shown = len(parts)
                for place, (start, end) in enumerate(spans):
                    part = parts[place] if place < shown else None
                    if part != last[place]:
                        last[place] = part
                        row[start:end] = blank
                        if part is not None:
                            put(part, row, start)
        for get, entries, last in self._blocks:
            parts = get(view)
            shown = len(parts)
            for place, entry in enumerate(entries):
                part = parts[place] if place < shown else None
                if part != last[place]:
                    last[place] = part
                    if part is None:
                        entry.clear(row)
                    else:
                        entry.fill(part, row)
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


def _blank(size: int) -> Row:
    return array("h", bytes(2 * size))


# -- kinds of fields -------------------------------------------------------------------------------------------------


def number(name: str, meaning: str, get: Get | None = None, low: int = 0, high: int = LARGEST) -> Field:
    """One whole number, held to its range; 0 where the view has None."""

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
    """A 1 at the place of the value; nothing where the view has None. A value not foreseen raises KeyError."""
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


def each(name: str, times: int, one: Field, meaning: str, get: Get | None = None) -> Field:
    """The field `one` for every entry of a list of the view; `one` need not read anything itself."""
    return Field(name, one.size, meaning, get or itemgetter(name), one.put, one.low, one.high, times)


def block(name: str, times: int, parts: Sequence[Field], meaning: str, get: Get | None = None) -> Field:
    """Several fields for every entry of a list of the view; they read the entry as if it were the view."""
    width = sum(part.size for part in parts)
    return Field(name, width, meaning, get or itemgetter(name), _unused, times=times, parts=tuple(parts))


def _unused(part: Any, row: Row, at: int) -> None:
    """What a block writes its fields write."""
