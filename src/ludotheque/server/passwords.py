"""Passwords: kept as argon2id hashes, and compared in the same time whether there is such an account or not."""

import threading
import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ludotheque.core.words import N_
from ludotheque.server.answers import Refusal

SHORTEST, LONGEST = 8, 200

HASHER = PasswordHasher()
AT_ONCE = threading.BoundedSemaphore(2)  # each takes 64 MiB and a processor for a moment


def check(password: str) -> None:
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refusal(400, "account/password", N_("A password has {least} to {most} characters."), least=SHORTEST, most=LONGEST)


def hashed(password: str) -> str:
    with AT_ONCE:
        return HASHER.hash(_bytes(password))


def fits(known: str | None, password: str) -> bool:
    """Is this the password whose hash we know? Without a hash it is not, but that takes as long to say."""
    nobody = _nobody()
    with AT_ONCE:
        try:
            return HASHER.verify(known or nobody, _bytes(password)) and known is not None
        except (VerificationError, InvalidHashError):
            return False


@cache
def _nobody() -> str:
    return hashed("the password of nobody")


def _bytes(password: str) -> bytes:
    """Two keyboards may write the same letter in two ways."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
