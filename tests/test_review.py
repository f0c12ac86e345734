"""Reviews with too little time for everything: what is looked at, what is said, and how it goes on."""

import json
import re
from importlib import import_module
from pathlib import Path

import pytest
from test_record import whole_game

from shamble.files import BadFile
from shamble.kernel.dice import Dice
from shamble.kernel.policy import Policy
from shamble.kernel.state import CHANCE, State
from shamble.review import Settings, commands, review
from shamble.review.budget import Budget
from shamble.review.page import page
from shamble.review.sampling import looking_order
from shamble.review.telling import tell

review_module = import_module("shamble.review.review")
budget_module = import_module("shamble.review.budget")


def test_a_review_out_of_time_says_what_it_looked_at_and_goes_on_when_asked(tmp_path: Path) -> None:
    """Three looks fit into its time."""
    match = whole_game("pocket")
    settings = Settings(rollouts=2, iterations=2, seconds=1000)
    whole = review(match, settings)
    looks: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Budget, "fits", lambda self, cost: len(looks) < 3)
        part = review(match, settings, lambda n, total: looks.append(n))
    assert not part.complete
    assert not part.stopped
    assert len(part.judged) == 2
    assert len(part.moments) == 1
    assert all(abs(ledger.gap()) < 1e-9 for ledger in part.ledgers)
    assert any(ledger.unseen for ledger in part.ledgers)
    kept = part.to_dict()
    assert kept["looked_at"] == sorted({*part.judged, part.moments[0].event})
    text, shown = "\n".join(tell(part)), page(part)
    for event in (*part.judged, part.moments[0].event):
        assert re.search(rf"(looked at|found around).*\b{event + 1}\b", text)
        assert re.search(rf"(looked at|found around).*\b{event + 1}\b", shown)
    assert "not looked at" in shown
    game = tmp_path / "game.json"
    match.record.save(game)
    for name, earlier in (("review.json", json.dumps(kept)), ("review.html", shown)):
        (tmp_path / name).write_text(earlier, encoding="utf-8")
        assert commands.run_review(game, settings, None, tmp_path / name) == whole
    with pytest.raises(BadFile, match="not a review"):
        commands.run_review(game, settings, None, game)
    (tmp_path / "other.json").write_text(json.dumps({**kept, "final": "0" * 32}))
    with pytest.raises(BadFile, match="another game"):
        commands.run_review(game, settings, None, tmp_path / "other.json")


@pytest.mark.parametrize("game", ["run", "pocket"])
def test_a_review_cuts_its_looks_to_the_time_whatever_the_games_length(game: str) -> None:
    """Counted in rollouts, on a clock that only they move: a hundredth of a second each."""
    match = whole_game(game)
    spent = [0.0]

    class Counted:
        careless = 0.0

        def __init__(self, quick: Policy, iterations: int) -> None:
            self.iterations = iterations

        def outlook(
            self, state: State, seat: int, code: int, who: int, times: int, dice: Dice
        ) -> tuple[int, list[float]]:
            spent[0] += 0.01 * times
            return times, [times / 2] * state.players

        def think(self, state: State, seat: int, dice: Dice) -> None:
            spent[0] += 0.01 * self.iterations

        def results(self) -> list[tuple[int, int, list[float]]]:
            return [(0, 1, [])]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(review_module, "Search", Counted)
        for module in (review_module, budget_module):
            patch.setattr(module, "perf_counter", lambda: spent[0])
        found = review(match, Settings(seconds=10))
    assert 7.5 <= spent[0] <= 12
    assert len(found.judged) > 4 < len(found.moments)
    assert not (found.complete and game == "run")


def test_a_sample_takes_every_seats_choices_from_all_over_the_game() -> None:
    match = whole_game("run")
    looks = list(looking_order(match))
    assert len(looks) == len(set(looks)) == match.version + sum(match.act(n)[0] != CHANCE for n in range(match.version))
    first = [look.number for look in looks[:36] if look.at_choice]
    assert {match.act(number)[0] for number in first} == set(range(match.players))
    choices = [number for number in range(match.version) if match.act(number)[0] != CHANCE]
    assert {choices.index(number) * 5 // len(choices) for number in first} == set(range(5))


@pytest.mark.parametrize("game", ["run", "horrific"])
def test_the_result_is_the_payoff_whatever_was_looked_at_last(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_module, "looking_order", lambda match: reversed(list(looking_order(match))))
    match = whole_game(game)
    assert match.result is not None
    found = review(match, Settings(rollouts=2, iterations=2, seconds=1000))
    assert found.complete
    assert [ledger.result for ledger in found.ledgers] == list(match.result.payoffs)
    assert all(abs(ledger.gap()) < 1e-9 and ledger.unseen == 0 for ledger in found.ledgers)
