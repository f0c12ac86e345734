"""I Hate Zombies, prepared for the page: the ring of people, what goes on in its middle, what stands below."""

from collections.abc import Sequence
from typing import Any, cast

from shamble.games.hate import people, places
from shamble.games.hate.words import BEATS, POWER_WORDS, HateWords, sentence
from shamble.kernel.game import View, Words
from shamble.kernel.shown import Choice, Happened

LIVES = {"H": 2, "Z": 3}
SHORT = 10  # letters of a name at the ring
MARKS = "●▲■◆"  # of those who command a ring, by seat
ON_FIGURES = 8  # in a ring of more, people are too small for a finger: who heals is a list in the middle
UNHURT = ("absorb", "ignore", "is lost")  # what a story says of a wound that was none


def page(
    view: View, names: Sequence[str], choices: Sequence[Choice], last: Sequence[Happened], words: Words
) -> dict[str, Any]:
    """The figures of the ring with their spots, the lines between them, the middle, and what stands below."""
    ring = Ring(view, names, choices, last, cast(HateWords, words))
    figures = [ring.figure(place) for place in ring.order()]
    sides = [figure["side"] for figure in figures]
    return {
        "count": len(figures),
        "figures": figures,
        "lines": ring.lines(),
        "throws": [choice for choice in choices if choice.action.startswith("throw")],
        "heals": ring.heals,
        "middle": ring.middle,
        "duel": ring.duel(),
        "happened": ring.happened(),
        "own": view["throw"],
        "me": ring.mine(),
        "watching": ring.watching(),
        "counts": {"zombies": sides.count("Z"), "humans": sides.count("H"), "removed": sides.count("-")},
        "card": ring.card(),
        "dealt_next": "" if view["next_dealt"] is None else ring.called(view["next_dealt"]),
        "facts": ring.facts(),
        "commands": ring.commands(),
        "you": next((figure for figure in figures if figure["mine"]), None),
    }


