"""Record: the saved game. One JSON file a person can read; it holds what chance said, so it replays without luck.

Format 1, all fields: `format`, `game`, `rules` (rules version), `options` (those that differ from their defaults),
`edition` (`name`, `hash`, and `data` where it is an owner's), `seats` (`name`, `by`), `seed`, `chance`, `position`
(where the match did not begin at the opening), `events` as `[who, action]`, `result` (once over), `final` (hash of the
last position). The seed is written as text, since many a reader of JSON rounds whole numbers beyond 2^53 (no
other number here comes near); older records have it as a number. Old formats are read for ever.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import UnionType
from typing import Any

from shamble.damage import readable_part
from shamble.files import read_bytes, read_json, write_whole
from shamble.kernel.errors import BadRecord
from shamble.kernel.fields import brief
from shamble.kernel.numbers import number_in_json

FORMAT = 1
UNKNOWN = "unknown"  # in place of a hash that could not be told where the record was made
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
    damage: str = field(default="", compare=False)  # what is missing of a file that was read in part

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
        return "".join(self.parts())

    def parts(self) -> tuple[str, str]:
        """The file's text in two: up to the last event, and what comes behind it (`tail`)."""
        head = {key: value for key, value in self.to_dict().items() if key not in ("events", "result", "final")}
        before = "{\n" + "".join(f"{_line(key, value)},\n" for key, value in head.items()) + ' "events": ['
        if not self.events:
            return before, tail(self.result, self.final).replace("\n ]", "]", 1)
        return f"{before}\n{event_lines(self.events)}", tail(self.result, self.final)

    def save(self, path: str | Path) -> None:
        """Write the file whole, or leave what was there and raise BadFile."""
        write_whole(path, self.text())

    @classmethod
    def load(cls, path: str | Path, partial: bool = False) -> "Record":
        """Read a file; BadFile or BadRecord say what is wrong with it.

        With `partial` a file of which the end is bad or lost is read as far as it goes: `damage` says what is missing.
        """
        try:
            return cls.from_bytes(read_bytes(path), partial) if partial else cls.from_dict(read_json(path))
        except BadRecord as error:
            raise BadRecord(f"{path}: {error}") from None

    @classmethod
    def from_bytes(cls, content: bytes, partial: bool = False) -> "Record":
        """Read a file's content; BadRecord says what is wrong with it. For `partial` see `load`."""
        text = content.decode("utf-8-sig", errors="replace")
        data, broken = readable_part(text)
        if broken and not ("events" in data and partial):
            raise BadRecord(f"This is no saved game of Shamble, or {broken}.")
        if not partial and "\ufffd" in text:
            raise BadRecord("This is not a text in UTF-8.")
        return cls.from_dict(data, broken, partial)

    @classmethod
    def from_dict(cls, data: Any, damage: str = "", partial: bool = False) -> "Record":
        """Check a parsed document, field by field; BadRecord names the first that is wrong.

        `damage` says what is missing of a document that was read in part; `partial` leaves out bad events, too."""
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
        if damage:
            data = {"final": "", **data}
        for name, kind, say in _FIELDS:
            if name not in data:
                raise BadRecord(f"The field '{name}' is missing: the file is cut off or was changed.")
            if isinstance(data[name], bool) or not isinstance(data[name], kind):
                raise BadRecord(f"The field '{name}' must be {say}.")
        for name in ("position", "result"):
            if not isinstance(data.get(name, {}), dict):
                raise BadRecord(f"The field '{name}' must be an object.")
        if data["rules"] < 1:
            raise BadRecord("The field 'rules' must be a whole number from 1 on.")
        if data["chance"] not in ("auto", "manual"):
            raise BadRecord("The field 'chance' must be auto or manual.")
        events, complaint = _events(data["events"], len(data["seats"]))
        if complaint and not partial:
            raise BadRecord(complaint)
        if complaint:
            damage = f"{complaint[:-1]}: it and what came after it is left out"
        return cls(
            game=data["game"],
            rules=data["rules"],
            options=data["options"],
            edition=data["edition"],
            seats=_seats(data["seats"]),
            seed=_seed(data["seed"]),
            chance=data["chance"],
            position=data.get("position"),
            events=events,
            result=data.get("result"),
            final=data["final"],
            damage=damage,
        )


def event_lines(events: Sequence[tuple[int | str, str]]) -> str:
    """Events as they stand in the file, one a line."""
    return ",\n".join("  " + json.dumps(event, ensure_ascii=False) for event in events)


def tail(result: dict[str, Any] | None, final: str) -> str:
    """What comes behind the last event in the file."""
    ending = {"final": final} if result is None else {"result": result, "final": final}
    return "\n ],\n" + ",\n".join(_line(key, value) for key, value in ending.items()) + "\n}\n"


def _line(key: str, value: object) -> str:
    return f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"


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


def _events(rows: list[Any], seats: int) -> tuple[list[tuple[int | str, str]], str]:
    """The events up to the first that is none, and what is wrong with that one."""
    if len(rows) > MOST_EVENTS:
        raise BadRecord(f"The record has {len(rows)} events; more than {MOST_EVENTS} are not read.")
    events: list[tuple[int | str, str]] = []
    for number, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != 2 or not isinstance(row[1], str):
            return events, f"Event {number} of the record must be [who, action]."
        who = row[0]
        if who != "chance" and (isinstance(who, bool) or not isinstance(who, int) or not 0 <= who < seats):
            return events, f"Event {number} of the record: {brief(who)} is neither a seat nor 'chance'."
        events.append((who, row[1]))
    return events, ""
