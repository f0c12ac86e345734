# ruff: noqa: E402  what a run may lack is asked for before anything else is imported
"""The PettingZoo environments: PettingZoo's own suites, determinism, secrets, ends, and bad input."""

import copy
import pickle
import random
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pettingzoo = pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'shamble[pettingzoo]'")

from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test
from pettingzoo.test.seed_test import seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper
from test_record import owners_edition

from shamble import BadOption, IllegalAction, ShambleError
from shamble.adapters.pettingzoo import env, parallel_env
from shamble.games import catalogue
from shamble.kernel.dice import Dice

GAMES = [game.code for game in catalogue()]
SEATS = [("pocket", 1), ("run", 2), ("run", 7), ("hate", 2), ("hate", 6), ("hugme", 3), ("horrific", 4)]


def play(table: Any, seed: int, turns: int, chooser: random.Random) -> list[Any]:
    """What `last()` said at every turn of a game under random play."""
    table.reset(seed=seed)
    told = []
    for agent in table.agent_iter(turns):
        observation, reward, terminated, truncated, info = table.last()
        told.append((agent, observation["observation"].tobytes(), reward, terminated, truncated, dict(info)))
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        table.step(None if terminated or truncated else chooser.choice(legal))
    return told


# -- PettingZoo's own suites -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "players"), SEATS)
def test_the_turn_based_suite_passes(code: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(env(code, players), num_cycles=100)
    # It says so of every environment whose observation is a dict, as those with masks are to be.
    assert {str(warning.message)[:30] for warning in told} <= {
        "Observation is not a NumPy arr",
        "Observation space for each age",
    }
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("code", "players"), SEATS)
def test_the_seed_suite_passes(code: str, players: int) -> None:
    seed_test(lambda: env(code, players), num_cycles=60)


