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
from dataclasses import replace
from math import sqrt
from time import perf_counter

from shamble.bots.advice import Z95
from shamble.bots.search import Search, is_mixed
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadOption
from shamble.kernel.reveal import tells
from shamble.kernel.seeds import SEED_LIMIT
from shamble.kernel.state import CHANCE, HIDDEN, State
from shamble.match import Match
from shamble.record import Record
from shamble.replaying import replay
from shamble.review.budget import FEWEST, Budget
from shamble.review.document import Chance, Decision, Ledger, Moment, Review, Settings
from shamble.review.sampling import Look, looking_order

MARKS = ((0.15, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))  # loss of win chance, and its name
SAMPLES = 4  # worlds in which an act is tried to see whether it told a seat something
TURNS = 3


def review(
    game: "Match | Record",
    settings: Settings | None = None,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
    begun: Review | None = None,
    since: float | None = None,
) -> Review:
    """Review a finished match or its record.

    `progress` is called with (looks done, looks in all). The review ends when its time is up, or when `stop` answers
    True (`stopped`); `complete` is False where events were left out, and `looked_at` names those that were not. Passed
    again as `begun` it is resumed, for as many seconds more, with the rollouts and iterations it has. The time
    counts from `since` (as `time.perf_counter` has it), by default from now. BadOption if the game is not over or the
    budget is empty.
    """
    started = perf_counter() if since is None else since
    match = game if isinstance(game, Match) else replay(game)
    chosen = settings or Settings()
    if match.result is None:
        raise BadOption("Only a finished game can be reviewed; this one still goes on.")
    if match.version == 0:
        raise BadOption("There is nothing to review: the game was over before anything happened.")
    if chosen.rollouts < 1 or chosen.iterations < 1 or not chosen.seconds > 0:
        raise BadOption("A review needs at least 1 rollout, 1 iteration and more than 0 seconds.")
    return _Reviewer(match, chosen, started).run(progress, stop, begun)


