"""Topics: what the acts of a game are about, and how often each came up in a game that was observed."""

from collections import Counter
from functools import lru_cache

from shamble.games import find
from shamble.lab.watch import Sight


@lru_cache(maxsize=8)
def topics(game: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The topics of a game in the order of their first code; and of every code its topic's place, -1 for none."""
    board_game = find(game)
    names: dict[str, int] = {}
    of = []
    for text in board_game.vocabulary.texts():
        topic = board_game.facts.topic(text)
        of.append(names.setdefault(topic, len(names)) if topic else -1)
    return tuple(names), tuple(of)


def count_topics(game: str, seen: Sight) -> dict[tuple[int, int], int]:
    """How often each topic came up, by (seat concerned, -1 for nobody in particular; topic's place)."""
    of = topics(game)[1]
    size = len(of)
    counts: dict[tuple[int, int], int] = {}
    for key, times in Counter(seen.events).items():
        concerned, code = divmod(key, size)
        topic = of[code]
        if topic >= 0:
            place = (concerned - 1, topic)
            counts[place] = counts.get(place, 0) + times
    return counts
