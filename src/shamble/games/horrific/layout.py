"""The observation of Horrific."""

from collections.abc import Mapping
from operator import itemgetter

from shamble.games.horrific.rules import codes
from shamble.kernel.game import Edition, Value
from shamble.kernel.layout import (
    Field,
    Get,
    Layout,
    View,
    alone,
    block,
    counts,
    each,
    flags,
    lengths,
    members,
    number,
    numbers,
    one_of,
)

GOALS = 4  # lines of a victory condition that have places
OWN_DOWN = 12  # own face-down cards that have places of their own
LIMIT = 1000


def layout(players: int, options: Mapping[str, Value], edition: Edition) -> Layout:
    """Everything a seat may know, but for the order of the cards of Mounds and Discard piles."""
    seats = range(players)
    cards = ", ".join(codes.TYPES)

    def seatwise(name: str, one: Field, meaning: str, split: Get | None = None, get: Get | None = None) -> Field:
        return each(name, players, one, f"for each seat {meaning}", split, get)

    persons = members("persons", codes.PEOPLE, "")
    types = counts("types", codes.TYPES, "")
    goal = numbers("goal", 2 * GOALS, "", None, -LIMIT, LIMIT)
    return Layout(
        [
            one_of("seat", seats, "the seat that observes"),
            one_of("phase", codes.PHASES, ", ".join(codes.PHASES)),
            members("owing", seats, "the seats that owe a decision"),
            one_of("turn", seats, "whose turn it is"),
            one_of("first", seats, "who began"),
            number("turns", "turns ended"),
            number("owed", "cards still to be drawn"),
            seatwise(
                "characters", one_of("character", codes.CHARACTERS, ""), f"its character: {', '.join(codes.CHARACTERS)}"
            ),
            numbers("trust", players, "Trust of each seat", low=-LIMIT, high=LIMIT),
            members("town", codes.PEOPLE, "the persons in town: D1 … D10, then H, B, M, K, V"),
            seatwise("living", persons, "its living Minions, likewise"),
            seatwise("undead", persons, "its Undead, likewise"),
            members("destroyed", codes.PEOPLE, "the persons destroyed"),
            members("fresh", codes.PEOPLE, "the Minions that came this turn"),
            members("used", codes.PEOPLE, "the Minions used this turn"),
            members("gimped", seats, "the seats that are gimped"),
            counts("hand", codes.TYPES, f"cards of the own hand, by type: {cards}"),
            numbers("held", players, "cards in each hand", high=40),
            numbers("deck", players, "cards in each deck", high=40),
            seatwise("reserve", types, "the face-up cards of its Reserve, by type"),
            lengths("downs", players, "face-down cards of each Reserve", itemgetter("down"), high=40),
            each(
                "own_down",
                OWN_DOWN,
                one_of("type", codes.TYPES, ""),
                f"the types of the own first {OWN_DOWN} face-down cards, in their order",
                own_down,
                itemgetter("down", "seat"),
            ),
            seatwise("may", types, "how many of its face-down cards all must take for possible, by type", may),
            seatwise("known_cards", types, "its hidden cards that all know of, by type", known_cards),
            seatwise("mound", types, "its Mound, as far as it may be seen, by type"),
            seatwise("mound_top", one_of("top", codes.TYPES, ""), "the top of its Mound", tops, itemgetter("mound")),
            lengths("mounds", players, "cards in each Mound", itemgetter("mound"), high=40),
            seatwise("discard", types, "its Discard pile, by type"),
            number("base", "Power counted so far", low=-LIMIT, high=LIMIT),
            number("power", "Power in this turn", low=-LIMIT, high=LIMIT),
            number("laid", "cards laid this turn", high=40),
            flags(("hand_played",), "a card of the hand has been played", "hand_played"),
            block("play", 1, played(players), "the card being played and all that is named for it", alone),
            number("windows", "cards that may be denied: the one played and the Denies on it", windows),
            one_of("denied", seats, "whose card the last of them is", last_window("seat")),
            members("asked", seats, "who has been asked about it", last_window("asked")),
            one_of("asking", seats, "who is being asked"),
            seatwise(
                "goals", goal, f"up to {GOALS} lines of its victory condition: how it stands, what it needs", goals
            ),
            one_of("winner", seats, "who has won"),
        ]
    )


def played(players: int) -> list[Field]:
    """The card being played and all that is named for it."""
    return [
        one_of("card", codes.TYPES, "its type"),
        one_of("from", codes.SOURCES, f"where it came from: {', '.join(codes.SOURCES)}"),
        one_of("on", codes.PEOPLE, "the person it is played on"),
        one_of("mode", codes.MODES, f"what a Minion is used for: {', '.join(codes.MODES)}"),
        counts("take", codes.TYPES, "the cards it takes back, by type"),
        number("take_all", "it takes all that it may", high=1),
        one_of("against", range(players), "the opponent meant"),
        one_of("destroy", (*codes.TYPES, "gone"), "the face-up card aimed at, by type; gone", aimed_up),
        number("destroy_down", "the face-down card aimed at, counted from 1", aimed_down, high=36),
        number("granted", "nobody may deny it any more", high=1),
    ]


def windows(view: View) -> int:
    """How many cards may be denied."""
    return len(view["windows"])


def last_window(part: str) -> Get:
    """Reads a part of the last of them."""
    return lambda view: view["windows"][-1][part] if view["windows"] else None


def tops(mounds: list[list[str]]) -> list[str | None]:
    """The top of every Mound."""
    return [mound[0] if mound else None for mound in mounds]


def may(cards: list[list[list[str]]]) -> list[list[str]]:
    """For each seat the types of all its face-down cards, one after another."""
    return [[kind for card in own for kind in card] for own in cards]


def known_cards(cards: list[list[list[str]]]) -> list[list[str]]:
    """For each seat the types of its hidden cards that all know of."""
    return [[card[0] for card in own] for own in cards]


def own_down(part: tuple[list[list[str]], int | None]) -> list[str]:
    """The reader's face-down cards."""
    cards, seat = part
    return cards[seat] if seat is not None else []


def aimed_up(play: View) -> str | None:
    """The face-up card aimed at."""
    aim = play["destroy"]
    return aim if isinstance(aim, str) else None


def aimed_down(play: View) -> int:
    """The face-down card aimed at."""
    aim = play["destroy"]
    return aim if isinstance(aim, int) else 0


def goals(lines: list[list[View]]) -> list[list[int]]:
    """For each seat: now and min of every line."""
    return [[n for goal in own[:GOALS] for n in (goal["now"], goal["min"])] for own in lines]
