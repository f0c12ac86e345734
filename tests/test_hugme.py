"""Hug Me beside its vignettes: the numbers of the rulings page, knowledge, counts, editions, the bot."""

import copy
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hugme_table import Change, cards, deployed, night, phase
from support import do, find, legal, luck, opening, refusal, walk

from shamble import Match
from shamble.games.hugme.rules import codes
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadEdition
from shamble.kernel.playout import play_policies
from shamble.kernel.policy import Uniform
from shamble.kernel.state import CHANCE, HIDDEN, SPECTATOR

GAME = find("hugme")
DATA = GAME.editions()[0].data


# -- section 4 of the rulings page -------------------------------------------------------------------------------


def risk(defence: int) -> Fraction:
    """How likely one drawn Assault of a full deck beats that defence, from the game's own odds."""

    def lost(state: Any, chance: Fraction) -> Fraction:
        if phase(state) != "night_draw":
            beaten = state.view(SPECTATOR)["assault"]["runner"] == 0 and phase(state) in ("escape_die", "second_chance")
            return chance if beaten else Fraction(0)
        total = Fraction(0)
        weights = state.odds()
        whole = sum(weight for _, weight in weights)
        for code, weight in weights:
            after = state.copy()
            after.apply(CHANCE, code)
            total += lost(after, chance * Fraction(weight, whole))
        return total

    alone = {1: "little_girl", 3: "student", 4: "guardian", 5: "butcher"}[defence]
    change = Change(deployed(f"{alone} virgin", "s n", tie_break="seat"))
    change.set(first=0, assaulted=[1], turn=0, actor=0, step=1)
    return lost(night(change.state()), Fraction(1))


def test_the_chance_to_lose_is_that_of_the_rulings_page() -> None:
    assert risk(3) == Fraction(128, 333)
    assert [round(float(risk(d)) * 100, 1) for d in (1, 4, 5)] == [81.1, 25.9, 16.2]


def test_the_reconstruction_adds_up() -> None:  # R6
    characters = DATA["character"]
    assert sum(row["human"] for row in characters) == 42
    assert sum(row["zombie"] for row in characters) == 44
    in_play = [row for k, row in enumerate(DATA["item"]) if k % 6 < 5]
    weapons = [row["weapon"] for row in in_play if "weapon" in row]
    assert (len(weapons), sum(weapons), len(in_play)) == (20, 54, 40)
    zombies = DATA["zombie"]
    assert sum(row["copies"] for row in zombies) == 37
    assert sum(row["copies"] * row["number"] for row in zombies) == 117
    assert DATA["reconstruction"] is True
    assert "RECONSTRUCTION" in DATA["note"]
    assert "RECONSTRUCTION" in GAME.rules_text


# -- knowledge ---------------------------------------------------------------------------------------------------


def worlds(state: Any, seat: int, times: int = 200) -> list[Any]:
    dice = Dice(seat + 40)
    return [state.redeal(seat, dice) for _ in range(times)]


def test_items_seen_in_a_theft_stay_where_they_were_seen() -> None:
    state = Change(deployed("butcher nurse virgin", "nw nw n")).left(1, "kd1").state()
    do(state, (0, "steal @1"), (1, "pass"), (0, "spoils left"), (0, "done"))
    assert all(cards(world, "left 0") == ["kd1"] for world in worlds(state, 1))
    seen = Counter(cards(world, "left 0")[0] for world in worlds(state, 2))
    assert set(seen) == {"kd1", "kd2", "kd3", "kd4", "kd5", *codes.ITEMS[codes.COLOURED :]}


def test_a_card_seen_and_lost_sight_of_is_not_back_in_its_deck() -> None:
    state = Change(deployed("butcher nurse virgin", "nw nw n")).left(0, "sp2").left(1, "kd1").state()
    do(state, (0, "steal @1"), (1, "pass"), (0, "pass"), (0, "spoils left"), (0, "leave kd1"), (0, "done"))
    view = state.view(1)
    assert view["seats"][0]["left"][0]["card"] is None
    assert view["seats"][0]["left"][0]["from"] == ["sporting", "kids"]
    places = Counter()
    for world in worlds(state, 1):
        places[("kd1" in cards(world, "left 0"), "kd1" in cards(world, "under hardware"))] += 1
    assert set(places) == {(True, False), (False, True)}
    assert any("kd1" in world.to_dict()["shelves"]["kids"] for world in worlds(state, 2))


