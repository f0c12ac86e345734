"""Many games at once: shares of wins with intervals, endings, lengths.

Games are played in chunks of a fixed size, each with luck of its own settled by the seed and the chunk's number; so
the numbers are the same whatever the number of processes.
"""

import time
from collections.abc import Callable
from typing import Any, Protocol

import shamble
from shamble.editions import find_edition
from shamble.games import find
from shamble.kernel.game import Game
from shamble.lab.chunks import in_order, span
from shamble.lab.plan import LONGEST, Plan, opening
from shamble.lab.tally import Tally, counted, rounded_together, shares, spread
from shamble.lab.watch import Columns, play_on
from shamble.processes import without_interrupts


class Checkpoint(Protocol):
    """Where a run keeps what it has played, so that a later one can go on."""

    def load(self) -> tuple[Tally, int]:
        """What was played, and how many chunks that is."""
        ...

    def save_now_and_then(self, tally: Tally, done: int) -> None:
        """Save, unless that has just been done."""
        ...

    def save(self, tally: Tally, done: int) -> None:
        """Save now."""
        ...

    def forget(self) -> None:
        """All is played: nothing need be kept."""
        ...


def play_chunk(plan: Plan, number: int) -> Tally:
    """The games of one chunk."""
    start, policies, dice = opening(plan, number)
    columns = Columns(plan.players, None)
    play_on(start, policies, dice, LONGEST, len(plan.chunk_games(number)), columns)
    return counted(columns.endings, columns.decisions, columns.events, columns.paid)


def run(
    plan: Plan, jobs: int | None, progress: Callable[[int], None], on: str | None = None, keep: Checkpoint | None = None
) -> tuple[dict[str, Any], bool]:
    """Play the plan in `jobs` processes (see `in_order`) or `on` a cluster; the report, and whether it was stopped
    (Ctrl-C) before all was played.

    `progress` is told the number of games done. `keep` holds what an earlier run played and takes what is played now.
    """
    tally, done = keep.load() if keep is not None else (Tally(), 0)
    begun = time.perf_counter()
    before = tally.events
    stopped = False
    try:
        progress(tally.games) if done else None
        for part in in_order(play_chunk, plan, span(done, plan.chunks), jobs, on):
            with without_interrupts():  # both or neither
                tally.add(part)
                done += 1
            progress(tally.games)
            if keep is not None:
                keep.save_now_and_then(tally, done)
    except KeyboardInterrupt:
        stopped = True
    finally:
        if keep is not None:
            keep.save(tally, done) if done < plan.chunks else keep.forget()
    seconds = time.perf_counter() - begun
    return report(plan, tally, seconds, tally.events - before), stopped


def report(plan: Plan, tally: Tally, seconds: float, events: int | None = None) -> dict[str, Any]:
    """The document of `simulate --json`; `events` were played in those seconds, all where it is not said."""
    game: Game = find(plan.game)
    won, codes = rounded_together([paid / max(1, tally.games) for paid in tally.paid]), sorted(tally.endings)
    return {
        "game": plan.game,
        "players": plan.players,
        "options": plan.options,
        "edition": find_edition(game, plan.edition).name,
        "bots": list(plan.bots),
        "seed": plan.seed,
        "games": tally.games,
        "compiled": shamble.COMPILED,
        "seconds": round(seconds, 3),
        "steps_per_second": round((tally.events if events is None else events) / seconds) if seconds > 0 else 0,
        "wins": [
            {"seat": seat, "bot": plan.bots[seat], **shares(paid, tally.games), "share": share}
            for seat, (paid, share) in enumerate(zip(tally.paid, won, strict=True))
        ],
        "endings": dict(
            zip(codes, rounded_together([tally.endings[code] / tally.games for code in codes]), strict=True)
        ),
        "length": {"decisions": spread(tally.decisions), "events": spread(tally.lengths)},
    }
