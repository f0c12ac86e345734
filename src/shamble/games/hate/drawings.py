"""The drawings of I Hate Zombies as they are served once: `parts.svg` with its paints told, the people, a skyline.

A page uses them from another document, which style sheets do not reach: only variables do. So every shape carries its
paints as attributes that read variables, and `board.css` sets those for a figure.
"""

import re
from collections.abc import Sequence

from shamble.games.hate import people, places
from shamble.games.shelf import read_text

FILLS = "kbgormwshcdxy"
LINES = {  # colour and width in its class
    "l": ("k", 3), "ln": ("k", 4), "lw": ("k", 7), "lb": ("b", 3), "lt": ("k", 6), "lr": ("b", 14), "ls": ("m", 4),
    "sf": ("s", 6.5),
}  # fmt: skip
WIDTHS = {"l2": 2, "l4": 4.5, "l5": 5, "l6": 7}
UNLINED = ("k", "x", "w", "r")  # drawn without an outline, but in a halo
HOUSES = {1: 32, 2: 40, 3: 52}  # their widths
STREET = (1, 2, 3, 1, 2, 1, 3, 2, 1, 2, 3, 1, 1, 2, 3, 2, 1, 3, 1, 2, 1, 2, 3, 1, 2, 1, 3, 2, 1, 2)
CLASSES = re.compile(r' class="([^"]+)"')


def sprite() -> str:
    """The drawings, each by its id: parts, people (h alive, z dead, o removed, by their numbers), pips, a skyline."""
    text = CLASSES.sub(lambda found: " " + _paint(found[1].split()), read_text("shamble.games.hate", "parts.svg"))
    drawn = [_group(f"{letter}{number}", make(one)) for number, one in enumerate(people.ROWS.values())
             for letter, make in (("h", people.alive), ("z", people.undead), ("o", people.removed))]  # fmt: skip
    drawn += [_pips(lives, wounds) for lives in (2, 3) for wounds in range(lives)]
    return text.replace("</svg>", "\n".join([*drawn, _skyline()]) + "\n</svg>")


def sheet() -> str:
    """The style that comes of rows: everybody's colours and places."""
    rows = [
        f".hate .c{number}{{--sh:{people.SKINS[one.skin]};--zs:{people.DEAD_SKINS[one.skin]};"
        f"--h:{one.hair};--c:{one.cloth}}}"
        for number, one in enumerate(people.ROWS.values())
    ]
    return "\n".join(rows) + "\n" + places.sheet()


def _paint(classes: Sequence[str]) -> str:
    first, *more = classes
    if first == "bi":
        return 'fill="currentColor"'
    if first in ("sky", "win", "win0"):
        return 'fill="none"' if first == "win0" else f'fill="var(--{first})"'
    if first == "lo":
        return 'fill="none" stroke="var(--o)" stroke-width="12" stroke-linecap="butt"'
    if first in LINES:
        colour, width = LINES[first]
        width = next((WIDTHS[name] for name in more if name in WIDTHS), width)
        return f'fill="none" stroke="var(--{colour})" stroke-width="calc({width}px + var(--sx,0px))"'
    if first in ("sn", "sn2"):
        first = "g" if first == "sn" else "k"
        return f'fill="var(--{first})" stroke="var(--sk,var(--k))" stroke-width="var(--sw,2.4)"'
    if first not in FILLS:
        raise ValueError(f"parts.svg has a paint that nobody knows: {first}")
    if "o1" in more:
        return f'fill="var(--{first})" stroke="var(--k)" stroke-width="3.5"'
    stroke = "none" if first == "y" or first in UNLINED else "var(--k)"
    return f'fill="var(--{first})" stroke="var(--sk,{stroke})" stroke-width="var(--sw,2.4)"'


def _group(name: str, parts: Sequence[people.Part]) -> str:
    uses = "".join(f'<use href="#{part}"' + (f' transform="{moved}"' if moved else "") + "/>" for part, moved in parts)
    return f'<g id="{name}">{uses}</g>'


def _pips(lives: int, wounds: int) -> str:
    """So many places for bites, so many of them bitten: w31 is a zombie's first."""
    bites = "".join(
        f'<g color="var(--{"bitten" if k < wounds else "whole"})" stroke="var(--{"bitten" if k < wounds else "rim"})" '
        f'stroke-width="1.6" transform="translate({27 * k} 0)"><use href="#bite"/></g>'
        for k in range(lives)
    )
    return f'<g id="w{lives}{wounds}">{bites}</g>'


def _skyline() -> str:
    x, houses = -4, []
    for kind in STREET:
        houses.append(f'<use href="#house{kind}" x="{x}"/>')
        x += HOUSES[kind] - 1
    return f'<g id="skyline">{"".join(houses)}</g>'
