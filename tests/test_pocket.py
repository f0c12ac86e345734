"""Zombie in My Pocket: the numbers of its components, counts of small set-ups, editions, positions, board and policy."""

import copy
import io
from collections import Counter
from typing import Any

import pytest
from pocket_support import BED, FOYER, FULL_HOUSE, GRAVEYARD, PATIO, at, facts, me, moves
from rich.console import Console
from support import changed, code, legal, luck, odds, opening, options_of, refused, walk

from shamble.games import find
from shamble.games.pocket.rules import codes
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadEdition, BadPosition
from shamble.kernel.game import Edition
from shamble.kernel.playout import play_policies
from shamble.kernel.state import CHANCE, SPECTATOR, State
from shamble.laws.walking import reachable

GAME = find("pocket")
DATA = GAME.editions()[0].data
HOURS = ("nine", "ten", "eleven")


# -- the numbers of the components -------------------------------------------------------------------------------


def test_columns_of_the_cards():
    for hour, zombies, total, items, events, net in (
        ("nine", 3, 11, 2, 4, 0),
        ("ten", 3, 13, 2, 4, -1),
        ("eleven", 5, 25, 1, 3, -2),
    ):
        column = [card[hour] for card in DATA["card"]]
        come = [entry["zombies"] for entry in column if "zombies" in entry]
        changes = [entry["event"] for entry in column if "event" in entry]
        assert (len(come), sum(come)) == (zombies, total)
        assert sum("item" in entry for entry in column) == items
        assert (len(changes), sum(changes)) == (events, net)


def test_open_edges():  # R1
    def total(tiles: list[Any]) -> tuple[int, int]:
        return sum(len(t["open"]) * t.get("count", 1) for t in tiles), sum(len(t.get("arrow", "")) for t in tiles)

    assert total(DATA["tile"][:8]) == (16, 1)
    assert total(DATA["tile"][8:]) == (21, 1)


def test_odds_of_the_first_card():
    for hour, zombies, items in ((9, 3, 2), (10, 3, 2), (11, 5, 1)):
        state = me(at(BED, "Bedroom", hour=hour), "move S")
        assert odds(state) == {f"card {card}": 1 for card in codes.CARDS}
        phases = Counter(luck(state.copy(), text).view(0)["phase"] for text in odds(state))
        assert (phases["combat"], phases["item"]) == (zombies, items)


def test_damage():
    weapons = (None, "Board", "Machete", "Chainsaw/1")
    for weapon, row in zip(weapons, ([2, 3, 4, 4], [1, 2, 3, 4], [0, 1, 2, 3], [0, 0, 1, 2]), strict=True):
        for zombies, damage in zip((3, 4, 5, 6), row, strict=True):
            state = at(BED, "Bedroom", phase="combat", zombies=zombies, health=9, items=[weapon] if weapon else [])
            me(state, f"fight {weapon or 'bare'}")
            assert facts(state, "health") == (9 - damage,)


def test_no_game_outlives_its_cards():
    for seed in range(60):
        cards, hour = 0, 9
        for state, who, chosen in walk(opening("pocket"), seed):
            text = GAME.vocabulary.text(chosen)
            view = state.view(0)
            assert view["hour"] >= hour
            assert len(view["items"]) <= 2
            hour = view["hour"]
            cards += text.startswith("card") or text == "cower"
            after = state.copy()
            after.apply(who, chosen)
            rise = after.view(0)["health"] - view["health"]
            if text.split()[0] in ("fight", "burn", "run") and rise > 0:
                assert rise == 1
                assert view["map"][view["here"]]["tile"] in ("Kitchen", "Garden")
            elif rise > 0:
                assert rise == {"cower": 3, "drink": 2}.get(text, rise)
        assert cards <= 21


# -- counts of small set-ups -------------------------------------------------------------------------------------


def lines(state: State, depth: int) -> int:
    """How many sequences of so many events there are."""
    if depth == 0 or state.owing() == 0:
        return 1
    total = 0
    who = CHANCE if state.owing() == CHANCE else 0
    for chosen in options_of(state, who):
        after = state.copy()
        after.apply(who, chosen)
        total += lines(after, depth - 1)
    return total


