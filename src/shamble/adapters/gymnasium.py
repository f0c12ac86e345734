"""Zombie in My Pocket for Gymnasium: `gymnasium.make("shamble/Pocket-v0")`, and a vector form stepped in compiled code.

Importing this module registers the environment; `gymnasium.make("shamble.adapters.gymnasium:shamble/Pocket-v0")`
imports it by itself. `gymnasium.make_vec("shamble/Pocket-v0", num_envs=1024)` makes the vector form.
docs/adapters.md says more.
"""

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import shamble.adapters as adapters
from shamble.adapters.table import SEEDS, Copied, Table, luck_of
from shamble.games.pocket.batch import MOST, WIDTH, Batch
from shamble.games.pocket.rules.state import PocketState
from shamble.kernel.errors import BadOption
from shamble.kernel.fields import brief
from shamble.kernel.game import Edition
from shamble.kernel.luck import Luck
from shamble.kernel.numbers import whole_number
from shamble.kernel.seeds import check_seed
from shamble.kernel.state import State

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise adapters.missing(error, "gymnasium", "Gymnasium") from None

NAME = "shamble/Pocket-v0"
PENALTY = -0.01  # the reward of an action that is not legal
WRITTEN = ("_observations", "_masks", "_legal", "_counts", "_rewards", "_over", "_refused")  # arrays of a batch
Info = dict[str, Any]


def _spaces(table: Table) -> tuple[Any, Any]:
    low, high = table.layout.bounds()
    box = spaces.Box(np.array(low, np.int16), np.array(high, np.int16), dtype=np.int16)
    return box, spaces.Discrete(table.actions)


def _pocket(options: Mapping[str, Any], edition: "str | Edition | None", penalty: object) -> Table:
    if isinstance(penalty, bool) or not isinstance(penalty, int | float) or not -1 <= penalty <= 0:
        raise BadOption(f"illegal_reward is a number from -1 to 0; not {brief(penalty)}.")
    return Table("pocket", 1, options, edition)


