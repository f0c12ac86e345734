"""The tables over the store in memory need nothing beyond Python and the engine."""

import subprocess
import sys

CODE = """
import asyncio, importlib.abc, sys

MISSING = ("sqlalchemy", "alembic", "psycopg", "aiosqlite", "redis", "msgspec", "uvloop", "prometheus_client", "fastapi",
           "pydantic", "rich", "starlette", "uvicorn")

class Blocked(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"{name} is not installed", name=name)

sys.meta_path.insert(0, Blocked())

from shamble.site.config import Settings
from shamble.site.store.memory import MemoryStore
from shamble.site.tables.document import written
from shamble.site.tables.registry import Tables

async def main():
    store = MemoryStore()
    await store.open()
    tables = Tables(Settings(pace=0.0), store, "a secret that is long enough to be one")
    await tables.start()
    made = await tables.create("run", seats=["me", "greedy"], host_key="key")
    table = await tables.open(made.table)
    await table.start()
    for _ in range(3):
        while 0 not in table.match.owing:
            await table.changes(table.revision)
        await table.play(0, table.match.choices(0)[0].action, table.version)
    assert b'"seat":0' in written(table, 0)
    revision = table.revision
    table.fall_asleep()
    del tables.awake[made.table]
    assert (await tables.open(made.table)).revision >= revision
    await tables.close()
    await store.close()

asyncio.run(asyncio.wait_for(main(), 60))
"""


def test_the_tables_play_over_a_store_in_memory_where_no_library_is_installed() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
