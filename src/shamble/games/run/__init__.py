"""Zombie! Run for Your Lives!: the Game object."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from shamble.games.run import position
from shamble.games.run.hints import Greedy
from shamble.games.run.options import OPTIONS
from shamble.games.run.rules import codes
from shamble.games.run.rules.data import CARDS, RunRules
from shamble.games.run.rules.state import RunState
from shamble.games.run.tiny import tiny
from shamble.games.run.words import RunWords, from_edition
from shamble.games.shelf import (
    HEAD,
    missing_cards,
    read_editions,
    read_rulings,
    read_text,
    require_missing,
    require_tables,
    require_text,
)
from shamble.kernel.errors import BadEdition, BadOption
from shamble.kernel.fields import Fields
from shamble.kernel.game import Edition, Game, Value
from shamble.kernel.state import State
from shamble.kernel.vocabulary import Vocabulary

MOST_COPIES = 6  # of a card, in any composition
MOST_MISSING = 10


def vocabulary() -> Vocabulary:
    """All texts, in the order of the codes in `rules`."""
    items, zombies = CARDS[: codes.SYMBOLS], CARDS[codes.SYMBOLS : codes.KINDS]
    seats = [f"@{seat}" for seat in range(codes.SEATS)]
    return Vocabulary(
        [f"play {card}" for card in items]
        + [f"play {card} {seat}" for card in zombies for seat in seats]
        + [f"special {card}" for card in zombies]
        + [f"special {card} {seat}" for card in items for seat in seats]
        + ["redraw", "pass"]
        + [f"give {seat}" for seat in seats]
        + [f"first {seat}" for seat in seats]
        + [f"draw {card}" for card in CARDS]
    )


class Run(Game):
    """Zombie! Run for Your Lives!, 2 to 7 seats."""

    code = "run"
    title = "Zombie! Run for Your Lives!"
    order = 2
    seats = range(2, 8)  # R2
    default_seats = 4
    options = OPTIONS
    vocabulary = vocabulary()
    greedy = Greedy()
    about = "Collect five different items, hand the zombies to your friends, and be the one who gets away."
    rules_text = read_text(__name__, "rules.md")
    rulings = read_rulings(__name__)
    max_values = MappingProxyType({"turns": 1_000_000})
    edition_keys = MappingProxyType({"": (*HEAD, "annoying", "symbol"), "symbol": ("item", "zombie")})

    def editions(self) -> tuple[Edition, ...]:
        return read_editions(__name__, "cards.toml")

    def check_edition(self, data: Mapping[str, Any]) -> None:
        require_text(data, "annoying")
        require_tables(data, "symbol", codes.SYMBOLS, ("item", "zombie"))
        require_missing(data, dict.fromkeys(CARDS, MOST_COPIES), MOST_MISSING)

    def template(self) -> str:
        return read_text(__name__, "cards.toml")

    def check_combination(self, players: int, options: Mapping[str, Value]) -> None:
        first = options["first"]
        if isinstance(first, int) and first >= players:
            raise BadOption(
                f"Option first: with {players} players the chairs are 0 to {players - 1}; there is no {first}."
            )

    def words(self, edition: Edition) -> RunWords:
        return from_edition(edition.data)

    def build(self, head: dict[str, Any], options: Mapping[str, Value], edition: Edition) -> RunState:
        state = RunState(head["players"], head, _rules(options, edition))
        state.set_up()
        return state

    def tiny(self) -> list[State]:
        return tiny(self)

    def state_from(
        self, fields: Fields, head: dict[str, Any], options: Mapping[str, Value], edition: Edition
    ) -> RunState:
        return position.state_from(fields, head, _rules(options, edition))


def _rules(options: Mapping[str, Value], edition: Edition) -> RunRules:
    missing = missing_cards(edition.data)
    rules = RunRules(options, [missing[card] for card in CARDS])
    for face, card in enumerate(CARDS):
        if missing[card] > rules.printed(face) > 0:
            raise BadEdition(
                f"Edition: `missing` names {card} {missing[card]} times; with composition={options['composition']} "
                f"there are {rules.printed(face)}."
            )
    return rules


GAME = Run()
