"""The command line."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import shamble
from shamble.files import reason
from shamble.kernel.errors import BadOption, ShambleError
from shamble.terminal.signs import ease, takes_all

if TYPE_CHECKING:
    from shamble.match import Match

app = typer.Typer(
    add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, no_args_is_help=False,
    help="Zombie tabletop games on one digital table.",
)  # fmt: skip

GameName = Annotated[str, typer.Argument(metavar="GAME", help="pocket, run, hate, …: see the menu.")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="K=V", help="A house rule; may be repeated.")]
EditionName = Annotated[str | None, typer.Option("--edition", metavar="NAME|FILE", help="Whose printed components.")]
Seed = Annotated[int | None, typer.Option("--seed", metavar="S", help="Settles all luck.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON document, nothing else.")]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="J", help="Processes; every core otherwise. The numbers do not depend on it."),
]
On = Annotated[
    str | None,
    typer.Option("--on", metavar="WHERE", help="A Ray cluster: ray://HOST:PORT, or local-ray on this machine."),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with what a stopped run of the same command has kept.")]
Plain = Annotated[bool, typer.Option("--plain", help="No colour, no drawing characters, one fact a line.")]


def main() -> None:
    """Run the command line: exit 0 done, 2 usage or bad input (one line on standard error), 130 on Ctrl-C."""
    ease(sys.stdin, "replace")
    ease(sys.stdout)
    ease(sys.stderr)
    _open_streams()
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        code = _complain(
            f"{error.format_message().rstrip('.')}. 'shamble --help' and 'shamble COMMAND --help' say more."
        )
    except ShambleError as error:
        code = _complain(str(error))
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except (BrokenPipeError, SystemExit):  # typer leaves by SystemExit where a pipe is closed
        code = _close_output()
    except OSError as error:
        _close_output()
        code = _complain(f"The output cannot be written: {reason(error)}.")
    sys.exit(code if isinstance(code, int) else 0)


def _open_streams() -> None:
    """Replacements for standard streams that were closed before we began."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 (open as long as the process)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _complain(sentence: str) -> int:
    clean = _clean(sentence)
    print(f"shamble: {clean if len(clean) <= 600 else clean[:598] + '…'}", file=sys.stderr)
    return 2


def _clean(text: object) -> str:
    """On one line, without control characters: names of files may come from other people."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(str(text).split()))


def _close_output() -> int:
    """The reader of our output is gone: write nothing more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0


def _version(wanted: bool) -> None:
    if wanted:
        print(f"shamble {shamble.__version__} ({'compiled' if shamble.COMPILED else 'interpreted'})")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version and which engine runs.")
    ] = False,
    plain: Plain = False,
) -> None:
    """Zombie tabletop games on one digital table. Without a command: a menu of the games."""
    if context.invoked_subcommand is not None and plain:
        _plain_before(context, context.invoked_subcommand)
    if context.invoked_subcommand is None:
        from shamble.terminal.menu import run_menu
        from shamble.terminal.screen import Screen

        screen = Screen(plain)
        run_menu(screen, _pace(None, screen.is_tty))


