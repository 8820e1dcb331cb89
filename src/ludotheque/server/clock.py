"""The time, and whether the machine's clock has jumped."""

import time

TOLERANCE_S = 2.0  # between two readings; ordinary clock corrections are smaller


class Clock:
    """Reads the machine's clock, and compares it with the monotonic clock every time.

    The time of day can jump: a machine without a battery sets its clock after it has started, a
    clock is set by hand, or the machine sleeps for a night. Nobody has played in the meantime.
    """

    def __init__(self) -> None:
        self.wall, self.monotonic = time.time, time.monotonic  # tests replace them
        self.jumps = 0
        self.jumped_at = self.monotonic()  # when it last jumped, or was first read
        self._ahead = self.wall() - self.jumped_at

    def now(self) -> float:
        """Return the seconds since 1970."""
        wall, monotonic = self.wall(), self.monotonic()
        if abs(wall - monotonic - self._ahead) > TOLERANCE_S:
            self.jumps, self.jumped_at = self.jumps + 1, monotonic
        self._ahead = wall - monotonic
        return wall

    def steady_s(self, since: float) -> float:
        """Return the time since the clock last jumped, or since that monotonic time if later."""
        self.now()
        return self.monotonic() - max(since, self.jumped_at)


CLOCK = Clock()


def now_ms() -> int:
    """Return the milliseconds since 1970."""
    return int(1000 * CLOCK.now())


def now_s() -> int:
    """Return the time as the database keeps it: seconds since 1970."""
    return int(CLOCK.now())
