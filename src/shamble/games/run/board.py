"""Zombie! Run for Your Lives!, drawn for the terminal."""

from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from shamble.kernel.game import View

NAME = 22  # columns for a name and the marks before it
COLOURS = {"I": "green", "Z": "red"}


def draw(view: View, names: Sequence[str]) -> RenderableType:
    """A grid with one column a symbol, in which a card and its match can only stand in the same column."""
    parts: list[RenderableType] = [_header(view)]
    parts += [_front(view, seat, names[seat]) for seat in range(view["players"])]
    parts.append(Rule(style="dim"))
    if view["hand"] is not None:
        parts += [_pile(view, view["hand"], "your {}"), Rule(style="dim")]
    parts.append(_pile(view, view["discard"], "{} discarded"))
    if view["removed"]:
        parts.append(_pile(view, view["removed"], "{} removed"))
    parts += [Rule(style="dim"), _deck(view)]
    return Panel(Group(*parts), title="Zombie! Run for Your Lives!", width=80)


def symbols_of(view: View) -> int:
    """How many symbols this composition has (R1)."""
    return int(str(view["options"].get("composition", "10x3")).split("x")[0])


def partner(card: str) -> str:
    """The card that matches; for Z0 one that does not exist."""
    return ("Z" if card[0] == "I" else "I") + card[1:]


def _width(view: View) -> int:
    """Columns for one symbol."""
    return 4 if symbols_of(view) <= 10 else 3


def _columns(view: View) -> list[str]:
    """The symbols, the annoying zombie last."""
    return [*(str(symbol) for symbol in range(1, symbols_of(view) + 1)), "0"]


def _cell(view: View, text: str, style: str = "") -> Text:
    return Text(text.center(_width(view)), style=style)


def _header(view: View) -> Text:
    line = Text(" " * NAME)
    for symbol in _columns(view):
        line.append_text(_cell(view, "Z0" if symbol == "0" else symbol, "bold"))
    return line.append(" I Z H", style="bold")


def _front(view: View, seat: int, name: str) -> Text:
    """A row of the grid: I or Z where such a card lies, in brackets where the reader holds its match."""
    in_turn = seat == view["turn"] and view["phase"] != "over"
    marks = (">" if in_turn else " ") + ("*" if seat == view["seat"] else " ")
    line = Text((marks + name)[:NAME].ljust(NAME), style="bold" if in_turn else "")
    if seat not in view["living"]:
        return line.append("  a zombie now", style="red")
    front, hand = view["fronts"][seat], view["hand"] or []
    for symbol in _columns(view):
        line.append_text(_front_cell(view, front, hand, symbol))
    for sort in "IZ":
        line.append(f" {sum(card[0] == sort for card in front)}", style=COLOURS[sort])
    return line.append(f" {view['held'][seat]}", style="default")


def _front_cell(view: View, front: Sequence[str], hand: Sequence[str], symbol: str) -> Text:
    for sort in "IZ":
        number = front.count(sort + symbol)
        if number:
            text = sort if number == 1 else f"{number}{sort}"
            match = partner(sort + symbol) in hand
            return _cell(view, f"[{text}]" if match else text, f"bold {COLOURS[sort]}" if match else COLOURS[sort])
    return _cell(view, "·", "dim")


def _pile(view: View, cards: Sequence[str], name: str) -> Text:
    """Two rows of the grid, the items and the zombies of a pile, counted; `name` has a place for either word."""
    found = Counter(cards)
    rows = []
    for sort, title in (("I", "items"), ("Z", "zombies")):
        line = Text(("  " + name.format(title)).ljust(NAME))
        for symbol in _columns(view):
            number = found[sort + symbol]
            text = sort if number == 1 else f"{number}{sort}"
            line.append_text(_cell(view, text, COLOURS[sort]) if number else _cell(view, "·", "dim"))
        rows.append(line)
    return Text("\n").join(rows)


def _deck(view: View) -> Text:
    line = Text(f"  Deck {view['deck']}   discard pile {len(view['discard'])}")
    if view["turned_up"]:
        card = view["turned_up"]
        line.append("   turned up ").append(card, style=f"bold {COLOURS[card[0]]}")
    notes = ["> in turn"]
    if view["hand"] is not None:
        line.append(f"\n  Your hand  {'  '.join(view['hand']) or 'empty'}", style="bold")
        notes += ["* you", "[ ] you hold its match"]
    return line.append(f"\n  {'   '.join(notes)}   I Z H: items, zombies, hand", style="dim")


def plain(view: View, names: Sequence[str]) -> list[str]:
    """One fact a line."""
    lines: list[str] = []
    for seat in range(view["players"]):
        if seat not in view["living"]:
            lines.append(f"{names[seat]} is a zombie.")
            continue
        front = view["fronts"][seat]
        items = ", ".join(card for card in front if card[0] == "I") or "no items"
        zombies = ", ".join(card for card in front if card[0] == "Z") or "no zombies"
        lines.append(f"{names[seat]} has in front: {items}; {zombies}; and in hand: {view['held'][seat]}.")
    lines.append(f"Cards in the deck: {view['deck']}.")
    for field, pile in (("discard", "in the discard pile"), ("removed", "{} removed")):
        if view[field]:
            lines.append(f"Cards {pile}: {len(view[field])}: {', '.join(view[field])}.")
    if view["turned_up"]:
        lines.append(f"Turned up: {view['turned_up']}.")
    if view["hand"] is not None:
        lines.append(f"Your hand: {', '.join(view['hand']) or 'empty'}.")
        lines += _matches(view, names)
    if view["phase"] != "over":
        lines.append(f"In turn: {names[view['turn']]}.")
    return lines


def _matches(view: View, names: Sequence[str]) -> list[str]:
    """Which cards of the reader's hand would cancel something, and where."""
    return [
        f"Your {card} matches the {partner(card)} of {names[seat]}."
        for card in sorted(set(view["hand"]), key=view["hand"].index)
        for seat in range(view["players"])
        if partner(card) in view["fronts"][seat]
    ]
