"""Table: one that is awake, put together from its parts; the acts of its game, one method an act."""

import asyncio
import time
from functools import partial
from typing import Any

from shamble.bots.advice import Advice
from shamble.games import find
from shamble.kernel.errors import IllegalAction
from shamble.match import Match, Plan, Refusal
from shamble.seats import PERSON, Seat
from shamble.site import words
from shamble.site.errors import BadInput, NotYours, Stale, Taken, TooMany
from shamble.site.store.entries import Entry, Head
from shamble.site.tables import document, snapshot, turns
from shamble.site.tables.bot_driver import BotDriver
from shamble.site.tables.bots import check_bot, hint
from shamble.site.tables.chairs import STAND_IN, Chairs
from shamble.site.tables.clock import Clock
from shamble.site.tables.keys import seed_hash
from shamble.site.tables.live import Live
from shamble.site.tables.log import Log, Made, drawn, request_name
from shamble.site.tables.patience import Patience
from shamble.site.tables.presence import Presence
from shamble.site.tables.seating import HOST, OPEN, Seating, Wish, told
from shamble.site.tables.services import Listener, Services
from shamble.site.tables.taking_back import TakingBack
from shamble.site.tables.timekeeper import Timekeeper
from shamble.site.tables.turns import Asker
from shamble.site.tables.versions import check_version
from shamble.site.tables.workers import Dropped

HINT_WAIT = 2.0  # seconds