def test_lines_from_the_opening():
    # move N; seven tiles; three of them lie in one way only (nine cards each), the others in 3, 3, 3 and 2
    assert [lines(opening("pocket"), depth) for depth in (1, 2, 3)] == [1, 7, 3 * 9 + 11]
    # Bathroom: 4 events x 3 walls, 2 items and 3 fights x 2; Storage: 4 offers x 2 and the same; Temple: 4 x 8 cards and the same
    assert lines(opening("pocket"), 4) == 11 * 9 + (12 + 10) + (8 + 10) + (32 + 10)
    assert lines(opening("pocket"), 5) == 559


def test_tiny_positions():
    found = [reachable(state, 3000) for state in GAME.tiny()]
    assert [len(states) for states in found] == [551, 204]
    assert {state.ending() for state in found[0]} == {"", "buried", "zombies", "time"}
    assert {state.ending() for state in found[1]} == {"", "event", "zombies", "time"}


# -- rules that no vignette shows --------------------------------------------------------------------------------


def test_an_exit_is_shut_where_the_last_tile_is_a_dining_room_that_cannot_lie():
    """R7: beyond the Kitchen every turn has the arrow on a tile or on the edge entered by."""
    around = (
        ("Foyer", 0, 0, 0, ["E"]),
        ("Storage", 1, 0, 3),
        ("Kitchen", 0, 1, 1),
        ("Family", 0, 2, 1),
        ("Bedroom", 1, 2, 0, ["E"]),
        ("Temple", 2, 2, 0, ["S"]),
        ("Bathroom", 2, 1, 0),
    )
    state = at(around, "Kitchen")
    assert facts(state, "indoor") == (["Dining"],)
    assert moves(state) == ["N", "S"]
    refused(state, 0, "move E", "R7")
    assert moves(at(around[:-1], "Kitchen")) == ["N", "E", "S"]


def test_a_tile_under_the_stack_comes_last():
    state = at(BED, "Bedroom", indoor=["Kitchen", "Storage", "Temple", "Family", "Dining"], indoor_under=["Bathroom"])
    me(state, "move E")
    assert odds(state) == {f"tile {tile}": 1 for tile in ("Kitchen", "Storage", "Temple", "Family", "Dining")}
    state = at(FULL_HOUSE[:-1], "Kitchen", indoor=[], indoor_under=["Storage"])
    assert odds(me(state, "move W")) == {"tile Storage": 1}


def test_yards_are_three():
    state = me(at(PATIO, "Patio"), "move N")
    assert odds(state) == {"tile Garden": 1, "tile Sitting": 1, "tile Yard": 3, "tile Garage": 1, "tile Graveyard": 1}


def test_the_last_card_may_find_itself():  # R10
    state = me(at(BED, "Bedroom", "Board"), "move S", "card Board")
    assert facts(state, "hour", "deck") == (9, 0)
    me(state, "draw")
    assert facts(state, "hour", "deck") == (10, 7)
    assert facts(me(state, "card Board"), "items") == (["Board"],)


def test_drinking_frees_a_hand_for_what_was_found():  # R16
    state = me(
        at(BED, "Bedroom", "Board Machete", left=7, items=["Oil", "Soda"]),
        "move S",
        "card Board",
        "draw",
        "card Machete",
    )
    assert legal(state, 0) == ["drop new", "drop Oil", "drop Soda", "drink"]
    assert facts(me(state, "drink"), "items", "health", "phase") == (["Oil", "Machete"], 8, "turn")


def test_identical_items_are_one_choice():
    state = at(BED, "Bedroom", phase="combat", zombies=4, items=["Board", "Board"])
    assert legal(state, 0) == ["fight bare", "fight Board", "run S"]


def test_the_kitchen_heals_once_a_turn():  # R31
    tiles = (FOYER, ("Kitchen", 0, 1, 1))
    state = me(at(tiles, "Foyer"), "move N", "card Oil")
    assert facts(state, "health") == (7,)
    assert facts(me(state, "cower"), "health") == (10,)
    fled = me(at(tiles, "Kitchen", phase="combat", zombies=3), "run S", "cower")
    assert facts(fled, "health") == (8,)


def test_taking_up_with_a_free_hand():
    state = at(items=["Oil"], ground=["Machete", "Candle"])
    assert [text for text in legal(state, 0) if text[:4] in ("take", "swap")] == ["take Machete", "take Candle"]
    me(state, "take Candle")
    assert facts(state, "items", "ground") == (["Oil", "Candle"], ["Machete"])
    assert [text for text in legal(state, 0) if text[:4] in ("take", "swap")] == [
        "swap Machete Oil",
        "swap Machete Candle",
    ]
    refused(state, 0, "take Machete", "R17")


