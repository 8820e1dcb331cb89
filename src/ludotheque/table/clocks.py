"""The time that each seat has left.

Clocks run from event to event by the times in the journal, so that every replay gives the same
result.
"""

from collections.abc import Iterable

from ludotheque.table.events import DAYS, NO_CLOCK, Clock


class Clocks:
    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.left = [clock.first_ms] * seats  # at `now_ms`
        self.now_ms = 0
        self.rested: set[int] = set()  # seats whose turn was extended by a holiday
        self.sand: int | None = None  # what is left in the hourglass at `now_ms`, while it runs

    @property
    def is_on(self) -> bool:
        return self.clock.kind != NO_CLOCK

    def run(self, seats: Iterable[int], at_ms: int) -> None:
        """Let time pass for the seats that are to act, and in the hourglass."""
        passed = max(at_ms - self.now_ms, 0)
        if self.sand is not None:
            self.sand -= passed
        for seat in seats:
            self.left[seat] -= passed
        self.now_ms = max(at_ms, self.now_ms)

    def stand(self, at_ms: int) -> None:
        """Set the time without charging anyone; the machine's clock may have been set back."""
        self.now_ms = at_ms

    def turn_glass(self, whole_ms: int) -> None:
        """Start the hourglass unless it is already running; stop it if `whole_ms` is 0."""
        self.sand = (whole_ms if self.sand is None else self.sand) if whole_ms else None

    def sand_at(self, now_ms: int) -> int | None:
        return None if self.sand is None else self.sand - max(now_ms - self.now_ms, 0)

    def rest(self, seat: int, ms: int) -> None:
        """Give a seat more time for this turn."""
        self.left[seat] += ms
        self.rested.add(seat)

    def turn_ended(self, seat: int) -> None:
        self.rested.discard(seat)
        if self.clock.kind == DAYS:
            self.left[seat] = self.clock.first_ms
        else:
            self.left[seat] += self.clock.increment_ms

    def left_at(self, seat: int, is_running: bool, now_ms: int) -> int:
        return self.left[seat] - (max(now_ms - self.now_ms, 0) if is_running else 0)


def turns_ended(before: set[int], after: set[int], actor: int) -> set[int]:
    """Return the seats whose turn is over.

    Those are the seats that are no longer to act, and the actor if it is to act again together with
    another seat.
    """
    return (before - after) | ({actor} & before if after - before else set())
