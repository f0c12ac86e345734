"""Many games of Zombie in My Pocket stepped at once: observations, masks, rewards and ends in packed rows.

Row i of every array belongs to game i. The layout of an observation is that of `shamble.games.pocket.layout`, and a
test holds the two to each other. The arrays are made once and written in place; whoever hands them out copies them.
"""

from typing import Final

from librt.strings import read_i64_le
from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from shamble.games.pocket.rules import codes
from shamble.games.pocket.rules.state import PocketState
from shamble.kernel.deck import Deck, zeros
from shamble.kernel.luck import Luck

SLOT: Final = 7  # numbers for each tile
ITEM: Final = 10  # numbers for each item
LARGEST: Final = 32_767
MANY: Final = 99

# where the fields of an observation begin
PHASE: Final = 0
HOUR: Final = 13
HEALTH: Final = 16
FLAGS: Final = 17
ITEMS: Final = 24
GROUND: Final = 44
NEW: Final = 64
ZOMBIES: Final = 73
DOOR: Final = 74
EXIT: Final = 78
DRAWN: Final = 82
DECK: Final = 96
AWAY: Final = 97
UNSEEN: Final = 98
STACKS: Final = 107
EXPLORED: Final = 135
NEW_EXITS: Final = 139
MAP: Final = 143
HOLE_MOVES: Final = 255
WIDTH: Final = 256

MOST: Final = 24  # places for the codes that are legal in one position
GRID: Final = 4095  # of a cell, the place within its grid


def numbers(n: i64, value: i64) -> vec[i16]:
    """A packed array of `n` equal numbers."""
    v = vec[i16](capacity=n)
    k: i64 = 0
    while k < n:
        v = append(v, i16(value))
        k += 1
    return v


class Rows:
    """Observations of `count` games of one edition, a row each."""

    def __init__(self, opening: PocketState, count: i64) -> None:
        self.values: vec[i16] = numbers(count * WIDTH, 0)
        self._first: vec[i64] = vec[i64]()  # the first slot of each kind of tile
        self._maps: vec[i64] = vec[i64]()  # of each row the mark of the map written in it
        slot: i64 = 0
        kind: i64 = 0
        while kind < codes.KINDS:
            self._first = append(self._first, slot)
            slot += i64(opening.rules.count[kind])
            kind += 1
        k: i64 = 0
        while k < count:
            self._maps = append(self._maps, -1)
            k += 1

    def forget(self, row: i64) -> None:
        """Another game is to be written into a row."""
        self._maps[row] = -1

    def write(self, row: i64, state: PocketState) -> None:
        """Write the observation of a position into a row; `forget` before the first one of another game."""
        values = self.values
        base: i64 = row * WIDTH
        at: i64 = base
        end: i64 = base + STACKS
        while at < end:
            values[at] = i16(0)
            at += 1
        values[base + PHASE + (codes.WALL_CHOICE if state.phase == codes.HOLE else state.phase)] = i16(1)
        values[base + HOUR + state.hour] = i16(1)
        values[base + HEALTH] = i16(min(state.health, LARGEST))
        values[base + FLAGS] = i16(1 if state.totem else 0)
        values[base + FLAGS + 1] = i16(1 if state.second else 0)
        values[base + FLAGS + 2] = i16(1 if state.storing else 0)
        values[base + FLAGS + 3] = i16(1 if state.card_owed else 0)
        values[base + FLAGS + 4] = i16(1 if state.moved else 0)
        values[base + FLAGS + 5] = i16(1 if state.ran else 0)
        values[base + FLAGS + 6] = i16(1 if state.cowered else 0)
        write_item(values, base + ITEMS, state.left)
        write_item(values, base + ITEMS + ITEM, state.right)
        write_item(values, base + GROUND, state.floor)
        write_item(values, base + GROUND + ITEM, state.corner)
        if state.found != codes.NOTHING:
            values[base + NEW + min(state.found, codes.CHAINSAW)] = i16(1)
        values[base + ZOMBIES] = i16(min(state.zombies, MANY))
        if state.door >= 0:
            values[base + DOOR + state.door] = i16(1)
        if state.exit >= 0:
            values[base + EXIT + state.exit] = i16(1)
        if state.drawn >= 0:
            values[base + DRAWN + state.drawn] = i16(1)
        deck = state.deck
        values[base + DECK] = i16(deck.size())
        values[base + AWAY] = i16(deck.away)
        unseen = deck.unseen
        card: i64 = 0
        while card < codes.CARD_COUNT:
            if unseen[card] > 0:
                values[base + UNSEEN + card] = i16(1)
            card += 1
        mark = map_mark(state)
        if self._maps[row] != mark:
            self._maps[row] = mark
            at = end
            end = base + WIDTH
            while at < end:
                values[at] = i16(0)
                at += 1
            write_stack(values, base + STACKS, state.indoor)
            write_stack(values, base + STACKS + codes.KINDS, state.outdoor)
            write_exits(values, base, state)
            write_map(values, base + MAP, state, self._first)
        values[base + HOLE_MOVES] = i16(1 if state.phase == codes.HOLE else 0)


