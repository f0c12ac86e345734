"""The vignettes of the rulings page of Hug Me, by their numbers: infection, zombies, Assaults, Escapes, endings."""

from hugme_table import Change, cards, deployed, night, phase, seat
from support import do, legal, luck, owing, refused

from shamble.kernel.state import CHANCE


def test_v31_alone_behind_a_barricade() -> None:  # R33
    start = Change(deployed("nurse butcher", "s ne")).set(barricades={"s": 2}).left(0, "hw4").state()
    for card, status in (("5", "human"), ("6", "infected")):
        state = night(start.copy())
        luck(state, "zombie 1")  # at ne, the butcher holds
        luck(state, f"zombie {card}")
        do(state, (0, "pass"))
        assert seat(state, 0)["status"] == status
        assert cards(state, "left 0") == ["hw4"]


def test_v33_wire_and_guardian_add_up() -> None:  # R28
    state = Change(deployed("guardian nurse", "s ne")).left(0, "hw4").state()
    assert "use hw4" not in legal(state, 0)
    do(state, (0, "barricade hw4"))
    assert state.view(1)["barricades"] == {"s": 6}
    assert cards(state, "under pharmacy") == ["hw4"]
    luck(night(state), "zombie 9")
    assert seat(state, 0)["status"] == "human"
    assert seat(state, 0)["assaulted"]


def test_v35_an_infected_becomes_a_zombie() -> None:  # R25, R29, R30
    change = Change(deployed("butcher nurse", "nw n")).infected(1).shown(1, "ba2").right(1, "gasoline")
    start = change.state()
    do(start, (0, "end"))
    assert phase(start) == "infection"
    bad = start.copy()
    luck(bad, "die bad")
    assert bad.view(0)["seats"][1]["status"] == "zombie"
    assert bad.view(0)["seats"][1]["place"] is None
    assert cards(bad, "under sporting") == ["ba2", "gasoline"]
    assert phase(bad) == "night_draw"
    luck(bad, "zombie 1")
    assert (phase(bad), owing(bad), bad.view(0)["actor"]) == ("dawn_draw", [CHANCE], 1)
    luck(start, "die good")
    assert owing(start) == [1]
    assert phase(start) == "turn"


def test_v36_infected_do_not_count_in_an_assault() -> None:
    state = Change(deployed("butcher nurse", "n n")).infected(0).state()
    night(state)
    luck(state, "zombie 4")
    assert phase(state) == "escape_die"
    assert state.view(0)["assault"]["defence"] == 3
    assert state.view(0)["assault"]["fighters"] == [1]
    luck(state, "die good")
    do(state, (1, "flee hall"))
    assert seat(state, 0)["place"] == "n"


def test_v38_sly_at_night_brings_another_card() -> None:  # R39
    state = night(deployed("butcher nurse", "n s"))
    luck(state, "zombie sly")
    assert phase(state) == "night_draw"
    luck(state, "zombie 4")
    assert not state.view(0)["assault"]["fighters"]
    assert seat(state, 0)["status"] == "human"
    assert seat(state, 0)["assaulted"]
    assert state.view(0)["horde"]["discard"] == {"4": 1, "sly": 1}


def test_v40_an_escape_costs_everything() -> None:  # R25
    state = Change(deployed("nurse butcher", "nw s")).shown(0, "ba1").right(0, "gasoline").state()
    night(state)
    luck(state, "zombie 1")  # the butcher's
    luck(state, "zombie 9")
    do(state, (0, "pass"))
    luck(state, "die good")
    assert cards(state, "under hardware") == ["ba1", "gasoline"]
    assert legal(state, 0) == ["flee n", "flee w", "flee se"]


def escaped_to_n(first_at_n: bool) -> "object":
    """A nurse at nw flees to n, where a veteran stands whose Assault is still to come, or is over."""
    state = night(deployed("butcher nurse veteran", "se nw n" if not first_at_n else "n nw s"))
    luck(state, "zombie 1")
    luck(state, "zombie 9")
    luck(state, "die good")
    do(state, (1, "flee n"))
    return state


def test_v41_escaping_to_others() -> None:  # R31, R36
    waiting = escaped_to_n(False)
    assert phase(waiting) == "night_draw"
    assert waiting.view(0)["assault"]["scene"] == "n"
    luck(waiting, "zombie 7")  # 3 and 4 together hold it; drawn once, so the Night is over
    assert phase(waiting) == "turn"
    over = escaped_to_n(True)
    assert over.view(0)["assault"]["scene"] == "s"
    luck(over, "zombie 1")
    assert phase(over) == "turn"


