"""An owner's edition: found by its name or file, checked, and refused with the entry that is wrong."""

from pathlib import Path

import pytest
from matches import is_one_sentence
from support import GAMES, find
from test_record import owners_edition

import shamble
from shamble.editions import find_edition, load_edition
from shamble.files import BadFile


@pytest.mark.parametrize("game", GAMES)
def test_an_edition_is_found_by_name_file_or_itself(game: str, tmp_path: Path) -> None:
    found = find(game)
    assert find_edition(found, None) is found.editions()[0]
    for edition in found.editions():
        assert find_edition(found, edition.name) == edition
        assert find_edition(found, edition) is edition
    own = find_edition(found, owners_edition(game, tmp_path))
    assert own.name == "house-made"
    assert not own.shipped
    assert own.hash != found.editions()[0].hash


@pytest.mark.parametrize("game", GAMES)
def test_the_shipped_name_belongs_to_the_shipped_text(game: str, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    text = find(game).template()
    path.write_text(text, encoding="utf-8")
    edition = load_edition(find(game), path)
    assert edition.hash == find(game).edition(edition.name).hash
    path.write_text(text.replace(edition.title, "Mine", 1), encoding="utf-8")
    with pytest.raises(shamble.BadEdition, match="taken by a shipped edition"):
        load_edition(find(game), path)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "line",
    ["x = 1979-05-27", "x = inf", "x = nan", "x = [12:00:00]", "name = 5", "x = ", "reconstruction = 1", "note = 5",
     f"x = {'9' * 5000}", "x = " + "[" * 5000, 'game = "chess"', "game = 5"],
)  # fmt: skip
def test_an_entry_that_no_saved_game_can_hold_is_refused(game: str, line: str, tmp_path: Path) -> None:
    path = owners_edition(game, tmp_path)
    key = line.split(" ")[0]
    kept = [row for row in path.read_text(encoding="utf-8").splitlines() if not row.startswith(f"{key} = ")]
    path.write_text("\n".join([line, *kept]), encoding="utf-8")
    with pytest.raises((shamble.BadEdition, BadFile)) as error:
        load_edition(find(game), path)
    assert is_one_sentence(str(error.value)), str(error.value)
    assert str(path) in str(error.value)


@pytest.mark.parametrize("game", GAMES)
def test_a_number_too_long_to_write_out_is_refused_in_one_sentence(game: str, tmp_path: Path) -> None:
    path = owners_edition(game, tmp_path)
    lines = path.read_text(encoding="utf-8").splitlines()
    number = f"0x{'f' * 5000}"
    refused = 0
    for at, line in enumerate(lines):
        key, equals, _ = line.partition(" = ")
        for wrong in (number, f"[{number}]") if equals and not key.startswith("#") else ():
            text = [*lines[:at], f"{key} = {wrong}", *lines[at + 1 :]]
            path.write_text("\n".join(text), encoding="utf-8")
            with pytest.raises((shamble.BadEdition, BadFile)) as error:
                load_edition(find(game), path)
            assert is_one_sentence(str(error.value)), str(error.value)[:300]
            refused += 1
    assert refused >= 10


@pytest.mark.parametrize("game", GAMES)
def test_whatever_line_is_left_out_the_file_is_good_or_refused_in_one_sentence(game: str, tmp_path: Path) -> None:
    path = owners_edition(game, tmp_path)
    lines = path.read_text(encoding="utf-8").splitlines()
    refusals: list[str] = []
    for number in range(len(lines)):
        path.write_text("\n".join(lines[:number] + lines[number + 1 :]), encoding="utf-8")
        try:
            load_edition(find(game), path)
        except (shamble.BadEdition, BadFile) as error:
            refusals.append(str(error))
    assert len(refusals) >= 3
    assert all(is_one_sentence(said) for said in refusals), refusals
