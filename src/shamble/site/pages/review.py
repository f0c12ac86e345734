"""The review of a finished table: turning points, win chances, luck and skill. Made once, in a process of its own."""

import asyncio
import re
import time
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from shamble.kernel.errors import IllegalAction
from shamble.review import Review
from shamble.review import words as review_words
from shamble.review.page import chart, marked, which
from shamble.site import words
from shamble.site.pages import words as page_words
from shamble.site.pages.routing import Addresses
from shamble.site.pages.visitors import count, key_of, page
from shamble.site.tables import document as documents
from shamble.site.tables import turns
from shamble.site.tables.bots import review as make_review
from shamble.site.tables.registry import Tables
from shamble.site.tables.table import Table
from shamble.site.tables.turns import Asker
from shamble.site.tables.workers import Dropped
from shamble.site.web.rate_limits import THOUGHTS

addresses = Addresses()
PATIENCE = 3.0  # seconds that a page waits before it says that it takes longer
KEPT = 50  # reviews
MARKS_SHOWN = 5
LEAST = 30  # rollouts; with fewer, luck and skill cannot be told apart and are not shown
ASKED_FOR = 30.0  # seconds for which a review that has not begun waits for somebody to look again


@dataclass
class _Look:
    """A review being made or made, and when it was last asked for (monotonic seconds)."""

    task: "asyncio.Task[dict[str, Any]]"
    asked: float = 0.0


_reviews: WeakKeyDictionary[Tables, dict[str, _Look]] = WeakKeyDictionary()


@addresses.get("/t/{table_id}/review")
async def review_page(request: Request, table_id: str) -> HTMLResponse:
    """The review, or that it is being made: the page looks again by itself then."""
    tables: Tables = request.app.state.tables
    table = await tables.open(table_id)
    if table.match is None or table.match.owing:
        raise IllegalAction(words.NOT_OVER)
    look = _reviews.setdefault(tables, {}).get(table_id)
    if look is None or (look.task.done() and (look.task.cancelled() or look.task.exception() is not None)):
        count(request, THOUGHTS, key_of(request))
        look = _begin(tables, table)
    task, look.asked = look.task, time.monotonic()
    await asyncio.wait({task}, timeout=PATIENCE)
    if not task.done() or task.cancelled() or isinstance(task.exception(), Dropped):
        return page("review_waits.html", doc=documents.of(table, None))
    review = Review.from_dict(task.result())
    return page(
        "review.html",
        doc=documents.of(table, None),
        review=review,
        turns=[(_event(turn), turn) for turn in review.turning_points],
        marks=[(_event(mark), mark) for mark in marked(review)[:MARKS_SHOWN]],
        chart=Markup(chart(review)),
        parts=review_words.PARTS,
        heads=review_words.HEADS,
        rough=page_words.rough_line(review.rollouts) if review.rough else "",
        told_apart=review.rollouts >= LEAST,
        no_turns=review_words.NO_TURNS,
        method=" ".join(
            [page_words.REVIEW_METHOD.format(rollouts=review.rollouts, iterations=review.iterations), *which(review)]
        ),
    )


def _begin(tables: Tables, table: Table) -> _Look:
    asker = Asker(turns.address.get(), table.id)
    tables.reviewer.check(asker)
    kept = _reviews[tables]
    while len(kept) >= KEPT:
        kept.pop(next(iter(kept))).task.cancel()
    record = table.record(None)

    def wanted() -> bool:
        return time.monotonic() - look.asked < ASKED_FOR

    made = make_review(tables.reviewer, record, asker, wanted)
    look = kept[table.id] = _Look(asyncio.get_running_loop().create_task(made, name=f"review {table.id}"))
    return look


def _event(sentence: str) -> int:
    """The number of the event that a sentence of the review is about."""
    found = re.match(r"Event (\d+)", sentence)
    return int(found[1]) if found is not None else 0
