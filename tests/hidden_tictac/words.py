"""Everything a person reads of the game."""

from typing import Any

from shamble.kernel.reasons import Reason

View = dict[str, Any]
CARD_RULES = {"mark": "R2", "steal": "R3", "skip": "R4", "deal": "R5"}


class TictacWords:
    """Sentences, from views alone."""

    def label(self, view: View, action: str) -> str:
        verb, _, square = action.partition(" ")
        if verb == "mark":
            return f"Mark square {square}"
        return f"Steal square {square}" if verb == "steal" else "Skip your turn"

    def explain(self, view: View, action: str) -> str:
        if action.startswith("mark"):
            return "Your sign stands there. Three in a row win."
        return "This uses up your card and shows it."

    def reason(self, view: View, action: str, reason: Reason) -> tuple[str, str]:
        verb, _, square = action.partition(" ")
        sentences = {
            "taken": f"Square {square} is not free.",
            "card_used": "You have used your card.",
            "no_card": f"You hold no card that {verb}s.",
            "not_theirs": f"Square {square} does not bear your opponent's sign.",
        }
        return sentences.get(reason.kind, ""), CARD_RULES[verb]

    def asked(self, view: View) -> str:
        if view["ending"]:
            return "The game is over."
        return "The cards are dealt." if view["turn"] is None else f"@{view['turn']} is to mark a square."

    def tell(self, before: View, who: int, action: str | None, after: View) -> list[str]:
        if who < 0:
            return ["You are dealt a card." if action else "A card is dealt."]
        assert action is not None
        verb, _, square = action.partition(" ")
        if verb == "skip":
            return [f"@{who} skips a turn."]
        return [f"@{who} {verb}s square {square}."]

    def why(self, view: View) -> str:
        if view["winner"] is None:
            return "The squares are full, and nobody has three in a row."
        return f"@{view['winner']} has three in a row."
