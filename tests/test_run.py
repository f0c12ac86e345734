"""Zombie! Run for Your Lives!: what holds in bulk, counts of small games, words, board, broken editions and positions."""

import copy
from collections import Counter
from typing import Any

import pytest
from rich.console import Console
from run_table import A, B, C, table
from support import actors, changed, code, do, find, legal, luck, opening, options_of, readers, refusal, walk

from shamble.games.run.words import RunWords
from shamble.games.shelf import as_edition
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadEdition, BadOption, BadPosition
from shamble.kernel.playout import play_policies
from shamble.kernel.policy import Policy, Uniform
from shamble.kernel.state import CHANCE, SPECTATOR, State
from shamble.laws.walking import reachable
from shamble.match import Match

RUN = find("run")
WORDS = RUN.words(RUN.editions()[0])
SYMBOLS = range(1, 16)
MIDDLE = [11, 33, 279, 558]  # A has 5 normal plays and 6 special ones; then 3 cards may come
TINY = [
    (0, 294, 111, {"items": 3, "last": 29, "turn_limit": 79}),
    (1, 158, 70, {"items": 19, "last": 10, "turn_limit": 41}),
    (2, 310, 104, {"turn_limit": 104}),
]


# -- section 4 of the rulings page -----------------------------------------------------------------------------------


def count(front: list[str], sort: str) -> int:
    return sum(card[0] == sort for card in front)


@pytest.mark.parametrize("players", range(2, 8))
def test_what_holds_after_every_action(players: int) -> None:  # R19, R20, R21
    skipped = False
    for seed in range(4):
        turns = 0
        for state, who, _ in walk(opening("run", players), seed):
            view = state.view(SPECTATOR)
            transit = view["turned_up"] is not None
            piles = view["deck"] + len(view["discard"]) + len(view["removed"])
            assert piles + sum(view["held"]) + sum(map(len, view["fronts"])) + transit == 63
            for seat, front in enumerate(view["fronts"]):
                assert len(set(front)) == len(front)
                assert not any(f"I{n}" in front and f"Z{n}" in front for n in SYMBOLS)
                assert count(front, "I") <= 4
                assert count(front, "Z") <= 4
                if seat not in view["living"]:
                    assert (view["held"][seat], front) == (0, [])
            assert len(view["living"]) >= 2
            if view["turns"] != turns:
                turns = view["turns"]
                skipped |= view["phase"] == "playing"
                if not skipped:
                    waiting = [seat for seat in view["living"] if seat != view["turn"]]
                    assert all(view["held"][seat] == 4 for seat in waiting)
            if view["turns"] == 0 and view["phase"] == "playing":
                assert "redraw" not in legal(state, who)
                assert "pass" not in legal(state, who)
        last = state.view(SPECTATOR)
        assert (last["ending"] == "last") == (len(last["living"]) == 1)


def test_ten_symbols_a_zombie_is_blocked_only_by_at_most_two_opponents() -> None:
    blocked = Counter[int]()
    for players in range(2, 8):
        for seed in range(12):
            for state, who, _ in walk(opening("run", players), seed):
                view = state.view(who) if who >= 0 else {"phase": ""}
                if view["phase"] != "playing":
                    continue
                playable = {text.split()[1] for text in legal(state, who) if text.startswith("play Z")}
                held = {card for card in view["hand"] if card[0] == "Z"}
                if held - playable:
                    blocked[len(view["living"]) - 1] += 1
    assert blocked[1] > 0
    assert set(blocked) <= {1, 2}


# -- counts ----------------------------------------------------------------------------------------------------------


def perft(state: State, depth: int) -> int:
    """The ways in which so many events can follow one another."""
    if depth == 0:
        return 1
    total = 0
    for who in actors(state):
        for event in options_of(state, who):
            after = state.copy()
            after.apply(who, event)
            total += perft(after, depth - 1)
    return total


def test_perft_from_the_opening() -> None:
    assert [perft(opening("run", 3), depth) for depth in (1, 2, 3)] == [3, 63, 3 * 21 * 21]
    assert [perft(opening("run", 2, composition="6x5", first="seat"), depth) for depth in (1, 2, 3)] == [13, 169, 2197]


def test_perft_of_a_middle_game() -> None:
    state = table(
        3,
        hands={A: "I1 I2 Z3 Z4 Z0", B: "I3 Z1 Z2 Z5", C: "I4 I5 Z6 Z6"},
        fronts={A: "I3 Z2", B: "I1 I4 Z0", C: "Z3 Z4 Z5"},
        deck="I6 Z6 I7",
        discard="Z7",
    )
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == MIDDLE


