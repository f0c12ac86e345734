"""Advice: the win chance of every choice a seat has, from what that seat knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from time import monotonic
from typing import Protocol

from shamble.bots import MOST_ITERATIONS, MOST_SECONDS, Played, thinking_dice
from shamble.bots.search import Search
from shamble.bots.team import Team
from shamble.kernel.errors import BadOption, IllegalAction
from shamble.kernel.game import Edition
from shamble.kernel.numbers import whole_number
from shamble.kernel.state import CHANCE
from shamble.seats import Seat

Z95 = 1.959963984540054  # the normal quantile of a 95 % interval
DEFAULT_ITERATIONS = 2000


class Choosable(Protocol):
    """A choice: its notation, and its label in words."""

    @property
    def action(self) -> str:
        """In the game's notation."""
        ...

    @property
    def label(self) -> str:
        """In words."""
        ...


class Advised(Played, Protocol):
    """A match whose seats may be advised."""

    edition: Edition
    seats: tuple[Seat, ...]

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        ...

    def reader(self, seat: int | None) -> int:
        """The seat as a plain int; BadOption if there is no such seat."""
        ...

    def choices(self, seat: int) -> Sequence[Choosable]:
        """What the seat may do now."""
        ...


@dataclass(frozen=True)
class Advice:
    """One choice: its chance to win for the seat asked, with a 95 % interval, and the chances of all seats.

    `weight` is the share of the search's tries that went to it; `tries` their number. With few tries the interval is
    wide. Chances are expected payoffs where a game shares its win.
    """

    action: str
    label: str
    chance: float
    low: float
    high: float
    chances: tuple[float, ...]
    tries: int
    weight: float


def advise(
    match: Advised, seat: int, iterations: int | None = None, seconds: float | None = None, jobs: int = 1
) -> list[Advice]:
    """Every choice of `seat` with its chances, the most tried first. Never more than the seat knows.
    A seat that owes no decision is told what each interruption leads to.

    Give `iterations` or `seconds` (2000 iterations otherwise); `jobs` processes share the work. IllegalAction if the
    seat has nothing to decide, BadOption for an empty budget.
    """
    if iterations is not None and seconds is not None:
        raise BadOption("Advice takes iterations or seconds, not both.")
    tries = whole_number(DEFAULT_ITERATIONS if iterations is None else iterations) or 0
    timed = seconds is None or (isinstance(seconds, int | float) and 0 < seconds <= MOST_SECONDS)
    if not 1 <= tries <= MOST_ITERATIONS or not timed:
        raise BadOption(
            f"Advice needs 1 to {MOST_ITERATIONS:,} iterations, or more than 0 and at most {MOST_SECONDS:.0f} seconds."
        )
    if not match.choices(seat) or seat == CHANCE:
        raise IllegalAction(
            f"There is nothing to decide for {'chance' if seat == CHANCE else match.seats[seat].name} now."
        )
    seat = match.reader(seat)
    if seat not in match.owing:
        return _interruptions(match, seat, tries, seconds or 0.0)
    if jobs != 1:
        with Team(match.game, tries, seconds or 0.0, jobs, match.edition) as team:
            team.think(match.state, seat, thinking_dice(match, seat))
            return rank(match, seat, team)
    search = Search(match.game.greedy, tries, seconds or 0.0)
    search.think(match.state, seat, thinking_dice(match, seat))
    return rank(match, seat, search)


def rank(match: Advised, seat: int, search: Search | Team) -> list[Advice]:
    """What a search found at the match's position, the most tried choice first."""
    return _ranked(match, seat, {code: (tries, means) for code, tries, means in search.results()})


def _interruptions(match: Advised, seat: int, iterations: int, seconds: float) -> list[Advice]:
    """The choices of a seat that need not decide now: rollouts in which each is played at once, as many for each. No
    search does it: in its trees only those who owe a decision decide."""
    rolling = Search(match.game.greedy, 1)
    dice = thinking_dice(match, seat)
    codes = list(match.state.legal(seat))
    sums = {code: [0.0] * len(match.seats) for code in codes}
    ends = monotonic() + seconds
    rounds = 0
    while rounds == 0 or (monotonic() < ends if seconds else (rounds + 1) * len(codes) <= iterations):
        for code in codes:
            _, paid = rolling.outlook(match.state, seat, code, seat, 1, dice)
            sums[code] = [old + new for old, new in zip(sums[code], paid, strict=True)]
        rounds += 1
    return _ranked(match, seat, {code: (rounds, [paid / rounds for paid in sums[code]]) for code in codes})


def _ranked(match: Advised, seat: int, counted: Mapping[int, tuple[int, Sequence[float]]]) -> list[Advice]:
    total = sum(tries for tries, _ in counted.values())
    advice = []
    for choice in match.choices(seat):
        tries, means = counted.get(match.game.vocabulary.code(choice.action), (0, []))
        chance = means[seat] if means else 0.0
        low, high = interval(chance, tries)
        weight = tries / total if total else 0.0
        advice.append(Advice(choice.action, choice.label, chance, low, high, tuple(means), tries, weight))
    return sorted(advice, key=lambda one: (-one.tries, -one.chance))


def interval(share: float, tries: float) -> tuple[float, float]:
    """The 95 % Wilson interval of a share (E. B. Wilson, JASA 22, 1927) of so many independent tries, which need not be
    a whole number; all is possible after no try."""
    if tries == 0:
        return 0.0, 1.0
    middle = share + Z95**2 / (2 * tries)
    half = Z95 * sqrt(max(0.0, share * (1 - share)) / tries + Z95**2 / (4 * tries**2))
    scale = 1 + Z95**2 / tries
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)
