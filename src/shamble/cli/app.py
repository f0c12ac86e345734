"""The command line as a whole: what `shamble` alone does, and what goes before any command."""

from typing import Annotated

import typer

import shamble
from shamble.cli.parameters import Plain, seconds_between_moves
from shamble.kernel.errors import BadOption

app = typer.Typer(
    add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, no_args_is_help=False,
    help="Zombie tabletop games on one digital table.",
)  # fmt: skip


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
        run_menu(screen, seconds_between_moves(None, screen.is_tty))


def _plain_before(context: typer.Context, name: str) -> None:
    """`shamble --plain COMMAND` is `shamble COMMAND --plain`; BadOption for a command that draws nothing."""
    command = context.command.commands.get(name) if isinstance(context.command, typer.core.TyperGroup) else None
    if command is None or not any(parameter.name == "plain" for parameter in command.params):
        raise BadOption(f"--plain is for commands that draw; {name} does not, so leave it out.")
    context.default_map = {name: {"plain": True}}
