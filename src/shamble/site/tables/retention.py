"""Retention: tables that nobody has used for long are exported, each to a file, and then dropped from the store."""

import asyncio
import json
import logging
import time
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select, update

from shamble.files import write_whole
from shamble.site.config import Settings, data_folder
from shamble.site.store import schema
from shamble.site.store.sql import Store

if TYPE_CHECKING:
    from shamble.site.tables.registry import Tables

HOUR = 3600.0
DAY = 24 * HOUR
AT_ONCE = 200  # tables looked at in one go

logger = logging.getLogger("shamble.site")


async def retain(tables: "Tables", settings: Settings) -> None:
    """Every hour, for ever: retire what has not been used for `keep_days` days."""
    while settings.keep_days > 0:
        try:
            await retire(tables, settings)
        except Exception:
            logger.exception("Old tables could not be exported; they stay where they are.")
        await asyncio.sleep(HOUR)


async def retire(tables: "Tables", settings: Settings, now: float | None = None) -> int:
    """Export and drop the tables last used more than `keep_days` days before `now`; how many that were.

    A table is dropped only once its file is written. BadFile where the folder cannot be written to.
    """
    folder = Path(settings.export_folder) if settings.export_folder else data_folder() / "exports"
    folder.mkdir(parents=True, exist_ok=True)
    before = (time.time() if now is None else now) - settings.keep_days * DAY
    count = 0
    while found := [one for one in await _unused(tables.store, before) if one not in tables.awake]:
        for table_id in found:
            exported = await export(tables, table_id)
            await asyncio.to_thread(write_whole, folder / f"{table_id}.json", exported)
            await _drop(tables.store, table_id)
            count += 1
    if count:
        logger.info("%d old tables were exported to %s.", count, folder)
    return count


async def export(tables: "Tables", table_id: str) -> str:
    """A table as the text of a JSON file: its record, which `shamble replay` reads; where it never began, its seats."""
    table = await tables.open(table_id)
    tables.awake.pop(table_id, None)
    table.fall_asleep()
    if table.match is not None:
        return table.match.record.text()
    seats = [{"name": place.name, "by": place.by} for place in table.seating.places]
    return json.dumps({"table": table_id, "game": table.game.code, "seats": seats, "begun": False}) + "\n"


async def _unused(store: Store, before: float) -> list[str]:
    """Tables not used since; those that the log knows better about are corrected on the way."""
    t, e = schema.tables.c, schema.events.c
    found = []
    async with store.engine.begin() as connection:
        rows = list(await connection.execute(select(t.id).where(t.touched < before).order_by(t.touched).limit(AT_ONCE)))
        for (table_id,) in rows:
            last = await connection.execute(select(func.max(e.at)).where(e.table_id == table_id))
            used = last.scalar_one_or_none()
            if used is not None and used >= before:
                await connection.execute(update(schema.tables).where(t.id == table_id).values(touched=used))
            else:
                found.append(table_id)
    return found


async def _drop(store: Store, table_id: str) -> None:
    async with store.engine.begin() as connection:
        for table, column in (
            (schema.events, schema.events.c.table_id),
            (schema.holders, schema.holders.c.table_id),
            (schema.codes, schema.codes.c.table_id),
            (schema.tables, schema.tables.c.id),
        ):
            await connection.execute(delete(table).where(column == table_id))
