"""I Hate Zombies, prepared for the page: the ring as points of an ellipse, and what is in its middle."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any, cast

from shamble.games.hate.words import POWER_WORDS, HateWords, sentence
from shamble.kernel.game import View, Words
from shamble.kernel.shown import Choice, Happened

LIVES = {"H": 2, "Z": 3}
WIDE, HIGH = 360, 444  # the field of the drawing
ROUND, TALL = 152, 180  # half-axes of the ring
SIZES = ((4, 1.7), (8, 1.4), (12, 1.15), (18, 0.9))  # up to so many places, a figure is so large
THROWS = ("rock", "paper", "scissors")
SHORT = 8  # letters of a name at the ring


def page(
    view: View, names: Sequence[str], choices: Sequence[Choice], last: Sequence[Happened], words: Words
) -> dict[str, Any]:
    """The figures of the ring with their spots, the lines between them, the middle, and what stands below."""
    ring = Ring(view, names, choices, last, cast(HateWords, words))
    figures = [ring.figure(place) for place in range(len(view["characters"]))]
    sides = [figure["side"] for figure in figures]
    return {
        "wide": WIDE,
        "high": HIGH,
        "size": ring.size,
        "figures": figures,
        "lines": ring.lines(),
        "throws": [choice for choice in choices if choice.action.startswith("throw")],
        "middle": ring.middle,
        "fight": ring.fight(),
        "own": view["throw"],
        "counts": {"zombies": sides.count("Z"), "humans": sides.count("H"), "removed": sides.count("-")},
        "dealt_next": "" if view["next_dealt"] is None else ring.called(view["next_dealt"]),
        "facts": ring.facts(),
        "commands": ring.commands(),
    }


class Ring:
    """One view; `middle` are the choices that no figure has room for."""

    def __init__(
        self,
        view: View,
        names: Sequence[str],
        choices: Sequence[Choice],
        last: Sequence[Happened],
        words: HateWords,
    ) -> None:
        self._view = view
        self._names = names
        self._words = words
        self._places = len(view["characters"])
        self._individual = view["mode"] == "individual"
        self.size = next(size for places, size in SIZES if self._places <= places)
        self._spots: dict[int, Choice] = {}
        self.middle: list[Choice] = []
        for choice in choices:
            verb, what = choice.action.split()
            place = view["directions"][what] if verb == "attack" else int(what) if what.isdigit() else None
            if place is not None and place not in self._spots:
                self._spots[place] = choice
            elif verb != "throw":
                self.middle.append(choice)
        self._healing = any(choice.action.startswith(("heal", "vote")) for choice in choices)
        acts = [event.action.split() for event in last if event.action]
        self._healed = {int(what) for verb, what in acts if verb == "heal" and what.isdigit()}
        self._fought = set() if not view["fight"] else {view["fight"]["active"], view["fight"]["target"]}

    def point(self, place: int, part: float = 1.0) -> tuple[float, float]:
        """Where a place lies, clockwise; the reader's own at the bottom, place 0 at the top otherwise."""
        seat = self._view["seat"]
        turned = seat - self._places / 2 if self._individual and seat is not None else 0
        angle = 2 * pi * (place - turned) / self._places
        return (
            round(WIDE / 2 + part * ROUND * sin(angle), 1),
            round(HIGH / 2 - 8 - part * TALL * cos(angle), 1),
        )

    def name(self, place: int) -> str:
        """Whoever is or commands the character."""
        if self._individual:
            return self._names[place]
        return ", ".join(self._names[seat] for seat in self._view["command"][place])

    def figure(self, place: int) -> dict[str, Any]:
        """A character with its wounds, its name and its spot."""
        view = self._view
        character = view["characters"][place]
        side = character[0]
        wounds = int(character[1]) if side != "-" else 0
        x, y = self.point(place)
        seats = [place] if self._individual else view["command"][place]
        settled = view["phase"] in ("over", "healing", "voting")
        return {
            "place": place,
            "x": x,
            "y": y,
            "side": side,
            "pips": [k < wounds for k in range(LIVES.get(side, 0))],
            "label": short(self.name(place)) if self._individual else self._initials(place),
            "who": sentence(self.called(place)),
            "of": "" if self._individual else self.name(place),
            "wounds": wounds,
            "mine": view["seat"] in seats,
            "active": place == view["active"] and not settled,
            "target": place == view["target"] and view["phase"] in ("setting_up", "fighting"),
            "committed": self._individual and place in view["committed"],
            "last": place in self._fought or place in self._healed,
            "spot": self._spots.get(place),
            "why": f"heal {place}" if self._healing and side == "H" and place not in self._spots else "",
        }

    def _initials(self, place: int) -> str:
        """A ring's label: the place, and whose it is."""
        seats = self._view["command"][place]
        return f"{place} {'/'.join(self._names[seat][: 5 if len(seats) == 1 else 2] for seat in seats)}".strip()

    def lines(self) -> list[dict[str, Any]]:
        """Whom the active zombie fights or may attack: curves through the middle."""
        view = self._view
        if view["phase"] in ("setting_up", "fighting"):
            return [{"path": self._curve(view["active"], view["target"]), "sure": True}]
        return [
            {"path": self._curve(view["active"], place), "sure": False} for place in set(view["directions"].values())
        ]

    def _curve(self, first: int, second: int) -> str:
        (x, y), (u, v) = self.point(first, 0.8), self.point(second, 0.8)
        return f"M{x} {y}Q{WIDE / 2} {HIGH / 2 - 8} {u} {v}"

    def fight(self) -> list[dict[str, str]]:
        """The throws of the last fight."""
        fight = self._view["fight"]
        if not fight:
            return []
        return [
            {"who": self._names[fight[role]] if self._individual else f"{fight[role]}", "throw": throw}
            for role, throw in zip(("active", "target"), fight["throws"], strict=True)
        ]

    def facts(self) -> dict[str, Any]:
        """What stands beside the ring."""
        view = self._view
        votes = view["votes"] if view["phase"] != "voting" else []
        return {
            "committed": [self._names[seat] for seat in view["committed"]],
            "votes": [(self._names[seat], vote) for seat, vote in enumerate(votes) if vote],
            "waiting": [self.called(place) for place in view["waiting"]],
            "powers": [
                (self._with_character(place), POWER_WORDS[power], place in view["spent"])
                for place, power in enumerate(view["powers"])
                if power != "none" and view["characters"][place][0] == "H"
            ],
        }

    def _with_character(self, place: int) -> str:
        """Whoever lives there, and as which character."""
        called = sentence(self.called(place))
        return f"{called}, the {self._words.character(self._view, place)}" if self._individual else called

    def called(self, place: int) -> str:
        """The player who is the character, or its name and place in a ring."""
        return self._names[place] if self._individual else self._words.who(self._view, place)

    def commands(self) -> list[dict[str, Any]]:
        """In a ring: which places each seat commands, and for which side."""
        if self._individual:
            return []
        view = self._view
        rows = []
        for seat in range(view["players"]):
            places = [place for place, seats in enumerate(view["command"]) if seat in seats]
            sides = {view["characters"][place][0] for place in places}
            side = sides.pop() if len(sides) == 1 else ""
            rows.append(
                {
                    "name": self._names[seat],
                    "places": places,
                    "side": side,
                    "you": seat == view["seat"],
                    "out": seat in view["eliminated"],
                    "owes": seat in view["owing"],
                }
            )
        return rows


def short(name: str) -> str:
    """A name as it fits at the ring."""
    return name if len(name) <= SHORT else f"{name[: SHORT - 1]}…"