class PocketEnv(Copied, gymnasium.Env[Any, Any]):
    """One game of Zombie in My Pocket.

    An observation is a row of 16-bit whole numbers by the layout of docs/adapters.md. Actions are the codes of the
    game's vocabulary; `info["action_mask"]` has a 1 for those that are legal. The reward is 1 for a win at its end,
    else 0; an action that is not legal changes nothing and costs `illegal_reward`. `options` are the game's house
    rules by name. BadOption or BadEdition if something given does not fit.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        render_mode: str | None = None,
        *,
        illegal_reward: float = PENALTY,
        edition: "str | Edition | None" = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, "ansi", "human"):
            raise BadOption(f"render_mode is ansi or human, or None; not {brief(render_mode)}.")
        self.table = _pocket(options, edition, illegal_reward)
        self.observation_space, self.action_space = _spaces(self.table)
        self.render_mode = render_mode
        self._penalty = float(illegal_reward)
        self._luck: Luck | None = None
        self._position: State | None = None

    @property
    def position(self) -> State:
        """The whole position; BadOption before the first `reset`."""
        if self._position is None:
            raise BadOption("The environment has not been reset: call reset() first.")
        return self._position

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Info]:
        """Begin a new game. The same seed and actions give the same game; `options` are ignored."""
        number = None if seed is None else check_seed(seed)
        super().reset(seed=None if number is None else abs(number))  # Gymnasium's generator knows no negative seeds
        if number is not None:
            self._luck = luck_of(number)
        elif self._luck is None:
            self._luck = luck_of(self.np_random.integers(SEEDS))
        self._position = self.table.deal(self._luck)
        return self._observation(), self._info(False)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, Info]:
        """Play an action, and let chance take its course."""
        state = self.position
        if state.owing() == 0:
            raise BadOption("This game is over: call reset() for a new one.")
        try:
            code = index(action)
        except TypeError:
            raise self.table.why_not(state, 0, action) from None
        refused = not 0 <= code < self.table.actions or not state.allows(0, code)
        if not refused:
            assert self._luck is not None
            state.apply(0, code)
            self._luck.play_chance(state)
        over = state.owing() == 0
        reward = self._penalty if refused else state.payoffs()[0] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, over, False, self._info(refused)

    def action_masks(self) -> Any:
        """Which actions are legal, as an array of booleans."""
        return np.frombuffer(self.table.mask(self.position, 0), np.bool_)

    def render(self) -> str | None:
        """The position: returned as text with "ansi", printed with "human"."""
        return self.table.render(self.position, self.render_mode)

    def _observation(self) -> Any:
        return np.frombuffer(self.table.observation(self.position, 0), np.int16)

    def _info(self, refused: bool) -> Info:
        return {"action_mask": np.frombuffer(self.table.mask(self.position, 0), np.int8), "illegal": refused}


class PocketVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games of Zombie in My Pocket, stepped in compiled code.

    Game i of `reset(seed=s)` is the game of a single environment with `reset(seed=s + i)`. A game that has ended begins
    anew with the next step, whatever its action (AutoresetMode.NEXT_STEP). Infos hold for every game `action_mask`,
    `legal_actions` (the same as codes, up to 24, then -1), `legal_count` and `illegal`. With `copy=False` all arrays
    are the ones written in by the next step. Other parameters as for PocketEnv.
    """

    metadata = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1024,
        render_mode: str | None = None,
        *,
        copy: bool = True,
        illegal_reward: float = PENALTY,
        edition: "str | Edition | None" = None,
        **options: Any,
    ) -> None:
        count = whole_number(num_envs)
        if count is None or not 1 <= count <= 1_000_000:
            raise BadOption(f"num_envs is a whole number from 1 to 1,000,000; not {brief(num_envs)}.")
        if render_mode not in (None, "ansi"):
            raise BadOption(f"render_mode is ansi or None; not {brief(render_mode)}.")
        self.table = _pocket(options, edition, illegal_reward)
        self.num_envs = num_envs = count
        self.render_mode = render_mode
        self.single_observation_space, self.single_action_space = _spaces(self.table)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._penalty = float(illegal_reward)
        self._everywhere = np.ones(num_envs, np.bool_)
        self._running = np.zeros(num_envs, np.bool_)
        self._begun = False
        self._make_batch()

    def _make_batch(self) -> None:
        """The games, and the arrays that they are written in."""
        opening, games = self.table.opening, self.num_envs
        assert isinstance(opening, PocketState)
        self._batch = batch = Batch(opening, games, self._penalty)
        self._observations = np.frombuffer(memoryview(batch.rows.values), np.int16).reshape(games, WIDTH)
        self._masks = np.frombuffer(memoryview(batch.masks), np.int8).reshape(games, self.table.actions)
        self._legal = np.frombuffer(memoryview(batch.legal), np.int16).reshape(games, MOST)
        self._counts = np.frombuffer(memoryview(batch.counts), np.uint8)
        self._rewards = np.frombuffer(memoryview(batch.rewards), np.float64)
        self._over = np.frombuffer(memoryview(batch.over), np.bool_)
        self._refused = np.frombuffer(memoryview(batch.refused), np.bool_)

    def __getstate__(self) -> dict[str, Any]:
        """For copies and pickles: all games with their luck, in place of the arrays they are written in."""
        kept = {name: value for name, value in self.__dict__.items() if name not in ("_batch", *WRITTEN)}
        games = range(self.num_envs)
        kept["_seeds"] = [int(self._batch.seed_of(game)) for game in games]
        kept["_games"] = [
            (self._batch.state(game).to_dict(), float(self._rewards[game]), bool(self._refused[game]))
            for game in games
            if self._begun
        ]
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        games, seeds = kept.pop("_games"), kept.pop("_seeds")
        self.__dict__.update(kept)
        self._make_batch()
        for game, seed in enumerate(seeds):
            self._batch.seed(game, seed)
        for game, (position, reward, refused) in enumerate(games):
            state = self.table.game.read(position, self.table.edition)
            assert isinstance(state, PocketState)
            self._batch.place(game, state, reward, refused)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Info]:
        """Begin all games; `seed` is one for the first game, the next for the second …, or one for each."""
        if isinstance(seed, Sequence | np.ndarray):
            if len(seed) != self.num_envs:
                raise BadOption(f"There are {self.num_envs} games, so there must be as many seeds, not {len(seed)}.")
            seeds = list(seed)
        else:
            first = None if seed is None else check_seed(seed)
            super().reset(seed=None if first is None else abs(first))
            seeds = [None if first is None else first + game for game in range(self.num_envs)]
        seeds = [None if one is None else check_seed(one) for one in seeds]
        for game, one in enumerate(seeds):
            if one is not None:
                self._batch.seed(game, one)
            elif not self._begun:
                self._batch.seed(game, int(self.np_random.integers(SEEDS)))
        self._begun = True
        self._batch.reset()
        return self._out(self._observations), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Info]:
        """Play an action in every game."""
        if not self._begun:
            raise BadOption("The environment has not been reset: call reset() first.")
        codes = np.asarray(actions)
        if codes.shape != (self.num_envs,) or codes.dtype.kind not in "iu":
            raise BadOption(f"Actions are a row of {self.num_envs} whole numbers, one for each game.")
        self._batch.step(codes.astype("<i8", copy=False).tobytes())
        out = self._out
        return out(self._observations), out(self._rewards), out(self._over), self._running.copy(), self._infos()

    def position(self, game: int) -> State:
        """The whole position of one game."""
        return self._batch.state(index(game))

    def render(self) -> tuple[str, ...] | None:
        """Every game as text, with render_mode "ansi"."""
        if self.render_mode is None:
            raise BadOption('Nothing to render: make the environment with render_mode="ansi".')
        return tuple(self.table.drawing(self._batch.state(game)) for game in range(self.num_envs))

    def _out(self, numbers: Any) -> Any:
        return numbers.copy() if self._copy else numbers

    def _infos(self) -> Info:
        out, everywhere = self._out, self._everywhere
        return {
            "action_mask": out(self._masks),
            "_action_mask": everywhere.copy(),
            "legal_actions": out(self._legal),
            "legal_count": out(self._counts),
            "illegal": out(self._refused),
        }


if NAME not in gymnasium.registry:
    gymnasium.register(NAME, entry_point=PocketEnv, vector_entry_point=PocketVectorEnv)
