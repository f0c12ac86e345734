"""Budget: how a review spends its time: rollouts for each chance, iterations of search, whether one look more fits."""

from time import perf_counter

from shamble.bots.search import Search
from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE
from shamble.match import Match
from shamble.review.document import Settings

FEWEST = 100  # rollouts; with fewer a review says that it is rough
ROUGHEST = 4  # rollouts that every chance gets, however little time there is
SHALLOWEST = 10  # iterations of search that every choice gets
SAMPLE = 16  # events, and twice as many choices, that a review should at least look at when it cannot look at all
PLACES = 24  # positions that are tried to tell how long rollouts take and how much is to be found
PROBING = 0.05  # the share of the time that this may take
SEARCHING = 1.3  # an iteration of search takes so many times as long as a rollout
SPARE = 0.9  # the share of the time that is planned for
OVERRUN = 0.97  # the share of the time after which nothing is begun: the rest goes for starting and writing


class Budget:
    """The time of one review, by the wall's clock: from `since`, as `perf_counter` counts, for `settings.seconds`."""

    def __init__(self, match: Match, settings: Settings, since: float) -> None:
        self._end = since + settings.seconds * OVERRUN
        self._match = match
        self._settings = settings
        self._slowness = 1.0  # how much longer events took than was expected
        self._each = 0.0  # seconds a rollout takes
        self.rollouts = settings.rollouts
        self.iterations = settings.iterations

    def measure(self, rolling: Search, dice: Dice) -> None:
        """Find how long a rollout takes: a few from positions all over the game."""
        match = self._match
        begun = perf_counter()
        limit = begun + self._settings.seconds * PROBING
        done = 0
        places = range(0, match.version, max(1, match.version // PLACES))
        for version in (*places[::2], *places[1::2]):
            rolling.outlook(match.state_at(version), version % match.players, 0, CHANCE, 1, dice)
            done += 1
            if perf_counter() > limit:
                break
        self._each = (perf_counter() - begun) / done

    def share_out(self) -> None:
        """Settle rollouts and iterations: as many as asked for, or so many that every event can be looked at; where
        that would be too few, that a good sample can."""
        match, wanted = self._match, self._settings
        affordable = (self._end - perf_counter()) * SPARE / self._each
        search = SEARCHING * wanted.iterations / wanted.rollouts
        chances, searches = self._to_find()
        everything = match.version * (chances + searches * search)
        rollouts = int(affordable / (match.players + everything))
        if rollouts < min(FEWEST, wanted.rollouts):
            sample = SAMPLE * (2.5 * match.players + 2 * (2 + search))
            rollouts = int(affordable / (match.players + min(sample, everything)))
            rollouts = max(ROUGHEST, min(FEWEST, rollouts))
        self.rollouts = min(wanted.rollouts, rollouts)
        part = wanted.iterations * self.rollouts // wanted.rollouts
        self.iterations = min(wanted.iterations, max(SHALLOWEST, part))

    def _to_find(self) -> tuple[float, float]:
        """Chances to find for each event, and searches, on the average of some events."""
        match = self._match
        numbers = range(0, match.version, max(1, match.version // PLACES))
        chances = searches = 0.0
        for number in numbers:
            old, new = match.state_at(number), match.state_at(number + 1)
            noticed = sum(old.known(seat) != new.known(seat) for seat in range(match.players))
            who = match.coded_act(number)[0]
            chances += noticed
            if who != CHANCE:
                chances += noticed / 2 + 2
                searches += len(old.legal(who)) > 1
        return chances / len(numbers), searches / len(numbers)

    def cost(self, chances: float, searches: int) -> float:
        """Seconds that it is expected to take to find so many chances and to search so many choices."""
        return (chances * self.rollouts + SEARCHING * searches * self.iterations) * self._each * self._slowness

    def fits(self, cost: float) -> bool:
        """Whether something can be begun that is expected to take so many seconds."""
        return perf_counter() + cost <= self._end

    def learn(self, expected: float, took: float) -> None:
        """What was expected to take some time took so many seconds: later expectations follow."""
        if expected > self._each:
            ratio = min(4.0, max(0.25, took / expected))
            self._slowness = max(0.05, self._slowness * (0.8 + 0.2 * ratio))
