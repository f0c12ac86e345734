"""The speeds that the design promises, as ratios measured in one run: timings alone mean little on another machine.

Run by `make bench`. For every game: uniformly random steps a second compiled, the same interpreted, and against
OpenSpiel's C++ `crazy_eights` driven from Python (extra `dev`); copies and redeals a second; start-up times; and how
long a long record takes to load.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import shamble

AIMS = {"run": (10, 2_000_000), "hate": (6, 2_000_000), "pocket": (6, 1_000_000)}  # times OpenSpiel, copies a second


def engine(pure: bool, seconds: float) -> dict[str, dict[str, int]]:
    """`shamble bench --json` in a process of its own, compiled or interpreted."""
    environment = {**os.environ, "SHAMBLE_PURE": "1" if pure else ""}
    command = [sys.executable, "-m", "shamble.cli", "bench", "--json", "--seconds", str(seconds)]
    return dict(json.loads(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)["games"])


def open_spiel(seconds: float) -> float | None:
    """Steps a second of OpenSpiel's `crazy_eights` with random play driven from Python; None where it is missing."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("crazy_eights(players=4)")
    rng = random.Random(1)
    steps = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                action = rng.choices(outcomes, weights)[0]
            else:
                action = rng.choice(state.legal_actions())
            state.apply_action(action)
            steps += 1
    return steps / (time.perf_counter() - begun)


def median_seconds(command: list[str], runs: int = 9) -> float:
    """The median wall time of a whole command."""
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def load_long_record(events: int) -> float:
    """Seconds to load and replay a record of about so many events: a Pocket, Run or Hate match drawn out."""
    match = long_match(events)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.json"
        match.record.save(path)
        begun = time.perf_counter()
        again = shamble.load(str(path))
        taken = time.perf_counter() - begun
    assert again.version == match.version
    return taken


def long_match(events: int) -> shamble.Match:
    """A match of at least so many events: two throwers who tie without end."""
    match = shamble.Match("hate", players=2, seed=1, options={"ring": 2})
    while match.version < events:
        for seat in match.owing:
            match.play(seat, "attack left" if len(match.choices(seat)) == 2 else "throw rock")
    return match


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each figure is measured")
    seconds = parser.parse_args().seconds
    compiled, pure, reference = engine(False, seconds), engine(True, seconds / 2), open_spiel(seconds)
    print(
        f"OpenSpiel crazy_eights from Python: {reference:,.0f} steps/s" if reference else "OpenSpiel is not installed"
    )
    print("game         steps/s   x interpreted   x OpenSpiel (aim)   copies/s (aim)              redeals/s")
    for code, row in compiled.items():
        times, copies = AIMS.get(code, (0, 0))
        steps = row["steps_per_second"]
        ratio = f"{steps / reference:6.1f} ({times})" if reference else "-"
        print(
            f"{code:9} {steps:10,}   {steps / pure[code]['steps_per_second']:13.1f}   {ratio:>17}   "
            f"{row['copies_per_second']:10,} ({copies:,})   {row['redeals_per_second']:12,}"
        )
    show = [
        ("python -c pass", [sys.executable, "-c", "pass"]),
        ("import shamble", [sys.executable, "-c", "import shamble"]),
        ("shamble --help", [sys.executable, "-m", "shamble.cli", "--help"]),
    ]
    for name, command in show:
        print(f"{name:16} {median_seconds(command) * 1000:6.0f} ms (median of 9)")
    print(f"a record of 10,000 events loads and replays in {load_long_record(10_000):.2f} s")


if __name__ == "__main__":
    main()
