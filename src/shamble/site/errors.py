"""The site's refusals: each is one sentence with the HTTP status it is answered by."""

from shamble.kernel.errors import IllegalAction, ShambleError
from shamble.site import words


class SiteError(ShambleError):
    """A refusal of the site; `status` is the HTTP status it is answered by."""

    status = 400
    wait: float | None = None  # seconds after which to try again, where that makes sense


class BadInput(SiteError):
    """Input that is understood but makes no sense."""

    status = 422


class NoTable(SiteError):
    """There is no table of that name."""

    status = 404


class NoCode(SiteError):
    """No seat is opened by that resume code."""

    status = 404


class NeedKey(SiteError):
    """A token is needed and none was given."""

    status = 401


class NotYours(SiteError):
    """The token given does not allow that."""

    status = 403


class BadMethod(SiteError):
    """The address takes other methods."""

    status = 405


class Stale(SiteError):
    """The table has moved on; `version` is where it stands."""

    status = 409

    def __init__(self, version: int, sentence: str = words.STALE) -> None:
        self.version = version
        super().__init__(sentence)


class Taken(SiteError):
    """The seat is taken, or the table is full or has begun."""

    status = 409


class TooLarge(SiteError):
    """The body is larger than is read here."""

    status = 413


class LongHead(SiteError):
    """The request's address or headers are longer than is read here."""

    status = 431


class BadType(SiteError):
    """The body has another content type than is read here."""

    status = 415


class TooMany(SiteError):
    """Too many requests; `wait` is how many seconds to wait."""

    status = 429

    def __init__(self, wait: float) -> None:
        self.wait = wait
        super().__init__(words.TOO_MANY)


class NoStore(SiteError):
    """The store cannot be reached or refuses to write."""

    status = 503
    wait = 2.0


class NotStored(SiteError):
    """The store refused an entry for a reason that is no race: to try again does not help."""

    status = 500


class TableBusy(NoStore):
    """Others kept the table busy for too long."""

    wait = 1.0

    def __init__(self) -> None:
        super().__init__(words.TABLE_BUSY)


class Closed(SiteError):
    """The table cannot be played here any more."""

    status = 410


class Busy(SiteError):
    """Too much of that kind is under way, for everybody together; `wait` is how many seconds to wait."""

    status = 503

    def __init__(self, wait: float) -> None:
        self.wait = wait
        super().__init__(words.BUSY)


class WorkEnded(SiteError):
    """The process that was at it has been ended; `wait` is how many seconds to wait."""

    status = 503
    wait = 1.0


class Gone(SiteError):
    """Whoever asked has gone: nobody reads this."""

    status = 499


class TooCostly(SiteError):
    """What was asked takes more time or memory than is given to one visitor."""

    status = 422


def status_of(error: ShambleError) -> int:
    """The HTTP status an error is answered by: 422 for whatever the engine refuses."""
    return error.status if isinstance(error, SiteError) else 422


def document_of(error: ShambleError) -> dict[str, object]:
    """The JSON document an error is answered by."""
    if isinstance(error, IllegalAction):
        return {"error": error.reason, "rule": error.rule}
    document: dict[str, object] = {"error": str(error)}
    if isinstance(error, Stale):
        document["version"] = error.version
    return document
