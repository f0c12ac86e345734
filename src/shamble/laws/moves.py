"""What happens: nothing is lost, exactly what is legal is accepted, luck is as its odds, games end and pay."""

import json
import math
import random
from collections import Counter
from collections.abc import Callable

import pytest

from shamble.games import find
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadPosition, IllegalAction
from shamble.kernel.playout import play_out
from shamble.kernel.state import CHANCE, State
from shamble.laws.walking import (
    SPARSE,
    changed,
    name,
    opening,
    openings,
    options_of,
    owing,
    readers,
    sample,
    seat_counts,
    walk,
)


def test_law_1_conservation(game: str) -> None:
    """No component comes from nowhere and none gets lost: the census never changes."""
    for seed, start in enumerate(openings(game)):
        census = start.census()
        for state, who, code in walk(start, seed, 400):
            assert state.census() == census, (name(state), who, code)


def test_law_2_exactly_the_legal_codes_are_accepted(game: str) -> None:
    """`legal`, `allows` and `apply` agree; what is not legal changes no byte."""
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


def test_law_3_texts_parse_back(game: str) -> None:
    """Every code has one text, and every text one code."""
    vocabulary = find(game).vocabulary
    texts = vocabulary.texts()
    assert len(set(texts)) == len(texts)
    for code, text in enumerate(texts):
        assert vocabulary.code(text) == code
        assert vocabulary.text(code) == text
        assert text == " ".join(text.split())


def test_law_4_copies_are_independent_and_replay(game: str) -> None:
    """A copy stays as it was when its original goes on, and leads to the same end by the same acts."""
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


def test_law_5_roll_follows_odds(game: str, checked: Callable[[str], None]) -> None:
    """Checked at every opening, and of all chance events on the way at one in 25: but at 20, or all, where few."""
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


def test_law_9_same_seed_same_game(game: str) -> None:
    """Nothing but the dice decides: the same seed is the same game."""
    for players in seat_counts(game):
        ends = []
        for noise in (1, 2):
            random.seed(noise)
            state = opening(game, players)
            play_out(state, Dice(9), 100_000)
            ends.append(state.pack())
        assert ends[0] == ends[1]


def test_law_11_random_play_ends_and_pays(game: str) -> None:
    """Random play comes to an end that is named and pays what the game declares."""
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


def test_law_12_positions_read_back_and_broken_ones_are_refused(game: str) -> None:
    """A position reads back as it was, and so does every deal of what a seat cannot know, which is a possible one.
    A position that lacks a field or holds nonsense is refused."""
    dice = Dice(12)
    for seed, start in enumerate(openings(game)):
        for state, _, _ in sample(walk(start, seed, 400), 15, seed):
            written = json.loads(json.dumps(state.to_dict()))
            again = State.from_dict(written)
            assert again.pack() == state.pack()
            for seat in readers(state):
                assert again.known(seat) == state.known(seat)
                dealt = state.redeal(seat, dice)
                assert State.from_dict(json.loads(json.dumps(dealt.to_dict()))).pack() == dealt.pack(), (
                    "an impossible deal"
                )
                assert list(again.legal(seat)) == list(state.legal(seat))
        if SPARSE and seed % 4:
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
