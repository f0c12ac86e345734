"""History: the events of a match and its positions, most of which are not kept but played again when asked for.

A position weighs a kilobyte or two, a long game has many thousands. Kept are the position after every EVERY-th event
and a few stretches between such checkpoints whole: the newest two, which a running match reads all the time, and those
played again last.
"""

from typing import Final

from mypy_extensions import i64

from shamble.kernel.state import State

EVERY: Final = 32  # events from one checkpoint to the next
WHOLE: Final = 4  # stretches kept whole, the newest two among them


class History:
    """Positions 0, 1, … of a match that began at `start`; `acts` are its events as (who, code), one fewer than those.

    Positions given out are shared: read them, never change them.
    """

    def __init__(self, start: State) -> None:
        self.acts: list[tuple[int, int]] = []
        self._checkpoints: list[State] = [start]  # after 0, EVERY, 2 * EVERY … events
        self._whole: dict[int, list[State]] = {0: [start]}  # by the number of their checkpoint

    def at(self, version: i64) -> State:
        """The position after so many events, which must have happened."""
        return self.stretch(version // EVERY)[version % EVERY]

    def stretch(self, number: i64) -> list[State]:
        """The positions from a checkpoint up to the next or the newest one."""
        cached = self._whole.get(number)
        if cached is not None:
            return cached
        state = self._checkpoints[number]
        positions: list[State] = [state]
        first: i64 = number * EVERY
        for who, code in self.acts[first : first + EVERY - 1]:
            state = state.copy()
            state.apply(who, code)
            positions.append(state)
        self._forget(number)
        self._whole[number] = positions
        return positions

    def _forget(self, wanted: i64) -> None:
        """Make room for a stretch: those played again longest ago go first, the newest two never."""
        newest: i64 = len(self.acts) // EVERY
        for number in list(self._whole):
            if len(self._whole) < WHOLE:
                return
            if number != wanted and number < newest - 1:
                del self._whole[number]

    def push(self, who: i64, code: i64, after: State) -> None:
        """An event has happened, and led to the position `after`."""
        version: i64 = len(self.acts) + 1
        number: i64 = version // EVERY
        if version % EVERY == 0:
            self._checkpoints[number:] = [after]
            self._forget(number)
            self._whole[number] = [after]
        else:
            self.stretch(number)[version % EVERY :] = [after]
        self.acts.append((who, code))  # from here on it has happened, whenever Ctrl-C comes

    def cut(self, version: i64) -> None:
        """Drop every event from number `version` on, and the positions after them."""
        number: i64 = version // EVERY
        del self.acts[version:]
        del self._checkpoints[number + 1 :]
        for later in [known for known in self._whole if known > number]:
            del self._whole[later]

    def copy(self) -> "History":
        """One of its own, with positions of its own."""
        newest: i64 = len(self.acts) // EVERY
        copied = History(self._checkpoints[0].copy())
        copied.acts = list(self.acts)
        copied._checkpoints = [state.copy() for state in self._checkpoints]
        copied._whole = {newest: [state.copy() for state in self.stretch(newest)]}
        return copied
