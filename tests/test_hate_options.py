"""Every option of I Hate Zombies changes an outcome, and what does not go together is refused."""

import pytest
from support import changed, do, legal, luck, odds, opening, owing, refusal, refused
from test_hate_vignettes import THROWS, active, attack, killed, ring, sides, table, throws, wounds, zombies

from shamble.games import find
from shamble.kernel.errors import BadOption
from shamble.kernel.state import CHANCE, SPECTATOR, State


def test_max_players() -> None:  # R1
    assert opening("hate", 7).players == 7
    with pytest.raises(BadOption, match="2 to 6"):
        opening("hate", 7, max_players=6)


def test_dealer() -> None:  # R3
    drawn = opening("hate", 5)
    assert owing(drawn) == [CHANCE]
    assert odds(drawn) == {f"dealer @{seat}": 1 for seat in range(5)}
    assert owing(luck(drawn, "dealer @4")) == [0, 4]
    assert owing(opening("hate", 5, dealer="seat")) == [0, 1]
    assert owing(opening("hate", 5, dealer=3)) == [3, 4]
    with pytest.raises(BadOption, match="chairs"):
        opening("hate", 5, dealer=5)


def test_dealer_and_left_neighbour_throw_again_after_a_tie() -> None:  # R3
    state = do(opening("hate", 5, dealer=3), (4, "throw rock"), (3, "throw rock"))
    assert state.view(SPECTATOR)["phase"] == "setting_up"
    assert owing(state) == [3, 4]
    do(state, (3, "throw scissors"), (4, "throw paper"))
    assert zombies(state) == [1, 4]
    assert active(state) == 4


def test_horde_serum_off() -> None:  # R5
    def card(loser: int, **options: object) -> object:
        state = opening("hate", 5, dealer=0, **options)
        return do(state, (loser, "throw rock"), (1 - loser, "throw paper")).to_dict()["card"]

    assert [card(0), card(1)] == ["serum", "horde"]
    assert [card(0, horde_serum="off"), card(1, horde_serum="off")] == ["aside", "aside"]


# -- powers: place 0 tough, 2 and 4 extra_wound, 3 and 6 reroll_tie, 5 first_aid, 7 last_stand --------------------


def test_powers_are_those_of_the_characters_dealt_from_the_house_edition_or_borrowed_from_it() -> None:  # R6
    game = find("hate")
    house = game.edition("house-powers")
    deal = ["deal C4", "deal C1", "deal C6", "deal C18", "deal C2", "deal C8"]
    expected = ["reroll_tie", "tough", "first_aid", "first_aid", "none", "last_stand"]
    for edition in (house, None):
        state = luck(game.new(6, {"powers": "house", "dealer": 5}, edition), *deal)
        assert state.view(0)["powers"] == expected
        assert state.view(0)["cards"] == ["C4", "C1", "C6", "C18", "C2", "C8"]
    assert game.new(6, {}, house).view(0)["powers"] == []


def test_power_reroll_tie() -> None:
    plain, house = (do(table("ZHZHZZ", active=2, powers=p), (2, "attack left")) for p in ("none", "house"))
    assert active(throws(plain, "R/R")) == 4
    throws(house, "R/R")
    assert owing(house) == [2, 3]
    assert house.view(SPECTATOR)["attacks"] == 0
    assert wounds(throws(house, "R/S")) == [0, 0, 0, 1, 0, 0]


def test_power_extra_wound() -> None:
    for powers, expected in (("none", 1), ("house", 2)):
        state = attack(table("HZHZHH", active=1, powers=powers), "left", "R/P")
        assert wounds(state)[1] == expected
    killed_at_once = attack(table("HZHZHH", {1: 1}, active=1, powers="house"), "left", "R/P")
    assert sides(killed_at_once) == "H-HZHH"


def test_power_extra_wound_against_horde() -> None:
    state = attack(table("HZHZH", {1: 2}, active=1, card="horde", powers="house"), "left", "R/P")
    assert sides(state) == "H-HZH"
    state = attack(table("HZHZH", {1: 1}, active=1, card="horde", powers="house"), "left", "R/P")
    assert (sides(state), wounds(state)[1], state.to_dict()["card"]) == ("HZHZH", 2, "aside")


def test_power_tough() -> None:
    assert wounds(attack(table("HZHZHH", active=1), "right", "R/S"))[0] == 1
    state = attack(table("HZHZHH", active=1, powers="house"), "right", "R/S")
    assert wounds(state)[0] == 0
    assert state.view(SPECTATOR)["spent"] == [0]
    assert wounds(attack(changed(state, active=1), "right", "R/S"))[0] == 1


def test_power_first_aid() -> None:
    for powers, wounded in (("none", [0, 5]), ("house", [0])):
        state = attack(table("HZHZZH", {4: 2, 5: 1, 0: 1}, active=4, powers=powers), "left", "R/P")
        assert legal(state, 5) == [*(f"heal {place}" for place in wounded), "heal none"]


