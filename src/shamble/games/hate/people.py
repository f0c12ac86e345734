"""The eighteen people: one row each, of the parts that `parts.svg` has; strangers are put together by their name.

A figure is a flat list of parts, each with the transformation it is drawn under, so that the served drawings and a
page that has to draw a stranger say the same thing.
"""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2s

Part = tuple[str, str]  # the id of a part, and how it is moved ("" for not at all)

SKINS = ("#f2dcbf", "#dcae7f", "#a8704a", "#6f452c")
DEAD_SKINS = ("#c3c8aa", "#b7bd9a", "#adb48f", "#a4ab88")  # never so dark that the eyes get lost
TILT = "rotate(-9 59 92) translate(-2 6)"  # how a dead head hangs
ASKEW = "rotate(-8 59 36) translate(-3 -2)"  # how a hat sits on it
MIRROR = "translate(118 -6) scale(-1 1)"
ON_STONE = "translate(0 10)"


@dataclass(frozen=True)
class Look:
    """One person: colours, and the parts from the back to the front."""

    skin: int
    hair: str
    cloth: str
    back: str
    clothes: str
    head: str
    face: str
    front: str
    hat: str
    tool: str
    mouth: str = "teeth"


ROWS: dict[str, Look] = {
    "night nurse": Look(1, "#2a1d14", "#8d8575", "bob", "apron", "head", "lash nose lips", "", "nursecap", "lantern"),
    "baker": Look(0, "#4a3626", "#5b5245", "", "apron", "jaw", "eyes bulb tash", "sides", "floppy", "baguette"),
    "bus driver": Look(3, "#16110d", "#4d5257", "roll", "tie", "head", "eyes nose smile", "", "peak button", "wheel"),
    "schoolteacher": Look(
        0, "#7a4a22", "#3c342c", "bunback", "pearls", "head", "eyes glasses flat", "short", "", "ruler"
    ),
    "boxer": Look(2, "#1b1410", "#2a2622", "", "tank", "jaw", "brow bulb flat", "", "guardhead", "gloves"),
    "paramedic": Look(1, "#3a2414", "#4a4437", "", "stripe", "jaw", "eyes nose beard", "", "cap", "case"),
    "gardener": Look(0, "#d8d0bf", "#54553c", "", "bib", "jaw", "eyes bulb beard", "", "straw", "rake"),
    "lifeguard": Look(2, "#1b1410", "#3a3a3a", "", "whistle", "head", "lash nose grin", "", "swim", "buoy"),
    "bride": Look(1, "#1b1410", "#e9dfcb", "veil", "pearls", "head", "lash nose lips", "roll", "tiara", "bouquet"),
    "plumber": Look(0, "#2a1d14", "#6a5f4e", "", "bib", "jaw", "brow bulb tash", "sides", "flatcap", "wrench"),
    "grandmother": Look(
        0, "#e4dccb", "#6d6456", "", "pearls", "head", "eyes glasses smile", "curls", "", "yarn", mouth="gums"
    ),
    "skateboarder": Look(1, "#6d4420", "#3f3a34", "lank", "", "head", "eyes nose grin", "", "beanie", "board"),
    "chef": Look(2, "#1b1410", "#e9dfcb", "", "scarf", "jaw", "brow nose curl", "sides", "toque", "cleaver"),
    "vet": Look(0, "#a5622a", "#4f5d57", "bob", "coat steth", "head", "eyes nose smile", "", "band", "cat"),
    "security guard": Look(3, "#16110d", "#23211f", "", "tie", "jaw", "shades nose flat", "", "peak badge", "torch"),
    "librarian": Look(2, "#16110d", "#574a3c", "longback", "", "head", "eyes glasses lips", "fringe", "", "books"),
    "pizza courier": Look(3, "#16110d", "#5b4a30", "", "stripe", "head", "eyes nose grin", "", "helmet", "pizza"),
    "scout leader": Look(
        1, "#2a1d14", "#6a6346", "roll", "scarf", "head", "lash nose smile", "", "campaign", "pennant"
    ),
}
NUMBERS = {name: number for number, name in enumerate(ROWS)}
LETTERS = {"H": "h", "Z": "z", "-": "o"}  # of the drawing of a whole figure, by the side that lies open
KEPT_BY_THE_DEAD = ("beard", "tash", "curl")


def look(name: str) -> Look:
    """How somebody of that name looks: by the row, or put together by the name and always in the same way."""
    return ROWS[name] if name in ROWS else _stranger(name)


def colours(name: str) -> int:
    """The number of the row whose colours somebody of that name wears."""
    return NUMBERS[name] if name in NUMBERS else _draws(name)[0] % len(ROWS)


def alive(one: Look) -> list[Part]:
    """The parts of a living person, back to front."""
    hand = ["gloves"] if one.tool == "gloves" else [f"t-{one.tool}", *([] if one.tool == "cat" else ["hold"])]
    names = [one.back, "body", *one.clothes.split(), one.head, *one.face.split(), *one.front.split(), *one.hat.split()]
    return [(name, "") for name in (*names, *hand) if name]


def undead(one: Look) -> list[Part]:
    """The same person dead: the head hangs, the hat sits askew, the tool is let go, both arms reach out."""
    boxer = one.tool == "gloves"
    parts = [] if boxer else [(f"t-{one.tool}", "rotate(24 98 112) translate(8 10)")]
    parts += [(one.back, TILT)] if one.back else []
    parts += [("body", ""), *((name, "") for name in one.clothes.split())]
    face = [one.head, *(name for name in one.face.split() if name in KEPT_BY_THE_DEAD), "dead", one.mouth]
    face += [name for name in one.face.split() if name == "glasses"]
    parts += [(name, TILT) for name in (*face, *one.front.split())]
    parts += [(name, f"{TILT} {ASKEW}") for name in one.hat.split()]
    return [*parts, *([("gloves", "translate(0 -14)")] if boxer else [("reach", ""), ("reach", MIRROR)])]


def removed(one: Look) -> list[Part]:
    """What is left of somebody: a stone that looks on, wearing the hat, or the hair."""
    return [("stone", ""), *((name, ON_STONE) for name in (one.hat or one.front).split())]


def figure(name: str, side: str) -> list[Part]:
    """The parts of a figure by the side that lies open: H, Z or - (removed). Somebody of a row is one drawing."""
    if name in NUMBERS:
        return [(f"{LETTERS[side]}{NUMBERS[name]}", "")]
    return {"H": alive, "Z": undead, "-": removed}[side](look(name))


def _draws(name: str) -> bytes:
    """Numbers that belong to a name."""
    return blake2s(name.casefold().encode(), digest_size=12).digest()


@lru_cache(maxsize=256)
def _stranger(name: str) -> Look:
    """Hat, hair, face, clothes and tool, each of somebody's: few strangers look alike."""
    rows = list(ROWS.values())
    hats, faces, clothes, tools = (rows[draw % len(rows)] for draw in _draws(name)[1:5])
    colour = rows[colours(name)]
    tool = "wrench" if tools.tool == "gloves" else tools.tool
    return Look(
        colour.skin, colour.hair, colour.cloth, hats.back, clothes.clothes, faces.head, faces.face, hats.front,
        hats.hat, tool, faces.mouth,
    )  # fmt: skip
