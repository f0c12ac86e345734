# ruff: noqa: E402  what a run may lack is asked for before anything else is imported
"""The OpenSpiel games: OpenSpiel's own suites, CFR against the exact solvers, ISMCTS through our redeal, secrets."""

import copy
import pickle
import random
import re
import subprocess
import sys
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'shamble[openspiel]'")

import numpy as np
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts
from open_spiel.python.observation import make_observation

from shamble import BadOption
from shamble.adapters.openspiel import ShambleState, resampler
from shamble.bots.exact import solve
from shamble.games import catalogue, find
from shamble.games.hate.solve import BEST, solve_ring
from shamble.kernel.dice import Dice

GAMES = [game.code for game in catalogue()]
PARTIAL = 5  # tests that OpenSpiel's suite runs of every game


def played(game: Any, seed: int, decisions: int, choose: Any = None) -> Any:
    """A state after so many random decisions, or the end."""
    rng = np.random.RandomState(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and (decisions > 0 or state.is_chance_node()):
        if state.is_chance_node():
            codes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(codes, p=chances)))
        else:
            decisions -= 1
            state.apply_action(int(rng.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize("name", ["shamble_run(players=3,first=#2)", "shamble_pocket", "shamble_hate(players=5)"])
def test_games_and_states_are_pickled_and_go_on_in_the_same_way(name: str) -> None:
    game = pyspiel.load_game(name)
    again = pickle.loads(pickle.dumps(game))
    assert (str(again), type(again)) == (str(game), type(game))
    state = played(game, 1, 6)
    redealt = state.resample_from_infostate(0, lambda: 0.5)
    redealt.apply_action(redealt.legal_actions()[0])
    for one in (state, redealt, redealt.clone()):
        for two in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one)):
            assert (str(two), two.history(), two.legal_actions()) == (str(one), one.history(), one.legal_actions())


# -- OpenSpiel's own suites ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "shamble_pocket",
        "shamble_run(players=3)",
        "shamble_run(players=7,composition=6x5)",
        "shamble_hate(ring=4)",
        "shamble_hate(players=5)",
        "shamble_hugme(players=3)",
        "shamble_horrific(players=3,round_limit=#5)",
    ],
)
def test_random_play_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


def test_the_suite_passes_and_runs_tests() -> None:
    """Called any other way than as its own main it runs none and says OK: so the number of tests is looked at."""
    script = (
        "import runpy, sys, shamble.adapters.openspiel\n"
        "sys.argv = ['api_test', '--test_only_games=shamble_.*']\n"
        "runpy.run_module('open_spiel.integration_tests.api_test', run_name='__main__', alter_sys=True)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    told = done.stdout + done.stderr
    ran = re.search(r"^Ran (\d+) tests in", told, flags=re.MULTILINE)
    assert ran is not None, told[-2000:]
    assert int(ran[1]) == PARTIAL * len(GAMES)
    assert re.search(r"^OK$", told, flags=re.MULTILINE), told[-2000:]
    assert done.returncode == 0
    for code in GAMES:
        assert told.count(f"[       OK ] absl.testing.parameterized.EnforceAPIPartialTree_shamble_{code}") == PARTIAL


# -- solving ---------------------------------------------------------------------------------------------------------


def test_cfr_finds_the_value_that_the_exact_solver_finds() -> None:
    """A ring of two, drawn after two attacks: CFR's policy is hard to exploit and worth what the solver says."""
    game = pyspiel.load_game("shamble_hate(ring=2,max_attacks=2)")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    exact = solve(find("hate").new(2, {"ring": 2, "max_attacks": 2}))
    assert exact == pytest.approx([5 / 9, 4 / 9])
    gap = exploitability.exploitability(game, policy)
    assert 0 <= gap < 0.01
    value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert value == pytest.approx(exact, abs=2 * gap + 1e-9)


def test_the_even_mixture_is_unexploitable_as_the_ring_solver_takes_for_granted() -> None:
    """The solver of whole rings mixes throws evenly. OpenSpiel's best response gains nothing against that."""
    from open_spiel.python.policy import UniformRandomPolicy

    game = pyspiel.load_game("shamble_hate(ring=2,max_attacks=2)")
    assert exploitability.exploitability(game, UniformRandomPolicy(game)) == pytest.approx(0, abs=1e-9)
    longer = solve(find("hate").new(2, {"ring": 2, "max_attacks": 60}))  # so late that the draw has no weight
    assert longer[1] == pytest.approx(solve_ring(2, BEST)[0], abs=1e-9)


def test_ismcts_plays_run_through_our_redeal() -> None:
    game = pyspiel.load_game("shamble_run(players=3)")
    rng = np.random.RandomState(5)
    state = played(game, 3, 0)
    searched = 0
    bot = _bot(game, 1, own_redeal=False)
    while not state.is_terminal() and searched < 4:
        if state.is_chance_node():
            codes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(codes, p=chances)))
        elif state.current_player() == 0:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            searched += 1
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert searched > 1


