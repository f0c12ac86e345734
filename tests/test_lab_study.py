"""Studies: what a file may say, what is made of it, and that the numbers mean what the report says."""

import re
import shlex
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from matches import ROOT, environment, is_one_sentence, shamble

from shamble.files import BadFile
from shamble.lab import plan as plans
from shamble.lab.commands import study as play_and_tell
from shamble.lab.study import play_study
from shamble.lab.studyfile import BadStudy, line_of, read_study

for library in ("polars", "numpy", "matplotlib"):
    pytest.importorskip(library, reason=f"{library} (extra lab) is not installed")

import numpy as np  # noqa: E402 (only where it is installed)

from shamble.lab.findings import find_out  # noqa: E402
from shamble.lab.stats import Difference, Estimate, difference, holm, mean, share  # noqa: E402

STUDY = """\
title = "Six symbols"
question = "What do six symbols change?"
game = "run"
games = 60
seed = 5
players = 3
bots = ["greedy"]
watch = 2
compare = ["win", "decisions", "ending"]

[[variant]]
name = "10x3"

[[variant]]
name = "6x5"
options = { composition = "6x5" }
"""


def quiet(done: int) -> None:
    pass


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(plans, "CHUNK", 20)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "six.toml").write_text(STUDY)
    return tmp_path


# -- statistics ----------------------------------------------------------------------------------------------------


def shares(won: int, of: int) -> Estimate:
    return share(np.array([1.0] * won + [0.0] * (of - won)), np.ones(of))


@pytest.mark.parametrize(
    ("one", "two", "low", "high"),
    [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090), ((6, 7), (2, 7), 0.0582, 0.8062),
     ((5, 56), (0, 29), -0.0381, 0.1926), ((0, 10), (0, 20), -0.1611, 0.2775), ((10, 10), (0, 20), 0.6791, 1.0000),
     ((10, 10), (0, 10), 0.6075, 1.0000)],
)  # fmt: skip
def test_differences_have_the_published_intervals(
    one: tuple[int, int], two: tuple[int, int], low: float, high: float
) -> None:
    """The examples of R. G. Newcombe, Statistics in Medicine 17 (1998), 873-890, table II, method 10."""
    found = difference(shares(*one), shares(*two), same_games=False).interval(1.959963984540054)
    assert found == pytest.approx((low, high), abs=6e-5)


def test_two_seats_of_one_game_differ_twice_as_surely_as_either_is_known() -> None:
    """What one wins the other loses: the difference is 2 p - 1, its error twice that of p."""
    won = np.array([1.0] * 520 + [0.0] * 480)
    one, two = share(won, np.ones(1000)), share(1 - won, np.ones(1000))
    low, high = difference(one, two, same_games=True).interval(1.0)
    assert high - low == pytest.approx(4 * one.error, rel=0.01)
    assert difference(one, two, same_games=True).p > difference(one, two, same_games=False).p


def test_seats_of_one_game_that_win_together_are_worth_one() -> None:
    won = np.repeat([3.0, 0.0], 200)
    together = share(won, np.full(400, 3.0))
    assert together.error == pytest.approx(shares(200, 400).error)
    assert (together.low, together.high) == pytest.approx((shares(200, 400).low, shares(200, 400).high))


def fixed(p: float) -> Difference:
    return Difference(1.0, p, lambda z: (1.0 - z, 1.0 + z))


def test_holm_s_correction_is_the_textbook_s() -> None:
    assert [one.adjusted for one in holm([fixed(p) for p in (0.01, 0.04, 0.03, 0.005)])] == pytest.approx(
        [0.03, 0.06, 0.06, 0.02]
    )
    assert [one.real for one in holm([fixed(p) for p in (0.01, 0.04, 0.03, 0.005)])] == [True, False, False, True]
    assert holm([]) == []


def test_what_is_real_leaves_out_zero_and_nothing_else_does() -> None:
    rng = np.random.default_rng(4)
    groups = [share(rng.binomial(1, chance, 400).astype(float), np.ones(400)) for chance in np.linspace(0.4, 0.6, 9)]
    judged = holm([difference(one, two, same_games=False) for one in groups for two in groups if one is not two])
    assert any(one.real for one in judged)
    assert not all(one.real for one in judged)
    for one in judged:
        assert one.real == (one.low > 0 or one.high < 0) == (one.adjusted < 0.05)
        assert one.low <= one.value <= one.high


