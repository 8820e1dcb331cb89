"""E-mail, push and holidays."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "mails",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("token", sa.String, nullable=False, unique=True),
        sa.Column("is_confirmed", sa.Boolean, nullable=False),
        sa.Column("hours", sa.Integer, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("sent", sa.Integer, nullable=False),
    )
    op.create_table(
        "pushes",
        sa.Column("endpoint", sa.String, primary_key=True),
        sa.Column("person", sa.String, nullable=False, index=True),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("secret", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
    )
    op.create_table(
        "notified",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("way", sa.String, primary_key=True),
        sa.Column("plies", sa.Integer, nullable=False),
    )
    op.create_table(
        "holidays",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("until", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    for name in ("holidays", "notified", "pushes", "mails"):
        op.drop_table(name)