def _plain_before(context: typer.Context, name: str) -> None:
    """`shamble --plain COMMAND` is `shamble COMMAND --plain`; BadOption for a command that draws nothing."""
    command = context.command.commands.get(name) if isinstance(context.command, typer.core.TyperGroup) else None
    if command is None or not any(parameter.name == "plain" for parameter in command.params):
        raise BadOption(f"--plain is for commands that draw; {name} does not, so leave it out.")
    context.default_map = {name: {"plain": True}}


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="pocket, run, hate, …")] = None,
    players: Annotated[int | None, typer.Option("--players", metavar="N", help="Seats.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="K=WHO",
            help="me, me:NAME or a bot (random … hard, search:N); seat 0 is yours otherwise.",
        ),
    ] = None,
    seed: Seed = None,
    option: Options = None,
    edition: EditionName = None,
    manual_chance: Annotated[
        bool, typer.Option("--manual-chance", help="You type what was drawn: the printed game is on the table.")
    ] = False,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")] = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Where the game is kept.")] = None,
    pace: Annotated[
        float | None, typer.Option("--pace", metavar="SECONDS", min=0, max=60, help="Pause after each bot's move.")
    ] = None,
    plain: Plain = False,
) -> None:
    """Play a game in the terminal, alone, against bots or around one keyboard."""
    from shamble.match import Match
    from shamble.terminal import saved
    from shamble.terminal.screen import Screen
    from shamble.terminal.session import Session

    screen = Screen(plain)
    if resume is not None:
        if game or players or seat or option or edition or manual_chance or seed is not None:
            raise BadOption("--resume continues the saved game as it was: only --save, --pace and --plain go with it.")
        match = _opened(resume)
    elif game is None:
        raise BadOption(f"Which game? Say 'shamble play GAME'. {_the_games()}")
    else:
        names, by = _seats(game, players, seat or [], option)
        match = Match(
            game, len(by), seed, options=_pairs(option), edition=edition,
            chance="manual" if manual_chance else "auto", names=names, by=by,
        )  # fmt: skip
    if save is not None:
        saved.check_target(save)
    path = save or resume or saved.new_file(match.game.code)
    if match.damage and save is None:
        saved.keep_damaged(path)
    session = Session(match, screen, path, _pace(pace, screen.is_tty))
    try:
        session.run()
    except KeyboardInterrupt:
        session.save()
        print(f"\nSaved in {_clean(session.file.path)}.", file=sys.stderr)
        raise


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
    plan = make_plan(game, games, players, names, seed, _pairs(option), edition)
    with progress(plan.games) as advance:
        found = play_all(plan, jobs, advance, out=out, events=events, resume=resume, on=on)
    for note in [*found.notes, *found.wrote]:
        print(f"shamble: {note}", file=sys.stderr)
    if found.report["games"]:
        _print_json(found.report) if json else tell_report(found.report)
    if found.stopped:
        _say_stopped(found.report["games"], games, "The same command with --resume goes on.")


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

    found = read_study(file)
    with progress(found.games) as advance:
        told = play_and_tell(found, out, jobs, advance, resume=resume, on=on, figure=figure)
    for note in told.notes:
        print(f"shamble: {note}", file=sys.stderr)
    if told.stopped:
        _say_stopped(told.done, found.games, "The same command with --resume goes on.")
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
    _print_json(report) if json else tell_bench(report)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    at: Annotated[int | None, typer.Option("--at", metavar="N", help="Show the table after N events.")] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="K", help="As that seat knew it; else as public.")
    ] = None,
    plain: Plain = False,
) -> None:
    """Tell a saved game, and show the table after any of its events."""
    from shamble.terminal.replaying import show_replay
    from shamble.terminal.screen import Screen

    show_replay(_opened(file), Screen(plain), at, seat)


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
    found = run_review(file, settings, html, earlier)
    _print_json(found.to_dict()) if json else _tell_review(found)
    if found.stopped:
        raise typer.Exit(130)


def _tell_review(found: Any) -> None:
    from shamble.review.telling import tell

    for line in tell(found):
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
    contest = make_contest(game, names, games, players, seed, _pairs(option))
    with progress(contest.games) as advance:
        report, stopped = run_arena(contest, jobs, advance)
    if report["games"]:
        _print_json(report) if json else tell_arena(report)
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

    found = {"game": game, **find(game).solution(ring)}
    _print_json(found) if json else tell_solution(found)


@app.command()
def rules(
    game: GameName,
    ruling: Annotated[
        str | None, typer.Option("--ruling", metavar="R", help="Only the ruling of that number, as in R24.")
    ] = None,
    option: Options = None,
    edition: EditionName = None,
    plain: Plain = False,
) -> None:
    """The rules in our words, and our rulings with their numbers and options."""
    from shamble.editions import find_edition
    from shamble.games import find
    from shamble.terminal.screen import Screen
    from shamble.terminal.texts import show_rules, show_ruling

    found = find(game)
    chosen, printed, screen = found.resolve_options(_pairs(option)), find_edition(found, edition), Screen(plain)
    if ruling is None:
        show_rules(found, chosen, printed, screen)
    else:
        show_ruling(found, ruling, chosen, screen)


@app.command()
def options(game: GameName, json: Json = False, plain: Plain = False) -> None:
    """The house rules a game takes, with their values and meanings."""
    from shamble.games import find
    from shamble.terminal.screen import Screen
    from shamble.terminal.texts import options_document, show_options

    found = find(game)
    _print_json(options_document(found)) if json else show_options(found, Screen(plain))


