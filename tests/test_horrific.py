"""Horrific: its printed numbers, its secrets, its windows, its editions, and what must hold in every game."""

import copy
import json
import random
from collections import Counter
from typing import Any

import pytest
from horrific_scenes import GAME, WORDS, end_turn, err, replenish, scene
from support import code, do, legal, luck, opening, owing, readers, refusal, walk

from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadEdition, BadPosition
from shamble.kernel.playout import play_policies
from shamble.kernel.policy import Uniform
from shamble.kernel.state import CHANCE, SPECTATOR, State

DATA = GAME.editions()[0].data
CHARACTERS = ("dela", "huati", "bones", "maal", "doktor", "vladimir")


# -- the printed numbers (4) -------------------------------------------------------------------------------------


def test_the_decks() -> None:
    decks = {deck["character"]: deck["cards"] for deck in DATA["deck"]}
    assert tuple(decks) == CHARACTERS
    for cards in decks.values():
        assert sum(cards.values()) == 39
        assert 7 <= len(cards) <= 9
    assert all(("HL" in cards) == (name == "doktor") for name, cards in decks.items())
    assert all(("MN" in cards) == (name == "vladimir") for name, cards in decks.items())
    assert all(("GC" in cards) == (name == "dela") for name, cards in decks.items())
    assert all(("ZP" in cards) == (name == "huati") for name, cards in decks.items())


def test_the_people() -> None:
    people = {row["name"]: row for row in DATA["person"]}
    assert len(people) == 60
    assert people["Bishop"]["loyalty"] == 10
    assert "Mayor" in people
    assert Counter(row["character"] for row in DATA["person"]) == dict.fromkeys(CHARACTERS, 10)


@pytest.mark.parametrize("character", CHARACTERS)
def test_every_victory_for_two_can_be_won_with_ones_own_ten(character: str) -> None:
    own = [row for row in DATA["person"] if row["character"] == character]
    for goal in DATA["victory"][character]["two"]:
        if goal["stat"] in ("power", "influence", "value"):
            assert sum(row[goal["stat"]] for row in own) >= goal["min"]
        if goal["stat"] in ("undead", "living"):
            assert goal["min"] <= 10


def test_the_edition_says_that_it_is_a_reconstruction() -> None:
    edition = GAME.editions()[0]
    assert edition.name == "recon-1"
    assert edition.reconstruction
    assert "RECONSTRUCTION" in edition.note
    assert "RECONSTRUCTION" in GAME.rules_text


def test_the_rules_text_has_the_victory_conditions_of_the_data() -> None:
    names = {
        "min_opponent_trust": "an opponent at Trust",
        "top_undead": "the top Undead",
        "value": "Value",
        "undead": "Undead",
    }

    def column(goals: list[dict[str, Any]]) -> str:
        parts = []
        for goal in goals:
            name = names.get(goal["stat"], goal["stat"].capitalize())
            parts.append(
                name
                if goal["stat"] == "top_undead"
                else f"{name} {goal.get('min', goal.get('max'))}{' or less' if 'max' in goal else ''}"
            )
        return ", ".join(parts)

    for deck in DATA["deck"]:
        columns = DATA["victory"][deck["character"]]
        assert f"| {deck['name']} | {column(columns['two'])} | {column(columns['more'])} |" in GAME.rules_text


# -- counts of small set-ups -------------------------------------------------------------------------------------


def positions(start: State) -> tuple[int, int]:
    """How many positions can follow, `start` among them, and how many of them are ends."""
    found = {start.pack(): start}
    queue = [start]
    while queue:
        state = queue.pop()
        acts = [(CHANCE, c) for c, _ in state.odds()] or [(s, c) for s in range(state.players) for c in state.legal(s)]
        for who, chosen in acts:
            after = state.copy()
            after.apply(who, chosen)
            if found.setdefault(after.pack(), after) is after:
                queue.append(after)
    return len(found), sum(state.owing() == 0 for state in found.values())


def test_tiny_positions_have_so_many_ways_to_go_on() -> None:
    assert [positions(state) for state in GAME.tiny()] == [(268, 152), (229, 88)]


