"""What the server says to people, apart from tables and games. Refusals stand where they are made."""

from pathlib import Path
from typing import Any

from ludotheque.core.words import N_, Words
from ludotheque.table.protocol import Refused

FOLDER = Path(__file__).parent
WEB = FOLDER.parent / "web"
LANGUAGE = "ludotheque.language"  # in the scope of a request: what whoever asks wants to read


def words_in(language: str) -> Words:
    return Words(language, FOLDER)


def language_in(scope: Any) -> str:
    """As the gate found out."""
    return str(scope[LANGUAGE])


GUEST = N_("Guest {number}")
PLAYER = N_("Player {number}")

# Why a message at a table was not answered otherwise, by its code
REFUSALS = {
    "table/unknown": N_("There is no such table, or it is not open to you."),
    "table/closed": N_("This table has been closed."),
    "server/busy": N_("Too much happens at this table at once. Try again."),
    "server/error": N_("Something went wrong on the server."),
    "message/malformed": N_("This is not JSON."),
    "message/too_large": N_("A message has at most {most} bytes."),
    "message/too_many": N_("Too many messages: wait a moment."),
    "message/unknown": N_("There are messages of the types {types}."),
    "chat/too_many": N_("Too many messages: wait a moment."),
}


def refused(code: str, language: str = "en", request: str | None = None, **values: object) -> Refused:
    return Refused(code, words_in(language)(REFUSALS[code], **values), id=request)


# What is wrong with a request over HTTP, by its status
PROBLEMS = {
    400: N_("This request is not written as it should be."),
    401: N_("This is not allowed."),
    403: N_("This is not allowed."),
    404: N_("There is nothing here."),
    405: N_("That cannot be done with this."),
    413: N_("This request is too large."),
    429: N_("Too many requests: wait a moment."),
    500: N_("Something went wrong on the server."),
}
