"""The State of Zombie in My Pocket: what may be done, what luck may bring, and what is known."""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.pocket.rules.box import (
    BURN,
    CARD,
    CARD_COUNT,
    CARD_DRAW,
    CARDS,
    CHAINSAW,
    CODES,
    COMBAT,
    COWER,
    COWERING,
    DRAW,
    DRINK,
    DROP,
    DROP_NEW,
    ENDINGS,
    FIGHT,
    FIGHT_BARE,
    FINDING,
    FOYER,
    FULL,
    GASOLINE,
    HOLE,
    HOURS,
    ITEM_COUNT,
    ITEM_OFFER,
    ITEMS,
    KINDS,
    MOVE,
    NOTHING,
    OIL,
    OVER,
    PATIO,
    PHASES,
    REFUEL,
    ROTATE,
    ROTATING,
    RUN,
    RUN_OIL,
    SECOND_OFFER,
    SKIP,
    SODA,
    STORAGE_OFFER,
    SWAP,
    TAKE,
    TILE,
    TILE_DRAW,
    TILES,
    TURN,
    WALL,
    WALL_CHOICE,
)
from shamble.games.pocket.rules.edges import EDGES, ORIGIN, edge_text, edge_texts
from shamble.games.pocket.rules.turn import Turn
from shamble.kernel.bits import bits, lowest
from shamble.kernel.deck import Deck
from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE, refuse


