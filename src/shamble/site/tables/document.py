"""The document: everything a seat (or a stranger) may know of a table, JSON-able. Pages are drawn from it."""

import time
from typing import Any

from shamble.kernel.state import CHANCE
from shamble.site import words
from shamble.site.json_text import encode
from shamble.site.tables.live import Live
from shamble.site.tables.seating import OPEN

STORY = 60  # events told where nothing else is asked for
WHOLE_STORY = 5_000  # the same once it is over: longer than any game that is played to be won


def of(table: Live, seat: int | None, host: bool = False, since: int | None = None) -> dict[str, Any]:
    """The table as `seat` (None: a spectator) may know it; its story from event `since` on (default: the last 60,
    all once it is over)."""
    return {**common(table), **own(table, seat, host, since)}


def written(table: Live, seat: int | None, host: bool = False, since: int | None = None) -> bytes:
    """The document as JSON. What all readers share is written once a revision, and so is what a seat's share."""
    kept = table.written
    if kept.get(None) is None:
        kept[None] = encode(common(table))[:-1] + b","
    key = (seat, host, since)
    found = kept.get(key)
    if found is None:
        found = kept[key] = kept[None] + encode(own(table, seat, host, since))[1:]
    return found


def common(table: Live) -> dict[str, Any]:
    """What everybody may know of the table around the game."""
    seating, match, game = table.seating, table.match, table.game
    owing = match.owing if match is not None else ()
    over = match is not None and not owing
    found: dict[str, Any] = {
        "table": table.id,
        "game": game.code,
        "title": game.title,
        "players": len(seating.places),
        "options": table.changed,
        "edition": table.edition.name,
        "reconstruction": table.edition.reconstruction,
        "status": "waiting" if match is None else "over" if over else "playing",
        "version": seating.version,
        "revision": seating.revision,
        "seats": _seats(table, owing),
        "owing": list(owing),
        "undo": _undo(table),
        "bot_asked": _bot_asked(table) if match is not None and not over else [],
        "newcomers": _newcomers(table) if match is not None and not over else [],
        "host_seats": seating.host_seats(),
        "host_away": seating.host_is_gone(),
        "phrases": [
            {"seat": by, "phrase": phrase, "text": words.PHRASES.get(phrase, phrase), "revision": revision}
            for by, phrase, revision in seating.phrases
        ],
        "clock": None,
        "notice": table.notice or None,
        "result": _result(table) if over else None,
        "rematch": None if seating.rematch is None else f"/t/{seating.rematch}",
        "seed_hash": table.seed_hash,
        "seed_chosen": table.seed_chosen,
        "seed": str(table.head.seed) if over else None,  # a text: it may be greater than what JavaScript counts to
        "salt": table.head.salt if over else None,
        "closed": None,
    }
    if table.clock and owing:
        found["clock"] = _clock(table, owing)
    return found


def _clock(table: Live, owing: tuple[int, ...]) -> dict[str, Any]:
    """The clock of whoever owes something; `since` is a seat's own, as if the server had never been down."""
    now = time.time()
    running = {seat: table.clock.since(seat, now) for seat in owing}
    return {
        "seconds": table.clock.seconds,
        "since": table.clock.first(now),
        "seats": [{"seat": seat, "since": since} for seat, since in running.items()],
        "over": sorted(table.seating.late),
    }


def own(table: Live, seat: int | None, host: bool, since: int | None) -> dict[str, Any]:
    """What a reader knows and may do."""
    match = table.match
    if match is None:
        free = any(place.by == OPEN for place in table.seating.places)
        asked = words.WAITING if free else words.TO_START
        return {"seat": seat, "host": host, "asked": asked, "view": None, "choices": [], "story": []}
    first = since if since is not None else match.version - (STORY if match.owing else WHOLE_STORY)
    story = [
        {
            "number": event.number,
            "who": None if event.who == CHANCE else event.who,
            "action": event.action,
            "sentences": event.sentences,
        }
        for event in match.events_since(seat, first)
    ]
    sight = match.sight(seat)  # after the story, which leaves the newest view ready
    return {
        "seat": seat,
        "host": host,
        "asked": sight.asked,
        "view": sight.view,
        "choices": [{"action": action, "label": label} for action, label in sight.choices],
        "story": story,
    }


def _seats(table: Live, owing: tuple[int, ...]) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat,
            "name": place.name,
            "by": place.by,
            "away": place.away,
            "stand_in": place.stand_in,
            "owes": seat in owing,
            "taken": place.by != OPEN,
            "reserved": place.by == OPEN and bool(place.reserved),
            "left": place.left,
            "idle": seat in owing and seat in table.seating.idle,
        }
        for seat, place in enumerate(table.seating.places)
    ]


def _bot_asked(table: Live) -> list[dict[str, Any]]:
    """For whom others want a bot who is there and does not decide, and how many must want it."""
    return [
        {
            "seat": seat,
            "once": sorted(wish.once | wish.stay),
            "stay": sorted(wish.stay),
            "needed": table.seating.votes_needed(seat, wish.once | wish.stay),
        }
        for seat, wish in table.seating.wishes.items()
    ]


def _newcomers(table: Live) -> list[dict[str, Any]]:
    return [{"request": knock.number, "seat": knock.seat, "name": knock.name} for knock in table.seating.knocks]


def _undo(table: Live) -> dict[str, Any] | None:
    asked = table.seating.asked
    if asked is None:
        return None
    agreed = sorted(asked.agreed)
    return {"by": asked.by, "agreed": agreed, "waiting_for": table.still_to_agree()}


def _result(table: Live) -> dict[str, Any] | None:
    result = table.match.result if table.match is not None else None
    if result is None:
        return None
    return {
        "winners": list(result.winners),
        "names": [table.seating.places[seat].name for seat in result.winners],
        "payoffs": list(result.payoffs),
        "code": result.code,
        "why": result.why,
    }
