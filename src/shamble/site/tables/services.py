"""Services: what a table is handed when it is made, and who is told when it moves."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from shamble.site.config import Settings
from shamble.site.store.entries import Entry
from shamble.site.store.protocol import Store
from shamble.site.tables.background import Background
from shamble.site.tables.bots import Thinker
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


class Notices(Protocol):
    """How other processes hear of what this one has written."""

    me: str
    """What this process is called."""
    shared: bool
    """Whether other processes use the store."""

    def moved(self, table: Awake) -> None:
        """This process has written to a table."""


@dataclass(frozen=True)
class Services:
    """What all tables of a process share: each is handed it when it is made."""

    settings: Settings
    store: Store
    notifier: Notices
    thinker: Thinker
    hinter: Workers
    background: Background
    forget: Callable[[Awake], None]
    """Let a table leave memory whose log cannot be followed here any more; its streams end."""
