"""Record: the saved game. One JSON file a person can read; it holds what chance said, so it replays without luck.

Format 1, all fields: `format`, `game`, `rules` (rules version), `options` (those that differ from their defaults),
`edition` (`name`, `hash`, and `data` where it is an owner's), `seats` (`name`, `by`), `seed`, `chance`, `position`
(where the match did not begin at the opening), `events` as `[who, action]`, `result` (once over), `final` (hash of the
last position). The seed is written as text, since many a reader of JSON rounds whole numbers beyond 2^53 (no
other number here comes near); older records have it as a number. Old formats are read for ever.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import UnionType
from typing import Any

from shamble.files import read_json, write_whole
from shamble.kernel.errors import BadRecord
from shamble.kernel.fields import brief
from shamble.kernel.numbers import number_in_json

FORMAT = 1
MOST_EVENTS = 1_000_000


@dataclass(frozen=True)
class Record:
    """The content of one saved game."""

    game: str
    rules: int
    options: dict[str, Any]
    edition: dict[str, Any]
    seats: list[dict[str, str]]
    seed: int
    chance: str
    position: dict[str, Any] | None
    events: list[tuple[int | str, str]]
    result: dict[str, Any] | None
    final: str

    def to_dict(self) -> dict[str, Any]:
        """The JSON document."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "edition": self.edition,
            "seats": self.seats,
            "seed": str(self.seed),
            "chance": self.chance,
        }
        if self.position is not None:
            data["position"] = self.position
        data["events"] = [list(event) for event in self.events]
        if self.result is not None:
            data["result"] = self.result
        data["final"] = self.final
        return data

    def text(self) -> str:
        """The file's text: JSON with one event a line."""
        lines = []
        for key, value in self.to_dict().items():
            if key == "events":
                rows = ",\n".join("  " + json.dumps(event, ensure_ascii=False) for event in value)
                shown = f"[\n{rows}\n ]" if value else "[]"
            else:
                shown = json.dumps(value, ensure_ascii=False)
            lines.append(f" {json.dumps(key)}: {shown}")
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def save(self, path: str | Path) -> None:
        """Write the file whole, or leave what was there and raise BadFile."""
        write_whole(path, self.text())

    @classmethod
    def load(cls, path: str | Path) -> "Record":
        """Read a file; BadFile or BadRecord say what is wrong with it."""
        try:
            return cls.from_dict(read_json(path))
        except BadRecord as error:
            raise BadRecord(f"{path}: {error}") from None

    @classmethod
    def from_dict(cls, data: Any) -> "Record":
        """Check a parsed document, field by field; BadRecord names the first that is wrong."""
        if not isinstance(data, Mapping) or "format" not in data or "game" not in data:
            raise BadRecord("This is no saved game of Shamble.")
        number = data["format"]
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise BadRecord("The field 'format' must be a whole number from 1 on.")
        if number > FORMAT:
            raise BadRecord(
                f"The game was saved in format {brief(number)}; this Shamble reads up to {FORMAT}. "
                "A newer one reads it."
            )
        for field, kind, say in _FIELDS:
            if field not in data:
                raise BadRecord(f"The field '{field}' is missing: the file is cut off or was changed.")
            if isinstance(data[field], bool) or not isinstance(data[field], kind):
                raise BadRecord(f"The field '{field}' must be {say}.")
        for field in ("position", "result"):
            if not isinstance(data.get(field, {}), dict):
                raise BadRecord(f"The field '{field}' must be an object.")
        if data["rules"] < 1:
            raise BadRecord("The field 'rules' must be a whole number from 1 on.")
        if data["chance"] not in ("auto", "manual"):
            raise BadRecord("The field 'chance' must be auto or manual.")
        return cls(
            game=data["game"],
            rules=data["rules"],
            options=data["options"],
            edition=data["edition"],
            seats=_seats(data["seats"]),
            seed=_seed(data["seed"]),
            chance=data["chance"],
            position=data.get("position"),
            events=_events(data["events"], len(data["seats"])),
            result=data.get("result"),
            final=data["final"],
        )


_FIELDS: tuple[tuple[str, type | UnionType, str], ...] = (
    ("game", str, "a text"),
    ("rules", int, "a whole number"),
    ("options", dict, "an object"),
    ("edition", dict, "an object"),
    ("seats", list, "a list"),
    ("seed", int | str, "a whole number, or its text"),
    ("chance", str, "a text"),
    ("events", list, "a list"),
    ("final", str, "a text"),
)


def _seed(value: int | str) -> int:
    number = number_in_json(value)
    if number is None:
        raise BadRecord(f"The field 'seed' must be a whole number, or its text; not {brief(value)}.")
    return number


def _seats(rows: list[Any]) -> list[dict[str, str]]:
    for number, row in enumerate(rows):
        if not isinstance(row, dict) or not isinstance(row.get("name"), str) or not isinstance(row.get("by"), str):
            raise BadRecord(f"Seat {number} of the record must have the texts 'name' and 'by'.")
    return rows


def _events(rows: list[Any], seats: int) -> list[tuple[int | str, str]]:
    if len(rows) > MOST_EVENTS:
        raise BadRecord(f"The record has {len(rows)} events; more than {MOST_EVENTS} are not read.")
    events: list[tuple[int | str, str]] = []
    for number, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != 2 or not isinstance(row[1], str):
            raise BadRecord(f"Event {number} of the record must be [who, action].")
        who = row[0]
        if who != "chance" and (isinstance(who, bool) or not isinstance(who, int) or not 0 <= who < seats):
            raise BadRecord(f"Event {number} of the record: {brief(who)} is neither a seat nor 'chance'.")
        events.append((who, row[1]))
    return events
