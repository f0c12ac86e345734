"""Redealing: all that a seat cannot know is dealt again, consistently with all it has seen."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.hugme.rules import codes
from shamble.games.hugme.rules.knowledge import before, bit_of
from shamble.games.hugme.rules.table import NONE, PUBLIC, SPOIL, HugmeTable, home, shelf_bit
from shamble.kernel.dice import Dice

ROUNDS: int = 3  # of mixing, where the public cannot tell from which deck some hidden cards are


def redeal(t: HugmeTable, seat: i64, dice: Dice) -> None:
    """Deal `t`, a fresh copy, again for what `seat` knows."""
    _items(t, seat, dice)
    _special_kinds(t, seat, dice)
    _packs(t, seat, dice)
    _slots(t, seat, dice)


# -- items -------------------------------------------------------------------------------------------------------


class Cells:
    """The places of cards whose token the seat does not know: each in `cards` (its index there) or unseen (-1)."""

    def __init__(self) -> None:
        self.index: vec[i64] = vec[i64]()
        self.origins: vec[i64] = vec[i64]()
        self.token: vec[i64] = vec[i64]()
        self.shops: i64 = 0  # the shops whose cards may lie there
        self.special: vec[i64] = vec[i64]()  # 1 where the seat knows that a Special Item lies there, not whose

    def add(self, index: i64, origins: i64, token: i64, special: i64) -> None:
        """One more place."""
        self.index = append(self.index, index)
        self.origins = append(self.origins, origins)
        self.token = append(self.token, token)
        self.special = append(self.special, special)


def _items(t: HugmeTable, seat: i64, dice: Dice) -> None:
    bit = bit_of(seat)
    cells = _hidden_cells(t, bit)
    mixed = False
    for origins in cells.origins:
        if origins & (origins - 1) != 0:
            mixed = True
    if len(cells.index) == 0:
        return
    if mixed:
        _lay_canonically(t, cells, bit)
    _shuffle_pools(t, cells, bit, dice)
    if mixed:
        round: i64 = 0
        while round < ROUNDS:
            _mix(t, cells, bit, dice)
            _shuffle_pools(t, cells, bit, dice)
            round += 1
    _lay_back(t, cells, bit, dice)


def _hidden_cells(t: HugmeTable, bit: i64) -> Cells:
    cells = Cells()
    at: i64 = 0
    end: i64 = len(t.cards)
    while at < end:
        card = t.cards[at]
        token: i64 = card & 255
        known = (card >> 8) & bit != 0
        if not known or (token >= codes.COLOURED and t.gone[token] & bit == 0):
            cells.add(at, (card >> 17) & 255, token, 1 if known else 0)
            cells.shops = cells.shops | ((card >> 17) & 255)
        at += 1
    shop: i64 = 0
    while shop < 8:
        k: i64 = 0
        while k <= codes.SHELF and (cells.shops >> shop) & 1 == 1:
            if (i64(t.shelf[shop]) >> k) & 1 == 1:
                cells.add(-1, 1 << shop, shop * codes.SHELF + k if k < codes.SHELF else codes.COLOURED + shop, 0)
            k += 1
        shop += 1
    return cells


def _fits(t: HugmeTable, cells: Cells, cell: i64, token: i64, bit: i64) -> bool:
    """Whether the token may lie in that cell for all that the seat knows."""
    if (cells.origins[cell] >> home(token)) & 1 == 0:
        return False
    if cells.special[cell] == 1 and token < codes.COLOURED:
        return False
    return cells.index[cell] >= 0 or t.gone[token] & bit == 0


def _lay_canonically(t: HugmeTable, cells: Cells, bit: i64) -> None:
    """Lay the tokens out in the one way that follows from what the seat knows, so that equal dice deal equal worlds
    whatever the truth is: the least token first, others giving way where they must (a bipartite matching)."""
    n: i64 = len(cells.index)
    tokens = ascending(cells.token)
    held = vec[i64](capacity=n)  # by cell: which of the tokens lies there
    k: i64 = 0
    while k < n:
        held = append(held, -1)
        k += 1
    k = 0
    while k < n:
        asked = vec[i64](capacity=n)
        cell: i64 = 0
        while cell < n:
            asked = append(asked, 0)
            cell += 1
        _find_place(t, cells, bit, tokens, held, asked, k)
        k += 1
    k = 0
    while k < n:
        cells.token[k] = tokens[held[k]]
        k += 1


def _find_place(
    t: HugmeTable, cells: Cells, bit: i64, tokens: vec[i64], held: vec[i64], asked: vec[i64], which: i64
) -> bool:
    """Find a cell for one token, moving others on where that makes room; whether there is one."""
    cell: i64 = 0
    while cell < i64(len(held)):
        if asked[cell] == 0 and _fits(t, cells, cell, tokens[which], bit):
            asked[cell] = 1
            if held[cell] < 0 or _find_place(t, cells, bit, tokens, held, asked, held[cell]):
                held[cell] = which
                return True
        cell += 1
    return False


def ascending(values: vec[i64]) -> vec[i64]:
    """A sorted copy."""
    found = values[:]
    k: i64 = 1
    while k < i64(len(found)):
        value: i64 = found[k]
        at: i64 = k
        while at > 0 and found[at - 1] > value:
            found[at] = found[at - 1]
            at -= 1
        found[at] = value
        k += 1
    return found


def _shuffle_pools(t: HugmeTable, cells: Cells, bit: i64, dice: Dice) -> None:
    """Every deck's cards among the places that only that deck can have filled, each way with the same chance."""
    end: i64 = len(cells.index)
    shop: i64 = 0
    while shop < 8:
        if (cells.shops >> shop) & 1 == 0:
            shop += 1
            continue
        pool = vec[i64](capacity=8)
        out: i64 = 0  # how many of the pool's places, counted first, are out of the unseen part
        cell: i64 = 0
        while cell < end:
            if cells.origins[cell] == 1 << shop and cells.special[cell] == 0:
                pool = append(pool, cell)
                if cells.index[cell] >= 0:
                    out += 1
            cell += 1
        if out > 0:
            _shuffle(t, cells, pool, out, bit, dice)
        shop += 1


