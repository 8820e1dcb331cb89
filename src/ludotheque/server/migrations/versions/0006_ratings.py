"""Results of finished games, ratings, private profiles, and what lists of tables filter by."""

import msgspec
import sqlalchemy as sa
from alembic import op

from ludotheque.table.events import Config

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False, index=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("player", sa.String, nullable=False, index=True),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("has_left", sa.Boolean, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("opening", sa.String, nullable=False),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("ended", sa.Integer, nullable=False),
        sa.Column("mu", sa.Float),
        sa.Column("sigma", sa.Float),
    )
    op.create_table(
        "ratings",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("player", sa.String, primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.add_column("accounts", sa.Column("is_private", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("is_rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("pace", sa.String, nullable=False, server_default="none"))
    for table, config in op.get_bind().execute(sa.text("SELECT id, config FROM tables WHERE has_clock")).all():
        try:
            pace = msgspec.json.decode(config, type=Config).clock.kind
        except (msgspec.DecodeError, UnicodeDecodeError):  # a damaged table, which can only be deleted
            continue
        op.get_bind().execute(sa.text("UPDATE tables SET pace = :pace WHERE id = :id"), {"pace": pace, "id": table})


def downgrade() -> None:
    op.drop_column("tables", "pace")
    op.drop_column("tables", "is_rated")
    op.drop_column("accounts", "is_private")
    op.drop_table("ratings")
    op.drop_table("results")
