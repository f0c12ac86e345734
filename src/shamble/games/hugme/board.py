"""Hug Me, drawn for the terminal: the mall as a map, the people and what they show, the slots, the Night."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from shamble.games.hugme import GAME
from shamble.games.hugme.names import Names, coded
from shamble.kernel.game import View

ROWS = (
    ("escalator_a", "nw", "n", "ne", "minivan"),
    ("", "w", "hall", "e", ""),
    ("boiler", "sw", "s", "se", "escalator_b"),
)
CORNERS = {"escalator_a": "escalator", "escalator_b": "escalator", "minivan": "Minivan", "boiler": "Boiler"}
WIDE, NARROW = 18, 11
MARKS = {"human": "", "infected": "~", "zombie": ""}
SHIPPED = {edition.name: Names(edition.data) for edition in GAME.editions()}
CODES = Names(coded(GAME.editions()[0].data))


def _names(view: View) -> Names:
    """The names of a shipped edition; for an owner's, whose names a view does not hold, the codes."""
    return SHIPPED.get(view["edition"], CODES)


def draw(view: View, names: Sequence[str]) -> RenderableType:
    """The map, the people, the slots, and what goes on; at most 80 columns."""
    parts: list[RenderableType] = [Text(line, no_wrap=True) for line in _map(view, names)]
    parts.append(_people(view, names))
    parts += [Text(line) for line in _slots(view, names)]
    parts.append(Text(_horde(view), style="dim"))
    parts += [Text(line, style="bold") for line in _now(view, names)]
    round_ = f", round {view['round']}" if view["round"] else ""
    return Panel(Group(*parts), title=f"Hug Me{round_}", width=80)


# -- the map -----------------------------------------------------------------------------------------------------


def _map(view: View, names: Sequence[str]) -> list[str]:
    lines: list[str] = []
    for row in ROWS:
        cells = [_cell(view, names, place) for place in row]
        lines += ["".join(cell[k] for cell in cells).rstrip() for k in range(5)]
    return lines


def _cell(view: View, names: Sequence[str], place: str) -> list[str]:
    """Five lines of one place; a double frame is a Barricade."""
    if place not in view["board"] and place != "hall":
        return _corner(place)
    inner = WIDE - 2
    shut = view["barricades"].get(place)
    shop = view["board"].get(place)
    deck = f"deck {_deck(view, shop)}" if shop else "no deck"
    lure = " lured" if place in view["lured"] else ""
    wall = f" shut +{shut}" if shut else ""
    title = f"{place} {_names(view).shop(shop)}" if shop else "Hall"
    people = [
        names[seat][:6] + MARKS[entry["status"]] for seat, entry in enumerate(view["seats"]) if entry["place"] == place
    ]
    dead = [f"+{names[seat][:6]}" for seat, entry in enumerate(view["seats"]) if entry["stands"] == place]
    dead += [f"[{pack['card']}]" for pack in view["deployed"].get(place, [])]
    frame = "╔═╗║╚╝" if shut else "┌─┐│└┘"
    texts = (title, " ".join(people + dead), deck + wall + lure)
    return [
        frame[0] + frame[1] * inner + frame[2],
        *(frame[3] + text[:inner].ljust(inner) + frame[3] for text in texts),
        frame[4] + frame[1] * inner + frame[5],
    ]


def _corner(place: str) -> list[str]:
    text = CORNERS.get(place, "")
    return [" " * NARROW, " " * NARROW, text.center(NARROW), " " * NARROW, " " * NARROW]


def _deck(view: View, shop: str) -> int:
    deck = view["decks"][shop]
    return int(deck["unseen"]) + len(deck["under"])


# -- the people --------------------------------------------------------------------------------------------------


def _people(view: View, names: Sequence[str]) -> Table:
    table = Table(expand=True, box=None, padding=(0, 1))
    for title in ("", "Character", "Status", "Left", "Right"):
        table.add_column(title, ratio=3 if title == "Left" else 2 if title == "Right" else None)
    for seat, entry in enumerate(view["seats"]):
        mark = ">" if seat in view["owing"] else " "
        table.add_row(
            Text(f"{mark} {names[seat]}", style="bold" if seat == view["seat"] else ""),
            _character(_names(view), entry),
            entry["status"],
            ", ".join(_card(_names(view), card) for card in entry["left"]) or "-",
            ", ".join(_names(view).item_name(card["card"]) for card in entry["right"]) or "-",
        )
    return table


