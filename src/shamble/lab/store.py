"""Chunks kept in a folder while a long run goes on, so that it can be stopped, killed and resumed."""

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from shamble.files import BadFile, check_target, read_json, reason, write_whole
from shamble.kernel.errors import BadOption
from shamble.lab.chunks import in_order
from shamble.lab.extras import need
from shamble.lab.rows import Part, Wanted, joined, play_rows, tally_of
from shamble.lab.tables import events_table, games_table, join_tables, read_table, rows_in, topics_table
from shamble.lab.tables import write_table as write
from shamble.lab.tally import Tally
from shamble.locks import try_lock

if TYPE_CHECKING:
    import polars as pl

EVERY = 1.0  # seconds between two files
MOST = 2_000_000  # events held in memory before they are written
NAME = re.compile(r"(\d{8,})-(\d{8,})\.games\.parquet")


class Store:
    """A folder with the chunks of one run, several to a file. Files are whole or not there; half ones are played again.

    `folder` is made when the run begins. `notes` are sentences for the person: what was found damaged.
    """

    def __init__(self, folder: Path, wanted: Wanted) -> None:
        need("polars", "numpy")
        self.folder = folder
        self.wanted = wanted
        self.kinds = ("games", *(("events",) if wanted.events else ()), *(("topics",) if wanted.watch else ()))
        self.notes: list[str] = []
        self._spans: list[tuple[int, int]] = []  # first and last chunk of every good file
        self._waiting: list[Part] = []
        self._events = 0
        self._written = 0.0
        self._lock: IO[str] | None = None

    @property
    def stamp(self) -> dict[str, Any]:
        """What the folder's rows depend on."""
        return {**self.wanted.plan.stamp(), "with_events": self.wanted.events, "watch": self.wanted.watch}

    def open(self, resume: bool) -> None:
        """Begin, or resume what is there; BadFile if the folder cannot be used for this run."""
        mark = self.folder / "run.json"
        try:
            if self.folder.exists() and any(self.folder.iterdir()):
                if not mark.is_file():
                    raise BadFile(f"{self.folder} is there already and holds no run; choose another name.")
                self._lock_folder()
                if not resume:
                    raise BadFile(
                        f"{self.folder} holds an unfinished run: go on with --resume, or delete it to begin anew."
                    )
                if read_json(mark) != json.loads(json.dumps(self.stamp)):
                    raise BadFile(
                        f"{self.folder} holds another run (other options, bots, seed, number of games or version): "
                        "repeat its own command, or delete the folder to begin anew."
                    )
                self._take_stock()
                return
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock_folder()
        except OSError as error:
            raise BadFile(f"{self.folder} cannot be used: {reason(error)}.") from None
        write_whole(mark, json.dumps(self.stamp, indent=1) + "\n")

    def _lock_folder(self) -> None:
        self._lock = open(self.folder / "lock", "w", encoding="utf-8")  # noqa: SIM115 (held as long as the run)
        if not try_lock(self._lock):
            raise BadFile(f"Another run is writing into {self.folder} now; wait for it, or end it first.")

    def _take_stock(self) -> None:
        """Find the good files, delete the others."""
        for draft in self.folder.glob(".shamble.*.part"):
            draft.unlink(missing_ok=True)
        for path in sorted(self.folder.glob("*.games.parquet")):
            matched = NAME.fullmatch(path.name)
            if matched is None:
                continue
            first, last = int(matched[1]), int(matched[2])
            try:
                self._check(first, last)
            except BadFile:
                self.notes.append(f"{path} or what belongs to it is half-written: its games are played again.")
                for kind in self.kinds:
                    self._path(first, last, kind).unlink(missing_ok=True)
            else:
                self._spans.append((first, last))

    def _check(self, first: int, last: int) -> None:
        """BadFile if the files of these chunks do not hold just their games."""
        plan = self.wanted.plan
        numbers = read_table(self._path(first, last, "games")).get_column("game").to_list()
        if numbers != list(range(first * plan.chunk, min(plan.games, (last + 1) * plan.chunk))):
            raise BadFile("")
        if self._spans and self._spans[-1][1] >= first:
            raise BadFile("")
        for kind in self.kinds[1:]:
            rows_in(self._path(first, last, kind))

    def _path(self, first: int, last: int, kind: str) -> Path:
        return self.folder / f"{first:08}-{last:08}.{kind}.parquet"

    def todo(self) -> Iterator[int]:
        """The chunks that are still to be played, in order."""
        following = 0
        for first, last in [*self._spans, (self.wanted.plan.chunks, 0)]:
            yield from range(following, first)
            following = last + 1

    def kept(self) -> Tally:
        """What the chunks found here count."""
        tally = Tally()
        plan = self.wanted.plan
        for first, last in self._spans:
            table = read_table(self._path(first, last, "games"))
            for place in range(0, table.height, plan.chunk):
                columns = table.slice(place, plan.chunk).to_dict(as_series=False)
                tally.add(tally_of(Part(0, columns), plan.players))
        return tally

    def add(self, part: Part) -> None:
        """Take a chunk; it is written soon."""
        if self._waiting and self._waiting[-1].number + 1 != part.number:
            self.flush()
        self._waiting.append(part)
        self._events += len(part.code)
        if time.monotonic() - self._written >= EVERY or self._events >= MOST:
            self.flush()

    def flush(self) -> None:
        """Write what is held in memory; BadFile if there is no room."""
        if not self._waiting:
            return
        parts = self._waiting
        first, last = parts[0].number, parts[-1].number
        game = self.wanted.plan.game
        whole = joined(parts)
        makers: dict[str, Callable[[], pl.DataFrame]] = {
            "games": lambda: games_table(whole),
            "events": lambda: events_table(game, whole),
            "topics": lambda: topics_table(game, whole),
        }
        for kind in reversed(self.kinds):  # the games last: their file says that the others are there
            write(self._path(first, last, kind), makers[kind]())
        self._waiting = []
        self._events = 0
        self._spans = sorted([*self._spans, (first, last)])
        self._written = time.monotonic()

    def files(self, kind: str) -> list[Path]:
        """The files of a kind, in the order of their games."""
        return [self._path(first, last, kind) for first, last in self._spans]

    def join(self, kind: str, target: Path) -> None:
        """All rows of a kind as one file, whole or not at all."""
        join_tables(target, self.files(kind))

    def close(self) -> None:
        """Let others use the folder."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def remove(self) -> None:
        """Delete the folder: all has been joined elsewhere."""
        self.close()
        for path in self.folder.iterdir():
            path.unlink()
        self.folder.rmdir()


def fill(
    store: Store, jobs: int | None, progress: Callable[[int], None], on: str | None = None
) -> tuple[Tally, int, bool]:
    """Play what a store lacks. The tally of all its games, how many events of it were played now, and whether Ctrl-C
    stopped it before all was played; what was finished is in the store in any case."""
    tally = store.kept()
    before = tally.events
    stopped = False
    if tally.games:
        progress(tally.games)
    try:
        for part in in_order(play_rows, store.wanted, store.todo(), jobs, on):
            store.add(part)
            tally.add(tally_of(part, store.wanted.plan.players))
            progress(tally.games)
    except KeyboardInterrupt:
        stopped = True
    finally:
        store.flush()
    return tally, tally.events - before, stopped


def check_parquet(path: Path) -> None:
    """BadFile or BadOption if no Parquet file of that name can be written."""
    check_target(path)
    if path.suffix != ".parquet":
        raise BadOption(f"--out writes Parquet: give a name that ends in .parquet; not {str(path)[:60]!r}.")
