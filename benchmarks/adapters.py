"""The speeds of the adapters, measured beside PettingZoo's own `tictactoe_v3`, as docs/adapters.md states them.

`python benchmarks/adapters.py [--seconds 0.5] [--rounds 5]`. Everything is measured in turn, round by round, in seconds
of processor time; the best round counts, so that a busy machine does little harm.

PettingZoo: turns a second (`last()`, a random legal action from the mask, `step()`), without those of agents whose game
is over. `tictactoe_v3` needs pygame: pip install 'pettingzoo[classic]'. Gymnasium, 1,024 games at once: steps a second,
a step being one decision of one game and the chance that follows it, with observation, mask, reward and automatic
reset; then the same with the choosing of a random legal action for every game.
"""

import argparse
import os
import random
import time
from typing import Any

import numpy as np

from shamble.adapters import gymnasium, pettingzoo

GAMES = ("pocket", "run", "hate", "hugme", "horrific")


def turns(env: Any, seconds: float) -> float:
    """Turns a second of an AEC environment under random play."""
    env.reset(seed=1)
    choose = random.Random(1).choice
    done = 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        for _ in env.agent_iter(200):
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else choose(np.flatnonzero(observation["action_mask"]).tolist()))
            done += not over
        if not env.agents:
            env.reset()
    return done / (time.process_time() - begun)


def steps(env: Any, seconds: float) -> tuple[float, float]:
    """Steps a second of a vector environment: stepping alone, and with the choosing of random legal actions."""
    _, infos = env.reset(seed=1)
    rng = np.random.default_rng(1)
    rows = np.arange(env.num_envs)
    done = 0
    stepping = 0.0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        for _ in range(20):
            places = (rng.random(env.num_envs) * infos["legal_count"]).astype(np.int64)
            actions = infos["legal_actions"][rows, places]
            started = time.process_time()
            _, _, _, _, infos = env.step(actions)
            stepping += time.process_time() - started
            done += env.num_envs
    return done / stepping, done / (time.process_time() - begun)


def tictactoe() -> dict[str, Any]:
    """PettingZoo's own game, as it is shipped and without its wrappers; nothing where pygame is missing."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    try:
        from pettingzoo.classic import tictactoe_v3
    except ImportError:
        print("tictactoe_v3 cannot be measured: pygame is missing (pip install 'pettingzoo[classic]').")
        return {}
    return {"tictactoe_v3": tictactoe_v3.env(), "tictactoe_v3, bare": tictactoe_v3.raw_env()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    envs = {**tictactoe(), **{game: pettingzoo.env(game) for game in GAMES}}
    best = dict.fromkeys(envs, 0.0)
    vectors = {copy: gymnasium.PocketVectorEnv(1024, copy=copy) for copy in (True, False)}
    rates = dict.fromkeys(vectors, (0.0, 0.0))
    for _ in range(given.rounds):
        for name, env in envs.items():
            best[name] = max(best[name], turns(env, given.seconds))
        for copy, vector in vectors.items():
            rates[copy] = max(rates[copy], steps(vector, given.seconds))
    base = best.get("tictactoe_v3", 0.0)
    for name, rate in best.items():
        print(f"{name:20} {rate:10,.0f} turns/s" + (f"  {rate / base:5.2f} times" if base else ""))
    for copy, (alone, chosen) in rates.items():
        print(f"Pocket x 1024, copy={copy!s:5} {alone:12,.0f} steps/s, with choosing {chosen:,.0f}")


if __name__ == "__main__":
    main()
