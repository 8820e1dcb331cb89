"""The database schema: the journal, and the tables beside it.

SQLAlchemy describes the schema; Alembic migrates old databases to it.
"""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from ludotheque.server.database import Database
from ludotheque.server.trouble import FOREIGN, NEWER, Trouble

MIGRATIONS = Path(__file__).parents[1] / "migrations"
VERSIONS = "alembic_version"  # the table that says which schema a database has

metadata = sa.MetaData()

secrets_kept = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("created", sa.Integer, nullable=False),  # seconds since 1970, here and below
)

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("name", sa.String, nullable=False),  # as it was typed
    sa.Column("folded", sa.String, nullable=False, unique=True),  # as it is compared
    sa.Column("skeleton", sa.String, nullable=False, index=True, server_default=""),  # as it looks
    sa.Column("password", sa.String, nullable=False),  # its argon2 hash
    sa.Column("created", sa.Integer, nullable=False),
    sa.Column("is_private", sa.Boolean, nullable=False, server_default=sa.false()),  # nobody else sees the profile
)

devices = sa.Table(
    "devices",
    metadata,
    sa.Column("token", sa.String, primary_key=True),  # SHA-256, so that a reader of the database cannot use it
    sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False),
    sa.Column("until", sa.Integer, nullable=False),
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("key", sa.String, primary_key=True),  # SHA-256 of the session's id; for an old cookie, the person
    sa.Column("person", sa.String, nullable=False, index=True),
    sa.Column("seen", sa.Integer, nullable=False),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("config", sa.LargeBinary, nullable=False),  # JSON, as the table layer writes it
    sa.Column("key", sa.LargeBinary, nullable=False),  # of the game's random outcomes; secret until the game ends
    sa.Column("host", sa.String, sa.ForeignKey("people.id"), nullable=False),
    sa.Column("is_open", sa.Boolean, nullable=False),  # anyone may watch, and take a free seat
    sa.Column("has_clock", sa.Boolean, nullable=False),
    sa.Column("watch_token", sa.String, nullable=False),
    sa.Column("rematch", sa.String, sa.ForeignKey("tables.id")),
    sa.Column("created", sa.Integer, nullable=False),
    # a copy for lists, computed from the journal
    sa.Column("status", sa.String, nullable=False),
    sa.Column("to_act", sa.Integer, nullable=False),  # a bit for each seat
    sa.Column("touched", sa.Integer, nullable=False),
    sa.Column("plies", sa.Integer, nullable=False, server_default="0"),
    sa.Column("noted", sa.Integer, nullable=False, server_default="0"),  # the number of the last event in this copy
    # a copy for lists, from the configuration
    sa.Column("pace", sa.String, nullable=False, server_default="none"),  # the kind of its clock
    sa.Column("is_rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("tournament", sa.String, nullable=False, server_default=""),  # that opened this table
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),  # person, bot, screen
    # who may act for it; NULL for a bot's seat or a free one
    sa.Column("person", sa.String, sa.ForeignKey("people.id"), index=True),
    sa.Column("token", sa.String),  # of its invitation, until the seat is taken
)

watchers = sa.Table(
    "watchers",
    metadata,
    sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("person", sa.String, primary_key=True),
)

journal = sa.Table(
    "journal",
    metadata,
    sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("event", sa.LargeBinary, nullable=False),  # JSON
    sqlite_with_rowid=False,
)

# How finished games ended, one row for each seat; and what followed for the players' ratings. Both
# can be rebuilt from the journals, and survive them: a deleted table still counts.
results = sa.Table(
    "results",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False, index=True),  # of the game, in the order in which they ended
    sa.Column("game", sa.String, nullable=False),
    sa.Column("player", sa.String, nullable=False, index=True),  # a person, or a bot's level: "bot:novice"
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("has_left", sa.Boolean, nullable=False),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("opening", sa.String, nullable=False),
    sa.Column("is_rated", sa.Boolean, nullable=False),
    sa.Column("ended", sa.Integer, nullable=False),
    sa.Column("mu", sa.Float),  # the player's strength after a rated game
    sa.Column("sigma", sa.Float),
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("player", sa.String, primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)

# People who want to be paired, one wish each; deleted when they stop asking
seeks = sa.Table(
    "seeks",
    metadata,
    sa.Column("person", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("pace", sa.String, nullable=False),
    sa.Column("is_rated", sa.Boolean, nullable=False),
    sa.Column("is_near", sa.Boolean, nullable=False),  # only with people of about the same strength
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("since_ms", sa.BigInteger, nullable=False),
    sa.Column("seen_ms", sa.BigInteger, nullable=False),
    sa.Column("table_id", sa.String),  # once they are paired
)

invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("person", sa.String, primary_key=True, index=True),
    sa.Column("by", sa.String, nullable=False),
)

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("host", sa.String, nullable=False, index=True),
    sa.Column("plan", sa.LargeBinary, nullable=False),  # JSON
    sa.Column("key", sa.LargeBinary, nullable=False),  # of the deals of duplicate rounds; secret
    sa.Column("status", sa.String, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),  # the one that was begun last
    sa.Column("created", sa.Integer, nullable=False),
    sa.Column("started_ms", sa.BigInteger, nullable=False),
)

entrants = sa.Table(
    "entrants",
    metadata,
    sa.Column("tournament", sa.String, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player", sa.String, nullable=False, index=True),  # as in `results`
    sa.Column("name", sa.String, nullable=False),
    sa.Column("is_out", sa.Boolean, nullable=False),
)

boards = sa.Table(
    "boards",
    metadata,
    sa.Column("tournament", sa.String, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("players", sa.LargeBinary, nullable=False),  # JSON: the numbers of its entrants, by seat
    sa.Column("table_id", sa.String),  # NULL for a bye
)

reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String, nullable=False),
    sa.Column("reporter", sa.String, nullable=False, index=True),
    sa.Column("person", sa.String, nullable=False, index=True),  # whom it is about
    sa.Column("name", sa.String, nullable=False),
    sa.Column("text", sa.String, nullable=False),  # what they said
    sa.Column("at", sa.Integer, nullable=False),
)

bans = sa.Table(
    "bans",
    metadata,
    sa.Column("person", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("at", sa.Integer, nullable=False),
)

days = sa.Table(
    "days",
    metadata,
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),  # days since 1970 on which a server ran
    sa.Column("seen_ms", sa.BigInteger, nullable=False),  # the server's last heartbeat on that day
)


def check_known(connection: sa.Connection, database: Database, script: ScriptDirectory) -> None:
    """Refuse another program's database, or one that a newer version of ours has migrated."""
    known = {step.revision for step in script.walk_revisions()}
    shapes = MigrationContext.configure(connection).get_current_heads()
    found = set(sa.inspect(connection).get_table_names()) - {VERSIONS}
    foreign = found & set(metadata.tables) if database.is_shared else found
    if foreign and not (shapes and journal.name in found):
        raise Trouble(FOREIGN, database.where, "")
    for shape in shapes:
        if shape not in known:
            raise Trouble(NEWER, database.where, shape)


def migrate(engine: sa.Engine, database: Database, shape: str = "head") -> None:
    """Migrate a database to this program's schema, creating it if necessary."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        database.lock_shape(connection)
        check_known(connection, database, ScriptDirectory.from_config(config))
        config.attributes["connection"] = connection
        command.upgrade(config, shape)
