"""Hypothesis plays: every sequence of legal play, wrong tries, undo, copies, saving and dealing again keeps the laws."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from matches import actions, movers, snapshot
from matches import settings as set_ups
from support import GAMES, readers

import shamble
from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE, SPECTATOR, State
from shamble.match import Match
from shamble.record import Record
from shamble.replaying import replay

NUMBERS = st.integers(0, 10**6)  # reduced to a choice by what remains after division


class Table(RuleBasedStateMachine):
    """One match of `game`, and all its earlier positions as the machine remembers them."""

    game = ""

    @initialize(number=NUMBERS, seed=NUMBERS, manual=st.booleans())
    def sit_down(self, number: int, seed: int, manual: bool) -> None:
        chosen = set_ups(self.game)
        seats, options = chosen[number % len(chosen)]
        self.match = Match(self.game, seats, seed, options=options, chance="manual" if manual else "auto")
        self.census = self.match.state.census()
        self.packs = [self.match.state_at(n).pack() for n in range(self.match.version + 1)]

    def over(self) -> bool:
        return self.match.result is not None

    # -- what may happen ----------------------------------------------------------------------------------------

    @precondition(lambda self: not self.over())
    @rule(picks=st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=12))
    def play(self, picks: list[tuple[int, int]]) -> None:
        for who, what in picks:
            if self.over():
                return
            mover = movers(self.match)[who % len(movers(self.match))]
            allowed = actions(self.match, mover)
            first = self.match.version
            events = self.match.play(mover, allowed[what % len(allowed)])
            assert [event.number for event in events] == list(range(first, self.match.version))
            self.packs += [self.match.state_at(n).pack() for n in range(first + 1, self.match.version + 1)]

    @rule(who=NUMBERS, what=NUMBERS)
    def try_something_wrong(self, who: int, what: int) -> None:
        texts = self.match.game.vocabulary.texts()
        seat = (who % (self.match.players + 1)) - 1
        text = texts[what % len(texts)]
        if text in actions(self.match, seat):
            return
        before = snapshot(self.match)
        refusal = self.match.why_not(seat, text)
        assert refusal is not None
        with pytest.raises(shamble.IllegalAction) as error:
            self.match.play(seat, text)
        assert error.value.reason == refusal.reason
        assert snapshot(self.match) == before

    @rule(who=NUMBERS, force=st.booleans())
    def take_back(self, who: int, force: bool) -> None:
        seat = (None, *range(self.match.players))[who % (self.match.players + 1)]
        before = snapshot(self.match)
        try:
            self.match.undo(seat, force=force)
        except shamble.IllegalAction:
            assert snapshot(self.match) == before
        else:
            assert self.match.version < before[1]
            del self.packs[self.match.version + 1 :]

    @rule()
    def save_and_load(self) -> None:
        before = snapshot(self.match)
        self.match = replay(Record.from_dict(json.loads(self.match.record.text())))
        assert snapshot(self.match) == before

    @rule()
    def read_back(self) -> None:
        state = self.match.state
        again = State.from_dict(json.loads(json.dumps(state.to_dict())))
        assert again.pack() == state.pack()
        for reader in readers(state):
            assert again.known(reader) == state.known(reader)

    @rule(seed=NUMBERS)
    def play_on_in_a_copy(self, seed: int) -> None:
        before = snapshot(self.match)
        copy, dice = self.match.state.copy(), Dice(seed)
        for _ in range(20):
            owing = copy.owing()
            if owing == 0:
                break
            seat = CHANCE if owing == CHANCE else owing.bit_length() - 1
            codes = list(copy.legal(seat)) if seat >= 0 else []
            copy.apply(seat, codes[dice.below(len(codes))] if codes else copy.roll(dice))
        assert snapshot(self.match) == before

    @rule(seed=NUMBERS, who=NUMBERS)
    def deal_again(self, seed: int, who: int) -> None:
        state = self.match.state
        reader = (SPECTATOR, *range(state.players))[who % (state.players + 1)]
        before = snapshot(self.match)
        world = state.redeal(reader, Dice(seed))
        assert snapshot(self.match) == before
        assert world.known(reader) == state.known(reader)
        assert world.view(reader) == state.view(reader)
        assert world.census() == self.census
        assert State.from_dict(world.to_dict()).pack() == world.pack()

    # -- what always holds --------------------------------------------------------------------------------------

    @invariant()
    def nothing_is_lost(self) -> None:
        assert self.match.state.census() == self.census

    @invariant()
    def a_result_stands_exactly_when_it_is_over(self) -> None:
        match = self.match
        assert (match.result is not None) == (match.owing == ()) == (match.state.ending() != "")
        assert (match.owing == ()) == (movers(match) == [])

    @invariant()
    def whoever_owes_has_a_choice(self) -> None:
        for who in self.match.owing:
            assert actions(self.match, who)
        assert CHANCE not in self.match.owing or self.match.chance == "manual"

    @invariant()
    def the_past_stands(self) -> None:
        version = self.match.version
        assert len(self.packs) == version + 1
        for n in {0, version // 2, max(0, version - 1), version}:
            assert self.match.state_at(n).pack() == self.packs[n]


def machine(game: str) -> type[Table]:
    return type(f"Table of {game}", (Table,), {"game": game})


@pytest.mark.parametrize("game", GAMES)
def test_every_course_of_events_keeps_the_laws(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    checks: Any = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    run_state_machine_as_test(
        machine(game),
        settings=settings(
            max_examples=25, stateful_step_count=20, deadline=None, derandomize=True, database=None,
            suppress_health_check=checks,
        ),
    )  # fmt: skip
