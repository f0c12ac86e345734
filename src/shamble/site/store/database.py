"""Databases: their addresses, and how SQLite is set up."""

from pathlib import Path
from typing import Any

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from shamble.site.store.protocol import BadDatabase


def database_url(database: str) -> URL:
    """The address as SQLAlchemy takes it, with our drivers; BadDatabase if it is not one."""
    text = database.strip()
    if not text:
        raise BadDatabase("A database is a file's path, sqlite:///FILE or postgresql://USER@HOST/NAME.")
    if "://" not in text:
        return URL.create("sqlite+aiosqlite", database=str(Path(text).expanduser()))
    try:
        url = make_url(text)
        backend = url.get_backend_name()
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise BadDatabase(
            "--database is no address of a database. It is a file's path, sqlite:///FILE or "
            "postgresql://USER@HOST/NAME."
        ) from None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
    if backend not in drivers:
        raise BadDatabase(f"Shamble keeps its tables in SQLite or PostgreSQL, not in {backend[:30]}.")
    return url.set(drivername=drivers[backend])


def unreachable(url: URL, error: Exception) -> str:
    """One sentence on a database that does not answer, without its password."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    why = " ".join(str(cause).split())[:200].rstrip(".?! ")
    return f"The database {shown(url)} cannot be used: {why}."


def shown(url: URL) -> str:
    """The address as a person gives it: without our driver's name, and without its password."""
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def prepare_sqlite(connection: Any, _record: object) -> None:
    """Write-ahead log, each commit on disk before it is acknowledged."""
    try:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA busy_timeout=20000")
        cursor.close()
    except Exception:
        connection.close()  # or its thread would keep the files open
        raise
