"""The saved game: it comes back as it was, for ever, and nothing damaged passes for one.

`python tests/test_record.py --write` adds a record to `tests/records` for every game that has none by its present rules
version. Records that stand there are never written again: whatever changes, they must replay.
"""

import errno
import json
import os
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from matches import is_one_sentence, movers, played, seats_of, settings, short, shown, snapshot
from support import GAMES, find

import shamble
from shamble.bots import decide, find_bot
from shamble.files import BadFile, write_whole
from shamble.kernel.dice import Dice
from shamble.kernel.state import CHANCE, State
from shamble.match import Match, position_hash
from shamble.record import FORMAT, Record
from shamble.replaying import replay

RECORDS = Path(__file__).parent / "records"


def whole_game(
    game: str, seed: int = 1, bot: str = "greedy", options: dict[str, Any] | None = None, rules: int | None = None
) -> Match:
    """A game played to its end by greedy and random bots in turn; by an older version of its rules where one is named."""
    match = Match(game, seed=seed, options=options, rules=rules)
    bots = [find_bot(match.game, bot if seat % 2 == 0 else "random") for seat in range(match.players)]
    while match.owing:
        seat = match.owing[0]
        match.play(seat, decide(match, seat, bots[seat]))
    return match


def owners_edition(game: str, folder: Path) -> Path:
    """The game's template under another name, as an owner's file."""
    path = folder / "own.toml"
    text, changes = re.subn('^name = ".*"$', 'name = "house-made"', find(game).template(), count=1, flags=re.MULTILINE)
    assert changes == 1
    path.write_text(text, encoding="utf-8")
    return path


def same(one: Match, two: Match) -> None:
    assert two.state.pack() == one.state.pack()
    assert two.record == one.record
    assert (two.seats, two.options, two.edition, two.chance) == (one.seats, one.options, one.edition, one.chance)
    assert (two.seed, two.version, two.owing, two.result) == (one.seed, one.version, one.owing, one.result)
    for reader in seats_of(one):
        assert shown(two, reader) == shown(one, reader)
        assert two.events(reader) == one.events(reader)


# -- round trips ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_law_8_a_saved_game_comes_back_as_it_was(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    chosen = settings(game)
    for seed, (seats, options) in enumerate(chosen[:2] + random.Random(8).sample(chosen[2:], min(4, len(chosen) - 2))):
        chance = ("auto", "manual")[seed % 2]
        match = Match(
            game, seats, seed, options=options, chance=chance,
            names=[f"Zoë {k}" for k in range(seats)], by=["greedy", *["person"] * (seats - 1)],
        )  # fmt: skip
        for most in (0, 7, 100_000):
            played(match, seed, most)
            match.record.save(file)
            same(match, shamble.load(str(file)))


@pytest.mark.parametrize("game", GAMES)
def test_a_loaded_game_goes_on_as_the_other_would_have(game: str) -> None:
    match = played(Match(game, seed=5), 1, 9)
    again = replay(match.record)
    same(played(match, 2), played(again, 2))
    match.undo(force=True)
    again.taking_back.undo(force=True)
    assert snapshot(again) == snapshot(match)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("chance", ["auto", "manual"])
def test_a_game_from_a_position_comes_back_as_it_was(game: str, chance: str, tmp_path: Path) -> None:
    for seats, options in [settings(game)[0], settings(game)[-1]]:
        middle = played(Match(game, seats, 3, options=options), 3, 10).state.to_dict()
        match = Match.at(game, middle, 4, chance=chance)
        for most in (0, 100_000):
            played(match, 5, most)
            match.record.save(tmp_path / "game.json")
            same(match, shamble.load(str(tmp_path / "game.json")))


