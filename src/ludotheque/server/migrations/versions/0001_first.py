"""The first schema: people, tables, seats, watchers, the journal."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    make_people()
    make_tables()
    make_what_belongs_to_a_table()


def make_people() -> None:
    op.create_table(
        "secrets", sa.Column("name", sa.String, primary_key=True), sa.Column("value", sa.LargeBinary, nullable=False)
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
    )


def make_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("config", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("host", sa.String, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("has_clock", sa.Boolean, nullable=False),
        sa.Column("watch_token", sa.String, nullable=False),
        sa.Column("rematch", sa.String, sa.ForeignKey("tables.id")),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("to_act", sa.Integer, nullable=False),
        sa.Column("touched", sa.Integer, nullable=False),
    )


def make_what_belongs_to_a_table() -> None:
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), index=True),
        sa.Column("token", sa.String),
    )
    op.create_table(
        "watchers",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String, primary_key=True),
    )
    op.create_table(
        "journal",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("event", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for name in ("journal", "watchers", "seats", "tables", "people", "secrets"):
        op.drop_table(name)
