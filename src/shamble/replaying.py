"""Records played again: the match that a saved game holds, whole or as far as it is there."""

from collections.abc import Mapping
from typing import Any

from shamble.editions import find_edition
from shamble.games import find
from shamble.games.shelf import as_edition
from shamble.kernel.errors import BadEdition, BadOption, BadPosition, BadRecord, BadRules
from shamble.kernel.game import Edition, Game
from shamble.match import Match, position_hash
from shamble.record import UNKNOWN, Record
from shamble.seats import recorded_seats


def replay(record: Record, partial: bool = False) -> Match:
    """The match that a record holds, every event played again; BadRecord if one does not fit.

    With `partial` the match goes up to the first event that does not fit. Its `damage` says what is missing, and there
    is no final position to compare; a record that seems whole is held to the one it names. A record with
    UNKNOWN in place of a hash was made where nobody could play the game: nothing is checked against it then."""
    try:
        game = find(record.game)
        rules = game.check_rules(record.rules)
        edition = _edition_of(game, record.edition)
        seats = recorded_seats((str(seat["name"]), str(seat["by"])) for seat in record.seats)
        if record.position is None:
            match = Match(
                record.game, len(seats), record.seed, options=record.options, edition=edition,
                chance="manual", rules=rules,
            )  # fmt: skip
        else:
            start = game.read(record.position, edition)
            match = Match.begun_at(game, start, record.seed, edition, "manual", None, None)
            if match.options != game.resolve_options(record.options):
                raise BadRecord("The record's options are not those of its position: it was changed or is damaged.")
        match.sit(seats)
    except (BadOption, BadRules, BadEdition, BadPosition) as error:
        raise BadRecord(f"The record cannot be opened: {error}") from None
    try:
        match.follow(record.events)
    except BadRecord as error:
        if not partial:
            raise
        match.damage = f"{str(error)[:-1]}: it and what came after it is left out"
    match.damage = match.damage or record.damage
    if match.damage:
        match.chance = record.chance
        match.roll_on()
        return match
    if record.final != UNKNOWN and position_hash(match.state) != record.final:
        raise BadRecord("The record's events do not lead to the final position it names: it was changed or is damaged.")
    match.chance = record.chance
    if record.final != UNKNOWN and record.result != match.record.result:
        raise BadRecord("The record's result is not that of its last position: it was changed or is damaged.")
    match.roll_on()
    return match


def _edition_of(game: Game, entry: Mapping[str, Any]) -> Edition:
    """The edition a record was played with: shipped, or kept in the record itself."""
    if "data" in entry:
        if not isinstance(entry["data"], Mapping):
            raise BadRecord("The field 'edition' has no good 'data': it must be an object.")
        edition = find_edition(game, as_edition(entry["data"], shipped=False))
    else:
        edition = game.edition(str(entry.get("name")))
    if entry.get("hash") not in (edition.hash, UNKNOWN):
        raise BadRecord(f"The record was played with another text of edition {edition.name!r} than the one here.")
    return edition


def load(path: str, partial: bool = False) -> Match:
    """The match in a saved game; BadFile or BadRecord if it cannot be read or does not replay.

    With `partial` a game of which the end is bad or lost is opened up to there; its `damage` says what is missing.
    """
    return replay(Record.load(path, partial), partial)
