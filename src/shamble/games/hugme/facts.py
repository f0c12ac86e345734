"""What a study asks of Hug Me."""

from shamble.games.hugme.names import Names
from shamble.games.hugme.rules import codes
from shamble.games.hugme.rules.play import HugmeState
from shamble.kernel.game import Edition, Facts
from shamble.kernel.state import State

COUNTED = ("barricade", "bring", "steal", "equip", "reveal", "use", "zombie", "find", "die", "hug", "spare", "accept",
           "reroll", "keep", "show", "search")  # fmt: skip
ALONE = ("steal", "bring", "search")  # of these the target does not matter
STATUSES = ("human", "infected", "zombie")


class HugmeFacts(Facts):
    """Items, Zombie cards and the main actions; who has become a zombie is out of the contest as it began it."""

    def topic(self, action: str) -> str:
        head, _, rest = action.partition(" ")
        if head not in COUNTED:
            return ""
        return head if head in ALONE or not rest else action

    def name(self, topic: str, edition: Edition) -> str:
        head, _, rest = topic.partition(" ")
        names = Names(edition.data)
        try:
            if head == "zombie":
                return f"{head} {names.zombie(rest)}"
            return f"{head} {names.item_name(rest)} ({rest})" if rest in codes.ITEMS else topic
        except KeyError:  # a card that this edition has not
            return topic

    def turn(self, state: State) -> int:
        assert isinstance(state, HugmeState)
        return state.actor

    def out(self, state: State) -> int:
        assert isinstance(state, HugmeState)
        return state.mask_of(2)

    def sides(self, state: State) -> list[str]:
        assert isinstance(state, HugmeState)
        return [STATUSES[status] for status in state.status]

    def characters(self, state: State) -> list[str]:
        assert isinstance(state, HugmeState)
        return [codes.CHARACTERS[one] if one < len(codes.CHARACTERS) else "" for one in state.character]


FACTS = HugmeFacts()
