"""Game: what one of the five games declares about itself, once, for all user interfaces, bots and tests."""

import difflib
import hashlib
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.resources import files
from types import MappingProxyType, ModuleType
from typing import Any, Protocol, cast, runtime_checkable

from shamble.kernel.components import Component
from shamble.kernel.errors import BadEdition, BadOption, BadPosition, BadRules
from shamble.kernel.fields import Fields, brief
from shamble.kernel.numbers import whole_number
from shamble.kernel.outline import OutlineBoard
from shamble.kernel.policy import Policy
from shamble.kernel.reasons import NOT_NOW, PLAIN, Reason
from shamble.kernel.state import State, register_reader
from shamble.kernel.vocabulary import Vocabulary

Value = str | int | bool
PRESET = "preset"  # the name under which a preset is given among the options
View = dict[str, Any]


CONTRACT = 1  # grows whenever a game that kept the contract before would keep it no longer


@dataclass(frozen=True)
class Option:
    """A house rule. `choices` are the values it takes, the default among them; a whole number from `low` to `high`
    is taken too if these are given. If `free` is not empty, any text of lower-case words separated by commas is taken
    too; `free` says in words what is allowed, and the game's `check_combination` holds the text to it.
    `ruling` is the number on the game's rulings page (`"R8"`)."""

    name: str
    default: Value
    choices: tuple[Value, ...]
    meaning: str
    ruling: str = ""
    low: int | None = None
    high: int | None = None
    free: str = ""

    def allowed(self) -> str:
        """The values it takes, as text for a person."""
        texts = [show(choice) for choice in self.choices]
        if self.low is not None and self.high is not None:
            texts.append(f"a whole number from {self.low} to {self.high}")
        if self.free:
            texts.append(self.free)
        return ", ".join(texts)

    def check(self, value: object) -> Value:
        """`value` (or its text, as typed) as this option keeps it; BadOption if it is not allowed."""
        number = whole_number(value)
        for choice in self.choices:
            if type(value) is type(choice) and value == choice:
                return choice
            if number is not None and number == choice and not isinstance(choice, bool):
                return choice
            if isinstance(value, str) and value.strip().lower() == show(choice).lower():
                return choice
        if self.low is not None and self.high is not None:
            typed = whole(value)
            if typed is not None and self.low <= typed <= self.high:
                return typed
        if self.free and isinstance(value, str) and re.fullmatch(r"[a-z_]+(,[a-z_]+)*", value):
            return value
        raise BadOption(f"Option {self.name} takes {self.allowed()}; not {brief(value)}.")


@dataclass(frozen=True)
class Preset:
    """Several options under one name: given as the option `preset`, it stands for `options`; options given besides take
    precedence. Nothing else knows of it: positions and records hold the options."""

    name: str
    meaning: str
    options: Mapping[str, Value]

    def told(self) -> str:
        """Its options as a person would type them."""
        return ", ".join(f"{name}={show(value)}" for name, value in self.options.items())


def show(value: Value) -> str:
    """An option's value as a person would type it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def counted(number: int, noun: str) -> str:
    """The number with its noun: "1 card", "2 cards"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def whole(value: object) -> int | None:
    """A whole number or the text of one, or None."""
    if isinstance(value, str) and len(value) < 12:
        try:
            return int(value)
        except ValueError:
            return None
    return whole_number(value)


