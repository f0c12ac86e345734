"""The plug-in that pytest finds by its entry point: `--shamble-laws GAME`, and what the laws ask of pytest.

It stays out of the way of every other test run: nothing of a game is imported before somebody asks for laws.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
MODULES = ("moves", "knowledge", "telling", "records")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The one option."""
    parser.getgroup("shamble").addoption(
        "--shamble-laws",
        action="append",
        default=[],
        metavar="GAME",
        help="run the laws of Shamble for this game, by its code or the folder of its package; may be given again",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Collect the laws as well, and nothing but them where no test was named."""
    asked = config.getoption("--shamble-laws")
    if not asked:
        return
    config.shamble_laws = list(dict.fromkeys(map(_code_of, asked)))  # type: ignore[attr-defined]
    laws = [str(HERE / f"{module}.py") for module in MODULES]
    named = config.args_source is not pytest.Config.ArgsSource.INVOCATION_DIR
    config.args = [*config.args, *laws] if named else laws


def _code_of(asked: str) -> str:
    """The code of a game that is installed, or of one in a folder, which is registered for this run."""
    from shamble.games import find, register
    from shamble.kernel.errors import ShambleError

    try:
        if (Path(asked) / "__init__.py").is_file():
            return register(Path(asked).resolve()).code
        return find(asked).code
    except ShambleError as error:
        raise pytest.UsageError(f"--shamble-laws: {error}") from error
    except Exception as error:  # a game being written may do anything while it is imported
        raise pytest.UsageError(f"--shamble-laws: {asked} cannot be read: {type(error).__name__}: {error}") from error


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each law is asked for each game: those of the command line, or every one in the catalogue."""
    if not metafunc.function.__module__.startswith("shamble.laws.") or "game" not in metafunc.fixturenames:
        return
    codes = getattr(metafunc.config, "shamble_laws", None)
    if codes is None:
        import os

        from shamble.games import shipped

        wanted = os.environ.get("SHAMBLE_TEST_GAMES", "").split()  # codes with spaces between; empty: every game
        codes = [game.code for game in shipped() if not wanted or game.code in wanted]
    metafunc.parametrize("game", codes)


@pytest.fixture
def checked(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """To be told how much of all there is a test has checked; it is shown when all tests have run."""
    return lambda text: request.node.user_properties.append(("checked", text))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how much was checked where that is not everything there is."""
    for test, text in sorted(set(_notes(terminalreporter))):
        terminalreporter.write_line(f"{test}: {text}")


def _notes(terminalreporter: pytest.TerminalReporter) -> Iterator[tuple[str, str]]:
    """The name of every test that said how much it checked, and what it said."""
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, text in getattr(report, "user_properties", ()):
                if name == "checked":
                    yield report.nodeid.split("::")[-1], text
