"""Consoles of every kind: without UTF-8, dumb, narrow, resized, and systems that lack what POSIX has."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from matches import PACKAGE, environment, shamble
from support import GAMES

from shamble.locks import lock, try_lock
from shamble.match import Match
from shamble.replaying import load
from shamble.terminal import screen as screens
from shamble.terminal.screen import Screen
from shamble.terminal.session import Left, Session
from shamble.terminal.signs import as_ascii, shell_line

ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
POSIX_ONLY = ("termios", "fcntl", "resource", "pwd", "grp", "pty", "tty", "curses", "readline", "syslog", "crypt")


# -- not UTF-8 ---------------------------------------------------------------------------------------------------


def in_bytes(*words: str, typed: str = "q\n", **variables: str) -> bytes:
    ran = subprocess.run(
        [sys.executable, "-m", "shamble", *words],
        input=typed.encode(), capture_output=True, env=environment(**variables), check=False, timeout=60,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("variables", [ASCII, {"PYTHONIOENCODING": "cp1252"}], ids=["C", "cp1252"])
def test_a_board_is_drawn_in_ascii_where_the_console_is_not_utf_8(variables: dict[str, str], tmp_path: Path) -> None:
    plays = "1\n1\n1\nq\n"
    drawn = in_bytes("play", "pocket", "--seed", "3", "--save", str(tmp_path / "1.json"), typed=plays)
    other = in_bytes("play", "pocket", "--seed", "3", "--save", str(tmp_path / "2.json"), typed=plays, **variables)
    there = other.decode("cp1252").replace("2.json", "1.json")
    assert there.count("?") == drawn.decode().count("?"), "a ? stands for something that cannot be written"
    assert "+---" in there
    assert re.search("[x×] shut   \\^>v< arrow", there)
    assert [len(line) for line in there.splitlines()] == [len(line) for line in drawn.decode().splitlines()]


@pytest.mark.parametrize("words", [["rules", "hate"], ["--help"]])
def test_no_command_writes_a_question_mark_for_what_it_cannot_write(words: list[str]) -> None:
    usual = in_bytes(*words).decode()
    other = in_bytes(*words, **ASCII).decode("ascii")
    assert other.count("?") == usual.count("?")


def test_every_sign_of_ours_has_one_in_ascii() -> None:
    package = PACKAGE / "shamble"
    files = [p for kind in ("py", "md", "toml") for p in package.rglob(f"*.{kind}") if "site" not in p.parts]
    used = {c for p in files if p.name != "look_alikes.toml" for c in p.read_text(encoding="utf-8") if not c.isascii()}
    box = [chr(code) for code in range(0x2500, 0x2580)]
    assert [sign for sign in sorted(used) if as_ascii(sign) == "?"] == []
    assert all(as_ascii(sign).isascii() and len(as_ascii(sign)) == 1 for sign in (*box, *"×·▲►▼◄»«↑↓"))
    assert "".join(as_ascii(sign) for sign in "┌─┐│└┘╔═║┼├") == "+-+|+++-|++"
    assert "".join(as_ascii(sign) for sign in "éŁ猫") == "eL?"


def test_a_dumb_terminal_gets_no_escape_codes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen()
    screen.is_tty = True
    monkeypatch.setenv("TERM", "dumb")
    screen.clear()
    assert set(capsys.readouterr().out) == {"\n"}
    assert b"\x1b" not in in_bytes("rules", "run", TERM="dumb")


# -- narrow, and resized -----------------------------------------------------------------------------------------


def test_the_screen_is_as_wide_as_the_terminal_at_each_moment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen()

    class Terminal:
        width = 40

    screen._measured = Terminal()  # type: ignore[assignment]
    widths = []
    for columns in (40, 25, 200):
        Terminal.width = columns
        screen.rule()
        screen.say("word " * 40)
        widths.append(max(len(line.rstrip()) for line in capsys.readouterr().out.splitlines()))
    assert widths == [40, 25, screens.WIDTH]


def test_a_command_to_copy_stands_in_one_piece(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / ("it's a long way " * 8)
    folder.mkdir()
    file = folder / "game.json"
    for plain in (False, True):
        assert Session(Match("run", 3, seed=1), Typed(["q"], plain), file, 0).run() is Left.QUIT
        lines = capsys.readouterr().out.splitlines()
        assert f"  {shell_line('shamble', 'play', '--resume', str(file))}" in lines
    said = shamble("play", "run", "--save", str(file)).stderr
    assert shell_line("shamble", "play", "--resume", str(file)).replace("  ", " ") in said.replace("  ", " ")


class Typed(Screen):
    """A screen on which certain lines are typed."""

    def __init__(self, typed: list[str], plain: bool = True) -> None:
        super().__init__(plain)
        self.typed = typed

    def read(self, prompt: str = "") -> str | None:
        return self.typed.pop(0) if self.typed else None


# -- taking back -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game for game in GAMES if game != "pocket"])
def test_somebody_alone_takes_back_past_the_bots(game: str, tmp_path: Path) -> None:
    players = Match(game).players
    match = Match(game, players, seed=3, by=["person"] + ["greedy"] * (players - 1))
    file = tmp_path / "game.json"
    Session(match, Typed(["1", "1"]), file, 0).run()
    own = [number for number in range(match.version) if match.act(number)[0] == 0]
    Session(load(str(file)), Typed(["u"]), file, 0).run()
    events = load(str(file)).record.events
    assert events[: own[-1]] == match.record.events[: own[-1]]
    assert sum(who == 0 for who, _ in events) == len(own) - 1


def test_several_people_at_one_keyboard_do_not_take_back_past_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match("run", 2, seed=3)
    Session(match, Typed(["1"] * 4 + ["u"]), tmp_path / "game.json", 0).run()
    assert "cannot be taken back" in capsys.readouterr().out


# -- other systems -----------------------------------------------------------------------------------------------


def suppresses_import_errors(node: ast.AST) -> bool:
    return isinstance(node, ast.With) and "ImportError" in ast.unparse(node.items[0].context_expr)


def test_no_module_needs_what_only_posix_has() -> None:
    for path in (PACKAGE / "shamble").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        tried = [node for node in ast.walk(tree) if isinstance(node, ast.Try) or suppresses_import_errors(node)]
        optional = {id(inner) for node in tried for inner in ast.walk(node)}
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            wanted = [name for name in names if name in POSIX_ONLY and id(node) not in optional]
            assert not wanted, f"{path} imports {wanted} as if every system had it"


def test_a_file_is_locked_by_one_at_a_time(tmp_path: Path) -> None:
    with open(tmp_path / "lock", "w") as one, open(tmp_path / "lock", "a") as two:
        lock(one)
        assert not try_lock(two)
        one.close()
        assert try_lock(two)


WINDOWS = """
import builtins, os, signal
real, missing = builtins.__import__, set(%r)
def guarded(name, names=None, *rest, **more):
    if name in missing and str((names or {}).get("__name__", "")).startswith("shamble"):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return real(name, names, *rest, **more)
builtins.__import__ = guarded
for name in ("sched_getaffinity", "fork", "getuid"):
    delattr(os, name)
del signal.pthread_sigmask
"""


def test_without_what_windows_lacks_the_games_and_the_lab_work(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(WINDOWS % (POSIX_ONLY,))
    variables = environment(XDG_DATA_HOME=str(tmp_path))
    variables["PYTHONPATH"] = f"{tmp_path}:{variables.get('PYTHONPATH') or PACKAGE}"
    for words in (
        ["rules", "run"],
        ["play", "run", "--seed", "1", "--players", "2"],
        ["simulate", "run", "--games", "1200", "--players", "2", "--jobs", "2"],
    ):
        ran = shamble(*words, typed="q\n", env=variables)
        assert ran.returncode == 0, ran.stderr
        assert "Traceback" not in ran.stderr
    everything = (
        "import pkgutil, importlib, shamble\n"
        "for m in pkgutil.walk_packages(shamble.__path__, 'shamble.'):\n"
        "    if '__main__' not in m.name and 'migrations' not in m.name: importlib.import_module(m.name)"
    )
    ran = subprocess.run([sys.executable, "-c", everything], env=variables, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
