"""The house rules that later answers brought: running from a Zombie Door, the door before the Kitchen's Health, a cap of
Health, cowering between the two cards with an allowance of its own; and the preset that puts most of them together."""

from pathlib import Path
from typing import Any

import pytest
from pocket_support import BED, FOYER, GRAVEYARD, TEMPLE, at, facts, first_tile, me, moves, walls, where
from support import changed, find, legal, opening, refused

import shamble
from shamble.kernel.errors import BadOption, BadPosition
from shamble.kernel.state import State
from shamble.match import Match

GAME = find("pocket")
WORDS = GAME.words(GAME.editions()[0])
KITCHEN = (FOYER, ("Kitchen", 0, 1, 1), ("Bathroom", 1, 1, 3), ("Storage", 0, 2, 2))  # a house without a new exit
STACK = {"indoor": ["Temple", "Family", "Dining", "Bedroom"]}


def asked(state: State) -> str:
    return WORDS.asked(state.view(0))


def story(state: State, text: str) -> str:
    before = state.view(0)
    me(state, text)
    return " ".join(WORDS.tell(before, 0, text, state.view(0)))


# -- R26: running from a Zombie Door --------------------------------------------------------------------------------


def test_whoever_runs_from_a_zombie_door_chooses_a_wall_there_and_fights_nobody() -> None:
    state = me(first_tile("Bathroom", flee_zombie_door=True), "card Oil", "wall E")
    assert legal(state, 0) == ["fight bare", "run S"]
    assert "the hole moves along" in story(state, "run S").lower() or facts(state, "phase") == ("hole",)
    assert (where(state), facts(state, "phase", "health", "zombies", "ran")) == ("Foyer", ("hole", 5, 0, True))
    assert asked(state) == "The hole moves along to the Foyer: @0 chooses the wall in which it opens."
    refused(state, 0, "cower")
    refused(state, 0, "move N")
    assert walls(state) == ["E", "S", "W"]
    assert State.from_dict(state.to_dict()).pack() == state.pack()
    assert story(state, "wall W") == "The hole opens in the west wall; no zombies come."
    assert (moves(state), facts(state, "phase", "health")) == (["N", "W"], ("turn", 5))
    assert [tile["broken"] for tile in state.view(0)["map"]] == [["W"], []]
    assert "cower" in legal(state, 0)


def test_oil_thrown_in_a_flight_from_a_zombie_door_saves_the_health() -> None:
    state = me(first_tile("Bathroom", flee_zombie_door=True), "card Oil", "wall E")
    state = changed(state, items=["Oil"])
    assert facts(me(state, "run S oil"), "phase", "health", "items") == ("hole", 6, [])


def test_where_no_wall_can_break_the_hole_stays_where_it_was() -> None:
    tiles = (FOYER, ("Dining", 0, 1, 0), ("Bathroom", 1, 1, 3, ["E"]))
    state = at(tiles, "Bathroom", phase="combat", zombies=3, door="E", flee_zombie_door=True)
    me(state, "run W")
    assert (where(state), facts(state, "phase")) == ("Dining", ("turn",))
    assert [tile["broken"] for tile in state.view(0)["map"] if tile["tile"] == "Bathroom"] == [["E"]]


def test_games_begun_under_version_1_are_followed_and_fight_again() -> None:
    state = GAME.new(1, {"flee_zombie_door": True}, rules=1)
    me(state, "move N", "tile Bathroom", "card Oil", "wall E", "run S")
    assert facts(state, "phase") == ("wall",)
    me(State.from_dict(state.to_dict()), "wall W", "fight bare")
    me(state, "wall W")
    assert facts(state, "zombies", "door") == (3, "W")
    assert "The zombies come along" in WORDS.explain(state.view(0), "run N")
    assert "rules" not in state.to_dict()
    with pytest.raises(BadPosition, match="phase"):
        changed(state, phase="hole", zombies=0, door=None)


