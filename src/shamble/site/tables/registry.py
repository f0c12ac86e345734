"""Tables: all tables of a server; those in use are awake in memory, the others are only rows of the store."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from shamble.games import find
from shamble.kernel.errors import BadOption
from shamble.kernel.game import Game
from shamble.match import LARGEST_SEED, Match
from shamble.seats import NAMES, PERSON, clean_name
from shamble.site import words
from shamble.site.config import Settings
from shamble.site.errors import BadInput, NoCode, NoTable, NotYours
from shamble.site.store.sql import FAILURES, LONGEST_WAIT, RETRY, Entry, Head, Store
from shamble.site.tables.bots import Thinker, check_bot
from shamble.site.tables.keys import Links, hash_key, new_id, new_key
from shamble.site.tables.notify import Notifier
from shamble.site.tables.resume_codes import new_code, tidy_code
from shamble.site.tables.retention import retain
from shamble.site.tables.seating import OPEN, told
from shamble.site.tables.table import Table
from shamble.site.web.event_stream import EventStream
from shamble.site.web.rate_limits import Limits

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

    def __init__(self, settings: Settings, store: Store, secret: str, limits: Limits | None = None) -> None:
        self.settings = settings
        self.store = store
        self.links = Links(secret)
        self.limits = limits or Limits(False)
        self.thinker = Thinker(settings.thinkers)
        self.hinter = Thinker(1)  # hints can be asked for at will: no bot waits for them
        self.reviewer = Thinker(1)  # a review takes long: nothing waits for it
        self.awake: dict[str, Table] = {}
        self.streams: set[EventStream] = set()
        self.stopping = False
        self.notifier = Notifier(settings, self)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._waking: dict[str, asyncio.Future[Table]] = {}

    async def start(self) -> None:
        """Begin to look after the tables, and to hear of what other processes do."""
        await self.notifier.start()
        self.later(self._sweep_on())
        self.later(self._beat_on())
        self.later(retain(self, self.settings))

    def later(self, what: Coroutine[Any, Any, Any]) -> None:
        """Do something by the way; what goes wrong is logged."""
        task = asyncio.ensure_future(what)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def insist(self, what: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Do something by the way; where the store fails, again and again until it answers."""

        async def do() -> None:
            wait = RETRY
            while not self.stopping:
                try:
                    await what()
                    return
                except FAILURES:
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST_WAIT)

        self.later(do())

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("Something done by the way failed.", exc_info=task.exception())

    # -- making --------------------------------------------------------------------------------------------------

    async def create(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        seats: Sequence[Mapping[str, Any] | str] | None = None,
        seed: int | None = None,
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
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or abs(seed) > LARGEST_SEED):
            raise BadOption("A seed is a whole number of at most 18 digits.")
        chosen = found.edition(edition) if edition is not None else found.editions()[0]
        if players is None and seats:
            players = len(seats)
        if position is not None:
            match = Match.at(found.code, position, seed, edition=chosen, chance="manual")
        else:
            match = Match(found.code, players, seed, options=options, edition=chosen, chance="manual")
        if clock is not None and (isinstance(clock, bool) or not isinstance(clock, int) or not 0 <= clock <= 86400):
            raise BadInput("A clock is a number of seconds up to 86400; 0 is none.")
        rows = self._rows(found, match.players, seats, hashed)
        spec: dict[str, Any] = {
            "players": match.players,
            "options": dict(found.changed(match.options)),
            "edition": chosen.name,
            "clock": clock or 0,
            "seed_chosen": seed is not None,
        }
        if position is not None:
            spec["position"] = position
        return await self._make(found.code, spec, rows, match.seed, [hashed], key)

    async def _make(
        self, game: str, spec: dict[str, Any], rows: list[dict[str, Any]], seed: int, hosts: list[str], key: str
    ) -> Created:
        now, table_id = time.time(), new_id()
        head = Head(table_id, game, msgspec.json.encode(spec).decode(), seed, new_key(), now)
        held = {(-1, host) for host in hosts} | {(k, one) for k, row in enumerate(rows) for one in row.get("keys", [])}
        entry = Entry(table_id, 1, now, "create", None, told(seats=rows, hosts=hosts), None, 0, None, tuple(held))
        await self.store.append(entry, head)
        table = Table(self, head, spec)
        table.replay([entry])
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
        for k in range(players):
            given = seats[k] if seats is not None else OPEN
            by = given if isinstance(given, str) else given.get("by", OPEN) if isinstance(given, Mapping) else None
            name = given.get("name") if isinstance(given, Mapping) else None
            if not isinstance(by, str) or not (name is None or isinstance(name, str)):
                raise BadInput(f"Seat {k} must be open, me, a bot's name, or an object with the texts by and name.")
            row: dict[str, Any] = {"name": self._unused(clean_name(name) if name else self.seat_name(k), rows)}
            if by in ("me", PERSON):
                row |= {"by": PERSON, "keys": [hashed]}
            else:
                row["by"] = by if by == OPEN else check_bot(game, by)
            rows.append(row)
        return rows

    def _unused(self, name: str, rows: list[dict[str, Any]]) -> str:
        number, wanted, used = 2, name, {row["name"] for row in rows}
        while wanted in used:
            wanted = f"{name[:21]} {number}"
            number += 1
        return wanted

    def seat_name(self, seat: int) -> str:
        """The name of a seat that nobody has named."""
        return NAMES[seat % len(NAMES)]

    async def again(self, table: Table) -> str:
        """A new table with the same seats as one that is over; its id."""
        places = table.seating.places
        rows = [{"name": p.name, "by": p.by, "keys": list(p.keys)} for p in places]
        match = Match(table.game.code, len(places), None, options=table.changed, edition=table.edition, chance="manual")
        spec = {**table.spec, "seed_chosen": False}
        made = await self._make(table.game.code, spec, rows, match.seed, list(table.seating.hosts), "")
        if all(place.by != OPEN for place in places):
            await (await self.open(made.table)).start()
        return made.table

    # -- finding -------------------------------------------------------------------------------------------------

    async def open(self, table_id: str, fresh: bool = True) -> Table:
        """The table, woken where it sleeps; NoTable where there is none.

        Where other processes use the store, it is also looked there whether they have written; not with `fresh=False`.
        """
        table = self.awake.get(table_id)
        if table is not None:
            table.used = time.monotonic()
            if fresh and self.notifier.shared:
                found = await self.store.revisions([table_id])
                if found.get(table_id, 0) > table.revision:
                    await table.look_again()
            return table
        waking = self._waking.get(table_id)
        if waking is None:
            waking = self._waking[table_id] = asyncio.ensure_future(self._wake(table_id))
            waking.add_done_callback(lambda _: self._waking.pop(table_id, None))
        return await asyncio.shield(waking)

    async def _wake(self, table_id: str) -> Table:
        head = await self.store.head(table_id) if 0 < len(table_id) <= 24 and table_id.isascii() else None
        if head is None:
            raise NoTable(words.NO_TABLE)
        table = Table(self, head, msgspec.json.decode(head.spec))
        table.replay(await self.store.log(table_id))
        self.awake[table_id] = table
        table.look_after_all()
        table.drive()
        return table

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

    async def join(self, table_id: str, token: str, name: str, key: str, seat: int | None = None) -> int:
        """Take a seat by the table's join link; the seat's number. NotYours where the token is not the link's."""
        table = await self.open(table_id)
        if not self.links.opens(table_id, "join", token):
            raise NotYours(words.BAD_LINK)
        return await table.join(name, key, seat)

    async def mine(self, key: str, most: int = 60) -> list[Mine]:
        """The seats that a key holds, newest table first, `most` of them; their tables are woken."""
        found, seated = [], set()
        held = await self.store.held_by(hash_key(key))
        seated = {table_id for table_id, seat in held if seat >= 0}
        for table_id, seat in held[:most]:
            if seat < 0 and table_id in seated:
                continue
            with contextlib.suppress(NoTable):
                table = await self.open(table_id)
                owes = table.match is not None and seat in table.match.owing
                name = table.name(seat) if seat >= 0 else ""
                number = seat if seat >= 0 else None
                game, created = table.game, table.head.created
                found.append(Mine(table_id, game.code, game.title, number, name, table.status, owes, created))
        return found

    async def words(self, table_id: str, seat: int) -> str:
        """A new resume code of four words for a seat; its earlier one no longer works."""
        table = await self.open(table_id)
        table.check_seat(seat)
        code = new_code()
        await self.store.put_code(self.links.hash_words(code), table_id, seat)
        return code

    async def by_words(self, four_words: str, key: str | None = None) -> tuple[str, int]:
        """The table and seat that a resume code opens; `key`, where given, holds the seat from now on. A code is dead
        once its player has left the seat: NoCode."""
        code = tidy_code(four_words)
        found = await self.store.find_code(self.links.hash_words(code)) if code else None
        if found is None:
            raise NoCode(words.NO_CODE)
        table_id, seat, made = found
        table = await self.open(table_id)
        place = table.seating.places[seat]
        if place.by != PERSON or made < place.since:
            raise NoCode(words.NO_CODE)
        if key is not None:
            await table.hold(seat, key)
        return table_id, seat

    # -- stopping ----------------------------------------------------------------------------------------------

    def stop_streams(self) -> None:
        """Tell every stream to end; their readers come again elsewhere or later."""
        self.stopping = True
        for stream in list(self.streams):
            stream.wake()

    async def close(self) -> None:
        """Stop thinking, looking and telling."""
        for table in self.awake.values():
            table.fall_asleep()
        tasks = [*self._tasks, *(table.driver for table in self.awake.values() if table.driver is not None)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.notifier.stop()
        self.thinker.close()
        self.hinter.close()
        self.reviewer.close()
