"""The laws that every game must pass (docs/architecture.md). Adding a game adds nothing to this file."""

import itertools
import json
import marshal
import math
import os
import random
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

import pytest
from support import GAMES, actors, changed, find, opening, options_of, owing, readers, walk

from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadOption, BadPosition, IllegalAction
from shamble.kernel.playout import play_out
from shamble.kernel.policy import Uniform
from shamble.kernel.state import CHANCE, HIDDEN, SPECTATOR, State

# With SHAMBLE_PURE everything is asked once more of the interpreted engine, some twenty times as slow. Law 10 holds the two
# to the same games: a fourth of the places is enough to see that the source also runs interpreted.
SECOND_HALF = bool(os.environ.get("SHAMBLE_PURE"))


def seat_counts(code: str) -> list[int]:
    """The fewest, the most and some between."""
    seats = find(code).seats
    return sorted({seats[0], seats[len(seats) // 3], seats[len(seats) // 2], seats[-1]})


def option_sets(code: str) -> list[dict[str, Any]]:
    """No option, and every value of every option once."""
    sets: list[dict[str, Any]] = [{}]
    for option in find(code).options:
        values = [value for value in option.choices if value != option.default]
        if option.low is not None and option.high is not None:
            values += [v for v in {option.low + 1, option.low + 5} if v != option.default and v <= option.high]
        sets += [{option.name: value} for value in values]
    return sets


def openings(code: str) -> list[State]:
    """Every number of seats chosen by `seat_counts`, and every value of every option."""
    states = [opening(code, players) for players in seat_counts(code)]
    game = find(code)
    for options in option_sets(code)[1:]:
        seats = [players for players in game.seats_with(game.resolve_options(options)) if fits(code, players, options)]
        assert seats, f"{options} fits no number of seats"
        states += [opening(code, players, **options) for players in sorted({seats[0], seats[-1]})]
    return states


def old_openings(code: str) -> list[State]:
    """One by every older version of the rules that is still played."""
    game = find(code)
    return [opening(code, rules=version) for version in range(game.oldest_rules, game.rules_version)]


def fits(code: str, players: int, options: dict[str, Any]) -> bool:
    """Whether the options go together with that number of seats."""
    try:
        find(code).check_combination(players, find(code).resolve_options(options))
    except BadOption:
        return False
    return True


def name(state: State) -> str:
    return f"{state.head}"


def sample(states: Any, every: int, seed: int) -> Any:
    """Some of the positions of a walk, about one in `every`; in the second half of the suite one in four of these."""
    rng = random.Random(seed)
    most = every * 4 if SECOND_HALF else every
    return (step for step in states if rng.randrange(most) == 0)


@pytest.mark.parametrize("game", GAMES)
def test_law_1_conservation(game: str) -> None:
    for seed, start in enumerate(openings(game)):
        census = start.census()
        for state, who, code in walk(start, seed, 400):
            assert state.census() == census, (name(state), who, code)


@pytest.mark.parametrize("game", GAMES)
def test_law_2_exactly_the_legal_codes_are_accepted(game: str) -> None:
    size = len(find(game).vocabulary)
    for seed, start in enumerate(openings(game)):
        for state, _, _ in sample(walk(start, seed, 300), 40, seed):
            before = state.pack()
            for who in [CHANCE, *range(state.players)]:
                allowed = options_of(state, who)
                assert allowed == sorted(set(allowed)), "ascending, without doubles"
                wrong = [c for c in range(-2, size + 2) if c not in set(allowed)]
                for code in wrong:
                    assert not state.allows(who, code), (name(state), who, code)
                assert all(state.allows(who, code) for code in allowed)
                for code in random.Random(seed).sample(wrong, 10):
                    with pytest.raises(IllegalAction):
                        state.apply(who, code)
            assert state.pack() == before
            for who in owing(state):
                assert options_of(state, who), f"{who} owes a decision and has none: {name(state)}"


@pytest.mark.parametrize("game", GAMES)
def test_law_3_texts_parse_back(game: str) -> None:
    vocabulary = find(game).vocabulary
    texts = vocabulary.texts()
    assert len(set(texts)) == len(texts)
    for code, text in enumerate(texts):
        assert vocabulary.code(text) == code
        assert vocabulary.text(code) == text
        assert text == " ".join(text.split())


@pytest.mark.parametrize("game", GAMES)
def test_law_4_copies_are_independent_and_replay(game: str) -> None:
    for seed, start in enumerate(openings(game)):
        states, acts = [], []
        for state, who, code in walk(start.copy(), seed, 300):
            states.append((state.copy(), state.pack()))
            acts.append((who, code))
        last = states[-1][0].copy()
        last.apply(*acts[-1])
        final = last.pack()
        for state, packed in states:
            assert state.pack() == packed, "a copy changed when its original went on"
        for k in sorted({0, len(states) // 2, len(states) - 1}):
            again = states[k][0].copy()
            for act in acts[k:]:
                again.apply(*act)
            assert again.pack() == final
            assert states[k][0].pack() == states[k][1]
            assert again.copy().pack() == final


@pytest.mark.parametrize("game", GAMES)
def test_law_5_roll_follows_odds(game: str, checked: Callable[[str], None]) -> None:
    """Checked at every opening, and of all chance events on the way at one in 25: but at 20, or all, where they are few."""
    dice = Dice(5)
    met: list[State] = []
    for seed, start in enumerate(openings(game)):
        if start.owing() == CHANCE:
            rolls_follow_odds(start, dice)
        for state, who, _ in walk(start.copy(), seed, 300):
            if who == CHANCE:
                met.append(state.copy())
            else:
                assert state.odds() == []
    chosen = random.Random(5).sample(met, max(len(met) // 25, min(len(met), 20)))
    for state in chosen:
        rolls_follow_odds(state, dice)
    checked(f"{len(chosen)} of {len(met)} chance events")


def rolls_follow_odds(state: State, dice: Dice) -> None:
    """Many rolls of one chance event are spread as its odds say."""
    odds = state.odds()
    assert odds
    assert all(weight > 0 for _, weight in odds)
    total = sum(weight for _, weight in odds)
    rolls = 300
    seen = Counter(state.roll(dice) for _ in range(rolls))
    assert set(seen) <= {code for code, _ in odds}
    for code, weight in odds:
        share = weight / total
        spread = (rolls * share * (1 - share)) ** 0.5
        assert abs(seen[code] - rolls * share) <= 5.5 * spread + 1e-9, (name(state), code, seen[code], share)


def knowledge(state: State, seat: int) -> tuple[bytes, bytes, list[int], int]:
    view = marshal.dumps(
        state.view(seat), 2
    )  # equal for equal documents in the same order, as JSON, in a tenth of the time
    return view, state.known(seat), list(state.legal(seat)) if seat >= 0 else [], state.owing()


@pytest.mark.parametrize("game", GAMES)
def test_law_6_no_leak(game: str) -> None:
    dice = Dice(6)
    for seed, start in enumerate(openings(game)):
        for state, who, code in sample(walk(start, seed, 400), 6, seed):
            packed = state.pack()
            for seat in readers(state):
                before = knowledge(state, seat)
                for _ in range(3):
                    other = state.redeal(seat, dice)
                    assert knowledge(other, seat) == before, (name(state), seat)
                    if who != CHANCE and other.allows(who, code):
                        assert other.seen(seat, who, code) == state.seen(seat, who, code)
            assert state.pack() == packed, "redeal changed the position it was asked of"


@pytest.mark.parametrize("game", GAMES)
def test_law_6_what_is_hidden_when_it_happens_stays_out_of_the_view(game: str) -> None:
    """An event that a seat may not see leads, for that seat, to the same view whatever the event was."""
    for seed, start in enumerate(openings(game)):
        for state, who, code in sample(walk(start, seed, 300), 8, seed):
            for seat in readers(state):
                if state.seen(seat, who, code) != HIDDEN:
                    continue
                views = set()
                for other in options_of(state, who):
                    if state.seen(seat, who, other) == HIDDEN:
                        after = state.copy()
                        after.apply(who, other)
                        views.add(json.dumps(after.view(seat)))
                assert len(views) == 1, (name(state), seat, who, code)


@pytest.mark.parametrize("game", GAMES)
def test_law_6_known_and_view_tell_apart_the_same_positions(game: str) -> None:
    for seed, start in enumerate(openings(game)[:8]):
        pairs: dict[int, dict[bytes, str]] = {}
        for state, _, _ in walk(start, seed, 300):
            for seat in readers(state):
                known, view = state.known(seat), json.dumps(state.view(seat))
                assert pairs.setdefault(seat, {}).setdefault(known, view) == view
        for found in pairs.values():
            assert len(set(found.values())) == len(found), "two different known() have the same view"


def reachable(start: State, most: int) -> list[State]:
    """Every position that can follow, `start` among them; the test fails where there are more than `most`."""
    found = {start.pack(): start}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        for who in actors(state):
            for code in options_of(state, who):
                after = state.copy()
                after.apply(who, code)
                if found.setdefault(after.pack(), after) is after:
                    queue.append(after)
        assert len(found) <= most, f"more than {most} positions can follow: {name(start)} is not tiny"
    return list(found.values())


@pytest.mark.parametrize("game", GAMES)
def test_law_7_redeal_reaches_every_consistent_world(game: str, checked: Callable[[str], None]) -> None:
    """Everything that a reader may know in a tiny position or after it, and every world that fits to that."""
    starts = find(game).tiny()
    assert starts, "the game declares no tiny positions"
    dice = Dice(7)
    sizes: list[int] = []
    for start in starts:
        states = reachable(start, 2000)
        for seat in readers(start):
            worlds: dict[bytes, dict[bytes, State]] = {}
            for state in states:
                worlds.setdefault(state.known(seat), {})[state.pack()] = state
            for fitting in worlds.values():
                first = next(iter(fitting.values()))
                unreached = set(fitting)
                for _ in range(400 * len(fitting)):
                    unreached.discard(first.redeal(seat, dice).pack())
                    if not unreached:
                        break
                assert not unreached, (name(start), seat)
            sizes += map(len, worlds.values())
    checked(f"{len(sizes)} kinds of knowledge, all of them, in up to {max(sizes)} worlds")


@pytest.mark.parametrize("game", GAMES)
def test_law_9_same_seed_same_game(game: str) -> None:
    for players in seat_counts(game):
        ends = []
        for noise in (1, 2):
            random.seed(noise)
            state = opening(game, players)
            play_out(state, Dice(9), 100_000)
            ends.append(state.pack())
        assert ends[0] == ends[1]


@pytest.mark.parametrize("game", GAMES)
def test_law_11_random_play_ends_and_pays(game: str) -> None:
    low, high = find(game).payoff_sum
    for seed, start in enumerate(openings(game)):
        for repeat in range(3):
            state = start.copy()
            assert play_out(state, Dice(100 * seed + repeat), 1_000_000).ended, name(state)
            payoffs = state.payoffs()
            assert len(payoffs) == state.players
            assert all(0 <= payoff <= 1 for payoff in payoffs)
            assert low <= math.fsum(payoffs) <= high
            assert state.ending()
            assert not any(len(state.legal(seat)) for seat in range(state.players))
            assert state.odds() == []


@pytest.mark.parametrize("game", GAMES)
def test_law_12_positions_read_back_and_broken_ones_are_refused(game: str) -> None:
    for seed, start in enumerate(openings(game)):
        for state, _, _ in sample(walk(start, seed, 400), 15, seed):
            written = json.loads(json.dumps(state.to_dict()))
            again = State.from_dict(written)
            assert again.pack() == state.pack()
            for seat in readers(state):
                assert again.known(seat) == state.known(seat)
                assert list(again.legal(seat)) == list(state.legal(seat))
        if SECOND_HALF and seed % 4:
            continue
        written = json.loads(json.dumps(start.to_dict()))
        for field in written:
            missing = {key: value for key, value in written.items() if key != field}
            if field != "rules":  # a position without it is one of version 1
                with pytest.raises(BadPosition) as error:
                    State.from_dict(missing)
                assert field in str(error.value)
            for wrong in (None, "nonsense", -7, [["?"]], {"x": 1}, 10**30, True):
                try:
                    accepted = State.from_dict({**written, field: wrong})
                except BadPosition:
                    continue
                assert accepted.to_dict()[field] == wrong or wrong is None
        with pytest.raises(BadPosition):
            changed(start, surplus=1)


@pytest.mark.parametrize("game", GAMES)
def test_greedy_chooses_legally_and_only_from_what_its_seat_knows(game: str) -> None:
    greedy = find(game).greedy
    dice = Dice(14)
    for seed, start in enumerate(openings(game)):
        for state, who, _ in sample(walk(start, seed, 400), 10, seed):
            estimate = greedy.estimate(state)
            assert len(estimate) == state.players
            assert all(0 <= chance <= 1 for chance in estimate)
            if who == CHANCE:
                continue
            choice = greedy.choose(state, who, Dice(seed))
            assert choice in list(state.legal(who))
            for _ in range(3):
                assert greedy.choose(state.redeal(who, dice), who, Dice(seed)) == choice, (name(state), who)
            assert Uniform().choose(state, who, Dice(seed)) in list(state.legal(who))


@pytest.mark.parametrize("game", GAMES)
def test_words_answer_everything_from_views(game: str) -> None:
    found = find(game)
    texts = found.vocabulary.texts()
    for seed, start in enumerate(openings(game)):
        words = found.words(found.editions()[0])
        for state, who, code in sample(walk(start, seed, 400), 8, seed):
            after = state.copy()
            after.apply(who, code)
            for seat in readers(state):
                assert words.asked(state.view(seat))
                seen = state.seen(seat, who, code)
                action = None if seen == HIDDEN else found.vocabulary.text(seen)
                said = words.tell(state.view(seat), who, action, after.view(seat))
                assert all(sentence and sentence[-1] in ".!?" for sentence in said), said
                if seat == SPECTATOR:
                    continue
                legal = list(state.legal(seat))
                labels = [words.label(state.view(seat), texts[c]) for c in legal]
                assert len(set(labels)) == len(labels), f"two choices read the same: {labels}"
                assert all(words.explain(state.view(seat), texts[c]) for c in legal)
            if after.owing() == 0:
                assert words.why(after.view(SPECTATOR))


@pytest.mark.parametrize("game", GAMES)
def test_law_14_whatever_is_not_legal_has_one_reason_the_same_in_every_redeal(game: str) -> None:
    """The reasons of every code; the sentences of a few of each kind, and of some codes of every seat."""
    found = find(game)
    texts = found.vocabulary.texts()
    words = found.words(found.editions()[0])
    dice = Dice(14)
    told: Counter[str] = Counter()
    for seed, start in enumerate([*openings(game), *old_openings(game)]):
        rng = random.Random(seed)
        for state, _, _ in sample(walk(start, seed, 400), 12, seed):
            for seat in range(state.players):
                if seat not in owing(state) and rng.randrange(4):
                    continue  # the reasons of those who wait are much the same
                legal = set(state.legal(seat))
                reasons = [state.why_not(seat, code) for code in range(len(texts))]
                assert {code for code, reason in enumerate(reasons) if reason is None} == legal, name(state)
                redealt = state.redeal(seat, dice)
                assert reasons == [redealt.why_not(seat, code) for code in range(len(texts))], name(state)
                some = set(rng.sample(range(len(texts)), min(5, len(texts))))
                for code, reason in enumerate(reasons):
                    if reason is None or (told[reason.kind] > 20 and code not in some):
                        continue
                    told[reason.kind] += 1
                    refusal = found.refusal(words, state, seat, code)
                    assert refusal is not None
                    assert refusal == found.refusal(words, redealt, seat, code)
                    assert refusal[0].endswith("."), (texts[code], refusal)
                    assert refusal[1], (texts[code], refusal)
                    assert ", or " not in refusal[0], (texts[code], refusal)
    assert told


@pytest.mark.parametrize("game", GAMES)
def test_every_option_names_its_ruling_and_every_ruling_stands_in_the_rules(game: str) -> None:
    found = find(game)
    numbers = [ruling.number for ruling in found.rulings]
    assert len(set(numbers)) == len(numbers)
    for option in found.options:
        assert option.ruling in numbers
        assert option.check(option.default) == option.default
    named = set(itertools.chain.from_iterable(r.option.split(", ") for r in found.rulings if r.option))
    assert named == {option.name for option in found.options}
    assert len(found.rules_text) > 500
