"""The numbers and texts of Hug Me: places, cards, phases, effects, and the vocabulary in the order of its codes.

A *kind* is what a card shows: 0 … 47 the items of the eight shops (shop * 6 + place in its list; the sixth of a shop
is in play only with `special_items=extra`), 48 … 51 Gasoline, Keys, Spare Keys, Lighter. A *token* is one card:
0 … 47 as its kind, 48 + s the Special Item that began in the deck of shop s.
"""

from typing import Final

SEATS: Final = 8

# places: nine habitable ones, then those nobody stands in
NW: Final = 0
N: Final = 1
NE: Final = 2
W: Final = 3
HALL: Final = 4
E: Final = 5
SW: Final = 6
S: Final = 7
SE: Final = 8
HABITABLE: Final = 9
MINIVAN: Final = 9
BOILER: Final = 10
PLACES: Final = ("nw", "n", "ne", "w", "hall", "e", "sw", "s", "se", "minivan", "boiler", "escalator_a", "escalator_b")
NOWHERE: Final = 31

SHOPS: Final = ("hardware", "sporting", "kids", "gardening", "clothing", "bathroom", "pharmacy", "supermarket")
SHELF: Final = 6  # places in a shop's list of items
SPECIAL_PLACE: Final = 1 << SHELF  # the bit of the special item in what is unseen of a shop's deck
COLOURED: Final = 48
GASOLINE: Final = 48
KEYS: Final = 49
SPARE_KEYS: Final = 50
LIGHTER: Final = 51
KINDS: Final = 52
TOKENS: Final = 56
PREFIXES: Final = ("hw", "sp", "kd", "gd", "cl", "ba", "ph", "sm")
ITEMS: Final = tuple(
    [f"{prefix}{n + 1}" for prefix in PREFIXES for n in range(SHELF)] + ["gasoline", "keys", "spare_keys", "lighter"]
)

CHARACTERS: Final = (
    "student", "virgin", "little_girl", "gas_attendant", "cheerleader", "guardian", "butcher", "nurse", "janitor",
    "shop_assistant", "pickpocket", "jogger", "veteran", "old_lady",
)  # fmt: skip

# kinds of Zombie cards: plain numbers 1 … 12, then the three special ones
ZOMBIES: Final = (*[str(n) for n in range(1, 13)], "nursery", "sly", "few")
ZOMBIE_KINDS: Final = 15
NURSERY: Final = 12
SLY: Final = 13
FEW: Final = 14

HUMAN: Final = 0
INFECTED: Final = 1
ZOMBIE: Final = 2
STATUSES: Final = ("human", "infected", "zombie")

SLOTS: Final = 13

# effects of items, in the order of EFFECTS
NOTE: Final = 0
CAPACITY: Final = 1
STEPS: Final = 2
BONUS: Final = 3
NO_THEFT: Final = 4
ACCEPT_HUG: Final = 5
SEARCH_LINKED: Final = 6
EXTRA_ACTION: Final = 7
LOOK_SLOT: Final = 8
SEE_HIDDEN: Final = 9
PUSH: Final = 10
DISARM: Final = 11
BARRICADE_BONUS: Final = 12
CUT_BARRICADE: Final = 13
LURE: Final = 14
MOVE_ALL: Final = 15
MOVE_ONE: Final = 16
SLIP: Final = 17
REROLL: Final = 18
CURE: Final = 19
BOOST: Final = 20
EFFECTS: Final = (
    "note", "capacity", "steps", "bonus", "no_theft", "accept_hug", "search_linked", "extra_action", "look_slot",
    "see_hidden", "push", "disarm", "barricade_bonus", "cut_barricade", "lure", "move_all", "move_one", "slip",
    "reroll", "cure", "boost",
)  # fmt: skip

