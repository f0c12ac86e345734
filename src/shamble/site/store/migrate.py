"""Bringing the store's tables to the form this version works with, one process at a time."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from shamble.files import reason
from shamble.locks import lock
from shamble.site.store.database import database_url, shown, unreachable
from shamble.site.store.protocol import BadDatabase

HEAD = "0002"  # the newest step of `migrations/`; a test holds it to that
LOCK = 7_426_253  # PostgreSQL's advisory lock for this; any number that nobody else uses


def migrate(database: str) -> None:
    """Make or bring up to date the tables; BadDatabase if the database cannot be used or is of a newer Shamble.

    Several processes may call this at once: the others wait until the first is through. Blocks.
    """
    url = database_url(database)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    if url.get_backend_name() == "sqlite":
        _check_file(url)
        engine = create_engine(url.set(drivername="sqlite"), connect_args={"timeout": 20})
    else:
        engine = create_engine(url)
    try:
        with engine.connect() as connection:
            if _is_ready(connection):
                return
        with _alone(url), engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": LOCK})
                connection.commit()
            _upgrade(connection, url)
            connection.commit()
    except (SQLAlchemyError, OSError) as error:
        raise BadDatabase(unreachable(url, error)) from None
    finally:
        engine.dispose()


def _is_ready(connection: Any) -> bool:
    """Whether the tables are those of this version: mostly they are, and then Alembic is not even loaded."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    versions = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    return list(versions) == [HEAD]


def _upgrade(connection: Any, url: URL) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:
        raise BadDatabase(f"The database {shown(url)} was written by a newer Shamble; use that.") from None


@contextmanager
def _alone(url: URL) -> Iterator[None]:
    """For SQLite: hold a lock file beside the database."""
    if url.get_backend_name() != "sqlite" or not url.database:
        yield
        return
    with open(f"{url.database}.lock", "a", encoding="ascii") as file:
        lock(file)
        yield


def _check_file(url: URL) -> None:
    if not url.database or url.database == ":memory:":
        raise BadDatabase("A database in memory would forget every game: give a file's path, or memory: for just that.")
    try:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        with open(url.database, "ab"):
            pass
    except OSError as error:
        raise BadDatabase(f"The database {url.database} cannot be used: {reason(error)}.") from None
