"""Names: no two at a table that a person could take for one another, whoever gives them."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import shamble
from shamble.match import Match
from shamble.record import Record
from shamble.replaying import replay
from shamble.seats import NAMES, clean_name, complete_names, same_name, unique_name

SAME = [
    ("Ann", "ann"), ("Ann", "ＡＮＮ"), ("Zoe\u0308", "Zo\u00eb"), ("Straße", "STRASSE"), ("Ann", "Аnn"), ("ANNA", "АΝΝА"),
    ("Bob", "Воb"), ("BOB", "ВОВ"), ("paul", "раul"), ("Ann B", "Ann  B"), ("Illy", "lIly"), ("Max 1", "Max l"),
    ("Otto", "0tto"), ("Mak", "мак"), ("Iris", "IRIS"), ("O’Neil", "O'Neil"), ("Ꭺnn", "Ann"), ("Cam", "Carn"),
]  # fmt: skip
DIFFERENT = [("Ann", "Anna"), ("Zoe", "Zoë"), ("Ali", "ALL"), ("Max 1", "Max 2"), ("Иван", "Ivan"), ("Ann", "安")]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_look_alike_are_the_same_name(one: str, other: str) -> None:
    assert same_name(one, other)
    assert same_name(other, one)
    assert not same_name(unique_name(one, [other]), other)
    with pytest.raises(shamble.BadOption, match=r"Seats 0 and 1 .* such as"):
        Match("run", 3, 1, names=[one, other, "Xaver"])


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_differ_stay_as_they_are(one: str, other: str) -> None:
    assert not same_name(one, other)
    assert unique_name(one, [other]) == one


def test_a_unique_name_has_the_first_free_number_and_stays_short() -> None:
    assert unique_name("Ann", []) == "Ann"
    assert unique_name("Ann", ["ANN", "ann 2"]) == "Ann 3"
    taken: list[str] = []
    for _ in range(120):
        taken.append(unique_name("x" * 24, taken))
    assert len(set(taken)) == 120
    assert all(len(name) <= 24 for name in taken)


@pytest.mark.parametrize(
    "name",
    ["", " ", "\u200b", "\u202e\u202c", "\x00\x1b", "\u2800", "\u034f\ufe0f", "\u3164", "\U000e0101", "\u0301", "@"],
)
def test_a_name_of_which_nothing_can_be_seen_is_refused(name: str) -> None:
    with pytest.raises(shamble.BadOption):
        clean_name(name)


def test_what_cannot_be_seen_is_no_part_of_a_name() -> None:
    for unseen in ("\u200b", "\u202e", "\u2066", "\ufeff", "\u2800", "\ufe0f", "\U000e0101", "\u00ad", "\x07"):
        assert clean_name(f"An{unseen}n") == "Ann"
        with pytest.raises(shamble.BadOption):
            Match("run", 2, 1, names=["Ann", f"A{unseen}nn"])


def test_usual_names_avoid_given_ones() -> None:
    assert complete_names([None] * 18, 18) == list(NAMES)
    names = complete_names(["dario", None, None, None], 4)
    assert names[:3] == ["dario", "Bela", "Cleo"]
    assert names[3] in NAMES
    assert names[3] not in ("Dario", "Bela", "Cleo")
    crowded = complete_names([*reversed(NAMES[1:]), None], 18)
    assert len({name.casefold() for name in crowded}) == 18
    match = Match("run", 4, 1, names=["Dario", None, None, None])
    assert [seat.name for seat in match.seats] == complete_names(["Dario", None, None, None], 4)


def test_old_records_with_equal_names_are_read_and_kept() -> None:
    data = Match("run", 2, 5).record.to_dict()
    data["seats"] = [{"name": "Ann", "by": "person"}, {"name": "Ann", "by": "greedy"}]
    match = replay(Record.from_dict(data))
    assert [seat.name for seat in match.seats] == ["Ann", "Ann"]
    assert match.record.to_dict() == data
    assert pickle.loads(pickle.dumps(match)).seats == copy.deepcopy(match).seats == match.seats


def test_the_terminal_refuses_equal_names_and_renames_its_bots(tmp_path: Path) -> None:
    def play(*words: str) -> subprocess.CompletedProcess[str]:
        command = [
            sys.executable,
            "-m",
            "shamble",
            "play",
            "run",
            "--seed",
            "3",
            "--save",
            str(tmp_path / "a.json"),
            *words,
        ]
        return subprocess.run(command, input="q\n", capture_output=True, text=True, check=False)

    refused = play("--seat", "0=me:Ann", "--seat", "1=me:Ann")
    assert refused.returncode == 2
    assert "Seats 0 and 1" in refused.stderr
    assert play("--seat", "0=me:Dario").returncode == 0
    names = [seat["name"] for seat in Record.load(tmp_path / "a.json").seats]
    assert names[0] == "Dario"
    assert names.count("Dario") == 1


@pytest.mark.parametrize("name", ["You", "yоu", "YOU", "Chance", "the  host", "Nobody"])
def test_what_sentences_say_of_everybody_is_no_name(name: str) -> None:
    with pytest.raises(shamble.BadOption, match="choose another name"):
        clean_name(name)


def test_no_letter_of_a_name_carries_a_tower_of_accents() -> None:
    assert clean_name("Z" + "\u0301" * 500 + "oe") == "Z" + "\u0301" * 3 + "oe"
    assert clean_name("Nguyễn Thị Ánh") == "Nguyễn Thị Ánh"
