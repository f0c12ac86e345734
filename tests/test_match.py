"""The public object: what a Match promises, for every game."""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from matches import (
    actions,
    environment,
    is_one_sentence,
    movers,
    played,
    seats_of,
    settings,
    short,
    shown,
    snapshot,
    some_readers,
    some_steps,
    steps,
)  # fmt: skip
from support import GAMES, find

import shamble
from shamble.games import catalogue
from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE, HIDDEN, SPECTATOR, State
from shamble.match import Match
from shamble.replaying import replay
from shamble.seats import NAMES

HUGE = 10**5000  # longer than Python turns into text


def some_matches(game: str, chance: str = "auto") -> list[Match]:
    """The fewest and the most seats, and two sets of options."""
    chosen = settings(game)
    picked = chosen[:2] + random.Random(1).sample(chosen[2:], min(2, len(chosen) - 2))
    return [Match(game, seats, seed, options=options, chance=chance) for seed, (seats, options) in enumerate(picked)]


def usual(game: str, seed: int = 3, chance: str = "auto") -> Match:
    return Match(game, seed=seed, chance=chance, options=short(game))


def hidden_from(state: State, reader: int, who: int) -> list[int]:
    """The codes `who` may play now that `reader` would not see."""
    codes = [code for code, _ in state.odds()] if who == CHANCE else list(state.legal(who))
    return [code for code in codes if state.seen(reader, who, code) == HIDDEN]


# -- playing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_match_says_who_owes_what_and_plays_exactly_its_choices(game: str) -> None:
    texts = find(game).vocabulary.texts()
    for match in some_matches(game):
        rng = random.Random(match.seed)
        for who, action in some_steps(match, match.seed):
            assert match.result is None
            assert match.owing
            assert set(match.owing) <= set(movers(match)), "a seat owes a decision and has no choice"
            assert match.why_not(who, action) is None
            for seat in range(match.players):
                choices = match.choices(seat)
                allowed = [choice.action for choice in choices]
                assert allowed == actions(match, seat)
                assert len(set(allowed)) == len(allowed)
                assert len({choice.label for choice in choices}) == len(choices)
                assert not any("@" in choice.label for choice in choices), "a seat stands without its name"
                for text in [*allowed, *rng.sample(texts, 8)]:
                    assert (match.why_not(seat, text) is None) == (text in allowed)
                    assert is_one_sentence(match.explain(seat, text)), match.explain(seat, text)
                assert is_one_sentence(match.asked(seat))
                assert "@" not in match.asked(seat)
            assert match.choices(CHANCE) == []
        assert match.owing == ()
        assert not any(match.choices(seat) for seat in range(match.players))


@pytest.mark.parametrize("game", GAMES)
def test_play_answers_the_events_that_followed_as_its_seat_may_read_them(game: str) -> None:
    for match in some_matches(game):
        rng = random.Random(match.seed)
        while match.result is None:
            who = rng.choice(movers(match))
            action = rng.choice(actions(match, who))
            before = match.version
            events = match.play(who, f"  {action.replace(' ', '   ')} ")
            assert [event.number for event in events] == list(range(before, match.version))
            assert (events[0].who, events[0].action) == (who, action)
            assert all(event.who == CHANCE for event in events[1:])
            assert all(is_one_sentence(sentence) and "@" not in sentence for e in events for sentence in e.sentences)
        for reader in seats_of(match):
            assert len(match.events(reader)) == match.version
            told = [sentence for event in match.events(reader) for sentence in event.sentences]
            assert match.story(reader) == told
            assert told


@pytest.mark.parametrize("game", GAMES)
def test_the_result_names_the_winners_and_why(game: str) -> None:
    for match in some_matches(game):
        result = played(match, match.seed).result
        assert result is not None
        assert len(result.payoffs) == match.players
        best = max(result.payoffs)
        drawn = best < 1 and min(result.payoffs) == best
        top = tuple(s for s in range(match.players) if best > 0 and result.payoffs[s] == best)
        assert result.winners == (() if drawn else top)
        assert result.code == match.state.ending() != ""
        assert is_one_sentence(result.why.replace(". ", ", "))
        assert "@" not in result.why