def test_v43_a_weapon_revealed_in_answer() -> None:
    state = night(Change(deployed("nurse butcher", "s ne")).left(0, "hw2").state())
    luck(state, "zombie 1", "zombie 6")
    do(state, (0, "reveal hw2"), (0, "pass"))
    assert seat(state, 0)["status"] == "human"
    assert seat(state, 0)["left"][0]["card"] == "hw2"


def dawn(characters: str, places: str, *zombies: int, **options: object) -> "object":
    """A new round with these seats as zombies."""
    state = Change(deployed(characters, places, **options)).zombie(*zombies).state()
    night(state)
    while phase(state) == "night_draw":
        luck(state, "zombie 1")
    return state


def test_v45_the_second_zombie_sees_what_is_left() -> None:  # R46
    state = dawn("butcher nurse virgin", "ne s w", 1, 2)
    luck(state, "zombie 7")
    do(state, (1, "send self"), (1, "at s"), (1, "send card"), (1, "at hall"))
    luck(state, "zombie 2")
    do(state, (2, "send self"))
    assert [a for a in legal(state, 2) if a.startswith("at")] == [
        "at nw", "at n", "at ne", "at w", "at e", "at sw", "at se",
    ]  # fmt: skip
    assert [slot["place"] for slot in state.view(2)["slots"]] == [None, None]
    assert state.view(2)["laid_before"] == ["hall", "s"]
    refused(state, 2, "look 1", "R46")
    do(state, (2, "on 1"))
    assert state.view(0)["slots"][0]["characters"] == [1, 2]


def test_v46_a_clever_card_cancels_the_weakest_weapon() -> None:  # R40
    change = Change(deployed("veteran jogger nurse pickpocket", "n n s s")).zombie(0, 1)
    change.shown(2, "sp1").shown(3, "ba2").sent(0, "s", "sly").set(looked=[0, 1], turn=2, actor=2, step=3)
    change.d["seats"][1]["slot"] = 1
    state = night(change.state())
    assert phase(state) == "assault"
    assert (state.view(2)["assault"]["attack"], state.view(2)["assault"]["defence"]) == (10, 8)
    do(state, (2, "pass"), (3, "pass"))
    assert phase(state) == "escape_die"


def held(**options: object) -> "object":
    """A virgin's Character (2) alone assaults a butcher and a nurse at s."""
    change = Change(deployed("butcher nurse virgin", "s s n", **options)).zombie(2).sent(2, "s").set(looked=[2])
    return night(change.state())


def test_v48_held_once_is_enough() -> None:  # R32, R43
    state = held()
    assert phase(state) == "sending"  # no card for the Humans, and at the next Dawn none for the beaten zombie
    assert legal(state, 2) == ["send self"]
    again = held(second_assault="all_survivors")
    assert phase(again) == "night_draw"
    luck(again, "zombie 1")
    assert phase(again) == "sending"


def test_v48_an_empty_location_is_no_assault() -> None:
    change = Change(deployed("butcher nurse virgin", "s s n")).zombie(2).sent(2, "e", "5").set(looked=[2])
    state = night(change.state())
    assert phase(state) == "night_draw"
    luck(state, "zombie 1")
    assert not state.view(2)["seats"][2]["beaten"]
    assert state.view(0)["horde"]["discard"] == {"1": 1, "5": 1}


def test_v50_the_virgin_wins_at_once() -> None:  # R14
    state = night(deployed("nurse virgin old_lady", "n s n", tie_break="seat"))
    state = Change(state).infected(2).set(first=0).state()
    luck(state, "zombie 4", "die bad")
    do(state, (0, "decline"))
    assert state.ending() == "virgin"
    assert state.payoffs() == [0.0, 1.0, 0.0]


def test_v51_the_little_girl_needs_the_bear() -> None:
    state = Change(deployed("little_girl nurse", "n s", tie_break="seat")).infected(1).left(0, "kd3").state()
    assert state.ending() == ""
    do(state, (0, "reveal kd3"))
    assert state.ending() == "little_girl"
    assert state.payoffs() == [1.0, 0.0]


def test_v51_a_robbed_bear_wins_too() -> None:  # R23
    state = Change(deployed("little_girl student", "n n", tie_break="seat")).shown(1, "kd3").shown(0, "cl4")
    state = state.infected(1).left(1, "kd1").set(turn=0, actor=0, step=1, first=0).state()
    do(state, (0, "steal @1"), (1, "pass"))
    assert phase(state) == "turn"  # 2 against 3
    strong = Change(deployed("little_girl student", "n n", tie_break="seat")).shown(1, "kd3").shown(0, "sp1")
    state = strong.infected(1).set(turn=0, actor=0, step=1, first=0).state()
    do(state, (0, "steal @1"))
    while phase(state) == "theft":
        do(state, (owing(state)[0], "pass"))
    do(state, (0, "spoils left"), (0, "leave sp1"))
    assert state.ending() == ""
    do(state, (0, "done"))
    assert state.ending() == "little_girl"


