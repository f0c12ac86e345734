"""The wheel that the Makefile's commands share: built once for its sources, by one process at a time."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.delitem(sys.modules, "setup", raising=False)
    spec = importlib.util.spec_from_file_location("wheels", ROOT / "wheels.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        (tmp_path / name).write_text(name)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "rules.py").write_text("one = 1\n")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "SOURCE", tmp_path / "src")
    monkeypatch.setattr(module, "KEPT", tmp_path / "build" / "wheels")
    return module


def test_a_wheel_is_of_its_sources_and_its_kind(wheels: ModuleType, tmp_path: Path) -> None:
    before = wheels.digest(compiled=True)
    assert before != wheels.digest(compiled=False)
    (tmp_path / "src" / "rules.so").write_text("what a compiler left")
    assert wheels.digest(compiled=True) == before
    (tmp_path / "src" / "rules.py").write_text("one = 2\n")
    assert wheels.digest(compiled=True) != before


def test_a_lock_whose_process_is_gone_holds_nobody_up(wheels: ModuleType) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    wheels.KEPT.mkdir(parents=True)
    (wheels.KEPT / "k.building").write_text(str(gone.pid))
    with wheels._only_one("k"):
        assert (wheels.KEPT / "k.building").exists()
    assert not (wheels.KEPT / "k.building").exists()


def test_only_the_newest_wheels_are_kept(wheels: ModuleType) -> None:
    for number in range(wheels.MOST_KEPT + 2):
        (wheels.KEPT / f"{number}").mkdir(parents=True)
    wheels._forget_old()
    assert len(list(wheels.KEPT.iterdir())) == wheels.MOST_KEPT