# effects of Human sides and of Zombie sides
H_CAPACITY: Final = 1
H_SOLE_HUMAN_WIN: Final = 2
H_GASOLINE_WEAPON: Final = 3
H_BRING_ALONG: Final = 4
H_BARRICADE_BUILT: Final = 5
H_REROLL_ESCAPE: Final = 6
H_IGNORE_BARRICADE: Final = 7
H_SEARCH_TWO: Final = 8
H_STEAL_TIE_WINS: Final = 9
H_STEPS: Final = 10
H_ASSAULT_ALONE: Final = 11
H_STEAL_MARGIN: Final = 12
HUMAN_EFFECTS: Final = (
    "note", "capacity", "sole_human_win", "gasoline_weapon", "bring_along", "barricade_built", "reroll_escape",
    "ignore_barricade_move", "search_two", "steal_tie_wins", "steps", "assault_alone", "steal_margin",
)  # fmt: skip
Z_DRAW_TWO: Final = 1
Z_IGNORE_BARRICADE: Final = 2
Z_CANCEL_WEAPON: Final = 3
Z_LATE_MOVE: Final = 4
ZOMBIE_EFFECTS: Final = ("note", "draw_two", "ignore_barricade", "cancel_weapon", "late_move")

# phases: chance, then decisions, then those that pass by themselves within one event
DEALING: Final = 0
SHOPPING: Final = 1
TYING: Final = 2
DAWN_DRAW: Final = 3
INFECTION: Final = 4
FINDING: Final = 5
NIGHT_DRAW: Final = 6
ESCAPE_DIE: Final = 7
LAST_CHANCE: Final = 7  # the highest phase in which chance acts
CHANCES_IN_PLAY: Final = (DAWN_DRAW, INFECTION, FINDING, NIGHT_DRAW, ESCAPE_DIE)
TIE_CHOICE: Final = 8
DEPLOYING: Final = 9
DAWN_OPTION: Final = 10
DAWN_HOLD: Final = 11
SENDING: Final = 12
PLACING: Final = 13
CURING: Final = 14
TURN: Final = 15
CONSENT: Final = 16
TAKING: Final = 17
ARRANGING: Final = 18
SPOILS: Final = 19
SORTING: Final = 20
THEFT: Final = 21
TARGETING: Final = 22
LATE_MOVE: Final = 23
NIGHT_START: Final = 24
ASSAULT: Final = 25
HUG_OFFER: Final = 26
SECOND_CHANCE: Final = 27
FLEEING: Final = 28
CONFIRMING: Final = 29
OVER: Final = 30
AUTO: Final = 31  # from here on: automatic
NEXT_ROUND: Final = 31
NEXT_ZOMBIE: Final = 32
NEXT_DAY: Final = 33
NIGHTFALL: Final = 34
NEXT_LATE: Final = 35
NEXT_START: Final = 36
NEXT_ASSAULT: Final = 37
NEXT_DRAW: Final = 38
NEXT_REPLY: Final = 39
NEXT_ESCAPE: Final = 40
ASSAULT_END: Final = 41
NEXT_RESCUE: Final = 42
PHASES: Final = (
    "dealing", "shops", "tie", "dawn_draw", "infection", "finding", "night_draw", "escape_die", "tie_choice",
    "deploying", "dawn_option", "dawn_hold", "sending", "placing", "curing", "turn", "consent", "taking", "arranging",
    "spoils", "sorting", "theft", "targeting", "late_move", "night_start", "assault", "hug_offer", "second_chance",
    "fleeing", "confirming", "over",
)  # fmt: skip
ENDINGS: Final = ("", "human", "infected", "zombies", "virgin", "little_girl", "round_limit", "nobody")
END_HUMAN: Final = 1
END_INFECTED: Final = 2
END_ZOMBIES: Final = 3
END_VIRGIN: Final = 4
END_LITTLE_GIRL: Final = 5
END_ROUNDS: Final = 6
END_NOBODY: Final = 7