def _shuffle(t: HugmeTable, cells: Cells, pool: vec[i64], out: i64, bit: i64, dice: Dice) -> None:
    """The tokens that the seat knows to be out go to places that are out, then the rest anywhere."""
    size: i64 = len(pool)
    outside = vec[i64]()
    anywhere = vec[i64]()
    k: i64 = 0
    while k < size:
        token = cells.token[pool[k]]
        if t.gone[token] & bit != 0:
            outside = append(outside, token)
        else:
            anywhere = append(anywhere, token)
        k += 1
    seen: i64 = len(outside)
    tokens = ascending(outside)
    for token in ascending(anywhere):
        tokens = append(tokens, token)
    k = 0
    while k < seen:
        at: i64 = k + dice.below(out - k)
        cell = pool[at]
        pool[at] = pool[k]
        pool[k] = cell
        cells.token[cell] = tokens[k]
        k += 1
    while k < size:
        at = k + dice.below(size - k)
        cell = pool[at]
        pool[at] = pool[k]
        pool[k] = cell
        cells.token[cell] = tokens[k]
        k += 1


def _mix(t: HugmeTable, cells: Cells, bit: i64, dice: Dice) -> None:
    """Swap the cards of random pairs of places wherever both fit: in the long run each way has the same chance."""
    n: i64 = len(cells.index)
    tries: i64 = 12 * n
    while tries > 0:
        one = dice.below(n)
        other = dice.below(n)
        first = cells.token[one]
        second = cells.token[other]
        if first != second and _fits(t, cells, one, second, bit) and _fits(t, cells, other, first, bit):
            cells.token[one] = second
            cells.token[other] = first
        tries -= 1


