"""Alembic runs this: migrations go through the connection that the store hands over, in one transaction."""

from alembic import context

from ludotheque.server.store import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
