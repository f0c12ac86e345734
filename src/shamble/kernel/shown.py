"""What a front is given to show: choices, and what has happened. Plain values, JSON-able by their fields."""

from dataclasses import dataclass


@dataclass(unsafe_hash=True)  # quicker to make than a frozen one, and never changed
class Choice:
    """One thing a seat may do now: `action` in the game's notation, `label` in words."""

    action: str
    label: str


@dataclass
class Happened:
    """One event as a reader may know it: who acted (None: chance), the action (None: hidden), and it in sentences."""

    number: int
    who: int | None
    action: str | None
    sentences: list[str]