def perft(state: State, depth: int) -> int:
    """How many ways of so many events lead on from here."""
    if depth == 0:
        return 1
    count = 0
    acts = [(CHANCE, c) for c, _ in state.odds()] or [(s, c) for s in range(state.players) for c in state.legal(s)]
    for who, chosen in acts:
        after = state.copy()
        after.apply(who, chosen)
        count += perft(after, depth - 1)
    return count


def test_perft() -> None:
    state = scene(
        "maal,dela",
        hands={0: ["CP", "UC", "TU", "DR"], 1: ["DN", "CP"]},
        reserve={0: ["GW", "UC"], 1: ["DN"]},
        down={1: ["CN"]},
        living={0: ["M7"], 1: ["D7"]},
        undead={0: ["M1"]},
        mound={0: ["CP", "GW"]},
        base=2,
    )
    assert [perft(state, depth) for depth in range(1, 5)] == [8, 46, 185, 753]


# -- DENY (R16, R17) ---------------------------------------------------------------------------------------------


def publicly_asked(view: dict[str, Any]) -> bool:
    """R16 by a spectator's view alone: whether the seat that is asked might deny."""
    seat, window = view["asking"], view["windows"][-1]
    in_reserve = "DN" in view["reserve"][seat] or len(view["down"][seat]) > 0
    return in_reserve or (window["reserve"] and view["held"][seat] > 0)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_who_is_asked_follows_from_public_facts(players: int) -> None:  # R16
    """Whoever might deny as far as all can see is asked, in order, and nobody else; whatever the hands hold."""
    asked = 0
    for seed in range(6):
        for state, who, chosen in walk(opening("horrific", players), seed, 700):
            if state.view(SPECTATOR)["phase"] == "denying" and chosen < 280:
                asked += 1
            after = state.copy()
            after.apply(who, chosen)
            view = after.view(SPECTATOR)
            if view["phase"] == "denying" and state.view(SPECTATOR)["asking"] != view["asking"]:
                assert publicly_asked(view)
                top = view["windows"][-1]
                seat = (top["seat"] + 1) % players
                while seat != view["asking"]:
                    might = (
                        "DN" in view["reserve"][seat] or view["down"][seat] or (top["reserve"] and view["held"][seat])
                    )
                    assert seat == view["turn"] or seat in top["asked"] or not might
                    seat = (seat + 1) % players
    assert asked > 50


def test_a_reserve_card_is_offered_to_everyone_with_a_hand_whatever_it_holds() -> None:
    for hand in (["CP"], ["DN"], ["GW", "CP"]):
        state = scene("bones,dela,vladimir,maal", hands={1: hand, 3: ["CP"]}, reserve={0: ["GW"]})
        do(state, (0, "play GW reserve"))
        asked = []
        while owing(state) != [0]:
            asked += owing(state)
            do(state, (asked[-1], "pass"))
        assert asked == [1, 3]


def test_a_deny_from_the_hand_is_stopped_only_out_of_a_reserve() -> None:
    hands = {1: ["DN"], 2: ["DN"]}
    state = do(scene("bones,dela,vladimir", hands=hands, reserve={0: ["GW"]}), (0, "play GW reserve"), (1, "deny hand"))
    assert owing(state) == [0], "nobody has a Reserve"
    assert state.view(0)["trust"][0] == 15
    state = scene("bones,dela,vladimir", hands=hands, reserve={0: ["GW"]}, down={2: ["CP"]})
    do(state, (0, "play GW reserve"), (1, "deny hand"))
    assert owing(state) == [2]
    err(state, 2, "deny hand", "book")


def test_denies_on_denies() -> None:  # R17
    reserve = {0: ["GW"], 1: ["DN"], 2: ["DN", "DN"], 3: ["DN"]}
    start = do(scene("bones,dela,vladimir,maal", reserve=reserve), (0, "play GW reserve"))
    state = do(start.copy(), (1, "deny reserve"), (2, "deny reserve"))
    assert owing(state) == [3], "the Deny of 2 is offered to 3 first, then to 1"
    restored = do(state.copy(), (3, "pass"))
    assert owing(restored) == [2], "1 has nothing left; the restored card goes on to 2"
    assert do(restored.copy(), (2, "pass"), (3, "pass")).view(0)["trust"][0] == 17
    assert do(restored.copy(), (2, "deny reserve"), (3, "pass")).view(0)["trust"][0] == 15
    denied = do(state, (3, "deny reserve"))
    assert owing(denied) == [2], "the Deny of 3 is offered to 2, which still has one"
    after = do(denied, (2, "pass"))
    assert after.view(0)["trust"][0] == 15, "3 stopped 2, so the Deny of 1 stands"
    assert after.view(0)["discard"] == [["GW"], ["DN"], ["DN"], ["DN"]]


