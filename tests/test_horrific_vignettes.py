"""The vignettes of the rulings page of Horrific, by their numbers."""

from horrific_scenes import GAME, end_turn, err, replenish, scene
from support import code, do, legal, luck, owing

from shamble.kernel.dice import Dice
from shamble.kernel.state import SPECTATOR, State


def test_v1_the_start() -> None:
    state = GAME.new(2, {"characters": "vladimir,bones", "first": "seat"})
    for _ in range(10):
        state.apply(-1, state.odds()[0][0])
    view = state.view(SPECTATOR)
    assert len(view["town"]) == 20
    assert view["trust"] == [15, 15]
    assert view["held"] == [5, 5]
    assert view["deck"] == [34, 34]
    empty = ("living", "undead", "reserve", "down", "mound", "discard")
    assert all(view[field] == [[], []] for field in empty)
    assert view["destroyed"] == []
    assert owing(state) == [0]


def test_v3_one_play_from_the_hand() -> None:
    state = scene("vladimir,bones", hands={0: ["GW", "CP"]})
    do(state, (0, "play GW"))
    assert state.view(0)["trust"] == [17, 15]
    err(state, 0, "play CP", "book")
    assert "end_play" in legal(state, 0)


def test_v5_no_play_in_lay() -> None:
    state = scene("vladimir,bones", reserve={0: ["GW"]})
    do(state, (0, "end_play"))
    err(state, 0, "play GW reserve", "book")


def test_v6_one_lay_after_a_hand_play() -> None:  # R12
    state = scene("vladimir,bones", hands={0: ["CP", "GW", "UC"]})
    do(state, (0, "play CP"), (0, "on V9"), (0, "end_play"), (0, "lay GW"))
    err(state, 0, "lay UC", "R12")
    assert legal(state, 0) == ["end_lay"]


def test_v8_three_of_a_type() -> None:  # R11, R13
    state = scene("vladimir,bones", hands={0: ["UC", "GW"]}, reserve={0: ["UC", "UC", "UC"]}, mound={0: ["CP"]})
    do(state, (0, "end_play"))
    err(state, 0, "lay UC", "R13")
    err(state, 0, "lay_discard GW", "R11")
    do(state, (0, "lay_discard UC"))
    assert state.view(1)["mound"][0] == ["UC", "CP"]
    assert state.view(0)["hand"] == ["GW"]


def test_v10_the_last_card_played_lies_on_top() -> None:  # R10
    state = scene("vladimir,bones", hands={0: ["GW"]}, reserve={0: ["CP"]}, mound={0: ["LB"]})
    do(state, (0, "play CP reserve"), (0, "on V9"), (0, "play GW"))
    assert state.view(1)["discard"][0] == ["CP", "GW"]
    do(state, (0, "end_play"))
    assert state.view(1)["mound"][0] == ["GW", "CP", "LB"]
    assert state.view(1)["discard"][0] == []


def test_v11_three_living_cost_three() -> None:
    state = scene("vladimir,bones", living={0: ["V6", "V7", "V9"]}, trust=[12, 15])
    end_turn(state)
    assert state.view(0)["trust"] == [9, 15]
    assert state.view(0)["living"][0] == ["V6", "V7", "V9"]


def test_v13_equal_loyalty_stays() -> None:  # R31
    state = scene("vladimir,bones", living={0: ["V1"]}, trust=[11, 15])
    end_turn(state)
    assert state.view(0)["trust"][0] == 10
    assert state.view(0)["living"][0] == ["V1"]
    state = scene("vladimir,bones", living={0: ["V1"]}, trust=[10, 15])
    end_turn(state)
    assert state.view(0)["living"][0] == []
    assert "V1" in state.view(0)["town"]


def test_v15_what_is_there_is_lost_and_all_leave() -> None:  # R4, R30, R31
    state = scene("vladimir,dela", living={0: ["V9", "V7", "D2"]}, trust=[2, 15])
    end_turn(state)
    assert state.view(0)["trust"][0] == 0
    assert state.view(0)["living"][0] == []
    assert {"V9", "V7", "D2"} <= set(state.view(0)["town"])


def test_v16_undead_cost_nothing_and_stay() -> None:
    state = scene("bones,vladimir", undead={0: ["B1", "V1"]}, trust=[0, 15])
    end_turn(state)
    assert state.view(0)["trust"][0] == 0
    assert state.view(0)["undead"][0] == ["B1", "V1"]


