"""The server's messages to people, apart from those of tables and games.

Most refusals over HTTP are defined where they are raised.
"""

from pathlib import Path
from typing import Any

from ludotheque.core.words import N_, Words
from ludotheque.table.protocol import Act, Draft, Refused, Request, Resign, Undo

FOLDER = Path(__file__).parent
WEB = FOLDER.parent / "web"
LANGUAGE = "ludotheque.language"  # in the scope of a request: the client's language


def words_in(language: str) -> Words:
    return Words(language, FOLDER)


def language_in(scope: Any) -> str:
    """Return the client's language, as the gate determined it."""
    return str(scope[LANGUAGE])


GUEST = N_("Guest {number}")
PLAYER = N_("Player {number}")
NOT_FOR_GUESTS = N_("Rated games are for people with an account. Making one takes a name and a password.")

# Refusals of messages at a table, by code
REFUSALS = {
    "table/unknown": N_("This table does not exist, or you do not have access to it."),
    "table/closed": N_("This table has been closed."),
    "server/busy": N_("This table is busy. Try again."),
    "server/error": N_("Something went wrong on the server."),
    "server/database": N_("The server's database is not responding. Try again in a moment."),
    "message/malformed": N_("The message is not valid JSON."),
    "message/too_large": N_("Messages are limited to {most} bytes."),
    "message/too_many": N_("Too many messages: wait a moment."),
    "message/unknown": N_("Unknown message type; expected one of {types}."),
    "chat/too_many": N_("Too many messages: wait a moment."),
    "chat/guests": N_("Where guests play, this server has no chat."),
    "why/too_many": N_("Too many questions: wait a moment."),
    "connection/too_many": N_("You have too many connections: close some of them."),
    "table/full": N_("You have written too much at this table: wait a little."),
}


def refused(code: str, language: str = "en", request: str | None = None, **values: object) -> Refused:
    """Return the refusal of a message; `request` is its id."""
    return Refused(code, words_in(language)(REFUSALS[code], **values), id=request)


def id_of(request: Request) -> str | None:
    """Return the id of a request, if requests of its type have one."""
    return request.id if isinstance(request, Act | Draft | Undo | Resign) else None


# Refusals of requests over HTTP, by status
PROBLEMS = {
    400: N_("This request is malformed."),
    401: N_("Not allowed."),
    403: N_("Not allowed."),
    404: N_("There is no page at this address."),
    405: N_("Method not allowed."),
    413: N_("This request is too large."),
    429: N_("Too many requests: wait a moment."),
    500: N_("Something went wrong on the server."),
    503: N_("The server's database is not responding. Try again in a moment."),
}
