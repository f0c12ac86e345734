"""What the pages say that is not written in their templates, ready to be translated."""

from shamble.site.tables.document import Document, Outcome, Phrase, Seat

ALONE = "for one"
PLAYERS = "{low} to {high} players"
LEVELS = {"easy": "easy", "greedy": "quick", "normal": "good", "hard": "hard"}
BOT_NAMES = {"random": "plays anything", "easy": "easy", "greedy": "quick", "normal": "good", "hard": "hard"}
STILL_HEARD = 12  # changes of the table for which a phrase stays
SEAT_CHOICES = {
    "me": "somebody at this screen",
    "open": "open, for a friend",
    "easy": "a bot, easy",
    "greedy": "a bot, quick",
    "normal": "a bot, good",
    "hard": "a bot, hard",
    "nobody": "nobody",
}
CLOCKS = {"": "none", "60": "one minute", "180": "three minutes", "600": "ten minutes", "86400": "a day"}
EDITION_NOTE = "The printed components, or what we made up in their place."
YES_NO = {True: "yes", False: "no"}


def how_many(count: int) -> str:
    """A small number as a word."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def value_text(value: str | int | bool) -> str:
    """An option's value as the set-up shows it."""
    return YES_NO[value] if isinstance(value, bool) else str(value).replace("_", " ")


NOBODY_SITS = "Nobody sits at this table. Put somebody on at least one seat."
HOW_MANY = "How many players? Choose one of the numbers that the game takes."
REVIEW_METHOD = (
    "A quick look: each chance is the mean of {rollouts} games played on from what the seat knew then, each decision "
    "was searched {iterations} times. The terminal’s review of the saved record looks closer."
)
REVIEW_ROUGH = (
    "This game was long for a quick look: only {rollouts} games were played on for each chance, so a chance may be "
    "wrong by {wide} points, and a single jump of a line says little."
)
LUCK = "the luck of the draw"
ERRORS = {
    400: "That did not work",
    401: "Your seat is not known here",
    403: "Not from this chair",
    404: "Nobody here",
    405: "That is no way in",
    409: "The table has moved on",
    410: "Closed for good",
    413: "Too much at once",
    415: "That is not what it says it is",
    422: "That did not work",
    429: "Slow down",
    500: "Something broke",
    503: "A short intermission",
}
BEFORE_START = "Before the first event."
NO_PLAYING_ON = "Nobody can play on from there: choose a step of a finished game before its end."
RECORD_TOO_LARGE = "That file is larger than any saved game. Choose the .json file that was saved."
TOO_MANY_EVENTS = (
    "That game has {events:,} events; this page opens games of up to {most:,}. "
    "In a terminal, shamble replay FILE opens it."
)
NOT_A_RECORD = "That is not a saved game. Choose the .json file that was saved."
NO_ACT = "There is nothing of that name to be done at a table."
NO_GAME = "There is no game of that name here. The front page lists the {count} there are."
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NOT_FOUND = "There is no page at this address. It may have been mistyped, or it has gone the way of all flesh."


def rough_line(rollouts: int) -> str:
    """How far the chances of a review of so few rollouts may be off."""
    return REVIEW_ROUGH.format(rollouts=rollouts, wide=round(98 / max(1, rollouts) ** 0.5))


def seat_name(seat: int, doc: Document) -> str:
    """The name of a seat by its number; luck's own name for chance."""
    return doc.seats[seat].name if 0 <= seat < len(doc.seats) else LUCK


def seat_line(seat: Seat, doc: Document) -> str:
    """Who decides at a seat and what they are doing, in a few words."""
    parts = []
    if seat.seat == doc.seat:
        parts.append("you")
    if seat.by not in ("person", "open"):
        parts.append(f"bot, {BOT_NAMES.get(seat.by, seat.by)}")
    if seat.left:
        parts.append("has left, a bot sits in" if seat.stand_in else "has left")
    elif seat.stand_in:
        parts.append("a bot sits in")
    elif seat.away:
        parts.append("away")
    if doc.status == "playing" and seat.seat in doc.owing:
        parts.append("time is up" if seat.seat in late(doc) else "to act")
    if doc.result and seat.seat in doc.result.winners:
        parts.append("has won")
    return " · ".join(parts) or ("has lost" if doc.result and doc.result.winners else "waits")


