"""People who want to be paired, and invitations to accounts by name."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seeks",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("pace", sa.String, nullable=False),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("is_near", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.String),
    )
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String, primary_key=True, index=True),
        sa.Column("by", sa.String, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("invitations")
    op.drop_table("seeks")
