"""The speeds that the lab promises: two processes against one, and what a study adds to the bare playouts.

Both are ratios measured in one run. Where other work keeps the cores busy, wall time says little: the processor time
that a unit of work takes is printed beside it, and is what the study's overhead is made of.
"""

import argparse
import os
import resource
import tempfile
import time
from pathlib import Path

from shamble.games import catalogue
from shamble.kernel.playout import play_policies
from shamble.lab.commands import study as play_and_tell
from shamble.lab.plan import LONGEST, Plan, make_plan, opening
from shamble.lab.simulate import run
from shamble.lab.studyfile import read_study

AIM_JOBS, AIM_STUDY = 1.8, 0.20


def processor() -> float:
    """Seconds of processor time of this process and its children that have ended."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )


def quiet(done: int) -> None:
    """No progress."""


def bulk(plan: Plan, jobs: int) -> tuple[float, float]:
    """Wall and processor seconds of a run."""
    begun, used = time.perf_counter(), processor()
    run(plan, jobs, quiet)
    return time.perf_counter() - begun, processor() - used


def two_against_one(seconds: float) -> None:
    """Bulk random games of every game with one process and with two."""
    print("game       games      one: wall  cpu     two: wall  cpu     wall ratio (aim 1.8)   cpu ratio")
    for game in catalogue():
        probe = make_plan(game.code, 500, None, ["random"], 1, {}, None)
        games = 500 * max(4, round(seconds / max(1e-4, bulk(probe, 1)[1])))
        plan = make_plan(game.code, games, None, ["random"], 1, {}, None)
        one, two = bulk(plan, 1), bulk(plan, 2)
        print(
            f"{game.code:9} {games:8,}   {one[0]:8.2f} {one[1]:7.2f}   {two[0]:8.2f} {two[1]:7.2f}   "
            f"{one[0] / two[0]:14.2f}         {one[1] / two[1]:13.2f}"
        )


def bare(plan: Plan) -> float:
    """Processor seconds of the games alone: the compiled loop, nothing kept."""
    used = processor()
    for number in range(plan.chunks):
        start, policies, dice = opening(plan, number)
        for _ in plan.chunk_games(number):
            play_policies(start.copy(), policies, dice, LONGEST)
    return processor() - used


def study_overhead(seconds: float) -> None:
    """A whole study, data, report and pictures, against the playouts it needs, with the default share observed."""
    print(f"\ngame       bots       games     bare cpu   study cpu   overhead (aim below {AIM_STUDY:.0%})")
    for game in catalogue():
        for bots in ("greedy", "random"):
            probe = make_plan(game.code, 500, None, [bots], 1, {}, None)
            games = 500 * max(1, round(seconds / max(1e-4, bare(probe))))
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder, "study.toml")
                file.write_text(f'game = "{game.code}"\ngames = {games}\nbots = ["{bots}"]\n', encoding="utf-8")
                asked = read_study(file)
                needed = bare(asked.cells[0].wanted.plan)
                used = processor()
                play_and_tell(asked, Path(folder, "out"), 1, quiet)
                taken = processor() - used
            print(f"{game.code:9}  {bots:8} {games:8,}   {needed:8.2f}   {taken:9.2f}   {taken / needed - 1:8.1%}")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="of bare playing, for each figure")
    seconds = parser.parse_args().seconds
    print(f"{len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f}")
    two_against_one(seconds)
    study_overhead(seconds)


if __name__ == "__main__":
    main()
