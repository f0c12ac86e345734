"""Zombie in My Pocket: what is said of an event or a choice is true, under every option."""

import re
from typing import Any

import pytest
import support
from pocket_support import (
    BED,
    FOYER,
    GRAVEYARD,
    PATIO,
    TEMPLE,
    at,
    first_tile,
    me,
)
from support import code, legal, opening, walk

from shamble.games import find
from shamble.kernel.state import CHANCE, State
from shamble.laws.walking import option_sets

GAME = find("pocket")
WORDS = GAME.words(GAME.editions()[0])
KITCHEN = (FOYER, ("Kitchen", 0, 1, 1))
DEAD = (("Bathroom", 0, 1, 2), FOYER)  # no way on indoors
DOOR = (("Bathroom", 0, 1, 2, ["W"]), FOYER)  # and the wall that zombies broke
DOOR_FIGHT = {"phase": "combat", "zombies": 3, "door": "W"}
MIDNIGHT = {"hour": 11, "left": 0}


def story(state: State, text: str) -> str:
    """The sentences of one event, which happens."""
    who = CHANCE if text.split()[0] in ("tile", "card") else 0
    before = state.view(0)
    state.apply(who, code(state, text))
    return " ".join(WORDS.tell(before, who, text, state.view(0)))


def asked(state: State) -> str:
    return WORDS.asked(state.view(0))


def explained(state: State, text: str) -> str:
    assert text in legal(state, 0)
    return WORDS.explain(state.view(0), text)


def label(state: State, text: str) -> str:
    assert text in legal(state, 0)
    return WORDS.label(state.view(0), text)


def refusal(state: State, text: str) -> tuple[str, str]:
    return support.refusal(state, 0, text)


# -- Health ------------------------------------------------------------------------------------------------------


def test_a_soda_one_has_already_is_not_drunk():
    state = me(at(KITCHEN, "Foyer", duplicates=False, items=["Soda"]), "move N", "card Board", "draw")
    told = story(state, "card Soda")
    assert told == (
        "It would be the can of soda, which @0 has already (R18). The Kitchen gives @0 1 Health: 6 before, 7 now."
    )


def test_a_soda_of_the_house_rule_is_drunk_when_found():
    state = me(at(KITCHEN, "Foyer", soda="instant"), "move N", "card Board", "draw")
    assert story(state, "card Soda") == (
        "@0 finds the can of soda and drinks it. Health: 6 before, 8 now. "
        "The Kitchen gives @0 1 Health: 8 before, 9 now."
    )


def test_the_kitchen_is_told_beside_the_card():
    state = me(at(KITCHEN, "Foyer", hour=10), "move N")
    assert story(state, "card Gasoline").endswith(
        "Health: 6 before, 5 now. The Kitchen gives @0 1 Health: 5 before, 6 now."
    )


@pytest.mark.parametrize(
    ("fight", "told"),
    [
        (
            "fight bare",
            "with bare hands and takes 2 damage. Health: 6 before, 4 now. "
            "The Kitchen gives @0 1 Health: 4 before, 5 now.",
        ),
        (
            "fight Machete",
            "with the machete and comes out unharmed. The Kitchen gives @0 1 Health: 6 before, 7 now.",
        ),
    ],
)
def test_the_kitchen_is_told_beside_the_fight(fight: str, told: str):
    state = at(KITCHEN, "Kitchen", phase="combat", zombies=3, items=["Machete"])
    assert story(state, fight) == f"@0 fights 3 zombies {told}"


def test_the_garden_is_told_where_an_item_is_declined():
    garden = (*PATIO, ("Garden", 0, 3, 0))
    state = at(garden, "Garden", phase="item")
    assert story(state, "skip") == ("@0 does not look for an item. The Garden gives @0 1 Health: 6 before, 7 now.")


def test_running_into_the_kitchen_with_its_bonus():
    tiles = (*KITCHEN, ("Bedroom", 1, 1, 0))
    state = at(tiles, "Bedroom", phase="combat", zombies=3, kitchen_run_bonus=True)
    assert label(state, "run W") == "Run west to the Kitchen: lose 1 Health, then +1 Health there"
    assert "+1 Health (R27)" in explained(state, "run W")
    assert story(state, "run W") == (
        "@0 runs west to the Kitchen. Health: 6 before, 5 now. The Kitchen gives @0 1 Health: 5 before, 6 now."
    )
    plain = at(tiles, "Bedroom", phase="combat", zombies=3)
    assert label(plain, "run W") == "Run west to the Kitchen: lose 1 Health"
    assert "R27" not in explained(plain, "run W")
    fatal = at(tiles, "Bedroom", phase="combat", zombies=3, health=1, kitchen_run_bonus=True)
    assert label(fatal, "run W") == "Run west to the Kitchen: lose 1 Health, and the game"


