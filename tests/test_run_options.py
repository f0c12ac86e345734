"""Every option of Zombie! Run for Your Lives! changes an outcome."""

import pytest
from run_table import A, B, C, front, pile, table, winner
from support import do, legal, luck, odds, opening, owing, refused

from shamble.games import find
from shamble.kernel.errors import BadOption


@pytest.mark.parametrize(
    ("composition", "symbols", "copies"), [("10x3", 10, 3), ("6x5", 6, 5), ("5x6", 5, 6), ("15x2", 15, 2)]
)
def test_composition_settles_the_deck(composition: str, symbols: int, copies: int) -> None:  # R1
    state = opening("run", 3, first="seat", composition=composition)
    expected = {f"draw {sort}{n}": copies for sort in "IZ" for n in range(1, symbols + 1)} | {"draw Z0": 3}
    assert odds(state) == expected
    assert sum(expected.values()) == 63


def test_composition_five_copies_let_a_zombie_be_blocked_at_four_opponents() -> None:
    fronts = dict.fromkeys(range(1, 5), "Z1")
    state = table(5, hands={A: "Z1"}, fronts=fronts, options={"composition": "6x5"})
    assert legal(state, A) == ["special Z1", "redraw"]


def test_min_and_max_players_narrow_the_table() -> None:  # R2
    game = find("run")
    assert game.seats_with(game.resolve_options(None)) == range(2, 8)
    assert opening("run", 2).players == 2
    with pytest.raises(BadOption, match="3 to 7"):
        game.new(2, {"min_players": 3})
    with pytest.raises(BadOption, match="2 to 5"):
        game.new(6, {"max_players": 5})


def test_first_is_drawn_by_lot_or_settled() -> None:  # R3
    by_lot = opening("run", 3)
    assert odds(by_lot) == {"first @0": 1, "first @1": 1, "first @2": 1}
    luck(by_lot, "first @2")
    assert by_lot.view(A)["turn"] == C
    assert opening("run", 3, first="seat").view(A)["turn"] == A
    assert opening("run", 3, first=2).view(A)["first"] == C
    with pytest.raises(BadOption, match="0 to 2"):
        find("run").new(3, {"first": 3})


def test_annoying_distinct_lets_several_lie_and_kill() -> None:  # R5
    places = {"hands": {A: "Z0"}, "fronts": {B: "Z1 Z2 Z3 Z0"}}
    refused(table(**places), A, "play Z0 @1", "R5")
    state = do(table(**places, options={"annoying_distinct": True}), (A, "play Z0 @1"))
    assert state.view(A)["living"] == [A, C]
    assert pile(state, "discard") == ["Z1", "Z2", "Z3", "Z0", "Z0"]
    three = table(hands={A: "Z0"}, fronts={B: "Z0 Z0"}, options={"annoying_distinct": True})
    assert front(do(three, (A, "play Z0 @1")), B) == ["Z0", "Z0", "Z0"]
    assert three.census() == opening("run", 3).census()


def test_redraw_when_no_play_at_all_asks_for_a_special_play_first_but_for_no_sacrifice() -> None:  # R8
    options = {"redraw_when": "no_play_at_all"}
    places = {"hands": {A: "I1 Z5"}, "fronts": {A: "I1", B: "Z5"}}
    assert legal(table(2, **places), A) == ["special Z5", "special I1 @1", "redraw"]
    assert legal(table(2, **places, options=options), A) == ["special Z5", "special I1 @1"]
    sacrifices = {"hands": {A: "I1 Z5"}, "fronts": {A: "I1 Z6 Z7 Z8 Z9", B: "Z5 I6 I7 I8 I9"}}
    assert legal(table(2, **sacrifices, options=options), A) == ["special Z5", "special I1 @1", "redraw"]
    one_each = {"hands": {A: "I1 Z5"}, "fronts": {A: "I1 Z6 Z7 Z8", B: "Z5 I6 I7 I8 I9"}}
    assert legal(table(2, **one_each, options=options), A) == ["special Z5", "special I1 @1"]


def test_redraw_limit_ends_the_turn_after_one() -> None:  # R9
    places = {"hands": {A: "I1"}, "fronts": {A: "I1"}, "special_used": True, "redraws": 1}
    assert legal(table(2, **places), A) == ["redraw"]
    limited = table(2, **places, options={"redraw_limit": 1})
    assert legal(limited, A) == ["pass"]
    refused(limited, A, "redraw", "R9")
    do(limited, (A, "pass"))
    assert limited.view(B)["turn"] == B


def test_sacrifice_forbidden_closes_ones_own_fifth_zombie() -> None:  # R12
    places = {"hands": {A: "Z5 I9"}, "fronts": {A: "Z1 Z2 Z3 Z4"}}
    state = do(table(**places), (A, "special Z5"))
    view = state.view(A)
    assert (view["living"], view["turn"], view["discard"]) == ([B, C], B, ["I9", "Z1", "Z2", "Z3", "Z4", "Z5"])
    assert view["phase"] == "drawing", "no draw for A: the next turn has begun"
    forbidden = table(**places, options={"sacrifice": "forbidden"})
    refused(forbidden, A, "special Z5", "R12")


def test_sacrifice_of_the_last_but_one_makes_the_other_win() -> None:  # R21
    state = do(table(2, hands={A: "Z5"}, fronts={A: "Z1 Z2 Z3 Z4"}), (A, "special Z5"))
    assert winner(state) == (B, "last")


def test_dead_hand_removed_leaves_the_game() -> None:  # R13
    places = {"hands": {A: "Z5", B: "I6 I7"}, "fronts": {B: "Z1 Z2 Z3 Z4"}}
    state = do(table(**places), (A, "play Z5 @1"))
    assert (pile(state, "discard"), pile(state, "removed")) == (["I6", "I7", "Z1", "Z2", "Z3", "Z4", "Z5"], [])
    state = do(table(**places, options={"dead_hand": "removed"}), (A, "play Z5 @1"))
    assert (pile(state, "discard"), pile(state, "removed")) == (["Z1", "Z2", "Z3", "Z4", "Z5"], ["I6", "I7"])


def test_zombie_may_decline_discards_the_card() -> None:  # R14
    places = {"zombies": (B,), "turn": B, "turned_up": "I5"}
    refused(table(**places), B, "pass", "R14")
    state = table(**places, options={"zombie_may_decline": True})
    assert legal(state, B) == ["pass", "give @0", "give @2"]
    do(state, (B, "pass"))
    assert (pile(state, "discard"), state.view(C)["turn"]) == (["I5"], C)


def test_reshuffle_on_empty_makes_the_new_deck_at_once() -> None:  # R16
    places = {"deck": "Z9", "discard": "I6 Z6", "phase": "drawing", "owed": 1}
    state = luck(table(**places), "draw Z9")
    assert (state.view(A)["deck"], len(pile(state, "discard"))) == (0, 2)
    state = luck(table(**places, options={"reshuffle": "on_empty"}), "draw Z9")
    assert (state.view(A)["deck"], len(pile(state, "discard"))) == (2, 0)


def test_max_turns_ends_the_game_as_a_draw() -> None:  # R22
    state = table(hands={A: "I1"}, turns=4, options={"max_turns": 5})
    do(state, (A, "play I1"))
    assert (owing(state), state.ending()) == ([], "turn_limit")
    assert state.payoffs() == [1 / 3] * 3
    state = do(table(hands={A: "I1"}, turns=4), (A, "play I1"))
    assert owing(state) == [-1]
