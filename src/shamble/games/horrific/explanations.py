"""What the choices of Horrific do, in a few sentences with their numbers, as the options have it.

Numbers say what comes of a choice as things stand: if nobody denies the card, and nothing else is done in the turn.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from shamble.kernel.game import View

Types = Mapping[str, Mapping[str, Any]]  # what is printed on the card types of the edition, by their ids

HAND_SIZE = 5


def explain(types: Types, view: View, action: str) -> str:
    """The effect of a legal action."""
    verb, *rest = action.split()
    return " ".join(part for part in EXPLAINED[verb](types, view, rest) if part)


# -- PLAY --------------------------------------------------------------------------------------------------------


def _play(types: Types, view: View, rest: Sequence[str]) -> list[str]:
    source = "reserve" if rest[0] == "down" else rest[1] if len(rest) > 1 else "hand"
    kind = own_down(view, rest[1]) if rest[0] == "down" else rest[0]
    row = types[kind]
    reach = "By Power it reaches even a person controlled in this turn (R22)." if source == "power" else ""
    does = Outcome(types, view, kind).sentences() if row["target"] == "none" else [_targets(view, row["target"])]
    return [row["note"], reach, *does, _plays_left(view, source), _deniers(view, source == "reserve")]


def _targets(view: View, target: str) -> str:
    """Among how many a target is looked for."""
    me = view["seat"]
    living, undead = [len(pool) for pool in view["living"]], [len(pool) for pool in view["undead"]]
    lying = sum(_reserve_size(view, seat) for seat in _rivals(view))
    return {
        "town": f"In the Town: {counted(len(view['town']), 'person', 'persons')}.",
        "own": f"Your Minions: {living[me]} Living, {undead[me]} Undead.",
        "own_living": f"Your Living Minions: {living[me]}.",
        "rival_living": f"Living Minions of opponents: {sum(living) - living[me]}.",
        "rival_minion": f"Minions of opponents: {sum(living) - living[me]} Living, {sum(undead) - undead[me]} Undead.",
        "rival_reserve": f"In the Reserves of opponents: {counted(lying, 'card')}.",
    }[target]


def _plays_left(view: View, source: str) -> str:
    base, power = view["base"] - (source == "hand"), view["power"] - (source == "power")
    more = f", {power} by Power" if power else ""
    return f"Plays left from your hand then: {base}{more}."


def _deniers(view: View, reserve: bool) -> str:
    asked = [seat for seat in _rivals(view) if _might_deny(view, seat, reserve)]
    if not asked:
        return "Nobody is asked whether to deny it (R16)."
    return f"{counted(len(asked), 'opponent is', 'opponents are')} asked whether to deny it (R16)."


def _might_deny(view: View, seat: int, reserve: bool) -> bool:
    """Whether a seat may have a fitting Deny, as far as all can see."""
    return bool("DN" in view["reserve"][seat] or view["down"][seat] or (reserve and view["held"][seat]))


def _target(types: Types, view: View, rest: Sequence[str]) -> list[str]:
    """A person, an opponent or a card of a Reserve is named."""
    play = view["play"]
    outcome = Outcome(types, view, play["card"])
    if rest[0].startswith("@"):
        outcome.rival = int(rest[0][1:])
    elif types[play["card"]]["target"] != "rival_reserve":
        outcome.person = rest[0]
    else:
        outcome.aimed = True
    when = (
        "Nobody can deny the card any more: here targets are named after that (R5)."
        if view["rules"]["declare_after"]
        else "Targets are named before anybody denies the card (R5)."
    )
    return [types[play["card"]]["note"], *outcome.sentences(), when]


def _mode(types: Types, view: View, rest: Sequence[str]) -> list[str]:
    me, printed = view["seat"], view["people"][view["play"]["on"]]
    mound = len(view["mound"][me])
    cards = counted(min(printed["value"], mound), "card")
    if rest[0] == "power":
        more, by_power = counted(printed["power"], "card"), view["power"] + printed["power"]
        return [f"You may play {more} more from your hand, {by_power} by Power in all, even on fresh persons (R22)."]
    if rest[0] == "influence":
        trust = trust_after(view, view["trust"][me], printed["influence"])
        return [f"You gain {printed['influence']} Trust, the printed Influence, and have {trust} then (R24)."]
    if rest[0] == "dig":
        return [f"One of the top {cards} of your Mound, which has {mound}, comes to your hand (R25)."]
    return [f"{printed['name']} is destroyed for ever for up to {cards} of your Mound, which has {mound} (R25)."]


def _take(types: Types, view: View, rest: Sequence[str]) -> list[str]:
    named, mound = view["play"]["take"], view["mound"][view["seat"]]
    places = [place for place, kind in enumerate(mound, 1) if kind == rest[0]]
    return [
        "It comes back to your hand, and all see it (R25).",
        f"It is card {places[named.count(rest[0])]} from the top of your Mound. Named with it: {len(named) + 1}, "
        f"of {counted(_most(view), 'card')} at most.",
        once_played(types, rest[0]),
    ]


def _stop(types: Types, view: View, rest: Sequence[str]) -> list[str]:
    return [f"You take {len(view['play']['take'])} of the {counted(_most(view), 'card')} that the Value allows (R25)."]


def _most(view: View) -> int:
    """How many cards come back from the Mound at most."""
    play = view["play"]
    value = view["people"][play["on"]]["value"]
    return 1 if play["mode"] == "dig" else min(value, len(view["mound"][view["seat"]]))


# -- DENY --------------------------------------------------------------------------------------------------------


def _deny(types: Types, view: View, rest: Sequence[str]) -> list[str]:
    me = view["seat"]
    held = view["hand"].count("DN") - (rest[0] == "hand")
    lying = (view["reserve"][me] + view["down"][me]).count("DN") - (rest[0] != "hand")
    return [
        "The card has no effect. A Deny of the hand stops only cards out of a Reserve (R16, R19).",
        f"Denies left to you then: {held} in hand, {lying} in your Reserve.",
    ]


def _pass(types: Types, view: View, rest: Sequence[str]) -> list[str]:
    me, window = view["seat"], view["windows"][-1]
    still = [
        seat
        for seat in range(view["players"])
        if seat not in (me, view["turn"], window["seat"], *window["asked"])
        and _might_deny(view, seat, window["reserve"])
    ]
    return [
        "You are asked whenever you might hold a Deny, so your silence tells nothing (R16).",
        f"After you {counted(len(still), 'opponent is', 'opponents are')} asked.",
    ]


# -- LAY, and cards turned up ------------------------------------------------------------------------------------


def _lay(types: Types, view: View, rest: Sequence[str]) -> list[str]:
    me, kind = view["seat"], rest[0]
    alike = (view["reserve"][me] + view["down"][me]).count(kind) + 1
    return [
        "It lies ready in your Reserve from now on.",
        once_played(types, kind),
        "Face down it has no effect, but counts for the three (R13, R14)." if len(rest) > 1 else "",
        f"Your Reserve then has {alike} of the type, {_reserve_size(view, me) + 1} in all.",
        _lays_left(view),
    ]


def _lay_discard(types: Types, view: View, rest: Sequence[str]) -> list[str]:
    mound = len(view["mound"][view["seat"]]) + 1
    return [
        "In place of a lay; face-down cards of the type are turned up to prove that there are three (R11).",
        f"Your Mound then has {counted(mound, 'card')}.",
        _lays_left(view),
    ]


def _lays_left(view: View) -> str:
    return f"Lays left then: {lays(view) - view['laid'] - 1} (R12)."


def lays(view: View) -> int:
    """How many cards this turn allows to be laid (R12)."""
    return 1 if view["hand_played"] else 2


def _turn_up(types: Types, view: View, rest: Sequence[str]) -> list[str]:
    kind = own_down(view, rest[0])
    shown = view["reserve"][view["seat"]].count(kind) + 1
    return [
        f"Once face up it never turns back (R14, R15). Face up in your Reserve then: {shown} of the type.",
        once_played(types, kind),
    ]


def _end_play(types: Types, view: View, rest: Sequence[str]) -> list[str]:
    played, power = len(view["discard"][view["seat"]]), view["power"]
    return [
        "All cards played go onto the Mounds, Power that is left is lost, and LAY begins (R9, R22).",
        f"Cards of yours: {played}; plays by Power lost: {power}; you may lay {counted(lays(view), 'card')} (R12).",
    ]


def _end_lay(types: Types, view: View, rest: Sequence[str]) -> list[str]:
    me = view["seat"]
    trust = trust_at_end(types, view)
    living = view["living"][me]
    leaving = [person for person in living if view["people"][person]["loyalty"] > trust]
    stays = [person for person in living if person not in leaving]
    lost = view["trust"][me] - trust
    goals = view["goals"][me]
    held = sum(goal["min"] <= _now(view, goal, trust, stays) <= goal["max"] for goal in goals)
    won = held == len(goals)
    drawn = min(max(0, HAND_SIZE - view["held"][me]), view["deck"][me] + len(view["mound"][me]))
    return [
        f"You lose {lost} Trust for your Living Minions and have {trust} then (R28, R30);",
        f"{len(leaving) or 'none'} of them leave{'s' if len(leaving) < 2 else ''} (R31).",
        f"Lines of your victory condition that hold then: {held} of {len(goals)} (R32){', so you win' if won else ''}.",
        "" if won else f"You draw {counted(drawn, 'card')} (R33).",
    ]


def _now(view: View, goal: Mapping[str, Any], trust: int, living: Sequence[str]) -> int:
    """What a line of the victory condition counts at the end of the turn."""
    if goal["stat"] in ("power", "influence"):
        return sum(view["people"][person][goal["stat"]] for person in living)
    return {"living": len(living), "trust": trust}.get(goal["stat"], int(goal["now"]))


# -- what comes of a card ----------------------------------------------------------------------------------------


class Outcome:
    """What a card does, with as much of it named as is known already."""

    def __init__(self, types: Types, view: View, kind: str) -> None:
        play = view["play"] or {}
        rivals = _rivals(view)
        self.types = types
        self.view = view
        self.row = types[kind]
        self.person: str | None = play.get("on")
        self.rival: int | None = play.get("against")
        self.aimed = False
        if self.rival is None and len(rivals) == 1:
            self.rival = rivals[0]
        self.trust = list(view["trust"])

    def sentences(self) -> list[str]:
        """One for each effect whose parts are known, in the order of the effects."""
        does: dict[str, Callable[[Mapping[str, Any]], str]] = {
            "control": self._control,
            "return_to_town": self._return_to_town,
            "flip_undead": self._flip_undead,
            "trust": self._trust,
            "gimp": self._gimp,
            "use_control": self._use_control,
            "reserve_to_mound": self._reserve_to_mound,
        }
        return [does[effect["do"]](effect) for effect in self.row["effect"] if effect["do"] in does]

    def _printed(self) -> Mapping[str, Any]:
        printed: Mapping[str, Any] = self.view["people"][self.person]
        return printed

    def _control(self, effect: Mapping[str, Any]) -> str:
        if self.person is None:
            return ""
        trust, printed = trust_at_end(self.types, self.view, 1), self._printed()
        return (
            f"You have {trust} Trust at the end of the turn then, and with Loyalty {printed['loyalty']} "
            f"{printed['name']} {'leaves' if printed['loyalty'] > trust else 'stays'} (R31)."
        )

    def _return_to_town(self, effect: Mapping[str, Any]) -> str:
        if self.person is None:
            return ""
        owner = next(seat for seat in range(self.view["players"]) if self.person in self._minions(seat))
        return f"{_has(self.view, owner)} {counted(len(self._minions(owner)) - 1, 'Minion')} then."

    def _minions(self, seat: int) -> list[str]:
        return [*self.view["living"][seat], *self.view["undead"][seat]]

    def _flip_undead(self, effect: Mapping[str, Any]) -> str:
        if self.person is None:
            return ""
        me, printed = self.view["seat"], self._printed()
        living, undead = len(self.view["living"][me]) - 1, len(self.view["undead"][me]) + 1
        return (
            f"As an Undead {printed['name']} has Value {printed['value']}; "
            f"you have {living} Living and {undead} Undead Minions then."
        )

    def _trust(self, effect: Mapping[str, Any]) -> str:
        amount = effect["amount"]
        if isinstance(amount, str):
            if self.person is None:
                return ""
            amount = self._printed()["influence"] * (-1 if amount.startswith("-") else 1)
        changes = f"{'gains' if amount >= 0 else 'loses'} {abs(amount)} Trust"
        if effect["who"] != "rival":
            seat = self.view["seat"]
        elif self.rival is None:
            return f"The opponent you name {changes}."
        else:
            seat = self.rival
        self.trust[seat] = trust_after(self.view, self.trust[seat], amount)
        return f"{_has(self.view, seat)} {self.trust[seat]} Trust then."

    def _gimp(self, effect: Mapping[str, Any]) -> str:
        if self.rival is None or self.trust[self.rival] > 0 or not self.view["rules"]["gimping"]:
            return ""
        return f"@{self.rival} is gimped by it (R29)."

    def _use_control(self, effect: Mapping[str, Any]) -> str:
        if self.person is None:
            return ""
        printed = self._printed()
        if any(self.person in pool for pool in self.view["undead"]):
            mound = counted(len(self.view["mound"][self.view["seat"]]), "card")
            return f"{printed['name']} has Value {printed['value']}, and your Mound {mound}."
        return f"{printed['name']} has Power {printed['power']} and Influence {printed['influence']}."

    def _reserve_to_mound(self, effect: Mapping[str, Any]) -> str:
        if self.rival is None:
            return ""
        left = _reserve_size(self.view, self.rival) - 1
        mound = counted(len(self.view["mound"][self.rival]) + 1, "card")
        return f"@{self.rival} has {counted(left, 'card')} left in the Reserve then, and {mound} on the Mound."


# -- numbers -----------------------------------------------------------------------------------------------------


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: "1 card", "3 cards"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def own_down(view: View, place: str) -> str:
    """The type of the reader's own face-down card at a place."""
    return str(view["down"][view["seat"]][int(place) - 1])


