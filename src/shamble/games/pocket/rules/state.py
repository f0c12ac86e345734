"""The State of Zombie in My Pocket: what may be done, what luck may bring, and what is known."""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.pocket.rules import cards, carrying, clock, codes, combat, cowering, moving, reasons
from shamble.games.pocket.rules.edges import EDGES, ORIGIN, edge_text, edge_texts, step
from shamble.games.pocket.rules.table import PocketTable
from shamble.kernel.bits import bits, lowest
from shamble.kernel.deck import Deck
from shamble.kernel.dice import Dice
from shamble.kernel.reasons import Reason
from shamble.kernel.state import CHANCE, refuse


class PocketState(PocketTable):
    """A position of Zombie in My Pocket."""

    # -- setup (1.3) ---------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """The opening position."""
        self.indoor = Deck(codes.KINDS)
        self.outdoor = Deck(codes.KINDS)
        kind: i64 = 0
        while kind < codes.KINDS:
            if kind != codes.FOYER and kind != codes.PATIO:
                self.stack(kind).add(kind, i64(self.rules.count[kind]))
            kind += 1
        self.deck = Deck(codes.CARD_COUNT)
        self.discard = self.rules.cards
        clock.shuffle(self)
        self.put(codes.FOYER, 0, ORIGIN)  # R4: no card is drawn for it

    # -- the contract: moves -------------------------------------------------------------------------------------

    def owing(self) -> i64:
        phase = self.phase
        if phase == codes.OVER:
            return 0
        if phase == codes.TILE_DRAW or phase == codes.CARD_DRAW or phase == codes.FINDING or phase == codes.COWERING:
            return CHANCE
        if phase == codes.ROTATING and self.rules.rotation_random:
            return CHANCE
        return 1

    def legal(self, seat: i64) -> vec[i64]:
        legal = vec[i64](capacity=12)
        if seat != 0 or self.owing() != 1:
            return legal
        phase = self.phase
        if phase == codes.TURN:
            legal = listed(legal, codes.MOVE, self.exits())
            legal = self._pickups(legal)
        elif phase == codes.ROTATING:
            legal = listed(legal, codes.ROTATE, self.rotations(self.here, self.exit, self.drawn))
        elif phase == codes.FULL:
            legal = append(legal, codes.DROP_NEW)
            legal = append(legal, codes.DROP + self.left)
            if self.right != self.left:
                legal = append(legal, codes.DROP + self.right)
        elif phase == codes.COMBAT:
            legal = self._fights(legal)
        elif phase == codes.ITEM_OFFER or phase == codes.STORAGE_OFFER or phase == codes.SECOND_OFFER:
            if cards.may_draw(self):
                legal = append(legal, codes.DRAW)
            if cards.may_skip(self):
                legal = append(legal, codes.SKIP)
        if carrying.carries(self, codes.SODA):
            legal = append(legal, codes.DRINK)
        if carrying.may_refuel(self):
            legal = append(legal, codes.REFUEL + self.right - codes.CHAINSAW)
        if cowering.bar_to_cower(self) == reasons.NONE:
            legal = append(legal, codes.COWER)
        if phase == codes.WALL_CHOICE or phase == codes.HOLE:
            legal = listed(legal, codes.WALL, self.walls())
        return legal

    def allows(self, who: i64, code: i64) -> bool:
        return self._may_come(code) if who == CHANCE else self._bar(who, code) == reasons.NONE

    def _bar(self, who: i64, code: i64) -> i64:
        """What keeps the player from a code: NONE exactly where `legal` has it."""
        if who != 0 or code < 0 or self.owing() != 1:
            return reasons.NOT_NOW
        phase = self.phase
        if code < codes.ROTATE:
            return self._bar_to_leave(code) if phase == codes.TURN else reasons.NOT_NOW
        if code < codes.DRAW:
            return moving.bar_to_lay(self, code - codes.ROTATE) if phase == codes.ROTATING else reasons.NOT_NOW
        if code <= codes.SKIP:
            return self._bar_to_offer(code)
        if code < codes.TAKE:
            if phase != codes.FULL:
                return reasons.NOT_NOW
            return reasons.NONE if code == codes.DROP_NEW else self._bar_without(code - codes.DROP)
        if code < codes.SWAP:
            return carrying.bar_to_take(self, code - codes.TAKE) if phase == codes.TURN else reasons.NOT_NOW
        if code < codes.FIGHT_BARE:
            if phase != codes.TURN:
                return reasons.NOT_NOW
            return carrying.bar_to_swap(
                self, (code - codes.SWAP) // codes.ITEM_COUNT, (code - codes.SWAP) % codes.ITEM_COUNT
            )
        if code < codes.DRINK:
            return self._bar_in_combat(code) if phase == codes.COMBAT else reasons.NOT_NOW
        if code == codes.DRINK:
            return self._bar_without(codes.SODA)
        if code < codes.COWER:
            may = carrying.may_refuel(self) and self.right == code - codes.REFUEL + codes.CHAINSAW
            return reasons.NONE if may else reasons.NOT_CARRIED
        if code == codes.COWER:
            return cowering.bar_to_cower(self)
        if code >= codes.TILE:
            return reasons.OUTCOME
        broken = phase == codes.WALL_CHOICE or phase == codes.HOLE
        return self._bar_to_break(code - codes.WALL) if broken else reasons.NOT_NOW

    def _bar_without(self, item: i64) -> i64:
        return reasons.NONE if carrying.carries(self, item) else reasons.NOT_CARRIED

    def _bar_to_offer(self, code: i64) -> i64:
        """R11, R28: what keeps the player from DRAW or SKIP."""
        phase = self.phase
        if phase == codes.ITEM_OFFER or phase == codes.STORAGE_OFFER or phase == codes.SECOND_OFFER:
            if code == codes.DRAW:
                return reasons.NONE if cards.may_draw(self) else reasons.NOT_NEEDED
            return reasons.NONE if cards.may_skip(self) else reasons.MUST_DRAW
        return reasons.NOT_NOW if phase != codes.TURN or clock.optional_card(self) else reasons.NO_CARD_FOR_ITEM

    def _bar_in_combat(self, code: i64) -> i64:
        if code < codes.RUN:
            return combat.bar_to_fight(self, codes.NOTHING if code == codes.FIGHT_BARE else code - codes.FIGHT)
        if code < codes.RUN_OIL:
            return combat.bar_to_run(self, code - codes.RUN, False)
        if code < codes.BURN:
            return combat.bar_to_run(self, code - codes.RUN_OIL, True)
        return reasons.NONE if combat.may_burn(self, code - codes.BURN) else reasons.NOT_CARRIED

    def why_not(self, seat: i64, code: i64) -> Reason | None:
        waiting = self.waiting_for(seat)
        if waiting is not None:
            return waiting
        bar = self._bar(seat, code)
        if bar == reasons.NONE:
            return None
        if bar == reasons.NOT_CARRIED:
            return Reason(reasons.NAMES[bar], (self._lacking(code),))
        if bar == reasons.ONE_SIDED:
            beyond = self.tile_at(self.cells[self.here] + step(code - codes.MOVE))
            return Reason(reasons.NAMES[bar], (i64(self.kinds[beyond]),))
        return Reason(reasons.NAMES[bar])

    def _lacking(self, code: i64) -> i64:
        """The item that a code wants and that is not carried."""
        if code < codes.TAKE:
            return code - codes.DROP
        if code < codes.FIGHT_BARE:
            return (code - codes.SWAP) % codes.ITEM_COUNT
        if code < codes.RUN:
            return code - codes.FIGHT
        if code < codes.BURN:
            return codes.OIL
        if code < codes.DRINK:
            return codes.CANDLE if carrying.carries(self, code - codes.BURN) else code - codes.BURN
        if code == codes.DRINK:
            return codes.SODA
        return code - codes.REFUEL + codes.CHAINSAW if carrying.carries(self, codes.GASOLINE) else codes.GASOLINE

    def _may_come(self, code: i64) -> bool:
        """Whether luck may bring this now."""
        if self.owing() != CHANCE or code < 0 or code >= codes.CODES:
            return False
        if self.phase == codes.TILE_DRAW:
            return codes.TILE <= code < codes.CARD and self.stack_here().may_draw(code - codes.TILE)
        if self.phase == codes.ROTATING:
            return (
                codes.ROTATE <= code < codes.DRAW
                and (self.rotations(self.here, self.exit, self.drawn) >> (code - codes.ROTATE)) & 1 == 1
            )
        return code >= codes.CARD and self.deck.may_draw(code - codes.CARD)

    def odds(self) -> list[tuple[int, int]]:
        if self.owing() != CHANCE:
            return []
        if self.phase == codes.TILE_DRAW:
            return [(codes.TILE + kind, weight) for kind, weight in self.stack_here().odds()]
        if self.phase == codes.ROTATING:
            mask = self.rotations(self.here, self.exit, self.drawn)
            return [(codes.ROTATE + quarters, 1) for quarters in range(4) if (mask >> quarters) & 1]
        return [(codes.CARD + card, weight) for card, weight in self.deck.odds()]

    def roll(self, dice: Dice) -> i64:
        if self.phase == codes.TILE_DRAW:
            return codes.TILE + self.stack_here().roll(dice)
        if self.phase == codes.ROTATING:
            mask = self.rotations(self.here, self.exit, self.drawn)
            skip: i64 = dice.below(bits(mask))
            while skip > 0:
                mask = mask & (mask - 1)
                skip -= 1
            return codes.ROTATE + lowest(mask)
        return codes.CARD + self.deck.roll(dice)

    def apply(self, who: i64, code: i64) -> None:
        if not self._may_come(code) if who == CHANCE else self._bar(who, code) != reasons.NONE:
            raise refuse(who, code)
        if code >= codes.CARD:
            cards.card(self, code - codes.CARD)
        elif code >= codes.TILE:
            moving.tile(self, code - codes.TILE)
        elif code < codes.ROTATE:
            moving.move(self, code)
        elif code < codes.DRAW:
            moving.lay(self, self.drawn, code - codes.ROTATE)
        elif code == codes.DRAW:
            cards.draw(self)
        elif code == codes.SKIP:
            cards.skip(self)
        elif code < codes.TAKE:
            cards.drop(self, codes.NOTHING if code == codes.DROP_NEW else code - codes.DROP)
        elif code < codes.SWAP:
            carrying.take_up(self, code - codes.TAKE)
        elif code < codes.FIGHT_BARE:
            carrying.swap(self, (code - codes.SWAP) // codes.ITEM_COUNT, (code - codes.SWAP) % codes.ITEM_COUNT)
        elif code < codes.RUN:
            combat.fight(self, codes.NOTHING if code == codes.FIGHT_BARE else code - codes.FIGHT)
        elif code < codes.RUN_OIL:
            combat.run(self, code - codes.RUN, False)
        elif code < codes.BURN:
            combat.run(self, code - codes.RUN_OIL, True)
        elif code < codes.DRINK:
            combat.burn(self, code - codes.BURN)
        elif code == codes.DRINK:
            cards.drink(self)
        elif code < codes.COWER:
            cards.refuel(self)
        elif code == codes.COWER:
            cowering.cower(self)
        else:
            cowering.break_wall(self, code - codes.WALL)

    def _pickups(self, legal: vec[i64]) -> vec[i64]:
        if self.floor == codes.NOTHING:
            return legal
        legal = self._pickup(legal, self.floor)
        if self.corner != codes.NOTHING and self.corner != self.floor:
            legal = self._pickup(legal, self.corner)
        return legal

    def _pickup(self, legal: vec[i64], item: i64) -> vec[i64]:
        if carrying.bar_to_take(self, item) == reasons.NONE:
            legal = append(legal, codes.TAKE + item)
        base: i64 = codes.SWAP + item * codes.ITEM_COUNT
        if carrying.bar_to_swap(self, item, self.left) == reasons.NONE:
            legal = append(legal, base + self.left)
        if self.right != self.left and carrying.bar_to_swap(self, item, self.right) == reasons.NONE:
            legal = append(legal, base + self.right)
        return legal

    def _fights(self, legal: vec[i64]) -> vec[i64]:
        if combat.bar_to_fight(self, codes.NOTHING) == reasons.NONE:
            legal = append(legal, codes.FIGHT_BARE)
        if self.left != codes.NOTHING and combat.bar_to_fight(self, self.left) == reasons.NONE:
            legal = append(legal, codes.FIGHT + self.left)
        if (
            self.right != codes.NOTHING
            and self.right != self.left
            and combat.bar_to_fight(self, self.right) == reasons.NONE
        ):
            legal = append(legal, codes.FIGHT + self.right)
        ways: i64 = combat.flights(self)
        if combat.bar_to_flight(self, False) == reasons.NONE:
            legal = listed(legal, codes.RUN, ways)
        if combat.bar_to_flight(self, True) == reasons.NONE:
            legal = listed(legal, codes.RUN_OIL, ways)
        if combat.may_burn(self, codes.OIL):
            legal = append(legal, codes.BURN + codes.OIL)
        if combat.may_burn(self, codes.GASOLINE):
            legal = append(legal, codes.BURN + codes.GASOLINE)
        return legal

    # -- copies and knowledge (1.6) ------------------------------------------------------------------------------

    def payoffs(self) -> list[float]:
        return [1.0 if self.ending_code == codes.BURIED else 0.0]

    def ending(self) -> str:
        return codes.ENDINGS[self.ending_code]

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
        if self.phase == codes.ROTATING:
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
            "unseen": [codes.CARDS[card] for card in range(codes.CARD_COUNT) if self.deck.unseen[card] > 0],
            "rotations": turns,
            "moves": edge_texts(self.exits()) if self.phase == codes.TURN else [],
            "flights": edge_texts(combat.flights(self)) if self.phase == codes.COMBAT else [],
            "walls": edge_texts(self.walls()) if self.phase in (codes.WALL_CHOICE, codes.HOLE) else [],
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
            "phase": codes.PHASES[self.phase],
            "hour": codes.HOURS[self.hour],
            "health": self.health,
            "items": item_texts(self.left, self.right),
            "ground": item_texts(self.floor, self.corner),
            "totem": self.totem,
            "here": order.index(self.here),
            "exit": EDGES[self.exit] if self.exit >= 0 else None,
            "drawn": codes.TILES[self.drawn] if self.drawn >= 0 else None,
            "new": codes.ITEMS[self.found] if self.found != codes.NOTHING else None,
            "zombies": self.zombies,
            "door": EDGES[self.door] if self.door >= 0 else None,
            "second": self.second,
            "storing": self.storing,
            "card_owed": self.card_owed,
            "moved": self.moved,
            "ran": self.ran,
            "cowered": self.cowered,
            "away": self.deck.away,
            "discard": [codes.CARDS[card] for card in range(codes.CARD_COUNT) if (self.discard >> card) & 1],
            "indoor": tile_texts(self.indoor.unseen),
            "indoor_under": [codes.TILES[card] for card in self.indoor.under],
            "outdoor": tile_texts(self.outdoor.unseen),
            "outdoor_under": [codes.TILES[card] for card in self.outdoor.under],
            "ending": codes.ENDINGS[self.ending_code],
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
        parts += list(self.indoor.under)
        parts += list(self.outdoor.under)
        return bytes(parts)

    # -- the whole position --------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        order = self.order()
        return {
            **self.head,
            "options": dict(self.head["options"]),
            **self._facts(order),
            "map": [self.tile_dict(placed) for placed in order],
            "deck": [codes.CARDS[card] for card in range(codes.CARD_COUNT) if self.deck.unseen[card] > 0],
        }

    def census(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for kind in range(codes.KINDS):
            stack = self.stack(kind)
            counts[codes.TILES[kind]] = (
                len([1 for placed in self.kinds if i64(placed) == kind])
                + int(stack.unseen[kind])
                + len([1 for card in stack.under if card == kind])
                + (1 if kind == self.drawn or (kind == codes.PATIO and self.patio < 0) else 0)
            )
        for card in range(codes.CARD_COUNT):
            counts[f"card {codes.CARDS[card]}"] = int(self.deck.unseen[card]) + ((self.discard >> card) & 1)
        return counts


def listed(legal: vec[i64], base: i64, mask: i64) -> vec[i64]:
    """`codes` and, for each bit of the mask, `base` plus its number."""
    bit: i64 = 0
    while mask >> bit != 0:
        if (mask >> bit) & 1 == 1:
            legal = append(legal, base + bit)
        bit += 1
    return legal


def item_texts(first: i64, last: i64) -> list[str]:
    """The items of two places."""
    return [codes.ITEMS[item] for item in (first, last) if item != codes.NOTHING]


def tile_texts(pile: vec[u8]) -> list[str]:
    """The tiles of a stack of which the order does not matter, ascending."""
    return [codes.TILES[kind] for kind in range(codes.KINDS) for _ in range(i64(pile[kind]))]