def test_destroy_reserve_aimed_at_the_deny_that_answers_it() -> None:  # R20, R42
    state = scene("bones,dela,vladimir", hands={0: ["DR"], 2: ["DN"]}, reserve={1: ["DN"], 2: ["CP"]})
    do(state, (0, "play DR"), (0, "against @1"), (0, "destroy DN"), (1, "deny reserve"), (2, "deny hand"))
    view = state.view(0)
    assert view["discard"] == [["DR"], ["DN"], ["DN"]]
    assert view["mound"][1] == []


def test_destroy_reserve_follows_the_card_it_is_aimed_at() -> None:  # R15, R20
    state = scene("bones,vladimir", hands={0: ["DR"]}, reserve={1: ["CN"]}, down={1: ["GW", "UC", "CP"]})
    do(state, (0, "play DR"), (0, "destroy down 2"), (1, "turn_up 1"))
    assert state.view(0)["play"]["destroy"] == 1
    turned = do(state.copy(), (1, "turn_up 1"), (1, "pass"))
    assert turned.view(0)["mound"][1] == ["UC"]
    assert turned.view(0)["reserve"][1] == ["GW", "CN"]
    assert do(state, (1, "pass")).view(0)["mound"][1] == ["UC"]


# -- secrets and redeals -----------------------------------------------------------------------------------------


def worlds(state: State, reader: int, seat: int, times: int = 200) -> list[tuple[list[str], list[str]]]:
    """Hand and face-down cards of a seat in so many redeals for a reader."""
    dealt = (state.redeal(reader, Dice(seed)).view(seat) for seed in range(times))
    return [(view["hand"], view["down"][seat]) for view in dealt]


def test_a_card_taken_back_openly_stays_known() -> None:
    state = scene(
        "maal,vladimir", hands={0: ["UC", "CP", "CP"]}, undead={0: ["M1"]}, mound={0: ["TU", "LB"]}, reserve={0: ["CN"]}
    )
    do(state, (0, "play UC"), (0, "on M1"), (0, "mode spend"), (0, "take LB"), (0, "stop"))
    assert state.view(1)["destroyed"] == ["M1"]
    assert all("LB" in hand for hand, _ in worlds(state, 1, 0))
    hidden = do(state.copy(), (0, "end_play"), (0, "lay LB down"))
    found = worlds(hidden, 1, 0)
    assert all("LB" in hand + down for hand, down in found), "in the hand or face down"
    assert {"LB" in down for _, down in found} == {True, False}
    assert {"LB" in hand for hand, _ in worlds(do(hidden, (0, "turn_up 1")), 1, 0)} == {True, False}, (
        "any other may be there too"
    )
    played = do(state, (0, "end_play"), (0, "lay LB"))
    assert played.view(1)["known_cards"][0] == []


def test_what_is_left_when_the_mound_is_shuffled_is_known() -> None:
    huati = [card for card in ("CP", "UC", "TU", "ZP", "GW", "DN", "DR", "LB") for _ in range(3)]
    state = scene(
        "huati,dela", reserve={0: [*huati, "CN"]}, hands={0: ["CP", "CP", "UC"]}, down={0: ["CN"]}, decks={0: ["ZP"]}
    )
    end_turn(state)
    before = state.copy()
    luck(state, "draw ZP")
    known = Counter(card for card, _ in state.view(1)["known_cards"][0])
    assert known == Counter(["CP", "CP", "UC", "ZP", "CN"])
    assert before.view(1)["known_cards"][0] == []
    luck(state, "draw CP")
    for hand, down in worlds(state, 1, 0):
        assert not known - Counter(hand + down)
        assert down[0] in ("UC", "ZP", "CN", "CP")


