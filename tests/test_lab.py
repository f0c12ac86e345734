"""Bulk play into tables: the same games however they are played, kept when stopped, whole or not there at all."""

import json
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from matches import environment, is_one_sentence, shamble
from support import GAMES, find

from shamble.files import BadFile
from shamble.kernel.errors import BadOption, ShambleError
from shamble.kernel.state import CHANCE
from shamble.lab import chunks, store
from shamble.lab import plan as plans
from shamble.lab.arena import make_contest
from shamble.lab.commands import events_file
from shamble.lab.commands import simulate as play_all
from shamble.lab.plan import Plan, make_plan
from shamble.lab.rows import Wanted, names_of, play_rows, tally_of
from shamble.lab.simulate import play_chunk
from shamble.lab.tables import games_table, join_tables, write_table
from shamble.lab.topics import topics

pl = pytest.importorskip("polars", reason="polars (extra lab) is not installed")


def plan_of(game: str, games: int = 10, bots: str = "random", seed: int = 3, **options: Any) -> Plan:
    return make_plan(game, games, None, [bots], seed, options, None)


def quiet(done: int) -> None:
    pass


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Chunks of four games, and a home and a folder of one's own."""
    monkeypatch.setattr(plans, "CHUNK", 4)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_games_are_the_same_however_closely_they_are_watched(game: str, bots: str, small: Path) -> None:
    plan = plan_of(game, 4, bots)
    bare = play_chunk(plan, 0)
    for wanted in (Wanted(plan), Wanted(plan, events=True), Wanted(plan, watch=1), Wanted(plan, watch=3)):
        part = play_rows(wanted, 0)
        assert tally_of(part, plan.players) == bare
        table = games_table(part)
        assert table.columns == names_of(wanted)
        assert table.height == 4
        if wanted.watch:
            watched = [True, *(wanted.watch == 1 or place == wanted.watch for place in (1, 2, 3))]
            assert table.get_column("watched").to_list() == watched
            assert [value is not None for value in table.get_column("lead_changes")] == watched


@pytest.mark.parametrize("game", GAMES)
def test_the_events_of_a_game_lead_to_its_end(game: str, small: Path) -> None:
    plan = plan_of(game, 6, "greedy")
    out = small / "games.parquet"
    play_all(plan, 1, quiet, out=out, events=True)
    games, events = pl.read_parquet(out), pl.read_parquet(events_file(out))
    assert events.columns == ["game", "event", "who", "action"]
    assert events.height == games.get_column("events").sum()
    for row in games.iter_rows(named=True):
        state = find(game).new(plan.players, plan.options)
        mine = events.filter(pl.col("game") == row["game"])
        assert mine.get_column("event").to_list() == list(range(row["events"]))
        for who, action in mine.select("who", "action").iter_rows():
            state.apply(who, find(game).vocabulary.code(action))
        assert state.owing() == 0
        assert state.ending() == row["ending"]
        assert state.payoffs() == [row[f"payoff_{k}"] for k in range(plan.players)]
        assert row["decisions"] == (mine.get_column("who") != CHANCE).sum()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_tells_its_facts_in_order(game: str) -> None:
    found = find(game)
    names, of = topics(game)
    assert 0 < len(names) < 300
    assert all("@" not in name for name in names)
    assert len(of) == len(found.vocabulary)
    state = found.new(found.default_seats)
    for told in (found.facts.characters(state), found.facts.sides(state)):
        assert len(told) in (0, state.players)
    assert found.facts.out(state) == 0
    edition = found.editions()[0]
    assert all(found.facts.name(name, edition) for name in names)


def test_a_seat_is_out_when_its_player_has_died(small: Path) -> None:
    part = play_rows(Wanted(plan_of("run", 40, "greedy"), watch=1), 0)
    for place, ending in enumerate(part.columns["ending"]):
        outs = [part.observed[f"out_{k}"][place] for k in range(4)]
        if ending == "last":
            assert sum(out is None for out in outs) == 1
        assert all(out is None or 0 < out <= part.columns["events"][place] for out in outs)
    assert any(part.observed["lead_changes"])


@pytest.mark.parametrize(("jobs", "count"), [(1, 7), (2, 7), (None, 7), (2, 1), (5, 0)])
def test_chunks_come_in_order_whoever_does_them(jobs: int | None, count: int) -> None:
    assert list(chunks.in_order(times, 10, range(count), jobs)) == [10 * k for k in range(count)]


def times(plan: int, number: int) -> int:
    if number % 2 == 0:
        time.sleep(0.01)
    return plan * number


