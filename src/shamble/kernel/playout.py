"""Playouts: the loops that play a State to its end. Compiled with the rules, so that nothing in them is boxed."""

from typing import Final

from mypy_extensions import i64

from shamble.kernel.bits import lowest
from shamble.kernel.dice import Dice
from shamble.kernel.listening import listen
from shamble.kernel.policy import Policy
from shamble.kernel.state import CHANCE, State

DEAF: Final = 16383  # events (less one than a power of two) played between two moments at which Ctrl-C is heard


class Played:
    """How long a playout was: `decisions` of seats, `events` in all (chance included), whether it `ended`."""

    def __init__(self) -> None:
        self.decisions: i64 = 0
        self.events: i64 = 0
        self.ended: bool = False


def play_out(state: State, dice: Dice, limit: i64) -> Played:
    """Play `state` on, every decision uniformly random, until it is over or `limit` events have happened."""
    played = Played()
    events: i64 = 0
    decisions: i64 = 0
    while events < limit:
        owing: i64 = state.owing()
        if owing == 0:
            played.ended = True
            break
        if owing == CHANCE:
            state.apply(CHANCE, state.roll(dice))
        else:
            seat: i64 = lowest(owing)
            codes = state.legal(seat)
            state.apply(seat, codes[dice.below(len(codes))])
            decisions += 1
        events += 1
    played.events = events
    played.decisions = decisions
    return played


def play_policies(state: State, policies: list[Policy], dice: Dice, limit: i64) -> Played:
    """Play `state` on, seat i deciding by `policies[i]`, until it is over or `limit` events have happened."""
    played = Played()
    events: i64 = 0
    decisions: i64 = 0
    while events < limit:
        owing: i64 = state.owing()
        if owing == 0:
            played.ended = True
            break
        if owing == CHANCE:
            state.apply(CHANCE, state.roll(dice))
        else:
            seat: i64 = lowest(owing)
            state.apply(seat, policies[seat].choose(state, seat, dice))
            decisions += 1
        events += 1
        if events & DEAF == 0:
            listen()
    played.events = events
    played.decisions = decisions
    return played


def measure(state: State, dice: Dice, steps: i64) -> i64:
    """For benchmarks: play random games from copies of `state` until `steps` steps are done; the steps played."""
    done: i64 = 0
    while done < steps:
        done += play_out(state.copy(), dice, 1_000_000).events
    return done


def measure_copies(state: State, times: i64) -> i64:
    """For benchmarks: copy `state` so many times; the copies made."""
    k: i64 = 0
    while k < times:
        state.copy()
        k += 1
    return k


def measure_redeals(state: State, seat: i64, dice: Dice, times: i64) -> i64:
    """For benchmarks: redeal `state` for `seat` so many times; the redeals made."""
    k: i64 = 0
    while k < times:
        state.redeal(seat, dice)
        k += 1
    return k