edition_app = typer.Typer(rich_markup_mode=None, help="Editions: an owner's own cards.", no_args_is_help=True)
app.add_typer(edition_app, name="edition")


@edition_app.command("check")
def edition_check(file: Annotated[Path, typer.Argument(metavar="FILE", help="An edition's TOML file.")]) -> None:
    """Say whether an edition file can be played with."""
    from shamble.editions import load_edition
    from shamble.files import read_toml
    from shamble.games import find

    game = read_toml(file).get("game")
    if not isinstance(game, str):
        raise BadOption(f'{file}: the first line must name the game, as in: game = "run". {_the_games()}')
    found = load_edition(find(game), file)
    missing = ", ".join(found.data.get("missing", ()))
    without = f" It is played without: {missing}." if missing else ""
    print(f"{_clean(file)} is a good edition of {found.data['game']}: {found.name}, {found.title}.{without}")


@edition_app.command("new")
def edition_new(game: GameName) -> None:
    """Print the game's own edition as a template for an owner's."""
    from shamble.games import find

    print(find(game).template(), end="")


@app.command()
def serve(
    host: Annotated[str, typer.Option("--host", metavar="H", help="0.0.0.0: for the whole network.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="P", min=0, max=65535, help="0: any that is free; else 8000 if that is."),
    ] = None,
    database: Annotated[
        str, typer.Option("--database", metavar="URL", help="A file, postgresql://USER@HOST/NAME, or memory:.")
    ] = "",
    redis: Annotated[str, typer.Option("--redis", metavar="URL", help="redis://HOST, for several processes.")] = "",
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, max=64, help="Processes.")] = 1,
    browser: Annotated[
        bool | None, typer.Option("--open/--no-open", help="Open a browser; else only where there is a screen.")
    ] = None,
    secret_file: Annotated[
        Path | None, typer.Option("--secret-file", metavar="FILE", help="The key of links; the same on every host.")
    ] = None,
    keep_days: Annotated[
        int, typer.Option("--keep-days", metavar="N", min=0, help="Export and drop tables unused so long; 0: never.")
    ] = 0,
    trusted_proxy: Annotated[
        bool, typer.Option("--trusted-proxy", help="Behind one proxy of your own; the same as --trusted-proxies 1.")
    ] = False,
    trusted_proxies: Annotated[
        int,
        typer.Option("--trusted-proxies", metavar="N", min=0, max=9, help="Your own proxies that a request passes."),
    ] = 0,
    limits: Annotated[bool, typer.Option("--limits/--no-limits", help="Rate limits; off only for measuring.")] = True,
    limit: Annotated[
        list[str] | None,
        typer.Option("--limit", metavar="NAME=VALUE", help="One limit, as tables=200/min; may be given several times."),
    ] = None,
    pace: Annotated[
        float, typer.Option("--pace", metavar="SECONDS", min=0, max=60, help="Pause before each bot's move.")
    ] = 0.6,
    thinkers: Annotated[
        int,
        typer.Option("--thinkers", metavar="N", min=0, max=256, help="Processes for hard bots; 0: processors - 1."),
    ] = 0,
    bot_seconds: Annotated[
        float,
        typer.Option("--bot-seconds", metavar="S", min=0.1, max=600, help="After S seconds a bot chooses quickly."),
    ] = 4.0,
    idle_after: Annotated[
        float,
        typer.Option("--idle-after", metavar="SECONDS", min=0, help="Who is that slow may be stood in for; 0: never."),
    ] = 120.0,
    json_log: Annotated[bool, typer.Option("--json-log", help="The log as one JSON object a line.")] = False,
    access_log: Annotated[bool, typer.Option("--access-log/--no-access-log", help="A line for each request.")] = True,
) -> None:
    """Play in the browser: alone, with friends by a link, or by programs (HTTP interface at /api)."""
    try:
        from shamble.site.config import Settings
        from shamble.site.serve import serve as begin
        from shamble.site.tables.keys import keep_secret
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("shamble"):
            raise
        raise BadOption(
            f"The web site needs more than the bare engine ({error.name} is missing): pip install 'shamble[site]'"
        ) from None
    secret = keep_secret(secret_file) if secret_file is not None else ""
    settings = Settings(
        database=database, redis=redis, secret=secret, host=host, port=8000 if port is None else port, workers=workers,
        limits=limits, limit=tuple(limit or ()), pace=pace, keep_days=keep_days, json_log=json_log,
        access_log=access_log, trusted_proxies=max(trusted_proxies, int(trusted_proxy)), idle_after=idle_after,
        thinkers=thinkers, bot_seconds=bot_seconds,
    )  # fmt: skip
    begin(settings, browser, any_port=port is None)