def test_two_processes_write_the_bytes_of_one(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for jobs, out, every in ((1, Path("one.parquet"), 0.0), (2, Path("two.parquet"), 100.0)):
        monkeypatch.setattr(store, "EVERY", every)  # how the chunks were put into files on the way tells nothing
        play_all(plan_of("run", 30), jobs, quiet, out=out, events=True)
    assert Path("one.parquet").read_bytes() == Path("two.parquet").read_bytes()
    assert pl.read_parquet("one.parquet").get_column("game").to_list() == list(range(30))
    assert Path("one-events.parquet").read_bytes() == Path("two-events.parquet").read_bytes()


def test_a_joined_file_has_the_same_bytes_however_its_rows_came(tmp_path: Path) -> None:
    rows = pl.DataFrame({"game": range(400_000)}).with_columns(action=pl.col("game") % 7)
    found = set()
    for cuts in ([], [5], [100_000, 300_000], list(range(1000, 40_000, 1000))):
        parts = []
        for first, last in zip([0, *cuts], [*cuts, rows.height], strict=True):
            parts.append(tmp_path / f"{len(cuts)}-{first}.parquet")
            write_table(parts[-1], rows[first:last])
        join_tables(tmp_path / "whole.parquet", parts)
        found.add((tmp_path / "whole.parquet").read_bytes())
    assert len(found) == 1


def stop_after(games: int) -> Any:
    def progress(done: int) -> None:
        if done >= games:
            raise KeyboardInterrupt

    return progress


def numbers(report: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in report.items() if name not in ("seconds", "steps_per_second")}


def test_a_stopped_run_is_gone_on_with(small: Path) -> None:
    plan, out = plan_of("run", 30), small / "games.parquet"
    whole = play_all(plan, 1, quiet, out=small / "whole.parquet", events=True)
    first = play_all(plan, 1, stop_after(9), out=out, events=True)
    assert first.stopped
    assert first.report["games"] == 12
    assert not out.exists()
    with pytest.raises(BadFile, match="--resume"):
        play_all(plan, 1, quiet, out=out, events=True)
    again: list[int] = []
    second = play_all(plan, 1, again.append, out=out, events=True, resume=True)
    assert again[:2] == [12, 16]
    assert numbers(second.report) == numbers(whole.report)
    assert pl.read_parquet(out).equals(pl.read_parquet(small / "whole.parquet"))
    assert pl.read_parquet(events_file(out)).equals(pl.read_parquet(small / "whole-events.parquet"))
    assert sorted(path.name for path in small.glob("*")) == [
        "games-events.parquet", "games.parquet", "whole-events.parquet", "whole.parquet",
    ]  # fmt: skip


def test_without_a_table_the_count_is_kept_too(small: Path) -> None:
    plan = plan_of("hate", 30)
    whole = play_all(plan, 1, quiet)
    first = play_all(plan, 1, stop_after(9))
    assert first.stopped
    assert len(list((small / "home/shamble/runs").iterdir())) == 1
    again: list[int] = []
    second = play_all(plan, 1, again.append, resume=True)
    assert again[0] == 12
    assert numbers(second.report) == numbers(whole.report)
    assert list((small / "home/shamble/runs").iterdir()) == []
    play_all(plan, 1, stop_after(9))
    (kept,) = (small / "home/shamble/runs").iterdir()
    kept.write_text(kept.read_text()[:-40])  # half-written: it is played from the beginning
    assert numbers(play_all(plan, 1, quiet, resume=True).report) == numbers(whole.report)


@pytest.mark.parametrize("damage", ["cut", "empty", "gone", "noise"])
def test_half_written_chunks_are_found_and_played_again(
    damage: str, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "EVERY", 0.0)  # a file for every chunk
    plan, out = plan_of("run", 30), small / "games.parquet"
    play_all(plan, 1, quiet, out=small / "whole.parquet", events=True)
    play_all(plan, 1, stop_after(20), out=out, events=True)
    parts = sorted((small / "games.parquet.parts").glob("*.parquet"))
    assert len(parts) == 10
    victim = parts[2 if damage in ("cut", "gone") else 3]
    content = victim.read_bytes()
    if damage == "gone":
        victim.unlink()
    else:
        victim.write_bytes({"cut": content[: len(content) // 2], "empty": b"", "noise": b"PAR1" * 50}[damage])
    (small / "games.parquet.parts" / ".shamble.abc.part").write_bytes(b"draft")
    found = play_all(plan, 1, quiet, out=out, events=True, resume=True)
    assert len(found.notes) == 1
    assert "half-written" in found.notes[0]
    assert pl.read_parquet(out).equals(pl.read_parquet(small / "whole.parquet"))
    assert pl.read_parquet(events_file(out)).equals(pl.read_parquet(small / "whole-events.parquet"))


def test_what_cannot_be_written_or_resumed_is_refused_before_anything_is_played(small: Path) -> None:
    plan = plan_of("run", 30)
    play_all(plan, 1, stop_after(9), out=small / "games.parquet")
    (small / "folder.parquet").mkdir()
    (small / "other.parquet.parts").mkdir()
    (small / "other.parquet.parts" / "letter.txt").write_text("dear aunt")
    before = sorted(str(path) for path in small.rglob("*"))
    refused: list[tuple[type[Exception], dict[str, Any]]] = [
        (BadOption, {"events": True}),
        (BadOption, {"out": small / "games.csv"}),
        (BadFile, {"out": small / "no/such/games.parquet"}),
        (BadFile, {"out": small / "folder.parquet"}),
        (BadFile, {"out": small / "other.parquet", "resume": True}),
        (BadFile, {"out": small / "games.parquet"}),
        (BadFile, {"out": small / "games.parquet", "events": True, "resume": True}),
        (BadOption, {"on": "slurm"}),
        (BadOption, {"on": "ray://nowhere"}),
    ]
    for kind, given in refused:
        with pytest.raises(kind) as error:
            play_all(plan, 1, quiet, **given)
        assert is_one_sentence(str(error.value)), str(error.value)
    with pytest.raises(BadFile, match="another run"):
        play_all(plan_of("run", 30, seed=4), 1, quiet, out=small / "games.parquet", resume=True)
    assert sorted(str(path) for path in small.rglob("*")) == before


def test_two_runs_do_not_write_into_one_folder(small: Path) -> None:
    plan = plan_of("run", 30)
    play_all(plan, 1, stop_after(9), out=small / "games.parquet")
    first = store.Store(small / "games.parquet.parts", Wanted(plan))
    first.open(resume=True)
    with pytest.raises(BadFile, match="Another run"):
        play_all(plan, 1, quiet, out=small / "games.parquet", resume=True)
    first.close()
    assert not play_all(plan, 1, quiet, out=small / "games.parquet", resume=True).stopped


# -- as commands -------------------------------------------------------------------------------------------------

COMMAND = ["simulate", "run", "--games", "2000", "--bots", "greedy", "--jobs", "1", "--json"]


def test_no_room_left_is_one_sentence_and_exit_2_and_finished_chunks_are_kept(tmp_path: Path) -> None:
    """A limit on the size of files stands in for a full disk: the system refuses to write in the same way."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, 9_000))

    line = [sys.executable, "-m", "shamble.cli", *COMMAND, "--out", "games.parquet"]
    ran = subprocess.run(
        line, cwd=tmp_path, env=environment(), capture_output=True, text=True, preexec_fn=limit, check=False
    )  # fmt: skip
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert len(ran.stderr.strip().splitlines()) == 1
    assert "cannot be written" in ran.stderr
    kept = list((tmp_path / "games.parquet.parts").glob("*.games.parquet"))
    assert kept
    assert not (tmp_path / "games.parquet").exists()
    ran = subprocess.run([*line, "--resume"], cwd=tmp_path, env=environment(), capture_output=True, check=True)
    assert json.loads(ran.stdout)["games"] == pl.read_parquet(tmp_path / "games.parquet").height == 2000


def test_a_killed_run_is_gone_on_with(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "shamble.cli", *COMMAND, "--out", "games.parquet"]
    running = subprocess.Popen(line, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not list(tmp_path.glob("games.parquet.parts/*.games.parquet")):
        time.sleep(0.02)
    running.kill()
    running.communicate()
    ran = subprocess.run([*line, "--resume"], cwd=tmp_path, env=environment(), capture_output=True, check=True)
    whole = shamble(*COMMAND)
    assert numbers(json.loads(ran.stdout)) == numbers(json.loads(whole.stdout))


def test_without_the_lab_s_libraries_a_sentence_says_what_to_install(tmp_path: Path) -> None:
    program = "import sys; sys.modules['polars'] = None; import shamble.cli as c; sys.argv = sys.argv[1:]; c.main()"
    line = [sys.executable, "-c", program, "shamble", *COMMAND, "--out", "games.parquet"]
    ran = subprocess.run(line, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "pip install 'shamble[lab]'" in ran.stderr
    assert list(tmp_path.iterdir()) == []


def test_heavy_libraries_are_loaded_only_where_they_are_needed() -> None:
    program = (
        "import sys, shamble, shamble.cli, shamble.lab.commands, shamble.lab.arena\n"
        "print([n for n in ('numpy', 'polars', 'matplotlib', 'ray', 'openskill') if n in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], env=environment(), capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_sides_are_those_after_the_set_up(small: Path) -> None:
    """Among five in Hate the dealer and the left neighbour throw: the loser and every second place are zombies."""
    plan = make_plan("hate", 8, 5, ["random"], 2, {"dealer": "seat"}, None)
    part = play_rows(Wanted(plan, watch=1), 0)
    for row in zip(*(part.observed[f"began_{k}"] for k in range(5)), strict=True):
        assert "".join(side[0] for side in row) in ("zhzhz", "hzhzh")


def test_events_of_an_earlier_run_are_not_left_beside_other_games(tmp_path: Path) -> None:
    plan = make_plan("run", 4, None, ["random"], 1, {}, None)
    out = tmp_path / "games.parquet"
    assert "games-events.parquet" in play_all(plan, 1, lambda _: None, out=out, events=True).wrote[0]
    before = out.read_bytes()
    with pytest.raises(ShambleError, match="earlier run"):
        play_all(make_plan("run", 4, None, ["random"], 2, {}, None), 1, lambda _: None, out=out)
    assert out.read_bytes() == before


def test_an_arena_needs_two_bots() -> None:
    with pytest.raises(ShambleError, match="two"):
        make_contest("run", ["greedy"], 4, None, 1, {})
