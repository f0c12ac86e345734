"""What a study asks of Horrific."""

from shamble.games.horrific.rules import report
from shamble.games.horrific.rules.state import HorrificState
from shamble.kernel.game import Edition, Facts
from shamble.kernel.state import State

COUNTED = ("play", "on", "mode", "deny", "lay", "destroy", "lay_discard")


class HorrificFacts(Facts):
    """Cards played and laid, the persons they are played on, and what Minions are used for."""

    def topic(self, action: str) -> str:
        words = action.split()
        return " ".join(words[:2]) if words[0] in COUNTED else ""

    def name(self, topic: str, edition: Edition) -> str:
        head, _, rest = topic.partition(" ")
        names = {row["id"]: row["name"] for row in edition.data["type"]}
        if head == "on":
            letter = {"D": "dela", "H": "huati", "B": "bones", "M": "maal", "K": "doktor", "V": "vladimir"}[rest[0]]
            people = [row["name"] for row in edition.data["person"] if row["character"] == letter]
            return f"{head} {people[int(rest[1:]) - 1]} ({rest})"
        return f"{head} {names[rest]} ({rest})" if rest in names else topic

    def turn(self, state: State) -> int:
        assert isinstance(state, HorrificState)
        return state.turn

    def characters(self, state: State) -> list[str]:
        assert isinstance(state, HorrificState)
        return [name or "" for name in report.characters(state)]


FACTS = HorrificFacts()
