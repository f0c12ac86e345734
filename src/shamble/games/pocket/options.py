"""The options of Zombie in My Pocket, by the numbers of the rulings."""

from shamble.kernel.game import Option, Preset

OPTIONS = (
    Option("tile_table", "standard", ("standard",), "the edges of the tiles: as the edition in play prints them", "R1"),
    Option(
        "rotation",
        "choose",
        ("choose", "first_legal", "random"),
        "who turns a new tile: the player, the first turn that fits, or luck",
        "R3",
    ),
    Option(
        "neighbour_match",
        "entry_only",
        ("entry_only", "all_edges"),
        "which edges of a new tile must match: only the one entered by, or all",
        "R5",
    ),
    Option("grid", "shared", ("shared", "separate"), "house and garden lie on one grid, or each on its own", "R6"),
    Option(
        "patio",
        "on_exit",
        ("on_exit", "with_dining"),
        "when the Patio is laid: at the first way out, or along with the Dining Room",
        "R9",
    ),
    Option(
        "hour_turn",
        "on_need",
        ("on_need", "on_empty"),
        "the hour turns when a card is needed and none is left, or as soon as none is left",
        "R10",
    ),
    Option(
        "late_optional",
        "unavailable",
        ("unavailable", "fatal"),
        "an optional card when time is up: not to be had, or it ends the game",
        "R11",
    ),
    Option(
        "cower_empty",
        "turn_hour",
        ("turn_hour", "illegal"),
        "cowering with no card left turns the hour, or is not allowed",
        "R12",
    ),
    Option("cower", "unlimited", ("unlimited", "once_per_turn"), "how often one may cower after a turn", "R13"),
    Option("cower_after_run", True, (True, False), "one may cower after running away", "R14"),
    Option(
        "cower_between_cards",
        False,
        (False, True, "own_once"),
        "one may cower between the two cards of the Temple or the Graveyard: no; as often as `cower` allows, counted "
        "with what comes after the turn; or once, with an allowance of its own",
        "R14",
    ),
    Option("cower_faceup", False, (False, True), "the card that cowering costs is shown", "R15"),
    Option(
        "ground",
        "until_leave",
        ("until_leave", "gone_at_once"),
        "dropped items lie on the floor until one leaves, or are gone at once",
        "R17",
    ),
    Option("duplicates", True, (True, False), "the same item may be carried twice", "R18"),
    Option("soda", "hold", ("hold", "instant"), "the soda is kept until it is drunk, or drunk when found", "R19"),
    Option(
        "weapon", "choose", ("choose", "best_auto"), "the player chooses the weapon, or the strongest is used", "R21"
    ),
    Option("candle_consumed", False, (False, True), "the candle is used up with the oil or gasoline", "R22"),
    Option("health_cap", "none", ("none", 6), "Health never rises above the cap: none, or the 6 of the start", "R38"),
    Option("fatal_run", "legal", ("legal", "illegal"), "running away may cost the last Health", "R25"),
    Option(
        "flee_zombie_door",
        False,
        (False, True),
        "one may run from a Zombie Door, and nobody is fought; the hole then opens in a wall where one runs to",
        "R26",
    ),
    Option(
        "kitchen_run_bonus", False, (False, True), "running into the Kitchen or the Garden also gives its Health", "R27"
    ),
    Option(
        "second_card",
        "when_useful",
        ("when_useful", "always", "optional"),
        "the second card of the Temple and the Graveyard: when it can matter, at every visit, or when wanted",
        "R28",
    ),
    Option(
        "zd_trigger",
        "needed_missing",
        ("needed_missing", "any_closed_map"),
        "a closed map brings a Zombie Door when a needed tile is missing, or always while tiles are left",
        "R33",
    ),
    Option(
        "zd_when",
        "end_of_turn",
        ("end_of_turn", "on_placement"),
        "when a Zombie Door comes: at the end of a turn, or as soon as the tile lies",
        "R34",
    ),
    Option(
        "door_before_bonus",
        False,
        (False, True),
        "a Zombie Door comes before the Health of the Kitchen or the Garden, and whoever runs from it gets none",
        "R34",
    ),
    Option(
        "zd_no_wall",
        "wait",
        ("wait", "any_wall"),
        "no wall borders on free ground: the Zombie Door waits, or breaks any wall",
        "R35",
    ),
    Option(
        "zd_mate",
        "must_match",
        ("must_match", "any_rotation"),
        "a tile laid behind a Zombie Door must have an edge open to it, or is broken open there",
        "R36",
    ),
)

PRESETS = (
    Preset(
        "later_answers",
        "answers given after the book was printed, as others report them: at second hand, we have seen no source. One "
        "may run from a Zombie Door, a tile behind its hole lies in any turn, one may cower once between the two cards "
        "of the Temple or the Graveyard, and the Zombie Door comes before the Health of the Kitchen",
        {
            "flee_zombie_door": True,
            "zd_mate": "any_rotation",
            "cower_between_cards": "own_once",
            "door_before_bonus": True,
        },
    ),
)
