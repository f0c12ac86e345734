"""Sampling: in which order a review looks, so that it may end at any time and has seen what matters.

A look is at the chances before and after an event, or at a choice. The seats' choices come first, two to every event,
those of all seats in turn and spread over the whole game: each seat's choices are halved again and again, and of
every part comes first what is most likely to have mattered: a choice that the quick policy would have made otherwise,
then one among many. The events are spread over the game in the same way.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE
from shamble.match import Match

COMPARED = 4  # choices of a part of the game that are weighed against each other
CHOICES_FIRST = 2  # choices looked at for each event, while there are both


class Look(NamedTuple):
    """A look at event `number`: at the choice that it was, or at the chances around it."""

    number: int
    at_choice: bool


def looking_order(match: Match) -> Iterator[Look]:
    """Every choice and every event of a match, each once; the same order for the same game."""
    whos = [match.coded_act(number)[0] for number in range(match.version)]
    seats = [[number for number, who in enumerate(whos) if who == seat] for seat in range(match.players)]
    choices = in_turn([spread(numbers, lambda number: importance(match, number)) for numbers in seats])
    events = spread(list(range(match.version)), lambda number: float(whos[number] == CHANCE))
    while True:
        looks = [Look(number, True) for _, number in zip(range(CHOICES_FIRST), choices, strict=False)]
        looks += [Look(number, False) for _, number in zip(range(1), events, strict=False)]
        if not looks:
            return
        yield from looks


def importance(match: Match, number: int) -> float:
    """How likely it is that a choice mattered: above 1 where the quick policy would have chosen otherwise, 0 where
    there was no choice."""
    state = match.state_at(number)
    seat, code = match.coded_act(number)
    alternatives = len(list(state.legal(seat))) - 1
    if alternatives == 0:
        return 0.0
    otherwise = match.game.greedy.choose(state, seat, Dice(number)) != code
    return float(otherwise) + alternatives / (alternatives + 1)


def spread(numbers: list[int], weight: Callable[[int], float]) -> Iterator[int]:
    """The numbers, each once: the list is cut into 1, 2, 4, … parts, and every part gives the weightiest of a few that
    are left in it."""
    left = set(numbers)
    parts = 1
    while left:
        for part in _far_apart(parts):
            inside = numbers[part * len(numbers) // parts : (part + 1) * len(numbers) // parts]
            waiting = [number for number in inside if number in left]
            if waiting:
                step = max(1, len(waiting) // COMPARED)
                best = max(waiting[step // 2 :: step], key=weight)
                left.discard(best)
                yield best
        parts *= 2


def _far_apart(parts: int) -> Iterator[int]:
    """0 … parts - 1 (a power of two) so that neighbours come far from each other: their bits reversed."""
    width = parts.bit_length() - 1
    for k in range(parts):
        yield int(format(k, f"0{width}b")[::-1], 2) if width else 0


def in_turn(rows: list[Iterator[int]]) -> Iterator[int]:
    """One from each row in turn, as long as there are any."""
    while rows:
        waiting = []
        for row in rows:
            number = next(row, None)
            if number is not None:
                waiting.append(row)
                yield number
        rows = waiting