@pytest.mark.parametrize(("number", "positions", "over", "endings"), TINY)
def test_tiny_positions_are_counted(number: int, positions: int, over: int, endings: dict[str, int]) -> None:
    found = reachable(RUN.tiny()[number], 2000)
    finished = [state for state in found if state.owing() == 0]
    assert (len(found), len(finished)) == (positions, over)
    assert Counter(state.ending() for state in finished) == endings


# -- the quick policy ------------------------------------------------------------------------------------------------


def wins(policy: Policy, other: Policy, players: int, games: int, seed: int) -> int:
    """Games won by `policy` against others, its seat going round."""
    won = 0
    dice = Dice(seed)
    for k in range(games):
        state = opening("run", players)
        policies = [policy if seat == k % players else other for seat in range(players)]
        assert play_policies(state, policies, dice, 100_000).ended
        won += state.payoffs()[k % players] == 1
    return won


@pytest.mark.parametrize(("players", "least"), [(2, 46), (4, 35), (7, 24)])
def test_greedy_beats_random_players(players: int, least: int) -> None:
    assert wins(RUN.greedy, Uniform(), players, 50, 1) >= least


def test_greedy_takes_the_win_and_stops_the_others() -> None:
    dice = Dice(1)
    winning = table(hands={A: "I5 I6 Z0 Z1 Z2"}, fronts={A: "I1 I2 I3 I4 Z5", B: "I1 I2 I3 I4"})
    assert RUN.greedy.choose(winning, A, dice) == code(winning, "play I6")
    stopping = table(hands={A: "I5 Z0 Z1 Z9"}, fronts={B: "I1 I2 I3 I4", C: "I9"})
    assert RUN.greedy.choose(stopping, A, dice) == code(stopping, "play Z1 @1")
    surviving = table(2, hands={A: "Z5 Z1 I7"}, fronts={B: "Z1 Z2 Z3 Z4"})
    assert RUN.greedy.choose(surviving, A, dice) == code(surviving, "play Z5 @1")


def test_estimate_follows_the_fronts() -> None:
    state = table(4, fronts={A: "I1 I2 I3 I4", B: "I1", C: "Z1 Z2 Z3 Z4"}, zombies=(3,))
    a, b, c, dead = RUN.greedy.estimate(state)
    assert a > b > c > dead == 0
    assert abs(a + b + c - 1) < 1e-9
    over = do(table(hands={A: "I5"}, fronts={A: "I1 I2 I3 I4"}), (A, "play I5"))
    assert RUN.greedy.estimate(over) == [1, 0, 0]


# -- words -----------------------------------------------------------------------------------------------------------


def told(state: State, reader: int, who: int, text: str) -> list[str]:
    after = do(state.copy(), (who, text))
    action = None if state.seen(reader, who, code(state, text)) == -1 else text
    return WORDS.tell(state.view(reader), who, action, after.view(reader))


def test_a_redraw_shows_the_hand_to_all() -> None:
    state = table(2, hands={A: "I1 I1"}, fronts={A: "I1"}, special_used=True)
    shown = "@0 cannot play, shows the hand and discards it: torch (I1), torch (I1)."
    for reader in readers(state):
        assert told(state, reader, A, "redraw") == [shown]


def test_a_redraw_reshuffled_at_once_names_the_cards_to_all() -> None:
    state = table(2, hands={A: "I1 I1"}, fronts={A: "I1"}, deck="", discard="I4", special_used=True)
    after = "The discard pile is shuffled into a new deck."
    own = "@0 cannot play, shows the hand and discards it: torch (I1), torch (I1)."
    assert told(state, A, A, "redraw") == [own, after]
    assert told(state, B, A, "redraw") == [own, after]
    assert told(state, SPECTATOR, A, "redraw") == [own, after]


def test_draws_are_told_to_their_owner_only() -> None:
    state = table(2, hands={A: "I1"}, deck="I7 Z7", phase="drawing", owed=1)
    assert told(state, A, CHANCE, "draw I7") == ["@0 draws the bicycle (I7)."]
    assert told(state, B, CHANCE, "draw I7") == ["@0 draws a card."]


