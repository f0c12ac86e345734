"""The command line: what every command answers, and that bad input is one line on standard error and exit 2."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pexpect
import pytest
from matches import environment, played, shamble, short
from support import GAMES, find
from test_record import owners_edition, whole_game

import shamble as library
from shamble.cli import main
from shamble.cli.playing import _seats
from shamble.match import Match
from shamble.seats import NAMES
from shamble.terminal.screen import Screen

GAME = GAMES[0]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, and a home of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(*words: str, typed: str = "") -> str:
    """What a command says that is done well: exit 0, nothing on standard error."""
    ran = shamble(*words, typed=typed)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    return ran.stdout


def document(*words: str) -> dict[str, Any]:
    """The one JSON document of a command with --json."""
    text = said(*words, "--json")
    assert text.endswith("}\n")
    assert text.count("\n") == 1
    found: dict[str, Any] = json.loads(text)
    return found


def complaint(ran: subprocess.CompletedProcess[str]) -> str:
    """The one line that a refused command says."""
    assert ran.returncode == 2, (ran.stdout, ran.stderr)
    assert ran.stdout == ""
    assert re.fullmatch(r"shamble: [^\n]*[.?)]\n", ran.stderr), ran.stderr
    assert "Traceback" not in ran.stderr
    return ran.stderr


# -- what every command answers ---------------------------------------------------------------------------------


def test_help_and_version_answer(folder: Path) -> None:
    text = said("--help")
    commands = ("play", "simulate", "bench", "replay", "rules", "options", "edition")
    assert all(command in text for command in commands)
    for command in commands:
        assert "Usage" in said(command, "--help")
    for pure, engine in ((True, "interpreted"), (None, "(compiled|interpreted)")):
        told = shamble("--version", env=environment(pure)).stdout
        assert re.fullmatch(rf"shamble {re.escape(library.__version__)} \({engine}\)\n", told)


@pytest.mark.parametrize("game", GAMES)
def test_simulate_answers_the_documented_schema(game: str, folder: Path) -> None:
    report = document("simulate", game, "--games", "20", "--bots", "greedy", "--seed", "9")
    assert set(report) == {
        "game", "players", "options", "edition", "bots", "seed", "games", "compiled", "seconds", "steps_per_second", "wins",
        "endings", "length",
    }  # fmt: skip
    assert (report["game"], report["games"], report["seed"], report["options"]) == (game, 20, 9, {})
    assert report["bots"] == ["greedy"] * report["players"]
    assert all(set(row) == {"seat", "bot", "share", "low", "high"} for row in report["wins"])
    assert set(report["length"]) == {"decisions", "events"}
    assert all(set(row) == {"mean", "median", "p90"} for row in report["length"].values())
    text = said("simulate", game, "--games", "20", "--bots", "greedy", "--seed", "9")
    assert f"20 games of {game}" in text
    for row in report["wins"]:
        assert f"{row['share']:.2%}" in text


def test_simulate_with_two_jobs_gives_the_numbers_of_one(folder: Path) -> None:
    one, two = (document("simulate", GAME, "--games", "700", "--seed", "3", "--jobs", jobs) for jobs in "12")
    for report in (one, two):
        del report["seconds"], report["steps_per_second"]
    assert one == two
    assert one["games"] == 700


def test_simulate_takes_options_players_and_an_edition(folder: Path) -> None:
    for game in GAMES:
        found = find(game)
        option = next(o for o in found.options if o.name not in ("min_players", "max_players") and len(o.choices) > 1)
        value = next(choice for choice in option.choices if choice != option.default)
        own = owners_edition(game, folder)
        report = document(
            "simulate", game, "--games", "3", "--players", str(found.seats[-1]), "--edition", str(own),
            "--option", f"{option.name}={str(value).lower()}",
        )  # fmt: skip
        assert report["options"] == {option.name: value}
        assert report["players"] == found.seats[-1]
        assert report["edition"] == "house-made"


def test_bench_answers_rates(folder: Path) -> None:
    report = document("bench", GAME, "--seconds", "0.01")
    assert set(report) == {"compiled", "games"}
    row = report["games"][GAME]
    assert set(row) == {"players", "steps_per_second", "copies_per_second", "redeals_per_second"}
    assert all(isinstance(value, int) and value > 0 for value in row.values())
    assert GAME in said("bench", GAME, "--seconds", "0.01")


@pytest.mark.parametrize("game", GAMES)
def test_replay_tells_a_game_and_shows_the_table_anywhere(game: str, folder: Path) -> None:
    match = whole_game(game, options=short(game))
    match.record.save(folder / "game.json")
    last = str(match.version)
    text = " ".join(said("replay", "game.json").split())
    assert match.result is not None
    assert match.result.why in text
    for words in (["--at", "0"], ["--at", last, "--seat", "0"], ["--plain"], ["--at", "3", "--plain"]):
        shown = said("replay", "game.json", *words)
        assert ("The end." in shown) == (words in (["--plain"], ["--at", last, "--seat", "0"]))
    plain = said("replay", "game.json", "--plain", "--seat", "0")
    for sentence in match.story(0):
        assert sentence in plain


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_options_are_told(game: str, folder: Path) -> None:
    found = find(game)
    plain = said("rules", game, "--plain")
    for ruling in found.rulings:
        assert f"{ruling.number}. {ruling.question}" in plain
    listed = document("options", game)
    assert [row["name"] for row in listed["options"]] == [option.name for option in found.options]
    assert [row["name"] for row in listed["editions"]] == [edition.name for edition in found.editions()]
    shown = said("options", game)
    for option in found.options:
        assert option.name in shown
        value = next((choice for choice in option.choices if choice != option.default), None)
        if value is not None and option.name != "min_players":
            rules = said("rules", game, "--plain", "--option", f"{option.name}={str(value).lower()}")
            assert f"[{option.name}={str(value).lower()}, changed]" in rules
            break


@pytest.mark.parametrize("game", GAMES)
def test_a_new_edition_is_a_good_one(game: str, folder: Path) -> None:
    template = said("edition", "new", game)
    assert template == find(game).template()
    (folder / "new.toml").write_text(template, encoding="utf-8")
    assert f"is a good edition of {game}" in said("edition", "check", "new.toml")
    owners_edition(game, folder)
    assert "house-made" in said("edition", "check", "own.toml")


@pytest.mark.parametrize("game", GAMES)
def test_bots_alone_play_a_game_through_a_pipe_and_it_is_kept(game: str, folder: Path) -> None:
    players = find(game).default_seats
    seats = [word for seat in range(players) for word in ("--seat", f"{seat}=greedy")]
    text = said("play", game, "--players", str(players), *seats, "--seed", "4", "--save", "kept.json")
    match = library.load("kept.json")
    assert match.result is not None
    assert match.seed == 4
    assert match.result.why in " ".join(text.split())
    assert "\x1b" not in text


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_the_input_saves_and_exits_0(game: str, folder: Path) -> None:
    first = said("play", game, "--seed", "2", typed="")
    files = list((folder / "home" / "shamble" / "games").iterdir())
    assert len(files) == 1
    assert str(files[0]) in first.replace("\n", "")
    version = library.load(str(files[0])).version
    said("play", "--resume", str(files[0]), typed="1\n")
    assert library.load(str(files[0])).version > version
    said("play", "--resume", str(files[0]), "--save", "other.json", typed="q\n")
    assert library.load("other.json").record == library.load(str(files[0])).record


def test_the_menu_leads_to_a_game(folder: Path) -> None:
    assert "Which game" in said(typed="q\n")
    assert "Which game" in said(typed="")
    text = said("--plain", typed=f"nonsense\n{GAME}\n\n\nq\n")
    assert "There is no such choice" in text
    assert "Saved in" in text
    assert "go on with the game of" in said("--plain", typed="q\n")
    assert "Saved in" in said("--plain", typed="c\nq\n")
    assert len(list((folder / "home" / "shamble" / "games").iterdir())) == 1


# -- bad input --------------------------------------------------------------------------------------------------

PLAY = ("play", GAME, "--save", "new.json")
BAD_INPUT: list[tuple[str, ...]] = [
    ("frob",),
    ("--frob",),
    ("edition",),
    ("edition", "frob"),
    ("simulate",),
    ("simulate", "chess"),
    ("bench", "chess"),
    ("bench", GAME, "--seconds", "0"),
    ("bench", GAME, "--seconds", "nan"),
    ("rules", "chess"),
    ("rules", GAME, "--option", "colour=red"),
    ("rules", GAME, "--edition", "fourth"),
    ("rules", GAME, "--ruling", "R999"),
    ("options", "chess"),
    ("edition", "new", "chess"),
    ("edition", "check", "nothing.toml"),
    ("edition", "check", "text.txt"),
    ("edition", "check", "."),
    ("edition", "check", "chess.toml"),
    ("edition", "check", "empty.json"),
    ("play",),
    ("play", "chess"),
    (*PLAY, "--option", "colour=red"),
    (*PLAY, "--option", "colour"),
    (*PLAY, "--option", "=red"),
    (*PLAY, "--option", f"{find(GAME).options[0].name}=sideways"),
    (*PLAY, "--option", f"{find(GAME).options[0].name}={'9' * 5000}"),
    (*PLAY, "--edition", "fourth"),
    (*PLAY, "--edition", "nothing.toml"),
    (*PLAY, "--edition", "text.txt"),
    (*PLAY, "--players", "0"),
    (*PLAY, "--players", "-1"),
    (*PLAY, "--players", "99"),
    (*PLAY, "--players", "9" * 4000),
    (*PLAY, "--players", "9" * 5000),
    (*PLAY, "--players", "two"),
    (*PLAY, "--seat", "99=me"),
    (*PLAY, "--seat", "0=chess"),
    (*PLAY, "--seat", "0"),
    (*PLAY, "--seat", "²=me"),
    (*PLAY, "--seat", "-1=me"),
    (*PLAY, "--seat", f"{'9' * 5000}=me"),
    (*PLAY, "--seat", "0=me", "--seat", "0=greedy"),
    (*PLAY, "--seat", "0=me:@@"),
    (*PLAY, "--seed", "x"),
    (*PLAY, "--seed", "9" * 400),
    (*PLAY, "--pace", "-1"),
    (*PLAY, "--pace", "nan"),
    ("play", GAME, "--save", "text.txt"),
    ("play", GAME, "--save", "."),
    ("play", GAME, "--save", "no/where.json"),
    ("play", "--resume", "nothing.json"),
    ("play", "--resume", "cut.json"),
    ("play", "--resume", "edited.json"),
    ("play", "--resume", "newer.json"),
    ("play", "--resume", "game.json", "--seed", "1"),
    ("replay", "nothing.json"),
    ("replay", "."),
    ("replay", "cut.json"),
    ("replay", "edited.json"),
    ("replay", "newer.json"),
    ("replay", "empty.json"),
    ("replay", "game.json", "--at", "100000"),
    ("replay", "game.json", "--at", "-1"),
    ("replay", "game.json", "--seat", "99"),
    ("replay", "game.json", "--seat", "-1"),
    ("simulate", GAME, "--games", "0"),
    ("simulate", GAME, "--games", "-3"),
    ("simulate", GAME, "--games", "9" * 5000),
    ("simulate", GAME, "--games", "many"),
    ("simulate", GAME, "--games", "5", "--jobs", "0"),
    ("simulate", GAME, "--games", "5", "--players", "99"),
    ("simulate", GAME, "--games", "5", "--bots", "gready"),
    ("simulate", GAME, "--games", "5", "--bots", ","),
    ("simulate", GAME, "--games", "5", "--bots", "random," * 30),
    ("simulate", GAME, "--games", "5", "--option", "colour=red"),
    ("simulate", GAME, "--games", "5", "--edition", "fourth", "--json"),
]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder with good and bad files in it."""
    folder = tmp_path_factory.mktemp("shelf")
    text = played(Match(GAME, seed=1), 1, 10).record.text()
    (folder / "game.json").write_text(text)
    (folder / "cut.json").write_text(text[: text.index('"events"')])
    (folder / "edited.json").write_text(re.sub(r'"final": "..', '"final": "__', text))
    (folder / "newer.json").write_text(text.replace('"format": 1', '"format": 2'))
    (folder / "empty.json").write_text("")
    (folder / "text.txt").write_text("dear diary = \x00")
    (folder / "chess.toml").write_text('game = "chess"\nname = "x"\n')
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("words", BAD_INPUT, ids=lambda words: " ".join(words)[:60])
def test_bad_input_is_one_line_and_exit_2_and_changes_nothing(
    words: tuple[str, ...], shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process, for there are many: `test_a_complaint_names_what_would_be_right` has processes of its own."""
    before = contents(shelf)
    monkeypatch.chdir(shelf)
    monkeypatch.setenv("XDG_DATA_HOME", str(shelf / "home"))
    monkeypatch.setattr(sys, "argv", ["shamble", *words])
    with open(os.devnull, encoding="utf-8") as nothing, monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", nothing)
        with pytest.raises(SystemExit) as left:
            main()
    complaint(subprocess.CompletedProcess(words, left.value.code, *capsys.readouterr()))
    assert contents(shelf) == before


def test_a_complaint_names_what_would_be_right(folder: Path) -> None:
    assert "Did you mean" in complaint(shamble("rules", GAME[:-1] + "x" if len(GAME) > 3 else GAME + "x"))
    assert GAME in complaint(shamble("play", "chess"))
    assert "greedy" in complaint(shamble("play", GAME, "--seat", "0=gredy"))
    assert find(GAME).options[0].name in complaint(shamble("play", GAME, "--option", "colour=red"))


def test_no_file_that_is_not_this_games_save_is_overwritten(folder: Path) -> None:
    done, begun = whole_game(GAME, options=short(GAME)), played(Match(GAME, seed=2), 2, 4)
    done.record.save("done.json")
    begun.record.save("begun.json")
    (folder / "page.html").write_text("dear diary")
    before = contents(folder)
    assert "already holds a game" in complaint(shamble("play", GAME, "--save", "begun.json"))
    assert "already holds a game" in complaint(shamble("play", "--resume", "begun.json", "--save", "done.json"))
    for page in ("done.json", "begun.json", "page.html"):
        assert "is no page" in complaint(shamble("review", "done.json", "--html", page, "--seconds", "0.1"))
    assert contents(folder) == before


def test_a_page_of_a_review_may_be_written_again(folder: Path) -> None:
    whole_game(GAME, options=short(GAME)).record.save("done.json")
    (folder / "page.html").write_text("<!DOCTYPE html><p>old</p>")
    said("review", "done.json", "--html", "page.html", "--seconds", "0.1", "--rollouts", "2", "--iterations", "2")
    assert "<p>old</p>" not in (folder / "page.html").read_text()


def test_plain_before_a_command_is_plain_behind_it(folder: Path) -> None:
    whole_game(GAME).record.save("game.json")
    for words in (["rules", GAME], ["options", GAME], ["replay", "game.json"]):
        assert said("--plain", *words) == said(*words, "--plain")
    assert said("--plain", "play", GAME, "--seed", "1", "--save", "1.json", typed="q\n").replace(
        "1.json", "2.json"
    ) == said("play", GAME, "--seed", "1", "--plain", "--save", "2.json", typed="q\n")
    assert "simulate does not" in complaint(shamble("--plain", "simulate", GAME))
    assert "--plain" in complaint(shamble("simulate", GAME, "--plain"))


def test_a_seat_may_be_taken_by_a_search_of_so_many_tries_or_seconds(folder: Path) -> None:
    found = next(game for game in GAMES if find(game).seats[-1] >= 4)
    names, by = _seats(found, 4, ["0=search:5s", "1=search:0.5s:Ann", "2=search:30:B:C", "3=greedy:Dora"], None)
    assert by == ["search:5s", "search:0.5s", "search:30", "greedy"]
    assert names == [NAMES[0], "Ann", "B:C", "Dora"]
    said("play", GAME, "--seat", "0=search:0.001s:Ann", "--seed", "1", "--save", "kept.json")
    match = library.load("kept.json")
    assert match.result is not None
    assert (match.seats[0].name, match.seats[0].by) == ("Ann", "search:0.001s")
    for wrong in ("search:5x", "search:", "search:0s", "search"):
        with pytest.raises(library.ShambleError):
            _seats(found, 4, [f"0={wrong}"], None)


# -- other people's texts ---------------------------------------------------------------------------------------

NASTY = "\x1b[31mEve\x07\x9b2J\r"


def unprintable(text: str) -> list[str]:
    return [c for c in text if not c.isprintable() and c != "\n"]


def test_control_characters_of_names_and_files_are_never_printed(folder: Path) -> None:
    match = whole_game(GAME, options=short(GAME))
    data = match.record.to_dict()
    data["seats"][0]["name"] = NASTY
    (folder / "foreign.json").write_text(json.dumps(data))
    own = owners_edition(GAME, folder)
    text = re.sub("^(reconstruction|note) = .*\n", "", own.read_text(), flags=re.MULTILINE)
    head = f"reconstruction = true\nnote = {json.dumps(NASTY)}\n"
    own.write_text(head + text, encoding="utf-8")
    shown = [
        said("replay", "foreign.json"),
        said("replay", "foreign.json", "--plain"),
        said("review", "foreign.json", "--seconds", "0.1", "--rollouts", "2", "--iterations", "2"),
        said("play", GAME, "--seat", f"0=me:{NASTY}", "--save", f"{NASTY}.json", typed="v\ns\nq\n"),
        said("play", GAME, "--edition", "own.toml", typed="v\nr\nq\n"),
        said("rules", GAME, "--edition", "own.toml"),
        said("rules", GAME, "--edition", "own.toml", "--plain"),
    ]
    assert all("Eve" in text for text in shown[:1] + shown[3:])
    own.rename(f"{NASTY}.toml")
    shown.append(said("edition", "check", f"{NASTY}.toml"))
    for words in (
        ("replay", f"{NASTY}.missing"),
        ("play", NASTY),
        ("play", GAME, "--option", f"{NASTY}=1"),
        ("play", GAME, "--seat", f"0={NASTY}"),
        ("rules", GAME, "--edition", f"./{NASTY}"),
        (NASTY,),
    ):
        shown.append(complaint(shamble(*words)))
    for text in shown:
        assert not unprintable(text), text


def test_a_screen_prints_no_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    for plain in (True, False):
        screen = Screen(plain)
        screen.say(NASTY, indent=2)
        screen.lines([NASTY])
        screen.table([("1", NASTY, NASTY)])
    shown = capsys.readouterr().out
    assert shown.count("Eve") == 8
    assert not unprintable(shown)


# -- pipes, disks and Ctrl-C ------------------------------------------------------------------------------------


def piped(command: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """A shell line in which `shamble` stands for this source tree's."""
    line = command.replace("shamble", f"{sys.executable} -m shamble.cli")
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        capture_output=True, text=True, env=environment(), check=False, timeout=120, **more,
    )  # fmt: skip