def test_of_sixty_studies_of_nothing_few_find_anything() -> None:
    rng = np.random.default_rng(7)
    wrong = 0
    for _ in range(60):
        lots = [share(rng.binomial(1, 0.3, 300).astype(float), np.ones(300)) for _ in range(5)]
        lots += [mean(rng.exponential(9.0, 300)) for _ in range(5)]
        pairs = [(a, b) for k, a in enumerate(lots) for b in lots[k + 1 :] if a.bounded == b.bounded]
        wrong += any(one.real for one in holm([difference(a, b, same_games=False) for a, b in pairs]))
    assert wrong <= 9  # three are expected


# -- the file ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "field"),
    [
        ('game = "run"', 'game = "chess"', 3, "game"),
        ("games = 60", "games = 0", 4, "games"),
        ("games = 60", 'games = "many"', 4, "games"),
        ("seed = 5", "sead = 5", 5, "sead"),
        ("players = 3", "players = 33", 6, "players"),
        ("players = 3", "players = [3, 3]", 6, "players"),
        ('bots = ["greedy"]', 'bots = [\n  "greedy",\n  "gready",\n]', 9, "bots"),
        ('bots = ["greedy"]', 'bots = ["greedy,random"]', 7, "bots"),
        ("watch = 2", "watch = true", 8, "watch"),
        ('"decisions"', '"desicions"', 9, "compare"),
        ('compare = ["win", "decisions", "ending"]', 'by = ["colour"]', 9, "by"),
        ('compare = ["win", "decisions", "ending"]', 'by = ["seat", "character"]', 9, "by"),
        ('compare = ["win", "decisions", "ending"]', 'by = ["side"]', 9, "by"),
        ('compare = ["win", "decisions", "ending"]', 'between = ["variants", "players"]', 9, "between"),
        ('compare = ["win", "decisions", "ending"]', 'between = ["bots"]', 9, "between"),
        ('compare = ["win", "decisions", "ending"]', "compare = []", 9, "compare"),
        ('compare = ["win", "decisions", "ending"]', "by = []", 9, "by"),
        ('compare = ["win", "decisions", "ending"]', "between = []", 9, "between"),
        ('"win", "decisions", "ending"]', '"ending"]\nbetween = ["groups"]', 10, "between"),
        ('name = "6x5"', 'name = "10x3"', 15, "variant[2].name"),
        ('name = "6x5"\n', "", 14, "variant[2].name"),
        ('name = "6x5"', 'name = "6x5"\nedition = "fourth"', 16, "variant[2].edition"),
        ('name = "6x5"', 'name = "6x5"\nrules = 1', 16, "variant[2].rules"),
        ('composition = "6x5"', 'compositoin = "6x5"', 16, "variant[2].options.compositoin"),
        ('composition = "6x5"', 'composition = "7x7"', 16, "variant[2].options.composition"),
        ('options = { composition = "6x5" }', "options = 3", 16, "variant[2].options"),
        ('options = { composition = "6x5" }', "[variant.options]\nmax_turns = -4", 17, "variant[2].options.max_turns"),
        ("[[variant]]\nname = \"6x5\"", "[options]\nredraw_limit = 9\n[[variant]]\nname = \"6x5\"", 15,
         "options.redraw_limit"),
    ],
    ids=lambda value: str(value)[:24],
)  # fmt: skip
def test_what_a_study_file_gets_wrong_is_named_by_line_and_field(
    old: str, new: str, line: int, field: str, folder: Path
) -> None:
    assert old in STUDY
    (folder / "six.toml").write_text(STUDY.replace(old, new, 1))
    with pytest.raises(BadStudy) as error:
        read_study("six.toml")
    text = str(error.value)
    assert text.startswith(f"six.toml, line {line}, field '{field}': "), text
    assert is_one_sentence(text)


@pytest.mark.parametrize(("game", "column"), [("horrific", "out"), ("pocket", "out"), ("pocket", "lead_changes")])
def test_what_a_game_does_not_have_is_not_compared(game: str, column: str, folder: Path) -> None:
    (folder / "it.toml").write_text(f'game = "{game}"\ncompare = ["win", "{column}"]\n')
    with pytest.raises(BadStudy, match=r"line 2, field 'compare': in .* nobody"):
        read_study("it.toml")


