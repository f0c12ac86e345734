"""The observation of Hug Me."""

from array import array
from collections.abc import Mapping

from shamble.adapters.layouts.field import (
    Field,
    Get,
    Layout,
    View,
    counts,
    flags,
    itself,
    key,
    members,
    number,
    one_of,
    repeated,
)
from shamble.games.hugme.rules.codes import CHARACTERS, HABITABLE, ITEMS, PHASES, PLACES, SHOPS, SLOTS, STATUSES, ZOMBIES
from shamble.kernel.game import Edition, Value

ROOMS = PLACES[:HABITABLE]
SORTS = ("drawn", "deployed", "sent_on")
GONE = (*ITEMS, *(f"special {shop}" for shop in SHOPS))
SEAT_FLAGS = ("beaten", "assaulted", "disarmed", "rerolled")
MOST = 99


def layout(players: int, options: Mapping[str, Value], edition: Edition) -> Layout:
    """Everything a seat may know, but for who knows which card and from which decks an unknown card may come."""
    seats = range(players)

    def each(name: str, one: Field, meaning: str, get: Get | None = None) -> Field:
        return repeated(name, players, one, f"for each seat {meaning}", get or seat_part(name))

    def part(of: str, name: str) -> Get:
        return lambda view: view[of][name]

    items, zombies, place = cards("items", ITEMS), cards("zombies", ZOMBIES), one_of("place", PLACES, "", itself)
    return Layout(
        [
            one_of("seat", seats, "the seat that observes"),
            one_of("phase", PHASES, ", ".join(PHASES)),
            one_of("back", PHASES, "the phase to which this one returns"),
            members("owing", seats, "the seats that owe a decision"),
            one_of("actor", seats, "who is being asked"),
            one_of("turn", seats, "whose turn it is"),
            one_of("first", seats, "who began"),
            number("step", "the step of the round", high=MOST),
            number("round", "the round"),
            each("character", one_of("character", CHARACTERS, "", itself), f"its Character: {', '.join(CHARACTERS)}"),
            each("status", one_of("status", STATUSES, "", itself), f"its status: {', '.join(STATUSES)}"),
            each("value", number("value", "", itself, high=MOST), "the value of its Character"),
            each("place", place, f"where it stands: {', '.join(PLACES)}"),
            each("last_shop", one_of("shop", SHOPS, "", itself), "the shop searched last"),
            each("left", items, "the item cards on its left: by kind, then those the observer does not know"),
            each("right", items, "the item cards on its right, likewise"),
            each("room", number("room", "", itself, high=MOST), "how many more items it can hold"),
            each("hand", zombies, "the Zombie cards in its hand: 1 … 12, nursery, sly, few, then those unknown"),
            each("slot", number("slot", "", itself, high=SLOTS), "the slot to which it is sent, from 1"),
            each("stands", place, "the place where it takes a stand"),
            each("arm", one_of("arm", (*ITEMS, "none", "best"), "", itself), "the Weapon that counts"),
            each("boost", number("boost", "", itself, high=MOST), "what its value has been raised by"),
            each("marks", flags(SEAT_FLAGS, ""), ", ".join(SEAT_FLAGS), key("seats")),
            repeated("board", len(ROOMS), one_of("shop", SHOPS, "", itself), f"the shop at {', '.join(ROOMS)}", board),
            by_room("barricades", "barricades there"),
            by_room("lured", "cards that a lure adds there"),
            repeated("unseen", len(SHOPS), number("n", "", itself), f"cards unseen: {', '.join(SHOPS)}", shelves("unseen")),
            repeated("under", len(SHOPS), items, "the cards put under those decks, likewise by kind", shelves("under")),
            cards("drawn", ITEMS, "the items just drawn", key("drawn")),
            cards("removed", ITEMS, "the items out of the game", key("removed")),
            members("gone", GONE, "the cards known to have left their decks"),
            number("horde", "Zombie cards in the deck", part("horde", "deck"), high=MOST),
            discard(),
            cards("face_down", ZOMBIES, "Zombie cards discarded face down", part("horde", "face_down")),
            number("nursery", "the nursery is open", part("horde", "nursery"), high=1),
            repeated("slots", SLOTS, place, "the place of each slot, where the observer knows it", slot_part("place")),
            repeated("slot_by", SLOTS, one_of("by", seats, "", itself), "who chose it", slot_part("by")),
            repeated("slot_cards", SLOTS, zombies, "the Zombie cards sent to it", slot_part("cards")),
            members("laid_before", PLACES, "places that were laid before the observer looked at the deck"),
            members("looked", seats, "who has looked at the deck"),
            cards("attack", ZOMBIES, "the Zombie cards of the Assault", key("attack")),
            repeated("deployed", len(ROOMS), zombies, "the Zombie cards deployed at each place", rooms("deployed")),
            repeated("sent_on", len(ROOMS), zombies, "those sent on to it", rooms("sent_on")),
            flags(("moved", "may_bring"), "the seat has moved; it may bring another along", "turn_flags", key("turn_state")),
            number("steps", "steps left", part("turn_state", "steps"), high=MOST),
            number("actions", "Actions left", part("turn_state", "actions"), high=MOST),
            one_of("bring", seats, "who is brought along", part("turn_state", "bring")),
            one_of("using", ITEMS, "the item being used"),
            one_of("scene", PLACES, "where the Assault is", part("assault", "scene")),
            one_of("sort", SORTS, f"the Assault: {', '.join(SORTS)}", part("assault", "sort")),
            members("fighters", seats, "who fights in it", part("assault", "fighters")),
            members("runners", seats, "who must escape", part("assault", "runners")),
            members("asked", seats, "who has been asked", part("assault", "asked")),
            number("attack_value", "the attack", part("assault", "attack"), high=999),
            number("defence_value", "the defence", part("assault", "defence"), high=999),
            one_of("victim", seats, "whom the Theft is from", lambda v: v["theft"] and v["theft"]["victim"]),
            members("unresolved", PLACES, "places with Assaults still to come"),
            members("card_drawn", PLACES, "places for which a Zombie card has been drawn"),
            members("winners", seats, "the seats that have won"),
        ]
    )  # fmt: skip


