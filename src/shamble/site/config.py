"""What a server is told when it starts."""

import os
from dataclasses import dataclass
from pathlib import Path

from shamble.processes import cores


def data_folder() -> Path:
    """The user's data folder of Shamble; not made here."""
    base = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return Path(base) / "shamble"


@dataclass(frozen=True)
class Settings:
    """All settings of a server process. Times are seconds; a time of 0 switches its thing off."""

    database: str = ""  # "" = SQLite in the data folder; else a path, sqlite:///…, postgresql://… or memory:
    redis: str = ""  # redis://…; "" = none
    secret: str = ""  # the key of links and resume codes; "" = the file `secret` in the data folder
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    limits: bool = True  # rate limits by seat, key and address
    limit: tuple[str, ...] = ()  # limits that are not to have their default, as `tables=200/min`
    pace: float = 0.6  # pause before a bot moves, so that people can follow
    away_after: float = 20.0  # without a stream or a request a seat counts as away
    idle_after: float = 120.0  # who has not decided for so long, without a clock, may be stood in for; the host's right
    sleep_after: float = 300.0  # without streams and requests a table leaves memory
    keep_days: int = 0  # finished or forgotten tables are exported and dropped after so many days; 0 = never
    export_folder: str = ""  # where they are exported; "" = `exports` in the data folder
    thinkers: int = 0  # processes for bots that search; 0 = one fewer than processors, at least 1, over all workers
    bot_seconds: float = 4.0  # a bot that has not decided by then, waiting included, chooses quickly
    heartbeat: float = 15.0  # seconds between comments on a silent stream
    poll: float = 0.3  # seconds between looks at the store where another process may write and Redis is not there
    json_log: bool = False
    access_log: bool = True  # a line for each request
    prepared: bool = False  # whether `serve` has looked after the database and the log
    trusted_proxies: int = 0  # our own proxies in front: so many entries of X-Forwarded-For count, from the right

    @property
    def thinking_processes(self) -> int:
        """How many processes of this server process are for bots that search."""
        return self.thinkers or max(1, (cores() - 1) // self.workers)
