"""Horrific, drawn for the terminal."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from shamble.games.horrific.words import goal_text
from shamble.kernel.game import View

WIDTH = 80
TOPS = 8  # cards of a Mound that are shown


def draw(view: View, names: Sequence[str]) -> RenderableType:
    """The Town, a block for each seat, what is being played, and one's own hand."""
    parts: list[RenderableType] = [_town(view)]
    for seat in range(view["players"]):
        parts += [_header(view, names, seat), *_block(view, seat)]
    parts.append(Rule(style="dim"))
    if view["destroyed"]:
        parts.append(_line("Destroyed", ", ".join(_person(view, person) for person in view["destroyed"]), "red"))
    if view["play"]:
        parts.append(_line("Played", _play_text(view, names), "bold"))
    if view["hand"] is not None:
        parts.append(_line("Your hand", counted(view["hand"]), "bold"))
    return Panel(Group(*parts), title="Horrific", subtitle=_subtitle(view, names), width=WIDTH)


def _subtitle(view: View, names: Sequence[str]) -> str:
    if view["phase"] == "over":
        return "over"
    return f"round {view['turns'] // view['players'] + 1}, {names[view['turn']]}: {view['phase']}"


def _town(view: View) -> RenderableType:
    """Living persons in the Town, three a row."""
    table = Table(
        box=None,
        padding=(0, 1, 0, 0),
        show_header=False,
        expand=True,
        title="Town (Power/Influence/Loyalty/Value)",
        title_style="dim",
    )
    for _ in range(3):
        table.add_column(ratio=1, no_wrap=True)
    cells = [_cell(view, person) for person in view["town"]]
    for start in range(0, len(cells), 3):
        table.add_row(*cells[start : start + 3])
    if not cells:
        table.add_row("nobody")
    return table


def _cell(view: View, person: str) -> Text:
    row = view["people"][person]
    fresh = "*" if person in view["fresh"] else ""
    return Text.assemble((f"{person:>3} ", "dim"), f"{short(row['name'], 12)}{fresh} ", (stats(row), "cyan"))


def short(name: str, most: int) -> str:
    """A name of so many letters at most."""
    return name if len(name) <= most else f"{name[: most - 1]}."


def stats(row: dict[str, Any]) -> str:
    """The printed numbers of a person."""
    return f"{row['power']}/{row['influence']}/{row['loyalty']}/{row['value']}"


def _person(view: View, person: str) -> str:
    row = view["people"][person]
    mark = "*" if person in view["fresh"] else ""
    return f"{row['name']} {person}{mark}"


def _header(view: View, names: Sequence[str], seat: int) -> RenderableType:
    mark = "> " if seat == view["turn"] and view["phase"] != "over" else ""
    gimped = "  GIMPED" if seat in view["gimped"] else ""
    who = f"{mark}{names[seat]} - {view['characters'][seat] or '?'}"
    facts = f"Trust {view['trust'][seat]}  hand {view['held'][seat]}  deck {view['deck'][seat]}{gimped}"
    return Rule(Text(f"{who}   {facts}", style="bold" if seat == view["seat"] else ""), align="left", style="dim")


def _block(view: View, seat: int) -> list[RenderableType]:
    people = view["people"]
    living = ", ".join(f"{_person(view, p)} {stats(people[p])}" for p in view["living"][seat])
    undead = ", ".join(f"{_person(view, p)} V{people[p]['value']}" for p in view["undead"][seat])
    rows: list[RenderableType] = [_line("Goal", "; ".join(goal_text(goal) for goal in view["goals"][seat]), "magenta")]
    if living:
        rows.append(_line("Living", living, "green"))
    if undead:
        rows.append(_line("Undead", undead, "red"))
    rows.append(_line("Reserve", _reserve(view, seat), ""))
    mound = view["mound"][seat]
    if mound:
        more = f" +{len(mound) - TOPS}" if len(mound) > TOPS else ""
        rows.append(_line("Mound", f"{' '.join(mound[:TOPS])}{more}", "dim"))
    if view["discard"][seat]:
        rows.append(_line("Discard", " ".join(view["discard"][seat]), "dim"))
    known = [card for card, _ in view["known_cards"][seat]]
    if known and seat != view["seat"]:
        rows.append(_line("Known", f"{counted(known)} among the hidden cards", "dim"))
    return rows


def _line(name: str, text: str, style: str) -> RenderableType:
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    table.add_column(width=9)
    table.add_column()
    table.add_row(Text(name, style="dim"), Text(text or "-", style=style))
    return table


def _reserve(view: View, seat: int) -> str:
    """Face-up cards by type, then the face-down places."""
    up = counted(view["reserve"][seat])
    down = " ".join(f"[{place}:{card}]" for place, card in enumerate(view["down"][seat], 1))
    return "  ".join(part for part in (up, down) if part)


def counted(cards: Sequence[str]) -> str:
    """Cards by type with their number: "CP x2  GW"."""
    return "  ".join(f"{card} x{n}" if n > 1 else card for card, n in Counter(cards).items())


def _play_text(view: View, names: Sequence[str]) -> str:
    play = view["play"]
    text = f"{play['card']} from {play['from']}"
    if play["on"]:
        text += f" on {_person(view, play['on'])}"
    if play["mode"]:
        text += f", {play['mode']}"
    if play["take"]:
        text += f", taking {' '.join(play['take'])}"
    if play["against"] is not None:
        text += f", against {names[play['against']]}"
    if play["destroy"]:
        aimed = play["destroy"] if isinstance(play["destroy"], str) else f"face-down card {play['destroy']}"
        text += f", destroying {aimed}"
    denials = [names[window["seat"]] for window in view["windows"][1:]]
    return f"{text}; denied by {', then '.join(denials)}" if denials else text


def plain(view: View, names: Sequence[str]) -> list[str]:
    """One fact a line."""
    people = view["people"]
    lines = [f"In the Town: {_person(view, p)}, {_spoken(people[p])}." for p in view["town"]]
    for seat in range(view["players"]):
        who = names[seat]
        lines.append(f"{who} plays {view['characters'][seat] or 'nobody yet'}.")
        lines.append(
            f"{who} has {view['trust'][seat]} Trust, {view['held'][seat]} in hand and {view['deck'][seat]} to draw."
        )
        lines += [f"Goal of {who}: {goal_text(goal)}." for goal in view["goals"][seat]]
        lines += [f"Living Minion of {who}: {_person(view, p)}, {_spoken(people[p])}." for p in view["living"][seat]]
        lines += [f"Undead of {who}: {_person(view, p)}, Value {people[p]['value']}." for p in view["undead"][seat]]
        lines.append(f"Reserve of {who}: {_reserve(view, seat) or 'empty'}.")
        lines.append(f"Mound of {who}, from the top: {' '.join(view['mound'][seat]) or 'empty'}.")
        if view["discard"][seat]:
            lines.append(f"Discard of {who}: {' '.join(view['discard'][seat])}.")
        if seat in view["gimped"]:
            lines.append(f"{who} is gimped.")
    if view["destroyed"]:
        lines.append(f"Destroyed: {', '.join(_person(view, person) for person in view['destroyed'])}.")
    if view["play"]:
        lines.append(f"Being played: {_play_text(view, names)}.")
    if view["hand"] is not None:
        lines.append(f"Your hand: {counted(view['hand']) or 'empty'}.")
    return lines


def _spoken(row: dict[str, Any]) -> str:
    return f"Power {row['power']}, Influence {row['influence']}, Loyalty {row['loyalty']}, Value {row['value']}"