@dataclass(frozen=True)
class Edition:
    """The printed components as data: shipped with a game or an owner's own. `reconstruction` marks invented data."""

    name: str
    title: str
    reconstruction: bool
    data: Mapping[str, Any] = field(repr=False)
    shipped: bool = True
    note: str = ""

    @property
    def hash(self) -> str:
        """Sixteen hexadecimal digits that change with the data."""
        text = json.dumps(self.data, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Ruling:
    """What we decided where the printed book is silent: `number` as on the rulings page, in our own words."""

    number: str
    question: str
    answer: str
    option: str = ""


class Words(Protocol):
    """Everything a person reads of one game, made from views alone, so that no sentence can know more than its reader.

    `view` is always `State.view(seat)` of the reader's seat. Seats are written `@0`, `@1`, …; whoever shows the
    sentence puts the names there.
    """

    def label(self, view: View, action: str) -> str:
        """What a choice does, as an order to oneself: "Put the umbrella in front of you"."""
        ...

    def explain(self, view: View, action: str) -> str:
        """One or two sentences on the effect of a choice, for `?`."""
        ...

    def asked(self, view: View) -> str:
        """What is going on and what is asked of whom, in one sentence."""
        ...

    def tell(self, before: View, who: int, action: str | None, after: View) -> list[str]:
        """The sentences of one event; `action` is None if the reader may not know it."""
        ...

    def why(self, view: View) -> str:
        """Once it is over: who won and why, in one or two sentences."""
        ...


@runtime_checkable
class GivesReasons(Protocol):
    """Words of a game whose State answers `why_not` with reasons of its own; Words may do this, too."""

    def reason(self, view: View, action: str, reason: Reason) -> tuple[str, str]:
        """The sentence for the reason why `action`, of the vocabulary, is not legal for the reader of `view` now.

        And the rule's number. An empty sentence: there is no more to say than `kernel.reasons.PLAIN` does.
        """
        ...


class Board(Protocol):
    """A game's drawing for the terminal, made from a view."""

    def draw(self, view: View, names: Sequence[str]) -> Any:
        """A rich renderable, at most 80 columns wide."""
        ...

    def plain(self, view: View, names: Sequence[str]) -> list[str]:
        """The same without drawing characters or colour: one fact a line."""
        ...


class Facts:
    """What a study asks of a game's texts and positions. A game with more to say subclasses it in its `facts.py`."""

    def topic(self, action: str) -> str:
        """What an action or outcome is about, whatever the seat, place or amount; "" if nobody would count it."""
        words = action.split()
        return " ".join([words[0], *(word for word in words[1:] if not _TARGET.fullmatch(word))])

    def name(self, topic: str, edition: Edition) -> str:
        """A topic for a person, with the names of an edition."""
        return topic

    @property
    def has_turns(self) -> bool:
        """Whether chance events of this game may concern a seat."""
        return type(self).turn is not Facts.turn

    @property
    def has_outs(self) -> bool:
        """Whether seats of this game may fall out of the contest."""
        return type(self).out is not Facts.out

    def turn(self, state: State) -> int:
        """The seat that a chance event awaited now concerns; -1 if it is nobody's or everybody's."""
        return -1

    def out(self, state: State) -> int:
        """The mask of the seats that are out of the contest as they began it: dead, turned, gone."""
        return 0

    def sides(self, state: State) -> list[str]:
        """The side of every seat, "" if it is not settled yet; empty in a game without sides."""
        return []

    def characters(self, state: State) -> list[str]:
        """The character of every seat, "" if it is not settled yet; empty in a game without characters."""
        return []


_TARGET = re.compile(r"@\d+|\d+|[NESW]")


class Game:
    """One game. A subclass sets the attributes and answers what raises NotImplementedError here."""

    code: str
    title: str
    order: int = 1000  # its place in the catalogue, ascending; games of the same place by their codes
    seats: range  # the numbers of seats it takes, before options narrow them
    default_seats: int
    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = ()
    rules_version: int = 1  # grows whenever what was legal, or what followed from it, changes
    oldest_rules: int = (
        1  # the oldest version that can still be played; what was begun under an older one is only shown
    )
    contract: int = CONTRACT  # a game of another distribution says for which version of this contract it was written
    payoff_sum: tuple[float, float] = (1.0, 1.0)  # the least and the greatest sum of payoffs over all seats
    vocabulary: Vocabulary
    greedy: Policy
    edition_keys: Mapping[str, Sequence[str]] = MappingProxyType({})  # the fields of edition files; see `check_keys`
    about: str = ""  # one sentence: what it is
    rules_text: str = ""  # our rules text, Markdown
    rulings: tuple[Ruling, ...] = ()
    # of fields of the position that could hold more: what no game goes beyond
    max_values: Mapping[str, int] = MappingProxyType({})

    def __init__(self) -> None:
        register_reader(self.code, self.read)

    def editions(self) -> tuple[Edition, ...]:
        """The editions shipped, the default first."""
        raise NotImplementedError

    def check_edition(self, data: Mapping[str, Any]) -> None:
        """BadEdition, naming the entry, if `data` does not hold the components the game needs."""
        raise NotImplementedError

    def template(self) -> str:
        """The game's own edition as the commented text of a TOML file, for an owner to change."""
        raise NotImplementedError

    def words(self, edition: Edition) -> Words:
        """Everything a person reads, with the names of this edition."""
        raise NotImplementedError

    def build(self, head: dict[str, Any], options: Mapping[str, Value], edition: Edition) -> State:
        """The opening position. `options` is complete and checked, `edition` too; `players` is in `seats`.

        `head` is how its `to_dict` begins: `head["players"]` the number of seats, `rules_of(head)` the rules version.
        """
        raise NotImplementedError

    def state_from(self, fields: Fields, head: dict[str, Any], options: Mapping[str, Value], edition: Edition) -> State:
        """The State of a position dict, of which `fields` still holds all but the head; it need not call `done()`."""
        raise NotImplementedError

    def check_combination(self, players: int, options: Mapping[str, Value]) -> None:
        """BadOption if options that are each right do not fit each other or the number of seats."""

    def solution(self, size: int) -> dict[str, Any]:
        """The game solved exactly at some size, as a JSON-able document; BadOption if no solution is known."""
        raise BadOption(f"{self.title} has no exact solution here.")

    def refusal(self, words: Words, state: State, seat: int, code: int) -> tuple[str, str] | None:
        """Why `seat` may not play `code`, of the vocabulary, in that position: a sentence and the rule's number.

        None if it may. The number is empty where no rule says it.
        """
        reason = state.why_not(seat, code)
        if reason is None:
            return None
        sentence = rule = ""
        if isinstance(words, GivesReasons):
            sentence, rule = words.reason(state.view(seat), self.vocabulary.text(code), reason)
        return (sentence, rule) if sentence else (PLAIN.get(reason.kind, PLAIN[NOT_NOW]), "book")

    def tiny(self) -> list[State]:
        """Positions so near the end that every way they can go on may be walked: for the laws and for solvers."""
        return []

    def reference(self, edition: Edition) -> str:
        """Tables to look things up in, made from an edition, as Markdown to follow the rules text; empty for none."""
        return ""

    def components(self, edition: Edition) -> list[Component]:
        """Everything that the box of an edition holds: `components(edition)` of the game's `components.py`, or nothing
        where it has none."""
        part = self.part("components")
        return [] if part is None else cast(list[Component], part.components(edition))

    def unseen(self, census: Mapping[str, int], view: View) -> dict[str, int]:
        """Of each component, by its code, how many a reader has not seen of those that lie hidden: what is in play (the
        `census` of any position of the game) less what its view shows. `unseen(census, view)` of the game's
        `components.py`, or nothing where it has none."""
        part = self.part("components")
        count = getattr(part, "unseen", None)
        return {} if count is None else cast(dict[str, int], count(census, view))

    @property
    def package(self) -> str:
        """The package whose folder holds everything of the game; empty for a game in a single module."""
        module = sys.modules[type(self).__module__]
        return module.__name__ if hasattr(module, "__path__") else module.__package__ or ""

    def part(self, name: str) -> ModuleType | None:
        """A module of the game's folder, loaded when first asked for; None where it has none of that name."""
        if not self.package:
            return None
        module = f"{self.package}.{name}"
        try:
            return import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            return None

    def file(self, name: str) -> str | None:
        """The text of a file of the game's folder; None where it has none of that name."""
        if not self.package:
            return None
        try:
            return (files(self.package) / name).read_text("utf-8")
        except FileNotFoundError:
            return None

    @property
    def board(self) -> Board:
        """The drawing for the terminal: its `board.py`, or the outline of the view where it has none."""
        return cast(Board, self.part("board") or OutlineBoard())

    @property
    def facts(self) -> Facts:
        """What a study asks of this game: the FACTS of its `facts.py`, or what can be said of any game."""
        part = self.part("facts")
        return Facts() if part is None else cast(Facts, part.FACTS)

    # -- the same for every game -------------------------------------------------------------------------------

    def option(self, name: str) -> Option:
        """The option of that name; BadOption, listing the names there are, if there is none."""
        for option in self.options:
            if option.name == name:
                return option
        names = [option.name for option in self.options]
        near = difflib.get_close_matches(name[:60], names, 1) if isinstance(name, str) else []
        hint = f" Did you mean {near[0]}?" if near else ""
        raise BadOption(f"{self.code} has no option {brief(name)}.{hint} It has: {', '.join(names)}.")

    def ruling(self, number: str) -> Ruling:
        """The ruling of that number, as `R24`, `r24` or `24`; BadOption, naming those there are, if there is none."""
        wanted = number.strip().upper()
        for ruling in self.rulings:
            if ruling.number in (wanted, f"R{wanted}"):
                return ruling
        if not self.rulings:
            raise BadOption(f"{self.code} has no rulings.")
        first, last = self.rulings[0].number, self.rulings[-1].number
        raise BadOption(f"{self.code} has no ruling {brief(number)}. It has: {first} to {last}.")

    def resolve_options(self, given: Mapping[str, object] | None) -> dict[str, Value]:
        """All options with their values: those given, checked, those of a `preset` given, the others' defaults."""
        values: dict[str, Value] = {option.name: option.default for option in self.options}
        chosen = dict(given or {})
        if self.presets and PRESET in chosen:
            values |= self.preset(chosen.pop(PRESET)).options
        for name, value in chosen.items():
            values[name] = self.option(name).check(value)
        return values

    def preset(self, name: object) -> Preset:
        """The preset of that name; BadOption, listing the names there are, if there is none."""
        for preset in self.presets:
            if preset.name == name:
                return preset
        names = ", ".join(preset.name for preset in self.presets)
        raise BadOption(f"{self.code} has no preset {brief(name)}. It has: {names or 'none'}.")

    def changed(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """Those of some resolved options that differ from their defaults."""
        return {o.name: options[o.name] for o in self.options if options[o.name] != o.default}

    def check_players(self, players: object, options: Mapping[str, Value]) -> int:
        """The number of seats, checked against the game and its options; BadOption if it does not take it."""
        allowed = self.seats_with(options)
        if not allowed:
            raise BadOption(f"{self.title}: min_players is above max_players, so no number of players fits.")
        number = whole(players)
        if number is None or number not in allowed:
            span = str(allowed[0]) if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
            raise BadOption(f"{self.title} takes {span} player{'' if span == '1' else 's'}; not {brief(players)}.")
        return number

    def seats_with(self, options: Mapping[str, Value]) -> range:
        """The numbers of seats it takes under these options."""
        low = max(self.seats[0], int(options.get("min_players", self.seats[0])))
        high = min(self.seats[-1], int(options.get("max_players", self.seats[-1])))
        return range(low, high + 1)

    def edition(self, name: str) -> Edition:
        """The shipped edition of that name; BadEdition, listing the names there are, if there is none."""
        for edition in self.editions():
            if edition.name == name:
                return edition
        names = ", ".join(edition.name for edition in self.editions())
        raise BadEdition(f"{self.code} has no edition {brief(name)}. It has: {names}; or give an edition file.")

    def check_rules(self, version: object) -> int:
        """A rules version that this build plays; BadRules, with the ones it does, for any other."""
        number = whole_number(version)
        if number is None or number < 1:
            raise BadRules(f"A rules version is a whole number from 1 on; not {brief(version)}.")
        if number > self.rules_version:
            raise BadRules(
                f"This is {self.title} by rules version {brief(number)}; this Shamble knows up to "
                f"{self.rules_version}. A newer Shamble plays it."
            )
        if number < self.oldest_rules:
            raise BadRules(
                f"This is {self.title} by rules version {number}; this Shamble plays {self.oldest_rules} and later. "
                "An earlier Shamble plays it."
            )
        return number

    def new(
        self,
        players: object,
        options: Mapping[str, object] | None = None,
        edition: Edition | None = None,
        rules: int | None = None,
    ) -> State:
        """The opening position, everything given checked first; by this build's rules, or those of version `rules`."""
        version = self.check_rules(self.rules_version if rules is None else rules)
        values = self.resolve_options(options)
        number = self.check_players(players, values)
        self.check_combination(number, values)
        chosen = edition or self.editions()[0]
        return self.build(self.head(number, values, chosen, version), values, chosen)

    def read(self, data: Any, edition: Edition | None = None) -> State:
        """The State of a position dict (`State.to_dict`); BadPosition with the field's name if it is broken.

        `edition` must be given where the position is of an edition that is not shipped."""
        fields = Fields(data)
        fields.one_of("game", [self.code])
        given = fields.raw("options")
        if not isinstance(given, dict):
            raise fields.bad("options", "must be an object.")
        name = fields.raw("edition")
        try:
            version = self.check_rules(fields.raw("rules") if "rules" in data else 1)
        except BadRules as error:
            raise fields.bad("rules", str(error)) from None
        try:
            values = self.resolve_options(given)
            players = self.check_players(fields.raw("players"), values)
            self.check_combination(players, values)
            chosen = edition if edition is not None and edition.name == name else self.edition(name)
        except BadOption as error:
            raise fields.bad("options", str(error)) from None
        except BadEdition as error:
            raise fields.bad("edition", str(error)) from None
        state = self.state_from(fields, self.head(players, values, chosen, version), values, chosen)
        fields.done()
        return state

    def check_max_values(self, position: Mapping[str, Any]) -> None:
        """BadPosition if a number in a readable position is larger than any game can make it.

        Only positions that a person sets up are checked: a saved game is resumed wherever it stands."""
        for place, most in self.max_values.items():
            for name, number in _numbers(place, position[place]):
                if number > most:
                    raise BadPosition(name, f"must be at most {most}, not {brief(number)}: no game goes that far.")

    def head(self, players: int, options: Mapping[str, Value], edition: Edition, rules: int) -> dict[str, Any]:
        """How every position dict begins. `rules` stands in it from version 2 on: positions of version 1 had no such
        field."""
        head = {"game": self.code, "players": players, "options": self.changed(options), "edition": edition.name}
        return head if rules == 1 else head | {"rules": rules}


def rules_of(head: Mapping[str, Any]) -> int:
    """The rules version under which a position was begun, from its head or its whole dict."""
    return int(head.get("rules", 1))


def _numbers(name: str, value: Any) -> Iterator[tuple[str, int]]:
    """The whole numbers in a field, each with its full name."""
    if isinstance(value, int):
        yield name, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _numbers(f"{name}.{key}", inner)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _numbers(f"{name}.{place}", inner)
