"""Why something may not be done in I Hate Zombies: what stands in its way."""

from typing import Final

# obstacles, in the order of their names; NONE where something may be done
NONE: Final = 0
OUTCOME: Final = 1  # the dealer, a character: chance settles them
NOT_NOW: Final = 2  # no action of this phase
OTHER_WAY: Final = 3  # healing is by vote here, or by one player
THROWN: Final = 4
NOT_IN_FIGHT: Final = 5
OTHERS_ATTACK: Final = 6
FARTHER: Final = 7  # another human is closer
VOTED: Final = 8
OTHERS_HEAL: Final = 9
NO_PLACE: Final = 10
REMOVED: Final = 11
ZOMBIE: Final = 12
UNHURT: Final = 13
NAMES: Final = (
    "none",
    "outcome",
    "not_now",
    "other_way",
    "thrown",
    "not_in_fight",
    "others_attack",
    "farther",
    "voted",
    "others_heal",
    "no_place",
    "removed",
    "zombie",
    "unhurt",
)
