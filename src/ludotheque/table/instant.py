"""What all viewers of a table are shown alike at one moment, worked out once for all of them."""

from ludotheque.core.record import final
from ludotheque.table.drafts import is_ready, laid_out
from ludotheque.table.events import OPEN, OVER
from ludotheque.table.names import SeatNames
from ludotheque.table.protocol import Result, Sand, SeatInfo
from ludotheque.table.result import ranks_of
from ludotheque.table.seating import is_empty
from ludotheque.table.standing import Standing


# docs/decisions.md: What all viewers are shown alike is worked out once
class Instant:
    """One moment of a table. Nobody keeps it: the next message is made at another one."""

    def __init__(self, standing: Standing, names: SeatNames, now_ms: int) -> None:
        self.standing, self.names, self.now_ms = standing, names, now_ms
        self.unready = standing.unready
        self.is_held = bool(self.unready)
        self.to_act = [seat for seat in standing.movers if standing.is_to_act(seat)]
        self.has_hints = standing.has_hints
        self.watchers = standing.seating.watchers
        self.has_room = standing.seating.is_open and any(map(is_empty, standing.chairs))
        self.seed = standing.key.hex() if standing.is_revealed else None
        left = standing.clocks.sand_at(now_ms)
        self.sand = None if left is None else Sand(max(left, 0), standing.sand_ms)
        self._seats: dict[str, list[SeatInfo]] = {}  # by language
        self._results: dict[str, Result | None] = {}

    def seats(self, language: str) -> list[SeatInfo]:
        """Return all seats, as somebody who has none of them is shown them."""
        if language not in self._seats:
            self._seats[language] = [self._seat(seat, language) for seat in range(self.standing.seats)]
        return self._seats[language]

    def _seat(self, seat: int, language: str) -> SeatInfo:
        standing, seating = self.standing, self.standing.seating
        chair, draft = seating.chairs[seat], standing.drafts.get(seat, [])
        is_free = is_empty(chair)
        return SeatInfo(
            seat=seat,
            name="" if is_free else self.names(language).names[seat],
            kind=OPEN if is_free else chair.kind,
            level=seating.level_of(seat),
            is_online=chair.person in seating.online,
            is_to_act=seat in self.to_act,
            has_resigned=seat in seating.resigned,
            clock_ms=self._clock_ms(seat) if standing.clocks.is_on else None,
            drafted=len(laid_out(standing.game, draft)) if draft else 0,
            is_ready=bool(draft and is_ready(standing.game, draft)) or (self.is_held and seat in standing.ready),
            signal=standing.said_signal(language) if seat in standing.signals else "",
            pawn=chair.pawn,
        )

    def _clock_ms(self, seat: int) -> int | None:
        """Return a person's remaining time; None for a bot."""
        standing = self.standing
        if standing.seating.is_bot(seat):
            return None
        return standing.clocks.left_at(seat, standing.is_clock_running(seat), self.now_ms)

    def result(self, language: str) -> Result | None:
        """Return the score sheet once the game is over.

        Seats that resigned come last, the first to resign last of all.
        """
        if self.standing.status != OVER:
            return None
        if language not in self._results:
            self._results[language] = self._result(language)
        return self._results[language]

    def _result(self, language: str) -> Result:
        standing, game = self.standing, self.standing.game
        sheet = final(game, standing.state, standing.seats)
        ranks = ranks_of(standing, standing.state, standing.seating.resigned)
        labels = [game.label(standing.words(language), column) for column in game.columns]
        return Result(list(game.columns), labels, sheet["scores"], ranks, sheet["breakdown"])