def test_a_redeal_keeps_to_three_of_a_type() -> None:
    state = scene("vladimir,dela", reserve={0: ["CP", "CP", "CN"]}, down={0: ["UC", "CP"]}, hands={0: ["CP"] * 5})
    for _, down in worlds(state, 1, 0, 400):
        assert down.count("CP") <= 1
    assert {down[0] for _, down in worlds(state, 1, 0, 400)} >= {"CP", "UC", "GW", "DN", "DR", "LB"}


def test_a_third_face_up_card_rules_the_type_out_face_down() -> None:  # R13
    state = scene("vladimir,dela", reserve={0: ["UC", "UC", "CN"]}, down={0: ["CP"]}, hands={0: ["UC"]})
    do(state, (0, "end_play"), (0, "lay UC"))
    assert "UC" not in state.view(1)["may"][0][0]
    assert all(down != ["UC"] for _, down in worlds(state, 1, 0))


def test_a_discard_in_lay_proves_itself() -> None:  # R11
    state = scene("vladimir,dela", reserve={0: ["UC", "CN"]}, down={0: ["UC", "GW", "UC"]}, hands={0: ["UC"]})
    do(state, (0, "end_play"), (0, "lay_discard UC"))
    view = state.view(1)
    assert view["reserve"][0] == ["UC", "UC", "UC", "CN"]
    assert view["down"][0] == ["?"]
    assert view["mound"][0] == ["UC"]


def test_a_hidden_hand_is_dealt_evenly() -> None:
    state = scene("bones,dela", hands={1: ["CP"]})
    share = sum(hand == ["CP"] for hand, _ in worlds(state, 0, 1, 1500)) / 1500
    assert abs(share - DATA["deck"][0]["cards"]["CP"] / 39) < 0.04


def test_a_hidden_lay_is_told_without_its_name() -> None:
    state = scene("vladimir,bones", hands={0: ["UC"]}, reserve={0: ["CN"]})
    do(state, (0, "end_play"))
    after = do(state.copy(), (0, "lay UC down"))
    for reader in (1, SPECTATOR):
        said = " ".join(WORDS.tell(state.view(reader), 0, None, after.view(reader)))
        assert said == "@0 lays a card face down."
        assert "UC" not in json.dumps(after.view(reader)["down"])
    assert "Use Control" in WORDS.tell(state.view(0), 0, "lay UC down", after.view(0))[0]


# -- fresh persons (R21, R22) ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("character", "card"), [("maal", "TU"), ("maal", "UC"), ("huati", "ZP"), ("dela", "GC")])
def test_a_fresh_person_is_reached_only_by_power(character: str, card: str) -> None:  # R21, R22
    state = scene(f"{character},vladimir", hands={0: ["CP", card]}, reserve={0: ["UC", card]}, living={0: ["V5"]})
    do(state, (0, "play CP"), (0, "on V6"))
    without = do(state.copy(), (0, f"play {card} reserve"))
    assert legal(without, 0) == ["on V5"]
    err(without, 0, "on V6", "R21")
    do(state, (0, "play UC reserve"), (0, "on V5"), (0, "mode power"), (0, f"play {card} power"))
    assert legal(state, 0) == ["on V5", "on V6"]


def test_a_person_back_in_the_town_stays_fresh_to_the_end_of_the_turn() -> None:  # R21
    state = scene("dela,vladimir", hands={0: ["CP", "GC"]}, reserve={0: ["CP", "UC", "GC"]}, living={0: ["V5"]})
    do(state, (0, "play UC reserve"), (0, "on V5"), (0, "mode power"), (0, "play CP"), (0, "on V6"))
    do(state, (0, "play GC power"), (0, "on V6"), (0, "play CP reserve"), (0, "on V6"), (0, "play GC reserve"))
    assert legal(state, 0) == ["on V5"]
    do(state, (0, "on V5"))
    assert replenish(end_turn(state)).view(0)["fresh"] == []


