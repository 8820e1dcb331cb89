"""Alembic runs this: migrations use the connection of the store, in one transaction."""

from alembic import context

from ludotheque.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
