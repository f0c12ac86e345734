"""What the tests of every game share: positions made from the opening, actions by their texts, refusals."""

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from shamble.games import catalogue, find
from shamble.kernel.dice import Dice
from shamble.kernel.errors import IllegalAction
from shamble.kernel.game import Game
from shamble.kernel.state import CHANCE, SPECTATOR, State

WANTED = os.environ.get("SHAMBLE_TEST_GAMES", "").split()  # codes with spaces between; empty: every game
GAMES = [game.code for game in catalogue() if not WANTED or game.code in WANTED]


def opening(code: str, players: int | None = None, rules: int | None = None, **options: Any) -> State:
    """The opening position, by the present rules or an older version of them."""
    game = find(code)
    return game.new(game.default_seats if players is None else players, options, rules=rules)


def game_of(state: State) -> Game:
    return find(state.head["game"])


def changed(state: State, **fields: Any) -> State:
    """The position of `state` with some fields of its dict replaced."""
    return State.from_dict({**state.to_dict(), **fields})


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


def owing(state: State) -> list[int]:
    """The seats that owe a decision; [CHANCE] at a chance event; [] when over."""
    mask = state.owing()
    return [CHANCE] if mask == CHANCE else [seat for seat in range(state.players) if mask >> seat & 1]


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


def actors(state: State) -> list[int]:
    """All who may act now: chance, or every seat that has a legal code."""
    if state.owing() == CHANCE:
        return [CHANCE]
    return [seat for seat in range(state.players) if len(state.legal(seat))]


def options_of(state: State, who: int) -> list[int]:
    return [c for c, _ in state.odds()] if who == CHANCE else list(state.legal(who))


def readers(state: State) -> list[int]:
    return [*range(state.players), SPECTATOR]


def walk(state: State, seed: int, most: int = 100_000) -> Iterator[tuple[State, int, int]]:
    """Play `state` on at random; before each event yields (the state, who, code). Interruptions happen too."""
    rng = random.Random(seed)
    dice = Dice(seed)
    for _ in range(most):
        if state.owing() == 0:
            return
        who = rng.choice(actors(state))
        chosen = state.roll(dice) if who == CHANCE else rng.choice(list(state.legal(who)))
        yield state, who, chosen
        state.apply(who, chosen)
