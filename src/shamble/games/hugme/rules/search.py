"""Search: the draw, and what to do with what was found (R17, R18, R20, R21)."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from shamble.games.hugme.rules import codes, items, theft
from shamble.games.hugme.rules.endings import decided
from shamble.games.hugme.rules.table import LEFT, LIMBO, SHOWN, SPOIL, UNDER, HugmeTable, item_card
from shamble.kernel.bits import bits


def search_codes(t: HugmeTable, seat: i64, legal: vec[i64]) -> vec[i64]:
    """R17: the deck of one's own Location; with a Fishing Rod those of linked ones too."""
    here: i64 = i64(t.place[seat])
    if here != codes.HALL and deck_size(t, i64(t.shop_at[here])) > 0:
        legal = append(legal, codes.A_SEARCH)
    if t.shows(seat, codes.SEARCH_LINKED):
        place: i64 = 0
        while place < codes.HABITABLE:
            if place != codes.HALL and (t.setting.links[here] >> place) & 1 == 1:
                if deck_size(t, i64(t.shop_at[place])) > 0:
                    legal = append(legal, codes.A_SEARCH_AT + place)
            place += 1
    return legal


def deck_size(t: HugmeTable, shop: i64) -> i64:
    """How many cards an Item deck holds."""
    return bits(i64(t.shelf[shop])) + t.count(UNDER + shop)


def begin(t: HugmeTable, seat: i64, place: i64) -> None:
    """One card is drawn, by the Shop Assistant two where there are as many."""
    t.aim = i64(t.shop_at[place])
    t.owed = 2 if t.ability(seat) == codes.H_SEARCH_TWO and deck_size(t, t.aim) > 1 else 1
    t.phase = codes.FINDING


def top(t: HugmeTable, shop: i64) -> i64:
    """The index of the card that is drawn next where nothing of the deck is unseen any more; -1 otherwise."""
    if t.shelf[shop] != 0:
        return -1
    at: i64 = 0
    while t.cards[at] >> 26 != UNDER + shop:
        at += 1
    return at


def sealed(t: HugmeTable) -> i64:
    """How many decks still hold the Special Item they began with, unseen."""
    n: i64 = 0
    shop: i64 = 0
    while shop < 8:
        n += (i64(t.shelf[shop]) >> 6) & 1
        shop += 1
    return n


def may_find(t: HugmeTable, kind: i64) -> bool:
    """Whether the card about to be drawn may be of that kind."""
    shop = t.aim
    index = top(t, shop)
    if index >= 0:
        return t.kind_at(index) == kind
    if kind >= codes.GASOLINE:
        return t.shelf[shop] & 64 != 0 and t.special_left[kind - codes.GASOLINE] > 0
    return kind // codes.SHELF == shop and (i64(t.shelf[shop]) >> (kind % codes.SHELF)) & 1 == 1


def found(t: HugmeTable, kind: i64) -> None:
    """The card comes to the searcher's hand."""
    shop = t.aim
    index = top(t, shop)
    if index >= 0:
        card = t.cards[index] | (1 << (8 + t.actor))
        t.witness(card, 1 << t.actor)
        t.put(index, (card & 0x1FFFFFF) | (LIMBO << 26))
    else:
        token: i64 = kind
        if kind < codes.COLOURED:
            t.shelf[shop] = u8(i64(t.shelf[shop]) & ~(1 << (kind % codes.SHELF)))
        else:
            token = codes.COLOURED + shop
            t.shelf[shop] = u8(i64(t.shelf[shop]) & 63)
            t.special_kind[shop] = u8(kind - codes.GASOLINE)
            t.special_left[kind - codes.GASOLINE] -= u8(1)
        t.cards = append(t.cards, item_card(token, 1 << t.actor, 1 << shop, LIMBO))
        t.witness(t.cards[len(t.cards) - 1], 1 << t.actor)
    t.owed -= 1
    if t.owed == 0:
        t.aim = -1
        t.phase = codes.TAKING if t.count(LIMBO) > 1 else codes.ARRANGING


def take_codes(t: HugmeTable, legal: vec[i64]) -> vec[i64]:
    """The two cards drawn, one of which goes on."""
    for card in t.cards:
        if card >> 26 == LIMBO:
            legal = append(legal, codes.A_TAKE + t.kind(card & 255))
    return legal


def take(t: HugmeTable, seat: i64, kind: i64) -> None:
    """The other card goes under the deck of the searcher's own Location."""
    _blur_limbo(t, seat)
    other: i64 = -1
    chosen: i64 = t.find(LIMBO, kind, -1)
    at: i64 = 0
    while at < len(t.cards):
        if t.cards[at] >> 26 == LIMBO and at != chosen:
            other = at
        at += 1
    t.drop(other, seat)
    t.phase = codes.ARRANGING


def _blur_limbo(t: HugmeTable, seat: i64) -> None:
    """R21: nobody else can tell the two drawn cards apart."""
    origins: i64 = 0
    for card in t.cards:
        if card >> 26 == LIMBO:
            origins = origins | ((card >> 17) & 255)
    at: i64 = 0
    while at < len(t.cards):
        card = t.cards[at]
        if card >> 26 == LIMBO:
            t.cards[at] = item_card(card & 255, 1 << seat, origins, LIMBO)
        at += 1


# -- the left side: keep, show, leave ----------------------------------------------------------------------------


def drawn_card(t: HugmeTable) -> i64:
    """The index of the drawn card, or -1."""
    at: i64 = 0
    end: i64 = len(t.cards)
    while at < end:
        if t.cards[at] >> 26 == LIMBO:
            return at
        at += 1
    return -1


