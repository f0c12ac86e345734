"""A card is drawn for a tile and what it brings: zombies, items, Health, a second card, the end of the turn."""

from mypy_extensions import i64

from shamble.games.pocket.rules import carrying, clock, codes, cowering, reasons
from shamble.games.pocket.rules.table import PocketTable


def card(t: PocketTable, card: i64) -> None:
    """A card comes from the deck: to be resolved, to name an item, or paid for cowering."""
    entry: i64 = t.hour * codes.CARD_COUNT + card
    t.deck.draw(card)
    t.discard |= 1 << card
    clock.after_draw(t)
    if t.phase == codes.FINDING:
        _find(t, card)
    elif t.phase == codes.COWERING:
        cowering.recover(t)
    elif t.rules.zombies[entry] > 0:
        t.zombies = i64(t.rules.zombies[entry])
        t.phase = codes.COMBAT
    elif t.rules.finds[entry] > 0:
        if clock.optional_card(t):
            t.phase = codes.ITEM_OFFER
        else:
            after_card(t)  # R11
    else:
        clock.change_health(t, t.rules.change[entry])
        if t.health <= 0:
            clock.end(t, codes.EVENT)
        else:
            after_card(t)


def after_card(t: PocketTable) -> None:
    """The card is resolved and the player still here: the second card, success, the tile's text (R41)."""
    kind: i64 = i64(t.kinds[t.here])
    useful = (kind == codes.TEMPLE and not t.totem) or (kind == codes.GRAVEYARD and t.totem)
    if t.second:
        if useful and kind == codes.GRAVEYARD:
            clock.end(t, codes.BURIED)
            return
        t.totem = t.totem or useful  # R30: it takes no hand
        end_turn(t, False)
    elif useful or (t.rules.second_always and (kind == codes.TEMPLE or kind == codes.GRAVEYARD)):
        _offer_second(t)
    elif kind == codes.STORAGE_ROOM and clock.optional_card(t):  # R32
        t.phase = codes.STORAGE_OFFER
    else:
        end_turn(t, kind == codes.KITCHEN or kind == codes.GARDEN)


def _offer_second(t: PocketTable) -> None:
    """R28: the second card, at once or as the options have it."""
    t.second = True
    if t.rules.second_optional and not clock.optional_card(t):
        end_turn(t, False)  # R11
    elif t.rules.second_optional or cowering.bar_to_cower_between(t) == reasons.NONE:
        t.phase = codes.SECOND_OFFER
    else:
        clock.need_card(t)


def end_turn(t: PocketTable, bonus: bool) -> None:
    """R31, R34: the Health of Kitchen and Garden where there is such a bonus; a Zombie Door, or the next turn."""
    t.moved = True
    t.second = False
    if t.rules.cower_between_once:
        t.cowered = False  # R14: what was done between the cards does not count
    if t.dead_map() and t.walls() != 0:
        t.phase = codes.WALL_CHOICE
        if bonus and not t.rules.door_before_bonus:
            clock.change_health(t, 1)
    else:
        t.phase = codes.TURN
        if bonus:
            clock.change_health(t, 1)


def bonus_waits(t: PocketTable) -> bool:
    """R34: whether the Health of Kitchen or Garden is still to come, after the Zombie Door being fought."""
    kind: i64 = i64(t.kinds[t.here])
    ended: bool = not t.ran or t.rules.run_bonus
    return t.rules.door_before_bonus and not t.card_owed and ended and (kind == codes.KITCHEN or kind == codes.GARDEN)


def may_draw(t: PocketTable) -> bool:
    """R11, R28: a needed card is drawn whatever it brings."""
    return clock.optional_card(t) or not may_skip(t)


def may_skip(t: PocketTable) -> bool:
    """Whether the card offered now may be left."""
    return t.phase != codes.SECOND_OFFER or t.rules.second_optional


def draw(t: PocketTable) -> None:
    """The card offered now is drawn: for an item, or as the second of a place."""
    if t.phase == codes.SECOND_OFFER:
        clock.need_card(t)
        return
    t.storing = t.phase == codes.STORAGE_OFFER
    if clock.ready_deck(t):
        t.phase = codes.FINDING


def skip(t: PocketTable) -> None:
    """The card offered now is left."""
    if t.phase == codes.ITEM_OFFER:
        after_card(t)
    else:
        end_turn(t, False)


def _find(t: PocketTable, card: i64) -> None:
    """The card names the item found (R16, R18, R19)."""
    item: i64 = card + t.rules.fuel if card == codes.CHAINSAW else card
    if item == codes.SODA and t.rules.soda_instant:
        clock.change_health(t, t.rules.soda)
    elif t.rules.duplicates or not carrying.carries_kind(t, item, codes.NOTHING - 1):
        if t.right != codes.NOTHING:
            t.found = item
            t.phase = codes.FULL
            return
        carrying.pick(t, item)
    _search_over(t)


def _search_over(t: PocketTable) -> None:
    t.found = codes.NOTHING
    if t.storing:
        t.storing = False
        end_turn(t, False)
    else:
        after_card(t)


def drop(t: PocketTable, item: i64) -> None:
    """R16: a carried item, or the new one, stays behind."""
    if item == codes.NOTHING:
        carrying.lay_down(t, t.found)
    else:
        carrying.lose(t, item)
        carrying.lay_down(t, item)
        carrying.pick(t, t.found)
    _search_over(t)


def drink(t: PocketTable) -> None:
    """R19."""
    clock.change_health(t, t.rules.soda)
    carrying.lose(t, codes.SODA)
    _hand_free(t)


def refuel(t: PocketTable) -> None:
    """R20."""
    t.left = t.right + t.rules.refuel
    t.right = codes.NOTHING
    _hand_free(t)


def _hand_free(t: PocketTable) -> None:
    """R16: an item that had no place is taken once there is one."""
    if t.phase == codes.FULL:
        carrying.pick(t, t.found)
        _search_over(t)
