"""Every option of Hug Me changes an outcome."""

import pytest
from hugme_table import Change, cards, deployed, night, phase, seat
from support import do, find, legal, luck, odds, opening, owing

from shamble.kernel.errors import BadOption
from shamble.kernel.state import CHANCE, State


def test_characters_are_dealt_or_named() -> None:  # R10
    assert owing(opening("hugme", 2)) == [CHANCE]
    assert len(odds(opening("hugme", 2))) == 14
    state = opening("hugme", 2, characters="nurse,virgin")
    assert [s["character"] for s in state.view(0)["seats"]] == ["nurse", "virgin"]
    for wrong in ("nurse", "nurse,nurse", "nurse,elvis", "nurse,virgin,student"):
        with pytest.raises(BadOption):
            opening("hugme", 2, characters=wrong)


def attack_in_round(number: int, **options: object) -> int:
    """The attack of a card 1 in that round."""
    state = Change(deployed("nurse butcher", "s s", **options)).left(0, "sp2").set(round=number).state()
    luck(night(state), "zombie 1")
    return int(state.view(0)["assault"]["attack"])


def test_profile_machine_lets_the_horde_grow() -> None:  # R52
    assert [attack_in_round(n, profile="machine") for n in (12, 13, 20)] == [1, 2, 9]
    assert attack_in_round(20) == 1
    state = Change(deployed("nurse butcher", "s s", profile="machine")).set(round=100, assaulted=[0, 1]).state()
    assert night(state).ending() == "round_limit"


def test_horde_growth_and_step() -> None:  # R52
    assert attack_in_round(7, horde_growth=5) == 4
    assert attack_in_round(7, horde_growth=5, horde_step=3) == 10
    assert attack_in_round(4, horde_growth=5) == 1


def test_round_limit() -> None:  # R52
    for limit, ending in ((1, "round_limit"), ("off", "")):
        state = Change(deployed("nurse butcher", "s s", round_limit=limit)).set(assaulted=[0, 1]).state()
        do(state, (1, "end"), (0, "end"))
        assert state.ending() == ending
        if ending:
            assert state.payoffs() == [0.5, 0.5]


def test_min_players() -> None:  # R1
    with pytest.raises(BadOption):
        opening("hugme", 3, min_players=4)
    assert opening("hugme", 3).players == 3


def zombie_places(**options: object) -> State:
    change = Change(deployed("butcher nurse virgin", "s s n", **options)).zombie(2)
    return change.set(phase="sending", actor=2, step=3, beaten=[]).state()


def test_zombie_targets() -> None:  # R4
    for targets, places in (("habitable", 9), ("full_deck", 13)):
        state = zombie_places(zombie_targets=targets)
        do(state, (2, "send self"))
        assert sum(a.startswith("at ") for a in legal(state, 2)) == places
    do(state, (2, "at minivan"))
    state = night(Change(state).set(assaulted=[0, 1]).state())
    assert state.view(0)["seats"][2]["stands"] is None


def test_special_items_extra() -> None:  # R5
    for value, size in (("included", 6), ("extra", 7)):
        state = deployed("nurse butcher", "s s", special_items=value)
        assert state.view(0)["decks"]["kids"]["unseen"] == size
    assert sum(state.census().values()) - 37 - 8 == 56
    state = Change(deployed("nurse butcher", "s nw", special_items="extra")).state()
    do(state, (1, "search"))
    assert "find hw6" in odds(state)


def test_tie_break() -> None:  # R7
    shops = ("hardware", "sporting", "kids", "gardening", "clothing", "bathroom", "pharmacy")
    found = {}
    for value in ("random", "seat", "chosen"):
        state = opening("hugme", 3, characters="virgin,nurse,student", tie_break=value)
        found[value] = luck(state, *(f"shop {shop}" for shop in shops))
    assert odds(found["random"]) == {"first @1": 1, "first @2": 1}
    assert (owing(found["seat"]), phase(found["seat"])) == ([1], "deploying")
    assert legal(found["chosen"], 1) == ["begin @1", "begin @2"]
    do(found["chosen"], (1, "begin @2"))
    assert owing(found["chosen"]) == [2]


