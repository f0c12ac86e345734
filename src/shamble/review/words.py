"""What a review says."""

ROUGH = "This review is rough: only {rollouts} rollouts for each chance. Give it more time (--seconds) for a finer one."
ANEW = "What was kept of an earlier review has other settings or is damaged: this one begins anew."
STOPPED = "The review was stopped after event {done} of {events}; the same command goes on with it."
PARTS = ("opening", "luck", "own", "others", "reveals", "result")
HEADS = {
    "opening": "opening",
    "luck": "luck",
    "own": "own choices",
    "others": "others' choices",
    "reveals": "reveals",
    "result": "result",
}
LEDGER = "Where the chances went (points of win chance; the parts add up to the result)"
TURNS = "Turning points"
DECISIONS = "Decisions that cost most"
NO_TURNS = "No event changed a chance beyond the doubt of the rollouts."
NO_MARKS = "No decision was worse than another beyond the doubt of the rollouts."
MARKED = "Event {event}, {seat}: “{action}” ({chance:.0%}), where “{best}” was better ({best_chance:.0%}): {mark}."
CHART = "Win chance of every seat after every event"
CHART_ALT = "A line for every seat: its win chance from what it knew, opening to end. The table below has all numbers."
TABLE = "Every event"
METHOD = (
    "Chances are means of {rollouts} rollouts from what each seat knew at that moment, with 95 % intervals; decisions "
    "were searched with {iterations} iterations."
)
PAGE_TITLE = "Review: {title}"
KEYS = "Left and right arrow keys step through the points of a line; Tab reaches the next seat's line."