def test_nothing_is_secret():
    state = opening("pocket")
    assert {**state.view(0), "seat": None} == state.view(SPECTATOR)
    assert state.redeal(0, Dice(1)).pack() == state.pack()


# -- editions ----------------------------------------------------------------------------------------------------


def broken(change: Any) -> dict[str, Any]:
    data = copy.deepcopy(dict(DATA))
    change(data)
    return data


def swap_in(table: str, at_row: int, **values: Any) -> Any:
    return lambda data: data[table][at_row].update(values)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data["card"].pop(3), "Machete"),
        (lambda data: data["tile"].pop(0), "Foyer"),
        (lambda data: data["card"].append(dict(data["card"][0])), "10"),
        (swap_in("card", 0, item="Gasoline"), "Oil"),
        (swap_in("card", 0, item="Crowbar"), "Crowbar"),
        (swap_in("tile", 1, name="Cellar"), "Cellar"),
        (swap_in("tile", 11, count=2), "8 outdoor"),
        (swap_in("tile", 4, count=2), "Temple"),
        (swap_in("tile", 2, open="NX"), "Kitchen"),
        (swap_in("tile", 6, arrow=""), "Dining"),
        (swap_in("tile", 6, arrow="E"), "Dining"),
        (swap_in("tile", 2, arrow="S"), "Dining and Patio"),
        (swap_in("card", 0, nine={}), "Oil, nine"),
        (swap_in("card", 0, nine={"event": 1}), "text"),
        (swap_in("card", 0, ten={"zombies": 0}), "zombies"),
        (swap_in("card", 0, fuel=2), "Chainsaw"),
        (lambda data: data["card"][6].pop("fuel"), "fuel"),
        (lambda data: data.pop("tile"), "tile"),
    ],
)
def test_edition_faults_are_named(change: Any, words: str):
    GAME.check_edition(DATA)
    with pytest.raises(BadEdition, match=words):
        GAME.check_edition(broken(change))


def test_an_edition_of_ones_own_changes_the_cards():
    data = broken(swap_in("card", 0, nine={"zombies": 5}))
    data["name"] = "mine"
    GAME.check_edition(data)
    edition = Edition("mine", "Mine", False, data, shipped=False)
    state = GAME.new(1, {}, edition)
    do_all = ("move N", "tile Bathroom", "card Oil")
    for text in do_all:
        state.apply(CHANCE if text[:4] in ("tile", "card") else 0, code(state, text))
    assert state.view(0)["zombies"] == 5
    assert GAME.read(state.to_dict(), edition).pack() == state.pack()


# -- positions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"health": 0}, "health"),
        ({"hour": 12}, "hour"),
        ({"items": ["Oil", "Oil", "Oil"]}, "items"),
        ({"items": ["Candle", "Oil"]}, "items"),
        ({"items": ["Chainsaw/13"]}, "items"),
        ({"indoor": ["Kitchen"]}, "indoor"),
        ({"outdoor": []}, "outdoor"),
        ({"deck": ["Oil"]}, "deck"),
        ({"away": 0}, "away"),
        ({"away": 10}, "away"),
        ({"here": 2}, "here"),
        ({"map": []}, "map"),
        ({"map": [{"tile": "Foyer", "x": 0, "y": 0, "rotation": 1, "broken": []}]}, "map"),
        ({"totem": True}, "totem"),
        ({"moved": False}, "moved"),
        ({"phase": "combat"}, "zombies"),
        ({"phase": "full", "new": "Oil"}, "items"),
        ({"phase": "storage"}, "storing"),
        ({"phase": "second"}, "second"),
        ({"phase": "tile"}, "exit"),
        ({"phase": "rotating", "exit": "N"}, "drawn"),
        ({"phase": "card", "away": 9}, "away"),
        ({"phase": "item", "hour": 11, "away": 9}, "phase"),
        ({"phase": "over"}, "ending"),
        ({"phase": "over", "ending": "buried"}, "ending"),
        ({"phase": "over", "ending": "event"}, "health"),
        ({"phase": "cowering"}, "phase"),
        ({"phase": "wall", "here": 0, "map": [{"tile": "Nowhere"}]}, "map"),
        ({"card_owed": True}, "card_owed"),
        ({"second": True}, "second"),
        ({"phase": "card", "ran": True}, "ran"),
        ({"phase": "item", "ground": ["Oil"]}, "ground"),
        ({"door": "N"}, "door"),
    ],
)
def test_impossible_positions_are_refused(fields: dict[str, Any], named: str):
    with pytest.raises(BadPosition) as error:
        changed(at(), **fields)
    assert error.value.field.split(".")[0] == named


