"""Accounts with a password, and links that make another device the same person."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("folded", sa.String, nullable=False, unique=True),
        sa.Column("password", sa.String, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("token", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("until", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    for name in ("devices", "accounts"):
        op.drop_table(name)
