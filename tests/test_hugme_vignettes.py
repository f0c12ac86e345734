"""The vignettes of the rulings page of Hug Me, by their numbers: set-up, Movement, Search, Theft, the ways out."""

import pytest
from hugme_table import Change, cards, deployed, night, phase, seat, until_turn
from support import code, do, legal, luck, opening, owing, refused

from shamble.games.hugme.rules import codes
from shamble.kernel.state import HIDDEN


def test_v1_the_board() -> None:  # R2, R3
    state = deployed("nurse butcher", "nw nw")
    links = state.setting.links
    pairs = {frozenset((a, b)) for a in range(9) for b in range(9) if links[a] >> b & 1}
    assert len(codes.PLACES) == 13
    assert len(pairs) == 13
    assert [codes.PLACES[b] for b in range(9) if links[codes.PLACES.index("hall")] >> b & 1] == ["n", "w", "e", "s"]
    assert codes.PLACES[state.setting.minivan] == "ne"
    assert codes.PLACES[state.setting.boiler] == "sw"
    assert frozenset((codes.PLACES.index("nw"), codes.PLACES.index("se"))) in pairs


def test_v3_turn_order_from_the_highest_value() -> None:  # R8, R60
    state = opening("hugme", 4, characters="nurse,butcher,pickpocket,guardian")
    luck(state, "shop hardware", "shop sporting", "shop kids", "shop gardening", "shop clothing", "shop bathroom")
    luck(state, "shop pharmacy")
    order = []
    for _ in range(4):
        order += owing(state)
        do(state, (order[-1], "deploy hall"))
    turns = []
    for _ in range(4):
        turns += owing(state)
        do(state, (turns[-1], "end"))
    assert order == turns == [1, 2, 3, 0]


def test_v5_places_nobody_enters() -> None:  # R3, R9
    state = opening("hugme", 2, characters="nurse,butcher")
    luck(
        state, *(f"shop {s}" for s in ("hardware", "sporting", "kids", "gardening", "clothing", "bathroom", "pharmacy"))
    )
    for place in ("minivan", "boiler", "escalator_a", "escalator_b"):
        refused(state, 1, f"deploy {place}", "R9")
    state = deployed("nurse butcher", "nw nw")
    refused(state, 1, "move escalator_a", "R3")


def test_v6_sharing_a_location() -> None:
    state = deployed("nurse butcher", "hall hall")
    assert [seat(state, k)["place"] for k in (0, 1)] == ["hall", "hall"]


def test_v8_the_escalator_is_one_step() -> None:  # R3
    state = deployed("nurse butcher", "nw nw")
    do(state, (1, "move se"))
    assert seat(state, 1)["place"] == "se"
    refused(state, 1, "move e", "R57")


def test_v10_winning_needs_items_and_the_door() -> None:
    state = Change(deployed("nurse butcher", "hall ne")).right(1, "gasoline").state()
    refused(state, 1, "win", "R15")
    state = Change(deployed("nurse butcher", "hall n")).right(1, "gasoline", "spare_keys").state()
    refused(state, 1, "win", "R15")


def test_v11_barricades_close_both_ways() -> None:  # R28
    state = Change(deployed("nurse butcher", "hall s")).set(barricades={"s": 2}).state()
    refused(state, 1, "move hall", "R28")
    state = Change(deployed("nurse butcher", "s hall")).set(barricades={"s": 2}).state()
    refused(state, 1, "move s", "R28")
    state = Change(deployed("nurse butcher", "s nw")).set(barricades={"se": 2}).state()
    refused(state, 1, "move se", "R28")


def test_v13_keys_face_down_are_shown_by_winning() -> None:  # R13, R15
    change = Change(deployed("nurse butcher", "hall ne")).right(1, "gasoline").left(1, "keys")
    state = change.state()
    do(state, (1, "win"))
    assert state.ending() == "human"
    assert state.payoffs() == [0.0, 1.0]
    assert state.view(0)["seats"][1]["left"][0]["card"] == "keys"
    strict = Change(deployed("nurse butcher", "hall ne", win_side="right_only")).right(1, "gasoline").left(1, "keys")
    refused(strict.state(), 1, "win", "R15")


