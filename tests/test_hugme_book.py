"""Hug Me by the letter of its book, as rules version 2 plays it; and version 1, which goes on as it was begun."""

import tomllib
from copy import deepcopy
from typing import Any

import pytest
from hugme_table import Change, cards, deployed, do, luck, phase, seat
from support import find, legal, owing, refusal

from shamble.games.hugme.rules import codes
from shamble.games.hugme.rules.setting import Setting
from shamble.games.shelf import as_edition
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadEdition, BadPosition
from shamble.kernel.state import HIDDEN, SPECTATOR, State
from shamble.match import Match
from shamble.replaying import replay

GAME = find("hugme")
DATA = tomllib.loads(GAME.template())
WORDS = GAME.words(GAME.editions()[0])


def why(state: State, reader: int, text: str) -> tuple[str, str]:
    """The reason against something that is not legal, and its rule."""
    assert text not in legal(state, reader)
    return refusal(state, reader, text)


# -- "Items … may only be used during the Day, at any time, except for exceptions noted on the cards" ------------------


def with_something_to_use_it_on(item: str, rules: int | None = None) -> State:
    """The Butcher's turn; the Nurse beside him holds the item, a Barricade stands next door and a slot lies there."""
    change = Change(deployed("butcher nurse veteran", "nw nw n", rules)).zombie(2).left(0, "sp1").left(1, item)
    return change.sent(2, "hall", "7").set(barricades={"w": 2}).state()


@pytest.mark.parametrize("item", ["hw5", "kd5", "gd5", "ba4", "ph5", "sm5"])
def test_an_item_is_used_in_anybodys_turn(item: str) -> None:  # R16
    state = with_something_to_use_it_on(item)
    assert owing(state) == [0]
    assert f"use {item}" in legal(state, 1)
    old = with_something_to_use_it_on(item, 1)
    assert f"use {item}" not in legal(old, 1)
    assert why(old, 1, f"use {item}") == ("It is @0's turn, and you may do that in your own only.", "R16")


def test_the_turn_goes_on_after_anothers_item_and_nobody_is_waited_for() -> None:
    state = with_something_to_use_it_on("ba4")
    assert owing(state) == [0], "whoever may interrupt owes nothing"
    do(state, (1, "use ba4"))
    assert (phase(state), owing(state)) == ("targeting", [1])
    do(state, (1, "choose @0"))
    assert (phase(state), owing(state)) == ("turn", [0])
    assert seat(state, 1)["left"] == []
    assert [card["card"] for card in state.view(1)["seats"][0]["left"]] == ["sp1"]
    assert [card["card"] for card in state.view(SPECTATOR)["seats"][0]["left"]] == [None]
    assert "move n" in legal(state, 0)


def test_a_hint_says_what_an_interruption_leads_to() -> None:
    match = Match.at("hugme", with_something_to_use_it_on("ba4").to_dict(), 3)
    for budget in ({"iterations": 8}, {"seconds": 0.01}):
        found = match.advice(1, **budget)  # type: ignore[arg-type]
        assert {one.action for one in found} == {"reveal ba4", "use ba4"}
        for one in found:
            assert one.tries >= 1
            assert len(one.chances) == 3
            assert sum(one.chances) == pytest.approx(1)


def test_a_zombie_uses_nothing_by_day() -> None:
    state = Change(deployed("butcher nurse", "nw n")).zombie(1).state()
    assert legal(state, 1) == []


def test_an_infected_uses_items_as_a_human_does() -> None:
    state = Change(with_something_to_use_it_on("hw5")).infected(1).state()
    assert "use hw5" in legal(state, 1)


def test_one_more_action_is_for_ones_own_turn() -> None:
    state = Change(deployed("butcher nurse", "s ne")).left(1, "sm4").state()
    assert "use sm4" not in legal(state, 1)
    assert why(state, 1, "use sm4") == ("It is @0's turn, and you may do that in your own only.", "R16")
    do(state, (0, "end"))
    assert "use sm4" in legal(state, 1)


def marked(item: str, **flags: Any) -> dict[str, Any]:
    """Edition data in which that item carries these flags."""
    data = deepcopy(DATA)
    data["item"][codes.ITEMS.index(item)].update(flags)
    return data


