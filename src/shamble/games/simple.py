"""A game of one's own from one class of its position and one of its words; `docs/your-game.md` builds one step by step.

The folder of the game's package holds what is read beside the code: `edition.toml`, `rules.md`, `rulings.toml`.
"""

import sys
from collections.abc import Mapping
from typing import Any, ClassVar

from shamble.games.shelf import read_editions, read_rulings, read_text
from shamble.kernel.declared import (
    Choice,
    Declared,
    Flag,
    Hands,
    Kept,
    Number,
    Numbers,
    Pile,
    SeatOf,
)
from shamble.kernel.fields import Fields
from shamble.kernel.game import Edition, Game, Option, Value, Words
from shamble.kernel.layout import Layout
from shamble.kernel.policy import Uniform
from shamble.kernel.reasons import Reason
from shamble.kernel.state import CHANCE
from shamble.kernel.vocabulary import Vocabulary

__all__ = [
    "CHANCE", "Choice", "Declared", "Flag", "Hands", "Kept", "Number", "Numbers", "Option", "Pile", "Reason", "SeatOf",
    "SimpleGame", "SimpleWords", "Vocabulary",
]  # fmt: skip


class SimpleWords:
    """Words that a game can begin with: whatever it does not say is said in its own notation."""

    def label(self, view: dict[str, Any], action: str) -> str:
        """What a choice reads like."""
        return action.capitalize()

    def explain(self, view: dict[str, Any], action: str) -> str:
        """What a choice does."""
        return f"You play: {action}."

    def asked(self, view: dict[str, Any]) -> str:
        """What the table waits for."""
        if view["ending"]:
            return "The game is over."
        who = " and ".join(f"@{seat}" for seat in view["owing"])
        return f"{who} to move." if who else "Luck decides what comes."

    def tell(self, before: dict[str, Any], who: int, action: str | None, after: dict[str, Any]) -> list[str]:
        """The story of an event for a reader; `action` is None where the reader may not see it."""
        actor = "Luck" if who == CHANCE else f"@{who}"
        return [f"{actor}: {action}." if action else f"{actor}: something that others see."]

    def why(self, view: dict[str, Any]) -> str:
        """How it ended."""
        return f"The game is over: {view['ending']}."


class SimpleGame(Game):
    """A Game whose position is a Declared and whose texts lie in its folder. A subclass sets the attributes below,
    `code`, `title`, `seats`, `default_seats`, `about` and, where it has house rules, `options`."""

    state: ClassVar[type[Declared]]
    speech: ClassVar[type[Any]] = SimpleWords
    greedy = Uniform()

    def __init__(self) -> None:
        folder = sys.modules[type(self).__module__].__name__
        self.vocabulary = self.state.vocabulary
        self.rules_text = read_text(folder, "rules.md")
        self.rulings = read_rulings(folder)
        super().__init__()

    def editions(self) -> tuple[Edition, ...]:
        return read_editions(self.package, "edition.toml")

    def check_edition(self, data: Mapping[str, Any]) -> None:
        """A simple game asks nothing of an edition but its name."""

    def template(self) -> str:
        return read_text(self.package, "edition.toml")

    def words(self, edition: Edition) -> Words:
        words: Words = self.speech()
        return words

    def build(self, head: dict[str, Any], options: Mapping[str, Value], edition: Edition) -> Declared:
        return self.state.opening(head["players"], head)

    def state_from(
        self, fields: Fields, head: dict[str, Any], options: Mapping[str, Value], edition: Edition
    ) -> Declared:
        return self.state.of(fields, head)

    def layout(self, players: int, options: Mapping[str, Value], edition: Edition) -> Layout:
        """The observation of the adapters, from the declaration."""
        return self.state.layout(players)
