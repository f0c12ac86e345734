"""Which store an address means: `memory:`, or a database (a file's path, sqlite:///FILE, postgresql://USER@HOST/NAME)."""

from shamble.site.store.memory import MemoryStore
from shamble.site.store.protocol import BadDatabase, Store

MEMORY = "memory:"  # the tables end with the server


def is_memory(database: str) -> bool:
    """Whether the address is that of a store in memory."""
    return database.strip() == MEMORY


def check_memory(database: str, shared: bool) -> None:
    """BadDatabase where several processes (`shared`) would each have tables of their own in memory."""
    if shared and is_memory(database):
        raise BadDatabase("Tables in memory are of one process: leave --workers and --redis away, or give a database.")


def prepare(database: str) -> None:
    """Make or bring up to date what the store needs; BadDatabase where that cannot be. Blocks."""
    if not is_memory(database):
        from shamble.site.store.migrate import migrate

        migrate(database)


def store_at(database: str) -> Store:
    """The store of an address, not opened yet; BadDatabase where it is no address."""
    if is_memory(database):
        return MemoryStore()
    from shamble.site.store.sql import SqlStore

    return SqlStore(database)
