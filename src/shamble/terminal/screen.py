"""The screen: what is shown and how lines are read, on a terminal or through a pipe, with or without drawing."""

import sys
from collections.abc import Iterable, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from shamble.terminal import words
from shamble.terminal.signs import is_dumb

try:
    import termios
except ModuleNotFoundError:  # Windows
    termios = None  # type: ignore[assignment]
try:
    import msvcrt
except ModuleNotFoundError:  # everywhere else
    msvcrt = None  # type: ignore[assignment]

WIDTH = 80
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
SCROLL = 200  # empty lines that put everything out of sight where a terminal knows no command for it


class Screen:
    """One place to print and to read from. `plain`: no colour, no drawing characters, one fact a line."""

    def __init__(self, plain: bool = False) -> None:
        self.plain = plain
        self.is_tty = sys.stdin.isatty() and sys.stdout.isatty()
        self._measured = Console() if sys.stdout.isatty() else None
        self._writer = Console(
            width=self._width(), highlight=False, markup=False, emoji=False, no_color=True if plain else None,
            force_terminal=False if plain else None, legacy_windows=False,
        )  # fmt: skip

    def _width(self) -> int:
        """Columns there are now, at most 80."""
        return min(WIDTH, self._measured.width) if self._measured is not None else WIDTH

    @property
    def _console(self) -> Console:
        """Where to print, as wide as the terminal is at this moment."""
        self._writer.width = self._width()
        return self._writer

    def show(self, drawing: RenderableType) -> None:
        """A drawing, or any other renderable."""
        self._console.print(drawing)

    def say(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """A line of text, wrapped at words; every line of it is indented."""
        text = printable(text)
        if self.plain:
            self._console.print(text, soft_wrap=True)
        else:
            self._console.print(Padding(Text(text, style=style), (0, 0, 0, indent), expand=False))

    def command(self, line: str) -> None:
        """A command to be copied: on a line of its own, in one piece however narrow the terminal is."""
        self._console.print(Text(f"  {printable(line)}"), soft_wrap=True)

    def table(self, rows: Iterable[Sequence[str]]) -> None:
        """Rows of a number, a short text and a long one, each in its column."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", min_width=3)
        grid.add_column(no_wrap=True)
        grid.add_column()
        for row in rows:
            grid.add_row(*(Text(printable(cell)) for cell in row))
        self._console.print(grid)

    def lines(self, lines: Iterable[str]) -> None:
        """Several lines."""
        for line in lines:
            self.say(line)

    def rule(self) -> None:
        """A line between two turns."""
        if self.plain:
            self.say()
        else:
            self._console.rule(style="dim")

    def clear(self) -> None:
        """Leave nothing of what was shown, on a terminal."""
        if self.is_tty:
            sys.stdout.write("\n" * SCROLL if is_dumb() else CLEAR)  # privacy comes before plainness
            sys.stdout.flush()

    def forget_typed(self) -> None:
        """Drop what was typed before it was asked for, on a terminal."""
        if not self.is_tty:
            return
        if termios is not None:
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
        elif msvcrt is not None:
            while msvcrt.kbhit():
                msvcrt.getwch()

    def read(self, prompt: str = words.PROMPT) -> str | None:
        """The next line without its spaces; None at the end of the input. What is read from a pipe is shown."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            sys.stdout.write("\n")
            return None
        if not sys.stdin.isatty():
            sys.stdout.write(line if line.endswith("\n") else line + "\n")
        return " ".join(line.replace("\x00", "").split())


def printable(text: str) -> str:
    """The text without control characters: names may come from other people's files."""
    return "".join(c for c in text if c.isprintable() or c == "\n")
