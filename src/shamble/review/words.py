"""What a review says."""

ROUGH = "This review is rough: only {rollouts} rollouts for each chance. Give it more time (--seconds) for a finer one."
ANEW = "What was kept of an earlier review has other settings or is damaged: this one begins anew."
STOPPED = "The review was stopped after {done} of {events} events; the same command resumes it."
LOOKED_AT = "Not all of the {events} events were looked at: the time was too short."
AROUND = "Chances were found around {count} events: {which}."
JUDGED = "Choices were looked at in {count} events: {which}."
AND_MORE = "{shown} and others"
NONE = "none"
MORE = (
    "To look at more, give it more time (--seconds); or keep this review (--json > review.json, or --html review.html) "
    "and go on from there (--continue review.json)."
)
OTHER_REVIEW = "{file} is a review of another game; --continue resumes a review of the game that is given."
NO_REVIEW = (
    "{file} is not a review that can be resumed: --continue takes what review --json printed, or a page of --html."
)
PARTS = ("opening", "luck", "own", "others", "reveals", "result")
HEADS = {
    "opening": "opening",
    "luck": "luck",
    "own": "own choices",
    "others": "others' choices",
    "reveals": "reveals",
    "unseen": "not looked at",
    "result": "result",
}
SHORT_HEADS = {"unseen": "unseen"}  # for a narrow table, where the first word does not do
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
