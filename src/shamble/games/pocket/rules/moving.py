"""Leaving a tile, and the tile that is drawn, turned and laid beyond it."""

from mypy_extensions import i64, u8

from shamble.games.pocket.rules import clock, codes, reasons
from shamble.games.pocket.rules.edges import step
from shamble.games.pocket.rules.table import PocketTable
from shamble.kernel.bits import lowest


def leave(t: PocketTable) -> None:
    """R17: what lies on the floor is gone."""
    t.floor = codes.NOTHING
    t.corner = codes.NOTHING


def move(t: PocketTable, edge: i64) -> None:
    """R7, R17: out by this edge, to a tile that lies there or one that is drawn now."""
    leave(t)
    t.cowered = False
    t.ran = False
    beyond = t.passage(t.here, edge)
    if beyond >= 0:
        t.here = beyond
        clock.need_card(t)
    elif (t.arrow(t.here) >> edge) & 1 == 1:
        t.lay_patio()
        t.here = t.patio
        _enter_new(t)
    else:
        t.exit = edge
        t.phase = codes.TILE_DRAW


def tile(t: PocketTable, kind: i64) -> None:
    """The tile drawn: under the stack where it cannot be laid (R5, R7), else to be turned."""
    stack = t.stack(kind)
    stack.draw(kind)
    choices = t.rotations(t.here, t.exit, kind)
    if choices == 0:
        stack.put_under(kind)
    elif choices & (choices - 1) == 0 or t.rules.rotation_first:
        lay(t, kind, lowest(choices))
    else:
        t.drawn = kind
        t.phase = codes.ROTATING


def bar_to_lay(t: PocketTable, quarters: i64) -> i64:
    """What keeps the tile drawn from being laid in that turn: NONE exactly for `rotations`."""
    if (t.rotations(t.here, t.exit, t.drawn) >> quarters) & 1 == 1:
        return reasons.NONE
    edges = t.laid_so(t.here, t.exit, t.drawn, quarters)
    return -edges if edges < 0 else reasons.SAME_LOOK


def lay(t: PocketTable, kind: i64, quarters: i64) -> None:
    """Lay the tile beyond the exit and enter it."""
    edges = t.laid_so(t.here, t.exit, kind, quarters)
    cell = t.cells[t.here] + step(t.exit)
    t.here = t.put(kind, quarters, cell)
    t.edges[t.here] = u8(edges)
    t.exit = -1
    t.drawn = -1
    if kind == codes.DINING:
        if t.rules.patio_with_dining:
            t.lay_patio()  # R9
        elif t.rules.shared:
            t.reserve()
    _enter_new(t)


def _enter_new(t: PocketTable) -> None:
    """The card of a tile just laid; with `on_placement` after a Zombie Door (R34)."""
    if t.rules.door_on_placement and t.dead_map() and t.walls() != 0:
        t.card_owed = True
        t.phase = codes.WALL_CHOICE
    else:
        clock.need_card(t)
