"""Tables: all tables of a server; those in use are awake in memory, the others are only rows of the store."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from shamble.games import find
from shamble.kernel.errors import IllegalAction
from shamble.kernel.game import Game
from shamble.kernel.seeds import seed_in_json
from shamble.match import Match
from shamble.seats import NAMES, PERSON, clean_name, complete_names, unique_name
from shamble.site import words
from shamble.site.config import Settings
from shamble.site.errors import BadInput, Closed, NoCode, NoTable, NotYours
from shamble.site.json_text import encode
from shamble.site.store.entries import Entry, Head
from shamble.site.store.protocol import FAILURES, Store
from shamble.site.tables.background import Background
from shamble.site.tables.bots import HINTS, REVIEWS, Thinker, check_bot
from shamble.site.tables.chairs import STAND_IN
from shamble.site.tables.closed import ClosedTable, close, read_spec
from shamble.site.tables.keys import Links, hash_key, new_id, new_key
from shamble.site.tables.log import Made
from shamble.site.tables.notify import Notifier
from shamble.site.tables.rematch import agree, hosts_of, rows_of
from shamble.site.tables.resume_codes import new_code, tidy_code
from shamble.site.tables.seating import OPEN, told
from shamble.site.tables.services import Awake, Listener, Services
from shamble.site.tables.table import Table
from shamble.site.tables.workers import READING, Workers

AT_ONCE = 100  # entries of a log that are replayed at once
MOST_CLOSED = 200  # closed tables kept in memory
CLOSED_KEPT = 300.0  # seconds that a closed table is shown without being looked at again

logger = logging.getLogger("shamble.site")


@dataclass(frozen=True)
class Created:
    """A new table: its id, the tokens of its three links, and the host's key."""

    table: str
    join: str
    watch: str
    host: str
    key: str


@dataclass(frozen=True)
class Mine:
    """A seat that a visitor holds: what a list of own tables shows. `seat` is None where they are only its host."""

    table: str
    game: str
    title: str
    seat: int | None
    name: str
    status: str
    owes: bool
    created: float