@pytest.mark.parametrize("game", GAMES)
def test_views_are_json_and_may_be_changed_without_changing_the_match(game: str) -> None:
    match = usual(game)
    for _ in steps(match, 1, 30):
        for reader in seats_of(match):
            view = match.view(reader)
            text = json.dumps(view)
            assert json.loads(text) == view
            for value in view.values():
                if isinstance(value, list):
                    value.clear()
            view.clear()
            match.events(reader).clear()
            assert json.dumps(match.view(reader)) == text
            assert len(match.events(reader)) == match.version


# -- refused calls ----------------------------------------------------------------------------------------------


def refused_calls(match: Match, rng: random.Random) -> None:
    """Everything that must be refused now."""
    texts = match.game.vocabulary.texts()
    for seat in range(match.players):
        allowed = actions(match, seat)
        for text in ["dance", "", "@0", *rng.sample([text for text in texts if text not in allowed], 5)]:
            with pytest.raises(shamble.IllegalAction) as refusal:
                match.play(seat, text)
            assert is_one_sentence(str(refusal.value)), str(refusal.value)
            assert refusal.value.reason
    with pytest.raises(shamble.IllegalAction):
        match.play(CHANCE, rng.choice(texts))
    for seat in (match.players, -2, -7, True, "0", 1.0, HUGE):
        with pytest.raises(shamble.BadOption) as error:
            match.play(seat, texts[0])
        assert is_one_sentence(str(error.value))


@pytest.mark.parametrize("game", GAMES)
def test_refused_calls_change_nothing_and_use_no_luck(game: str) -> None:
    for calm, troubled in zip(some_matches(game), some_matches(game), strict=True):
        rng = random.Random(5)
        due = 0
        for who, action in steps(calm, 5):
            if troubled.version >= due:
                due = troubled.version * 5 // 4 + 1
                before = snapshot(troubled)
                refused_calls(troubled, rng)
                assert snapshot(troubled) == before
            troubled.play(who, action)
        assert troubled.record.text() == calm.record.text()
        refused_calls(troubled, rng)
        assert troubled.record.text() == calm.record.text()


@pytest.mark.parametrize("game", GAMES)
def test_why_not_has_a_reason_for_everything(game: str) -> None:
    match = usual(game)
    texts = match.game.vocabulary.texts()
    ruled = 0
    for _ in some_steps(match, 2, 12):
        for seat in range(match.players):
            unknown = match.why_not(seat, "dance \x1b[31m" + "x" * 5000)
            assert unknown is not None
            assert "is not an action of this game" in unknown.reason
            assert is_one_sentence(str(unknown))
            assert "\x1b" not in str(unknown)
            allowed = actions(match, seat)
            wrong = next(text for text in texts if text not in allowed)
            refusal = match.why_not(seat, wrong)
            assert refusal is not None
            if refusal.rule:
                ruled += 1
                assert str(refusal).endswith(f"({refusal.rule})")
    assert ruled, "no wrong action was refused by a rule"
    for text in ("dance", texts[0]):
        for seat in range(match.players):
            over = match.why_not(seat, text)
            assert over is not None
            assert over.reason == "The game is over: nothing can be played any more."


@pytest.mark.parametrize("game", GAMES)
def test_explain_and_why_not_take_whatever_is_typed(game: str) -> None:
    match = usual(game)
    for typed in ("", " ", "\x00", "dance", "é" * 300, "dance\nN", 5, None, ["x"], HUGE, -HUGE, [HUGE]):
        refusal = match.why_not(match.owing[0], typed)
        assert refusal is not None
        assert is_one_sentence(match.explain(match.owing[0], typed))


# -- luck -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_law_9_the_same_seed_makes_the_same_match_whatever_the_global_generator_does(game: str) -> None:
    for seats, options in settings(game)[1:4]:
        texts = set()
        for noise in (1, 2):
            random.seed(noise)
            match = Match(game, seats, 11, options=options)
            for _ in steps(match, 4):
                random.random()
            texts.add(match.record.text())
        assert len(texts) == 1


@pytest.mark.parametrize("game", GAMES)
def test_another_seed_makes_another_match_where_there_is_luck(game: str) -> None:
    matches = [played(usual(game, seed), 4, 60) for seed in range(6)]
    fallen = [[event for event in match.record.events if event[0] == "chance"] for match in matches]
    if any(fallen):
        assert any(one != fallen[0] for one in fallen)


