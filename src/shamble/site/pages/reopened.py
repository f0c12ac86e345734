"""A saved game that somebody brings: read, replayed, drawn at a step, played on from. All of it is done in processes of
their own (`tables/workers.py`), for a stranger's file may cost anything; nothing here is called in the server's own."""

import base64
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from shamble.kernel.bits import lowest
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadRecord, ShambleError
from shamble.kernel.game import whole
from shamble.match import Match
from shamble.record import Record
from shamble.replaying import replay
from shamble.site.errors import BadInput
from shamble.site.pages import view as showing
from shamble.site.pages import words as page_words
from shamble.site.pages.rendering import render
from shamble.site.tables.document import Document

LARGEST_RECORD = 2_000_000  # bytes of a saved game
MOST_EVENTS = 20_000  # of a saved game: several times the longest that people play
KEPT = 2  # games that a process keeps: whoever looks at one step looks at the next


@dataclass(frozen=True)
class Beginning:
    """What a table begins with that goes on from a step of another game: `seat` is who goes on."""

    game: str
    edition: str
    position: dict[str, Any]
    seat: int
    names: tuple[str, ...]


def page_of(text: str, packed: bool, at: object, seat: object) -> str:
    """The page of a saved game at a step, to the eyes of a seat. `text` is the file's, or `packed` as `pack` does it.
    BadRecord if it is not one."""
    text = unpack(text) if packed else text
    match = _plainly(_match_of, text)
    document = showing.of_record(match, reader_of(match, seat))
    return step_page(document, match, at, "/replay", "post", pack(text))


def beginning_of(packed: str, at: object, seat: object, luck: int) -> Beginning:
    """A table that goes on from a step of a saved game. BadRecord if it is not one, BadInput if none can."""
    match = _plainly(_match_of, unpack(packed))
    return beginning(match, at, seat, luck)


def _plainly(what: Callable[[str], Match], text: str) -> Match:
    """The match; whatever is wrong with it is told as BadRecord, which travels between processes."""
    try:
        return what(text)
    except ShambleError as error:
        raise BadRecord(str(error)) from None


@lru_cache(maxsize=KEPT)
def _match_of(text: str) -> Match:
    """The match of a saved game; BadRecord if it is not one."""
    if len(text) > LARGEST_RECORD:
        raise BadRecord(page_words.RECORD_TOO_LARGE)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord(page_words.NOT_A_RECORD) from None
    events = data.get("events") if isinstance(data, dict) else None
    if isinstance(events, list) and len(events) > MOST_EVENTS:
        raise BadRecord(page_words.TOO_MANY_EVENTS.format(events=len(events), most=MOST_EVENTS))
    return replay(Record.from_dict(data))


def pack(text: str) -> str:
    """A saved game as it travels in a form."""
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def unpack(packed: str) -> str:
    """A saved game as it travelled in a form; BadRecord if it is not one."""
    try:
        unzip = zlib.decompressobj()
        data = unzip.decompress(base64.b64decode(packed, validate=True), LARGEST_RECORD)
        return data.decode()
    except (ValueError, zlib.error):
        raise BadRecord(page_words.NOT_A_RECORD) from None


def beginning(match: Match, at: object, seat: object, luck: int) -> Beginning:
    """How a table goes on from a step: the visitor takes the seat whose knowledge was shown, or that is asked, and what
    it could not know is dealt anew by dice of `luck`. BadInput if nobody can go on."""
    step = whole(at) if isinstance(at, str) else None
    if step is None or not _may_go_on(match, step):
        raise BadInput(page_words.NO_PLAYING_ON)
    chair = _chair(match, step, reader_of(match, seat))
    position = match.state_at(step).redeal(chair, Dice(luck)).to_dict()
    return Beginning(match.game.code, match.edition.name, position, chair, tuple(one.name for one in match.seats))


def _chair(match: Match, step: int, reader: int | None) -> int:
    """The seat that a visitor takes: the one whose knowledge is shown, else the one that is asked."""
    asked = max(0, match.state_at(step).owing())
    return reader if reader is not None else lowest(asked) if asked else 0


def _may_go_on(match: Match, step: int) -> bool:
    """Whether a table can begin there: the game is to be seen whole, not over then, and of a shipped edition."""
    known = match.players == 1 or match.result is not None
    return known and match.edition.shipped and 0 <= step <= match.version and match.state_at(step).owing() != 0


def reader_of(match: Match, seat: object) -> int | None:
    """The seat whose knowledge is wanted: None for what all may see."""
    number = whole(seat) if isinstance(seat, str) else None
    if match.players == 1:
        return 0
    return number if number is not None and 0 <= number < match.players else None


def step_page(document: Document, match: Match, at: object, address: str, method: str, packed: str) -> str:
    """A game at one of its steps."""
    number = whole(at) if isinstance(at, str) else None
    step = 0 if number is None else max(0, min(number, match.version))
    document = showing.at(document, match, step)
    last = document.story[-1].sentences if document.story else []
    link: Callable[[Any], str] = lambda k: f"{address}?at={k}"  # noqa: E731
    return render(
        "replay.html",
        doc=document,
        latest=match.version,
        board=showing.draw(document, match),
        step=step,
        last=last,
        address=address,
        method=method,
        packed=packed,
        at_link=link,
        go_on_as=match.seats[_chair(match, step, document.seat)].name if _may_go_on(match, step) else "",
        may_choose_seat=match.players > 1 and match.result is not None,
    )
