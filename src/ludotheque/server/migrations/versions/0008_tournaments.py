"""Tournaments: who takes part, and their tables."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("host", sa.String, nullable=False, index=True),
        sa.Column("plan", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("started_ms", sa.BigInteger, nullable=False),
    )
    op.add_column("tables", sa.Column("tournament", sa.String, nullable=False, server_default=""))
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String, nullable=False, index=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("is_out", sa.Boolean, nullable=False),
    )
    op.create_table(
        "boards",
        sa.Column("tournament", sa.String, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("players", sa.LargeBinary, nullable=False),
        sa.Column("table_id", sa.String),
    )


def downgrade() -> None:
    op.drop_column("tables", "tournament")
    op.drop_table("boards")
    op.drop_table("entrants")
    op.drop_table("tournaments")
