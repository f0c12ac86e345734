"""What a store keeps of a table: the row it begins with, what happened at it, the codes that open its seats."""

from dataclasses import dataclass
from typing import Any


class Conflict(Exception):
    """Somebody else has written this revision of the table, or this request, before."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened at a table. `held` are keys' hashes (with seats) that are to be found by it."""

    table_id: str
    revision: int
    at: float
    kind: str
    seat: int | None
    data: str
    drawn: str | None
    version: int
    request_id: str | None = None
    held: tuple[tuple[int, str], ...] = ()

    def row(self) -> dict[str, Any]:
        """The row of `events`."""
        return {
            "table_id": self.table_id, "revision": self.revision, "at": self.at, "kind": self.kind, "seat": self.seat,
            "data": self.data, "drawn": self.drawn, "version": self.version, "request_id": self.request_id,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Head:
    """The row of a table that never changes while it is played. `seed_text` is its seed as it is stored."""

    id: str
    game: str
    spec: str
    seed_text: str
    salt: str
    created: float

    @property
    def seed(self) -> int:
        """The seed; ValueError where the row holds none."""
        return int(self.seed_text)


@dataclass(frozen=True, slots=True)
class Code:
    """A resume code's row. `revision` is the table's when it was made; codes of before step 0002 have None."""

    table_id: str
    seat: int
    created: float
    revision: int | None
