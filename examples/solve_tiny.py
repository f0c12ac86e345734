"""Solve a tiny game twice: OpenSpiel's CFR against Shamble's own exact solver.

    python examples/solve_tiny.py                    # a ring of two, drawn after two attacks
    python examples/solve_tiny.py --attacks 3        # some more seconds

Both are told nothing but the rules. CFR plays the game against itself, learns from what it regrets, and closes in on a
pair of mixed strategies that nobody can gain by leaving; the exact solver walks every position once. They must agree on
what the game is worth, and how far CFR still is from its goal (its exploitability) says how closely.
"""

import argparse
import sys

try:
    import pyspiel
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    import shamble.adapters.openspiel  # noqa: F401  makes the games known
except ImportError:
    sys.exit("This example needs OpenSpiel: pip install 'shamble[openspiel]'")
from shamble.bots.exact import solve
from shamble.games import find
from shamble.games.hate.solve import BEST, solve_ring


def compare(attacks: int, iterations: int, every: int = 20) -> tuple[float, float, float]:
    """The zombie's share by CFR, the same exactly, and CFR's exploitability."""
    game = pyspiel.load_game(f"shamble_hate(ring=2,max_attacks={attacks})")
    exact = solve(find("hate").new(2, {"ring": 2, "max_attacks": attacks}))[0]
    solver = cfr.CFRPlusSolver(game)
    gap = value = 0.0
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration % every == 0 or iteration == iterations:
            policy = solver.average_policy()
            gap = exploitability.exploitability(game, policy)
            value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)[0]
            print(f"iteration {iteration:4}: the zombie's share {value:.4f}, exploitability {gap:.4f}")
    return value, exact, gap


def main() -> None:
    """Solve, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--attacks", type=int, default=2, help="the game is a draw after so many (1 to 4)")
    parser.add_argument("--iterations", type=int, default=100)
    given = parser.parse_args()
    print(f"A ring of two, one human and one zombie, drawn after {given.attacks} attacks.")
    value, exact, _ = compare(given.attacks, given.iterations)
    print(f"CFR: {value:.4f}. Exactly: {exact:.4f}. They differ by {abs(value - exact):.4f}.")
    print(f"Without a limit of attacks the zombie wins with a chance of {1 - solve_ring(2, BEST)[0]:.4f}.")


if __name__ == "__main__":
    main()