@pytest.mark.parametrize("game", GAMES)
def test_without_a_seed_a_secret_one_is_drawn(game: str) -> None:
    random.seed(1)
    first = Match(game)
    random.seed(1)
    assert Match(game).seed != first.seed
    again = Match(game, seed=first.seed)
    assert again.record == first.record


# -- looking back -----------------------------------------------------------------------------------------------


def taken_back(match: Match, seat: int | None) -> bool:
    """Whether the last act could be taken back without force."""
    try:
        match.undo(seat)
    except shamble.IllegalAction:
        return False
    return True


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("chance", ["auto", "manual"])
def test_law_13_undo_returns_the_exact_earlier_position(game: str, chance: str) -> None:
    match = usual(game, 6, chance)
    for who, action in some_steps(match, 6, 10):
        seat = None if who == CHANCE else who
        before = snapshot(match)
        match.play(who, action)
        after = snapshot(match)
        since = match.record.events[before[1] + 1 :]
        if taken_back(match, seat):
            assert since == [], "undo went across chance"
        else:
            assert snapshot(match) == after, "a refused undo changed something"
            match.undo(seat, force=True)
        assert snapshot(match) == before
        match.play(who, action)
        assert snapshot(match) == after, "the same act after an undo went another way"
        match.undo(seat, force=True)
        assert snapshot(match) == before


@pytest.mark.parametrize("game", GAMES)
def test_law_13_another_act_after_an_undo_is_told_as_itself(game: str) -> None:
    match = usual(game, 6)
    tried = 0
    for who, action in some_steps(match, 6, 10):
        others = [choice.action for choice in match.choices(who) if choice.action != action]
        if not others:
            continue
        tried += 1
        match.play(who, action)
        readers = [None, *range(match.players)]
        stories = [match.story(reader) for reader in readers]
        match.undo(who, force=True)
        match.play(who, others[0])
        assert [match.story(reader) for reader in readers] == [replay(match.record).story(reader) for reader in readers]
        assert stories
        match.undo(who, force=True)
    assert tried


@pytest.mark.parametrize("game", GAMES)
def test_undo_is_refused_across_the_acts_of_others_and_across_chance(game: str) -> None:
    match = usual(game, 8)
    tried = 0
    for who, _ in steps(match, 8, 150):
        for seat in range(match.players):
            mine = [n for n, (actor, _) in enumerate(match.record.events) if actor == seat]
            if mine and any(actor != seat for actor, _ in match.record.events[mine[-1] + 1 :]):
                tried += 1
                before = match.record
                with pytest.raises(shamble.IllegalAction):
                    match.undo(seat)
                assert match.record == before
                del who
                break
    assert tried


@pytest.mark.parametrize("game", GAMES)
def test_chance_is_no_seat_to_take_back_for_where_the_engine_draws(game: str) -> None:
    match = played(usual(game, 9), 9, 20)
    before = snapshot(match)
    for force in (False, True):
        with pytest.raises(shamble.BadOption) as error:
            match.undo(CHANCE, force=force)
        assert is_one_sentence(str(error.value))
        assert "no seat" in str(error.value)
    assert snapshot(match) == before


@pytest.mark.parametrize("game", GAMES)
def test_what_was_said_to_have_fallen_is_taken_back_by_chance(game: str) -> None:
    match = Match(game, find(game).seats[-1], seed=9, chance="manual")
    for _ in steps(match, 9, 60):
        if match.version and match.record.events[-1][0] == "chance":
            break
    events = match.record.events
    assert events[-1][0] == "chance"
    match.undo(CHANCE)
    assert match.record.events == events[:-1]


@pytest.mark.parametrize("game", GAMES)
def test_undo_of_a_seat_with_force_takes_back_everything_since_its_last_act(game: str) -> None:
    match = played(usual(game, 9), 9, 40)
    history = {n: match.state_at(n).pack() for n in range(match.version + 1)}
    for seat in range(match.players):
        mine = [n for n, (actor, _) in enumerate(match.record.events) if actor == seat]
        if not mine:
            with pytest.raises(shamble.IllegalAction):
                match.undo(seat, force=True)
            continue
        match.undo(seat, force=True)
        assert match.version == mine[-1]
        assert match.state.pack() == history[match.version]
    while any(who != "chance" for who, _ in match.record.events):
        match.undo(force=True)
    with pytest.raises(shamble.IllegalAction, match="nothing to take back"):
        match.undo(force=True)


