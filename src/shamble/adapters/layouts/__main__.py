"""`python -m shamble.adapters.layouts GAME [PLAYERS]` prints the layout of a game's observations."""

import sys

from shamble.adapters.table import Table
from shamble.kernel.errors import ShambleError


def main(arguments: list[str]) -> int:
    """Print it; 2 with a sentence where there is no such game or number of seats."""
    if not 1 <= len(arguments) <= 2:
        print("Usage: python -m shamble.adapters.layouts GAME [PLAYERS]", file=sys.stderr)
        return 2
    try:
        players = int(arguments[1]) if len(arguments) == 2 and arguments[1].isdecimal() else None
        layout = Table(arguments[0], players).layout
    except ShambleError as error:
        print(error, file=sys.stderr)
        return 2
    print(layout.table())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
