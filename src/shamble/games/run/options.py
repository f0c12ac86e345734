"""The options of Zombie! Run for Your Lives!, by the numbers of the rulings."""

from shamble.kernel.game import Option

OPTIONS = (
    Option(
        "composition",
        "10x3",
        ("10x3", "6x5", "5x6", "15x2"),
        "symbols x copies of each item and zombie, besides 3 annoying zombies",
        "R1",
    ),
    Option("min_players", 2, (2, 3), "the fewest players accepted", "R2"),
    Option("max_players", 7, (), "the most players accepted", "R2", low=2, high=7),
    Option(
        "first",
        "random",
        ("random", "seat"),
        "who begins: drawn by lot, the first chair (seat), or the chair of that number",
        "R3",
        low=0,
        high=6,
    ),
    Option("annoying_distinct", False, (False, True), "the annoying zombies count as different cards", "R5"),
    Option(
        "redraw_when",
        "no_normal_play",
        ("no_normal_play", "no_play_at_all"),
        "when a hand may be redrawn: without a normal play, or only when no special play is left either",
        "R8",
    ),
    Option("redraw_limit", "none", ("none", 1), "redraws allowed in one turn", "R9"),
    Option(
        "sacrifice",
        "allowed",
        ("allowed", "forbidden"),
        "a special play that kills oneself or completes another's five items",
        "R12",
    ),
    Option("dead_hand", "discarded", ("discarded", "removed"), "what becomes of a dead player's hand", "R13"),
    Option("zombie_may_decline", False, (False, True), "a zombie player may discard the card turned up", "R14"),
    Option("reshuffle", "on_need", ("on_need", "on_empty"), "when the discard pile becomes the deck", "R16"),
    Option("max_turns", 0, (), "the game is a draw after so many turns; 0: no limit", "R22", low=0, high=1_000_000),
)