def test_a_denied_control_leaves_nobody_fresh() -> None:  # R18
    state = scene("vladimir,dela", hands={0: ["CP"]}, reserve={1: ["DN"]})
    do(state, (0, "play CP"), (0, "on V1"), (1, "deny reserve"))
    assert state.view(0)["fresh"] == []


# -- piles (R9, R10, R33, R34) -----------------------------------------------------------------------------------


def test_maal_does_not_shuffle_her_mound_as_her_turn_starts() -> None:  # R34
    """Her deck is empty, and a Deny of hers lies in the Discard."""
    rest = Counter(DATA["deck"][3]["cards"]) - Counter(["CP", "UC", "DN"])
    state = scene(
        "maal,dela",
        {"deny_sweep": "own_turn"},
        hands={0: ["CP"]},
        reserve={0: ["UC"]},
        discard={0: ["DN"]},
        mound={0: list(rest.elements())},
        undead={0: [f"M{n}" for n in range(1, 8)]},
        turn=1,
        turns=1,
    )
    view = replenish(end_turn(state)).view(0)
    assert view["phase"] == "playing"
    assert view["held"][0] == 1
    assert view["deck"][0] == 0
    assert view["discard"][0] == ["DN"]
    assert len(view["mound"][0]) == 36


@pytest.mark.parametrize("sweep", ["same_turn", "own_turn"])
def test_a_mound_is_shuffled_whole_in_replenish_and_no_discard_with_it(sweep: str) -> None:  # R33
    shuffles = 0
    for seed in range(4):
        start = GAME.new(2, {"characters": ("vladimir,dela", "maal,huati")[seed % 2], "deny_sweep": sweep})
        for state, who, chosen in walk(start, seed, 3000):
            after = state.copy()
            after.apply(who, chosen)
            before, then = state.view(SPECTATOR), after.view(SPECTATOR)
            for seat in range(2):
                grown = then["deck"][seat] - before["deck"][seat]
                if grown <= 0:
                    continue
                shuffles += 1
                assert before["phase"] in ("laying", "replenishing")
                assert then["mound"][seat] == []
                assert grown + (before["phase"] == "replenishing") == len(before["mound"][seat])
                assert then["discard"] == before["discard"]
            if sweep == "same_turn" and then["phase"] not in PLAY_PHASES:
                assert then["discard"] == [[], []]
    assert shuffles > 10


PLAY_PHASES = ("playing", "aiming", "using", "taking", "naming", "destroying", "denying")


# -- invariants of the page (6) ----------------------------------------------------------------------------------


def check_invariants(before: dict[str, Any], then: dict[str, Any], state: State) -> None:
    seats = range(then["players"])
    for seat in seats:
        assert max(Counter(then["reserve"][seat] + state.view(seat)["down"][seat]).values(), default=0) <= 3
        assert then["trust"][seat] >= 0
    assert set(before["destroyed"]) <= set(then["destroyed"])
    if then["turns"] != before["turns"]:
        me = before["turn"]
        assert then["fresh"] == []
        assert me not in then["gimped"]
        assert all(then["people"][p]["loyalty"] <= then["trust"][me] for p in then["living"][me])
        assert then["held"][me] >= 5 or (then["deck"][me] == 0 and then["mound"][me] == [])
    assert then["laid"] <= (1 if then["hand_played"] else 2)
    if before["winner"] is None and then["winner"] is not None:
        assert (then["winner"], before["phase"]) == (then["turn"], "laying")


@pytest.mark.parametrize("players", [2, 4])
def test_invariants(players: int) -> None:
    for seed in range(5):
        for state, who, chosen in walk(opening("horrific", players), 50 + seed, 1000):
            after = state.copy()
            after.apply(who, chosen)
            check_invariants(state.view(SPECTATOR), after.view(SPECTATOR), after)


# -- positions ---------------------------------------------------------------------------------------------------


