"""Documents of matches that stand at no table, for tests that draw boards."""

from dataclasses import replace
from typing import Any

from shamble import Match
from shamble.site.pages.view import of_record
from shamble.site.tables.document import Document, told


def document(match: Match, seat: int | None, view: dict[str, Any] | None = None) -> Document:
    """What the server hands out, as far as the boards need it."""
    return replace(
        of_record(match, seat),
        seat=seat,
        view=match.view(seat) if view is None else view,
        choices=[] if seat is None or match.result else match.choices(seat),
        story=told(match, seat, max(0, match.version - 60)),
    )
