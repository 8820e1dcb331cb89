"""Passwords, stored as argon2id hashes.

Checking a password takes the same time whether the account exists or not.
"""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ludotheque.core.words import N_
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.common import is_common

T = TypeVar("T")

SHORTEST, LONGEST = 8, 200

HASHER = PasswordHasher()
AT_ONCE = 2  # hashes in parallel; each takes 64 MiB and a processor for a moment
MOST_WAITING = 20  # about a second's work; further requests are refused


def check(password: str, name: str) -> None:
    """Refuse a password that is too short, too long or easily guessed."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise HttpRefusal(
            400,
            "account/password",
            N_("Passwords must have {least} to {most} characters."),
            least=SHORTEST,
            most=LONGEST,
        )
    if is_common(password, name):
        raise HttpRefusal(400, "account/common", N_("That password is too easy to guess. Use several words."))


class Passwords:
    """Hashes passwords in separate threads, so that nothing else has to wait."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(AT_ONCE, "password")
        self.waiting = 0

    async def hashed(self, password: str) -> str:
        return await self._work_out(hashed, password)

    async def fits(self, known: str | None, password: str) -> bool:
        return await self._work_out(fits, known, password[: LONGEST + 1])

    async def _work_out(self, work: Callable[..., T], *given: object) -> T:
        if self.waiting >= AT_ONCE + MOST_WAITING:
            raise HttpRefusal(
                503, "account/busy", N_("Too many people are logging in right now. Try again in a minute.")
            )
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, work, *given)
        finally:
            self.waiting -= 1


def hashed(password: str) -> str:
    return HASHER.hash(_bytes(password))


def fits(known: str | None, password: str) -> bool:
    """Return whether a password matches a hash.

    Without a hash it never does, but the answer takes just as long.
    """
    try:
        return HASHER.verify(known or _nobody(), _bytes(password)) and known is not None
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobody() -> str:
    return hashed("the password of nobody")


def _bytes(password: str) -> bytes:
    """Return a password in normal form: two keyboards may encode the same letter differently."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