@pytest.mark.parametrize("game", GAMES)
def test_an_owners_edition_is_kept_in_the_record(game: str, tmp_path: Path) -> None:
    path = owners_edition(game, tmp_path)
    match = played(Match(game, seed=2, edition=str(path)), 2)
    position = played(Match.at(game, match.state_at(5).to_dict(), 3, edition=str(path)), 3)
    path.unlink()
    for kept in (match, position):
        assert kept.record.edition["name"] == "house-made"
        kept.record.save(tmp_path / "game.json")
        again = shamble.load(str(tmp_path / "game.json"))
        same(kept, again)
        assert not again.edition.shipped
    data = match.record.to_dict()
    changed = json.loads(json.dumps(data))
    changed["edition"]["data"]["title"] = "Another"
    del data["edition"]["data"]
    for wrong in (data, changed, {**data, "edition": {"name": "house-made", "data": 5, "hash": "0"}}):
        refused(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_the_file_is_text_with_an_event_a_line(game: str) -> None:
    record = whole_game(game, options=short(game)).record
    lines = record.text().splitlines()
    rows = [line for line in lines if line.startswith("  [")]
    assert [tuple(json.loads(row.rstrip(","))) for row in rows] == record.events
    assert json.loads(record.text()) == json.loads(json.dumps(record.to_dict()))
    assert json.loads(record.text())["format"] == FORMAT


# -- law 8: records written by released versions -----------------------------------------------------------------


def stored_record(game: str, rules: int) -> Path:
    """Where the record of a game by that version of its rules is kept."""
    return RECORDS / f"{game}-format{FORMAT}{'' if rules == 1 else f'-rules{rules}'}.json"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_stored_record_of_every_version_of_its_rules(game: str) -> None:
    for rules in range(find(game).oldest_rules, find(game).rules_version + 1):
        file = stored_record(game, rules)
        assert file.is_file(), "python tests/test_record.py --write adds it"
        assert Record.load(file).rules == rules


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_law_8_stored_records_replay_for_ever(file: Path) -> None:
    stored = Record.load(file)
    if stored.game not in GAMES:
        pytest.skip(f"{stored.game} is left out by SHAMBLE_TEST_GAMES")
    match = shamble.load(str(file))
    assert match.record.events == stored.events
    assert match.record.result == stored.result
    assert match.record.final == stored.final
    assert match.result is not None


# -- what is no saved game ---------------------------------------------------------------------------------------


def refused(data: Any) -> str:
    """The sentence with which a document is refused as a record."""
    with pytest.raises(shamble.BadRecord) as error:
        replay(Record.from_dict(data))
    assert is_one_sentence(str(error.value)), str(error.value)
    return str(error.value)


def document(game: str = GAMES[0], most: int = 100_000) -> dict[str, Any]:
    """The document of a game of random play, as a file holds it."""
    found: dict[str, Any] = json.loads(played(Match(game, seed=8), 8, most).record.text())
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_file_cut_off_anywhere_is_refused(game: str, tmp_path: Path) -> None:
    whole = played(Match(game, seed=3), 3, 40).record.text().encode()
    file = tmp_path / "cut.json"
    for length in range(0, len(whole) - 2, 50):
        file.write_bytes(whole[:length])
        with pytest.raises((shamble.BadRecord, BadFile)) as error:
            shamble.load(str(file))
        assert is_one_sentence(str(error.value)), str(error.value)
        assert str(file) in str(error.value)


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe\x00", b"null", b"5", b"[]", b"{}", b'"x"', b"[" * 100_000, b"9" * 5000, b'{"format": 1}', b"\x00" * 99,
     b'{"game": "run"}', b'{"format": 1e999, "game": "run"}', b'{"format": NaN, "game": "run"}'],
)  # fmt: skip
def test_what_is_no_saved_game_at_all_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "no.json"
    file.write_bytes(content)
    with pytest.raises((shamble.BadRecord, BadFile)) as error:
        shamble.load(str(file))
    assert is_one_sentence(str(error.value)), str(error.value)


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(65 * 2**20)
    for path in (
        tmp_path,
        tmp_path / "nothing.json",
        large,
        "a\x00b",
        tmp_path / ("x" * 5000),
        "/dev/zero",
        "/dev/null",
    ):
        with pytest.raises((BadFile, shamble.BadRecord)) as error:
            shamble.load(str(path))
        assert str(error.value).endswith(".")


