"""What a table's page shows: which seat, which position, which buttons first. Everything is made from documents."""

from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup, escape

from shamble.kernel.shown import Choice, Happened
from shamble.kernel.state import CHANCE
from shamble.match import Match
from shamble.site.pages.boards import draw as draw_board
from shamble.site.tables.document import STORY, Document, Seat, outcome, told

MOST_PROMINENT = 4


def seat_shown(
    mine: Sequence[int], asked: int | None, came_at: int | None, document: Document
) -> tuple[int | None, bool]:
    """Which of a visitor's seats a page shows, and whether a cover must lie over it.

    `mine` are the seats the visitor holds; `asked` is the seat the page was asked for, `came_at` the version at which
    its cover was lifted. One seat is shown at once. Of several, one is shown while it owes a decision or nothing has
    happened since its cover was lifted; otherwise the next that owes is covered, and else all see the public view.
    """
    if not mine:
        return None, False
    if len(mine) == 1 or document.status == "waiting":
        return mine[0], False
    if document.status == "over":
        return (asked if asked in mine else None), False
    owing = [seat for seat in mine if seat in document.owing and not document.seats[seat].stand_in]
    if asked in mine and (asked in owing or came_at == document.version):
        return asked, False
    return (owing[0], True) if owing else (None, False)


def arrange(choices: Sequence[Choice], board: str) -> tuple[list[Choice], list[Choice], bool]:
    """The choices as (prominent buttons, all others, whether the board marks some): few are all prominent, else those
    that have no place on the board."""
    if len(choices) <= MOST_PROMINENT:
        return list(choices), [], any(_on_board(choice, board) for choice in choices)
    off = [choice for choice in choices if not _on_board(choice, board)]
    on_board = len(off) < len(choices)
    prominent = off if on_board and len(off) <= MOST_PROMINENT else []
    return prominent, [choice for choice in choices if choice not in prominent], on_board


def _on_board(choice: Choice, board: str) -> bool:
    return f'value="{escape(choice.action)}"' in board


def since_last_turn(document: Document) -> list[Happened]:
    """The events since the seat's own last one that it can read; none for a spectator, and none before its first."""
    seat, story = document.seat, document.story
    if seat is None:
        return []
    at = max((k for k, event in enumerate(story) if event.who == seat), default=-1)
    if at < 0 and story and story[0].number == 0:
        return []
    return [event for event in story[at + 1 :] if event.sentences]


def at(document: Document, match: Match, number: int) -> Document:
    """The same document as it was after `number` events, to the same reader; without choices."""
    seat = document.seat
    state = match.state_at(number)
    view = state.view(match.reader(seat))
    mask = state.owing()
    return replace(
        document,
        view=view,
        asked=match.named(match.game.words(match.edition).asked(view)),
        owing=[CHANCE] if mask == CHANCE else [k for k in range(match.players) if mask >> k & 1],
        choices=[],
        story=told(match, seat, max(0, number - STORY), number),
        undo=None,
        result=document.result if number == match.version else None,
    )


def of_record(match: Match, seat: int | None) -> Document:
    """A document of a match that stands at no table: one read from a saved game. Until it is over it shows what all
    may see, but for a game for one."""
    over = match.result is not None
    return Document(
        table="",
        game=match.game.code,
        title=match.game.title,
        players=match.players,
        options=dict(match.game.changed(match.options)),
        edition=match.edition.name,
        reconstruction=match.edition.reconstruction,
        status="over" if over else "playing",
        version=match.version,
        seat=seat if over or match.players == 1 else None,
        seats=[Seat(k, str(sits.name), str(sits.by)) for k, sits in enumerate(match.seats)],
        result=outcome(match),
        seed=str(match.seed) if over else None,
    )


def draw(document: Document, match: Match | None = None) -> Markup:
    """The board of a document; `match` brings the names of an edition that is not shipped."""
    return draw_board(document, match.edition if match is not None else None)