@pytest.mark.parametrize(
    ("flags", "rules", "waits"),
    [
        ({}, 2, False),
        ({"own_turn": True}, 2, True),
        ({"own_turn": False}, 2, False),
        ({"any_turn": True}, 2, False),
        ({"any_turn": False}, 2, True),
        ({}, 1, True),
        ({"any_turn": True}, 1, False),
        ({"own_turn": True}, 1, True),
    ],
)
def test_a_card_that_is_an_exception_says_so(flags: dict[str, Any], rules: int, waits: bool) -> None:
    data = marked("hw5", **flags)
    GAME.check_edition(data)
    setting = Setting(GAME.resolve_options({}), data, rules)
    assert (setting.own_turn[codes.ITEMS.index("hw5")] == 1) == waits


def test_an_owners_exception_is_played_refused_and_told() -> None:
    data = {**marked("hw5", own_turn=True), "name": "house-made"}
    position = {**with_something_to_use_it_on("hw5").to_dict(), "edition": "house-made"}
    edition = as_edition(data, shipped=False)
    match = Match.at("hugme", position, edition=edition)
    assert "use hw5" not in legal(match.state, 1)
    assert str(match.why_not(1, "use hw5")) == "It is Ash's turn, and you may do that in your own only. (R16)"
    assert GAME.words(edition).names.item_text("hw5").endswith("In your own turn only.")
    assert "turn" not in GAME.words(GAME.editions()[0]).names.item_text("hw5")


def test_an_item_cannot_be_both_the_rule_and_its_exception() -> None:
    with pytest.raises(BadEdition, match=r"item 5 .Bolt Cutters.: `own_turn` and `any_turn` say the opposite"):
        GAME.check_edition(marked("hw5", own_turn=True, any_turn=True))
    with pytest.raises(BadEdition, match="`own_turn` must be true or false"):
        GAME.check_edition(marked("hw5", own_turn="yes"))


# -- "It may be revealed at any moment during the Day" -----------------------------------------------------------------


def finds(state: State, item: str) -> State:
    do(state, (0, "search"))
    luck(state, f"find {item}")
    return state


def test_after_a_search_a_gasoline_goes_right_and_the_keys_follow() -> None:
    state = finds(Change(deployed("butcher nurse", "nw n")).left(0, "gasoline").state(), "keys")
    assert "equip keys" not in legal(state, 0)
    do(state, (0, "reveal gasoline"), (0, "equip gasoline"), (0, "equip keys"))
    assert (phase(state), cards(state, "right 0"), cards(state, "left 0")) == ("turn", ["gasoline", "keys"], [])
    old = finds(Change(deployed("butcher nurse", "nw n", 1)).left(0, "gasoline").state(), "keys")
    assert legal(old, 0) == ["leave gasoline", "leave keys"]


def test_a_cart_turned_up_after_a_search_makes_room() -> None:
    state = finds(Change(deployed("butcher nurse", "nw n")).left(0, "sm3").state(), "hw1")
    assert "keep" not in legal(state, 0)
    do(state, (0, "reveal sm3"), (0, "keep"))
    assert cards(state, "left 0") == ["sm3", "hw1"]


def test_turning_a_card_up_does_not_end_the_choice_about_the_one_found() -> None:
    state = finds(Change(deployed("butcher nurse", "nw n")).left(0, "sp1").state(), "hw1")
    do(state, (0, "reveal sp1"))
    assert (phase(state), legal(state, 0)) == ("arranging", ["leave hw1", "leave sp1"])
    assert legal(state, 1) == []


def test_equip_means_the_gasoline_shown_before_the_one_found() -> None:
    state = finds(Change(deployed("butcher nurse", "nw n")).shown(0, "gasoline").state(), "gasoline")
    do(state, (0, "equip gasoline"))
    assert (phase(state), cards(state, "right 0")) == ("arranging", ["gasoline"])
    do(state, (0, "keep"))
    assert (cards(state, "right 0"), cards(state, "left 0")) == (["gasoline"], ["gasoline"])


def test_the_little_girl_wins_by_a_bear_turned_up_while_she_arranges() -> None:
    change = Change(deployed("little_girl nurse", "nw n")).infected(1).left(0, "kd3")
    state = finds(change.set(first=0, turn=0, actor=0, step=1).state(), "hw1")
    do(state, (0, "reveal kd3"))
    assert state.ending() == "little_girl"
    assert State.from_dict(state.to_dict()).pack() == state.pack()