def test_power_last_stand() -> None:
    for powers, expected in (("none", 0), ("house", 1)):
        state = attack(table("ZZZZZZZH", powers=powers), "right", "R/R")
        assert wounds(state)[0] == expected
    two_left = attack(table("ZZZHZZZH", powers="house"), "right", "R/R")
    assert wounds(two_left)[0] == 0


def test_powers_end_with_the_human_side() -> None:
    state = attack(table("ZZHZZHZH", {2: 1}, active=1, powers="house"), "left", "R/S")
    assert sides(state) == "ZZZZZHZH"
    state = attack(changed(state, active=2), "left", "R/P")
    assert wounds(state)[2] == 1


# -- attacks -------------------------------------------------------------------------------------------------------


def test_nearest_closest() -> None:  # R7
    assert legal(table("ZHZHHZ"), 0) == ["attack left", "attack right"]
    state = table("ZHZHHZ", nearest="closest")
    assert legal(state, 0) == ["attack left"]
    refused(state, 0, "attack right", "R7")
    assert legal(table("ZHZHHH", nearest="closest"), 0) == ["attack left", "attack right"]
    assert legal(table("Z-HHHZ", nearest="closest"), 0) == ["attack left"]
    assert legal(table("Z-HHH-", nearest="closest"), 0) == ["attack left", "attack right"]


def test_tie_rethrow() -> None:  # R11
    assert active(attack(table("ZHZHZH"), "left", "R/R")) == 2
    state = attack(table("ZHZHZH", tie="rethrow"), "left", "R/R")
    assert owing(state) == [0, 1]
    assert state.view(SPECTATOR)["attacks"] == 0
    throws(state, "R/S")
    assert state.view(SPECTATOR)["attacks"] == 1
    assert wounds(state) == [0, 1, 0, 0, 0, 0]


def test_new_zombie_acts_after_one_lap() -> None:  # R12
    assert active(attack(table("ZHZHHH", {1: 1}), "left", "R/S")) == 1
    state = attack(table("ZHZHHH", {1: 1}, new_zombie_acts="after_one_lap"), "left", "R/S")
    assert active(state) == 2
    assert active(attack(state, "left", "R/R")) == 0
    assert active(attack(state, "left", "R/R")) == 1


def test_new_zombie_behind_the_attacker_is_passed_over_once_too() -> None:
    state = attack(table("HZHHHH", {0: 1}, active=1, new_zombie_acts="after_one_lap"), "right", "R/S")
    assert state.view(SPECTATOR)["waiting"] == []
    assert active(state) == 1
    assert active(attack(state, "left", "R/R")) == 0


def test_heal_by_majority_vote() -> None:  # R13
    assert owing(killed()) == [1]
    state = attack(table("ZHZHZH", {0: 2, 5: 1}, heal_by="majority_vote"), "left", "R/P")
    assert owing(state) == [1, 3, 5]
    refused(state, 1, "heal 5", "R13")
    refused(state, 3, "vote 1", "R14")
    do(state, (3, "vote none"))
    assert state.view(1)["votes"] == [None] * 6
    assert state.view(3)["votes"][3] == "none"
    assert legal(state, 3) == []
    do(state, (1, "vote 5"), (5, "vote 5"))
    assert wounds(state)[5] == 0
    assert state.view(0)["votes"] == [None, "5", None, "none", None, "5"]


def test_half_of_the_votes_are_no_majority() -> None:
    state = attack(ring(4, "ZHZHZHZH", {0: 2, 3: 1}, heal_by="majority_vote"), "left", "R/P")
    assert owing(state) == [1, 3]
    do(state, (1, "vote 3"), (3, "vote none"))
    assert wounds(state)[3] == 1


def test_heal_by_most_wounded_auto() -> None:
    assert wounds(killed())[5] == 1
    state = attack(table("ZHZHZH", {0: 2, 3: 1, 5: 1}, heal_by="most_wounded_auto"), "left", "R/P")
    assert wounds(state) == [None, 0, 0, 0, 0, 1]
    assert active(state) == 2


def test_tokens_strict() -> None:  # R16
    everybody = dict.fromkeys(range(14), 1)
    for tokens, expected in (("unlimited", 1), ("strict", 0)):
        state = attack(table("HZ" * 9, everybody, active=15, tokens=tokens), "left", "R/S")
        assert wounds(state)[16] == expected
    state = attack(table("HZ" * 9, everybody, active=15, tokens="strict"), "right", "R/P")
    assert wounds(state)[15] == 0
    turned = attack(table("HZ" * 9, everybody, active=13, tokens="strict"), "right", "R/S")
    assert sides(turned)[12] == "Z"
    assert turned.view(SPECTATOR)["supply"] == 1
    assert wounds(attack(changed(turned, active=13), "right", "R/P"))[13] == 2


# -- the ring ------------------------------------------------------------------------------------------------------


def test_ring() -> None:  # R20
    assert sides(opening("hate", 2)) == "ZH" * 6
    assert sides(opening("hate", 2, ring=6)) == "ZH" * 3