def test_cards_dropped_by_oneself_are_remembered() -> None:
    state = deployed("butcher nurse", "nw n")
    do(state, (0, "search"))
    luck(state, "find hw2")
    do(state, (0, "leave hw2"))
    assert all(cards(world, "under hardware") == ["hw2"] for world in worlds(state, 0, 40))
    assert len({cards(world, "under hardware")[0] for world in worlds(state, 1)}) == 9


def test_a_rods_card_is_from_the_deck_it_was_drawn_from() -> None:
    state = Change(deployed("butcher nurse", "hall n")).shown(0, "sp4").state()
    do(state, (0, "search w"))
    luck(state, "find gd1")
    do(state, (0, "leave gd1"))
    found = {cards(world, "under sporting")[0] for world in worlds(state, 1)}
    assert found == {"gd1", "gd2", "gd3", "gd4", "gd5", *codes.ITEMS[codes.COLOURED :]}


def test_a_special_item_that_all_have_seen_empties_its_deck_of_them() -> None:
    state = deployed("butcher nurse", "nw n")
    do(state, (0, "search"))
    luck(state, "find keys")
    do(state, (0, "show"))
    for world in worlds(state, 1, 60):
        assert "special" not in world.to_dict()["shelves"]["hardware"]
    assert state.view(1)["gone"] == ["special hardware"]


def test_a_single_slot_is_known_by_elimination_and_two_are_not() -> None:  # R46
    change = Change(deployed("butcher nurse virgin old_lady", "s n n n", tie_break="seat")).zombie(1, 2, 3)
    change.set(first=1, beaten=[1, 2, 3], phase="sending", actor=1, step=1, turn=0)
    state = change.state()
    do(state, (1, "send self"), (1, "at hall"), (2, "send self"))
    assert state.view(2)["slots"][0]["place"] == "hall"
    assert state.view(3)["slots"][0]["place"] is None
    do(state, (2, "at s"), (3, "send self"))
    assert [slot["place"] for slot in state.view(3)["slots"]] == [None, None]
    assert state.view(3)["laid_before"] == ["hall", "s"]
    pairs = {tuple(slot["place"] for slot in world.to_dict()["slots"]) for world in worlds(state, 3)}
    assert pairs == {("hall", "s"), ("s", "hall")}
    assert len({world.to_dict()["slots"][1]["place"] for world in worlds(state, 1)}) == 8


def test_no_other_zombie_sees_a_dawn_card() -> None:
    change = Change(deployed("butcher nurse virgin", "s n n")).zombie(1, 2)
    state = change.set(phase="dawn_draw", actor=1, owed=1, step=2).state()
    assert state.seen(2, CHANCE, code_of("zombie 7")) == HIDDEN
    luck(state, "zombie 7")
    assert state.view(1)["seats"][1]["hand"][0]["card"] == "7"
    for other in (0, 2, SPECTATOR):
        assert state.view(other)["seats"][1]["hand"] == [{"card": None, "owner": 1, "known_by": [1]}]
    do(state, (1, "send card"), (1, "at s"))
    assert state.view(2)["slots"][0]["cards"][0]["card"] is None
    assert len({world.to_dict()["packs"][0]["card"] for world in worlds(state, 2)}) > 5


def code_of(text: str) -> int:
    return int(GAME.vocabulary.code(text))


def test_the_story_names_no_face_down_item() -> None:
    """Whole games: what a reader is told never names an item that its views do not show then or did before."""
    names = GAME.words(GAME.editions()[0]).names
    match = Match("hugme", 4, seed=3)
    rng = Dice(3)
    while match.result is None and match.version < 500:
        seat = match.owing[0]
        actions = match.choices(seat)
        match.play(seat, actions[rng.below(len(actions))].action)
    for reader in range(4):
        shown: set[str] = set()
        for event in match.events(reader):
            for version in (event.number, event.number + 1):
                shown |= set(_items_in(match.state_at(version).view(reader)))
            for item in codes.ITEMS[: codes.COLOURED]:
                if any(f"({item})" in sentence for sentence in event.sentences):
                    assert item in shown, (event, names.item(item))


def _items_in(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["card"]] if isinstance(value.get("card"), str) else []
        return own + [item for inner in value.values() for item in _items_in(inner)]
    if isinstance(value, list):
        return [item for inner in value for item in _items_in(inner)]
    return []


# -- the engine --------------------------------------------------------------------------------------------------


def count(state: Any, depth: int) -> int:
    """How many different courses of that many events there are."""
    if depth == 0 or state.owing() == 0:
        return 1
    total = 0
    who = CHANCE if state.owing() == CHANCE else state.owing().bit_length() - 1
    options = [c for c, _ in state.odds()] if who == CHANCE else list(state.legal(who))
    for option in options:
        after = state.copy()
        after.apply(who, option)
        total += count(after, depth - 1)
    return total


