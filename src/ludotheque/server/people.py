"""Who is asking: guests, known by a signed cookie, with a name that they can change; those who have an account are the same, and can come back from elsewhere.

The cookie holds an id and its HMAC; the secret lies in the database, so that people stay who they are after a restart. Nobody is written down before they do something.
"""

import hashlib
import hmac
import secrets
import unicodedata

from litestar.datastructures import Cookie

from ludotheque.core.words import N_
from ludotheque.server.answers import Refusal
from ludotheque.server.text import GUEST, words_in

COOKIE = "ludotheque"
YEAR_S = 365 * 24 * 3600
NAME_LENGTH = 30
ID_BYTES = 16


def new_id() -> str:
    return secrets.token_hex(ID_BYTES)


def new_token() -> str:
    """Opens a seat or lets somebody watch: nobody can guess it."""
    return secrets.token_urlsafe(18)


def sign(secret: bytes, person: str) -> str:
    return f"{person}.{_mac(secret, person)}"


def _mac(secret: bytes, person: str) -> str:
    return hmac.new(secret, f"person {person}".encode(), hashlib.sha256).hexdigest()


def read(secret: bytes, value: str | None) -> str | None:
    """The person a cookie names, if we signed it."""
    person, _, mac = (value or "").partition(".")
    is_ours = person and hmac.compare_digest(mac.encode(), _mac(secret, person).encode())
    return person if is_ours else None


def cookie(secret: bytes, person: str, is_secure: bool) -> Cookie:
    return Cookie(key=COOKIE, value=sign(secret, person), path="/", max_age=YEAR_S, httponly=True, samesite="lax", secure=is_secure)


def guest_name(person: str, language: str) -> str:
    """The name of somebody who has not given one."""
    return words_in(language)(GUEST, number=int(person[:8], 16) % 9000 + 1000)


def checked_name(name: str) -> str:
    """A name as it will be shown: one line, nothing invisible."""
    clean = " ".join("".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in name).split())
    if not 1 <= len(clean) <= NAME_LENGTH:
        raise Refusal(400, "person/name", N_("A name has 1 to {most} characters."), most=NAME_LENGTH)
    return clean


def folded(name: str) -> str:
    """Two names that people would take for the same are the same."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def new_table_id() -> str:
    """Short enough to read aloud, too long to guess: 60 random bits."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(12))
