"""A token bucket: how fast somebody may go on asking."""

import time


class Bucket:
    """Holds at most `burst` tokens and gains `rate` of them a second; every request takes one."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.left, self.at = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        """Is there a token left?"""
        now = time.monotonic()
        self.left, self.at = min(self.burst, self.left + (now - self.at) * self.rate), now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def is_full(self) -> bool:
        return self.left + (time.monotonic() - self.at) * self.rate >= self.burst


class Buckets:
    """A bucket for each of many askers; full ones are forgotten."""

    KEPT = 10_000

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.buckets: dict[str, Bucket] = {}

    def take(self, asker: str) -> bool:
        if len(self.buckets) > self.KEPT:
            self.buckets = {name: bucket for name, bucket in self.buckets.items() if not bucket.is_full}
        return self.buckets.setdefault(asker, Bucket(self.rate, self.burst)).take()
