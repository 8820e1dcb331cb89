"""Up to which event lists know a table."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

# what is wrong already heals when the table is loaded, as before
NOTED = "UPDATE tables SET noted = COALESCE((SELECT MAX(seq) FROM journal WHERE table_id = tables.id), 0)"


def upgrade() -> None:
    op.add_column("tables", sa.Column("noted", sa.Integer, nullable=False, server_default="0"))
    op.execute(NOTED)


def downgrade() -> None:
    op.drop_column("tables", "noted")