@app.command()
def join(
    link: Annotated[str, typer.Argument(metavar="LINK", help="A join link, as sent to you; or a watch link.")],
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Yours, for the others.")] = "",
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="K", help="Which seat; the first free one else.")
    ] = None,
    plain: Plain = False,
) -> None:
    """Play at a server's table from this terminal."""
    from shamble.terminal.joining import Joined
    from shamble.terminal.remote import Refused, Remote, keep_token, kept_token, parse_link
    from shamble.terminal.screen import Screen
    from shamble.terminal.words import WATCH_ONLY

    address, screen = parse_link(link), Screen(plain)
    remote = Remote(address, kept_token(address))
    if remote.token:
        try:
            remote.look()
        except Refused:  # the table has forgotten that seat
            remote.token = ""
    if not remote.token and address.token:
        remote.join(name or os.environ.get("USER") or "Guest", seat)
        keep_token(address, remote.token)
    elif not remote.token:
        screen.say(WATCH_ONLY)
    Joined(remote, screen).run()


# -- what several commands need ----------------------------------------------------------------------------------


def _opened(file: Path) -> "Match":
    """The match in a saved game; if its end is bad or lost, as much as there is, with a note on what is missing."""
    from shamble.match import load

    match = load(str(file), partial=True)
    if match.damage:
        print(f"shamble: {_clean(file)}: {_clean(match.damage)}.", file=sys.stderr)
    return match


def _print_json(document: Any) -> None:
    import json as writer

    from shamble.kernel.numbers import for_json

    print(writer.dumps(for_json(document), ensure_ascii=not takes_all(sys.stdout)))


def _the_games() -> str:
    from shamble.games import codes

    return f"The games are: {', '.join(codes())}."


def _pace(wanted: float | None, is_tty: bool) -> float:
    """Seconds between bots' moves: as asked for; by default unhurried on a terminal, none through a pipe."""
    return wanted if wanted is not None else (0.7 if is_tty else 0.0)


def _pairs(given: list[str] | None) -> dict[str, object]:
    """`k=v` texts as a mapping."""
    pairs: dict[str, object] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise BadOption(f"--option takes NAME=VALUE, as in --option composition=6x5; not {text[:60]!r}.")
        if name.strip() in pairs:
            raise BadOption(f"--option {name.strip()} is given twice.")
        pairs[name.strip()] = value.strip()
    return pairs


def _seats(game: str, players: int | None, given: list[str], option: list[str] | None) -> tuple[list[str], list[str]]:
    """The names and deciders of the seats from `--seat K=WHO`."""
    from shamble.bots import find_bot
    from shamble.games import find
    from shamble.kernel.game import whole
    from shamble.seats import PERSON, clean_name, complete_names

    found = find(game)
    values = found.resolve_options(_pairs(option))
    allowed = found.seats_with(values)
    if players is None:
        players = min(allowed, key=lambda seats: abs(seats - found.default_seats)) if len(allowed) else 0
    players = found.check_players(players, values)
    names: list[str | None] = [None] * players
    by = [PERSON] + ["greedy"] * (players - 1)
    seen: set[int] = set()
    for text in given:
        number, equals, who = text.partition("=")
        place = whole(number.strip())
        if not equals or place is None or not 0 <= place < players:
            raise BadOption(
                f"--seat takes K=WHO with K from 0 to {players - 1}, as in --seat 1=greedy; not {text[:60]!r}."
            )
        if place in seen:
            raise BadOption(f"--seat {place} is given twice.")
        seen.add(place)
        role, name = _role_and_name(who.strip())
        if role == "me":
            by[place] = PERSON
        else:
            find_bot(found, role)
            by[place] = role
        if name:
            names[place] = clean_name(name)
    return complete_names(names, players), by


def _role_and_name(who: str) -> tuple[str, str]:
    """`greedy:Ann` as a role and a name; in `search:2s` and `search:2s:Ann` the first colon is the role's own."""
    parts = who.split(":")
    own = 2 if parts[0] == "search" else 1
    return ":".join(parts[:own]), ":".join(parts[own:])


if __name__ == "__main__":
    main()
