"""Fighting, burning and running away."""

from mypy_extensions import i64, u8

from shamble.games.pocket.rules import cards, carrying, clock, codes, moving, reasons
from shamble.games.pocket.rules.table import PocketTable


def attack_with(t: PocketTable, item: i64) -> i64:
    """What an item adds to the attack; 0 if it is no weapon that could be used (R21)."""
    if item == codes.NOTHING or item == codes.CHAINSAW:
        return 0
    return i64(t.rules.attack[min(item, codes.CHAINSAW)])


def damage(t: PocketTable, item: i64) -> i64:
    """The Health that a fight with that weapon costs."""
    return max(0, min(codes.MOST_DAMAGE, t.zombies - 1 - attack_with(t, item)))


def best_weapon(t: PocketTable) -> i64:
    """The strongest weapon carried, or NOTHING."""
    best: i64 = t.left if attack_with(t, t.left) >= attack_with(t, t.right) else t.right
    return best if attack_with(t, best) > 0 else codes.NOTHING


def bar_to_fight(t: PocketTable, item: i64) -> i64:
    """R21: what keeps the player from fighting with an item, or bare with NOTHING."""
    if t.rules.best_weapon and item == best_weapon(t):
        return reasons.NONE
    if item != codes.NOTHING:
        if not carrying.carries(t, item):
            return reasons.NOT_CARRIED
        if attack_with(t, item) == 0:
            return reasons.NO_FUEL if item == codes.CHAINSAW else reasons.NO_WEAPON
    return reasons.STRONGEST_ONLY if t.rules.best_weapon else reasons.NONE


def bar_to_flight(t: PocketTable, oil: bool) -> i64:
    """R25, R26: what keeps the player from running at all."""
    if oil and not carrying.carries(t, codes.OIL):
        return reasons.NOT_CARRIED
    if t.door >= 0 and not t.rules.flee_door:
        return reasons.FIGHT_DOORS
    return reasons.NONE if oil or t.health > 1 or t.rules.fatal_run else reasons.LAST_HEALTH


def bar_to_run(t: PocketTable, edge: i64, oil: bool) -> i64:
    """What keeps the player from running through that edge."""
    return bar_to_flight(t, oil) if (flights(t) >> edge) & 1 == 1 else reasons.NO_FLIGHT


def may_burn(t: PocketTable, fuel: i64) -> bool:
    """Whether both the fuel and the Candle are carried."""
    return carrying.carries(t, fuel) and carrying.carries(t, codes.CANDLE)


def flights(t: PocketTable) -> i64:
    """R25: the edges that lead to explored tiles, that by which zombies have broken in excepted."""
    mask: i64 = 0
    edge: i64 = 0
    while edge < 4:
        if edge != t.door and t.passage(t.here, edge) >= 0:
            mask |= 1 << edge
        edge += 1
    return mask


def fight(t: PocketTable, weapon: i64) -> None:
    """The zombies are fought with this weapon, or none."""
    t.health -= damage(t, weapon)
    if weapon > codes.CHAINSAW and weapon != codes.NOTHING:
        carrying.lose(t, weapon)
        carrying.pick(t, weapon - 1)  # R20
    if t.health <= 0:
        clock.end(t, codes.EATEN)
    else:
        _zombies_gone(t)


def burn(t: PocketTable, fuel: i64) -> None:
    """R22, R23."""
    carrying.lose(t, fuel)
    if t.rules.candle_consumed:
        carrying.lose(t, codes.CANDLE)
    _zombies_gone(t)


def _zombies_gone(t: PocketTable) -> None:
    t.zombies = 0
    if t.door < 0:
        cards.after_card(t)
        return
    t.door = -1
    if cards.bonus_waits(t):
        clock.change_health(t, 1)
    if t.card_owed:
        t.card_owed = False
        clock.need_card(t)
    else:
        t.phase = codes.TURN


def run(t: PocketTable, edge: i64, oil: bool) -> None:
    """R24, R25, R29: out of the tile, the turn is over."""
    if oil:
        carrying.lose(t, codes.OIL)
    else:
        t.health -= 1
        if t.health <= 0:
            clock.end(t, codes.EATEN)
            return
    left: i64 = t.here
    door: i64 = t.door
    t.door = -1
    t.card_owed = False
    t.zombies = 0
    t.here = t.passage(t.here, edge)
    moving.leave(t)
    t.ran = True
    kind: i64 = i64(t.kinds[t.here])
    bonus = t.rules.run_bonus and (kind == codes.KITCHEN or kind == codes.GARDEN)  # R27
    if door >= 0 and t.rules.hole_moves and t.walls() != 0:
        _close_hole(t, left, door)
        t.moved = True
        t.phase = codes.HOLE
        if bonus:
            clock.change_health(t, 1)
        return
    if door >= 0 and not t.rules.hole_moves:
        _close_hole(t, left, door)
    cards.end_turn(t, bonus)


def _close_hole(t: PocketTable, placed: i64, edge: i64) -> None:
    """R26: the hole moves along with whoever ran from it; where it led to a tile it stays."""
    if (i64(t.taken[placed]) >> edge) & 1 == 0:
        t.edges[placed] = u8(i64(t.edges[placed]) & ~(1 << edge))
