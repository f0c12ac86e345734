"""Clock: how long each seat that owes a decision has been thinking. It stands while no server runs.

A seat's time begins when it comes to owe something and ends when it has acted: what other seats do neither gives it new
time nor takes any. Nothing of this is stored: it is the fold of the table's log, and of when servers ran.
"""

from collections.abc import Callable, Iterable


class Clock:
    """`seconds` for a decision (0: no clock); `stood(since, until)` says for how long no server ran between them."""

    def __init__(self, seconds: int, stood: Callable[[float, float], float]) -> None:
        self.seconds = seconds
        self._stood = stood
        self._since: dict[int, float] = {}

    def __bool__(self) -> bool:
        return self.seconds > 0

    def moved(self, at: float, owing: Iterable[int], anew: int | None) -> None:
        """At that moment these seats owe a decision, newly or still; the time of seat `anew` begins anew."""
        before = self._since
        self._since = {seat: at if seat == anew else before.get(seat, at) for seat in owing}

    def since(self, seat: int, now: float) -> float | None:
        """When the seat's time began, as if every server had run ever since; None if it has none running."""
        began = self._since.get(seat)
        return None if began is None else began + self._stood(began, now)

    def left(self, seat: int, now: float) -> float | None:
        """The seconds a seat has left, below 0 once they are over; None if its time does not run."""
        since = self.since(seat, now)
        return None if since is None else since + self.seconds - now

    def first(self, now: float) -> float:
        """When the time of the seat began that has owed the longest; `now` where nobody owes anything."""
        return min((began + self._stood(began, now) for began in self._since.values()), default=now)
