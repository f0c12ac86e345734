"""What is in the box: lists of components, of the shipped editions and of an owner's."""

import json
from pathlib import Path

import pytest
from matches import shamble

from shamble.editions import load_edition
from shamble.games import catalogue, find
from shamble.kernel.components import UnknownComponent, in_action, named
from shamble.kernel.dice import Dice
from shamble.kernel.playout import play
from shamble.kernel.state import SPECTATOR

GAMES = [game.code for game in catalogue()]


@pytest.mark.parametrize("code", GAMES)
def test_every_card_of_every_edition_is_told_once(code: str) -> None:
    game = find(code)
    for edition in game.editions():
        listed = game.components(edition)
        assert listed
        assert len({(one.kind, one.code) for one in listed}) == len(listed)
        for one in listed:
            assert one.name in one.line()
            assert one.copies >= 0
            assert "{" not in one.line()
            assert all(str(value) for value in one.numbers.values())


def test_copies_are_those_of_the_box() -> None:
    def copies(code: str, kind: str) -> int:
        game = find(code)
        return sum(one.copies for one in game.components(game.editions()[0]) if one.kind == kind)

    assert copies("pocket", "card") == 9
    assert copies("pocket", "indoor tile") + copies("pocket", "outdoor tile") == 16
    assert copies("hate", "character") == 18
    assert (copies("hugme", "Zombie card"), copies("hugme", "Special Item"), copies("hugme", "Item")) == (37, 8, 48)
    assert (copies("horrific", "townsperson"), copies("horrific", "card type")) == (60, 6 * 39)


def test_what_an_owners_box_lacks_and_how_its_cards_are_called_is_told(tmp_path: Path) -> None:
    game = find("hugme")
    text = game.template().replace('name = "recon-1"', 'name = "mine"\nmissing = ["virgin", "zombie 1"]', 1)
    (tmp_path / "mine.toml").write_text(text.replace('name = "Crowbar"', 'name = "Wrench"'))
    listed = game.components(load_edition(game, tmp_path / "mine.toml"))
    assert {one.code: one.copies for one in listed if one.code in ("virgin", "1", "student")} == {
        "virgin": 0, "1": 6, "student": 1,
    }  # fmt: skip
    assert named(listed, "wrench")[0].numbers["Weapon"] == 3


def test_a_component_is_found_by_its_name_a_part_of_it_or_its_code() -> None:
    game = find("hugme")
    listed = game.components(game.editions()[0])
    assert [one.name for one in named(listed, "CHAINSAW")] == ["Chainsaw"]
    assert [one.name for one in named(listed, "gd1")] == ["Chainsaw"]
    assert len(named(listed, "horde")) > 5
    with pytest.raises(UnknownComponent, match="Chainsaw"):
        named(listed, "chaisnaw")
    with pytest.raises(UnknownComponent):
        named(listed, "x" * 5000)
    assert [one.name for one in in_action(listed, "keep gd1")] == ["Chainsaw"]
    assert in_action(listed, "zombie 1") == []


@pytest.mark.parametrize("code", GAMES)
def test_the_command_lists_them(code: str) -> None:
    whole = shamble("cards", code, "--plain").stdout
    game = find(code)
    assert all(one.name in whole for one in game.components(game.editions()[0]))
    assert whole.count("RECONSTRUCTION") <= 1
    document = json.loads(shamble("cards", code, "--json").stdout)
    assert document["edition"] == game.editions()[0].name
    assert len(document["components"]) == len(game.components(game.editions()[0]))


def test_a_question_mark_and_a_name_tells_a_card_at_the_table(tmp_path: Path) -> None:
    typed = "? chainsaw\n? xyzzy\nq\n"
    told = shamble(
        "play", "hugme", "--players", "4", "--seed", "3", "--plain", "--save", "x.json", typed=typed, cwd=tmp_path
    )
    assert "Chainsaw (gd1): from Gardening, Weapon 6. It drops after use." in told.stdout
    assert "'xyzzy' is not an action of this game." in told.stdout


@pytest.mark.parametrize(("code", "players"), [("pocket", 1), ("run", 4), ("hugme", 5), ("horrific", 3)])
def test_what_a_seat_has_not_seen_is_counted_from_what_it_knows(code: str, players: int) -> None:
    game = find(code)
    listed = {component.code: component for component in game.components(game.editions()[0])}
    for seed in range(12):
        state = game.new(players)
        play(state, None, Dice(seed), 30 + 20 * seed)
        for seat in [*range(players), SPECTATOR]:
            unseen = game.unseen(state.census(), state.view(seat))
            assert unseen.keys() <= listed.keys()
            assert min(unseen.values()) >= 0
            dealt = state.redeal(seat, Dice(seed))
            assert game.unseen(dealt.census(), dealt.view(seat)) == unseen
            if code == "run":
                view = state.view(seat)
                others = sum(held for k, held in enumerate(view["held"]) if k != seat)
                assert sum(unseen.values()) == view["deck"] + others
    assert find("hate").unseen(find("hate").new(4).census(), find("hate").new(4).view(0)) == {}
