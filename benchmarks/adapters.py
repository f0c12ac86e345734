"""The speeds of the adapters, measured beside PettingZoo's own `tictactoe_v3`, as docs/adapters.md states them.

`python benchmarks/adapters.py [--seconds 2]`. Turns a second as PettingZoo's own `performance_benchmark` counts them:
`last()`, a random legal action from the mask, `step()`. `tictactoe_v3` needs pygame: pip install 'pettingzoo[classic]'.
The vector form of Pocket: steps a second, a step being one decision of one game with the chance that follows it,
observation, mask, reward and automatic reset included; then the same with the choosing of random legal actions.
"""

import argparse
import os
import random
import time
from typing import Any

import numpy as np

from shamble.adapters import pettingzoo


def turns(env: Any, seconds: float) -> float:
    """Turns a second of an AEC environment under random play."""
    env.reset(seed=1)
    choose = random.Random(1).choice
    done = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        for _ in env.agent_iter(200):
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else choose(np.flatnonzero(observation["action_mask"]).tolist()))
            done += not over
        if not env.agents:
            env.reset()
    return done / (time.perf_counter() - begun)


def tictactoe(seconds: float) -> float | None:
    """Turns a second of PettingZoo's own game, or None where pygame is missing."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    try:
        from pettingzoo.classic import tictactoe_v3
    except ImportError:
        return None
    return turns(tictactoe_v3.env(), seconds)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=1.0)
    seconds = parser.parse_args().seconds
    base = tictactoe(seconds)
    print(f"tictactoe_v3           {base:10,.0f} turns/s" if base else "tictactoe_v3: pygame is missing")
    for game in ("pocket", "run", "hate", "hugme", "horrific"):
        rate = turns(pettingzoo.env(game), seconds)
        print(f"{game:10} {'':11} {rate:10,.0f} turns/s" + (f"  {rate / base:5.2f} times" if base else ""))


if __name__ == "__main__":
    main()
