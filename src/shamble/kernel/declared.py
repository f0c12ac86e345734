"""Positions from one declaration: a game names its fields once, and what has to be said of each of them follows.

From the declaration come the opening value, copies, the document of a position and the checked reading of one, what
each reader sees, the redeal of what it cannot know, the census, and the observation of the adapters. A game says what
is special by overriding a method. Moves are texts; nothing of a code or a packed number is seen. This costs speed; the
five games of Shamble are written out by hand, and compiled.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from shamble.kernel import layout
from shamble.kernel.dice import Dice
from shamble.kernel.fields import Fields
from shamble.kernel.layout import Layout
from shamble.kernel.reasons import NOT_NOW, OUTCOME, Reason
from shamble.kernel.state import CHANCE, HIDDEN, State, refuse
from shamble.kernel.vocabulary import Vocabulary


class Kept:
    """A field of a position: a name, what it means, and the value it begins with."""

    def __init__(self, name: str, meaning: str, start: Any = None) -> None:
        self.name = name
        self.meaning = meaning
        self.start = start

    def begin(self, players: int) -> Any:
        """The value in an opening position."""
        return self.start

    def copied(self, value: Any) -> Any:
        """A value of its own for a copy; also what stands in the document of a position."""
        return value

    def read(self, fields: Fields, players: int) -> Any:
        """The value out of a position's document; BadPosition where it cannot be one."""
        raise NotImplementedError

    def shown(self, value: Any, reader: int) -> Any:
        """What a reader (a seat, or SPECTATOR) sees of it."""
        return self.copied(value)

    def observed(self, players: int) -> list[layout.Field]:
        """How it stands in an observation, read from the view."""
        raise NotImplementedError


class Number(Kept):
    """A whole number from `low` to `high` that all may know."""

    def __init__(self, name: str, meaning: str, high: int, low: int = 0, start: int = 0) -> None:
        super().__init__(name, meaning, start)
        self.low = low
        self.high = high

    def read(self, fields: Fields, players: int) -> int:
        return fields.whole(self.name, self.low, self.high)

    def observed(self, players: int) -> list[layout.Field]:
        return [layout.number(self.name, self.meaning, low=self.low, high=self.high)]


class Flag(Kept):
    """Something that is so or not, for all to see."""

    def __init__(self, name: str, meaning: str, start: bool = False) -> None:
        super().__init__(name, meaning, start)

    def read(self, fields: Fields, players: int) -> bool:
        return fields.flag(self.name)

    def observed(self, players: int) -> list[layout.Field]:
        return [layout.flags((self.name,), self.meaning, self.name)]


class Choice(Kept):
    """One of a few texts, the first at the beginning: a phase, say."""

    def __init__(self, name: str, meaning: str, values: Sequence[str]) -> None:
        super().__init__(name, meaning, values[0])
        self.values = tuple(values)

    def read(self, fields: Fields, players: int) -> str:
        return fields.one_of(self.name, self.values)

    def observed(self, players: int) -> list[layout.Field]:
        return [layout.one_of(self.name, self.values, self.meaning)]


class SeatOf(Kept):
    """A seat; with `start=None` perhaps none."""

    def read(self, fields: Fields, players: int) -> int | None:
        if self.start is None and fields.raw(self.name) is None:
            return None
        return fields.whole(self.name, 0, players - 1)

    def observed(self, players: int) -> list[layout.Field]:
        return [layout.one_of(self.name, range(players), self.meaning)]


class Numbers(Kept):
    """A whole number from 0 to `high` for each seat, for all to see."""

    def __init__(self, name: str, meaning: str, high: int, start: int = 0) -> None:
        super().__init__(name, meaning, start)
        self.high = high

    def begin(self, players: int) -> list[int]:
        return [self.start] * players

    def copied(self, value: list[int]) -> list[int]:
        return value[:]

    def read(self, fields: Fields, players: int) -> list[int]:
        return list(fields.wholes(self.name, 0, self.high, players))

    def observed(self, players: int) -> list[layout.Field]:
        return [layout.numbers(self.name, players, self.meaning, high=self.high)]


