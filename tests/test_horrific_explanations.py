"""Horrific: what is said of a choice before it is made has its numbers, and they come true."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from horrific_scenes import GAME, WORDS, scene
from support import do, legal, owing, walk

from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE, State

HOUSES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {"characters": "maal,huati,dela"}),
    (4, {"declare": "after_deny", "characters": "doktor,vladimir,dela,bones"}),
    (3, {"deny_sweep": "own_turn", "gimping": "off", "characters": "dela,huati,doktor"}),
    (2, {"trust_cap": 30, "fizzle": True}),
)


def told(state: State, seat: int, text: str) -> str:
    assert text in legal(state, seat)
    return str(WORDS.explain(state.view(seat), text))


def choices() -> Iterator[tuple[State, int, str, str]]:
    """The choices of some random games, each with a copy of its position, its seat and what is said of it."""
    for number, (players, options) in enumerate(HOUSES):
        for seed in range(4):
            rng = random.Random(seed)
            for state, who, _ in walk(GAME.new(players, options), 10 * number + seed, 900):
                if who == CHANCE or rng.random() > 0.3:
                    continue
                text = rng.choice(legal(state, who))
                yield state.copy(), who, text, told(state, who, text)


def settled(state: State) -> int:
    """Let everybody pass; how many were asked."""
    asked = 0
    while state.view(0)["phase"] == "denying":
        do(state, (owing(state)[0], "pass"))
        asked += 1
    return asked


def number(pattern: str, said: str) -> int | None:
    found = re.search(pattern, said)
    return int(found[1]) if found else None


def test_every_choice_is_told_with_a_number_besides_those_of_rulings() -> None:
    verbs: Counter[str] = Counter()
    for _, _, text, said in choices():
        assert re.search(r"\d", re.sub(r"\((R\d+(, )?)+\)", "", said)), (text, said)
        verbs[text.split()[0]] += 1
    assert set(verbs) == {text.split()[0] for text in GAME.vocabulary.texts()} - {"character", "first", "draw"}


def test_what_is_told_comes_true() -> None:
    checked: Counter[str] = Counter()
    for state, seat, text, said in choices():
        check = TRUE.get(text.split()[0])
        if check is not None:
            checked[text.split()[0]] += check(state, seat, text, said)
    assert all(checked[verb] > 10 for verb in TRUE), checked


def trust_comes_true(state: State, said: str, seat: int) -> int:
    """The Trust of every seat of whom it is told, once nobody denies the card."""
    promised = {seat: number(r"You have (\d+) Trust then", said)}
    for other in range(state.players):
        if other != seat:
            promised[other] = number(rf"@{other} has (\d+) Trust then", said)
    settled(state)
    if state.view(seat)["play"] is not None or all(trust is None for trust in promised.values()):
        return 0
    after = state.view(seat)
    for other, trust in promised.items():
        assert trust in (None, after["trust"][other]), (said, other, after["trust"])
    for other in range(state.players):
        if f"@{other} is gimped" in said:
            assert other in after["gimped"]
    return 1


def play(state: State, seat: int, text: str, said: str) -> int:
    do(state, (seat, text))
    after = state.view(seat)
    assert number(r"Plays left from your hand then: (\d+)", said) == after["base"]
    assert (number(r", (\d+) by Power\.", said) or 0) == after["power"]
    if after["phase"] == "denying" and after["play"]["on"] is None:
        asked = settled(state.copy())
        assert asked == number(r"(\d+) opponents? (?:is|are) asked", said)
    return 1 + trust_comes_true(state, said, seat)


def target(state: State, seat: int, text: str, said: str) -> int:
    do(state, (seat, text))
    left = re.search(r"@(\d) has (\d+) cards? left in the Reserve then, and (\d+) cards? on the Mound", said)
    if not left:
        return trust_comes_true(state, said, seat)
    settled(state)
    after, rival = state.view(seat), int(left[1])
    if after["play"] is not None:
        return 0
    assert len(after["reserve"][rival]) + len(after["down"][rival]) == int(left[2])
    assert len(after["mound"][rival]) == int(left[3])
    return 1


def mode(state: State, seat: int, text: str, said: str) -> int:
    do(state, (seat, text))
    settled(state)
    after = state.view(seat)
    if after["play"] is not None:
        return 0
    if text == "mode power":
        assert number(r"(\d+) by Power in all", said) == after["power"]
    if text == "mode influence":
        assert number(r"have (\d+) then", said) == after["trust"][seat]
    return 1


def passed(state: State, seat: int, text: str, said: str) -> int:
    windows = len(state.view(seat)["windows"])
    do(state, (seat, text))
    asked = 0
    while state.view(seat)["phase"] == "denying" and len(state.view(seat)["windows"]) == windows:
        do(state, (owing(state)[0], "pass"))
        asked += 1
    assert asked == number(r"After you (\d+) opponents? (?:is|are) asked", said)
    return 1


def deny(state: State, seat: int, text: str, said: str) -> int:
    do(state, (seat, text))
    after = state.view(seat)
    assert number(r"(\d+) in hand", said) == after["hand"].count("DN")
    assert number(r"(\d+) in your Reserve", said) == (after["reserve"][seat] + after["down"][seat]).count("DN")
    return 1


def lay(state: State, seat: int, text: str, said: str) -> int:
    do(state, (seat, text))
    after = state.view(seat)
    lays = sum(choice.startswith("lay") for choice in legal(state, seat))
    left = number(r"Lays left then: (\d)", said)
    assert left == (1 if after["hand_played"] else 2) - after["laid"]
    assert left or not lays
    lying = after["reserve"][seat] + after["down"][seat]
    assert number(r"Reserve then has (\d+) of the type", said) in (None, lying.count(text.split()[1]))
    assert number(r"of the type, (\d+) in all", said) in (None, len(lying))
    assert number(r"Mound then has (\d+) card", said) in (None, len(after["mound"][seat]))
    return 1


def turn_up(state: State, seat: int, text: str, said: str) -> int:
    kind = state.view(seat)["down"][seat][int(text.split()[1]) - 1]
    do(state, (seat, text))
    assert number(r"in your Reserve then: (\d) of the type", said) == state.view(seat)["reserve"][seat].count(kind)
    return 1


def end_play(state: State, seat: int, text: str, said: str) -> int:
    mound = len(state.view(seat)["mound"][seat])
    do(state, (seat, text))
    assert number(r"Cards of yours: (\d+)", said) == len(state.view(seat)["mound"][seat]) - mound
    return 1


def end_lay(state: State, seat: int, text: str, said: str) -> int:
    before = state.view(seat)
    do(state, (seat, text))
    after = state.view(seat)
    assert number(r"have (\d+) then \(R28", said) == after["trust"][seat]
    assert number(r"You lose (\d+) Trust", said) == before["trust"][seat] - after["trust"][seat]
    assert (number(r"(\d+) of them leave", said) or 0) == len(before["living"][seat]) - len(after["living"][seat])
    holding = sum(goal["min"] <= goal["now"] <= goal["max"] for goal in after["goals"][seat])
    assert number(r"that hold then: (\d+) of", said) == holding
    assert ("you win" in said) == (after["winner"] == seat)
    dice, drawn = Dice(1), 0
    while state.owing() == CHANCE and state.view(seat)["turn"] == seat:
        state.apply(CHANCE, state.roll(dice))
        drawn += 1
    assert number(r"You draw (\d+) card", said) in (drawn, None)
    return 1


TRUE: dict[str, Callable[[State, int, str, str], int]] = {
    "play": play,
    "on": target,
    "against": target,
    "destroy": target,
    "mode": mode,
    "pass": passed,
    "deny": deny,
    "lay": lay,
    "lay_discard": lay,
    "turn_up": turn_up,
    "end_play": end_play,
    "end_lay": end_lay,
}


def test_r4_the_cap_of_trust_is_told() -> None:
    capped = scene("bones,dela", {"trust_cap": 30}, hands={0: ["GW"]}, trust=[29, 5])
    assert "You have 30 Trust then." in told(capped, 0, "play GW")
    assert "You have 31 Trust then." in told(scene("bones,dela", hands={0: ["GW"]}, trust=[29, 5]), 0, "play GW")


def test_r29_a_curse_that_gimps_says_so() -> None:
    for gimping in ("on", "off"):
        state = scene("dela,bones", {"gimping": gimping}, hands={0: ["GC"]}, living={0: ["D3"]}, trust=[15, 3])
        said = told(do(state, (0, "play GC")), 0, "on D3")
        assert "@1 has 0 Trust then." in said
        assert ("@1 is gimped by it (R29)." in said) == (gimping == "on")


def test_r31_who_will_leave_is_told_before_the_person_is_taken_and_at_the_end() -> None:
    state = do(scene("vladimir,dela", hands={0: ["CP"]}, trust=[10, 15]), (0, "play CP"))
    assert "with Loyalty 10 Bishop leaves (R31)" in told(state, 0, "on V1")
    assert "with Loyalty 9 Mayor stays (R31)" in told(state, 0, "on V2")
    do(state, (0, "on V1"), (0, "end_play"))
    assert told(state, 0, "end_lay").startswith(
        "You lose 1 Trust for your Living Minions and have 9 then (R28, R30); 1 of"
    )


def test_r32_a_victory_is_told() -> None:
    state = do(scene("bones,dela", undead={0: ["B3", "B4", "B5", "B7", "B10"]}), (0, "end_play"))
    assert "that hold then: 1 of 1 (R32), so you win." in told(state, 0, "end_lay")
    do(state, (0, "end_lay"))
    assert state.ending() == "bones"
