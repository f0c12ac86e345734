"""A quick policy for I Hate Zombies, and an estimate of who will win.

Throws are drawn evenly, which nobody can exploit. Two other decisions are left: whom to attack and whom to heal. Wounds
win when they are heaped on one human, for a turned one fights on with three lives and a scattered wound may heal; and a
human matters the more, the sooner the zombies that move next can reach it. Where everybody is one character, a human
who is likely to see the zombies win had better not be the last to turn: it heals the others, not itself.

The numbers of the estimate are fitted to the outcomes of 60,000 games of this policy from random positions.
"""

from math import exp, log
from typing import Final, cast

from mypy_extensions import i64

from shamble.games.hate.rules import codes
from shamble.games.hate.rules.state import HateState
from shamble.kernel.bits import bits
from shamble.kernel.dice import Dice
from shamble.kernel.policy import Policy
from shamble.kernel.state import State

FAR: Final = 2 * codes.PLACES  # more turns than any human is away


class Greedy(Policy):
    """Attacks wounded humans first, heals the human in the nearest danger, throws evenly."""

    def choose(self, state: State, seat: i64, dice: Dice) -> i64:
        hate = cast(HateState, state)
        if hate.phase == codes.ATTACKING:
            return self._attack(hate, dice)
        if hate.phase == codes.HEALING:
            return codes.HEAL + self._whom_to_heal(hate, seat)
        if hate.phase == codes.VOTING:
            return codes.VOTE + self._whom_to_heal(hate, seat)
        return dice.below(3)

    def _attack(self, hate: HateState, dice: Dice) -> i64:
        """The direction of the wounded human, else of the one whom the zombies to come reach sooner."""
        if not hate.may_attack(codes.LEFT):
            return codes.RIGHT
        if not hate.may_attack(codes.RIGHT):
            return codes.LEFT
        left: i64 = hate.target_of(codes.LEFT)
        right: i64 = hate.target_of(codes.RIGHT)
        apart: i64 = ((hate.wounded_once >> left) & 1) - ((hate.wounded_once >> right) & 1)
        if apart == 0:
            apart = turns_to_reach(hate, right) - turns_to_reach(hate, left)
        if apart == 0:
            apart = 1 - 2 * dice.below(2)
        return codes.LEFT if apart > 0 else codes.RIGHT

    def _whom_to_heal(self, hate: HateState, seat: i64) -> i64:
        """The wounded human whom the zombies to come reach soonest, or PLACES for nobody."""
        wounded: i64 = hate.humans & hate.wounded_once
        if hate.rules.individual and humans_win(hate) < 0.5:
            wounded = wounded & ~(1 << seat)
        best: i64 = codes.PLACES
        soonest: i64 = FAR + 1
        place: i64 = 0
        while wounded >> place != 0:
            if (wounded >> place) & 1 == 1:
                turns: i64 = turns_to_reach(hate, place)
                if turns < soonest:
                    soonest = turns
                    best = place
            place += 1
        return best

    def estimate(self, state: State) -> list[float]:
        hate = cast(HateState, state)
        if hate.owing() == 0:
            return hate.payoffs()
        if not hate.rules.individual:
            return in_ring(hate)
        if hate.phase <= codes.SETTING_UP:
            return [0.7] * hate.players
        chance: float = humans_win(hate)
        return [for_character(hate, seat, chance) for seat in range(hate.players)]


def humans_win(hate: HateState) -> float:
    """The chance of the humans, from how many they and the zombies are and how many wounds each can still take."""
    humans: i64 = bits(hate.humans)
    zombies: i64 = bits(hate.zombies)
    if hate.phase <= codes.SETTING_UP:
        humans = hate.rules.places // 2
        zombies = hate.rules.places - humans
    human_lives = float(2 * humans - bits(hate.humans & hate.wounded_once))
    zombie_lives = float(3 * zombies - bits(hate.zombies & hate.wounded_once) - 2 * bits(hate.wounded_twice))
    for_humans = 0.38 + 0.33 * human_lives + 0.4 * log(human_lives) + 0.33 * float(zombies)
    for_zombies = 0.27 * zombie_lives + 0.94 * log(zombie_lives) + 0.59 * float(humans)
    return 1.0 / (1.0 + exp(for_zombies - for_humans))


def in_ring(hate: HateState) -> list[float]:
    """The chances of the seats that command sides of a ring."""
    rules = hate.rules
    chance: float = humans_win(hate)
    chances: list[float] = []
    seat: i64 = 0
    while seat < hate.players:
        if (hate.eliminated >> seat) & 1 == 1 and not rules.eliminated_share and not rules.returns:
            chances.append(0.0)
        elif seat == rules.human_1 or seat == rules.human_2:
            chances.append(chance)
        else:
            chances.append(1.0 - chance)
        seat += 1
    return chances


def for_character(hate: HateState, place: i64, chance: float) -> float:
    """The chance of a player who is one character, where that of the humans is `chance`."""
    wounded: bool = ((hate.wounded_once >> place) & 1) == 1
    if (hate.humans >> place) & 1 == 1:
        others = float(bits(hate.humans) - 1)
        turned: float = 0.9 * others / (others + 1.0)  # turned, not the last, and alive at the end
        return chance * (0.71 if wounded else 0.82) + (1.0 - chance) * turned
    if (hate.zombies >> place) & 1 == 1:
        survives: float = 0.49 if wounded else 0.22 if ((hate.wounded_twice >> place) & 1) == 1 else 0.69
        return (1.0 - chance) * survives
    return 0.0


def turns_to_reach(hate: HateState, human: i64) -> i64:
    """How many turns after the active zombie's until one comes that could attack this human; the active one last."""
    near: i64 = neighbours(hate, human, 1) | neighbours(hate, human, hate.rules.places - 1)
    place: i64 = hate.active
    turns: i64 = 0
    k: i64 = 0
    while k < hate.rules.places:
        place = place + 1 if place + 1 < hate.rules.places else 0
        turns += (hate.zombies >> place) & 1
        if (near >> place) & 1 == 1:
            return turns
        k += 1
    return FAR


def neighbours(hate: HateState, human: i64, step: i64) -> i64:
    """The living zombies between a human and the next one in that direction, as a mask."""
    places: i64 = hate.rules.places
    place: i64 = (human + step) % places
    mask: i64 = 0
    while (hate.humans >> place) & 1 == 0:
        mask = mask | (hate.zombies & 1 << place)
        place = (place + step) % places
    return mask
