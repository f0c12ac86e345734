"""Telling: a match as each of its readers may know it: views, questions, choices and the story, in words.

Made from views alone, so nothing here can tell a reader more than the engine lets that reader see. What has been told
is kept, for a table tells every event to every seat and is asked for it again and again.
"""

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from mypy_extensions import i64

from shamble.kernel.history import History
from shamble.kernel.persons import possessed, to_reader
from shamble.kernel.state import HIDDEN, SPECTATOR

NAMED: Final = 256  # sentences kept with the names put in
_PLACE: Final = re.compile(r"@(\d+)")


class Event(NamedTuple):
    """One event as a certain reader may know it: `action` is None if it is hidden from that reader."""

    number: int
    who: int
    action: str | None
    sentences: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.sentences)


class Sight(NamedTuple):
    """What a reader sees now: the `view`, what is `asked` in words, and the `choices` as (action, label); a spectator
    has none."""

    view: dict[str, Any]
    asked: str
    choices: list[tuple[str, str]]


class Telling:
    """Tells the events of a history, which goes on growing in its owner.

    `words` are the game's and edition's, `text` is its vocabulary's, `names` are the seats'; `notation` asks for the
    codes of cards and places behind their names. Readers are seats or SPECTATOR.
    """

    def __init__(
        self, words: Any, text: Callable[[int], str], names: list[str], history: History, notation: bool = False
    ) -> None:
        self.names = names
        self._words = words
        self._notation = notation
        self._codes: re.Pattern[str] | None = None if notation else getattr(words, "codes", None)
        self._text = text
        self._history = history
        self._told: dict[int, dict[int, Event]] = {}  # by reader and number
        self._named: dict[str, str] = {}  # sentences with the seats' names put in
        self._views: dict[int, tuple[int, dict[str, Any]]] = {}  # each reader's last view with its version

    def view(self, reader: int, version: int) -> dict[str, Any]:
        """The reader's view at a version, kept until another version is asked for: it is shared, do not change it."""
        kept = self._views.get(reader)
        if kept is not None and kept[0] == version:
            return kept[1]
        view = self._history.at(version).view(reader)
        self._views[reader] = (version, view)
        return view

    def asked(self, view: dict[str, Any]) -> str:
        """What is going on and what is asked of whom."""
        return self.named(self._words.asked(view), _reader(view))

    def label(self, view: dict[str, Any], action: str) -> str:
        """What a choice does."""
        return self.named(self._words.label(view, action), _reader(view), "yourself")

    def sight(self, reader: int) -> Sight:
        """What a reader sees at the newest position."""
        version = len(self._history.acts)
        view = self.view(reader, version)
        choices: list[tuple[str, str]] = []
        if reader >= 0:
            seat: i64 = reader
            for code in self._history.at(version).legal(seat):
                action = self._text(code)
                choices.append((action, self.label(view, action)))
        return Sight(view, self.asked(view), choices)

    def between(self, reader: int, number: int, end: int) -> list[Event]:
        """The events from `number` up to but not including `end`, none of which may be still to come."""
        told = self._told.get(reader)
        if told is None:
            told = self._told[reader] = {}
        events: list[Event] = []
        for at in range(max(0, number), end):
            event = told.get(at)
            if event is None:
                before = self.view(reader, at)
                event = told[at] = self._event(at, reader, before, self.view(reader, at + 1))
            events.append(event)
        return events

    def _event(self, number: int, reader: int, before: dict[str, Any], after: dict[str, Any]) -> Event:
        """An event, of which `before` and `after` are the reader's views."""
        who, code = self._history.acts[number]
        seen = self._history.at(number).seen(reader, who, code)
        action = None if seen == HIDDEN else self._text(seen)
        told: Any = self._words.tell(before, who, action, after)
        return Event(number, who, action, tuple([self.named(sentence, reader) for sentence in told]))

    def named(self, text: str, reader: int = SPECTATOR, own: str = "you") -> str:
        """The text with the seats' names in place of @0, @1, … and "you" for the reader's own; without the codes of
        cards and places behind their names, unless they are asked for."""
        if self._codes is not None and "(" in text:
            text = self._codes.sub("", text)
        if "@" not in text:
            return text
        if reader >= 0:
            text = to_reader(text, reader, own)
        text = possessed(text)
        cached = self._named.get(text)  # seats are mostly told the same
        if cached is None:
            if len(self._named) >= NAMED:
                self._named.clear()
            cached = self._named[text] = str(_PLACE.sub(self._name, text))
        return cached

    def _name(self, matched: re.Match[str]) -> str:
        seat = int(matched[1])
        return self.names[seat] if seat < len(self.names) else matched[0]

    def show_codes(self, wanted: bool) -> None:
        """Say the codes of cards and places behind their names from now on, or leave them out."""
        self._codes = None if wanted else getattr(self._words, "codes", None)
        self._notation = wanted
        self._told.clear()

    def rename(self, names: list[str]) -> None:
        """The seats have other names: the story is told anew with them."""
        if names != self.names:
            self._told.clear()
            self._named.clear()
            self.names = names

    def forget(self, number: int) -> None:
        """Event `number` and what came after it have been taken back."""
        self._views.clear()
        for told in self._told.values():
            for at in [at for at in told if at >= number]:
                del told[at]

    def copy(self, history: History) -> "Telling":
        """One of its own for a copy of the match."""
        copied = Telling(self._words, self._text, self.names, history, self._notation)
        copied._told = {reader: dict(told) for reader, told in self._told.items()}
        return copied


def _reader(view: dict[str, Any]) -> int:
    """Whose view it is."""
    seat = view.get("seat")
    return seat if isinstance(seat, int) else SPECTATOR
