"""Sentences in the third person, as their reader reads them."""

import re

import pytest
from matches import steps
from support import GAMES

from shamble.kernel.persons import base_form, possessed, to_reader
from shamble.match import Match


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("@2 draws a card.", "You draw a card."),
        ("@1 robs @2.", "@1 robs you."),
        ("5 against 3: @2 fails to rob @1.", "5 against 3: you fail to rob @1."),
        ("@2 loses 2 Trust and has 3.", "You lose 2 Trust and have 3."),
        ("@2 is hugged and Infected now.", "You are hugged and Infected now."),
        ("@2 digs, flees or throws a zombie.", "You dig, flee or throw a zombie."),
        ("It cancels the torch (I1) of @2; both are discarded.", "It cancels your torch (I1); both are discarded."),
        ("The baker (1) of @2 attacks.", "Your baker (1) attacks."),
        ("Smith (V1) is a Living Minion of @2 now.", "Smith (V1) is your Living Minion now."),
        ("No Human is left: the zombies win, @1 and @2 together.", "No Human is left: the zombies win, @1 and you together."),
        ("It is @2's turn.", "It is your turn."),
        ("@2's Reserve is empty.", "Your Reserve is empty."),
        ("@21 draws.", "@21 draws."),
        ("@2 lays out the chess set.", "You lay out the chess set."),
        ("@2 passes.", "You pass."),
        ("@2 moves and acts.", "You move and act."),
        ("@2 stands here and chooses a way out, or cowers.", "You stand here and choose a way out, or cower."),
        ("@2, a zombie, gives the bell to @1.", "You, a zombie, give the bell to @1."),
    ],
)  # fmt: skip
def test_the_readers_own_seat_is_you(text: str, told: str) -> None:
    assert to_reader(text, 2) == told


def test_a_choice_has_no_subject() -> None:
    assert to_reader("Heal @2", 2, "yourself") == "Heal yourself"


def test_what_belongs_to_others_is_said_shortly() -> None:
    assert possessed("It cancels the torch (I1) of @1; both go.") == "It cancels @1's torch (I1); both go."
    assert possessed("Cards in front of @1 go.") == "Cards in front of @1 go."
    assert possessed("the card in front of @1") == "the card in front of @1"


@pytest.mark.parametrize("verb", ["goes", "is", "has", "tries", "dies", "passes", "catches", "lays", "fixes", "loses"])
def test_verbs_lose_their_ending(verb: str) -> None:
    forms = {"goes": "go", "is": "are", "has": "have", "tries": "try", "dies": "die", "passes": "pass",
             "catches": "catch", "lays": "lay", "fixes": "fix", "loses": "lose"}  # fmt: skip
    assert base_form(verb) == forms[verb]


@pytest.mark.parametrize("game", GAMES)
def test_no_story_says_you_with_the_verb_of_another(game: str) -> None:
    wrong = re.compile(r"\b[Yy]ou (?!pass\b)[a-z]+s\b|\byou (is|has|are be)\b|\bthe \w+ of you\b|themsel|@\d")
    joined = re.compile(r"\b[Yy]ou\b[^.;:@]*(?:\b(?:and|or|then|nor)) (?!pass\b|squeaks\b|hands\b|items\b)[a-z]+s\b")
    for seed in range(4):
        match = Match(game, seed=seed)
        for _ in steps(match, seed, 150):
            for reader in range(match.players):
                assert not joined.search(match.asked(reader)), match.asked(reader)
        for reader in range(match.players):
            for event in match.story(reader):
                assert not wrong.search(str(event)), str(event)
            assert not wrong.search(match.asked(reader)), match.asked(reader)
