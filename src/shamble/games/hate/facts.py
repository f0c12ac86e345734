"""What a study asks of I Hate Zombies."""

from shamble.games.hate.rules import codes
from shamble.games.hate.rules.state import HateState
from shamble.kernel.game import Facts
from shamble.kernel.state import State


class HateFacts(Facts):
    """Throws and attacks; the side is the one a seat is on now: among five and more it may change."""

    def topic(self, action: str) -> str:
        head, _, rest = action.partition(" ")
        if head in ("dealer", "deal"):
            return ""
        return head if head in ("heal", "vote") and rest != "none" else action

    def out(self, state: State) -> int:
        assert isinstance(state, HateState)
        return state.removed if state.rules.individual else state.eliminated

    def sides(self, state: State) -> list[str]:
        assert isinstance(state, HateState)
        if state.phase < codes.ATTACKING:
            return [""] * state.players
        humans = state.humans if state.rules.individual else state.commanders(state.humans)
        zombies = state.zombies if state.rules.individual else state.commanders(state.zombies)
        return [
            "humans" if humans >> seat & 1 else "zombies" if zombies >> seat & 1 else ""
            for seat in range(state.players)
        ]


FACTS = HateFacts()