@pytest.mark.parametrize("game", GAMES)
def test_undo_is_refused_where_the_act_showed_something_hidden(game: str) -> None:
    """Whatever is taken back without force would have been possible, and have looked the same, in every world."""
    dice = Dice(12)
    match = Match(game, find(game).seats[0], 10, chance="manual")
    for who, action in some_steps(match, 10, 20):
        if who == CHANCE:
            continue
        before = match.state
        match.play(who, action)
        if not taken_back(match, who):
            match.undo(who, force=True)
            continue
        code = match.game.vocabulary.code(action)
        after = before.copy()
        after.apply(who, code)
        for reader in [*range(match.players), SPECTATOR]:
            if before.seen(reader, who, code) == HIDDEN and after.known(reader) == before.known(reader):
                continue
            for _ in range(40):
                world = before.redeal(reader, dice)
                assert world.allows(who, code)
                world.apply(who, code)
                assert world.known(reader) == after.known(reader)


@pytest.mark.parametrize("game", GAMES)
def test_state_at_answers_every_earlier_position(game: str) -> None:
    match, packs = usual(game), {}
    for _ in steps(match, 1, 12):
        packs[match.version] = match.state.pack()
    for version, pack in packs.items():
        assert match.state_at(version).pack() == pack
    for wrong in (-1, match.version + 1, HUGE):
        with pytest.raises(shamble.BadOption) as error:
            match.state_at(wrong)
        assert is_one_sentence(str(error.value))


# -- manual chance ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_under_manual_chance_nothing_is_drawn_and_everything_that_may_fall_is_offered(game: str) -> None:
    for match in some_matches(game, "manual"):
        for who, action in some_steps(match, match.seed + 20, 20):
            fallen = list(actions(match, CHANCE))
            assert fallen == [match.game.vocabulary.text(code) for code, _ in match.state.odds()]
            if who != CHANCE:
                assert fallen == []
                refusal = match.why_not(CHANCE, action)
                assert str(refusal) == "Nothing is to be drawn now."
                continue
            for seat in range(match.players):
                if action not in actions(match, seat):
                    refusal = match.why_not(seat, action)
                    assert refusal is not None
            wrong = next(text for text in match.game.vocabulary.texts() if text not in fallen)
            for typed in (wrong, "dance"):
                refusal = match.why_not(CHANCE, typed)
                assert refusal is not None
                assert is_one_sentence(str(refusal))
                assert fallen[0] in refusal.reason
                with pytest.raises(shamble.IllegalAction):
                    match.play(CHANCE, typed)
        assert match.owing == ()


@pytest.mark.parametrize("game", GAMES)
def test_a_manual_match_told_what_fell_is_the_match_that_drew_it(game: str) -> None:
    for drawn, told in zip(some_matches(game), some_matches(game, "manual"), strict=True):
        played(drawn, 3)
        for who, action in drawn.record.events:
            version = told.version
            events = told.play(CHANCE if who == "chance" else int(who), action)
            assert len(events) == 1
            assert told.version == version + 1
        assert told.state.pack() == drawn.state.pack()
        assert told.result == drawn.result
        for reader in seats_of(drawn):
            assert told.story(reader) == drawn.story(reader)


@pytest.mark.parametrize("game", GAMES)
def test_where_the_engine_draws_nobody_else_says_what_fell(game: str) -> None:
    match = usual(game)
    for text in ("dance", match.game.vocabulary.texts()[-1]):
        refusal = match.why_not(CHANCE, text)
        assert refusal is not None
        assert "drawn by the engine" in refusal.reason


