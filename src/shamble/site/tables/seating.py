"""Seating: everything at a table that is not the game itself, as the log tells it.

Nothing here decides whether something is allowed; `table.py` does. Here an entry of the log is taken as it is.
"""

import json
from array import array
from collections import deque
from collections.abc import Set
from dataclasses import dataclass, field
from typing import Any

from shamble.seats import NAMES, PERSON
from shamble.site.store.entries import Entry

OPEN = "open"
NOBODY = -1  # whom the host's right goes to where nobody else sits at the table
PHRASES_KEPT = 8
ANSWERS_KEPT = 8  # refusals of newcomers that are remembered
# What shows that a seat's player is at work, whoever has been waiting for them.
HOST = -1  # stands for the host where seats are counted
SIGNS = frozenset(("play", "back", "phrase", "name", "ask", "agree", "refuse", "undo", "wish", "join", "take_over"))


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
    left: bool = False  # whether the player has said that they go
    reserved: list[str] = field(default_factory=list)  # hashes of the keys that alone may take it while it is open

    @property
    def decider(self) -> str:
        """Who decides now: "person", "open" or a bot's name."""
        return self.stand_in or self.by

    @property
    def may_be_taken_over(self) -> bool:
        """Whether a newcomer may ask for it in mid-game: its player has left, or is not to be seen."""
        return self.by == PERSON and (self.left or self.away)

    def seat_nobody(self, entry: Entry) -> None:
        """Nobody holds it any more."""
        self.keys, self.reserved, self.away, self.left = [], [], False, False
        self.stand_in, self.until_here, self.since, self.sitting = None, False, entry.at, entry.revision

    def seat_person(self, entry: Entry, name: str, keys: list[str]) -> None:
        """A person holds it from now on."""
        self.seat_nobody(entry)
        self.name, self.by, self.keys = name, PERSON, keys


@dataclass(slots=True)
class Asked:
    """Somebody asks to take back to a version; `agreed` are the seats that said yes."""

    by: int
    version: int
    agreed: set[int]


@dataclass(frozen=True, slots=True)
class Knock:
    """A newcomer asks for the seat of somebody who has left. `number` is the revision of the question."""

    number: int
    seat: int
    name: str
    key: str


@dataclass(slots=True)
class Wish:
    """Others want a bot to decide for a seat: who wants it once, and who until its player is back."""

    bot: str
    once: set[int] = field(default_factory=set)
    stay: set[int] = field(default_factory=set)


