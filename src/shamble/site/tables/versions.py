"""Versions: whether a decision that was made at an earlier version of the game still stands."""

from shamble.kernel.state import CHANCE, HIDDEN
from shamble.site.errors import Stale
from shamble.site.tables.live import Live


def check_version(table: Live, seat: int, version: int | None) -> None:
    """Stale if the seat has seen the game move on since a version."""
    if table.match is not None and version is not None and version != table.match.version:
        if not _blind_since(table, seat, version):
            raise Stale(table.match.version)


def _blind_since(table: Live, seat: int, version: int) -> bool:
    """Whether everything since a version was other seats' decisions that this seat could not see."""
    match = table.match
    if match is None or not 0 <= version <= match.version:
        return False
    for number in range(version, match.version):
        who, code = match.coded_act(number)
        if who in (seat, CHANCE) or match.state_at(number).seen(seat, who, code) != HIDDEN:
            return False
    return True
