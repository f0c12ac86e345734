"""Shamble's games for PettingZoo: `env("run", players=4)` takes turns, `parallel_env("hate", players=5)` asks all.

An observation is `{"observation": …, "action_mask": …}`; docs/adapters.md tells what the numbers mean. Actions are the
codes of the game's vocabulary. Where several seats decide at the same time and in secret, `env` asks them one after
another, from the lowest seat, and shows none of them what the others chose.
"""

from collections.abc import Mapping
from operator import index
from typing import Any

import shamble.adapters as adapters
from shamble.adapters.table import Copied, Table, luck_of
from shamble.kernel.bits import lowest
from shamble.kernel.errors import BadOption, ShambleError
from shamble.kernel.fields import brief
from shamble.kernel.game import Edition
from shamble.kernel.luck import Luck
from shamble.kernel.numbers import whole_number
from shamble.kernel.state import State

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise adapters.missing(error, "pettingzoo", "PettingZoo") from None

Observation = dict[str, Any]
ILLEGAL = ("error", "random")
_ROW, _MASK = np.dtype(np.int16), np.dtype(np.int8)


def env(
    game: str,
    players: int | None = None,
    *,
    edition: "str | Edition | None" = None,
    render_mode: str | None = None,
    max_turns: int | None = None,
    illegal: str = "error",
    **options: Any,
) -> "TurnEnv":
    """A game as an AEC environment: one seat decides at a time.

    `players` is the number of seats (the game's usual one by default), `edition` as for `shamble.Match`, `options` are
    the game's house rules by name. `render_mode` is None, "ansi" or "human". After `max_turns` decisions the game is
    cut short: all agents are truncated, with no reward. `illegal` says what happens to an action that may not be
    played: "error" raises IllegalAction and changes nothing, "random" plays a random legal one instead. BadOption or
    BadEdition if something given does not fit.
    """
    return TurnEnv(game, players, edition, render_mode, max_turns, illegal, options)


def parallel_env(
    game: str,
    players: int | None = None,
    *,
    edition: "str | Edition | None" = None,
    render_mode: str | None = None,
    max_turns: int | None = None,
    illegal: str = "error",
    **options: Any,
) -> "TogetherEnv":
    """A game as a parallel environment: every agent gives an action each step, those that owe a decision play it.

    The mask of an agent that owes nothing is all zeros, and whatever action it gives is ignored. Meant for `hate`,
    where many throw and vote at once; it takes every game. Parameters as for `env`; `max_turns` counts steps.
    """
    return TogetherEnv(game, players, edition, render_mode, max_turns, illegal, options)