def test_v18_victory_only_in_ones_own_turn() -> None:  # R32
    def scene_of(trust: int) -> State:
        own = ["D3", "D7", "D10"]  # Power 6, Influence 6; the Constable wants Loyalty 7
        return scene("bones,dela", living={0: ["B1", "B2", "B5"], 1: own}, trust=[13, trust], hands={1: ["CP"] * 5})

    state = scene_of(15)
    assert not state.meets_goal(1)
    end_turn(state)
    assert state.meets_goal(1)
    assert state.view(0)["winner"] is None
    end_turn(replenish(state))
    assert state.view(0)["winner"] == 1
    assert state.ending() == "dela"
    assert state.payoffs() == [0.0, 1.0]
    state = end_turn(scene_of(9))
    assert state.meets_goal(1)
    end_turn(replenish(state))
    assert state.view(0)["winner"] is None, "the Constable and with it the Power has left before VICTORY"
    assert "D7" in state.view(0)["town"]


HUATI_RESERVE = [card for card in ("CP", "UC", "TU", "ZP", "GW", "DN", "DR", "LB") for _ in range(3)]


def test_v20_the_mound_becomes_the_deck_in_mid_draw() -> None:  # R33
    state = scene(
        "huati,dela", reserve={0: [*HUATI_RESERVE, "CN", "CN"]}, hands={0: ["CP", "CP", "UC"]}, decks={0: ["ZP"]}
    )
    assert len(state.view(0)["mound"][0]) == 9
    end_turn(state)
    luck(state, "draw ZP")
    assert state.view(1)["deck"][0] == 9
    assert state.view(1)["mound"][0] == []
    luck(state, "draw CP")
    assert state.view(1)["held"][0] == 5
    assert state.view(1)["deck"][0] == 8
    assert owing(state) == [1]


def test_v21_the_deck_is_renewed_after_the_last_draw() -> None:  # R33
    state = scene(
        "huati,dela", reserve={0: [*HUATI_RESERVE, "CN"]}, hands={0: ["CP", "CP", "UC", "CN"]}, decks={0: ["ZP"]}
    )
    assert len(state.view(0)["mound"][0]) == 9
    end_turn(state)
    luck(state, "draw ZP")
    assert state.view(1)["held"][0] == 5
    assert state.view(1)["deck"][0] == 9
    assert state.view(1)["mound"][0] == []
    assert owing(state) == [1]


def start_of_maal(undead: list[str]) -> State:
    """The end of the turn before Maal's."""
    hand = ["CP", "GW", "TU", "DN", "LB"]
    deck = ["UC"] * 3 + ["CP"] * 4 + ["TU"] * 3
    state = scene(
        "maal,dela", undead={0: undead}, hands={0: hand, 1: ["CP"] * 5}, decks={0: deck}, turn=1, turns=1, first=0
    )
    return end_turn(state)


def test_v23_maal_with_six_undead() -> None:  # R34, R45
    state = start_of_maal([f"M{n}" for n in range(1, 7)])
    luck(state, "draw UC")
    view = state.view(0)
    assert view["phase"] == "playing"
    assert view["held"][0] == 6
    assert view["base"] == 7
    assert view["deck"][0] == 9
    assert start_of_maal([f"M{n}" for n in range(1, 6)]).view(0)["held"][0] == 5


def test_v25_later_undead_add_no_plays() -> None:  # R26, R34
    state = scene("maal,dela", undead={0: ["M1"]}, living={0: ["M2"]}, hands={0: ["TU", "CP", "GW"]}, base=2)
    do(state, (0, "play TU"), (0, "on M2"))
    assert state.view(0)["undead"][0] == ["M1", "M2"]
    assert state.view(0)["base"] == 1
    do(state, (0, "play GW"))
    err(state, 0, "play CP", "book")
    assert start_of_maal(["M1"]).view(0)["base"] == 2


def test_v26_conceal_and_monument_are_only_laid() -> None:
    state = scene("vladimir,bones", hands={0: ["CN", "MN"]}, reserve={0: ["CN", "MN"]})
    for card in ("CN", "MN"):
        err(state, 0, f"play {card}", "book")
        err(state, 0, f"play {card} reserve", "book")
    do(state, (0, "end_play"), (0, "lay MN"))
    assert state.view(1)["reserve"][0] == ["CN", "MN", "MN"]


