"""What the suite says of itself: which tests run with which engine, and how much of all there is they have checked."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import conftest
import pytest


def names_of(pattern: str) -> str:
    """A file that the pattern of something that runs once stands for."""
    return f"{pattern}/test_any.py" if "." not in pattern else pattern.replace("*", "_any")


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A suite of one test in every file that runs once, and of one that says how much it checked."""
    for name in map(names_of, conftest.ONCE):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("def test_front(): pass\n")
    (tmp_path / "test_rules.py").write_text("def test_rules(checked): checked('2 of 3 rules')\n")
    shutil.copy(conftest.__file__, tmp_path)
    return tmp_path


def run(suite: Path, *words: str, pure: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "SHAMBLE_PURE": pure, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    plugins = ["-p", "no:cacheprovider", "-p", "shamble.laws.plugin"]
    command = [sys.executable, "-m", "pytest", "-q", *plugins, "-c", "/dev/null", *words]
    return subprocess.run(command, cwd=suite, env=env, capture_output=True, text=True, check=False, timeout=60)


def test_what_runs_once_is_left_out_of_the_interpreted_half_and_that_is_said(suite: Path) -> None:
    whole, half = run(suite, str(suite)), run(suite, str(suite), pure="1")
    assert f"{len(conftest.ONCE) + 1} passed" in whole.stdout
    assert "Left out" not in whole.stdout
    assert "\n1 passed" in half.stdout
    assert f"Left out, for they run once, with the compiled engine: {', '.join(conftest.ONCE)}\n" in half.stdout


def test_what_is_asked_for_by_name_runs_with_any_engine(suite: Path) -> None:
    named = [names_of(conftest.ONCE[0]), f"{names_of(conftest.ONCE[1])}::test_front"]
    assert "\n2 passed" in run(suite, *named, pure="1").stdout


def test_how_much_a_test_checked_is_told_at_the_end(suite: Path) -> None:
    assert "test_rules: 2 of 3 rules\n" in run(suite, "test_rules.py").stdout


def test_a_renamed_file_that_ran_once_is_noticed(suite: Path) -> None:
    (suite / names_of(conftest.ONCE[1])).unlink()
    refused = run(suite, "test_rules.py")
    assert refused.returncode == 4
    assert f"names what is not there: {conftest.ONCE[1]}" in refused.stderr
