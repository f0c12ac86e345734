"""Build: mypyc compiles the engine from its own sources; without a C compiler the same sources run interpreted."""

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
    "telling.py",
    "lab/watch.py",
    "games/*/words.py",
    "games/*/refusals.py",
    "games/*/story.py",
)
# The modules find each other through one table and need not be seen from outside: a call goes straight where it leads.
FLAGS = [] if sys.platform == "win32" else ["-fvisibility=hidden", "-fno-semantic-interposition"]
INTERPRETED = {
    f"kernel/{name}.py"
    for name in ("components", "errors", "fields", "game", "listening", "numbers", "outline", "seeds", "shown")
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


def extensions() -> list[Any]:
    """The compiled modules, or none."""
    why = missing()
    if why:
        print(f"Shamble is not compiled, because {why}.", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    made = mypycify(
        ["--config-file", str(SOURCE.parent / "pyproject.toml"), *compiled_modules()],
        opt_level="3",
        debug_level="0",
        group_name="shamble",
        multi_file=True,  # one C file for each module: they compile side by side, and in a third of the time
    )
    for extension in made:
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]  # they share one list
    return made


def in_units() -> type:
    """`build_ext` with every C file compiled by itself, as many at once as there are processors."""
    from concurrent.futures import ThreadPoolExecutor

    from setuptools.command.build_ext import build_ext

    class BuildInUnits(build_ext):  # type: ignore[misc]
        def build_extensions(self) -> None:
            one_after_another = self.compiler.compile

            def side_by_side(sources: list[str], **given: Any) -> list[str]:
                with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
                    objects = list(pool.map(lambda source: one_after_another([source], **given), sources))
                return [path for made in objects for path in made]

            self.compiler.compile = side_by_side
            super().build_extensions()

    return BuildInUnits


if __name__ == "__main__":
    from setuptools import setup

    setup(ext_modules=extensions(), cmdclass={"build_ext": in_units()})
