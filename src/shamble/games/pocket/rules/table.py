"""What lies on the table: the tiles, the ways between them and where the next may go; the player and the cards."""

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.pocket.rules import codes, reasons
from shamble.games.pocket.rules.box import PocketRules
from shamble.games.pocket.rules.edges import EDGES, OUTSIDE, edge_text, edge_texts, opposite, step
from shamble.kernel.bits import lowest
from shamble.kernel.deck import Deck
from shamble.kernel.state import State


class PocketTable(State):
    """What lies on the table: map, cards, player. Placed tiles are numbered in the order in which they were laid."""

    def __init__(self, head: dict[str, Any], rules: PocketRules) -> None:
        self.players = 1
        self.head = head
        self.rules: PocketRules = rules
        self.here: i64 = 0  # the placed tile in which the player is
        self.laid: i64 = 0  # mask of the kinds of tile placed
        self.dining: i64 = -1  # placed tile, or -1
        self.patio: i64 = -1
        self.reserved: i64 = -1  # the cell kept for the Patio (R6)
        self.kinds: vec[u8] = _NO_BYTES  # of each placed tile: kind, quarter turns, open edges without the arrow,
        self.turns: vec[u8] = _NO_BYTES
        self.edges: vec[u8] = _NO_BYTES
        self.taken: vec[u8] = _NO_BYTES  # edges whose cell is occupied or reserved,
        self.cells: vec[i64] = _NO_CELLS  # and its own cell
        self.indoor: Deck = NO_DECK
        self.outdoor: Deck = NO_DECK
        self.phase: i64 = codes.TURN
        self.hour: i64 = 0  # 0, 1, 2: nine, ten, eleven
        self.health: i64 = codes.HEALTH
        self.left: i64 = codes.NOTHING  # the two items carried, ascending
        self.right: i64 = codes.NOTHING
        self.floor: i64 = codes.NOTHING  # items on the floor, ascending
        self.corner: i64 = codes.NOTHING
        self.totem: bool = False
        self.exit: i64 = -1  # the edge left by, while the tile beyond it is drawn and turned
        self.drawn: i64 = -1  # the tile being turned
        self.found: i64 = codes.NOTHING  # the item found with both hands full
        self.zombies: i64 = 0
        self.door: i64 = -1  # the edge broken by the Zombie Door being fought
        self.second: bool = False  # the second card of the Temple or the Graveyard is under way
        self.storing: bool = False  # the item being found is that of the Storage
        self.card_owed: bool = False  # a Zombie Door came before the card of this turn (R34)
        self.moved: bool = False  # a turn has been completed
        self.ran: bool = False  # the last turn ended in flight
        self.cowered: bool = False  # since the last move
        self.ending_code: i64 = 0
        self.deck: Deck = NO_DECK
        self.discard: i64 = 0  # mask of the cards that have been seen since the last shuffle

    # -- the map (1.5) -------------------------------------------------------------------------------------------

    def stack(self, kind: i64) -> Deck:
        """The stack to which tiles of this kind belong."""
        return self.indoor if kind < codes.PATIO else self.outdoor

    def stack_here(self) -> Deck:
        """The stack from which the tile beyond an exit of the player's tile comes."""
        return self.stack(i64(self.kinds[self.here]))

    def put(self, kind: i64, quarters: i64, cell: i64) -> i64:
        """Put a tile down on an empty cell; its place in the list of tiles."""
        placed: i64 = i64(len(self.kinds))
        taken: i64 = 0
        edge: i64 = 0
        while edge < 4:
            beyond = cell + step(edge)
            other = self.tile_at(beyond)
            if other >= 0:
                self.taken[other] = u8(i64(self.taken[other]) | (1 << opposite(edge)))
                taken |= 1 << edge
            elif beyond == self.reserved:
                taken |= 1 << edge
            edge += 1
        self.kinds = append(self.kinds, u8(kind))
        self.turns = append(self.turns, u8(quarters))
        self.edges = append(self.edges, self.rules.edges[kind * 4 + quarters])
        self.taken = append(self.taken, u8(taken))
        self.cells = append(self.cells, cell)
        self.laid |= 1 << kind
        if kind == codes.DINING:
            self.dining = placed
        elif kind == codes.PATIO:
            self.patio = placed
        return placed

    def tile_at(self, cell: i64) -> i64:
        """The placed tile on that cell, or -1."""
        placed: i64 = i64(len(self.cells)) - 1
        while placed >= 0 and self.cells[placed] != cell:
            placed -= 1
        return placed

    def arrow(self, placed: i64) -> i64:
        """The arrowed edge of a placed tile, as a mask."""
        return i64(self.rules.arrows[i64(self.kinds[placed]) * 4 + i64(self.turns[placed])])

    def broken(self, placed: i64) -> i64:
        """The edges that zombies broke open."""
        return i64(self.edges[placed]) & ~i64(self.rules.edges[i64(self.kinds[placed]) * 4 + i64(self.turns[placed])])

    def passage(self, placed: i64, edge: i64) -> i64:
        """The placed tile to which that edge leads, or -1: both sides open (R5), one zone or the arrows (R6)."""
        if (self.arrow(placed) >> edge) & 1 == 1:
            return self.patio if placed == self.dining else self.dining
        if i64(self.edges[placed]) & i64(self.taken[placed]) & (1 << edge) == 0:
            return -1
        other = self.tile_at(self.cells[placed] + step(edge))
        if other < 0 or not same_zone(i64(self.kinds[placed]), i64(self.kinds[other])):
            return -1
        return other if (i64(self.edges[other]) >> opposite(edge)) & 1 == 1 else -1

    def new_exits(self, placed: i64) -> i64:
        """The edges of a placed tile beyond which a tile of the stack can be laid (R5-R8), the arrow not counted."""
        free: i64 = i64(self.edges[placed]) & ~i64(self.taken[placed]) & 15
        kind: i64 = i64(self.kinds[placed])
        size = self.stack(kind).size()
        if free == 0 or size == 0:
            return 0  # R8
        if not self.rules.all_edges and (kind >= codes.PATIO or size > 1 or self.dining >= 0):
            return free
        edge: i64 = 0
        while edge < 4:
            if (free >> edge) & 1 == 1 and not self._something_fits(placed, edge):
                free &= ~(1 << edge)
            edge += 1
        return free

    def _something_fits(self, placed: i64, edge: i64) -> bool:
        """R7: whether any tile of the stack can be laid beyond that edge."""
        stack = self.stack(i64(self.kinds[placed]))
        kind: i64 = 0
        while kind < codes.KINDS:
            if stack.unseen[kind] > 0 and self.rotations(placed, edge, kind) != 0:
                return True
            kind += 1
        for card in stack.under:
            if self.rotations(placed, edge, card) != 0:
                return True
        return False

    def exits(self) -> i64:
        """The edges by which the player may leave the tile."""
        here = self.here
        mask: i64 = self.new_exits(here)
        ways: i64 = i64(self.edges[here]) & i64(self.taken[here])
        arrow = self.arrow(here)
        edge: i64 = 0
        while edge < 4:
            if (ways >> edge) & 1 == 1 and self.passage(here, edge) >= 0:
                mask |= 1 << edge
            edge += 1
        return mask | arrow  # the arrows lead to the Patio, laid or not (R9), and back (R40)

    def _bar_to_leave(self, edge: i64) -> i64:
        """What keeps the player from leaving the tile by that edge: NONE exactly for `exits`."""
        if (self.exits() >> edge) & 1 == 1:
            return reasons.NONE
        here = self.here
        if (i64(self.edges[here]) >> edge) & 1 == 0:
            return reasons.NO_WAY
        beyond = self.cells[here] + step(edge)
        other = self.tile_at(beyond)
        if other >= 0:
            together = same_zone(i64(self.kinds[here]), i64(self.kinds[other]))
            return reasons.ONE_SIDED if together else reasons.OTHER_ZONE  # R5, R6
        if beyond == self.reserved:
            return reasons.KEPT  # R6
        if self.stack_here().size() == 0:
            return reasons.NO_TILE  # R8
        return reasons.NOTHING_MATCHES if self.rules.all_edges else reasons.NOTHING_FITS  # R5, R7

    def laid_so(self, placed: i64, exit: i64, kind: i64, quarters: i64) -> i64:
        """The open edges that a tile would have beyond that exit, turned so (R3, R5, R7).

        Where it cannot lie so: what keeps it from that, as a negative number.
        """
        edges: i64 = i64(self.rules.edges[kind * 4 + quarters])
        arrow: i64 = i64(self.rules.arrows[kind * 4 + quarters])
        mate: i64 = 1 << opposite(exit)
        if arrow & mate != 0:
            return -reasons.EXTERIOR_BACK  # R7
        if edges & mate == 0:
            if not self.rules.door_any_rotation or (self.broken(placed) >> exit) & 1 == 0:
                return -reasons.NO_DOOR_BACK
            edges |= mate  # R36
        cell = self.cells[placed] + step(exit)
        if arrow != 0 and self.rules.shared and self.tile_at(cell + step(lowest(arrow))) >= 0:
            return -reasons.EXTERIOR_BLOCKED  # R7
        if self.rules.all_edges and not self._all_match(kind, edges, cell):
            return -reasons.MISMATCH
        return edges

    def _all_match(self, kind: i64, edges: i64, cell: i64) -> bool:
        """R5 with `all_edges`: open meets open and closed meets closed at every neighbour of the same zone."""
        edge: i64 = 0
        while edge < 4:
            other = self.tile_at(cell + step(edge))
            if other >= 0 and same_zone(kind, i64(self.kinds[other])):
                if (edges >> edge) & 1 != (i64(self.edges[other]) >> opposite(edge)) & 1:
                    return False
            edge += 1
        return True

    def rotations(self, placed: i64, exit: i64, kind: i64) -> i64:
        """The quarter turns, as a mask, in which a tile may be laid beyond an exit; equal edges are one choice (R3)."""
        mask: i64 = 0
        looks: i64 = 0  # a byte for each turn: edges and arrow
        quarters: i64 = 0
        while quarters < 4:
            edges = self.laid_so(placed, exit, kind, quarters)
            if edges > 0:
                look: i64 = edges | (i64(self.rules.arrows[kind * 4 + quarters]) << 4)
                earlier: i64 = 0
                while earlier < quarters and (looks >> (8 * earlier)) & 255 != look:
                    earlier += 1
                if earlier == quarters:
                    mask |= 1 << quarters
                looks |= look << (8 * quarters)
            quarters += 1
        return mask

    def dead_map(self) -> bool:
        """R33: no new exit in the zone of the player, though a needed tile is still to come."""
        outside = self.kinds[self.here] >= codes.PATIO
        if self.stack_here().size() == 0:
            return False
        if not self.rules.door_always:
            needed: i64 = (1 << codes.GRAVEYARD) if outside else (1 << codes.TEMPLE) | (1 << codes.DINING)
            if self.laid & needed == needed:
                return False
        placed: i64 = 0
        while placed < i64(len(self.kinds)):
            if (self.kinds[placed] >= codes.PATIO) == outside and self.new_exits(placed) != 0:
                return False
            placed += 1
        return True

    def walls(self) -> i64:
        """R35: the edges of the player's tile that a Zombie Door may break."""
        closed: i64 = 15 & ~i64(self.edges[self.here]) & ~self.arrow(self.here)
        eligible: i64 = closed & ~i64(self.taken[self.here])
        return closed if eligible == 0 and self.rules.door_any_wall else eligible

    def _bar_to_break(self, edge: i64) -> i64:
        """R35: what keeps a Zombie Door from that edge: NONE exactly for `walls`."""
        if (self.walls() >> edge) & 1 == 1:
            return reasons.NONE
        open_or_arrow: i64 = i64(self.edges[self.here]) | self.arrow(self.here)
        return reasons.OPEN_SIDE if (open_or_arrow >> edge) & 1 == 1 else reasons.NO_FREE_PLACE

    # -- the Patio -----------------------------------------------------------------------------------------------

    def patio_cell(self) -> i64:
        """R9: the cell beyond the arrow of the Dining Room."""
        cell: i64 = self.cells[self.dining] + step(lowest(self.arrow(self.dining)))
        return cell if self.rules.shared else cell + OUTSIDE

    def patio_turns(self) -> i64:
        """R9: the quarter turns by which its arrow meets that of the Dining Room."""
        facing: i64 = 1 << opposite(lowest(self.arrow(self.dining)))
        quarters: i64 = 0
        while i64(self.rules.arrows[codes.PATIO * 4 + quarters]) != facing:
            quarters += 1
        return quarters

    def lay_patio(self) -> None:
        self.reserved = -1
        self.put(codes.PATIO, self.patio_turns(), self.patio_cell())

    def reserve(self) -> None:
        """R6: keep the cell beyond the arrow for the Patio."""
        self.reserved = self.patio_cell()
        edge: i64 = 0
        while edge < 4:
            other = self.tile_at(self.reserved + step(edge))
            if other >= 0:
                self.taken[other] = u8(i64(self.taken[other]) | (1 << opposite(edge)))
            edge += 1

    # -- the map as others read it -------------------------------------------------------------------------------

    def order(self) -> list[int]:
        """The placed tiles by their cells: the order of every list that leaves the engine."""
        return sorted(range(i64(len(self.cells))), key=lambda placed: int(self.cells[placed]))

    def tile_view(self, placed: i64, order: list[int]) -> dict[str, Any]:
        leads = {}
        for edge in range(4):
            other = self.passage(placed, edge)
            if other >= 0:
                leads[EDGES[edge]] = order.index(other)
        return {
            **self.tile_dict(placed),
            "open": edge_texts(i64(self.edges[placed])),
            "arrow": edge_text(self.arrow(placed)),
            "leads": leads,
            "new": edge_texts(self.new_exits(placed)),
        }

    def tile_dict(self, placed: i64) -> dict[str, Any]:
        cell = self.cells[placed] & (OUTSIDE - 1)
        return {
            "tile": codes.TILES[i64(self.kinds[placed])],
            "x": cell // 64 - 32,
            "y": cell % 64 - 32,
            "rotation": int(self.turns[placed]),
            "broken": edge_texts(self.broken(placed)),
        }


NO_DECK: Final = Deck(0)
_NO_BYTES: Final = vec[u8]()
_NO_CELLS: Final = vec[i64]()


def same_zone(kind: i64, other: i64) -> bool:
    """Whether both tiles are indoors or both outdoors."""
    return (kind >= codes.PATIO) == (other >= codes.PATIO)
