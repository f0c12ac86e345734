"""A review of a file: with progress, a page where one is asked for, and kept when it is stopped."""

import json
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import Any

from shamble.files import BadFile, check_target, read_bytes, read_json, write_whole
from shamble.match import Match
from shamble.replaying import load
from shamble.review import words
from shamble.review.document import Review, Settings
from shamble.review.page import KEPT, page
from shamble.review.review import review


def run_review(file: Path, settings: Settings, html: Path | None, earlier: Path | None = None) -> Review:
    """Review the game in `file`; write the page. Goes on with an `earlier` review of the game (its JSON document, or
    its page) where one is given. Stopped by Ctrl-C, what is done is kept beside the file, and the same call goes on
    with it."""
    since = perf_counter()
    match = load(str(file), partial=True)
    if match.damage:
        print(f"shamble: {file.name}: {match.damage}.", file=sys.stderr)
    if html is not None and html.is_file() and not read_bytes(html)[:15].lower().startswith(b"<!doctype html"):
        raise BadFile(f"{html} is there already and is no page; choose another name for --html.")
    if html is not None:
        check_target(html)
    part = file.with_name(f".{file.name}.review-part")
    begun = _begun(part, match, settings) if earlier is None else _taken_up(earlier, match)
    if begun is None and part.is_file():
        print(words.ANEW, file=sys.stderr)
    with _stopping() as stopped, _progress() as progress:
        report = review(match, settings, progress, stopped, begun, since)
    kept = json.dumps({"settings": asdict(settings), "review": report.to_dict()})
    if not report.stopped:
        if html is not None:
            try:
                write_whole(html, page(report))
            except BadFile:
                write_whole(part, kept)  # the work is not lost: the same call need only write the page
                raise
        with suppress(OSError):
            part.unlink()
    else:
        write_whole(part, kept)
        print(words.STOPPED.format(done=len(report.looked_at), events=match.version), file=sys.stderr)
    return report


def _begun(part: Path, match: Match, settings: Settings) -> Review | None:
    """The review of this game stopped before, if there is one with these settings that can be read."""
    if not part.is_file():
        return None
    try:
        data = read_json(part)
        return _checked(data["review"], match) if data["settings"] == asdict(settings) else None
    except (BadFile, KeyError, TypeError):
        return None


def _taken_up(earlier: Path, match: Match) -> Review:
    """The review to resume: a JSON document, or a page that holds one; BadFile if it is not of this game."""
    text = read_bytes(earlier).decode("utf-8-sig", "replace")
    inside = re.search(rf'<script type="application/json" id="{KEPT}">(.*?)</script>', text, re.DOTALL)
    try:
        data = json.loads(inside[1] if inside is not None else text)
    except (ValueError, RecursionError):
        data = None
    report = _checked(data, match)
    if report is None:
        raise BadFile(words.NO_REVIEW.format(file=earlier))
    if report.final != match.record.final:
        raise BadFile(words.OTHER_REVIEW.format(file=earlier))
    return report


def _checked(data: Any, match: Match) -> Review | None:
    """The review of a parsed document, None if it cannot be resumed."""
    try:
        report = Review.from_dict(data)
        chances = [report.opening, *(found_here for _, found_here, _ in report.points())]
        seats = {len(report.ledgers), *(len(row) for row in chances)}
        numbers = [one.mean + one.low + one.high for row in chances for one in row]
        numbers += [ledger.gap() for ledger in report.ledgers] + [decision.loss for decision in report.decisions]
        whole = seats == {match.players} and all(isinstance(number, int | float) for number in numbers)
        for places in ([moment.event for moment in report.moments], report.judged):
            whole = whole and places == sorted(set(places)) and set(places) <= set(range(match.version))
        return report if whole and report.rollouts > 0 and report.iterations > 0 else None
    except (KeyError, TypeError, AttributeError, ValueError):
        return None


@contextmanager
def _stopping() -> Iterator[Callable[[], bool]]:
    """Ctrl-C only asks to stop while this is open."""
    asked: list[int] = []

    def ask(number: int, _: FrameType | None) -> None:
        asked.append(number)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None] | None]:
    """A bar on a terminal's standard error."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task("events", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
