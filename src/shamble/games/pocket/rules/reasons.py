"""Why something may not be done in Zombie in My Pocket: what stands in its way."""

from typing import Final

# obstacles, in the order of their names; NONE where something may be done
NONE: Final = 0
OUTCOME: Final = 1  # a tile or card: chance draws them
NOT_NOW: Final = 2  # no action of this phase
NO_WAY: Final = 3  # a wall or a hedge
OTHER_ZONE: Final = 4
ONE_SIDED: Final = 5  # args: the kind of tile beyond, which has no door there
KEPT: Final = 6  # for the Patio
NO_TILE: Final = 7
NOTHING_FITS: Final = 8
NOTHING_MATCHES: Final = 9
EXTERIOR_BACK: Final = 10  # the exterior door would be the edge one comes in by
NO_DOOR_BACK: Final = 11
EXTERIOR_BLOCKED: Final = 12
MISMATCH: Final = 13
SAME_LOOK: Final = 14  # as another turn that is offered
NO_CARD_FOR_ITEM: Final = 15
NOT_NEEDED: Final = 16  # no card is left, and this one is not needed
MUST_DRAW: Final = 17
NOT_CARRIED: Final = 18  # args: the item
NOT_HERE: Final = 19
HANDS_FULL: Final = 20
HAND_FREE: Final = 21
SAME_ITEM: Final = 22
DUPLICATE: Final = 23
NO_FUEL: Final = 24
NO_WEAPON: Final = 25
STRONGEST_ONLY: Final = 26
NO_FLIGHT: Final = 27
FIGHT_DOORS: Final = 28
LAST_HEALTH: Final = 29
BETWEEN_CARDS: Final = 30
NO_TURN_YET: Final = 31
AFTER_RUN: Final = 32
ONCE_A_TURN: Final = 33
ONCE_BETWEEN: Final = 34
NO_CARD: Final = 35
OPEN_SIDE: Final = 36
NO_FREE_PLACE: Final = 37
NAMES: Final = (
    "none",
    "outcome",
    "not_now",
    "no_way",
    "other_zone",
    "one_sided",
    "kept",
    "no_tile",
    "nothing_fits",
    "nothing_matches",
    "exterior_back",
    "no_door_back",
    "exterior_blocked",
    "mismatch",
    "same_look",
    "no_card_for_item",
    "not_needed",
    "must_draw",
    "not_carried",
    "not_here",
    "hands_full",
    "hand_free",
    "same_item",
    "duplicate",
    "no_fuel",
    "no_weapon",
    "strongest_only",
    "no_flight",
    "fight_doors",
    "last_health",
    "between_cards",
    "no_turn_yet",
    "after_run",
    "once_a_turn",
    "once_between",
    "no_card",
    "open_side",
    "no_free_place",
)
