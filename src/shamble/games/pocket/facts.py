"""What a study asks of Zombie in My Pocket."""

from shamble.kernel.game import Facts
from shamble.kernel.state import State

UNCOUNTED = ("move", "rotate", "skip", "wall", "drop", "take", "swap")


class PocketFacts(Facts):
    """Rooms, cards and what was done; the one seat is concerned by everything."""

    def topic(self, action: str) -> str:
        head = action.partition(" ")[0]
        if head in UNCOUNTED:
            return ""
        return super().topic(action.partition("/")[0])

    def turn(self, state: State) -> int:
        return 0


FACTS = PocketFacts()
