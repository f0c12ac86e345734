"""The vignettes of the rulings page of I Hate Zombies, by their numbers.

A table is written as on that page: `ZHZH`, a `-` where a character has been removed, wounds as {place: wounds}.
Throws are `R/P`: the attacker's, then the defender's.
"""

import json
from typing import Any

import pytest
from support import changed, code, do, game_of, legal, opening, owing, refusal, refused

from shamble.games import find
from shamble.kernel.errors import BadOption
from shamble.kernel.state import CHANCE, HIDDEN, SPECTATOR, State

THROWS = {"R": "rock", "P": "paper", "S": "scissors"}


def faces(sides: str, wounds: dict[int, int]) -> list[str]:
    return [side if side == "-" else f"{side}{wounds.get(place, 0)}" for place, side in enumerate(sides)]


def table(sides: str, wounds: dict[int, int] | None = None, active: int = 0, **fields: Any) -> State:
    """Everybody one character, the active zombie to attack; `fields` holds options and fields of the position."""
    options = {option.name for option in find("hate").options} & set(fields)
    start = opening("hate", len(sides), dealer=0, **{name: fields.pop(name) for name in options})
    return placed(start, sides, wounds, active, **fields)


def ring(players: int, sides: str, wounds: dict[int, int] | None = None, active: int = 0, **fields: Any) -> State:
    """The same for two to four players and their ring."""
    options = {option.name for option in find("hate").options} & set(fields)
    start = opening("hate", players, ring=len(sides), **{name: fields.pop(name) for name in options})
    return placed(start, sides, wounds, active, **fields)


def placed(start: State, sides: str, wounds: dict[int, int] | None, active: int, **fields: Any) -> State:
    start_dict = start.to_dict()
    total = start_dict["supply"]
    position = {
        "phase": "attacking",
        "characters": faces(sides, wounds or {}),
        "active": active,
        "target": None,
        "supply": total - len(wounds or {}),
    }
    if "cards" in start_dict:
        position["cards"] = [f"C{place + 1}" for place in range(len(sides))]
    return changed(start, **{**position, **fields})


def sides(state: State) -> str:
    return "".join(character[0] for character in state.to_dict()["characters"])


def wounds(state: State) -> list[int | None]:
    return [None if c == "-" else int(c[1]) for c in state.to_dict()["characters"]]


def throws(state: State, pair: str) -> State:
    """Both throw: the attacker's seat first."""
    view = state.view(SPECTATOR)
    attacker = next(seat for seat in view["owing"] if seat in seats_of(state, view["active"]))
    defender = next(seat for seat in view["owing"] if seat != attacker)
    return do(state, (attacker, f"throw {THROWS[pair[0]]}"), (defender, f"throw {THROWS[pair[2]]}"))


def seats_of(state: State, place: int) -> list[int]:
    commanders = state.view(SPECTATOR)["command"][place]
    return commanders if isinstance(commanders, list) else [commanders]


def attack(state: State, way: str, pair: str) -> State:
    """The active zombie attacks that way, and both throw."""
    (attacker,) = owing(state)
    return throws(do(state, (attacker, f"attack {way}")), pair)


def set_up(players: int, dealer: int, loser: int) -> State:
    """The set-up throws of dealer and left neighbour are done, and one of them has lost."""
    state = opening("hate", players, dealer=dealer)
    left = (dealer + 1) % players
    assert owing(state) == sorted([dealer, left])
    winner = left if loser == dealer else dealer
    return do(state, (loser, "throw rock"), (winner, "throw paper"))


def zombies(state: State) -> list[int]:
    return [place for place, side in enumerate(sides(state)) if side == "Z"]


def active(state: State) -> int:
    found: int = state.view(SPECTATOR)["active"]
    return found


# -- set-up --------------------------------------------------------------------------------------------------------


def test_v1_every_second_seat_from_the_loser() -> None:  # R2
    state = set_up(6, dealer=0, loser=1)
    assert zombies(state) == [1, 3, 5]
    assert active(state) == 1
    assert owing(state) == [1]


def test_v3_the_winner_is_never_turned_at_an_odd_table_and_horde_lies_open() -> None:  # R4, R5
    state = set_up(5, dealer=0, loser=1)
    assert zombies(state) == [1, 3]
    assert state.to_dict()["card"] == "horde"


