"""Table: everything that may be done at a table, one method an act."""

import asyncio
import logging
from typing import Any

from shamble.bots.advice import Advice
from shamble.kernel.errors import IllegalAction
from shamble.kernel.state import CHANCE, HIDDEN
from shamble.match import Plan, Refusal
from shamble.seats import PERSON, clean_name
from shamble.site import words
from shamble.site.errors import BadInput, NotYours, Stale, Taken, TooMany
from shamble.site.store.sql import FAILURES, LONGEST_WAIT, RETRY, Entry
from shamble.site.tables import turns
from shamble.site.tables.bots import check_bot, hint
from shamble.site.tables.keys import hash_key
from shamble.site.tables.log import LiveTable
from shamble.site.tables.seating import OPEN, told
from shamble.site.tables.turns import Asker
from shamble.site.tables.workers import Dropped

LONGEST_REQUEST_ID = 64
HINT_WAIT = 2.0  # seconds
STAND_IN = "greedy"  # who sits in where nobody says otherwise
Made = tuple[Entry, Plan | None] | None

logger = logging.getLogger("shamble.site")


class Table(LiveTable):
    """A table that is awake. Made by Tables, never directly."""

    # -- the game ------------------------------------------------------------------------------------------------

    async def play(self, seat: int, action: str, version: int | None, request_id: str | None = None) -> int:
        """Play an action that was chosen at `version`; the new version, once it is on disk.

        Stale where the table has moved on (other seats' secret decisions do not count as moving), IllegalAction where
        the rules refuse it. The same `request_id` again is answered again and not played again. A `version` of None
        means "as it stands".
        """
        if request_id is not None:
            if not 0 < len(request_id) <= LONGEST_REQUEST_ID:
                raise BadInput(f"An id has 1 to {LONGEST_REQUEST_ID} characters.")
            request_id = f"{seat}:{request_id}"

        def make() -> Made:
            if request_id is not None and request_id in self.seating.answered:
                return None
            match = self.match
            if match is None:
                raise IllegalAction(words.NOT_BEGUN)
            if version is not None and version != match.version and not self._blind_since(seat, version):
                raise Stale(match.version)
            plan = match.plan(seat, action)
            text = match.game.vocabulary.text
            drawn = "\n".join(text(code) for _, code in plan.acts[1:]) or None
            entry, _ = self._entry(
                "play", seat, text(plan.acts[0][1]), drawn, match.version + len(plan.acts), request_id
            )
            return entry, plan

        await self._write(make)
        return self.version if request_id is None else self.seating.answered[request_id]

    def _blind_since(self, seat: int, version: int) -> bool:
        """Whether everything since a version was other seats' decisions that this seat could not see."""
        match = self.match
        if match is None or not 0 <= version <= match.version:
            return False
        for number in range(version, match.version):
            who, code = match.coded_act(number)
            if who in (seat, CHANCE) or match.state_at(number).seen(seat, who, code) != HIDDEN:
                return False
        return True

    async def start(self, bot: str = STAND_IN) -> None:
        """Begin; open seats go to a bot of that strength. Nothing happens where it has begun."""
        check_bot(self.game, bot)

        def make() -> Made:
            if self.match is not None:
                return None
            bots = {seat: bot for seat, place in enumerate(self.seating.places) if place.by == OPEN}
            match = self._new_match("auto")
            drawn = "\n".join(match.act(number)[1] for number in range(match.version)) or None
            return self._entry("start", None, told(bots=bots), drawn, match.version)

        await self._write(make)

    def why(self, seat: int, action: str) -> Refusal | None:
        """Why a seat may not play an action now; None where it may."""
        if self.match is None:
            return Refusal(words.NOT_BEGUN)
        return self.match.why_not(self.check_seat(seat), action)

    async def hint(self, seat: int) -> list[Advice]:
        """Every choice of a seat with its win chance, the most tried first."""
        if self.match is None or not self.match.choices(self.check_seat(seat)):
            raise IllegalAction(words.NOTHING_OWED.format(name=self.name(seat)))
        if seat in self._hinting:  # asked again before the answer: nobody need think twice
            raise TooMany(HINT_WAIT)
        self._hinting.add(seat)
        try:
            return await hint(self.tables.hinter, self.match, seat, Asker(turns.address.get(), self.id))
        finally:
            self._hinting.discard(seat)

    def record(self, seat: int | None) -> dict[str, Any]:
        """The saved game once it is over; before, what the seat may know of it."""
        if self.match is not None and not self.match.owing:
            return self.match.record.to_dict()
        found = self.document(seat, since=0)
        kept = ("table", "game", "title", "players", "options", "edition", "status", "version", "seat", "story", "view")
        return {key: found[key] for key in kept}

    # -- seats ---------------------------------------------------------------------------------------------------

    async def join(self, name: str, key: str, seat: int | None = None) -> int:
        """Take an open seat (the first where none is named); its number."""
        clean, taken = clean_name(name), -1
        if seat is not None:
            self.check_seat(seat)

        def make() -> Made:
            nonlocal taken
            places = self.seating.places
            free = [k for k, place in enumerate(places) if place.by == OPEN]
            if seat is not None and seat in self.seats_of(key):
                taken = seat
                return None
            if self.match is not None:
                raise Taken(words.BEGUN)
            if not free:
                raise Taken(words.TABLE_FULL)
            if seat is not None and seat not in free:
                raise Taken(words.SEAT_TAKEN)
            taken = free[0] if seat is None else seat
            hashed = hash_key(key)
            data = told(name=self._unlike(clean, taken), key=hashed)
            return self._entry("join", taken, data, held=((taken, hashed),))

        await self._write(make)
        self.touch(taken)
        return taken

    def _unlike(self, name: str, seat: int) -> str:
        """The name, or the name with a number where another seat has it."""
        others = {
            place.name.casefold() for k, place in enumerate(self.seating.places) if k != seat and place.by != OPEN
        }
        number, wanted = 2, name
        while wanted.casefold() in others:
            wanted = f"{name[:21]} {number}"
            number += 1
        return wanted

    async def hold(self, seat: int, key: str) -> None:
        """Let another key hold a seat, too: the player came with a resume code."""
        hashed = hash_key(key)

        def make() -> Made:
            if seat in self.seats_of_hash(hashed):
                return None
            return self._entry("hold", seat, told(key=hashed), held=((seat, hashed),))

        await self._write(make)

    async def add_host(self, key: str) -> None:
        """Let another key be the host's, too: somebody came by the host link."""
        hashed = hash_key(key)

        def make() -> Made:
            if self.is_host(key):
                return None
            return self._entry("host", None, told(key=hashed), held=((-1, hashed),))

        await self._write(make)

    async def rename(self, seat: int, name: str) -> None:
        """Give a seat another name."""
        clean = clean_name(name)

        def make() -> Made:
            wanted = self._unlike(clean, seat)
            return None if wanted == self.name(seat) else self._entry("name", seat, told(name=wanted))

        await self._write(make)

    async def give(self, seat: int, by: str) -> None:
        """The host gives a seat to a bot, or opens it, before the start. A person's seat is opened by `by="open"`."""
        self.check_seat(seat)
        if by != OPEN:
            check_bot(self.game, by)

        def make() -> Made:
            place = self.seating.places[seat]
            if self.match is not None:
                raise Taken(words.BEGUN)
            if place.by == by:
                return None
            return self._entry("seat", seat, told(by=by, name=self.tables.seat_name(seat)))

        await self._write(make)

    async def leave(self, seat: int) -> None:
        """Leave: before the start the seat is open again; later a bot sits in until the player is back."""

        def make() -> Made:
            place = self.seating.places[seat]
            if place.by != PERSON:
                return None
            if self.match is None:
                return self._entry("seat", seat, told(by=OPEN, name=self.tables.seat_name(seat)))
            return None if place.stand_in else self._entry("stand_in", seat, told(bot=STAND_IN, until_here=False))

        await self._write(make)
        await self._drop_undo(seat)

    async def bot(self, seat: int, asking: int | None, once: bool = False, bot: str = STAND_IN) -> None:
        """A bot decides for a seat: `once`, or until the player is back.

        A player may ask it for the own seat at any time, others only while that player is away or out of time.
        """
        check_bot(self.game, bot)
        self.check_seat(seat)

        def make() -> Made:
            place = self.seating.places[seat]
            if self.match is None:
                raise IllegalAction(words.NOT_BEGUN)
            if place.by != PERSON or place.stand_in:
                self.drive()
                raise Taken(words.IS_BOT)
            if asking != seat and not place.away and seat not in self.seating.late:
                raise NotYours(words.NOT_AWAY.format(name=place.name))
            return None if once else self._entry("stand_in", seat, told(bot=bot, until_here=asking != seat))

        await self._write(make)
        await self._drop_undo(seat)
        if once and self.match is not None:
            if seat not in self.match.owing:
                raise IllegalAction(words.NOTHING_OWED.format(name=self.name(seat)))
            version = self.match.version
            try:
                choice = await self.tables.thinker.decide(self.match, seat, bot, Asker(turns.address.get(), self.id))
            except Dropped:
                raise Stale(self.version) from None
            self.notice = choice.note
            await self.play(seat, choice.action, version)

    async def back(self, seat: int) -> None:
        """The player is back and decides again."""

        def make() -> Made:
            place = self.seating.places[seat]
            return self._entry("back", seat) if place.stand_in or place.away else None

        await self._write(make)

    # -- taking back ---------------------------------------------------------------------------------------------

    async def undo(self, seat: int) -> str:
        """Take the seat's last act back where the rules of taking back allow it (`done`), else ask everyone
        (`asked`). Where no other person plays, it is done at once."""
        outcome = "done"

        def make() -> Made:
            nonlocal outcome
            if self.match is None:
                raise IllegalAction(words.NOT_BEGUN)
            if not self.match.owing:
                raise IllegalAction(words.ALL_SHOWN)
            point = self.match.undo_point(seat, force=True)
            try:
                self.match.undo_point(seat)
            except IllegalAction:
                if self.seating.asked is not None:
                    raise Taken(words.ALREADY_ASKED) from None
                others = [other for other in self._voters() if other != seat]
                for other in others:
                    if self.seating.places[other].stand_in is not None:
                        raise NotYours(words.CANNOT_BE_ASKED.format(name=self.name(other))) from None
                if others:
                    outcome = "asked"
                    return self._entry("ask", seat, told(version=point))
            return self._entry("undo", seat, version=point)

        await self._write(make)
        return outcome

    async def answer_undo(self, seat: int, agree: bool) -> None:
        """Say yes or no to taking back; it is done when everyone has agreed, and dropped at the first no."""

        def make() -> Made:
            asked = self.seating.asked
            if asked is None:
                raise IllegalAction(words.NOTHING_ASKED)
            if not agree:
                return self._entry("refuse", seat)
            if seat in asked.agreed:
                return None
            if set(self.still_to_agree()) <= {seat}:
                return self._entry("undo", asked.by, version=asked.version)
            return self._entry("agree", seat)

        await self._write(make)

    async def _drop_undo(self, seat: int) -> None:
        """Drop a question about taking back that this seat has not answered: a bot sits in, and nobody speaks for a
        player who is not here."""

        def make() -> Made:
            asked = self.seating.asked
            gone = asked is not None and seat not in asked.agreed and self.seating.places[seat].stand_in is not None
            return self._entry("refuse", seat) if gone else None

        await self._write(make)

    def _voters(self) -> list[int]:
        """The seats that are asked: people's, but for those who have left."""
        places = self.seating.places
        return [seat for seat in self.seating.persons() if places[seat].stand_in is None or places[seat].until_here]

    def still_to_agree(self) -> list[int]:
        """The seats whose yes to taking back is still missing."""
        asked = self.seating.asked
        return [] if asked is None else [seat for seat in self._voters() if seat not in asked.agreed]

    # -- the rest ------------------------------------------------------------------------------------------------

    async def say(self, seat: int, phrase: str) -> None:
        """Say one of the fixed phrases."""
        if phrase not in words.PHRASES:
            raise BadInput(words.NO_PHRASE.format(phrase=phrase[:20], known=", ".join(words.PHRASES)))
        await self._write(lambda: self._entry("phrase", seat, phrase))

    async def rematch(self) -> str:
        """A new table with the same seats, game and options; its id. The second to ask gets the same table."""
        if self.status != "over":
            raise IllegalAction(words.NOT_OVER)
        async with self._rematching:
            if self.seating.rematch is None:
                again = await self.tables.again(self)

                def make() -> Made:
                    return None if self.seating.rematch else self._entry("rematch", None, told(table=again))

                await self._write(make)
        assert self.seating.rematch is not None
        return self.seating.rematch

    # -- bots ----------------------------------------------------------------------------------------------------

    def drive(self) -> None:
        """Let bots move where they owe something."""
        if self.driver is None and self._bot_to_move() is not None:
            self.driver = asyncio.get_running_loop().create_task(self._drive_on(), name=f"bots {self.id}")

    def _bot_waits(self) -> bool:
        return self._bot_to_move() is not None

    def _bot_to_move(self) -> int | None:
        if self.match is None:
            return None
        for seat in self.match.owing:
            if self.seating.places[seat].decider not in (PERSON, OPEN):
                return seat
        return None

    async def _drive_on(self) -> None:
        wait = RETRY
        try:
            while (seat := self._bot_to_move()) is not None and self.match is not None:
                if self.tables.settings.pace:
                    await asyncio.sleep(self.tables.settings.pace)
                version, bot = self.match.version, self.seating.places[seat].decider
                if seat not in self.match.owing or bot in (PERSON, OPEN):
                    continue
                turns.address.set(self.address)
                try:
                    asker = Asker(self.address, self.id)
                    choice = await self.tables.thinker.decide_anyhow(self.match, seat, bot, asker)
                    self.notice = choice.note
                    await self.play(seat, choice.action, version)
                    wait = RETRY
                except (Stale, IllegalAction, Dropped):  # something happened meanwhile: think again
                    await asyncio.sleep(0.01)
                except FAILURES:  # the store has said so; it may answer again
                    if self.asleep or self.tables.stopping:
                        return
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST_WAIT)
        except Exception:
            logger.exception("A bot could not move at table %s.", self.id)
        finally:
            self.driver = None
