"""Every option of Zombie in My Pocket changes an outcome."""

import pytest
from pocket_support import (
    BED,
    FOYER,
    GRAVEYARD,
    PATIO,
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
from support import legal, odds, opening, owing, refused

from shamble.kernel.errors import BadOption
from shamble.kernel.state import CHANCE


def test_tile_table_has_the_printed_edges_only():  # R1
    with pytest.raises(BadOption):
        opening("pocket", tile_table="mine")
    assert legal(opening("pocket", tile_table="standard"), 0) == ["move N"]


def test_rotation_first_legal_lays_at_once():  # R3
    state = first_tile("Kitchen", rotation="first_legal")
    assert facts(state, "phase") == ("card",)
    assert state.view(0)["map"][1]["rotation"] == 1


def test_rotation_random_is_a_chance_event():
    state = first_tile("Kitchen", rotation="random")
    assert owing(state) == [CHANCE]
    assert odds(state) == {"rotate 1": 1, "rotate 2": 1, "rotate 3": 1}
    assert legal(state, 0) == []


CORNER = (FOYER, ("Kitchen", 0, 1, 1), ("Family", 0, 2, 1), ("Bedroom", 1, 2, 3))  # the Bedroom is open to the south


def test_neighbour_match_all_edges_leaves_fewer_turns():  # R5
    free = me(at(CORNER, "Kitchen"), "move E", "tile Temple")
    assert facts(free, "phase") == ("card",)
    strict = me(at(CORNER, "Kitchen", neighbour_match="all_edges"), "move E", "tile Temple")
    assert facts(strict, "phase", "indoor_under") == ("tile", ["Temple"])
    me(strict, "tile Dining")
    assert openings(strict) == [{"N", "S", "W"}, {"N", "E", "W"}]
    refused(strict, 0, "rotate 0", "R7")


def test_all_edges_shuts_an_exit_where_no_tile_fits():
    tiles = (*CORNER[:3], ("Bedroom", 1, 2, 3), ("Temple", 0, 3, 1), ("Dining", 0, 4, 0), ("Storage", -1, 4, 1))
    assert facts(at(tiles, "Kitchen"), "indoor") == (["Bathroom"],)
    assert moves(at(tiles, "Kitchen")) == ["N", "E", "S"]
    state = at(tiles, "Kitchen", neighbour_match="all_edges")
    assert moves(state) == ["N", "S"]
    refused(state, 0, "move E", "R5")


def test_grid_separate_keeps_no_cell_for_the_patio():  # R6
    tiles = (FOYER, ("Dining", 0, 1, 1), ("Kitchen", 0, 2, 1), ("Bedroom", 1, 2, 3))
    assert moves(at(tiles, "Bedroom", grid="separate")) == ["S", "W"]
    assert moves(at(tiles, "Bedroom")) == ["W"]
    state = me(at(tiles, "Bedroom", grid="separate"), "move S", "tile Storage", "card Oil", "skip")
    me(state, "move N", "card Candle", "move W", "card Soda", "move S", "card Chainsaw", "fight bare", "move E")
    assert where(state) == "Patio"
    assert [(tile["x"], tile["y"]) for tile in state.view(0)["map"] if tile["tile"] in ("Storage", "Patio")] == [
        (1, 1),
        (1, 1),
    ]


def test_patio_with_dining_can_be_fled_to():  # R9
    for patio, flights in (("on_exit", ["S"]), ("with_dining", ["N", "S"])):
        state = me(first_tile("Dining", patio=patio), "rotate 0", "card Gasoline")
        assert facts(state, "flights") == (flights,)


def test_hour_turn_on_empty():  # R10
    state = me(at(BED, "Bedroom", "Candle", hour_turn="on_empty"), "move S", "card Candle")
    assert facts(state, "hour", "deck", "health") == (10, 7, 6), "the card is read for the hour in which it was drawn"
    state = me(at(left=1, hour_turn="on_empty"), "cower")
    assert facts(state, "hour", "deck") == (10, 7)


def test_late_optional_fatal():  # R11
    state = me(at(BED, "Bedroom", "Gasoline", hour=11, late_optional="fatal"), "move S", "card Gasoline")
    assert legal(state, 0) == ["draw", "skip"]
    assert me(state.copy(), "draw").ending() == "time"
    assert facts(me(state, "skip"), "phase") == ("turn",)
    state = me(at(left=0, hour=11, health=2, late_optional="fatal"), "cower")
    assert (state.ending(), facts(state, "health")) == ("time", (2,))


def test_cower_empty_illegal():  # R12
    refused(at(left=0, cower_empty="illegal"), 0, "cower", "R12")
    assert "cower" in legal(at(left=0), 0)


def test_cower_once_per_turn():  # R13
    state = me(at(cower="once_per_turn"), "cower")
    refused(state, 0, "cower", "R13")
    me(state, "move N", "card Oil", "cower")
    assert facts(state, "health") == (12,)


def fled(**options):
    return me(at(BED, "Bedroom", phase="combat", zombies=3, **options), "run S")


def test_cower_after_run():  # R14
    assert "cower" in legal(fled(), 0)
    state = fled(cower_after_run=False)
    refused(state, 0, "cower", "R14")
    assert "cower" in legal(me(state, "move N", "card Oil"), 0)


def test_cower_between_cards():
    assert facts(me(at(TEMPLE), "move N", "card Oil"), "phase", "second") == ("card", True)
    state = me(at(TEMPLE, cower_between_cards=True), "move N", "card Oil")
    assert legal(state, 0) == ["draw", "cower"]
    refused(state, 0, "skip", "R28")
    me(state, "cower", "draw", "card Candle")
    assert facts(state, "health", "totem", "deck") == (9, True, 4)


def test_cower_faceup():  # R15
    state = me(at(cower_faceup=True), "cower")
    assert owing(state) == [CHANCE]
    me(state, "card Golf")
    assert facts(state, "health", "discard", "away", "phase") == (9, ["Golf"], 2, "turn")
    assert facts(me(at(), "cower"), "discard", "away") == ([], 3)


def test_cower_faceup_between_cards():
    state = me(at(TEMPLE, cower_faceup=True, cower_between_cards=True), "move N", "card Oil", "cower", "card Golf")
    assert legal(state, 0) == ["draw", "cower"]


def test_ground_gone_at_once():  # R17
    hands = ["Oil", "Candle"]
    draw = ("move S", "card Board", "draw", "card Machete", "drop Oil")
    kept = me(at(BED, "Bedroom", "Board Machete", left=7, items=hands), *draw)
    assert facts(kept, "items", "ground") == (["Machete", "Candle"], ["Oil"])
    gone = me(at(BED, "Bedroom", "Board Machete", left=7, items=hands, options={"ground": "gone_at_once"}), *draw)
    assert facts(gone, "items", "ground") == (["Machete", "Candle"], [])
    refused(gone, 0, "swap Oil Machete", "R17")


def find_item(item, *held, **options):
    return me(
        at(BED, "Bedroom", f"Board {item}", left=7, items=list(held), **options),
        "move S",
        "card Board",
        "draw",
        f"card {item}",
    )


def test_duplicates():  # R18
    assert facts(find_item("Machete", "Machete"), "items") == (["Machete", "Machete"],)
    assert facts(find_item("Machete", "Machete", duplicates=False), "items", "ground") == (["Machete"], [])
    assert facts(find_item("Chainsaw", "Chainsaw/0", duplicates=False), "items") == (["Chainsaw/0"],)


def test_soda_instant():  # R19
    assert facts(find_item("Soda"), "items", "health") == (["Soda"], 6)
    assert facts(find_item("Soda", soda="instant"), "items", "health") == ([], 8)


def test_weapon_best_auto():  # R21
    held = {"phase": "combat", "zombies": 4, "items": ["Board", "Chainsaw/1"]}
    assert [text for text in legal(at(BED, "Bedroom", **held), 0) if text.startswith("fight")] == [
        "fight bare",
        "fight Board",
        "fight Chainsaw/1",
    ]
    state = at(BED, "Bedroom", weapon="best_auto", **held)
    assert legal(state, 0) == ["fight Chainsaw/1", "run S"]
    refused(state, 0, "fight bare", "R21")
    refused(state, 0, "fight Board", "R21")


def test_candle_consumed():  # R22, R23
    for consumed, left in ((False, ["Candle"]), (True, [])):
        state = at(BED, "Bedroom", phase="combat", zombies=6, items=["Gasoline", "Candle"], candle_consumed=consumed)
        assert facts(me(state, "burn Gasoline"), "items") == (left,)


def test_fatal_run_illegal():  # R25
    held = {"phase": "combat", "zombies": 6, "health": 1}
    state = at(BED, "Bedroom", fatal_run="illegal", **held)
    refused(state, 0, "run S", "R25")
    assert legal(at(BED, "Bedroom", fatal_run="illegal", items=["Oil"], **held), 0) == ["fight bare", "run S oil"]
    assert "run S" in legal(at(BED, "Bedroom", **held), 0)


def test_flee_zombie_door():
    state = me(first_tile("Bathroom", flee_zombie_door=True), "card Oil", "wall E", "run S")
    assert (where(state), walls(state), facts(state, "health")) == ("Foyer", ["E", "S", "W"], (5,))
    assert [tile["broken"] for tile in state.view(0)["map"]] == [[], []], "the hole has moved along"
    assert state.view(0)["phase"] == "hole"
    me(state, "wall W")
    assert (moves(state), facts(state, "phase", "health", "zombies")) == (["N", "W"], ("turn", 5, 0)), (
        "nobody is fought"
    )


def test_nobody_flees_through_the_hole_the_zombies_came_by():
    tiles = (FOYER, ("Bathroom", 0, 1, 2, ["E"]), ("Storage", 1, 1, 3))
    state = at(tiles, "Bathroom", phase="combat", zombies=3, door="E", flee_zombie_door=True)
    assert legal(state, 0) == ["fight bare", "run S"]
    refused(state, 0, "run E", "R25")
    assert moves(me(state, "run S", "wall W", "move N", "card Oil")) == ["E", "S"], "a way to a tile stays"


def test_kitchen_run_bonus():  # R27
    tiles = (FOYER, ("Kitchen", 0, 1, 1), ("Bedroom", 1, 1, 3))
    for bonus, health in ((False, 5), (True, 6)):
        state = me(at(tiles, "Bedroom", phase="combat", zombies=4, kitchen_run_bonus=bonus), "run W")
        assert facts(state, "health") == (health,)


def test_second_card_always():  # R28
    assert facts(me(at(TEMPLE, totem=True), "move N", "card Oil"), "phase") == ("turn",)
    state = me(at(TEMPLE, totem=True, second_card="always"), "move N", "card Oil")
    assert facts(state, "phase", "second") == ("card", True)
    assert facts(me(state, "card Golf"), "phase", "health", "totem") == ("turn", 5, True)
    state = me(at(GRAVEYARD, "Patio", second_card="always"), "move N", "card Oil", "card Candle")
    assert (state.ending(), facts(state, "phase")) == ("", ("turn",))


def test_second_card_optional():  # R28
    state = me(at(TEMPLE, second_card="optional"), "move N", "card Oil")
    assert legal(state, 0) == ["draw", "skip"]
    assert facts(me(state.copy(), "skip"), "phase", "totem") == ("turn", False)
    assert facts(me(state, "draw", "card Candle"), "totem") == (True,)
    late = me(at(GRAVEYARD, "Patio", "Golf", hour=11, totem=True, second_card="optional"), "move N", "card Golf")
    assert facts(late, "phase") == ("turn",), "a card that is not needed is not offered at midnight"


def test_optional_second_card_after_cowering_away_the_last():
    state = at(GRAVEYARD, "Patio", "Golf Board", hour=11, totem=True, second_card="optional", cower_between_cards=True)
    me(state, "move N", "card Golf", "cower")
    assert legal(state, 0) == ["skip"]
    refused(state, 0, "draw", "R11")


# everything needed lies, nothing else can be reached: the Bathroom closes the one exit left
CLOSED = (FOYER, ("Dining", 0, 1, 0), ("Temple", 1, 1, 0), ("Storage", 2, 1, 3), ("Bathroom", -1, 1, 1))


def test_zd_trigger_any_closed_map():  # R33
    for trigger, phase in (("needed_missing", "turn"), ("any_closed_map", "wall")):
        state = me(at(CLOSED, "Dining", zd_trigger=trigger), "move W", "card Oil")
        assert facts(state, "phase") == (phase,)


def test_zd_when_on_placement():  # R34
    assert facts(first_tile("Bathroom"), "phase") == ("card",)
    state = first_tile("Bathroom", zd_when="on_placement")
    assert walls(state) == ["N", "E", "W"]
    me(state, "wall N", "fight bare")
    assert facts(state, "health", "phase") == (4, "card")
    assert facts(me(state, "card Golf"), "health", "phase") == (3, "turn")


# the garden has grown around the Bathroom; the house is dead, the Temple missing
ENCLOSED = (
    *PATIO[:2],
    ("Patio", 0, 2, 2, ["E"]),
    ("Storage", -1, 1, 1),
    ("Bathroom", 1, 1, 3),
    ("Yard", 1, 2, 0),
    ("Sitting", 2, 2, 1),
    ("Garden", 2, 1, 1),
    ("Yard", 2, 0, 1),
    ("Yard", 1, 0, 0),
)


def test_zd_no_wall_any_wall():  # R35
    state = me(at(ENCLOSED, "Dining"), "move E", "card Oil")
    assert facts(state, "phase") == ("turn",)
    state = me(at(ENCLOSED, "Dining", zd_no_wall="any_wall"), "move E", "card Oil")
    assert walls(state) == ["N", "E", "S"]
    me(state, "wall N", "fight bare")
    assert facts(state, "health", "phase") == (4, "turn")
    refused(state, 0, "move N", "R6")


def test_zd_mate_any_rotation():  # R36
    start = {"zd_mate": "any_rotation"}
    state = me(first_tile("Bathroom", **start), "card Oil", "wall E", "fight bare", "move E", "tile Storage")
    assert [sorted(look) for look in openings(state)] == [["N", "W"], ["E", "W"], ["S", "W"], ["W"]]
    me(state, "rotate 0", "card Candle", "skip")
    assert moves(state) == ["N", "W"]
    strict = me(first_tile("Bathroom"), "card Oil", "wall E", "fight bare", "move E", "tile Storage")
    assert facts(strict, "phase") == ("card",)