class _Reviewer:
    """One review in the making."""

    def __init__(self, match: Match, settings: Settings, since: float) -> None:
        self.match = match
        self.settings = settings
        self.dice = Dice(settings.seed)
        self.rolling = Search(match.game.greedy, settings.iterations)
        self.rolling.random_rival_rate = 0.0  # chances are those of play that is even on all sides
        self.rolling.even = True
        self.budget = Budget(match, settings, since)
        self.kept: dict[tuple[int, int], Chance] = {}  # by version and seat
        self.origins: dict[tuple[int, int], int] = {}  # of versions and seats that were looked for

    def run(
        self,
        progress: Callable[[int, int], None] | None,
        stop: Callable[[], bool] | None,
        begun: Review | None,
    ) -> Review:
        """Look by look, the likeliest to matter first, until all is looked at or the time is up."""
        match = self.match
        self.budget.measure(self.rolling, self.dice)
        report = begun if begun is not None and begun.final == match.record.final else None
        if report is None:
            self.budget.share_out()
            report = self._begin()
        else:
            self._take_up(report)
        self.search = Search(match.game.greedy, report.iterations)
        done = {Look(moment.event, False) for moment in report.moments} | {
            Look(number, True) for number in report.judged
        }
        looks = match.version + sum(match.coded_act(number)[0] != CHANCE for number in range(match.version))
        for look in looking_order(match):
            if look in done:
                continue
            if stop is not None and stop():
                report.stopped = True
                break
            expected = self._cost(look)
            if not self.budget.fits(expected):
                break
            begun_at = perf_counter()
            if look.at_choice:
                self._judge(report, look.number, match.coded_act(look.number)[0])
            else:
                self._look_at(report, look.number)
            self.budget.learn(expected, perf_counter() - begun_at)
            done.add(look)
            if progress is not None:
                progress(len(done), looks)
        report.complete = len(done) == looks
        return self._finish(report)

    def _begin(self) -> Review:
        match = self.match
        result = match.result
        assert result is not None
        opening = self._chances_at(0)
        return Review(
            game=match.game.code,
            title=match.game.title,
            seats=[seat.name for seat in match.seats],
            rollouts=self.budget.rollouts,
            iterations=self.budget.iterations,
            rough=self.budget.rollouts < FEWEST,
            complete=False,
            opening=opening,
            ledgers=[
                Ledger(opening=chance.mean, result=payoff)
                for chance, payoff in zip(opening, result.payoffs, strict=True)
            ],
            result=result.why,
            final=match.record.final,
            events=match.version,
        )

    def _take_up(self, report: Review) -> None:
        """Go on with a review: what it has found is not sought again."""
        self.budget.rollouts, self.budget.iterations = report.rollouts, report.iterations
        report.events, report.stopped = self.match.version, False
        for version, chances, _ in report.points():
            for seat, chance in enumerate(chances):
                self.kept[self._origin(version, seat), seat] = chance

    def _look_at(self, report: Review, number: int) -> None:
        """One event: the chances before and after it, and whom it gave what."""
        match = self.match
        before, after = self._chances_at(number), self._chances_at(number + 1)
        self._luck(number, match.players)
        for seat in range(match.players):
            self._book(report.ledgers[seat], number, seat, before[seat].mean, after[seat].mean)
        who, action = match.act(number)
        report.moments.append(Moment(number, who, action, self._told(number), after, before))

    def _finish(self, report: Review) -> Review:
        """In the order of the game, with what is known once the looking has ended."""
        report.moments.sort(key=lambda moment: moment.event)
        report.decisions.sort(key=lambda decision: decision.event)
        report.judged.sort()
        there = {-1, *(moment.event for moment in report.moments)}
        report.moments = [
            replace(moment, before=()) if moment.event - 1 in there else moment for moment in report.moments
        ]
        for ledger in report.ledgers:
            ledger.unseen = 0.0 if len(report.moments) == report.events else ledger.unseen - ledger.gap()
        report.turning_points = turning_points(report)
        return report

    def _told(self, number: int) -> str:
        """The sentences of one event."""
        return str(self.match.events_since(None, number, number + 1)[0])

    def _cost(self, look: Look) -> float:
        """Seconds that a look is expected to take."""
        number, seats = look.number, range(self.match.players)
        who, _ = self.match.coded_act(number)
        if look.at_choice:
            between = len(self.match.state_at(number).legal(who)) > 1
            return self.budget.cost(2, 1) if between else 0.0
        wanted = {(self._origin(version, seat), seat) for version in (number, number + 1) for seat in seats}
        told = 0.0 if who == CHANCE else len(seats) / 2  # chances of knowing what an act told
        return self.budget.cost(len(wanted - self.kept.keys()) + told, 0)

    # -- chances -------------------------------------------------------------------------------------------------

    def _luck(self, number: int, purpose: int) -> None:
        """Settle the luck of what comes by its place in the game, so that the order of looking changes nothing."""
        places = self.match.players + 2
        self.dice.seed(((self.settings.seed * 1_000_003 + number) * places + purpose + 1) % SEED_LIMIT)

    def _outlook(self, state: State, seat: int, who: int = CHANCE, code: int = 0) -> Chance:
        if state.owing() == 0:
            payoff = state.payoffs()[seat]
            return Chance(payoff, payoff, payoff)
        done, sums = self.rolling.outlook(state, seat, code, who, self.budget.rollouts, self.dice)
        return chance_of(sums[seat], done)

    def _origin(self, version: int, seat: int) -> int:
        """The version since which the seat has noticed nothing: its chance is still the one from then."""
        cached = self.origins.get((version, seat))
        if cached is None:
            cached = self.origins[version, seat] = self._seek_origin(version, seat)
        return cached

    def _seek_origin(self, version: int, seat: int) -> int:
        state = self.match.state_at(version)
        if state.owing() == 0:
            return version
        known = state.known(seat)
        while version > 0 and self.match.state_at(version - 1).known(seat) == known:
            version -= 1
        return version

    def _chances_at(self, version: int) -> tuple[Chance, ...]:
        """Every seat's chance after that many events."""
        return tuple(self._chance_at(self._origin(version, seat), seat) for seat in range(self.match.players))

    def _chance_at(self, origin: int, seat: int) -> Chance:
        cached = self.kept.get((origin, seat))
        if cached is None:
            self._luck(origin, seat)
            cached = self.kept[origin, seat] = self._outlook(self.match.state_at(origin), seat)
        return cached

    # -- the ledger ----------------------------------------------------------------------------------------------

    def _book(self, ledger: Ledger, number: int, seat: int, before: float, after: float) -> None:
        """Book the change an event made for a seat."""
        change = after - before
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
        """Whether the act told the seat something."""
        who, code = self.match.coded_act(number)
        known = self.match.state_at(number + 1).known(seat)
        return tells(self.match.state_at(number), seat, who, code, known, SAMPLES, self.dice)

    # -- decisions -----------------------------------------------------------------------------------------------

    def _judge(self, report: Review, number: int, seat: int) -> None:
        """Compare the choice made with the best one found by a search from what the seat knew."""
        match = self.match
        state = match.state_at(number)
        _, code = match.coded_act(number)
        codes = list(state.legal(seat))
        report.judged.append(number)
        self._luck(number, match.players + 1)
        if len(codes) < 2 or is_mixed(state, seat, self.dice):
            return
        self.search.think(state, seat, self.dice)
        best = max(self.search.results(), key=lambda row: row[1])[0]
        made = self._outlook(state, seat, seat, code)
        top = made if best == code else self._outlook(state, seat, seat, best)
        loss = max(0.0, top.mean - made.mean)
        mark = next((name for least, name in MARKS if loss >= least), "") if top.low > made.high else ""
        text = match.game.vocabulary.text
        labels = [match.label_at(number, seat, text(one)) for one in (code, best)]
        report.decisions.append(Decision(number, seat, text(code), text(best), made, top, loss, mark, *labels))


def chance_of(total: float, times: int) -> Chance:
    """The mean of `times` payoffs in [0, 1] that sum to `total`, with its interval."""
    if times == 0:
        return Chance(0.0, 0.0, 1.0)
    mean = total / times
    half = Z95 * sqrt(max(mean * (1 - mean), 1 / times) / times)
    return Chance(mean, max(0.0, mean - half), min(1.0, mean + half))


def turning_points(report: Review) -> list[str]:
    """The events that changed a seat's chance most, in the order they happened, as sentences; of a rough review only
    those where the intervals before and after leave no doubt."""
    swings = []
    before = report.opening
    for _, chances, moment in report.points():
        changes = [new.mean - old.mean for new, old in zip(chances, before, strict=True)]
        seat = max(range(len(changes)), key=lambda k: abs(changes[k]))
        old, new = before[seat], chances[seat]
        if moment is not None and (not report.rough or new.low > old.high or new.high < old.low):
            swings.append((abs(changes[seat]), moment, seat, old.mean))
        before = chances
    top = sorted(swings, key=lambda swing: -swing[0])[:TURNS]
    return [
        f"Event {moment.event + 1}: {moment.text or moment.action} {report.seats[seat]}'s chance goes from {old:.0%} "
        f"to {moment.chances[seat].mean:.0%}."
        for _, moment, seat, old in sorted(top, key=lambda swing: swing[1].event)
    ]
