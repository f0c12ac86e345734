"""A game of one's own, which lives in a folder outside: laws, matches, records, minds, terminal and adapters take it as
they take the others, and nothing of it stands anywhere else."""

import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import test_laws
import test_match
import test_minds
import test_record
from matches import environment, played
from own_games import FOLDER, registered

from shamble.games import catalogue, codes, find, has, register, shipped, unregister
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadOption
from shamble.kernel.game import Game
from shamble.kernel.state import SPECTATOR
from shamble.match import Match
from shamble.replaying import load

OTHERWISE = {  # what asks for more than a game needs
    "test_every_game_has_a_stored_record_of_every_version_of_its_rules",
}


def laws() -> list[Callable[..., None]]:
    """Every test of one game that wants nothing else, but to say how much it checked."""
    found = []
    for module in (test_laws, test_match, test_record, test_minds):
        for name, test in vars(module).items():
            if name.startswith("test_") and name not in OTHERWISE:
                wants = [*inspect.signature(test).parameters]
                found += [test] if wants in (["game"], ["game", "checked"]) else []
    return found


@pytest.fixture
def game() -> Iterator[Game]:
    with registered() as found:
        yield found


@pytest.mark.parametrize("law", laws(), ids=lambda law: law.__name__)
def test_the_laws_hold_for_a_game_of_ones_own(
    law: Callable[..., None], game: Game, checked: Callable[[str], None]
) -> None:
    law(game.code, *([checked] if "checked" in inspect.signature(law).parameters else []))


def test_it_stands_in_the_catalogue_while_it_is_registered() -> None:
    with registered() as game:
        assert codes()[-1] == "tictac"
        assert catalogue()[-1] is find("tictac") is game
        assert [one.code for one in shipped()] == [*codes()][:-1]
        assert register(game) is register(FOLDER) is game
        with pytest.raises(BadOption, match="Did you mean tictac"):
            find("tictak")
    assert not has("tictac")
    with pytest.raises(BadOption, match="There is no game 'tictac'"):
        find("tictac")


def test_every_folder_of_games_is_in_the_catalogue_under_its_own_name() -> None:
    folder = Path(sys.modules[find.__module__].__path__[0])
    assert sorted(codes()) == sorted(path.parent.name for path in folder.glob("*/__init__.py"))
    assert codes() == ("pocket", "run", "hate", "hugme", "horrific")


def test_a_code_is_taken_once(tmp_path: Path) -> None:
    class Second(type(find("run"))):  # type: ignore[misc]
        title = "Another run"

    with pytest.raises(BadOption, match="There is a game 'run' already: Zombie! Run"):
        register(Second())
    with pytest.raises(BadOption, match="there is no `__init__"):
        register(tmp_path)
    (tmp_path / "empty_game").mkdir()
    (tmp_path / "empty_game" / "__init__.py").write_text("")
    with pytest.raises(BadOption, match="must set GAME"):
        register(tmp_path / "empty_game")
    find("run").__init__()  # type: ignore[misc]  # its positions are read by itself again


def test_its_record_is_saved_and_loaded(game: Game, tmp_path: Path) -> None:
    match = played(Match("tictac", seed=4), 4)
    match.record.save(str(tmp_path / "game.json"))
    assert load(str(tmp_path / "game.json")).state.pack() == match.state.pack()


def test_without_a_board_the_view_is_told_field_by_field(game: Game) -> None:
    match = Match("tictac", seed=1)
    match.play(0, "mark 5")
    lines = game.board.plain(match.view(0), ["Ann", "Bob"])
    assert lines[:4] == ["Seats, 0: Ann.", "Seats, 1: Bob.", "Seat: 0.", "Turn: 1."]
    assert "Rows, 1: -, X, -." in lines
    assert f"Card: {match.view(0)['card']}." in lines
    drawn = str(game.board.draw(match.view(0), ["Ann", "Bob"]))
    assert "rows:\n  0: -, -, -\n  1: -, X, -\n" in drawn
    assert all(len(line) <= 80 for line in drawn.split("\n"))
    assert "Card: none." in game.board.plain(match.view(None), ["Ann", "Bob"])


BEGIN = "import sys\nfrom pathlib import Path\nfrom shamble.games import register\nregister(Path(sys.argv.pop(1)))\n"
MAIN = f"{BEGIN}from shamble.__main__ import main\nif __name__ == '__main__':\n    main()\n"


