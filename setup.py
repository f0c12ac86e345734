"""Build: mypyc compiles the engine from its own sources; without a C compiler the same sources run interpreted."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from setuptools import setup

SOURCE = Path(__file__).parent / "src"
COMPILED = [
    "shamble/kernel/deck.py",
    "shamble/kernel/dice.py",
    "shamble/kernel/playout.py",
    "shamble/kernel/policy.py",
    "shamble/kernel/state.py",
    "shamble/kernel/vocabulary.py",
    *sorted(str(p.relative_to(SOURCE)) for p in SOURCE.glob("shamble/games/*/rules.py")),
    *sorted(str(p.relative_to(SOURCE)) for p in SOURCE.glob("shamble/games/*/rules/[!_]*.py")),
    *sorted(str(p.relative_to(SOURCE)) for p in SOURCE.glob("shamble/games/*/hints.py")),
]


def missing_compiler() -> str:
    """Why nothing can be compiled here, or nothing."""
    if os.environ.get("SHAMBLE_PURE"):
        return "SHAMBLE_PURE is set"
    compiler = os.environ.get("CC", "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"no C compiler ({compiler}) was found; 'apt-get install gcc python3-dev' brings one"
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.c"
        probe.write_text("#include <Python.h>\nint main(void) { return 0; }\n")
        import sysconfig

        command = [*os.environ.get("CC", "cc").split(), "-I", sysconfig.get_paths()["include"], "-c", str(probe), "-o", str(probe) + ".o"]
        if subprocess.run(command, capture_output=True).returncode != 0:
            return "the C compiler does not find Python.h; 'apt-get install python3-dev' brings it"
    return ""


def extensions() -> list:
    reason = missing_compiler()
    if reason:
        print(f"Shamble is built without compiling, {reason}: everything works, slower.", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    here = os.getcwd()
    return mypycify(
        ["--config-file", os.path.join(here, "pyproject.toml"), *(os.path.join("src", path) for path in COMPILED)],
        opt_level="3",
        debug_level="0",
        group_name="shamble",
    )


setup(ext_modules=extensions())
