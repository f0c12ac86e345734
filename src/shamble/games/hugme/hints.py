"""Greedy."""

from shamble.kernel.policy import Uniform


class Greedy(Uniform):
    """Placeholder."""