def test_a_hand_that_comes_free_takes_what_was_found():
    state = at(BED, "Bedroom", phase="full", new="Machete", items=["Oil", "Soda"])
    assert "unless a hand comes free" in asked(state)
    assert story(state, "drink") == "@0 drinks the can of soda and takes the machete. Health: 6 before, 8 now."
    state = at(BED, "Bedroom", phase="full", new="Machete", items=["Gasoline", "Chainsaw/1"])
    assert story(state, "refuel Chainsaw/1").endswith("fight) and takes the machete.")
    assert "unless" not in asked(at(BED, "Bedroom", phase="full", new="Machete", items=["Oil", "Candle"]))


def by_words(before: dict[str, Any], text: str, told: str) -> int:
    """The change of Health that the sentences of an event other than those with numbers of Health say."""
    verb, *rest = text.split()
    change = 0
    if found := re.search(r"takes (\d) damage", told):
        change -= int(found[1])
    if verb == "run" and len(rest) == 1:
        change -= 1
    if "drinks" in told:
        change += 2
    if verb == "card" and before["phase"] == "card":
        hour = {9: "nine", 10: "ten", 11: "eleven"}[before["hour"]]
        card = next(card for card in GAME.editions()[0].data["card"] if card["item"] == rest[0])
        change += card[hour].get("event", 0)
    shown = before["options"].get("cower_faceup", False)
    if (verb == "cower" and not shown and "midnight" not in told) or before["phase"] == "cowering":
        change += 3
    if before["options"].get("health_cap") == 6 and change > 0:
        change = min(change, max(0, 6 - before["health"]))
    return change


@pytest.mark.parametrize("options", option_sets("pocket"), ids=str)
def test_every_change_of_health_is_told_with_its_numbers(options: dict[str, Any]):
    """And what is asked names the choices there are."""
    for seed in range(6):
        for state, who, chosen in walk(opening("pocket", **options), seed):
            text, before = GAME.vocabulary.text(chosen), state.view(0)
            check_asked(state)
            copy = state.copy()
            copy.apply(who, chosen)
            after = copy.view(0)
            told = " ".join(WORDS.tell(before, who, text, after))
            health = before["health"]
            lines = re.findall(r"(The (?:Kitchen|Garden) gives @0 1 Health|Health): (\d+) before, (\d+) now", told)
            for cause, old, new in lines:
                assert int(old) == health, told
                health = int(new)
                change = 1 if cause != "Health" else by_words(before, text, told)
                assert int(new) == max(0, int(old) + change), (told, text)
            assert health == after["health"], (told, text)
            said = [cause for cause, *_ in lines].count("Health")
            assert said == (1 if by_words(before, text, told) else 0), (told, text)


def check_asked(state: State) -> None:
    """What is asked names cowering, running and burning exactly where they are legal."""
    phase, said = state.view(0)["phase"], asked(state)
    verbs = {text.split()[0] for text in legal(state, 0)}
    if phase in ("turn", "second"):
        assert ("cower" in said) == ("cower" in verbs), said
    elif phase == "combat":
        assert "fight" in said
        assert ("run" in said) == ("run" in verbs), said
        assert ("burn" in said) == ("burn" in verbs), said
    if phase == "second":
        assert ("may draw" in said) == ({"draw", "skip"} <= verbs), said
        assert ("must draw" in said) == ("skip" not in verbs), said


# -- what is asked -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"moved": True, **MIDNIGHT},
        {"left": 0},
        {"left": 0, "cower_empty": "illegal"},
        {"ran": True},
        {"ran": True, "cower_after_run": False},
        {"cowered": True},
        {"cowered": True, "cower": "once_per_turn"},
        {"late_optional": "fatal", **MIDNIGHT},
        {"late_optional": "fatal", "cower_empty": "illegal", **MIDNIGHT},
    ],
    ids=str,
)
def test_cowering_is_asked_where_it_is_legal(fields: dict[str, Any]):
    check_asked(at(BED, "Bedroom", **fields))


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"items": ["Oil", "Candle"]},
        {"items": ["Candle"]},
        {"health": 1, "fatal_run": "illegal"},
        {"health": 1, "fatal_run": "illegal", "items": ["Oil"]},
        {"health": 1},
    ],
    ids=str,
)
def test_ways_out_of_a_combat_are_asked_where_they_are_legal(fields: dict[str, Any]):
    check_asked(at(BED, "Bedroom", phase="combat", zombies=3, **fields))
    for flee in (False, True):
        check_asked(at(DOOR, "Bathroom", flee_zombie_door=flee, **DOOR_FIGHT, **fields))