def test_v53_the_car_sends_a_card_to_others() -> None:  # R50
    state = night(Change(deployed("guardian nurse", "hall n")).left(1, "kd4").state())
    luck(state, "zombie 1", "zombie 6")
    do(state, (1, "use kd4"), (1, "at hall"))
    assert state.view(0)["assault"]["attack"] == 0
    do(state, (1, "pass"))
    assert state.view(0)["assault"]["scene"] == "hall"
    assert state.view(0)["assault"]["attack"] == 6
    assert phase(state) == "escape_die"
    assert seat(state, 1)["assaulted"]


def test_v53_whoever_was_not_assaulted_yet_still_draws() -> None:  # R50
    state = night(Change(deployed("guardian nurse", "n hall")).left(0, "kd4").state())
    luck(state, "zombie 6")
    do(state, (0, "use kd4"), (0, "at hall"), (0, "pass"))
    luck(state, "die good")
    do(state, (1, "flee s"))
    assert not seat(state, 1)["assaulted"]
    assert phase(state) == "night_draw"
    assert state.view(1)["assault"]["scene"] == "s"


def test_v55_the_shirt_accepts_the_hug() -> None:  # R35
    state = night(Change(deployed("nurse butcher", "s ne")).shown(0, "cl2").state())
    luck(state, "zombie 1", "zombie 9")
    assert legal(state, 0) == ["roll", "accept"]
    do(state, (0, "accept"))
    assert seat(state, 0)["status"] == "infected"
    assert cards(state, "left 0") == ["cl2"]


def test_v56_the_gas_attendant_uses_gasoline() -> None:  # R53, R61
    state = night(Change(deployed("gas_attendant butcher", "s ne")).right(0, "gasoline").state())
    luck(state, "zombie 1", "zombie 7")
    do(state, (0, "arm gasoline"), (0, "pass"))
    assert seat(state, 0)["status"] == "human"
    assert cards(state, "right 0") == []
    assert cards(state, "under pharmacy") == ["gasoline"]
    hidden = night(Change(deployed("gas_attendant butcher", "s ne")).left(0, "gasoline").state())
    luck(hidden, "zombie 1", "zombie 7")
    refused(hidden, 0, "arm gasoline", "R22")
    do(hidden, (0, "reveal gasoline"), (0, "arm gasoline"), (0, "pass"))
    assert seat(hidden, 0)["status"] == "human"


# -- rulings that no vignette shows ----------------------------------------------------------------------------------


def test_r34_humans_escape_one_after_another_in_turn_order() -> None:  # R34
    state = night(deployed("butcher nurse", "n n"))
    luck(state, "zombie 9", "die good")
    assert owing(state) == [0]
    do(state, (0, "flee hall"))
    assert (phase(state), seat(state, 0)["place"], seat(state, 1)["place"]) == ("escape_die", "hall", "n")
    luck(state, "die good")
    assert owing(state) == [1]


def test_r38_an_empty_zombie_deck_is_its_shuffled_discard_pile() -> None:  # R38
    change = Change(deployed("butcher nurse", "n s"))
    state = night(change.set(horde={}, discard=change.d["horde"]).state())
    assert phase(state) == "night_draw"
    horde = state.view(0)["horde"]
    assert (horde["deck"], horde["discard"]) == (37, {})


def clever(*shown: str) -> "object":
    """A virgin's Character (2) and a clever card at s; the student there shows these items."""
    change = Change(deployed("student nurse virgin", "s s n", tie_break="seat")).zombie(2).sent(2, "s", "sly")
    return night(change.shown(0, *shown).set(looked=[2]).state())


def test_r41_a_cancelled_weapon_drops_as_a_used_one_does() -> None:  # R41, R53
    state = clever("hw3")
    assert state.view(0)["assault"]["defence"] == 6
    while phase(state) == "assault":
        do(state, (owing(state)[0], "pass"))
    assert cards(state, "under pharmacy") == ["hw3"]


def test_r42_a_bonus_that_is_no_weapon_is_not_cancelled() -> None:  # R42
    assert clever("hw2", "cl4").view(0)["assault"]["defence"] == 7