def test_what_happens_by_itself_is_told() -> None:
    nothing = table(hands={A: "I1 I2", B: "I5"}, deck="")
    assert told(nothing, C, A, "play I1")[1:] == ["No card is left for @1 to draw."]
    some = table(2, hands={A: "I1"}, fronts={A: "I1"}, deck="I7", phase="drawing", owed=3, redraws=1)
    assert told(some, A, CHANCE, "draw I7")[1:] == ["No card is left for @0 to draw."]
    last = table(2, hands={A: "I1"}, deck="I7", phase="drawing", owed=1)
    assert told(last, A, CHANCE, "draw I7")[1:] == []
    idle = table(hands={A: "Z1"}, fronts={A: "I5", C: "I5"}, deck="I5", zombies=(B,))
    assert told(idle, A, A, "play Z1 @2")[1:] == ["Nothing is left that @1 could give; that turn is skipped."]
    futile = table(fronts={A: "I5", C: "I5"}, deck="I5", zombies=(B,), turn=B, phase="turning_up")
    assert told(futile, A, CHANCE, "draw I5") == [
        "@1 turns up the guard dog (I5); nobody can receive it and it is discarded.",
        "The discard pile is shuffled into a new deck.",
        "Nothing is left that @1 could give; the turn ends.",
    ]
    empty = table(2, hands={A: "I1"}, fronts={A: "Z1"}, deck="")
    assert told(empty, A, A, "play I1")[1:] == [
        "It cancels the moth-eaten caretaker (Z1) of @0; both are discarded.",
        "The discard pile is shuffled into a new deck.",
    ]


def test_deaths_and_wins_are_told() -> None:
    fifth = table(hands={A: "Z5", B: "I9"}, fronts={B: "Z1 Z2 Z3 Z4"})
    assert (
        told(fifth, C, A, "play Z5 @1")[1]
        == "That is the fifth zombie: @1 is a zombie now, and all cards are discarded."
    )
    rescue = table(fronts={C: "I1 I2 I3 I4"}, zombies=(B,), turn=B, turned_up="I5")
    assert told(rescue, A, B, "give @2") == [
        "@1 gives the guard dog (I5) to @2.",
        "@2 shows five different items, is rescued and wins.",
    ]


def test_labels_say_what_a_placement_would_do() -> None:
    view = table(hands={A: "I1 I5 Z1 Z5"}, fronts={A: "I6 I7 I8 I9 Z1", B: "I1 Z2 Z3 Z4 Z6"}).view(A)
    labels = {
        "play I1": "Put the torch (I1) in front of you: it cancels the moth-eaten caretaker (Z1)",
        "play I5": "Put the guard dog (I5) in front of you: the fifth item, which wins",
        "play Z5 @1": "Put the bitten postman (Z5) in front of @1: the fifth zombie",
        "special I5 @2": "Put the guard dog (I5) in front of @2 by the Special Rule",
    }
    assert {action: WORDS.label(view, action) for action in labels} == labels


@pytest.mark.parametrize(
    ("action", "rule", "part"),
    [
        ("draw I1", "book", "not a player"),
        ("give @1", "R14", "Only a zombie player"),
        ("redraw", "R8", "I4"),
        ("pass", "R7", "I4"),
        ("play I9", "book", "do not hold"),
        ("special I9 @2", "book", "do not hold"),
        ("play I1", "R5", "You show"),
        ("play Z2 @0", "R4", "Special Rule"),
        ("special I4 @0", "R11", "normal play"),
        ("play Z2 @1", "R5", "@1 shows"),
        ("play Z2 @3", "R4", "@3 is a zombie"),
        ("special I4 @3", "R11", "@3 is a zombie"),
        ("play Z2 @6", "book", "no seat 6"),
        ("special I4 @1", "R12", "forbids"),
        ("special Z3", "R5", "You show"),
    ],
)
def test_refusals_give_the_reason_that_is_true(action: str, rule: str, part: str) -> None:
    state = table(
        4,
        hands={A: "I1 I4 Z2 Z3"},
        fronts={A: "I1 Z3", B: "Z2 I5 I6 I7 I8"},
        zombies=(3,),
        options={"sacrifice": "forbidden"},
    )
    assert action not in legal(state, A)
    sentence, number = refusal(state, A, action)
    assert number == rule
    assert part in sentence


