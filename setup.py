"""Build: mypyc compiles the engine from its own sources; without a C compiler the same sources run interpreted.

`python setup.py --say` only says in one line what will be built and why.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).resolve().parent / "src"
PATTERNS = (
    "kernel/*.py",
    "games/*/rules/*.py",
    "games/*/hints.py",
    "games/*/solve.py",
    "games/*/batch.py",
    "bots/search.py",
    "adapters/layouts/field.py",
    "telling.py",
    "lab/watch.py",
    "games/*/words.py",
    "games/*/refusals.py",
    "games/*/story.py",
)
INTERPRETED = {
    f"kernel/{name}.py" for name in ("errors", "fields", "game", "listening", "numbers", "seeds")
}  # nothing hot


def compiled_modules() -> list[str]:
    """The sources that mypyc compiles, relative to the project's folder."""
    package = SOURCE / "shamble"
    found = [path for pattern in PATTERNS for path in sorted(package.glob(pattern))]
    kept = [p for p in found if p.name != "__init__.py" and str(p.relative_to(package)) not in INTERPRETED]
    return [f"src/{p.relative_to(SOURCE)}" for p in kept]


def missing() -> str:
    """Why nothing can be compiled here, and what would help; empty where it can."""
    if os.environ.get("SHAMBLE_PURE"):
        return "SHAMBLE_PURE is set"
    compiler = os.environ.get("CC", "cc").split()
    if shutil.which(compiler[0]) is None:
        return f"there is no C compiler ({compiler[0]}; on Debian: apt-get install gcc python3-dev)"
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.c"
        probe.write_text("#include <Python.h>\nint main(void) { return 0; }\n")
        include = sysconfig.get_paths()["include"]
        command = [*compiler, "-I", include, "-c", str(probe), "-o", str(probe.with_suffix(".o"))]
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            return "the C compiler does not find Python.h (on Debian: apt-get install python3-dev)"
    return ""


def say() -> str:
    """One line on what will be built."""
    why = missing()
    if why:
        return f"Shamble is installed without compiling, because {why}. Everything works, bulk play is slower."
    return "Shamble is being compiled; this takes a minute or two, once."


def extensions() -> list[Any]:
    """The compiled modules, or none."""
    if missing():
        print(say(), file=sys.stderr)
        return []
    from mypyc.build import mypycify

    return mypycify(
        ["--config-file", str(SOURCE.parent / "pyproject.toml"), *compiled_modules()],
        opt_level="3",
        debug_level="0",
        group_name="shamble",
    )


if __name__ == "__main__":
    if sys.argv[1:] == ["--say"]:
        print(say())
    else:
        from setuptools import setup

        setup(ext_modules=extensions())
