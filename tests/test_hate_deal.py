"""Characters with powers are shuffled and dealt: "shuffles all the other cards … and deals one to each player"."""

import itertools
from typing import Any

import pytest
from rich.console import Console
from support import changed, do, legal, luck, odds, opening, owing, refused

from shamble.adapters.layouts import Encoder, layout_of
from shamble.games import find
from shamble.kernel.dice import Dice
from shamble.kernel.errors import BadPosition
from shamble.kernel.game import rules_of
from shamble.kernel.state import CHANCE, SPECTATOR, State
from shamble.match import Match

ALL = [f"deal C{number}" for number in range(1, 19)]
HOUSE = {"powers": "house"}


def cards(state: State) -> list[str | None]:
    found: list[str | None] = state.view(SPECTATOR)["cards"]
    return found


def test_the_dealer_deals_one_character_to_each_player_from_the_left_the_own_one_last() -> None:
    state = luck(opening("hate", 6, **HOUSE), "dealer @2")
    assert owing(state) == [CHANCE]
    assert odds(state) == dict.fromkeys(ALL, 1)
    assert all(legal(state, seat) == [] for seat in range(6))
    luck(state, "deal C6")
    assert cards(state) == [None, None, None, "C6", None, None]
    assert odds(state) == dict.fromkeys([text for text in ALL if text != "deal C6"], 1)
    refused(state, CHANCE, "deal C6")
    refused(state, CHANCE, "dealer @1")
    luck(state, "deal C1", "deal C18", "deal C9", "deal C2")
    assert (cards(state)[2], state.view(0)["next_dealt"]) == (None, 2)
    luck(state, "deal C10")
    assert cards(state) == ["C9", "C2", "C10", "C6", "C1", "C18"]
    assert state.view(0)["next_dealt"] is None
    assert owing(state) == [2, 3]


def test_the_same_people_do_not_always_get_the_same_powers() -> None:
    def powers(seed: int) -> tuple[str, ...]:
        return tuple(Match("hate", 6, seed, options=HOUSE).view(None)["powers"])

    seen = {powers(seed) for seed in range(20)}
    assert len(seen) > 15
    assert powers(3) == powers(3)


def test_the_deal_is_typed_in_by_hand_under_manual_chance() -> None:
    match = Match(
        "hate", 5, 1, options={**HOUSE, "dealer": 4}, chance="manual", names=["Ann", "Bob", "Cy", "Di", "Eve"]
    )
    assert match.owing == (CHANCE,)
    assert [choice.action for choice in match.choices(CHANCE)] == ALL
    assert match.asked(None) == "The characters are dealt: the next one goes to Ann."
    for text in ("deal C6", "deal C2", "deal C3", "deal C4", "deal C1"):
        match.play(CHANCE, text)
    assert match.story(None)[:2] == [
        "Ann is the paramedic: when this human kills a zombie its own wound heals too.",
        "Bob is the baker: it has no power.",
    ]
    assert match.owing == (0, 4)
    match.undo()
    assert match.owing == (CHANCE,)


def test_in_a_ring_as_many_characters_are_dealt_as_lie_there() -> None:
    state = opening("hate", 2, ring=4, **HOUSE)
    luck(state, *(f"deal C{number}" for number in (18, 7, 1, 12)))
    assert cards(state) == ["C18", "C7", "C1", "C12"]
    view = state.view(0)
    assert view["phase"] == "attacking"
    game = find("hate")
    words = game.words(game.editions()[0])
    assert words.label(view, "attack left") == "Attack to the left: the gardener (1)"
    thrown = luck(opening("hate", 2, ring=4, first="rps", **HOUSE), *ALL[:4])
    assert thrown.view(0)["phase"] == "setting_up"


def test_the_power_goes_with_the_character_dealt() -> None:
    state = luck(opening("hate", 6, dealer=5, **HOUSE), "deal C2", "deal C1", *(f"deal C{n}" for n in (10, 11, 12, 13)))
    do(state, (5, "throw rock"), (0, "throw paper"))  # the dealer loses: 5, 1, 3 are zombies
    do(state, (5, "attack left"), (5, "throw rock"), (0, "throw scissors"))
    assert state.view(0)["characters"][0] == "H1"  # C2 has no power
    do(state, (1, "attack left"), (1, "throw rock"), (2, "throw rock"))
    assert owing(state) == [1, 2]  # C10 throws a tie again