def test_v5_seven_players_either_loser() -> None:
    state = set_up(7, dealer=2, loser=3)
    assert (zombies(state), active(state)) == ([0, 3, 5], 3)
    state = set_up(7, dealer=2, loser=2)
    assert (zombies(state), active(state)) == ([1, 2, 4, 6], 2)
    assert state.to_dict()["card"] == "serum"


def test_v6_the_count_goes_around_the_table() -> None:
    state = set_up(6, dealer=4, loser=5)
    assert (zombies(state), active(state)) == ([1, 3, 5], 5)


@pytest.mark.parametrize("players", [6, 8, 12, 18])
def test_v8_an_even_table_has_no_horde_or_serum(players: int) -> None:
    for loser in (0, 1):
        assert set_up(players, 0, loser).to_dict()["card"] == "aside"


# -- targets -------------------------------------------------------------------------------------------------------


def directions(state: State) -> dict[str, int]:
    found: dict[str, int] = state.view(SPECTATOR)["directions"]
    return found


def test_v10_zombies_are_skipped() -> None:  # R7
    assert directions(table("ZHZHHZ")) == {"left": 1, "right": 4}
    assert do(table("ZHZHHZ"), (0, "attack left")).view(0)["target"] == 1
    assert do(table("ZHZHHZ"), (0, "attack right")).view(0)["target"] == 4


def test_v11_zombies_on_both_sides() -> None:
    assert directions(table("ZZHHHZ")) == {"left": 2, "right": 4}


def test_v13_removed_seats_leave_the_ring() -> None:  # R29
    assert directions(table("-HZHZH", active=2))["right"] == 1
    assert directions(table("-HZHZH", active=4))["left"] == 5
    assert directions(table("-HZHZ-", active=4))["left"] == 1


def test_v15_only_a_direction_may_be_named_and_nothing_else_be_done() -> None:
    state = table("ZHZHZH", {1: 1})
    vocabulary = game_of(state).vocabulary
    for text in ("attack X", "attack 1", "attack"):
        assert vocabulary.code(text) == -1
    refused(state, 0, "heal 1", "book")
    refused(state, 0, "heal none", "book")
    refused(state, 0, "throw rock", "book")
    refused(state, 1, "attack left")
    assert legal(state, 0) == ["attack left", "attack right"]
    assert legal(state, 1) == []


def test_v16_an_attack_cannot_be_declined() -> None:  # R9
    state = table("ZHZHZH")
    assert game_of(state).vocabulary.code("pass") == -1
    assert legal(state, 0) == ["attack left", "attack right"]


# -- attacks -------------------------------------------------------------------------------------------------------


def test_v18_the_loser_of_a_throw_is_wounded() -> None:
    state = attack(table("ZHZHZH"), "left", "R/P")
    assert wounds(state) == [1, 0, 0, 0, 0, 0]
    assert active(state) == 2


