"""Which engine runs: the compiled one where it was built, or the interpreted one from the same sources."""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parent


class SourceFirst:
    """Finds modules of this package by their sources, past the compiled ones."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The spec of a module of ours from its `.py`; None for everything else."""
        if not name.startswith("shamble."):
            return None
        source = PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py")
        if not source.is_file():
            return None
        return spec_from_file_location(name, source, loader=SourceFileLoader(name, str(source)))


def choose() -> bool:
    """Whether the engine is the compiled one; makes it the interpreted one where `SHAMBLE_PURE` asks for that."""
    if os.environ.get("SHAMBLE_PURE"):
        sys.meta_path.insert(0, SourceFirst)
        return False
    spec = PathFinder.find_spec("state", [str(PACKAGE / "kernel")])
    return spec is not None and not str(spec.origin).endswith(".py")
