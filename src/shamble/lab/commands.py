"""What `simulate` does besides playing: keeping, resuming, writing tables."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shamble.files import BadFile
from shamble.kernel.errors import BadOption
from shamble.lab import words
from shamble.lab.checkpoint import TallyFile
from shamble.lab.cluster import check_address, session
from shamble.lab.plan import Plan
from shamble.lab.rows import Wanted
from shamble.lab.simulate import report, run
from shamble.lab.store import Store, check_parquet, fill
from shamble.lab.study import default_folder, play_study
from shamble.lab.studyfile import Study

if TYPE_CHECKING:
    from shamble.lab.findings import Findings

MOST = 12  # real differences told on the terminal; the report has all


@dataclass
class Outcome:
    """The report of what was played, whether it was stopped before all was, and sentences for the person: what was
    amiss, what was written."""

    report: dict[str, Any]
    stopped: bool
    notes: list[str]
    wrote: list[str] = field(default_factory=list)


def simulate(
    plan: Plan,
    jobs: int | None,
    progress: Callable[[int], None],
    *,
    out: Path | None = None,
    events: bool = False,
    resume: bool = False,
    on: str | None = None,
) -> Outcome:
    """Play a plan; with `out` into a Parquet file of games (and one of `events`). What was played before Ctrl-C, a
    full disk or a lost cluster is kept, and resumed by `resume`. Bad input is refused before anything is played.
    """
    _check(jobs, on)
    if out is None:
        if events:
            raise BadOption("--events needs --out: it writes a second file beside that of the games.")
        kept = TallyFile(plan, resume)
        document, stopped = run(plan, jobs, progress, on, kept)
        return Outcome(document, stopped, [f"What was played cannot be kept: {kept.lost}"] if kept.lost else [])
    for target in (out, events_file(out)) if events else (out,):
        check_parquet(target)
    if not events and events_file(out).exists():
        raise BadFile(
            f"{events_file(out)} holds the events of an earlier run, which would no longer belong to {out.name}: "
            "delete it, or choose another name."
        )
    store = Store(out.with_name(out.name + ".parts"), Wanted(plan, events))
    begun = time.perf_counter()
    try:
        store.open(resume)
        tally, played, stopped = fill(store, jobs, progress, on)
        document = report(plan, tally, time.perf_counter() - begun, played)
        if not stopped:
            if events:
                store.join("events", events_file(out))
            store.join("games", out)
            store.remove()
    finally:
        store.close()
    wrote = [] if stopped else [words.WROTE_TABLES.format(files=f"{out} and {events_file(out)}" if events else out)]
    return Outcome(document, stopped, store.notes, wrote)


@dataclass
class Told:
    """What a study has to say: lines for the person, notes on what was damaged; or that it was stopped."""

    done: int
    stopped: bool
    lines: list[str]
    notes: list[str]


def study(
    asked: Study,
    out: Path | None,
    jobs: int | None,
    progress: Callable[[int], None],
    *,
    resume: bool = False,
    on: str | None = None,
    figure: str | None = None,
) -> Told:
    """Play a study into its folder and write the report; with `figure` only that picture, from what is there."""
    _check(jobs, on)
    folder = out or default_folder(asked)
    notes: list[str] = []
    if figure is not None and not folder.is_dir():
        raise BadFile(f"{folder} is not there: play the study first, without --figure.")
    with session(on, jobs):
        resume = resume or figure is not None
        played = play_study(asked, folder, jobs, progress, resume=resume, on=on, say=notes.append)
    if played.stopped:
        return Told(played.done, True, [], notes)
    from shamble.lab.findings import find_out
    from shamble.lab.report import write_picture, write_report

    findings = find_out(asked, played)
    if figure is not None:
        return Told(played.done, False, [str(write_picture(findings, folder, figure))], notes)
    write_report(findings, folder)
    return Told(played.done, False, [words.WROTE.format(folder=folder), *verdicts(findings)], notes)


def verdicts(findings: "Findings") -> list[str]:
    """The real differences, the surest first, as lines."""
    rows = sorted((row for row in findings.comparisons if row.verdict.real), key=lambda row: row.verdict.p)
    lines = [words.REALS.format(real=len(rows), count=len(findings.comparisons))]
    for row in rows[:MOST]:
        style = ".1%" if row.is_share else ".2f"
        one, two, less = (f"{value:{style}}" for value in (*row.values, row.verdict.value))
        what = words.what(row.column, row.group)
        sign = "" if less.startswith("-") else "+"
        lines.append(
            words.VERDICT.format(what=what, first=row.first, second=row.second, one=one, two=two, less=sign + less)
        )
    return lines


def _check(jobs: int | None, on: str | None) -> None:
    if jobs is not None and jobs < 1:
        raise BadOption(f"--jobs must be 1 or more; not {jobs}.")
    if on is not None:
        check_address(on)


def events_file(out: Path) -> Path:
    """Where the events go, beside the games."""
    return out.with_name(f"{out.stem}-events{out.suffix}")
