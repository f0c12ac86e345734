"""A review of a file: with progress, a page where one is asked for, and kept when it is stopped."""

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from shamble.files import BadFile, read_bytes, read_json, write_whole
from shamble.match import load
from shamble.review import words
from shamble.review.page import page
from shamble.review.review import Review, Settings, review


def run_review(file: Path, settings: Settings, html: Path | None) -> Review:
    """Review the game in `file`; write the page. Stopped by Ctrl-C, what is done is kept beside the file, and the same
    call goes on with it."""
    match = load(str(file))
    if html is not None and html.is_file() and not read_bytes(html)[:15].lower().startswith(b"<!doctype html"):
        raise BadFile(f"{html} is there already and is no page; choose another name for --html.")
    part = file.with_name(f".{file.name}.review-part")
    with _stopping() as stopped, _progress() as progress:
        found = review(match, settings, progress, stopped, _begun(part))
    if found.complete:
        with suppress(OSError):
            part.unlink()
        if html is not None:
            write_whole(html, page(found))
    else:
        write_whole(part, json.dumps(found.to_dict()))
        print(words.STOPPED.format(done=len(found.moments), events=match.version), file=sys.stderr)
    return found


def _begun(part: Path) -> Review | None:
    """The review stopped before, if there is one that can be read."""
    if not part.is_file():
        return None
    try:
        return Review.from_dict(read_json(part))
    except (BadFile, KeyError, TypeError, AttributeError):
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
