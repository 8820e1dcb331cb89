"""Quick pairing: which of the people who wait sit down together."""

from collections.abc import Iterable

from msgspec import Struct

NEAR = 3.0  # how much stronger or weaker, in units of mu, an opponent may be at first
WIDER_S = 10.0  # seconds of waiting after which they may be one unit further apart
BOT_AFTER_S = 20.0  # seconds after which a bot is offered


class Seek(Struct, frozen=True):
    """What somebody wants to play."""

    person: str
    name: str
    game: str
    seats: int
    pace: str
    is_rated: bool
    is_near: bool  # only with people of about the same strength
    mu: float  # their own strength
    since_ms: int
    seen_ms: int

    @property
    def wish(self) -> tuple[str, int, str, bool]:
        """Return what everybody at a table must want."""
        return self.game, self.seats, self.pace, self.is_rated

    def reaches(self, other: "Seek", now_ms: int) -> bool:
        """Return whether the other is not too strong or too weak.

        Whoever has waited accepts more.
        """
        room = NEAR + (now_ms - self.since_ms) / 1000 / WIDER_S
        return not self.is_near or abs(self.mu - other.mu) <= room


def partners(seek: Seek, waiting: Iterable[Seek], now_ms: int) -> list[Seek] | None:
    """Return the people with whom somebody sits down now, or None if there are too few.

    Whoever has waited longest comes first. Everybody at a table must accept everybody else.
    """
    group = [seek]
    for other in sorted(waiting, key=lambda one: one.since_ms):
        fits = other.person != seek.person and other.wish == seek.wish
        if fits and all(one.reaches(other, now_ms) and other.reaches(one, now_ms) for one in group):
            group.append(other)
        if len(group) == seek.seats:
            return group[1:]
    return None
