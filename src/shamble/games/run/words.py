"""Everything a person reads of Zombie! Run for Your Lives!"""

from collections.abc import Mapping, Sequence
from typing import Any

from shamble.kernel.game import View


class RunWords:
    """The words of one edition: `items` and `zombies` are the names of the symbols 1 …, `annoying` that of Z0."""

    def __init__(self, items: Sequence[str], zombies: Sequence[str], annoying: str) -> None:
        self._names = {"Z0": annoying}
        self._names |= {f"I{n}": name for n, name in enumerate(items, 1)}
        self._names |= {f"Z{n}": name for n, name in enumerate(zombies, 1)}

    def card(self, text: str) -> str:
        """The name of a card with its text: "umbrella (I3)"."""
        return f"{self._names[text]} ({text})"

    # -- choices -------------------------------------------------------------------------------------------------

    def label(self, view: View, action: str) -> str:
        verb, *rest = action.split()
        if verb == "redraw":
            return "Show your hand, discard it and draw five cards"
        if verb == "pass":
            return "Discard the card turned up" if view["phase"] == "giving" else "End your turn: nothing can be played"
        if verb == "give":
            return f"Give the {self.card(view['turned_up'])} to {rest[0]}{self._effect(view, view['turned_up'], int(rest[0][1:]))}"
        card = rest[0]
        target = int(rest[1][1:]) if len(rest) > 1 else view["seat"]
        how = " by the Special Rule" if verb == "special" else ""
        if target == view["seat"]:
            return f"Put the {self.card(card)} in front of you{how}{self._effect(view, card, target)}"
        return f"Put the {self.card(card)} in front of @{target}{how}{self._effect(view, card, target)}"

    def _effect(self, view: View, card: str, seat: int) -> str:
        """What the placement would do, where it is more than lying there."""
        front = view["fronts"][seat]
        match = partner(card)
        if match in front:
            return f": it cancels the {self.card(match)}"
        same = [other for other in front if other[0] == card[0]]
        if len(same) == 4:
            return ": the fifth zombie" if card[0] == "Z" else ": the fifth item, which wins"
        return ""

    def explain(self, view: View, action: str) -> str:
        verb = action.split()[0]
        if verb == "redraw":
            return "You have no card to play in the normal way, so all see your hand, it is discarded and you draw five. Your turn goes on (R8, R9)."
        if verb == "pass":
            if view["phase"] == "giving":
                return "A house rule lets a zombie player discard the card instead of giving it (R14)."
            return "No card that could come to you could be played, so your turn ends (R10)."
        if verb == "give":
            return "A zombie player gives the card turned up to any living player who has none like it; zombie or item, both count (R14, R15)."
        if verb == "special":
            return "Once a turn: a zombie before yourself or an item before another living player. You draw a card and go on (R11)."
        return "Your normal play. A card and its match cancel at once; five items win, five zombies turn a player into one. Your turn ends (R6, R7)."

    def refuse(self, view: View, action: str) -> tuple[str, str]:
        verb, *rest = action.split()
        phase = view["phase"]
        if verb in ("draw", "first"):
            return "Cards are drawn by chance, not chosen.", "book"
        if phase == "giving":
            if verb != "give":
                return "A zombie player has no hand: give the card turned up to a living player.", "R14"
            return self._cannot_receive(view, view["turned_up"], int(rest[0][1:]))
        if verb == "give":
            return "Only a zombie player gives a card turned up from the deck.", "book"
        if verb == "redraw":
            if view["redraws"] > 0 and phase == "playing":
                return (
                    "The hand may be redrawn only once a turn under this house rule, or you hold a card that can be played.",
                    "R9",
                )
            return "You may redraw only when no card in your hand can be played in the normal way.", "R8"
        if verb == "pass":
            return "You may not pass while a card can be played or the hand redrawn.", "R7"
        card = rest[0]
        if card not in view["hand"]:
            return f"You do not hold the {self.card(card)}.", "book"
        target = int(rest[1][1:]) if len(rest) > 1 else view["seat"]
        if verb == "special" and view["special_used"]:
            return "The Special Rule may be used only once a turn.", "R11"
        if len(rest) > 1 and target == view["seat"]:
            if verb == "play":
                return "A zombie is played before another player; before yourself only by the Special Rule.", "R4"
            return "By the Special Rule an item goes before another player.", "R11"
        reason = self._cannot_receive(view, card, target)
        if reason[0]:
            return reason
        if verb == "special":
            return (
                "This house rule forbids a sacrifice: a fifth zombie before yourself or a fifth item before another.",
                "R12",
            )
        return "An item is played before yourself, a zombie before another player.", "book"

    def _cannot_receive(self, view: View, card: str, seat: int) -> tuple[str, str]:
        if seat >= view["players"]:
            return f"There is no seat @{seat} in this game.", "book"
        if seat not in view["living"]:
            return f"@{seat} is a zombie and receives no cards.", "R4"
        if card in view["fronts"][seat]:
            return f"@{seat} already has the {self.card(card)} in front: no two identical cards.", "R5"
        return "", ""

    # -- the table -----------------------------------------------------------------------------------------------

    def asked(self, view: View) -> str:
        phase, turn = view["phase"], view["turn"]
        if phase == "over":
            return self.why(view)
        if phase == "choosing":
            return "It is drawn by lot who begins."
        if phase == "dealing":
            return f"The cards are dealt: @{turn} receives the next one."
        if phase == "drawing":
            return f"@{turn} draws a card."
        if phase == "turning_up":
            return f"@{turn}, a zombie, turns up the top card."
        if phase == "giving":
            return f"@{turn}, a zombie, gives the {self.card(view['turned_up'])} to a living player."
        special = "" if view["special_used"] else " The Special Rule is still open."
        return f"@{turn} plays a card.{special}"

    def tell(self, before: View, who: int, action: str | None, after: View) -> list[str]:
        said: list[str] = []
        turn = before["turn"]
        reshuffled = after["deck"] > before["deck"] and "I" not in before["phase"]
        if action is None:
            said.append(f"@{turn} draws a card." if before["phase"] == "drawing" else f"@{turn} is dealt a card.")
        else:
            verb, *rest = action.split()
            if verb == "first":
                said.append(f"{rest[0]} begins.")
            elif verb == "draw":
                said.append(self._tell_draw(before, after, rest[0]))
            elif verb == "redraw":
                shown = ", ".join(self.card(card) for card in drawn_off(before, after)) or "nothing"
                said.append(f"@{turn} cannot play, shows the hand ({shown}) and discards it.")
            elif verb == "pass":
                if before["phase"] == "giving":
                    said.append(f"@{turn} discards the {self.card(before['turned_up'])}.")
                else:
                    said.append(f"@{turn} can play nothing at all; the turn ends.")
            else:
                said += self._tell_placement(before, after, verb, rest, turn)
        if reshuffled:
            said.append("The discard pile is shuffled and becomes the deck.")
        if after["phase"] == "over":
            said.append(self.why(after))
        return said

    def _tell_draw(self, before: View, after: View, card: str) -> str:
        turn = before["turn"]
        if before["phase"] == "dealing":
            return f"@{turn} is dealt the {self.card(card)}."
        if before["phase"] == "drawing":
            return f"@{turn} draws the {self.card(card)}."
        if after["turned_up"] is None:
            return f"@{turn} turns up the {self.card(card)}; nobody can take it and it is discarded."
        return f"@{turn} turns up the {self.card(card)}."

    def _tell_placement(self, before: View, after: View, verb: str, rest: list[str], turn: int) -> list[str]:
        card = before["turned_up"] if verb == "give" else rest[0]
        target = int(rest[-1][1:]) if rest[-1][0] == "@" else turn
        how = {"play": "plays", "special": "uses the Special Rule: plays", "give": "gives"}[verb]
        where = "in front" if target == turn else f"to @{target}"
        front = before["fronts"][target]
        match = partner(card)
        said = [f"@{turn} {how} the {self.card(card)} {where}."]
        if match in front:
            said.append(f"It cancels the {self.card(match)} of @{target}.")
        elif target in before["living"] and target not in after["living"]:
            said.append(f"That is the fifth zombie: @{target} is a zombie now.")
        return said

    def why(self, view: View) -> str:
        winner = view["winner"]
        if view["ending"] == "items":
            return f"@{winner} has five different items and is rescued: @{winner} wins."
        if view["ending"] == "last":
            return f"@{winner} is the last one living and wins."
        return "The limit of turns is reached: the game is a draw (R22)."


def partner(card: str) -> str:
    """The card that matches: I3 for Z3, Z3 for I3, none for Z0."""
    if card == "Z0":
        return ""
    return ("Z" if card[0] == "I" else "I") + card[1:]


def drawn_off(before: View, after: View) -> list[str]:
    """The cards that came onto the discard pile (or, through it, into the deck) by a redraw: the hand shown."""
    if before["hand"] is not None and before["seat"] == before["turn"]:
        return list(before["hand"])
    left = list(after["discard"])
    for card in before["discard"]:
        if card in left:
            left.remove(card)
    return left


def from_edition(data: Mapping[str, Any]) -> RunWords:
    """The words of an edition's data."""
    symbols = data["symbol"]
    return RunWords([s["item"] for s in symbols], [s["zombie"] for s in symbols], data["annoying"])
