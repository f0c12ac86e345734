"""ClosedTable: a table whose game this build cannot play, shown from what is stored of it.

Its rules version may have been retired, its edition or game may be gone, its rows may be damaged. Whatever it is: the
table has a page, a document, a place in lists and an export, and nothing that is done to it touches a rules engine.
"""

import json
import logging
import time
from dataclasses import asdict, replace
from typing import Any

from shamble.games import find
from shamble.kernel.errors import BadEdition, BadOption, BadRules, ShambleError
from shamble.kernel.shown import Happened
from shamble.record import FORMAT, UNKNOWN, Record
from shamble.site import words
from shamble.site.errors import Closed
from shamble.site.json_text import decode
from shamble.site.store.entries import Conflict, Entry, Head
from shamble.site.store.protocol import Store
from shamble.site.tables import document as documents
from shamble.site.tables.document import Document, Seat
from shamble.site.tables.keys import seed_hash
from shamble.site.tables.seated import Seated
from shamble.site.tables.seating import OPEN, Seating, told
from shamble.site.tables.snapshot import unpack

logger = logging.getLogger("shamble.site")


class ClosedTable(Seated):
    """`why` is the sentence that is shown. `final`: the game will never go on, so that all of it may be seen."""

    def __init__(self, head: Head, log: list[Entry], kept: dict[str, Any] | None, why: str, final: bool) -> None:
        self.head = head
        self.id = head.id
        self.log = log
        self.kept = kept
        self.why = why
        self.final = final or kept is not None
        self.game = head.game
        self.title = title_of(head.game)
        self.spec = _spec(head)
        self.seating = _seating(log)
        self.since = time.monotonic()

    def document(self, seat: int | None, host: bool = False) -> Document:
        """What `seat` (None: a spectator) may know of it: the same fields as a table's document that can be played."""
        shown = self._bare(seat)
        if self.kept is not None:
            reader = self.kept["readers"]["" if seat is None else str(seat)]
            shown = documents.read({**vars(shown), **self.kept["common"], **reader})
        rematch = self.seating.rematch
        return replace(
            shown,
            host=host,
            revision=self.revision,
            choices=[],
            rematch=None if rematch is None else f"/t/{rematch}",
            closed=self.why,
        )

    def _bare(self, seat: int | None) -> Document:
        """A document made from the log's texts alone."""
        open_to_all = self.final and self.head.seed_text.lstrip("-").isdecimal()
        return Document(
            table=self.id,
            game=self.game,
            title=self.title,
            players=len(self.seating.places),
            options=self.spec.get("options", {}),
            edition=self.spec.get("edition", ""),
            reconstruction=False,
            version=self.version,
            revision=self.revision,
            seats=[
                Seat(k, place.name, place.by, taken=place.by != OPEN, left=place.left)
                for k, place in enumerate(self.seating.places)
            ],
            host_seats=self.seating.host_seats(),
            seed_hash=seed_hash(self.head.seed_text, self.head.salt),
            seed_chosen=bool(self.spec.get("seed_chosen")),
            seed=self.head.seed_text if open_to_all else None,
            salt=self.head.salt if open_to_all else None,
            seat=seat,
            asked=self.why,
            story=self._story() if self.final else [],
        )

    def _story(self) -> list[Happened]:
        names = [place.name for place in self.seating.places]
        return [
            Happened(number, who if isinstance(who, int) else None, action, [_line(names, who, action)])
            for number, (who, action) in enumerate(events_of(self.log))
        ]

    def record(self) -> dict[str, Any]:
        """The saved game; Closed where it is not over and may go on some day."""
        if not self.final:
            raise Closed(words.NO_RECORD_YET)
        return self._record()

    def _record(self) -> dict[str, Any]:
        if self.kept is not None:
            return dict(self.kept["record"])
        data: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game,
            "rules": self.spec.get("rules", 1),
            "options": self.spec["options"],
            "edition": {"name": self.spec["edition"], "hash": _edition_hash(self.game, self.spec["edition"])},
            "seats": [{"name": place.name, "by": place.by} for place in self.seating.places],
            "seed": self.head.seed,
            "chance": "auto",
            "events": [list(event) for event in events_of(self.log)],
            "final": UNKNOWN,  # nobody here can tell the last position
        }
        if "position" in self.spec:
            data["position"] = self.spec["position"]
        return Record.from_dict(data).to_dict()

    def export(self) -> str:
        """All there is of it as the text of a JSON file: the saved game or, where none can be made, the stored rows."""
        try:
            return Record.from_dict(self._record()).text()
        except (ShambleError, ValueError, KeyError, TypeError) as error:
            rows = {"table": asdict(self.head), "events": [entry.row() for entry in self.log], "why": str(error)}
            return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


