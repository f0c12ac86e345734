"""A review of a file: with progress, a page where one is asked for, and kept when it is stopped."""

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from types import FrameType

from shamble.files import BadFile, check_target, read_bytes, read_json, write_whole
from shamble.match import Match, load
from shamble.review import words
from shamble.review.page import page
from shamble.review.review import Review, Settings, review


def run_review(file: Path, settings: Settings, html: Path | None) -> Review:
    """Review the game in `file`; write the page. Stopped by Ctrl-C, what is done is kept beside the file, and the same
    call goes on with it."""
    match = load(str(file), partial=True)
    if match.damage:
        print(f"shamble: {file.name}: {match.damage}.", file=sys.stderr)
    if html is not None and html.is_file() and not read_bytes(html)[:15].lower().startswith(b"<!doctype html"):
        raise BadFile(f"{html} is there already and is no page; choose another name for --html.")
    if html is not None:
        check_target(html)
    part = file.with_name(f".{file.name}.review-part")
    begun = _begun(part, match, settings)
    if begun is None and part.is_file():
        print(words.ANEW, file=sys.stderr)
    with _stopping() as stopped, _progress() as progress:
        found = review(match, settings, progress, stopped, begun)
    kept = json.dumps({"settings": asdict(settings), "review": found.to_dict()})
    if found.complete:
        if html is not None:
            try:
                write_whole(html, page(found))
            except BadFile:
                write_whole(part, kept)  # the work is not lost: the same call need only write the page
                raise
        with suppress(OSError):
            part.unlink()
    else:
        write_whole(part, kept)
        print(words.STOPPED.format(done=len(found.moments), events=match.version), file=sys.stderr)
    return found


def _begun(part: Path, match: Match, settings: Settings) -> Review | None:
    """The review of this game stopped before, if there is one with these settings that can be read."""
    if not part.is_file():
        return None
    try:
        data = read_json(part)
        found = Review.from_dict(data["review"])
        seats = {len(found.opening), len(found.ledgers), *(len(moment.chances) for moment in found.moments)}
        numbers = [one.mean + one.low + one.high for moment in found.moments for one in moment.chances]
        numbers += [ledger.gap() for ledger in found.ledgers]
        whole = seats == {match.players} and all(isinstance(number, int | float) for number in numbers)
        fits = data["settings"] == asdict(settings) and int(found.rollouts) > 0
        return found if whole and fits and len(found.moments) <= match.version else None
    except (BadFile, KeyError, TypeError, AttributeError, ValueError):
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