def test_a_study_file_that_is_none_is_one_sentence_and_exit_2(folder: Path) -> None:
    (folder / "broken.toml").write_text('title = "x\n')
    (folder / "raw.toml").write_bytes(b"\xff\xfe")
    (folder / "empty.toml").write_text("")
    for name in ("broken.toml", "raw.toml", "empty.toml", "missing.toml"):
        ran = shamble("study", name)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr.startswith("shamble: ")
        assert len(ran.stderr.splitlines()) == 1
    assert sorted(path.name for path in folder.iterdir()) == ["broken.toml", "empty.toml", "raw.toml", "six.toml"]


def test_lines_are_found_in_any_style_of_toml() -> None:
    text = 'a = 1\n[options]\n"b" = 2\n[[v]]\nx = 1\n[[v]]\ny = { c = 3, dd = 4 }\n[v.z]\ne.f = 5\n'
    fields: list[tuple[str | int, ...]] = [
        ("a",), ("options", "b"), ("v", 0, "x"), ("v", 1, "y", "dd"), ("v", 1, "z", "e", "f"), ("v", 1, "nothing"),
    ]  # fmt: skip
    assert [line_of(text, field) for field in fields] == [1, 3, 5, 7, 9, 6]


# -- the whole -----------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """What a page asks for from elsewhere, and the names in it."""

    def __init__(self) -> None:
        super().__init__()
        self.asks: list[str] = []
        self.names: list[str] = []
        self.used: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("src", "href", "xlink:href") and not str(value).startswith("#"):
                self.asks.append(f"{tag} {value}")
            if name in ("href", "xlink:href") and str(value).startswith("#"):
                self.used.append(str(value)[1:])
            if name == "id":
                self.names.append(str(value))


def test_a_study_is_data_and_a_report_that_is_the_same_again(folder: Path) -> None:
    study = read_study("six.toml")
    told = play_and_tell(study, Path("out"), 1, quiet)
    assert told.lines[0].startswith("out: ")
    files = {str(path.relative_to("out")): path.read_bytes() for path in Path("out").rglob("*") if path.is_file()}
    pictures = {"wins-by-seat", "length", "eliminations", "leads", "topics", "compare"}
    assert set(files) == {
        "games.parquet", "topics.parquet", "report.md", "report.html", "study.json",
        *(f"pictures/{name}.svg" for name in pictures if name != "topics" or "pictures/topics.svg" in files),
    }  # fmt: skip
    page = Page()
    page.feed(files["report.html"].decode())
    assert page.asks == []
    assert len(page.names) == len(set(page.names))
    assert set(page.used) <= set(page.names)
    assert "What do six symbols change?" in files["report.html"].decode()
    for name in ("report.md", "report.html", "pictures/length.svg"):
        Path("out", name).unlink()
    play_and_tell(study, Path("out"), 2, quiet, resume=True)
    assert {name: Path("out", name).read_bytes() for name in files} == files
    Path("out/pictures/length.svg").unlink()
    play_and_tell(study, Path("out"), 1, quiet, figure="length")
    assert Path("out/pictures/length.svg").read_bytes() == files["pictures/length.svg"]
    with pytest.raises(BadFile, match="no picture"):
        play_and_tell(study, Path("out"), 1, quiet, figure="profits")


def test_the_commands_in_a_report_give_its_numbers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the command has its own size of chunks
    monkeypatch.chdir(folder)
    play_and_tell(read_study("six.toml"), Path("out"), 1, quiet)
    text = Path("out/report.md").read_text()
    commands = sorted(set(re.findall(r"^shamble simulate .*$", text, re.MULTILINE)))
    assert len(commands) == 2
    for command in commands:
        ran = shamble(*shlex.split(command)[1:])
        assert ran.returncode == 0
        for share_ in re.findall(r"  greedy +([0-9.]+%)", ran.stdout):
            assert f"| {share_} |" in text
    assert "shamble study six.toml --out out --figure compare" in text


def test_a_stopped_study_is_gone_on_with_and_gives_the_same_report(folder: Path) -> None:
    study = read_study("six.toml")
    play_and_tell(study, Path("whole"), 1, quiet)

    def stop(done: int) -> None:
        if done >= 80:
            raise KeyboardInterrupt

    told = play_and_tell(study, Path("out"), 1, stop)
    assert (told.stopped, told.done) == (True, 80)
    with pytest.raises(BadFile, match="--resume"):
        play_and_tell(study, Path("out"), 1, quiet)
    again: list[int] = []
    play_and_tell(study, Path("out"), 1, again.append, resume=True)
    assert 80 in again
    assert min(again) >= 60
    for name in ("games.parquet", "topics.parquet", "pictures/leads.svg"):
        assert Path("out", name).read_bytes() == Path("whole", name).read_bytes()
    assert Path("out/report.md").read_text().replace("--out out", "") == Path("whole/report.md").read_text().replace(
        "--out whole", ""
    )


