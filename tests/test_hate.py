"""I Hate Zombies in bulk: the numbers of the rulings page, counts of small set-ups, editions, positions, the policy."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from rich.console import Console
from support import changed, do, game_of, opening, options_of, owing, walk
from test_hate_vignettes import THROWS, attack, ring, set_up, sides, table, wounds, zombies

import shamble
from shamble.games import find
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadEdition, BadPosition
from shamble.kernel.playout import play_policies
from shamble.kernel.policy import Policy, Uniform
from shamble.kernel.state import SPECTATOR, State
from shamble.match import Match

GREEDY = find("hate").greedy


# -- the numbers of section 4 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(5, 19))
def test_zombies_at_the_set_up(players: int) -> None:
    for dealer in range(players):
        left = (dealer + 1) % players
        for loser in (dealer, left):
            state = set_up(players, dealer, loser)
            found = zombies(state)
            winner = left if loser == dealer else dealer
            assert winner not in found
            assert owing(state) == [loser]
            assert loser in found
            assert len(found) == (players // 2 if loser == left or players % 2 == 0 else players // 2 + 1)
            neighbours = [place for place in found if (place + 1) % players in found]
            assert neighbours == ([(dealer - 1) % players] if players % 2 and loser == dealer else [])
            card = "aside" if players % 2 == 0 else "horde" if loser == left else "serum"
            assert state.to_dict()["card"] == card


@pytest.mark.parametrize(
    ("players", "options"), [(2, {}), (4, {}), (7, {}), (18, {}), (3, {"heal_by": "majority_vote"})]
)
def test_what_always_holds(players: int, options: dict[str, Any]) -> None:
    for seed in range(3):
        state = opening("hate", players, **options)
        before: list[str] = []
        most = 0
        for position, _, _ in walk(state, seed):
            characters = position.to_dict()["characters"]
            assert set(characters) <= {"H0", "H1", "Z0", "Z1", "Z2", "-"}
            used = sum(c[1:] in ("1", "2") for c in characters)
            assert position.to_dict()["supply"] == 18 - used
            if before and position.to_dict()["phase"] in ("attacking", "healing", "voting"):
                worse = [
                    k for k, (was, now) in enumerate(zip(before, characters, strict=True)) if STAGE[now] > STAGE[was]
                ]
                better = [
                    k for k, (was, now) in enumerate(zip(before, characters, strict=True)) if STAGE[now] < STAGE[was]
                ]
                assert len(worse) <= 1
                assert all(STAGE[characters[k]] == STAGE[before[k]] + 1 for k in worse)
                assert all((before[k], characters[k]) == ("H1", "H0") for k in better)
                assert len(better) <= 1
                most += len(worse)
            if position.to_dict()["phase"] not in ("choosing", "setting_up"):
                before = characters
        humans = len(before) - len(before) // 2
        assert most <= 2 * humans + 4 * len(before) + 1


STAGE = {"H0": 0, "H1": 1, "Z0": 2, "Z1": 3, "Z2": 4, "-": 5}


def duel(state: State) -> tuple[Fraction, Fraction, Fraction]:
    """Expanding every throw of two alone: the humans' chance, the mean of decisive throws and that of attacks."""
    if state.owing() == 0:
        return Fraction(state.ending() == "humans"), Fraction(0), Fraction(0)
    chance, decisive, attacks = Fraction(0), Fraction(0), Fraction(0)
    ties = 0
    for mine in THROWS:
        for theirs in THROWS:
            after = attack(state.copy(), "left", f"{mine}/{theirs}")
            if wounds(after) == wounds(state) and sides(after) == sides(state):
                ties += 1
                continue
            parts = duel(changed(after, attacks=0, fight=None) if after.owing() else after)
            chance += parts[0] / 9
            decisive += (parts[1] + 1) / 9
            attacks += parts[2] / 9
    assert ties == 3
    decided = 1 - Fraction(ties, 9)
    return chance / decided, decisive / decided, (attacks + 1) / decided