def test_refusals_out_of_turn_and_of_zombie_players() -> None:
    playing = table(hands={A: "I1", B: "I2"})
    assert refusal(playing, B, "play I2") == ("It is not your turn to act.", "book")
    giving = table(fronts={C: "I5"}, zombies=(B,), turn=B, turned_up="I5")
    assert refusal(giving, B, "give @2")[1] == "R5"
    assert refusal(giving, B, "give @1")[1] == "R14"
    assert refusal(giving, B, "play I1")[1] == "R13"
    assert refusal(giving, B, "special Z1")[1] == "R11"
    over = do(table(hands={A: "I5"}, fronts={A: "I1 I2 I3 I4"}), (A, "play I5"))
    assert refusal(over, B, "play I1") == ("The game is over.", "book")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"redraw_when": "no_play_at_all", "annoying_distinct": True},
        {"redraw_limit": 1, "sacrifice": "forbidden", "zombie_may_decline": True},
    ],
)
def test_refusals_are_true_in_bulk(options: dict[str, Any]) -> None:
    texts = [text for text in RUN.vocabulary.texts() if text.split()[0] not in ("draw", "first")]
    rules = Counter[str]()
    for seed in range(6):
        for state, who, _ in walk(opening("run", 2 + seed % 2, composition="6x5", **options), seed, 700):
            allowed = legal(state, who) if who >= 0 else []
            view = state.view(who)
            if not allowed or (view["turns"] % 7 and not {"redraw", "pass"} & set(allowed)):
                continue
            plays = any(text.startswith("play") for text in allowed)
            for text in texts:
                if text in allowed:
                    continue
                sentence, rule = refusal(state, who, text)
                rules[f"{text.split()[0]} {rule}"] += 1
                if text == "pass" and view["phase"] == "playing":
                    assert (rule == "R7") == plays
                    assert (rule == "R10") == ("redraw" in allowed)
                if text == "redraw" and view["phase"] == "playing":
                    assert ("has one" in sentence) == plays
                    assert (rule in ("R9", "R10")) == ("pass" in allowed)
                if rule == "R12":
                    assert options.get("sacrifice") == "forbidden"
                if rule == "R5":
                    card = view["turned_up"] or text.split()[1]
                    seat = int(text.split("@")[1]) if "@" in text else who
                    assert card in view["fronts"][seat]
    assert rules["play R5"]
    assert rules["pass R10"] or options


def test_a_redraw_is_refused_after_26_for_what_they_have_shown_and_not_as_idle() -> None:
    """R10: the deck still may hold cards with a play; what forbids the redraw is the number of redraws."""
    state = table(2, hands={A: "I1"}, fronts={A: "I1"}, redraws=26)
    assert legal(state, A) == ["pass", "special I1 @1"] or "pass" in legal(state, A)
    assert refusal(state, A, "redraw") == (
        "26 redraws in one turn have shown every card that can come; you pass.",
        "R10",
    )
    idle = table(2, hands={A: "I1"}, fronts={A: "I1"}, deck="I1")
    assert refusal(idle, A, "redraw")[0].startswith("No card that could come has a normal play")


def test_an_explanation_says_what_lies_there_afterwards() -> None:
    state = table(hands={A: "I1 Z2"}, fronts={A: "I2 Z1", B: "Z3 I4"})
    view = state.view(A)
    assert WORDS.explain(view, "play I1").endswith("You then show 1 item and 0 zombies.")
    assert WORDS.explain(view, "play Z2 @1").endswith("@1 then shows 1 item and 2 zombies.")


# -- the board -------------------------------------------------------------------------------------------------------

NAMES = [f"{letter * 20}" for letter in "ABCDEFG"]


def drawn(state: State, reader: int) -> list[str]:
    console = Console(width=80, no_color=True, force_terminal=False)
    with console.capture() as capture:
        console.print(RUN.board.draw(state.view(reader), NAMES))
    return capture.get().splitlines()


@pytest.mark.parametrize("composition", ["10x3", "15x2"])
@pytest.mark.parametrize("players", [2, 7])
def test_the_board_fits_eighty_columns_and_shows_every_name(players: int, composition: str) -> None:
    for state, _, _ in walk(opening("run", players, composition=composition, dead_hand="removed"), players, 300):
        if state.view(SPECTATOR)["turns"] % 9:
            continue
        for reader in (A, SPECTATOR):
            lines = drawn(state, reader)
            assert all(len(line) == 80 for line in lines)
            assert all(any(name in line for line in lines) for name in NAMES[:players])


def test_the_board_marks_matches() -> None:
    state = table(2, hands={A: "Z3 Z0"}, fronts={A: "I2", B: "I3 I4 Z1"})
    row = next(line for line in drawn(state, A) if NAMES[B] in line)
    assert row.split()[2:] == ["Z", "·", "[I]", "I", *["·"] * 7, "2", "1", "0", "│"]
    plain = RUN.board.plain(state.view(A), NAMES)
    assert f"Your Z3 matches the I3 of {NAMES[B]}." in plain
    assert "[I]" not in "".join(drawn(state, B)).replace("[I]  ·", "")


# -- editions and positions that are refused -------------------------------------------------------------------------


def edition() -> dict[str, Any]:
    return copy.deepcopy(dict(RUN.editions()[0].data))


