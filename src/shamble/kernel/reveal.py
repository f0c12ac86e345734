"""Reveal: whether an act tells somebody what that reader did not know. Such an act cannot be taken back."""

from typing import Final

from mypy_extensions import i64

from shamble.kernel.dice import Dice
from shamble.kernel.state import HIDDEN, SPECTATOR, State

SAMPLES: Final = 12  # worlds looked at for each reader


def tells(state: State, reader: i64, who: i64, code: i64, known: bytes, samples: i64, dice: Dice) -> bool:
    """Whether `who` playing `code` at `state`, which leaves `reader` knowing `known`, tells that reader something: in
    one of `samples` worlds that the reader holds possible it could not be played, or would leave it knowing something
    else."""
    k: i64 = 0
    while k < samples:
        world = state.redeal(reader, dice)
        if not world.allows(who, code):
            return True
        world.apply(who, code)
        if world.known(reader) != known:
            return True
        k += 1
    return False


def reveals(before: State, who: i64, code: i64) -> bool:
    """Whether `who` playing `code` at `before` tells any reader, the public included, something (see `tells`)."""
    after = before.copy()
    after.apply(who, code)
    dice = Dice(1)
    readers: list[i64] = [seat for seat in range(before.players)]  # noqa: C416
    for reader in [*readers, SPECTATOR]:
        known = after.known(reader)
        if before.seen(reader, who, code) == HIDDEN and known == before.known(reader):
            continue
        if tells(before, reader, who, code, known, SAMPLES, dice):
            return True
    return False