@pytest.mark.parametrize(("code", "players"), [("hate", 2), ("hate", 4), ("hate", 5), ("hate", 9), ("run", 3)])
def test_the_parallel_suite_passes(code: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(parallel_env(code, players), num_cycles=120)
        parallel_seed_test(lambda: parallel_env(code, players, illegal="random"), num_cycles=60)
    assert "Passed Parallel API test" in capsys.readouterr().out


# -- determinism -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", GAMES)
def test_the_same_seed_and_actions_give_the_same_game(code: str) -> None:
    first = play(env(code), 5, 400, random.Random(1))
    random.seed(99)
    np.random.seed(99)
    assert play(env(code), 5, 400, random.Random(1)) == first
    if code != "hate":  # a ring of two players has no luck in it
        assert play(env(code), 6, 400, random.Random(1)) != first


def test_without_a_seed_the_luck_goes_on_from_the_last_one() -> None:
    def two_games() -> list[Any]:
        table = env("run", 3)
        table.reset(seed=3)
        first = table.observe("seat_0")["observation"].tobytes()
        table.reset()
        return [first, table.observe("seat_0")["observation"].tobytes()]

    games = two_games()
    assert games == two_games()
    assert games[0] != games[1]


def test_environments_can_be_pickled_before_they_are_played() -> None:
    again = pickle.loads(pickle.dumps(env("run", 3, composition="6x5")))
    assert again.table.players == 3
    assert again.table.options["composition"] == "6x5"
    assert play(again, 4, 50, random.Random(1)) == play(env("run", 3, composition="6x5"), 4, 50, random.Random(1))


# -- what agents see and get -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", GAMES)
def test_rewards_are_the_payoffs_and_every_agent_hears_of_its_own(code: str) -> None:
    table = env(code)
    for seed in range(3):
        table.reset(seed=seed)
        chooser = random.Random(seed)
        heard: dict[str, float] = {}
        for agent in table.agent_iter():
            observation, reward, terminated, _, _ = table.last()
            if terminated:
                assert agent not in heard
                heard[agent] = reward
                assert not observation["action_mask"].any()
                table.step(None)
            else:
                assert reward == 0
                assert observation in table.observation_space(agent)
                table.step(chooser.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        payoffs = table.position.payoffs()
        assert [heard[agent] for agent in table.possible_agents] == list(payoffs)
        assert table.agents == []


def test_masks_are_the_legal_codes_and_empty_for_those_not_asked() -> None:
    table = env("run", 4)
    table.reset(seed=1)
    asked = table.agent_selection
    seat = table.possible_agents.index(asked)
    mask = table.observe(asked)["action_mask"]
    assert np.flatnonzero(mask).tolist() == list(table.position.legal(seat))
    assert [table.action_text(code) for code in np.flatnonzero(mask)] == [
        table.table.game.vocabulary.text(code) for code in table.position.legal(seat)
    ]
    for agent in set(table.agents) - {asked}:
        assert not table.observe(agent)["action_mask"].any()


def test_agents_asked_one_after_another_do_not_see_what_the_others_chose() -> None:
    """Two throw in secret: whatever the first throws, the second sees the same."""
    table = env("hate", 2)
    seen = set()
    for throw in range(3):
        table.reset(seed=1)
        left = table.table.game.vocabulary.code("attack left")
        table.step(left)
        assert table.agent_selection == "seat_0"
        table.step(throw)
        assert table.agent_selection == "seat_1"
        seen.add(table.observe("seat_1")["observation"].tobytes())
    assert len(seen) == 1


def test_all_at_once_the_throws_meet() -> None:
    table = parallel_env("hate", 2)
    table.reset(seed=1)
    left = table.table.game.vocabulary.code("attack left")
    observations, *_ = table.step({"seat_0": left, "seat_1": 0})
    assert observations["seat_0"]["action_mask"][:3].tolist() == [1, 1, 1]
    assert observations["seat_1"]["action_mask"][:3].tolist() == [1, 1, 1]
    table.step({"seat_0": 0, "seat_1": 1})
    assert table.position.view(0)["fight"]["throws"] == ["rock", "paper"]


def test_the_same_game_goes_the_same_way_turn_by_turn_and_all_at_once() -> None:
    turns, together = env("hate", 5), parallel_env("hate", 5)
    turns.reset(seed=8)
    observations, _ = together.reset(seed=8)
    chooser = random.Random(8)
    while together.agents:
        asked = [agent for agent in together.agents if observations[agent]["action_mask"].any()]
        actions = dict.fromkeys(together.agents, 0)
        for agent in asked:
            assert turns.agent_selection == agent
            mask = turns.observe(agent)["action_mask"]
            assert (mask == observations[agent]["action_mask"]).all()
            actions[agent] = chooser.choice(np.flatnonzero(mask).tolist())
            turns.step(actions[agent])
        observations, rewards, ends, _, _ = together.step(actions)
        for agent in together.possible_agents:
            assert (turns.observe(agent)["observation"] == observations[agent]["observation"]).all()
    assert all(ends.values())
    assert rewards == turns.rewards


def test_observations_do_not_depend_on_what_is_hidden() -> None:
    table = env("run", 4)
    table.reset(seed=2)
    seat = table.possible_agents.index(table.agent_selection)
    mine = table.observe(table.agent_selection)["observation"].tobytes()
    for seed in range(5):
        table._position = table.position.redeal(seat, Dice(seed))
        assert table.observe(table.agent_selection)["observation"].tobytes() == mine


def test_a_game_can_be_cut_short() -> None:
    table = env("run", 3, max_turns=4)
    told = play(table, 1, 50, random.Random(1))
    assert [truncated for _, _, _, _, truncated, _ in told] == [False] * 4 + [True] * 3
    assert [agent for agent, *_ in told[4:]] == ["seat_0", "seat_1", "seat_2"]
    assert all(reward == 0 for _, _, reward, *_ in told)
    together = parallel_env("hate", 2, max_turns=1)
    together.reset(seed=1)
    _, _, ends, cuts, _ = together.step({"seat_0": 3, "seat_1": 0})
    assert (set(ends.values()), set(cuts.values()), together.agents) == ({False}, {True}, [])


def test_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    table = env("run", 2, render_mode="ansi")
    table.reset(seed=1)
    drawn = table.render()
    assert "Ash" in drawn
    hand = table.position.view(0)["hand"]
    assert not all(card in drawn for card in hand)  # a spectator's view
    human = parallel_env("hate", 2, render_mode="human")
    human.reset(seed=1)
    human.step({"seat_0": 3, "seat_1": 0})
    assert capsys.readouterr().out.strip()


# -- bad input -------------------------------------------------------------------------------------------------------


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    table = env("run", 3)
    table.reset(seed=1)
    before = table.position.pack()
    for action in (999, -1, "play I1", None, 2.5, table.table.game.vocabulary.code("draw I1")):
        with pytest.raises(IllegalAction, match=r"may not play action .* It may play: "):
            table.step(action)
    assert table.position.pack() == before
    together = parallel_env("hate", 2)
    together.reset(seed=1)
    before = together.position.pack()
    with pytest.raises(IllegalAction):
        together.step({"seat_0": 40, "seat_1": 0})
    with pytest.raises(ShambleError, match="seat_0 owes a decision"):
        together.step({"seat_1": 0})
    assert together.position.pack() == before


def test_an_illegal_action_can_be_replaced() -> None:
    table = env("run", 3, illegal="random")
    table.reset(seed=1)
    before = table.position.pack()
    table.step(999)
    assert table.position.pack() != before


def test_pettingzoos_own_wrapper_for_illegal_actions_fits() -> None:
    table = TerminateIllegalWrapper(env("run", 3), illegal_reward=-1)
    table.reset(seed=1)
    asked = table.agent_selection
    table.step(294)
    assert table.terminations == dict.fromkeys(table.possible_agents, True)
    assert table.rewards[asked] == -1


@pytest.mark.parametrize(
    "given",
    [
        {"game": "chess"},
        {"game": "run", "players": 9},
        {"game": "run", "composition": "9x9"},
        {"game": "run", "colour": "red"},
        {"game": "run", "render_mode": "rgb_array"},
        {"game": "run", "max_turns": 0},
        {"game": "run", "illegal": "ignore"},
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(given: dict[str, Any]) -> None:
    for make in (env, parallel_env):
        with pytest.raises(BadOption) as told:
            make(**given)
        assert str(told.value).endswith(".")


def test_things_out_of_order_are_said_in_a_sentence() -> None:
    table = env("run", 2)
    with pytest.raises(BadOption, match="call reset"):
        table.step(0)
    with pytest.raises(BadOption, match="seed is a whole number"):
        table.reset(seed=1 << 62)
    table.reset(seed=1)
    with pytest.raises(BadOption, match="render_mode"):
        table.render()
    play(table, 1, 10_000, random.Random(1))
    with pytest.raises(BadOption, match="call reset"):
        table.step(None)
    ending = env("pocket")
    ending.reset(seed=1)
    while not ending.terminations["seat_0"]:
        ending.step(np.flatnonzero(ending.observe("seat_0")["action_mask"])[0])
    with pytest.raises(BadOption, match="the only action left is None"):
        ending.step(0)


def test_odd_actions_and_seeds_are_refused() -> None:
    table = env("run", 2)
    for seed in (2.7, "7", True, "x", float("nan")):
        with pytest.raises(BadOption, match="seed is a whole number"):
            table.reset(seed=seed)
    assert copy.deepcopy(table).possible_agents == table.possible_agents
    table.reset(seed=np.int64(7))
    for action in (1 << 80, -1, "x", 2.5):
        with pytest.raises(IllegalAction):
            table.step(action)
    with pytest.raises(BadOption, match="codes from 0"):
        table.action_text(10**6)


WAYS = {"deepcopy": copy.deepcopy, "copy": copy.copy, "pickle": lambda table: pickle.loads(pickle.dumps(table))}


def play_on(table: Any, steps: int) -> list[object]:
    """Actions at random, many of them illegal and so replaced at random; a game that is over begins anew."""
    pick, seen = random.Random(2), list[object]()
    for _ in range(steps):
        if not table.agents:
            table.reset()
        observation, reward, over, cut, _ = table.last()
        mask = observation["action_mask"].tolist()
        seen += [table.agent_selection, mask, observation["observation"].tolist(), reward, over, cut]
        table.step(None if over or cut else pick.randrange(len(mask)))
    return [*seen, table.render(), table.position.pack()]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("code", GAMES)
def test_a_running_game_is_copied_and_goes_on_in_the_same_way(code: str, way: str) -> None:
    table = env(code, illegal="random", render_mode="ansi", max_turns=60)
    table.reset(seed=1)
    play_on(table, 12)
    copied = WAYS[way](table)
    assert copied.position is not table.position
    assert play_on(copied, 80) == play_on(table, 80)


def test_a_running_parallel_game_is_copied_too() -> None:
    first = parallel_env("hate", 5)
    first.reset(seed=3)
    copied, again = copy.deepcopy(first), pickle.loads(pickle.dumps(first))
    for one in (copied, again, first):
        for _ in range(5):
            one.step({agent: min(one.position.legal(seat), default=0) for seat, agent in enumerate(one.agents)})
    assert copied.position.pack() == again.position.pack() == first.position.pack()


def test_an_owners_edition_goes_into_the_pickle(tmp_path: Path) -> None:
    file = owners_edition("run", tmp_path)
    table = env("run", 3, edition=str(file))
    table.reset(seed=1)
    kept = pickle.dumps(table)
    file.unlink()
    again = pickle.loads(kept)
    assert again.table.edition == table.table.edition
    assert again.position.pack() == table.position.pack()


def test_numpys_whole_numbers_are_whole_numbers() -> None:
    three = np.int64(3)
    for code, number in (("run", "max_turns"), ("hate", "max_attacks")):
        one = env(code, three, max_turns=three, **({number: np.int16(40)} if number != "max_turns" else {}))
        one.reset(seed=np.uint8(3))
        two = env(code, 3, max_turns=3, **({number: 40} if number != "max_turns" else {}))
        two.reset(seed=3)
        assert one.observe("seat_0")["observation"].tolist() == two.observe("seat_0")["observation"].tolist()
