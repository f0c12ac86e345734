"""I Hate Zombies, drawn for the terminal."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from shamble.games.hate.words import POWER_WORDS, sentence
from shamble.kernel.game import View

LIVES = {"H": 2, "Z": 3}
STYLES = {"H": "green", "Z": "red", "-": "dim"}


def draw(view: View, names: Sequence[str]) -> RenderableType:
    """The ring clockwise: its first half from left to right, its second half beneath and back."""
    places = len(view["characters"])
    columns = (places + 1) // 2
    upper = list(range(columns))
    lower = [*([None] * (places % 2)), *range(places - 1, columns - 1, -1)]
    table = Table(box=None, show_header=False, expand=True, padding=0)
    for _ in range(columns):
        table.add_column(justify="center", ratio=1, no_wrap=True, overflow="ellipsis")
    _add_row(table, view, names, upper)
    table.add_row(*(Text({0: "↑", columns - 1: "↓"}.get(column, ""), style="dim") for column in range(columns)))
    _add_row(table, view, names, lower)
    facts = [Text(line) for line in _facts(view, names)]
    key = Text("[Z] zombie  (H) human  x wound  »« attacks  !! attacked", style="dim")
    return Panel(Group(table, Text(""), *facts), title="I Hate Zombies", subtitle=key, width=80)


def _add_row(table: Table, view: View, names: Sequence[str], places: Sequence[int | None]) -> None:
    """Four lines for some places side by side: number, side, wounds, and the seat where everybody is one character."""
    table.add_row(*(Text("" if p is None else str(p), style="dim") for p in places))
    table.add_row(*(Text() if p is None else _figure(view, p) for p in places))
    table.add_row(*(Text() if p is None else _wounds(view, p) for p in places))
    if view["mode"] == "individual":
        table.add_row(
            *(Text("") if p is None else Text(names[p], style="bold" if p == view["seat"] else "") for p in places)
        )


def _figure(view: View, place: int) -> Text:
    """[Z] a zombie, (H) a human, a dot where nobody is left; the active one and its target in arrows."""
    side = view["characters"][place][0]
    shape = {"Z": "[Z]", "H": "(H)", "-": " · "}[side]
    if place == view["active"] and view["phase"] not in ("over", "healing", "voting"):
        return Text(f"»{shape}«", style=f"bold {STYLES[side]}")
    if place == view["target"] and view["phase"] in ("setting_up", "fighting"):
        return Text(f"!{shape}!", style=f"bold {STYLES[side]}")
    return Text(shape, style=STYLES[side])


def _wounds(view: View, place: int) -> Text:
    """A cross a wound, a dot for each that is still missing."""
    character = view["characters"][place]
    if character == "-":
        return Text("")
    wounds = int(character[1])
    return Text("x" * wounds + "·" * (LIVES[character[0]] - wounds), style="yellow" if wounds else "dim")


def plain(view: View, names: Sequence[str]) -> list[str]:
    """One fact a line."""
    lines: list[str] = []
    for place, character in enumerate(view["characters"]):
        who = f"{names[place]}, place {place}," if view["mode"] == "individual" else f"Place {place}"
        if character == "-":
            lines.append(f"{who} is removed.")
            continue
        wounds = int(character[1])
        side = "zombie" if character[0] == "Z" else "human"
        lines.append(f"{who} is a {side} with {wounds or 'no'} wound{'' if wounds == 1 else 's'}.")
    return lines + [f"{line}." for line in _facts(view, names)]


def _facts(view: View, names: Sequence[str]) -> list[str]:
    """What stands beside the ring, a line each."""
    facts = _commanded(view, names) if view["mode"] == "ring" else []
    characters = view["characters"]
    counts = [sum(character[0] == side for character in characters) for side in "ZH-"]
    facts.append(f"Zombies {counts[0]}, humans {counts[1]}, removed {counts[2]}; attacks so far {view['attacks']}")
    if view["card"] != "aside":
        facts.append(f"The card {view['card'].capitalize()} lies open")
    if view["supply"] is not None:
        facts.append(f"Wound tokens left {view['supply']}")
    if view["phase"] == "dealing":
        facts.append(f"Characters are dealt, the next to {_name(view, names, view['next_dealt'])}")
    if view["phase"] == "attacking":
        ways = " or ".join(f"{way} at {_name(view, names, place)}" for way, place in view["directions"].items())
        facts.append(f"{_name(view, names, view['active'])} attacks {ways}")
    elif view["phase"] in ("setting_up", "fighting"):
        pair = f"{_name(view, names, view['active'])} against {_name(view, names, view['target'])}"
        facts.append(f"{'Throw for the sides' if view['phase'] == 'setting_up' else 'Fight'}: {pair}")
    if view["committed"]:
        facts.append(f"Committed: {', '.join(names[seat] for seat in view['committed'])}")
    if view["throw"]:
        facts.append(f"Your throw: {view['throw']}")
    if view["fight"]:
        fight = view["fight"]
        told = [
            f"{_name(view, names, fight[k])} {throw}"
            for k, throw in zip(("active", "target"), fight["throws"], strict=True)
        ]
        facts.append(f"Last throws: {', '.join(told)}")
    if view["votes"] and view["phase"] != "voting":
        cast = [f"{names[seat]} for {vote}" for seat, vote in enumerate(view["votes"]) if vote]
        facts.append(f"Last votes: {', '.join(cast)}")
    facts += [
        f"Power of {_name(view, names, place)} ({view['cards'][place]}): {POWER_WORDS[power]}"
        + (" (used up)" if place in view["spent"] else "")
        for place, power in enumerate(view["powers"])
        if power != "none" and characters[place][0] == "H"
    ]
    return [sentence(fact) for fact in facts]


def _commanded(view: View, names: Sequence[str]) -> list[str]:
    """Which places each seat of a ring commands."""
    facts = []
    for seat in range(view["players"]):
        places = [str(place) for place, seats in enumerate(view["command"]) if seat in seats]
        facts.append(f"{names[seat]} commands {' '.join(places) if places else 'nobody'}")
    return facts


def _name(view: View, names: Sequence[str], place: int) -> str:
    return names[place] if view["mode"] == "individual" else f"place {place}"