def test_v28_a_face_down_card_is_named_to_nobody_else() -> None:  # R14
    state = scene("vladimir,bones", hands={0: ["UC", "GW"]}, reserve={0: ["CN"]})
    do(state, (0, "end_play"))
    assert state.seen(1, 0, code(state, "lay UC down")) == -1
    do(state, (0, "lay UC down"))
    assert state.view(1)["down"][0] == ["?"]
    assert state.view(SPECTATOR)["down"][0] == ["?"]
    assert state.view(0)["down"][0] == ["UC"]
    assert state.view(1)["held"][0] == 1


def test_v30_without_conceal_what_is_down_stays_down() -> None:  # R14, R20
    state = scene(
        "vladimir,bones", hands={0: ["GW"], 1: ["DR"]}, reserve={0: ["CN"]}, down={0: ["UC", "CP"]}, turn=1, turns=1
    )
    do(state, (1, "play DR"), (1, "destroy CN"), (0, "pass"))
    assert state.view(1)["reserve"][0] == []
    assert state.view(1)["mound"][0] == ["CN"]
    assert state.view(1)["down"][0] == ["?", "?"]
    replenish(end_turn(state))
    do(state, (0, "end_play"))
    err(state, 0, "lay GW down", "R14")


def test_v31_a_face_down_deny_stops_a_hand_play() -> None:  # R18
    state = scene("vladimir,dela", hands={0: ["CP"]}, down={1: ["DN"]})
    do(state, (0, "play CP"), (0, "on V1"))
    assert owing(state) == [1]
    do(state, (1, "deny down 1"))
    view = state.view(0)
    assert view["living"][0] == []
    assert view["discard"] == [["CP"], ["DN"]]
    assert view["base"] == 0
    assert owing(state) == [0]


def test_v33_a_monument_helps_only_face_up() -> None:  # R28
    for up in (False, True):
        lies = {"reserve": {0: ["MN"]}} if up else {"down": {0: ["MN"]}}
        state = scene("vladimir,bones", living={0: ["V6", "V7", "V9"]}, trust=[12, 15], **lies)
        end_turn(state)
        assert state.view(0)["trust"][0] == (10 if up else 9)


def test_v35_a_fresh_person_cannot_be_turned() -> None:  # R3, R21
    state = scene("bones,dela", hands={0: ["CP"]}, reserve={0: ["TU"]}, living={0: ["B1"]})
    do(state, (0, "play CP"), (0, "on D1"))
    assert state.view(1)["fresh"] == ["D1"]
    do(state, (0, "play TU reserve"))
    err(state, 0, "on D1", "R21")
    assert legal(state, 0) == ["on B1"]


def test_v36_by_power_it_can() -> None:  # R22
    state = scene("bones,vladimir,dela", hands={0: ["UC", "CP", "TU"]}, living={0: ["V5"]})
    do(state, (0, "play UC"), (0, "on V5"), (0, "mode power"))
    assert state.view(0)["power"] == 4
    do(state, (0, "play CP power"), (0, "on D1"), (0, "play TU power"), (0, "on D1"))
    assert state.view(0)["undead"][0] == ["D1"]
    assert state.view(0)["power"] == 2


def test_v38_a_deny_in_the_hand_does_not_stop_a_hand_play() -> None:  # R16
    state = scene("vladimir,dela", hands={0: ["GW"], 1: ["DN"]})
    after = do(state.copy(), (0, "play GW"))
    assert owing(after) == [0], "with nothing in the Reserve it is plain that B cannot deny"
    state = scene("vladimir,dela", hands={0: ["GW"], 1: ["DN"]}, down={1: ["CP"]})
    do(state, (0, "play GW"))
    assert owing(state) == [1]
    err(state, 1, "deny hand", "book")
    do(state, (1, "pass"))
    assert state.view(0)["trust"][0] == 17


def test_v40_a_deny_in_the_reserve_does() -> None:  # R7
    state = scene("vladimir,dela", hands={0: ["GW", "CP"]}, reserve={1: ["DN"]})
    do(state, (0, "play GW"), (1, "deny reserve"))
    assert state.view(0)["trust"] == [15, 15]
    err(state, 0, "play CP", "book")
    do(state, (0, "end_play"))
    assert state.view(0)["mound"] == [["GW"], ["DN"]]
    assert legal(state, 0) == ["lay CP", "end_lay"]


