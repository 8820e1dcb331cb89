"""A live game: how requests and the clock change it, and what people are shown.

`judge`, `tick` and the others propose events, the server journals them, and `commit` applies them.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence

from ludotheque.core.constants import TABLE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.record import Data
from ludotheque.table import course, judge
from ludotheque.table import events as ev
from ludotheque.table.course import stamp
from ludotheque.table.events import BOT, DAYS, OVER, PERSON, PLAYING, SCREEN, AnyEvent, Config
from ludotheque.table.instant import Instant
from ludotheque.table.log import without_old_chat
from ludotheque.table.looking_back import moment
from ludotheque.table.made import Fault, Outcome, Sitter
from ludotheque.table.protocol import Request, Snapshot, Update
from ludotheque.table.recording import recorder
from ludotheque.table.showing import Showing
from ludotheque.table.standing import Standing
from ludotheque.table.viewer import Viewer

# the share of the hourglass after which a bot of each level is done, from the beginning of a phase
BOT_SHARES = {"random": 0.8, "novice": 0.7, "greedy": 0.6, "regular": 0.6, "master": 0.4, "champion": 0.4}
BOT_SHARE = 0.5


class Table(Standing):
    def __init__(self, config: Config, key: bytes) -> None:
        super().__init__(config, key)
        self._showing: Showing | None = None

    @classmethod
    def replay(cls, config: Config, key: bytes, events: Iterable[AnyEvent]) -> "Table":
        """Return the table rebuilt from its journal."""
        table = cls(config, key)
        table.commit(events)
        return table

    # Requests and replies

    def judge(self, viewer: Viewer, request: Request, now_ms: int) -> Outcome:
        """Answer a request. Its events take effect once they are committed."""
        outcome = judge.judge(self, viewer, request, now_ms)
        if outcome.looks is not None:  # a lifted curtain concerns this screen, not the table
            viewer.looked, viewer.looked_at = outcome.looks, self.seq
        if outcome.looks_back is not None:
            return Outcome(reply=moment(self, viewer, outcome.looks_back))
        return Outcome(reply=self.snapshot(viewer, now_ms)) if outcome.shows_all else outcome

    def sit(self, sitter: Sitter, now_ms: int) -> Outcome:
        """Answer a person who wants to take a chair."""
        return judge.sit(self, sitter, now_ms)

    def snapshot(self, viewer: Viewer, now_ms: int | None = None) -> Snapshot:
        """Return the whole table as this viewer sees it."""
        return without_old_chat(self.showing.show(viewer, self._instant(now_ms)))

    def update(self, viewer: Viewer, now_ms: int | None = None) -> Update | Snapshot:
        """Return what has changed since this viewer's last message."""
        return next(self.updates([viewer], now_ms))

    def updates(self, viewers: Iterable[Viewer], now_ms: int | None = None) -> Iterator[Update | Snapshot]:
        """Yield for each viewer what has changed since their last message."""
        instant = self._instant(now_ms)
        for viewer in viewers:
            found = self.showing.update(viewer, instant)
            yield without_old_chat(found) if isinstance(found, Snapshot) else found

    def _instant(self, now_ms: int | None) -> Instant:
        return self.showing.at(self.clocks.now_ms if now_ms is None else now_ms)

    @property
    def showing(self) -> Showing:
        """What the viewers are shown, and what is kept of it for the next time."""
        if self._showing is None:
            self._showing = Showing(self)
        return self._showing

    def record(self, seat: int | None = None) -> Data:
        """Return the game as a record, whole or as a seat may see it."""
        return self.recorder(seat)()

    def recorder(self, seat: int | None = None) -> Callable[[], Data]:
        """Return what writes the record, in any thread, even while the game goes on."""
        return recorder(self, seat)

    def work_out_anew(self) -> None:
        """Clear this table's caches."""
        self.let_go()
        self.position.forget_what_was_told()

    def let_go(self) -> None:
        """Forget what was shown. It refers back to the table, and only the garbage collector frees
        a circle.
        """
        self._showing = None

    # Before the game, and after it

    def start(self, now_ms: int) -> list[AnyEvent]:
        """Start the game if every seat is taken."""
        return course.start(self, now_ms)

    def reseat(self, seats: Sequence[int], person: str, name: str, now_ms: int) -> list[AnyEvent]:
        """Give these chairs to another person, when a guest logs in to an account.

        Others at the same screen keep their names.
        """
        return [
            ev.Sat(
                **stamp(self, now_ms, ahead),
                seat=seat,
                person=person,
                name=self.chairs[seat].name if self.chairs[seat].kind == SCREEN else name,
                pawn=self.chairs[seat].pawn,
            )
            for ahead, seat in enumerate(seats)
        ]

    def rename(self, person: str, name: str, now_ms: int) -> list[AnyEvent]:
        """Rename a person. Others at the same screen keep their names."""
        own = [
            (seat, chair)
            for seat, chair in enumerate(self.chairs)
            if chair.person == person and chair.kind == PERSON and chair.name != name
        ]
        return [
            ev.Renamed(**stamp(self, now_ms, ahead), seat=seat, person=person, name=name, was=chair.name)
            for ahead, (seat, chair) in enumerate(own)
        ]

    def reveal(self, now_ms: int) -> list[AnyEvent]:
        """Reveal the key of a sealed game that is over."""
        is_due = self.status == OVER and not self.is_revealed
        return [ev.Revealed(**stamp(self, now_ms))] if is_due else []

    def rematched(self, table: str, now_ms: int) -> list[AnyEvent]:
        """Note that the same people play a rematch at that table."""
        return [] if self.rematch == table else [ev.Rematched(**stamp(self, now_ms), table=table)]

    # Bots

    def bots_to_act(self) -> list[tuple[int, str]]:
        """List the seats that a bot should play now, with its level.

        The table itself acts when nobody else can.
        """
        seating, movers = self.seating, self.movers
        if not seating.has_bots and movers != [TABLE]:  # as at most tables
            return []
        if self.status != PLAYING or self.is_held or self.config.puzzle:
            return []
        if movers == [TABLE]:
            return [(TABLE, "")]
        taught = self.guiding.ahead[:1]
        movers = [taught[0].seat] if taught else movers
        bots = [seat for seat in movers if seat != TABLE and seating.is_played_by_bot(seat)]
        return [(seat, seating.level_of(seat)) for seat in bots]

    def bot_seed(self, seat: int) -> bytes:
        """Return a bot's random seed for its next action.

        It depends on the game's key, but is independent of the game's chance outcomes.
        """
        return hashlib.sha256(b"ludotheque table bot %d %d " % (self.seq, seat) + self.key).digest()

    def table_action(self) -> int:
        """Return the table's own next action; it can only choose when to act."""
        return self.game.legal(self.state, TABLE)[0]

    def bot_acts(self, seat: int, action: int, now_ms: int) -> list[AnyEvent]:
        """Carry out what a bot has chosen.

        Nothing happens if the seat was handed back to a person in the meantime.
        """
        if seat not in [waiting for waiting, _ in self.bots_to_act()]:
            return []
        trial = course.tried(self, seat, [action], self.state)
        if isinstance(trial, Fault):
            raise LudothequeError(
                "a bot chose an illegal action, {action}, for seat {seat}: {code}",
                action=action,
                seat=seat,
                code=trial.code,
            )
        return course.acted(self, seat, trial, BOT, "", now_ms)

    def bot_waits_ms(self, level: str, action: int, now_ms: int) -> float:
        """Return how long a bot waits before it finishes, at a table with an hourglass.

        People need time to keep up with it.
        """
        is_hurried = self.sand_ms and len(self.movers) > 1 and not self.game.is_drafted(action)
        done_ms = self.began_ms + BOT_SHARES.get(level, BOT_SHARE) * self.sand_ms
        return max(0, done_ms - now_ms) if is_hurried else 0

    def take_over(self, seat: int, now_ms: int) -> list[AnyEvent]:
        """Let a bot play for a person who stays away."""
        if self.status != PLAYING or self.seating.is_played_by_bot(seat):
            return []
        return [ev.TookOver(**stamp(self, now_ms), seat=seat, level=self.config.stand_in)]

    def hand_back(self, seat: int, now_ms: int) -> list[AnyEvent]:
        """Let a returning person play again."""
        return course.hand_back(self, seat, now_ms)

    # Time

    def tick(self, now_ms: int) -> list[AnyEvent]:
        """Let a bot take over seats that ran out of time.

        After the server was down, call `resume` first.
        """
        events: list[AnyEvent] = []
        for seat in range(self.seats):
            if self.is_clock_running(seat) and self.clocks.left_at(seat, True, now_ms) <= 0:
                events.append(ev.Flagged(**stamp(self, now_ms, len(events)), seat=seat))
                events.append(ev.TookOver(**stamp(self, now_ms, len(events)), seat=seat, level=self.config.stand_in))
        return events

    def rest(self, seat: int, until_ms: int, now_ms: int) -> list[AnyEvent]:
        """Let the clock of a person on holiday wait until then, once in each turn.

        Only clocks in days wait.
        """
        if self.config.clock.kind != DAYS or not self.is_clock_running(seat) or seat in self.clocks.rested:
            return []
        return [ev.Rested(**stamp(self, now_ms), seat=seat, ms=until_ms - now_ms)] if until_ms > now_ms else []

    def beat(self, now_ms: int) -> list[AnyEvent]:
        """Return a heartbeat to journal now and then while a clock runs.

        Time up to the last heartbeat is charged even if the server goes down.
        """
        return [ev.Heartbeat(**stamp(self, now_ms))] if self.is_time_running else []

    def resume(self, now_ms: int) -> list[AnyEvent]:
        """Resume after the server was down; clocks continue from the last heartbeat."""
        return [ev.Resumed(**stamp(self, now_ms))] if self.is_time_running else []

    def sand_runs_out(self, now_ms: int) -> list[AnyEvent]:
        """Return the events of the hourglass running out; none while it is still running."""
        return course.sand_runs_out(self, now_ms)