@pytest.mark.parametrize(
    "command",
    [f"rules {GAME}", f"options {GAME}", f"edition new {GAME}", "replay game.json", f"play {GAME} --seed 1 </dev/null"],
)
def test_a_closed_pipe_is_no_matter(command: str, folder: Path) -> None:
    whole_game(GAME).record.save("game.json")
    ran = piped(f"shamble {command} | head -1")
    assert ran.returncode in (0, 141)
    assert ran.stderr == ""
    ran = piped(f"shamble {command} | true")
    assert ran.stderr == ""


@pytest.mark.parametrize(
    "command", ["--version", f"rules {GAME}", f"options {GAME} --json", f"simulate {GAME} --games 2 --json"]
)
def test_a_full_disk_under_the_output_is_one_line_and_exit_2(command: str, folder: Path) -> None:
    ran = piped(f"shamble {command} > /dev/full")
    assert "No space left".lower() in complaint(ran).lower()


def test_text_that_the_terminal_cannot_show_is_no_matter(folder: Path) -> None:
    env = environment(PYTHONIOENCODING="ascii")
    ran = shamble("play", GAME, "--seat", "0=me:Zoë", "--seed", "1", typed="v\nq\n", env=env)
    assert (ran.returncode, ran.stderr) == (0, "")
    ran = shamble("rules", GAME, env=env)
    assert (ran.returncode, ran.stderr) == (0, "")
    raw = subprocess.run(
        [sys.executable, "-m", "shamble.cli", "play", GAME, "--seed", "1"],
        input=b"\xff\xfe\x00\xc3\n\xed\xa0\x80\n1\n", capture_output=True, env=environment(), check=False, timeout=60,
    )  # fmt: skip
    assert (raw.returncode, raw.stderr) == (0, b"")


