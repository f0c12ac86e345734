"""Cowering, and Zombie Doors."""

from mypy_extensions import i64, u8

from shamble.games.pocket.rules import clock, codes, reasons
from shamble.games.pocket.rules.edges import opposite, step
from shamble.games.pocket.rules.table import PocketTable, same_zone


def bar_to_cower(t: PocketTable) -> i64:
    """R12, R13, R14: what keeps the player from cowering."""
    if t.phase == codes.SECOND_OFFER:
        return bar_to_cower_between(t)
    if t.phase != codes.TURN:
        return reasons.NOT_NOW
    if not t.moved:
        return reasons.NO_TURN_YET  # R4
    if t.ran and not t.rules.cower_after_run:
        return reasons.AFTER_RUN
    return _bar_to_cower_here(t)


def bar_to_cower_between(t: PocketTable) -> i64:
    """R14: between the two cards of the Temple or the Graveyard."""
    return _bar_to_cower_here(t) if t.rules.cower_between else reasons.BETWEEN_CARDS


def _bar_to_cower_here(t: PocketTable) -> i64:
    if t.cowered and t.rules.cower_once:
        return reasons.ONCE_A_TURN
    if t.cowered and t.second and t.rules.cower_between_once:
        return reasons.ONCE_BETWEEN
    if t.deck.size() > 0:
        return reasons.NONE
    if not t.rules.cower_needs_card and (t.hour < codes.LAST_HOUR or t.rules.late_fatal):
        return reasons.NONE
    return reasons.NO_CARD


def cower(t: PocketTable) -> None:
    """The card on top is passed over for Health."""
    if not clock.ready_deck(t):
        return
    t.cowered = True
    if t.rules.cower_faceup:
        t.phase = codes.COWERING
        return
    t.deck.lay_away()  # R15
    clock.after_draw(t)
    clock.change_health(t, codes.COWERED)


def recover(t: PocketTable) -> None:
    """R15 with `cower_faceup`: the card has been shown."""
    clock.change_health(t, codes.COWERED)
    t.phase = codes.SECOND_OFFER if t.second else codes.TURN


def break_wall(t: PocketTable, edge: i64) -> None:
    """R36, R37: the wall first, then the fight; no fight where the hole only moves along (R26)."""
    t.edges[t.here] = u8(i64(t.edges[t.here]) | (1 << edge))
    other = t.tile_at(t.cells[t.here] + step(edge))
    if other >= 0 and same_zone(i64(t.kinds[t.here]), i64(t.kinds[other])):
        if (t.arrow(other) >> opposite(edge)) & 1 == 0:
            t.edges[other] = u8(i64(t.edges[other]) | (1 << opposite(edge)))
    if t.phase == codes.HOLE:
        t.phase = codes.TURN
        return
    t.door = edge
    t.zombies = codes.ZOMBIE_DOOR
    t.phase = codes.COMBAT