def test_perft_of_a_first_turn() -> None:
    state = Change(deployed("butcher nurse", "nw n")).left(0, "sp1").state()
    assert [count(state, depth) for depth in (1, 2, 3)] == [7, 36, 142]


def test_perft_of_a_dawn() -> None:
    state = Change(deployed("butcher nurse virgin", "s s n")).zombie(2).state()
    change = Change(state).set(phase="sending", actor=2, step=3)
    assert [count(change.state(), depth) for depth in (1, 2, 3)] == [1, 9, 63]


def test_a_position_is_small() -> None:
    """All that a position holds, in bytes of its arrays, stays under 4 kB."""
    worst = 0
    for state, _, _ in walk(opening("hugme", 8), 5, 1500):
        wide = 8 * (len(state.cards) + len(state.gone) + len(state.packs) + len(state.slots))
        narrow = 8 * state.players + 3 * 9 + 8 + 8 + 4 + 15 + 15  # one byte each: seats, places, shops, cards
        worst = max(worst, wide + narrow + 8 * 44)  # and 44 numbers
    assert 1000 < worst < 4096


def test_whole_machine_games_with_the_bot_end_and_all_sides_win() -> None:
    endings: Counter[str] = Counter()
    for seed in range(24):
        state = opening("hugme", 4, profile="machine")
        assert play_policies(state, [GAME.greedy] * 4, Dice(seed), 100_000).ended
        endings[state.ending()] += 1
    assert endings["human"] >= 5
    assert endings["zombies"] >= 4


def test_the_bot_beats_random_play() -> None:
    paid = 0.0
    for seed in range(40):
        state = opening("hugme", 4, profile="machine")
        policies = [Uniform(), Uniform(), Uniform(), Uniform()]
        policies[seed % 4] = GAME.greedy
        play_policies(state, policies, Dice(seed), 100_000)
        paid += state.payoffs()[seed % 4]
    assert paid > 13  # of 40; an equal share would be 10


def test_a_barricade_lasts_until_dawn() -> None:  # R27
    """R27: a Barricade lasts through the Night and falls at Dawn."""
    state = deployed("butcher nurse", "s s")
    do(state, (0, "barricade"))
    assert state.view(1)["barricades"] == {"s": 2}
    do(state, (0, "end"), (1, "end"))
    assert state.view(1)["barricades"] == {"s": 2}
    luck(state, "zombie 1")
    assert state.view(1)["round"] == 2
    assert state.view(1)["barricades"] == {}
    assert "move sw" in legal(state, 0)


# -- editions ----------------------------------------------------------------------------------------------------


def faulty(change: Any) -> str:
    data = copy.deepcopy(dict(DATA))
    change(data)
    with pytest.raises(BadEdition) as error:
        GAME.check_edition(data)
    return str(error.value)


def test_editions_name_their_faults() -> None:
    GAME.check_edition(DATA)
    assert "item 3 (Nail Gun): `weapon`" in faulty(lambda d: d["item"][2].update(weapon=12))
    assert "item 1 (Crowbar)" in faulty(lambda d: d["item"][0].update(effect="note"))
    assert "`effect` must be one of" in faulty(lambda d: d["item"][3].update(effect="fly"))
    assert "48 `[[item]]`" in faulty(lambda d: d["item"].pop())
    assert "hardware has 5" in faulty(lambda d: d["item"][0].update(shop="kids"))
    assert "character 2: id 'student' stands already" in faulty(lambda d: d["character"][1].update(id="student"))
    assert "character 1 (student): `human`" in faulty(lambda d: d["character"][0].update(human="3"))
    assert "must be 37, not 36" in faulty(lambda d: d["zombie"][0].update(copies=6))
    assert "needs a gasoline" in faulty(lambda d: d["specials"].update(lighter=0, gasoline=6))
    assert "'nw nw' is no link" in faulty(lambda d: d["board"]["links"].append("nw nw"))
    assert "cannot be reached" in faulty(lambda d: d["board"].update(links=["nw n"]))
    assert "`wings` is no field" in faulty(lambda d: d["character"][0].update(wings=True))
    assert "[specials]" in faulty(lambda d: d.pop("specials"))


def test_the_template_is_the_edition() -> None:
    assert tomllib.loads(GAME.template()) == DATA
    assert GAME.template().count("#") > 20


