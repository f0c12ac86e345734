"""The vignettes of the rulings page of Zombie in My Pocket, each by its number."""

import pytest
from pocket_support import (
    BED,
    FOYER,
    FULL_HOUSE,
    GRAVEYARD,
    PATIO,
    STORAGE,
    TEMPLE,
    at,
    facts,
    first_tile,
    me,
    moves,
    openings,
    walls,
    where,
)
from support import legal, opening, owing, refused

from shamble.games import find
from shamble.kernel.errors import BadOption
from shamble.kernel.state import CHANCE


def fight(zombies: int, health: int = 6, items: tuple[str, ...] = (), hour: int = 9, **fields):
    """In the Bedroom, zombies about, the Foyer to the south."""
    return at(BED, "Bedroom", phase="combat", zombies=zombies, health=health, items=list(items), hour=hour, **fields)


def test_v01_new_game():
    state = opening("pocket")
    assert facts(state, "health", "hour", "deck", "away", "items", "totem") == (6, 9, 7, 2, [], False)
    assert facts(state, "discard") == ([],)
    assert len(facts(state, "unseen")[0]) == 9
    assert [len(pile) for pile in facts(state, "indoor", "outdoor")] == [7, 7]
    assert where(state) == "Foyer"


def test_v03_first_decision_is_a_move():  # R4, R14
    state = opening("pocket")
    assert legal(state, 0) == ["move N"]
    refused(state, 0, "cower", "R14")
    refused(state, 0, "move E", "book")
    refused(state, 0, "fight bare", "book")
    refused(state, 0, "draw", "book")


def test_v05_kitchen_has_three_turns():  # R3
    state = first_tile("Kitchen")
    assert sorted(map(sorted, openings(state))) == [["E", "N", "S"], ["E", "S", "W"], ["N", "S", "W"]]
    assert legal(state, 0) == ["rotate 1", "rotate 2", "rotate 3"]
    refused(state, 0, "rotate 0", "R3")


def test_v06_temple_has_one_turn_bedroom_two():
    state = first_tile("Temple")
    assert owing(state) == [CHANCE]
    assert state.view(0)["map"][state.view(0)["here"]]["open"] == ["N", "S"]
    assert sorted(map(sorted, openings(first_tile("Bedroom")))) == [["E", "S"], ["S", "W"]]


def test_v08_a_revisit_draws_a_card():
    state = me(at(BED, "Bedroom", "Golf"), "move S")
    assert (where(state), owing(state)) == ("Foyer", [CHANCE])
    assert facts(me(state, "card Golf"), "health") == (5,)


def test_v10_two_doors_that_meet_connect():  # R5
    state = at((FOYER, ("Kitchen", 0, 1, 1), ("Family", 1, 1, 2)), "Kitchen")
    assert "E" in moves(state)
    me(state, "move E")
    assert where(state) == "Family"
    assert facts(state, "phase") == ("card",)


def test_v11_the_cell_of_the_patio_is_kept():  # R6
    state = at((FOYER, ("Dining", 0, 1, 1), ("Kitchen", 0, 2, 1), ("Bedroom", 1, 2, 3)), "Bedroom")
    assert moves(state) == ["W"]
    refused(state, 0, "move S", "R6")


def test_v13_an_empty_stack_shuts_the_exit():  # R8
    state = at(FULL_HOUSE, "Kitchen")
    assert facts(state, "indoor") == ([],)
    assert "W" in state.view(0)["map"][state.view(0)["here"]]["open"]
    assert moves(state) == ["E", "S"]
    refused(state, 0, "move W", "R8")


def test_v15_from_the_patio():  # R40
    state = at(PATIO, "Patio")
    refused(state, 0, "move E", "book")
    me(state, "move S")
    assert (where(state), facts(state, "phase")) == ("Dining", ("card",))