def test_v41_no_deny_in_ones_own_turn() -> None:  # R46
    state = scene("vladimir,dela", hands={0: ["DN"]}, reserve={0: ["DN"]})
    for text in ("play DN", "play DN reserve", "deny hand", "deny reserve"):
        err(state, 0, text, "R46")


def test_v43_a_third_player_may_deny_a_deny() -> None:  # R17
    state = scene("vladimir,dela,bones", hands={0: ["CP", "DN"], 2: ["DN"]}, reserve={0: ["DN"], 1: ["DN"]})
    do(state, (0, "play CP"), (0, "on V1"), (1, "deny reserve"))
    assert owing(state) == [2]
    err(state, 0, "deny reserve", "R46")
    do(state, (2, "deny hand"))
    assert state.view(0)["living"][0] == ["V1"]
    assert state.view(0)["discard"] == [["CP"], ["DN"], ["DN"]]


def test_v45_gimped() -> None:  # R29
    state = scene(
        "dela,vladimir",
        hands={0: ["GC"], 1: ["CP", "GW", "UC"]},
        reserve={1: ["GW"]},
        living={0: ["V2"]},
        trust=[15, 2],
    )
    do(state, (0, "play GC"), (0, "on V2"))
    assert "V2" in state.view(0)["town"]
    assert state.view(0)["trust"][1] == 0
    assert state.view(0)["gimped"] == [1]
    replenish(end_turn(state))
    err(state, 1, "play GW", "R29")
    do(state, (1, "play GW reserve"))
    while owing(state) == [0]:
        do(state, (0, "pass"))
    assert state.view(0)["trust"][1] == 2
    do(state, (1, "end_play"), (1, "lay CP"), (1, "lay UC"), (1, "end_lay"))
    assert replenish(state).view(0)["gimped"] == []


def test_v46_on_whom_a_curse_is_played() -> None:  # R21, R48
    state = scene(
        "dela,vladimir", hands={0: ["CP"]}, reserve={0: ["GC"]}, living={0: ["V2"], 1: ["V3"]}, undead={0: ["V4"]}
    )
    do(state, (0, "play CP"), (0, "on V6"), (0, "play GC reserve"))
    err(state, 0, "on V4", "book")
    err(state, 0, "on V3", "book")
    err(state, 0, "on V6", "R21")
    assert legal(state, 0) == ["on V2"]


def test_v48_liberate_does_not_reach_undead() -> None:  # R35
    state = scene("dela,vladimir", hands={0: ["LB"]}, living={1: ["V2"]}, undead={1: ["V4"]})
    do(state, (0, "play LB"))
    err(state, 0, "on V4", "book")
    do(state, (0, "on V2"))
    assert "V2" in state.view(0)["town"]


def test_v50_influence_twice() -> None:  # R23, R24
    state = scene("vladimir,bones", hands={0: ["UC"]}, reserve={0: ["UC"]}, living={0: ["V3"]}, trust=[10, 15])
    do(state, (0, "play UC"), (0, "on V3"), (0, "mode influence"))
    assert state.view(0)["trust"][0] == 14
    do(state, (0, "play UC reserve"), (0, "on V3"), (0, "mode influence"))
    assert state.view(0)["trust"][0] == 18


def test_v51_unused_power_lapses() -> None:  # R22
    state = scene(
        "dela,vladimir", hands={0: ["GW", "CP"]}, reserve={0: ["UC"]}, living={0: ["D7"]}, base=0, hand_played=True
    )
    do(state, (0, "play UC reserve"), (0, "on D7"), (0, "mode power"))
    assert state.view(0)["power"] == 3
    do(state, (0, "play GW power"))
    assert state.view(0)["power"] == 2
    do(state, (0, "end_play"))
    assert state.view(0)["power"] == 0
    err(state, 0, "play CP power", "book")


def test_v53_cards_of_this_turn_are_not_in_the_mound() -> None:  # R25
    state = scene("maal,dela", hands={0: ["GW", "UC"]}, undead={0: ["M1"]}, mound={0: ["CP", "TU", "LB"]}, base=2)
    do(state, (0, "play GW"), (0, "play UC"), (0, "on M1"), (0, "mode dig"))
    err(state, 0, "take GW", "R25")
    err(state, 0, "take LB", "R25")
    do(state, (0, "take TU"))
    assert state.view(0)["hand"] == ["TU"]
    assert state.view(1)["mound"][0] == ["CP", "LB"]
    assert state.view(1)["known_cards"][0] == [["TU", 0]]


