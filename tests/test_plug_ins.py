"""Games of other distributions, found by their entry points."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from matches import ROOT, environment

POINTS = """[shamble.games]
{points}
"""


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine on which a distribution with games is installed, some of them broken."""
    folder = tmp_path / "graveyard_games-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: graveyard-games\nVersion: 1.0\n")
    points = ("tictac = hidden_tictac", "gone = nowhere.to.be.found:GAME", "odd = json:loads", "ours = shamble.games.run:GAME",
              "again = doubled:GAME", "falls = falling",
              "leaves = leaving", "path = climbing", "newer = later", "older = earlier")  # fmt: skip
    (folder / "entry_points.txt").write_text(POINTS.format(points="\n".join(points)))
    (tmp_path / "falling.py").write_text("raise RuntimeError('the roof\\nis gone')\n")
    (tmp_path / "doubled.py").write_text("import copy, hidden_tictac\nGAME = copy.copy(hidden_tictac.GAME)\n")
    (tmp_path / "leaving.py").write_text("import sys; sys.exit('bye')\n")
    (tmp_path / "climbing.py").write_text(
        "import copy, hidden_tictac\nGAME = copy.copy(hidden_tictac.GAME)\nGAME.code = '../x y'\n"
    )
    for module, contract in (("later", 99), ("earlier", 0)):
        (tmp_path / f"{module}.py").write_text(
            f"import copy, hidden_tictac\nGAME = copy.copy(hidden_tictac.GAME)\nGAME.contract = {contract}\n"
        )
    env = environment()
    env["PYTHONPATH"] = f"{tmp_path}:{env['PYTHONPATH']}:{ROOT / 'tests'}"
    return env


def run(env: dict[str, str], *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "shamble.cli", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120, env=env, check=False)


def test_a_game_of_another_distribution_is_played_and_broken_ones_are_told_and_left_out(
    installed: dict[str, str],
) -> None:
    done = run(installed, "simulate", "tictac", "--games", "20", "--json", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 20
    told = done.stderr.splitlines()
    left_out = [line for line in told if "is left out" in line]
    for name, why in (
        ("gone", "nowhere"), ("odd", "is no Game and sets no GAME"), ("ours", "there is a game 'run' already"),
        ("tictac", "another plug-in has brought"), ("falls", "the roof is gone"),
        ("leaves", "bye"), ("path", "is no code for a game"),
        ("newer", "version 99 of what a game must answer"), ("older", "a newer version of it is needed"),
    ):  # fmt: skip
        assert any(f"plug-in {name} of graveyard-games" in line and why in line for line in left_out), (name, told)
    assert "Traceback" not in done.stderr


def test_a_game_of_another_distribution_stands_beside_ours(installed: dict[str, str]) -> None:
    done = run(installed, "rules", "nope")
    assert done.returncode == 2
    assert "pocket, run, hate, hugme, horrific, tictac" in done.stderr
    assert run(installed, "play", "run", "--seed", "1", "--save", "/dev/null/x", typed="q\n").returncode == 2


def test_without_plug_ins_nothing_is_said() -> None:
    done = run(environment(), "options", "run", "--json")
    assert (done.returncode, done.stderr) == (0, "")
