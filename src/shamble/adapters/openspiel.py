"""Shamble's games for OpenSpiel: `pyspiel.load_game("shamble_run(players=3)")` after importing this module.

Each is registered as `shamble_` and its code (`shamble_pocket`, `shamble_run`, …): Python games with explicit chance,
whose actions and chance outcomes are the codes of the game's vocabulary. The parameters are `players`, `edition` and
the house rules by name. Decisions that are simultaneous and secret are asked one after another, unseen by the others.
docs/adapters.md says more.
"""

import secrets
from collections.abc import Callable, Mapping
from copy import deepcopy
from hashlib import blake2b
from typing import Any

import shamble.adapters as adapters
from shamble.adapters.table import SEEDS, Table
from shamble.games import catalogue
from shamble.kernel.bits import lowest
from shamble.kernel.dice import Dice
from shamble.kernel.errors import IllegalAction
from shamble.kernel.game import Game
from shamble.kernel.seeds import check_seed
from shamble.kernel.state import CHANCE, SPECTATOR, State

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise adapters.missing(error, "openspiel", "OpenSpiel") from None

MOST = 1_000_000  # decisions, and chance events: no game declares a limit, and none comes near this
PAST = 16  # bytes that stand for a seat's past


class Position:
    """A State and, for each seat, what stands for its own decisions so far and what it knew at each of them."""

    __slots__ = ("past", "state", "table")

    def __init__(self, table: Table, state: State, past: list[bytes]) -> None:
        self.table = table
        self.state = state
        self.past = past

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return Position(self.table, self.state.copy(), self.past[:])

    def __reduce__(self) -> tuple[Any, ...]:
        table = self.table
        setting = (table.game.code, table.players, table.options, table.edition)
        return restored, (setting, self.state.to_dict(), self.past)

    def act(self, action: int) -> None:
        """Apply an action of whoever is to act."""
        owing = self.state.owing()
        if owing == CHANCE:
            self.state.apply(CHANCE, action)
            return
        if owing == 0:
            raise IllegalAction("The game is over: nothing can be played any more.")
        seat = lowest(owing)
        known = self.state.known(seat)
        self.state.apply(seat, action)
        self.past[seat] = blake2b(self.past[seat] + known + action.to_bytes(4, "little"), digest_size=PAST).digest()

    def information(self, seat: int) -> str:
        """What the seat knows now, and what stands for what it knew and did before."""
        return f"{self.past[seat].hex()}:{self.state.known(seat).hex()}"


def restored(setting: tuple[Any, ...], position: dict[str, Any], past: list[bytes]) -> Position:
    """A Position as it was pickled."""
    table = Table(*setting)
    return Position(table, table.game.read(position, table.edition), past)


class Start:
    """The Position at which a state's history begins, where that is not the opening; copies share it."""

    __slots__ = ("position",)

    def __init__(self, position: Position) -> None:
        self.position = position

    def __deepcopy__(self, memo: dict[int, Any]) -> "Start":
        return self