class PocketState(Turn):
    """A position of Zombie in My Pocket."""

    # -- setup (1.3) ---------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """The opening position."""
        self.indoor = Deck(KINDS)
        self.outdoor = Deck(KINDS)
        kind: i64 = 0
        while kind < KINDS:
            if kind != FOYER and kind != PATIO:
                self.stack(kind).add(kind, i64(self.rules.count[kind]))
            kind += 1
        self.deck = Deck(CARD_COUNT)
        self.discard = self.rules.cards
        self._shuffle()
        self.put(FOYER, 0, ORIGIN)

    # -- the contract: moves -------------------------------------------------------------------------------------

    def owing(self) -> i64:
        phase = self.phase
        if phase == OVER:
            return 0
        if phase == TILE_DRAW or phase == CARD_DRAW or phase == FINDING or phase == COWERING:
            return CHANCE
        if phase == ROTATING and self.rules.rotation_random:
            return CHANCE
        return 1

    def legal(self, seat: i64) -> vec[i64]:
        codes = vec[i64](capacity=12)
        if seat != 0 or self.owing() != 1:
            return codes
        phase = self.phase
        if phase == TURN:
            codes = listed(codes, MOVE, self.exits())
            codes = self._pickups(codes)
        elif phase == ROTATING:
            codes = listed(codes, ROTATE, self.rotations(self.here, self.exit, self.drawn))
        elif phase == FULL:
            codes = append(codes, DROP_NEW)
            codes = append(codes, DROP + self.left)
            if self.right != self.left:
                codes = append(codes, DROP + self.right)
        elif phase == COMBAT:
            codes = self._fights(codes)
        elif phase == ITEM_OFFER or phase == STORAGE_OFFER or phase == SECOND_OFFER:
            if self._may_draw():
                codes = append(codes, DRAW)
            if self._may_skip():
                codes = append(codes, SKIP)
        if self.carries(SODA):
            codes = append(codes, DRINK)
        if self._may_refuel():
            codes = append(codes, REFUEL + self.right - CHAINSAW)
        if self._may_cower():
            codes = append(codes, COWER)
        if phase == WALL_CHOICE or phase == HOLE:
            codes = listed(codes, WALL, self.walls())
        return codes

    def allows(self, who: i64, code: i64) -> bool:
        if who == CHANCE:
            return self._may_come(code)
        if who != 0 or code < 0 or code >= TILE or self.owing() != 1:
            return False
        phase = self.phase
        if code < ROTATE:
            return phase == TURN and (self.exits() >> code) & 1 == 1
        if code < DRAW:
            return phase == ROTATING and (self.rotations(self.here, self.exit, self.drawn) >> (code - ROTATE)) & 1 == 1
        if code <= SKIP:
            offered = phase == ITEM_OFFER or phase == STORAGE_OFFER or phase == SECOND_OFFER
            return offered and (self._may_draw() if code == DRAW else self._may_skip())
        if code < TAKE:
            return phase == FULL and (code == DROP_NEW or self.carries(code - DROP))
        if code < SWAP:
            return phase == TURN and self._may_take(code - TAKE)
        if code < FIGHT_BARE:
            return phase == TURN and self._may_swap((code - SWAP) // ITEM_COUNT, (code - SWAP) % ITEM_COUNT)
        if code < BURN:
            if phase != COMBAT:
                return False
            if code < RUN:
                return self._may_fight(NOTHING if code == FIGHT_BARE else code - FIGHT)
            oil = code >= RUN_OIL
            return self._may_run(oil) and (self.flights() >> (code - (RUN_OIL if oil else RUN))) & 1 == 1
        if code < DRINK:
            return phase == COMBAT and self._may_burn(code - BURN)
        if code == DRINK:
            return self.carries(SODA)
        if code < COWER:
            return self._may_refuel() and self.right == code - REFUEL + CHAINSAW
        if code == COWER:
            return self._may_cower()
        return (phase == WALL_CHOICE or phase == HOLE) and (self.walls() >> (code - WALL)) & 1 == 1

    def _may_come(self, code: i64) -> bool:
        """Whether luck may bring this now."""
        if self.owing() != CHANCE or code < 0 or code >= CODES:
            return False
        if self.phase == TILE_DRAW:
            return TILE <= code < CARD and self.stack_here().may_draw(code - TILE)
        if self.phase == ROTATING:
            return (
                ROTATE <= code < DRAW and (self.rotations(self.here, self.exit, self.drawn) >> (code - ROTATE)) & 1 == 1
            )
        return code >= CARD and self.deck.may_draw(code - CARD)

    def odds(self) -> list[tuple[int, int]]:
        if self.owing() != CHANCE:
            return []
        if self.phase == TILE_DRAW:
            return [(TILE + kind, weight) for kind, weight in self.stack_here().odds()]
        if self.phase == ROTATING:
            mask = self.rotations(self.here, self.exit, self.drawn)
            return [(ROTATE + quarters, 1) for quarters in range(4) if (mask >> quarters) & 1]
        return [(CARD + card, weight) for card, weight in self.deck.odds()]

    def roll(self, dice: Dice) -> i64:
        if self.phase == TILE_DRAW:
            return TILE + self.stack_here().roll(dice)
        if self.phase == ROTATING:
            mask = self.rotations(self.here, self.exit, self.drawn)
            skip: i64 = dice.below(bits(mask))
            while skip > 0:
                mask = mask & (mask - 1)
                skip -= 1
            return ROTATE + lowest(mask)
        return CARD + self.deck.roll(dice)

    def apply(self, who: i64, code: i64) -> None:
        if not self.allows(who, code):
            raise refuse(who, code)
        if code >= CARD:
            self._card(code - CARD)
        elif code >= TILE:
            self._tile(code - TILE)
        elif code < ROTATE:
            self._move(code)
        elif code < DRAW:
            self._lay(self.drawn, code - ROTATE)
        elif code == DRAW:
            self._draw()
        elif code == SKIP:
            self._skip()
        elif code < TAKE:
            self._drop(NOTHING if code == DROP_NEW else code - DROP)
        elif code < SWAP:
            self._take_up(code - TAKE)
        elif code < FIGHT_BARE:
            self._swap((code - SWAP) // ITEM_COUNT, (code - SWAP) % ITEM_COUNT)
        elif code < RUN:
            self._fight(NOTHING if code == FIGHT_BARE else code - FIGHT)
        elif code < RUN_OIL:
            self._run(code - RUN, False)
        elif code < BURN:
            self._run(code - RUN_OIL, True)
        elif code < DRINK:
            self._burn(code - BURN)
        elif code == DRINK:
            self._drink()
        elif code < COWER:
            self._refuel()
        elif code == COWER:
            self._cower()
        else:
            self._break_wall(code - WALL)

    def _pickups(self, codes: vec[i64]) -> vec[i64]:
        if self.floor == NOTHING:
            return codes
        codes = self._pickup(codes, self.floor)
        if self.corner != NOTHING and self.corner != self.floor:
            codes = self._pickup(codes, self.corner)
        return codes

    def _pickup(self, codes: vec[i64], item: i64) -> vec[i64]:
        if self._may_take(item):
            codes = append(codes, TAKE + item)
        base: i64 = SWAP + item * ITEM_COUNT
        if self._may_swap(item, self.left):
            codes = append(codes, base + self.left)
        if self.right != self.left and self._may_swap(item, self.right):
            codes = append(codes, base + self.right)
        return codes

    def _fights(self, codes: vec[i64]) -> vec[i64]:
        if self._may_fight(NOTHING):
            codes = append(codes, FIGHT_BARE)
        if self.left != NOTHING and self._may_fight(self.left):
            codes = append(codes, FIGHT + self.left)
        if self.right != NOTHING and self.right != self.left and self._may_fight(self.right):
            codes = append(codes, FIGHT + self.right)
        ways: i64 = self.flights()
        if self._may_run(False):
            codes = listed(codes, RUN, ways)
        if self._may_run(True):
            codes = listed(codes, RUN_OIL, ways)
        if self._may_burn(OIL):
            codes = append(codes, BURN + OIL)
        if self._may_burn(GASOLINE):
            codes = append(codes, BURN + GASOLINE)
        return codes

    # -- copies and knowledge (1.6) ------------------------------------------------------------------------------

    def copy(self) -> "PocketState":
        other = PocketState(self.head, self.rules)
        other.phase = self.phase
        other.hour = self.hour
        other.health = self.health
        other.left = self.left
        other.right = self.right
        other.floor = self.floor
        other.corner = self.corner
        other.totem = self.totem
        other.here = self.here
        other.exit = self.exit
        other.drawn = self.drawn
        other.found = self.found
        other.zombies = self.zombies
        other.door = self.door
        other.second = self.second
        other.storing = self.storing
        other.card_owed = self.card_owed
        other.moved = self.moved
        other.ran = self.ran
        other.cowered = self.cowered
        other.ending_code = self.ending_code
        other.laid = self.laid
        other.dining = self.dining
        other.patio = self.patio
        other.reserved = self.reserved
        other.kinds = self.kinds[:]
        other.turns = self.turns[:]
        other.edges = self.edges[:]
        other.taken = self.taken[:]
        other.cells = self.cells[:]
        other.indoor = self.indoor.copy()
        other.outdoor = self.outdoor.copy()
        other.deck = self.deck.copy()
        other.discard = self.discard
        return other

    def redeal(self, seat: i64, dice: Dice) -> "PocketState":
        """A copy: nothing that the player cannot know is fixed before it happens, and the public sees all of it."""
        return self.copy()

    def view(self, seat: i64) -> dict[str, Any]:
        order = self.order()
        exit = self.exit
        turns = []
        if self.phase == ROTATING:
            mask = self.rotations(self.here, exit, self.drawn)
            turns = [self._look(quarters) for quarters in range(4) if (mask >> quarters) & 1]
        return {
            "game": "pocket",
            "players": 1,
            "seat": seat if seat >= 0 else None,
            "rules": self.rules.version,
            "options": dict(self.head["options"]),
            "owing": [0] if self.owing() > 0 else [],
            **self._facts(order),
            "map": [self.tile_view(placed, order) for placed in order],
            "deck": self.deck.size(),
            "unseen": [CARDS[card] for card in range(CARD_COUNT) if self.deck.unseen[card] > 0],
            "rotations": turns,
            "moves": edge_texts(self.exits()) if self.phase == TURN else [],
            "flights": edge_texts(self.flights()) if self.phase == COMBAT else [],
            "walls": edge_texts(self.walls()) if self.phase in (WALL_CHOICE, HOLE) else [],
        }

    def _look(self, quarters: i64) -> dict[str, Any]:
        """How the drawn tile would lie, turned so."""
        return {
            "rotation": quarters,
            "open": edge_texts(self.laid_so(self.here, self.exit, self.drawn, quarters)),
            "arrow": edge_text(i64(self.rules.arrows[self.drawn * 4 + quarters])),
        }

    def _facts(self, order: list[int]) -> dict[str, Any]:
        """What a position dict and a view say alike."""
        return {
            "phase": PHASES[self.phase],
            "hour": HOURS[self.hour],
            "health": self.health,
            "items": item_texts(self.left, self.right),
            "ground": item_texts(self.floor, self.corner),
            "totem": self.totem,
            "here": order.index(self.here),
            "exit": EDGES[self.exit] if self.exit >= 0 else None,
            "drawn": TILES[self.drawn] if self.drawn >= 0 else None,
            "new": ITEMS[self.found] if self.found != NOTHING else None,
            "zombies": self.zombies,
            "door": EDGES[self.door] if self.door >= 0 else None,
            "second": self.second,
            "storing": self.storing,
            "card_owed": self.card_owed,
            "moved": self.moved,
            "ran": self.ran,
            "cowered": self.cowered,
            "away": self.deck.away,
            "discard": [CARDS[card] for card in range(CARD_COUNT) if (self.discard >> card) & 1],
            "indoor": tile_texts(self.indoor.unseen),
            "indoor_under": [TILES[card & 255] for card in self.indoor.under],
            "outdoor": tile_texts(self.outdoor.unseen),
            "outdoor_under": [TILES[card & 255] for card in self.outdoor.under],
            "ending": ENDINGS[self.ending_code],
        }

    def known(self, seat: i64) -> bytes:
        order = self.order()
        flags: i64 = 0
        for flag in (self.totem, self.second, self.storing, self.card_owed, self.moved, self.ran, self.cowered):
            flags = flags * 2 + (1 if flag else 0)
        parts: list[int] = [
            seat & 255,
            self.phase,
            self.hour,
            self.health & 255,
            (self.health >> 8) & 255,
            (self.health >> 16) & 255,
            self.left,
            self.right,
            self.floor,
            self.corner,
            order.index(self.here),
            self.exit & 255,
            self.drawn & 255,
            self.found,
            self.zombies,
            self.door & 255,
            flags,
            self.ending_code,
            self.deck.away,
            self.discard & 255,
            self.discard >> 8,
            len(self.indoor.under),
            len(self.outdoor.under),
            len(order),
        ]
        for place in order:
            placed: i64 = place
            cell = self.cells[placed]
            parts += [cell & 255, cell >> 8, int(self.kinds[placed]), int(self.turns[placed]), int(self.edges[placed])]
        parts += [card & 255 for card in self.indoor.under]
        parts += [card & 255 for card in self.outdoor.under]
        return bytes(parts)

    # -- the whole position --------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        order = self.order()
        return {
            **self.head,
            "options": dict(self.head["options"]),
            **self._facts(order),
            "map": [self.tile_dict(placed) for placed in order],
            "deck": [CARDS[card] for card in range(CARD_COUNT) if self.deck.unseen[card] > 0],
        }

    def census(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for kind in range(KINDS):
            stack = self.stack(kind)
            counts[TILES[kind]] = (
                len([1 for placed in self.kinds if i64(placed) == kind])
                + int(stack.unseen[kind])
                + len([1 for card in stack.under if card & 255 == kind])
                + (1 if kind == self.drawn or (kind == PATIO and self.patio < 0) else 0)
            )
        for card in range(CARD_COUNT):
            counts[f"card {CARDS[card]}"] = int(self.deck.unseen[card]) + ((self.discard >> card) & 1)
        return counts


def listed(codes: vec[i64], base: i64, mask: i64) -> vec[i64]:
    """`codes` and, for each bit of the mask, `base` plus its number."""
    bit: i64 = 0
    while mask >> bit != 0:
        if (mask >> bit) & 1 == 1:
            codes = append(codes, base + bit)
        bit += 1
    return codes


def item_texts(first: i64, last: i64) -> list[str]:
    """The items of two places."""
    return [ITEMS[item] for item in (first, last) if item != NOTHING]


def tile_texts(pile: vec[u8]) -> list[str]:
    """The tiles of a stack of which the order does not matter, ascending."""
    return [TILES[kind] for kind in range(KINDS) for _ in range(i64(pile[kind]))]
