"""Law 10: the compiled engine and the interpreted one play identical matches."""

import subprocess
import sys
from functools import lru_cache

import pytest
from matches import environment
from support import GAMES

SCRIPT = """
import sys
from matches import played, settings
from support import find
from test_record import whole_game
from shamble.match import Match
import shamble

game, engine = sys.argv[1], sys.argv[2]
assert shamble.COMPILED == (engine == "compiled")
for seed in range(4):
    for bot in ("greedy", "random"):
        print(whole_game(game, seed, bot=bot).record.text())
for seed, (seats, options) in enumerate(settings(game)):
    match = played(Match(game, seats, seed, options=options), seed)
    print(match.record.text(), match.state.pack(), [match.story(reader) for reader in (0, None)])
    print([match.state_at(n).known(0) for n in range(0, match.version, 7)])
    print([find(game).greedy.estimate(match.state_at(n)) for n in range(0, match.version, 7)])
    for n in range(0, match.version, 11):
        state = match.state_at(n)
        from shamble.kernel.dice import Dice
        print(state.redeal(0, Dice(n)).pack())
"""


@lru_cache
def is_compiled() -> bool:
    """Whether this environment has the compiled engine."""
    ran = subprocess.run(
        [sys.executable, "-c", "import shamble; print(shamble.COMPILED)"],
        capture_output=True, text=True, env=environment(pure=False), check=True, timeout=60,
    )  # fmt: skip
    return ran.stdout == "True\n"


@pytest.mark.parametrize("game", GAMES)
def test_law_10_compiled_and_interpreted_matches_are_identical(game: str) -> None:
    if not is_compiled():
        pytest.skip("shamble is not compiled here: python setup.py build_ext --inplace compiles it")
    outputs = []
    for engine in ("compiled", "interpreted"):
        ran = subprocess.run(
            [sys.executable, "-c", SCRIPT, game, engine],
            capture_output=True, env=environment(pure=engine == "interpreted"), check=False, timeout=600,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr.decode()
        outputs.append(ran.stdout)
    assert len(outputs[0]) > 10_000
    assert outputs[0] == outputs[1]