def test_the_notation_page_lists_every_text() -> None:
    page = (Path(__file__).parent.parent / "docs" / "notation-hugme.md").read_text("utf-8")
    for text in GAME.vocabulary.texts():
        verb, _, rest = text.partition(" ")
        assert f"`{text}`" in page or f"`{verb} " in page, text
        if rest and not rest.startswith("@"):
            assert rest in page, text


# -- words -------------------------------------------------------------------------------------------------------

WORDS = GAME.words(GAME.editions()[0])


def told(state: Any, who: int, text: str, reader: int = SPECTATOR) -> list[str]:
    """Play that and read its story."""
    before = state.view(reader)
    state.apply(who, code_of(text))
    return list(WORDS.tell(before, who, text, state.view(reader)))


def why(state: Any, seat: int, text: str) -> tuple[str, str]:
    """The reason against something that is not legal."""
    assert text not in legal(state, seat)
    return refusal(state, seat, text)


def explained(state: Any, seat: int, text: str) -> str:
    assert text in legal(state, seat)
    return str(WORDS.explain(state.view(seat), text))


def test_the_story_tells_a_theft_in_which_nobody_is_asked() -> None:  # R54, R55
    state = deployed("butcher nurse", "s s")
    assert told(state, 0, "steal @1") == ["@0 tries to rob @1.", "5 against 3: @0 robs @1."]
    state = Change(deployed("butcher nurse", "s s")).shown(1, "cl4").set(turn=1, actor=1, step=2).state()
    assert told(state, 1, "steal @0") == ["@1 tries to rob @0.", "4 against 5: @1 fails to rob @0."]


def test_the_story_tells_a_drawn_assault_in_which_nobody_is_asked() -> None:  # R55
    state = night(deployed("guardian nurse", "s s"))
    assert told(state, CHANCE, "zombie 5") == [
        f"{WORDS.names.zombie('5')} comes to Pharmacy (s).",
        "Assault on Pharmacy (s): 5 against 7 of @0 and @1: it is held.",
        "Round 2.",
    ]
    change = Change(night(deployed("guardian nurse", "s s", horde_growth=1, horde_step=3, barricade_scope="per_human")))
    state = change.set(barricades={"s": 2}).state()
    assert "Assault on Pharmacy (s): 4 against 11 of @0 and @1: it is held." in told(state, CHANCE, "zombie 1")


def test_the_story_turns_the_slots_up_before_their_assaults() -> None:
    change = Change(deployed("butcher nurse virgin", "s n n")).zombie(2).sent(2, "s", "1")
    state = change.set(turn=1, actor=1, step=3).state()
    assert told(state, 1, "end") == [
        "@1 ends the turn.",
        "Night falls and the slots are turned up.",
        "@2 stands in Pharmacy (s).",
        "Assault on Pharmacy (s): 3 against 5 of @0: it is held.",
    ]
    change = Change(deployed("butcher nurse virgin", "s n n")).zombie(2).left(0, "hw1").sent(2, "s", "1")
    state = change.set(turn=1, actor=1, step=3).state()
    do(state, (1, "end"))
    assert told(state, 0, "pass")[-1] == "Assault on Pharmacy (s): 3 against 5 of @0."


def test_the_story_tells_what_a_new_zombie_loses() -> None:
    for value, end in (("drop", " and drops everything."), ("remove", ", and the items leave the game.")):
        change = Change(deployed("butcher nurse", "s n", zombie_items=value)).shown(0, "hw1").infected(0)
        state = change.set(phase="infection").state()
        assert told(state, CHANCE, "die bad")[0] == f"The die falls badly: @0 becomes a zombie{end}"
    state = Change(deployed("butcher nurse", "s n")).infected(0).set(phase="infection").state()
    assert told(state, CHANCE, "die bad")[0] == "The die falls badly: @0 becomes a zombie."


def test_the_gas_attendants_gasoline_is_explained() -> None:
    state = night(Change(deployed("gas_attendant butcher", "s ne")).right(0, "gasoline").state())
    luck(state, "zombie 1", "zombie 7")
    assert explained(state, 0, "arm gasoline").startswith("Gasoline is a Weapon of 4 for you; it drops after use.")
    assert told(state, 0, "arm gasoline") == ["@0 uses the Gasoline as a Weapon."]
    assert "left or right" in WORDS.names.ability("gas_attendant", False)