class Tables:
    """All tables over one store."""

    def __init__(self, settings: Settings, store: Store, secret: str) -> None:
        self.settings = settings
        self.store = store
        self.links = Links(secret)
        self.thinker = Thinker(settings.thinking_processes, settings.bot_seconds)
        self.hinter = Workers(HINTS)  # hints can be asked for at will: no bot waits for them
        self.reviewer = Workers(REVIEWS)  # a review takes long: nothing waits for it
        self.reader = Workers(READING)
        self.awake: dict[str, Table] = {}
        self.streams: set[Listener] = set()
        self.background = Background()
        self.notifier = Notifier(settings, store, self.awake)
        self._services = Services(
            settings, store, self.notifier, self.thinker, self.hinter, self.background, self._forget
        )
        self._waking: dict[str, asyncio.Future[Table | ClosedTable]] = {}
        self._closed: dict[str, ClosedTable] = {}

    async def start(self) -> None:
        """Begin to look after the tables, and to hear of what other processes do."""
        await self.notifier.start()
        self.background.spawn(self._sweep_on())
        self.background.spawn(self._beat_on())

    @property
    def stopping(self) -> bool:
        """Whether the server has been told to stop."""
        return self.background.stopping

    # -- making --------------------------------------------------------------------------------------------------

    async def create(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        seats: Sequence[Mapping[str, Any] | str] | None = None,
        seed: int | str | None = None,
        edition: str | None = None,
        host_key: str | None = None,
        clock: int | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> Created:
        """A new table. `seats` says for each seat who sits there: "open", a bot's name, or "me" (the host); or an
        object with `by` and `name`. Without it all are open. It begins at `position`, with that one's options, where
        one is given. BadOption, BadInput or UnknownBot for what makes no sense; nothing is made then."""
        found = find(str(game))
        key = host_key or self.links.new_key()
        hashed = hash_key(key)
        number = None if seed is None else seed_in_json(seed)
        chosen = found.edition(edition) if edition is not None else found.editions()[0]
        if players is None and seats:
            players = len(seats)
        if position is not None:
            match = Match.at(found.code, position, number, edition=chosen, chance="manual")
        else:
            match = Match(found.code, players, number, options=options, edition=chosen, chance="manual")
        if clock is not None and (isinstance(clock, bool) or not isinstance(clock, int) or not 0 <= clock <= 86400):
            raise BadInput("A clock is a number of seconds up to 86400; 0 is none.")
        rows = self._rows(found, match.players, seats, hashed)
        spec: dict[str, Any] = {
            "players": match.players,
            "options": dict(found.changed(match.options)),
            "edition": chosen.name,
            "clock": clock or 0,
            "seed_chosen": seed is not None,
            "rules": match.rules,
        }
        if position is not None:
            spec["position"] = position
        return await self._make(found.code, spec, rows, match.seed, [hashed], key)

    async def _make(
        self, game: str, spec: dict[str, Any], rows: list[dict[str, Any]], seed: int, hosts: list[str], key: str
    ) -> Created:
        now, table_id = time.time(), new_id()
        spec = {"rules": find(game).rules_version} | spec
        head = Head(table_id, game, encode(spec).decode(), str(seed), new_key(), now)
        held = {(-1, host) for host in hosts} | {(k, one) for k, row in enumerate(rows) for one in row.get("keys", [])}
        entry = Entry(table_id, 1, now, "create", None, told(seats=rows, hosts=hosts), None, 0, None, tuple(held))
        await self.store.append(entry, head)
        table = Table(self._services, head, spec)
        table.log.replay([entry])
        table.patience.look()
        self.awake[table_id] = table
        links = self.links
        return Created(
            table_id, links.link(table_id, "join"), links.link(table_id, "watch"), links.link(table_id, "host"), key
        )

    def _rows(
        self, game: Game, players: int, seats: Sequence[Mapping[str, Any] | str] | None, hashed: str
    ) -> list[dict[str, Any]]:
        """The seats as the log begins with them."""
        if seats is not None and (isinstance(seats, str) or not isinstance(seats, Sequence)):
            raise BadInput("seats must be a list.")
        if seats is not None and len(seats) != players:
            raise BadInput(f"seats must have one entry for each of the {players} seats, not {len(seats)}.")
        rows: list[dict[str, Any]] = []
        names: list[str | None] = []
        for k in range(players):
            given = seats[k] if seats is not None else OPEN
            by = given if isinstance(given, str) else given.get("by", OPEN) if isinstance(given, Mapping) else None
            name = given.get("name") if isinstance(given, Mapping) else None
            if not isinstance(by, str) or not (name is None or isinstance(name, str)):
                raise BadInput(f"Seat {k} must be open, me, a bot's name, or an object with the texts by and name.")
            clean = clean_name(name) if name else None
            names.append(clean and unique_name(clean, [other for other in names if other is not None]))
            row: dict[str, Any] = {}
            if by in ("me", PERSON):
                row |= {"by": PERSON, "keys": [hashed]}
            else:
                row["by"] = by if by == OPEN else check_bot(game, by)
            rows.append(row)
        for row, given_name in zip(rows, complete_names(names, players), strict=True):
            row["name"] = given_name
        return rows

    async def rematch(self, table: Table, seat: int | None = None) -> str:
        """A new table for the same people, game and options; its id. `seat`'s player agrees to it by asking: whoever
        asks first makes the table, the others' chairs are kept for them until they agree, too. See `rematch.py`."""
        if table.status != "over":
            raise IllegalAction(words.NOT_OVER)
        asking = set() if seat is None else table.seating.same_person(seat)
        async with table.rematching:
            if table.seating.rematch is None:
                new = await self._create_rematch(table, asking)

                def make() -> Made:
                    return None if table.seating.rematch else table.log.entry("rematch", None, told(table=new))

                await table.log.write(make)
        assert table.seating.rematch is not None
        if asking:
            await agree((await self.open(table.seating.rematch)).chairs, table.seating, asking)
        return table.seating.rematch

    async def _create_rematch(self, table: Table, asking: Set[int]) -> str:
        """A new table for those of one that is over, agreed to by the seats `asking`; its id. It begins at once where
        nobody else must agree; a game that was begun from a position begins from the start."""
        before = table.seating
        players = len(before.places)
        rows = rows_of(before, asking, tuple(NAMES[seat % len(NAMES)] for seat in range(players)), STAND_IN)
        match = Match(table.game.code, players, None, options=table.changed, edition=table.edition, chance="manual")
        kept = ("players", "options", "edition", "clock")
        spec = {
            **{key: table.spec[key] for key in kept if key in table.spec},
            "seed_chosen": False,
            "rules": match.rules,
        }
        hosts = hosts_of(before, asking, before.host_is_gone())
        made = await self._make(table.game.code, spec, rows, match.seed, hosts, "")
        if all(row["by"] != OPEN for row in rows):
            await (await self.open(made.table)).chairs.start()
        return made.table

    # -- finding -------------------------------------------------------------------------------------------------

    async def open(self, table_id: str, fresh: bool = True) -> Table:
        """The table, woken where it sleeps; NoTable where there is none, Closed where this build cannot play it.

        Where other processes use the store, it is also looked there whether they have written; not with `fresh=False`.
        """
        found = await self.look(table_id, fresh)
        if isinstance(found, ClosedTable):
            raise Closed(found.why)
        return found

    async def look(self, table_id: str, fresh: bool = True) -> Table | ClosedTable:
        """The same, for whoever only looks: a table that this build cannot play is shown from what is stored."""
        table = self.awake.get(table_id)
        if table is not None:
            table.log.used = time.monotonic()
            if fresh and self.notifier.shared:
                found = await self.store.revisions([table_id])
                if found.get(table_id, 0) > table.revision:
                    await table.log.look_again()
            return table
        closed = self._closed.get(table_id)
        if closed is not None and time.monotonic() - closed.since < CLOSED_KEPT:
            return closed
        waking = self._waking.get(table_id)
        if waking is None:
            waking = self._waking[table_id] = asyncio.ensure_future(self._wake(table_id))
            waking.add_done_callback(lambda _: self._waking.pop(table_id, None))
        return await asyncio.shield(waking)

    async def _wake(self, table_id: str) -> Table | ClosedTable:
        head = await self.store.head(table_id) if 0 < len(table_id) <= 24 and table_id.isascii() else None
        if head is None:
            raise NoTable(words.NO_TABLE)
        log = await self.store.log(table_id)
        try:
            table = Table(self._services, head, read_spec(head))
            rest = log
            while len(rest) > AT_ONCE:
                for first in range(0, len(rest), AT_ONCE):
                    table.log.replay(rest[first : first + AT_ONCE])
                    await asyncio.sleep(0)  # others act between two pieces of a long log
                rest = await self.store.log(table_id, table.revision)  # and perhaps at this table, elsewhere
                log += rest
            table.log.replay(rest)
        except FAILURES:  # the store's, not the table's
            raise
        except Exception as error:  # whatever is wrong with one table: it is told there, and nowhere else
            return await self._close(head, log, error)
        self.awake[table_id] = table
        if table.status == "over":
            table.keep_snapshot()
        table.wake()
        return table

    async def _close(self, head: Head, log: list[Entry], error: Exception) -> ClosedTable:
        while len(self._closed) >= MOST_CLOSED:
            del self._closed[next(iter(self._closed))]
        found = self._closed[head.id] = await close(self.store, head, log, error)
        return found

    def _forget(self, table: Awake) -> None:
        """Let a table leave memory whose log cannot be followed here any more; its streams end."""
        if self.awake.get(table.id) is table:
            del self.awake[table.id]
        table.fall_asleep()
        for stream in list(table.listening):
            stream.wake()

    def forget_closed(self, table_id: str) -> None:
        """A closed table is in the store no longer."""
        self._closed.pop(table_id, None)

    async def _beat_on(self) -> None:
        """Keep silent streams alive."""
        every = self.settings.heartbeat
        while every > 0:
            await asyncio.sleep(min(1.0, every / 2))
            now = time.monotonic()
            for stream in list(self.streams):
                stream.beat(now)

    async def _sweep_on(self) -> None:
        """Let tables that nobody uses fall asleep."""
        after = self.settings.sleep_after
        while after > 0:
            await asyncio.sleep(min(30.0, after / 4))
            for table in [one for one in self.awake.values() if one.idle(after)]:
                if table.idle(after):
                    del self.awake[table.id]
                    table.fall_asleep()
                    await self.store.touch(table.id, table.ended)

    async def join(
        self, table_id: str, token: str, name: str, key: str, seat: int | None = None, request_id: str | None = None
    ) -> int:
        """Take a seat by the table's join link; the seat's number. NotYours if the token is not the link's."""
        table = await self._by_join_link(table_id, token)
        return await table.chairs.join(name, key, seat, request_id)

    async def ask_for_seat(
        self, table_id: str, token: str, name: str, key: str, seat: int | None = None, request_id: str | None = None
    ) -> int:
        """Ask by the table's join link for the seat of somebody who has left; its number. NotYours as in `join`."""
        table = await self._by_join_link(table_id, token)
        return await table.chairs.ask_for_seat(name, key, seat, request_id)

    async def _by_join_link(self, table_id: str, token: str) -> Table:
        table = await self.open(table_id)
        if not self.links.opens(table_id, "join", token):
            raise NotYours(words.BAD_LINK)
        return table

    async def mine(self, key: str, most: int = 60) -> list[Mine]:
        """The seats that a key holds, newest table first, `most` of them; their tables are woken."""
        found, seated = [], set()
        held = await self.store.held_by(hash_key(key))
        seated = {table_id for table_id, seat in held if seat >= 0}
        for table_id, seat in held[:most]:
            if seat < 0 and table_id in seated:
                continue
            with contextlib.suppress(NoTable):
                table = await self.look(table_id)
                unreadable = not table.seating.places
                if unreadable or (table.is_host(key) if seat < 0 else seat in table.seats_of(key)):  # else it was once
                    found.append(_mine(table, seat))
        return found

    async def words(self, table_id: str, seat: int) -> str:
        """A new resume code of four words for a seat; its earlier one no longer works."""
        table = await self.open(table_id)
        table.check_seat(seat)
        code = new_code()
        await self.store.put_code(self.links.hash_words(code), table_id, seat, table.revision)
        return code

    async def by_words(self, four_words: str, key: str | None = None) -> tuple[str, int]:
        """The table and seat that a resume code opens; `key`, where given, holds the seat from now on. A code is dead
        once its player has left the seat: NoCode."""
        code = tidy_code(four_words)
        found = await self.store.find_code(self.links.hash_words(code)) if code else None
        if found is None:
            raise NoCode(words.NO_CODE)
        table_id, seat = found.table_id, found.seat
        table = await self.open(table_id)
        place = table.seating.places[seat]
        older = found.created < place.since if found.revision is None else found.revision < place.sitting
        if place.by != PERSON or older:
            raise NoCode(words.NO_CODE)
        if key is not None:
            await table.chairs.hold(seat, key)
        return table_id, seat

    # -- stopping ----------------------------------------------------------------------------------------------

    def stop_streams(self) -> None:
        """Tell every stream to end; their readers come again elsewhere or later."""
        self.background.stopping = True
        for stream in list(self.streams):
            stream.wake()

    async def close(self) -> None:
        """Stop thinking, looking and telling."""
        for table in self.awake.values():
            table.fall_asleep()
        await self.background.end([table.bots.task for table in self.awake.values() if table.bots.task is not None])
        await self.notifier.stop()
        for costly in (self.thinker, self.hinter, self.reviewer, self.reader):
            costly.close()


def _mine(table: Table | ClosedTable, seat: int) -> Mine:
    """A seat (-1: the host's) as a list of own tables shows it."""
    number = seat if 0 <= seat < len(table.seating.places) else None
    name = table.name(number) if number is not None else ""
    if isinstance(table, ClosedTable):
        return Mine(table.id, table.game, table.title, number, name, "closed", False, table.head.created)
    owes = table.match is not None and seat in table.match.owing
    return Mine(table.id, table.game.code, table.game.title, number, name, table.status, owes, table.head.created)
