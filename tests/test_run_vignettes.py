"""The vignettes of the rulings page of Zombie! Run for Your Lives!, by their numbers.

Seats A, B, C are 0, 1, 2; symbols a, b, c … are 1, 2, 3 …; the annoying zombie is Z0.
"""

import pytest
from run_table import A, B, C, front, pile, table, winner
from support import code, do, legal, luck, opening, owing, refused

from shamble.games import find
from shamble.kernel.dice import Dice
from shamble.kernel.errors import IllegalAction
from shamble.kernel.state import CHANCE, SPECTATOR, State


def plays(state: State, seat: int, verb: str = "play") -> list[str]:
    return [text for text in legal(state, seat) if text.split()[0] == verb]


# -- setup and normal play -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "left"), [(2, 55), (3, 51), (4, 47), (5, 43), (6, 39), (7, 35)])
def test_v1_four_cards_each_then_the_first_player_draws(players: int, left: int) -> None:
    state = opening("run", players, first="seat")
    dice = Dice(1)
    while state.view(A)["phase"] == "dealing":
        state.apply(CHANCE, state.roll(dice))
    view = state.view(A)
    assert (view["phase"], view["deck"], view["held"]) == ("drawing", left, [4] * players)
    state.apply(CHANCE, state.roll(dice))
    assert state.view(A)["held"] == [5] + [4] * (players - 1)
    assert state.view(A)["deck"] == left - 1
    assert sum(state.census().values()) == 63


def test_v3_seven_normal_plays_and_neither_redraw_nor_pass() -> None:
    state = table(hands={A: "I1 Z2 Z3 I4 I5"})
    assert plays(state, A) == [
        "play I1",
        "play I4",
        "play I5",
        "play Z2 @1",
        "play Z2 @2",
        "play Z3 @1",
        "play Z3 @2",
    ]
    refused(state, A, "redraw", "R8")
    refused(state, A, "pass", "R7")


def test_v5_no_zombie_on_oneself_no_item_on_another_no_card_one_does_not_hold() -> None:
    state = table(hands={A: "I1 Z2 Z3 I4 I5"})
    refused(state, A, "play Z2 @0", "R4")
    refused(state, A, "play I8", "book")
    vocabulary = find("run").vocabulary
    assert vocabulary.code("play I1 @1") == -1, "an item is never played before another: there is no such text"


def test_v6_a_zombie_reaches_a_player_who_is_no_neighbour() -> None:  # R4
    state = do(table(4, hands={A: "I1 Z2"}), (A, "play Z2 @2"))
    assert front(state, C) == ["Z2"]
    assert state.view(A)["turn"] == B


def test_v8_no_second_item_with_the_same_face() -> None:
    refused(table(hands={A: "I2 Z3"}, fronts={A: "I2"}), A, "play I2", "R5")


def test_v10_a_zombie_cancels_its_item() -> None:  # R6
    state = do(table(hands={A: "Z2"}, fronts={B: "I2"}), (A, "play Z2 @1"))
    assert front(state, B) == []
    assert pile(state, "discard") == ["I2", "Z2"]


def test_v11_the_annoying_zombie_cancels_nothing() -> None:  # R6
    state = do(table(hands={A: "Z0"}, fronts={B: "I1 I2 I3"}), (A, "play Z0 @1"))
    assert front(state, B) == ["I1", "I2", "I3", "Z0"]
    assert pile(state, "discard") == []


def test_v13_a_zombie_player_receives_no_zombie() -> None:
    refused(table(hands={A: "Z1"}, zombies=(B,)), A, "play Z1 @1", "R4")


# -- winning and dying -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zombies", ["", " Z0 Z6 Z7 Z8"])
def test_v15_the_fifth_item_wins_with_whatever_zombies_beside_it(zombies: str) -> None:
    state = do(table(hands={A: "I5"}, fronts={A: "I1 I2 I3 I4" + zombies}), (A, "play I5"))
    assert winner(state) == (A, "items")


def test_v16_a_fifth_item_that_cancels_does_not_win() -> None:  # R6
    state = do(table(hands={A: "I5"}, fronts={A: "I1 I2 I3 I4 Z5"}), (A, "play I5"))
    assert front(state, A) == ["I1", "I2", "I3", "I4"]
    assert pile(state, "discard") == ["I5", "Z5"]
    assert owing(state) == [CHANCE]


def test_v18_a_fifth_zombie_that_cancels_does_not_kill() -> None:  # R6
    state = do(table(hands={A: "Z5"}, fronts={B: "Z1 Z2 Z3 Z4 I5"}), (A, "play Z5 @1"))
    assert front(state, B) == ["Z1", "Z2", "Z3", "Z4"]
    assert B in state.view(A)["living"]


def test_v20_of_two_the_survivor_wins_without_an_item() -> None:  # R18
    state = do(table(2, hands={A: "Z5", B: "I1 I2"}, fronts={B: "Z1 Z2 Z3 Z4"}), (A, "play Z5 @1"))
    assert winner(state) == (A, "last")
    assert pile(state, "discard") == ["I1", "I2", "Z1", "Z2", "Z3", "Z4", "Z5"]


