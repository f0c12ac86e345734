"""`shamble new-game`, and docs/your-game.md as it is printed: the game of the page passes the laws and every front plays it."""

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from matches import ROOT, environment

PAGE = (ROOT / "docs" / "your-game.md").read_text("utf-8")
LINES = 150  # what the page promises to stay under, empty ones not counted


def shamble(folder: Path, *words: str, typed: str = "", path: Path | None = None) -> subprocess.CompletedProcess[str]:
    env = environment()
    if path is not None:
        env["PYTHONPATH"] = f"{path}:{env['PYTHONPATH']}"
    command = [sys.executable, "-m", "shamble.cli", *words]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, timeout=180, env=env, cwd=folder, check=False
    )


def printed() -> dict[str, str]:
    """The files that the page writes: its blocks, those of one title joined."""
    files: dict[str, str] = defaultdict(str)
    for title, block in re.findall(r'^```python title="([\w.]+)"\n(.*?)^```$', PAGE, re.M | re.S):
        files[title] += block
    return files


@pytest.fixture(scope="module")
def robbers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the page's distribution, told to be installed by its metadata."""
    home = tmp_path_factory.mktemp("your_game")
    done = shamble(home, "new-game", "grave_robbers")
    assert done.returncode == 0, done.stderr
    package = home / "grave_robbers" / "grave_robbers"
    for name, text in printed().items():
        place = home / "grave_robbers" / "tests" / name if name.startswith("test_") else package / name
        assert place.is_file(), f"the page writes {name}, which new-game does not"
        place.write_text(text, "utf-8")
    points = home / "grave_robbers" / "grave_robbers-0.1.0.dist-info"
    points.mkdir()
    (points / "METADATA").write_text("Metadata-Version: 2.1\nName: grave_robbers\nVersion: 0.1.0\n")
    (points / "entry_points.txt").write_text("[shamble.games]\ngrave_robbers = grave_robbers\n")
    return home / "grave_robbers"


def laws(folder: Path, game: str, *words: str) -> subprocess.CompletedProcess[str]:
    env = environment()
    env["PYTHONPATH"] = f"{folder}:{env['PYTHONPATH']}"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-o",
        "addopts=",
        f"--shamble-laws={game}",
        *words,
    ]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env=env, cwd=folder, check=False)


def test_the_page_keeps_its_promise_of_lines() -> None:
    own = {name: text for name, text in printed().items() if not name.startswith("test_")}
    lines = [line for text in own.values() for line in text.splitlines() if line.strip()]
    assert len(lines) < LINES


def test_the_pages_game_passes_the_laws(robbers: Path) -> None:
    done = laws(robbers, "grave_robbers", "tests")
    assert done.returncode == 0, done.stdout[-3000:]
    assert "19 passed" in done.stdout


def test_every_front_plays_the_pages_game(robbers: Path) -> None:
    typed = "flee\n" + "1\n" * 40
    played = shamble(robbers, "play", "grave_robbers", "--seed", "3", "--save", "game.json", typed=typed, path=robbers)
    assert played.returncode == 0, played.stderr
    assert "The richest who fled" in played.stdout or "Nobody brought" in played.stdout
    pytest.importorskip("numpy")
    counted = shamble(robbers, "simulate", "grave_robbers", "--games", "50", "--json", "--seed", "1", path=robbers)
    assert json.loads(counted.stdout)["games"] == 50
    pytest.importorskip("pettingzoo")
    script = (
        "from shamble.adapters import pettingzoo\nfrom shamble.site.app import build\n"
        "env = pettingzoo.env('grave_robbers')\nenv.reset(seed=3)\n"
        "for _ in env.agent_iter(200):\n    seen, _, ended, cut, _ = env.last()\n"
        "    env.step(None if ended or cut else int(seen['action_mask'].argmax()))\nprint(env.agents)\n"
    )
    env = environment()
    env["PYTHONPATH"] = f"{robbers}:{env['PYTHONPATH']}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, check=False)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr[-2000:]


def test_a_new_game_passes_the_laws_as_it_is_written(tmp_path: Path) -> None:
    assert shamble(tmp_path, "new-game", "last_light", "there").returncode == 0
    folder = str(tmp_path / "there" / "last_light")
    done = laws(tmp_path / "there", folder, f"--shamble-laws={folder}")  # asked twice, as by its own settings: run once
    assert done.returncode == 0, done.stdout[-3000:]
    assert "19 passed" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run"], "There is a game run already"),
        (["No Good"], "is no name for a game"),
        (["é"], "is no name for a game"),
        (["x" * 31], "is no name for a game"),
        (["json"], "would hide another one"),
        (["pytest"], "would hide another one"),
        (["class"], "is no name for a game"),
        (["fine", "full"], "is there already and not an empty folder"),
        (["fine", "full/file"], "is there already and not an empty folder"),
        (["fine", "full/file/inside"], "cannot be"),
    ],
)
def test_what_cannot_be_written_is_told_in_a_sentence_and_changes_nothing(
    tmp_path: Path, words: list[str], said: str
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("mine")
    done = shamble(tmp_path, "new-game", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert sorted(os.listdir(tmp_path)) == ["full"]
    assert os.listdir(tmp_path / "full") == ["file"]


def test_laws_of_a_game_that_is_not_there_are_refused(tmp_path: Path) -> None:
    done = laws(tmp_path, "nosuch")
    assert done.returncode == 4
    assert "There is no game 'nosuch'" in done.stderr
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "__init__.py").write_text("1/0")
    done = laws(tmp_path, "broken")
    assert done.returncode == 4
    assert "ZeroDivisionError" in done.stderr
