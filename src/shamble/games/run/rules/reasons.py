"""Why something may not be played in Zombie! Run for Your Lives!: what stands in its way, and what is said with it."""

from typing import Final

# obstacles, in the order of their names; NONE where something may be played
NONE: Final = 0
NOT_NOW: Final = 1  # no action of this phase, or not this seat's turn: `why_not` says which
NO_SEAT: Final = 2
NOT_HELD: Final = 3
ZOMBIE: Final = 4  # the receiver lives no more
SHOWS_IT: Final = 5  # the receiver has an identical card in front
OTHERS_ONLY: Final = 6  # a zombie before oneself, an item by the Special Rule before oneself
SACRIFICE: Final = 7
SPECIAL_USED: Final = 8
HAS_PLAY: Final = 9  # args: the first card of the hand with a normal play
SPECIAL_FIRST: Final = 10
REDRAWN: Final = 11  # once in this turn, where that is all
SEEN_ALL: Final = 12  # args: how often in this turn
IDLE: Final = 13  # no card that may come has a normal play
MAY_REDRAW: Final = 14
MUST_GIVE: Final = 15
ZOMBIE_TURN: Final = 16  # a zombie player plays nothing
LIVING_TURN: Final = 17  # a living player gives nothing
NAMES: Final = (
    "none",
    "not_now",
    "no_seat",
    "not_held",
    "zombie",
    "shows_it",
    "others_only",
    "sacrifice",
    "special_used",
    "has_play",
    "special_first",
    "redrawn",
    "seen_all",
    "idle",
    "may_redraw",
    "must_give",
    "zombie_turn",
    "living_turn",
)