class Pile(Kept):
    """Cards in one place: all see them, in their order, or with `hidden` nobody: then only how many there are.

    What is hidden has no order; which card comes off it is a chance event.
    """

    def __init__(self, name: str, meaning: str, cards: Sequence[str], hidden: bool = False) -> None:
        super().__init__(name, meaning)
        self.cards = tuple(cards)
        self.hidden = hidden

    def begin(self, players: int) -> list[str]:
        return []

    def copied(self, value: list[str]) -> list[str]:
        return sorted(value, key=self.cards.index) if self.hidden else value[:]

    def read(self, fields: Fields, players: int) -> list[str]:
        return self.copied(list(fields.texts(self.name, self.cards)))

    def shown(self, value: list[str], reader: int) -> list[str] | int:
        return len(value) if self.hidden else value[:]

    def observed(self, players: int) -> list[layout.Field]:
        if self.hidden:
            return [layout.number(self.name, self.meaning, high=255)]
        return [layout.counts(self.name, self.cards, self.meaning)]


class Hands(Kept):
    """The cards of each seat: their owner sees them, the others how many there are."""

    def __init__(self, name: str, meaning: str, cards: Sequence[str]) -> None:
        super().__init__(name, meaning)
        self.cards = tuple(cards)

    def begin(self, players: int) -> list[list[str]]:
        return [[] for _ in range(players)]

    def copied(self, value: list[list[str]]) -> list[list[str]]:
        return [sorted(hand, key=self.cards.index) for hand in value]

    def read(self, fields: Fields, players: int) -> list[list[str]]:
        hands = fields.entries(self.name, players)
        return self.copied([list(fields.texts_of(f"{self.name}.{k}", h, self.cards)) for k, h in enumerate(hands)])

    def shown(self, value: list[list[str]], reader: int) -> list[list[str] | int]:
        return [sorted(hand, key=self.cards.index) if seat == reader else len(hand) for seat, hand in enumerate(value)]

    def observed(self, players: int) -> list[layout.Field]:
        own: Callable[[Any], Any] = lambda view: view[self.name][view["seat"]] if view["seat"] is not None else []  # noqa: E731
        size: Callable[[Any], Any] = lambda view: [h if isinstance(h, int) else len(h) for h in view[self.name]]  # noqa: E731
        return [
            layout.counts(f"{self.name}.own", self.cards, f"{self.meaning}: one's own", own),
            layout.numbers(f"{self.name}.size", players, f"{self.meaning}: how many", size, high=255),
        ]


