"""What is kept: a saved game comes back as it was, and an act that is taken back was never there."""

import random
from pathlib import Path

import shamble
from shamble.games import find
from shamble.kernel.state import CHANCE
from shamble.laws.walking import options_of, seat_counts
from shamble.match import Match

ACTS = 300


def moved(match: Match, rng: random.Random) -> bool:
    """Play one act at random; whether there was one."""
    if match.result is not None:
        return False
    who = rng.choice([seat for seat in match.owing if seat != CHANCE])
    match.play(who, match.game.vocabulary.text(rng.choice(options_of(match.state, who))))
    return True


def test_law_8_a_saved_game_comes_back_as_it_was(game: str, tmp_path: Path) -> None:
    """Saved at its beginning, in the middle and at its end, a match is the same when it is read."""
    file = tmp_path / "game.json"
    for players in seat_counts(game):
        match = Match(game, players, seed=8)
        rng = random.Random(8)
        for acts in (0, 5, ACTS):
            for _ in range(acts):
                if not moved(match, rng):
                    break
            match.record.save(file)
            again = shamble.load(str(file))
            assert again.record == match.record
            assert again.state.pack() == match.state.pack()
            for reader in (None, *range(players)):
                assert again.story(reader) == match.story(reader)


def test_law_13_undo_returns_the_exact_earlier_position(game: str) -> None:
    """Taking an act back leaves nothing of it."""
    match = Match(game, find(game).default_seats, seed=13)
    rng = random.Random(13)
    for _ in range(ACTS):
        before, version = match.state.pack(), match.version
        if not moved(match, rng):
            break
        if rng.randrange(4) == 0:
            match.undo(force=True)
            assert (match.state.pack(), match.version) == (before, version)
