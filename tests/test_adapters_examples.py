"""The examples of training and solving run, with a tiny budget, and do what they promise."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def example(name: str, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> ModuleType:
    """The example as a module, with these arguments on its command line."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    spec.loader.exec_module(module)
    return module


def test_a_policy_for_pocket_is_learned() -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'shamble[gymnasium]'")
    budget = ["--updates", "30", "--games", "256", "--rate", "0.03", "--measured", "1024"]
    script = str(EXAMPLES / "learn_pocket.py")
    done = subprocess.run([sys.executable, script, *budget], capture_output=True, text=True, check=True)
    shares = re.search(r"Of 1,024 games random play wins ([\d.]+)%, the learned policy ([\d.]+)%\.", done.stdout)
    assert shares is not None, done.stdout
    assert float(shares[1]) < 1.2
    assert float(shares[2]) > float(shares[1]) + 0.8


def test_what_the_page_shows_runs() -> None:
    for library in ("pettingzoo", "gymnasium", "pyspiel"):
        pytest.importorskip(library, reason="an adapter's library is not installed: pip install 'shamble[dev]'")
    text = (EXAMPLES.parent / "docs" / "adapters.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert len(blocks) == 3
    for block in blocks:
        exec(compile(block, "docs/adapters.md", "exec"), {})


def test_a_tiny_ring_is_solved_twice(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'shamble[openspiel]'")
    solving = example("solve_tiny", monkeypatch, "--iterations", "20")
    value, exact, gap = solving.compare(attacks=2, iterations=20)
    assert value == pytest.approx(exact, abs=2 * gap)
    assert gap < 0.02
    solving.main()
    assert "Exactly: 0.5556" in capsys.readouterr().out