def test_broken_positions_are_refused_or_can_be_played() -> None:
    """A position with a field of another is refused, or it is one that can be played on and read by all."""
    rng = random.Random(3)
    pool: list[dict[str, Any]] = []
    for seed in range(4):
        start = GAME.new(3, {"characters": "dela,vladimir,maal"})
        pool += [state.to_dict() for state, _, _ in walk(start, seed, 900) if rng.random() < 0.05]
    accepted = 0
    for _ in range(500):
        data = copy.deepcopy(rng.choice(pool))
        for field in rng.sample(sorted(set(data) - {"game", "players", "options", "edition"}), rng.choice((1, 1, 2))):
            data[field] = copy.deepcopy(rng.choice(pool)[field])
        try:
            state = State.from_dict(data)
        except BadPosition:
            continue
        accepted += 1
        assert state.pack() == State.from_dict(state.to_dict()).pack()
        for then, _, _ in walk(state, 1, 60):
            assert then.owing() != 0
        for reader in readers(state):
            assert state.redeal(reader, Dice(1)).known(reader) == state.known(reader)
    assert accepted > 20


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("town", ["V1", "V1"]),
        ("fresh", ["K1"]),
        ("winner", 1),
        ("asking", 1),
        ("reserve", [["UC"] * 4, []]),
        ("known_cards", [[["GW", 0], ["GW", 0]], []]),
        ("may", [[["UC"]], []]),
        ("base", 62),
        ("laid", 1),
        ("discard", [[], ["CP"]]),
        ("characters", ["vladimir", "vladimir"]),
        ("trust", [-1, 15]),
        ("play", {"card": "GW"}),
        ("windows", [{"seat": 0, "reserve": False, "asked": []}]),
        ("owed", 3),
    ],
)
def test_impossible_positions_name_the_field(field: str, wrong: Any) -> None:
    data = scene("vladimir,bones", hands={0: ["GW"]}, reserve={0: ["CN"]}, down={0: ["MN"]}).to_dict()
    assert State.from_dict(data)
    with pytest.raises(BadPosition) as error:
        State.from_dict({**data, field: wrong})
    assert error.value.field


# -- editions ----------------------------------------------------------------------------------------------------


def broken(path: list[Any], value: Any) -> dict[str, Any]:
    """The shipped data with one entry replaced; None deletes it."""
    data: Any = copy.deepcopy(dict(DATA))
    entry = data
    for key in path[:-1]:
        entry = entry[key]
    if value is None:
        del entry[path[-1]]
    else:
        entry[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (["type", 0], None, "12"),
        (["type", 0, "id"], "XX", "type"),
        (["type", 0, "play"], "sometimes", "type CP: `play`"),
        (["type", 0, "target"], "moon", "type CP: `target`"),
        (["type", 0, "target"], "own", "type CP, effect control: `target`"),
        (["type", 0, "note"], None, "type CP: `note`"),
        (["type", 1, "effect", 0, "modes"], ["fly"], "type UC, effect use_control: `modes`"),
        (["type", 1, "effect"], [], "type UC: `effect`"),
        (["type", 3, "rival"], False, "type ZP, effect trust: `who`"),
        (["type", 4, "effect", 0, "amount"], 99, "type GW, effect trust: `amount`"),
        (["type", 4, "effect", 0, "amount"], "influence", "type GW, effect trust: `amount`"),
        (["type", 4, "effect", 0, "do"], "explode", "type GW, effect: `do`"),
        (["type", 6, "play"], "own_turn", "type DN, effect deny: `play`"),
        (["type", 9, "effect", 0, "do"], "deny", "type HL, effect deny: `do`"),
        (["type", 11, "effect", 0, "amount"], 0, "type MN, effect lose_less: `amount`"),
        (["deck", 2, "cards", "CP"], 20, "deck bones: `cards`"),
        (["deck", 2, "cards", "ZZ"], 1, "deck bones: `cards`"),
        (["deck", 2, "cards", "CP"], -1, "deck bones, cards: `CP`"),
        (["deck", 3, "special"], "fly", "deck maal: `special`"),
        (["deck", 0, "character"], "dracula", "deck 1: `character`"),
        (["deck", 0, "character"], "maal", "deck 4: character"),
        (["deck", 5], None, "deck"),
        (["person", 0], None, "person"),
        (["person", 0, "name"], "Bishop", "person 51: name"),
        (["person", 0, "power"], -1, "person Tinker: `power`"),
        (["person", 0, "value"], 0, "person Tinker: `value`"),
        (["person", 0, "character"], "maal", "person: `character` dela"),
        (["victory"], None, "victory"),
        (["victory", "maal"], None, "victory maal"),
        (["victory", "dracula"], {}, "victory 'dracula'"),
        (["victory", "maal", "two"], [], "victory maal: `two`"),
        (["victory", "maal", "more", 0, "stat"], "beauty", "victory maal, more: `stat`"),
        (["victory", "maal", "two", 0, "min"], None, "victory maal, two: `undead`"),
        (["victory", "maal", "two", 0, "min"], -1, "victory maal, two: `min`"),
    ],
)  # fmt: skip
def test_editions_are_checked(path: list[Any], value: Any, said: str) -> None:
    GAME.check_edition(DATA)
    with pytest.raises(BadEdition) as error:
        GAME.check_edition(broken(path, value))
    assert said in str(error.value)


