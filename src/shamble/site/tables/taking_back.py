"""Taking back: at once where the rules of taking back allow it, else once everybody who plays has agreed."""

from shamble.kernel.errors import IllegalAction
from shamble.site import words
from shamble.site.errors import NotYours, Taken
from shamble.site.tables.live import Live
from shamble.site.tables.log import Made, request_name
from shamble.site.tables.seating import told
from shamble.site.tables.versions import check_version


class TakingBack:
    """The acts of taking back at one table."""

    def __init__(self, table: Live) -> None:
        self._table = table

    async def undo(self, seat: int, version: int | None = None, request_id: str | None = None) -> str:
        """Take the seat's last act back where the rules of taking back allow it (`done`), else ask everyone
        (`asked`). Where no other person plays, it is done at once.

        As with `play`: Stale if the table has moved on since `version`, and the same `request_id` again is answered
        again and takes nothing back. A `version` of None means "as it stands"."""
        request = request_name(seat, "undo", request_id)
        outcome = "done"

        def make() -> Made:
            nonlocal outcome
            if self._table.match is None:
                raise IllegalAction(words.NOT_BEGUN)
            check_version(self._table, seat, version)
            if not self._table.match.owing:
                raise IllegalAction(words.ALL_SHOWN)
            point = self._table.match.undo_point(seat, force=True)
            try:
                self._table.match.undo_point(seat)
            except IllegalAction:
                if self._table.seating.asked is not None:
                    raise Taken(words.ALREADY_ASKED) from None
                others = [other for other in self._voters() if other != seat]
                for other in others:
                    if self._table.seating.places[other].stand_in is not None:
                        raise NotYours(words.CANNOT_BE_ASKED.format(name=self._table.name(other))) from None
                if others:
                    outcome = "asked"
                    return self._table.log.entry("ask", seat, told(version=point))
            return self._table.log.entry("undo", seat, version=point)

        await self._table.log.write_once(make, request)
        asked = request is not None and self._table.seating.outcomes[request][0] == "ask"
        return "asked" if asked else outcome

    async def answer(self, seat: int, agree: bool, version: int | None = None, request_id: str | None = None) -> None:
        """Say yes or no to taking back; it is done when everyone has agreed, and dropped at the first no."""

        def make() -> Made:
            asked = self._table.seating.asked
            if asked is None:
                raise IllegalAction(words.NOTHING_ASKED)
            check_version(self._table, seat, version)
            if not agree:
                return self._table.log.entry("refuse", seat)
            if seat in asked.agreed:
                return None
            if set(self.still_to_agree()) <= {seat}:
                return self._table.log.entry("undo", asked.by, version=asked.version)
            return self._table.log.entry("agree", seat)

        await self._table.log.write_once(make, request_name(seat, "answer_undo", request_id))

    async def drop(self, seat: int) -> None:
        """Drop a question about taking back that this seat has not answered: a bot sits in, and nobody speaks for a
        player who is not here."""

        def make() -> Made:
            asked = self._table.seating.asked
            gone = (
                asked is not None and seat not in asked.agreed and self._table.seating.places[seat].stand_in is not None
            )
            return self._table.log.entry("refuse", seat) if gone else None

        await self._table.log.write(make)

    def _voters(self) -> list[int]:
        """The seats that are asked: people's, but for those who have left."""
        places = self._table.seating.places
        return [
            seat for seat in self._table.seating.persons() if places[seat].stand_in is None or places[seat].until_here
        ]

    def still_to_agree(self) -> list[int]:
        """The seats whose yes to taking back is still missing."""
        asked = self._table.seating.asked
        return [] if asked is None else [seat for seat in self._voters() if seat not in asked.agreed]