def once_played(types: Types, kind: str) -> str:
    """What a card that is not played now will do."""
    row = types[kind]
    return str(row["note"]) if row["play"] == "lay_only" else f"Once played: {row['note']}"


def trust_after(view: View, trust: int, amount: int) -> int:
    """What a Trust becomes by a change (R4)."""
    cap = view["rules"]["trust_cap"]
    trust = max(0, trust + amount)
    return trust if cap is None or amount <= 0 else min(trust, cap)


def trust_at_end(types: Types, view: View, more: int = 0) -> int:
    """The reader's Trust after LOSE TRUST, with so many Living Minions more (R28, R30)."""
    me = view["seat"]
    eased = sum(
        effect.get("amount", 0)
        for kind in view["reserve"][me]
        for effect in types[kind]["effect"]
        if effect["do"] == "lose_less"
    )
    return trust_after(view, view["trust"][me], -max(0, len(view["living"][me]) + more - eased))


def _has(view: View, seat: int) -> str:
    return "You have" if seat == view["seat"] else f"@{seat} has"


def _rivals(view: View) -> list[int]:
    return [seat for seat in range(view["players"]) if seat != view["seat"]]


def _reserve_size(view: View, seat: int) -> int:
    return len(view["reserve"][seat]) + len(view["down"][seat])


EXPLAINED: Mapping[str, Callable[[Types, View, Sequence[str]], list[str]]] = {
    "play": _play,
    "end_play": _end_play,
    "on": _target,
    "mode": _mode,
    "take": _take,
    "stop": _stop,
    "against": _target,
    "destroy": _target,
    "deny": _deny,
    "pass": _pass,
    "lay": _lay,
    "lay_discard": _lay_discard,
    "end_lay": _end_lay,
    "turn_up": _turn_up,
}
