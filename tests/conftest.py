"""What holds in every test: a game whose seed nobody gave is the same game in every run, as far as it is begun in the
test's own process and not by a fixture that several tests share."""

import os
import random
import secrets

import pytest

# Another number tries all tests with other games: a test must hold in all of them, so a failure there is a fault.
BASE = os.environ.get("SHAMBLE_TEST_SEED", "0")


@pytest.fixture(autouse=True)
def same_games(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the seeds nobody gives from the test's own name instead of the system's chance."""
    source = random.Random(f"{BASE}/{request.node.nodeid}")
    monkeypatch.setattr(secrets, "randbelow", source.randrange)
