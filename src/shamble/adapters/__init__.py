"""Shamble's games as environments of other libraries: PettingZoo, Gymnasium, OpenSpiel.

Each adapter is an extra: `shamble.adapters.pettingzoo`, `.gymnasium`, `.openspiel`. Importing one without its library
raises MissingExtra.
"""

from shamble.kernel.errors import ShambleError


class MissingExtra(ShambleError, ImportError):
    """A library that an adapter needs is not installed; the sentence says how to install it."""


def missing(error: ImportError, extra: str, title: str) -> MissingExtra:
    """What to raise where an adapter's library is missing."""
    return MissingExtra(
        f"{title} is not installed here ({error.name or error}). "
        f"Install it with Shamble's extra: pip install 'shamble[{extra}]'."
    )
