"""Finished tables are kept as they are shown, pauses of the server are noted, codes know the table's revision."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the new tables and the new column."""
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("packed", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "pauses",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
    )
    op.add_column("codes", sa.Column("revision", sa.Integer))
