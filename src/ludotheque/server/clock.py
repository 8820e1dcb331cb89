"""The time, and whether the machine's clock has jumped."""

import time

TOLERANCE_S = 2.0  # between two readings; ordinary clock corrections are smaller
DOUBT_S = 24 * 3600.0  # how long a clock that has jumped may still be set right


class Clock:
    """Reads the machine's clock, and compares it with the monotonic clock every time.

    The time of day can jump: a machine without a battery sets its clock after it has started, a
    clock is set by hand, or the machine sleeps for a night. Nobody has played in the meantime.
    """

    def __init__(self) -> None:
        self.wall, self.monotonic = time.time, time.monotonic  # tests replace them
        self.jumps = 0
        self.jumped_at = self.monotonic()  # when it last jumped, or was first read
        self.leap_s = 0.0  # by how much it has jumped lately, in total
        self._ahead = self.wall() - self.jumped_at

    def now(self) -> float:
        """Return the seconds since 1970."""
        wall, monotonic = self.wall(), self.monotonic()
        if monotonic - self.jumped_at >= DOUBT_S:
            self.leap_s = 0.0
        if abs(jump := wall - monotonic - self._ahead) > TOLERANCE_S:
            self.jumps, self.jumped_at, self.leap_s = self.jumps + 1, monotonic, self.leap_s + jump
        self._ahead = wall - monotonic
        return wall

    def settled(self) -> float:
        """Return the seconds since 1970, without a leap ahead that is less than a day old."""
        return self.now() - max(self.leap_s, 0.0)

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


def settled_s() -> int:
    """Return the time by which sessions begin and expire: a clock that leaps ahead ends none."""
    return int(CLOCK.settled())
