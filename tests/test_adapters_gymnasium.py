# ruff: noqa: E402  what a run may lack is asked for before anything else is imported
"""Pocket for Gymnasium: Gymnasium's own checker, the vector form against single games, seeds, masks, bad input."""

import copy
import pickle
import random
import warnings
from pathlib import Path
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'shamble[gymnasium]'")

import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import shamble
from shamble import BadEdition, BadOption, IllegalAction
from shamble.adapters.gymnasium import PENALTY, PocketEnv, PocketVectorEnv
from shamble.adapters.layouts import Encoder
from shamble.adapters.table import Table
from shamble.games.pocket import batch
from shamble.games.pocket.batch import Batch, Rows
from shamble.kernel.luck import Luck

NAME = "shamble/Pocket-v0"
HOUSES: list[dict[str, Any]] = [
    {},
    {"rotation": "random", "cower_faceup": True, "second_card": "optional", "ground": "gone_at_once"},
    {"flee_zombie_door": True, "zd_trigger": "any_closed_map", "zd_when": "on_placement", "zd_no_wall": "any_wall"},
    {"grid": "shared", "patio": "with_dining", "neighbour_match": "all_edges", "zd_mate": "any_rotation"},
    {"duplicates": False, "soda": "instant", "weapon": "best_auto", "hour_turn": "on_empty", "cower_between_cards": True},
]  # fmt: skip


def legal_codes(infos: dict[str, Any], rng: np.random.Generator) -> Any:
    count = infos["legal_count"]
    return infos["legal_actions"][np.arange(len(count)), (rng.random(len(count)) * count).astype(int)]


# -- one game --------------------------------------------------------------------------------------------------------


def test_the_checker_passes() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(NAME).unwrapped)


def test_the_module_can_be_named_with_the_environment() -> None:
    assert isinstance(gymnasium.make("shamble.adapters.gymnasium:" + NAME).unwrapped, PocketEnv)


def test_the_same_seed_and_actions_give_the_same_game() -> None:
    def game(seed: int) -> list[Any]:
        env = gymnasium.make(NAME)
        observation, info = env.reset(seed=seed)
        chooser = random.Random(1)
        told: list[Any] = [observation.tobytes()]
        ended = False
        while not ended:
            action = chooser.choice(np.flatnonzero(info["action_mask"]).tolist())
            observation, reward, ended, truncated, info = env.step(action)
            told.append((observation.tobytes(), reward, ended, truncated))
        return told

    first = game(7)
    random.seed(5)
    np.random.seed(5)
    assert game(7) == first
    assert game(8) != first


def test_the_sample_of_a_mask_is_legal() -> None:
    env = gymnasium.make(NAME)
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(60):
        action = env.action_space.sample(info["action_mask"])
        assert env.unwrapped.action_masks()[action]
        _, _, ended, _, info = env.step(action)
        assert not info["illegal"]
        if ended:
            _, info = env.reset()


def test_an_illegal_action_changes_nothing_and_costs() -> None:
    env = PocketEnv()
    env.reset(seed=1)
    before = env.position.pack()
    for action in (999, 970):
        _, reward, ended, _, info = env.step(action)
        assert (reward, ended, info["illegal"]) == (PENALTY, False, True)
    assert env.position.pack() == before
    assert PocketEnv(illegal_reward=-0.5)._penalty == -0.5


def test_winning_pays_one() -> None:
    env = PocketEnv()
    env.reset(seed=1)
    env._position = env.table.game.tiny()[0].copy()
    env._luck = Luck(3)
    rewards = []
    for seed in range(300):
        env._position, env._luck, ended = env.table.game.tiny()[0].copy(), Luck(seed), False
        while not ended:
            moves = list(env.position.legal(0))
            _, reward, ended, _, _ = env.step(moves[seed % len(moves)])
        rewards.append(reward)
    assert set(rewards) == {0.0, 1.0}


def test_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(NAME, render_mode="ansi")
    env.reset(seed=1)
    assert "Foyer" in env.render()
    human = gymnasium.make(NAME, render_mode="human")
    human.reset(seed=1)
    human.step(0)
    assert "Health" in capsys.readouterr().out
    vector = PocketVectorEnv(2, render_mode="ansi")
    vector.reset(seed=1)
    assert [drawn.splitlines()[0] for drawn in vector.render()] == ["Ash is in the Foyer."] * 2


# -- many games ------------------------------------------------------------------------------------------------------


def test_the_vector_form_is_what_make_vec_makes() -> None:
    vector = gymnasium.make_vec(NAME, num_envs=3)
    assert isinstance(vector, PocketVectorEnv)
    assert vector.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    observations, _ = vector.reset(seed=1)
    assert observations in vector.observation_space
    assert vector.action_space.shape == (3,)