class ShambleState(pyspiel.State):  # type: ignore[misc]
    """One position of one game; made by `ShambleGame.new_initial_state`."""

    def __init__(self, game: "ShambleGame") -> None:
        super().__init__(game)
        table = game.table
        self.held = Position(table, table.opening.copy(), [bytes(PAST)] * table.players)
        self.start: Start | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        start = None if self.start is None else self.start.position
        return state_again, (str(self.get_game()), start, self.history())

    def begin_at(self, position: Position) -> None:
        """Let the history, which must be empty, begin there."""
        self.start = Start(position)
        self.held = deepcopy(position)

    def current_player(self) -> int:
        """The lowest seat that owes a decision, or chance, or the end."""
        owing = self.held.state.owing()
        if owing == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return lowest(owing) if owing else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.held.state.legal(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome with its chance."""
        odds = self.held.state.odds()
        total = sum(weight for _, weight in odds)
        return [(code, weight / total) for code, weight in odds]

    def _apply_action(self, action: int) -> None:
        self.held.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.held.table.game.vocabulary.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.held.state.owing() == 0

    def returns(self) -> list[float]:
        """The payoffs: 1 for a win, 0 for a loss, shares between; 0 while the game goes on."""
        return list(self.held.state.payoffs())

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> "ShambleState":
        """A state in which all that the seat cannot know is dealt again at random. Its history is empty."""
        return self._redealt(player_id, Dice(int(sampler() * SEEDS)))

    def _redealt(self, player: int, dice: Dice) -> "ShambleState":
        other: ShambleState = self.get_game().new_initial_state()
        other.begin_at(Position(self.held.table, self.held.state.redeal(player, dice), self.held.past[:]))
        return other

    def __str__(self) -> str:
        return self.held.state.pack().decode()


class ShambleObserver:
    """What a seat knows: as a string, and by the layout of docs/adapters.md as a tensor."""

    def __init__(self, table: Table, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"Shamble's observations take no parameters; given: {', '.join(params)}.")
        self._table = table
        self._recall = bool(kind.perfect_recall)
        self._public = bool(kind.public_info)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._hidden = table.players > 1  # whether there is anything that only some know
        self.tensor = None if self._recall else np.zeros(table.layout.size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def _reader(self, player: int) -> int:
        return player if self._private else SPECTATOR

    def set_from(self, state: ShambleState, player: int) -> None:
        """Fill the tensor."""
        if self.tensor is not None:
            row = self._table.observation(state.held.state, self._reader(player))
            self.tensor[:] = np.frombuffer(row, np.int16)

    def string_from(self, state: ShambleState, player: int) -> str:
        """What is known, as hexadecimal digits; empty if nothing is asked for that this game has."""
        if not self._public and not (self._private and self._hidden):
            return ""
        if self._recall and self._private:
            return state.held.information(player)
        return str(state.held.state.known(self._reader(player)).hex())


class ShambleGame(pyspiel.Game):  # type: ignore[misc]
    """One game with its parameters; made by `pyspiel.load_game`. There is a subclass for every game's `code`."""

    code = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {name: _value(value) for name, value in (params or {}).items()}
        players = given.pop("players", None)
        edition = given.pop("edition", "") or None
        self.table = Table(self.code, players, given, edition)
        table, kind = self.table, game_type(self.table.game, self.table.players)
        constant = kind.utility == pyspiel.GameType.Utility.CONSTANT_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=table.actions,
            max_chance_outcomes=table.actions,
            num_players=table.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0 if constant else None,
            max_game_length=MOST,
        )
        super().__init__(kind, info, dict(params or {}))

    def __reduce__(self) -> tuple[Any, ...]:
        return game_again, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        """A number that no game reaches."""
        return MOST

    def new_initial_state(self) -> ShambleState:
        """The opening."""
        return ShambleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> ShambleObserver:
        """What strings and tensors are made by; the default knows what the seat knows now."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return ShambleObserver(self.table, kind, params)


def game_again(text: str) -> ShambleGame:
    """A game as it was pickled; importing this module has registered it."""
    game: ShambleGame = pyspiel.load_game(text)
    return game


def state_again(text: str, start: Position | None, history: list[int]) -> ShambleState:
    """A state as it was pickled: its game, the position its history began at, and what has happened since."""
    state = game_again(text).new_initial_state()
    if start is not None:
        state.begin_at(start)
    for action in history:
        state.apply_action(action)
    return state


def _value(value: Any) -> Any:
    """An option's value as it stands in OpenSpiel's game strings.

    There a number is no text and a comma ends a parameter: so `#2` is the number 2 for an option whose default is a
    word, and `+` stands between words.
    """
    return value.removeprefix("#").replace("+", ",") if isinstance(value, str) else value


def game_type(game: Game, players: int | None = None) -> Any:
    """How a game is declared to OpenSpiel: in general, or for that many players.

    With two seats of which one always wins, or with shares of one prize, the payoffs have a constant sum.
    """
    constant = game.payoff_sum == (1.0, 1.0) or (players == 2 and game.payoff_sum[0] == 1.0)
    kinds = pyspiel.GameType
    alone = len(game.seats) == 1
    return kinds(
        short_name=f"shamble_{game.code}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION if alone else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM if constant else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": game.default_seats,
            "edition": "",
            **{option.name: option.default for option in game.options},
        },
    )


def resampler(seed: int | None = None) -> Callable[[ShambleState, int], ShambleState]:
    """For `ISMCTSBot.set_resampler`: redeals with dice of a seed, so that a bot's choices can be repeated."""
    dice = Dice(secrets.randbelow(SEEDS) if seed is None else check_seed(seed))
    return lambda state, player: state._redealt(player, dice)


def _register(game: Game) -> None:
    """Make a game known to OpenSpiel. It keeps what makes the game to the very end of the process: so a class it is,
    which Python never takes apart, not a function."""
    maker = type(f"Shamble{game.code.title()}", (ShambleGame,), {"code": game.code, "__doc__": game.title})
    pyspiel.register_game(game_type(game), maker)


def register_games() -> None:
    """Make every game of the catalogue known to OpenSpiel; for games that were registered after this was imported."""
    for game in catalogue():
        if f"shamble_{game.code}" not in pyspiel.registered_names():
            _register(game)


register_games()
