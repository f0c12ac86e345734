"""Table: what every adapter needs of a game: its opening, the luck, observations and masks of fixed size."""

import secrets
from array import array
from collections.abc import Mapping
from copy import deepcopy
from operator import index
from typing import Any, Self, SupportsIndex

from shamble.adapters.layouts import Layout, layout_of, observer_of
from shamble.editions import find_edition
from shamble.games import find
from shamble.kernel.errors import BadOption, IllegalAction
from shamble.kernel.fields import brief
from shamble.kernel.game import Edition
from shamble.kernel.luck import Luck
from shamble.kernel.seeds import check_seed
from shamble.kernel.state import SPECTATOR, State
from shamble.seats import NAMES

SEEDS = 1 << 62  # seeds that are drawn are below it


class Table:
    """A game with its seats, options and edition resolved; deals openings and encodes what seats know.

    `actions` is the number of codes of the game's vocabulary: the size of every action space. BadOption or BadEdition
    where something given does not fit.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        edition: "str | Edition | None" = None,
    ) -> None:
        self.game = find(str(game))
        self.options = self.game.resolve_options(options)
        self.edition = find_edition(self.game, edition)
        seats = self.game.default_seats if players is None else players
        self.opening = self.game.new(seats, self.options, self.edition)
        self.players = int(self.opening.players)
        self.actions = len(self.game.vocabulary)
        self.layout: Layout = layout_of(self.game, self.players, self.options, self.edition)
        self._observe = observer_of(self.game, self.layout, self.opening)

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.game.code, self.players, self.options, self.edition)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Table":
        """The same game; only what observations are written in is its own."""
        table = Table.__new__(Table)
        table.__dict__.update(self.__dict__)
        table._observe = observer_of(self.game, self.layout, self.opening)
        return table

    def deal(self, luck: Luck) -> State:
        """A new game at its first decision."""
        state = self.opening.copy()
        luck.play_chance(state)
        return state

    def observation(self, state: State, seat: int) -> "bytearray | array[int]":
        """What a seat (or SPECTATOR) knows, by the layout: a buffer of 16-bit numbers of its own."""
        return self._observe(state, seat)

    def mask(self, state: State, seat: int) -> bytearray:
        """A 1 for every code that the seat may play now; zeros where it owes no decision."""
        mask = bytearray(self.actions)
        if max(0, state.owing()) >> seat & 1:
            for code in state.legal(seat):
                mask[code] = 1
        return mask

    def why_not(self, state: State, seat: int, action: object) -> IllegalAction:
        """What to raise for an action that a seat may not play."""
        texts = [self.game.vocabulary.text(code) for code in state.legal(seat)]
        codes = ", ".join(f"{int(code)} ({text})" for code, text in zip(state.legal(seat), texts, strict=True))
        return IllegalAction(f"Seat {seat} may not play action {brief(action)} now. It may play: {codes}.")

    def text(self, action: SupportsIndex) -> str:
        """The text of an action; BadOption if there is none of that code."""
        code = index(action)
        if not 0 <= code < self.actions:
            raise BadOption(f"Actions are codes from 0 to {self.actions - 1}; not {brief(code)}.")
        return self.game.vocabulary.text(code)

    def render(self, state: State, mode: str | None) -> str | None:
        """The drawing: returned as text with the mode "ansi", printed with "human"; BadOption if there is none."""
        if mode is None:
            raise BadOption('Nothing to render: make the environment with render_mode="ansi" or "human".')
        text = self.drawing(state)
        if mode == "ansi":
            return text
        print(text)
        return None

    def drawing(self, state: State) -> str:
        """What a spectator sees, as text: one fact a line."""
        lines = self.game.board.plain(state.view(SPECTATOR), NAMES[: self.players])
        return "\n".join(lines)


class Copied:
    """What makes an environment one that can be copied and pickled in the middle of a game, and then goes on in the
    same way: its position and its luck, which only the engine can copy."""

    _position: State | None
    _luck: Luck | None
    table: Table

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        copied = type(self).__new__(type(self))
        memo[id(self)] = copied
        own = {"_position", "_luck"}
        copied.__dict__.update({name: deepcopy(kept, memo) for name, kept in self.__dict__.items() if name not in own})
        copied._position = None if self._position is None else self._position.copy()
        copied._luck = None if self._luck is None else Luck(self._luck.seed)
        return copied

    def __copy__(self) -> Self:
        return self.__deepcopy__({})

    def __getstate__(self) -> dict[str, Any]:
        kept = dict(self.__dict__)
        kept["_position"] = None if self._position is None else self._position.to_dict()
        kept["_luck"] = None if self._luck is None else int(self._luck.seed)
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        table, position, seed = self.table, kept["_position"], kept["_luck"]
        self._position = None if position is None else table.game.read(position, table.edition)
        self._luck = None if seed is None else Luck(seed)


def luck_of(seed: object) -> Luck:
    """The luck of a seed, any whole number that a match takes; of a secret one where there is None. BadOption else."""
    return Luck(secrets.randbelow(SEEDS) if seed is None else check_seed(seed))
