"""The sentences that tell why an action is not legal: each of `rules/reasons.py`, with the number of its rule."""

from typing import Final, Protocol

from shamble.kernel.game import View
from shamble.kernel.reasons import OUTCOME, Reason


class Names(Protocol):
    """What a sentence asks of the words of an edition."""

    def card(self, text: str) -> str:
        """The name of a card type."""
        ...

    def person(self, view: View, text: str) -> str:
        """The name of a person."""
        ...


# what is asked in a phase, said to whoever tries something that has no place in it
IN_PHASE: Final = {
    "playing": "You are in PLAY: play a card or end it.",
    "aiming": "First say on which person the card is played.",
    "using": "First say what the Minion is used for.",
    "taking": "First say which cards come back from your Mound.",
    "naming": "First say which opponent is meant.",
    "destroying": "First say which card of the Reserve is destroyed.",
    "laying": "You are in LAY: lay a card or end it.",
}
# {card}, {person}, {place}: what the action names; {played}, {on}: what is being played, and on whom; {number}: what
# goes with the reason
SENTENCES: Final = {
    OUTCOME: ("That is settled by chance, not chosen.", "book"),
    "no_down": ("You have no face-down card at place {place}.", "R15"),
    "nothing_to_deny": ("No card is being played that you could deny now.", "R16"),
    "own_turn_deny": ("A Deny is played only in an opponent's turn.", "R46"),
    "own_card": ("That card is your own; the others are asked whether they deny it.", "R16"),
    "was_asked": ("You have been asked about this card already, and each card is offered once.", "R17"),
    "passed_over": ("You are not asked: as far as all can see you have no Deny that fits.", "R16"),
    "asked_first": ("@{number} is asked first whether the card is denied.", "R16"),
    "reserve_only": ("A Deny from your hand stops only a card that came out of a Reserve.", "book"),
    "no_deny_held": ("You hold no Deny.", "book"),
    "no_deny_up": ("No Deny lies face up in your Reserve.", "book"),
    "no_deny_there": ("Your face-down card at place {place} is no Deny.", "book"),
    "not_asked": ("You pass only when you are asked whether you deny a card.", "R16"),
    "answer_first": ("First say whether you deny the card: deny or pass.", "R16"),
    "others_turn": ("It is the turn of @{number}; in it you may only deny cards and turn up your own.", "book"),
    "deny_own_turn": ("A Deny is played only in an opponent's turn.", "R46"),
    "never_played": ("{card} is never played, only laid to the Reserve.", "book"),
    "not_in_own_reserve": ("No {card} lies face up in your Reserve.", "book"),
    "not_held": ("You do not hold {card}.", "book"),
    "no_power": ("You have no plays by Power left: use the Power of a Living Minion first.", "R22"),
    "gimped": ("You are gimped: in this turn you play no card from your hand but by Power.", "R29"),
    "hand_used": ("Your plays from the hand are used up in this turn; only Power gives more.", "book"),
    "no_rival_reserve": ("No opponent has a card in the Reserve.", "R6"),
    "town_empty": ("Nobody is left in the Town.", "R6"),
    "no_rival_living": ("No opponent has a Living Minion.", "R6"),
    "no_rival_minion": ("No opponent has a Minion.", "R6"),
    "no_living": ("You have no Living Minion.", "R6"),
    "no_minion": ("You have no Minion.", "R6"),
    "nobody_useful": ("None of your Minions has anything to be used for.", "R6"),
    "all_used": ("Whoever of your Minions could be used has been used in this turn already.", "R23"),
    "all_fresh": (
        "Whoever of your Minions could be meant is yours only since this turn; only Power reaches them.",
        "R21",
    ),
    "no_seat": ("There is no seat @{number} in this game.", "book"),
    "yourself": ("You cannot name yourself.", "R42"),
    "no_reserve": ("@{number} has no card in the Reserve.", "R42"),
    "not_there": ("No {card} lies face up in the Reserve of @{number}.", "R20"),
    "no_down_there": ("There is no face-down card at place {place} in the Reserve of @{number}.", "R20"),
    "not_in_play": ("{person} is not in this game.", "book"),
    "destroyed": ("{person} is destroyed for ever.", "R25"),
    "not_in_town": ("{person} is not in the Town, and {played} is played on a person there.", "book"),
    "not_a_rivals": ("{person} is no opponent's Minion, and {played} is played on one.", "book"),
    "undead_there": ("{person} is Undead; {played} is played on a Living Minion.", "book"),
    "not_yours": ("{person} is not your Minion, and {played} is played on one of your own.", "book"),
    "fresh": ("{person} is yours only since this turn; only cards played by Power reach such a person.", "R21"),
    "no_use": ("There is nothing that {person} could be used for.", "R6"),
    "mound_empty": ("Your Mound is empty: there is nothing to bring back.", "R25"),
    "used": ("{person} has been used in this turn already.", "R23"),
    "only_undead": ("{on} is Living; only Undead bring back cards.", "R25"),
    "only_living": ("{on} is Undead; only the Living have Power and Influence to use.", "R6"),
    "not_of_card": ("{played} does not use anybody so.", "R6"),
    "has_no_power": ("{on} has no Power.", "R6"),
    "has_no_influence": ("{on} has no Influence.", "R6"),
    "dig_one": ("When one digs exactly one card is taken.", "R25"),
    "not_in_mound": ("Your Mound has no {card}; cards of this turn are not there yet.", "R25"),
    "all_named": ("You have named every {card} of your Mound already.", "R25"),
    "too_deep": ("{card} lies too deep: one digs only as deep as the Value, {number} here.", "R25"),
    "laid_one": ("You lay one card a turn, two only where you have played none from your hand.", "R12"),
    "laid_two": ("You have laid two cards; more is not allowed in a turn.", "R12"),
    "needs_three": ("To discard {card} your Reserve must have three; it has {number}.", "R11"),
    "no_conceal": ("Cards are laid face down only while a Conceal lies face up in your Reserve.", "R14"),
    "three_there": ("Your Reserve has three {card} already; you may discard this one.", "R13"),
    "reserve_full": ("This house rule allows {number} cards in a Reserve.", "R13"),
}


def sentence(names: Names, view: View, action: str, reason: Reason) -> tuple[str, str]:
    """A reason in words, and its rule; empty where the kernel's own words are enough."""
    if reason.kind == "phase":
        return IN_PHASE[view["phase"]], "book"
    if reason.kind not in SENTENCES:
        return "", ""
    text, rule = SENTENCES[reason.kind]
    verb, *rest = action.split()
    named = {"place": rest[-1] if rest else "", "number": str(reason.args[0]) if reason.args else ""}
    if "{card}" in text:
        named["card"] = names.card(_card(view, verb, rest))
    if "{person}" in text:
        named["person"] = names.person(view, rest[0])
    if view["play"]:
        named["played"] = names.card(view["play"]["card"])
        named["on"] = names.person(view, view["play"]["on"]) if view["play"]["on"] else ""
    return text.format(**named), rule


def _card(view: View, verb: str, rest: list[str]) -> str:
    """The type of card that an action names; that of one's own face-down card by its place."""
    if verb == "play" and rest[0] == "down":
        return str(view["down"][view["seat"]][int(rest[1]) - 1])
    return rest[0]