@pytest.mark.parametrize("pair", ["R/S", "S/P", "P/R"])
def test_v20_attacker_wins(pair: str) -> None:
    assert wounds(attack(table("ZHZHZH"), "left", pair)) == [0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("pair", ["S/R", "P/S", "R/P"])
def test_v20_attacker_loses(pair: str) -> None:
    assert wounds(attack(table("ZHZHZH"), "left", pair)) == [1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("pair", ["R/R", "P/P", "S/S"])
def test_v20_tie(pair: str) -> None:  # R11
    state = attack(table("ZHZHZH"), "left", pair)
    assert wounds(state) == [0] * 6
    assert active(state) == 2


def test_v21_the_second_wound_turns_a_human_who_attacks_next() -> None:  # R12
    state = attack(table("ZHZHZH", {1: 1}), "left", "R/S")
    assert sides(state) == "ZZZHZH"
    assert wounds(state) == [0] * 6
    assert active(state) == 1
    assert owing(state) == [1]


def test_v23_a_new_zombie_dies_at_its_third_wound() -> None:  # R17
    state = attack(table("ZHZHZH", {1: 1}), "left", "R/S")
    for expected in (1, 2):
        state = attack(changed(state, active=1), "left", "R/P")
        assert (sides(state)[1], wounds(state)[1]) == ("Z", expected)
    state = attack(changed(state, active=1), "left", "R/P")
    assert sides(state) == "Z-ZHZH"


def test_v25_the_turn_skips_a_removed_seat() -> None:  # R12, R29
    assert active(attack(table("-HZHZH", active=4), "left", "R/R")) == 2


def test_v26_a_lone_zombie_attacks_again() -> None:  # R12
    state = attack(table("ZHHHHH"), "left", "R/R")
    assert active(state) == 0
    assert owing(state) == [0]


def test_v28_a_committed_throw_is_seen_by_nobody_else() -> None:  # R10
    before = do(table("ZHZHZH"), (0, "attack left"))
    views = set()
    for throw in THROWS.values():
        state = before.copy()
        for reader in (1, 2, SPECTATOR):
            assert state.seen(reader, 0, code(state, f"throw {throw}")) == HIDDEN
        assert state.seen(0, 0, code(state, f"throw {throw}")) == code(state, f"throw {throw}")
        do(state, (0, f"throw {throw}"))
        assert owing(state) == [1]
        assert state.view(0)["throw"] == throw
        for reader in (1, 2, SPECTATOR):
            view = state.view(reader)
            assert view["committed"] == [0]
            assert view["throw"] is None
            views.add(json.dumps({**view, "seat": None}))
        refused(state, 0, "throw paper")
        assert refusal(state, 0, "throw paper")[1] == "R10"
        after = do(state, (1, "throw rock"))
        assert after.view(SPECTATOR)["fight"]["throws"] == [throw, "rock"]
    assert len(views) == 1


# -- healing -------------------------------------------------------------------------------------------------------


def killed() -> State:
    return attack(table("ZHZHZH", {0: 2, 5: 1}), "left", "R/P")


def test_v30_after_a_kill_a_human_may_heal() -> None:
    state = killed()
    assert owing(state) == [1]
    assert legal(state, 1) == ["heal 5", "heal none"]
    healed = do(state.copy(), (1, "heal 5"))
    assert (sides(healed), wounds(healed)) == ("-HZHZH", [None, 0, 0, 0, 0, 0])
    assert active(healed) == 2
    unhealed = do(state.copy(), (1, "heal none"))
    assert wounds(unhealed) == [None, 0, 0, 0, 0, 1]
    assert active(unhealed) == 2


def test_v31_only_a_wounded_human_may_heal() -> None:  # R14
    state = killed()
    for text in ("heal 1", "heal 2", "heal 0"):
        refused(state, 1, text, "R14")
    refused(state, 1, "attack left", "book")
    refused(state, 3, "heal 5")


def test_v33_a_vote_needs_a_majority() -> None:  # R13
    state = attack(table("ZHZHZH", {0: 2, 1: 1, 3: 1, 5: 1}, heal_by="majority_vote"), "left", "R/P")
    assert owing(state) == [1, 3, 5]
    agreed = do(state.copy(), (1, "vote 3"), (5, "vote 3"), (3, "vote none"))
    assert wounds(agreed) == [None, 1, 0, 0, 0, 1]
    assert active(agreed) == 2
    split = do(state.copy(), (1, "vote 1"), (5, "vote 5"), (3, "vote 3"))
    assert wounds(split) == [None, 1, 0, 1, 0, 1]
    assert active(split) == 2


# -- ends ----------------------------------------------------------------------------------------------------------


def test_v35_the_last_human_turned_loses() -> None:  # R18
    state = attack(table("ZH---", {1: 1}), "left", "R/S")
    assert state.ending() == "zombies"
    assert sides(state) == "ZZ---"
    assert state.payoffs() == [1.0, 0.0, 0.0, 0.0, 0.0]


def test_v36_living_zombies_win_however_they_began() -> None:  # R18, R19
    state = attack(table("ZHZ-ZZ", {1: 1}), "left", "S/P")
    assert state.ending() == "zombies"
    assert state.view(SPECTATOR)["winners"] == [0, 2, 4, 5]
    assert state.payoffs() == [1.0, 0.0, 1.0, 0.0, 1.0, 1.0]


def test_v38_nothing_can_be_done_after_the_end() -> None:
    state = attack(table("ZH---", {1: 1}), "left", "R/S")
    assert owing(state) == []
    for seat in range(5):
        for text in ("attack left", "throw rock", "heal none", "heal 1", "vote none"):
            refused(state, seat, text)
    refused(state, CHANCE, "dealer @0")


# -- Horde and Serum -----------------------------------------------------------------------------------------------


def test_v40_horde_saves_a_zombie_once() -> None:  # R5
    state = attack(table("HZHZH", {1: 2, 0: 1}, active=1, card="horde"), "left", "R/P")
    assert wounds(state) == [1, 2, 0, 0, 0]
    assert state.to_dict()["card"] == "aside"
    assert state.to_dict()["phase"] == "attacking"
    assert active(state) == 3
    state = attack(changed(state, active=1), "left", "R/P")
    assert sides(state) == "H-HZH"


def test_v41_serum_saves_a_human_once() -> None:  # R5
    state = attack(table("ZHZHZ", {1: 1}, card="serum"), "left", "R/S")
    assert (sides(state), wounds(state)) == ("ZHZHZ", [0, 1, 0, 0, 0])
    assert state.to_dict()["card"] == "aside"
    state = attack(changed(state, active=0), "left", "R/S")
    assert sides(state) == "ZZZHZ"


# -- the ring ------------------------------------------------------------------------------------------------------


def test_v43_two_players_and_twelve_characters() -> None:  # R20, R21
    state = opening("hate", 2)
    assert zombies(state) == [0, 2, 4, 6, 8, 10]
    command = state.view(SPECTATOR)["command"]
    assert [command[place] for place in range(12)] == [[0], [1]] * 6
    assert active(state) == 0
    assert owing(state) == [0]
    with pytest.raises(BadOption):
        opening("hate", 2, ring=7)


def test_v45_two_zombie_players_alternate_attack_by_attack() -> None:  # R22
    state = opening("hate", 3)
    for attacker, pair in ((0, "R/P"), (1, "R/R"), (0, "R/S"), (1, "R/R"), (0, "P/P")):
        assert owing(state) == [attacker]
        do(state, (attacker, "attack left"))
        assert owing(state) == sorted([attacker, 2])
        do(state, (2, f"throw {THROWS[pair[2]]}"), (attacker, f"throw {THROWS[pair[0]]}"))


def test_v46_attacks_cross_the_halves() -> None:  # R23
    state = do(ring(4, "ZH" * 6, active=4), (0, "attack left"))
    assert state.view(SPECTATOR)["target"] == 5
    assert owing(state) == [0, 1]
    state = do(ring(4, "ZH" * 6, active=6), (2, "attack right"))
    assert state.view(SPECTATOR)["target"] == 5
    assert owing(state) == [1, 2]


def test_v48_a_zombie_player_is_out_for_good() -> None:  # R25
    state = attack(ring(4, "ZH-H-HZHZHZH", {0: 2, 5: 1}), "left", "R/P")
    assert state.view(SPECTATOR)["eliminated"] == [0]
    do(state, (1, "heal none"))
    assert active(state) == 6
    attack(state, "right", "R/S")
    assert sides(state) == "-H-H-ZZHZHZH"
    assert state.view(SPECTATOR)["command"][5] == [2]
    assert state.view(SPECTATOR)["eliminated"] == [0]


def test_v50_both_zombie_players_win() -> None:  # R26
    state = attack(ring(3, "ZHZZ", {1: 1}), "left", "R/S")
    assert state.ending() == "zombies"
    assert state.payoffs() == [1.0, 1.0, 0.0]


# -- rulings that no vignette shows --------------------------------------------------------------------------------


def test_r8_both_ways_lead_to_the_one_human_that_is_left() -> None:  # R8
    assert directions(table("ZZZHZZ")) == {"left": 3, "right": 3}
    assert legal(table("ZZZHZZ"), 0) == ["attack left", "attack right"]


def test_r15_nobody_heals_when_the_last_zombie_dies() -> None:  # R15
    state = attack(table("ZHHHH", {0: 2, 2: 1}), "left", "R/P")
    assert (state.ending(), owing(state)) == ("humans", [])
    assert wounds(state) == [None, 0, 1, 0, 0]


@pytest.mark.parametrize(("players", "place", "seats"), [(2, 7, [0]), (3, 7, [0, 1]), (4, 5, [0]), (4, 7, [2])])
def test_r24_the_turned_obey_their_half(players: int, place: int, seats: list[int]) -> None:  # R24
    before = ring(players, "ZH" * 6, {place: 1}, active=place - 1)
    after = attack(before, "left", "R/S")
    assert sides(after)[place] == "Z"
    assert after.view(SPECTATOR)["command"][place] == seats


def test_r27_a_ring_has_neither_horde_nor_serum() -> None:  # R27
    for players in (2, 3, 4):
        assert opening("hate", players).to_dict()["card"] == "aside"
        with pytest.raises(BadOption, match="R27"):
            opening("hate", players, horde_serum="off")
