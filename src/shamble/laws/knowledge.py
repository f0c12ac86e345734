"""What is known: nothing leaks, everything consistent can be dealt again, bots use what their seat knows alone."""

import json
import marshal
from collections.abc import Callable

from shamble.games import find
from shamble.kernel.dice import Dice
from shamble.kernel.policy import Uniform
from shamble.kernel.state import CHANCE, HIDDEN, State
from shamble.laws.walking import name, openings, options_of, reachable, readers, sample, walk


def knowledge(state: State, seat: int) -> tuple[bytes, bytes, list[int], int]:
    """All that a seat may know, in a form that compares."""
    view = marshal.dumps(
        state.view(seat), 2
    )  # equal for equal documents in the same order, as JSON, in a tenth of the time
    return view, state.known(seat), list(state.legal(seat)) if seat >= 0 else [], state.owing()


def test_law_6_no_leak(game: str) -> None:
    """What a seat sees, knows and may do is the same in every world that it cannot tell from this one."""
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


def test_law_6_known_and_view_tell_apart_the_same_positions(game: str) -> None:
    """`known` and `view` are the same knowledge: equal where the other is."""
    for seed, start in enumerate(openings(game)[:8]):
        pairs: dict[int, dict[bytes, str]] = {}
        for state, _, _ in walk(start, seed, 300):
            for seat in readers(state):
                known, view = state.known(seat), json.dumps(state.view(seat))
                assert pairs.setdefault(seat, {}).setdefault(known, view) == view
        for found in pairs.values():
            assert len(set(found.values())) == len(found), "two different known() have the same view"


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


def test_greedy_chooses_legally_and_only_from_what_its_seat_knows(game: str) -> None:
    """The quick bot plays what is legal, and the same in every redeal; its estimates are chances."""
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
