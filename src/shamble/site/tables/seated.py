"""Seated: who is who at a table, whether its game can be played here or not."""

from shamble.kernel.fields import brief
from shamble.site import words
from shamble.site.errors import BadInput
from shamble.site.tables.keys import hash_key, holds
from shamble.site.tables.seating import Knock, Seating


class Seated:
    """A table's seating and what follows from it alone."""

    seating: Seating

    @property
    def revision(self) -> int:
        """Grows by one with everything that happens here."""
        return self.seating.revision

    @property
    def version(self) -> int:
        """How many events of the game have happened."""
        return self.seating.version

    def seats_of(self, key: str | None) -> tuple[int, ...]:
        """The seats that a visitor's key or a bearer token holds."""
        if not key:
            return ()
        return self.seats_of_hash(hash_key(key))

    def seats_of_hash(self, key_hash: str) -> tuple[int, ...]:
        """The same, by the key's hash."""
        return tuple(seat for seat, place in enumerate(self.seating.places) if holds(key_hash, place.keys))

    def is_host(self, key: str | None) -> bool:
        """Whether the key is the host's."""
        return bool(key) and holds(hash_key(str(key)), self.seating.hosts)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.seating.places[seat].name

    def check_seat(self, seat: object) -> int:
        """The seat's number; BadInput if there is no such seat."""
        last = len(self.seating.places) - 1
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat <= last:
            raise BadInput(words.NO_SEAT.format(seat=brief(seat), last=last))
        return seat

    def knock_of(self, key: str | None) -> Knock | None:
        """What a key's holder asks for, or None."""
        hashed = hash_key(key) if key else ""
        return next((knock for knock in self.seating.knocks if knock.key == hashed), None)

    def was_refused(self, key: str | None) -> bool:
        """Whether a key's holder asked for a seat and was refused it."""
        return bool(key) and hash_key(str(key)) in self.seating.refused

    def is_expected(self, key: str | None) -> bool:
        """Whether a key that holds no seat asks for one, or has one kept for it: it may look on under its own name."""
        if not key:
            return False
        hashed = hash_key(key)
        return self.knock_of(key) is not None or any(hashed in place.reserved for place in self.seating.places)
