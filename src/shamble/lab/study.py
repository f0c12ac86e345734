"""A study being played: its cells one after the other, their rows kept in the study's folder."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shamble.files import BadFile, read_json, reason, write_whole
from shamble.lab.extras import need
from shamble.lab.store import Store, fill
from shamble.lab.studyfile import Study
from shamble.lab.tables import join_tables, read_table
from shamble.lab.words import HOLDS_ANOTHER, HOLDS_STUDY, NOT_A_STUDY

if TYPE_CHECKING:
    import polars

MARK = "study.json"
TABLES = ("games", "topics")


@dataclass
class Played:
    """A study's rows. `games` has one row a game, `topics` one a game, seat and topic; both say in `cell` which cell,
    counted from 0, they belong to. Where Ctrl-C stopped it, `done` games are kept and the tables are None."""

    done: int
    stopped: bool
    games: "polars.DataFrame | None" = None
    topics: "polars.DataFrame | None" = None


def default_folder(study: Study) -> Path:
    """Where a study goes by default: a folder of its own, named after the file."""
    return Path(Path(study.source).stem)


def play_study(
    study: Study,
    folder: Path,
    jobs: int | None,
    progress: Callable[[int], None],
    *,
    resume: bool = False,
    on: str | None = None,
    say: Callable[[str], None] = lambda sentence: None,
) -> Played:
    """Play what the folder lacks of a study; with `resume` what is already there is used."""
    need("polars", "numpy", "matplotlib")
    _open(study, folder, resume)
    done = 0
    whole = _whole_tables(study, folder)
    if whole is not None:
        progress(study.games)
        return whole
    stores = []
    for number, cell in enumerate(study.cells):
        store = Store(folder / "cells" / f"{number:02}", cell.wanted)
        stores.append(store)
        store.open(resume or not store.folder.exists())
        try:
            tally, _, stopped = fill(store, jobs, _from(done, progress), on)
        finally:
            store.close()
        for note in store.notes:
            say(note)
        done += tally.games
        if stopped:
            return Played(done, True)
    try:
        for kind in TABLES:
            _join(folder, stores, kind)
        for store in stores:
            store.remove()
        (folder / "cells").rmdir()
    except OSError as error:
        raise BadFile(f"{folder} cannot be written: {reason(error)}. Finished chunks are kept.") from None
    tables = _whole_tables(study, folder)
    if tables is None:
        raise BadFile(f"{folder} was changed by somebody else meanwhile; run the study again with --resume.")
    return tables


def stamp_of(study: Study) -> dict[str, Any]:
    """All that a study's rows depend on."""
    return {
        "game": study.game,
        "cells": [{"name": cell.name, **cell.wanted.plan.stamp(), "watch": cell.wanted.watch} for cell in study.cells],
    }


def _from(before: int, progress: Callable[[int], None]) -> Callable[[int], None]:
    """`progress` for games that are counted from `before` on."""
    return lambda games: progress(before + games)


def _open(study: Study, folder: Path, resume: bool) -> None:
    """Make the folder, or see that it is this study's."""
    mark = folder / MARK
    stamp = json.loads(json.dumps(stamp_of(study)))
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            if not mark.is_file():
                raise BadFile(NOT_A_STUDY.format(folder=folder))
            if read_json(mark) != stamp:
                raise BadFile(HOLDS_ANOTHER.format(folder=folder))
            if not resume:
                raise BadFile(HOLDS_STUDY.format(folder=folder))
            return
        (folder / "cells").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{folder} cannot be used: {reason(error)}.") from None
    write_whole(mark, json.dumps(stamp, indent=1) + "\n")


def _join(folder: Path, stores: list[Store], kind: str) -> None:
    """All cells' rows as one table; a column that only some cells have is empty in the others."""
    import polars as pl

    drafts = []
    for number, store in enumerate(stores):
        draft = store.folder / f"all.{kind}"
        store.join(kind, draft)
        table = pl.scan_parquet(draft).select(pl.lit(number, dtype=pl.Int16).alias("cell"), pl.all())
        drafts.append(table)
    join_tables(folder / f"{kind}.parquet", pl.concat(drafts, how="diagonal"))


def _whole_tables(study: Study, folder: Path) -> Played | None:
    """The joined tables of a finished study; None if they are missing, damaged or short."""
    try:
        games, topics = (read_table(folder / f"{kind}.parquet") for kind in TABLES)
    except BadFile:
        return None
    if games.height != study.games:
        return None
    return Played(study.games, False, games, topics)
