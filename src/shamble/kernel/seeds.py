"""Seeds: which numbers settle luck. One range for everything that takes a seed."""

import secrets
from typing import Final

from shamble.kernel.errors import BadOption
from shamble.kernel.fields import brief
from shamble.kernel.numbers import number_in_json, whole_number

SEED_LIMIT: Final = 2**62  # every seed is nearer to 0 than this, so generators of 64 bits take it as it is
DRAWN: Final = 10**18  # seeds that are drawn are below it: at most 18 digits to read out
RANGE: Final = "A seed is a whole number between -2^62 and 2^62"


def check_seed(seed: object) -> int:
    """The seed as Python's own whole number; BadOption where it is none or too large."""
    number = whole_number(seed)
    if number is None or abs(number) >= SEED_LIMIT:
        raise BadOption(f"{RANGE}; not {brief(seed)}.")
    return number


def seed_in_json(value: object) -> int:
    """A seed as a JSON document gives it: its decimal text, or a number; BadOption for anything else."""
    number = number_in_json(value)
    return check_seed(value if number is None else number)


def draw_seed() -> int:
    """A secret seed, 0 … 10^18 - 1."""
    return secrets.randbelow(DRAWN)
