"""Two items in hand and those on the floor: what is carried, taken up, swapped, used up."""

from mypy_extensions import i64

from shamble.games.pocket.rules import codes, reasons
from shamble.games.pocket.rules.table import PocketTable


def carries(t: PocketTable, item: i64) -> bool:
    """Whether the player carries that item."""
    return t.left == item or t.right == item


def carries_kind(t: PocketTable, item: i64, besides: i64) -> bool:
    """R18: whether an item of the same kind is carried, one `besides` not counted."""
    kind: i64 = min(item, codes.CHAINSAW)
    if t.left == besides:
        return min(t.right, codes.CHAINSAW) == kind and t.right != codes.NOTHING
    if t.right == besides:
        return min(t.left, codes.CHAINSAW) == kind and t.left != codes.NOTHING
    return (min(t.left, codes.CHAINSAW) == kind and t.left != codes.NOTHING) or (
        min(t.right, codes.CHAINSAW) == kind and t.right != codes.NOTHING
    )


def pick(t: PocketTable, item: i64) -> None:
    """Put an item into a free hand."""
    t.right = item
    if t.left > t.right:
        t.right = t.left
        t.left = item


def lose(t: PocketTable, item: i64) -> None:
    """Take a carried item out of the hands."""
    if t.left == item:
        t.left = t.right
    t.right = codes.NOTHING


def lay_down(t: PocketTable, item: i64) -> None:
    """R17: put an item on the floor, where such things stay."""
    if not t.rules.floor_kept:
        return
    t.corner = item
    if t.floor > t.corner:
        t.corner = t.floor
        t.floor = item


def _pick_off_floor(t: PocketTable, item: i64) -> None:
    if t.floor == item:
        t.floor = t.corner
    t.corner = codes.NOTHING


def bar_to_take(t: PocketTable, item: i64) -> i64:
    """R17: what keeps an item from being taken from the floor into a free hand."""
    if t.floor != item and t.corner != item:
        return reasons.NOT_HERE
    if t.right != codes.NOTHING:
        return reasons.HANDS_FULL
    if t.rules.duplicates or not carries_kind(t, item, codes.NOTHING - 1):
        return reasons.NONE
    return reasons.DUPLICATE


def bar_to_swap(t: PocketTable, item: i64, other: i64) -> i64:
    """R17: what keeps an item on the floor from being taken for a carried one, with both hands full."""
    if t.floor != item and t.corner != item:
        return reasons.NOT_HERE
    if t.right == codes.NOTHING:
        return reasons.HAND_FREE
    if not carries(t, other):
        return reasons.NOT_CARRIED
    if item == other:
        return reasons.SAME_ITEM
    if t.rules.duplicates or not carries_kind(t, item, other):
        return reasons.NONE
    return reasons.DUPLICATE


def take_up(t: PocketTable, item: i64) -> None:
    """An item is taken off the floor."""
    _pick_off_floor(t, item)
    pick(t, item)


def swap(t: PocketTable, item: i64, other: i64) -> None:
    """An item off the floor for one that is carried."""
    _pick_off_floor(t, item)
    lose(t, other)
    pick(t, item)
    lay_down(t, other)


def may_refuel(t: PocketTable) -> bool:
    """R20: Gasoline and a Chainsaw; the Chainsaw is the higher number."""
    return t.left == codes.GASOLINE and t.right >= codes.CHAINSAW and t.right != codes.NOTHING