def test_a_tile_that_cannot_be_reached_is_refused():
    with pytest.raises(BadPosition, match="no way leads"):
        at((FOYER, ("Kitchen", 0, 2, 0)))
    with pytest.raises(BadPosition, match="arrow"):
        at((FOYER, ("Dining", 0, 1, 0), ("Patio", 0, 2, 0)))
    with pytest.raises(BadPosition, match="kept for the Patio"):
        at((FOYER, ("Dining", 0, 1, 1), ("Kitchen", 0, 2, 1), ("Bedroom", 1, 2, 3), ("Storage", 1, 1, 0)))


# -- board, words and policy -------------------------------------------------------------------------------------


def drawing(state: State) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=80, color_system=None).print(GAME.board.draw(state.view(0), ["Ann"]))
    return out.getvalue().splitlines()


def test_board_is_80_columns_wide_and_shows_where_one_is():
    for seed in range(12):
        for state, _, _ in walk(opening("pocket"), seed):
            shown = drawing(state)
            assert max(len(line) for line in shown) <= 80
            assert sum("[ YOU ]" in line for line in shown) == 1


def test_a_wide_map_is_cut_around_the_player():
    row = (
        FOYER,
        ("Kitchen", 0, 1, 2),
        ("Family", -1, 1, 2),
        ("Temple", -2, 1, 0),
        ("Bedroom", 1, 1, 3),
        ("Dining", -3, 1, 2),
    )
    wide = at((*row, ("Patio", -3, 0, 0), ("Yard", -3, -1, 1), ("Sitting", -4, -1, 0), ("Garden", -5, -1, 0)), "Garden")
    shown = "\n".join(drawing(wide))
    assert "columns not shown: 1 to the east." in shown
    assert "Garden" in shown
    assert "Bedroom" not in shown
    assert "Bedroom" in "\n".join(
        drawing(changed(wide, here=[t["tile"] for t in wide.view(0)["map"]].index("Bedroom")))
    )


def test_plain_says_where_every_exit_leads():
    text = "\n".join(GAME.board.plain(at((FOYER, ("Dining", 0, 1, 0)), "Dining").view(0), ["Ann"]))
    assert "Ann is in the Dining." in text
    assert "Dining at 0, 1 (you are here): north leads out to the Patio, not laid yet." in text
    assert "Dining at 0, 1 (you are here): east leads to a place not seen yet." in text
    assert "Dining at 0, 1 (you are here): south leads to the Foyer at 0, 0." in text


def test_labels_say_what_it_costs():
    words = GAME.words(GAME.editions()[0])
    view = at(BED, "Bedroom", phase="combat", zombies=6, health=4, items=["Machete", "Chainsaw/1"]).view(0)
    assert words.label(view, "fight bare") == "Fight with bare hands: lose 4 Health, and the game"
    assert words.label(view, "fight Machete") == "Fight with the machete: lose 3 Health"
    assert words.label(view, "fight Chainsaw/1") == "Fight with the chainsaw (fuel for 1 fight): lose 2 Health"
    assert words.label(view, "run S") == "Run south to the Foyer: lose 1 Health"


def test_greedy_wins_most_games():
    dice = Dice(1)
    start = opening("pocket")
    wins = 0.0
    for _ in range(100):
        state = start.copy()
        assert play_policies(state, [GAME.greedy], dice, 5000).ended
        wins += state.payoffs()[0]
    assert wins >= 60


def test_estimate_rises_towards_the_end():
    estimate = GAME.greedy.estimate
    late = at(GRAVEYARD, "Patio", totem=True, hour=10)
    assert estimate(late)[0] > estimate(opening("pocket"))[0] > 0.3
    assert estimate(at(GRAVEYARD, "Patio", totem=True, hour=11, left=1)) == [0.0]


def test_every_item_has_one_text():
    assert len(set(codes.ITEMS)) == len(codes.ITEMS) <= codes.NOTHING
    assert {item.partition("/")[0] for item in codes.ITEMS} == set(codes.CARDS)
