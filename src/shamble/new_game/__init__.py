"""The beginning of a game of one's own: the files that `shamble new-game` writes, and how they are written."""

import keyword
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from string import Template

import shamble
from shamble.games import has
from shamble.kernel.errors import BadOption
from shamble.kernel.fields import brief

LONGEST = 30
# the template's files, and where each goes; {name} is the game's code
TARGETS = {
    "pyproject.toml.tmpl": "pyproject.toml",
    "setup.py.tmpl": "setup.py",
    "README.md.tmpl": "README.md",
    "game.py.tmpl": "{name}/__init__.py",
    "state.py.tmpl": "{name}/state.py",
    "words.py.tmpl": "{name}/words.py",
    "edition.toml.tmpl": "{name}/edition.toml",
    "rules.md.tmpl": "{name}/rules.md",
    "rulings.toml.tmpl": "{name}/rulings.toml",
    "howto.md.tmpl": "{name}/howto.md",
    "front.toml.tmpl": "{name}/front.toml",
    "test_game.py.tmpl": "tests/test_{name}.py",
}


def check_name(name: str) -> None:
    """BadOption if a game cannot have that code: small letters, digits and _, beginning with a letter, and free."""
    plain = name.isascii() and name.isidentifier() and name == name.lower() and not name.startswith("_")
    if not plain or len(name) > LONGEST or keyword.iskeyword(name):
        raise BadOption(
            f"{brief(name)} is no name for a game: it is made of up to {LONGEST} small letters, digits and _, and "
            "begins with a letter, as in last_light."
        )
    if has(name):
        raise BadOption(f"There is a game {name} already. Choose another name.")
    there = find_spec(name)
    if name in sys.stdlib_module_names or name in ("tests", "test") or (there is not None and there.origin is not None):
        raise BadOption(f"A package called {name} would hide another one. Choose another name.")


def write(name: str, folder: Path | None = None) -> list[Path]:
    """Write the game's folder (by default NAME here) and return its files; BadOption where nothing could be written.

    Everything is written beside it first, so that a folder is there whole or not at all. An empty folder is filled.
    """
    check_name(name)
    target = Path(name) if folder is None else folder
    _check_free(target)
    title = name.replace("_", " ").title()
    values = {"name": name, "title": title, "Name": title.replace(" ", ""), "version": shamble.__version__}
    made = [folder for folder in (target.parent, *target.parent.parents) if not folder.exists()]
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=target.parent))
        try:
            for source, place in TARGETS.items():
                file = draft / place.format(name=name)
                file.parent.mkdir(parents=True, exist_ok=True)
                text = (files(__package__) / source).read_text("utf-8")
                file.write_text(Template(text).substitute(values), "utf-8")
            draft.chmod(0o777 & ~_umask())
            draft.replace(target)  # a folder takes the place of an empty one
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise
    except OSError as error:
        for parent in made:
            with suppress(OSError):  # it was not made, or somebody has put something there
                parent.rmdir()
        raise BadOption(f"{target} cannot be written: {error.strerror or error}. Nothing was changed.") from error
    return sorted(path for path in target.rglob("*") if path.is_file())


def _check_free(target: Path) -> None:
    try:
        taken = target.exists() and (not target.is_dir() or any(target.iterdir()))
    except OSError as error:
        raise BadOption(f"{target} cannot be read: {error.strerror or error}.") from error
    if taken:
        raise BadOption(
            f"{target} is there already and not an empty folder. Name another: shamble new-game NAME FOLDER."
        )


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
