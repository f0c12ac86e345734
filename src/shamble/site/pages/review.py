"""The review of a finished table: turning points, win chances, luck and skill. Made once, in a process of its own."""

import asyncio
import re
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from shamble.kernel.errors import IllegalAction
from shamble.review import Review
from shamble.review import words as review_words
from shamble.review.page import chart, marked
from shamble.site import words
from shamble.site.pages import words as page_words
from shamble.site.pages.visitors import count, key_of, page
from shamble.site.tables.registry import Tables
from shamble.site.tables.table import Table
from shamble.site.web.rate_limits import THOUGHTS

router = APIRouter(include_in_schema=False)
PATIENCE = 3.0  # seconds that a page waits before it says that it takes longer
KEPT = 50  # reviews
MARKS_SHOWN = 5
LEAST = 30  # rollouts; with fewer, luck and skill cannot be told apart and are not shown
_reviews: dict[tuple[int, str], asyncio.Task[dict[str, Any]]] = {}


@router.get("/t/{table_id}/review")
async def review_page(request: Request, table_id: str) -> HTMLResponse:
    """The review, or that it is being made: the page looks again by itself then."""
    tables: Tables = request.app.state.tables
    table = await tables.open(table_id)
    if table.match is None or table.match.owing:
        raise IllegalAction(words.NOT_OVER)
    task = _reviews.get((id(tables), table_id))
    if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
        count(request, THOUGHTS, key_of(request))
        task = _begin(tables, table)
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if not done:
        return page("review_waits.html", doc=table.document(None))
    review = Review.from_dict(task.result())
    return page(
        "review.html",
        doc=table.document(None),
        review=review,
        turns=[(_event(turn), turn) for turn in review.turning_points],
        marks=[(_event(mark), mark) for mark in marked(review)[:MARKS_SHOWN]],
        chart=Markup(chart(review)),
        parts=review_words.PARTS,
        heads=review_words.HEADS,
        rough=page_words.rough_line(review.rollouts) if review.rough else "",
        told_apart=review.rollouts >= LEAST,
        no_turns=review_words.NO_TURNS,
        method=page_words.REVIEW_METHOD.format(rollouts=review.rollouts, iterations=review.iterations),
    )


def _begin(tables: Tables, table: Table) -> "asyncio.Task[dict[str, Any]]":
    while len(_reviews) >= KEPT:
        del _reviews[next(iter(_reviews))]
    task = asyncio.get_running_loop().create_task(tables.reviewer.review(table.record(None)), name=f"review {table.id}")
    _reviews[(id(tables), table.id)] = task
    return task


def _event(sentence: str) -> int:
    """The number of the event that a sentence of the review is about."""
    found = re.match(r"Event (\d+)", sentence)
    return int(found[1]) if found is not None else 0
