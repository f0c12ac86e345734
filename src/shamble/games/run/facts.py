"""What a study asks of Zombie! Run for Your Lives!"""

from shamble.games.run.rules.state import RunState
from shamble.kernel.game import Edition, Facts
from shamble.kernel.state import State


class RunFacts(Facts):
    """Cards played and drawn; who has died is out, though it plays on as a zombie."""

    def topic(self, action: str) -> str:
        return "" if action.startswith("first") else super().topic(action)

    def name(self, topic: str, edition: Edition) -> str:
        head, _, card = topic.partition(" ")
        if card == "Z0":
            return f"{head} {edition.data['annoying']} (Z0)"
        if not card or not card[1:].isdigit() or int(card[1:]) > len(edition.data["symbol"]):
            return topic
        return f"{head} {edition.data['symbol'][int(card[1:]) - 1]['item' if card[0] == 'I' else 'zombie']} ({card})"

    def turn(self, state: State) -> int:
        assert isinstance(state, RunState)
        return state.turn

    def out(self, state: State) -> int:
        assert isinstance(state, RunState)
        return ~state.living & ((1 << state.players) - 1)


FACTS = RunFacts()
