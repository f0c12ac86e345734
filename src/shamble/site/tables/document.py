"""The document: what a seat (or a stranger) may know of a table. Programs get it as JSON, pages are drawn from it.

Its fields are written here once: the JSON answers, their description for programs and what pages read follow from them.
What a field means stands beside its type.
"""

import time
from dataclasses import Field, dataclass, field, fields, is_dataclass
from typing import Annotated, Any, TypeVar

from shamble.kernel.shown import Choice, Happened
from shamble.kernel.state import CHANCE
from shamble.match import Match
from shamble.site import words
from shamble.site.json_text import encode
from shamble.site.tables.live import Live
from shamble.site.tables.seating import OPEN

STORY = 60  # events told where nothing else is asked for
WHOLE_STORY = 5_000  # the same once it is over: longer than any game that is played to be won

T = TypeVar("T")


@dataclass
class Seat:
    """Who sits where."""

    seat: int
    name: str
    by: Annotated[str, "`person`, `open` or a bot's name."]
    away: bool = False
    stand_in: Annotated[str | None, "The bot that decides in the player's place."] = None
    owes: bool = False
    taken: bool = True
    reserved: Annotated[bool, "Kept for somebody who has not come yet."] = False
    left: bool = False
    idle: Annotated[bool, "Is there, and has kept the others waiting for long."] = False


@dataclass
class Undo:
    """A question whether the last act may be taken back."""

    by: int
    agreed: list[int]
    waiting_for: list[int]


@dataclass
class BotAsked:
    """For which idle seat others want a bot, and how many must want it."""

    seat: int
    once: list[int]
    stay: list[int]
    needed: int


@dataclass
class Newcomer:
    """Who asks for a leaver's seat."""

    request: int
    seat: int
    name: str


@dataclass
class Phrase:
    """What a seat has said, and at which revision."""

    seat: int
    phrase: str
    text: str
    revision: int


@dataclass
class Since:
    """Since when a seat's time runs, in seconds of the epoch."""

    seat: int
    since: float | None


@dataclass
class ClockShown:
    """The clock of whoever owes something; `since` as if the server had never been down."""

    seconds: int
    since: float
    seats: list[Since]
    over: list[int]


@dataclass
class Outcome:
    """How it ended."""

    winners: list[int]
    names: list[str]
    payoffs: list[float]
    code: str
    why: str


@dataclass
class Shared:
    """What everybody may know of the table around the game."""

    table: str
    game: str
    title: str
    players: int
    options: Annotated[dict[str, Any], "The house rules that are not the usual ones."]
    edition: str
    reconstruction: bool
    status: Annotated[str, "Where it stands."] = "over"
    version: Annotated[int, "Events played: what `play` must send."] = 0
    revision: Annotated[int, "Grows with every change of anything."] = 0
    seats: list[Seat] = field(default_factory=list)
    owing: Annotated[list[int], "Who owes a decision; -1 is chance."] = field(default_factory=list)
    undo: Undo | None = None
    bot_asked: Annotated[list[BotAsked], "Votes for a bot at an idle seat."] = field(default_factory=list)
    newcomers: Annotated[list[Newcomer], "Who asks for a leaver's seat."] = field(default_factory=list)
    host_seats: list[int] = field(default_factory=list)
    host_away: Annotated[bool, "Nothing has been heard of the host for long."] = False
    phrases: list[Phrase] = field(default_factory=list)
    clock: Annotated[ClockShown | None, "While somebody owes a decision, where there is a clock."] = None
    notice: Annotated[str | None, "Why a bot chose quickly, if it did."] = None
    result: Outcome | None = None
    rematch: Annotated[str | None, "The address of the table where the same people play again."] = None
    seed_hash: Annotated[str, "The hash of seed and salt, told from the beginning."] = ""
    seed_chosen: Annotated[bool, "The seed was chosen by whoever made the table."] = False
    seed: Annotated[str | None, "In digits, once it is over: it may be greater than what JavaScript counts to."] = None
    salt: Annotated[str | None, "Once it is over."] = None
    closed: Annotated[str | None, "Why the game cannot be played here any more."] = None


@dataclass
class Own:
    """What one reader knows and may do."""

    seat: Annotated[int | None, "Whose knowledge it is; null: everybody's."] = None
    host: Annotated[bool, "Whether it is told to the host."] = False
    asked: Annotated[str, "What is going on and what is asked of whom."] = ""
    view: Annotated[dict[str, Any] | None, "The position as the seat may know it."] = None
    choices: list[Choice] = field(default_factory=list)
    story: Annotated[list[Happened], "In a stream only what is new to that stream."] = field(default_factory=list)


@dataclass
class Document(Own, Shared):
    """A table as a reader may know it."""


def of(table: Live, seat: int | None, host: bool = False, since: int | None = None) -> Document:
    """The table as `seat` (None: a spectator) may know it; its story from event `since` on (default: the last 60,
    all once it is over)."""
    return Document(**vars(common(table)), **vars(own(table, seat, host, since)))


def written(table: Live, seat: int | None, host: bool = False, since: int | None = None) -> bytes:
    """The document as JSON. What all readers share is written once a revision, and so is what a seat's share."""
    kept = table.written
    if kept.get(None) is None:
        kept[None] = encode(common(table))[:-1] + b","
    key = (seat, host, since)
    text = kept.get(key)
    if text is None:
        text = kept[key] = kept[None] + encode(own(table, seat, host, since))[1:]
    return text