def last_hug(**options: object) -> State:
    """The last Human is hugged; an Infected and a zombie are there too."""
    change = Change(deployed("butcher nurse virgin", "n s n", **options)).infected(0).zombie(2)
    state = change.sent(2, "s", "9").set(looked=[2], turn=0, actor=0).state()
    luck(night(state), "die bad")
    do(state, (1, "decline"))
    return state


def test_zombie_win() -> None:  # R11
    assert last_hug().ending() == "zombies"
    state = last_hug(zombie_win="no_humans_or_infected")
    assert state.ending() == ""


def test_no_zombie_end() -> None:  # R12
    for value, ending in (("continue", ""), ("draw", "nobody")):
        change = Change(deployed("butcher nurse", "n s", no_zombie_end=value)).infected(0)
        state = luck(night(change.state()), "zombie 9", "die bad")
        do(state, (1, "decline"))
        assert state.ending() == ending


def test_check_timing() -> None:  # R14
    for value, ending in (("atomic", "virgin"), ("end_of_assault", "")):
        state = night(deployed("butcher virgin", "n n", check_timing=value))
        luck(state, "zombie 9", "die bad")
        assert state.ending() == ending
    luck(state, "die bad")
    assert state.ending() == ""
    assert [s["status"] for s in state.view(0)["seats"]] == ["infected", "infected"]


def test_win_side() -> None:  # R15
    for value, may in (("any", True), ("right_only", False)):
        state = Change(deployed("nurse butcher", "s ne", win_side=value)).right(1, "gasoline").shown(1, "keys").state()
        assert ("win" in legal(state, 1)) == may


def test_interrupts() -> None:  # R16
    for value, free in (("all", ["reveal sp1"]), ("own_turn", [])):
        state = Change(deployed("nurse butcher", "s ne", interrupts=value)).left(0, "sp1").state()
        assert legal(state, 0) == free


def test_victim_counter() -> None:  # R23
    for value, after in (("none", "turn"), ("spoils", "spoils")):
        state = Change(deployed("butcher nurse", "s s", victim_counter=value)).shown(1, "hw2").state()
        do(state, (0, "steal @1"), (1, "pass"))
        assert phase(state) == after
    assert owing(state) == [1]
    do(state, (1, "spoils right"))
    assert (phase(state), owing(state)) == ("turn", [0])


def test_barricade_scope() -> None:  # R28
    for value, status in (("location", "infected"), ("per_human", "human")):
        state = deployed("virgin old_lady", "s s", barricade_scope=value, tie_break="seat")
        state = night(Change(state).set(barricades={"s": 2}).state())
        luck(state, "zombie 7")
        assert [entry["status"] for entry in state.view(0)["seats"]] == [status, status]


def test_zombie_items() -> None:  # R29
    for value, zone in (("drop", "under pharmacy"), ("remove", "removed")):
        change = Change(deployed("butcher nurse", "n s", zombie_items=value)).infected(1).shown(1, "ba2")
        state = change.state()
        do(state, (0, "end"))
        luck(state, "die bad")
        assert cards(state, zone) == ["ba2"]


def test_zombie_die() -> None:  # R30
    for value, weights in (("1/3", (1, 2)), ("1/6", (1, 5)), ("1/2", (1, 1)), ("2/3", (2, 1))):
        state = luck(night(deployed("butcher nurse", "n s", zombie_die=value)), "zombie 9")
        assert odds(state) == {"die bad": weights[0], "die good": weights[1]}


def test_second_assault() -> None:  # R32
    for value, after in (("unassaulted", "sending"), ("all_survivors", "night_draw")):
        change = Change(deployed("butcher nurse virgin", "s s n", second_assault=value)).zombie(2).sent(2, "s")
        assert phase(night(change.set(looked=[2]).state())) == after


def test_trapped() -> None:  # R33
    for value, after in (("hugged", "turn"), ("roll_then_stay", "escape_die")):
        change = Change(deployed("butcher nurse", "n s", trapped=value)).set(barricades={"s": 2}, assaulted=[0])
        state = luck(night(change.shown(1, "ba2").state()), "zombie 9")
        do(state, (1, "pass"))
        assert phase(state) == after
    luck(state, "die good")
    assert seat(state, 1)["place"] == "s"
    assert seat(state, 1)["status"] == "human"
    assert cards(state, "under pharmacy") == ["ba2"]