def test_v55_zombie_powder_does_not_gimp() -> None:  # R27
    state = scene("huati,dela", hands={0: ["ZP"]}, living={0: ["H7"]}, trust=[15, 1])
    do(state, (0, "play ZP"), (0, "on H7"))
    view = state.view(1)
    assert view["undead"][0] == ["H7"]
    assert view["trust"] == [15, 0]
    assert view["gimped"] == []


def test_v56_the_masterpiece() -> None:  # R38
    for destroyed, wins in ((["B1", "B3"], True), (["B1"], False)):
        state = scene("doktor,bones", undead={0: ["K4"]}, destroyed=destroyed, trust=[3, 15])
        end_turn(state)
        assert state.view(1)["winner"] == (0 if wins else None)


def test_v58_views_hold_counts_only() -> None:  # R47
    state = scene("vladimir,dela", hands={0: ["CP", "GW"]}, down={0: ["UC"]}, reserve={0: ["CN"]})
    for reader in (1, SPECTATOR):
        view = state.view(reader)
        assert view["held"][0] == 2
        assert view["deck"][0] == 35
        assert view["down"][0] == ["?"]
        assert view["hand"] == ([] if reader == 1 else None)
        others = {state.redeal(reader, Dice(seed)).view(0)["hand"][0] for seed in range(30)}
        assert len(others) > 3


def test_v60_the_army() -> None:
    army = ["B10", "B3", "B4", "B1", "B6"]  # 6 5 5 4 4
    state = end_turn(scene("bones,dela", undead={0: army}))
    assert state.ending() == "bones"
    state = end_turn(scene("bones,dela", undead={0: [*army[:4], "D1"]}))  # 23
    assert state.view(0)["winner"] is None


# -- rulings that no vignette shows ------------------------------------------------------------------------------


def test_r8_a_face_down_card_is_turned_up_as_it_is_played() -> None:  # R8
    state = do(scene("vladimir,dela", down={0: ["GW"]}), (0, "play down 1"))
    assert state.view(1)["down"][0] == []
    assert state.view(1)["discard"][0] == ["GW"]
    assert state.view(1)["trust"][0] == 17


def test_r19_a_card_played_by_power_comes_from_the_hand() -> None:  # R19
    for down, asked in (([], [0]), (["CP"], [1])):
        state = scene("vladimir,dela", hands={0: ["GW"], 1: ["DN"]}, down={1: down}, power=4, hand_played=True, base=0)
        do(state, (0, "play GW power"))
        assert owing(state) == asked
        assert asked == [0] or "deny hand" not in legal(state, 1)


def test_r36_whoever_returns_to_the_town_is_living_again() -> None:  # R35, R36
    state = scene("doktor,bones", hands={0: ["HL"]}, reserve={0: ["CP"]}, undead={1: ["B2"]})
    do(state, (0, "play HL"), (0, "on B2"))
    assert "B2" in state.view(0)["town"]
    assert state.view(0)["undead"][1] == []
    assert state.view(0)["trust"][0] == 17, "the printed Influence of an Undead too"
    do(state, (0, "play CP reserve"), (0, "on B2"))
    assert state.view(0)["living"][0] == ["B2"]


def test_r37_a_curse_may_use_a_person_without_influence() -> None:  # R37
    state = scene("dela,vladimir", hands={0: ["GC"]}, living={0: ["V8"]})
    do(state, (0, "play GC"), (0, "on V8"))
    assert state.view(0)["trust"] == [15, 15]
    assert "V8" in state.view(0)["town"]


def test_r41_a_person_whose_loyalty_is_too_high_comes_and_leaves_again() -> None:  # R41
    state = do(scene("vladimir,bones", hands={0: ["CP"]}, trust=[5, 15]), (0, "play CP"), (0, "on V1"))
    assert state.view(0)["living"][0] == ["V1"]
    end_turn(state)
    assert state.view(0)["living"][0] == []
    assert "V1" in state.view(0)["town"]


def test_r43_nobody_is_asked_about_a_card_that_is_laid() -> None:  # R43
    state = scene("vladimir,dela", hands={0: ["GW"]}, reserve={1: ["DN"]})
    do(state, (0, "end_play"), (0, "lay GW"))
    assert owing(state) == [0]
    assert state.view(1)["reserve"][0] == ["GW"]


def test_r44_there_is_nothing_to_cut() -> None:  # R44
    assert not [text for text in GAME.vocabulary.texts() if "cut" in text]
