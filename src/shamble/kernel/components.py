"""Components: what a box holds, as its edition says: tiles, cards, people. For lists, rules pages and `?`."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from shamble.kernel.errors import BadOption


@dataclass(frozen=True)
class Component:
    """One kind of card, tile or person.

    `kind` is what it is one of ("item", "tile"), `numbers` what is printed on it, by name, `text` what it does in a
    sentence or two, `copies` how many there are (0: it depends on an option, which `text` says), `code` what stands for
    it in the notation of actions.
    """

    kind: str
    name: str
    numbers: Mapping[str, str | int] = field(default_factory=dict)
    text: str = ""
    copies: int = 1
    code: str = ""

    def line(self, unseen: int | None = None) -> str:
        """All of it on one line, but the kind; with how many of it the reader has not seen, where that is known."""
        numbers = ", ".join(f"{name} {value}" for name, value in self.numbers.items())
        copies = f" ×{self.copies}" if self.copies != 1 and self.copies else ""
        code = f" ({self.code})" if self.code and self.code.casefold() != self.name.casefold() else ""
        head = f"{self.name}{code}{copies}"
        told = ". ".join(part for part in (numbers, self.text) if part)
        line = f"{head}: {told}" if told else head
        return line if unseen is None else f"{line.rstrip('.')}. Unseen by you: {unseen}."


class UnknownComponent(BadOption):
    """No component of an edition is called so."""


def named(components: Sequence[Component], wanted: str) -> list[Component]:
    """The components meant by a name, part of a name or code; UnknownComponent, with the nearest names, for none."""
    low = " ".join(wanted.casefold().split())
    exact = [one for one in components if low in (one.name.casefold(), one.code.casefold())]
    found = exact or [one for one in components if low and low in one.name.casefold()]
    if found:
        return found
    names = list(dict.fromkeys(one.name for one in components))
    near = difflib.get_close_matches(low, [name.casefold() for name in names], 3, 0.5)
    nearest = [name for name in names if name.casefold() in near] or names[:3]
    shown = wanted if len(wanted) <= 40 else wanted[:39] + "…"
    raise UnknownComponent(f"Nothing here is called {shown!r}. Is it one of these: {', '.join(nearest)}?")


def in_action(components: Sequence[Component], action: str) -> list[Component]:
    """The components that an action in notation speaks of, by their codes; numbers stand for other things there."""
    parts = action.split()
    return [one for one in components if one.code in parts and not one.code.isdecimal()]
