"""The settings of a server."""

from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import ip_network
from urllib.parse import urlsplit

from ludotheque.core.chance import secret_key
from ludotheque.core.errors import LudothequeError
from ludotheque.server.bus import check_redis
from ludotheque.server.database import SQLITE, Database, database_of
from ludotheque.server.limits import Limits
from ludotheque.server.mail import Mailer

BOT_PAUSE_S = 0.6  # between two plies that people watch
PROXIES = "127.0.0.1,::1"
PORTS = {"http": 80, "https": 443}  # the ports that browsers leave out


@dataclass(frozen=True)
class Settings:
    """All settings of one server. Those after `at_once` have no command-line option."""

    database: str = f"{SQLITE}ludotheque.db"
    public_url: str = ""  # how people outside reach this server, if it is behind a proxy
    house_url: str = ""  # how people in the same house reach it, if they can
    redis: str = ""  # how several processes communicate; without it this process is the only one
    trusted_proxies: str = PROXIES  # addresses and networks whose X-Forwarded-… headers are trusted, comma-separated
    bot_threads: int = 2
    # bots that the host provides as programs: the name that people choose, and the command
    bots: tuple[tuple[str, str], ...] = ()
    waiting_days: float = 7  # a table that has waited this long for people is deleted; 0: never
    playing_days: float = 90  # … and one where nobody has done anything for this long
    finished_days: float = 0  # … and one whose game ended this long ago
    boxes: str = ""  # the folder of corrected component files, which this machine may add to; empty: none
    stewards: tuple[str, ...] = ()  # accounts that keep order: they see reports, and can close, rename, ban and check
    no_guest_chat: bool = False  # nobody chats at a table where a guest sits
    smtp: str = ""  # the host's mail server: smtp://user:password@host
    mail_from: str = ""  # the sender of mails
    limits: Limits = field(default_factory=Limits)
    # if set, all games are compiled from the start and can be played slowly until they are ready;
    # otherwise the first table of a game waits until it is compiled
    at_once: bool = False
    bot_pause_s: float = BOT_PAUSE_S
    notice_every_s: float = 30.0  # how often notices are sent
    push_anywhere: bool = False  # also to push services in the host's own network
    make_key: Callable[[], bytes] = secret_key

    def check(self) -> None:
        """Refuse settings that make no sense, before anything is opened."""
        _ = self.kept_in, self.public_origin
        check_proxies(self.trusted_proxies)
        check_redis(self.redis)
        if self.boxes and self.public_url:
            raise LudothequeError("--boxes is for your own server: it cannot be combined with --public-url")
        if self.smtp:
            Mailer(self.smtp, self.mail_from)
            if not self.public_url:
                raise LudothequeError("to send mail, set the public URL too: mails contain links")
        if min(self.waiting_days, self.playing_days, self.finished_days) < 0:
            raise LudothequeError("the number of days to keep tables must be positive, or 0 to keep them forever")

    @property
    def kept_in(self) -> Database:
        return database_of(self.database)

    @property
    def public_origin(self) -> str | None:
        """The origin of our pages, as browsers write it, if a public URL is set."""
        return origin_of(self.public_url) if self.public_url else None

    @property
    def is_secure(self) -> bool:
        return (self.public_origin or "").startswith("https:")


def origin_of(url: str) -> str:
    """Return an address's origin as browsers write it: in lower case, without the usual port."""
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:
        host, port = "", None
    if not host or parts.scheme not in PORTS:
        raise LudothequeError("the public URL must look like https://host, not {url!r}", url=url)
    name = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{name}" if port in (None, PORTS[parts.scheme]) else f"{parts.scheme}://{name}:{port}"


def check_proxies(text: str) -> None:
    """Refuse text that is not a list of addresses and networks."""
    try:
        _ = [ip_network(part.strip()) for part in text.split(",")] if text.strip("* ") else []
    except ValueError as error:
        raise LudothequeError(
            "trusted proxies must be addresses or networks separated by commas, or *, not {text!r}", text=text
        ) from error
