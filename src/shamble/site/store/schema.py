"""The tables of the store. `migrations/` makes them; a test holds the two together."""

from sqlalchemy import Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text, UniqueConstraint

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("spec", Text, nullable=False),  # JSON: players, options, edition, clock, position
    Column("seed", String(24), nullable=False),
    Column("salt", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("ended", Float),
    Index("tables_by_touched", "touched"),
)

# The truth: everything that ever happened at a table, in order. Two processes can never both write revision n.
events = Table(
    "events",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("data", Text, nullable=False),  # of a play: the action; else JSON
    Column("drawn", Text),  # what chance made of it: actions, one a line
    Column("version", Integer, nullable=False),  # events played once this has happened
    Column("request_id", String(80)),
    UniqueConstraint("table_id", "request_id", name="events_once"),
)

# Whose key holds which seat (-1: the host's), for "my tables"; the same is in the events.
holders = Table(
    "holders",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("key_hash", String(64), primary_key=True),
    Index("holders_by_key", "key_hash"),
)

# Resume codes of four words, hashed with the server's secret.
codes = Table(
    "codes",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column("table_id", String(24), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("revision", Integer),  # the table's when the code was made; a code of before step 0002 has none
    Index("codes_by_seat", "table_id", "seat"),
)

# The server processes that use this store, each with its last sign of life.
processes = Table(
    "processes",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("seen", Float, nullable=False),
)

# Which seats have shown a sign of life at which process lately, where several processes use this store.
presence = Table(
    "presence",
    metadata,
    Column("process", String(40), primary_key=True),
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Index("presence_by_seat", "table_id", "seat"),
)

# What a finished table shows, packed: its documents for every reader and its record. It is shown from here once its
# rules version can no longer be played.
snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("packed", LargeBinary, nullable=False),
)

# When no server ran, for the clocks. The one row without an end begins with the last sign of life of any server.
pauses = Table(
    "pauses",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("began", Float, nullable=False),
    Column("ended", Float),
)