def _character(names: Names, entry: dict[str, Any]) -> str:
    if entry["character"] is None:
        return "-"
    return f"{names.character(entry['character'])} {entry['value']}"


def _card(names: Names, card: dict[str, Any]) -> str:
    """A card on the left: its name, in brackets where it lies face down."""
    if card["card"] is None:
        return "(?)"
    name = names.item_name(card["card"])
    return name if card["shown"] else f"({name})"


# -- slots, horde, what goes on ----------------------------------------------------------------------------------


def _slots(view: View, names: Sequence[str]) -> list[str]:
    lines = []
    for number, slot in enumerate(view["slots"], 1):
        lies = [names[seat] for seat in slot["characters"]]
        lies += [f"[{pack['card'] or '?'}]" for pack in slot["cards"]]
        lines.append(f"Slot {number}, {slot['place'] or 'somewhere'}: {' '.join(lies) or 'nothing'}")
    return lines


def _horde(view: View) -> str:
    horde = view["horde"]
    discard = sum(horde["discard"].values()) + len(horde["face_down"])
    return f"Zombie cards {horde['deck']}, discarded {discard}.  ~ infected, + zombie, (card) face down"


def _now(view: View, names: Sequence[str]) -> list[str]:
    lines = []
    for card in view["drawn"]:
        lines.append(f"Just drawn: {_names(view).item(card['card']) if card['card'] else 'a card'}")
    assault = view["assault"]
    if assault["fighters"]:
        who = ", ".join(names[seat] for seat in assault["fighters"])
        lines.append(f"Assault on {assault['scene']}: {assault['attack']} against {assault['defence']} of {who}")
    if view["theft"]:
        theft = view["theft"]
        values = theft["values"]
        lines.append(f"Theft: {names[theft['thief']]} {values[0]}, {names[theft['victim']]} {values[1]}")
    if view["seat"] is not None:
        hand = [pack["card"] for pack in view["seats"][view["seat"]]["hand"] if pack["card"]]
        lines += [f"Your Zombie card: {card}" for card in hand]
    return lines


# -- plain -------------------------------------------------------------------------------------------------------


def plain(view: View, names: Sequence[str]) -> list[str]:
    """One fact a line."""
    lines = [f"Round {view['round']}."] if view["round"] else []
    for place, shop in view["board"].items():
        shut = f"; Barricaded, plus {view['barricades'][place]}" if place in view["barricades"] else ""
        lines.append(f"{place} is {_names(view).shop(shop)}, its deck has {_deck(view, shop)} cards{shut}.")
    if "hall" in view["barricades"]:
        lines.append(f"The Hall is Barricaded, plus {view['barricades']['hall']}.")
    for seat, entry in enumerate(view["seats"]):
        lines += _plain_seat(_names(view), names[seat], entry)
    for line in _slots(view, names):
        lines.append(f"{line}.")
    for place, packs in view["deployed"].items():
        lines.append(f"Deployed in {place}: {'Zombie cards ' + ', '.join(pack['card'] for pack in packs)}.")
    horde = view["horde"]
    lines.append(
        f"The Zombie deck holds {horde['deck']} cards, {sum(horde['discard'].values())} are openly discarded and "
        f"{len(horde['face_down'])} face down."
    )
    return lines + [f"{line}." for line in _now(view, names)]


def _plain_seat(names: Names, name: str, entry: dict[str, Any]) -> list[str]:
    if entry["character"] is None:
        return [f"{name} has no Character yet."]
    where = f" in {entry['place']}" if entry["place"] else ""
    lines = [f"{name} is the {_character(names, entry)}, {entry['status']}{where}."]
    if entry["stands"]:
        lines.append(f"{name} assaults {entry['stands']}.")
    if entry["left"]:
        cards = ", ".join(_plain_card(names, card) for card in entry["left"])
        lines.append(f"{name} has on the left: {cards}.")
    if entry["right"]:
        lines.append(f"{name} has on the right: {', '.join(names.item_name(c['card']) for c in entry['right'])}.")
    return lines


def _plain_card(names: Names, card: dict[str, Any]) -> str:
    what = names.item_name(card["card"]) if card["card"] else "an unknown card"
    return f"{what} face {'up' if card['shown'] else 'down'}"
