"""Building: mypyc compiles typed modules from their own sources, for Shamble and for games of other distributions.

A game's setup.py needs three lines:

    from setuptools import setup
    from shamble.building import build_in_units, compiled

    setup(ext_modules=compiled("mygame", ["mygame/rules.py"]), cmdclass={"build_ext": build_in_units()})

and pyproject.toml names `shamble`, `mypy` and `setuptools` in `build-system.requires`. Without a C compiler, or with
SHAMBLE_PURE set, the same sources run interpreted. This module imports nothing of Shamble: its own setup.py loads it by
its path.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

# The modules find each other through one table and need not be seen from outside: a call goes straight where it leads.
FLAGS = [] if sys.platform == "win32" else ["-fvisibility=hidden", "-fno-semantic-interposition"]


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


def compiled(group: str, modules: Sequence[str], config: Path | None = None) -> list[Any]:
    """The extensions that mypyc makes of these source files, which are compiled together under the name `group`; none,
    with a line on standard error that says why, where nothing can be compiled. `config` may hold mypy's settings."""
    why = missing()
    if why:
        print(f"{group} is not compiled, because {why}.", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    made = mypycify(
        [*(["--config-file", str(config)] if config else []), *modules],
        opt_level="3",
        debug_level="0",
        group_name=group,
        multi_file=True,  # one C file for each module: they compile side by side, and in a third of the time
    )
    for extension in made:
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]  # they share one list
    return list(made)


def build_in_units() -> type:
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