@pytest.mark.parametrize("game", GAMES)
def test_edited_events_are_refused_or_lead_to_the_same_position(game: str) -> None:
    match = whole_game(game, 4, options=short(game))
    data = json.loads(match.record.text())
    rng = random.Random(4)
    refusals = 0
    for number in rng.sample(range(match.version), min(40, match.version)):
        before = match.state_at(number)
        who = match.record.events[number][0]
        actor = CHANCE if who == "chance" else int(who)
        codes = [c for c, _ in before.odds()] if actor == CHANCE else list(before.legal(actor))
        other = match.game.vocabulary.text(rng.choice(codes))
        for event in ([who, other], [who, "dance"], ["chance", other], [(actor + 1) % match.players, other]):
            if event == data["events"][number]:
                continue
            edited = {**data, "events": [*data["events"][:number], event, *data["events"][number + 1 :]]}
            try:
                again = replay(Record.from_dict(edited))
            except shamble.BadRecord as error:
                refusals += str(error).startswith(("Event ", "The record"))
            else:
                assert again.state.pack() == match.state.pack()
    assert refusals
    for rows in (data["events"][:-1], data["events"][1:], [*data["events"], data["events"][-1]], []):
        refused({**data, "events": rows})


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_hash_result_or_rest_is_refused(game: str) -> None:
    data = document(game)
    result = data["result"]
    wrong: list[dict[str, Any]] = [
        {"final": "0" * 32},
        {"final": ""},
        {"result": None},
        {"result": {}},
        {"result": {**result, "winners": [*result["winners"], 0]}},
        {"result": {**result, "winners": "all"}},
        {"result": {**result, "payoffs": [0.5] * 40}},
        {"result": {**result, "code": "surrender"}},
        {"edition": {"name": "nowhere", "hash": data["edition"]["hash"]}},
        {"edition": {"name": data["edition"]["name"], "hash": "0" * 16}},
        {"edition": {"name": data["edition"]["name"]}},
        {"edition": {"name": 5, "hash": 5}},
        {"edition": {**data["edition"], "data": {"name": "x"}}},
        {"edition": {**data["edition"], "data": [1]}},
        {"options": {"no_such": 1}},
        {"options": {find(game).options[0].name: ["?"]}},
        {"game": "chess"},
        {"game": ""},
        {"rules": find(game).rules_version + 1},
        {"rules": 0},
        {"rules": -(10**30)},
        {"seats": []},
        {"seats": data["seats"] * 40},
        {"seats": [{"name": "@", "by": "person"}, *data["seats"][1:]]},
        {"seed": 10**4000},
        {"position": {}},
        {"position": {"game": game}},
    ]
    for change in wrong:
        refused({**data, **change})
    del data["result"]
    refused(data)


def test_options_that_are_not_those_of_the_position_are_refused() -> None:
    for game in GAMES:
        seats, options = settings(game)[2]
        match = Match.at(game, Match(game, seats, options=options).state.to_dict(), 1)
        data = json.loads(match.record.text())
        assert data["options"]
        refused({**data, "options": {}})


def test_the_record_of_another_game_is_refused() -> None:
    for one in GAMES:
        for two in GAMES:
            if one != two:
                refused({**document(one), "game": two})


def test_newer_formats_and_rules_are_refused_and_say_so() -> None:
    data = document()
    assert "newer" in refused({**data, "format": FORMAT + 1}).lower()
    assert "newer" in refused({**data, "rules": data["rules"] + 1}).lower()


@pytest.mark.parametrize("field", list(document(most=5)))
def test_a_field_of_the_wrong_type_or_missing_is_refused_by_its_name(field: str) -> None:
    data = document(most=5)
    said = refused({key: value for key, value in data.items() if key != field})
    assert field in said or field in ("format", "game")
    for wrong in (
        None,
        True,
        1.5,
        "x",
        -1,
        [1],
        [[1, 2, 3]],
        [["chance"]],
        [[99, "x"]],
        [[True, "x"]],
        [[0, 5]],
        {"x": 1},
    ):
        if isinstance(wrong, type(data[field])) and field in ("options", "edition"):
            continue
        if field == "seed" and wrong == -1:  # a number, as older records have it
            continue
        said = refused({**data, field: wrong})
        if type(wrong) is not type(data[field]):
            assert field in said or field in ("format", "game")