def _memories(t: HugmeTable, cells: Cells, bit: i64, dice: Dice) -> vec[i64]:
    """What the other seats have seen of the card in each place. It stays with the place; among places that the reader
    cannot tell apart (the same origins and the same knowers) it may be anywhere. What all have seen stays with the
    card."""
    n: i64 = len(cells.index)
    sorts = knows_spoils(t, bit)
    memories = vec[i64](capacity=n)
    cell: i64 = 0
    while cell < n:
        index = cells.index[cell]
        memory: i64 = 0 if index < 0 else t.gone[t.cards[index] & 255]
        taken: i64 = 0 if sorts else memory & SPOIL
        seen: i64 = memory & PUBLIC
        memories = append(memories, taken if seen == PUBLIC else taken | (seen & ~bit))
        cell += 1
    cell = 0
    while cell < n:
        if cells.index[cell] >= 0 and _is_first_of_its_mark(t, cells, cell):
            _shuffle_memories(t, cells, memories, cell, dice)
        cell += 1
    return memories


def knows_spoils(t: HugmeTable, bit: i64) -> bool:
    """Whether the reader knows which cards have been taken: the robber and the victim do."""
    return t.phase == codes.SORTING and bit & ((1 << t.robber) | (1 << t.victim)) != 0


def _mark(t: HugmeTable, cells: Cells, cell: i64) -> i64:
    """What tells the reader one place from another: where its card may be from, and who knows it."""
    return (t.cards[cells.index[cell]] >> 8) & 0x1FFFF


def _is_first_of_its_mark(t: HugmeTable, cells: Cells, cell: i64) -> bool:
    other: i64 = 0
    while other < cell:
        if cells.index[other] >= 0 and _mark(t, cells, other) == _mark(t, cells, cell):
            return False
        other += 1
    return True


def _shuffle_memories(t: HugmeTable, cells: Cells, memories: vec[i64], first: i64, dice: Dice) -> None:
    """Deal the memories of the places alike to `first` among them, from a beginning that does not show the truth."""
    alike = vec[i64]()
    held = vec[i64]()
    cell: i64 = first
    while cell < i64(len(cells.index)):
        if cells.index[cell] >= 0 and _mark(t, cells, cell) == _mark(t, cells, first):
            alike = append(alike, cell)
            held = append(held, memories[cell])
        cell += 1
    held = ascending(held)
    k: i64 = 0
    while k < i64(len(alike)):
        at: i64 = k + dice.below(i64(len(alike)) - k)
        memory: i64 = held[at]
        held[at] = held[k]
        memories[alike[k]] = memory
        k += 1


def _lay_back(t: HugmeTable, cells: Cells, bit: i64, dice: Dice) -> None:
    """Put the tokens where they were dealt, with what the others have seen there and what the reader has seen."""
    memories = _memories(t, cells, bit, dice)
    sorts = knows_spoils(t, bit)
    own = t.gone[:]
    kinds = t.special_kind[:]
    shelf: i64 = 0
    while shelf < 8:
        if (cells.shops >> shelf) & 1 == 1:
            t.shelf[shelf] = u8(0)
        shelf += 1
    cell: i64 = 0
    while cell < len(cells.index):
        token = cells.token[cell]
        shop = home(token)
        index = cells.index[cell]
        taken: i64 = memories[cell] & SPOIL
        if sorts and index >= 0:
            taken = own[t.cards[index] & 255 if cells.special[cell] == 1 else token] & SPOIL
        if own[token] & PUBLIC == PUBLIC:
            t.gone[token] = PUBLIC | taken
        else:
            t.gone[token] = (memories[cell] & PUBLIC) | (own[token] & bit) | taken
        if token >= codes.COLOURED:
            t.special_kind[shop] = u8(NONE)
        if index < 0:
            t.shelf[shop] = u8(i64(t.shelf[shop]) | shelf_bit(token))
        else:
            card = t.cards[index]
            t.cards[index] = (card >> 8 << 8) | token
            t.witness(t.cards[index], (card >> 8) & 0x1FF & ~bit)
            if cells.special[cell] == 1:
                t.special_kind[shop] = kinds[(card & 255) - codes.COLOURED]
        cell += 1


