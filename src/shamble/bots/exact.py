"""exact: positions solved by walking everything that can follow. For tiny positions and for tests.

Every seat is taken to know the whole position, and plays for its own payoff; a secret decision is taken to be evenly
mixed (right wherever no choice is better than another, as with throws); with `best=False` every decision is. Loops are
settled by value iteration.
"""

from collections.abc import Callable
from operator import itemgetter

from shamble.kernel.bits import lowest
from shamble.kernel.errors import BadOption
from shamble.kernel.state import CHANCE, HIDDEN, State

MOST = 50_000  # positions
CLOSE = 1e-13


def solve(state: State, best: bool = True, key: Callable[[State], bytes] = State.pack) -> list[float]:
    """Every seat's expected payoff; BadOption if more than 50,000 positions can follow.

    Positions with equal `key` are taken as one: a coarser key than the whole position leaves out what has no bearing
    on the future, such as a count of turns.
    """
    payoffs: list[list[float]] = []
    moves: list[tuple[int, list[tuple[float, int]]]] = []  # the seat that maximises (or CHANCE), weights and successors
    places: dict[bytes, int] = {key(state): 0}
    positions = [state]
    mixed: set[int] = set()  # positions in which the last of several seats decides without knowing of the others
    at = 0
    while at < len(positions):
        payoff, move = _expand(at, best, key, places, positions, mixed)
        payoffs.append(payoff)
        moves.append(move)
        at += 1
        if len(positions) > MOST:
            raise BadOption(f"More than {MOST:,} positions can follow: too many to solve exactly.")
    order = range(len(positions) - 1, -1, -1)
    while True:
        change = 0.0
        for here in order:
            seat, ways = moves[here]
            if not ways:
                continue
            if seat == CHANCE:
                value = [sum(w * payoffs[to][k] for w, to in ways) for k in range(state.players)]
            else:
                value = max((payoffs[to] for _, to in ways), key=itemgetter(seat))
            change = max(change, max(abs(a - b) for a, b in zip(value, payoffs[here], strict=True)))
            payoffs[here] = value
        if change < CLOSE:
            return payoffs[0]


def _expand(
    place: int,
    best: bool,
    key: Callable[[State], bytes],
    places: dict[bytes, int],
    positions: list[State],
    mixed: set[int],
) -> tuple[list[float], tuple[int, list[tuple[float, int]]]]:
    """The first value of a position, and where it can go."""
    state = positions[place]
    owing = state.owing()
    if owing == 0:
        return state.payoffs(), (CHANCE, [])
    if owing == CHANCE:
        odds = state.odds()
        total = sum(weight for _, weight in odds)
        choices = [(weight / total, CHANCE, code) for code, weight in odds]
        seat = CHANCE
    else:
        who = lowest(owing)
        codes = list(state.legal(who))
        choices = [(1 / len(codes), who, code) for code in codes]
        seat = who if best and place not in mixed and not is_secret(state, who, codes[0]) else CHANCE
    ways = []
    for weight, actor, code in choices:
        after = state.copy()
        after.apply(actor, code)
        to = places.setdefault(key(after), len(positions))
        if to == len(positions):
            positions.append(after)
        if owing & (owing - 1) and after.owing() & ~owing == 0 and owing != CHANCE and after.owing() > 0:
            mixed.add(to)
        ways.append((weight, to))
    return [0.0] * state.players, (seat, ways)


def is_secret(state: State, seat: int, code: int) -> bool:
    """Whether the seat's decision is hidden from some other seat when it is made."""
    return any(state.seen(other, seat, code) == HIDDEN for other in range(state.players) if other != seat)