def test_v15_the_discard_of_a_search_stays_secret() -> None:  # R21
    state = Change(deployed("nurse butcher", "hall sw")).left(1, "sp1").state()
    do(state, (1, "search"))
    luck(state, "find ba2")
    before = state.view(0)
    assert before["drawn"][0]["card"] is None
    assert state.seen(0, 1, code(state, "leave sp1")) == state.seen(0, 1, code(state, "leave ba2")) == HIDDEN
    kept_new, kept_old = state.copy(), state.copy()
    do(kept_new, (1, "leave sp1"))
    do(kept_old, (1, "leave ba2"))
    assert cards(kept_new, "under bathroom") == ["sp1"]
    assert [(c["card"], c["shown"]) for c in seat(kept_new, 1)["left"]] == [("ba2", False)]
    view = kept_new.view(0)
    assert view == kept_old.view(0)
    assert view["seats"][1]["left"][0]["card"] is None
    assert view["decks"]["bathroom"]["unseen"] + len(view["decks"]["bathroom"]["under"]) == 6
    assert view["decks"]["bathroom"]["under"][0]["card"] is None
    assert phase(kept_new) == "turn"


def test_v16_nothing_to_search() -> None:  # R17
    refused(deployed("nurse butcher", "nw hall"), 1, "search", "R17")
    state = Change(deployed("nurse butcher", "hall nw")).only("hardware").state()
    refused(state, 1, "search", "R17")


def test_v18_keys_wait_for_the_gasoline() -> None:  # R19
    state = Change(deployed("nurse butcher", "hall nw")).shown(1, "keys").state()
    refused(state, 1, "equip keys", "R19")
    do(state, (1, "search"))
    luck(state, "find gasoline")
    do(state, (1, "equip gasoline"), (1, "equip keys"))
    assert cards(state, "right 1") == ["gasoline", "keys"]
    assert cards(state, "left 1") == []


@pytest.mark.parametrize(
    ("character", "cart", "room"), [("student", True, 4), ("student", False, 2), ("butcher", True, 3)]
)
def test_v20_room_on_the_left(character: str, cart: bool, room: int) -> None:  # R20
    change = Change(deployed(f"nurse {character}", "hall nw"))
    state = (change.shown(1, "sm3") if cart else change).state()
    assert seat(state, 1)["room"] == room
    assert state.load(1) == 0


def test_v21_leaving_the_cart_behind() -> None:  # R18, R20
    change = Change(deployed("student nurse", "nw hall")).shown(0, "sm3").left(0, "sp1", "sp2", "ba1", "ba2")
    state = until_turn(change.state(), 0)
    do(state, (0, "search"))
    luck(state, "find hw1")
    refused(state, 0, "keep", "R20")
    do(state, (0, "leave sm3"), (0, "leave sp1"), (0, "leave sp2"))
    assert phase(state) == "arranging"
    refused(state, 0, "keep", "R20")
    do(state, (0, "leave ba1"))
    assert phase(state) == "turn"
    assert cards(state, "left 0") == ["ba2", "hw1"]
    assert cards(state, "under hardware") == ["sm3", "sp1", "sp2", "ba1"]


def test_v23_the_rod_draws_there_and_discards_here() -> None:  # R26
    state = Change(deployed("nurse butcher", "s w")).shown(1, "sp4").state()
    do(state, (1, "move hall"), (1, "search n"))
    luck(state, "find sp1")
    do(state, (1, "leave sp1"))
    assert cards(state, "under gardening") == ["sp1"]


def theft_of_v25() -> "Change":
    return Change(deployed("guardian nurse", "nw nw")).left(0, "hw2").left(1, "hw1")