# codes of actions and outcomes, in the order of the vocabulary
A_DEPLOY: Final = 0  # + place
A_MOVE: Final = 13  # + place
A_WIN: Final = 26
A_SEARCH: Final = 27
A_SEARCH_AT: Final = 28  # + place
A_STEAL: Final = 41  # + seat
A_BARRICADE: Final = 49
A_BARRICADE_WITH: Final = 50  # + kind
A_BRING: Final = 98  # + seat
A_REVEAL: Final = 106  # + kind
A_EQUIP: Final = 158  # + kind - GASOLINE
A_USE: Final = 162  # + kind
A_END: Final = 210
A_AGREE: Final = 211
A_DECLINE: Final = 212
A_TAKE: Final = 213  # + kind
A_LEAVE: Final = 265  # + kind
A_KEEP: Final = 317
A_SHOW: Final = 318
A_SPOILS_LEFT: Final = 319
A_SPOILS_RIGHT: Final = 320
A_DONE: Final = 321
A_ARM: Final = 322  # + kind
A_ARM_NONE: Final = 374
A_PASS: Final = 375
A_AT: Final = 376  # + place
A_ON: Final = 389  # + slot
A_LOOK: Final = 402  # + slot
A_CHOOSE: Final = 415  # + seat
A_PICK: Final = 423  # + kind of Zombie card
A_DRAW: Final = 438
A_SKIP: Final = 439
A_HOLD: Final = 440  # + kind of Zombie card
A_SEND_SELF: Final = 455
A_SEND_CARD: Final = 456
A_STAY: Final = 457
A_LATE: Final = 458  # + place
A_ROLL: Final = 471
A_ACCEPT: Final = 472
A_REROLL: Final = 473
A_FLEE: Final = 474  # + place
A_HUG: Final = 487
A_SPARE: Final = 488
A_FIRST: Final = 489  # + seat
C_DEAL: Final = 497  # + character
C_SHOP: Final = 511  # + shop
C_FIRST: Final = 519  # + seat
C_ZOMBIE: Final = 527  # + kind of Zombie card
C_FIND: Final = 542  # + kind
C_BAD: Final = 594
C_GOOD: Final = 595
CODES: Final = 596


def texts() -> list[str]:
    """All texts of the vocabulary, in the order of their codes."""
    seats = [f"@{seat}" for seat in range(SEATS)]
    slots = [str(slot + 1) for slot in range(SLOTS)]
    return (
        [f"deploy {place}" for place in PLACES]
        + [f"move {place}" for place in PLACES]
        + ["win", "search"]
        + [f"search {place}" for place in PLACES]
        + [f"steal {seat}" for seat in seats]
        + ["barricade"]
        + [f"barricade {item}" for item in ITEMS[:COLOURED]]
        + [f"bring {seat}" for seat in seats]
        + [f"reveal {item}" for item in ITEMS]
        + [f"equip {item}" for item in ITEMS[COLOURED:]]
        + [f"use {item}" for item in ITEMS[:COLOURED]]
        + ["end", "agree", "decline"]
        + [f"take {item}" for item in ITEMS]
        + [f"leave {item}" for item in ITEMS]
        + ["keep", "show", "spoils left", "spoils right", "done"]
        + [f"arm {item}" for item in ITEMS]
        + ["arm none", "pass"]
        + [f"at {place}" for place in PLACES]
        + [f"on {slot}" for slot in slots]
        + [f"look {slot}" for slot in slots]
        + [f"choose {seat}" for seat in seats]
        + [f"pick {card}" for card in ZOMBIES]
        + ["draw", "skip"]
        + [f"hold {card}" for card in ZOMBIES]
        + ["send self", "send card", "stay"]
        + [f"late {place}" for place in PLACES]
        + ["roll", "accept", "reroll"]
        + [f"flee {place}" for place in PLACES]
        + ["hug", "spare"]
        + [f"begin {seat}" for seat in seats]
        + [f"deal {character}" for character in CHARACTERS]
        + [f"shop {shop}" for shop in SHOPS]
        + [f"first {seat}" for seat in seats]
        + [f"zombie {card}" for card in ZOMBIES]
        + [f"find {item}" for item in ITEMS]
        + ["die bad", "die good"]
    )