def cards(name: str, values: tuple[str, ...], meaning: str = "", get: Get = itself) -> Field:
    """Cards by kind, and last those that the reader does not know."""
    field = counts(name, values, meaning, lambda view: [card["card"] for card in get(view)])
    unknown = len(values)

    def write(view: View, row: "array[int]", at: int) -> None:
        if not get(view):
            return
        field.write(view, row, at)
        row[at + unknown] = sum(card["card"] is None for card in get(view))

    return Field(name, unknown + 1, meaning, write, 0, field.high)


def discard() -> Field:
    """The Zombie cards discarded face up."""
    places = {card: place for place, card in enumerate(ZOMBIES)}

    def write(view: View, row: "array[int]", at: int) -> None:
        for card, number in view["horde"]["discard"].items():
            row[at + places[card]] = number

    return Field("discard", len(ZOMBIES), "Zombie cards discarded face up, by kind", write, 0, MOST)


def by_room(name: str, meaning: str) -> Field:
    """A number for each place."""
    return repeated(name, len(ROOMS), number("n", "", itself, high=MOST), meaning, lambda v: [v[name].get(r) for r in ROOMS])


def board(view: View) -> list[str | None]:
    """The shop at every place."""
    return [view["board"].get(room) for room in ROOMS]


def rooms(name: str) -> Get:
    """The cards at every place."""
    return lambda view: [view[name].get(room, ()) for room in ROOMS]


def seat_part(name: str) -> Get:
    """One entry of every seat."""
    return lambda view: [seat[name] for seat in view["seats"]]


def shelves(name: str) -> Get:
    """One entry of every shop's deck."""
    return lambda view: [view["decks"][shop][name] for shop in SHOPS]


def slot_part(name: str) -> Get:
    """One entry of every slot."""
    return lambda view: [slot[name] for slot in view["slots"][:SLOTS]]