def _special_kinds(t: HugmeTable, seat: i64, dice: Dice) -> None:
    """What the Special Items show that the seat has not seen: any way in which the box holds them."""
    bit = bit_of(seat)
    left = t.setting.specials[:]
    hidden = vec[i64]()
    total: i64 = 8
    for card in t.cards:
        token: i64 = card & 255
        if token < codes.COLOURED:
            continue
        if (card >> 8) & bit != 0:
            left[i64(t.special_kind[token - codes.COLOURED])] -= u8(1)
            total -= 1
        else:
            hidden = append(hidden, token - codes.COLOURED)
    for shop in hidden:
        pick = dice.below(total)
        kind: i64 = 0
        while pick >= i64(left[kind]):
            pick -= i64(left[kind])
            kind += 1
        t.special_kind[shop] = u8(kind)
        left[kind] -= u8(1)
        total -= 1
    t.special_left = left


# -- Zombie cards and slots --------------------------------------------------------------------------------------


def _packs(t: HugmeTable, seat: i64, dice: Dice) -> None:
    """Zombie cards that the seat has not seen, and the deck."""
    bit = bit_of(seat)
    size: i64 = t.deck_size()
    for pack in t.packs:
        if (pack >> 8) & bit == 0:
            t.horde[pack & 255] += u8(1)
            size += 1
    at: i64 = 0
    while at < len(t.packs):
        pack = t.packs[at]
        if (pack >> 8) & bit == 0:
            left: i64 = dice.below(size)
            kind: i64 = 0
            while kind < codes.ZOMBIE_KINDS and left >= i64(t.horde[kind]):
                left -= i64(t.horde[kind])
                kind += 1
            t.horde[kind] -= u8(1)
            size -= 1
            t.packs[at] = (pack >> 8 << 8) | kind
        at += 1


def _slots(t: HugmeTable, seat: i64, dice: Dice) -> None:
    """R46: Locations under slots. A zombie that has seen the rest of the deck knows which lay there before it, not
    which is which; the others may be any that it has not seen elsewhere."""
    if len(t.slots) == 0:
        return
    bit = bit_of(seat)
    looked = seat >= 0 and (t.looked >> seat) & 1 == 1
    earlier = vec[i64]()
    free: i64 = (1 << t.setting.targets) - 1
    for slot in t.slots:
        place: i64 = slot & 255
        if looked and before(t, slot >> 17, seat):
            free = free & ~(1 << place)
            if (slot >> 8) & bit == 0:
                earlier = append(earlier, place)
        elif (slot >> 8) & bit != 0:
            free = free & ~(1 << place)
    earlier = ascending(earlier)
    at: i64 = 0
    while at < len(t.slots):
        slot = t.slots[at]
        if (slot >> 8) & bit == 0:
            if looked and before(t, slot >> 17, seat):
                k: i64 = dice.below(len(earlier))
                place = earlier[k]
                earlier[k] = earlier[len(earlier) - 1]
                earlier = earlier[: len(earlier) - 1]
            else:
                place = _any_of(free, dice)
                free = free & ~(1 << place)
            t.slots[at] = (slot >> 8 << 8) | place
        at += 1


def _any_of(mask: i64, dice: Dice) -> i64:
    """A random member of a mask that is not empty."""
    n: i64 = 0
    place: i64 = 0
    while place < 13:
        n += (mask >> place) & 1
        place += 1
    left = dice.below(n)
    place = 0
    while True:
        if (mask >> place) & 1 == 1:
            if left == 0:
                return place
            left -= 1
        place += 1