def test_whoever_answers_a_theft_may_turn_up_anything() -> None:
    state = Change(deployed("butcher nurse", "nw nw")).left(1, "gasoline").state()
    do(state, (0, "steal @1"))
    assert legal(state, 1) == ["reveal gasoline", "pass"]
    do(state, (1, "reveal gasoline"), (1, "equip gasoline"), (1, "pass"))
    assert (phase(state), cards(state, "right 1")) == ("spoils", ["gasoline"])
    old = Change(deployed("butcher nurse", "nw nw", 1)).left(1, "gasoline").state()
    do(old, (0, "steal @1"))
    assert legal(old, 1) == ["pass"]


def test_the_house_rule_of_ones_own_turn_holds_for_a_victim_too() -> None:
    state = Change(deployed("butcher nurse", "nw nw", interrupts="own_turn")).left(1, "gasoline").state()
    do(state, (0, "steal @1"))
    assert legal(state, 1) == ["pass"]
    assert why(state, 1, "reveal gasoline") == ("It is @0's turn, and you may do that in your own only.", "R16")
    state = Change(deployed("butcher nurse", "nw nw", interrupts="own_turn")).left(0, "sp1").left(1, "ba4").state()
    assert why(state, 1, "use ba4") == ("It is @0's turn, and you may do that in your own only.", "R16")
    state = Change(deployed("butcher nurse", "nw n")).left(0, "sp1").left(1, "ba4").state()
    assert why(state, 1, "use ba4") == ("Nobody else with a keyring is here.", "R16")


def test_an_infected_may_turn_cards_up_before_the_die() -> None:  # R30
    change = Change(deployed("butcher nurse", "nw n")).infected(0).left(0, "hw1")
    state = change.set(phase="curing").state()
    assert legal(state, 0) == ["reveal hw1", "roll"]
    do(state, (0, "reveal hw1"))
    assert (phase(state), legal(state, 0)) == ("curing", ["roll"])


def test_by_night_an_answer_turns_up_weapons_only() -> None:
    state = Change(deployed("student butcher", "nw n")).left(0, "sp1", "gasoline").state()
    do(state, (1, "end"), (0, "end"), (0, "pass"))
    luck(state, "zombie 1", "zombie 9")
    assert (phase(state), legal(state, 0)) == ("assault", ["reveal sp1", "pass"])
    assert why(state, 0, "reveal gasoline")[1] == "R16"


# -- "Can I drop an Item for no reason? No." ---------------------------------------------------------------------------


def robbed(change: Change) -> State:
    """Seat 0 has robbed seat 1 and chosen the left side."""
    change.set(first=0, turn=0, actor=0, step=1, actions=0, phase="spoils", robber=0, victim=1)
    return do(change.state(), (0, "spoils left"))


def with_room(rules: int | None = None) -> State:
    """The Student had the Bat and has taken the Toy Sword; both have room."""
    return robbed(Change(deployed("student nurse virgin", "nw nw n", rules)).left(0, "sp1").left(1, "kd1"))


def without_room() -> State:
    """The Butcher had the Bat and has taken the Toy Sword and the Slingshot; one has room."""
    return robbed(Change(deployed("butcher student virgin", "nw nw n")).left(0, "sp1").left(1, "kd1", "kd2"))


def test_where_there_is_room_only_what_was_taken_is_left() -> None:  # R24
    state = with_room()
    assert legal(state, 0) == ["reveal sp1", "reveal kd1", "leave kd1", "done"]
    assert why(state, 0, "leave sp1") == (
        "There is room for all: only what you have taken may be left, not a card of your own.", "R24",
    )  # fmt: skip
    do(state, (0, "leave kd1"))
    assert legal(state, 0) == ["reveal sp1", "done"]
    assert "leave sp1" in legal(with_room(1), 0), "a game begun under version 1 goes on as it was"


def test_ones_own_card_makes_room_and_no_more_than_that() -> None:
    state = without_room()
    assert {"leave sp1", "leave kd1", "leave kd2"} <= set(legal(state, 0))
    assert "done" not in legal(state, 0)
    do(state, (0, "leave kd1"), (0, "leave kd2"))
    assert legal(state, 0) == ["reveal sp1", "done"]
    state = without_room()
    do(state, (0, "leave sp1"), (0, "leave kd1"))
    assert legal(state, 0) == ["reveal kd2", "leave kd2", "done"]


def test_after_a_theft_a_gasoline_goes_right_and_the_keys_follow() -> None:
    change = Change(deployed("butcher nurse", "nw nw")).left(0, "gasoline").left(1, "keys")
    state = robbed(change)
    do(state, (0, "reveal gasoline"), (0, "equip gasoline"), (0, "equip keys"))
    assert (phase(state), cards(state, "right 0")) == ("turn", ["gasoline", "keys"])


