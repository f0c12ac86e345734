"""Wheels: Shamble is built once for its sources; the wheel is kept under `build/wheels`, and the Makefile installs it.

    python wheels.py install EXTRA          build the compiled wheel if it is missing, install it with that extra
    python wheels.py install EXTRA --soon   do not wait for the compiler: install what is ready, compile beside
    python wheels.py build                  only build; prints the wheel's path

Everything is done by the Python that runs this file, for its own environment.
"""

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from setup import SOURCE, missing

ROOT = SOURCE.parent
KEPT = ROOT / "build" / "wheels"
STAMP = Path(sys.prefix) / ".shamble-wheel"  # which wheel this environment has, and with which extra
LONGEST_BUILD = 1800.0  # seconds another build of the same wheel is waited for
MOST_KEPT = 6
CONTAINED = {"site": ("site", "dev"), "dev": ("dev",)}  # the extras that hold what is asked for


def sources() -> list[Path]:
    """Every file that goes into a wheel, or says how it is made."""
    found = [p for p in SOURCE.rglob("*") if p.is_file() and p.suffix not in (".so", ".pyc", ".pyd")]
    texts = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE")
    return [*sorted(p for p in found if ".egg-info" not in str(p)), *(ROOT / name for name in texts)]


def _copy_sources(tree: Path) -> None:
    """What is built from is only what is there now: no leavings of an earlier build."""
    for path in sources():
        target = tree / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)


def digest(compiled: bool) -> str:
    """Sixteen hexadecimal digits that change with the sources, the Python and the kind of wheel."""
    found = hashlib.sha256(f"{sys.version}/{sysconfig.get_platform()}/{compiled}/{os.environ.get('CC', '')}".encode())
    for path in sources():
        found.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def kept(key: str) -> Path | None:
    """The wheel that was built under this key, or None."""
    return next((KEPT / key).glob("*.whl"), None)


def build(compiled: bool) -> Path:
    """The wheel of these sources: the one that is kept, or a new one. SystemExit, with the reason, where it fails."""
    key = digest(compiled)
    with _only_one(key):
        found = kept(key)
        if found is not None:
            return found
        with tempfile.TemporaryDirectory(dir=KEPT) as folder, tempfile.TemporaryDirectory() as tree:
            _copy_sources(Path(tree))
            environment = os.environ | ({} if compiled else {"SHAMBLE_PURE": "1"})
            command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
            done = subprocess.run([*command, "-w", folder, tree], env=environment, check=False)
            if done.returncode != 0:
                raise SystemExit("Shamble could not be built; what pip said stands above.")
            os.replace(folder, KEPT / key)
            Path(folder).mkdir()  # for the context manager to take away
        _forget_old()
    made = kept(key)
    assert made is not None
    return made


@contextlib.contextmanager
def _only_one(key: str) -> Iterator[None]:
    """Wait until nobody else builds this wheel."""
    KEPT.mkdir(parents=True, exist_ok=True)
    lock, until = KEPT / f"{key}.building", time.monotonic() + LONGEST_BUILD
    while True:
        try:
            handle = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
            break
        except FileExistsError:
            if not _is_building(lock):
                lock.unlink(missing_ok=True)
            elif time.monotonic() > until:
                raise SystemExit(
                    f"Another process has been building Shamble for too long; end it or remove {lock}."
                ) from None
            else:
                time.sleep(0.2)
    try:
        os.write(handle, str(os.getpid()).encode())
        os.close(handle)
        yield
    finally:
        lock.unlink(missing_ok=True)


def _is_building(lock: Path) -> bool:
    """Whether the process that took the lock still runs."""
    with contextlib.suppress(FileNotFoundError):
        text = lock.read_text()
        if not text:  # taken this very moment
            return time.time() - lock.stat().st_mtime < 10
        try:
            os.kill(int(text), 0)
        except (ProcessLookupError, ValueError):
            return False
        except PermissionError:
            return True
        return True
    return False


def _forget_old() -> None:
    folders = sorted((path for path in KEPT.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    for folder in folders[:-MOST_KEPT]:
        shutil.rmtree(folder, ignore_errors=True)


def build_beside() -> None:
    """Compile in a process of its own that outlives this one."""
    with (KEPT / "compiling.log").open("w") as log:
        subprocess.Popen(
            [sys.executable, __file__, "build"], stdout=log, stderr=log, stdin=subprocess.DEVNULL,
            start_new_session=True, cwd=ROOT,
        )  # fmt: skip


def install(extra: str, soon: bool) -> None:
    """Bring this environment up to these sources."""
    why = missing()
    compiled = not why
    key = digest(compiled)
    if _has(key, extra):
        return
    beside = False
    if why:
        print(f"Shamble is installed without compiling, because {why}. Everything works, bulk play is slower.")
    elif kept(key) is None and soon:
        print("Shamble starts interpreted; it is being compiled beside that, for the next start.", flush=True)
        compiled, key, beside = False, digest(False), True
    elif kept(key) is None:
        print("Shamble is being compiled; this takes a minute or two, once.", flush=True)
    if not _has(key, extra):
        wheel = build(compiled)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        if subprocess.run([*pip, f"{wheel}[{extra}]"], check=False).returncode != 0:
            raise SystemExit("Shamble could not be installed; what pip said stands above.")
        subprocess.run([*pip, "--force-reinstall", "--no-deps", str(wheel)], check=True)
        STAMP.write_text(f"{key} {extra}")
    if beside:
        build_beside()


def _has(key: str, extra: str) -> bool:
    with contextlib.suppress(FileNotFoundError):
        have, _, with_extra = STAMP.read_text().partition(" ")
        return have == key and with_extra in CONTAINED[extra]
    return False


def main(arguments: list[str]) -> None:
    """What the top of this file says."""
    if arguments == ["build"]:
        print(build(compiled=not missing()))
    elif (
        len(arguments) in (2, 3)
        and arguments[0] == "install"
        and arguments[1] in CONTAINED
        and arguments[2:] in ([], ["--soon"])
    ):
        install(arguments[1], soon=arguments[2:] == ["--soon"])
    else:
        raise SystemExit(str(__doc__))


if __name__ == "__main__":
    main(sys.argv[1:])