def test_v16_events():
    for hour, card, before, after in ((9, "Soda", 6, 7), (9, "Golf", 6, 5), (9, "Oil", 6, 6), (10, "Candle", 1, 2)):
        state = me(at(BED, "Bedroom", card, hour=hour, health=before), "move S", f"card {card}")
        assert facts(state, "health", "phase") == (after, "turn")


def test_v18_draw_or_skip():
    state = me(at(BED, "Bedroom", "Board Machete", left=7), "move S", "card Board")
    assert legal(state, 0) == ["draw", "skip"]
    taken = me(state.copy(), "draw", "card Machete")
    assert facts(taken, "items", "deck", "phase") == (["Machete"], 5, "turn")
    me(state, "skip")
    assert facts(state, "items", "deck", "phase") == ([], 6, "turn")
    assert state.deck.may_draw(3), "the card not drawn is still to come"


def full_hands(**options):
    """Oil and Candle carried, the Machete found."""
    return me(
        at(BED, "Bedroom", "Board Machete", left=7, items=["Oil", "Candle"], **options),
        "move S",
        "card Board",
        "draw",
        "card Machete",
    )


def test_v20_drop_one():  # R16
    state = full_hands()
    assert legal(state, 0) == ["drop new", "drop Oil", "drop Candle"]
    me(state, "drop Oil")
    assert facts(state, "items", "ground") == (["Machete", "Candle"], ["Oil"])
    me(state, "move N")
    assert facts(state, "ground") == ([],)


def test_v21_swap_before_leaving():  # R17
    state = me(full_hands(), "drop Oil", "swap Oil Machete")
    assert facts(state, "items", "ground") == (["Oil", "Candle"], ["Machete"])
    refused(state, 0, "take Machete", "R17")


def test_v23_the_same_item_twice():  # R18
    state = me(
        at(BED, "Bedroom", "Board Machete", left=7, items=["Machete"]), "move S", "card Board", "draw", "card Machete"
    )
    assert facts(state, "items") == (["Machete", "Machete"],)


def test_v25_storage_gives_a_second_item():  # R32
    state = me(at(STORAGE, "Kitchen", "Board Golf Soda Oil"), "move E", "card Board", "draw", "card Golf")
    assert facts(state, "items", "phase") == (["Golf"], "storage")
    me(state, "draw", "card Soda")
    assert facts(state, "items", "deck", "phase") == (["Golf", "Soda"], 1, "turn")


def test_v26_no_offer_after_a_flight_or_at_midnight():  # R11, R32
    state = me(at(STORAGE, "Kitchen", "Machete"), "move E", "card Machete", "run W")
    assert (where(state), facts(state, "phase")) == ("Kitchen", ("turn",))
    refused(state, 0, "draw", "book")
    state = me(at(STORAGE, "Kitchen", "Golf", hour=11), "move E", "card Golf")
    assert facts(state, "phase", "deck") == ("turn", 0)
    refused(state, 0, "draw", "R11")


def test_v28_the_hour_does_not_turn_with_the_last_card():  # R10
    state = me(at(BED, "Bedroom", "Candle"), "move S", "card Candle")
    assert facts(state, "hour", "deck", "phase") == (9, 0, "turn")
    me(state, "move N")
    assert facts(state, "hour", "deck", "discard") == (10, 7, [])


def test_v30_time_is_up():
    state = me(at(BED, "Bedroom", left=0, hour=11, health=40), "move S")
    assert (owing(state), state.ending(), state.payoffs()) == ([], "time", [0.0])


def test_v31_a_late_item_is_not_offered():  # R11, R12
    state = me(at(BED, "Bedroom", "Gasoline", hour=11), "move S", "card Gasoline")
    assert facts(state, "phase", "deck", "items") == ("turn", 0, [])
    refused(state, 0, "cower", "R12")
    assert me(state, "move N").ending() == "time"


