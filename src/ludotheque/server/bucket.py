"""Token buckets, for rate limits."""

import time


class Bucket:
    """Holds up to `burst` tokens and gains `rate` per second; a request takes one or more."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.left, self.at = rate, burst, burst, time.monotonic()

    def take(self, amount: float = 1) -> bool:
        """Take tokens; return False if too few are left."""
        now = time.monotonic()
        self.left, self.at = min(self.burst, self.left + (now - self.at) * self.rate), now
        if self.left < amount:
            return False
        self.left -= amount
        return True

    def give_back(self) -> None:
        """Put one token back."""
        self.left = min(self.burst, self.left + 1)

    @property
    def is_full(self) -> bool:
        return self.left + (time.monotonic() - self.at) * self.rate >= self.burst


class Buckets:
    """A bucket for each of many clients; full ones are dropped."""

    KEPT = 1_000

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.buckets: dict[str, Bucket] = {}
        self.tidy_at = self.KEPT

    def take(self, asker: str, amount: float = 1) -> bool:
        return self.of(asker).take(amount)

    def of(self, asker: str) -> Bucket:
        if len(self.buckets) > self.tidy_at:
            self.buckets = {name: bucket for name, bucket in self.buckets.items() if not bucket.is_full}
            self.tidy_at = max(self.KEPT, 2 * len(self.buckets))  # so that it does not happen for every client
        found = self.buckets.get(asker)
        if found is None:
            found = self.buckets[asker] = Bucket(self.rate, self.burst)
        return found
