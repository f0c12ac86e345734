"""The review of a match: win chances after every event, a ledger of luck and skill, and what the decisions cost.

The win chance of a seat after an event is the mean payoff of rollouts from worlds that the seat then held possible
(`redeal`), played on by the search's rollout policies. A seat's changes from event to event add up to the way from its
opening chance to its result; the ledger books each as

- luck: a chance event,
- own: what the seat's own act changed, as far as the seat could foresee it,
- others: what another seat's act changed,
- reveals: what the seat learned by an act (its own or another's) about hidden things: the chance given that the act was
  possible, less the chance before it; and, for an own act, what came less what could be expected.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from math import sqrt
from time import process_time
from typing import Any

from shamble.bots.advice import Z95
from shamble.bots.search import Search, is_mixed
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadOption
from shamble.kernel.state import CHANCE, HIDDEN, State
from shamble.match import LARGEST_SEED, Match, replay
from shamble.record import Record

MARKS = ((0.15, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))  # loss of win chance, and its name
FEWEST = 100  # rollouts; with fewer a review says that it is rough
SAMPLES = 4  # worlds in which an act is looked at to see whether it told a seat something
TURNS = 3
PROBES, PROBED = 8, 5  # positions, and rollouts from each, that tell how long a rollout takes


@dataclass(frozen=True)
class Settings:
    """How much work a review does: `rollouts` for each win chance, `iterations` of search for each decision.

    With `seconds` the rollouts are cut so that they take about so long of one core."""

    rollouts: int = 300
    iterations: int = 200
    seconds: float = 60.0
    seed: int = 1


@dataclass(frozen=True)
class Chance:
    """A win chance with its 95 % interval (normal; rollouts are independent)."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Moment:
    """After one event: what it was, in words all may read once the game is over, and every seat's win chance."""

    event: int
    who: int
    action: str
    text: str
    chances: tuple[Chance, ...]


@dataclass
class Ledger:
    """Where a seat's chance went, from `opening` to `result`: the parts add up to the difference."""

    opening: float
    luck: float = 0.0
    own: float = 0.0
    others: float = 0.0
    reveals: float = 0.0
    result: float = 0.0

    def gap(self) -> float:
        """What the parts miss: 0 but for rounding."""
        return self.opening + self.luck + self.own + self.others + self.reveals - self.result


@dataclass(frozen=True)
class Decision:
    """A decision: the choice made, the best one the seat could know of, what that cost, and its mark where the
    intervals allow one (`"inaccuracy"`, `"mistake"`, `"blunder"`, else empty)."""

    event: int
    seat: int
    action: str
    best: str
    chance: Chance
    best_chance: Chance
    loss: float
    mark: str
    label: str = ""  # the choice made and the best one, in words
    best_label: str = ""


@dataclass
class Review:
    """The whole review; `to_dict` is the JSON document."""

    game: str
    title: str
    seats: list[str]
    rollouts: int
    iterations: int
    rough: bool
    complete: bool
    opening: tuple[Chance, ...]
    moments: list[Moment] = field(default_factory=list)
    ledgers: list[Ledger] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    turning_points: list[str] = field(default_factory=list)
    result: str = ""
    final: str = ""  # the hash of the game's last position: which game this is a review of

    def to_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Review":
        """The review that `to_dict` wrote; KeyError or TypeError where it is none."""
        fields = dict(data)
        fields["opening"] = _chances(data["opening"])
        fields["moments"] = [Moment(**{**row, "chances": _chances(row["chances"])}) for row in data["moments"]]
        fields["ledgers"] = [Ledger(**row) for row in data["ledgers"]]
        fields["decisions"] = [
            Decision(**{**row, "chance": Chance(**row["chance"]), "best_chance": Chance(**row["best_chance"])})
            for row in data["decisions"]
        ]
        return cls(**fields)


def _chances(rows: list[dict[str, float]]) -> tuple[Chance, ...]:
    return tuple(Chance(**row) for row in rows)