def test_voluntary_hug() -> None:  # R35
    for value, after in ((False, "escape_die"), (True, "hug_offer")):
        state = luck(night(deployed("butcher nurse", "n s", voluntary_hug=value)), "zombie 9")
        assert phase(state) == after
    do(state, (0, "accept"))
    assert seat(state, 0)["status"] == "infected"


def test_nursery_at_dawn() -> None:  # R37
    for value, known in (("reveal", None), ("immediate", "nursery")):
        change = Change(deployed("butcher nurse virgin", "s s n", nursery_at_dawn=value)).zombie(2)
        state = change.set(phase="dawn_draw", actor=2, owed=1, step=3).state()
        luck(state, "zombie nursery")
        assert state.view(0)["seats"][2]["hand"][0]["card"] == known
        assert state.view(0)["horde"]["nursery"] == (known is not None)


def test_sly_stack() -> None:  # R40
    for value, defence in (("per_card", 6), ("once", 9)):
        change = Change(deployed("student nurse virgin", "s s n", sly_stack=value, tie_break="seat")).zombie(2)
        change.sent(2, "s", "sly", "few").shown(0, "sp2").shown(1, "hw1").set(looked=[2])
        assert night(change.state()).view(1)["assault"]["defence"] == defence


def test_beaten() -> None:  # R43
    for value, after in (("no_draw", "sending"), ("optional", "dawn_option")):
        change = Change(deployed("butcher nurse virgin", "s s n", beaten=value)).zombie(2).set(beaten=[2])
        state = night(change.set(assaulted=[0, 1]).state())
        assert phase(state) == after
    assert legal(state, 2) == ["draw", "skip"]
    do(state, (2, "draw"))
    assert phase(state) == "dawn_draw"


def test_zombie_min_deploy() -> None:  # R44
    assert "stay" not in legal(zombie_places(), 2)
    state = zombie_places(zombie_min_deploy=0)
    do(state, (2, "stay"))
    assert phase(state) == "turn"


def test_involved() -> None:  # R45, R49
    for value, after in (("character", "dawn_draw"), ("any_card", "sending")):
        change = Change(deployed("butcher nurse virgin", "s s n", involved=value)).zombie(2).sent(2, "s", "1")
        change.d["seats"][2]["slot"] = None
        assert phase(night(change.set(looked=[2]).state())) == after


def test_zombie_chat() -> None:  # R47
    for value, heard in (("public", "all"), ("team", [2])):
        state = Change(deployed("butcher nurse virgin", "s s n", zombie_chat=value)).zombie(2).state()
        assert state.view(0)["talk"] == heard


def test_hug_confirm() -> None:  # R48
    for value, after in (("auto", "over"), ("required", "confirming")):
        change = Change(deployed("butcher nurse virgin", "n s n", hug_confirm=value)).zombie(2).infected(0)
        state = night(change.sent(2, "s", "9").set(looked=[2]).state())
        luck(state, "die bad")
        do(state, (1, "decline"))
        assert phase(state) == after
    assert owing(state) == [2]
    do(state, (2, "spare"))
    assert seat(state, 1)["status"] == "human"
    assert seat(state, 1)["place"] == "s"


def test_cheer_consent() -> None:  # R51
    for value, after in ((False, "turn"), (True, "consent")):
        state = deployed("cheerleader virgin", "nw nw", cheer_consent=value)
        do(state, (0, "bring @1"))
        assert phase(state) == after
    refusing = state.copy()
    do(refusing, (1, "decline"), (0, "move n"))
    assert seat(refusing, 1)["place"] == "nw"
    do(state, (1, "agree"), (0, "move n"))
    assert seat(state, 1)["place"] == "n"


def test_every_option_has_a_test() -> None:
    named = {option.name for option in find("hugme").options}
    tested = {name[5:] for name in globals() if name.startswith("test_")}
    aliases = {"characters_are_dealt_or_named": "characters", "profile_machine_lets_the_horde_grow": "profile"}
    tested = {aliases.get(name, name) for name in tested} | {"horde_growth", "horde_step", "special_items"}
    assert named <= tested
