"""Reading a position of Zombie in My Pocket, with every check that makes it a possible one."""

from typing import Any

from mypy_extensions import u8

from shamble.games.pocket.rules import cards, carrying, codes
from shamble.games.pocket.rules.box import PocketRules
from shamble.games.pocket.rules.edges import EDGES, ORIGIN, OUTSIDE, mask_of
from shamble.games.pocket.rules.state import PocketState
from shamble.kernel.deck import Deck
from shamble.kernel.fields import Fields

MOST_FUEL = 12  # with more, later Gasoline could pass what has a text
MOST_HEALTH = 1_000_000
REACH = 15  # tiles are never farther than this from the Foyer
SEEN = tuple(
    tile for kind, tile in enumerate(codes.TILES) if kind not in (codes.FOYER, codes.PATIO)
)  # the tiles of the stacks


def state_from(fields: Fields, head: dict[str, Any], rules: PocketRules) -> PocketState:
    """The position that the fields describe; BadPosition if it is broken or impossible."""
    state = PocketState(head, rules)
    state.phase = codes.PHASES.index(fields.one_of("phase", codes.PHASES))
    state.hour = codes.HOURS.index(fields.whole("hour", codes.HOURS[0], codes.HOURS[-1]))
    state.health = fields.whole("health", 0, MOST_HEALTH)
    state.totem = fields.flag("totem")
    state.exit = _edge(fields, "exit")
    state.door = _edge(fields, "door")
    state.zombies = fields.whole("zombies", 0, 99)
    state.second = fields.flag("second")
    state.storing = fields.flag("storing")
    state.card_owed = fields.flag("card_owed")
    state.moved = fields.flag("moved")
    state.ran = fields.flag("ran")
    state.cowered = fields.flag("cowered")
    state.ending_code = codes.ENDINGS.index(fields.one_of("ending", codes.ENDINGS))
    drawn = fields.raw("drawn")
    state.drawn = codes.TILES.index(fields.texts_of("drawn", [drawn], SEEN)[0]) if drawn is not None else -1
    _place_items(fields, state)
    _place_map(fields, state)
    _place_stacks(fields, state)
    _place_deck(fields, state)
    _check_map(fields, state)
    _check_phase(fields, state)
    _check_card(fields, state)
    return state


def _edge(fields: Fields, field: str) -> int:
    return -1 if fields.raw(field) is None else EDGES.index(fields.one_of(field, EDGES))


# -- items -------------------------------------------------------------------------------------------------------


def _place_items(fields: Fields, state: PocketState) -> None:
    items = _items(fields, state, "items", fields.raw("items"))
    for item in items:
        carrying.pick(state, item)
    ground = _items(fields, state, "ground", fields.raw("ground"))
    if ground and not state.rules.floor_kept:
        raise fields.bad("ground", "must be empty: dropped items are gone at once under this house rule.")
    for item in ground:
        carrying.lay_down(state, item)
    new = fields.raw("new")
    state.found = codes.NOTHING if new is None else _items(fields, state, "new", [new])[0]


def _items(fields: Fields, state: PocketState, field: str, value: object) -> list[int]:
    texts = fields.texts_of(field, value, codes.ITEMS)
    if len(texts) > 2:
        raise fields.bad(field, "must name two items at most.")
    items = [codes.ITEMS.index(text) for text in texts]
    if items != sorted(items):
        raise fields.bad(field, f"must be in the order {', '.join(codes.CARDS)}.")
    if any(item > codes.CHAINSAW + MOST_FUEL for item in items):
        raise fields.bad(field, f"a Chainsaw cannot come to hold fuel for more than {MOST_FUEL} fights.")
    if any(not int(state.rules.cards) >> min(item, codes.CHAINSAW) & 1 for item in items):
        raise fields.bad(field, "names an item whose card the box lacks.")
    if codes.SODA in items and state.rules.soda_instant:
        raise fields.bad(field, "the soda is drunk when it is found under this house rule.")
    if (
        field == "items"
        and not state.rules.duplicates
        and len({min(item, codes.CHAINSAW) for item in items}) < len(items)
    ):
        raise fields.bad(field, "no item is carried twice under this house rule.")
    return items


# -- the map and the stacks --------------------------------------------------------------------------------------


