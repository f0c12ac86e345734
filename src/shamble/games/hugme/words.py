"""Everything a person reads of Hug Me."""

from collections.abc import Mapping
from typing import Any


class HugmeWords:
    """The words of one edition."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data


def from_edition(data: Mapping[str, Any]) -> HugmeWords:
    """The words of an edition's data."""
    return HugmeWords(data)
