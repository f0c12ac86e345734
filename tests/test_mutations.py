"""The laws bite: each of these faults, put into a copy of the sources, makes the test that guards against it fail."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from matches import ROOT, environment
from places import NotFound, find_place

RUN = "games/run/rules"


class Fault(NamedTuple):
    """What is put instead of one place of the sources (see `find_place`), and the test that finds it."""

    where: str
    function: str
    pattern: str
    instead: str
    guard: str


FAULTS = {
    "a cancelled card is not discarded": Fault(
        RUN, "place", "t.discard[match] += ANY", "pass", "test_laws.py -k law_1",
    ),
    "a hand of another stands in the view": Fault(
        RUN, "RunState.view", "list(self.held)", '{}, "peek": self.hand(0)', "test_laws.py -k law_6_no_leak",
    ),
    "the deck stands in the view": Fault(
        RUN, "RunState.view", "self.deck.size()", '{}, "peek": pile_texts(self.deck.unseen)', "test_match.py -k law_6_no_choice",
    ),
    "a draw is told to all": Fault(
        RUN, "RunState.seen", "return HIDDEN", "return code", "test_match.py -k told_apart",
    ),
    "the roll is biased": Fault(
        RUN, "RunState.roll", "self.deck.roll(dice)", "max({}, {})", "test_laws.py -k law_5",
    ),
    "the first chair is favoured": Fault(
        RUN, "RunState.roll", "dice.below(self.players)",
        "dice.below(self.players * 2) % (self.players + 1) % self.players", "test_laws.py -k law_5",
    ),
    "copy forgets that the special rule is used": Fault(
        RUN, "RunState.copy", "other.special_used = ANY", "pass", "test_laws.py -k law_4",
    ),
    "copy shares the hands": Fault(
        RUN, "RunState.copy", "self.hands[:]", "self.hands", "test_laws.py -k law_4",
    ),
    "redeal leaves the hands as they are": Fault(
        RUN, "RunState.redeal", "other = self.copy()", "{}; return other", "test_laws.py -k law_7",
    ),
    "undo leaves a line of the story behind": Fault(
        "telling", "Telling.forget", "at >= number", "at > number", "test_match.py -k law_13",
    ),
    "undo goes across chance": Fault(
        "match", "Match._check_undo", "if other == CHANCE: ANY", "if other == CHANCE: return", "test_match.py -k undo",
    ),
    "luck does not follow from the seed": Fault(
        "match", "Match._luck", "ANY.encode()", '__import__("os").urandom(8)', "test_match.py -k law_9",
    ),
    "a record's events are not checked": Fault(
        "match", "Match.follow", "ANY or ANY or not self.state.allows(ANY, ANY)", "False", "test_record.py -k edited",
    ),
    "a record's last position is not checked": Fault(
        "replaying", "replay", "position_hash(match.state) != ANY", "False", "test_record.py -k changed",
    ),
    "a record's result is not checked": Fault(
        "replaying", "replay", "record.result != ANY", "False", "test_record.py -k changed",
    ),
    "a file is written in place": Fault(
        "files", "write_bytes", "os.replace(ANY, ANY)", 'target.write_bytes(content); raise OSError(28, "full")',
        "test_record.py -k disk",
    ),
    "a choice is offered that is refused": Fault(
        "match", "Match.choices", "self.state.legal(ANY)", "[*{}, self.game.vocabulary.code('redraw')]",
        "test_match.py -k says_who_owes",
    ),
    "a bot looks at the hidden hands": Fault(
        "bots/search", "Search.think", "state.redeal(seat, dice)", "state.copy()", "test_minds.py -k decides_the_same",
    ),
    "a quick bot looks at the hidden hands": Fault(
        "games/run/hints", "Greedy.score", "if code == PASS or code == REDRAW: ANY",
        "return i64(run.hands[(seat + 1) % run.players * 8]) * code % 5", "test_laws.py -k greedy_chooses",
    ),
    "a ledger leaves one event out": Fault(
        "review", "_Reviewer._look_at", "range(match.players)",
        "range(match.players if number != match.version // 2 else 0)", "test_minds.py -k ledger",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources and tests."""
    folder = tmp_path_factory.mktemp("tree")
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info"))
    return folder


def run_tests(tree: Path, which: str) -> subprocess.CompletedProcess[str]:
    """The tests of the copy, in which nothing is compiled, for the game `run` alone."""
    file, *rest = which.split()
    paths = f"{tree / 'src'}:{tree / 'tests'}"
    env = environment(pure=False, SHAMBLE_TEST_GAMES="run", PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    env |= {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "shamble.laws.plugin",
         "-c", "/dev/null", f"tests/{file}", *rest],
        capture_output=True, text=True, cwd=tree, env=env, check=False, timeout=300,
    )  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_the_fault_is_found(fault: str, tree: Path) -> None:
    where, function, pattern, instead, guard = FAULTS[fault]
    place = find_place(tree / "src" / "shamble", where, function, pattern)
    right = place.file.read_bytes()
    place.file.write_text(place.replaced(instead), "utf-8")
    try:
        ran = run_tests(tree, guard)
    finally:
        place.file.write_bytes(right)
    assert ran.returncode == 1, f"nobody noticed that {fault}:\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}"
    assert "1 failed" in ran.stdout
    failed = next(line for line in ran.stdout.splitlines() if line.startswith("FAILED"))
    assert not any(slip in failed for slip in ("NameError", "SyntaxError", "AttributeError", "TypeError")), failed


def test_without_a_fault_nothing_is_found(tree: Path) -> None:
    ran = run_tests(tree, "test_laws.py -k law_4")
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize(
    ("function", "pattern"),
    [
        ("RunState.roll", "dice.above(ANY)"),
        ("RunState.view", "self.players"),
        ("RunState.roam", "ANY"),
        ("roll", "ANY"),
    ],
)
def test_a_fault_that_has_no_place_any_more_is_no_silent_success(tree: Path, function: str, pattern: str) -> None:
    with pytest.raises(NotFound, match="exactly one was meant"):
        find_place(tree / "src" / "shamble", RUN, function, pattern)


def test_a_place_is_found_however_it_is_laid_out(tmp_path: Path) -> None:
    file = tmp_path / "one.py"
    for text in (
        "def f(a):\n    if a == CHANCE:\n        return   g( a,1 )  # é\n",
        "'é'; import codes\ndef f(a):\n    if (a ==\n        codes.CHANCE): return g(\n            a, 1)\n",
    ):
        file.write_text(text, "utf-8")
        changed = find_place(tmp_path, "one", "f", "if a == CHANCE: ANY").replaced("return 2")
        assert changed.startswith(text[: text.index("if")])
        assert "CHANCE" not in changed
        assert find_place(tmp_path, "one", "f", "g(ANY, 1)").replaced("h({})").count("h(g(") == 1