# -- any position -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_match_may_begin_at_any_position(game: str) -> None:
    for match in some_matches(game, "manual"):
        for _ in steps(match, match.seed):
            if match.version % 15 == 0:
                position = json.loads(json.dumps(match.state.to_dict()))
                other = Match.at(game, position, 1, chance="manual")
                assert other.state.pack() == match.state.pack()
                assert other.options == match.options
                assert other.record.position == position
                for reader in seats_of(match):
                    assert shown(other, reader) == shown(match, reader)
                    assert other.story(reader) == []
                drawing = Match.at(game, position, 1)
                assert drawing.owing != (CHANCE,)
        ended = Match.at(game, match.state.to_dict())
        assert ended.result == match.result
        assert ended.version == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_broken_position_is_refused_by_the_name_of_its_field(game: str) -> None:
    position = usual(game).state.to_dict()
    for field in position.keys() - {"rules"}:  # a position without it is one of version 1
        with pytest.raises(shamble.BadPosition) as error:
            Match.at(game, {key: value for key, value in position.items() if key != field})
        assert field in str(error.value)
        assert is_one_sentence(str(error.value))
    for wrong in (None, [], "x", 5, {}, {"game": "chess"}, {**position, "edition": "none"}, {**position, "options": 1}):
        with pytest.raises(shamble.BadPosition) as error:
            Match.at(game, wrong)
        assert is_one_sentence(str(error.value))


# -- no leak ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_law_6_no_choice_view_question_or_refusal_tells_more_than_the_seat_may_know(game: str) -> None:
    dice = Dice(6)
    for match in some_matches(game, "manual"):
        rng = random.Random(match.seed)
        texts = match.game.vocabulary.texts()
        for _ in some_steps(match, match.seed + 30):
            for reader in some_readers(match, rng):
                redealt = match.state.redeal(SPECTATOR if reader is None else reader, dice)
                other = Match.at(game, redealt.to_dict(), 1, chance="manual")
                assert shown(other, reader) == shown(match, reader)
                if reader is not None:
                    for text in rng.sample(texts, 15):
                        assert other.explain(reader, text) == match.explain(reader, text)


@pytest.mark.parametrize("game", GAMES)
def test_law_6_a_hidden_event_is_told_alike_whatever_it_was(game: str) -> None:
    told = 0
    for match in some_matches(game, "manual"):
        rng = random.Random(match.seed)
        for who, action in steps(match, match.seed + 40, 120):
            if rng.randrange(4):
                continue
            code = match.game.vocabulary.code(action)
            for reader in some_readers(match, rng):
                codes = hidden_from(match.state, SPECTATOR if reader is None else reader, who)
                if code not in codes:
                    continue
                events = []
                for other in [code, *random.Random(told).sample(codes, min(3, len(codes)))]:
                    fork = Match.at(game, match.state.to_dict(), 1, chance="manual")
                    fork.play(who, match.game.vocabulary.text(other))
                    events.append(fork.events(reader))
                    assert fork.events(reader)[0].action is None
                assert all(one == events[0] for one in events)
                told += 1
    assert told or not hides_anything(game)


@pytest.mark.parametrize("game", GAMES)
def test_law_6_outcomes_that_are_told_apart_are_outcomes_that_show(game: str) -> None:
    """What chance says is hidden from every reader to whom two outcomes would leave the same table."""
    compared = 0
    for match in some_matches(game, "manual"):
        rng = random.Random(match.seed)
        for who, action in some_steps(match, match.seed + 60, 20):
            if who != CHANCE:
                continue
            code = match.game.vocabulary.code(action)
            other = match.game.vocabulary.code(rng.choice(actions(match, CHANCE)))
            one, two = match.state.copy(), match.state.copy()
            one.apply(CHANCE, code)
            two.apply(CHANCE, other)
            for reader in [*range(match.players), SPECTATOR]:
                if one.known(reader) == two.known(reader):
                    assert match.state.seen(reader, CHANCE, code) == match.state.seen(reader, CHANCE, other)
                    compared += 1
    assert compared or not hides_anything(game, chance_alone=True)


def hides_anything(game: str, chance_alone: bool = False) -> bool:
    """Whether something of the game (or what chance says in it) is ever hidden from a seat when it happens."""
    match = usual(game, 2, "manual")
    for who, _ in steps(match, 2):
        if (who == CHANCE or not chance_alone) and any(
            hidden_from(match.state, reader, who) for reader in range(match.players)
        ):
            return True
    return False