def review(
    game: "Match | Record",
    settings: Settings | None = None,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
    begun: Review | None = None,
) -> Review:
    """Review a finished match or its record.

    `progress` is told (events done, events). When `stop` answers True the review ends early and says so (`complete` is
    False); given again as `begun` it is gone on with. BadOption where the game is not over or the budget is nothing.
    """
    match = game if isinstance(game, Match) else replay(game)
    chosen = settings or Settings()
    if match.result is None:
        raise BadOption("Only a finished game can be reviewed; this one still goes on.")
    if match.version == 0:
        raise BadOption("There is nothing to review: the game was over before anything happened.")
    if chosen.rollouts < 1 or chosen.iterations < 1 or not chosen.seconds > 0:
        raise BadOption("A review needs at least 1 rollout, 1 iteration and more than 0 seconds.")
    return _Reviewer(match, chosen).run(progress, stop, begun)


class _Reviewer:
    """One review in the making."""

    def __init__(self, match: Match, settings: Settings) -> None:
        self.match = match
        self.settings = settings
        self.dice = Dice(settings.seed)
        self.search = Search(match.game.greedy, settings.iterations)
        self.rolling = Search(match.game.greedy, settings.iterations)
        self.rolling.careless = 0.0  # chances are those of play that is even on all sides
        self.rollouts = settings.rollouts

    def run(
        self,
        progress: Callable[[int, int], None] | None,
        stop: Callable[[], bool] | None,
        begun: Review | None,
    ) -> Review:
        """Event by event, from where the review begun before ended."""
        match = self.match
        found = begun if begun is not None and begun.final == match.record.final else self._begin()
        self.rollouts = found.rollouts
        found.complete = True
        told = match.events(None)
        for number in range(len(found.moments), match.version):
            if stop is not None and stop():
                found.complete = False
                break
            self.dice.seed((self.settings.seed * 1_000_003 + number + 1) % LARGEST_SEED)
            before = found.moments[-1].chances if found.moments else found.opening
            after = tuple(self._after(number, seat, before[seat]) for seat in range(match.players))
            for seat in range(match.players):
                self._book(found.ledgers[seat], number, seat, before[seat].mean, after[seat].mean)
            who, action = match.act(number)
            if who != CHANCE:
                self._judge(found, number, who)
            found.moments.append(Moment(number, who, action, str(told[number]), after))
            if progress is not None:
                progress(number + 1, match.version)
        found.turning_points = turning_points(found)
        return found

    def _begin(self) -> Review:
        match = self.match
        self.rollouts = self._affordable()
        opening = tuple(self._outlook(match.state_at(0), seat) for seat in range(match.players))
        result = match.result
        assert result is not None
        return Review(
            game=match.game.code,
            title=match.game.title,
            seats=[seat.name for seat in match.seats],
            rollouts=self.rollouts,
            iterations=self.settings.iterations,
            rough=self.rollouts < FEWEST,
            complete=False,
            opening=opening,
            ledgers=[Ledger(opening=chance.mean, result=chance.mean) for chance in opening],
            result=result.why,
            final=match.record.final,
        )

    def _affordable(self) -> int:
        """Rollouts for each chance that fit into the time: what a few from all over the game took of the processor,
        times the chances that have to be found."""
        match = self.match
        probes = range(0, match.version, max(1, match.version // PROBES))
        begun = process_time()
        for version in probes:
            self.rolling.outlook(match.state_at(version), 0, 0, CHANCE, PROBED, self.dice)
        each = (process_time() - begun) / (PROBED * len(probes))
        return max(10, min(self.settings.rollouts, int(self.settings.seconds / max(1e-9, each * self._chances()))))

    def _chances(self) -> int:
        """About how many chances the review has to find: one for every seat that notices an event, one more where it
        is an act (what it told), and two for a decision."""
        match = self.match
        count = match.players
        for number in range(match.version):
            old, new = match.state_at(number), match.state_at(number + 1)
            act = match.coded_act(number)[0] != CHANCE
            noticed = sum(old.known(seat) != new.known(seat) for seat in range(match.players))
            count += noticed * (2 if act else 1) + (2 if act else 0)
        return count

    # -- chances -------------------------------------------------------------------------------------------------

    def _outlook(self, state: State, seat: int, who: int = CHANCE, code: int = 0) -> Chance:
        if state.owing() == 0:
            payoff = state.payoffs()[seat]
            return Chance(payoff, payoff, payoff)
        done, sums = self.rolling.outlook(state, seat, code, who, self.rollouts, self.dice)
        return chance_of(sums[seat], done)

    def _after(self, number: int, seat: int, before: Chance) -> Chance:
        """The chance after an event; the one before it where the seat noticed nothing."""
        old, new = self.match.state_at(number), self.match.state_at(number + 1)
        if new.owing() != 0 and old.known(seat) == new.known(seat):
            return before
        return self._outlook(new, seat)

    # -- the ledger ----------------------------------------------------------------------------------------------

    def _book(self, ledger: Ledger, number: int, seat: int, before: float, after: float) -> None:
        """Book the change an event made for a seat."""
        change = after - before
        ledger.result = after
        who, code = self.match.coded_act(number)
        state = self.match.state_at(number)
        if who == CHANCE:
            ledger.luck += change
            return
        learned = 0.0
        if state.seen(seat, who, code) != HIDDEN and self._told_something(number, seat):
            given = self._outlook(state, seat, who, code).mean
            learned = after - given if who == seat else given - before
        ledger.reveals += learned
        if who == seat:
            ledger.own += change - learned
        else:
            ledger.others += change - learned

    def _told_something(self, number: int, seat: int) -> bool:
        """Whether the act told the seat something: in another world of its the act would not have been possible, or
        would have left it knowing something else."""
        who, code = self.match.coded_act(number)
        state, after = self.match.state_at(number), self.match.state_at(number + 1).known(seat)
        for _ in range(SAMPLES):
            world = state.redeal(seat, self.dice)
            if not world.allows(who, code):
                return True
            world.apply(who, code)
            if world.known(seat) != after:
                return True
        return False

    # -- decisions -----------------------------------------------------------------------------------------------

    def _judge(self, found: Review, number: int, seat: int) -> None:
        """Compare the choice made with the best one found by a search from what the seat knew."""
        state = self.match.state_at(number)
        _, code = self.match.coded_act(number)
        codes = list(state.legal(seat))
        if len(codes) < 2 or is_mixed(state, seat, self.dice):
            return
        self.search.think(state, seat, self.dice)
        best = max(self.search.results(), key=lambda row: row[1])[0]
        made = self._outlook(state, seat, seat, code)
        top = made if best == code else self._outlook(state, seat, seat, best)
        loss = max(0.0, top.mean - made.mean)
        mark = next((name for least, name in MARKS if loss >= least), "") if top.low > made.high else ""
        text = self.match.game.vocabulary.text
        labels = [self.match.label_at(number, seat, text(one)) for one in (code, best)]
        found.decisions.append(Decision(number, seat, text(code), text(best), made, top, loss, mark, *labels))


def chance_of(total: float, times: int) -> Chance:
    """The mean of so many payoffs in [0, 1] that sum to `total`, with its interval."""
    if times == 0:
        return Chance(0.0, 0.0, 1.0)
    mean = total / times
    half = Z95 * sqrt(max(mean * (1 - mean), 1 / times) / times)
    return Chance(mean, max(0.0, mean - half), min(1.0, mean + half))


def turning_points(found: Review) -> list[str]:
    """The events that changed a seat's chance most, in the order they happened, as sentences; of a rough review only
    those where the intervals before and after leave no doubt."""
    swings = []
    before = found.opening
    for moment in found.moments:
        changes = [new.mean - old.mean for new, old in zip(moment.chances, before, strict=True)]
        seat = max(range(len(changes)), key=lambda k: abs(changes[k]))
        old, new = before[seat], moment.chances[seat]
        if not found.rough or new.low > old.high or new.high < old.low:
            swings.append((abs(changes[seat]), moment, seat, old.mean))
        before = moment.chances
    top = sorted(swings, key=lambda swing: -swing[0])[:TURNS]
    return [
        f"Event {moment.event + 1}: {moment.text or moment.action} {found.seats[seat]}'s chance goes from {old:.0%} to "
        f"{moment.chances[seat].mean:.0%}."
        for _, moment, seat, old in sorted(top, key=lambda swing: swing[1].event)
    ]
