"""Positions for the laws: openings of every kind, and games played at random from them."""

import os
import random
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from shamble.games import find
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadOption
from shamble.kernel.game import Game
from shamble.kernel.state import CHANCE, SPECTATOR, State

# A fourth of the places, where the same is asked twice: Shamble's own tests do so with the interpreted engine, which is
# some twenty times as slow and held by law 10 to the same games as the compiled one.
SPARSE = os.environ.get("SHAMBLE_LAWS") == "sparse"

Step = tuple[State, int, int]  # a position, who acts at it, and the code


def opening(code: str, players: int | None = None, rules: int | None = None, **options: Any) -> State:
    """The opening position, by the present rules or an older version of them."""
    game = find(code)
    return game.new(game.default_seats if players is None else players, options, rules=rules)


def game_of(state: State) -> Game:
    """The game of a position."""
    return find(state.head["game"])


def changed(state: State, **fields: Any) -> State:
    """The position of `state` with some fields of its dict replaced."""
    return State.from_dict({**state.to_dict(), **fields})


def owing(state: State) -> list[int]:
    """The seats that owe a decision; [CHANCE] at a chance event; [] when over."""
    mask = state.owing()
    return [CHANCE] if mask == CHANCE else [seat for seat in range(state.players) if mask >> seat & 1]


def actors(state: State) -> list[int]:
    """All who may act now: chance, or every seat that has a legal code."""
    if state.owing() == CHANCE:
        return [CHANCE]
    return [seat for seat in range(state.players) if len(state.legal(seat))]


def options_of(state: State, who: int) -> list[int]:
    """The codes that are legal for a seat, or may fall by chance."""
    return [c for c, _ in state.odds()] if who == CHANCE else list(state.legal(who))


def readers(state: State) -> list[int]:
    """All whose knowledge differs: every seat, and whoever only watches."""
    return [*range(state.players), SPECTATOR]


def walk(state: State, seed: int, most: int = 100_000) -> Iterator[Step]:
    """Play `state` on at random; before each event yields (the state, who, code). Interruptions happen too."""
    rng = random.Random(seed)
    dice = Dice(seed)
    for _ in range(most):
        if state.owing() == 0:
            return
        who = rng.choice(actors(state))
        chosen = state.roll(dice) if who == CHANCE else rng.choice(list(state.legal(who)))
        yield state, who, chosen
        state.apply(who, chosen)


def seat_counts(code: str) -> list[int]:
    """The fewest, the most and some between."""
    seats = find(code).seats
    return sorted({seats[0], seats[len(seats) // 3], seats[len(seats) // 2], seats[-1]})


def option_sets(code: str) -> list[dict[str, Any]]:
    """No option, and every value of every option once."""
    sets: list[dict[str, Any]] = [{}]
    for option in find(code).options:
        values = [value for value in option.choices if value != option.default]
        if option.low is not None and option.high is not None:
            values += [v for v in {option.low + 1, option.low + 5} if v != option.default and v <= option.high]
        sets += [{option.name: value} for value in values]
    return sets


def openings(code: str) -> list[State]:
    """Every number of seats chosen by `seat_counts`, and every value of every option."""
    states = [opening(code, players) for players in seat_counts(code)]
    game = find(code)
    for options in option_sets(code)[1:]:
        seats = [players for players in game.seats_with(game.resolve_options(options)) if fits(code, players, options)]
        assert seats, f"{options} fits no number of seats"
        states += [opening(code, players, **options) for players in sorted({seats[0], seats[-1]})]
    return states


def old_openings(code: str) -> list[State]:
    """One by every older version of the rules that is still played."""
    game = find(code)
    return [opening(code, rules=version) for version in range(game.oldest_rules, game.rules_version)]


def fits(code: str, players: int, options: dict[str, Any]) -> bool:
    """Whether the options go together with that number of seats."""
    try:
        find(code).check_combination(players, find(code).resolve_options(options))
    except BadOption:
        return False
    return True


def name(state: State) -> str:
    """The head of a position, to say which game it was."""
    return f"{state.head}"


def sample(states: Iterable[Step], every: int, seed: int) -> Iterator[Step]:
    """Some of the positions of a walk, about one in `every`; one in four of these where they are to be sparse."""
    rng = random.Random(seed)
    most = every * 4 if SPARSE else every
    return (step for step in states if rng.randrange(most) == 0)


def reachable(start: State, most: int) -> list[State]:
    """Every position that can follow, `start` among them; the test fails where there are more than `most`."""
    found = {start.pack(): start}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        for who in actors(state):
            for code in options_of(state, who):
                after = state.copy()
                after.apply(who, code)
                if found.setdefault(after.pack(), after) is after:
                    queue.append(after)
        assert len(found) <= most, f"more than {most} positions can follow: {name(start)} is not tiny"
    return list(found.values())
