"""What programs send: the bodies of the HTTP interface, checked as they are read."""

from typing import Any

import msgspec
from msgspec import Struct, field

from shamble.site import words
from shamble.site.errors import BadInput


class Sitter(Struct, forbid_unknown_fields=True):
    """Who is to sit in a seat: "open", "me" or a bot's name, and what the seat is called."""

    by: str
    name: str | None = None


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be made. `seats`: for each seat "open", "me", a bot's name, or `{"by": …, "name": …}`."""

    game: str
    players: int | None = None
    options: dict[str, str | int | bool] = field(default_factory=dict)
    seats: list[str | Sitter] | None = None
    seed: int | str | None = None
    edition: str | None = None
    clock: int | None = None
    start: bool = False


class Join(Struct, forbid_unknown_fields=True):
    """A seat to be taken; `token` is the last part of the join link. Once the game has begun, `ask` asks for the seat
    of somebody who has left."""

    name: str
    token: str
    seat: int | None = None
    ask: bool = False
    id: str | None = None


class Play(Struct, forbid_unknown_fields=True):
    """An action of the seat's choices, the version it was chosen at, and an id of the sender's own."""

    action: str
    version: int
    id: str | None = None
    seat: int | None = None


class Act(Struct, forbid_unknown_fields=True):
    """An act that needs no more than the seat, where the token holds several, and an id of the sender's own."""

    seat: int | None = None
    id: str | None = None


class Start(Struct, forbid_unknown_fields=True):
    """The start; open seats go to this bot."""

    bot: str = "greedy"


class Undo(Struct, forbid_unknown_fields=True):
    """Taking back: without `agree` it is asked for; with it, it is answered. `version` and `id` as with `Play`; a
    sender without them must not send it again."""

    agree: bool | None = None
    version: int | None = None
    id: str | None = None
    seat: int | None = None


class Bot(Struct, forbid_unknown_fields=True):
    """A bot for a seat (one's own, or `for_seat` where that player is away or idle): once, at `version`, or until the
    player is back."""

    for_seat: int | None = None
    once: bool = False
    bot: str = "greedy"
    version: int | None = None
    id: str | None = None
    seat: int | None = None


class Give(Struct, forbid_unknown_fields=True):
    """The host gives a seat, before the start: to "open" or a bot's name. Refused where somebody has sat down there
    since `revision`."""

    seat: int
    by: str
    revision: int | None = None
    id: str | None = None


class Answer(Struct, forbid_unknown_fields=True):
    """What a newcomer who asks for a seat is answered; `request` as in the document's `newcomers`."""

    request: int
    agree: bool


class Name(Struct, forbid_unknown_fields=True):
    """Another name for one's seat."""

    name: str
    seat: int | None = None
    id: str | None = None


class Say(Struct, forbid_unknown_fields=True):
    """One of the fixed phrases."""

    phrase: str
    seat: int | None = None
    id: str | None = None


class Resume(Struct, forbid_unknown_fields=True):
    """The four words of a resume code."""

    words: str


_decoders: dict[type, msgspec.json.Decoder[Any]] = {}


def read(kind: type, body: bytes) -> Any:
    """The body as that kind; BadInput says if it is wrong. An empty body is an empty object."""
    decoder = _decoders.get(kind)
    if decoder is None:
        decoder = _decoders[kind] = msgspec.json.Decoder(kind)
    try:
        return decoder.decode(body or b"{}")
    except msgspec.ValidationError as error:
        raise BadInput(words.NO_SUCH_FIELD.format(why=_plain(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(words.NOT_JSON.format(why=_plain(error))) from None


def _plain(error: Exception) -> str:
    return " ".join(str(error).split())[:200].rstrip(".")