class Declared(State):
    """A position made of declared fields, which are its attributes; `box` says how many of each card there are.

    A game sets `fields`, `box` and `vocabulary` and writes `setup`, `to_move`, `moves`, `act` and `scores`; where there
    is luck `outcomes`, where it is secret `sees`.
    """

    fields: ClassVar[tuple[Kept, ...]]
    box: ClassVar[Mapping[str, int]] = {}
    vocabulary: ClassVar[Vocabulary]

    def __init__(self, players: int, head: dict[str, Any]) -> None:
        super().__init__(players, head)
        for field in self.fields:
            setattr(self, field.name, field.begin(players))

    # -- what a game writes --------------------------------------------------------------------------------------

    def setup(self) -> None:
        """Make the opening position: put the cards where they begin."""

    def to_move(self) -> list[int]:
        """The seats that owe a decision; [CHANCE] where luck comes next; [] when the game is over."""
        raise NotImplementedError

    def moves(self, seat: int) -> list[str]:
        """What a seat that owes a decision may do."""
        raise NotImplementedError

    def outcomes(self) -> list[tuple[str, int]]:
        """What luck may bring, each with its weight."""
        return []

    def act(self, who: int, text: str) -> None:
        """What a legal move or an outcome of luck does."""
        raise NotImplementedError

    def scores(self) -> list[float]:
        """When over: 1 for whoever wins, 0 for whoever loses, shares between."""
        raise NotImplementedError

    def over_because(self) -> str:
        """When over: a word for how it ended."""
        return "over"

    def sees(self, seat: int, who: int, text: str) -> bool:
        """Whether a seat (or SPECTATOR) sees what is about to be played, beside that something is."""
        return True

    def told(self, seat: int) -> dict[str, Any]:
        """What a view says beside the fields: facts that follow from them."""
        return {}

    def because(self, seat: int, text: str) -> Reason | None:
        """Why a move is not legal for a seat that owes a decision, where there is more to say than "not now"."""
        return None

    def check(self, fields: Fields) -> None:
        """Refuse (`raise fields.bad(name, why)`) a position whose fields are right one by one and not together."""

    # -- what follows --------------------------------------------------------------------------------------------

    def owing(self) -> i64:
        seats = self.to_move()
        return CHANCE if seats == [CHANCE] else sum(1 << seat for seat in seats)

    def legal(self, seat: i64) -> vec[i64]:
        texts = self.moves(seat) if seat in self.to_move() and seat >= 0 else []
        return vec[i64](sorted(self.vocabulary.code(text) for text in texts))

    def odds(self) -> list[tuple[int, int]]:
        if self.to_move() != [CHANCE]:
            return []
        return sorted((self.vocabulary.code(text), weight) for text, weight in self.outcomes())

    def roll(self, dice: Dice) -> i64:
        odds = self.odds()
        left = dice.below(sum(weight for _, weight in odds))
        for code, weight in odds:
            if left < weight:
                return code
            left -= weight
        raise AssertionError("weights are positive")

    def apply(self, who: i64, code: i64) -> None:
        if not self.allows(who, code):
            raise refuse(who, code)
        self.act(who, self.vocabulary.text(code))

    def why_not(self, seat: i64, code: i64) -> Reason | None:
        if self.allows(seat, code):
            return None
        text = self.vocabulary.text(code)
        return self.waiting_for(seat) or self.because(seat, text) or Reason(self.plain(text))

    def plain(self, text: str) -> str:
        """The reason where the game has none of its own: what luck decides nobody plays."""
        return OUTCOME if text in self.luck() else NOT_NOW

    def luck(self) -> Sequence[str]:
        """The texts of the vocabulary that only luck brings."""
        return ()

    def payoffs(self) -> list[float]:
        return [0.0] * self.players if self.to_move() else self.scores()

    def ending(self) -> str:
        return "" if self.to_move() else self.over_because()

    def view(self, seat: i64) -> dict[str, Any]:
        shown = {field.name: field.shown(getattr(self, field.name), seat) for field in self.fields}
        return {
            "seat": seat if seat >= 0 else None, "players": self.players, "options": dict(self.head["options"]),
            "owing": [one for one in self.to_move() if one >= 0], **shown, **self.told(seat), "ending": self.ending(),
        }  # fmt: skip

    def seen(self, seat: i64, who: i64, code: i64) -> i64:
        return code if self.sees(seat, who, self.vocabulary.text(code)) else HIDDEN

    def copy(self) -> "Declared":
        other = type(self)(self.players, self.head)
        for field in self.fields:
            setattr(other, field.name, field.copied(getattr(self, field.name)))
        return other

    def redeal(self, seat: i64, dice: Dice) -> "Declared":
        """Everything that lies hidden from the seat is gathered, shuffled and laid out again, as many to each place."""
        other = self.copy()
        places = [place for field in other.fields for place in _hidden(field, getattr(other, field.name), seat)]
        cards = sorted(card for place in places for card in place)
        for place in places:
            place[:] = [cards.pop(dice.below(len(cards))) for _ in place]
        return other.copy()  # which puts what has no order into the one order

    def to_dict(self) -> dict[str, Any]:
        return {**self.head, **{field.name: field.copied(getattr(self, field.name)) for field in self.fields}}

    def census(self) -> dict[str, int]:
        cards = [card for field in self.fields for place in _places(field, getattr(self, field.name)) for card in place]
        return {card: cards.count(card) for card in self.box}

    @classmethod
    def opening(cls, players: int, head: dict[str, Any]) -> "Declared":
        """The position in which a game begins."""
        state = cls(players, head)
        state.setup()
        return state

    @classmethod
    def of(cls, fields: Fields, head: dict[str, Any]) -> "Declared":
        """The position that a document describes; BadPosition where it is broken or holds other cards than the box."""
        state = cls(head["players"], head)
        for field in cls.fields:
            setattr(state, field.name, field.read(fields, head["players"]))
        for card, count in state.census().items():
            if count != cls.box[card]:
                last = next(field.name for field in reversed(cls.fields) if isinstance(field, Pile | Hands))
                raise fields.bad(last, f"{card} is there {count} times in all; the box holds {cls.box[card]}.")
        state.check(fields)
        return state

    @classmethod
    def layout(cls, players: int) -> Layout:
        """The observation: every field that a seat may know, after the seat itself."""
        seats = range(players)
        head = [
            layout.one_of("seat", seats, "the seat that observes"),
            layout.members("owing", seats, "the seats that owe a decision"),
        ]
        return Layout(head + [part for field in cls.fields for part in field.observed(players)])


def _places(field: Kept, value: Any) -> list[list[str]]:
    """The lists of cards that a field is made of."""
    if isinstance(field, Hands):
        return list(value)
    return [value] if isinstance(field, Pile) else []


def _hidden(field: Kept, value: Any, reader: int) -> list[list[str]]:
    """Those of them that a reader does not see."""
    if isinstance(field, Hands):
        return [hand for seat, hand in enumerate(value) if seat != reader]
    return [value] if isinstance(field, Pile) and field.hidden else []