def test_running_from_a_zombie_door_is_refused_for_the_right_reason():
    state = at(DOOR, "Bathroom", flee_zombie_door=True, fatal_run="illegal", health=1, **DOOR_FIGHT)
    assert refusal(state, "run S")[1] == "R25"
    assert refusal(at(DOOR, "Bathroom", fatal_run="illegal", health=1, **DOOR_FIGHT), "run S")[1] == "R26"


def test_the_second_card_is_asked_as_it_is():
    between = {"phase": "second", "second": True}
    state = at(TEMPLE, "Temple", cower_between_cards=True, **between)
    assert asked(state) == "@0 must draw the second card and search for the totem, or cower first."
    once = at(TEMPLE, "Temple", cower_between_cards=True, cower="once_per_turn", cowered=True, **between)
    assert asked(once) == "@0 must draw the second card and search for the totem."
    optional = at(TEMPLE, "Temple", second_card="optional", **between)
    assert asked(optional) == "@0 may draw the second card and search for the totem."
    both = at(TEMPLE, "Temple", second_card="optional", cower_between_cards=True, **between)
    assert asked(both) == "@0 may draw the second card and search for the totem, or cower first."
    gone = at(TEMPLE, "Temple", second_card="optional", cower_between_cards=True, **MIDNIGHT, **between)
    assert legal(gone, 0) == ["skip"]
    assert asked(gone) == "No card is left for @0 to search for the totem; that must wait."
    assert refusal(gone, "draw")[1] == "R11"
    needed = at(TEMPLE, "Temple", cower_between_cards=True, **MIDNIGHT, **between)
    assert legal(needed, 0) == ["draw"]
    assert refusal(needed, "skip")[1] == "R28"
    assert "the game is lost" in asked(needed)
    assert "the game is lost" in label(needed, "draw")
    assert "the game is lost" in explained(needed, "draw")


def test_a_turn_left_to_luck_is_not_asked_of_the_player():
    assert asked(first_tile("Kitchen")).startswith("@0 turns the Kitchen")
    assert asked(first_tile("Kitchen", rotation="random")).startswith("Luck turns the Kitchen")


def test_a_zombie_door_is_announced_once():
    state = at(DEAD, "Bathroom", phase="wall", items=["Soda"])
    assert story(state, "drink") == "@0 drinks the can of soda. Health: 6 before, 8 now."
    assert "No way on is left" in asked(state)


# -- time --------------------------------------------------------------------------------------------------------


def test_a_fatal_card_is_warned_of():
    state = at(BED, "Bedroom", phase="item", late_optional="fatal", **MIDNIGHT)
    for text in (asked(state), label(state, "draw"), explained(state, "draw")):
        assert "the game is lost" in text
    assert "the game is lost" not in label(state, "skip") + explained(state, "skip")
    told = story(state, "draw")
    assert "midnight" in told
    assert "needed" not in told
    search = at((FOYER, ("Storage", 0, 1, 2)), "Storage", phase="storage", late_optional="fatal", **MIDNIGHT)
    for text in (asked(search), label(search, "draw"), explained(search, "draw")):
        assert "the game is lost" in text
    early = at(BED, "Bedroom", phase="item", left=0)
    for text in (asked(early), label(early, "draw"), explained(early, "draw")):
        assert "lost" not in text
    assert "the hour turns" in explained(early, "draw")


def test_fatal_cowering_heals_nothing():
    state = at(BED, "Bedroom", late_optional="fatal", **MIDNIGHT)
    assert "the game is lost (R12)" in explained(state, "cower")
    assert "Health" not in explained(state, "cower")
    assert "again" not in explained(state, "cower")
    assert "the game is lost" in label(state, "cower")
    assert "Health" not in story(state, "cower")


def test_a_move_that_needs_a_card_at_midnight_is_warned_of():
    assert "the game is lost" in explained(at(BED, "Bedroom", **MIDNIGHT), "move S")
    assert "lost" not in explained(at(BED, "Bedroom", left=0), "move S")


def test_cowering_with_the_last_card_turns_the_hour_where_that_is_the_rule():
    assert "the turn of the hour" in label(at(BED, "Bedroom", left=1, hour_turn="on_empty"), "cower")
    assert "the turn of the hour" not in label(at(BED, "Bedroom", left=1), "cower")
    assert "the turn of the hour" in label(at(BED, "Bedroom", left=0), "cower")
    assert "the turn of the hour" not in label(at(BED, "Bedroom", left=1, hour=11, hour_turn="on_empty"), "cower")


# -- explanations under house rules ------------------------------------------------------------------------------