def common(table: Live) -> Shared:
    """What everybody may know of the table around the game."""
    seating, match, game = table.seating, table.match, table.game
    owing = match.owing if match is not None else ()
    over = match is not None and not owing
    return Shared(
        table=table.id,
        game=game.code,
        title=game.title,
        players=len(seating.places),
        options=table.changed,
        edition=table.edition.name,
        reconstruction=table.edition.reconstruction,
        status="waiting" if match is None else "over" if over else "playing",
        version=seating.version,
        revision=seating.revision,
        seats=_seats(table, owing),
        owing=list(owing),
        undo=_undo(table),
        bot_asked=_bot_asked(table) if match is not None and not over else [],
        newcomers=_newcomers(table) if match is not None and not over else [],
        host_seats=seating.host_seats(),
        host_away=seating.host_is_gone(),
        phrases=[
            Phrase(by, phrase, words.PHRASES.get(phrase, phrase), revision) for by, phrase, revision in seating.phrases
        ],
        clock=_clock(table, owing) if table.clock and owing else None,
        notice=table.notice or None,
        result=outcome(match) if over and match is not None else None,
        rematch=None if seating.rematch is None else f"/t/{seating.rematch}",
        seed_hash=table.seed_hash,
        seed_chosen=table.seed_chosen,
        seed=str(table.head.seed) if over else None,
        salt=table.head.salt if over else None,
    )


def own(table: Live, seat: int | None, host: bool, since: int | None) -> Own:
    """What a reader knows and may do."""
    match = table.match
    if match is None:
        free = any(place.by == OPEN for place in table.seating.places)
        return Own(seat, host, words.WAITING if free else words.TO_START)
    first = since if since is not None else match.version - (STORY if match.owing else WHOLE_STORY)
    story = told(match, seat, first)
    sight = match.sight(seat)  # after the story, which leaves the newest view ready
    choices = [Choice(action, label) for action, label in sight.choices]
    return Own(seat, host, sight.asked, sight.view, choices, story)


def told(match: Match, seat: int | None, first: int, end: int | None = None) -> list[Happened]:
    """The events from `first` on, up to but not including `end` where one is given, as a seat may know them."""
    return [
        Happened(event.number, None if event.who == CHANCE else event.who, event.action, list(event.sentences))
        for event in match.events_since(seat, first, end)
    ]


def outcome(match: Match) -> Outcome | None:
    """How a match has ended, if it has."""
    result = match.result
    if result is None:
        return None
    names = [match.seats[seat].name for seat in result.winners]
    return Outcome(list(result.winners), names, list(result.payoffs), result.code, result.why)


def _clock(table: Live, owing: tuple[int, ...]) -> ClockShown:
    now = time.time()
    running = [Since(seat, table.clock.since(seat, now)) for seat in owing]
    return ClockShown(table.clock.seconds, table.clock.first(now), running, sorted(table.seating.late))


def _seats(table: Live, owing: tuple[int, ...]) -> list[Seat]:
    return [
        Seat(
            seat, place.name, place.by, place.away, place.stand_in, seat in owing, place.by != OPEN,
            place.by == OPEN and bool(place.reserved), place.left, seat in owing and seat in table.seating.idle,
        )
        for seat, place in enumerate(table.seating.places)
    ]  # fmt: skip


def _bot_asked(table: Live) -> list[BotAsked]:
    wishes = table.seating.wishes
    return [
        BotAsked(
            seat, sorted(wish.once | wish.stay), sorted(wish.stay),
            table.seating.votes_needed(seat, wish.once | wish.stay),
        )
        for seat, wish in wishes.items()
    ]  # fmt: skip


def _newcomers(table: Live) -> list[Newcomer]:
    return [Newcomer(knock.number, knock.seat, knock.name) for knock in table.seating.knocks]


def _undo(table: Live) -> Undo | None:
    asked = table.seating.asked
    return None if asked is None else Undo(asked.by, sorted(asked.agreed), table.still_to_agree())


# -- read again ------------------------------------------------------------------------------------------------------

LISTS: dict[str, type] = {
    "seats": Seat, "bot_asked": BotAsked, "newcomers": Newcomer, "phrases": Phrase, "choices": Choice,
    "story": Happened,
}  # fmt: skip
PARTS: dict[str, type] = {"undo": Undo, "clock": ClockShown, "result": Outcome}


def read(kept: dict[str, Any]) -> Document:
    """A document that was kept as JSON, by this build or an earlier one: what it lacks has its usual value, what is not
    known any more is passed over. TypeError where a part lacks what it cannot do without."""
    return _made(Document, {name: _part(name, value) for name, value in kept.items()})


def _part(name: str, value: Any) -> Any:
    if name in LISTS and isinstance(value, list):
        return [_made(LISTS[name], one) for one in value]
    if name == "clock" and isinstance(value, dict):
        return _made(ClockShown, {**value, "seats": [_made(Since, one) for one in value["seats"]]})
    return _made(PARTS[name], value) if name in PARTS and value is not None else value


def _made(kind: type[T], values: dict[str, Any]) -> T:
    assert is_dataclass(kind)
    known: tuple[Field[Any], ...] = fields(kind)
    return kind(**{part.name: values[part.name] for part in known if part.name in values})
