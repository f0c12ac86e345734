"""What `simulate` and `bench` print for a person."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from shamble.kernel.game import counted


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal's standard error, with the time left; nothing elsewhere. Give it the number of games done."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task("games", total=total)
        yield lambda done: bar.update(task, completed=done)


def played(report: dict[str, Any]) -> str:
    """How many games of what were played."""
    return (
        f"{counted(report['games'], 'game')} of {report['game']}, {counted(report['players'], 'seat')}, "
        f"seed {report['seed']}"
    )


def tell_report(report: dict[str, Any]) -> None:
    """The report of `simulate` as lines."""
    changed = ", ".join(f"{name}={value}" for name, value in report["options"].items()) or "none changed"
    engine = "compiled" if report["compiled"] else "interpreted"
    print(played(report))
    print(f"options: {changed}")
    print(f"{report['seconds']} s, {report['steps_per_second']} steps a second, {engine}")
    print("\nseat  bot       wins, with a 95 % interval")
    for row in report["wins"]:
        print(f"{row['seat']:4}  {row['bot']:8}  {row['share']:7.2%}  {row['low']:.2%} to {row['high']:.2%}")
    print("\nendings: " + ", ".join(f"{code} {share:.2%}" for code, share in report["endings"].items()))
    for name in ("decisions", "events"):
        length = report["length"][name]
        print(
            f"{name} a game: mean {length['mean']:.1f}, median {length['median']}, nine in ten at most {length['p90']}"
        )


def tell_bench(report: dict[str, Any]) -> None:
    """The report of `bench` as lines."""
    print(f"Uniformly random play, one core, {'compiled' if report['compiled'] else 'interpreted'}")
    print("game       seats       steps/s      copies/s     redeals/s")
    for code, row in report["games"].items():
        print(
            f"{code:9}  {row['players']:5}  {row['steps_per_second']:12,}  {row['copies_per_second']:12,}  "
            f"{row['redeals_per_second']:12,}"
        )


def tell_arena(report: dict[str, Any]) -> None:
    """The report of `arena` as lines."""
    print(played(report))
    print(f"a fair share of a seat is {report['fair_share']:.2%}")
    if not report["balanced"]:
        print(f"seats are balanced exactly where the number of games is a multiple of {len(report['bots'])}")
    skilled = report["bots"][0]["skill"] is not None
    head = "skill (95 % interval)" if skilled else "rating"
    print(f"\nbot             seats     wins, with a 95 % interval      {head}")
    for row in report["bots"]:
        skill = row["skill"]
        last = (
            f"{skill['mu']:5.1f} ({skill['low']:.1f} to {skill['high']:.1f})"
            if skilled
            else f"{row['rating']:+5} ({row['rating_low']:+} to {row['rating_high']:+})"
        )
        wins = f"{row['share']:7.2%}  {row['low']:.2%} to {row['high']:.2%}"
        print(f"{row['bot']:14}  {row['seats']:5}  {wins:30}  {last}")
    if not skilled:
        print("\nSkill ratings need openskill: pip install 'shamble[lab]' brings it.")


def tell_solution(solution: dict[str, Any]) -> None:
    """The answer of `solve` as lines."""
    print(f"A ring of {solution['ring']} characters, the default rules; the humans' chance to win:")
    print(f"  best play on both sides   {solution['humans_best_play']:.9f}")
    print(f"  random play               {solution['humans_random_play']:.9f}")
    print(f"({solution['positions']:,} rings settled, rotations counted once)")