def test_reasons_name_whose_decision_it_is() -> None:
    opened = opening("hugme", 2, characters="butcher,nurse")
    luck(opened, "shop hardware", "shop sporting", "shop kids", "shop gardening", "shop clothing", "shop bathroom")
    luck(opened, "shop pharmacy")
    assert why(opened, 1, "deploy hall") == ("This is not for you to decide now, but for @0.", "book")
    state = Change(deployed("butcher nurse virgin", "s s n")).left(1, "hw1").left(2, "hw2").state()
    do(state, (0, "steal @1"))
    for text in ("reveal hw2", "keep", "done", "arm none"):
        assert why(state, 2, text) == ("This is not for you to decide now, but for @1.", "book")


def test_reasons_of_the_house_rules() -> None:
    held = Change(deployed("student butcher", "s ne", interrupts="own_turn")).left(0, "sp1").shown(0, "keys")
    state = held.right(0, "gasoline").state()
    for text in ("reveal sp1", "equip keys"):
        assert why(state, 0, text) == ("It is @1's turn, and you may do that in your own only.", "R16")
    bare = Change(deployed("student butcher", "s ne", interrupts="own_turn")).shown(0, "keys").state()
    assert why(bare, 0, "equip keys")[1] == "R19"
    strict = Change(deployed("nurse butcher", "hall ne", win_side="right_only")).right(1, "gasoline").left(1, "keys")
    assert why(strict.state(), 1, "win")[0].startswith("Your Keys lie on your left; at this table")
    assert why(deployed("nurse butcher", "hall ne"), 1, "win")[0] == "You have no Gasoline."
    used = Change(deployed("nurse butcher", "s ne")).left(0, "sm4").state()
    assert why(used, 0, "use sm4") == ("It is @1's turn, and you may do that in your own only.", "R16")


def test_one_thing_stands_in_the_way_and_is_named() -> None:
    """Each of these was answered by two guesses or a general remark before the rules gave their reasons."""
    alone = Change(deployed("butcher nurse", "nw ne")).left(0, "ba4").state()
    assert why(alone, 0, "use ba4") == ("Nobody else with a keyring is here.", "R16")
    assert why(alone, 0, "search n") == ("Only a Fishing Rod, face up, reaches the deck of a linked Location.", "R17")
    assert why(alone, 0, "win") == ("You are not at the Minivan's door.", "R15")
    assert why(alone, 0, "bring @1")[0] == "Only the Cheerleader takes somebody along."
    together = Change(deployed("butcher nurse", "nw nw")).left(1, "hw1").shown(0, "sp1").state()
    assert why(together, 0, "use sp1")[0] == "The Baseball Bat (sp1) is not an item that is used as a free action."
    do(together, (0, "steal @1"), (1, "pass"))
    assert legal(together, 0) == ["arm none", "pass"]
    assert why(together, 0, "arm sp1") == ("The Baseball Bat (sp1) counts already: it is your strongest.", "R22")
    assert why(together, 0, "arm hw1") == ("You do not have the Crowbar (hw1).", "book")
    assert why(together, 0, "use sp1") == ("The Baseball Bat (sp1) is of no use here.", "R16")


def test_what_lies_on_the_right_is_held() -> None:
    held = Change(deployed("butcher nurse", "s ne")).set(first=0, turn=0, actor=0, step=1).right(0, "gasoline")
    state = held.right(0, "keys").state()
    for text in ("reveal keys", "equip keys"):
        assert why(state, 0, text) == ("On your right already, face up and for good: the Keys.", "R19")


def test_the_janitor_is_stopped_by_a_missing_link_only() -> None:
    state = Change(deployed("janitor nurse", "s n")).set(barricades={"s": 2}).state()
    assert why(state, 0, "move nw") == ("Hardware (nw) is not linked to your Location.", "R2")
    assert "move hall" in legal(state, 0)


def test_what_a_theft_takes_is_explained() -> None:
    for people, needed in (
        ("butcher nurse", "Your value must be higher than theirs."),
        ("pickpocket nurse", "Equal values are enough for you."),
        ("butcher old_lady", "Your value must be 3 higher."),
        ("pickpocket old_lady", "Your value must be 2 higher."),
    ):
        state = Change(deployed(people, "s s")).set(first=0, turn=0, actor=0, step=1).state()
        assert explained(state, 0, "steal @1").startswith(needed)


def test_in_the_hall_cards_go_under_the_last_shops_deck() -> None:  # R26
    state = Change(deployed("butcher nurse", "hall n")).shown(0, "sp4").state()
    assert explained(state, 0, "search w").endswith(
        "under the Sporting Goods deck (you are in the Hall, R26). Cards in that deck: 6."
    )
    state = Change(deployed("butcher nurse", "nw n")).shown(0, "sp4").state()
    assert explained(state, 0, "search n").endswith("under the deck of your Location. Cards in that deck: 5.")