def test_ismcts_chooses_the_same_in_every_world_that_it_cannot_tell_apart() -> None:
    game = pyspiel.load_game("shamble_run(players=3)")
    state = played(game, 4, 5)
    seat = state.current_player()
    worlds = [state] + [resampler(seed)(state, seat) for seed in range(3)]
    hands = {str(world.held.state.to_dict()["hands"]) for world in worlds}
    assert len(hands) > 1
    policies = [sorted(_bot(game, 9).get_policy(world)) for world in worlds]
    assert all(policy == policies[0] for policy in policies)


def _bot(game: Any, seed: int, own_redeal: bool = True) -> Any:
    rng = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 15, random_state=rng)
    if own_redeal:
        bot.set_resampler(resampler(seed))
    return bot


def test_openspiels_reinforcement_learning_environment_takes_the_games() -> None:
    observation = rl_environment.ObservationType.OBSERVATION
    env = rl_environment.Environment("shamble_run(players=3)", observation_type=observation)
    env.seed(1)
    rng = np.random.RandomState(1)
    step = env.reset()
    while not step.last():
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == env.game.observation_tensor_size()
        step = env.step([rng.choice(step.observations["legal_actions"][seat])])
    assert sum(step.rewards) == pytest.approx(1)


# -- knowledge -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["run", "hate", "hugme", "horrific"])
def test_a_redealt_state_looks_the_same_to_its_seat_and_not_to_others(code: str) -> None:
    game = pyspiel.load_game(f"shamble_{code}")
    for seed in range(4):
        state = played(game, seed, 12)
        if state.is_terminal():
            continue
        seat = state.current_player()
        for number in range(3):
            other = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(number, 0.0, 1.0))
            assert isinstance(other, ShambleState)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.legal_actions() == state.legal_actions()
            assert other.history() == []


def test_information_states_remember_what_the_seat_did_and_knew() -> None:
    """Perfect recall: equal strings mean equal pasts. On the whole tree of a tiny ring."""
    game = pyspiel.load_game("shamble_hate(ring=2,max_attacks=2)")
    pasts: dict[tuple[int, str], list[Any]] = {}
    visited = _walk(game.new_initial_state(), [[], []], pasts)
    assert visited > 400
    assert len(pasts) < visited


def _walk(state: Any, past: list[list[Any]], pasts: dict[tuple[int, str], list[Any]]) -> int:
    if state.is_terminal():
        return 1
    visited = 1
    seat = state.current_player()
    known = state.information_state_string(seat)
    assert pasts.setdefault((seat, known), past[seat]) == past[seat]
    for action in state.legal_actions():
        after = [list(steps) for steps in past]
        after[seat].append((known, action))
        visited += _walk(state.child(action), after, pasts)
    return visited