@pytest.mark.parametrize("game", GAMES)
def test_law_6_matches_that_differ_only_in_what_is_hidden_are_told_alike(game: str) -> None:
    """Two worlds of one reader go on with the same open events and different hidden ones: as long as the reader
    knows the same of both, it has read the same of both."""
    dice = Dice(7)
    compared = 0
    for match in some_matches(game, "manual"):
        rng = random.Random(match.seed)
        for _ in some_steps(match, match.seed + 50, 4):
            for reader in some_readers(match, rng):
                seat = SPECTATOR if reader is None else reader
                one = Match.at(game, match.state.to_dict(), 1, chance="manual")
                world = match.state.redeal(seat, dice)
                two = Match.at(game, world.to_dict(), 1, chance="manual")
                for who, action in steps(one, match.version, 12):
                    code = match.game.vocabulary.code(action)
                    if one.state.seen(seat, who, code) == HIDDEN:
                        codes = hidden_from(two.state, seat, who)
                        other = codes[dice.below(len(codes))] if codes else -1
                    else:
                        other = code
                    if other < 0 or not two.state.allows(who, other):
                        break
                    after_one, after_two = one.state.copy(), two.state.copy()
                    after_one.apply(who, code)
                    after_two.apply(who, other)
                    if after_one.known(seat) != after_two.known(seat):
                        break
                    two.play(who, match.game.vocabulary.text(other))
                    version = two.version
                    compared += 1
                    assert two.events(reader)[: version - 1] == one.events(reader)
    assert compared > 50


# -- seats, names and bad arguments -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_names_are_cleaned_and_stand_in_the_sentences(game: str) -> None:
    most = find(game).seats[-1]
    match = Match(game, most, 1, names=[f"  \x1b[31mMax\n{k} @0<b>  {'x' * 80}" for k in range(most)])
    for seat in match.seats:
        assert seat.name.startswith("31mMax")
        assert len(seat.name) <= 24
        assert seat.name.isprintable()
        assert not set(seat.name) & set("@[]<>")
        assert seat.by == "person"
    assert "31mMax" in " ".join(played(match, 1, 30).story(None))
    default = Match(game, most, 1)
    assert [seat.name for seat in default.seats] == list(NAMES[:most])


def begun(game: str) -> Match:
    """A match in which something has happened."""
    match = played(Match(game, seed=1), 1, 3)
    assert match.version
    return match


