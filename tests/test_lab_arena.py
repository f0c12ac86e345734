"""The arena: every seat and every order, and ratings that say who is stronger and how surely."""

from collections import Counter

import pytest

from shamble.bots.advice import interval
from shamble.lab import arena, skill
from shamble.lab.arena import line_up, make_contest, run_arena


@pytest.mark.parametrize(("bots", "games"), [(2, 2), (3, 6), (4, 24)])
def test_every_order_of_the_bots_comes_up_once(bots: int, games: int) -> None:
    contest = make_contest("run", ["random"] * bots, games, bots, 1, {})
    assert Counter(tuple(line_up(contest, number)) for number in range(games)).most_common(1)[0][1] == 1


@pytest.mark.parametrize(("bots", "players"), [(2, 4), (3, 5), (5, 3), (9, 4)])
def test_every_bot_holds_every_seat_equally_often(bots: int, players: int) -> None:
    contest = make_contest("run", ["random"] * bots, 4 * bots, players, 1, {})
    held = Counter((seat, bot) for number in range(4 * bots) for seat, bot in enumerate(line_up(contest, number)))
    assert set(held.values()) == {4}
    assert len(held) == bots * players


def test_skill_tells_the_stronger_bot_and_is_the_same_again() -> None:
    pytest.importorskip("openskill", reason="openskill (extra lab) is not installed")
    contest = make_contest("run", ["random", "greedy"], 60, 2, 3, {})
    report, stopped = run_arena(contest, 1, lambda done: None)
    assert not stopped
    best, worst = report["bots"]
    assert (best["bot"], worst["bot"]) == ("greedy", "random")
    assert best["skill"]["low"] > worst["skill"]["high"]
    for row in report["bots"]:
        assert row["skill"]["low"] <= row["skill"]["mu"] <= row["skill"]["high"]
    assert run_arena(contest, 1, lambda done: None)[0] == report


def test_more_games_make_the_interval_narrower() -> None:
    pytest.importorskip("openskill", reason="openskill (extra lab) is not installed")
    games = [((0, 1), (1.0, 0.0)), ((1, 0), (0.0, 1.0)), ((0, 1), (0.0, 1.0))]
    few, many = skill.rate(games * 4, 2, 1), skill.rate(games * 100, 2, 1)
    assert few is not None
    assert many is not None
    assert many[0]["sigma"] < few[0]["sigma"]
    assert skill.rate(games, 2, 1) == skill.rate(games, 2, 1)


def test_who_wins_more_has_the_greater_skill_whatever_came_last() -> None:
    pytest.importorskip("openskill", reason="openskill (extra lab) is not installed")
    games = [((0, 1), (1.0, 0.0))] * 700 + [((0, 1), (0.0, 1.0))] * 300
    for listed in (games, games[::-1]):
        better, worse = skill.rate(listed, 2, 1) or [{}, {}]
        assert better["low"] > worse["high"]
        assert better["low"] <= better["mu"] <= better["high"]


def test_without_openskill_there_is_still_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openskill.models", None)
    report, _ = run_arena(make_contest("run", ["random", "greedy"], 20, 2, 3, {}), 1, lambda done: None)
    assert [row["skill"] for row in report["bots"]] == [None, None]
    assert report["bots"][0]["share"] >= report["bots"][1]["share"]


def test_an_interval_counts_games_not_seats() -> None:
    """Two seats that win and lose together are one try; two of which seldom both win are more than two."""
    together, apart = [(2.0, 2), (0.0, 2)] * 20, [(1.0, 2)] * 38 + [(2.0, 2), (0.0, 2)]
    assert arena._share(together) == pytest.approx((0.5, *interval(0.5, 40)))
    share, low, high = arena._share(apart)
    assert share == 0.5
    assert interval(0.5, 80)[0] < low < 0.5 < high < interval(0.5, 80)[1]
    assert arena._share([(1.0, 2)] * 40) == (0.5, *interval(0.5, 40))
    assert arena._share([(1.0, 1), (0.0, 1), (0.0, 1)] * 10) == pytest.approx((1 / 3, *interval(1 / 3, 30)))
    assert arena._share([(0.0, 3)] * 10) == (0.0, *interval(0.0, 10))
    assert arena._share([]) == (0.0, 0.0, 1.0)