def test_v25_weapons_revealed_in_answer() -> None:  # R22, R24
    state = theft_of_v25().state()
    do(state, (0, "steal @1"), (1, "reveal hw1"), (1, "pass"), (0, "reveal hw2"), (0, "pass"), (1, "pass"))
    assert phase(state) == "spoils"
    do(state, (0, "spoils left"))
    refused(state, 0, "done", "R20")
    kept = state.copy()
    do(kept, (0, "leave hw2"), (0, "done"))
    assert cards(kept, "left 0") == ["hw1"]
    assert cards(kept, "under hardware") == ["hw2"]
    do(state, (0, "leave hw1"), (0, "done"))
    assert cards(state, "left 0") == ["hw2"]
    assert cards(state, "under hardware") == ["hw1"]


def test_v25_only_one_weapon_counts() -> None:  # R22
    change = Change(deployed("guardian nurse", "nw nw")).shown(1, "sm3", "sp1", "ba2")
    state = change.state()
    do(state, (0, "steal @1"))
    assert state.view(0)["theft"]["values"] == [4, 6]


def test_v26_the_pickpocket_wins_ties() -> None:  # R54, R55
    state = deployed("pickpocket virgin", "nw nw", tie_break="seat")
    do(state, (0, "steal @1"))
    assert phase(state) == "spoils"


def test_v28_who_cannot_be_robbed() -> None:
    state = Change(deployed("butcher nurse virgin", "nw n nw")).zombie(2).state()
    for victim in ("@1", "@2", "@0"):
        refused(state, 0, f"steal {victim}", "book")


def test_v30_no_second_barricade() -> None:  # R28, R62
    state = Change(deployed("butcher nurse", "nw n")).set(barricades={"nw": 2}).state()
    refused(state, 0, "barricade", "R28")
    assert state.view(0)["turn_state"]["actions"] == 1


def test_v58_free_actions_in_anothers_turn() -> None:  # R16
    state = Change(deployed("butcher nurse", "nw n")).left(1, "sp1").state()
    assert legal(state, 1) == ["reveal sp1"]
    refused(state, 1, "move hall")
    do(state, (1, "reveal sp1"))
    assert seat(state, 1)["left"][0]["shown"]
    assert owing(state) == [0]


def test_v60_nothing_hidden_travels() -> None:  # R56
    change = Change(deployed("butcher nurse virgin", "nw n s")).zombie(2).left(0, "hw2").left(1, "sp1")
    state = change.sent(2, "hall", "7").under("kids", "kd1", "@0").state()
    text = str(state.view(1))
    assert "'hw2'" not in text
    assert "'kd1'" not in text
    assert "'7'" not in text
    assert state.view(1)["slots"][0]["place"] is None
    assert "seed" not in text
    assert [c["card"] for c in state.view(1)["seats"][1]["left"]] == ["sp1"]
    assert night(state.copy()).view(1)["slots"] == []


# -- rulings that no vignette shows ----------------------------------------------------------------------------------


def test_r18_where_there_is_room_only_the_new_card_may_be_left() -> None:  # R18
    state = until_turn(Change(deployed("student nurse", "nw hall")).left(0, "sp1").state(), 0)
    do(state, (0, "search"))
    luck(state, "find hw1")
    assert [text for text in legal(state, 0) if text.startswith("leave")] == ["leave hw1"]


def test_r58_a_human_may_hold_the_lighter() -> None:  # R58
    state = Change(deployed("nurse butcher", "hall nw")).right(1, "gasoline").shown(1, "lighter").state()
    do(state, (1, "equip lighter"))
    assert cards(state, "right 1") == ["gasoline", "lighter"]


def test_r59_a_deck_takes_any_number_of_cards() -> None:  # R59
    change = Change(deployed("nurse butcher", "hall se")).only("hardware").only("sporting").left(1, "kd1")
    state = change.state()
    do(state, (1, "search"))
    luck(state, "find sm1")
    before = len(cards(state, "under supermarket"))
    assert before > 6
    do(state, (1, "leave kd1"))
    assert cards(state, "under supermarket")[before:] == ["kd1"]