def _place_map(fields: Fields, state: PocketState) -> None:
    entries = fields.entries("map", most=sum(state.rules.count))
    cells = []
    for n, entry in enumerate(entries):
        cells.append(_place_tile(fields, state, f"map.{n}", Fields(entry, f"map.{n}")))
    if cells != sorted(cells):
        raise fields.bad(
            "map", "its tiles must be in the order of x, then y, those indoors first where there are two grids."
        )
    if not cells:
        raise fields.bad("map", "must hold the Foyer.")
    state.here = fields.whole("here", 0, len(cells) - 1)
    for kind in (codes.DINING, codes.PATIO):
        if sum(1 for placed in state.kinds if placed == kind) > 1:
            raise fields.bad("map", f"{codes.TILES[kind]} lies there twice.")
    if state.dining >= 0 and state.patio < 0:
        if state.rules.patio_with_dining:
            raise fields.bad("map", "the Patio is laid along with the Dining Room under this house rule.")
        if state.rules.shared:
            if state.tile_at(state.patio_cell()) >= 0:
                raise fields.bad("map", "the cell beyond the arrow of the Dining Room is kept for the Patio.")
            state.reserve()


def _place_tile(fields: Fields, state: PocketState, where: str, entry: Fields) -> int:
    kind = codes.TILES.index(entry.one_of("tile", codes.TILES))
    x, y = entry.whole("x", -REACH, REACH), entry.whole("y", -REACH, REACH)
    quarters = entry.whole("rotation", 0, 3)
    edges = entry.texts("broken", EDGES)
    entry.done()
    if edges != [edge for edge in EDGES if edge in edges]:
        raise fields.bad(where, f"its broken edges must be in the order {', '.join(EDGES)}, each once.")
    broken = mask_of("".join(edges))
    cell: int = ORIGIN + 64 * x + y
    if kind >= codes.PATIO and not state.rules.shared:
        cell += OUTSIDE
    if state.tile_at(cell) >= 0:
        raise fields.bad(where, f"there is a tile at {x}, {y} already.")
    if kind == codes.FOYER and (cell != ORIGIN or quarters != 0):
        raise fields.bad(where, "the Foyer lies at 0, 0, unturned.")
    placed = state.put(kind, quarters, cell)
    closed = 15 & ~int(state.edges[placed]) & ~state.arrow(placed)
    if broken & ~closed:
        raise fields.bad(where, "only a closed edge can be broken open.")
    state.edges[placed] = u8(int(state.edges[placed]) | broken)
    return cell


def _place_stacks(fields: Fields, state: PocketState) -> None:
    for name, first, last in (("indoor", 0, codes.PATIO), ("outdoor", codes.PATIO, codes.KINDS)):
        tiles = [codes.TILES[kind] for kind in range(first, last) if codes.TILES[kind] in SEEN]
        stack = Deck(codes.KINDS)
        for tile in _whole_pile(fields, name, tiles):
            stack.add(codes.TILES.index(tile), 1)
        for tile in fields.texts(f"{name}_under", tiles):
            stack.put_under(codes.TILES.index(tile))
        if name == "indoor":
            state.indoor = stack
        else:
            state.outdoor = stack
    state.deck = Deck(codes.CARD_COUNT)
    for kind, tile in enumerate(codes.TILES):
        count, box = state.census()[tile], int(state.rules.count[kind])
        if count != box:
            field = "map" if tile not in SEEN else "indoor" if kind < codes.PATIO else "outdoor"
            raise fields.bad(field, f"{tile} lies in {count} places of the position; the box holds {box}.")


def _whole_pile(fields: Fields, name: str, allowed: list[str]) -> list[str]:
    texts = fields.texts(name, allowed)
    if [allowed.index(text) for text in texts] != sorted(allowed.index(text) for text in texts):
        raise fields.bad(name, f"must be in the order {', '.join(allowed)}.")
    return texts


def _place_deck(fields: Fields, state: PocketState) -> None:
    deck = _whole_pile(fields, "deck", list(codes.CARDS))
    discard = _whole_pile(fields, "discard", list(codes.CARDS))
    for card in codes.CARDS:
        count, box = deck.count(card) + discard.count(card), int(state.rules.cards) >> codes.CARDS.index(card) & 1
        if count != box:
            raise fields.bad("deck", f"{card} lies {count} times in deck and discard; the box holds {box}.")
    for card in deck:
        state.deck.add(codes.CARDS.index(card), 1)
    state.discard = sum(1 << codes.CARDS.index(card) for card in discard)
    for _ in range(fields.whole("away", min(2, len(deck)), len(deck))):
        state.deck.lay_away()