class Seating:
    """Seats, host, phrases, what is asked: the fold of a table's log."""

    def __init__(self, players: int) -> None:
        self.places = [Place(NAMES[k % len(NAMES)]) for k in range(players)]
        self.hosts: list[str] = []
        self.host_away = False  # whether nothing has been heard of the host for long
        self.vacant = False  # whether the host has left with nobody there to follow: the next to sit down is host, too
        self.idle: set[int] = set()  # the seats that are there and have kept the others waiting for long
        self.wishes: dict[int, Wish] = {}  # seat -> who wants a bot there
        self.knocks: list[Knock] = []
        self.settled: set[int] = set()  # the questions of newcomers that have been answered
        self.refused: deque[str] = deque(maxlen=ANSWERS_KEPT)  # the keys of newcomers who were refused
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
        self.outcomes: dict[str, tuple[str, int | None]] = {}  # request -> kind and seat of what was no play
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
        if entry.kind in SIGNS and entry.seat is not None:
            self.not_idle(entry.seat)
        if entry.request_id is not None:
            self.answered[entry.request_id] = entry.version
            if entry.kind != "play":
                self.outcomes[entry.request_id] = (entry.kind, entry.seat)

    def not_idle(self, seat: int) -> None:
        """Nobody waits for that seat any more, or not for long yet."""
        self.idle.discard(seat)
        self.wishes.pop(seat, None)

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

    def same_person(self, seat: int) -> set[int]:
        """The seats that the player of a seat holds."""
        keys = set(self.places[seat].keys)
        return {seat} | {k for k, place in enumerate(self.places) if keys & set(place.keys)}

    def votes_needed(self, seat: int, with_them: Set[int] = frozenset()) -> int:
        """How many seats must want a bot for an idle seat: more than half of the other people who are there."""
        there = {
            k for k in self.persons()
            if k != seat and k not in self.idle and not self.places[k].away and self.places[k].stand_in is None
        }  # fmt: skip
        return len(there | with_them) // 2 + 1

    def host_seats(self) -> list[int]:
        """The seats whose players are the host."""
        return [seat for seat in self.persons() if any(key in self.hosts for key in self.places[seat].keys)]

    def host_is_gone(self) -> bool:
        """Whether the host has left the table, or has not been heard of for long."""
        seats = self.host_seats()
        return self.host_away or (bool(seats) and all(self.places[seat].left for seat in seats))

    # -- one for each kind of entry ------------------------------------------------------------------------------

    def _on_create(self, entry: Entry) -> None:
        told = json.loads(entry.data)
        for place, row in zip(self.places, told["seats"], strict=True):
            place.name, place.by = row["name"], row["by"]
            place.keys, place.since = list(row.get("keys", [])), entry.at
            place.reserved, place.sitting = list(row.get("reserved", [])), entry.revision
        self.hosts = list(told["hosts"])

    def _on_host(self, entry: Entry) -> None:
        self.hosts.append(json.loads(entry.data)["key"])

    def _on_join(self, entry: Entry) -> None:
        told = json.loads(entry.data)
        self._place(entry).seat_person(entry, told["name"], [told["key"]])
        self.late.discard(self.seat_of(entry))
        if told.get("host"):
            self.hosts.append(told["key"])
        if told["key"] in self.hosts:
            self.vacant = self.host_away = False

    def _on_sit(self, entry: Entry) -> None:
        told = json.loads(entry.data)
        self._place(entry).seat_person(entry, told["name"], list(told["keys"]))

    def _on_take_over(self, entry: Entry) -> None:
        told = json.loads(entry.data)
        self._place(entry).seat_person(entry, told["name"], [told["key"]])
        self.late.discard(self.seat_of(entry))
        self._drop_knocks(entry.seat)
        self.knocks = [knock for knock in self.knocks if knock.key != told["key"]]
        self.settled.add(told["request"])

    def _on_knock(self, entry: Entry) -> None:
        told = json.loads(entry.data)
        self.knocks.append(Knock(entry.revision, self.seat_of(entry), told["name"], told["key"]))
        if told["key"] in self.refused:
            self.refused.remove(told["key"])

    def _on_turn_away(self, entry: Entry) -> None:
        number = json.loads(entry.data)["request"]
        self.refused.extend(knock.key for knock in self.knocks if knock.number == number)
        self.knocks = [knock for knock in self.knocks if knock.number != number]
        self.settled.add(number)

    def _drop_knocks(self, seat: int | None) -> None:
        self.knocks = [knock for knock in self.knocks if knock.seat != seat]

    def _on_hold(self, entry: Entry) -> None:
        self._place(entry).keys.append(json.loads(entry.data)["key"])

    def _on_name(self, entry: Entry) -> None:
        self._place(entry).name = json.loads(entry.data)["name"]

    def _on_seat(self, entry: Entry) -> None:
        place, told = self._place(entry), json.loads(entry.data)
        if "host" in told:
            self._pass_host(place, told["host"])
        place.seat_nobody(entry)
        place.by, place.name = told["by"], told["name"]

    def _pass_host(self, place: Place, heir: int) -> None:
        """Whoever holds a place leaves, who was the host: another seat's player is it from now on."""
        if heir == NOBODY:
            self.vacant = True
            return
        self.hosts = [key for key in self.hosts if key not in place.keys]
        self._make_host(heir)

    def _make_host(self, seat: int) -> None:
        self.hosts.extend(key for key in self.places[seat].keys if key not in self.hosts)
        self.vacant = self.host_away = False

    def _on_claim_host(self, entry: Entry) -> None:
        self._make_host(self.seat_of(entry))

    def _on_host_away(self, entry: Entry) -> None:
        self.host_away = True

    def _on_host_here(self, entry: Entry) -> None:
        self.host_away = False

    def _on_idle(self, entry: Entry) -> None:
        self.idle.add(self.seat_of(entry))

    def _on_wish(self, entry: Entry) -> None:
        told = json.loads(entry.data)
        wish = self.wishes.setdefault(told["seat"], Wish(told["bot"]))
        (wish.once if told["once"] else wish.stay).update(told["by"])

    def _on_start(self, entry: Entry) -> None:
        told = json.loads(entry.data)
        for seat, bot in told["bots"].items():
            self.places[int(seat)].by = bot
            self.places[int(seat)].reserved = []
        for seat, name in told.get("names", {}).items():
            self.places[int(seat)].name = name
        self.begun = True
        self.since = entry.at

    def _on_play(self, entry: Entry) -> None:
        self.asked = None
        self.late.discard(self.seat_of(entry))  # of the others whoever still owes is late still: see `Timekeeper`
        self.since = entry.at

    def _on_undo(self, entry: Entry) -> None:
        self._on_play(entry)
        self.idle.clear()
        self.wishes.clear()

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
        if not place.left:
            self._drop_knocks(entry.seat)

    def _on_stand_in(self, entry: Entry) -> None:
        place, told = self._place(entry), json.loads(entry.data)
        place.stand_in, place.until_here = told["bot"], told["until_here"]
        place.left = bool(told.get("left"))
        self.not_idle(self.seat_of(entry))

    def _on_back(self, entry: Entry) -> None:
        place = self._place(entry)
        place.stand_in, place.until_here, place.away, place.left = None, False, False, False
        self._drop_knocks(entry.seat)

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