def test_an_edition_changes_the_game() -> None:
    data = broken(["type", 4, "effect", 0, "amount"], 5)
    data["name"] = "mine"
    edition = GAME.editions()[0].__class__("mine", "Mine", False, data, False)
    GAME.check_edition(data)
    position = scene("vladimir,bones", hands={0: ["GW"]}).to_dict() | {"edition": "mine"}
    state = GAME.read(position, edition)
    state.apply(0, code(scene("vladimir,bones"), "play GW"))
    assert state.view(0)["trust"][0] == 20


# -- hints -------------------------------------------------------------------------------------------------------


def test_greedy_beats_random_play() -> None:
    wins = 0
    for seed in range(12):
        state = opening("horrific", 2, round_limit=150)
        pair = [GAME.greedy, Uniform()] if seed % 2 == 0 else [Uniform(), GAME.greedy]
        play_policies(state, pair, Dice(seed), 100_000)
        wins += state.payoffs()[seed % 2] == 1.0
    assert wins >= 11


@pytest.mark.parametrize("character", CHARACTERS)
def test_greedy_takes_a_victory_that_lies_open(character: str) -> None:
    open_wins: dict[str, tuple[dict[str, Any], str]] = {
        "dela": ({"hands": {0: ["CP", "GW"]}, "living": {0: ["D7"]}, "trust": [20, 5]}, "play CP"),
        "huati": ({"hands": {0: ["TU", "GW"]}, "living": {0: ["H1", "H3", "H4"]}, "undead": {0: ["H9", "H8"]}, "trust": [20, 15]}, "play TU"),
        "bones": ({"hands": {0: ["TU", "GW"]}, "living": {0: ["B10"]}, "undead": {0: ["B3", "B4", "B1", "B6"]}}, "play TU"),
        "maal": ({"hands": {0: ["TU", "GW"]}, "living": {0: ["M9"]}, "undead": {0: [f"M{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 10)]}, "base": 2}, "play TU"),
        "doktor": ({"hands": {0: ["TU", "GW"]}, "living": {0: ["K4"]}, "destroyed": ["K1", "K2"]}, "play TU"),
        "vladimir": ({"hands": {0: ["CP", "GW"]}, "living": {0: ["V1", "V2", "V3"]}, "reserve": {0: ["MN"] * 3}, "trust": [20, 15]}, "play CP"),
    }  # fmt: skip
    places, play = open_wins[character]
    other = "vladimir" if character != "vladimir" else "bones"
    state = scene(f"{character},{other}", **places)
    first = None
    while state.owing() == 1:
        chosen = GAME.greedy.choose(state, 0, Dice(1))
        first = first or GAME.vocabulary.text(chosen)
        state.apply(0, chosen)
    assert first == play
    assert state.ending() == character


# -- words -------------------------------------------------------------------------------------------------------


def explained(state: State, seat: int, text: str) -> str:
    assert text in legal(state, seat)
    return str(WORDS.explain(state.view(seat), text))


def test_reasons_of_the_house_rules() -> None:
    places = {"hands": {0: ["UC"]}, "reserve": {0: ["UC"]}, "living": {0: ["V3"]}}
    state = scene("vladimir,dela", {"uc_once": True}, **places)
    do(state, (0, "play UC"), (0, "on V3"), (0, "mode influence"))
    err(state, 0, "play UC reserve", "R23")
    err(scene("vladimir,dela", {"uc_once": True}, reserve={0: ["UC"]}), 0, "play UC reserve", "R6")
    state = scene("vladimir,dela", {"reserve_total": 2}, hands={0: ["UC"]}, reserve={0: ["UC", "CN"]})
    do(state, (0, "end_play"))
    err(state, 0, "lay_discard UC", "R11")
    err(state, 0, "lay UC", "R13")
    err(state, 0, "lay UC down", "R13")


def test_targets_are_explained_by_the_house_rule() -> None:
    before = do(scene("vladimir,dela", hands={0: ["CP"]}), (0, "play CP"))
    assert "before anybody denies" in explained(before, 0, "on V1")
    after = do(scene("vladimir,dela", {"declare": "after_deny"}, hands={0: ["CP"]}), (0, "play CP"))
    assert "named after that (R5)" in explained(after, 0, "on V1")
    assert "before" not in explained(after, 0, "on V1")


def test_a_card_that_is_not_played_now_promises_nothing_now() -> None:
    state = scene("vladimir,dela", hands={0: ["GW"]}, reserve={0: ["CN"]}, down={0: ["GW"]})
    assert explained(state, 0, "turn_up 1").endswith("Once played: Gain 2 Trust.")
    do(state, (0, "end_play"))
    for text in ("lay GW", "lay GW down"):
        assert explained(state, 0, text).startswith("It lies ready in your Reserve from now on. Once played: Gain")
    state = scene("bones,dela", hands={0: ["UC"]}, mound={0: ["GW"]}, undead={0: ["B1"]})
    do(state, (0, "play UC"), (0, "on B1"), (0, "mode dig"))
    assert explained(state, 0, "take GW").startswith("It comes back to your hand, and all see it (R25).")


def test_the_story_tells_what_a_discard_turns_up() -> None:
    for down, told in (
        (["UC", "GW", "UC"], ", 2 of which are turned up as a proof."),
        (["UC"], ", 1 of which is turned up as a proof."),
        ([], "."),
    ):
        up = ["CN", *["UC"] * (3 - down.count("UC"))]
        before = do(scene("vladimir,dela", reserve={0: up}, down={0: down}, hands={0: ["UC"]}), (0, "end_play"))
        after = do(before.copy(), (0, "lay_discard UC"))
        for reader in (0, 1, SPECTATOR):
            said = WORDS.tell(before.view(reader), 0, "lay_discard UC", after.view(reader))
            assert said[0] == f"@0 discards Use Control (UC): the Reserve has three of them{told}"


def test_one_thing_stands_in_the_way_and_is_named() -> None:
    """Each of these was answered by two guesses before the rules gave their reasons."""
    state = scene("bones,dela", hands={0: ["CP", "UC"]}, living={0: ["B2"]}, reserve={1: ["GW"]})
    assert refusal(state, 1, "turn_up 3") == ("You have no face-down card at place 3.", "R15")
    assert refusal(state, 0, "play DN") == ("A Deny is played only in an opponent's turn.", "R46")
    assert refusal(state, 1, "deny reserve") == ("No card is being played that you could deny now.", "R16")
    do(state, (0, "play UC"), (0, "on B2"))
    assert refusal(state, 0, "mode dig")[0].endswith(" is Living; only Undead bring back cards.")
    assert refusal(state, 0, "mode spend") == refusal(state, 0, "mode dig")
    undead = scene("bones,dela", hands={0: ["UC"]}, undead={0: ["B2"]})
    do(undead, (0, "play UC"), (0, "on B2"))
    assert refusal(undead, 0, "mode power")[0].endswith("is Undead; only the Living have Power and Influence to use.")
    assert refusal(undead, 0, "mode dig") == ("Your Mound is empty: there is nothing to bring back.", "R25")
    empty = scene("bones,dela", hands={0: ["LB", "TU", "DR"]})
    assert refusal(empty, 0, "play LB") == ("No opponent has a Living Minion.", "R6")
    assert refusal(empty, 0, "play TU") == ("You have no Living Minion.", "R6")
    assert refusal(empty, 0, "play DR") == ("No opponent has a card in the Reserve.", "R6")
