"""The observation of I Hate Zombies."""

from collections.abc import Mapping
from operator import itemgetter

from shamble.games.hate.rules import codes
from shamble.games.hate.rules.data import card_text
from shamble.kernel.game import Edition, Value
from shamble.kernel.layout import (
    Field,
    Get,
    Layout,
    Row,
    View,
    each,
    members,
    number,
    one_of,
)

CHARACTERS = ("H0", "H1", "Z0", "Z1", "Z2", "-")


def layout(players: int, options: Mapping[str, Value], edition: Edition) -> Layout:
    """Everything a seat may know."""
    places = players if players >= 5 else int(options["ring"])
    seats, ring = range(players), range(places)
    dealt = options["powers"] != "none"  # else no characters are told apart, and none are dealt
    phases = codes.PHASES if dealt else tuple(phase for phase in codes.PHASES if phase != "dealing")
    characters = [card_text(card) for card in range(codes.PLACES)]
    votes = (*(str(place) for place in ring), "none")
    return Layout(
        [
            one_of("seat", seats, "the seat that observes"),
            one_of("phase", phases, ", ".join(phases)),
            members("owing", seats, "the seats that owe a decision"),
            members("committed", seats, "the seats whose secret decision is in"),
            mine(places),
            each(
                "characters",
                places,
                one_of("character", CHARACTERS, ""),
                "for each place: human unhurt or with a wound, zombie with 0, 1, 2 wounds, removed",
            ),
            one_of("active", ring, "the attacker's place; in the set-up the dealer's"),
            one_of("target", ring, "the place attacked"),
            one_of("left", ring, "whom the active zombie may attack to its left", direction("left")),
            one_of("right", ring, "the same to its right", direction("right")),
            one_of("throw", codes.THROWS, "the own throw, while it is secret"),
            one_of("fight_active", ring, "the attacker's place in the last fight revealed", fight("active")),
            one_of("fight_target", ring, "the other place in it", fight("target")),
            one_of("fight_throw", codes.THROWS, "the attacker's throw in it", lambda v: thrown(v, 0)),
            one_of("fight_answer", codes.THROWS, "the other throw in it", lambda v: thrown(v, 1)),
            each(
                "votes",
                players,
                one_of("vote", votes, ""),
                "for each seat its vote as far as it is known: a place, none",
            ),
            number("attacks", "attacks ended"),
            members("waiting", ring, "new zombies that the turn passes once"),
            one_of("card", codes.CARDS, f"the Horde/Serum card: {', '.join(codes.CARDS)}"),
            number("supply", "wound tokens left, where they are limited", high=18),
            one_of("dealer", ring, "who dealt"),
            each("powers", places, one_of("power", codes.POWERS, ""), f"for each place: {', '.join(codes.POWERS)}"),
            *(
                [
                    each(
                        "cards", places, one_of("card", characters, ""), "for each place the character dealt: C1 … C18"
                    ),
                    one_of("next_dealt", ring, "the place that is dealt a character next"),
                ]
                if dealt
                else []
            ),
            members("spent", ring, "the places whose power is used up"),
            members("eliminated", seats, "the seats that are out"),
            members("winners", seats, "the seats that have won"),
        ]
    )


def mine(places: int) -> Field:
    """The places that the reader commands."""

    def put(part: tuple[list[list[int]], int | None], row: Row, at: int) -> None:
        command, seat = part
        for place, commanders in enumerate(command):
            if seat in commanders:
                row[at + place] = 1

    return Field("mine", places, "the places that the observer commands", itemgetter("command", "seat"), put)


def direction(side: str) -> Get:
    """Reads whom the active zombie may attack on that side."""
    return lambda view: view["directions"].get(side)


def fight(part: str) -> Get:
    """Reads a part of the last fight, None before the first."""
    return lambda view: view["fight"] and view["fight"][part]


def thrown(view: View, which: int) -> str | None:
    """A throw of the last fight."""
    return None if view["fight"] is None else view["fight"]["throws"][which]
