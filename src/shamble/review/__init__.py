"""Review: a finished game looked back at, each moment with only what the seats knew then."""

from shamble.review.document import Decision, Ledger, Moment, Review, Settings
from shamble.review.review import review

__all__ = ["Decision", "Ledger", "Moment", "Review", "Settings", "review"]
