"""Sessions of accounts, and skeletons of their names.

Old cookies stay valid for another year: each person gets a session for theirs.
"""

import time

import sqlalchemy as sa
from alembic import op

from ludotheque.server.people import skeleton

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("person", sa.String, nullable=False, index=True),
        sa.Column("seen", sa.Integer, nullable=False),
    )
    known = "SELECT id FROM people UNION SELECT person FROM watchers"
    before = sa.text(f"INSERT INTO sessions (key, person, seen) SELECT id, id, :now FROM ({known}) AS known")
    op.get_bind().execute(before, {"now": int(time.time())})

    op.add_column("accounts", sa.Column("skeleton", sa.String, nullable=False, server_default=""))
    op.create_index("ix_accounts_skeleton", "accounts", ["skeleton"])
    for person, name in op.get_bind().execute(sa.text("SELECT person, name FROM accounts")).all():
        looks = sa.text("UPDATE accounts SET skeleton = :skeleton WHERE person = :person")
        op.get_bind().execute(looks, {"skeleton": skeleton(name), "person": person})


def downgrade() -> None:
    op.drop_index("ix_accounts_skeleton", "accounts")
    op.drop_column("accounts", "skeleton")
    op.drop_table("sessions")
