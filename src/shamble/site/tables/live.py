"""Live: a table that is awake, as its parts see it. `table.py` puts it together."""

from typing import Any

from shamble.kernel.game import Edition, Game
from shamble.match import Match
from shamble.site.store.entries import Head
from shamble.site.tables.clock import Clock
from shamble.site.tables.log import Log
from shamble.site.tables.seated import Seated
from shamble.site.tables.services import Services


class Live(Seated):
    """What a table holds, and what one of its parts may ask of the others."""

    services: Services
    head: Head
    id: str
    game: Game
    edition: Edition
    options: dict[str, Any]
    changed: dict[str, Any]
    """The options that are not the usual ones."""
    spec: dict[str, Any]
    match: Match | None
    log: Log
    clock: Clock
    asleep: bool
    notice: str
    """What everybody here should know about the last bot's decision."""
    written: dict[Any, bytes]
    """Documents as JSON, of this revision."""
    seed_hash: str
    seed_chosen: bool

    @property
    def status(self) -> str:
        """`waiting`, `playing` or `over`."""
        return "waiting" if self.match is None else "playing" if self.match.owing else "over"

    def new_match(self, chance: str) -> Match:
        """The game as this table begins it."""
        raise NotImplementedError

    def still_to_agree(self) -> list[int]:
        """The seats whose yes to taking back is still missing."""
        raise NotImplementedError

    def touch(self, seat: int) -> None:
        """The seat's player has shown a sign of life."""
        raise NotImplementedError

    def saw_host(self) -> None:
        """The host has shown a sign of life."""
        raise NotImplementedError