def _line(names: list[str], who: int | str, action: str) -> str:
    """An event that nobody here can tell in the game's words."""
    actor = names[who] if isinstance(who, int) and who < len(names) else words.CHANCE_NAME
    return words.EVENT_LINE.format(who=actor, action=action)


async def close(store: Store, head: Head, log: list[Entry], error: Exception) -> ClosedTable:
    """The table as it can still be shown where opening it ended in `error`.

    One whose rules version has been retired is closed for good, which its log says from then on: its whole record may
    be seen, so that no build may go on with the game."""
    kept = await _kept(store, head.id)
    spec = _spec(head)
    retired = isinstance(error, BadRules) and _is_retired(head.game, spec.get("rules", 1))
    final = any(entry.kind == "close" for entry in log)
    if retired and not final:
        text = words.CLOSED_OLD_RULES if kept is None else words.SHOWN_OLD_RULES
        why = text.format(title=title_of(head.game), version=spec.get("rules", 1))
        if kept is None and log:
            final, log = await _write_closing(store, log, why)
    elif final:
        why = str(error)
    elif isinstance(error, ShambleError):
        why = words.CANNOT_OPEN.format(why=str(error))
    else:
        why = words.CANNOT_OPEN.format(why=words.UNREADABLE)
        logger.error("Table %s cannot be opened.", head.id, exc_info=error)
    return ClosedTable(head, log, kept, why, final)


async def _write_closing(store: Store, log: list[Entry], why: str) -> tuple[bool, list[Entry]]:
    """Write down that a table is closed; whether it is, and its log then. Where another process was quicker with
    something, it stays as it is until it is opened again."""
    last = log[-1]
    entry = Entry(last.table_id, last.revision + 1, time.time(), "close", None, told(why=why), None, last.version)
    try:
        await store.append(entry)
    except Conflict:
        return False, log
    return True, [*log, entry]


async def _kept(store: Store, table_id: str) -> dict[str, Any] | None:
    packed = await store.snapshot(table_id)
    if packed is None:
        return None
    try:
        return unpack(packed)
    except ValueError:
        logger.exception("The snapshot of table %s cannot be read.", table_id)
        return None


def read_spec(head: Head) -> dict[str, Any]:
    """What the table was made with; ValueError where the row cannot be read."""
    spec = decode(head.spec)
    if not isinstance(spec, dict):
        raise ValueError("the spec is no object")
    return spec


def _spec(head: Head) -> dict[str, Any]:
    """The same, empty if it cannot be read."""
    try:
        return read_spec(head)
    except ValueError:
        return {}


def title_of(code: str) -> str:
    """A game's title, or its code where this build has no such game."""
    try:
        return find(code).title
    except BadOption:
        return code


def _is_retired(code: str, version: object) -> bool:
    return isinstance(version, int) and version < find(code).oldest_rules


def _edition_hash(code: str, name: str) -> str:
    """The hash of an edition's text as it is here; UNKNOWN where it is not here."""
    try:
        return find(code).edition(name).hash
    except (BadOption, BadEdition):
        return UNKNOWN


def _seating(log: list[Entry]) -> Seating:
    """Who sat where, as far as the log can be read."""
    seating = Seating(0)
    try:
        seating = Seating(len(json.loads(log[0].data)["seats"]))
        for entry in log:
            seating.take(entry)
    except Exception:  # whatever is wrong with the row that follows: what came before it stands
        logger.exception("The log of table %s cannot be read to its end.", log[0].table_id if log else "?")
    return seating


def events_of(log: list[Entry]) -> list[tuple[int | str, str]]:
    """The events of a log as a record has them: (seat or "chance", action); what was taken back is not among them."""
    events: list[tuple[int | str, str]] = []
    for entry in log:
        if entry.kind == "play" and entry.seat is not None:
            events.append((entry.seat, entry.data))
        elif entry.kind == "undo":
            del events[entry.version :]
        if entry.kind in ("start", "play") and entry.drawn:
            events += [("chance", action) for action in entry.drawn.split("\n")]
    return events
