"""Every ruling is found by its number: the line that decides it, the test that checks it, its sentence and options;
and every vignette by its own, in docs/vignettes/ and among the tests."""

import ast
import re
from pathlib import Path

import pytest
from matches import ROOT
from support import GAMES, find

from shamble import games
from shamble.kernel.errors import BadOption
from shamble.terminal.screen import Screen
from shamble.terminal.texts import show_ruling

SOURCES = Path(games.__file__).parent
TESTS = ROOT / "tests"
SEATS = (
    "__init__.py"  # how many may play: `seats` of the Game, which the kernel checks with min_players and max_players
)
ELSEWHERE = {"hate": {"R1": SEATS}, "hugme": {"R1": SEATS}, "pocket": {"R2": SEATS}, "run": {"R2": SEATS}}


def below_its_title(path: Path) -> str:
    """A module's text without its own docstring: that it names a number there decides nothing."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    title = tree.body[0].end_lineno if tree.body and ast.get_docstring(tree) is not None else 0
    return "\n".join(text.splitlines()[title:])


def numbers_in(text: str) -> set[str]:
    return set(re.findall(r"\bR[1-9]\d*\b", text))


def missing(game: str, there: set[str]) -> list[str]:
    return [ruling.number for ruling in find(game).rulings if ruling.number not in there]


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_stands_at_the_line_that_decides_it(game: str) -> None:
    there = set()
    for path in (SOURCES / game / "rules").glob("*.py"):
        there |= numbers_in(below_its_title(path))
    for number, name in ELSEWHERE.get(game, {}).items():
        assert number not in there, f"{number} of {game} stands in rules/ now: it is no longer elsewhere"
        there |= {number} & numbers_in(below_its_title(SOURCES / game / name))
    assert missing(game, there) == [], f"rulings of {game} with no line in rules/"


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_is_named_by_a_test(game: str) -> None:
    there = set()
    for path in TESTS.glob(f"test_{game}*.py"):
        there |= numbers_in(below_its_title(path))
    assert missing(game, there) == [], f"rulings of {game} that no test names"


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_is_a_sentence(game: str) -> None:
    for number, ruling in enumerate(find(game).rulings, 1):
        assert ruling.number == f"R{number}"
        assert ruling.question.endswith("?") or "? " in ruling.question
        assert ruling.answer.endswith((".", ".)"))


@pytest.mark.parametrize("game", GAMES)
def test_a_ruling_is_told_by_its_number_with_its_options(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = find(game)
    for ruling in found.rulings:
        show_ruling(found, ruling.number, found.resolve_options(None), Screen(True))
        told = capsys.readouterr().out
        assert told.startswith(f"{ruling.number}. {ruling.question} {ruling.answer}")
        named = [option for option in found.options if option.name in ruling.option.split(", ")]
        for option in named:
            assert f"\n{option.name} = " in told
            assert f"Values: {option.allowed()}." in told
        assert told.endswith("No house rule decides it otherwise.\n") == (not named)


@pytest.mark.parametrize("game", GAMES)
def test_a_number_there_is_not_is_refused_with_those_there_are(game: str) -> None:
    found = find(game)
    last = found.rulings[-1]
    assert found.ruling(last.number.lower()) == found.ruling(last.number[1:]) == last
    for wrong in ("R0", "R999", "", "R", "option", "R1 to R3"):
        with pytest.raises(BadOption, match=f"It has: R1 to {last.number}"):
            found.ruling(wrong)


def vignettes_told(game: str) -> list[int]:
    """The numbers of docs/vignettes/GAME.md, in its order."""
    text = (ROOT / "docs" / "vignettes" / f"{game}.md").read_text("utf-8")
    return [int(number) for number in re.findall(r"^\| V(\d+) \|", text, re.MULTILINE)]


@pytest.mark.parametrize("game", GAMES)
def test_every_vignette_is_told_and_tested(game: str) -> None:
    told = vignettes_told(game)
    assert told == sorted(set(told))
    found = set()
    for path in TESTS.glob(f"test_{game}*vignettes.py"):
        found |= {int(number) for number in re.findall(r"^def test_v0?(\d+)_", path.read_text("utf-8"), re.MULTILINE)}
    assert sorted(found) == told


@pytest.mark.parametrize("game", GAMES)
def test_the_rulings_that_vignettes_rest_on_are_there(game: str) -> None:
    text = (ROOT / "docs" / "vignettes" / f"{game}.md").read_text("utf-8")
    assert numbers_in(text) <= {ruling.number for ruling in find(game).rulings}
