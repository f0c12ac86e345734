"""Zombie! Run for Your Lives!, drawn for the terminal."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from shamble.kernel.game import View


def draw(view: View, names: Sequence[str]) -> RenderableType:
    """All fronts as a table, the seat in turn marked, and one's own hand beneath."""
    table = Table(expand=True, box=None, padding=(0, 1))
    table.add_column("")
    table.add_column("Items", ratio=1)
    table.add_column("Zombies", ratio=1)
    table.add_column("Hand", justify="right")
    for seat in range(view["players"]):
        front = view["fronts"][seat]
        living = seat in view["living"]
        mark = ">" if seat == view["turn"] and view["phase"] != "over" else " "
        table.add_row(
            Text(f"{mark} {names[seat]}", style="bold" if seat == view["seat"] else ""),
            Text(" ".join(c for c in front if c[0] == "I") or "-", style="green"),
            Text(" ".join(c for c in front if c[0] == "Z") or "-", style="red")
            if living
            else Text("a zombie", style="red"),
            Text(str(view["held"][seat]) if living else "-"),
        )
    parts: list[RenderableType] = [table, Text(f"Deck {view['deck']}   discard {len(view['discard'])}", style="dim")]
    if view["turned_up"]:
        parts.append(Text(f"Turned up: {view['turned_up']}", style="bold"))
    if view["hand"] is not None:
        parts.append(Text(f"Your hand: {'  '.join(view['hand']) or 'empty'}", style="bold"))
    return Panel(Group(*parts), title="Zombie! Run for Your Lives!", width=80)


def plain(view: View, names: Sequence[str]) -> list[str]:
    """One fact a line."""
    lines: list[str] = []
    for seat in range(view["players"]):
        front = view["fronts"][seat]
        if seat not in view["living"]:
            lines.append(f"{names[seat]} is a zombie.")
            continue
        items = ", ".join(c for c in front if c[0] == "I") or "no items"
        zombies = ", ".join(c for c in front if c[0] == "Z") or "no zombies"
        lines.append(f"{names[seat]} has in front: {items}; {zombies}; and {view['held'][seat]} cards in hand.")
    lines.append(f"The deck holds {view['deck']} cards, the discard pile {len(view['discard'])}.")
    if view["turned_up"]:
        lines.append(f"Turned up: {view['turned_up']}.")
    if view["hand"] is not None:
        lines.append(f"Your hand: {', '.join(view['hand']) or 'empty'}.")
    return lines
