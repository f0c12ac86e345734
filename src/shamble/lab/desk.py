"""What `simulate` does besides playing: keeping, resuming, writing tables."""

import shlex
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shamble.kernel.errors import BadOption
from shamble.lab.checkpoint import TallyFile
from shamble.lab.rows import Wanted
from shamble.lab.simulate import Plan, report, run
from shamble.lab.store import Store, check_target, fill


@dataclass
class Outcome:
    """The report of what was played, whether it was stopped before all was, and sentences for the person."""

    report: dict[str, Any]
    stopped: bool
    notes: list[str]


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
    full disk or a lost cluster is kept, and gone on with by `resume`. Bad input is refused before anything is played.
    """
    if jobs is not None and jobs < 1:
        raise BadOption(f"--jobs must be 1 or more; not {jobs}.")
    if on is not None:
        from shamble.lab.cluster import check_address

        check_address(on)
    if out is None:
        if events:
            raise BadOption("--events needs --out: it writes a second file beside that of the games.")
        kept = TallyFile(plan, resume)
        document, stopped = run(plan, jobs, progress, on, kept)
        return Outcome(document, stopped, [f"What was played cannot be kept: {kept.lost}"] if kept.lost else [])
    check_target(out)
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
    return Outcome(document, stopped, store.notes)


def events_file(out: Path) -> Path:
    """Where the events go, beside the games."""
    return out.with_name(f"{out.stem}-events{out.suffix}")


def command(plan: Plan, edition: str | None = None) -> str:
    """The command that plays a plan again and prints its numbers."""
    from shamble.kernel.game import show

    words = ["shamble", "simulate", plan.game, "--games", str(plan.games), "--players", str(plan.players)]
    words += ["--bots", plan.bots[0] if len(set(plan.bots)) == 1 else ",".join(plan.bots), "--seed", str(plan.seed)]
    for name, value in plan.options.items():
        words += ["--option", f"{name}={show(value)}"]
    if edition is not None:
        words += ["--edition", edition]
    return shlex.join(words)