def test_without_powers_nothing_is_dealt() -> None:
    assert opening("hate", 6, dealer=0).view(0)["phase"] == "setting_up"
    assert opening("hate", 2).view(0)["phase"] == "attacking"
    assert "cards" not in opening("hate", 2).to_dict()
    one, two = (find("hate").new(6, {"dealer": 0}, rules=version) for version in (1, 2))
    assert {**two.to_dict(), "rules": 1} == {**one.to_dict(), "rules": 1}
    assert one.view(0) == two.view(0)


def test_what_was_begun_under_version_1_goes_on_with_the_characters_in_their_order() -> None:
    old = find("hate").new(6, {**HOUSE, "dealer": 0}, rules=1)
    assert owing(old) == [0, 1]
    assert old.view(0)["powers"] == ["tough", "none", "extra_wound", "reroll_tie", "extra_wound", "first_aid"]
    assert cards(old) == ["C1", "C2", "C3", "C4", "C5", "C6"]
    again = State.from_dict(old.to_dict())
    assert rules_of(again.head) == 1
    assert again.pack() == old.pack()
    assert "cards" not in old.to_dict()


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"cards": ["C1", "C1", None, None, None]}, "two places"),
        ({"cards": ["C1", None, "C3", None, None]}, "gap"),
        ({"cards": ["C1", "C2", "C3", "C4", "C5"]}, "some are null"),
        ({"cards": ["C19", None, None, None, None]}, "not one of"),
        ({"cards": [None] * 4}, "entries"),
        ({"active": 1}, "dealer"),
        ({"phase": "setting_up", "target": 0}, "none afterwards"),
        ({"phase": "choosing", "dealer": None, "active": 0}, "dealer"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(fields: dict[str, Any], complaint: str) -> None:
    state = luck(opening("hate", 5, dealer=4, **HOUSE), "deal C9", "deal C4")
    assert State.from_dict(state.to_dict()).pack() == state.pack()
    with pytest.raises(BadPosition, match=complaint):
        changed(state, **fields)


def test_everybody_sees_the_deal_and_no_redeal_changes_it() -> None:
    state = luck(opening("hate", 5, dealer=4, **HOUSE), "deal C9", "deal C4")
    for reader in (0, 3, SPECTATOR):
        again = state.redeal(reader, Dice(1))
        assert again.pack() == state.pack()
        assert again.known(reader) == state.known(reader)
    other = luck(opening("hate", 5, dealer=4, **HOUSE), "deal C9", "deal C5")
    assert other.known(0) != state.known(0)


def test_every_deal_is_equally_likely() -> None:
    state = luck(opening("hate", 2, ring=2, **HOUSE), "deal C9")
    drawn = [state.roll(Dice(seed)) for seed in range(3000)]
    counts = [drawn.count(code) for code, _ in state.odds()]
    assert len(counts) == 17
    assert sum(counts) == 3000
    assert min(counts) > 100


def test_the_board_the_page_and_the_observation_say_which_character_a_seat_has() -> None:
    game = find("hate")
    state = luck(opening("hate", 5, dealer=4, **HOUSE), *(f"deal C{n}" for n in (6, 2, 3, 4, 1)))
    view = state.view(0)
    lines = game.board.plain(view, ["Ann", "Bob", "Cy", "Di", "Eve"])
    assert "Power of Ann (C6): when this human kills a zombie its own wound heals too." in lines
    console = Console(width=80)
    with console.capture() as captured:
        console.print(game.board.draw(view, ["Ann", "Bob", "Cy", "Di", "Eve"]))
    assert "Power of Ann (C6)" in captured.get()
    from shamble.games.hate.page import page

    words = game.words(game.editions()[0])
    facts = page(view, ["Ann", "Bob", "Cy", "Di", "Eve"], [], [], words)["facts"]
    assert facts["powers"][0] == ("Ann, the paramedic", "when this human kills a zombie its own wound heals too", False)
    layout = layout_of(game, 5, game.resolve_options(HOUSE), game.editions()[0])
    row = Encoder(layout).encode(view)
    assert list(row[layout.where("cards")])[:18] == [int(n == 6) for n in range(1, 19)]


def test_eighteen_players_are_dealt_all_eighteen_characters() -> None:
    match = Match("hate", 18, 5, options=HOUSE)
    assert sorted(match.view(None)["cards"]) == sorted(f"C{n}" for n in range(1, 19))
    assert len(set(itertools.islice((text for _, text in match.record.events), 1, 19))) == 18
