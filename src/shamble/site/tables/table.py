"""Table: everything that may be done at a table, one method an act."""

import asyncio
import logging
from functools import partial
from typing import Any

from shamble.bots.advice import Advice
from shamble.kernel.errors import IllegalAction
from shamble.kernel.state import CHANCE, HIDDEN
from shamble.match import Refusal
from shamble.seats import PERSON
from shamble.site import words
from shamble.site.errors import BadInput, NotYours, Stale, Taken, TooMany
from shamble.site.store.protocol import FAILURES, LONGEST_WAIT, RETRY
from shamble.site.tables import snapshot, turns
from shamble.site.tables.bots import OFFERED, check_bot, hint
from shamble.site.tables.chairs import STAND_IN, Chairs, Made
from shamble.site.tables.document import document
from shamble.site.tables.seating import OPEN, Wish, told
from shamble.site.tables.turns import Asker
from shamble.site.tables.workers import Dropped

HINT_WAIT = 2.0  # seconds
MOST_MISSES = 100  # choices of a bot in a row that do not fit the table any more

logger = logging.getLogger("shamble.site")


class Table(Chairs):
    """A table that is awake. Made by Tables, never directly."""

    def document(self, seat: int | None, host: bool = False, since: int | None = None) -> dict[str, Any]:
        """The table as a seat (None: a spectator) may know it. See `document.py`."""
        return document(self, seat, host, since)

    def keep_snapshot(self) -> None:
        """It is over: keep what it shows, for the day on which its rules can no longer be played."""
        if not self._kept:
            self._kept = True
            self.tables.insist(partial(snapshot.keep, self))

    # -- the game ------------------------------------------------------------------------------------------------

    async def play(self, seat: int, action: str, version: int | None, request_id: str | None = None) -> int:
        """Play an action that was chosen at `version`; the new version, once it is on disk.

        Stale if the table has moved on (other seats' secret decisions do not count as moving), IllegalAction if
        the rules refuse it. The same `request_id` again is answered again and not played again. A `version` of None
        means "as it stands".
        """
        return await self._play(seat, action, version, self._request(seat, "", request_id))

    async def _play(self, seat: int, action: str, version: int | None, request: str | None) -> int:
        def make() -> Made:
            match = self.match
            if match is None:
                raise IllegalAction(words.NOT_BEGUN)
            self._check_version(seat, version)
            plan = match.plan(seat, action)
            text = match.game.vocabulary.text
            drawn = "\n".join(text(code) for _, code in plan.acts[1:]) or None
            entry, _ = self._entry("play", seat, text(plan.acts[0][1]), drawn, match.version + len(plan.acts))
            return entry, plan

        await self._do(make, request)
        return self.version if request is None else self.seating.answered[request]

    async def play_own(self, seat: int, action: str, version: int | None, request_id: str | None = None) -> int:
        """The same by the seat's own player, who takes the seat back by it from a bot that sits in."""
        if self.seating.places[seat].stand_in is not None:
            await self.back(seat)
        return await self.play(seat, action, version, request_id)

    def _check_version(self, seat: int, version: int | None) -> None:
        """Stale if the seat has seen the game move on since a version."""
        if self.match is not None and version is not None and version != self.match.version:
            if not self._blind_since(seat, version):
                raise Stale(self.match.version)

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

    def why(self, seat: int, action: str) -> Refusal | None:
        """Why a seat may not play an action now; None if it may."""
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

    # -- leaving, and bots that sit in -----------------------------------------------------------------------------

    async def bot(
        self, seat: int, asking: int, once: bool = False, bot: str = STAND_IN,
        version: int | None = None, request_id: str | None = None,
    ) -> str:  # fmt: skip
        """A bot decides for a seat: `once`, or until the player is back. `done`, or `asked` where others must agree.

        A player may ask it for the own seat at any time, others while that player is away or out of time; where they
        are there and have not decided for long (`idle`), as soon as more than half of the others who are there want it.
        """
        check_bot(self.game, bot)
        self.check_seat(seat)
        request = self._request(asking, f"bot{seat}", request_id)
        outcome = "done"

        def make() -> Made:
            nonlocal bot, outcome
            outcome = "done"
            place = self.seating.places[seat]
            if self.match is None:
                raise IllegalAction(words.NOT_BEGUN)
            if place.by != PERSON or place.stand_in:
                self.drive()
                raise Taken(words.IS_BOT)
            if once:
                self._check_version(asking, version)
            if asking != seat and not place.away and seat not in self.seating.late:
                if seat not in self.seating.idle:
                    raise NotYours(words.NOT_AWAY.format(name=place.name))
                wish = self.seating.wishes.get(seat, Wish(bot))
                bot, asking_too = wish.bot, self.seating.same_person(asking)
                agreed = wish.stay | asking_too | (wish.once if once else set())
                if len(agreed) < self.seating.votes_needed(seat, asking_too):
                    outcome = "asked"
                    if asking in (wish.once if once else wish.stay):
                        return None
                    return self._entry("wish", asking, told(seat=seat, once=once, bot=bot, by=sorted(asking_too)))
            return None if once else self._entry("stand_in", seat, told(bot=bot, until_here=asking != seat))

        if request is not None and request in self.seating.answered:
            return "asked" if self.seating.outcomes.get(request, ("", None))[0] == "wish" else "done"
        await self._do(make, request)
        if outcome == "asked":
            return outcome
        await self._drop_undo(seat)
        if once and self.match is not None:
            if seat not in self.match.owing:
                raise IllegalAction(words.NOTHING_OWED.format(name=self.name(seat)))
            at, asker = self.match.version, Asker(turns.address.get(), self.id)
            try:
                choice = await self.tables.thinker.decide(self.match, seat, bot, asker)
            except Dropped:
                raise Stale(self.version) from None
            self.notice = choice.note
            await self._play(seat, choice.action, at, request)
        return outcome

    async def leave(self, seat: int, request_id: str | None = None) -> None:
        """Leave. Before the start the seat is open again, and the host's right goes to the next person; later a bot
        sits in until the player is back, or a newcomer takes over."""

        def make() -> Made:
            place = self.seating.places[seat]
            if place.by != PERSON:
                return None
            if self.match is None:
                data: dict[str, object] = {"by": OPEN, "name": self._usual_name(seat)}
                if seat in self.seating.host_seats() and len(self.seating.host_seats()) == 1:
                    data["host"] = self._heir(seat)
                return self._entry("seat", seat, told(**data))
            if place.left:
                return None
            return self._entry("stand_in", seat, told(bot=place.stand_in or STAND_IN, until_here=False, left=True))

        await self._do(make, self._request(seat, "leave", request_id))
        await self._drop_undo(seat)

    async def back(self, seat: int, request_id: str | None = None) -> None:
        """The player is back and decides again."""

        def make() -> Made:
            place = self.seating.places[seat]
            gone = place.stand_in or place.away or place.left or seat in self.seating.idle
            return self._entry("back", seat) if gone else None

        await self._do(make, self._request(seat, "back", request_id))

    # -- taking back ---------------------------------------------------------------------------------------------

    async def undo(self, seat: int, version: int | None = None, request_id: str | None = None) -> str:
        """Take the seat's last act back where the rules of taking back allow it (`done`), else ask everyone
        (`asked`). Where no other person plays, it is done at once.

        As with `play`: Stale if the table has moved on since `version`, and the same `request_id` again is answered
        again and takes nothing back. A `version` of None means "as it stands"."""
        request = self._request(seat, "undo", request_id)
        outcome = "done"

        def make() -> Made:
            nonlocal outcome
            if self.match is None:
                raise IllegalAction(words.NOT_BEGUN)
            self._check_version(seat, version)
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

        await self._do(make, request)
        asked = request is not None and self.seating.outcomes[request][0] == "ask"
        return "asked" if asked else outcome

    async def answer_undo(
        self, seat: int, agree: bool, version: int | None = None, request_id: str | None = None
    ) -> None:
        """Say yes or no to taking back; it is done when everyone has agreed, and dropped at the first no."""

        def make() -> Made:
            asked = self.seating.asked
            if asked is None:
                raise IllegalAction(words.NOTHING_ASKED)
            self._check_version(seat, version)
            if not agree:
                return self._entry("refuse", seat)
            if seat in asked.agreed:
                return None
            if set(self.still_to_agree()) <= {seat}:
                return self._entry("undo", asked.by, version=asked.version)
            return self._entry("agree", seat)

        await self._do(make, self._request(seat, "answer_undo", request_id))

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

    async def say(self, seat: int, phrase: str, request_id: str | None = None) -> None:
        """Say one of the fixed phrases."""
        if phrase not in words.PHRASES:
            raise BadInput(words.NO_PHRASE.format(phrase=phrase[:20], known=", ".join(words.PHRASES)))
        await self._do(lambda: self._entry("phrase", seat, phrase), self._request(seat, "phrase", request_id))

    async def rematch(self, seat: int | None = None) -> str:
        """A new table for the same people, game and options; its id. `seat`'s player agrees to it by asking: whoever
        asks first makes the table, the others' chairs are kept for them until they agree, too. See `rematch.py`."""
        if self.status != "over":
            raise IllegalAction(words.NOT_OVER)
        asking = set() if seat is None else self.seating.same_person(seat)
        async with self._rematching:
            if self.seating.rematch is None:
                new = await self.tables.create_rematch(self, asking)

                def make() -> Made:
                    return None if self.seating.rematch else self._entry("rematch", None, told(table=new))

                await self._write(make)
        assert self.seating.rematch is not None
        if asking:
            await self.tables.agree_to_rematch(self.seating.rematch, self.seating, asking)
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
        wait, misses = RETRY, 0
        try:
            while (seat := self._bot_to_move()) is not None and self.match is not None:
                if self.tables.settings.pace:
                    await asyncio.sleep(self.tables.settings.pace)
                version, bot = self.match.version, self.seating.places[seat].decider
                if bot not in (*OFFERED, PERSON, OPEN):  # of a table that is older than today's bots
                    bot = STAND_IN
                if seat not in self.match.owing or bot in (PERSON, OPEN):
                    continue
                turns.address.set(self.address)
                try:
                    asker = Asker(self.address, self.id)
                    choice = await self.tables.thinker.decide_anyhow(self.match, seat, bot, asker)
                    self.notice = choice.note
                    await self.play(seat, choice.action, version)
                    wait, misses = RETRY, 0
                except (Stale, IllegalAction, Dropped):  # something happened meanwhile: think again
                    misses += 1
                    if misses > MOST_MISSES:
                        raise
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
