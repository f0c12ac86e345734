"""Horrific: the Game object."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from shamble.games.horrific import edition, position, tiny
from shamble.games.horrific.hints import Greedy
from shamble.games.horrific.options import OPTIONS
from shamble.games.horrific.rules import codes
from shamble.games.horrific.rules.data import HorrificRules
from shamble.games.horrific.rules.state import HorrificState
from shamble.games.horrific.words import HorrificWords
from shamble.games.shelf import read_rulings, read_text
from shamble.kernel.errors import BadOption
from shamble.kernel.fields import Fields
from shamble.kernel.game import Edition, Game, Value
from shamble.kernel.state import State
from shamble.kernel.vocabulary import Vocabulary


def vocabulary() -> Vocabulary:
    """All texts, in the order of the codes in `rules.data`."""
    seats = [f"@{seat}" for seat in range(codes.SEATS)]
    places = [str(place + 1) for place in range(codes.PLACES)]
    return Vocabulary(
        [f"play {card}" for card in codes.TYPES]
        + [f"play {card} power" for card in codes.TYPES]
        + [f"play {card} reserve" for card in codes.TYPES]
        + [f"play down {place}" for place in places]
        + ["end_play"]
        + [f"on {person}" for person in codes.PEOPLE]
        + [f"mode {mode}" for mode in codes.MODES]
        + [f"take {card}" for card in codes.TYPES]
        + ["stop"]
        + [f"against {seat}" for seat in seats]
        + [f"destroy {card}" for card in codes.TYPES]
        + [f"destroy down {place}" for place in places]
        + ["deny hand", "deny reserve"]
        + [f"deny down {place}" for place in places]
        + ["pass"]
        + [f"lay {card}" for card in codes.TYPES]
        + [f"lay {card} down" for card in codes.TYPES]
        + [f"lay_discard {card}" for card in codes.TYPES]
        + ["end_lay"]
        + [f"turn_up {place}" for place in places]
        + [f"character {character}" for character in codes.CHARACTERS]
        + [f"first {seat}" for seat in seats]
        + [f"draw {card}" for card in codes.TYPES]
    )


class Horrific(Game):
    """Horrific, 2 to 6 seats."""

    code = "horrific"
    title = "Horrific"
    order = 5
    seats = range(2, 7)  # R1
    default_seats = 2
    options = OPTIONS
    vocabulary = vocabulary()
    greedy = Greedy()
    about = "Six villains win over the same small town, each for an end of its own, before it finds out."
    rules_text = read_text(__name__, "rules.md")
    rulings = read_rulings(__name__)
    edition_keys = MappingProxyType(edition.KEYS)
    max_values = MappingProxyType({"trust": 2000, "power": 2000})

    def editions(self) -> tuple[Edition, ...]:
        return edition.shipped()

    def check_edition(self, data: Mapping[str, Any]) -> None:
        edition.check(data)

    def template(self) -> str:
        return "\n".join(read_text(__name__, name) for name in edition.TABLES)

    def check_combination(self, players: int, options: Mapping[str, Value]) -> None:
        first = options["first"]
        if isinstance(first, int) and first >= players:
            raise BadOption(
                f"Option first: with {players} players the chairs are 0 to {players - 1}; there is no {first}."
            )
        if options["characters"] == "random":
            return
        named = str(options["characters"]).split(",")
        for name in named:
            if name not in codes.CHARACTERS:
                raise BadOption(
                    f"Option characters: there is no {name[:40]!r}; there are {', '.join(codes.CHARACTERS)}."
                )
            if named.count(name) > 1:
                raise BadOption(f"Option characters: {name} is named twice; every seat plays a different one.")
        if len(named) != players:
            raise BadOption(f"Option characters: it names {len(named)} for {players} players; name one for each seat.")

    def words(self, edition: Edition) -> HorrificWords:
        return HorrificWords(edition.data)

    def build(self, head: dict[str, Any], options: Mapping[str, Value], edition: Edition) -> HorrificState:
        state = HorrificState(head["players"], head, HorrificRules(head["players"], options, edition.data))
        state.set_up()
        return state

    def state_from(
        self, fields: Fields, head: dict[str, Any], options: Mapping[str, Value], edition: Edition
    ) -> HorrificState:
        return position.state_from(fields, head, HorrificRules(head["players"], options, edition.data))

    def tiny(self) -> list[State]:
        return tiny.positions(self)


GAME = Horrific()
