"""Everything a person reads of I Hate Zombies."""

from collections.abc import Sequence

from shamble.kernel.game import View
from shamble.kernel.reasons import Reason

CHANCES = "A throw that nobody can foresee wins 1 time in 3 and ties 1 time in 3."
BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}
POWER_WORDS = {
    "none": "it has no power",
    "reroll_tie": "a tie against this human is thrown again",
    "extra_wound": "a zombie that loses to this human takes two wounds",
    "tough": "this human's first wound is ignored",
    "first_aid": "when this human kills a zombie its own wound heals too",
    "last_stand": "as the last human this one wins ties",
}
WRONG_PHASE = {
    "choosing": ("The dealer is drawn by lot first.", "R3"),
    "dealing": ("The characters are dealt first, each with its power.", "R6"),
    "setting_up": ("Two players throw rock, paper or scissors first, for which places are the zombies.", "book"),
    "attacking": ("The active zombie attacks first, to the left or to the right.", "book"),
    "fighting": ("There is a fight going on: throw rock, paper or scissors.", "book"),
    "healing": ("A zombie was killed: name a wounded human who heals a wound or none.", "book"),
    "voting": ("The humans vote on who heals a wound: name a wounded human or none.", "R13"),
}


class HateWords:
    """The words of one edition: the names of the characters in its order, on their human and on their zombie side."""

    def __init__(self, humans: Sequence[str], zombies: Sequence[str]) -> None:
        self._humans = humans
        self._zombies = zombies

    def who(self, view: View, place: int) -> str:
        """A character in a sentence: its seat where everybody is one character, else name and place."""
        if view["mode"] == "individual":
            return f"@{place}"
        name = self.character(view, place)
        return f"the {name} ({place})" if name else f"place {place}"

    def character(self, view: View, place: int) -> str:
        """The name of the character at a place, on the side that lies open; empty while none is dealt there."""
        number = place
        if view["cards"]:
            if view["cards"][place] is None:
                return ""
            number = int(view["cards"][place][1:]) - 1
        names = self._zombies if view["characters"][place][0] == "Z" else self._humans
        return names[number]

    def person(self, view: View, place: int) -> str:
        """Who lives at a place, by the name on the human side; empty while nobody is dealt there."""
        if not view["cards"]:
            return self._humans[place]
        card = view["cards"][place]
        return "" if card is None else self._humans[int(card[1:]) - 1]

    # -- choices -------------------------------------------------------------------------------------------------

    def label(self, view: View, action: str) -> str:
        verb, what = action.split()
        if verb == "throw":
            return f"Throw {what}"
        if verb == "attack":
            target = view["directions"][what]
            return f"Attack to the {what}: {self.who(view, target)}{wound_words(view, target)}"
        order = "Heal" if verb == "heal" else "Vote to heal"
        if what == "none":
            return f"{order} nobody"
        return f"{order} {self.who(view, int(what))}"

    def explain(self, view: View, action: str) -> str:
        verb, what = action.split()
        if verb == "throw":
            return self._explain_throw(view, what)
        if verb == "attack":
            return (
                f"You fight the nearest human on the {what}, {self.who(view, view['directions'][what])}: "
                f"win the throw and {self._wound(view, view['directions'][what])}, lose and "
                f"{self._wound(view, view['active'])} (R7). {CHANCES}"
            )
        if verb == "vote":
            return "Secret until all humans have voted; a human with more than half of the votes heals a wound (R13)."
        if what == "none":
            return "Healing is a choice: all wounds stay (R13)."
        return f"A zombie was killed, so one human may lose a wound: here {self.who(view, int(what))} (R13, R14)."

    def _explain_throw(self, view: View, what: str) -> str:
        beats = f"{what.capitalize()} beats {BEATS[what]}. Nobody sees your throw before both are in (R10)."
        if view["phase"] == "setting_up":
            if individual(view):
                return f"{beats} Whoever loses is the first zombie and attacks first."
            return (
                f"{beats} The loser's place holds the first zombie and attacks first; players keep their sides (R21)."
            )
        zombie, human = self._wound(view, view["active"]), self._wound(view, view["target"])
        return f"{beats} {CHANCES} If the zombie loses, {zombie}; if the human loses, {human}."

    def _wound(self, view: View, place: int) -> str:
        """What one more wound does to a character (R5, R11, R17), powers aside."""
        face, who = view["characters"][place], self.who(view, place)
        if face == "H1":
            return f"the Serum saves {who}" if view["card"] == "serum" else f"{who} turns into a zombie"
        if face == "Z2":
            return f"the Horde saves {who}" if view["card"] == "horde" else f"{who} is out"
        return f"{who} has {'2' if face == 'Z1' else '1'} of {'2' if face == 'H0' else '3'} wounds"

    # -- refusals ------------------------------------------------------------------------------------------------

    def reason(self, view: View, action: str, reason: Reason) -> tuple[str, str]:
        verb, what = action.split()
        kind = reason.kind
        if kind in ("luck_first", "not_now"):
            return WRONG_PHASE[view["phase"]]
        if kind == "outcome":
            if verb == "dealer":
                return "The dealer is not chosen by a player: it is settled by lot or by an option.", "R3"
            return "Nobody chooses a character: they are shuffled and dealt.", "R6"
        if kind == "other_way":
            return f"Here healing is decided otherwise: {'by heal' if verb == 'vote' else 'by vote'}.", "R13"
        if kind == "thrown":
            return "You have thrown already; a throw cannot be changed.", "R10"
        if kind == "not_in_fight":
            fighters = f"{self.who(view, view['active'])} and {self.who(view, view['target'])}"
            return f"You are not in this fight; only {fighters} throw.", "book"
        if kind == "others_attack":
            return f"It is not your attack: {self.who(view, view['active'])} attacks.", "book"
        if kind == "farther":
            return f"The human on the {what} is farther away; here only the closest one may be attacked.", "R7"
        if kind == "voted":
            return "You have voted already; a vote cannot be changed.", "R13"
        if kind == "others_heal":
            return "It is for others to say who heals.", "R13"
        if kind == "no_place":
            return f"There is no place {what}; the places are 0 to {len(view['characters']) - 1}.", "R14"
        if kind == "removed":
            return f"Place {what} is empty: that character has been removed.", "R14"
        if kind == "zombie":
            return f"{sentence(self.who(view, int(what)))} is a zombie; only humans heal.", "R14"
        if kind == "unhurt":
            return f"{sentence(self.who(view, int(what)))} has no wound to heal.", "R14"
        return "", ""

    # -- the table -----------------------------------------------------------------------------------------------

    def asked(self, view: View) -> str:
        phase = view["phase"]
        if phase == "over":
            return self.why(view)
        if phase == "choosing":
            return "The dealer is drawn by lot."
        if phase == "dealing":
            place = view["next_dealt"]
            return f"The characters are dealt: the next one goes to {f'@{place}' if individual(view) else f'place {place}'}."
        if phase == "setting_up":
            pair = f"{self.who(view, view['active'])} and {self.who(view, view['target'])}"
            first = (
                "the loser is the first zombie"
                if individual(view)
                else "the loser's place holds the first zombie (R21)"
            )
            return f"{sentence(pair)} throw for which places are the zombies; {first}.{self._awaited(view)}"
        if phase == "attacking":
            return f"{sentence(self._with_seats(view, view['active']))} attacks, to the left or to the right."
        if phase == "fighting":
            attacker = self._with_seats(view, view["active"])
            target = self._with_seats(view, view["target"])
            return f"{sentence(attacker)} fights {target}: both throw.{self._awaited(view)}"
        if phase == "healing":
            return f"A zombie is dead: @{view['owing'][0]} says which human heals a wound, or none."
        return f"A zombie is dead: the humans vote on who heals a wound.{self._awaited(view)}"

    def _awaited(self, view: View) -> str:
        """Who has committed and who is still to come, once anybody has committed."""
        if not view["committed"]:
            return ""
        return f" Committed: {seat_list(view['committed'])}; awaited: {seat_list(view['owing'])}."

    def _with_seats(self, view: View, place: int) -> str:
        """A character and whoever commands it."""
        if view["mode"] == "individual":
            return f"@{place}"
        seats = view["command"][place]
        if place == view["active"] and view["phase"] == "attacking":
            seats = view["owing"]
        elif len(seats) > 1:
            seats = [seats[view["attacks"] % 2]]
        return f"{self.who(view, place)} of {seat_list(seats)}"

    def tell(self, before: View, who: int, action: str | None, after: View) -> list[str]:
        said: list[str] = []
        if action is None or (action.startswith(("throw", "vote")) and len(before["owing"]) > 1):
            return [self._tell_commitment(before, who, action)]
        verb, what = action.split()
        if verb == "dealer":
            said.append(f"{what} deals; everybody lies human side up.")
        elif verb == "deal":
            said.append(self._tell_deal(before, after))
        elif verb == "attack":
            target = self._with_seats(after, after["target"])
            said.append(f"{sentence(self._with_seats(before, before['active']))} attacks to the {what}: {target}.")
        elif verb == "throw":
            said += self._tell_throws(before, after)
        else:
            said += self._tell_healing(before, after, f"@{who}", verb)
        if after["phase"] == "over":
            said.append(self.why(after))
        return said

    def _tell_deal(self, before: View, after: View) -> str:
        place = before["next_dealt"]
        where = f"@{place} is" if individual(after) else f"At place {place} lives"
        return f"{where} the {self.character(after, place)}: {POWER_WORDS[after['powers'][place]]}."

    def _tell_commitment(self, before: View, who: int, action: str | None) -> str:
        """A throw or vote that is not revealed yet: its own seat may read which."""
        verb = "voted" if before["phase"] == "voting" else "thrown"
        if action is None:
            return f"@{who} has {verb}, unseen."
        what = action.split()[1]
        if verb == "voted":
            what = f"for {self._vote(before, what)}"
        return f"@{who} has {verb} {what}, unseen by the others."

    def _tell_throws(self, before: View, after: View) -> list[str]:
        active, target = self.who(before, before["active"]), self.who(before, before["target"])
        first, second = after["fight"]["throws"]
        said = f"{sentence(active)} throws {first}, {target} {second}"
        if before["phase"] == "setting_up":
            return [f"{said}: {self._set_up_result(before, after)}."]
        if first == second and after["attacks"] == before["attacks"]:
            return [f"{said}: a tie, both throw again."]
        if first == second and before["characters"] == after["characters"] and before["card"] == after["card"]:
            return [f"{said}: a tie, nothing happens."]
        won = BEATS[first] == second
        told = [f"{said}: {active if won else target} wins{' by its last stand' if first == second else ''}."]
        told += self._tell_wounds(before, after, before["target"] if won else before["active"])
        return told + self._tell_outside(before, after)

    def _set_up_result(self, before: View, after: View) -> str:
        if after["phase"] == "setting_up":
            return "a tie, they throw again"
        zombies = [place for place, character in enumerate(after["characters"]) if character[0] == "Z"]
        open_card = "" if after["card"] == "aside" else f"; the card lies open as {after['card'].capitalize()}"
        names = ", ".join(self.who(before, place) for place in zombies)
        return f"{names} turn into zombies, {self.who(before, after['active'])} attacks first{open_card}"

    def _tell_wounds(self, before: View, after: View, loser: int) -> list[str]:
        """What the wound did to the loser of a fight."""
        was, now = before["characters"][loser], after["characters"][loser]
        told = []
        if before["card"] != after["card"]:
            told.append(
                f"The card {before['card'].capitalize()} absorbs a wound of {self.who(before, loser)} and is gone."
            )
        elif was == now:
            tough = loser in after["spent"] and loser not in before["spent"]
            told.append(
                "Being tough it ignores its first wound." if tough else "No token is left: the wound is lost (R16)."
            )
        if was != now:
            told.append(f"{sentence(self.who(before, loser))} {self._wounded(was, now)}.")
        return told

    def _wounded(self, was: str, now: str) -> str:
        if now == "-":
            return "is killed and removed"
        if was[0] != now[0]:
            return "is infected and turns into a zombie"
        return f"has {now[1]} wound{'s' if now[1] != '1' else ''} now"

    def _tell_outside(self, before: View, after: View) -> list[str]:
        """What a fight did to others: a wound healed without asking, players out or back."""
        told = [
            f"{sentence(self.who(before, place))} heals a wound."
            for place, (was, now) in enumerate(zip(before["characters"], after["characters"], strict=True))
            if was == "H1" and now == "H0"
        ]
        told += [
            f"@{s} commands nobody any more and is out." for s in after["eliminated"] if s not in before["eliminated"]
        ]
        told += [f"@{s} is back in the game." for s in before["eliminated"] if s not in after["eliminated"]]
        return told

    def _tell_healing(self, before: View, after: View, who: str, verb: str) -> list[str]:
        healed = [p for p, c in enumerate(before["characters"]) if c != after["characters"][p]]
        result = f"{self.who(before, healed[0])} heals a wound" if healed else "nobody heals a wound"
        if verb == "heal":
            return [f"{who} decides: {result}."]
        votes = [f"@{seat} for {self._vote(before, vote)}" for seat, vote in enumerate(after["votes"]) if vote]
        return [f"The votes: {', '.join(votes)}.", f"{sentence(result)}."]

    def _vote(self, view: View, vote: str) -> str:
        return "nobody" if vote == "none" else self.who(view, int(vote))

    def why(self, view: View) -> str:
        winners = seat_list(view["winners"])
        if view["ending"] == "humans":
            return f"The last zombie is dead: the humans win ({winners})."
        if view["ending"] == "attack_limit":
            return "The limit of attacks is reached: the game is a draw (R28)."
        if view["mode"] == "individual":
            return (
                f"No human is left: the zombies win ({winners}), but not @{view['last_human']}, the last to turn (R18)."
            )
        return f"No human is left: the zombies win ({winners})."


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def seat_list(seats: Sequence[int]) -> str:
    """Seats in a sentence: "@0, @2"."""
    return ", ".join(f"@{seat}" for seat in seats)


def wound_words(view: View, place: int) -> str:
    """The danger that a human is in, where there is any; an open Serum averts it once (R5)."""
    if view["characters"][place] != "H1":
        return ""
    return (
        ", wounded: the Serum takes the next wound" if view["card"] == "serum" else ", wounded: the next wound turns it"
    )


def individual(view: View) -> bool:
    """Whether everybody plays one character (five and more people)."""
    return bool(view["players"] >= 5)
