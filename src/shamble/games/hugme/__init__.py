"""Hug Me: the Game object."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from shamble.games.hugme import edition as editions
from shamble.games.hugme import position
from shamble.games.hugme.hints import Greedy
from shamble.games.hugme.options import OPTIONS
from shamble.games.hugme.rules import codes
from shamble.games.hugme.rules.play import HugmeState
from shamble.games.hugme.rules.setting import Setting
from shamble.games.hugme.tiny import tiny
from shamble.games.hugme.words import HugmeWords
from shamble.games.shelf import as_edition, missing_cards, read_rulings, read_text
from shamble.kernel.errors import BadOption
from shamble.kernel.fields import Fields
from shamble.kernel.game import Edition, Game, Value, rules_of
from shamble.kernel.state import State
from shamble.kernel.vocabulary import Vocabulary

PARTS = ("board.toml", "characters.toml", "items.toml", "zombies.toml")


def whole_text() -> str:
    """The four files of the shipped edition as one."""
    return "".join(read_text(__name__, part) for part in PARTS)


@lru_cache
def shipped() -> tuple[Edition, ...]:
    """The shipped editions."""
    return (as_edition(tomllib.loads(whole_text()), shipped=True),)


class Hugme(Game):
    """Hug Me, 2 to 8 seats."""

    code = "hugme"
    title = "Hug Me"
    order = 4
    seats = range(2, 9)  # R1
    default_seats = 4
    rules_version = 2
    options = OPTIONS
    vocabulary = Vocabulary(codes.texts())
    greedy = Greedy()
    about = "Lost in a shopping mall: flee it as a Human, blow it up as an Infected, or hug everybody as a zombie."
    rules_text = read_text(__name__, "rules.md")
    rulings = read_rulings(__name__)
    edition_keys = MappingProxyType(editions.KEYS)
    max_values = MappingProxyType({"round": 1000, "barricades": 20})

    def editions(self) -> tuple[Edition, ...]:
        return shipped()

    def check_edition(self, data: Mapping[str, Any]) -> None:
        editions.check(data)

    def template(self) -> str:
        return whole_text()

    def check_combination(self, players: int, options: Mapping[str, Value]) -> None:
        chosen = str(options["characters"])
        if chosen == "chance":
            return
        names = chosen.split(",")
        for name in names:
            if name not in codes.CHARACTERS:
                known = ", ".join(codes.CHARACTERS)
                raise BadOption(f"Option characters: there is no {name!r}. The Characters are: {known}.")
        if len(set(names)) != len(names):
            raise BadOption("Option characters: each Character can be named for one seat only.")
        if len(names) != players:
            raise BadOption(f"Option characters: names {len(names)}, but {players} play; name one for each seat.")

    def words(self, edition: Edition) -> HugmeWords:
        return HugmeWords(edition.data)

    def build(self, head: dict[str, Any], options: Mapping[str, Value], edition: Edition) -> HugmeState:
        state = HugmeState(head["players"], head, _setting(head, options, edition))
        state.set_up()
        return state

    def state_from(
        self, fields: Fields, head: dict[str, Any], options: Mapping[str, Value], edition: Edition
    ) -> HugmeState:
        return position.state_from(fields, head, _setting(head, options, edition))

    def tiny(self) -> list[State]:
        return tiny(self)


def _setting(head: Mapping[str, Any], options: Mapping[str, Value], edition: Edition) -> Setting:
    for name in missing_cards(edition.data):
        if name in str(options["characters"]).split(","):
            raise BadOption(f"Option characters: {name} is among those that are `missing` from the edition's box.")
    return Setting(options, edition.data, rules_of(head))


GAME = Hugme()