@pytest.mark.parametrize("options", HOUSES, ids=range(len(HOUSES)))
def test_every_game_of_a_batch_is_the_game_of_a_single_environment(options: dict[str, Any]) -> None:
    """Observations, masks, rewards, ends, refused actions and new games agree, with every house rule."""
    size = 6
    vector = PocketVectorEnv(size, **options)
    singles = [PocketEnv(**options) for _ in range(size)]
    observations, infos = vector.reset(seed=40)
    pairs = [single.reset(seed=40 + k) for k, single in enumerate(singles)]
    over = [False] * size
    rng = np.random.default_rng(2)
    ends = 0
    for _ in range(250):
        for k, (observation, info) in enumerate(pairs):
            assert (observations[k] == observation).all()
            assert (infos["action_mask"][k] == info["action_mask"]).all()
            assert infos["legal_count"][k] == info["action_mask"].sum()
            assert infos["illegal"][k] == info.get("illegal", False)
        wild = rng.integers(0, 1000, size)
        actions = np.where(rng.random(size) < 0.05, wild, np.maximum(0, legal_codes(infos, rng)))
        observations, rewards, terminated, truncated, infos = vector.step(actions)
        assert not truncated.any()
        for k, single in enumerate(singles):
            if over[k]:
                pairs[k], over[k] = single.reset(), False
                assert (rewards[k], terminated[k]) == (0, False)
            else:
                observation, reward, over[k], _, info = single.step(actions[k])
                pairs[k] = observation, info
                assert (rewards[k], terminated[k]) == (reward, over[k])
                ends += over[k]
    assert ends > 5


@pytest.mark.parametrize("options", HOUSES, ids=range(len(HOUSES)))
def test_the_compiled_rows_follow_the_layout(options: dict[str, Any]) -> None:
    """What the compiled code writes from the position is what the layout reads in the player's view."""
    table = Table("pocket", 1, options)
    games = Batch(table.opening, 4, 0.0)
    games.reset()
    rows = np.frombuffer(games.rows.values, np.int16).reshape(4, -1)
    legal = np.frombuffer(games.legal, np.int16).reshape(4, -1)
    counts = np.frombuffer(games.counts, np.uint8)
    encoder = Encoder(table.layout)
    rng = np.random.default_rng(3)
    for _ in range(250):
        for game in range(4):
            assert rows[game].tobytes() == bytes(encoder.encode(games.state(game).view(0)))
        actions = legal[np.arange(4), (rng.random(4) * counts).astype(int)].astype("<i8")
        games.step(actions.tobytes())


def test_a_row_can_be_written_for_one_position_after_another() -> None:
    table = Table("pocket")
    rows = Rows(table.opening, 1)
    for state in (*table.game.tiny(), table.opening):
        rows.forget(0)
        rows.write(0, state)
        assert bytes(memoryview(rows.values)) == bytes(Encoder(table.layout).encode(state.view(0)))


def test_the_batch_is_compiled_where_the_engine_is() -> None:
    assert (Path(batch.__file__).suffix == ".py") is not shamble.COMPILED


def test_gymnasiums_vector_wrappers_fit() -> None:
    vector = RecordEpisodeStatistics(gymnasium.make_vec(NAME, num_envs=8))
    _, infos = vector.reset(seed=1)
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(120):
        *_, infos = vector.step(legal_codes(infos, rng))
        ended += int(infos["_episode"].sum()) if "episode" in infos else 0
    assert ended > 8


def test_arrays_are_new_at_every_step_unless_asked_otherwise() -> None:
    for fresh in (True, False):
        vector = PocketVectorEnv(2, copy=fresh)
        first, infos = vector.reset(seed=1)
        kept = first.copy()
        second, *_ = vector.step(legal_codes(infos, np.random.default_rng(1)))
        assert np.shares_memory(first, second) is not fresh
        assert (first == kept).all() is np.bool_(fresh)


def test_seeds_of_a_batch() -> None:
    def luck(**given: Any) -> list[bytes]:
        vector = PocketVectorEnv(3)
        _, infos = vector.reset(**given)
        rng = np.random.default_rng(1)
        for _ in range(10):
            observations, *_, infos = vector.step(np.maximum(0, legal_codes(infos, rng)))
        return [row.tobytes() for row in observations]

    assert luck(seed=5) == luck(seed=[5, 6, 7]) == luck(seed=np.array([5, 6, 7]))
    assert luck(seed=5) != luck(seed=6)
    assert luck() != luck()
    with pytest.raises(BadOption, match="as many seeds"):
        luck(seed=[1])