def late(doc: Document) -> list[int]:
    """The seats whose time is up."""
    return list(doc.clock.over) if doc.clock else []


def waiting_line(seat: Seat, doc: Document) -> str:
    """Who will sit on a chair, before the start."""
    if seat.by not in ("person", "open"):
        return f"bot, {BOT_NAMES.get(seat.by, seat.by)}"
    if not seat.taken:
        return "has not agreed yet" if seat.reserved else f"chair {seat.seat + 1}"
    here = "you" if seat.seat == doc.seat else "away" if seat.away else "is here"
    return f"{here} · host" if seat.seat in doc.host_seats else here


def waiting_title(doc: Document) -> str:
    """What a table waits for before the start, as the waiting room's title."""
    expected = [seat.name for seat in doc.seats if seat.reserved]
    free = sum(1 for seat in doc.seats if seat.by == "open" and not seat.reserved)
    if expected:
        return f"Waiting for {' and '.join(expected)}." + (f" {open_line(free)}" if free else "")
    if free:
        return open_line(free)
    return "Everybody is here." if doc.host else "Everybody is here. The host starts."


def idle_seats(doc: Document) -> list[Seat]:
    """The seats that are there and have kept the others waiting for long."""
    return [seat for seat in doc.seats if seat.idle and not seat.away and not seat.stand_in]


def wish_line(seat: int, doc: Document) -> str:
    """Who wants a bot for an idle seat so far, and what is missing."""
    wish = next((one for one in doc.bot_asked if one.seat == seat), None)
    if wish is None:
        return ""
    names = " and ".join(seat_name(by, doc) for by in wish.once)
    return f"{names} {'wants' if len(wish.once) == 1 else 'want'} that; it takes {wish.needed}."


def open_line(count: int) -> str:
    """How many seats are free, as the waiting room's title."""
    return "One seat is free." if count == 1 else f"{count} seats are free."


def winners_line(result: Outcome) -> str:
    """Who won, as a title."""
    names = list(result.names)
    if not names:
        return "Nobody wins."
    return f"{names[0]} wins." if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} win."


def company_line(doc: Document) -> str:
    """Who sits at a table already, for somebody who is about to."""
    names = [seat.name for seat in doc.seats if seat.taken and seat.by == "person"]
    free = sum(1 for seat in doc.seats if seat.by == "open" and not seat.taken)
    seats = open_line(free) if free else ""
    if not names:
        return f"{len(doc.seats)} seats. {seats}".strip()
    who = f"{', '.join(names[:-1])} and {names[-1]} are" if len(names) > 1 else f"{names[0]} is"
    return f"{who} {'waiting' if doc.status == 'waiting' else 'playing'}. {seats}".strip()


def choices_line(count: int, on_board: bool) -> str:
    """The title of the list of all choices."""
    if count == 1:
        return "Your one choice"
    return f"All {count} choices, also marked on the table" if on_board else f"All {count} choices"


STANDS = {"waiting": "not begun", "playing": "under way", "over": "over", "closed": "closed"}


def mine_line(names: list[str], status: str, owes: bool) -> str:
    """How it stands at a table of the visitor's."""
    stand = (
        "your turn"
        if owes
        else {"waiting": "not begun", "playing": "under way", "over": "over", "closed": "closed"}[status]
    )
    who = ", ".join(names) or "you are its host"
    return f"{who} · {stand}"


def points(share: float, plain: bool) -> str:
    """A win chance, or a change of one, in points."""
    return f"{share * 100:.0f}" if plain else f"{share * 100:+.0f}"


def said(doc: Document, seat: int) -> Phrase | None:
    """What a seat said last, as long as it is fresh."""
    fresh = [one for one in doc.phrases if one.seat == seat and doc.revision - one.revision <= STILL_HEARD]
    return fresh[-1] if fresh else None


def clock_line(seconds: int) -> str:
    """What the clock allows, and what happens then."""
    each = CLOCKS.get(str(seconds)) or f"{seconds} seconds"
    return f"Clock: {each} for a decision. After that the others may let a bot decide."