def test_v33_the_second_card_is_needed():
    state = me(at(GRAVEYARD, "Patio", "Golf", hour=11, totem=True), "move N", "card Golf")
    assert state.ending() == "time"
    state = me(at(GRAVEYARD, "Patio", "Board Golf", hour=11, totem=True), "move N", "card Board", "card Golf")
    assert (state.ending(), state.payoffs()) == ("buried", [1.0])
    assert facts(state, "health", "deck") == (5, 0)


def test_v35_attack_above_the_zombies_heals_nothing():  # R20
    assert facts(me(fight(3, items=("Machete",)), "fight Machete"), "health") == (6,)
    state = me(fight(3, items=("Chainsaw/2",)), "fight Chainsaw/2")
    assert facts(state, "health", "items") == (6, ["Chainsaw/1"])


def test_v36_one_weapon_or_none():  # R21
    for text, health in (("fight Board", 4), ("fight Machete", 5), ("fight bare", 3)):
        assert facts(me(fight(4, items=("Board", "Machete")), text), "health") == (health,)
    assert find("pocket").vocabulary.code("fight Board Machete") == -1
    refused(fight(4, items=("Oil", "Machete")), 0, "fight Oil", "book")


def test_v38_refuel():  # R20
    state = me(at(items=["Gasoline", "Chainsaw/0"]), "refuel Chainsaw/0")
    assert facts(state, "items") == (["Chainsaw/2"],)
    assert facts(me(at(items=["Gasoline", "Chainsaw/2"]), "refuel Chainsaw/2"), "items") == (["Chainsaw/4"],)
    refused(at(items=["Chainsaw/0"]), 0, "refuel Chainsaw/0", "book")
    refused(at(items=["Gasoline"]), 0, "refuel Chainsaw/0", "book")


def test_v40_the_candle_stays():  # R22, R23
    assert facts(me(fight(6, items=("Oil", "Candle")), "burn Oil"), "health", "items") == (6, ["Candle"])
    assert facts(me(fight(6, items=("Oil", "Candle"), candle_consumed=True), "burn Oil"), "health", "items") == (6, [])
    refused(fight(6, items=("Oil",)), 0, "burn Oil", "book")


def test_v41_soda_before_the_blow():  # R19, R39
    state = me(fight(4, 2, ("Soda",), 11), "drink", "fight bare")
    assert facts(state, "health", "phase") == (1, "turn")
    state = me(fight(4, 3, ("Soda",), 11), "fight bare")
    assert (state.ending(), facts(state, "health")) == ("zombies", (0,))
    refused(state, 0, "drink")


def test_v43_running():  # R24, R25
    state = me(fight(4, items=("Oil",)), "run S oil")
    assert (where(state), facts(state, "health", "items", "phase")) == ("Foyer", (6, [], "turn"))
    refused(fight(4), 0, "run S oil", "book")
    refused(fight(4), 0, "run E", "R25")
    assert me(fight(4, 1), "run S").ending() == "zombies"


def test_v45_cower():
    state = me(at(left=7, health=3), "cower")
    assert facts(state, "health", "deck", "hour", "discard") == (6, 6, 9, [])
    assert facts(me(at(health=6), "cower"), "health") == (9,)
    refused(fight(4), 0, "cower", "book")


def test_v46_cower_again():  # R12, R13
    state = me(at(health=3), "cower", "cower")
    assert facts(state, "health", "deck") == (9, 5)
    refused(me(at(health=3, cower="once_per_turn"), "cower"), 0, "cower", "R13")
    state = me(at(left=0, health=3), "cower")
    assert facts(state, "hour", "deck", "health") == (10, 6, 6)
    refused(at(left=0, hour=11), 0, "cower", "R12")


