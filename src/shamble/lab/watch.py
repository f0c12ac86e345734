"""Games played under observation: the same games, decision for decision, as `play_policies` plays. Compiled, so that
observing costs little compared with playing."""

from typing import Any, Final

from mypy_extensions import i64

from shamble.kernel.dice import Dice
from shamble.kernel.listening import listen
from shamble.kernel.playout import SIGNAL_CHECK_MASK, Observer, play, play_policies
from shamble.kernel.policy import Policy
from shamble.kernel.state import CHANCE, State

UNFINISHED: Final = "unfinished"  # the ending of a game that was broken off


class Columns:
    """What every game of a chunk is told by, one list entry a game: its ending, its length, what every seat was paid
    and, where `facts` are given (those of a game with characters), who every seat was."""

    def __init__(self, players: int, facts: Any | None) -> None:
        self.endings: list[str] = []
        self.decisions: list[int] = []
        self.events: list[int] = []
        self.paid: list[list[float]] = [[] for _ in range(players)]
        self.characters: list[list[str]] = [[] for _ in range(players if facts is not None else 0)]
        self._facts = facts

    def add(self, state: State, decisions: int, events: int, ended: bool) -> None:
        """A game that was played until `state`."""
        self.endings.append(state.ending() if ended else UNFINISHED)
        self.decisions.append(decisions)
        self.events.append(events)
        for seat, payoff in enumerate(state.payoffs()):
            self.paid[seat].append(payoff)
        if self._facts is not None:
            names: list[str] = self._facts.characters(state)
            for seat, name in enumerate(names):
                self.characters[seat].append(name)


def play_on(start: State, policies: list[Policy], dice: Dice, limit: i64, games: i64, columns: Columns) -> None:
    """Play `games` games from `start`, one after the other, unobserved."""
    unchecked: i64 = 0  # events since signals were last handled
    for _ in range(games):
        state = start.copy()
        played = play_policies(state, policies, dice, limit)
        columns.add(state, played.decisions, played.events, played.ended)
        unchecked += played.events
        if unchecked > SIGNAL_CHECK_MASK:
            unchecked = 0
            listen()


def added(values: list[float]) -> float:
    """The sum, one after the other: as a running total comes to it, bit by bit."""
    total = 0.0
    for value in values:
        total += value
    return total


class Log(Observer):
    """Every event of one game, in order: who acted (a seat, or CHANCE) and the code of the act."""

    def __init__(self) -> None:
        self.who: list[int] = []
        self.code: list[int] = []
        self.decisions: int = 0
        self.ended: bool = False

    def before(self, state: State, who: i64, code: i64) -> None:
        """Write the event down."""
        self.who.append(who)
        self.code.append(code)


class Sight(Observer):
    """What an observer keeps of one game: its length, what came up, who fell out when, how often the lead passed.

    `events` has one key an event: (seat concerned + 1) * codes + code, where 0 is nobody in particular. `out[k]` is the
    number of events after which seat k was seen to be out, -1 if it never was; `began[k]` the first side of seat k.
    The lead passes when the quick estimate's best seats have none of the former leaders among them. Seats and leads
    are looked at after every eighth event and at the end.
    """

    def __init__(self, players: int, facts: Any, judge: Policy, codes: i64) -> None:
        self._facts = facts
        self._judge = judge
        self._codes = codes
        self._several = players > 1
        self._chance_of_seats: bool = facts.has_turns
        self._settled = False  # whether every seat's first side is known
        self.events: list[int] = []
        self.decisions: int = 0
        self.ended: bool = False
        self.out: list[int] = [-1] * players
        self.began: list[str] = []
        self.lead_changes: int = 0
        self.leaders: i64 = 0

    def before(self, state: State, who: i64, code: i64) -> None:
        """Note the first sides, as long as they are not settled, and the event with the seat concerned."""
        if not self._settled:
            self.began = self._facts.sides(state)
            self._settled = "" not in self.began
        concerned: i64 = who + 1
        if who == CHANCE and self._chance_of_seats:
            concerned = self._facts.turn(state) + 1
        self.events.append(concerned * self._codes + code)

    def after(self, state: State) -> None:
        """After every eighth event, note who is out and who leads."""
        if len(self.events) & 7 == 0:
            self.note_out(self._facts.out(state))
            if self._several:
                self.note_lead(self._judge.estimate(state))

    def note_out(self, out: i64) -> None:
        """Note when those in a mask were first seen to be out."""
        seat = 0
        while out != 0:
            if out & 1 != 0 and self.out[seat] < 0:
                self.out[seat] = len(self.events)
            out = out >> 1
            seat += 1

    def note_lead(self, chances: list[float]) -> None:
        """Note who leads by these chances."""
        best: i64 = 0
        most = -1.0
        bit: i64 = 1
        for chance in chances:
            if chance > most:
                most = chance
                best = bit
            elif chance == most:
                best = best | bit
            bit = bit << 1
        if best & self.leaders != 0:
            self.leaders = best & self.leaders
        else:
            if self.leaders != 0:
                self.lead_changes += 1
            self.leaders = best


def record(state: State, policies: list[Policy], dice: Dice, limit: i64) -> Log:
    """Play `state` on to its end, or until `limit` events have been played, and write down every event."""
    log = Log()
    played = play(state, policies, dice, limit, -1, log)
    log.decisions = played.decisions
    log.ended = played.ended
    return log


def observe(
    state: State, policies: list[Policy], dice: Dice, limit: i64, facts: Any, judge: Policy, codes: i64
) -> Sight:
    """Play on as `record` does, with all that a study wants to know.

    `facts` are the game's, `judge` estimates who leads, `codes` is the size of the game's vocabulary.
    """
    sight = Sight(state.players, facts, judge, codes)
    played = play(state, policies, dice, limit, -1, sight)
    sight.note_out(facts.out(state))
    sight.decisions = played.decisions
    sight.ended = played.ended
    return sight
