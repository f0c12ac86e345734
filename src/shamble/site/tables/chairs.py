"""Chairs: who sits where at a table, who its host is, and how either changes hands."""

from collections.abc import Callable
from dataclasses import replace

from shamble.kernel.errors import IllegalAction
from shamble.match import Plan
from shamble.seats import PERSON, clean_name, unique_name
from shamble.site import words
from shamble.site.errors import BadInput, NotYours, Stale, Taken
from shamble.site.store.entries import Entry
from shamble.site.tables.bots import check_bot
from shamble.site.tables.keys import hash_key
from shamble.site.tables.log import LiveTable
from shamble.site.tables.patience import HOST
from shamble.site.tables.seating import NOBODY, OPEN, told

LONGEST_REQUEST_ID = 64
MOST_KNOCKS = 3  # newcomers whose question for a seat waits for an answer at once
STAND_IN = "greedy"  # who sits in where nobody says otherwise
BY_HOST = "h"  # whose request it is where no seat asks
Made = tuple[Entry, Plan | None] | None


class Chairs(LiveTable):
    """The acts around the seats. Each takes a `request_id` of the sender's own: the same act by the same one with the
    same id again does nothing."""

    async def _do(self, make: Callable[[], Made], request: str | None) -> None:
        """Do one thing, unless this request has been done already."""

        def once() -> Made:
            if request is not None and request in self.seating.answered:
                return None
            made = make()
            return made if made is None or request is None else (replace(made[0], request_id=request), made[1])

        await self._write(once)

    def _request(self, by: int | str, act: str, request_id: str | None) -> str | None:
        """The name under which a request is remembered; None if the sender gave it no id. BadInput if the id is
        too long. A play's has only its seat and id."""
        if request_id is None:
            return None
        if not 0 < len(request_id) <= LONGEST_REQUEST_ID:
            raise BadInput(words.LONG_ID.format(most=LONGEST_REQUEST_ID))
        return f"{by}/{act}:{request_id}" if act else f"{by}:{request_id}"

    def _free_name(self, wanted: str, seat: int) -> str:
        """The name for a seat, with a number where it could be taken for another seat's."""
        return unique_name(wanted, (place.name for k, place in enumerate(self.seating.places) if k != seat))

    def _usual_name(self, seat: int) -> str:
        return self._free_name(self.tables.seat_name(seat), seat)

    # -- sitting down --------------------------------------------------------------------------------------------

    async def join(self, name: str, key: str, seat: int | None = None, request_id: str | None = None) -> int:
        """Take an open seat (the first where none is named); its number. A seat that is kept for somebody is theirs."""
        clean, hashed, taken = clean_name(name), hash_key(key), -1
        request = self._request(hashed[:8], "join", request_id)
        if seat is not None:
            self.check_seat(seat)

        def make() -> Made:
            nonlocal taken
            places = self.seating.places
            if seat is not None and seat in self.seats_of_hash(hashed):
                taken = seat
                return None
            if self.match is not None:
                raise Taken(words.MAY_ASK if self.takeable_seats() else words.BEGUN)
            free = [k for k, place in enumerate(places) if place.by == OPEN]
            mine = [k for k in free if not places[k].reserved or hashed in places[k].reserved]
            if not free:
                raise Taken(words.TABLE_FULL)
            if seat is not None and seat not in free:
                raise Taken(words.SEAT_TAKEN)
            if not mine or (seat is not None and seat not in mine):
                raise Taken(words.SEAT_KEPT.format(name=self.name(free[0] if seat is None else seat)))
            taken = min(mine, key=lambda k: (not places[k].reserved, k)) if seat is None else seat
            data = {"name": self._free_name(clean, taken), "key": hashed}
            if self.seating.vacant and hashed not in self.seating.hosts:
                data["host"] = hashed
            held = ((taken, hashed), (HOST, hashed)) if "host" in data else ((taken, hashed),)
            return self._entry("join", taken, told(**data), held=held)

        kept = self._kept_seats()
        await self._do(make, request)
        if taken < 0 and request is not None:  # sent again
            taken = self.seating.outcomes[request][1] or 0
        self.touch(taken)
        await self._begin_when_full(kept)
        return taken

    async def sit(self, seat: int, name: str, keys: list[str]) -> bool:
        """Take a seat that is kept for one of these keys' hashes, or for nobody; whether they hold it now. The game
        begins as soon as every seat is taken."""
        sits = False

        def make() -> Made:
            nonlocal sits
            place = self.seating.places[seat]
            if place.by == PERSON and set(keys) & set(place.keys):
                sits = True
                return None
            if self.match is not None or place.by != OPEN or (place.reserved and not set(keys) & set(place.reserved)):
                return None
            sits = True
            return self._entry(
                "sit", seat, told(name=self._free_name(name, seat), keys=keys), held=tuple((seat, key) for key in keys)
            )

        await self._write(make)
        if sits:
            self.touch(seat)
            await self._begin_when_full([seat])
        return sits

    def _kept_seats(self) -> list[int]:
        return [seat for seat, place in enumerate(self.seating.places) if place.by == OPEN and place.reserved]

    async def _begin_when_full(self, kept: list[int]) -> None:
        """A rematch, some of whose seats were kept for their players, begins as soon as every seat is taken."""
        if kept and self.match is None and all(place.by != OPEN for place in self.seating.places):
            await self.start()

    async def start(self, bot: str = STAND_IN) -> None:
        """Begin; open seats go to a bot of that strength. Nothing happens where it has begun."""
        check_bot(self.game, bot)

        def make() -> Made:
            if self.match is not None:
                return None
            places = self.seating.places
            data: dict[str, object] = {"bots": {seat: bot for seat, place in enumerate(places) if place.by == OPEN}}
            kept = self._kept_seats()
            if kept:  # a bot does not play under the name of somebody who has not come
                data["names"] = {seat: self._usual_name(seat) for seat in kept}
            match = self._new_match("auto")
            drawn = "\n".join(match.act(number)[1] for number in range(match.version)) or None
            return self._entry("start", None, told(**data), drawn, match.version)

        await self._write(make)

    async def hold(self, seat: int, key: str) -> None:
        """Let another key hold a seat, too: the player came with a resume code."""
        hashed = hash_key(key)

        def make() -> Made:
            if seat in self.seats_of_hash(hashed):
                return None
            return self._entry("hold", seat, told(key=hashed), held=((seat, hashed),))

        await self._write(make)

    async def rename(self, seat: int, name: str, request_id: str | None = None) -> None:
        """Give a seat another name."""
        clean = clean_name(name)

        def make() -> Made:
            wanted = self._free_name(clean, seat)
            return None if wanted == self.name(seat) else self._entry("name", seat, told(name=wanted))

        await self._do(make, self._request(seat, "name", request_id))

    def _heir(self, seat: int) -> int:
        """Who is host after a seat's player: the next person who is here, else the next person, else NOBODY."""
        places = self.seating.places
        following = [k % len(places) for k in range(seat + 1, seat + len(places))]
        people = [k for k in following if places[k].by == PERSON]
        return next((k for k in people if not places[k].away), people[0] if people else NOBODY)

    # -- the host ------------------------------------------------------------------------------------------------

    async def add_host(self, key: str) -> None:
        """Let another key be the host's, too: somebody came by the host link."""
        hashed = hash_key(key)

        def make() -> Made:
            if self.is_host(key):
                return None
            return self._entry("host", None, told(key=hashed), held=((HOST, hashed),))

        await self._write(make)
        self.patience.saw_host()

    async def claim_host(self, seat: int) -> None:
        """Become the host where nothing has been heard of the host for long."""

        def make() -> Made:
            if seat in self.seating.host_seats():
                return None
            if not self.seating.host_is_gone():
                raise NotYours(words.HOST_IS_HERE)
            keys = self.seating.places[seat].keys
            return self._entry("claim_host", seat, held=tuple((HOST, key) for key in keys))

        await self._write(make)

    def is_in_charge(self, key: str | None) -> bool:
        """Whether a key decides what the host decides: the host's, or where they are gone anybody's who sits here."""
        if self.is_host(key):
            return True
        places = self.seating.places
        return self.seating.host_is_gone() and any(places[seat].stand_in is None for seat in self.seats_of(key))

    async def give(self, seat: int, by: str, revision: int | None = None, request_id: str | None = None) -> None:
        """The host gives a seat to a bot, or opens it, before the start. A person's seat is opened by `by="open"`.
        Stale if the seat has changed hands since `revision`, at which the host saw who sat there."""
        self.check_seat(seat)
        if by != OPEN:
            check_bot(self.game, by)

        def make() -> Made:
            place = self.seating.places[seat]
            if self.match is not None:
                raise Taken(words.BEGUN)
            if revision is not None and place.sitting > revision:
                raise Stale(self.version)
            if place.by == by and not place.reserved:
                return None
            data: dict[str, object] = {"by": by, "name": self._usual_name(seat)}
            if seat in self.seating.host_seats() and len(self.seating.host_seats()) == 1 and by == OPEN:
                data["host"] = self._heir(seat)
            return self._entry("seat", seat, told(**data))

        await self._do(make, self._request(BY_HOST, f"seat{seat}", request_id))

    # -- taking over ---------------------------------------------------------------------------------------------

    def takeable_seats(self) -> list[int]:
        """The seats that a newcomer may ask for in mid-game: those of people who have left or are away."""
        if self.status != "playing":
            return []
        return [seat for seat, place in enumerate(self.seating.places) if place.may_be_taken_over]

    async def ask_for_seat(self, name: str, key: str, seat: int | None = None, request_id: str | None = None) -> int:
        """A newcomer asks for the seat of somebody who has left (the first where none is named); its number."""
        clean, hashed = clean_name(name), hash_key(key)
        request = self._request(hashed[:8], "knock", request_id)
        if seat is not None:
            self.check_seat(seat)
        asked = -1

        def make() -> Made:
            nonlocal asked
            knock, free = self.knock_of(key), self.takeable_seats()
            if knock is not None:
                asked = knock.seat
                return None
            if not free:
                raise Taken(words.NO_SEAT_LEFT)
            if seat is not None and seat not in free:
                raise Taken(words.SEAT_KEPT.format(name=self.name(seat)))
            if len(self.seating.knocks) >= MOST_KNOCKS:
                raise Taken(words.MANY_ASK)
            asked = free[0] if seat is None else seat
            return self._entry("knock", asked, told(name=self._free_name(clean, asked), key=hashed))

        await self._do(make, request)
        if asked < 0 and request is not None:  # sent again
            asked = self.seating.outcomes[request][1] or 0
        return asked

    async def answer_newcomer(self, number: int, agree: bool) -> None:
        """Let a newcomer take over the seat asked for, or refuse it. `number` is the question's."""

        def make() -> Made:
            if number in self.seating.settled:
                return None
            knock = next((knock for knock in self.seating.knocks if knock.number == number), None)
            if knock is None:
                raise IllegalAction(words.NOBODY_ASKS)
            seat = knock.seat
            if not agree:
                return self._entry("turn_away", seat, told(request=number))
            if seat not in self.takeable_seats():
                raise Taken(words.SEAT_KEPT.format(name=self.name(seat)))
            data = told(name=self._free_name(knock.name, seat), key=knock.key, request=number)
            return self._entry("take_over", seat, data, held=((seat, knock.key),))

        await self._write(make)