# -- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {"cower": "never"},
        {"colour": "red"},
        {"illegal_reward": 3},
        {"illegal_reward": "much"},
        {"illegal_reward": 10**5000},
        {"render_mode": "rgb_array"},
        {"render_mode": 10**5000},
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(given: dict[str, Any]) -> None:
    for make in (PocketEnv, PocketVectorEnv):
        with pytest.raises(BadOption) as told:
            make(**given)
        assert str(told.value).endswith(".")
    with pytest.raises(BadEdition):
        PocketEnv(edition="nosuch")
    for count in (0, 10**5000):
        with pytest.raises(BadOption, match="num_envs"):
            PocketVectorEnv(count)


def test_things_out_of_order_are_said_in_a_sentence() -> None:
    env, vector = PocketEnv(), PocketVectorEnv(2)
    with pytest.raises(BadOption, match="call reset"):
        env.step(0)
    with pytest.raises(BadOption, match="call reset"):
        vector.step([0, 0])
    with pytest.raises(BadOption, match="seed is a whole number"):
        vector.reset(seed=[1 << 62, 0])
    vector.reset(seed=1)
    for actions in ([0], [0.5, 0.5], [[0, 0]]):
        with pytest.raises(BadOption, match="a row of 2 whole numbers"):
            vector.step(actions)
    env.reset(seed=1)
    with pytest.raises(BadOption, match="render_mode"):
        env.render()
    env._position = env.table.game.tiny()[0].copy()
    while env.position.owing() != 0:
        env.step(next(iter(env.position.legal(0))))
    with pytest.raises(BadOption, match="This game is over"):
        env.step(0)


def test_odd_actions_are_illegal() -> None:
    env = PocketEnv()
    assert copy.deepcopy(env).observation_space == env.observation_space
    assert pickle.loads(pickle.dumps(env)).action_space == env.action_space
    env.reset(seed=1)
    before = env.position.pack()
    for action in (2.5, None, "x"):
        with pytest.raises(IllegalAction):
            env.step(action)
    for action in (-1, 1 << 70):
        assert env.step(action)[4]["illegal"]
    assert env.position.pack() == before


WAYS = {"deepcopy": copy.deepcopy, "pickle": lambda env: pickle.loads(pickle.dumps(env))}


@pytest.mark.parametrize("way", WAYS)
def test_a_running_game_is_copied_and_goes_on_in_the_same_way(way: str) -> None:
    env = PocketEnv(render_mode="ansi")
    env.reset(seed=1)
    env.action_space.seed(5)
    pick = random.Random(2)
    for _ in range(7):
        env.step(pick.choice(np.flatnonzero(env.action_masks()).tolist()))
    copied = WAYS[way](env)

    def went_on(one: PocketEnv) -> list[object]:
        pick, seen = random.Random(3), [one.render(), one.action_space.sample()]
        for _ in range(60):
            row, reward, over, _, info = one.step(pick.choice(np.flatnonzero(one.action_masks()).tolist()))
            seen += [row.tolist(), reward, over, info["illegal"], one.position.pack()]
            if over:
                one.reset()
        return seen

    assert went_on(copied) == went_on(env)


@pytest.mark.parametrize("way", WAYS)
def test_many_running_games_are_copied_and_go_on_in_the_same_way(way: str) -> None:
    vector = PocketVectorEnv(3)
    _, begun = vector.reset(seed=4)

    def went_on(one: PocketVectorEnv, infos: dict[str, Any], steps: int) -> tuple[list[object], dict[str, Any]]:
        seen: list[object] = []
        for _ in range(steps):
            rows, rewards, over, _, infos = one.step(infos["legal_actions"][:, 0].clip(0))
            seen += [rows.tolist(), rewards.tolist(), over.tolist(), infos["action_mask"].tolist()]
        return seen, infos

    _, infos = went_on(vector, begun, 9)
    copied = WAYS[way](vector)
    assert went_on(copied, infos, 150)[0] == went_on(vector, infos, 150)[0]
    assert WAYS[way](PocketVectorEnv(2)).reset(seed=1)[0].tolist() == PocketVectorEnv(2).reset(seed=1)[0].tolist()


def test_numpys_whole_numbers_are_whole_numbers() -> None:
    three = np.int32(3)
    assert PocketVectorEnv(three).reset(seed=three)[0].tolist() == PocketVectorEnv(3).reset(seed=3)[0].tolist()
    for seeds in (np.array([7, 8, 9]), [three, None, 9]):
        PocketVectorEnv(3).reset(seed=seeds)
    for seed in (np.uint16(9), 9):
        assert PocketEnv().reset(seed=seed)[0].tolist() == PocketVectorEnv(1).reset(seed=9)[0][0].tolist()
