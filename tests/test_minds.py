"""Search, exact solutions, advice and review."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from support import GAMES, find, opening, options_of, readers, walk

import shamble
from shamble.bots import UnknownBot, find_bot
from shamble.bots.advice import interval
from shamble.bots.exact import solve
from shamble.bots.search import Search
from shamble.bots.team import Team
from shamble.files import BadFile
from shamble.games.hate.solve import BEST, RANDOM, solve_ring
from shamble.kernel.dice import Dice
from shamble.kernel.playout import play_policies
from shamble.kernel.policy import Uniform
from shamble.kernel.state import CHANCE, State
from shamble.lab.arena import line_up, make_contest, run_arena
from shamble.match import Match
from shamble.review import Review, Settings, commands, review
from shamble.review.page import page

# the same search runs interpreted some fifty times slower: then fewer positions are looked at
BUDGET = 24 if shamble.COMPILED else 4  # iterations: enough to see whether the search peeks
EVERY = 9 if shamble.COMPILED else 60


@pytest.mark.parametrize("game", GAMES)
def test_a_search_decides_the_same_in_every_redeal(game: str) -> None:
    dice = Dice(3)
    for seed, players in enumerate({find(game).seats[0], find(game).default_seats}):
        for n, (state, who, _) in enumerate(walk(opening(game, players), seed, 120)):
            if who == CHANCE or n % EVERY:
                continue
            search = Search(find(game).greedy, BUDGET)
            choice = search.choose(state, who, Dice(n))
            assert choice in options_of(state, who)
            for _ in range(2):
                again = Search(find(game).greedy, BUDGET)
                assert again.choose(state.redeal(who, dice), who, Dice(n)) == choice
                assert again.results() == search.results()


@pytest.mark.parametrize("game", GAMES)
def test_same_seed_and_iterations_same_choice_and_nothing_changes(game: str) -> None:
    for n, (state, who, _) in enumerate(walk(opening(game), 5, 60)):
        if who == CHANCE or n % EVERY:
            continue
        before = state.pack()
        choices = {Search(find(game).greedy, BUDGET).choose(state, who, Dice(8)) for _ in range(2)}
        assert len(choices) == 1
        assert state.pack() == before


@pytest.mark.parametrize("game", GAMES)
def test_kept_trees_still_answer_legally(game: str) -> None:
    start = find(game).tiny()[0].copy()
    keeping = find_bot(find(game), "search:16", keep=True)
    policies = [keeping] + [Uniform()] * (start.players - 1)
    assert play_policies(start, policies, Dice(4), 100_000).ended


def test_a_search_finds_the_only_way_to_win() -> None:
    state = find("run").tiny()[0]
    for step, who, code in walk(state, 1, 200):
        if who == CHANCE:
            continue
        wins = [c for c in options_of(step, who) if wins_at_once(step, who, c)]
        if wins and len(wins) < len(options_of(step, who)):
            assert Search(find("run").greedy, 400).choose(step, who, Dice(1)) in wins
            return
        assert code >= 0
    pytest.fail("the tiny game never offered a winning choice")


def wins_at_once(state: State, who: int, code: int) -> bool:
    after = state.copy()
    after.apply(who, code)
    return bool(after.owing() == 0 and after.payoffs()[who] == 1)


def test_the_search_mixes_its_throws() -> None:
    match = Match("hate", players=2, seed=1, options={"ring": 4})
    match.play(0, "attack left")
    thrown = {find_bot(match.game, "search:300").choose(match.state, 0, Dice(n)) for n in range(12)}
    assert len(thrown) == 3
    match.play(0, "throw rock")
    thrown = {find_bot(match.game, "search:300").choose(match.state, 1, Dice(n)) for n in range(12)}
    assert len(thrown) == 3, "the second to throw must not know more"


@pytest.mark.skipif(not shamble.COMPILED, reason="the same search, some fifty times slower interpreted")
def test_a_stronger_search_beats_greedy_at_run() -> None:
    contest = make_contest("run", ["search:150", "greedy", "greedy"], 40, 3, 3, {})
    report, _ = run_arena(contest, 1, lambda done: None)
    best = report["bots"][0]
    assert best["bot"] == "search:150"
    assert best["share"] >= 0.45


@pytest.mark.parametrize(
    "name",
    ["", "gredy", "search", "search:", "search:0", "search:0s", "search:-5", "search:1e3", "search:99999999999999"],
)
def test_a_bot_s_name_that_is_none_is_one_sentence(name: str) -> None:
    with pytest.raises(UnknownBot) as error:
        find_bot(find("run"), name)
    assert str(error.value).endswith(".")


def what_matters(state: State) -> bytes:
    """A ring's position without its history."""
    position = state.to_dict()
    return json.dumps({k: v for k, v in position.items() if k not in ("attacks", "fight", "last_human")}).encode()


