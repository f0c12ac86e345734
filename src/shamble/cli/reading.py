"""Commands that tell what a game is: its rules, its options and its editions."""

from pathlib import Path
from typing import Annotated

import typer

from shamble.cli.app import app
from shamble.cli.parameters import (
    EditionName,
    GameName,
    Json,
    Options,
    Plain,
    one_line,
    option_values,
    print_json,
    the_games,
)
from shamble.kernel.errors import BadOption


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

    board_game = find(game)
    chosen, printed = board_game.resolve_options(option_values(option)), find_edition(board_game, edition)
    screen = Screen(plain)
    if ruling is None:
        show_rules(board_game, chosen, printed, screen)
    else:
        show_ruling(board_game, ruling, chosen, screen)


@app.command()
def cards(
    game: GameName,
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="One, by its name, part of it or code.")] = None,
    edition: EditionName = None,
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Every card, tile and person of a game: what is printed on it, what it does, how many there are."""
    from dataclasses import asdict

    from shamble.editions import find_edition
    from shamble.games import find
    from shamble.kernel.components import named
    from shamble.terminal.screen import Screen
    from shamble.terminal.texts import show_cards

    board_game = find(game)
    printed = find_edition(board_game, edition)
    listed = board_game.components(printed)
    if name is not None:
        listed = named(listed, name)
    if json:
        components = [asdict(component) for component in listed]
        print_json({"game": board_game.code, "edition": printed.name, "components": components})
    else:
        show_cards(listed, printed, Screen(plain), whole=name is None)


@app.command()
def options(game: GameName, json: Json = False, plain: Plain = False) -> None:
    """The house rules a game takes, with their values and meanings."""
    from shamble.games import find
    from shamble.terminal.screen import Screen
    from shamble.terminal.texts import options_document, show_options

    board_game = find(game)
    print_json(options_document(board_game)) if json else show_options(board_game, Screen(plain))


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
        raise BadOption(f'{file}: the first line must name the game, as in: game = "run". {the_games()}')
    edition = load_edition(find(game), file)
    missing = ", ".join(edition.data.get("missing", ()))
    without = f" It is played without: {missing}." if missing else ""
    print(f"{one_line(file)} is a good edition of {edition.data['game']}: {edition.name}, {edition.title}.{without}")


@edition_app.command("new")
def edition_new(game: GameName) -> None:
    """Print the game's own edition as a template for an owner's."""
    from shamble.games import find

    print(find(game).template(), end="")
