"""Chairs: who sits where at a table, who its host is, and how either changes hands."""

from shamble.kernel.errors import IllegalAction
from shamble.seats import NAMES, PERSON, clean_name, unique_name
from shamble.site import words
from shamble.site.errors import NotYours, Stale, Taken
from shamble.site.tables.bots import check_bot
from shamble.site.tables.keys import hash_key
from shamble.site.tables.live import Live
from shamble.site.tables.log import Made, request_name
from shamble.site.tables.seating import HOST, NOBODY, OPEN, told

MOST_KNOCKS = 3  # newcomers whose question for a seat waits for an answer at once
STAND_IN = "greedy"  # who sits in where nobody says otherwise
BY_HOST = "h"  # whose request it is where no seat asks


class Chairs:
    """The acts around the seats. Each takes a `request_id` of the sender's own: the same act by the same one with the
    same id again does nothing."""

    def __init__(self, table: Live) -> None:
        self._table = table

    def _free_name(self, wanted: str, seat: int) -> str:
        """The name for a seat, with a number where it could be taken for another seat's."""
        return unique_name(wanted, (place.name for k, place in enumerate(self._table.seating.places) if k != seat))

    def usual_name(self, seat: int) -> str:
        """The name of a seat that nobody has named."""
        return self._free_name(NAMES[seat % len(NAMES)], seat)

    # -- sitting down --------------------------------------------------------------------------------------------

    async def join(self, name: str, key: str, seat: int | None = None, request_id: str | None = None) -> int:
        """Take an open seat (the first where none is named); its number. A seat that is kept for somebody is theirs."""
        clean, hashed, taken = clean_name(name), hash_key(key), -1
        request = request_name(hashed[:8], "join", request_id)
        if seat is not None:
            self._table.check_seat(seat)

        def make() -> Made:
            nonlocal taken
            places = self._table.seating.places
            if seat is not None and seat in self._table.seats_of_hash(hashed):
                taken = seat
                return None
            if self._table.match is not None:
                raise Taken(words.MAY_ASK if self.takeable_seats() else words.BEGUN)
            free = [k for k, place in enumerate(places) if place.by == OPEN]
            mine = [k for k in free if not places[k].reserved or hashed in places[k].reserved]
            if not free:
                raise Taken(words.TABLE_FULL)
            if seat is not None and seat not in free:
                raise Taken(words.SEAT_TAKEN)
            if not mine or (seat is not None and seat not in mine):
                raise Taken(words.SEAT_KEPT.format(name=self._table.name(free[0] if seat is None else seat)))
            taken = min(mine, key=lambda k: (not places[k].reserved, k)) if seat is None else seat
            data = {"name": self._free_name(clean, taken), "key": hashed}
            if self._table.seating.vacant and hashed not in self._table.seating.hosts:
                data["host"] = hashed
            held = ((taken, hashed), (HOST, hashed)) if "host" in data else ((taken, hashed),)
            return self._table.log.entry("join", taken, told(**data), held=held)

        kept = self._kept_seats()
        await self._table.log.write_once(make, request)
        if taken < 0 and request is not None:  # sent again
            taken = self._table.seating.outcomes[request][1] or 0
        self._table.touch(taken)
        await self._begin_when_full(kept)
        return taken

    async def sit(self, seat: int, name: str, keys: list[str]) -> bool:
        """Take a seat that is kept for one of these keys' hashes, or for nobody; whether they hold it now. The game
        begins as soon as every seat is taken."""
        sits = False

        def make() -> Made:
            nonlocal sits
            place = self._table.seating.places[seat]
            if place.by == PERSON and set(keys) & set(place.keys):
                sits = True
                return None
            if (
                self._table.match is not None
                or place.by != OPEN
                or (place.reserved and not set(keys) & set(place.reserved))
            ):
                return None
            sits = True
            return self._table.log.entry(
                "sit", seat, told(name=self._free_name(name, seat), keys=keys), held=tuple((seat, key) for key in keys)
            )

        await self._table.log.write(make)
        if sits:
            self._table.touch(seat)
            await self._begin_when_full([seat])
        return sits

    def _kept_seats(self) -> list[int]:
        return [seat for seat, place in enumerate(self._table.seating.places) if place.by == OPEN and place.reserved]

    async def _begin_when_full(self, kept: list[int]) -> None:
        """A rematch, some of whose seats were kept for their players, begins as soon as every seat is taken."""
        if kept and self._table.match is None and all(place.by != OPEN for place in self._table.seating.places):
            await self.start()

    async def start(self, bot: str = STAND_IN) -> None:
        """Begin; open seats go to a bot of that strength. Nothing happens where it has begun."""
        check_bot(self._table.game, bot)

        def make() -> Made:
            if self._table.match is not None:
                return None
            places = self._table.seating.places
            data: dict[str, object] = {"bots": {seat: bot for seat, place in enumerate(places) if place.by == OPEN}}
            kept = self._kept_seats()
            if kept:  # a bot does not play under the name of somebody who has not come
                data["names"] = {seat: self.usual_name(seat) for seat in kept}
            match = self._table.new_match("auto")
            drawn = "\n".join(match.act(number)[1] for number in range(match.version)) or None
            return self._table.log.entry("start", None, told(**data), drawn, match.version)

        await self._table.log.write(make)

    async def hold(self, seat: int, key: str) -> None:
        """Let another key hold a seat, too: the player came with a resume code."""
        hashed = hash_key(key)

        def make() -> Made:
            if seat in self._table.seats_of_hash(hashed):
                return None
            return self._table.log.entry("hold", seat, told(key=hashed), held=((seat, hashed),))

        await self._table.log.write(make)

    async def rename(self, seat: int, name: str, request_id: str | None = None) -> None:
        """Give a seat another name."""
        clean = clean_name(name)

        def make() -> Made:
            wanted = self._free_name(clean, seat)
            return None if wanted == self._table.name(seat) else self._table.log.entry("name", seat, told(name=wanted))

        await self._table.log.write_once(make, request_name(seat, "name", request_id))

    def heir(self, seat: int) -> int:
        """Who is host after a seat's player: the next person who is here, else the next person, else NOBODY."""
        places = self._table.seating.places
        following = [k % len(places) for k in range(seat + 1, seat + len(places))]
        people = [k for k in following if places[k].by == PERSON]
        return next((k for k in people if not places[k].away), people[0] if people else NOBODY)

    # -- the host ------------------------------------------------------------------------------------------------

    async def add_host(self, key: str) -> None:
        """Let another key be the host's, too: somebody came by the host link."""
        hashed = hash_key(key)

        def make() -> Made:
            if self._table.is_host(key):
                return None
            return self._table.log.entry("host", None, told(key=hashed), held=((HOST, hashed),))

        await self._table.log.write(make)
        self._table.saw_host()

    async def claim_host(self, seat: int) -> None:
        """Become the host where nothing has been heard of the host for long."""

        def make() -> Made:
            if seat in self._table.seating.host_seats():
                return None
            if not self._table.seating.host_is_gone():
                raise NotYours(words.HOST_IS_HERE)
            keys = self._table.seating.places[seat].keys
            return self._table.log.entry("claim_host", seat, held=tuple((HOST, key) for key in keys))

        await self._table.log.write(make)

    def is_in_charge(self, key: str | None) -> bool:
        """Whether a key decides what the host decides: the host's, or where they are gone anybody's who sits here."""
        if self._table.is_host(key):
            return True
        places = self._table.seating.places
        return self._table.seating.host_is_gone() and any(
            places[seat].stand_in is None for seat in self._table.seats_of(key)
        )

    async def give(self, seat: int, by: str, revision: int | None = None, request_id: str | None = None) -> None:
        """The host gives a seat to a bot, or opens it, before the start. A person's seat is opened by `by="open"`.
        Stale if the seat has changed hands since `revision`, at which the host saw who sat there."""
        self._table.check_seat(seat)
        if by != OPEN:
            check_bot(self._table.game, by)

        def make() -> Made:
            place = self._table.seating.places[seat]
            if self._table.match is not None:
                raise Taken(words.BEGUN)
            if revision is not None and place.sitting > revision:
                raise Stale(self._table.version)
            if place.by == by and not place.reserved:
                return None
            data: dict[str, object] = {"by": by, "name": self.usual_name(seat)}
            if seat in self._table.seating.host_seats() and len(self._table.seating.host_seats()) == 1 and by == OPEN:
                data["host"] = self.heir(seat)
            return self._table.log.entry("seat", seat, told(**data))

        await self._table.log.write_once(make, request_name(BY_HOST, f"seat{seat}", request_id))

    # -- taking over ---------------------------------------------------------------------------------------------

    def takeable_seats(self) -> list[int]:
        """The seats that a newcomer may ask for in mid-game: those of people who have left or are away."""
        if self._table.status != "playing":
            return []
        return [seat for seat, place in enumerate(self._table.seating.places) if place.may_be_taken_over]

    async def ask_for_seat(self, name: str, key: str, seat: int | None = None, request_id: str | None = None) -> int:
        """A newcomer asks for the seat of somebody who has left (the first where none is named); its number."""
        clean, hashed = clean_name(name), hash_key(key)
        request = request_name(hashed[:8], "knock", request_id)
        if seat is not None:
            self._table.check_seat(seat)
        asked = -1

        def make() -> Made:
            nonlocal asked
            knock, free = self._table.knock_of(key), self.takeable_seats()
            if knock is not None:
                asked = knock.seat
                return None
            if not free:
                raise Taken(words.NO_SEAT_LEFT)
            if seat is not None and seat not in free:
                raise Taken(words.SEAT_KEPT.format(name=self._table.name(seat)))
            if len(self._table.seating.knocks) >= MOST_KNOCKS:
                raise Taken(words.MANY_ASK)
            asked = free[0] if seat is None else seat
            return self._table.log.entry("knock", asked, told(name=self._free_name(clean, asked), key=hashed))

        await self._table.log.write_once(make, request)
        if asked < 0 and request is not None:  # sent again
            asked = self._table.seating.outcomes[request][1] or 0
        return asked

    async def answer_newcomer(self, number: int, agree: bool) -> None:
        """Let a newcomer take over the seat asked for, or refuse it. `number` is the question's."""

        def make() -> Made:
            if number in self._table.seating.settled:
                return None
            knock = next((knock for knock in self._table.seating.knocks if knock.number == number), None)
            if knock is None:
                raise IllegalAction(words.NOBODY_ASKS)
            seat = knock.seat
            if not agree:
                return self._table.log.entry("turn_away", seat, told(request=number))
            if seat not in self.takeable_seats():
                raise Taken(words.SEAT_KEPT.format(name=self._table.name(seat)))
            data = told(name=self._free_name(knock.name, seat), key=knock.key, request=number)
            return self._table.log.entry("take_over", seat, data, held=((seat, knock.key),))

        await self._table.log.write(make)
