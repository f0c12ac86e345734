"""What the tests of every game share: positions made from the opening, actions by their texts, refusals."""

import os

import pytest

from shamble.games import catalogue, find
from shamble.kernel.errors import IllegalAction
from shamble.kernel.state import CHANCE, State
from shamble.laws.walking import actors, changed, game_of, opening, options_of, owing, readers, walk

__all__ = [
    "GAMES", "actors", "changed", "code", "do", "find", "game_of", "legal", "luck", "odds", "opening", "options_of", "owing",
    "readers", "refusal", "refused", "walk",
]  # fmt: skip

WANTED = os.environ.get("SHAMBLE_TEST_GAMES", "").split()  # codes with spaces between; empty: every game
GAMES = [game.code for game in catalogue() if not WANTED or game.code in WANTED]


def code(state: State, text: str) -> int:
    found = game_of(state).vocabulary.code(text)
    assert found >= 0, f"{text!r} is no text of the vocabulary"
    return found


def do(state: State, *acts: tuple[int, str]) -> State:
    """Apply (who, text) pairs in turn; the same State."""
    for who, text in acts:
        state.apply(who, code(state, text))
    return state


def luck(state: State, *texts: str) -> State:
    """Apply chance outcomes by their texts; the same State."""
    return do(state, *((CHANCE, text) for text in texts))


def legal(state: State, seat: int) -> list[str]:
    """The texts a seat may play, in the order of their codes."""
    vocabulary = game_of(state).vocabulary
    return [vocabulary.text(c) for c in state.legal(seat)]


def odds(state: State) -> dict[str, int]:
    vocabulary = game_of(state).vocabulary
    return {vocabulary.text(c): weight for c, weight in state.odds()}


def refused(state: State, who: int, text: str, rule: str | None = None) -> None:
    """`text` is refused, nothing changes, and the words give a reason (with this rule, where one is named)."""
    before = state.pack()
    with pytest.raises(IllegalAction):
        state.apply(who, code(state, text))
    assert state.pack() == before
    if who >= 0 and state.owing() > 0 and state.owing() >> who & 1:
        reason, number = refusal(state, who, text)
        assert reason.endswith((".", "?"))
        if rule is not None:
            assert number == rule


def refusal(state: State, who: int, text: str) -> tuple[str, str]:
    """Why `text` is not legal: the sentence and the rule's number, with the names of the game's own edition."""
    game = game_of(state)
    told = game.refusal(game.words(game.editions()[0]), state, who, code(state, text))
    assert told is not None, f"{text} is legal"
    return told