def test_v21_the_last_one_living_wins_before_any_further_turn() -> None:  # R18
    state = table(hands={A: "Z5"}, fronts={B: "Z1 Z2 Z3 Z4"}, zombies=(C,))
    turns = state.view(A)["turns"]
    do(state, (A, "play Z5 @1"))
    assert winner(state) == (A, "last")
    assert state.view(A)["turns"] == turns


# -- the Special Rule ------------------------------------------------------------------------------------------------


def test_v23_a_special_item_then_a_draw_then_the_turn_goes_on() -> None:
    state = do(table(hands={A: "I2 Z3"}), (A, "special I2 @2"))
    assert front(state, C) == ["I2"]
    assert state.view(A)["phase"] == "drawing"
    luck(state, "draw Z7")
    view = state.view(A)
    assert (view["turn"], view["phase"], view["hand"], view["special_used"]) == (A, "playing", ["Z3", "Z7"], True)
    refused(state, A, "special Z3", "R11")


def test_v25_a_special_item_cancels_a_zombie() -> None:
    state = do(table(hands={A: "I1"}, fronts={B: "Z1 Z2"}), (A, "special I1 @1"))
    assert front(state, B) == ["Z2"]
    assert pile(state, "discard") == ["I1", "Z1"]


def test_v26_a_special_zombie_cancels_ones_own_item() -> None:
    state = do(table(hands={A: "Z1 I3"}, fronts={A: "I1"}), (A, "special Z1"))
    assert front(state, A) == []
    assert pile(state, "discard") == ["I1", "Z1"]
    assert state.view(A)["phase"] == "drawing"
    luck(state, "draw I9")
    assert state.view(A)["hand"] == ["I3", "I9"]


def test_v28_no_special_item_for_a_zombie_player() -> None:
    refused(table(hands={A: "I1"}, zombies=(B,)), A, "special I1 @1", "R11")


def test_v30_the_fifth_item_given_by_the_special_rule_wins_for_its_receiver() -> None:  # R12, R17
    places = {"hands": {A: "I5"}, "fronts": {B: "I1 I2 I3 I4"}}
    state = do(table(**places), (A, "special I5 @1"))
    assert winner(state) == (B, "items")
    refused(table(**places, options={"sacrifice": "forbidden"}), A, "special I5 @1", "R12")


@pytest.mark.parametrize("sacrifice", ["allowed", "forbidden"])
def test_v31_a_fifth_zombie_that_cancels_is_no_sacrifice(sacrifice: str) -> None:  # R12
    state = table(hands={A: "Z5"}, fronts={A: "Z1 Z2 Z3 Z4 I5"}, options={"sacrifice": sacrifice})
    do(state, (A, "special Z5"))
    assert front(state, A) == ["Z1", "Z2", "Z3", "Z4"]
    assert A in state.view(A)["living"]
    assert state.view(A)["phase"] == "drawing"


# -- the redraw ------------------------------------------------------------------------------------------------------

BLOCKED = {"hands": {A: "I1 I1 I2 Z3 Z4"}, "fronts": {A: "I1 I2", B: "Z3 Z4"}}


def test_v33_a_hand_without_a_play_is_redrawn() -> None:
    state = table(2, **BLOCKED, special_used=True)
    assert legal(state, A) == ["redraw"]
    for text in ("play I1", "play I2", "play Z3 @1", "play Z4 @1"):
        refused(state, A, text, "R5")
    do(state, (A, "redraw"))
    assert pile(state, "discard") == ["I1", "I1", "I2", "Z3", "Z4"]
    assert (state.view(A)["held"][A], state.view(A)["owed"]) == (0, 5)


def test_v35_the_special_rule_stays_a_choice_beside_the_redraw() -> None:  # R8
    specials = ["special Z3", "special Z4", "special I1 @1", "special I2 @1"]
    assert legal(table(2, **BLOCKED), A) == [*specials, "redraw"]
    strict = table(2, **BLOCKED, options={"redraw_when": "no_play_at_all"})
    assert legal(strict, A) == specials
    refused(strict, A, "redraw", "R8")
    refused(strict, A, "pass", "R8")


def test_v36_a_redraw_may_follow_a_redraw_across_a_reshuffle() -> None:  # R9
    deck = "I1 I2 I2 Z3 Z4 I5 I6 Z6"
    state = table(2, **BLOCKED, deck=deck, special_used=True, options={"composition": "6x5"})
    do(state, (A, "redraw"))
    luck(state, "draw I1", "draw I2", "draw I2", "draw Z3", "draw Z4")
    assert legal(state, A) == ["redraw"]
    do(state, (A, "redraw"))
    luck(state, "draw I5", "draw I6")
    assert (len(pile(state, "discard")), state.view(A)["deck"]) == (10, 1)
    luck(state, "draw Z6")
    assert (len(pile(state, "discard")), state.view(A)["deck"]) == (0, 10)
    luck(state, "draw I1", "draw Z4")
    assert state.view(A)["hand"] == ["I1", "I5", "I6", "Z4", "Z6"]
    assert (state.view(A)["redraws"], state.view(A)["phase"]) == (2, "playing")