def _check_map(fields: Fields, state: PocketState) -> None:
    """Everything can be reached from the Foyer, and the Patio meets the arrow."""
    if state.patio >= 0:
        if state.dining < 0:
            raise fields.bad("map", "the Patio is laid beyond the Dining Room, which is missing.")
        if state.cells[state.patio] != state.patio_cell() or state.turns[state.patio] != state.patio_turns():
            raise fields.bad("map", "the Patio must lie with its arrow to that of the Dining Room.")
    reached = {state.tile_at(ORIGIN)}
    queue = list(reached)
    while queue:
        placed = queue.pop()
        for edge in range(4):
            other = state.passage(placed, edge)
            if other >= 0 and other not in reached:
                reached.add(other)
                queue.append(other)
    if len(reached) < len(state.kinds):
        lost = next(placed for placed in range(len(state.kinds)) if placed not in reached)
        raise fields.bad("map", f"no way leads from the Foyer to the {codes.TILES[state.kinds[lost]]}.")


# -- phases ------------------------------------------------------------------------------------------------------


def _check_phase(fields: Fields, state: PocketState) -> None:
    """Every field fits the phase."""
    phase = state.phase
    kind = int(state.kinds[state.here])
    if (state.ending_code > 0) != (phase == codes.OVER):
        raise fields.bad("ending", "is named in the phase over, and only there.")
    if (state.health == 0) != (state.ending_code in (codes.EATEN, codes.EVENT)):
        raise fields.bad("health", "is 0 when the game has been lost to zombies or an event, and only then.")
    if state.ending_code == codes.BURIED and (kind != codes.GRAVEYARD or not state.totem):
        raise fields.bad("ending", "the totem is buried by whoever has it, in the Graveyard.")
    if state.totem and not state.laid >> codes.TEMPLE & 1:
        raise fields.bad("totem", "it can only have been found once the Temple lies.")
    _check_first_turn(fields, state)
    _check_exit(fields, state)
    if (state.found != codes.NOTHING) != (phase == codes.FULL):
        raise fields.bad("new", "is an item in the phase full, and only there.")
    if phase == codes.FULL and state.right == codes.NOTHING:
        raise fields.bad("items", "in the phase full both hands are.")
    if (state.zombies > 0) != (phase == codes.COMBAT):
        raise fields.bad("zombies", "there are some in combat, and only there.")
    if state.door >= 0:
        if (
            phase != codes.COMBAT
            or state.zombies != codes.ZOMBIE_DOOR
            or not state.broken(state.here) >> state.door & 1
        ):
            raise fields.bad(
                "door", "is a broken edge of the tile while its three zombies are fought, and null otherwise."
            )
    if phase in (codes.WALL_CHOICE, codes.HOLE) and state.walls() == 0:
        raise fields.bad("phase", "no wall of this tile can be broken.")
    if phase == codes.HOLE and not state.rules.hole_moves:
        raise fields.bad("phase", "nobody has run from a Zombie Door, or the zombies follow, under these rules.")
    if phase == codes.HOLE and not state.ran:
        raise fields.bad("ran", "must be true: a hole moves along with whoever ran from it.")
    if state.health > state.rules.most_health:
        raise fields.bad("health", f"is never above {state.rules.most_health} under this house rule.")
    _check_flags(fields, state, kind)
    if state.owing() == 1 and not len(state.legal(0)):
        raise fields.bad("phase", "nothing could be done in it.")


def _check_first_turn(fields: Fields, state: PocketState) -> None:
    """R4, R14: whether the first turn is still being played."""
    phase = state.phase
    tiles = len(state.kinds) - (1 if state.patio >= 0 else 0)
    if tiles == 1:
        begun = state.moved or phase not in (codes.TURN, codes.TILE_DRAW, codes.ROTATING)
    else:
        ended = phase in (codes.TURN, codes.TILE_DRAW, codes.ROTATING) or (
            (phase in (codes.WALL_CHOICE, codes.HOLE) or state.door >= 0) and not state.card_owed
        )
        begun = not state.moved and (tiles > 2 or state.kinds[state.here] == codes.FOYER or ended or state.totem)
    if begun:
        raise fields.bad("moved", "tells whether a turn has been completed, which the tiles and the phase contradict.")


