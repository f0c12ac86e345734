"""Fields: reads a position dict field by field, and names the field in every complaint."""

from collections.abc import Sequence
from typing import Any

from shamble.kernel.errors import BadPosition
from shamble.kernel.numbers import whole_number

LONG = 10**30  # whole numbers beyond it are never written out


def brief(value: object) -> str:
    """What was given, as an error shows it: at most some 40 characters on one line."""
    if isinstance(value, int) and abs(value) > LONG:
        return "a number that long"
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number longer than Python writes out, somewhere inside it
        return f"such a {type(value).__name__}"
    return text if len(text) <= 40 else f"{text[:38]}…"


class Fields:
    """A checked reader of one position dict. Every field must be asked for once; `done()` refuses those left over."""

    def __init__(self, data: object, where: str = "") -> None:
        if not isinstance(data, dict):
            raise BadPosition(where or "position", "must be an object with named fields.")
        self._data: dict[str, Any] = data
        self._where = where
        self._asked: set[str] = set()

    def name(self, field: str) -> str:
        """The field's full name, as errors give it."""
        return f"{self._where}.{field}" if self._where else field

    def bad(self, field: str, reason: str) -> BadPosition:
        """The error to raise where `field` is wrong for `reason`."""
        return BadPosition(self.name(field), reason)

    def raw(self, field: str) -> Any:
        """The field's value, whatever it is."""
        self._asked.add(field)
        if field not in self._data:
            raise self.bad(field, "is missing.")
        return self._data[field]

    def whole(self, field: str, low: int, high: int) -> int:
        """A whole number in low … high."""
        return self._whole(self.raw(field), field, low, high)

    def flag(self, field: str) -> bool:
        """true or false."""
        value = self.raw(field)
        if not isinstance(value, bool):
            raise self.bad(field, f"must be true or false, not {self.shown(value)}.")
        return value

    def one_of(self, field: str, allowed: Sequence[str]) -> str:
        """One of the allowed texts."""
        value = self.raw(field)
        if not isinstance(value, str) or value not in allowed:
            raise self.bad(field, f"must be one of {', '.join(allowed)}, not {self.shown(value)}.")
        return value

    def entries(self, field: str, length: int | None = None, most: int = 10_000) -> list[Any]:
        """A list, of exactly `length` entries where that is given, of at most `most` otherwise."""
        value = self.raw(field)
        if not isinstance(value, list):
            raise self.bad(field, "must be a list.")
        if length is not None and len(value) != length:
            raise self.bad(field, f"must have {length} entries, not {len(value)}.")
        if len(value) > most:
            raise self.bad(field, f"must have at most {most} entries, not {len(value)}.")
        return value

    def wholes(self, field: str, low: int, high: int, length: int | None = None) -> list[int]:
        """A list of whole numbers, each in low … high."""
        return [self._whole(value, field, low, high) for value in self.entries(field, length)]

    def texts(self, field: str, allowed: Sequence[str], length: int | None = None) -> list[str]:
        """A list of texts, each one of those allowed."""
        return self.texts_of(field, self.entries(field, length), allowed)

    def texts_of(self, field: str, values: object, allowed: Sequence[str]) -> list[str]:
        """`values`, found at `field`, as a list of texts, each one of those allowed."""
        if not isinstance(values, list):
            raise self.bad(field, "must be a list.")
        for value in values:
            if not isinstance(value, str) or value not in allowed:
                raise self.bad(field, f"{self.shown(value)} is not one of {', '.join(allowed)}.")
        return values

    def inner(self, field: str) -> "Fields":
        """The reader of a nested object."""
        return Fields(self.raw(field), self.name(field))

    def done(self) -> None:
        """Refuse a field that nobody asked for."""
        for field in self._data:
            if field not in self._asked:
                name = field if isinstance(field, str) else brief(field)
                raise self.bad(name, "is not a field of this game's positions.")

    @staticmethod
    def shown(value: object) -> str:
        """A wrong value as an error shows it: short, and never a whole structure."""
        if isinstance(value, (list, dict)):
            return "a list" if isinstance(value, list) else "an object"
        return brief(value)

    def _whole(self, value: object, field: str, low: int, high: int) -> int:
        number = whole_number(value)
        if number is None or not low <= number <= high:
            raise self.bad(field, f"must be a whole number from {low} to {high}, not {self.shown(value)}.")
        return number
