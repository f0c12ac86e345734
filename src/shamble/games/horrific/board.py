"""stub"""
from collections.abc import Sequence
from typing import Any
from shamble.kernel.game import View
def draw(view: View, names: Sequence[str]) -> Any: return None
def plain(view: View, names: Sequence[str]) -> list[str]: return []
