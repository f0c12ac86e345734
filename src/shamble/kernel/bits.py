"""Bits: what is counted and found in masks."""

from mypy_extensions import i64


def bits(mask: i64) -> i64:
    """How many bits are set."""
    n: i64 = 0
    while mask != 0:
        mask = mask & (mask - 1)
        n += 1
    return n


def lowest(mask: i64) -> i64:
    """The lowest bit of a mask that is not empty."""
    bit: i64 = 0
    while (mask >> bit) & 1 == 0:
        bit += 1
    return bit
