"""A golden transcript a game and version of its rules: its events, what every seat is told of it, and the last view,
word for word.

A change of rules, words or bots shows here. `python tests/test_goldens.py --write` writes those of the present rules
again; read the difference before you commit it. A new rules version leaves the old transcript beside the new one, as
`GAME-rulesN.txt`: what was begun by it goes on as it did.
"""

import json
import sys
from pathlib import Path

import pytest
from matches import seats_of
from support import GAMES, find
from test_record import whole_game

GOLDENS = Path(__file__).parent / "goldens"


def transcript(game: str, rules: int | None = None) -> str:
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


@pytest.mark.parametrize("game", GAMES)
def test_the_golden_game_is_told_word_for_word(game: str) -> None:
    path = GOLDENS / f"{game}.txt"
    assert path.is_file(), f"{game} has no golden transcript: python tests/test_goldens.py --write"
    assert transcript(game) == path.read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_older_rules_is_told_as_it_always_was(game: str) -> None:
    for rules in range(find(game).oldest_rules, find(game).rules_version):
        assert transcript(game, rules) == (GOLDENS / f"{game}-rules{rules}.txt").read_text("utf-8")


def test_no_golden_is_left_of_a_game_that_is_gone() -> None:
    for path in GOLDENS.glob("*.txt"):
        code = path.stem.partition("-")[0]
        assert find(code).code == code


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python tests/test_goldens.py --write")
    for code in GAMES:
        (GOLDENS / f"{code}.txt").write_text(transcript(code), "utf-8")
        print(f"{GOLDENS / code}.txt written")