def test_roles() -> None:  # R21
    for players, roles, attacker, defender in (
        (2, "standard", 0, 1),
        (2, "HZ", 1, 0),
        (3, "ZHZ", 0, 1),
        (3, "HZZ", 1, 0),
        (4, "HZHZ", 1, 0),
        (4, "ZZHH", 0, 2),
        (4, "HHZZ", 2, 0),
        (4, "ZHHZ", 0, 1),
        (4, "HZZH", 1, 0),
    ):
        state = opening("hate", players, roles=roles)
        assert owing(state) == [attacker]
        do(state, (attacker, "attack left"))
        assert owing(state) == sorted([attacker, defender])


@pytest.mark.parametrize(("players", "roles"), [(2, "ZHZ"), (3, "HZ"), (3, "HZHZ"), (4, "HZZ"), (5, "HZ")])
def test_roles_that_do_not_fit_the_players(players: int, roles: str) -> None:
    with pytest.raises(BadOption):
        opening("hate", players, roles=roles)


def test_first_by_throw() -> None:  # R21
    assert active(opening("hate", 2)) == 0
    state = opening("hate", 2, first="rps")
    assert owing(state) == [0, 1]
    do(state, (0, "throw rock"), (1, "throw rock"))
    assert owing(state) == [0, 1]
    loses = do(state.copy(), (1, "throw scissors"), (0, "throw rock"))
    assert (sides(loses), active(loses), owing(loses)) == ("HZ" * 6, 1, [0])
    wins = do(state.copy(), (1, "throw paper"), (0, "throw rock"))
    assert (sides(wins), active(wins), owing(wins)) == ("ZH" * 6, 0, [0])
    assert owing(opening("hate", 4, first="rps", roles="HZZH")) == [0, 1]


def test_three_zombies_in_halves() -> None:  # R22
    for sharing, second in (("alternate_attacks", 1), ("halves", 0)):
        state = opening("hate", 3, three_zombies=sharing)
        attack(state, "left", "R/R")
        assert active(state) == 2
        assert owing(state) == [second]
    state = ring(3, "ZH" * 6, active=6, three_zombies="halves")
    assert owing(state) == [1]
    lost = attack(ring(3, "ZH-H-HZHZHZH", {0: 2}, three_zombies="halves"), "left", "R/P")
    assert lost.view(SPECTATOR)["eliminated"] == [0]


def out(**options: object) -> State:
    """The first zombie player of four has lost the last zombie of the own half, where then a human turns."""
    state = attack(ring(4, "ZH-H-HZHZHZH", {0: 2, 5: 1}, **options), "left", "R/P")
    assert state.view(SPECTATOR)["eliminated"] == [0]
    return attack(do(state, (1, "heal none")), "right", "R/S")


def test_return_from_elimination() -> None:  # R25
    stays = out()
    assert (stays.view(0)["command"][5], stays.view(0)["eliminated"]) == ([2], [0])
    back = out(return_from_elimination=True)
    assert (back.view(0)["command"][5], back.view(0)["eliminated"]) == ([0], [])
    assert owing(changed(back, active=5)) == [0]


def test_eliminated_share() -> None:  # R26
    for share, expected in ((False, [0, 0, 1, 0]), (True, [1, 0, 1, 0])):
        state = ring(4, "-H-ZZ-ZZ", {1: 1}, active=4, eliminated_share=share, eliminated=[0, 3])
        assert attack(changed(state, active=4), "left", "R/S").payoffs() == expected


def test_eliminated_humans_share() -> None:
    for share, expected in ((False, [0, 1, 0, 0]), (True, [0, 1, 0, 1])):
        state = ring(4, "ZH------", {0: 2}, eliminated_share=share, eliminated=[2, 3])
        assert attack(state, "left", "R/P").payoffs() == expected


def test_max_attacks() -> None:  # R28
    state = attack(opening("hate", 2), "left", "R/R")
    assert state.ending() == ""
    state = attack(opening("hate", 2, max_attacks=1), "left", "R/R")
    assert state.ending() == "attack_limit"
    assert state.payoffs() == [0.5, 0.5]
    last = attack(ring(2, "ZH", {1: 1}, max_attacks=1), "left", "R/S")
    assert last.ending() == "zombies"


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (5, {"ring": 6}),
        (5, {"first": "rps"}),
        (5, {"three_zombies": "halves"}),
        (5, {"eliminated_share": True}),
        (5, {"return_from_elimination": True}),
        (4, {"dealer": "seat"}),
        (2, {"horde_serum": "off"}),
        (2, {"three_zombies": "halves"}),
        (4, {"three_zombies": "halves"}),
        (4, {"ring": 2}),
        (3, {"ring": 2, "three_zombies": "halves"}),
        (2, {"eliminated_share": True}),
        (3, {"return_from_elimination": True}),
    ],
)
def test_options_that_do_not_go_together(players: int, options: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        opening("hate", players, **options)


def test_words_name_the_house_rules_in_refusals() -> None:
    state = do(table("ZHZHZH"), (0, "attack left"), (1, "throw rock"))
    for throw in THROWS.values():
        assert refusal(state, 1, f"throw {throw}")[1] == "R10"
        assert refusal(state, 2, f"throw {throw}")[1] == "book"
    assert refusal(state, 2, "dealer @1")[1] == "R3"