class Table(Live):
    """A table that is awake: its seating, its match once it has begun, and the parts that look after both.

    Made by Tables, never directly."""

    def __init__(self, services: Services, head: Head, spec: dict[str, Any]) -> None:
        self.services = services
        self.head = head
        self.id = head.id
        self.game = find(head.game)
        self.rules = self.game.check_rules(spec.get("rules", 1))
        self.options = self.game.resolve_options(spec["options"])
        self.changed = dict(self.game.changed(self.options))
        self.edition = self.game.edition(spec["edition"])
        self.spec = spec
        self.seating = Seating(int(spec["players"]))
        self.match = None
        self.seed_hash = seed_hash(head.seed, head.salt)
        self.seed_chosen = bool(spec.get("seed_chosen"))
        self.clock = Clock(spec.get("clock") or 0, services.store.stood)
        self.asleep = False
        self.notice = ""
        self.log = Log(services, self)
        self.presence = Presence(self)
        self.timekeeper = Timekeeper(self)
        self.patience = Patience(self, services.settings.idle_after)
        self.chairs = Chairs(self)
        self.taking_back = TakingBack(self)
        self.bots = BotDriver(self, self.play)
        self.rematching = asyncio.Lock()
        self.written: dict[Any, bytes] = {}  # documents as JSON, of this revision
        self._hinting: set[int] = set()  # the seats for which a hint is being thought about
        self._kept = False  # whether its snapshot is in the store, or on its way there

    # -- in memory -----------------------------------------------------------------------------------------------

    @property
    def listening(self) -> set[Listener]:
        """Who is to be woken."""
        return self.log.listening

    async def hear(self, entries: list[Entry]) -> None:
        """Take what another process has written."""
        await self.log.hear(entries)

    def heard_of(self, since: float) -> list[int]:
        """The people's seats, and HOST, that have shown a sign of life here since a moment (monotonic seconds)."""
        heard = self.presence.heard_of(since)
        return [*heard, HOST] if self.patience.host_is_here(since) else heard

    def still_to_agree(self) -> list[int]:
        """The seats whose yes to taking back is still missing."""
        return self.taking_back.still_to_agree()

    def touch(self, seat: int) -> None:
        """The seat's player has shown a sign of life."""
        self.presence.touch(seat)

    def saw_host(self) -> None:
        """The host has shown a sign of life."""
        self.patience.saw_host()

    def wake(self) -> None:
        """Begin to look after the table: who does not show up is away, clocks run, bots move."""
        self.presence.look_after_all()
        self.timekeeper.start()
        self.patience.look()
        self.drive()

    def idle(self, seconds: float) -> bool:
        """Whether nobody has used the table for so long."""
        unused = time.monotonic() - self.log.used > seconds
        return unused and not self.presence.readers and self.bots.task is None and self.log.is_quiet

    def fall_asleep(self) -> None:
        """Drop every timer: this table is no longer the one in memory."""
        self.asleep = True
        self.presence.stop()
        self.timekeeper.stop()
        self.patience.stop()

    @property
    def ended(self) -> float | None:
        """When it ended, or None."""
        return self.seating.since if self.status == "over" else None

    def keep_snapshot(self) -> None:
        """It is over: keep what it shows, for the day on which its rules can no longer be played."""
        if not self._kept:
            self._kept = True
            self.services.background.retry_until_stored(partial(snapshot.keep, self))

    def drive(self) -> None:
        """Let bots move where they owe something."""
        self.bots.drive()

    def bot_waits(self) -> bool:
        """Whether a bot owes something."""
        return self.bots.waits()

    # -- the fold of its log -------------------------------------------------------------------------------------

    def take(self, entry: Entry, plan: Plan | None = None) -> None:
        """Let something that is written down happen."""
        self.seating.take(entry)
        if entry.kind == "start":
            self.match = self._begin(entry)
        elif self.match is not None:
            if plan is not None:
                self.match.carry_out(plan)
            elif entry.kind == "play":
                self.match.follow([(self.seating.seat_of(entry), entry.data), *drawn(entry)])
            elif entry.kind == "undo":
                self.match.go_back(entry.version)
            if entry.kind in ("name", "join", "take_over"):
                self.match.sit(self._match_seats())
            for seat in self.seating.idle.difference(self.match.owing) if self.seating.idle else ():
                self.seating.not_idle(seat)  # nobody waits for that one any more
        if entry.kind in ("start", "play", "undo", "join", "seat", "take_over"):
            self.timekeeper.moved(entry)
        if self.status == "over" and not self.log.replaying:
            self.keep_snapshot()
        if not self.log.replaying:
            self.patience.look(entry)
        self.written.clear()
        self.log.tell()

    def _begin(self, entry: Entry) -> Match:
        match = self.new_match("manual")
        match.follow(drawn(entry))
        match.chance = "auto"
        return match

    def new_match(self, chance: str) -> Match:
        """The game as this table begins it."""
        places = self.seating.places
        position, seed = self.spec.get("position"), self.head.seed
        if position is not None:
            match = Match.at(self.game.code, position, seed, edition=self.edition, chance=chance)
        else:
            match = Match(
                self.game.code, len(places), seed, options=self.changed, edition=self.edition, chance=chance,
                rules=self.rules,
            )  # fmt: skip
        match.sit(self._match_seats())  # as the log has them: an old one may have equal names
        return match

    def _match_seats(self) -> list[Seat]:
        return [Seat(place.name, place.by) for place in self.seating.places]

    # -- the game ------------------------------------------------------------------------------------------------

    async def play(self, seat: int, action: str, version: int | None, request_id: str | None = None) -> int:
        """Play an action that was chosen at `version`; the new version, once it is on disk.

        Stale if the table has moved on (other seats' secret decisions do not count as moving), IllegalAction if
        the rules refuse it. The same `request_id` again is answered again and not played again. A `version` of None
        means "as it stands".
        """
        return await self._play(seat, action, version, request_name(seat, "", request_id))

    async def _play(self, seat: int, action: str, version: int | None, request: str | None) -> int:
        def make() -> Made:
            match = self.match
            if match is None:
                raise IllegalAction(words.NOT_BEGUN)
            check_version(self, seat, version)
            plan = match.plan(seat, action)
            text = match.game.vocabulary.text
            drawn = "\n".join(text(code) for _, code in plan.acts[1:]) or None
            entry, _ = self.log.entry("play", seat, text(plan.acts[0][1]), drawn, match.version + len(plan.acts))
            return entry, plan

        await self.log.write_once(make, request)
        return self.version if request is None else self.seating.answered[request]

    async def play_own(self, seat: int, action: str, version: int | None, request_id: str | None = None) -> int:
        """The same by the seat's own player, who takes the seat back by it from a bot that sits in."""
        if self.seating.places[seat].stand_in is not None:
            await self.back(seat)
        return await self.play(seat, action, version, request_id)

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
            return await hint(self.services.hinter, self.match, seat, Asker(turns.address.get(), self.id))
        finally:
            self._hinting.discard(seat)

    def record(self, seat: int | None) -> dict[str, Any]:
        """The saved game once it is over; before, what the seat may know of it."""
        if self.match is not None and not self.match.owing:
            return self.match.record.to_dict()
        shown = document.of(self, seat, since=0)
        kept = ("table", "game", "title", "players", "options", "edition", "status", "version", "seat", "story", "view")
        return {key: shown[key] for key in kept}

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
        request = request_name(asking, f"bot{seat}", request_id)
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
                check_version(self, asking, version)
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
                    return self.log.entry("wish", asking, told(seat=seat, once=once, bot=bot, by=sorted(asking_too)))
            return None if once else self.log.entry("stand_in", seat, told(bot=bot, until_here=asking != seat))

        if request is not None and request in self.seating.answered:
            return "asked" if self.seating.outcomes.get(request, ("", None))[0] == "wish" else "done"
        await self.log.write_once(make, request)
        if outcome == "asked":
            return outcome
        await self.taking_back.drop(seat)
        if once and self.match is not None:
            if seat not in self.match.owing:
                raise IllegalAction(words.NOTHING_OWED.format(name=self.name(seat)))
            at, asker = self.match.version, Asker(turns.address.get(), self.id)
            try:
                choice = await self.services.thinker.decide(self.match, seat, bot, asker)
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
                data: dict[str, object] = {"by": OPEN, "name": self.chairs.usual_name(seat)}
                if seat in self.seating.host_seats() and len(self.seating.host_seats()) == 1:
                    data["host"] = self.chairs.heir(seat)
                return self.log.entry("seat", seat, told(**data))
            if place.left:
                return None
            return self.log.entry("stand_in", seat, told(bot=place.stand_in or STAND_IN, until_here=False, left=True))

        await self.log.write_once(make, request_name(seat, "leave", request_id))
        await self.taking_back.drop(seat)

    async def back(self, seat: int, request_id: str | None = None) -> None:
        """The player is back and decides again."""

        def make() -> Made:
            place = self.seating.places[seat]
            gone = place.stand_in or place.away or place.left or seat in self.seating.idle
            return self.log.entry("back", seat) if gone else None

        await self.log.write_once(make, request_name(seat, "back", request_id))

    # -- the rest ------------------------------------------------------------------------------------------------

    async def say(self, seat: int, phrase: str, request_id: str | None = None) -> None:
        """Say one of the fixed phrases."""
        if phrase not in words.PHRASES:
            raise BadInput(words.NO_PHRASE.format(phrase=phrase[:20], known=", ".join(words.PHRASES)))
        await self.log.write_once(
            lambda: self.log.entry("phrase", seat, phrase), request_name(seat, "phrase", request_id)
        )
