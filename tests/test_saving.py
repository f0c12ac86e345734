"""Saving while playing, and saved games of which the end is bad or lost."""

import json
import os
from pathlib import Path

import pytest
from matches import environment, played, shamble, steps
from support import GAMES

import shamble as library
from shamble.files import BadFile
from shamble.match import Match
from shamble.record import Record
from shamble.replaying import load, replay
from shamble.terminal import saving
from shamble.terminal.saving import SavedGame


@pytest.mark.parametrize("game", GAMES)
def test_what_is_added_act_by_act_is_the_file_that_is_written_whole(game: str, tmp_path: Path) -> None:
    match = Match(game, seed=4)
    saved = SavedGame(match, tmp_path / "game.json")
    saved.save()
    for part in range(5):
        for _ in steps(match, part, 12):
            saved.add()
            assert (tmp_path / "game.json").read_text() == match.record.text()
        if match.result is None:
            match.undo(force=True)
            for _ in steps(match, 9, 3):
                saved.add()
                assert (tmp_path / "game.json").read_text() == match.record.text()


def test_an_act_is_appended_and_not_the_game_rewritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("run", 5, seed=4)
    saved = SavedGame(match, tmp_path / "game.json")
    saved.save()
    played(match, 4, 1)
    saved.add()
    with monkeypatch.context() as patched:
        patched.setattr(saving, "write_whole", lambda *_: pytest.fail("the whole game was written"))
        patched.setattr(Match, "record", property(lambda _: pytest.fail("the whole record was made")))
        for _ in range(30):
            played(match, 5, 1)
            saved.add()
    assert load(str(tmp_path / "game.json")).record == match.record


def test_a_full_disk_leaves_the_game_as_it_was_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    match = Match("run", 3, seed=4)
    saved = SavedGame(match, file)
    for _ in range(5):
        played(match, 4, 1)
        saved.add()
    before = file.read_text()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saving, "SYNC", -1.0)
    monkeypatch.setattr(os, "fsync", full)
    for _ in range(3):
        played(match, 5, 1)
        with pytest.raises(BadFile, match="no space left"):
            saved.add()
        assert file.read_text() == before
    monkeypatch.undo()
    saved.add()
    assert load(str(file)).record == match.record


def test_a_file_changed_by_somebody_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    match = Match("run", 3, seed=4)
    saved = SavedGame(match, file)
    for _ in range(3):
        played(match, 4, 1)
        saved.add()
    file.write_text("mine")
    played(match, 5, 1)
    with pytest.raises(BadFile, match="changed by somebody else"):
        saved.add()
    assert file.read_text() == "mine"
    file.unlink()
    saved.add()
    assert load(str(file)).record == match.record


# -- a tail that is bad or lost ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_game_cut_off_anywhere_opens_up_to_there(game: str, tmp_path: Path) -> None:
    match = played(Match(game, seed=3), 3, 30)
    whole = match.record.text().encode()
    first = whole.index(b'"events": [') + 12
    file = tmp_path / "cut.json"
    most = -1
    for length in range(first, len(whole), 41):
        file.write_bytes(whole[:length])
        with pytest.raises((BadFile, library.BadRecord)):
            load(str(file))
        found = load(str(file), partial=True)
        record = Record.load(file, partial=True)
        kept = len(record.events)
        assert kept >= most
        most = kept
        assert record.events == match.record.events[:kept]
        assert found.record.events[:kept] == record.events
        assert found.state.pack() == match.state_at(found.version).pack(), "luck goes on as it went"
        assert f"after event {kept}" in found.damage or "every event is there" in found.damage
    assert most == match.version
    for length in range(0, first - 12, 30):
        file.write_bytes(whole[:length])
        with pytest.raises((BadFile, library.BadRecord)):
            load(str(file), partial=True)


def test_a_bad_event_is_where_a_game_is_opened_up_to() -> None:
    data = json.loads(played(Match("run", 3, seed=3), 3, 20).record.text())
    for bad in ([0, "dance"], [9, "play I3"], "x", [0], None, [0, 5]):
        changed = {**data, "events": [*data["events"][:7], bad, *data["events"][8:]]}
        with pytest.raises(library.BadRecord):
            replay(Record.from_dict(changed))
        content = json.dumps(changed).encode()
        match = replay(Record.from_bytes(content, partial=True), partial=True)
        assert match.record.events[:7] == [tuple(event) for event in data["events"][:7]]
        assert "Event 7 of the record" in match.damage
        assert "left out" in match.damage


def test_a_whole_record_that_contradicts_itself_is_refused_even_in_part() -> None:
    data = json.loads(played(Match("run", 3, seed=3), 3).record.text())
    for change in ({"final": "0" * 32}, {"result": {**data["result"], "winners": [0, 1, 2]}}):
        with pytest.raises(library.BadRecord):
            replay(Record.from_bytes(json.dumps({**data, **change}).encode(), partial=True), partial=True)
    many = {**data, "events": [data["events"][0]] * 1_000_001}
    with pytest.raises(library.BadRecord, match="1000000"):
        Record.from_dict(many, partial=True)
    for content in (
        b"",
        b"{",
        b"\xff\xfe",
        b'{"events": [',
        b"[" * 100_000,
        b'{"format": 1, "game": "run", "events": []}',
    ):
        with pytest.raises(library.BadRecord):
            Record.from_bytes(content, partial=True)


def test_replay_and_resume_open_a_torn_file_and_keep_what_was_there(tmp_path: Path) -> None:
    match = played(Match("run", 3, seed=3), 3, 20)
    text = match.record.text()
    torn = text[: text.index("\n ],\n") - 3]
    file = tmp_path / "torn.json"
    file.write_text(torn)
    ran = shamble("replay", str(file), cwd=tmp_path, env=environment())
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.startswith(f"shamble: {file}: it breaks off after event {match.version - 1};")
    assert ran.stderr.count("\n") == 1
    ran = shamble("play", "--resume", str(file), typed="q\n", cwd=tmp_path, env=environment())
    assert ran.returncode == 0, ran.stderr
    assert "breaks off" in ran.stderr
    assert load(str(file)).record.events[: match.version - 1] == match.record.events[:-1]
    file.write_text(torn)
    ran = shamble("review", str(file), cwd=tmp_path, env=environment())
    assert ran.returncode == 2
    assert "breaks off" in ran.stderr
    assert "Only a finished game" in ran.stderr
    assert (tmp_path / "torn.json.damaged").read_text() == torn