class Ring:
    """One view; `middle` are the choices that no figure has room for, `heals` those that stand in a list."""

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
        self._last = last[-1] if last else None
        self._spots: dict[int, Choice] = {}
        self.heals: list[dict[str, Any]] = []
        self.middle: list[dict[str, Any]] = []
        for choice in choices:
            self._put(choice)
        self._healing = any(choice.action.startswith(("heal", "vote")) for choice in choices)

    def _put(self, choice: Choice) -> None:
        """Onto a figure, into the list of those who may heal, or into the middle."""
        verb, what = choice.action.split()
        place = self._view["directions"][what] if verb == "attack" else int(what) if what.isdigit() else None
        if place is not None and verb != "attack" and self._places > ON_FIGURES:
            self.heals.append({"choice": choice, **self._person(place)})
        elif place is not None and place not in self._spots:
            self._spots[place] = choice
        elif verb == "attack":
            self.middle.append({"choice": choice, "text": f"attack {what}"})
        elif verb != "throw":
            self.middle.append({"choice": choice, "text": "nobody"})

    def order(self) -> list[int]:
        """The places as they stand, clockwise from the bottom."""
        return [(self._bottom() + k) % self._places for k in range(self._places)]

    def _bottom(self) -> int:
        """Who stands at the bottom: the reader; where nobody is the reader's own, place 0 is at the top."""
        seat = self._view["seat"]
        return int(seat) if self._individual and seat is not None else (self._places + 1) // 2

    def _at(self, place: int) -> int:
        return (place - self._bottom()) % self._places

    def _seats(self, place: int) -> list[int]:
        return [place] if self._individual else list(self._view["command"][place])

    def _yours(self, place: int) -> bool:
        return self._view["seat"] in self._seats(place)

    def mine(self) -> dict[str, Any] | None:
        """Whose hand the reader throws with: whoever of the reader's is in the fight and has not thrown."""
        view = self._view
        roles = (view["active"], view["target"])
        fighting = [place for place in roles if place is not None and self._yours(place)]
        if not fighting:  # a ring's first throws: nobody commands anybody yet
            fighting = [place for place, seat in zip(roles, range(2), strict=True) if view["seat"] == seat]
        return self._person(fighting[-1]) if fighting and fighting[-1] is not None else None

    def watching(self) -> bool:
        """Whether the reader has no part in it any more."""
        view = self._view
        seat = view["seat"]
        if seat is None or view["phase"] in ("over", "setting_up", "choosing", "dealing"):
            return False
        return bool(view["characters"][seat] == "-") if self._individual else seat in view["eliminated"]

    def name(self, place: int) -> str:
        """Whoever is or commands the character."""
        return ", ".join(self._names[seat] for seat in self._seats(place))

    def _person(self, place: int, side: str = "") -> dict[str, Any]:
        """How somebody looks, and what they are called."""
        character = self._view["characters"][place]
        name = self._words.person(self._view, place)
        side = side or character[0]
        wounds = int(character[1]) if character[0] != "-" else 0
        return {
            "place": place,
            "side": side,
            "card": name,
            "colours": people.colours(name),
            "parts": people.figure(name, side) if name else [],
            "wounds": wounds,
            "lives": LIVES.get(side, 0),
            "label": self._label(place),
            "mine": self._yours(place),
        }

    def _label(self, place: int) -> str:
        """What stands under a figure: a player's name, or the character's number."""
        if not self._individual:
            return self._words.character(self._view, place) or f"place {place}"
        return "You" if self._yours(place) else short(self._names[place])

    def owners(self, place: int, acting: bool = False) -> list[dict[str, str]]:
        """In a ring: who commands a character, each with a mark of their own; `acting`: who of them throws."""
        if self._individual:
            return []
        view, seats = self._view, self._seats(place)
        if acting:
            seats = [seat for seat in seats if seat in view["owing"] or seat in view["committed"]] or seats
        return [
            {"mark": MARKS[seat], "name": "You" if seat == view["seat"] else short(self._names[seat])} for seat in seats
        ]

    def figure(self, place: int) -> dict[str, Any]:
        """A character with its wounds, its name and its spot."""
        view = self._view
        one = self._person(place)
        phase = view["phase"]
        fighting = phase in ("setting_up", "fighting")
        spot = self._spots.get(place)
        side = one["side"]
        won = bool(phase == "over" and side != "-" and set(self._seats(place)) & set(view["winners"]))
        return {
            **one,
            "at": self._at(place),
            "who": sentence(self.called(place)),
            "of": "" if self._individual else self.name(place),
            "character": self._words.character(view, place) if self._individual else "",
            "owners": self.owners(place),
            "active": place == view["active"] and phase == "attacking",
            "away": fighting and place in (view["active"], view["target"]),
            "attacks": fighting and place == view["active"] and phase == "fighting",
            "attacked": fighting and place == view["target"] and phase == "fighting",
            "aimed": place in view["directions"].values(),
            "voted": phase == "voting" and self._individual and place in view["committed"],
            "owes": self._individual and place in view["owing"],
            "may_heal": self._healing and any(heal["place"] == place for heal in self.heals),
            "spot": spot,
            "way": spot.action.split()[1] if spot and spot.action.startswith("attack") else "",
            "turns": bool(spot and spot.action.startswith("attack") and self._turns(place)),
            "why": f"{self._healing_verb()} {place}" if self._healing and side == "H" and not self._may(place) else "",
            "power": POWER_WORDS[view["powers"][place]] if self._power(place) else "",
            "won": won,
            "fell": phase == "over" and bool(view["winners"]) and not won,
            "last_human": phase == "over" and place == view["last_human"],
        }

    def _may(self, place: int) -> bool:
        return place in self._spots or any(heal["place"] == place for heal in self.heals)

    def _healing_verb(self) -> str:
        return "vote" if self._view["phase"] == "voting" else "heal"

    def _turns(self, place: int) -> bool:
        """Whether one more wound turns a human, as far as its face tells."""
        return bool(self._view["characters"][place] == "H1" and self._view["card"] != "serum")

    def _power(self, place: int) -> bool:
        view = self._view
        return bool(
            place < len(view["powers"]) and view["powers"][place] != "none" and view["characters"][place][0] == "H"
        )

    def lines(self) -> list[dict[str, Any]]:
        """Whom the active zombie may attack: dotted lines, for phones and for wide boards."""
        view = self._view
        return [
            {"wide": wide, "path": places.aim(self._places, self._at(view["active"]), self._at(place), wide)}
            for place in sorted(set(view["directions"].values()))
            for wide in (False, True)
        ]

    def duel(self) -> dict[str, Any] | None:
        """The fight that goes on, its throws hidden, or the last one with what came of it."""
        view = self._view
        if view["phase"] in ("setting_up", "fighting"):
            return {
                "open": False,
                "sides": [self._fighter(view[role]) for role in ("active", "target")],
                "turned": None,
            }
        fight = view["fight"]
        if not fight:
            return None
        throws = fight["throws"]
        tie = throws[0] == throws[1]
        active_won = BEATS[throws[0]] == throws[1]
        sides = []
        for role, throw, won in zip(("active", "target"), throws, (active_won, not active_won), strict=True):
            sides.append(self._fighter(fight[role], throw, "tie" if tie else "ahead" if won else "beaten"))
        hurt = self._hurt(fight, tie, active_won)
        for side in sides:
            side["hurt"] = side["place"] == hurt
        target = fight["target"]
        turned = hurt == target and view["characters"][target][0] == "Z"
        if turned:
            sides[1] |= {"parts": people.figure(sides[1]["card"], "H"), "side": "H"}
        return {
            "open": True,
            "sides": sides,
            "turned": self._turned(target) if turned else None,
            "killed": hurt == fight["active"] and view["characters"][hurt] == "-",
        }

    def _hurt(self, fight: dict[str, Any], tie: bool, active_won: bool) -> int | None:
        """Who bears a wound of that fight."""
        told = " ".join(self._last.sentences) if self._last else ""
        if tie or any(word in told for word in UNHURT):
            return None
        return int(fight["target"] if active_won else fight["active"])

    def _fighter(self, place: int, throw: str = "", how: str = "") -> dict[str, Any]:
        """One side of a fight; whoever is dead now stood there as a zombie."""
        view = self._view
        dead = view["characters"][place] == "-"
        seats = self._seats(place)
        committed = bool(set(seats) & set(view["committed"]))
        return {
            **self._person(place, "Z" if dead else ""),
            "throw": throw,
            "how": how,
            "committed": committed,
            "owners": self.owners(place, acting=True),
            "own": view["throw"] if committed and view["seat"] in seats else "",
            "hurt": False,
        }

    def _turned(self, place: int) -> dict[str, Any]:
        """Who became a zombie just now: both sides of the card."""
        name = self._words.person(self._view, place)
        return {
            "before": people.figure(name, "H"), "after": people.figure(name, "Z"), "colours": people.colours(name),
            "what": "You turn" if self._individual and self._yours(place) else f"{sentence(self.called(place))} turns",
            "human": name, "zombie": self._words.character(self._view, place),
        }  # fmt: skip

    def happened(self) -> dict[str, Any] | None:
        """What happened last, in few words; the pictures beside it are those of the fight."""
        if self._last is None or not self._last.sentences:
            return None
        text = " ".join(self._last.sentences)
        _, colon, rest = self._last.sentences[0].partition(": ")
        verb = (self._last.action or "").partition(" ")[0]
        if verb == "throw" and colon:
            text = " ".join([sentence(rest), *self._last.sentences[1:]])
        return {"text": text, "fought": verb == "throw" and bool(colon)}

    def card(self) -> dict[str, str] | None:
        """The card that lies open at an odd table."""
        kind = self._view["card"]
        if kind == "serum":
            return {"name": "Serum", "text": "takes the next wound that would turn a human"}
        if kind == "horde":
            return {"name": "Horde", "text": "takes the next wound that would kill a zombie"}
        return None

    def facts(self) -> dict[str, Any]:
        """What stands below the ring."""
        view = self._view
        votes = view["votes"] if view["phase"] != "voting" else []
        return {
            "committed": [self._names[seat] for seat in view["committed"]],
            "votes": [(self._names[seat], vote) for seat, vote in enumerate(votes) if vote],
            "waiting": [self.called(place) for place in view["waiting"]],
            "powers": [
                (self._with_character(place), POWER_WORDS[view["powers"][place]], place in view["spent"])
                for place in range(len(view["powers"]))
                if self._power(place)
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
            commanded = [place for place, seats in enumerate(view["command"]) if seat in seats]
            sides = {view["characters"][place][0] for place in commanded}
            rows.append(
                {
                    "name": self._names[seat],
                    "mark": MARKS[seat],
                    "places": commanded,
                    "side": sides.pop() if len(sides) == 1 else "",
                    "you": seat == view["seat"],
                    "out": seat in view["eliminated"],
                    "owes": seat in view["owing"],
                }
            )
        return rows


def short(name: str) -> str:
    """A name as it fits at the ring."""
    return name if len(name) <= SHORT else f"{name[: SHORT - 1]}…"
