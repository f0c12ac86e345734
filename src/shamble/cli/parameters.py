"""What several commands take and say: their common options, and how their values are read."""

import sys
from typing import Annotated, Any

import typer

from shamble.kernel.errors import BadOption
from shamble.terminal.signs import takes_all

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
Notation = Annotated[
    bool,
    typer.Option("--notation", help="Say the codes that actions use behind the names of cards and places."),
]
Plain = Annotated[bool, typer.Option("--plain", help="No colour, no drawing characters, one fact a line.")]


def option_values(given: list[str] | None) -> dict[str, object]:
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


def the_games() -> str:
    """The sentence that names every game there is."""
    from shamble.games import codes

    return f"The games are: {', '.join(codes())}."


def seconds_between_moves(wanted: float | None, is_tty: bool) -> float:
    """Seconds between bots' moves: as asked for; by default unhurried on a terminal, none through a pipe."""
    return wanted if wanted is not None else (0.7 if is_tty else 0.0)


def one_line(text: object) -> str:
    """On one line, without control characters: names of files may come from other people."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(str(text).split()))


def print_json(document: Any) -> None:
    """One JSON document on standard output, in ASCII where that cannot take everything."""
    import json as writer

    from shamble.kernel.numbers import for_json

    print(writer.dumps(for_json(document), ensure_ascii=not takes_all(sys.stdout)))
