"""Retention: tables that nobody has used for long are exported, each to a file, and then dropped from the store."""

import asyncio
import contextlib
import json
import logging
import time
from pathlib import Path

from shamble.files import write_whole
from shamble.site.config import Settings, data_folder
from shamble.site.errors import NoTable
from shamble.site.store.protocol import FAILURES
from shamble.site.tables.closed import ClosedTable
from shamble.site.tables.registry import Tables

HOUR = 3600.0
PACE = 0.2  # seconds between two tables that are woken by the way
DAY = 24 * HOUR

logger = logging.getLogger("shamble.site")


async def retain(tables: Tables, settings: Settings) -> None:
    """Every hour, for ever: retire what has not been used for `keep_days` days."""
    while settings.keep_days > 0:
        try:
            await retire(tables, settings)
        except Exception:
            logger.exception("Old tables could not be exported; they stay where they are.")
        await asyncio.sleep(HOUR)


async def keep_finished(tables: Tables) -> None:
    """Once after the start: keep what tables show that ended before anything was kept of them, one after another."""
    seen: set[str] = set()
    try:
        while table_ids := await tables.store.ended_without_snapshot(seen):
            for table_id in table_ids:
                await asyncio.sleep(PACE)
                seen.add(table_id)
                with contextlib.suppress(NoTable):
                    await tables.look(table_id)  # a table that wakes and is over is kept: see `Table.keep_snapshot`
    except FAILURES:
        logger.exception("What finished tables show could not be kept; it is tried again after the next start.")


async def retire(tables: Tables, settings: Settings, now: float | None = None) -> int:
    """Export and drop the tables last used more than `keep_days` days before `now`; how many that were.

    A table is dropped only once its file is written; one that cannot be exported stays, and the others go on. BadFile
    where the folder cannot be written to.
    """
    folder = Path(settings.export_folder) if settings.export_folder else data_folder() / "exports"
    folder.mkdir(parents=True, exist_ok=True)
    before = (time.time() if now is None else now) - settings.keep_days * DAY
    count, passed_over = 0, set(tables.awake)
    while table_ids := await tables.store.unused(before, passed_over):
        for table_id in table_ids:
            passed_over.add(table_id)
            if table_id in tables.awake:
                continue
            try:
                exported = await export(tables, table_id)
            except FAILURES:
                raise
            except Exception:
                logger.exception("Table %s could not be exported; it stays where it is.", table_id)
                continue
            await asyncio.to_thread(write_whole, folder / f"{table_id}.json", exported)
            await tables.store.drop(table_id)
            tables.forget_closed(table_id)
            count += 1
    if count:
        logger.info("%d old tables were exported to %s.", count, folder)
    return count


async def export(tables: Tables, table_id: str) -> str:
    """A table as the text of a JSON file: its record, which `shamble replay` reads; where it never began, its seats."""
    table = await tables.look(table_id)
    if isinstance(table, ClosedTable):
        return table.export()
    tables.awake.pop(table_id, None)
    table.fall_asleep()
    if table.match is not None:
        return table.match.record.text()
    seats = [{"name": place.name, "by": place.by} for place in table.seating.places]
    return json.dumps({"table": table_id, "game": table.game.code, "seats": seats, "begun": False}) + "\n"
