"""Games played under observation: the same games, decision for decision, as `play_policies` plays."""

from array import array
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

from shamble.games import find
from shamble.kernel.bits import lowest
from shamble.kernel.dice import Dice
from shamble.kernel.game import Facts
from shamble.kernel.policy import Policy
from shamble.kernel.state import CHANCE, State


@dataclass
class Log:
    """Every event of one game, in order: who acted (a seat, or CHANCE) and the code of the act."""

    who: "array[int]" = field(default_factory=lambda: array("b"))
    code: "array[int]" = field(default_factory=lambda: array("i"))
    decisions: int = 0
    ended: bool = False


@dataclass
class Sight:
    """What an observer keeps of one game: its length, what came up, who fell out when, how often the lead passed.

    `events` has one key an event: (seat concerned + 1) * codes + code, where 0 is nobody in particular. `out[k]` is the
    number of events after which seat k was seen to be out, -1 where it never was; `began[k]` the first side of seat k.
    The lead passes when the quick estimate's best seats have none of the former leaders among them. Seats and leads
    are looked at after every eighth event and at the end.
    """

    events: list[int] = field(default_factory=list)
    decisions: int = 0
    ended: bool = False
    out: list[int] = field(default_factory=list)
    began: list[str] = field(default_factory=list)
    lead_changes: int = 0
    leaders: int = 0

    def look(self, state: State, facts: Facts, judge: Policy | None) -> None:
        """Look at a position."""
        out = facts.out(state)
        seat = 0
        while out:
            if out & 1 and self.out[seat] < 0:
                self.out[seat] = len(self.events)
            out >>= 1
            seat += 1
        if judge is not None:
            estimate = judge.estimate(state)
            most = max(estimate)
            best = sum([1 << seat for seat, chance in enumerate(estimate) if chance == most])
            if best & self.leaders:
                self.leaders &= best
            else:
                self.lead_changes += self.leaders > 0
                self.leaders = best


def record(state: State, policies: list[Policy], dice: Dice, limit: int) -> Log:
    """Play `state` on to its end, or until `limit` events have happened, and write down every event."""
    log = Log()
    add_who, add_code = log.who.append, log.code.append
    owing_of, apply, roll = state.owing, state.apply, state.roll
    choosers = [policy.choose for policy in policies]
    events = decisions = 0
    while events < limit:
        owing = owing_of()
        if owing == 0:
            log.ended = True
            break
        if owing == CHANCE:
            who = CHANCE
            code = roll(dice)
        else:
            who = lowest(owing)
            code = choosers[who](state, who, dice)
            decisions += 1
        apply(who, code)
        add_who(who)
        add_code(code)
        events += 1
    log.decisions = decisions
    return log


def observe(state: State, policies: list[Policy], dice: Dice, limit: int, facts: Facts, judge: Policy) -> Sight:
    """Play on as `record` does, with all that a study wants to know. `judge` estimates who leads."""
    seen = Sight(out=[-1] * state.players)
    add = seen.events.append
    size = len(find(state.head["game"]).vocabulary)
    owing_of, apply, roll, turn = state.owing, state.apply, state.roll, facts.turn
    choosers = [policy.choose for policy in policies]
    several = judge if state.players > 1 else None
    events = decisions = 0
    settled = False  # whether every seat's first side is known
    while events < limit:
        owing = owing_of()
        if owing == 0:
            seen.ended = True
            break
        if not settled:
            seen.began = facts.sides(state)
            settled = "" not in seen.began
        if owing == CHANCE:
            concerned = turn(state) + 1
            code = roll(dice)
            apply(CHANCE, code)
        else:
            seat = lowest(owing)
            code = choosers[seat](state, seat, dice)
            apply(seat, code)
            concerned = seat + 1
            decisions += 1
        add(concerned * size + code)
        events += 1
        if not events & 7:
            seen.look(state, facts, several)
    seen.look(state, facts, None)
    seen.decisions = decisions
    return seen


@lru_cache(maxsize=8)
def topics(game: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The topics of a game in the order of their first code; and of every code its topic's place, -1 for none."""
    found = find(game)
    names: dict[str, int] = {}
    of = []
    for text in found.vocabulary.texts():
        topic = found.facts.topic(text)
        of.append(names.setdefault(topic, len(names)) if topic else -1)
    return tuple(names), tuple(of)


def count_topics(game: str, seen: Sight) -> Counter[tuple[int, int]]:
    """How often each topic came up, by (seat concerned, -1 for nobody in particular; topic's place)."""
    of = topics(game)[1]
    size = len(of)
    counts: Counter[tuple[int, int]] = Counter()
    for key, times in Counter(seen.events).items():
        concerned, code = divmod(key, size)
        if of[code] >= 0:
            counts[concerned - 1, of[code]] += times
    return counts
