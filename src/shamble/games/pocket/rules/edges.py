"""Edges and cells of the map as numbers.

Sets of edges are masks of four bits, N E S W from the lowest. A cell is one number, (x + 32) * 64 + y + 32.
"""

from typing import Final

from mypy_extensions import i64

from shamble.kernel.bits import lowest

EDGES: Final = ("N", "E", "S", "W")
ORIGIN: Final = 32 * 64 + 32  # the cell of the Foyer
OUTSIDE: Final = 4096  # added to outdoor cells where they have a grid of their own


def step(edge: i64) -> i64:
    """From a cell to the one beyond an edge."""
    if edge == 0:
        return 1
    if edge == 1:
        return 64
    return -1 if edge == 2 else -64


def opposite(edge: i64) -> i64:
    """The edge by which the tile beyond is entered."""
    return edge ^ 2


def turned(mask: i64, quarters: i64) -> i64:
    """A mask of edges after so many quarter turns clockwise."""
    return ((mask << quarters) | (mask >> (4 - quarters))) & 15


def mask_of(edges: str) -> i64:
    """The mask of edges written one after another."""
    return sum(1 << EDGES.index(edge) for edge in edges)


def edge_texts(mask: i64) -> list[str]:
    """The edges of a mask."""
    return [EDGES[edge] for edge in range(4) if (mask >> edge) & 1]


def edge_text(mask: i64) -> str | None:
    """The edge of a mask of one, or None."""
    return EDGES[lowest(mask)] if mask != 0 else None