def test_a_hole_that_nobody_ran_from_is_no_position() -> None:
    state = me(first_tile("Bathroom", flee_zombie_door=True), "card Oil", "wall E", "run S")
    for fields in ({"ran": False}, {"options": {}}):
        with pytest.raises(BadPosition):
            changed(state, **fields)


# -- R34: the door before the Health of the Kitchen -----------------------------------------------------------------


def closed_kitchen(cards: str, **options: Any) -> State:
    """The Foyer, the Kitchen to be entered with walls around it: only ways back to what lies."""
    tiles = (FOYER, ("Kitchen", 0, 1, 1), ("Bathroom", 1, 1, 3), ("Storage", 0, 2, 2))
    return at(tiles, "Foyer", cards, **STACK, **options)


def test_the_kitchen_heals_before_a_zombie_door_and_under_the_house_rule_after_it() -> None:  # R34, R41
    told = {}
    for later in (False, True):
        state = me(closed_kitchen("Oil", door_before_bonus=later), "move N", "card Oil")
        assert facts(state, "phase", "health") == ("wall", 6 if later else 7)
        me(state, "wall W")
        told[later] = story(state, "fight bare")
        assert facts(state, "phase", "health") == ("turn", 5)
    assert told[False] == "@0 fights 3 zombies with bare hands and takes 2 damage. Health: 7 before, 5 now."
    assert told[True].endswith("Health: 6 before, 4 now. The Kitchen gives @0 1 Health: 4 before, 5 now.")


def test_whoever_runs_from_that_door_gets_no_health_of_the_kitchen() -> None:
    both = {"door_before_bonus": True, "flee_zombie_door": True}
    state = me(closed_kitchen("Oil", **both), "move N", "card Oil", "wall W", "run S", "wall W")
    assert facts(state, "phase", "health") == ("turn", 5)


def test_without_a_door_the_kitchen_heals_at_once_under_that_rule_too() -> None:
    state = me(at((*BED[:1], ("Kitchen", 0, 1, 1)), "Foyer", "Oil", door_before_bonus=True), "move N", "card Oil")
    assert facts(state, "phase", "health") == ("turn", 7)


# -- R38: a cap of Health -------------------------------------------------------------------------------------------


def test_nothing_raises_health_above_the_cap() -> None:
    state = at(BED, "Bedroom", "Soda Golf", health_cap=6, items=["Soda"])
    assert facts(me(state, "cower"), "health") == (6,)
    assert facts(me(state, "drink"), "health") == (6,)
    assert facts(me(state, "move S", "card Soda"), "health") == (6,), "an event"
    for health, after in ((5, 6), (4, 6), (3, 6), (2, 5)):
        assert facts(me(at(BED, "Bedroom", health_cap=6, health=health), "cower"), "health") == (after,)
    assert facts(me(at(BED, "Bedroom"), "cower"), "health") == (9,)
    in_kitchen = at((FOYER, ("Kitchen", 0, 1, 1)), "Foyer", "Oil", health_cap=6)
    assert facts(me(in_kitchen, "move N", "card Oil"), "health") == (6,)
    with pytest.raises(BadPosition, match="above 6"):
        changed(state, health=7)


def test_labels_say_what_the_cap_leaves() -> None:
    state = at(BED, "Bedroom", health_cap=6, health=5, items=["Soda"])
    assert WORDS.label(state.view(0), "drink") == "Drink the can of soda: +1 Health"
    assert WORDS.label(state.view(0), "cower") == "Cower: +1 Health for one card"
    assert "up to the cap" in WORDS.explain(state.view(0), "cower")


# -- R14: cowering between the two cards ----------------------------------------------------------------------------