def test_a_folder_that_is_not_the_study_s_is_left_alone(folder: Path) -> None:
    study = read_study("six.toml")
    Path("mine").mkdir()
    Path("mine/letter.txt").write_text("dear aunt")
    with pytest.raises(BadFile, match="holds no study"):
        play_and_tell(study, Path("mine"), 1, quiet, resume=True)
    assert [path.name for path in Path("mine").iterdir()] == ["letter.txt"]
    play_and_tell(study, Path("out"), 1, quiet)
    (folder / "six.toml").write_text(STUDY.replace("seed = 5", "seed = 6"))
    before = {path: path.read_bytes() for path in Path("out").rglob("*") if path.is_file()}
    with pytest.raises(BadFile, match="another study"):
        play_and_tell(read_study("six.toml"), Path("out"), 1, quiet, resume=True)
    assert {path: path.read_bytes() for path in Path("out").rglob("*") if path.is_file()} == before


def test_findings_are_those_of_the_rows(folder: Path) -> None:
    """Counted again by hand, the slow way."""
    study = read_study("six.toml")
    played = play_study(study, Path("out"), 1, quiet)
    found = find_out(study, played)
    assert played.games is not None
    assert played.topics is not None
    for number, cell in enumerate(found.cells):
        games = [row for row in played.games.iter_rows(named=True) if row["cell"] == number]
        assert cell.games == len(games) == 60
        for group in cell.groups:
            assert group.chance.value == pytest.approx(sum(row[f"payoff_{group.name}"] for row in games) / 60)
        assert cell.numbers["decisions"].value == pytest.approx(sum(row["decisions"] for row in games) / 60)
        watched = {row["game"]: row for row in games if row["watched"]}
        assert cell.watched == len(watched) == 30
        topics = [row for row in played.topics.iter_rows(named=True) if row["cell"] == number]
        (give,) = (topic for topic in cell.topics if topic.name == "give")
        gave = {(row["game"], row["seat"]) for row in topics if row["topic"] == "give"}
        assert give.came_up == pytest.approx(len({game for game, _ in gave}) / 30)
        assert give.times == pytest.approx(sum(row["times"] for row in topics if row["topic"] == "give") / 30)
        won: dict[bool, list[float]] = {True: [], False: []}
        for game, row in watched.items():
            for seat in range(3):
                won[(game, seat) in gave].append(row[f"payoff_{seat}"])
        assert give.effect is not None
        assert give.effect.value == pytest.approx(sum(won[True]) / len(won[True]) - sum(won[False]) / len(won[False]))


def test_characters_and_sides_are_told_where_a_game_has_them(folder: Path) -> None:
    wanted: dict[str, tuple[dict[str, Any], set[str]]] = {
        "hugme": ({"round_limit": 3}, {"seat", "character", "last_side"}),
        "horrific": ({"round_limit": 3}, {"seat", "character"}),
        "hate": ({}, {"seat", "side"}),
    }
    for game, (options, kinds) in wanted.items():
        listed = ", ".join(f"{name} = {value}" for name, value in options.items())
        players = 5 if game == "hate" else 3
        (folder / "x.toml").write_text(
            f'game = "{game}"\ngames = 40\nplayers = {players}\nwatch = 1\noptions = {{ {listed} }}\n'
        )
        study = read_study("x.toml")
        found = find_out(study, play_study(study, Path(game), 1, quiet))
        assert kinds <= {group.kind for group in found.cells[0].groups} <= kinds | {"last_side"}
        for kind in kinds & {"character", "seat"}:
            sizes = sum(group.chance.size for group in found.cells[0].groups if group.kind == kind)
            assert sizes == 40 * players


@pytest.mark.parametrize("path", sorted((ROOT / "studies").glob("*.toml")), ids=lambda path: path.stem)
def test_the_ready_made_studies_can_be_played(path: Path) -> None:
    study = read_study(path)
    assert study.title
    assert study.question.endswith("?")
    assert len(study.cells) >= 1


def test_the_example_runs(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "plot_study.py"), str(tmp_path / "out")],
        env=environment(), capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "real" in ran.stdout
    assert (tmp_path / "out/lengths.svg").stat().st_size > 1000
