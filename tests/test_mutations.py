"""The laws bite: each of these faults, put into a copy of the sources, makes the test that guards against it fail."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from matches import ROOT, environment

RUN = "src/shamble/games/run/rules/state.py"
TURN = "src/shamble/games/run/rules/turn.py"
MATCH = "src/shamble/match.py"

FAULTS = {
    "a cancelled card is not discarded": (
        TURN, "self.discard[match] += u8(1)", "pass", "test_laws.py -k law_1",
    ),
    "a hand of another stands in the view": (
        RUN, '"held": list(self.held),', '"held": list(self.held), "peek": self.hand(0),', "test_laws.py -k law_6_no_leak",
    ),
    "the deck stands in the view": (
        RUN, '"deck": self.deck.size(),\n            "discard"', '"deck": pile_texts(self.deck.unseen),\n            "discard"',
        "test_match.py -k law_6_no_choice",
    ),
    "a draw is told to all": (
        RUN, "            return HIDDEN\n", "            return code\n", "test_match.py -k told_apart",
    ),
    "the roll is biased": (
        RUN, "return DRAW + self.deck.roll(dice)", "return DRAW + max(self.deck.roll(dice), self.deck.roll(dice))",
        "test_laws.py -k law_5",
    ),
    "the first chair is favoured": (
        RUN, "return FIRST + dice.below(self.players)", "return FIRST + dice.below(self.players * 2) % (self.players + 1) % self.players",
        "test_laws.py -k law_5",
    ),
    "copy forgets that the special rule is used": (
        RUN, "        other.special_used = self.special_used\n", "", "test_laws.py -k law_4",
    ),
    "copy shares the hands": (
        RUN, "other.hands = self.hands[:]", "other.hands = self.hands", "test_laws.py -k law_4",
    ),
    "redeal leaves the hands as they are": (
        RUN, "        deck = other.deck\n", "        deck = other.deck\n        seat = -2\n        return other\n",
        "test_laws.py -k law_7",
    ),
    "undo leaves a line of the story behind": (
        "src/shamble/telling.py", "[at for at in told if at >= number]", "[at for at in told if at > number]", "test_match.py -k law_13",
    ),
    "undo goes across chance": (
        MATCH, 'raise IllegalAction("Chance has spoken since: that cannot be taken back.")', "return", "test_match.py -k undo",
    ),
    "a refused action uses luck": (
        MATCH, 'f"{self.seed}/{number}"', 'f"{self.seed}/{number}/{secrets.randbits(9)}"',
        "test_match.py -k law_9",
    ),
    "a record's events are not checked": (
        MATCH, "if code < 0 or not match.state.allows(actor, code):", "if False:", "test_record.py -k edited",
    ),
    "a record's last position is not checked": (
        MATCH, "if position_hash(match.state) != record.final:", "if False:", "test_record.py -k changed",
    ),
    "a record's result is not checked": (
        MATCH, "if record.result != match.record.result:", "if False:", "test_record.py -k changed",
    ),
    "a file is written in place": (
        "src/shamble/files.py", "os.replace(draft, target)", "target.write_text(text); raise OSError(28, 'No space left')",
        "test_record.py -k disk",
    ),
    "a choice is offered that is refused": (
        MATCH, "for code in self.state.legal(seat)]", "for code in self.state.legal(seat)] + ['redraw']",
        "test_match.py -k says_who_owes",
    ),
    "a bot looks at the hidden hands": (
        "src/shamble/bots/search.py", "self._iterate(state.redeal(seat, dice), roots, seat, dice)",
        "self._iterate(state.copy(), roots, seat, dice)", "test_minds.py -k decides_the_same",
    ),
    "a quick bot looks at the hidden hands": (
        "src/shamble/games/run/hints.py", "        return best\n\n    # -- what a code",
        "        return codes[run.hands[(seat + 1) % run.players * 8] % len(codes)]\n\n    # -- what a code",
        "test_laws.py -k greedy_chooses",
    ),
    "a ledger leaves one event out": (
        "src/shamble/review/review.py", "        for seat in range(match.players):\n            self._book",
        "        for seat in range(match.players if number != match.version // 2 else 0):\n            self._book",
        "test_minds.py -k ledger",
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
    """The tests of the copy, interpreted, for the game `run` alone."""
    file, *rest = which.split()
    paths = f"{tree / 'src'}:{tree / 'tests'}"
    env = environment(pure=True, SHAMBLE_TEST_GAMES="run") | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", f"tests/{file}", *rest],
        capture_output=True, text=True, cwd=tree, env=env, check=False, timeout=300,
    )  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_the_fault_is_found(fault: str, tree: Path) -> None:
    file, right, wrong, which = FAULTS[fault]
    path = tree / file
    text = path.read_text("utf-8")
    assert text.count(right) == 1, f"{right!r} stands {text.count(right)} times in {file}"
    path.write_text(text.replace(right, wrong), "utf-8")
    try:
        ran = run_tests(tree, which)
    finally:
        path.write_text(text, "utf-8")
    assert ran.returncode == 1, f"nobody noticed that {fault}:\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}"
    assert "1 failed" in ran.stdout


def test_without_a_fault_nothing_is_found(tree: Path) -> None:
    ran = run_tests(tree, "test_laws.py -k law_4")
    assert ran.returncode == 0, ran.stdout
