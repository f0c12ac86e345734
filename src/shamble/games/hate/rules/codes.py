"""The numbers of I Hate Zombies: places, powers, codes of actions and outcomes, phases."""

from typing import Final

PLACES: Final = 18  # character cards
TOKENS: Final = 14  # wound tokens in the box

# codes of actions and outcomes, in the order of the vocabulary
THROW: Final = 0  # + rock, paper, scissors
LEFT: Final = 3
RIGHT: Final = 4
HEAL: Final = 5  # + place
HEAL_NONE: Final = 23
VOTE: Final = 24  # + place
VOTE_NONE: Final = 42
DEALER: Final = 43  # + seat
DEAL: Final = 61  # + card, counted from 0

THROWS: Final = ("rock", "paper", "scissors")  # each beats the one before it, rock beats scissors
NO_THROW: Final = -1

# phases
CHOOSING: Final = 0  # chance: who deals
DEALING: Final = 1  # chance: the character of the next place, where characters have powers (R6)
SETTING_UP: Final = 2  # dealer and left neighbour throw
ATTACKING: Final = 3
FIGHTING: Final = 4  # both throw
HEALING: Final = 5
VOTING: Final = 6
OVER: Final = 7
PHASES: Final = ("choosing", "dealing", "setting_up", "attacking", "fighting", "healing", "voting", "over")
ENDINGS: Final = ("", "humans", "zombies", "attack_limit")

# the Horde/Serum card
ASIDE: Final = 0
HORDE: Final = 1
SERUM: Final = 2
CARDS: Final = ("aside", "horde", "serum")

POWERS: Final = ("none", "reroll_tie", "extra_wound", "tough", "first_aid", "last_stand")
ROLES: Final = {2: "ZH", 3: "ZZH", 4: "ZHZH"}  # the standard roles by the number of players (R21)
