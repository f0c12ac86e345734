"""What the lab's reports say."""

NOT_A_STUDY = "{folder} is there already and holds no study; choose another folder by --out."
HOLDS_ANOTHER = (
    "{folder} holds another study, or this one before its file or the rules changed; choose another folder by --out."
)
HOLDS_STUDY = "{folder} holds this study already: use what is there by --resume, or choose another folder by --out."
STOPPED = "stopped after {done} of {of} games. The same command with --resume goes on."
WROTE_TABLES = "Written: {files}"
WROTE = "{folder}: report.html, report.md and the data"

REALS = "{real} of {count} differences are real"
VERDICT = "  {what}: {first} {one}, {second} {two} ({less})"

EVEN = "an even share"
KINDS = {
    "seat": "seat",
    "side": "side at the beginning",
    "last_side": "side at the end",
    "character": "character",
}
COLUMNS = {
    "win": "chance of winning",
    "decisions": "decisions a game",
    "events": "events a game",
    "lead_changes": "changes of the lead a game",
    "out": "events until the first seat is out",
    "ending": "share of games ending by",
}


def what(column: str, group: str) -> str:
    """What a comparison is of: "chance of winning, seat 3"."""
    return f"{COLUMNS[column]} {group}".strip().replace("_", " ")


METHOD = (
    "Intervals are 95 % intervals: Wilson's for shares, with the game as the unit, since the seats of one game are not "
    "independent. Bots played; other players would win other shares."
)
WATCHED = (
    "{watched} of {games} games were observed event by event; what is told of leads, eliminations and of what came up "
    "is from those. Seats and leads were looked at after every eighth event. The leader is the seat that the game's "
    "quick estimate likes best."
)
RECONSTRUCTION = "RECONSTRUCTION: {note}"
CELLS = "What was played"
CELL_HEADS = ("", "games", "seats", "bots", "seed", "options", "edition")
NUMBERS = "In numbers"
NUMBERS_TEXT = "Means with 95 % intervals."
NUMBER_HEADS = ("", "decisions", "events", "lead changes", "first out after events", "endings")
WINS = "Chance of winning by {kind}"
WINS_TEXT = "The line marks an even share of the wins."
WIN_HEADS = ("", "{kind}", "seats", "wins", "95 % interval")
LENGTH = "Length"
LENGTH_TEXT = "Decisions a game; the longest hundredth is left out of the picture."
OUT = "Eliminations"
OUT_TEXT = "The share of seats that are still in, by the number of events played."
LEADS = "Changes of the lead"
LEADS_TEXT = "How many games had each number of changes."
TOPICS = "What came up, and what it did"
TOPICS_TEXT = (
    "For every card, room, action or rule: in what share of the observed games it came up, how often a game, and the "
    "chance of winning of the seats that it concerned less that of the seats that it did not. That is no proof of a "
    "cause: who lives long sees more of everything. Real means: not explained by luck at 5 %, corrected for the "
    "number of rows (Holm); the interval is the one that this correction gives the row."
)
TOPIC_HEADS = ("", "games", "times a game", "difference", "interval", "real")
TOPIC_PICTURE = "The greatest real differences, at most {most} for each lot of games."
COMPARE = "What differs"
COMPARE_TEXT = (
    "Every pair that the study compares, {count} in all. The interval is at the level that Holm's correction for the "
    "number of comparisons gives the row; real means that luck does not explain the difference at 5 % in all."
)
COMPARE_HEADS = ("what", "of", "first", "second", "first", "second", "difference", "interval", "p, corrected", "real")
NOTHING = "Nothing was compared."
REAL = {True: "yes", False: "no"}
AGAIN = "Made again by"
FOOT = "Made by Shamble {version}, rules version {rules} of {game}."

AXES = {
    "win": "chance of winning",
    "games": "share of games",
    "decisions": "decisions",
    "events": "events",
    "in": "share of seats still in",
    "leads": "changes of the lead",
    "effect": "difference in the chance of winning",
    "compare": "first less second, in half widths of its interval",
}
