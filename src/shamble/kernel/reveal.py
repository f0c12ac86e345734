"""Reveal: whether an act tells somebody what that reader did not know. Such an act cannot be taken back."""

from typing import Final

from mypy_extensions import i64

from shamble.kernel.dice import Dice
from shamble.kernel.state import HIDDEN, SPECTATOR, State

SAMPLES: Final = 12  # worlds looked at for each reader


def reveals(before: State, who: i64, code: i64) -> bool:
    """Whether playing `code` at `before` tells any reader something: in another world of that reader's, the act would
    not have been possible or would have looked otherwise."""
    after = before.copy()
    after.apply(who, code)
    dice = Dice(1)
    readers: list[i64] = [seat for seat in range(before.players)]  # noqa: C416
    for reader in [*readers, SPECTATOR]:
        if before.seen(reader, who, code) == HIDDEN and after.known(reader) == before.known(reader):
            continue
        for _ in range(SAMPLES):
            world = before.redeal(reader, dice)
            if not world.allows(who, code):
                return True
            world.apply(who, code)
            if world.known(reader) != after.known(reader):
                return True
    return False