def test_one_against_one_exactly() -> None:
    assert duel(opening("hate", 2, ring=2)) == (Fraction(5, 16), Fraction(25, 8), Fraction(75, 16))


class HealsAlways(Policy):
    """Random in everything, but somebody heals."""

    def choose(self, state: State, seat: int, dice: Dice) -> int:
        codes = list(state.legal(seat))
        healing = state.view(SPECTATOR)["phase"] == "healing"
        return codes[dice.below(len(codes) - 1 if healing else len(codes))]


def humans_win(start: State, policies: list[Policy], games: int, seed: int) -> float:
    """The share of games that the humans win."""
    dice = Dice(seed)
    won = 0
    for _ in range(games):
        state = start.copy()
        assert play_policies(state, policies, dice, 100_000).ended
        won += state.ending() == "humans"
    return won / games


def many(games: int) -> int:
    """So many games, or fewer where they take long; `near` is as strict as their number allows."""
    return games if shamble.COMPILED else games // 5


def near(found: float, share: float, games: int) -> bool:
    return abs(found - share) < 5 * (share * (1 - share) / games) ** 0.5


@pytest.mark.parametrize(("size", "share"), [(2, 0.3125), (4, 0.160636), (6, 0.089607)])
def test_random_play_in_small_rings(size: int, share: float) -> None:
    """The shares come from a separate exact solution of these rings."""
    games = many(3000)
    assert near(humans_win(opening("hate", 2, ring=size), [Uniform()] * 2, games, size), share, games)


def test_random_play_with_healing_in_the_ring_of_twelve() -> None:
    games = many(1500)
    assert near(humans_win(opening("hate", 2), [Uniform(), HealsAlways()], games, 12), 0.036, games)


@pytest.mark.parametrize(
    ("loser", "options", "share"),
    [(1, {}, 0.185), (0, {}, 0.145), (1, {"horde_serum": "off"}, 0.27), (0, {"horde_serum": "off"}, 0.067)],
)
def test_random_play_of_five(loser: int, options: dict[str, Any], share: float) -> None:
    start = do(opening("hate", 5, dealer=0, **options), (loser, "throw rock"), (1 - loser, "throw paper"))
    games = many(1500)
    assert near(humans_win(start, [HealsAlways()] * 5, games, 5), share, games)


# -- counts --------------------------------------------------------------------------------------------------------


def perft(state: State, depth: int) -> int:
    """How many ways the next `depth` events can go."""
    if depth == 0 or state.owing() == 0:
        return 1
    total = 0
    for who in owing(state)[:1]:
        for chosen in options_of(state, who):
            after = state.copy()
            after.apply(who, chosen)
            total += perft(after, depth - 1)
    return total


@pytest.mark.parametrize(
    ("players", "options", "counts"),
    [
        (2, {"ring": 2}, [2, 6, 18, 36, 108, 324]),
        (2, {"ring": 2, "tie": "rethrow"}, [2, 6, 18, 42, 126, 342]),
        (3, {"ring": 4, "first": "rps"}, [3, 9, 21, 63, 171, 405]),
        (5, {}, [5, 15, 45, 105, 315, 855]),
    ],
)
def test_ways_to_go_on(players: int, options: dict[str, Any], counts: list[int]) -> None:
    start = opening("hate", players, **options)
    assert [perft(start, depth) for depth in range(1, 7)] == counts


def test_tiny_positions_are_small() -> None:
    sizes = []
    for start in find("hate").tiny():
        found = {start.pack(): start}
        queue = [start]
        while queue:
            state = queue.pop()
            for who in owing(state):
                for chosen in options_of(state, who):
                    after = state.copy()
                    after.apply(who, chosen)
                    if found.setdefault(after.pack(), after) is after:
                        queue.append(after)
        sizes.append(len(found))
    assert sizes == [145, 103, 160]


# -- editions ------------------------------------------------------------------------------------------------------


def edition_data() -> dict[str, Any]:
    data: Mapping[str, Any] = find("hate").edition("house-powers").data
    return {**data, "character": [dict(row) for row in data["character"]]}