NO_SEATS: list[Any] = [0, -1, 1000, True, 2.5, "two", [], 10**4000, HUGE, -HUGE, [HUGE], "9" * 5000]
NO_EVENTS: list[Any] = [-1, 10**9, HUGE, -HUGE, True, 1.0, "1", None, [HUGE]]
BAD: list[tuple[str, Callable[[str], object]]] = [
    *((f"players {k}", lambda g, n=n: Match(g, n)) for k, n in enumerate(NO_SEATS)),
    ("no such game", lambda g: Match("chess")),
    ("game that is no text", lambda g: Match(5)),
    ("game that cannot be hashed", lambda g: Match([])),
    ("game that is a huge number", lambda g: Match(HUGE)),
    ("catalogue asked for a huge number", lambda g: shamble.game(HUGE)),
    ("catalogue asked for a list", lambda g: shamble.game([])),
    ("unknown option", lambda g: Match(g, options={"colour": "red"})),
    ("option that is no text", lambda g: Match(g, options={5: "red"})),
    ("options that are none", lambda g: Match(g, options=5)),
    ("options as a list", lambda g: Match(g, options=["a=b"])),
    ("wrong value", lambda g: Match(g, options={find(g).options[0].name: "sideways"})),
    ("huge value", lambda g: Match(g, options={find(g).options[0].name: 10**4000})),
    ("number too long to write out as value", lambda g: Match(g, options={find(g).options[0].name: HUGE})),
    ("list of such numbers as value", lambda g: Match(g, options={find(g).options[0].name: [HUGE]})),
    ("option named by such a number", lambda g: Match(g, options={HUGE: 1})),
    ("list as value", lambda g: Match(g, options={find(g).options[0].name: [1]})),
    ("unknown edition", lambda g: Match(g, edition="fourth")),
    ("edition that is no text", lambda g: Match(g, edition=5)),
    ("edition that is a huge number", lambda g: Match(g, edition=HUGE)),
    ("edition file that is not there", lambda g: Match(g, edition="nowhere/cards.toml")),
    ("edition of a folder", lambda g: Match(g, edition="/")),
    ("chance", lambda g: Match(g, chance="sometimes")),
    ("chance that is no text", lambda g: Match(g, chance=5)),
    ("seed as text", lambda g: Match(g, seed="7")),
    ("seed true", lambda g: Match(g, seed=True)),
    ("seed with a fraction", lambda g: Match(g, seed=7.0)),
    ("huge seed", lambda g: Match(g, seed=HUGE)),
    ("huge negative seed", lambda g: Match(g, seed=-HUGE)),
    ("list of a huge number as seed", lambda g: Match(g, seed=[HUGE])),
    ("huge chance", lambda g: Match(g, chance=HUGE)),
    ("huge number as a name", lambda g: Match(g, find(g).seats[0], names=[HUGE] * find(g).seats[0])),
    ("huge number as a bot", lambda g: Match(g, find(g).seats[0], by=[HUGE] * find(g).seats[0])),
    ("text as names", lambda g: Match(g, find(g).seats[0], names="A" * find(g).seats[0])),
    ("too many names", lambda g: Match(g, names=["A"] * 40)),
    ("names that are none", lambda g: Match(g, names=5)),
    ("empty name", lambda g: Match(g, find(g).seats[0], names=["\x00@"] * find(g).seats[0])),
    ("too many bots", lambda g: Match(g, by=["greedy"] * 40)),
    ("bot that is no text", lambda g: Match(g, find(g).seats[0], by=[None] * find(g).seats[0])),
    ("view of a seat too far", lambda g: Match(g).view(99)),
    ("view of no seat", lambda g: Match(g).view("me")),
    ("story of chance", lambda g: Match(g).story(CHANCE)),
    ("choices of a huge seat", lambda g: Match(g).choices(HUGE)),
    ("undo of a huge seat", lambda g: Match(g).undo(HUGE)),
    *((f"act {k}", lambda g, n=n: begun(g).act(n)) for k, n in enumerate(NO_EVENTS)),
    *((f"coded act {k}", lambda g, n=n: begun(g).coded_act(n)) for k, n in enumerate(NO_EVENTS)),
    *((f"state at {k}", lambda g, n=n: begun(g).state_at(n)) for k, n in enumerate(NO_EVENTS)),
    ("act of a match without events", lambda g: Match(g, chance="manual").act(0)),
    ("undo of true", lambda g: Match(g).undo(True)),
    ("undo of a seat too far", lambda g: Match(g).undo(99)),
]  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("call", [call for _, call in BAD], ids=[name for name, _ in BAD])
def test_a_bad_argument_is_refused_with_one_sentence(game: str, call: Callable[[str], object]) -> None:
    with pytest.raises(shamble.ShambleError) as error:
        call(game)
    assert not isinstance(error.value, shamble.IllegalAction)
    assert is_one_sentence(str(error.value)), str(error.value)


@pytest.mark.parametrize("game", GAMES)
def test_numbers_and_options_may_be_given_as_typed(game: str) -> None:
    found = find(game)
    seats = found.seats[0]
    assert Match(game, str(seats)).players == seats
    for option in found.options:
        for value in option.choices:
            if value != option.default and option.name not in ("min_players", "max_players"):
                assert found.resolve_options({option.name: f" {str(value).upper()} "}) == found.resolve_options(
                    {option.name: value}
                )


def test_the_catalogue_tells_what_there_is() -> None:
    for game in shamble.games():
        assert shamble.game(game.code) is game
        assert game.title
        assert is_one_sentence(game.about)
        assert game.default_seats in game.seats_with(game.resolve_options(None))
        assert game.editions()
        for option in game.options:
            assert option.meaning
            assert option.allowed()


@pytest.mark.parametrize(
    "first", ["import shamble.games", "from shamble.games import find", "shamble.Match", "shamble"]
)
def test_the_catalogue_is_called_alike_whatever_was_imported_before(first: str) -> None:
    script = f"import shamble; {first}; print([game.code for game in shamble.games()]); from shamble.games import find"
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment(), check=False, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == f"{[game.code for game in catalogue()]}\n"


def test_every_public_name_is_there() -> None:
    for name in shamble.__all__:
        assert getattr(shamble, name) is not None
    with pytest.raises(AttributeError):
        _ = shamble.nothing
