"""Everything a person reads of Zombie! Run for Your Lives!"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from shamble.games.run.rules.data import CARDS
from shamble.games.run.rules.reasons import NAMES
from shamble.kernel.game import View, counted
from shamble.kernel.reasons import Reason

_SENTENCES = {
    "sacrifice": (
        "This house rule forbids a fifth zombie before yourself and a fifth item before another player.",
        "R12",
    ),
    "special_used": ("You have used the Special Rule in this turn; it is open once a turn.", "R11"),
    "may_redraw": ("You may not pass while your hand can be redrawn.", "R10"),
    "must_give": ("Someone can receive the card turned up, so you must give it.", "R14"),
    "living_turn": ("Only a zombie player gives away a card from the deck; you play from your hand.", "R14"),
}


class RunWords:
    """The words of one edition: `items` and `zombies` are the names of the symbols 1 …, `annoying` that of Z0."""

    codes = re.compile(r" \([IZ]\d+\)")

    def __init__(self, items: Sequence[str], zombies: Sequence[str], annoying: str) -> None:
        self._names = {"Z0": annoying}
        self._names |= {f"I{n}": name for n, name in enumerate(items, 1)}
        self._names |= {f"Z{n}": name for n, name in enumerate(zombies, 1)}
        self._cards = {text: f"{name} ({text})" for text, name in self._names.items()}

    def name(self, text: str) -> str:
        """The name of a card: "umbrella"."""
        return self._names[text]

    def card(self, text: str) -> str:
        """The name of a card with its text: "umbrella (I3)"."""
        return self._cards[text]

    # -- choices -------------------------------------------------------------------------------------------------

    def label(self, view: View, action: str) -> str:
        verb, *rest = action.split()
        if verb == "redraw":
            return "Show your hand, discard it and draw five cards"
        if verb == "pass":
            if view["phase"] == "giving":
                return f"Discard the {self.card(view['turned_up'])}"
            return "End your turn: nothing can be played"
        if verb == "give":
            target = seat_of(rest[0])
            return (
                f"Give the {self.card(view['turned_up'])} to @{target}{self._effect(view, view['turned_up'], target)}"
            )
        card, target = placement(view, rest)
        where = "you" if target == view["seat"] else f"@{target}"
        how = " by the Special Rule" if verb == "special" else ""
        return f"Put the {self.card(card)} in front of {where}{how}{self._effect(view, card, target)}"

    def _effect(self, view: View, card: str, seat: int) -> str:
        """What the placement would do, where it is more than lying there (R6)."""
        match = partner(card)
        if match in view["fronts"][seat]:
            return f": it cancels the {self.card(match)}"
        if is_fifth(view, card, seat):
            return ": the fifth zombie" if card[0] == "Z" else ": the fifth item, which wins"
        return ""

    def explain(self, view: View, action: str) -> str:
        verb, *rest = action.split()
        if verb == "redraw":
            return (
                "No card in your hand has a normal play, so everyone sees your hand, it is discarded and you draw "
                f"five cards. Your turn goes on (R8, R9). The deck holds {counted(view['deck'], 'card')}."
            )
        if verb == "pass":
            if view["phase"] == "giving":
                return "A house rule lets a zombie player discard the card instead of giving it (R14)."
            return "Your hand has no normal play and a redraw is not open either, so your turn ends (R9, R10)."
        if verb == "give":
            return (
                "A zombie player gives the card turned up to any living player who shows none like it, item or zombie. "
                "It cancels, kills or wins like any other placement (R6, R14)."
                f"{shows_then(view, view['turned_up'], seat_of(rest[0]))}"
            )
        card, target = placement(view, rest)
        if verb == "play":
            return (
                "This is your normal play and ends your turn. A card and its match cancel at once; otherwise a fifth "
                f"item wins and a fifth zombie makes a zombie of its receiver (R6, R7).{shows_then(view, card, target)}"
            )
        if not is_fifth(view, card, target):
            return (
                "Once a turn you may place a card the wrong way round. Then you draw a card and play on (R11)."
                f"{shows_then(view, card, target)}"
            )
        if card[0] == "Z":
            return "A sacrifice: the fifth zombie makes you one, and your turn ends without another draw (R12)."
        return f"A sacrifice: the fifth item rescues @{target}, who wins at once (R12)."

    # -- refusals ------------------------------------------------------------------------------------------------

    def reason(self, view: View, action: str, reason: Reason) -> tuple[str, str]:
        verb, *rest = action.split()
        kind = reason.kind
        if kind == "outcome":
            return "The cards and the lot decide that, not a player.", "book"
        if kind not in NAMES or kind in _SENTENCES:
            return _SENTENCES.get(kind, ("", ""))
        if kind in ("redrawn", "seen_all", "idle", "has_play", "special_first"):
            return self._bar_without_play(verb, reason)
        if kind == "zombie_turn":
            if verb == "special":
                return (
                    "A zombie player may not use the Special Rule; give the card turned up to a living player.",
                    "R11",
                )
            return "A zombie player has no hand; give the card turned up to a living player.", "R13"
        if verb == "give":
            return self._bar_before(view, kind, view["turned_up"], seat_of(rest[0]), "R14")
        card, target = placement(view, rest)
        if kind == "not_held":
            return f"You do not hold the {self.card(card)}.", "book"
        if kind == "others_only":
            if verb == "play":
                return "A zombie is played before an opponent; before yourself only by the Special Rule.", "R4"
            return "By the Special Rule an item goes before another player; before yourself it is a normal play.", "R11"
        return self._bar_before(view, kind, card, target, "R4" if verb == "play" else "R11")

    def _bar_without_play(self, verb: str, reason: Reason) -> tuple[str, str]:
        if reason.kind == "has_play":
            card = self.card(CARDS[reason.args[0]])
            if verb == "pass":
                return f"You may not pass while a card has a normal play, and your {card} has one.", "R7"
            return f"You may redraw only without a normal play, and your {card} has one.", "R8"
        if reason.kind == "special_first":
            if verb == "pass":
                return "This house rule makes you use the Special Rule first, sacrifices aside.", "R8"
            return "This house rule lets you redraw only once no special play is left, sacrifices aside.", "R8"
        if reason.kind == "redrawn":
            return "This house rule allows one redraw in a turn.", "R9"
        if reason.kind == "seen_all":
            return f"{reason.args[0]} redraws in one turn have shown every card that can come; you pass.", "R10"
        return "No card that could come has a normal play, so a redraw is idle; you pass.", "R10"

    def _bar_before(self, view: View, kind: str, card: str, seat: int, living_rule: str) -> tuple[str, str]:
        """What keeps a card from lying before a seat."""
        if kind == "no_seat":
            return f"There is no seat {seat} at this table; the seats are 0 to {view['players'] - 1}.", "book"
        if kind == "zombie":
            return f"@{seat} is a zombie, and only living players receive cards.", living_rule
        whose = "You show" if seat == view["seat"] else f"@{seat} shows"
        return f"{whose} the {self.card(card)} already: nobody has two identical cards in front.", "R5"

    # -- the table -----------------------------------------------------------------------------------------------

    def asked(self, view: View) -> str:
        phase, turn = view["phase"], view["turn"]
        if phase == "over":
            return self.why(view)
        if phase == "choosing":
            return "The lot decides who begins."
        if phase == "dealing":
            return f"The cards are dealt: the next one goes to @{turn}."
        if phase == "drawing":
            return f"@{turn} draws {counted(view['owed'], 'card')}."
        if phase == "turning_up":
            return f"@{turn}, a zombie, turns up the top card of the deck."
        if phase == "giving":
            return f"@{turn}, a zombie, gives the {self.card(view['turned_up'])} to a living player."
        if view["special_used"]:
            return f"@{turn} has used the Special Rule and plays a card."
        return f"@{turn} plays a card, and may use the Special Rule first."

    def tell(self, before: View, who: int, action: str | None, after: View) -> list[str]:
        verb, *rest = (action or "draw").split()
        if action is None:
            said = [f"@{before['turn']} {'draws a card' if before['phase'] == 'drawing' else 'is dealt a card'}."]
        elif verb == "first":
            said = [f"{rest[0]} begins."]
        elif verb == "draw":
            said = [self._tell_draw(before, after, rest[0])]
        elif verb == "redraw":
            said = [self._tell_redraw(before, after)]
        elif verb == "pass":
            said = [self._tell_pass(before)]
        else:
            said = self._tell_placement(before, after, verb, rest)
        return said + self._tell_what_followed(before, verb, after)

    def _tell_draw(self, before: View, after: View, card: str) -> str:
        turn = before["turn"]
        if before["phase"] == "dealing":
            return f"@{turn} is dealt the {self.card(card)}."
        if before["phase"] == "drawing":
            return f"@{turn} draws the {self.card(card)}."
        if after["turned_up"] is None:
            return f"@{turn} turns up the {self.card(card)}; nobody can receive it and it is discarded."
        return f"@{turn} turns up the {self.card(card)}."

    def _tell_redraw(self, before: View, after: View) -> str:
        turn = before["turn"]
        if not after["shown"]:
            return f"@{turn} has an empty hand and draws anew."
        cards = ", ".join(self.card(card) for card in after["shown"])
        return f"@{turn} cannot play, shows the hand and discards it: {cards}."

    def _tell_pass(self, before: View) -> str:
        if before["phase"] == "giving":
            return f"@{before['turn']} discards the {self.card(before['turned_up'])}."
        return f"@{before['turn']} can neither play nor redraw; the turn ends."

    def _tell_placement(self, before: View, after: View, verb: str, rest: list[str]) -> list[str]:
        turn = before["turn"]
        card = before["turned_up"] if verb == "give" else rest[0]
        target = seat_of(rest[-1]) if rest[-1][0] == "@" else turn
        how = {"play": "plays", "special": "uses the Special Rule and plays", "give": "gives"}[verb]
        if target == turn:
            how = {"play": "lays out", "special": "uses the Special Rule and takes"}[verb]
            said = [f"@{turn} {how} the {self.card(card)}."]
        else:
            said = [f"@{turn} {how} the {self.card(card)} to @{target}."]
        match = partner(card)
        if match in before["fronts"][target]:
            said.append(f"It cancels the {self.card(match)} of @{target}; both are discarded.")
        elif target not in after["living"]:
            removed = before["options"].get("dead_hand") == "removed"
            fate = (
                "all cards in front are discarded and the hand leaves the game"
                if removed
                else "all cards are discarded"
            )
            said.append(f"That is the fifth zombie: @{target} is a zombie now, and {fate}.")
        return said

    def _tell_what_followed(self, before: View, verb: str, after: View) -> list[str]:
        """What happens by itself: a new deck, a draw skipped, zombie players with nothing to give, the end."""
        said = []
        if after["deck"] > before["deck"] - (verb == "draw"):
            said.append("The discard pile is shuffled into a new deck.")
        ended = after["turns"] - before["turns"]
        if ended and before["phase"] == "turning_up":
            said.append(f"Nothing is left that @{before['turn']} could give; the turn ends.")
        if after["phase"] == "over":
            return [*said, self.why(after)]
        for k in range(1, ended):
            said.append(
                f"Nothing is left that @{(before['turn'] + k) % before['players']} could give; that turn is skipped."
            )
        wanted = before["owed"] > 1 if verb == "draw" else True
        if before["phase"] != "dealing" and after["phase"] == "playing" and wanted:
            said.append(f"No card is left for @{after['turn']} to draw.")
        return said

    def why(self, view: View) -> str:
        winner = view["winner"]
        if view["ending"] == "items":
            return f"@{winner} shows five different items, is rescued and wins."
        if view["ending"] == "last":
            return f"@{winner} is the last one living and wins."
        return f"The limit of {counted(view['turns'], 'turn')} is reached: the game is a draw (R22)."


# -- facts of a view -----------------------------------------------------------------------------------------------


def partner(card: str) -> str:
    """The card that matches: I3 for Z3, Z3 for I3, none for Z0."""
    if card == "Z0":
        return ""
    return ("Z" if card[0] == "I" else "I") + card[1:]


def seat_of(text: str) -> int:
    """The seat of "@2"."""
    return int(text[1:])


def placement(view: View, rest: Sequence[str]) -> tuple[str, int]:
    """The card and the seat that a play or special play names; the reader's own where it names none."""
    return rest[0], seat_of(rest[1]) if len(rest) > 1 else view["seat"]


def shows_then(view: View, card: str, seat: int) -> str:
    """What lies before a seat once the card has come there."""
    front = view["fronts"][seat]
    after = [other for other in front if other != partner(card)] if partner(card) in front else [*front, card]
    items = sum(other[0] == "I" for other in after)
    who = "You then show" if seat == view["seat"] else f"@{seat} then shows"
    return f" {who} {counted(items, 'item')} and {counted(len(after) - items, 'zombie')}."


def is_fifth(view: View, card: str, seat: int) -> bool:
    """R6: the card cancels nothing there and is the fifth of its sort."""
    front = view["fronts"][seat]
    if len(front) < 4:
        return False
    return partner(card) not in front and sum(other[0] == card[0] for other in front) == 4


def from_edition(data: Mapping[str, Any]) -> RunWords:
    """The words of an edition's data."""
    symbols = data["symbol"]
    return RunWords([s["item"] for s in symbols], [s["zombie"] for s in symbols], data["annoying"])