@pytest.mark.parametrize("closed", [">&-", "<&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_standard_streams_are_no_matter(closed: str, folder: Path) -> None:
    commands = ("--version", f"play {GAME} --save kept.json")
    for command in commands:
        ran = piped(f"shamble {command} {closed}")
        assert (ran.returncode, ran.stderr) == (0, ""), command
        assert bool(ran.stdout) == (">&- " not in f"{closed} ".replace("2>&-", "")), command
    assert library.load("kept.json").seed >= 0
    ran = piped(f"shamble rules chess {closed}")
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr
    assert bool(ran.stderr) == ("2>&-" not in closed)


def children(parent: int) -> list[int]:
    """The processes that live and were started by `parent`."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, started_by = stat.read_text().rpartition(")")[2].split()[:2]
            if int(started_by) == parent and state != "Z":
                found.append(int(stat.parent.name))
    return found


def lives(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def waited(seconds: float, until: Callable[[], bool]) -> bool:
    """Whether it came true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if until():
            return True
        time.sleep(0.1)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc to find the workers in")
@pytest.mark.parametrize("kind", ["simulate", "search"])
def test_worker_processes_end_when_their_parent_is_killed(kind: str, folder: Path) -> None:
    words = ["-m", "shamble.cli", "simulate", GAME, "--games", "99999999", "--jobs", "2"]
    if kind == "search":
        words = ["-c", f"import shamble; shamble.Match({GAME!r}, seed=1).advice(0, seconds=4, jobs=2)"]
    parent = subprocess.Popen(
        [sys.executable, *words], env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    workers: list[int] = []
    try:
        assert waited(60, lambda: len(children(parent.pid)) >= 3)  # two workers, and Python's tracker of resources
        time.sleep(1)
        workers = children(parent.pid)
        parent.kill()
        parent.wait(10)
        assert waited(20, lambda: not any(map(lives, workers))), "workers outlive their parent"
    finally:
        for process in [parent.pid, *workers]:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        parent.wait(10)


def test_ctrl_c_while_the_command_line_is_loading_is_quiet_and_exits_130(folder: Path) -> None:
    """What it loads is slow here: a stand-in for typer that says so and waits."""
    (folder / "typer.py").write_text("import sys, time\nprint('loading', flush=True)\ntime.sleep(60)\n")
    env = environment()
    env["PYTHONPATH"] = os.pathsep.join([str(folder), env["PYTHONPATH"]])
    child = subprocess.Popen(
        [sys.executable, "-m", "shamble", "--version"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env,
    )  # fmt: skip
    assert child.stdout is not None
    assert child.stdout.readline() == "loading\n"
    child.send_signal(signal.SIGINT)
    _, complained = child.communicate(timeout=20)
    assert (child.returncode, complained) == (130, "")


@pytest.mark.parametrize(
    "line",
    ["simulate run --games 999 --bots search:100000 --jobs 1", "simulate run --games 999 --bots search:100000 --jobs 2",
     "arena run --bots search:100000,greedy --games 999 --jobs 1", "solve hate --ring 12",
     "simulate run --players 5 --option composition=6x5 --bots greedy --games 2000 --jobs 1",
     "arena run --players 5 --option composition=6x5 --bots greedy,easy --games 2000 --jobs 1"],
)  # fmt: skip
def test_ctrl_c_is_heard_in_the_middle_of_long_thinking(line: str, folder: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "shamble.cli", *line.split()],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(),
    )  # fmt: skip
    time.sleep(4)
    assert child.poll() is None
    child.send_signal(signal.SIGINT)
    _, complained = child.communicate(timeout=15)
    assert child.returncode == 130
    assert "Traceback" not in complained


def test_a_script_without_a_guard_is_told_what_it_lacks(folder: Path) -> None:
    script = folder / "script.py"
    script.write_text(
        'import shamble\nm = shamble.Match("run", players=2, seed=1)\nm.advice(m.owing[0], iterations=50, jobs=2)\n'
    )
    ran = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env=environment(), check=False, timeout=60
    )
    assert ran.returncode == 1
    assert ran.stderr.count("Traceback") == 1, "the processes that were begun have something to say, too"
    assert "__main__" in ran.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    "call",
    [
        'm = shamble.Match("run", seed=1)\n    m.advice(m.owing[0], iterations=9, jobs=2)',
        'from shamble.lab import chunks, plan, simulate\n    chunks.ALONE = 0\n    plan = plan.make_plan("run", 99999, 2, [], 1, {}, None)\n    simulate.run(plan, 2, print)',
    ],
)
def test_a_script_on_standard_input_is_told_why_it_gets_no_more_processes(folder: Path, call: str) -> None:
    script = f'import shamble\nif __name__ == "__main__":\n    {call}\n'
    ran = subprocess.run(
        [sys.executable, "-"], input=script, capture_output=True, text=True, env=environment(), check=False, timeout=60
    )
    assert ran.returncode == 1
    assert ran.stderr.count("Traceback") == 1
    assert "standard input" in ran.stderr.splitlines()[-1]
    assert "jobs=1" in ran.stderr.splitlines()[-1]


def test_the_command_begins_where_ctrl_c_is_quiet(folder: Path) -> None:
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
    assert project["project"]["scripts"]["shamble"] == "shamble.__main__:main"
    ran = subprocess.run(
        [sys.executable, "-m", "shamble", "--version"],
        capture_output=True, text=True, env=environment(), check=False, timeout=60,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (0, said("--version"))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_during_simulate_reports_what_is_done_and_exits_130(jobs: str, folder: Path) -> None:
    """On a terminal, where Ctrl-C reaches every process, as soon as the bar shows that something is done."""
    line = f"{sys.executable} -m shamble.cli simulate {GAME} --games 99999999 --jobs {jobs} --json > report.json"
    child = pexpect.spawn("bash", ["-c", line], env=environment(), encoding="utf-8", timeout=120, dimensions=(24, 80))
    child.expect(r"[1-9][0-9]*/99999999")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    report = json.loads((folder / "report.json").read_text())
    assert 0 < report["games"] < 99_999_999
    assert f"shamble: stopped after {report['games']} of 99999999 games." in child.before
    assert "Traceback" not in child.before


def test_ctrl_c_during_play_saves_and_exits_130(folder: Path) -> None:
    child = pexpect.spawn(
        sys.executable, ["-m", "shamble.cli", "play", GAME, "--seed", "1", "--save", "game.json"],
        env=environment(), encoding="utf-8", timeout=60, dimensions=(50, 80),
    )  # fmt: skip
    child.expect_exact("\r\n> ")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Saved in game.json." in child.before
    assert "Traceback" not in child.before
    assert library.load("game.json").seed == 1
