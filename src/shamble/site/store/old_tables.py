"""What the store keeps of tables that are over, and how it lets go of those that nobody uses."""

from sqlalchemy import delete, func, select, update

from shamble.site.store import schema
from shamble.site.store.sql import Store

AT_ONCE = 200  # tables looked at in one go


async def put_snapshot(store: Store, table_id: str, packed: bytes, ended: float) -> None:
    """Keep what a table shows that ended then; what was kept of it before is replaced."""
    s, t = schema.snapshots.c, schema.tables.c
    async with store.changing() as connection:
        await connection.execute(delete(schema.snapshots).where(s.table_id == table_id))
        await connection.execute(schema.snapshots.insert(), [{"table_id": table_id, "packed": packed}])
        await connection.execute(update(schema.tables).where(t.id == table_id).values(ended=ended))


async def snapshot(store: Store, table_id: str) -> bytes | None:
    """What was kept of a table; None if nothing was."""
    async with store.asking() as connection:
        found = await connection.execute(
            select(schema.snapshots.c.packed).where(schema.snapshots.c.table_id == table_id)
        )
        packed = found.scalar_one_or_none()
    return None if packed is None else bytes(packed)


async def has_snapshot(store: Store, table_id: str) -> bool:
    """Whether something was kept of a table."""
    async with store.asking() as connection:
        wanted = select(schema.snapshots.c.table_id).where(schema.snapshots.c.table_id == table_id)
        return (await connection.execute(wanted)).first() is not None


async def not_kept(store: Store, passed_over: set[str]) -> list[str]:
    """Finished tables of which nothing was kept, but for some: they ended before anything was."""
    t, s = schema.tables.c, schema.snapshots.c
    async with store.asking() as connection:
        wanted = select(t.id).where(t.ended.is_not(None), t.id.not_in(select(s.table_id))).order_by(t.ended.desc())
        rows = await connection.execute(wanted.limit(AT_ONCE + len(passed_over)))
        return [table_id for (table_id,) in rows if table_id not in passed_over]


async def unused(store: Store, before: float, passed_over: set[str]) -> list[str]:
    """Tables not used since, but for some; those that the log knows better about are corrected on the way."""
    t, e = schema.tables.c, schema.events.c
    found = []
    async with store.changing() as connection:
        wanted = select(t.id).where(t.touched < before).order_by(t.touched).limit(AT_ONCE + len(passed_over))
        rows = [table_id for (table_id,) in await connection.execute(wanted) if table_id not in passed_over]
        for table_id in rows:
            last = await connection.execute(select(func.max(e.at)).where(e.table_id == table_id))
            used = last.scalar_one_or_none()
            if used is not None and used >= before:
                await connection.execute(update(schema.tables).where(t.id == table_id).values(touched=used))
            else:
                found.append(table_id)
    return found


async def drop(store: Store, table_id: str) -> None:
    """Take a table and all that belongs to it out of the store."""
    async with store.changing() as connection:
        for table, column in (
            (schema.events, schema.events.c.table_id),
            (schema.holders, schema.holders.c.table_id),
            (schema.codes, schema.codes.c.table_id),
            (schema.snapshots, schema.snapshots.c.table_id),
            (schema.tables, schema.tables.c.id),
        ):
            await connection.execute(delete(table).where(column == table_id))