def test_v48_running_spoils_the_second_card():  # R29
    state = me(at(TEMPLE, "Foyer", "Oil Gasoline", left=7), "move N", "card Oil", "card Gasoline", "run S")
    assert facts(state, "totem", "second", "phase") == (False, False, "turn")
    buried = me(at(GRAVEYARD, "Patio", "Oil Gasoline", totem=True), "move N", "card Oil", "card Gasoline")
    won = me(buried.copy(), "fight bare")
    assert (won.ending(), facts(won, "health")) == ("buried", (3,))
    me(buried, "run S")
    assert (where(buried), facts(buried, "totem", "health", "phase")) == ("Patio", (True, 5, "turn"))
    me(buried, "move N")
    assert facts(buried, "second") == (False,)


def test_v50_death_comes_before_success():  # R39, R41
    state = me(at(GRAVEYARD, "Patio", "Oil Golf Board", totem=True, health=1), "move N", "card Oil")
    lost = me(state.copy(), "card Golf")
    assert (lost.ending(), lost.payoffs()) == ("event", [0.0])
    assert me(state, "card Board", "skip").ending() == "buried"


def test_v51_zombie_door():  # R33, R35, R36, R37
    state = me(first_tile("Bathroom"), "card Oil")
    assert walls(state) == ["N", "E", "W"]
    refused(state, 0, "cower", "book")
    refused(state, 0, "move S", "book")
    me(state, "wall E")
    assert facts(state, "zombies", "door") == (3, "E")
    refused(state, 0, "run S", "R26")
    me(state, "fight bare")
    assert facts(state, "health", "phase") == (4, "turn")
    assert moves(state) == ["E", "S"]
    assert facts(me(state, "cower"), "health") == (7,)


def test_v53_the_door_opens_where_one_ran_to():  # R34
    state = me(first_tile("Bathroom"), "card Gasoline", "run S")
    assert (where(state), walls(state), facts(state, "health")) == ("Foyer", ["E", "S", "W"], (5,))


def broken_bathroom():
    """The Bathroom with its east wall broken, the Storage laid behind it."""
    return me(first_tile("Bathroom"), "card Oil", "wall E", "fight bare", "move E", "tile Storage")


def test_v55_dead_again():  # R35
    state = broken_bathroom()
    there = me(state.copy(), "card Candle", "skip")
    assert (where(there), walls(there)) == ("Storage", ["N", "E", "S"])
    me(state, "card Chainsaw", "run W")
    assert (where(state), walls(state)) == ("Bathroom", ["N", "W"])


def test_v56_without_a_wall_it_waits():  # R35
    tiles = (FOYER, ("Dining", 0, 1, 0), ("Bathroom", 1, 1, 3), ("Storage", -1, 1, 1))
    state = at(tiles, "Storage", "Oil Board Candle", phase="combat", zombies=3)
    me(state, "run E")
    assert (where(state), facts(state, "phase")) == ("Dining", ("turn",))
    assert "cower" in legal(state, 0)
    me(state, "move E", "card Oil")
    assert walls(state) == ["N", "E", "S"]


def test_v58_fastest_win():
    state = me(first_tile("Temple"), "card Oil", "card Candle")
    assert facts(state, "totem") == (True,)
    me(state, "move N", "tile Dining", "rotate 0", "card Soda", "move N", "card Golf")
    assert where(state) == "Patio"
    me(state, "move N", "tile Graveyard", "rotate 0", "card Board", "skip", "card Femur", "skip")
    assert (state.ending(), state.payoffs()) == ("buried", [1.0])
    assert facts(state, "health", "hour", "deck") == (6, 9, 1)


# -- rulings that no vignette shows ------------------------------------------------------------------------------


def test_r2_it_is_played_alone():  # R2
    assert opening("pocket").players == 1
    with pytest.raises(BadOption):
        find("pocket").new(2)


def test_r30_the_totem_takes_no_hand_and_cannot_be_dropped():  # R30
    state = me(at(TEMPLE, items=["Board", "Machete"]), "move N", "card Oil", "card Candle")
    assert facts(state, "totem", "items", "phase") == (True, ["Board", "Machete"], "turn")
    assert not [text for text in find("pocket").vocabulary.texts() if "otem" in text]
