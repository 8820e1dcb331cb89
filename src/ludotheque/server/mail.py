"""E-mail, through the host's own mail server."""

import smtplib
import ssl
from contextlib import suppress
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from ludotheque.core.errors import LudothequeError
from ludotheque.server.masking import masked

PATIENCE_S = 20.0
PORTS = {"smtp": 587, "smtps": 465}
LOCAL = ("localhost", "127.0.0.1", "::1")


class Mailer:
    """Sends mail through `smtp://user:password@host:587` (STARTTLS) or `smtps://host`.

    Only a mail server on the same machine may do without encryption.
    """

    def __init__(self, url: str, sender: str) -> None:
        self.sender, port = sender, None
        with suppress(ValueError):  # its port is not a number, or a bracket is not closed
            self.parts = urlsplit(url)
            port = self.parts.port or PORTS.get(self.parts.scheme)
        if port is None or self.parts.scheme not in PORTS or not self.parts.hostname or "@" not in sender:
            raise LudothequeError(
                "mail needs a server such as smtp://user:password@host and a sender such as games@host,"
                " not {url!r} and {sender!r}",
                url=masked(url),
                sender=sender,
            )
        self.port = port

    def send(self, address: str, subject: str, text: str, stop: str = "") -> None:
        """Send a mail; `stop` is the address that ends all mail with one click."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, address, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        if stop:
            message["List-Unsubscribe"], message["List-Unsubscribe-Post"] = f"<{stop}>", "List-Unsubscribe=One-Click"
        message.set_content(text)
        with self._connected() as server:
            server.send_message(message)

    def _connected(self) -> smtplib.SMTP:
        host, port = str(self.parts.hostname), self.port
        if self.parts.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                host, port, timeout=PATIENCE_S, context=ssl.create_default_context()
            )
        else:
            server = smtplib.SMTP(host, port, timeout=PATIENCE_S)
            if host not in LOCAL:
                server.starttls(context=ssl.create_default_context())
        if self.parts.username:
            server.login(unquote(self.parts.username), unquote(self.parts.password or ""))
        return server
