"""Persons of English: a sentence about @2 becomes one about "you" where seat 2 is who reads it.

Words write every sentence in the third person with seats as @0, @1, …; names are put in afterwards. In the reader's
copy the reader's own seat is "you", and the verbs that belong to it change with it. Only verbs that stand here are
changed, so nothing else can be mistaken for one. A translation brings a function of its own in place of `to_reader`.
"""

import re
from typing import Final

IRREGULAR: Final = {"is": "are", "has": "have", "does": "do", "goes": "go", "was": "were"}
# every third-person verb that the sentences of a game put behind a seat, or behind "and", "or", "then", a comma
VERBS: Final = frozenset(
    re.findall(
        r"\w+",
        """
        acts aims answers asks attacks barricades becomes begins blows breaks brings buries burns chooses claims closes
        commands cowers cuts decides declines deploys dies digs discards does draws drinks drives drops ends
        equips escapes fails falls fights fills finds flees gains gets gives goes has heals helps hides holds is
        keeps lays leaves lets lights looks loses makes marks may meets moves names needs opens passes picks
        plays pushes puts refuels removes replaces returns reveals robs runs says searches sees sends shifts
        shows shuffles skips sorts stands starts stays steals steps swaps takes throws tries turns uses votes
        wants was welcomes wins
        """,
    )
)
_SUBJECT: Final = re.compile(r"(^|[:;.,] |\bthat |\bif |\bso |\band |\bbut |\bwhere )$")
_OF: Final = re.compile(r"\b([Tt]he|[Aa]n?) ((?:[\w'’-]+ ){0,3}[\w'’-]+(?: \([^)]*\))?) of $")
_THEIR: Final = re.compile(r"\b[Tt]he ((?:(?!in |at |to |with )[\w'’-]+ ){0,3}?[\w'’-]+(?: \([^)]*\))?) of (@\d+)")
_JOINED: Final = re.compile(r"(\b(?:and|or|nor|then|neither|not|so)|,(?! (?:and|or|nor|then)\b)) ([a-z]+)\b")
_VERB: Final = re.compile(r"((?:, [^,.;:]*,)? |, )([a-z]+)\b")  # behind a subject, perhaps with an apposition


def base_form(verb: str) -> str:
    """The form that goes with "you"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y" if verb != "dies" else "die"
    if verb.endswith(("sses", "shes", "ches", "xes", "zes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def possessed(text: str) -> str:
    """What belongs to somebody in fewer words: "the Reserve of @2" is "@2's Reserve"."""
    return _THEIR.sub(r"\2's \1", text) if " of @" in text else text


def to_reader(text: str, seat: int, own: str = "you") -> str:
    """The sentence for the reader at that seat: "@2 draws and ends the turn." is "You draw and end the turn." there.

    Where the reader is no subject it says `own`: "yourself" in a choice, which has no subject.
    """
    mark = f"@{seat}"
    if mark not in text:
        return text
    parts = re.split(rf"{mark}(?!\d)", text)
    told = parts[0]
    for part in parts[1:]:
        owned = _OF.search(told)
        if owned:  # "the Reserve of @2": "your Reserve"
            told = f"{told[: owned.start()]}{'Y' if owned[1][0].isupper() else 'y'}our {owned[2]}{part}"
        else:
            told += _you(told, part, own)
    return told


def _you(before: str, after: str, own: str) -> str:
    """The reader's own mark and what follows it, up to the next."""
    opens = not before or before.endswith((". ", "! ", "? "))
    if after.startswith(("'s ", "’s ")):
        return f"{'Your' if opens else 'your'}{after[2:]}"
    verb = _VERB.match(after)
    is_subject = bool(_SUBJECT.search(before)) and verb is not None
    if not is_subject or verb is None or verb[2] not in VERBS:
        return (own.capitalize() if opens else own) + after
    return f"{'You' if opens else 'you'}{_conjugated(after)}"


def _conjugated(after: str) -> str:
    """The clause behind "you": its verb and those joined to it, up to another subject or the end of the sentence."""
    end = len(after)
    for stop in (":", ";", ". ", "@"):
        at = after.find(stop)
        end = min(end, at if at >= 0 else end)
    clause, rest = after[:end], after[end:]
    clause = _VERB.sub(lambda m: f"{m[1]}{base_form(m[2])}", clause, count=1)
    clause = clause.replace(" themselves", " yourself")
    clause = _JOINED.sub(lambda m: f"{m[1]} {base_form(m[2])}" if m[2] in VERBS else m[0], clause)
    return clause + rest
