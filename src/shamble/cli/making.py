"""Commands for those who make a game of their own."""

from pathlib import Path
from typing import Annotated

import typer

from shamble.cli.app import app
from shamble.cli.parameters import one_line


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its code: small letters, digits and _.")],
    folder: Annotated[
        Path | None, typer.Argument(metavar="[FOLDER]", help="Where it is written; by default NAME here.")
    ] = None,
) -> None:
    """Write the folder of a new game: a small one that plays, passes the laws, and is there to be changed."""
    from shamble.new_game import write

    target = Path(name) if folder is None else folder
    for file in write(name, folder):
        print(one_line(file))
    print(f"\nNext: pip install -e {one_line(target)}, then shamble play {name}; docs/your-game.md tells how to go on.")
