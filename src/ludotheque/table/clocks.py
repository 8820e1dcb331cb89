"""The time that each seat has left. Clocks run from event to event, by the times that the journal holds, so that they are the same whenever it is replayed."""

from collections.abc import Iterable

from ludotheque.table.events import DAYS, NO_CLOCK, Clock


class Clocks:
    def __init__(self, clock: Clock, seats: int) -> None:
        self.clock = clock
        self.left = [clock.first_ms] * seats  # at `now_ms`
        self.now_ms = 0
        self.sand: int | None = None  # what is left in the hourglass at `now_ms`, while it runs

    @property
    def is_on(self) -> bool:
        return self.clock.kind != NO_CLOCK

    def run(self, seats: Iterable[int], at_ms: int) -> None:
        """Time passes for the seats that are to act, and in the hourglass."""
        passed = max(at_ms - self.now_ms, 0)
        if self.sand is not None:
            self.sand -= passed
        for seat in seats:
            self.left[seat] -= passed
        self.stand(at_ms)

    def stand(self, at_ms: int) -> None:
        """Time passes for nobody."""
        self.now_ms = max(at_ms, self.now_ms)

    def turn_glass(self, whole_ms: int) -> None:
        """The hourglass runs, from where it is if it does already; 0: it lies down."""
        self.sand = (whole_ms if self.sand is None else self.sand) if whole_ms else None

    def sand_at(self, now_ms: int) -> int | None:
        return None if self.sand is None else self.sand - max(now_ms - self.now_ms, 0)

    def turn_ended(self, seat: int) -> None:
        if self.clock.kind == DAYS:
            self.left[seat] = self.clock.first_ms
        else:
            self.left[seat] += self.clock.increment_ms

    def left_at(self, seat: int, is_running: bool, now_ms: int) -> int:
        return self.left[seat] - (max(now_ms - self.now_ms, 0) if is_running else 0)


def turns_ended(before: set[int], after: set[int], actor: int) -> set[int]:
    """Whose turn is over: those who are to act no more, and one who is to act again together with somebody new."""
    return (before - after) | ({actor} & before if after - before else set())