def test_between_the_two_cards_one_cowers_once_and_again_after_the_turn() -> None:
    state = me(
        at(TEMPLE, cower_between_cards="own_once", cower="once_per_turn", health=2), "move N", "card Oil", "cower"
    )
    assert facts(state, "phase", "health") == ("second", 5)
    refused(state, 0, "cower")
    me(state, "draw", "card Candle")
    assert facts(state, "phase", "totem", "cowered") == ("turn", True, False)
    assert facts(me(state, "cower"), "health") == (8,)
    refused(state, 0, "cower", "R13")


def test_once_between_the_cards_even_where_cowering_is_unlimited() -> None:
    state = me(at(TEMPLE, cower_between_cards="own_once"), "move N", "card Oil", "cower")
    assert legal(state, 0) == ["draw"]
    assert asked(state) == "@0 must draw the second card and search for the totem."
    refused(state, 0, "cower", "R14")
    me(state, "draw", "card Candle", "cower", "cower")
    shared = me(at(TEMPLE, cower_between_cards=True, cower="once_per_turn"), "move N", "card Oil", "cower")
    refused(me(shared, "draw", "card Candle"), 0, "cower", "R13")


def test_cowering_between_the_cards_with_the_card_shown() -> None:
    state = me(
        at(TEMPLE, cower_between_cards="own_once", cower_faceup=True), "move N", "card Oil", "cower", "card Golf"
    )
    assert legal(state, 0) == ["draw"]
    grave = at(GRAVEYARD, "Patio", "Golf Board Soda", hour=11, totem=True, cower_between_cards="own_once")
    assert "cower" in legal(me(grave, "move N", "card Golf"), 0)


# -- presets --------------------------------------------------------------------------------------------------------

EXPANDED = {
    "cower_between_cards": "own_once",
    "flee_zombie_door": True,
    "door_before_bonus": True,
    "zd_mate": "any_rotation",
}


def test_a_preset_stands_for_its_options_and_records_hold_those(tmp_path: Path) -> None:
    match = Match("pocket", seed=1, options={"preset": "later_answers"})
    assert match.record.options == EXPANDED
    assert match.view(0)["options"] == EXPANDED
    match.record.save(tmp_path / "game.json")
    assert shamble.load(str(tmp_path / "game.json")).options == match.options


def test_what_is_given_beside_a_preset_goes_before_it() -> None:
    for given in (
        {"preset": "later_answers", "zd_mate": "must_match"},
        {"zd_mate": "must_match", "preset": "later_answers"},
    ):
        settled = GAME.resolve_options(given)
        assert (settled["zd_mate"], settled["door_before_bonus"]) == ("must_match", True)


def test_a_preset_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOption, match="It has: later_answers"):
        GAME.resolve_options({"preset": "early_answers"})
    with pytest.raises(BadOption, match="no option 'preset'"):
        find("run").resolve_options({"preset": "later_answers"})
    with pytest.raises(BadOption, match="no preset"):
        GAME.resolve_options({"preset": ["later_answers"]})


def test_every_preset_of_every_game_is_made_of_its_options() -> None:
    for game in shamble.games.catalogue():
        for preset in game.presets:
            assert game.changed(game.resolve_options(dict(preset.options))) == preset.options


# -- the tables of the book's last page -----------------------------------------------------------------------------


def test_the_two_tables_of_the_book_are_made_from_the_edition_in_play() -> None:
    edition = GAME.editions()[0]
    text = GAME.reference(edition)
    for row in edition.data["card"]:
        assert f"| {row['title']} |" in text
    assert "| oil | A floorboard creaks. It was you. | item | 6 zombies |" in text
    assert "| Yard | 3 | E S W |  |" in text
    assert text.count("\n| ") == 8 + 6 + 9 + 3 + 3
    for row in edition.data["card"]:
        for hour in ("nine", "ten", "eleven"):
            entry = row[hour]
            assert entry.get("text", "item" if "item" in entry else f"{entry.get('zombies')} zombies") in text
    assert all(game.reference(game.editions()[0]) == "" for game in shamble.games.catalogue() if game is not GAME)
    assert opening("pocket").view(0)["phase"] == "turn"
