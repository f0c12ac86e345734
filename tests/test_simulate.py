"""Bulk play: intervals, spreads, plans, and numbers that do not depend on the number of processes."""

import math
from collections import Counter
from typing import Any

import pytest
from matches import is_one_sentence
from support import GAMES, find

import shamble
from shamble.lab import plan as plans
from shamble.lab import simulate
from shamble.lab.plan import Plan, make_plan
from shamble.lab.simulate import play_chunk, report, run
from shamble.lab.tally import Tally, rounded_together, shares, spread


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_wilson_interval_has_its_published_values(won: int, games: int, low: float, high: float) -> None:
    """The examples of R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    found = shares(won, games)
    assert found["share"] == pytest.approx(won / games, abs=1e-6)
    assert found["low"] == pytest.approx(low, abs=5e-5)
    assert found["high"] == pytest.approx(high, abs=5e-5)


@pytest.mark.parametrize(("won", "games"), [(0.5, 1), (3, 7), (333.25, 1000), (4700, 10_000), (40, 10_000)])
def test_the_bounds_are_the_shares_just_1_96_standard_errors_away(won: float, games: int) -> None:
    found = shares(won, games)
    for bound in (found["low"], found["high"]):
        assert abs(won / games - bound) / (bound * (1 - bound) / games) ** 0.5 == pytest.approx(1.959964, rel=0.02)
    assert shares(games, games)["high"] == 1.0
    assert shares(0, 0) == {"share": 0.0, "low": 0.0, "high": 1.0}


def test_a_spread_is_mean_median_and_ninth_decile_by_nearest_rank() -> None:
    assert spread(Counter()) == {"mean": 0.0, "median": 0, "p90": 0}
    assert spread(Counter([7])) == {"mean": 7.0, "median": 7, "p90": 7}
    assert spread(Counter(range(1, 11))) == {"mean": 5.5, "median": 5, "p90": 9}
    assert spread(Counter([1, 1, 1, 100])) == {"mean": 25.75, "median": 1, "p90": 100}
    assert spread(Counter({3: 90, 4: 10})) == {"mean": 3.1, "median": 3, "p90": 3}


def without_time(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key not in ("seconds", "steps_per_second")}


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_are_those_of_the_chunks_whatever_the_processes(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "CHUNK", 4)
    plan = make_plan(game, 10, None, ["random"], 3, {}, None)
    told: list[int] = []
    whole, stopped = run(plan, 1, told.append)
    assert not stopped
    assert told == [4, 8, 10]
    tally = Tally()
    for number in (2, 0, 1):
        tally.add(play_chunk(plan, number))
    assert without_time(report(plan, tally, 1.0)) == without_time(whole)
    assert without_time(run(plan, 1, told.append)[0]) == without_time(whole)
    other = make_plan(game, 10, None, ["random"], 4, {}, None)
    assert without_time(run(other, 1, told.append)[0]) != without_time(whole)


@pytest.mark.parametrize("game", GAMES)
def test_shares_endings_and_lengths_fit_each_other(game: str) -> None:
    plan = make_plan(game, 30, None, ["greedy"], 5, {}, None)
    document, _ = run(plan, 1, lambda done: None)
    low, high = find(game).payoff_sum
    assert low - 1e-5 <= sum(row["share"] for row in document["wins"]) <= high + 1e-5
    assert sum(document["endings"].values()) == pytest.approx(1, abs=1e-5)
    assert all(row["low"] <= row["share"] <= row["high"] for row in document["wins"])
    assert [row["seat"] for row in document["wins"]] == list(range(plan.players))
    for length in document["length"].values():
        assert length["median"] <= length["p90"]
    assert document["length"]["decisions"]["mean"] <= document["length"]["events"]["mean"]


@pytest.mark.parametrize("game", GAMES)
def test_ctrl_c_keeps_what_is_done(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "CHUNK", 2)
    plan = make_plan(game, 10, None, ["random"], 3, {}, None)

    def stop_after(most: int) -> tuple[dict[str, Any], bool]:
        def chunk(given: Plan, number: int) -> Tally:
            if number == most:
                raise KeyboardInterrupt
            return play_chunk(given, number)

        with monkeypatch.context() as patch:
            patch.setattr(simulate, "play_chunk", chunk)
            return run(plan, 1, lambda done: None)

    for chunks in (0, 1, 3):
        document, stopped = stop_after(chunks)
        assert stopped
        assert document["games"] == 2 * chunks
        assert set(document) == set(run(plan, 1, lambda done: None)[0])


@pytest.mark.parametrize(
    "change",
    [{"game": "chess"}, {"games": 0}, {"games": -5}, {"players": 99}, {"players": 0}, {"bots": ["gready"]}, {"bots": [""]},
     {"bots": ["random"] * 19}, {"options": {"colour": "red"}}, {"edition": "fourth"}, {"edition": "no/such.toml"}],
    ids=str,
)  # fmt: skip
def test_a_plan_that_cannot_be_played_is_refused(change: dict[str, Any]) -> None:
    good: dict[str, Any] = {
        "game": GAMES[0], "games": 5, "players": None, "bots": [], "seed": 1, "options": {}, "edition": None,
    }  # fmt: skip
    make_plan(**good)
    with pytest.raises(shamble.ShambleError) as error:
        make_plan(**{**good, **change})
    assert is_one_sentence(str(error.value)), str(error.value)


def test_no_process_at_all_is_refused() -> None:
    plan = make_plan(GAMES[0], 5, None, [], 1, {}, None)
    for jobs in (0, -1):
        with pytest.raises(shamble.BadOption):
            run(plan, jobs, lambda done: None)


def test_any_number_of_games_may_be_asked_for() -> None:
    plan = make_plan(GAMES[0], 10**400, None, [], 1, {}, None)

    def enough(done: int) -> None:
        raise KeyboardInterrupt

    document, stopped = run(plan, 1, enough)
    assert stopped
    assert document["games"] == plans.CHUNK


def test_shares_of_a_whole_add_up_to_exactly_1() -> None:
    for values in (
        [1 / 3] * 3,
        [1 / 6] * 6,
        [1 / 7] * 7,
        [0.0000005, 0.9999995],
        [1 / 18] * 18,
        [1.0],
        [0.5, 0.25, 0.25],
    ):
        rounded = rounded_together(values)
        assert sum(round(value * 10**6) for value in rounded) == 10**6
        assert all(abs(value - exact) <= 1e-6 for value, exact in zip(rounded, values, strict=True))
    assert rounded_together([]) == []
    for seats in range(1, 19):
        assert math.fsum([1 / seats] * seats) == 1
    plan = make_plan("hugme", 3, 6, [], 5, {"round_limit": 1}, None)
    tally = Tally(3, 9, [0.5] * 6, Counter({"a": 1, "b": 1, "c": 1}), Counter({1: 3}), Counter({3: 3}))
    told = report(plan, tally, 1.0)
    assert sum(round(row["share"] * 10**6) for row in told["wins"]) == 10**6
    assert sum(round(share * 10**6) for share in told["endings"].values()) == 10**6