def test_a_secret_throw_is_in_the_information_of_its_seat_alone() -> None:
    game = pyspiel.load_game("shamble_hate(ring=2)")
    state = game.new_initial_state()
    state.apply_action(find("hate").vocabulary.code("attack left"))
    assert state.current_player() == 0
    children = [state.child(throw) for throw in state.legal_actions()]
    assert {child.current_player() for child in children} == {1}
    assert len({child.information_state_string(1) for child in children}) == 1
    assert len({child.information_state_string(0) for child in children}) == 3


def test_observations_public_and_private() -> None:
    game = pyspiel.load_game("shamble_run(players=3)")
    state = played(game, 1, 3)
    kinds = pyspiel.PrivateInfoType

    def told(public: bool, recall: bool, private: Any, player: int) -> str:
        kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
        return make_observation(game, kind).string_from(state, player)

    assert told(True, False, kinds.NONE, 0) == told(True, False, kinds.NONE, 1)
    assert told(False, False, kinds.SINGLE_PLAYER, 0) != told(False, False, kinds.SINGLE_PLAYER, 1)
    assert told(False, False, kinds.NONE, 0) == ""
    assert told(True, True, kinds.SINGLE_PLAYER, 0) == state.information_state_string(0)
    assert len(state.observation_tensor(0)) == state.get_game().observation_tensor_size()


# -- how the games are declared --------------------------------------------------------------------------------------


def test_the_games_are_declared_as_they_are() -> None:
    kinds = pyspiel.GameType
    utility = {
        name: pyspiel.load_game(name).get_type().utility
        for name in ("shamble_pocket", "shamble_run", "shamble_hate", "shamble_hate(players=5)")
    }
    assert utility == {
        "shamble_pocket": kinds.Utility.GENERAL_SUM,
        "shamble_run": kinds.Utility.CONSTANT_SUM,
        "shamble_hate": kinds.Utility.CONSTANT_SUM,
        "shamble_hate(players=5)": kinds.Utility.GENERAL_SUM,
    }
    run = pyspiel.load_game("shamble_run(players=3)")
    assert (run.num_players(), run.num_distinct_actions(), run.utility_sum()) == (3, 295, 1.0)
    state = run.new_initial_state()
    assert state.is_chance_node()
    assert state.action_to_string(-1, state.legal_actions()[0]) == "first @0"
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)


def test_numbers_among_words_and_lists_of_words_have_a_form_of_their_own() -> None:
    game = pyspiel.load_game("shamble_run(players=3,first=#2)")
    state = game.new_initial_state()
    assert state.held.state.view(0)["first"] == 2
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    assert str(again) == str(state)
    hugme = pyspiel.load_game("shamble_hugme(players=2,characters=nurse+butcher)")
    assert hugme.table.options["characters"] == "nurse,butcher"


def test_what_does_not_fit_is_said_in_a_sentence() -> None:
    with pytest.raises(BadOption, match="takes 2 to 7 players; not 9"):
        pyspiel.load_game("shamble_run(players=9)")
    with pytest.raises(BadOption, match="Option composition takes"):
        pyspiel.load_game("shamble_run(composition=7x7)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter"):
        pyspiel.load_game("shamble_run(colour=red)")


def test_a_process_that_used_the_games_ends_in_peace() -> None:
    script = (
        "import pyspiel, shamble.adapters.openspiel\ng = pyspiel.load_game('shamble_run')\ns = g.new_initial_state()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_state_is_copied_whole() -> None:
    game = pyspiel.load_game("shamble_run(players=3)")
    state = played(game, 2, 4)
    copy = state.clone()
    before = str(state), state.information_state_string(0)
    copy.apply_action(copy.legal_actions()[0])
    assert (str(state), state.information_state_string(0)) == before
    world = state._redealt(0, Dice(1))
    assert (str(state), state.information_state_string(0)) == before
    assert world.held is not state.held


@pytest.mark.parametrize("name", ["shamble_run(players=3)", "shamble_pocket"])
def test_nothing_can_be_played_once_it_is_over(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    rng = random.Random(3)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    with pytest.raises(Exception, match="over"):
        state.apply_action(0)