FIRE = {"phase": "combat", "zombies": 3, "items": ["Oil", "Candle"]}
FULL = {"phase": "full", "new": "Oil", "items": ["Board", "Machete"]}
CASES: list[tuple[str, Any, str, str, str]] = [  # option, value, choice, said by default, said under it
    ("candle_consumed", True, "burn Oil", "The candle stays with you", "The candle is used up too"),
    ("cower", "once_per_turn", "cower", "You may do so again while cards last", "You may do so once a turn"),
    ("cower_faceup", True, "cower", "is laid away unseen", "is shown and discarded"),
    ("flee_zombie_door", True, "wall W", "you may not run", "or run, and the hole moves along"),
    ("ground", "gone_at_once", "drop new", "lies here until you go", "is gone"),
    ("neighbour_match", "all_edges", "rotate 1", "need not match", "match all its neighbours"),
    ("rotation", "first_legal", "move N", "you turn it so", "lies in the first turn that fits"),
    ("rotation", "random", "move N", "you turn it so", "luck turns it so"),
]


def situation(choice: str, **options: Any) -> State:
    """A position in which that choice is legal."""
    verb = choice.split()[0]
    if verb == "burn":
        return at(BED, "Bedroom", **FIRE, **options)
    if verb == "drop":
        return at(BED, "Bedroom", **FULL, options=options)
    if verb == "wall":
        return at(DEAD, "Bathroom", phase="wall", **options)
    if verb == "rotate":
        return first_tile("Kitchen", **options)
    return opening("pocket", **options) if verb == "move" else at(BED, "Bedroom", **options)


@pytest.mark.parametrize(("option", "value", "choice", "usual", "changed"), CASES)
def test_explanations_follow_the_options(option: str, value: Any, choice: str, usual: str, changed: str):
    plain, ruled = explained(situation(choice), choice), explained(situation(choice, **{option: value}), choice)
    assert usual in plain
    assert changed not in plain
    assert changed in ruled
    assert usual not in ruled


def test_a_flight_from_a_zombie_door_takes_it_along():
    state = at(DOOR, "Bathroom", flee_zombie_door=True, **DOOR_FIGHT)
    assert "R26" in explained(state, "run S")
    assert "R26" not in explained(at(BED, "Bedroom", phase="combat", zombies=3), "run S")


def test_a_second_card_without_use_promises_nothing():
    fields = {"phase": "second", "second": True, "cower_between_cards": True, "second_card": "always"}
    assert "it is done" in explained(at(TEMPLE, "Temple", **fields), "draw")
    assert "Nothing comes of it" in explained(at(TEMPLE, "Temple", totem=True, **fields), "draw")
    assert "Nothing comes of it" in explained(at(GRAVEYARD, "Graveyard", **fields), "draw")
    assert "it is done" in explained(at(GRAVEYARD, "Graveyard", totem=True, **fields), "draw")


def test_a_tile_behind_a_zombie_door_is_broken_open_where_any_turn_will_do():
    broken = at(DOOR, "Bathroom", zd_mate="any_rotation")
    assert "any way at all, broken open" in explained(broken, "move W")
    assert "any way" not in explained(at(DOOR, "Bathroom"), "move W")


def test_the_temple_asks_for_a_second_card_only_without_the_totem():
    line = next(line for line in GAME.rules_text.splitlines() if "*Evil Temple*" in line)
    assert "without the totem" in line


def test_explanations_say_the_health_that_is_left():
    told = 0
    for seed in range(60):
        for state, _, chosen in walk(opening("pocket"), seed):
            text = GAME.vocabulary.text(chosen)
            found = (
                re.search(r"Health after that: (\d+)\.", explained(state, text)) if chosen in state.legal(0) else None
            )
            if found is None or (
                text.split()[0] in ("fight", "burn")
                and state.view(0)["map"][state.view(0)["here"]]["tile"] in ("Kitchen", "Garden")
            ):
                continue  # what ends a fight in the Kitchen or the Garden ends a turn there, which gives Health besides
            after = state.copy()
            after.apply(0, chosen)
            if after.owing() != 0:
                assert after.view(0)["health"] == int(found[1]), (text, state.to_dict())
                told += 1
    assert told > 100


def test_a_step_tells_how_likely_zombies_are() -> None:
    """At nine o'clock all nine cards are unseen, and as many bring zombies as the edition says."""
    state = opening("pocket")
    told = find("pocket").words(find("pocket").editions()[0]).explain(state.view(0), "move N")
    bring = told.rpartition(", ")[2].split()[0]
    assert told.endswith(f"Cards left in this hour: 7. Of the 9 that may come next, {bring} bring zombies.")
    assert int(bring) == find("pocket").template().count("nine = { zombies")