def _check_exit(fields: Fields, state: PocketState) -> None:
    phase = state.phase
    if (state.exit >= 0) != (phase in (codes.TILE_DRAW, codes.ROTATING)):
        raise fields.bad("exit", "is an edge while the tile beyond it is drawn and turned, and null otherwise.")
    if (state.drawn >= 0) != (phase == codes.ROTATING):
        raise fields.bad("drawn", "is a tile while it is turned, and null otherwise.")
    if state.exit < 0:
        return
    free = int(state.edges[state.here]) & ~int(state.taken[state.here])
    if not free >> state.exit & 1 or (phase == codes.TILE_DRAW and not state.new_exits(state.here) >> state.exit & 1):
        raise fields.bad("exit", "no tile can be laid beyond it.")
    if phase == codes.ROTATING:
        turns = state.rotations(state.here, state.exit, state.drawn)
        if (
            (state.drawn < codes.PATIO) != (state.kinds[state.here] < codes.PATIO)
            or turns & (turns - 1) == 0
            or state.rules.rotation_first
        ):
            raise fields.bad("drawn", "that tile cannot be waiting to be turned there.")


def _check_flags(fields: Fields, state: PocketState, kind: int) -> None:
    phase = state.phase
    if state.second:
        if (
            kind not in (codes.TEMPLE, codes.GRAVEYARD)
            or phase
            in (
                codes.TURN,
                codes.TILE_DRAW,
                codes.ROTATING,
                codes.STORAGE_OFFER,
                codes.WALL_CHOICE,
                codes.HOLE,
                codes.OVER,
            )
            or state.door >= 0
        ):
            raise fields.bad("second", "is true only for the second card of the Temple or the Graveyard.")
    elif phase == codes.SECOND_OFFER:
        raise fields.bad("second", "must be true while the second card is offered.")
    if phase == codes.SECOND_OFFER and not (state.rules.second_optional or state.rules.cower_between):
        raise fields.bad("phase", "the second card is drawn unasked under these rules.")
    if (state.storing and (kind != codes.STORAGE_ROOM or phase not in (codes.FINDING, codes.FULL))) or (
        phase == codes.STORAGE_OFFER and kind != codes.STORAGE_ROOM
    ):
        raise fields.bad("storing", "an item is found so only in the Storage.")
    if state.card_owed and not (state.rules.door_on_placement and (phase == codes.WALL_CHOICE or state.door >= 0)):
        raise fields.bad("card_owed", "is true only while a Zombie Door comes before the card.")
    between = phase in (codes.TURN, codes.OVER, codes.WALL_CHOICE, codes.HOLE, codes.COWERING) or state.door >= 0
    if state.ran and (state.second or state.card_owed or not between):
        raise fields.bad("ran", "is true only between a flight and the next move.")
    if state.cowered and (state.card_owed or not (between or state.second)):
        raise fields.bad("cowered", "is true only between cowering and the next move.")
    lying = (state.floor != codes.NOTHING) + (state.corner != codes.NOTHING)
    if lying > _may_lie(state):
        raise fields.bad("ground", "so much cannot have been dropped here yet.")


def _may_lie(state: PocketState) -> int:
    """How many items can lie on the floor by now: one from each find of the turn."""
    phase = state.phase
    if state.card_owed or phase in (codes.TILE_DRAW, codes.ROTATING):
        return 0
    if (
        phase in (codes.TURN, codes.WALL_CHOICE, codes.HOLE, codes.OVER)
        or state.door >= 0
        or (phase == codes.COWERING and not state.second)
    ):
        return 2
    return 1 if state.second or state.storing or phase == codes.STORAGE_OFFER else 0


def _check_card(fields: Fields, state: PocketState) -> None:
    """Where a card is to come there is one, and an offer can be taken up."""
    phase = state.phase
    if phase in (codes.CARD_DRAW, codes.FINDING, codes.COWERING) and state.deck.size() == 0:
        raise fields.bad("away", "no card is left though one is to come.")
    if phase == codes.COWERING and not state.rules.cower_faceup:
        raise fields.bad("phase", "the card that cowering costs is not shown under these rules.")
    if phase in (codes.ITEM_OFFER, codes.STORAGE_OFFER) and not cards.may_draw(state):
        raise fields.bad("phase", "no card could be drawn.")