def test_an_owners_edition_gives_the_names() -> None:
    data = edition()
    data["symbol"][0]["item"] = "lantern"
    RUN.check_edition(data)
    words = RUN.words(as_edition(data, shipped=False))
    assert isinstance(words, RunWords)
    assert words.card("I1") == "lantern (I1)"
    assert words.card("Z0") == "zombie cockroach (Z0)"


def test_faulty_editions_are_refused_by_the_entry() -> None:
    missing = edition()
    del missing["symbol"][14]
    with pytest.raises(BadEdition, match="15"):
        RUN.check_edition(missing)
    double = edition()
    double["symbol"][3]["zombie"] = double["symbol"][1]["zombie"]
    with pytest.raises(BadEdition, match="symbol 4"):
        RUN.check_edition(double)
    nameless = edition()
    del nameless["symbol"][2]["item"]
    with pytest.raises(BadEdition, match=r"symbol 3.*item"):
        RUN.check_edition(nameless)
    unnamed = edition()
    unnamed["annoying"] = " "
    with pytest.raises(BadEdition, match="annoying"):
        RUN.check_edition(unnamed)


def test_no_number_of_players_left() -> None:
    with pytest.raises(BadOption, match="min_players"):
        RUN.new(3, {"min_players": 3, "max_players": 2})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("deck", ["I1"]),
        ("hands", [["I1", "I2", "I3", "I4", "I5", "I6"], [], []]),
        ("fronts", [["I1", "Z1"], [], []]),
        ("fronts", [["I1", "I1"], [], []]),
        ("fronts", [["Z1", "Z2", "Z3", "Z4", "Z5"], [], []]),
        ("living", [A]),
        ("living", [B, C]),
        ("living", [A, A, B]),
        ("turned_up", "I1"),
        ("owed", 1),
        ("ending", "items"),
        ("winner", A),
        ("redraws", 27),
        ("phase", "giving"),
        ("phase", "dealing"),
        ("phase", "choosing"),
        ("phase", "over"),
    ],
)
def test_impossible_positions_are_refused(field: str, value: Any) -> None:
    state = table(hands={A: "I1 I2 Z1"}, fronts={B: "I3"})
    with pytest.raises(BadPosition):
        changed(state, **{field: value})


def test_a_hand_may_not_grow_past_five() -> None:
    full = table(hands={A: "I1 I2 I3 I4"}, phase="drawing", owed=1)
    with pytest.raises(BadPosition, match="owed"):
        changed(full, owed=2, redraws=1)
    with pytest.raises(BadPosition, match="owed"):
        table(hands={A: "I1"}, phase="drawing", owed=2)


def test_redraws_in_vain_come_to_an_end() -> None:
    """Only B holds a card that A could play, so A cannot know that the deck holds none (R10)."""
    fronts = {A: "I1 I2", B: "Z3 Z0"}
    state = table(2, hands={A: "I1 I1", B: "I7"}, fronts=fronts, deck="I2 I2 Z3 Z3 Z0 Z0", special_used=True)
    redraws = 0
    while legal(state, A) == ["redraw"]:
        do(state, (A, "redraw"))
        while state.owing() == CHANCE:
            luck(state, RUN.vocabulary.text(state.odds()[0][0]))
        redraws += 1
    assert (redraws, legal(state, A)) == (26, ["pass"])


def test_a_hand_shown_is_told_to_all_even_where_the_pile_is_reshuffled_at_once() -> None:
    hands = {A: "I1 I1 I2 Z3 Z4", B: "I7"}
    state = table(2, hands=hands, fronts={A: "I1 I2", B: "Z3 Z4"}, deck="", discard="I9 Z9", special_used=True)
    match = Match.at("run", state.to_dict(), seed=1)
    match.play(A, "redraw")
    told = match.events(B)[0].sentences[0]
    named = [
        find("run").words(find("run").editions()[0]).card(card).partition(" (")[0] for card in ("I1", "I2", "Z3", "Z4")
    ]
    assert all(name in told for name in named)


def test_a_refusal_out_of_turn_names_its_rule() -> None:
    match = Match("run", players=2, seed=1)
    refusal = match.why_not(1 - match.owing[0], "redraw")
    assert refusal is not None
    assert refusal.rule == "book"


def test_a_draw_has_no_winner() -> None:
    match = Match("run", players=3, seed=1, options={"max_turns": 1})
    match.play(match.owing[0], match.choices(match.owing[0])[0].action)
    assert match.result is not None
    assert match.result.winners == ()
    assert match.result.code == "turn_limit"
    assert sum(match.result.payoffs) == pytest.approx(1)
