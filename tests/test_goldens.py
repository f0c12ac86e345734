"""A golden transcript a game and rules version still played: its events, what every seat is told of it, and the last
view, word for word.

A change of rules, words or bots shows here. `python tests/test_goldens.py --write` writes them all again; read the
difference before you commit it.
"""

import json
import sys
from pathlib import Path

import pytest
from matches import seats_of
from support import GAMES, find
from test_record import whole_game

GOLDENS = Path(__file__).parent / "goldens"


def goldens() -> dict[str, tuple[str, int]]:
    """By the name of its file: the game and the rules version. Older versions have theirs beside the newest."""
    found = {}
    for game in GAMES:
        newest = find(game).rules_version
        found |= {f"{game}-rules{rules}": (game, rules) for rules in range(find(game).oldest_rules, newest)}
        found[game] = (game, newest)
    return found


def transcript(game: str, rules: int) -> str:
    """A game of the usual number of seats, greedy and random bots in turn, told whole."""
    match = whole_game(game, 2026, rules=rules)
    lines = [f"{game}, {match.players} seats, seed {match.seed}, rules {match.rules}", "", "Events"]
    lines += [f"{number} {who} {action}" for number, (who, action) in enumerate(match.record.events)]
    for reader in seats_of(match):
        lines += ["", f"What {'a spectator' if reader is None else f'seat {reader}'} is told"]
        lines += [f"{event.number} {event.action} | {event}" for event in match.events(reader)]
    lines += ["", "The last view", json.dumps(match.view(None), ensure_ascii=False, indent=1)]
    lines += ["", f"{match.result}", f"{match.record.final}", ""]
    return "\n".join(lines)


@pytest.mark.parametrize("name", goldens())
def test_the_golden_game_is_told_word_for_word(name: str) -> None:
    path = GOLDENS / f"{name}.txt"
    assert path.is_file(), f"{name} has no golden transcript: python tests/test_goldens.py --write"
    assert transcript(*goldens()[name]) == path.read_text("utf-8")


def test_no_golden_is_left_of_a_game_that_is_gone() -> None:
    for path in GOLDENS.glob("*.txt"):
        game, _, _ = path.stem.partition("-rules")
        assert find(game).code == game


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python tests/test_goldens.py --write")
    for name, (code, version) in goldens().items():
        (GOLDENS / f"{name}.txt").write_text(transcript(code, version), "utf-8")
        print(f"{GOLDENS / name}.txt written")
