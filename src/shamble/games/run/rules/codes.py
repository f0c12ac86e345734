"""The numbers of Zombie! Run for Your Lives!: faces of cards, codes of actions and outcomes, phases."""

from typing import Final

SYMBOLS: Final = 15  # the most that a composition has
ANNOYING: Final = 30
KINDS: Final = 31
HAND: Final = 8  # places in the array for one hand; a hand holds five cards at most
SEATS: Final = 7
SEEN_ALL: Final = 26  # redraws in one turn that draw 130 cards: twice the whole box, so nothing new can come (R10)

# codes of actions and outcomes, in the order of the vocabulary
PLAY_ITEM: Final = 0
PLAY_ZOMBIE: Final = 15  # + (face - 15) * SEATS + seat
SPECIAL_ZOMBIE: Final = 127  # + (face - 15)
SPECIAL_ITEM: Final = 143  # + face * SEATS + seat
REDRAW: Final = 248
PASS: Final = 249
GIVE: Final = 250  # + seat
FIRST: Final = 257  # + seat
DRAW: Final = 264  # + face
CODES: Final = 295

# phases
CHOOSING: Final = 0  # chance: who begins
DEALING: Final = 1  # chance: four cards to each
DRAWING: Final = 2  # chance: cards owed to the hand of the seat whose turn it is
PLAYING: Final = 3
TURNING_UP: Final = 4  # chance: a zombie player's card
GIVING: Final = 5
OVER: Final = 6
PHASES: Final = ("choosing", "dealing", "drawing", "playing", "turning_up", "giving", "over")
ENDINGS: Final = ("", "items", "last", "turn_limit")