def test_shipped_editions_are_right_and_own_up() -> None:
    for edition in find("hate").editions():
        find("hate").check_edition(edition.data)
        assert edition.reconstruction
        assert edition.note.startswith("RECONSTRUCTION")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda rows: rows.pop(), "18"),
        (lambda rows: rows.append(dict(rows[0], human="x", zombie="y")), "18"),
        (lambda rows: rows[4].pop("zombie"), "character 5: `zombie`"),
        (lambda rows: rows[7].update(human=rows[1]["human"]), "character 8: human 'baker' stands already"),
        (lambda rows: rows[2].update(power="flight"), "character 3: `power`"),
    ],
)
def test_faulty_editions_are_refused(change: Any, complaint: str) -> None:
    data = edition_data()
    change(data["character"])
    with pytest.raises(BadEdition) as error:
        find("hate").check_edition(data)
    assert complaint in str(error.value)


# -- positions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"characters": ["Z0"] * 6}, "characters"),
        ({"characters": ["Z0", "H2", "Z0", "H0", "Z0", "H0"]}, "characters"),
        ({"characters": ["Z0", "H0"]}, "characters"),
        ({"supply": 17}, "supply"),
        ({"active": 1}, "active"),
        ({"active": 6}, "active"),
        ({"target": 1}, "target"),
        ({"phase": "fighting", "target": 3}, "target"),
        ({"phase": "fighting"}, "target"),
        ({"throws": ["rock", None]}, "throws"),
        ({"phase": "fighting", "target": 1, "throws": ["rock", "paper"]}, "throws"),
        ({"phase": "healing", "target": 1, "attacks": 1}, "active"),
        ({"phase": "voting", "target": 1, "attacks": 1}, "phase"),
        ({"votes": ["1"] * 6}, "votes"),
        ({"card": "horde"}, "card"),
        ({"waiting": [0]}, "waiting"),
        ({"spent": [1]}, "spent"),
        ({"eliminated": [1]}, "eliminated"),
        ({"dealer": None}, "dealer"),
        ({"dealer": 1}, "dealer"),
        ({"last_human": 0}, "last_human"),
        ({"ending": "humans"}, "ending"),
        ({"phase": "over", "ending": "humans", "attacks": 1}, "characters"),
        ({"phase": "over", "ending": "attack_limit", "attacks": 1}, "attacks"),
        ({"fight": {"active": 0, "target": 0, "throws": ["rock", "rock"]}}, "fight"),
        ({"fight": {"active": 0, "target": 1, "throws": ["rock"]}}, "fight.throws"),
        ({"fight": {"active": 0, "target": 1, "throws": ["rock", "rock"], "x": 1}}, "fight.x"),
        ({"phase": "fighting", "target": 1, "fight": {"active": 0, "target": 1, "throws": ["rock", "rock"]}}, "fight"),
    ],
)
def test_impossible_positions_are_refused(fields: dict[str, Any], field: str) -> None:
    with pytest.raises(BadPosition) as error:
        changed(table("ZHZHZH"), **fields)
    assert error.value.field == field


def test_impossible_ring_positions_are_refused() -> None:
    with pytest.raises(BadPosition) as error:
        ring(4, "-H-H-HZHZHZH", active=6)
    assert error.value.field == "eliminated"
    with pytest.raises(BadPosition) as error:
        ring(4, "ZHZHZHZHZHZH", eliminated=[0, 2])
    assert error.value.field == "eliminated"
    with pytest.raises(BadPosition) as error:
        ring(2, "ZHZHZH", dict.fromkeys(range(6), 1), supply=0)
    assert error.value.field == "supply"


# -- the policy ----------------------------------------------------------------------------------------------------


