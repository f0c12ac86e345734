"""Rematches: who sits where when the same people play again.

Everybody moves one chair on, so that sides and the first turn go round. Nobody is seated who has not agreed: a chair is
kept for each person who was there to the end until they come, or the host gives it away. Who has left is not expected.
"""

from collections.abc import Set
from typing import Any

from shamble.seats import PERSON, unique_name
from shamble.site.tables.bots import OFFERED
from shamble.site.tables.chairs import Chairs
from shamble.site.tables.seating import OPEN, Seating


def next_chair(seat: int, players: int) -> int:
    """Where the player of a seat sits in the rematch."""
    return (seat + 1) % players


def rows_of(seating: Seating, asking: Set[int], usual: tuple[str, ...], stand_in: str) -> list[dict[str, Any]]:
    """The seats of a rematch as its log begins with them. `asking` are the seats that have agreed to it, `usual` the
    names of seats that nobody has named, `stand_in` a bot for one that is offered no more."""
    players = len(seating.places)
    rows: list[dict[str, Any]] = [{} for _ in range(players)]
    for seat, place in enumerate(seating.places):
        row: dict[str, Any] = {"name": place.name, "by": place.by}
        if place.by == PERSON and seat in asking:
            row["keys"] = list(place.keys)
        elif place.by == PERSON and not place.left:
            row |= {"by": OPEN, "reserved": list(place.keys)}
        elif place.by == PERSON:
            row = {"name": "", "by": OPEN}
        elif place.by not in OFFERED:
            row["by"] = stand_in
        rows[next_chair(seat, players)] = row
    for chair, row in enumerate(rows):
        if not row["name"]:
            row["name"] = unique_name(usual[chair], [other["name"] for other in rows if other["name"]])
    return rows


def hosts_of(seating: Seating, asking: Set[int], gone: bool) -> list[str]:
    """The hashes of the keys of its hosts: as before, but for hosts who have left; in their place whoever asks."""
    left = {key for place in seating.places if place.left for key in place.keys}
    asks = [key for seat in sorted(asking) for key in seating.places[seat].keys]
    hosts = [key for key in seating.hosts if key not in left or key in asks]
    return list(dict.fromkeys([*hosts, *asks] if gone or not hosts else hosts))


async def agree(chairs: Chairs, before: Seating, seats: Set[int]) -> None:
    """The players of these seats of the game before take their chairs, where these are still kept for them."""
    for seat in sorted(seats):
        place = before.places[seat]
        await chairs.sit(next_chair(seat, len(before.places)), place.name, list(place.keys))