class _Seats(Copied):
    """What both kinds of environment share: the table, the spaces, the luck."""

    metadata: dict[str, Any]

    def _sit(
        self,
        game: str,
        players: int | None,
        edition: "str | Edition | None",
        render_mode: str | None,
        max_turns: int | None,
        illegal: str,
        options: Mapping[str, Any],
    ) -> None:
        if render_mode not in (None, "ansi", "human"):
            raise BadOption(f"render_mode is ansi or human, or None; not {brief(render_mode)}.")
        if illegal not in ILLEGAL:
            raise BadOption(f"illegal is error or random; not {brief(illegal)}.")
        turns = None if max_turns is None else whole_number(max_turns)
        if max_turns is not None and (turns is None or turns < 1):
            raise BadOption(f"max_turns is a whole number of at least 1, or None; not {brief(max_turns)}.")
        self.table = Table(game, players, options, edition)
        self.metadata = {
            "name": f"shamble_{self.table.game.code}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.players)]
        self.agents: list[str] = []
        self.rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._max_turns = turns
        self._random = illegal == "random"
        self._luck: Luck | None = None
        self._position: State | None = None
        self._turns = 0
        low, high = self.table.layout.bounds()
        row = spaces.Box(np.array(low, np.int16), np.array(high, np.int16), dtype=np.int16)
        mask = spaces.Box(0, 1, (self.table.actions,), np.int8)
        self._observation_spaces = {
            agent: spaces.Dict({"observation": row, "action_mask": mask}) for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(self.table.actions) for agent in self.possible_agents}

    @property
    def position(self) -> State:
        """The whole truth, hidden things included; BadOption before the first `reset`."""
        if self._position is None:
            raise BadOption("The environment has not been reset: call reset() first.")
        return self._position

    def observation_space(self, agent: str) -> Any:
        """A Dict of "observation" (16-bit whole numbers by the layout) and "action_mask" (0 or 1 for every code)."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Discrete: the codes of the game's vocabulary."""
        return self._action_spaces[agent]

    def action_text(self, action: int) -> str:
        """The text of an action, as the game's notation has it."""
        return self.table.text(action)

    def render(self) -> str | None:
        """What a spectator sees: returned as text with "ansi", printed with "human"."""
        return self.table.render(self.position, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _start(self, seed: int | None) -> State:
        """A new game; with a seed the luck starts again from it, else it goes on."""
        if seed is not None or self._luck is None:
            self._luck = luck_of(seed)
        self._position = self.table.deal(self._luck)
        self._turns = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        return self._position

    def _look(self, seat: int, asked: bool) -> Observation:
        """A seat's observation; the mask is empty for a seat that is not asked."""
        table, state = self.table, self._position or self.position
        mask = table.mask(state, seat) if asked else bytearray(table.actions)
        return {
            "observation": np.frombuffer(table.observation(state, seat), _ROW),
            "action_mask": np.frombuffer(mask, _MASK),
        }

    def _choose(self, seat: int, action: Any) -> int:
        """The code that a seat plays; IllegalAction if it may not, or a random one in its place."""
        state = self.position
        try:
            code = index(action)
        except TypeError:
            code = -1
        if 0 <= code < self.table.actions and state.allows(seat, code):
            return code
        if not self._random:
            raise self.table.why_not(state, seat, action)
        assert self._luck is not None
        codes = state.legal(seat)
        return codes[self._luck.below(len(codes))]

    def _go_on(self) -> bool:
        """Chance takes its course; whether the game is over or cut short, with the agents' ends and rewards set."""
        state = self.position
        assert self._luck is not None
        self._luck.play_chance(state)
        self._turns += 1
        if state.owing() == 0:
            payoffs = state.payoffs()
            self.rewards = {agent: payoffs[self._seat[agent]] for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            return True
        if self._max_turns is not None and self._turns >= self._max_turns:
            self.truncations = dict.fromkeys(self.agents, True)
            return True
        return False


class TurnEnv(_Seats, AECEnv):  # type: ignore[misc]
    """One game as an AEC environment; made by `env`.

    All agents stay to the end, also those who are out of the game: they may still win with their side. The reward is
    the payoff, at the end: 1 for a win, 0 for a loss, shares between.
    """

    def __init__(self, *args: Any) -> None:
        AECEnv.__init__(self)
        self._sit(*args)
        self._cumulative_rewards: dict[str, float] = {}
        self._ended = False
        self.agent_selection = self.possible_agents[0]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The same seed and actions give the same game; `options` are ignored."""
        state = self._start(seed)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self._ended = False
        self._ask(state)

    def _ask(self, state: State) -> None:
        owing = state.owing()
        if owing > 0:
            self.agent_selection = self.possible_agents[lowest(owing)]

    def observe(self, agent: str) -> Observation:
        """What an agent knows; its mask is empty while another agent is asked."""
        return self._look(self._seat[agent], agent == self.agent_selection)

    def step(self, action: Any) -> None:
        """Play an action for the agent that is asked; None for one whose game has ended."""
        agent = self.agent_selection
        state = self.position
        if self._ended:
            self._step_of_the_dead(agent, action)
            return
        seat = self._seat[agent]
        state.apply(seat, self._choose(seat, action))
        self._cumulative_rewards[agent] = 0.0
        if self._go_on():
            self._ended = True
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        else:
            self._ask(state)
        if self.render_mode == "human":
            self.render()

    def _step_of_the_dead(self, agent: str, action: Any) -> None:
        if not self.agents:
            raise BadOption("This game is over and all agents are gone: call reset() for a new one.")
        if action is not None:
            raise BadOption(f"The game of {agent} has ended: the only action left is None.")
        self._was_dead_step(None)

    def __str__(self) -> str:
        return str(self.metadata["name"])


class TogetherEnv(_Seats, ParallelEnv):  # type: ignore[misc]
    """One game as a parallel environment; made by `parallel_env`."""

    def __init__(self, *args: Any) -> None:
        self._sit(*args)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a new game; every agent's observation and an empty info."""
        self._start(seed)
        return self._look_all(), self.infos

    def _look_all(self) -> dict[str, Observation]:
        owing = max(0, self.position.owing())
        return {agent: self._look(self._seat[agent], bool(owing >> self._seat[agent] & 1)) for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:  # fmt: skip
        """Play the actions of all agents that owe a decision, as if at the same moment.

        An error changes nothing: all actions are looked at before the first is played.
        """
        state = self.position
        if not self.agents:
            raise BadOption("This game is over and all agents are gone: call reset() for a new one.")
        owing = state.owing()
        asked = [agent for agent in self.agents if owing >> self._seat[agent] & 1]
        for agent in asked:
            if agent not in actions:
                raise ShambleError(f"{agent} owes a decision: step() needs an action for it.")
        codes = [(self._seat[agent], self._choose(self._seat[agent], actions[agent])) for agent in asked]
        for seat, code in codes:
            state.apply(seat, code)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.infos = {agent: {} for agent in self.agents}
        over = self._go_on()
        answer = self._look_all(), self.rewards, self.terminations, self.truncations, self.infos
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return answer

    def __str__(self) -> str:
        return str(self.metadata["name"])
