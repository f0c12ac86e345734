"""Where people stand: percent points of a superellipse, one set for phones and one for wide boards, and their sizes.

The reader stands at the bottom; from there the ring goes clockwise, so that a reader's left is at the left.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, copysign, cos, degrees, hypot, pi, sin

Point = tuple[float, float]
Rows = dict[int, tuple[float, ...]]
FEWEST, MOST = 2, 18
STEPS = 2400
# By the number of people: half-axes and exponent, the middle's height, and the size of a figure, all of a field of
# that many pixels. What stands between two rows is between them.
PHONE: tuple[int, int, Rows] = (
    390,
    560,
    {
        4: (32, 30, 2, 45, 96),
        6: (35, 33, 2.2, 45, 88),
        12: (40, 37.6, 3.2, 47, 68),
        18: (41, 38.4, 4.2, 46.6, 51),
    },
)
WIDE: tuple[int, int, Rows] = (
    1000,
    590,
    {
        4: (34, 29.5, 2, 45.5, 138),
        6: (38, 31, 2.2, 46, 126),
        12: (42.4, 35, 2.8, 46, 96),
        18: (44.8, 36.8, 3.2, 47, 78),
    },
)


def _between(rows: Rows, people: int) -> tuple[float, ...]:
    counts = sorted(rows)
    people = min(max(people, counts[0]), counts[-1])
    low = max(count for count in counts if count <= people)
    high = min(count for count in counts if count >= people)
    part = 0 if low == high else (people - low) / (high - low)
    return tuple(a + (b - a) * part for a, b in zip(rows[low], rows[high], strict=True))


@lru_cache(maxsize=64)
def ring(people: int, wide: bool) -> Sequence[Point]:
    """That many points at equal lengths along the curve, from the bottom, clockwise."""
    width, height, rows = WIDE if wide else PHONE
    a, b, power, middle, _ = _between(rows, people)
    curve = []
    for step in range(STEPS + 1):
        angle = pi / 2 + 2 * pi * step / STEPS
        c, s = cos(angle), sin(angle)
        curve.append((50 + a * copysign(abs(c) ** (2 / power), c), middle + b * copysign(abs(s) ** (2 / power), s)))
    lengths = [0.0]
    for (x, y), (u, v) in pairwise(curve):
        lengths.append(lengths[-1] + hypot((u - x) * width, (v - y) * height))
    found, at = [], 0
    for k in range(people):
        while lengths[at] < lengths[-1] * k / people:
            at += 1
        found.append((round(curve[at][0], 1), round(curve[at][1], 1)))
    return tuple(found)


def sizes(people: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """The size of a figure in percent of the field's width and height, on phones and on wide boards."""
    found = []
    for width, height, rows in (PHONE, WIDE):
        size = _between(rows, people)[4]
        found.append((round(100 * size / width, 1), round(100 * size / height, 1)))
    return found[0], found[1]


def sheet() -> str:
    """The rules that put everybody into place, for every ring there can be."""
    return "\n".join(_rules()) + "\n"


def _rules() -> Iterator[str]:
    for people in range(FEWEST, MOST + 1):
        (w, h), (wide_w, wide_h) = sizes(people)
        yield f".hate .n{people}{{--sz:min({w}cqw,{h}cqh);--wz:min({wide_w}cqw,{wide_h}cqh)}}"
        for k, (narrow, wide) in enumerate(zip(ring(people, False), ring(people, True), strict=True)):
            depth = 60 - round(narrow[1] / 2)  # a name is never under the head below it
            yield (
                f".n{people} .p{k}{{--z:{depth};--x:{narrow[0]}%;--y:{narrow[1]}%;--a:{_outward(narrow, PHONE)}deg;"
                f"--wx:{wide[0]}%;--wy:{wide[1]}%;--wa:{_outward(wide, WIDE)}deg}}"
            )


def _outward(point: Point, field: tuple[int, int, Rows]) -> int:
    """Which way a shadow falls from the lamp in the middle: degrees from straight down, clockwise."""
    x, y = (point[0] - 50) * field[0], (point[1] - 49) * field[1]
    return round(degrees(atan2(-x, y)))


def aim(people: int, first: int, second: int, wide: bool) -> str:
    """A dotted line from one to another through the field, past the middle; in percent of the field."""
    points = ring(people, wide)
    (x, y), (u, v) = points[first], points[second]
    pull, gap = 0.4, 0.2
    bend = (50 + (x + u - 100) / 2 * (1 - pull), 48 + (y + v - 96) / 2 * (1 - pull))
    start = (x + (bend[0] - x) * gap, y + (bend[1] - y) * gap)
    end = (u + (bend[0] - u) * gap, v + (bend[1] - v) * gap)
    return f"M{start[0]:.1f} {start[1]:.1f}Q{bend[0]:.1f} {bend[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
