"""The numbers of Horrific: cards, persons, codes of actions and outcomes, phases, questions."""

from typing import Final

SEATS: Final = 6
HAND_SIZE: Final = 5
START_TRUST: Final = 15
DECK: Final = 39
PERSONS: Final = 60
OWN: Final = 10  # persons of one character
CAP: Final = 3  # cards of one type in a Reserve
PLACES: Final = 36  # face-down cards that a Reserve can hold

TYPES: Final = ("CP", "UC", "TU", "ZP", "GW", "GC", "DN", "DR", "LB", "HL", "CN", "MN")
KINDS: Final = 12
UC: Final = 1
DN: Final = 6
CN: Final = 10
MN: Final = 11
CHARACTERS: Final = ("dela", "huati", "bones", "maal", "doktor", "vladimir")
LETTERS: Final = "DHBMKV"
PEOPLE: Final = tuple(f"{LETTERS[p // 10]}{p % 10 + 1}" for p in range(60))

# codes of actions and outcomes, in the order of the vocabulary
PLAY: Final = 0  # + type: from the hand
POWER: Final = 12  # + type: from the hand, by Use Power
RESERVE: Final = 24  # + type: a face-up card of the Reserve
DOWN: Final = 36  # + place: a face-down card of the Reserve
END_PLAY: Final = 72
ON: Final = 73  # + person
MODE: Final = 133  # + mode
TAKE: Final = 137  # + type
STOP: Final = 149
AGAINST: Final = 150  # + seat
DESTROY: Final = 156  # + type
DESTROY_DOWN: Final = 168  # + place
DENY_HAND: Final = 204
DENY_RESERVE: Final = 205
DENY_DOWN: Final = 206  # + place
PASS: Final = 242
LAY: Final = 243  # + type
LAY_DOWN: Final = 255  # + type
LAY_DISCARD: Final = 267  # + type
END_LAY: Final = 279
TURN_UP: Final = 280  # + place
CHARACTER: Final = 316  # + character
FIRST: Final = 322  # + seat
DRAW: Final = 328  # + type
CODES: Final = 340

# phases
CASTING: Final = 0  # chance: who plays whom
CHOOSING: Final = 1  # chance: who begins
DEALING: Final = 2  # chance: five cards to each
STARTING: Final = 3  # chance: Maal's cards at the beginning of a turn
PLAYING: Final = 4
AIMING: Final = 5  # on which person the card is played
USING: Final = 6  # what a Minion is used for
TAKING: Final = 7  # which cards come back from the Mound
NAMING: Final = 8  # which opponent is meant
DESTROYING: Final = 9  # which card of a Reserve
DENYING: Final = 10
LAYING: Final = 11
REPLENISHING: Final = 12  # chance
OVER: Final = 13
PHASES: Final = (
    "casting", "choosing", "dealing", "starting", "playing", "aiming", "using", "taking", "naming", "destroying",
    "denying", "laying", "replenishing", "over",
)  # fmt: skip

# where a played card came from
FROM_HAND: Final = 0
BY_POWER: Final = 1
FROM_RESERVE: Final = 2
SOURCES: Final = ("hand", "power", "reserve")

MODES: Final = ("power", "influence", "dig", "spend")
USE_POWER: Final = 0
USE_INFLUENCE: Final = 1
DIG: Final = 2
SPEND: Final = 3

OWN_TURN: Final = 0
PLAY_WHEN: Final = ("own_turn", "opponent_turn", "lay_only")

NO_TARGET: Final = 0
TOWN: Final = 1
OWN_MINION: Final = 2
OWN_LIVING: Final = 3
RIVAL_LIVING: Final = 4
RIVAL_MINION: Final = 5
RIVAL_RESERVE: Final = 6
TARGETS: Final = ("none", "town", "own", "own_living", "rival_living", "rival_minion", "rival_reserve")

CONTROL: Final = 0
RETURN_TO_TOWN: Final = 1
FLIP_UNDEAD: Final = 2
TRUST: Final = 3
GIMP: Final = 4
USE_CONTROL: Final = 5
RESERVE_TO_MOUND: Final = 6
EFFECTS: Final = (
    "control", "return_to_town", "flip_undead", "trust", "gimp", "use_control", "reserve_to_mound", "deny",
    "conceal", "lose_less",
)  # fmt: skip

STATS: Final = (
    "power", "influence", "value", "undead", "living", "monuments", "trust", "min_opponent_trust",
    "destroyed", "top_undead",
)  # fmt: skip
STAT_POWER: Final = 0
STAT_INFLUENCE: Final = 1
STAT_VALUE: Final = 2
STAT_UNDEAD: Final = 3
STAT_LIVING: Final = 4
STAT_MONUMENTS: Final = 5
STAT_TRUST: Final = 6
STAT_MIN_OPPONENT_TRUST: Final = 7
STAT_DESTROYED: Final = 8
STAT_TOP_UNDEAD: Final = 9
NO_LIMIT: Final = 1000  # a `max` that nothing exceeds

UNDEAD_DRAW: Final = 6  # Maal draws from so many Undead on
OFF: Final = 1_000_000_000
MOST_ROUNDS: Final = 1000  # R40: where all persons are out of play nobody may ever win; then the game is a draw
