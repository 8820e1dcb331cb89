"""Reports of what people said or did at a table, and people who are banned."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("reporter", sa.String, nullable=False, index=True),
        sa.Column("person", sa.String, nullable=False, index=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
    )
    op.create_table(
        "bans",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("bans")
    op.drop_table("reports")