@pytest.mark.parametrize("ring", [2, 4])
def test_the_ring_s_solution_is_that_of_the_rules(ring: int) -> None:
    state = opening("hate", 2, ring=ring)
    for best, play in ((True, BEST), (False, RANDOM)):
        value, _ = solve_ring(ring, play)
        assert solve(state, best, what_matters)[1] == pytest.approx(value, abs=1e-9)


def test_known_values_of_the_ring() -> None:
    assert solve_ring(2, BEST)[0] == pytest.approx(5 / 16, abs=1e-12)
    assert solve_ring(4, BEST)[0] == pytest.approx(0.153579624, abs=1e-9)
    assert solve_ring(6, BEST)[0] == pytest.approx(0.083165616, abs=1e-9)
    assert solve_ring(6, RANDOM)[0] == pytest.approx(0.089606730, abs=1e-9)


@pytest.mark.parametrize("game", GAMES)
def test_advice_knows_no_more_than_the_seat(game: str) -> None:
    match = Match(game, seed=2)
    seat = match.owing[0]
    advice = match.advice(seat, iterations=BUDGET)
    assert {one.action for one in advice} == {choice.action for choice in match.choices(seat)}
    assert sum(one.tries for one in advice) == BUDGET
    for one in advice:
        assert 0 <= one.low <= one.chance <= one.high <= 1
    other = Match.at(game, match.state.redeal(seat, Dice(4)).to_dict(), seed=2)
    again = Match.at(game, match.state.to_dict(), seed=2)
    assert other.advice(seat, iterations=BUDGET) == again.advice(seat, iterations=BUDGET)


def test_advice_refuses_a_budget_of_nothing_and_a_position_without_decision() -> None:
    match = Match("run", seed=2)
    with pytest.raises(shamble.BadOption):
        match.advice(match.owing[0], iterations=0)
    with pytest.raises(shamble.BadOption):
        match.advice(match.owing[0], seconds=0)
    with pytest.raises(shamble.IllegalAction):
        match.advice((match.owing[0] + 1) % 4, iterations=5)


def test_the_search_agrees_with_the_exact_value_of_a_ring_of_four() -> None:
    """The humans' chance under best play is exact; the search's estimate of the opening holds it in its interval."""
    tries = 20_000 if shamble.COMPILED else 400
    match = Match("hate", players=2, seed=1, options={"ring": 4})
    found = match.advice(0, iterations=tries)  # the zombies attack first
    humans = sum(one.chances[1] * one.tries for one in found if one.tries) / tries
    low, high = interval(humans, tries)
    assert low <= solve_ring(4, BEST)[0] <= high


def test_two_processes_search_as_one_and_always_alike() -> None:
    match = Match("run", players=3, seed=5)
    seat = match.owing[0]
    alone = match.advice(seat, iterations=200)
    together = match.advice(seat, iterations=200, jobs=2)
    assert {one.action for one in together} == {one.action for one in alone}
    assert sum(one.tries for one in together) == 200
    for one in together:
        assert one.tries == 0 or abs(sum(one.chances) - 1) < 1e-9
    assert match.advice(seat, iterations=200, jobs=2) == together
    with pytest.raises(shamble.BadOption):
        match.advice(seat, iterations=200, jobs=0)


def test_a_team_mixes_secret_decisions_too() -> None:
    game = find("hate")
    state = opening("hate")
    seat = next(seat for seat in range(state.players) if state.owing() >> seat & 1)
    with Team(game, 64, jobs=2) as team:
        assert team.choose(state, seat, Dice(3)) in options_of(state, seat)


@pytest.mark.parametrize("budget", [{"iterations": 1.5}, {"iterations": "5"}, {"iterations": 10**30}, {"seconds": "x"}])
def test_advice_takes_no_odd_budget(budget: dict[str, object]) -> None:
    match = Match("run", seed=2)
    with pytest.raises(shamble.BadOption):
        match.advice(match.owing[0], **budget)  # type: ignore[arg-type]


def finished(game: str, seed: int = 1) -> Match:
    match = Match.at(game, find(game).tiny()[0].to_dict(), seed=seed)
    bots = find(game).greedy
    while match.result is None:
        seat = match.owing[0]
        code = bots.choose(match.state, seat, Dice(match.version))
        match.play(seat, match.game.vocabulary.text(code))
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_ledger_adds_up_to_the_result(game: str) -> None:
    match = finished(game)
    found = review(match, Settings(rollouts=4, iterations=4, seconds=1000))
    assert found.complete
    assert found.rough
    assert len(found.moments) == match.version
    assert match.result is not None
    for seat, ledger in enumerate(found.ledgers):
        assert abs(ledger.gap()) < 1e-9
        assert ledger.result == match.result.payoffs[seat]
    assert len(found.turning_points) <= min(3, match.version)
    before, clear = found.opening, 0
    for moment in found.moments:
        clear += any(new.low > old.high or new.high < old.low for new, old in zip(moment.chances, before, strict=True))
        before = moment.chances
    assert len(found.turning_points) <= clear, "noise is told as a turning point"
    assert Review.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    text = page(found)
    assert "http" not in text.replace("http-equiv", "")
    assert text.count("<polyline") == match.players
    assert len(readers(match.state)) == match.players + 1


