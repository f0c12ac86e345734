"""An owner's edition: found by its name or file, checked, and refused with the entry that is wrong."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from matches import is_one_sentence
from support import GAMES, find
from test_record import owners_edition

import shamble
from shamble.bots import decide, find_bot
from shamble.editions import find_edition, load_edition
from shamble.files import BadFile
from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE
from shamble.match import Match
from shamble.record import Record
from shamble.replaying import replay


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


def kinds_of_lines(lines: list[str]) -> list[int]:
    """The numbers of the first and the last line of each kind: tables of one name have the same fields."""
    table, places = "", dict[tuple[str, str], list[int]]()
    for at, line in enumerate(lines):
        table = line if line.startswith("[") else table
        places.setdefault((table, line.partition(" = ")[0]), []).append(at)
    return sorted({at for found in places.values() for at in (found[0], found[-1])})


@pytest.mark.parametrize("game", GAMES)
def test_a_number_too_long_to_write_out_is_refused_in_one_sentence(game: str, tmp_path: Path) -> None:
    path = owners_edition(game, tmp_path)
    lines = path.read_text(encoding="utf-8").splitlines()
    number = f"0x{'f' * 5000}"
    refused = 0
    for at in kinds_of_lines(lines):
        key, equals, _ = lines[at].partition(" = ")
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
    for number in kinds_of_lines(lines):
        path.write_text("\n".join(lines[:number] + lines[number + 1 :]), encoding="utf-8")
        try:
            load_edition(find(game), path)
        except (shamble.BadEdition, BadFile) as error:
            refusals.append(str(error))
    assert len(refusals) >= 3
    assert all(is_one_sentence(said) for said in refusals), refusals


# -- fields that nobody reads ----------------------------------------------------------------------------------------


def with_line(file: Path, table: str, line: str) -> Path:
    """The file with one line more: in the head, or at the end of the first table of that name."""
    text = file.read_text(encoding="utf-8")
    place = text.index("name = ") if not table else text.index(f"\n{table}") + 1 + len(table)
    place = place if not table else text.index("\n", place) + 1
    file.write_text(f"{text[:place]}{line}\n{text[place:]}", encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("game", "table", "line", "hint"),
    [
        ("run", "", 'anoying = "x"', "annoying"),
        ("run", "[[symbol]]", "items = 2", "item"),
        ("pocket", "", "cards = 1", "card"),
        ("pocket", "[[tile]]", "counts = 1", "count"),
        ("pocket", "[[card]]", "atack = 1", "attack"),
        ("pocket", "[[card]]", "nine.zombis = 1", "zombies"),
        ("hate", "", 'nota = "x"', "note"),
        ("hate", "[[character]]", 'powers = "none"', "power"),
        ("hugme", "", "bord = 1", "board"),
        ("hugme", "[board]", 'boilers = "sw"', "boiler"),
        ("hugme", "[places]", 'halls = "x"', "hall"),
        ("hugme", "[shops]", 'kid = "x"', "kids"),
        ("hugme", "[[character]]", "humans = 1", "human"),
        ("hugme", "[[item]]", "drops = true", "drop"),
        ("hugme", "[specials]", "key = 1", "keys"),
        ("hugme", "[special_names]", 'key = "x"', "keys"),
        ("hugme", "[[zombie]]", "copy = 1", "copies"),
        ("horrific", "", "types = 1", "type"),
        ("horrific", "[[type]]", "rivals = true", "rival"),
        ("horrific", "[[deck]]", 'specials = "x"', "special"),
        ("horrific", "[[person]]", "valu = 1", "value"),
        ("horrific", "[victory.dela]", "to = []", "two"),
    ],
)
def test_a_field_that_nobody_reads_is_refused_with_the_nearest_known(
    game: str, table: str, line: str, hint: str, tmp_path: Path
) -> None:
    file = owners_edition(game, tmp_path)
    if "." in line.split(" ")[0]:  # a table in a table stands in one line
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("zombies = ", "zombis = "), encoding="utf-8")
    else:
        with_line(file, table, line)
    with pytest.raises(shamble.BadEdition, match=f"there is no field .* Did you mean {hint}\\?"):
        load_edition(find(game), file)


@pytest.mark.parametrize("game", GAMES)
def test_the_edition_in_an_old_record_is_read_whatever_fields_it_has(game: str, tmp_path: Path) -> None:
    edition = load_edition(find(game), owners_edition(game, tmp_path))
    old = replace(edition, data={**edition.data, "colour": "red"})
    record = Match(game, seed=1, edition=old).record
    assert replay(Record.from_dict(json.loads(record.text()))).edition.data["colour"] == "red"


# -- boxes that lack cards -------------------------------------------------------------------------------------------

LACKING = {
    "pocket": ["Oil", "Soda"],
    "run": ["I3", "I3", "Z4", "Z0"],
    "hate": ["baker", "night nurse"],
    "hugme": ["virgin", "hw3", "zombie 1", "zombie 1"],
    "horrific": ["dela DN", "dela DN", "V3"],
}


def lacking(game: str, folder: Path, names: list[str]) -> Path:
    return with_line(owners_edition(game, folder), "", f"missing = {json.dumps(names)}")


@pytest.mark.parametrize("game", GAMES)
def test_a_box_that_lacks_cards_is_played_without_them(game: str, tmp_path: Path) -> None:
    file = lacking(game, tmp_path, LACKING[game])
    whole = Match(game, seed=1).state.census()
    options = {"powers": "house"} if game == "hate" else {}
    for seed in range(3):
        match = Match(game, seed=seed, edition=str(file), options=options)
        box = match.state_at(0).census()
        if game != "hate":  # there a game has as many characters as places
            characters = [name for name in LACKING[game] if game == "hugme" and name == "virgin"]  # not in a census
            assert sum(whole.values()) - sum(box.values()) == len(LACKING[game]) - len(characters)
        bot = find_bot(match.game, "random" if seed else "greedy")
        for _ in range(120):
            if not match.owing:
                break
            match.play(match.owing[0], decide(match, match.owing[0], bot))
            assert match.state.census() == box
        for seat in range(match.players):
            world = match.state.redeal(seat, Dice(seed))
            assert world.known(seat) == match.state.known(seat)
            assert world.census() == box
        assert replay(Record.from_dict(match.record.to_dict())).state.pack() == match.state.pack()


@pytest.mark.parametrize(
    ("game", "players", "names", "refused"),
    [
        ("pocket", 1, ["Oil"], "card Oil"),
        ("run", 2, ["I3", "I3", "I3"], "draw I3"),
        ("hugme", 4, ["virgin"], "deal virgin"),
    ],
)
def test_the_referee_knows_which_cards_the_box_lacks(
    game: str, players: int, names: list[str], refused: str, tmp_path: Path
) -> None:
    match = Match(game, players, edition=str(lacking(game, tmp_path, names)), chance="manual")
    verb = refused.split()[0]
    for _ in range(40):
        if match.owing == (CHANCE,) and match.choices(CHANCE)[0].action.startswith(verb):
            break
        who = match.owing[0]
        match.play(who, match.choices(who)[0].action)
    offered = [choice.action for choice in match.choices(CHANCE)]
    assert match.game.vocabulary.code(refused) >= 0
    assert refused not in offered
    with pytest.raises(shamble.IllegalAction, match="cannot have fallen"):
        match.play(CHANCE, refused)
    match.play(CHANCE, offered[-1])


def test_an_hour_of_pocket_is_shorter_where_the_box_lacks_cards(tmp_path: Path) -> None:
    match = Match("pocket", seed=1, edition=str(lacking("pocket", tmp_path, ["Oil", "Soda"])))
    assert match.view(0)["deck"] == 5
    bot = find_bot(match.game, "greedy")
    while match.owing and match.view(0)["hour"] == 9:
        match.play(0, decide(match, 0, bot))
    assert not match.owing or any("All seven cards are shuffled" in told for told in match.story(0))


@pytest.mark.parametrize(
    ("game", "names", "says"),
    [
        ("pocket", ["Oyl"], "Did you mean Oil"),
        ("pocket", ["Oil", "Oil"], "there are 1"),
        ("pocket", ["Oil", "Soda", "Candle", "Femur", "Machete"], "at most 4"),
        ("run", ["Q1"], "names no card"),
        ("hate", ["bakers"], "Did you mean baker"),
        ("hugme", ["gasoline"], "names no card"),
        ("horrific", ["dela XX"], "names no card"),
    ],
)
def test_what_cannot_be_missing_is_said(game: str, names: list[str], says: str, tmp_path: Path) -> None:
    with pytest.raises(shamble.BadEdition, match=says):
        load_edition(find(game), lacking(game, tmp_path, names))


def test_a_game_that_needs_the_missing_cards_is_refused(tmp_path: Path) -> None:
    few = lacking("hate", tmp_path, ["baker", "night nurse"])
    with pytest.raises(shamble.BadEdition, match="there are 16 characters"):
        Match("hate", 17, edition=str(few))
    many = lacking("run", tmp_path, ["I3"] * 3)
    with pytest.raises(shamble.BadEdition, match="composition=15x2"):
        Match("run", 4, edition=str(many), options={"composition": "15x2"})
    gone = lacking("hugme", tmp_path, ["virgin"])
    with pytest.raises(shamble.BadOption, match="virgin"):
        Match("hugme", 2, edition=str(gone), options={"characters": "virgin,nurse"})


def test_a_card_without_its_table_is_told_how_to_say_that_it_is_missing(tmp_path: Path) -> None:
    file = owners_edition("pocket", tmp_path)
    text = file.read_text(encoding="utf-8")
    first = text.index("[[card]]")
    file.write_text(text[:first] + text[text.index("[[card]]", first + 5) :], encoding="utf-8")
    with pytest.raises(shamble.BadEdition, match=r'write missing = \["Oil"\]'):
        load_edition(find("pocket"), file)