def test_v38_where_nothing_can_ever_be_played_the_turn_is_passed() -> None:  # R10
    state = table(
        2, hands={A: "I1 I1 Z3", B: "I7"}, fronts={A: "I1", B: "Z3"}, deck="", discard="Z3", special_used=True
    )
    assert legal(state, A) == ["pass"]
    refused(state, A, "redraw", "R10")
    do(state, (A, "pass"))
    assert (state.view(B)["turn"], state.view(B)["phase"]) == (B, "drawing")


# -- the deck --------------------------------------------------------------------------------------------------------


def test_v40_the_last_card_is_drawn_and_nothing_reshuffled_yet() -> None:  # R16
    state = table(hands={A: "I1 I2 I3 I4"}, deck="Z9", discard="I6 Z6", phase="drawing", owed=1)
    luck(state, "draw Z9")
    assert (state.view(A)["deck"], pile(state, "discard")) == (0, ["I6", "Z6"])


def test_v41_without_any_card_left_the_draw_is_skipped() -> None:  # R16
    state = table(hands={A: "I1 I2", B: "I5 I6 Z7 Z8"}, deck="")
    do(state, (A, "play I1"))
    view = state.view(B)
    assert (view["turn"], view["phase"], view["held"][B]) == (B, "playing", 4)


# -- zombie players: B is one, A and C are living --------------------------------------------------------------------


def turning_up(deck: str, fronts: dict[int, str]) -> State:
    return table(fronts=fronts, deck=deck, zombies=(B,), turn=B, phase="turning_up")


def test_v43_a_card_nobody_can_take_is_discarded_and_the_next_must_be_given() -> None:  # R14
    state = turning_up("I5 Z7", {A: "I5", C: "I5"})
    luck(state, "draw I5")
    assert pile(state, "discard") == ["I5"]
    assert owing(state) == [CHANCE]
    luck(state, "draw Z7")
    assert legal(state, B) == ["give @0", "give @2"]
    refused(state, B, "pass", "R14")
    refused(state, B, "give @1", "R14")
    do(state, (B, "give @2"))
    assert front(state, C) == ["I5", "Z7"]


def test_v45_a_gift_may_win_for_its_receiver() -> None:  # R17
    state = do(table(fronts={C: "I1 I2 I3 I4"}, zombies=(B,), turn=B, turned_up="I5"), (B, "give @2"))
    assert winner(state) == (C, "items")
    assert state.view(C)["turn"] == B


def test_v46_a_gift_may_kill_and_leave_a_last_survivor() -> None:  # R18
    state = do(table(fronts={C: "Z1 Z2 Z3 Z4"}, zombies=(B,), turn=B, turned_up="Z5"), (B, "give @2"))
    assert winner(state) == (A, "last")


def test_v48_a_zombie_player_with_nothing_to_give_is_passed_over() -> None:  # R14
    state = table(
        hands={A: "Z1"},
        fronts={A: "I5", C: "I5"},
        deck="I5",
        discard="I5",
        zombies=(B,),
        options={"composition": "6x5"},
    )
    do(state, (A, "play Z1 @2"))
    view = state.view(C)
    assert (view["turn"], view["phase"], view["deck"], view["discard"]) == (C, "drawing", 1, ["I5"])
    assert view["turns"] == 2


def test_v50_wrong_player_unknown_card_unknown_seat() -> None:
    state = table(hands={A: "I1 Z2", B: "I3"})
    refused(state, B, "play I3", "book")
    refused(state, A, "play Z2 @5", "book")
    refused(state, A, "play I15", "book")
    before = state.pack()
    for who, wrong in ((A, -1), (A, 295), (3, code(state, "play I1")), (-2, code(state, "play I1"))):
        with pytest.raises(IllegalAction):
            state.apply(who, wrong)
    assert state.pack() == before
    assert find("run").vocabulary.code("play X1") == -1


# -- rulings that no vignette shows ----------------------------------------------------------------------------------


def test_r15_everybody_sees_the_card_turned_up_before_its_receiver_is_chosen() -> None:  # R15
    state = table(zombies=(B,), turn=B, turned_up="I5")
    assert [state.view(reader)["turned_up"] for reader in (A, B, C, SPECTATOR)] == ["I5"] * 4
    assert legal(state, B) == ["give @0", "give @2"]


def test_r23_one_wins_and_all_others_lose_alike() -> None:  # R23
    living = do(table(hands={A: "I5"}, fronts={A: "I1 I2 I3 I4", B: "I1 I2 I3"}), (A, "play I5"))
    assert living.payoffs() == [1.0, 0.0, 0.0]
    with_a_zombie = do(table(hands={A: "I5"}, fronts={A: "I1 I2 I3 I4"}, zombies=(C,)), (A, "play I5"))
    assert with_a_zombie.payoffs() == [1.0, 0.0, 0.0]
