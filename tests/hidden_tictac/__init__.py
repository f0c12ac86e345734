"""Tic-tac-toe with a hidden card: a game of one's own, in plain Python, with nothing outside this folder."""

from collections.abc import Mapping
from typing import Any

from shamble.games.shelf import read_editions, read_rulings, read_text
from shamble.kernel.fields import Fields
from shamble.kernel.game import Edition, Game, Option, Value
from shamble.kernel.policy import Uniform
from shamble.kernel.state import State
from shamble.kernel.vocabulary import Vocabulary

from .state import CARDS, Tictac, state_from
from .words import TictacWords


class HiddenTictac(Game):
    """Two seats, nine squares, and a card each that nobody else sees."""

    code = "tictac"
    title = "Tic-Tac-Toe of the Dead"
    seats = range(2, 3)
    default_seats = 2
    options = (Option("first", 0, (0, 1), "who begins", "R1"),)
    vocabulary = Vocabulary(
        [*(f"mark {n}" for n in range(1, 10)), *(f"steal {n}" for n in range(1, 10)), "skip"]
        + [f"deal {card}" for card in CARDS]
    )
    greedy = Uniform()
    about = "Three graves in a row, and a card up the sleeve."
    rules_text = read_text(__name__, "rules.md")
    rulings = read_rulings(__name__)

    def editions(self) -> tuple[Edition, ...]:
        return read_editions(__name__, "edition.toml")

    def check_edition(self, data: Mapping[str, Any]) -> None:
        pass

    def template(self) -> str:
        return read_text(__name__, "edition.toml")

    def words(self, edition: Edition) -> TictacWords:
        return TictacWords()

    def build(self, head: dict[str, Any], options: Mapping[str, Value], edition: Edition) -> State:
        return Tictac(head, int(options["first"]))

    def state_from(self, fields: Fields, head: dict[str, Any], options: Mapping[str, Value], edition: Edition) -> State:
        return state_from(fields, head, int(options["first"]))

    def tiny(self) -> list[State]:
        opening = {**self.new(2).to_dict(), "squares": "XOXXO-O--"}
        return [self.read(opening), self.read({**opening, "hands": ["steal", "skip"], "deck": ["blank"]})]


GAME = HiddenTictac()