def map_mark(state: PocketState) -> i64:
    """A number that changes with the map, with the place on it, and with what may still be added.

    From one decision of a game to the next tiles are only added, and edges are only broken open where the player stays;
    a tile put under its stack still counts as one of it. So it is enough to look at the number of tiles, the sum of
    their edges, the player's place and the stacks' sizes.
    """
    edges = state.edges
    count: i64 = len(edges)
    total: i64 = 0
    k: i64 = 0
    while k < count:
        total += i64(edges[k])
        k += 1
    sizes: i64 = state.indoor.size() * 16 + state.outdoor.size()
    return ((total * 256 + sizes) * 64 + count) * 64 + state.here


def write_item(values: vec[i16], at: i64, item: i64) -> None:
    """Write a hand, or a place on the floor."""
    if item != codes.NOTHING:
        values[at + min(item, codes.CHAINSAW)] = i16(1)
        values[at + codes.CARD_COUNT] = i16(max(0, item - codes.CHAINSAW))


def write_stack(values: vec[i16], at: i64, stack: Deck) -> None:
    """Write what is left of a stack of tiles, by kind."""
    unseen = stack.unseen
    kind: i64 = 0
    while kind < codes.KINDS:
        values[at + kind] = i16(unseen[kind])
        kind += 1
    for card in stack.under:
        values[at + card] = values[at + card] + i16(1)


def write_exits(values: vec[i16], base: i64, state: PocketState) -> None:
    """Write which edges of the player's tile lead where."""
    here: i64 = state.here
    new: i64 = state.new_exits(here)
    edge: i64 = 0
    while edge < 4:
        if state.passage(here, edge) >= 0:
            values[base + EXPLORED + edge] = i16(1)
        values[base + NEW_EXITS + edge] = i16((new >> edge) & 1)
        edge += 1


def write_map(values: vec[i16], at: i64, state: PocketState, first: vec[i64]) -> None:
    """Write the tiles that lie, each into its slot."""
    kinds = state.kinds
    cells = state.cells
    opened = state.edges
    tiles = state.rules.count
    here: i64 = cells[state.here] & GRID
    count: i64 = len(kinds)
    placed: i64 = 0
    while placed < count:
        kind: i64 = i64(kinds[placed])
        cell: i64 = cells[placed]
        slot: i64 = first[kind]
        if tiles[kind] > 1:
            other: i64 = 0
            while other < count:
                if kinds[other] == kinds[placed] and cells[other] < cell:
                    slot += 1
                other += 1
        place: i64 = at + SLOT * slot
        cell = cell & GRID
        edges: i64 = i64(opened[placed])
        values[place] = i16(1)
        values[place + 1] = i16((cell >> 6) - (here >> 6))
        values[place + 2] = i16((cell & 63) - (here & 63))
        values[place + 3] = i16(edges & 1)
        values[place + 4] = i16((edges >> 1) & 1)
        values[place + 5] = i16((edges >> 2) & 1)
        values[place + 6] = i16((edges >> 3) & 1)
        placed += 1


