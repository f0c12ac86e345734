"""Whole numbers and seeds: what counts as one, in Python and in JSON."""

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import shamble
from shamble.games import find
from shamble.kernel.numbers import for_json
from shamble.kernel.seeds import SEED_LIMIT, check_seed, seed_in_json
from shamble.lab.arena import make_contest
from shamble.lab.plan import make_plan
from shamble.match import Match
from shamble.record import Record

EDGES = (0, 1, -1, 2**53 + 1, 10**18, SEED_LIMIT - 1, 1 - SEED_LIMIT)


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.int16])
def test_numpys_whole_numbers_are_whole_numbers_everywhere(kind: Any) -> None:
    plain = Match("hugme", 3, 7, options={"infection_limit": 7} if _has("hugme", "infection_limit") else None)
    match = Match("hugme", kind(3), kind(7), options=plain.options)
    assert type(match.players) is int
    assert type(match.seed) is int
    seat = kind(match.owing[0])
    action = match.choices(seat)[0].action
    assert match.why_not(seat, action) is None
    assert match.explain(seat, action)
    match.play(seat, action)
    plain.play(int(seat), action)
    assert match.record == plain.record
    json.dumps(match.record.to_dict())
    assert match.view(seat) == plain.view(int(seat))
    assert match.sight(seat) == plain.sight(int(seat))
    assert match.story(seat) == plain.story(int(seat))
    assert match.events_since(seat, kind(0)) == plain.events(int(seat))
    assert match.act(kind(0)) == plain.act(0)
    assert match.state_at(kind(0)).pack() == plain.state_at(0).pack()
    match.undo(seat, force=True)
    assert match.version == 0 or match.version < plain.version
    assert match.advice(seat, iterations=kind(20))


def test_options_and_plans_take_numpys_whole_numbers() -> None:
    number = next(o for g in shamble.games() for o in g.options if o.low is not None and o.low <= o.high)
    assert type(number.check(np.int64(number.low))) is int
    for game in shamble.games():
        for option in game.options:
            for choice in option.choices:
                if type(choice) is int:
                    assert option.check(np.int32(choice)) == choice
                with pytest.raises(shamble.BadOption):
                    option.check(np.float64(3.5))
    plan = make_plan("run", np.int64(5), np.int64(3), [], np.int64(2**60), {}, None)  # type: ignore[arg-type]
    json.dumps(plan.stamp())
    contest = make_contest("run", ["random", "greedy"], np.int32(4), np.int8(2), np.int64(1), {})  # type: ignore[arg-type]
    assert (type(contest.games), type(contest.players), type(contest.seed)) == (int, int, int)


def test_true_and_fractions_are_no_whole_numbers() -> None:
    for wrong in (True, np.True_, 1.0, np.float64(1), "1"):
        with pytest.raises(shamble.BadOption):
            Match("run", 3, wrong)  # type: ignore[arg-type]
        with pytest.raises(shamble.BadOption):
            Match("run", 3, 1).view(wrong)  # type: ignore[arg-type]
    with pytest.raises(shamble.BadOption):
        Match("run", np.True_)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", EDGES)
def test_one_range_of_seeds_for_match_and_simulate(seed: int) -> None:
    assert Match("pocket", seed=seed).seed == seed
    assert make_plan("pocket", 1, None, [], seed, {}, None).seed == seed
    assert make_contest("run", ["random", "random"], 1, 2, seed, {}).seed == seed
    for value in (SEED_LIMIT, -SEED_LIMIT, 10**30, 10**5000):
        for wrong in (
            lambda v: Match("pocket", seed=v),
            lambda v: make_plan("pocket", 1, None, [], v, {}, None),
            lambda v: make_contest("run", ["random", "random"], 1, 2, v, {}),
            check_seed,
        ):
            with pytest.raises(shamble.BadOption, match="A seed is a whole number between"):
                wrong(value)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("seed", EDGES)
def test_a_seed_is_text_in_a_record_and_numbers_of_old_records_are_read(seed: int) -> None:
    record = Match("pocket", seed=seed).record
    data = json.loads(record.text())
    assert data["seed"] == str(seed)
    assert Record.from_dict(data) == record
    assert Record.from_dict({**data, "seed": seed}) == record


def test_a_seed_in_json_is_a_number_or_its_text() -> None:
    assert seed_in_json("-12") == seed_in_json(-12) == -12
    for wrong in ("", "1.0", "0x1", " 1", "1_0", "٣", "9" * 60, None, True, 1.5, [1]):
        with pytest.raises(shamble.BadOption):
            seed_in_json(wrong)


def test_whole_numbers_beyond_2_53_are_text_in_documents() -> None:
    assert for_json({"seed": 2**53 + 1, "a": [2**53, True, 1.5, {"b": -(2**60)}]}) == {
        "seed": "9007199254740993",
        "a": [2**53, True, 1.5, {"b": "-1152921504606846976"}],
    }


def test_simulate_says_a_large_seed_as_text() -> None:
    words = ["simulate", "run", "--games", "1", "--jobs", "1", "--json", "--seed", str(2**60 + 1)]
    ran = subprocess.run([sys.executable, "-m", "shamble", *words], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout)["seed"] == str(2**60 + 1)


def _has(game: str, option: str) -> bool:
    return any(one.name == option for one in find(game).options)