def test_a_cart_turned_up_among_the_spoils_makes_room() -> None:
    state = robbed(Change(deployed("butcher nurse", "nw nw")).left(0, "sp1").left(1, "sm3"))
    assert "done" not in legal(state, 0)
    do(state, (0, "reveal sm3"))
    assert legal(state, 0) == ["reveal sp1", "leave sm3", "done"]
    do(state, (0, "done"))
    assert cards(state, "left 0") == ["sm3", "sp1"]


def test_a_bear_turned_up_among_the_spoils_wins_for_the_little_girl() -> None:
    state = robbed(Change(deployed("little_girl butcher", "nw nw")).infected(1).left(1, "kd3"))
    do(state, (0, "reveal kd3"))
    assert state.ending() == "little_girl"
    assert state.to_dict()["spoils"] == []
    assert State.from_dict(state.to_dict()).pack() == state.pack()


def test_of_equal_cards_the_one_that_was_taken_is_left() -> None:
    state = robbed(Change(deployed("student nurse", "nw nw")).left(0, "gasoline").left(1, "gasoline"))
    own = state.to_dict()["cards"][0]["of"]
    do(state, (0, "leave gasoline"))
    assert "leave gasoline" not in legal(state, 0)
    assert [card["of"] for card in state.to_dict()["cards"] if card["zone"] == "left 0"] == [own]


def test_the_robber_sees_which_cards_were_taken_and_nobody_else_is_told() -> None:
    state = with_room()
    assert state.view(0)["spoils"] == ["kd1"]
    for other in (1, 2, SPECTATOR):
        assert state.view(other)["spoils"] == []
        assert state.seen(other, 0, GAME.vocabulary.code("leave kd1")) == HIDDEN
    assert "spoils" not in with_room(1).view(0)
    assert WORDS.asked(state.view(0)) == "@0 sorts the spoils; taken: the Toy Sword (kd1)."
    assert WORDS.asked(state.view(1)) == WORDS.asked(with_room(1).view(0)) == "@0 sorts the spoils."


def test_whether_ones_own_or_a_taken_card_made_room_stays_secret() -> None:
    """For the victim both are possible, for the robber nothing is; and what may be left follows the cards."""
    state = do(without_room(), (0, "leave sp1"), (0, "leave kd1"))
    choices = legal(state, 0)
    dice = Dice(5)
    for _ in range(60):
        world = state.redeal(0, dice)
        assert (legal(world, 0), world.known(0)) == (choices, state.known(0))
    kept = set()
    for reader in (1, 2, SPECTATOR):
        for _ in range(120):
            world = state.redeal(reader, dice)
            assert world.known(reader) == state.known(reader)
            held = cards(world, "left 0")[0]
            may_leave = f"leave {held}" in legal(world, 0)
            if reader == 1:
                assert may_leave == (held in ("kd1", "kd2")), "the victim knows what was taken"
            kept.add((reader, may_leave))
    assert kept == {(reader, may) for reader in (1, 2, SPECTATOR) for may in (True, False)}


def test_a_position_among_spoils_reads_back_and_a_broken_one_is_refused() -> None:
    for state in (with_room(), without_room(), do(without_room(), (0, "leave sp1"))):
        again = State.from_dict(state.to_dict())
        assert (again.pack(), legal(again, 0)) == (state.pack(), legal(state, 0))
    position = with_room().to_dict()
    for wrong in (["kd1", "kd1"], ["hw1"], ["nothing"], 5):
        with pytest.raises(BadPosition, match="spoils"):
            State.from_dict({**position, "spoils": wrong})
    with pytest.raises(BadPosition, match="spoils"):
        State.from_dict({**deployed("butcher nurse", "nw n").to_dict(), "spoils": ["sp1"]})


# -- versions ----------------------------------------------------------------------------------------------------------


def test_new_games_are_by_version_2_and_old_ones_go_on_by_version_1() -> None:
    assert (Match("hugme", seed=1).rules, Match("hugme", seed=1).state.head["rules"]) == (2, 2)
    match = Match("hugme", seed=1, rules=1)
    assert "rules" not in match.state.to_dict()
    assert replay(match.record).rules == 1
    assert Match.at("hugme", match.state.to_dict()).rules == 1
