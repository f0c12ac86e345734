"""Why something may not be done in Horrific: what stands in its way, and what numbers are said with it."""

from typing import Final

# obstacles, in the order of their names; NONE where something may be done
NONE: Final = 0
OUTCOME: Final = 1  # an outcome of chance
PHASE: Final = 2  # nothing that this phase asks for
NO_DOWN: Final = 3
NOTHING_TO_DENY: Final = 4
OWN_TURN_DENY: Final = 5
OWN_CARD: Final = 6
WAS_ASKED: Final = 7
PASSED_OVER: Final = 8
ASKED_FIRST: Final = 9  # args: who is asked
RESERVE_ONLY: Final = 10
NO_DENY_HELD: Final = 11
NO_DENY_UP: Final = 12
NO_DENY_THERE: Final = 13
NOT_ASKED: Final = 14
ANSWER_FIRST: Final = 15
OTHERS_TURN: Final = 16  # args: whose turn it is
DENY_OWN_TURN: Final = 17
NEVER_PLAYED: Final = 18
NOT_IN_OWN_RESERVE: Final = 19
NOT_HELD: Final = 20
NO_POWER: Final = 21
GIMPED: Final = 22
HAND_USED: Final = 23
NO_RIVAL_RESERVE: Final = 24
TOWN_EMPTY: Final = 25
NO_RIVAL_LIVING: Final = 26
NO_RIVAL_MINION: Final = 27
NO_LIVING: Final = 28
NO_MINION: Final = 29
NOBODY_USEFUL: Final = 30
ALL_USED: Final = 31
ALL_FRESH: Final = 32
NO_SEAT: Final = 33  # args: the seat
YOURSELF: Final = 34
NO_RESERVE: Final = 35  # args: the opponent
NOT_THERE: Final = 36  # args: whose Reserve
NO_DOWN_THERE: Final = 37  # args: whose Reserve
NOT_IN_PLAY: Final = 38
DESTROYED: Final = 39
NOT_IN_TOWN: Final = 40
NOT_A_RIVALS: Final = 41
UNDEAD_THERE: Final = 42
NOT_YOURS: Final = 43
FRESH: Final = 44
NO_USE: Final = 45
MOUND_EMPTY: Final = 46
USED: Final = 47
ONLY_UNDEAD: Final = 48
ONLY_LIVING: Final = 49
NOT_OF_CARD: Final = 50
HAS_NO_POWER: Final = 51
HAS_NO_INFLUENCE: Final = 52
DIG_ONE: Final = 53
NOT_IN_MOUND: Final = 54
ALL_NAMED: Final = 55
TOO_DEEP: Final = 56  # args: the depth
LAID_ONE: Final = 57
LAID_TWO: Final = 58
NEEDS_THREE: Final = 59  # args: how many there are
NO_CONCEAL: Final = 60
THREE_THERE: Final = 61
RESERVE_FULL: Final = 62  # args: how many may lie there
NAMES: Final = (
    "none",
    "outcome",
    "phase",
    "no_down",
    "nothing_to_deny",
    "own_turn_deny",
    "own_card",
    "was_asked",
    "passed_over",
    "asked_first",
    "reserve_only",
    "no_deny_held",
    "no_deny_up",
    "no_deny_there",
    "not_asked",
    "answer_first",
    "others_turn",
    "deny_own_turn",
    "never_played",
    "not_in_own_reserve",
    "not_held",
    "no_power",
    "gimped",
    "hand_used",
    "no_rival_reserve",
    "town_empty",
    "no_rival_living",
    "no_rival_minion",
    "no_living",
    "no_minion",
    "nobody_useful",
    "all_used",
    "all_fresh",
    "no_seat",
    "yourself",
    "no_reserve",
    "not_there",
    "no_down_there",
    "not_in_play",
    "destroyed",
    "not_in_town",
    "not_a_rivals",
    "undead_there",
    "not_yours",
    "fresh",
    "no_use",
    "mound_empty",
    "used",
    "only_undead",
    "only_living",
    "not_of_card",
    "has_no_power",
    "has_no_influence",
    "dig_one",
    "not_in_mound",
    "all_named",
    "too_deep",
    "laid_one",
    "laid_two",
    "needs_three",
    "no_conceal",
    "three_there",
    "reserve_full",
)
