"""Commands that study: many games, experiments, speed, bots against bots, exact solutions, and a look back."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from shamble.cli.app import app
from shamble.cli.parameters import (
    EditionName,
    GameName,
    Jobs,
    Json,
    On,
    Options,
    Resume,
    option_values,
    print_json,
)


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many.")] = 1000,
    players: Annotated[int | None, typer.Option("--players", metavar="N", help="Seats.")] = None,
    bots: Annotated[str, typer.Option("--bots", metavar="A,B,…", help="One for all seats, or one for each.")] = "",
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Settles all luck.")] = 1,
    option: Options = None,
    edition: EditionName = None,
    jobs: Jobs = None,
    on: On = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.parquet", help="Also write a table, one row a game.")
    ] = None,
    events: Annotated[bool, typer.Option("--events", help="With --out: a second table, one row an event.")] = False,
    resume: Resume = False,
    json: Json = False,
) -> None:
    """Play many games between bots and report who wins."""
    from shamble.lab.commands import simulate as play_all
    from shamble.lab.plan import make_plan
    from shamble.lab.tell import progress, tell_report

    names = [name.strip() for name in bots.split(",")] if bots else []
    plan = make_plan(game, games, players, names, seed, option_values(option), edition)
    with progress(plan.games) as advance:
        played = play_all(plan, jobs, advance, out=out, events=events, resume=resume, on=on)
    for note in [*played.notes, *played.wrote]:
        print(f"shamble: {note}", file=sys.stderr)
    if played.report["games"]:
        print_json(played.report) if json else tell_report(played.report)
    if played.stopped:
        _say_stopped(played.report["games"], games, "The same command with --resume goes on.")


def _say_stopped(done: int, of: int, hint: str = "") -> None:
    """Ctrl-C: say how far it got, and exit with 130."""
    print(f"shamble: stopped after {done} of {of} games. {hint}".rstrip(), file=sys.stderr)
    raise typer.Exit(130)


@app.command()
def study(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="What is compared with what: see docs/lab.md.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Where data and report go; else the file's own name.")
    ] = None,
    jobs: Jobs = None,
    on: On = None,
    resume: Resume = False,
    figure: Annotated[
        str | None, typer.Option("--figure", metavar="NAME", help="Draw only this picture, from what the folder holds.")
    ] = None,
) -> None:
    """Play an experiment, variants x seats x bots, and write a report on what differs."""
    from shamble.lab.commands import study as play_and_tell
    from shamble.lab.studyfile import read_study
    from shamble.lab.tell import progress

    planned = read_study(file)
    with progress(planned.games) as advance:
        told = play_and_tell(planned, out, jobs, advance, resume=resume, on=on, figure=figure)
    for note in told.notes:
        print(f"shamble: {note}", file=sys.stderr)
    if told.stopped:
        _say_stopped(told.done, planned.games, "The same command with --resume goes on.")
    for line in told.lines:
        print(line)


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game; all otherwise.")] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, max=600, help="How long each figure is measured.")
    ] = 0.5,
    json: Json = False,
) -> None:
    """Measure steps, copies and redeals a second of uniformly random play on one core."""
    from shamble.lab.bench import bench as measure
    from shamble.lab.tell import tell_bench

    report = measure(game, seconds)
    print_json(report) if json else tell_bench(report)


@app.command()
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved, finished game.")],
    json: Json = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="OUT", help="Write one page with a chart.")] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds",
            min=0.1,
            max=36000,
            help="How long it may take: fewer rollouts, and where these are too few, a sample of the events.",
        ),
    ] = 45.0,
    rollouts: Annotated[
        int, typer.Option("--rollouts", min=1, max=100000, help="For each chance, if time allows.")
    ] = 300,
    iterations: Annotated[int, typer.Option("--iterations", min=1, max=100000, help="Search of each decision.")] = 200,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Settles the rollouts' luck.")] = 1,
    earlier: Annotated[
        Path | None,
        typer.Option(
            "--continue", metavar="REVIEW", help="Go on with a review of this game: what --json printed, or a page."
        ),
    ] = None,
) -> None:
    """Look back at a finished game: win chances, luck and skill, turning points."""
    from shamble.kernel.seeds import check_seed
    from shamble.review.commands import run_review
    from shamble.review.document import Settings

    settings = Settings(rollouts, iterations, seconds, check_seed(seed))
    report = run_review(file, settings, html, earlier)
    print_json(report.to_dict()) if json else _tell_review(report)
    if report.stopped:
        raise typer.Exit(130)


def _tell_review(report: Any) -> None:
    from shamble.review.telling import tell

    for line in tell(report):
        print(line)


@app.command()
def arena(
    game: GameName,
    bots: Annotated[str, typer.Option("--bots", metavar="A,B,…", help="Who plays: two or more.")],
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many.")] = 200,
    players: Annotated[int | None, typer.Option("--players", metavar="N", help="Seats.")] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Settles all luck.")] = 1,
    option: Options = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", metavar="N", help="Iterations for a bot named search.")
    ] = None,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Let bots play each other from balanced seats, and rate them."""
    from shamble.lab.arena import make_contest, run_arena
    from shamble.lab.tell import progress, tell_arena

    names = [name.strip() for name in bots.split(",") if name.strip()]
    if iterations is not None:
        names = [f"search:{iterations}" if name == "search" else name for name in names]
    contest = make_contest(game, names, games, players, seed, option_values(option))
    with progress(contest.games) as advance:
        report, stopped = run_arena(contest, jobs, advance)
    if report["games"]:
        print_json(report) if json else tell_arena(report)
    if stopped:
        _say_stopped(report["games"], games)


@app.command()
def solve(
    game: GameName,
    ring: Annotated[int, typer.Option("--ring", metavar="N", help="Characters in the ring of hate: 2, 4, … 12.")] = 6,
    json: Json = False,
) -> None:
    """Solve a game exactly, where that is possible: the ring of I Hate Zombies."""
    from shamble.games import find
    from shamble.lab.tell import tell_solution

    solution = {"game": game, **find(game).solution(ring)}
    print_json(solution) if json else tell_solution(solution)