def test_a_review_that_was_stopped_goes_on_to_the_same_end() -> None:
    match = finished("run")
    settings = Settings(rollouts=4, iterations=4, seconds=1000)
    whole = review(match, settings)
    done: list[int] = []
    part = review(match, settings, lambda n, total: done.append(n), lambda: len(done) >= 1)
    assert part.stopped
    assert not part.complete
    assert len(part.looked_at) == 1
    assert match.version > 1
    kept = Review.from_dict(json.loads(json.dumps(part.to_dict())))
    assert review(match, settings, begun=kept) == whole


def test_a_review_begins_anew_with_other_settings(tmp_path: Path) -> None:
    match = finished("run")
    file, part = tmp_path / "game.json", tmp_path / ".game.json.review-part"
    match.record.save(file)
    first = Settings(rollouts=4, iterations=4, seconds=1000)
    for other in (first, Settings(rollouts=6, iterations=4, seconds=1000), Settings(4, 4, 1000, 7)):
        found = review(match, first, stop=iter([False] * 2 + [True] * 99).__next__)
        assert not found.complete
        part.write_text(json.dumps({"settings": asdict(first), "review": found.to_dict()}))
        assert commands.run_review(file, other, None) == review(match, other)
        assert not part.exists()
    good = json.dumps({"settings": asdict(first), "review": found.to_dict()})
    for broken in ("{}", "[]", good.replace('"opening": [', '"opening": [], "x": ['), good.replace("0.", '"0.', 1)):
        part.write_text(broken)
        assert commands.run_review(file, first, None) == review(match, first)
    with pytest.raises(BadFile, match="cannot be written"):
        commands.run_review(file, first, tmp_path / "no such folder" / "x.html")


def test_a_review_needs_a_finished_game_and_a_budget() -> None:
    with pytest.raises(shamble.BadOption):
        review(Match("run", seed=1))
    with pytest.raises(shamble.BadOption):
        review(finished("run"), Settings(rollouts=0))


def test_an_arena_seats_every_bot_in_every_seat_equally_often() -> None:
    contest = make_contest("run", ["random", "greedy", "easy"], 6, 3, 1, {})
    counts = {(bot, seat): 0 for bot in range(3) for seat in range(3)}
    for number in range(6):
        for seat, bot in enumerate(line_up(contest, number)):
            counts[bot, seat] += 1
    assert set(counts.values()) == {2}


SWAPS = {  # a weapon on the ground and two items in hand: laying down and picking up costs nothing
    "game": "pocket",
    "players": 1,
    "options": {},
    "edition": "standard",
    "phase": "turn",
    "hour": 10,
    "health": 6,
    "items": ["Gasoline", "Soda"],
    "ground": ["Chainsaw/1"],
    "totem": False,
    "here": 1,
    "exit": None,
    "drawn": None,
    "new": None,
    "zombies": 0,
    "door": None,
    "second": False,
    "storing": False,
    "card_owed": False,
    "moved": True,
    "ran": False,
    "cowered": False,
    "away": 2,
    "discard": ["Soda", "Chainsaw"],
    "indoor": ["Kitchen", "Temple", "Family"],
    "indoor_under": [],
    "outdoor": ["Garden", "Sitting", "Yard", "Yard", "Yard", "Garage", "Graveyard"],
    "outdoor_under": [],
    "ending": "",
    "map": [{"tile": "Bedroom", "x": -1, "y": 1, "rotation": 1, "broken": []}, {"tile": "Storage", "x": -1, "y": 2, "rotation": 2, "broken": ["W"]}, {"tile": "Foyer", "x": 0, "y": 0, "rotation": 0, "broken": []}, {"tile": "Dining", "x": 0, "y": 1, "rotation": 1, "broken": []}, {"tile": "Bathroom", "x": 0, "y": 2, "rotation": 2, "broken": []}],
    "deck": ["Oil", "Gasoline", "Board", "Machete", "Femur", "Golf", "Candle"],
}  # fmt: skip


def test_a_search_does_not_pick_up_and_lay_down_without_end() -> None:
    game = find("pocket")
    for seed in range(3 if shamble.COMPILED else 1):
        search = find_bot(game, "search:1000" if shamble.COMPILED else "search:30")
        played = play_policies(game.read(SWAPS), [search], Dice(seed), 200)
        assert played.ended
