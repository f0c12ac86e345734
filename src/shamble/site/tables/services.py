"""Services: what a table is handed when it is made, and who is told when it moves. The registry is what answers here;
tables know no more of it than this."""

from collections.abc import Callable, Collection, Coroutine, Sequence, Set
from typing import Any, Protocol

from shamble.kernel.game import Edition, Game
from shamble.site.config import Settings
from shamble.site.store.entries import Entry
from shamble.site.store.protocol import Store
from shamble.site.tables.bots import Thinker
from shamble.site.tables.seating import Seating
from shamble.site.tables.workers import Workers


class Listener(Protocol):
    """Whoever listens at a table, as an event stream does."""

    def wake(self) -> None:
        """Look at the table: something has happened, or it has left memory."""

    def beat(self, now: float) -> None:
        """Say something where nothing has been said for long; `now` is monotonic."""


class Awake(Protocol):
    """A table in memory, as those see it who pass on what other processes do."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def revision(self) -> int:
        """How many things have happened there, as far as this process knows."""

    @property
    def listening(self) -> Collection[Listener]:
        """Who is to be woken."""

    async def hear(self, entries: list[Entry]) -> None:
        """Take what another process has written."""

    def heard_of(self, since: float) -> Sequence[int]:
        """The seats, and the host, that have shown a sign of life here since a moment (monotonic seconds)."""

    def fall_asleep(self) -> None:
        """Drop every timer."""


class Over(Protocol):
    """A table that is over: what a rematch takes from it."""

    seating: Seating
    game: Game
    changed: dict[str, Any]
    edition: Edition
    spec: dict[str, Any]


class Notices(Protocol):
    """How other processes hear of what this one has written."""

    me: str
    """What this process is called."""
    shared: bool
    """Whether other processes use the store."""

    def moved(self, table: Awake) -> None:
        """This process has written to a table."""


class Services(Protocol):
    """What all tables of a process share."""

    settings: Settings
    store: Store
    thinker: Thinker
    hinter: Workers
    stopping: bool

    @property
    def notifier(self) -> Notices:
        """How other processes are told."""

    def later(self, what: Coroutine[Any, Any, Any]) -> None:
        """Do something by the way; what goes wrong is logged."""

    def insist(self, what: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Do something by the way; where the store fails, again and again until it answers, for an hour at most."""

    def forget(self, table: Awake) -> None:
        """Let a table leave memory whose log cannot be followed here any more; its streams end."""

    def seat_name(self, seat: int) -> str:
        """The name of a seat that nobody has named."""

    async def create_rematch(self, table: Over, asking: Set[int]) -> str:
        """A new table for those of one that is over, agreed to by the seats `asking`; its id."""

    async def agree_to_rematch(self, table_id: str, before: Seating, seats: Set[int]) -> None:
        """The players of these seats of the game before take their chairs at its rematch."""
