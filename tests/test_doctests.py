"""The examples in README.md and in docstrings run and say what they say."""

import doctest
import importlib
from pathlib import Path

import pytest

README = Path(__file__).resolve().parent.parent / "README.md"


def test_the_examples_of_the_readme_run() -> None:
    outcome = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert outcome.attempted >= 5
    assert outcome.failed == 0


@pytest.mark.parametrize("module", ["shamble", "shamble.match"])
def test_the_examples_of_docstrings_run(module: str) -> None:
    outcome = doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS)
    assert outcome.failed == 0
    assert outcome.attempted or module != "shamble"
