"""Sessions: what a browser's cookie contains, and how it is signed.

A cookie holds a person, the id and date of a session, and marks of the accounts that this browser
has logged in to, all signed with an HMAC. The sessions of accounts are also listed in the database
and end when they are removed from it (`store/sessions.py`). A guest's session needs no entry:
guests are not stored before they do something.

Old cookies, from before sessions existed, hold only a person. They are valid while the database
lists them, and the next page replaces them.
"""

import hashlib
import hmac
from collections.abc import Sequence

from litestar.datastructures import Cookie
from msgspec import Struct
from msgspec.structs import replace

from ludotheque.server.clock import settled_s
from ludotheque.server.people import new_id
from ludotheque.server.store.queries import DAY_S
from ludotheque.server.store.sessions import YEAR_S

COOKIE = "ludotheque"
HOST_COOKIE = "__Host-ludotheque"  # over https: no other host of the same domain can set it
RENEWED_S = DAY_S  # a page renews a cookie that is older than this
MARK_LENGTH = 16  # of each half of a mark: the account, and the login that made it
MOST_MARKS = 4


class Session(Struct, frozen=True):
    person: str
    id: str
    since: int  # when it began or was renewed; seconds since 1970
    known: tuple[str, ...] = ()  # marks of accounts that this browser has logged in to

    @property
    def is_old(self) -> bool:
        """Return whether this cookie is from before sessions existed."""
        return not self.id

    @property
    def key(self) -> str:
        """Return the session's key in the database, which cannot be used as a cookie."""
        return self.person if self.is_old else hashlib.sha256(self.id.encode()).hexdigest()

    @property
    def is_due(self) -> bool:
        """Return whether the cookie is due for renewal."""
        is_unlike = abs(settled_s() - self.since) > RENEWED_S  # also later than now, if a clock was ahead
        return self.is_old or is_unlike

    def mark_for(self, person: str) -> str:
        """Return this browser's mark for an account it has logged in to; "" if it has none."""
        return next((mark for mark in self.known if mark.startswith(_stem(person))), "")


def new_session(person: str, known: tuple[str, ...] = ()) -> Session:
    return Session(person, new_id(), settled_s(), known)


def new_guest(before: Session | None = None) -> Session:
    """Return the session of a new guest, keeping the marks of the browser's session before."""
    return new_session(new_id(), before.known if before else ())


def logged_in(person: str, before: Session) -> Session:
    """Return a session of an account, and mark the browser as one that has logged in to it."""
    stem = _stem(person)
    others = [mark for mark in before.known if not mark.startswith(stem)]
    return new_session(person, (stem + new_id()[:MARK_LENGTH], *others)[:MOST_MARKS])


def renewed(session: Session) -> Session:
    return new_session(session.person) if session.is_old else replace(session, since=settled_s())


def _stem(person: str) -> str:
    """Return the prefix of all marks of an account."""
    return hashlib.sha256(f"known {person}".encode()).hexdigest()[:MARK_LENGTH]


class Seal:
    """Signs cookies with the first secret, and accepts those signed with any of the secrets."""

    def __init__(self, keys: Sequence[bytes], is_secure: bool) -> None:
        self.keys, self.is_secure = keys, is_secure
        self.name = HOST_COOKIE if is_secure else COOKIE

    def cookie(self, session: Session) -> Cookie:
        return Cookie(
            key=self.name,
            value=self.write(session),
            path="/",
            max_age=YEAR_S,
            httponly=True,
            samesite="lax",
            secure=self.is_secure,
        )

    def write(self, session: Session) -> str:
        text = f"{session.person}.{session.id}.{session.since}.{'-'.join(session.known)}"
        return f"{text}.{_mac(self.keys[0], f'session {text}')}"

    def read_any(self, cookies: dict[str, str]) -> Session | None:
        """Return the session in a browser's cookies.

        Over https the plain name is accepted for old cookies only, since another host of the same
        domain could have set it.
        """
        session = self.read(cookies.get(self.name, ""))
        if session is None and self.name != COOKIE:
            session = self.read(cookies.get(COOKIE, ""))
            return session if session is not None and session.is_old else None
        return session

    def read(self, value: str) -> Session | None:
        """Return the session in a cookie, if we signed it within a year."""
        text, _, mac = value.rpartition(".")
        parts = text.split(".")
        if len(parts) == 1 and self._signed(f"person {text}", mac):
            return Session(text, "", 0)
        if len(parts) != 4 or not self._signed(f"session {text}", mac):
            return None
        person, id_, since, known = parts
        session = Session(person, id_, int(since), tuple(known.split("-")) if known else ())
        return session if session.since > settled_s() - YEAR_S else None

    def _signed(self, text: str, mac: str) -> bool:
        return any(hmac.compare_digest(_mac(key, text).encode(), mac.encode()) for key in self.keys)


def _mac(key: bytes, text: str) -> str:
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