class Batch:
    """So many games of one opening, each with dice of its own.

    `rows.values` holds the observations, `masks` a 1 for every legal code, `legal` the legal codes themselves (-1 where
    there are no more), `counts` how many they are, `rewards` what the last step gave, `over` and `refused` a 1 for a
    game that has ended with it, and for an action that was not legal and changed nothing.
    """

    def __init__(self, opening: PocketState, count: i64, penalty: float) -> None:
        self.count: i64 = count
        self.rows: Rows = Rows(opening, count)
        self.masks: vec[u8] = zeros(count * codes.CODES)
        self.legal: vec[i16] = numbers(count * MOST, -1)
        self.counts: vec[u8] = zeros(count)
        self.rewards: vec[float] = vec[float]([0.0] * count)
        self.over: vec[u8] = zeros(count)
        self.refused: vec[u8] = zeros(count)
        self._penalty: float = penalty
        self._opening: PocketState = opening
        self._states: list[PocketState] = [opening.copy() for _ in range(count)]
        self._luck: list[Luck] = [Luck(0) for _ in range(count)]

    def state(self, game: i64) -> PocketState:
        """The position of one game; read it, never change it."""
        return self._states[game]

    def seed(self, game: i64, seed: i64) -> None:
        """Begin the luck of one game again."""
        self._luck[game].seed = seed

    def seed_of(self, game: i64) -> i64:
        """All the luck that one game still has, as the seed that it begins again from."""
        return self._luck[game].seed

    def place(self, game: i64, state: PocketState, reward: float, refused: bool) -> None:
        """Go on with one game from a position at a decision or at the end, and with what its last step gave."""
        self._states[game] = state
        self.rows.forget(game)
        self.over[game] = u8(1 if state.owing() == 0 else 0)
        self.rewards[game] = reward
        self.refused[game] = u8(1 if refused else 0)
        self._write(game, state)

    def reset(self) -> None:
        """Begin all games."""
        game: i64 = 0
        while game < self.count:
            self._begin(game)
            game += 1

    def step(self, actions: bytes) -> None:
        """Play one action in every game; a game that has ended begins anew instead, whatever its action.

        `actions` are codes, as whole numbers of 64 bits, little-endian. An action that is not legal changes nothing
        and costs the penalty.
        """
        game: i64 = 0
        while game < self.count:
            if self.over[game] != 0:
                self._begin(game)
            else:
                self._play(game, read_i64_le(actions, game * 8))
            game += 1

    def _begin(self, game: i64) -> None:
        state = self._opening.copy()
        self._states[game] = state
        self.rows.forget(game)
        self.over[game] = u8(0)
        self.refused[game] = u8(0)
        self.rewards[game] = 0.0
        self._settle(game, state)

    def _play(self, game: i64, code: i64) -> None:
        if code < 0 or code >= codes.CODES or self.masks[game * codes.CODES + code] == 0:
            self.refused[game] = u8(1)
            self.rewards[game] = self._penalty
            return
        self.refused[game] = u8(0)
        self.rewards[game] = 0.0
        state = self._states[game]
        state.apply(0, code)
        self._settle(game, state)

    def _settle(self, game: i64, state: PocketState) -> None:
        """Let chance take its course, then write everything down."""
        self._luck[game].play_chance(state)
        if state.owing() == 0:
            self.over[game] = u8(1)
            self.rewards[game] = state.payoffs()[0]
        self._write(game, state)

    def _write(self, game: i64, state: PocketState) -> None:
        self.rows.write(game, state)
        self._list_legal(game, state)

    def _list_legal(self, game: i64, state: PocketState) -> None:
        masks = self.masks
        listed = self.legal
        row: i64 = game * codes.CODES
        first: i64 = game * MOST
        old: i64 = i64(self.counts[game])
        k: i64 = 0
        while k < old:
            masks[row + i64(listed[first + k])] = u8(0)
            k += 1
        legal = state.legal(0)
        new: i64 = len(legal)
        k = 0
        while k < new:
            masks[row + legal[k]] = u8(1)
            listed[first + k] = i16(legal[k])
            k += 1
        while k < old:
            listed[first + k] = i16(-1)
            k += 1
        self.counts[game] = u8(new)
