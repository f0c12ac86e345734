"""A saved game told again, and the table after any of its events."""

from shamble.match import Match
from shamble.terminal import words
from shamble.terminal.screen import Screen


def show_replay(match: Match, screen: Screen, at: int | None, seat: int | None) -> None:
    """Tell `match` as `seat` (None: a spectator) knew it, up to event `at`, and show the table there."""
    version = match.version if at is None else at
    state = match.state_at(version)
    for event in match.events(seat)[:version]:
        if event.sentences:
            screen.say(f"{event.number + 1:5}  {event}")
    view = state.view(match.reader(seat))
    names = [f"@{k} {sits.name}" for k, sits in enumerate(match.seats)]
    if screen.plain:
        screen.lines(match.game.board.plain(view, names))
    else:
        screen.show(match.game.board.draw(view, names))
    result = match.result
    if version == match.version and result is not None:
        screen.say(f"{words.ENDED} {result.why}", "bold")
    else:
        screen.say(words.AT_EVENT.format(version=version, last=match.version))
