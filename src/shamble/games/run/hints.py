"""A quick policy for Zombie! Run for Your Lives!, and an estimate of who will win.

The policy weighs every legal card by what it does to the front it comes to: it builds its own set, cancels what
threatens it, and sets back whoever is nearest to winning. It reads only fronts, statuses and its own hand.
"""

from typing import Final, cast

from mypy_extensions import i64

from shamble.games.run.rules import (
    ANNOYING,
    GIVE,
    HAND,
    PASS,
    PLAY_ZOMBIE,
    REDRAW,
    SEATS,
    SPECIAL_ITEM,
    SPECIAL_ZOMBIE,
    SYMBOLS,
    RunState,
    items_in,
    zombies_in,
)
from shamble.kernel.dice import Dice
from shamble.kernel.policy import Policy
from shamble.kernel.state import State

WIN: Final = 100_000


def standing(items: i64, zombies: i64) -> i64:
    """How good a front is for its owner, 0 … 1000: items grow in worth, zombies in danger."""
    return 100 + items * items * 40 - zombies * zombies * 22 + items * 20


class Greedy(Policy):
    """Plays the card whose placement changes the standings most in its favour."""

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        run = cast(RunState, state)
        codes = run.legal(seat)
        best: i64 = codes[0]
        best_score: i64 = -10 * WIN
        ties: i64 = 0
        leader: i64 = self._leader(run, seat)
        at: i64 = 0
        while at < i64(len(codes)):
            score: i64 = self._score(run, seat, codes[at], leader)
            if score > best_score:
                best_score = score
                best = codes[at]
                ties = 1
            elif score == best_score:
                ties += 1
                if dice.below(ties) == 0:
                    best = codes[at]
            at += 1
        return best

    def _leader(self, run: RunState, seat: i64) -> i64:
        """The living opponent nearest to winning."""
        best: i64 = -1
        best_standing: i64 = -WIN
        other: i64 = 0
        while other < run.players:
            if other != seat and (run.living >> other) & 1 == 1:
                front = run.fronts[other]
                value: i64 = standing(items_in(front), zombies_in(front))
                if value > best_standing:
                    best_standing = value
                    best = other
            other += 1
        return best

    def _score(self, run: RunState, seat: i64, code: i64, leader: i64) -> i64:
        if code == REDRAW or code == PASS:
            return -40
        if code >= GIVE:
            return -self._gain(run, code - GIVE, run.turned_up) * (2 if code - GIVE == leader else 1)
        if code < PLAY_ZOMBIE:
            return self._gain(run, seat, code) + self._keep(run, seat, code)
        if code < SPECIAL_ZOMBIE:
            face: i64 = SYMBOLS + (code - PLAY_ZOMBIE) // SEATS
            target: i64 = (code - PLAY_ZOMBIE) % SEATS
            loss: i64 = -self._gain(run, target, face)
            return loss * 5 // 4 if target == leader else loss * 3 // 4
        if code < SPECIAL_ITEM:
            # a zombie before oneself for a fresh card: only where it hardly hurts
            return self._gain(run, seat, SYMBOLS + code - SPECIAL_ZOMBIE) - 30
        face = (code - SPECIAL_ITEM) // SEATS
        target = (code - SPECIAL_ITEM) % SEATS
        return -self._gain(run, target, face) * 2 - 20 + self._spare(run, seat, face)

    def _gain(self, run: RunState, seat: i64, face: i64) -> i64:
        """What a card of this face before this seat is worth to its owner."""
        front = run.fronts[seat]
        items: i64 = items_in(front)
        zombies: i64 = zombies_in(front)
        before: i64 = standing(items, zombies)
        if face < SYMBOLS:
            if (front >> (face + SYMBOLS)) & 1 == 1:
                zombies -= 1
            else:
                items += 1
        elif face != ANNOYING and (front >> (face - SYMBOLS)) & 1 == 1:
            items -= 1
        else:
            zombies += 1
        if items >= 5:
            return WIN
        if zombies >= 5:
            return -WIN // 2
        return standing(items, zombies) - before

    def _keep(self, run: RunState, seat: i64, face: i64) -> i64:
        """A small wish to keep an item whose zombie is not out yet for later, and to play doubles first."""
        at: i64 = seat * HAND
        end: i64 = at + i64(run.held[seat])
        same: i64 = 0
        while at < end:
            if i64(run.hands[at]) == face:
                same += 1
            at += 1
        return 6 if same > 1 else 0

    def _spare(self, run: RunState, seat: i64, face: i64) -> i64:
        """The worth of turning a useless item into a fresh card: useless, for it lies before oneself already."""
        return 25 if (run.fronts[seat] >> face) & 1 == 1 else 0

    def estimate(self, state: State) -> list[float]:
        run = cast(RunState, state)
        if run.owing() == 0:
            return run.payoffs()
        weights: list[float] = []
        seat: i64 = 0
        while seat < run.players:
            weight = 0.0
            if (run.living >> seat) & 1 == 1:
                front = run.fronts[seat]
                weight = float(max(20, standing(items_in(front), zombies_in(front))))
            weights.append(weight)
            seat += 1
        total = sum(weights)
        return [weight / total for weight in weights]
