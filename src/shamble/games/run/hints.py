"""A quick policy for Zombie! Run for Your Lives!, and an estimate of who will win.

A front has a strength, by how many items and zombies lie in it. A player's chance is taken to be their share in the
strength of all who live, and the policy plays what raises its own share most: so it builds its set, saves its skin and
turns on whoever is ahead. It reads only fronts, statuses, open piles and its own hand.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from shamble.games.run.rules import codes
from shamble.games.run.rules.data import free_bit, items_in, zombies_in
from shamble.games.run.rules.state import RunState
from shamble.kernel.dice import Dice
from shamble.kernel.policy import Policy
from shamble.kernel.state import State

# The strength of a front: a row for 0 … 4 items, in it 0 … 4 zombies; 100 for an empty one. Fitted to the winners of
# four players' games (conditional logit over the turns): STRENGTH to random play, which makes the better policy against
# it; PROSPECT is the geometric mean of that and of a fit to random games and games of this policy together.
STRENGTH: Final = (
    (100, 69, 45, 25, 11),
    (143, 100, 67, 40, 16),
    (239, 165, 111, 65, 29),
    (412, 272, 181, 115, 49),
    (1211, 673, 465, 308, 122),
)
PROSPECT: Final = (
    (100, 68, 42, 23, 10),
    (130, 102, 64, 37, 16),
    (176, 152, 111, 62, 27),
    (242, 209, 172, 112, 47),
    (497, 421, 363, 268, 115),
)

# Shares are in millionths; these too. Found by trial against random players.
CERTAIN: Final = 1_000_000
PATIENCE: Final = 20_000  # an item can wait, a zombie given now works at once
RISK: Final = 8_000  # for each zombie out of sight that would take the item away again
RELIEF: Final = 10_000  # the patience about an item that takes a zombie away is less by this
ROBBERY: Final = 10_000  # a zombie that takes an item away
KEEP_ANNOYING: Final = 10_000  # a card that finds a place sooner or later and cannot be cancelled


def table_of(rows: tuple[tuple[int, ...], ...]) -> vec[i64]:
    """The rows of a table of fronts, one after the other."""
    return vec[i64]([value for row in rows for value in row])


class Greedy(Policy):
    """Plays the card that raises its share most; the Special Rule only where it must."""

    def __init__(self) -> None:
        self._strength: vec[i64] = table_of(STRENGTH)
        self._prospect: vec[i64] = table_of(PROSPECT)

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        run = cast(RunState, state)
        legal = run.legal(seat)
        total: i64 = self._total(run)
        best: i64 = legal[0]
        best_score: i64 = -10 * CERTAIN
        ties: i64 = 0
        at: i64 = 0
        while at < i64(len(legal)):
            score: i64 = self._score(run, seat, legal[at], total)
            if score > best_score:
                best_score = score
                best = legal[at]
                ties = 1
            elif score == best_score:
                ties += 1
                if dice.below(ties) == 0:
                    best = legal[at]
            at += 1
        return best

    # -- what a code is worth ------------------------------------------------------------------------------------

    def _score(self, run: RunState, seat: i64, code: i64, total: i64) -> i64:
        if code == codes.PASS or code == codes.REDRAW:
            return 0
        if code >= codes.GIVE:
            return self._score_gift(run, code - codes.GIVE)
        if code < codes.PLAY_ZOMBIE:
            return self._score_item(run, seat, code, total)
        if code < codes.SPECIAL_ZOMBIE:
            target: i64 = (code - codes.PLAY_ZOMBIE) % codes.SEATS
            return self._score_zombie(
                run, seat, codes.SYMBOLS + (code - codes.PLAY_ZOMBIE) // codes.SEATS, target, total
            )
        if code < codes.SPECIAL_ITEM:
            front = after(run.fronts[seat], codes.SYMBOLS + code - codes.SPECIAL_ZOMBIE)
            return self._share(run, seat, seat, front, total) - 2 * CERTAIN
        target = (code - codes.SPECIAL_ITEM) % codes.SEATS
        front = after(run.fronts[target], (code - codes.SPECIAL_ITEM) // codes.SEATS)
        return self._share(run, seat, target, front, total) - 2 * CERTAIN

    def _score_item(self, run: RunState, seat: i64, face: i64, total: i64) -> i64:
        """An item before oneself."""
        front = run.fronts[seat]
        share: i64 = self._share(run, seat, seat, after(front, face), total)
        if (front >> (face + codes.SYMBOLS)) & 1 == 1:
            return share - PATIENCE + RELIEF
        return share if share == CERTAIN else share - PATIENCE - RISK * out_of_sight(run, seat, face + codes.SYMBOLS)

    def _score_zombie(self, run: RunState, seat: i64, face: i64, target: i64, total: i64) -> i64:
        """A zombie before an opponent."""
        front = run.fronts[target]
        share: i64 = self._share(run, seat, target, after(front, face), total)
        if face == codes.ANNOYING:
            return share if share == CERTAIN else share - KEEP_ANNOYING
        return share + ROBBERY if (front >> (face - codes.SYMBOLS)) & 1 == 1 else share

    def _score_gift(self, run: RunState, target: i64) -> i64:
        """A zombie player cannot win: its gift is to take away as much strength as it can."""
        front = run.fronts[target]
        changed: i64 = after(front, run.turned_up)
        if items_in(changed) == 5:
            return -CERTAIN
        return self._strength_of(front) - self._strength_of(changed)

    # -- shares --------------------------------------------------------------------------------------------------

    def _strength_of(self, front: i64) -> i64:
        """The strength of a front with at most four items; with five zombies none is left."""
        zombies: i64 = zombies_in(front)
        return 0 if zombies >= 5 else self._strength[items_in(front) * 5 + zombies]

    def _total(self, run: RunState) -> i64:
        """The strength of all who live."""
        total: i64 = 0
        seat: i64 = 0
        while seat < run.players:
            if (run.living >> seat) & 1 == 1:
                total += self._strength_of(run.fronts[seat])
            seat += 1
        return total

    def _share(self, run: RunState, seat: i64, target: i64, front: i64, total: i64) -> i64:
        """The share of `seat` if the front of `target` became `front`; `total` is the strength of all before that."""
        if items_in(front) == 5:
            return CERTAIN if target == seat else 0
        changed: i64 = self._strength_of(front)
        mine: i64 = changed if target == seat else self._strength_of(run.fronts[seat])
        return mine * CERTAIN // (total - self._strength_of(run.fronts[target]) + changed)

    def estimate(self, state: State) -> list[float]:
        run = cast(RunState, state)
        if run.owing() == 0:
            return run.payoffs()
        shares: list[float] = []
        seat: i64 = 0
        while seat < run.players:
            share = 0.0
            if (run.living >> seat) & 1 == 1:
                share = float(self._prospect[items_in(run.fronts[seat]) * 5 + zombies_in(run.fronts[seat])])
            shares.append(share)
            seat += 1
        total = sum(shares)
        return [share / total for share in shares]


def after(front: i64, face: i64) -> i64:
    """The front once a card of this face has come to it, before anyone is counted out (R6)."""
    if face == codes.ANNOYING:
        return front | free_bit(front, face)
    match: i64 = face + codes.SYMBOLS if face < codes.SYMBOLS else face - codes.SYMBOLS
    return front & ~(1 << match) if (front >> match) & 1 == 1 else front | (1 << face)


def out_of_sight(run: RunState, seat: i64, face: i64) -> i64:
    """Cards of this face (not the annoying one) that `seat` does not see: in the deck or in other hands."""
    number: i64 = run.rules.count_of(face) - i64(run.discard[face]) - i64(run.removed[face])
    other: i64 = 0
    while other < run.players:
        number -= (run.fronts[other] >> face) & 1
        other += 1
    at: i64 = seat * codes.HAND
    end: i64 = at + i64(run.held[seat])
    while at < end:
        if i64(run.hands[at]) == face:
            number -= 1
        at += 1
    return number
