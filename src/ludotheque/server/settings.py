"""What whoever starts the server can choose."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from ludotheque.core.chance import secret_key
from ludotheque.core.errors import LudothequeError
from ludotheque.server.bus import check_redis
from ludotheque.server.database import SQLITE, Database, database_of

BOT_PAUSE_S = 0.6  # between two plies that people watch


@dataclass(frozen=True)
class Settings:
    """All settings of one server. The last six are there for tests; no command line reaches them."""

    database: str = f"{SQLITE}ludotheque.db"
    public_url: str = ""  # how people outside reach this server, if it stands behind a proxy
    house_url: str = ""  # how people in the same house reach it, if they can
    redis: str = ""  # where several processes hear from each other; without it this process is the only one
    bot_threads: int = 2
    bots: tuple[tuple[str, str], ...] = ()  # programs of the host's own: the name under which people choose them, and how they are started
    waiting_days: float = 7  # a table that waits so long for people is deleted; 0: never
    playing_days: float = 90  # and one at which nobody has done anything for so long; finished games stay
    at_once: bool = False  # games are played before they are compiled, slowly, and all of them are compiled from the start; else the first table of a game waits for it
    bot_pause_s: float = BOT_PAUSE_S
    bot_s: float = 30.0  # how long such a program may think
    away_s: float = 120.0  # how long somebody may be away before a bot plays for them, at tables that want that
    posts_at_once: int = 100  # requests that change something, from one address; then some a second
    logins_at_once: int = 20  # passwords that one address may try; then one now and then
    make_key: Callable[[], bytes] = secret_key

    def check(self) -> None:
        """Refuse what cannot be meant, before anything is opened."""
        _ = self.kept_in, self.public_origin
        check_redis(self.redis)
        if self.waiting_days < 0 or self.playing_days < 0:
            raise LudothequeError("tables are kept for a number of days, or for ever: 0")

    @property
    def kept_in(self) -> Database:
        return database_of(self.database)

    @property
    def public_origin(self) -> str | None:
        """Scheme and host that pages are loaded from, as a browser names them."""
        if not self.public_url:
            return None
        parts = urlsplit(self.public_url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise LudothequeError("the public URL is written https://host, not {url!r}", url=self.public_url)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def is_secure(self) -> bool:
        return self.public_url.startswith("https:")
