"""Playouts: the loop that plays a State on. Compiled with the rules, so that nothing in it is boxed."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from shamble.kernel.bits import lowest
from shamble.kernel.dice import Dice
from shamble.kernel.listening import listen
from shamble.kernel.policy import Policy, Uniform
from shamble.kernel.state import CHANCE, State

SIGNAL_CHECK_MASK: Final = 16383  # one less than a power of two: after that many events Ctrl-C is listened for
UNIFORM: Final = Uniform()


class Played:
    """How long a playout was: `decisions` of seats, `events` in all (chance included), whether it `ended`."""

    def __init__(self) -> None:
        self.decisions: i64 = 0
        self.events: i64 = 0
        self.ended: bool = False


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """Is shown every event of a playout. Subclasses override what they need."""

    def before(self, state: State, who: i64, code: i64) -> None:
        """`who` (a seat, or CHANCE) is about to play `code` at `state`."""

    def after(self, state: State) -> None:
        """The event has been played; `state` is the position it led to."""


def play(
    state: State,
    policies: list[Policy] | None,
    dice: Dice,
    limit: i64,
    horizon: i64 = -1,
    observer: Observer | None = None,
) -> Played:
    """Play `state` on until the game is over, `limit` events have been played, or another decision would be number
    `horizon` (counted from 0; -1 for no such limit). Seat i decides by `policies[i]`; None: uniformly at random."""
    played = Played()
    events: i64 = 0
    decisions: i64 = 0
    while events < limit:
        owing: i64 = state.owing()
        if owing == 0:
            played.ended = True
            break
        who: i64 = CHANCE
        code: i64 = 0
        if owing == CHANCE:
            code = state.roll(dice)
        else:
            if decisions == horizon:
                break
            who = lowest(owing)
            if policies is None:
                codes = state.legal(who)
                code = codes[dice.below(len(codes))]
            else:
                code = policies[who].choose(state, who, dice)
            decisions += 1
        if observer is None:
            state.apply(who, code)
        else:
            observer.before(state, who, code)
            state.apply(who, code)
            observer.after(state)
        events += 1
        if events & SIGNAL_CHECK_MASK == 0:
            listen()
    played.events = events
    played.decisions = decisions
    return played


def play_out(state: State, dice: Dice, limit: i64) -> Played:
    """Play `state` on, every decision uniformly random, until it is over or `limit` events have been played."""
    return play(state, None, dice, limit)


def play_policies(state: State, policies: list[Policy], dice: Dice, limit: i64) -> Played:
    """Play `state` on, seat i deciding by `policies[i]`, until it is over or `limit` events have been played."""
    return play(state, policies, dice, limit)


def measure(state: State, dice: Dice, steps: i64) -> i64:
    """For benchmarks: play random games from copies of `state` until `steps` steps are done; the steps played."""
    done: i64 = 0
    while done < steps:
        done += play_out(state.copy(), dice, 1_000_000).events
    return done


def measure_copies(state: State, times: i64) -> i64:
    """For benchmarks: copy `state` `times` times; the number of copies made."""
    k: i64 = 0
    while k < times:
        state.copy()
        k += 1
    return k


def measure_redeals(state: State, seat: i64, dice: Dice, times: i64) -> i64:
    """For benchmarks: redeal `state` for `seat` `times` times; the number of redeals made."""
    k: i64 = 0
    while k < times:
        state.redeal(seat, dice)
        k += 1
    return k