def command(script: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """A `shamble WORDS…` that knows the game."""
    script.write_text(MAIN)
    return subprocess.run(
        [sys.executable, str(script), str(FOLDER), *words], input=typed, capture_output=True, text=True, timeout=120,
        check=False, env=environment(),
    )  # fmt: skip


def test_it_is_played_in_the_terminal(tmp_path: Path) -> None:
    words = ("play", "tictac", "--seed", "5", "--save", str(tmp_path / "game.json"))
    played = command(tmp_path / "own.py", *words, typed="mark 5\nv\n1\n" + "1\n" * 12)
    assert played.returncode == 0, played.stderr
    assert "Traceback" not in played.stderr
    assert "rows:" in played.stdout
    assert "three in a row" in played.stdout or "The squares are full" in played.stdout
    plain = command(tmp_path / "own.py", "play", "tictac", "--seed", "5", "--plain", "--save", str(tmp_path / "b.json"))
    assert "Rows, 0: -, -, -." in plain.stdout


def test_worker_processes_know_it(tmp_path: Path) -> None:
    words = ("simulate", "tictac", "--games", "40", "--jobs", "2", "--json", "--seed", "1")
    pytest.importorskip("numpy")
    done = command(tmp_path / "own.py", *words)
    assert done.returncode == 0, done.stderr
    assert '"games": 40' in done.stdout


def test_a_game_without_a_folder_is_shown_and_told_as_well() -> None:
    class Bare(type(find("run"))):  # type: ignore[misc]
        code = "bare"
        order = 7

    game = register(Bare())
    try:
        assert game.package == ""
        assert game.part("board") is None
        assert game.file("howto.md") is None
        assert game.facts.topic("play I3 @2") == "play I3"
        view = Match("bare", seed=1).view(0)
        assert any(line.startswith("Hand: ") for line in game.board.plain(view, list("abcd")))
        adapters = pytest.importorskip("shamble.adapters.table")
        with pytest.raises(BadOption, match=r"needs a `layout\.py`"):
            adapters.Table("bare")
    finally:
        unregister("bare")


def test_a_part_that_is_broken_is_not_taken_for_one_that_is_missing(tmp_path: Path) -> None:
    folder = tmp_path / "broken_tictac"
    folder.mkdir()
    for path in FOLDER.iterdir():
        if path.is_file():
            (folder / path.name).write_text(path.read_text("utf-8"), "utf-8")
    (folder / "board.py").write_text("import a_module_that_is_not_there\n")
    with registered(folder) as game, pytest.raises(ModuleNotFoundError, match="a_module_that_is_not_there"):
        assert game.board


def test_adapters_take_its_own_layout(game: Game) -> None:
    from shamble.adapters.table import Table
    from shamble.kernel.luck import Luck

    table = Table("tictac")
    state = table.deal(Luck(1))
    state.apply(0, 4)
    row = table.observation(state, 1)
    assert list(row[table.layout.where("seat")]) == [0, 1]
    assert list(row[table.layout.where("squares")])[12:15] == [1, 0, 0]
    low, high = table.layout.bounds()
    assert all(a <= x <= b for a, x, b in zip(low, row, high, strict=True))
    for seat in (0, 1, SPECTATOR):
        seen = bytes(memoryview(table.observation(state, seat)))
        assert {bytes(memoryview(table.observation(state.redeal(seat, Dice(k)), seat))) for k in range(9)} == {seen}


def test_environments_play_it(game: Game) -> None:
    pettingzoo = pytest.importorskip("shamble.adapters.pettingzoo")
    env = pettingzoo.env("tictac")
    env.reset(seed=3)
    for _ in env.agent_iter(40):
        observation, _, ended, cut, _ = env.last()
        env.step(None if ended or cut else int(observation["action_mask"].argmax()))
    assert not env.agents


def test_openspiel_takes_games_registered_later(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    script = (
        f"import pyspiel\nfrom pathlib import Path\nfrom shamble.adapters import openspiel\n"
        f"from shamble.games import register\nregister(Path({str(FOLDER)!r}))\nopenspiel.register_games()\n"
        "print(pyspiel.load_game('shamble_tictac').new_initial_state().chance_outcomes())\n"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment(), check=True)
    assert re.findall(r"\((\d+), 0\.33", told.stdout) == ["19", "20", "21"]


def test_no_page_of_a_game_needs_a_terminal() -> None:
    script = (
        "import sys\nsys.modules['rich'] = None\nfrom shamble.games import catalogue\n"
        "for game in catalogue():\n    assert game.part('page') is not None\n"
        "print([name for name in sys.modules if name.endswith('.board')])\n"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment(), check=True)
    assert told.stdout.strip() == "[]"


def test_games_need_no_numpy() -> None:
    script = (
        "import sys\nsys.modules['numpy'] = None\nfrom shamble.games import catalogue\n"
        "print(all(game.part('layout') is not None for game in catalogue()))\n"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment(), check=True)
    assert told.stdout.strip() == "True"


def test_nothing_outside_its_folder_names_a_game_of_ones_own() -> None:
    source = Path(sys.modules[Match.__module__].__file__ or "").parent
    names: dict[str, Any] = {path.name: path for path in source.rglob("*.py") if "tictac" in path.read_text("utf-8")}
    assert names == {}
