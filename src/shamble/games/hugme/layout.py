"""The observation of Hug Me."""

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from shamble.games.hugme.rules import codes
from shamble.kernel.game import Edition, Value
from shamble.kernel.layout import (
    Field,
    Layout,
    Row,
    View,
    alone,
    block,
    counts,
    each,
    flags,
    members,
    number,
    one_of,
)

ROOMS = codes.PLACES[: codes.HABITABLE]
SORTS = ("drawn", "deployed", "sent_on")
GONE = (*codes.ITEMS, *(f"special {shop}" for shop in codes.SHOPS))
SEAT_FLAGS = ("beaten", "assaulted", "disarmed", "rerolled")
MOST = 99


def layout(players: int, options: Mapping[str, Value], edition: Edition) -> Layout:
    """Everything a seat may know, but for who knows which card and from which decks an unknown card may come."""
    seats = range(players)
    zombies = cards("zombies", codes.ZOMBIES)
    shelf = [
        number("unseen", "cards unseen"),
        cards("under", codes.ITEMS, "the cards put under the deck, likewise by kind"),
    ]
    slot = [
        one_of("place", codes.PLACES, "its place, where the observer knows it"),
        one_of("by", seats, "who chose it"),
        cards("cards", codes.ZOMBIES, "the Zombie cards sent to it"),
    ]
    return Layout(
        [
            one_of("seat", seats, "the seat that observes"),
            one_of("phase", codes.PHASES, ", ".join(codes.PHASES)),
            one_of("back", codes.PHASES, "the phase to which this one returns"),
            members("owing", seats, "the seats that owe a decision"),
            one_of("actor", seats, "who is being asked"),
            one_of("turn", seats, "whose turn it is"),
            one_of("first", seats, "who began"),
            number("step", "the step of the round", high=MOST),
            number("round", "the round"),
            block("seats", players, of_seat(), "for each seat"),
            each("board", len(ROOMS), one_of("shop", codes.SHOPS, ""), f"the shop at {', '.join(ROOMS)}", by_place),
            by_room("barricades", "barricades there"),
            by_room("lured", "cards that a lure adds there"),
            block("decks", len(codes.SHOPS), shelf, f"for each of {', '.join(codes.SHOPS)}", shelves),
            cards("drawn", codes.ITEMS, "the items just drawn"),
            cards("removed", codes.ITEMS, "the items out of the game"),
            members("gone", GONE, "the cards known to have left their decks"),
            block("horde", 1, horde(), "the Zombie cards", alone),
            block("slots", codes.SLOTS, slot, "for each slot"),
            members("laid_before", codes.PLACES, "places that were laid before the observer looked at the deck"),
            members("looked", seats, "who has looked at the deck"),
            cards("attack", codes.ZOMBIES, "the Zombie cards of the Assault"),
            each("deployed", len(ROOMS), zombies, "the Zombie cards deployed at each place", by_place),
            each("sent_on", len(ROOMS), zombies, "those sent on to it", by_place),
            block("turn_state", 1, turn_state(players), "the seat whose turn it is", alone),
            one_of("using", codes.ITEMS, "the item being used"),
            block("assault", 1, assault(players), "the Assault", alone),
            one_of("victim", seats, "whom the Theft is from", lambda v: v["theft"] and v["theft"]["victim"]),
            members("unresolved", codes.PLACES, "places with Assaults still to come"),
            members("card_drawn", codes.PLACES, "places for which a Zombie card has been drawn"),
            members("winners", seats, "the seats that have won"),
            counts(
                "spoils", codes.ITEMS, "the taken cards that the observer sorts", lambda v: v.get("spoils", []), high=8
            ),
        ]
    )


def of_seat() -> list[Field]:
    """What is seen of one seat."""
    return [
        one_of("character", codes.CHARACTERS, ", ".join(codes.CHARACTERS)),
        one_of("status", codes.STATUSES, ", ".join(codes.STATUSES)),
        number("value", "the value of its Character", high=MOST),
        one_of("place", codes.PLACES, f"where it stands: {', '.join(codes.PLACES)}"),
        one_of("last_shop", codes.SHOPS, "the shop searched last"),
        cards("left", codes.ITEMS, "the item cards on its left: by kind, then those the observer does not know"),
        cards("right", codes.ITEMS, "the item cards on its right, likewise"),
        number("room", "how many more items it can hold", high=MOST),
        cards("hand", codes.ZOMBIES, "the Zombie cards in its hand: 1 … 12, nursery, sly, few, then those unknown"),
        number("slot", "the slot to which it is sent, from 1", high=codes.SLOTS),
        one_of("stands", codes.PLACES, "the place where it takes a stand"),
        one_of("arm", (*codes.ITEMS, "none", "best"), "the Weapon that counts: an item, none, the best"),
        number("boost", "what its value has been raised by", high=MOST),
        flags(SEAT_FLAGS, ", ".join(SEAT_FLAGS), "marks"),
    ]


def horde() -> list[Field]:
    """The Zombie cards that lie in no slot and no hand."""
    return [
        number("deck", "cards in the deck", high=MOST),
        discard(),
        cards("face_down", codes.ZOMBIES, "cards discarded face down"),
        number("nursery", "the nursery is open", high=1),
    ]


def turn_state(players: int) -> list[Field]:
    """What is left to the seat whose turn it is."""
    return [
        flags(("moved", "may_bring"), "it has moved; it may bring another along", "marks"),
        number("steps", "steps left", high=MOST),
        number("actions", "Actions left", high=MOST),
        one_of("bring", range(players), "who is brought along"),
    ]


def assault(players: int) -> list[Field]:
    """The Assault that is going on, or was last."""
    seats = range(players)
    return [
        one_of("scene", codes.PLACES, "where it is"),
        one_of("sort", SORTS, ", ".join(SORTS)),
        members("fighters", seats, "who fights in it"),
        members("runners", seats, "who must escape"),
        members("asked", seats, "who has been asked"),
        number("attack", "the attack", high=999),
        number("defence", "the defence", high=999),
    ]


def cards(name: str, values: tuple[str, ...], meaning: str = "") -> Field:
    """Cards by kind, and last those that the reader does not know."""
    places: dict[str | None, int] = {card: place for place, card in enumerate(values)}
    places[None] = len(values)

    def put(part: list[View], row: Row, at: int) -> None:
        for card in part:
            row[at + places[card["card"]]] += 1

    return Field(name, len(places), meaning, itemgetter(name), put, 0, 255)


def discard() -> Field:
    """The Zombie cards discarded face up."""
    places = {card: place for place, card in enumerate(codes.ZOMBIES)}

    def put(part: dict[str, int], row: Row, at: int) -> None:
        for card, held in part.items():
            row[at + places[card]] = held

    return Field("discard", len(codes.ZOMBIES), "cards discarded face up, by kind", itemgetter("discard"), put, 0, MOST)


def by_room(name: str, meaning: str) -> Field:
    """A number for each place."""
    return each(name, len(ROOMS), number("n", "", high=MOST), meaning, by_place)


def by_place(part: dict[str, Any]) -> list[Any]:
    """What lies at every place."""
    return [part.get(room) for room in ROOMS]


def shelves(decks: dict[str, View]) -> list[View]:
    """The deck of every shop."""
    return [decks[shop] for shop in codes.SHOPS]
