"""Commands that play: at this terminal, at a server's table, and a saved game told again."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shamble.cli.app import app
from shamble.cli.parameters import (
    EditionName,
    Notation,
    Options,
    Plain,
    Seed,
    one_line,
    option_values,
    seconds_between_moves,
    the_games,
)
from shamble.kernel.errors import BadOption

if TYPE_CHECKING:
    from shamble.match import Match


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
    notation: Notation = False,
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
        match = opened(resume)
    elif game is None:
        raise BadOption(f"Which game? Say 'shamble play GAME'. {the_games()}")
    else:
        names, by = _seats(game, players, seat or [], option)
        match = Match(
            game, len(by), seed, options=option_values(option), edition=edition,
            chance="manual" if manual_chance else "auto", names=names, by=by,
        )  # fmt: skip
    match.show_codes(notation)
    if save is not None:
        saved.check_target(save)
    path = save or resume or saved.new_file(match.game.code)
    if match.damage and save is None:
        saved.keep_damaged(path)
    session = Session(match, screen, path, seconds_between_moves(pace, screen.is_tty))
    try:
        session.run()
    except KeyboardInterrupt:
        session.save()
        print(f"\nSaved in {one_line(session.file.path)}.", file=sys.stderr)
        raise


def _seats(game: str, players: int | None, given: list[str], option: list[str] | None) -> tuple[list[str], list[str]]:
    """The names and deciders of the seats from `--seat K=WHO`."""
    from shamble.bots import find_bot
    from shamble.games import find
    from shamble.kernel.game import whole
    from shamble.seats import PERSON, clean_name, complete_names

    board_game = find(game)
    values = board_game.resolve_options(option_values(option))
    allowed = board_game.seats_with(values)
    if players is None:
        players = min(allowed, key=lambda seats: abs(seats - board_game.default_seats)) if len(allowed) else 0
    players = board_game.check_players(players, values)
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
            find_bot(board_game, role)
            by[place] = role
        if name:
            names[place] = clean_name(name)
    return complete_names(names, players), by


def _role_and_name(who: str) -> tuple[str, str]:
    """`greedy:Ann` as a role and a name; in `search:2s` and `search:2s:Ann` the first colon is the role's own."""
    parts = who.split(":")
    own = 2 if parts[0] == "search" else 1
    return ":".join(parts[:own]), ":".join(parts[own:])


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    at: Annotated[int | None, typer.Option("--at", metavar="N", help="Show the table after N events.")] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="K", help="As that seat knew it; else as public.")
    ] = None,
    notation: Notation = False,
    plain: Plain = False,
) -> None:
    """Tell a saved game, and show the table after any of its events."""
    from shamble.terminal.replaying import show_replay
    from shamble.terminal.screen import Screen

    match = opened(file)
    match.show_codes(notation)
    show_replay(match, Screen(plain), at, seat)


def opened(file: Path) -> "Match":
    """The match in a saved game; if its end is bad or lost, as much as there is, with a note on what is missing."""
    from shamble.replaying import load

    match = load(str(file), partial=True)
    if match.damage:
        print(f"shamble: {one_line(file)}: {one_line(match.damage)}.", file=sys.stderr)
    return match


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
