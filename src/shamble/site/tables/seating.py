"""Seating: everything at a table that is not the game itself, as the log tells it.

Nothing here decides whether something is allowed; `table.py` does. Here an entry of the log is taken as it is.
"""

import json
from array import array
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from shamble.seats import NAMES, PERSON
from shamble.site.store.sql import Entry

OPEN = "open"
PHRASES_KEPT = 8


@dataclass(slots=True)
class Place:
    """A seat: `by` is "person", "open" or a bot's name; `keys` are hashes of the keys that hold it."""

    name: str
    by: str = OPEN
    keys: list[str] = field(default_factory=list)
    away: bool = False
    stand_in: str | None = None
    since: float = 0.0  # when whoever holds it now took it
    sitting: int = 0  # the revision by which they took it: older resume codes are not theirs
    until_here: bool = False  # whether the stand-in goes as soon as the player shows up

    @property
    def decider(self) -> str:
        """Who decides now: "person", "open" or a bot's name."""
        return self.stand_in or self.by


@dataclass(slots=True)
class Asked:
    """Somebody asks to take back to a version; `agreed` are the seats that said yes."""

    by: int
    version: int
    agreed: set[int]


class Seating:
    """Seats, host, phrases, what is asked: the fold of a table's log."""

    def __init__(self, players: int) -> None:
        self.places = [Place(NAMES[k % len(NAMES)]) for k in range(players)]
        self.hosts: list[str] = []
        self.revision = 0
        self.version = 0
        self.begun = False
        self.asked: Asked | None = None
        self.phrases: deque[tuple[int, str, int]] = deque(maxlen=PHRASES_KEPT)
        self.late: set[int] = set()
        self.since = 0.0  # when the game last moved
        self.rematch: str | None = None
        self.closed = ""  # why it was closed for good, in a sentence
        self.answered: dict[str, int] = {}  # request -> version after it
        self.versions = array("i", [0])  # the version at each revision
        self.sittings = 0  # grows with all that may change who holds what

    def take(self, entry: Entry) -> None:
        """Fold in one entry, the next in order."""
        getattr(self, f"_on_{entry.kind}")(entry)
        self.revision = entry.revision
        self.version = entry.version
        self.versions.append(entry.version)
        if entry.kind != "play":
            self.sittings += 1
        if entry.request_id is not None:
            self.answered[entry.request_id] = entry.version

    def version_at(self, revision: int) -> int:
        """The least version since a revision: from there on a reader of that revision has everything to learn."""
        if revision >= self.revision:
            return self.version
        if revision < 0:
            return 0
        return min(self.versions[revision:])

    def persons(self) -> list[int]:
        """The seats that people decide for."""
        return [seat for seat, place in enumerate(self.places) if place.by == PERSON]

    # -- one for each kind of entry ------------------------------------------------------------------------------

    def _on_create(self, entry: Entry) -> None:
        told = json.loads(entry.data)
        for place, row in zip(self.places, told["seats"], strict=True):
            place.name, place.by = row["name"], row["by"]
            place.keys, place.since, place.sitting = list(row.get("keys", [])), entry.at, entry.revision
        self.hosts = list(told["hosts"])

    def _on_host(self, entry: Entry) -> None:
        self.hosts.append(json.loads(entry.data)["key"])

    def _on_join(self, entry: Entry) -> None:
        place, told = self._place(entry), json.loads(entry.data)
        place.name, place.by, place.keys, place.away, place.stand_in = told["name"], PERSON, [told["key"]], False, None
        place.since, place.sitting = entry.at, entry.revision
        self.late.discard(self.seat_of(entry))

    def _on_hold(self, entry: Entry) -> None:
        self._place(entry).keys.append(json.loads(entry.data)["key"])

    def _on_name(self, entry: Entry) -> None:
        self._place(entry).name = json.loads(entry.data)["name"]

    def _on_seat(self, entry: Entry) -> None:
        place, told = self._place(entry), json.loads(entry.data)
        place.by, place.name = told["by"], told["name"]
        place.keys, place.away, place.stand_in, place.since = [], False, None, entry.at
        place.sitting = entry.revision

    def _on_start(self, entry: Entry) -> None:
        for seat, bot in json.loads(entry.data)["bots"].items():
            self.places[int(seat)].by = bot
        self.begun = True
        self.since = entry.at

    def _on_play(self, entry: Entry) -> None:
        self.asked = None
        self.late.discard(self.seat_of(entry))  # of the others whoever still owes is late still: see `LiveTable`
        self.since = entry.at

    def _on_undo(self, entry: Entry) -> None:
        self._on_play(entry)

    def _on_ask(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.asked = Asked(entry.seat, json.loads(entry.data)["version"], {entry.seat})

    def _on_agree(self, entry: Entry) -> None:
        if self.asked is not None and entry.seat is not None:
            self.asked.agreed.add(entry.seat)

    def _on_refuse(self, entry: Entry) -> None:
        self.asked = None

    def _on_away(self, entry: Entry) -> None:
        self._place(entry).away = True

    def _on_here(self, entry: Entry) -> None:
        place = self._place(entry)
        place.away = False
        if place.until_here:
            place.stand_in, place.until_here = None, False

    def _on_stand_in(self, entry: Entry) -> None:
        place, told = self._place(entry), json.loads(entry.data)
        place.stand_in, place.until_here = told["bot"], told["until_here"]

    def _on_back(self, entry: Entry) -> None:
        place = self._place(entry)
        place.stand_in, place.until_here, place.away = None, False, False

    def _on_phrase(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.phrases.append((entry.seat, entry.data, entry.revision))

    def _on_late(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.late.add(entry.seat)

    def _on_rematch(self, entry: Entry) -> None:
        self.rematch = json.loads(entry.data)["table"]

    def _on_close(self, entry: Entry) -> None:
        self.closed = json.loads(entry.data)["why"]

    def _place(self, entry: Entry) -> Place:
        return self.places[self.seat_of(entry)]

    @staticmethod
    def seat_of(entry: Entry) -> int:
        """The seat that an entry is about; ValueError where it names none."""
        if entry.seat is None:
            raise ValueError(f"entry {entry.revision} names no seat")
        return entry.seat


def told(**fields: Any) -> str:
    """The data of an entry, as kept."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