def test_greedy_turns_the_wounded_and_heals_the_nearest() -> None:
    state = table("ZHZHZH", {5: 1})
    vocabulary = game_of(state).vocabulary
    assert vocabulary.text(GREEDY.choose(state, 0, Dice(1))) == "attack right"
    state = attack(ring(2, "ZHHHZHZH", {0: 2, 1: 1, 5: 1, 2: 1}), "left", "R/P")
    assert vocabulary.text(GREEDY.choose(state, 1, Dice(1))) == "heal 5"


def test_greedy_humans_who_will_lose_heal_others() -> None:
    state = attack(table("ZHZHZZZZ", {0: 2, 1: 1, 3: 1}), "left", "R/P")
    vocabulary = game_of(state).vocabulary
    assert vocabulary.text(GREEDY.choose(state, 1, Dice(1))) == "heal 3"
    state = attack(table("ZHZHZZZZ", {0: 2, 1: 1}), "left", "R/P")
    assert vocabulary.text(GREEDY.choose(state, 1, Dice(1))) == "heal none"


def test_greedy_beats_random_on_either_side() -> None:
    """From the exact solution of this ring: 9.0 % for the humans at random, 6.0 % and 12.0 % with one greedy side."""
    start, games = opening("hate", 2, ring=6), 4000
    rough = humans_win(start, [Uniform(), Uniform()], games, 1)
    assert humans_win(start, [GREEDY, Uniform()], games, 1) < rough - 0.015
    assert humans_win(start, [Uniform(), GREEDY], games, 1) > rough + 0.015


def test_estimate_knows_who_is_ahead() -> None:
    ahead, behind = ring(2, "ZHHHH---", {0: 2}), ring(2, "ZZZZZZH-", {6: 1})
    assert GREEDY.estimate(ahead)[1] > 0.5 > GREEDY.estimate(behind)[1]
    assert sum(GREEDY.estimate(ahead)) == pytest.approx(1)
    chances = GREEDY.estimate(table("ZZHHHZ-", {0: 2, 1: 1}))
    assert chances[0] < chances[1] < chances[5]
    assert chances[6] == 0


# -- what is drawn -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 11, 18])
def test_the_board_fits_eighty_columns_and_shows_every_character(players: int) -> None:
    board = find("hate").board
    names = [f"A rather long name {seat}" for seat in range(players)]
    for options in ({}, {"powers": "house"}):
        for state, _, _ in list(walk(opening("hate", players, **options), players, 60))[::7]:
            view = state.view(0)
            console = Console(width=80, record=True, file=None, quiet=True)
            with console.capture() as captured:
                console.print(board.draw(view, names))
            assert all(len(line) <= 80 for line in captured.get().splitlines())
            assert len(board.plain(view, names)) > len(view["characters"])


def test_the_label_of_an_attack_knows_the_serum() -> None:
    found = find("hate")
    words = found.words(found.editions()[0])
    position = {**table("ZHZHZ", {1: 1}).to_dict(), "card": "serum"}
    view = State.from_dict(position).view(0)
    assert "the Serum takes the next wound" in words.label(view, "attack left")
    assert "the next wound turns it" in words.label({**view, "card": "aside"}, "attack left")


def test_a_ring_s_throw_for_the_places_says_that_players_keep_their_sides() -> None:
    match = Match("hate", players=2, seed=1, options={"first": "rps"})
    assert "players keep their sides" in match.explain(0, "throw rock")
    match.play(0, "throw rock")
    refusal = match.why_not(0, "throw paper")
    assert refusal is not None
    assert refusal.rule == "R10"


def test_a_throw_and_an_attack_are_explained_with_what_they_do() -> None:
    state = opening("hate", 4)
    words = find("hate").words(find("hate").editions()[0])
    while state.view(0)["phase"] != "attacking":
        for seat, thrown in zip(owing(state), ("throw rock", "throw paper"), strict=False):
            do(state, (seat, thrown))
    told = words.explain(state.view(owing(state)[0]), "attack left")
    assert "has 1 of 2 wounds, lose and" in told
    assert told.endswith(
        "has 1 of 3 wounds (R7). A throw that nobody can foresee wins 1 time in 3 and ties 1 time in 3."
    )
