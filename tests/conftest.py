"""What holds in every test: which run with both engines, and that a game whose seed nobody gave is the same game in every
run, as far as it is begun in the test's own process and not by a fixture that several tests share."""

import os
import random
import secrets
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
INTERPRETED = bool(os.environ.get("SHAMBLE_PURE"))
if INTERPRETED:
    os.environ.setdefault("SHAMBLE_LAWS", "sparse")  # see shamble.laws.walking

# With SHAMBLE_PURE these are left out: they ask the fronts, which are never compiled, or try both engines themselves. All
# other files run with each engine. Named on the command line (a file here, or one in a folder here) they run all the same.
ONCE = (
    "site",
    "test_adapters_examples.py",
    "test_chances.py",
    "test_cli.py",
    "test_components.py",
    "test_compiled.py",
    "test_consoles.py",
    "test_lab*.py",
    "test_mutations.py",
    "test_own_game.py",
    "test_plug_ins.py",
    "test_rulings.py",
    "test_suite.py",
    "test_terminal.py",
    "test_wheels.py",
    "test_your_game.py",
)

# Another number tries all tests with other games: a test must hold in all of them, so a failure there is a fault.
BASE = os.environ.get("SHAMBLE_TEST_SEED", "0")


@pytest.fixture(autouse=True)
def same_games(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the seeds nobody gives from the test's own name instead of the system's chance."""
    source = random.Random(f"{BASE}/{request.node.nodeid}")
    monkeypatch.setattr(secrets, "randbelow", source.randrange)


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to begin where a file that runs once was renamed: it would quietly run twice."""
    lost = [pattern for pattern in ONCE if not list(HERE.glob(pattern))]
    if lost:
        raise pytest.UsageError(f"ONCE in {__file__} names what is not there: {', '.join(lost)}.")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what runs once, where the engine is the interpreted one and nobody asked for it by name."""
    if not INTERPRETED or not any(collection_path.match(str(HERE / pattern)) for pattern in ONCE):
        return None
    asked = [Path(config.invocation_params.dir, argument.split("::")[0]).resolve() for argument in config.args]
    return None if any(path.is_relative_to(collection_path) for path in asked) else True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out."""
    if INTERPRETED:
        terminalreporter.write_line(f"Left out, for they run once, with the compiled engine: {', '.join(ONCE)}")
