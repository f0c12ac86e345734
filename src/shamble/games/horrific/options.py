"""The options of Horrific, by the numbers of the rulings."""

from shamble.kernel.game import Option

OPTIONS = (
    Option(
        "characters",
        "random",
        ("random",),
        "who plays whom: dealt by lot, or named in the order of the seats",
        "R1",
        free="different characters in the order of the seats, as in vladimir,maal",
    ),
    Option(
        "first",
        "random",
        ("random", "seat"),
        "who begins: drawn by lot, the first chair (seat), or the chair of that number",
        "R2",
        low=0,
        high=5,
    ),
    Option("trust_cap", "none", ("none", 30), "the most Trust a player can have", "R4"),
    Option(
        "declare",
        "before_deny",
        ("before_deny", "after_deny"),
        "whether targets are named before or after the others may deny",
        "R5",
    ),
    Option("fizzle", False, (False, True), "a card may be played though it has no target or no effect", "R6"),
    Option(
        "deny_sweep",
        "same_turn",
        ("same_turn", "own_turn"),
        "when a Deny goes to the Mound: at the end of that PLAY, or of its owner's next",
        "R9",
    ),
    Option("reserve_total", "none", ("none",), "the most cards one Reserve can hold in all", "R13", low=1, high=36),
    Option("deny_deny", "literal", ("literal", "never"), "whether a third player may deny a Deny", "R17"),
    Option("uc_once", False, (False, True), "each Minion may be used by Use Control only once a turn", "R23"),
    Option("gimping", "on", ("on", "off"), "whether a Gypsy Curse that leaves no Trust gimps", "R29"),
    Option(
        "mound",
        "public",
        ("public", "top_only"),
        "whether all see the whole Mound, or only its owner does and the others its top card",
        "R39",
    ),
    Option(
        "round_limit",
        "off",
        ("off",),
        "the game is a draw after so many rounds; off: only after a thousand, which no real game reaches",
        "R40",
        low=1,
        high=1000,
    ),
)
