"""Build: mypyc compiles the engine from its own sources; without a C compiler the same sources run interpreted."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

SOURCE = Path(__file__).resolve().parent / "src"
PATTERNS = (
    "kernel/*.py",
    "games/*/rules/*.py",
    "games/*/hints.py",
    "games/*/solve.py",
    "games/*/batch.py",
    "bots/search.py",
    "telling.py",
    "lab/watch.py",
    "games/*/words.py",
    "games/*/refusals.py",
    "games/*/story.py",
)
INTERPRETED = {
    f"kernel/{name}.py"
    for name in [
        "components",
        "declared",
        "errors",
        "fields",
        "game",
        "listening",
        "numbers",
        "outline",
        "seeds",
        "shown",
    ]
}  # nothing hot


def compiled_modules() -> list[str]:
    """The sources that mypyc compiles, relative to the project's folder."""
    package = SOURCE / "shamble"
    found = [path for pattern in PATTERNS for path in sorted(package.glob(pattern))]
    kept = [p for p in found if p.name != "__init__.py" and str(p.relative_to(package)) not in INTERPRETED]
    return [f"src/{p.relative_to(SOURCE)}" for p in kept]


def building() -> ModuleType:
    """`shamble.building`, loaded by its path: Shamble need not be installed to be built."""
    spec = spec_from_file_location("building", SOURCE / "shamble" / "building.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def missing() -> str:
    """Why nothing can be compiled here, and what would help; empty where it can."""
    return str(building().missing())


if __name__ == "__main__":
    from setuptools import setup

    tools = building()
    setup(
        ext_modules=tools.compiled("shamble", compiled_modules(), SOURCE.parent / "pyproject.toml"),
        cmdclass={"build_ext": tools.build_in_units()},
    )