def arrange_codes(t: HugmeTable, seat: i64, legal: vec[i64]) -> vec[i64]:
    """R18: keep the drawn card or leave it; where there is no room, any card may be the one that stays behind."""
    index = drawn_card(t)
    if index < 0:
        return _leave_codes(t, LEFT + seat, legal)
    kind = t.kind_at(index)
    fits = t.load(seat) < t.room(seat)
    if t.may_equip(seat, kind):
        legal = append(legal, codes.A_EQUIP + kind - codes.GASOLINE)
    if fits:
        return append(append(append(legal, codes.A_KEEP), codes.A_SHOW), codes.A_LEAVE + kind)
    if i64(t.setting.effect[kind]) == codes.CAPACITY and t.load(seat) <= t.room(seat) + i64(t.setting.strength[kind]):
        legal = append(legal, codes.A_SHOW)
    legal = append(legal, codes.A_LEAVE + kind)
    return _leave_codes(t, LEFT + seat, legal)


def _leave_codes(t: HugmeTable, zone: i64, legal: vec[i64]) -> vec[i64]:
    at: i64 = 0
    end: i64 = len(t.cards)
    while at < end:
        card = t.cards[at]
        if card >> 26 == zone:
            legal = append(legal, codes.A_LEAVE + t.kind(card & 255))
        at += 1
    return legal


def keep(t: HugmeTable, seat: i64) -> None:
    """The drawn card lies face down on the left."""
    t.move_to(drawn_card(t), LEFT + seat)
    t.phase = codes.TURN


def show(t: HugmeTable, seat: i64) -> None:
    """The drawn card lies face up on the left."""
    keep(t, seat)
    t.show(len(t.cards) - 1)
    decided(t)


def leave(t: HugmeTable, seat: i64, kind: i64) -> None:
    """A card goes under the deck here; the drawn one takes its place (R18, R20, R21)."""
    index = left_behind(t, seat, kind)
    fits = t.load(seat) < t.room(seat)
    drawn = drawn_card(t)
    if t.cards[index] & SHOWN == 0 and (drawn < 0 or not fits):
        t.mix_unseen(seat, False)
    t.drop(index, seat)
    drawn = drawn_card(t)
    if drawn >= 0:
        t.move_to(drawn, LEFT + seat)
    if t.load(seat) <= t.room(seat):
        t.phase = codes.TURN


def left_behind(t: HugmeTable, seat: i64, kind: i64) -> i64:
    """The card that `leave` means: where there is room the drawn one; else one shown, the drawn one, one face down."""
    drawn = t.find(LIMBO, kind, -1)
    if drawn >= 0 and t.load(seat) < t.room(seat):
        return drawn
    shown = t.find(LEFT + seat, kind, 1)
    if shown >= 0:
        return shown
    return drawn if drawn >= 0 else t.find(LEFT + seat, kind, 0)


def equips_own(t: HugmeTable, seat: i64, kind: i64) -> bool:
    """Whether `equip` means a card shown on the left before it means the drawn one."""
    return t.setting.book and t.find(LEFT + seat, kind, 1) >= 0


def settle(t: HugmeTable, seat: i64) -> None:
    """Nothing is left to arrange where no card is drawn and all have room."""
    if drawn_card(t) < 0 and t.load(seat) <= t.room(seat):
        t.phase = codes.TURN


def equip_drawn(t: HugmeTable, seat: i64) -> None:
    """A Special Item just found is declared and lies on the right (R19)."""
    items.to_right(t, drawn_card(t), seat)
    t.phase = codes.TURN


# -- spoils ------------------------------------------------------------------------------------------------------


def sort_codes(t: HugmeTable, seat: i64, legal: vec[i64]) -> vec[i64]:
    """R24: leave what was taken, or one's own to make room; equip Special Items; keep the rest where there is room.
    Version 1 let one's own be left for no reason."""
    fits = t.load(seat) <= t.room(seat)
    at: i64 = 0
    end: i64 = len(t.cards)
    while at < end:
        card = t.cards[at]
        if card >> 26 == LEFT + seat:
            kind = t.kind(card & 255)
            if not fits or not t.setting.book or t.gone[card & 255] & SPOIL != 0:
                legal = append(legal, codes.A_LEAVE + kind)
            if t.may_equip(seat, kind):
                legal = append(legal, codes.A_EQUIP + kind - codes.GASOLINE)
        at += 1
    return append(legal, codes.A_DONE) if fits else legal


def sorted_out(t: HugmeTable, seat: i64, kind: i64) -> i64:
    """The card that `leave` means among spoils: where all have room one that was taken, shown ones first."""
    if t.setting.book and t.load(seat) <= t.room(seat):
        shown: i64 = SHOWN
        while shown >= 0:
            at: i64 = 0
            while at < len(t.cards):
                card = t.cards[at]
                if card >> 26 == LEFT + seat and card & SHOWN == shown and t.gone[card & 255] & SPOIL != 0:
                    if t.kind(card & 255) == kind:
                        return at
                at += 1
            shown -= SHOWN
    return left_behind(t, seat, kind)


def sort_out(t: HugmeTable, seat: i64, kind: i64) -> None:
    """R24: one of the cards drops from the robber."""
    index = sorted_out(t, seat, kind)
    if t.cards[index] & SHOWN == 0:
        t.mix_unseen(seat, t.setting.book and t.load(seat) <= t.room(seat))
    t.drop(index, seat)
    if t.count(LEFT + seat) == 0:
        theft.finish(t)


def equip_taken(t: HugmeTable, seat: i64, kind: i64) -> None:
    """R24: a Special Item among the spoils goes to the right where it may."""
    items.to_right(t, t.find(LEFT + seat, kind, -1), seat)
    if t.count(LEFT + seat) == 0:
        theft.finish(t)