def test_too_many_events_are_not_read() -> None:
    data = document(most=3)
    said = refused({**data, "events": [data["events"][0]] * 1_000_001})
    assert "1000000" in said


# -- writing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("broken", ["fsync", "replace", "chmod", "fdopen"])
def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    match = Match(GAMES[0], seed=1)
    match.record.save(file)
    old = file.read_bytes()
    played(match, 1, 10)

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, broken, full)
        with pytest.raises(BadFile, match="no space left on device"):
            match.record.save(file)
    assert file.read_bytes() == old
    assert list(tmp_path.iterdir()) == [file]
    match.record.save(file)
    same(match, shamble.load(str(file)))


def test_ctrl_c_while_saving_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    write_whole(file, "old\n")

    def stopped(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_whole(file, "new\n")
    assert file.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [file]


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for path in (
        tmp_path / "folder",
        tmp_path / "pipe",
        tmp_path / "no" / "where.json",
        tmp_path / ("x" * 300),
        "a\x00b",
        "",
    ):
        with pytest.raises(BadFile) as error:
            write_whole(path, "{}\n")
        assert str(error.value).endswith(".")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "pipe"]
    assert (tmp_path / "pipe").is_fifo()
    assert not list((tmp_path / "folder").iterdir())


def test_names_as_long_as_the_system_allows_links_and_modes_are_kept(tmp_path: Path) -> None:
    write_whole(tmp_path / ("x" * 255), "long\n")
    file, link = tmp_path / "game.json", tmp_path / "link.json"
    write_whole(file, "old\n")
    file.chmod(0o640)
    link.symlink_to(file)
    write_whole(link, "new\n")
    assert link.is_symlink()
    assert file.read_text() == "new\n"
    assert file.stat().st_mode & 0o777 == 0o640


# -- long games -------------------------------------------------------------------------------------------------


def stalled(players: int, events: int) -> Record:
    """A game of `run` by players who put off its end: so many events."""
    game = find("run")
    state = game.new(players)
    dice = Dice(0)
    done: list[tuple[int | str, str]] = []
    while len(done) < events:
        owing = state.owing()
        if owing == CHANCE:
            code = state.roll(dice)
        else:
            seat = owing.bit_length() - 1
            code = min(state.legal(seat), key=lambda choice: (danger(state, seat, choice), dice.below(1000)))
        done.append(("chance" if owing == CHANCE else seat, game.vocabulary.text(code)))
        state.apply(CHANCE if owing == CHANCE else seat, code)
    return Record(
        "run", 1, {}, {"name": "standard", "hash": game.editions()[0].hash},
        [{"name": f"N{k}", "by": "random"} for k in range(players)], 0, "manual", None, done, None, position_hash(state),
    )  # fmt: skip


def danger(state: State, seat: int, code: int) -> float:
    """How near the end a choice brings the game."""
    after = state.copy()
    after.apply(seat, code)
    if after.owing() == 0:
        return 1e9
    view = after.view(0)
    fronts = [3 ** sum(card[0] == kind for card in front) for front in view["fronts"] for kind in "IZ"]
    return sum(fronts) + 500 * (state.players - len(view["living"]))


@pytest.mark.skipif("run" not in GAMES, reason="the long game is one of run")
def test_a_game_of_ten_thousand_events_is_saved_and_loaded(tmp_path: Path) -> None:
    record = stalled(3, 10_000)
    record.save(tmp_path / "long.json")
    match = shamble.load(str(tmp_path / "long.json"))
    assert match.version == 10_000
    assert match.record.events == record.events
    assert movers(match)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python tests/test_record.py --write")
    for code in GAMES:
        target = stored_record(code, find(code).rules_version)
        if not target.exists():
            whole_game(code, 2026).record.save(target)
            print(f"{target} written")
