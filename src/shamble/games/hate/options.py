"""The options of I Hate Zombies, by the numbers of the rulings."""

from shamble.kernel.game import Option

OPTIONS = (
    Option("max_players", 18, (), "the most players accepted", "R1", low=2, high=18),
    Option(
        "dealer",
        "random",
        ("random", "seat"),
        "who deals among five and more: drawn by lot, the first chair (seat), or the chair of that number",
        "R3",
        low=0,
        high=17,
    ),
    Option(
        "horde_serum",
        "absorb",
        ("absorb", "off"),
        "the Horde/Serum card of an odd table absorbs one wound, or stays in the box",
        "R5",
    ),
    Option(
        "powers",
        "none",
        ("none", "house"),
        "the humans' powers: none, or (a house rule of ours) to each human that of the character dealt to it: those of "
        "the edition, or of our house edition where it gives none",
        "R6",
    ),
    Option(
        "nearest",
        "by_direction",
        ("by_direction", "closest"),
        "whom a zombie may attack: the nearest human of either direction, or only the closer of the two",
        "R7",
    ),
    Option("tie", "pass", ("pass", "rethrow"), "a tie in a fight: the turn passes, or both throw again", "R11"),
    Option(
        "new_zombie_acts",
        "at_once",
        ("at_once", "after_one_lap"),
        "a new zombie attacks when the turn first reaches it, or is passed over once",
        "R12",
    ),
    Option(
        "heal_by",
        "defender",
        ("defender", "majority_vote", "most_wounded_auto"),
        "who chooses the human that heals: the one who killed the zombie, a secret vote, or nobody (the first wounded "
        "one clockwise)",
        "R13",
    ),
    Option(
        "tokens",
        "unlimited",
        ("unlimited", "strict"),
        "the 14 wound tokens do not limit, or a first wound without a token is lost",
        "R16",
    ),
    Option(
        "ring",
        12,
        (12, 2, 4, 6, 8, 10, 14, 16, 18),
        "characters in the ring of two to four players",
        "R20",
    ),
    Option(
        "roles",
        "standard",
        ("standard", "HZ", "ZHZ", "HZZ", "HZHZ", "ZZHH", "HHZZ", "ZHHZ", "HZZH"),
        "who plays zombies (Z) and humans (H) among two to four, chair by chair; standard is ZH, ZZH or ZHZH",
        "R21",
    ),
    Option(
        "first",
        0,
        (0, "rps"),
        "with two to four players place 0 is a zombie and begins, or the places 0 and 1 throw for it",
        "R21",
    ),
    Option(
        "three_zombies",
        "alternate_attacks",
        ("alternate_attacks", "halves"),
        "how two zombie players share among three: attack by attack, or half of the ring each",
        "R22",
    ),
    Option(
        "return_from_elimination",
        False,
        (False, True),
        "a zombie player without zombies returns when a human of the own half turns",
        "R25",
    ),
    Option("eliminated_share", False, (False, True), "players who are out win with their side", "R26"),
    Option(
        "max_attacks",
        0,
        (),
        "the game is a draw after so many attacks; 0: no limit",
        "R28",
        low=0,
        high=1_000_000,
    ),
)
