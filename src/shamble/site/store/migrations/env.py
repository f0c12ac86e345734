"""Alembic's environment: the connection is handed in by `shamble.site.store.migrate`."""

from alembic import context

from shamble.site.store import schema

context.configure(connection=context.config.attributes["connection"], target_metadata=schema.metadata)
with context.begin_transaction():
    context.run_migrations()
