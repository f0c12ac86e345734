"""Every option of Horrific changes what happens."""

import pytest
from horrific_scenes import GAME, end_turn, err, replenish, scene
from support import do, legal, luck, odds, owing

from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadOption
from shamble.kernel.state import SPECTATOR


def test_characters() -> None:  # R1
    state = GAME.new(2)
    assert len(odds(state)) == 6
    luck(state, "character maal")
    assert len(odds(state)) == 5
    luck(state, "character dela")
    assert state.view(0)["characters"] == ["maal", "dela"]
    assert GAME.new(2, {"characters": "vladimir,maal"}).view(0)["characters"] == ["vladimir", "maal"]


@pytest.mark.parametrize(
    ("players", "named", "said"),
    [
        (2, "vladimir", "names 1 for 2 players"),
        (3, "vladimir,maal", "names 2 for 3 players"),
        (2, "maal,maal", "named twice"),
        (2, "maal,dracula", "no 'dracula'"),
        (2, "Maal,dela", "different characters in the order of the seats"),
        (2, "maal, dela", "takes random"),
        (2, "", "takes random"),
    ],
)
def test_characters_are_checked(players: int, named: str, said: str) -> None:  # R1
    with pytest.raises(BadOption, match=said):
        GAME.new(players, {"characters": named})


def test_first() -> None:  # R2
    named = {"characters": "vladimir,maal"}
    assert set(odds(GAME.new(2, named))) == {"first @0", "first @1"}
    assert GAME.new(2, {**named, "first": "seat"}).view(0)["first"] == 0
    assert GAME.new(2, {**named, "first": 1}).view(0)["first"] == 1
    with pytest.raises(BadOption):
        GAME.new(2, {**named, "first": 2})


def test_trust_cap() -> None:  # R4
    for cap, trust in (("none", 31), (30, 30)):
        state = scene("vladimir,dela", {"trust_cap": cap}, hands={0: ["GW"]}, trust=[29, 15])
        assert do(state, (0, "play GW")).view(0)["trust"][0] == trust


def test_declare() -> None:  # R5
    places = {"hands": {0: ["CP"]}, "reserve": {1: ["DN"]}}
    before = do(scene("vladimir,dela", **places), (0, "play CP"))
    assert owing(before) == [0]
    after = do(scene("vladimir,dela", {"declare": "after_deny"}, **places), (0, "play CP"))
    assert owing(after) == [1]
    denied = do(after.copy(), (1, "deny reserve"))
    assert denied.view(0)["discard"] == [["CP"], ["DN"]]
    do(after, (1, "pass"), (0, "on V1"))
    assert after.view(0)["living"][0] == ["V1"]


def test_fizzle() -> None:  # R6
    state = scene("bones,dela", hands={0: ["TU"]})
    err(state, 0, "play TU", "R6")
    state = do(scene("bones,dela", {"fizzle": True}, hands={0: ["TU", "UC"]}, base=2), (0, "play TU"))
    assert state.view(0)["discard"][0] == ["TU"]
    state = scene("bones,dela", {"fizzle": True}, hands={0: ["UC"]}, living={0: ["D5"]})
    do(state, (0, "play UC"), (0, "on D5"), (0, "mode power"))
    assert state.view(0)["power"] == 0
    state = do(scene("bones,dela", hands={0: ["UC"]}, living={0: ["D5"]}), (0, "play UC"), (0, "on D5"))
    err(state, 0, "mode power", "R6")


def test_deny_sweep() -> None:  # R9
    for sweep, mound, discard in (("same_turn", ["DN"], []), ("own_turn", [], ["DN"])):
        state = scene("vladimir,dela", {"deny_sweep": sweep}, hands={0: ["GW"]}, reserve={1: ["DN"]})
        do(state, (0, "play GW"), (1, "deny reserve"), (0, "end_play"))
        assert state.view(0)["mound"] == [["GW"], mound]
        assert state.view(0)["discard"] == [[], discard]
        replenish(do(state, (0, "end_lay")))
        assert do(state, (1, "end_play")).view(0)["mound"][1] == ["DN"]


def test_reserve_total() -> None:  # R13
    for total, lays in (("none", True), (3, True), (2, False)):
        state = scene(
            "vladimir,dela", {"reserve_total": total}, hands={0: ["GW"]}, reserve={0: ["CN"]}, down={0: ["UC"]}
        )
        do(state, (0, "end_play"))
        assert ("lay GW" in legal(state, 0)) is lays
        if not lays:
            err(state, 0, "lay GW", "R13")


def test_deny_deny() -> None:  # R17
    for rule, stands in (("literal", True), ("never", False)):
        state = scene("vladimir,dela,bones", {"deny_deny": rule}, hands={0: ["CP"], 2: ["DN"]}, reserve={1: ["DN"]})
        do(state, (0, "play CP"), (0, "on V1"), (1, "deny reserve"))
        if stands:
            do(state, (2, "deny hand"))
        assert state.view(0)["living"][0] == (["V1"] if stands else [])
        assert owing(state) == [0]


def test_uc_once() -> None:  # R23
    def used(once: bool) -> list[str]:
        places = {"hands": {0: ["UC"]}, "reserve": {0: ["UC"]}, "living": {0: ["V3", "V4"]}}
        state = scene("vladimir,dela", {"uc_once": once}, **places)
        do(state, (0, "play UC"), (0, "on V3"), (0, "mode influence"), (0, "play UC reserve"))
        if once:
            err(state, 0, "on V3", "R23")
        return legal(state, 0)

    assert used(False) == ["on V3", "on V4"]
    assert used(True) == ["on V4"]


def test_gimping() -> None:  # R29
    for gimping, base in (("on", 0), ("off", 1)):
        state = scene("dela,vladimir", {"gimping": gimping}, hands={0: ["GC"]}, living={0: ["V2"]}, trust=[15, 2])
        replenish(end_turn(do(state, (0, "play GC"), (0, "on V2"))))
        assert state.view(0)["base"] == base


def test_mound() -> None:  # R39
    mound = {"mound": {0: ["CP", "GW", "UC"]}}
    assert scene("vladimir,dela", **mound).view(1)["mound"][0] == ["CP", "GW", "UC"]
    state = scene("vladimir,dela", {"mound": "top_only"}, **mound)
    assert state.view(1)["mound"][0] == ["CP", "?", "?"]
    assert state.view(SPECTATOR)["mound"][0] == ["CP", "?", "?"]
    assert state.view(0)["mound"][0] == ["CP", "GW", "UC"]
    dealt = [state.redeal(1, Dice(seed)).view(0)["mound"][0] for seed in range(20)]
    assert {cards[0] for cards in dealt} == {"CP"}
    assert len({cards[1] for cards in dealt}) > 2


def test_round_limit() -> None:  # R40
    for limit, over in (("off", False), (2, False), (1, True)):
        state = scene("vladimir,dela", {"round_limit": limit}, hands={1: ["CP"] * 5}, turn=1, turns=1)
        end_turn(state)
        assert (state.owing() == 0) is over
        if over:
            assert state.ending() == "round_limit"
            assert state.payoffs() == [0.5, 0.5]
    state = scene("vladimir,dela", hands={1: ["CP"] * 5}, turn=1, turns=1999)
    assert end_turn(state).ending() == "round_limit", "R40: after a thousand rounds even without a limit"
