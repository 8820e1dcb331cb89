"""Rate limits for password attempts.

Wrong passwords are counted by name and network, and by name alone, so that neither a single
attacker nor many together get far. A browser that has logged in to the account before is counted
separately, and so are the devices that are logged in to it, so that strangers cannot lock the owner
out however often they guess.
"""

from ludotheque.core.words import N_
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.bucket import Bucket, Buckets
from ludotheque.server.hosts import network_of
from ludotheque.server.limits import Limits

WRONG_PER_SECOND = 1 / 30  # for one name, after a burst


class Attempts:
    def __init__(self, limits: Limits) -> None:
        self.by_network = Buckets(limits.logins_per_second, limits.logins_at_once)
        self.by_name_and_network = Buckets(WRONG_PER_SECOND, limits.wrong_passwords)
        self.by_name = Buckets(WRONG_PER_SECOND, limits.wrong_passwords_in_all)
        self.by_browser = Buckets(WRONG_PER_SECOND, limits.wrong_passwords)

    def count(self, address: str) -> None:
        """Count an operation that costs as much as a login; refuse it if there were too many."""
        self._take([self.by_network.of(network_of(address))])

    def begin(self, address: str, name: str, mark: str) -> "Attempt":
        """Count an attempt to log in to an account; refuse it if there were too many.

        `mark` is set for a browser that has logged in to the account before, or is logged in.
        """
        if mark:
            return self._take([self.by_browser.of(f"{name} {mark}")])
        network = network_of(address)
        self.count(address)
        return self._take([self.by_name_and_network.of(f"{name} {network}"), self.by_name.of(name)])

    def _take(self, buckets: list[Bucket]) -> "Attempt":
        if not all(bucket.take() for bucket in buckets):
            raise HttpRefusal(429, "account/too_many", N_("Too many password attempts: wait a minute."))
        return Attempt(buckets)


class Attempt:
    """One attempt to log in."""

    def __init__(self, buckets: list[Bucket]) -> None:
        self.buckets = buckets

    def was_right(self) -> None:
        """Undo the count: the password was right."""
        for bucket in self.buckets:
            bucket.give_back()
