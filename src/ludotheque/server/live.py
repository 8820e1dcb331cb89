"""Tables in memory: a cache of the journal, the lines to whoever looks at them, bots that think, clocks that run.

At one table one thing happens after the other: a request is judged, its events are written to the journal, and only when they are safe they are carried out and told to everybody.
"""

import asyncio
import gc
import logging
import os
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hmac import compare_digest
from typing import Any, TypeVar

import msgspec

from ludotheque.bots.history import History
from ludotheque.bots.levels import BUDGETS
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.record import Data
from ludotheque.core.words import N_
from ludotheque.server.analysis import Analyst
from ludotheque.server.answers import Refusal
from ludotheque.server.bucket import Bucket
from ludotheque.server.bus import EVERYTHING, LOOK_AGAIN, REWRITTEN, Bus
from ludotheque.server.hints import advise
from ludotheque.server.journal import SIT, Conflict, Journal, Statement
from ludotheque.server.people import guest_name, new_id, new_token
from ludotheque.server.programs import Programs
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store, TableRow
from ludotheque.server.text import REFUSALS, refused
from ludotheque.server.warm import Warmth
from ludotheque.table.drafts import GRACE_MS
from ludotheque.table.events import OVER, PLAYING, SCREEN, WAITING, AnyEvent, Config, Sat
from ludotheque.table.protocol import Hint, Refused, Reply, Request
from ludotheque.table.table import Outcome, Table
from ludotheque.table.viewer import Viewer

log = logging.getLogger("ludotheque.server")

TICK_S = 1.0  # how often clocks are looked at
PAUSE_S = 0.05  # how often a bot that waits looks whether it still has to
SAND_BEAT_S = 5.0  # how often a sign of life is written while an hourglass runs
BEAT_S = 30.0  # how often a sign of life is written while a clock runs
IDLE_S = 300.0  # a table that nobody has asked for so long is forgotten; the journal has it
BACKLOG = 200  # messages that may wait for a slow reader, until the line is cut; it comes back and asks for the whole table
MANY_GONE = 1000  # connections closed and tables forgotten, until Python looks for what they have left: see `run.collect_rarely`
SWEEP_S = 3600.0  # how often abandoned tables are looked for
COME_BACK, GONE = 1013, 4410  # why a line is closed: call again; or do not, the table is closed
MEET_S = 10.0  # how often processes say who is with them
FOLLOW_S = 1.0  # a process that does not run a table's bots looks so often whether it has to
HINTS_PER_SECOND, HINTS_AT_ONCE = 0.25, 4  # for one connection
WHILE_COLD = "greedy"  # how bots play that would search, as long as a game is not compiled
TRIES = 5  # how often a request is judged again after another process was faster

FOR_ALL = ("table/closed", "server/busy", "server/error")  # refusals that are said to each in their own language
CLOSED = refused("table/closed")

T = TypeVar("T")
encode = msgspec.json.Encoder().encode


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def step_back() -> None:
    """A thread that thinks lets those go first who answer people. Only Linux has a priority for each thread."""
    if sys.platform == "linux":
        os.nice(10)


class Line:
    """One connection: what it may see, and what is on its way to it."""

    def __init__(self, viewer: Viewer, send_now: Callable[[bytes], bool] = lambda _: False) -> None:
        self.viewer = viewer
        self.hints = Bucket(HINTS_PER_SECOND, HINTS_AT_ONCE)
        self.send_now = send_now
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.is_waiting = False  # something was taken out and could not be sent yet
        self.code = COME_BACK  # with which it will be closed
        self.is_cut = False

    def send(self, message: Reply) -> None:
        if isinstance(message, Refused) and message.code in FOR_ALL:
            message = refused(message.code, self.viewer.language, message.id)
        if self.outbox.qsize() < BACKLOG:
            data = b"" if self.is_cut else encode(message)
            if data and (self.is_waiting or not self.outbox.empty() or not self.send_now(data)):
                self.outbox.put_nowait(data)
        else:
            self.forget_the_rest()

    def forget_the_rest(self) -> None:
        """A reader that is too slow hears nothing of what waits for it: it will call again and be shown the whole table."""
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.is_cut = False
        self.cut()

    def cut(self, code: int = COME_BACK) -> None:
        """Nothing more will be sent."""
        if not self.is_cut:
            self.is_cut, self.code = True, code
            self.outbox.put_nowait(None)


class LiveTable:
    """One table in memory."""

    def __init__(self, row: TableRow, table: Table, store: Store) -> None:
        self.row, self.table, self.store = row, table, store
        self.lock = asyncio.Lock()
        self.lines: set[Line] = set()
        self.thinking: asyncio.Task[None] | None = None
        self.sand: asyncio.Task[None] | None = None  # the hourglass
        self.used = time.monotonic()
        self.beat_at = time.monotonic()
        self.seen: dict[str, float] = {}  # when each person was last here
        self.elsewhere: set[str] = set()  # persons who look at it in other processes
        self.is_closed = False

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person may act for, those of others at the same screen included."""
        return [seat for seat, chair in enumerate(self.table.chairs) if chair.person == person]

    async def may_watch(self, person: str) -> bool:
        is_known = self.row.is_open or self.row.host == person or bool(self.seats_of(person))
        return is_known or await asyncio.to_thread(self.store.is_watcher, self.row.id, person)

    def chair_for(self, token: str | None) -> int:
        """The free chair that a token opens; at an open table the first free one."""
        free = [seat for seat in self.row.seats if seat.token and self.table.is_free(seat.seat)]
        fitting = [seat.seat for seat in free if (self.row.is_open if token is None else compare_digest(str(seat.token).encode(), token.encode()))]
        if not fitting:
            raise Refusal(403, "seat/not_free", N_("There is no free chair for you at this table, or this invitation has been used."))
        return fitting[0]

    def record(self, person: str) -> Data:
        """The game so far through the eyes of one seat; somebody who plays several seats gets what all may see, and everybody gets everything once it is over."""
        return self.table.record(None if self.table.status == OVER else self.eyes_of(person)[0])

    def eyes_of(self, person: str) -> list[int]:
        """Through whose eyes somebody may look at what has happened, the likeliest first; NONE is a spectator."""
        seats = self.seats_of(person)
        own = seats if len(seats) == 1 else []
        others = range(self.table.seats) if self.table.status == OVER else []
        return [*own, NONE, *(seat for seat in others if seat not in own)]

    @property
    def to_act(self) -> int:
        """A bit for each seat that is to act."""
        return sum(1 << seat for seat in self.table.movers if seat != TABLE) if self.table.status == PLAYING else 0

    def absent(self, patience_s: float) -> list[int]:
        """Seats that are to act, and whose people have been away for too long; where the table wants a bot to play on for them."""
        if not self.table.config.bot_takes_over or self.table.status != PLAYING:
            return []
        now = time.monotonic()
        persons = {seat: self.table.chairs[seat].person for seat in self.table.movers if seat != TABLE}
        return [seat for seat, person in persons.items() if person and person not in self.table.online and now - self.seen.setdefault(person, now) >= patience_s]

    def tell(self) -> None:
        """Everybody hears what has changed for them."""
        for line in self.lines:
            if line.viewer.shown is not None:
                line.send(self.table.update(line.viewer, now_ms()))

    @property
    def here(self) -> set[str]:
        """The persons who look at it in this process."""
        return {line.viewer.person for line in self.lines}

    def see_who_is_here(self) -> None:
        """Somebody came or went, or sat down."""
        self.table.online = self.here | self.elsewhere
        self.seen |= dict.fromkeys(self.table.online, time.monotonic())
        for line in self.lines:
            line.viewer.seats = tuple(self.seats_of(line.viewer.person))


class Live:
    """All tables of this process."""

    def __init__(self, settings: Settings, store: Store, journal: Journal, bus: Bus) -> None:
        self.settings, self.store, self.journal, self.bus = settings, store, journal, bus
        self.tables: dict[str, LiveTable] = {}
        self.loading = asyncio.Lock()
        self.warmth = Warmth(not settings.at_once, self.show_anew)
        self.threads = ThreadPoolExecutor(settings.bot_threads, "bot", initializer=step_back)
        self.programs = Programs(dict(settings.bots), settings.bot_s)
        self.tasks: set[asyncio.Task[None]] = set()
        self.analyst = Analyst(self)
        self.bot_moves = 0
        self.gone = 0  # connections and tables that are no more, since memory was last tidied up
        self.met = -MEET_S  # when processes last said who is with them

    async def start(self) -> None:
        self.journal.start()
        await self.bus.start(self.hear_news)
        await self.sweep()
        self.spawn(self.run(self.tick_all, TICK_S))
        self.spawn(self.run(self.sweep, SWEEP_S))
        if self.settings.at_once:
            self.spawn(self.warmth.want_all())

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.warmth.stop()
        self.threads.shutdown(wait=True, cancel_futures=True)
        await asyncio.to_thread(self.programs.stop)
        await self.bus.stop()
        await asyncio.to_thread(self.journal.stop)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something run beside the requests; what goes wrong in it is logged."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a task of the server failed", exc_info=error)

    async def run(self, work: Callable[[], Coroutine[Any, Any, None]], pause_s: float) -> None:
        """Do something again and again; if it goes wrong, for a database that is away say, it may go well the next time."""
        while True:
            await asyncio.sleep(pause_s)
            try:
                await work()
            except Exception:
                log.exception("a task of the server failed")

    async def in_thread(self, function: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.to_thread(function, *arguments)

    def figures(self) -> list[tuple[str, str, int]]:
        """Names, kinds and values for /metrics."""
        return [
            ("tables_in_memory", "gauge", len(self.tables)),
            ("connections", "gauge", sum(len(found.lines) for found in self.tables.values())),
            ("journal_events_total", "counter", self.journal.rows),
            ("journal_commits_total", "counter", self.journal.commits),
            ("bot_moves_total", "counter", self.bot_moves),
        ]

    # Finding, opening

    async def find(self, table: str) -> LiveTable | None:
        """A table, rebuilt from its journal if it is not in memory."""
        found = self.tables.get(table)
        if found is None:
            row = await self.in_thread(self.store.table, table)
            if row is None:
                return None
            await self.warmth.want(row.game)
            async with self.loading:
                found = self.tables.get(table) or await self.load(row)
        found.used = time.monotonic()
        return found

    async def load(self, row: TableRow) -> LiveTable:
        found = LiveTable(row, await self.in_thread(self._replay, row), self.store)
        self.tables[row.id] = found
        async with found.lock:
            is_first = not row.has_clock or await self.bus.leads(row.id)  # else its clocks run, in another process
            await self.change(found, lambda: Outcome(found.table.start(now_ms()) or (found.table.resume(now_ms()) if is_first else [])))
        return found

    def _replay(self, row: TableRow) -> Table:
        return Table.replay(msgspec.json.decode(row.config, type=Config), row.key, self.store.events(row.id))

    async def open(self, row: TableRow, rematch_of: LiveTable | None = None) -> TableRow:
        """A new table; the rematch of a table is opened once, whoever asks."""
        await self.warmth.want(row.game)
        if rematch_of is None:
            table = await self.in_thread(self.store.add, row)
        else:
            async with rematch_of.lock:
                table = await self.in_thread(self.store.add, row, rematch_of.row.id)
                await self.change(rematch_of, lambda: Outcome(rematch_of.table.rematched(table, now_ms())))
                rematch_of.tell()
        found = await self.find(table)
        return found.row if found is not None else row

    def show_anew(self, game: str) -> None:
        """A game has been compiled: what was left out until now, for it would have taken too long, is told."""
        for found in self.tables.values():
            if found.row.game == game:
                found.table.work_out_anew()
                found.tell()

    # What happens at a table

    async def write(self, found: LiveTable, events: Sequence[AnyEvent], statements: Sequence[Statement] = ()) -> None:
        """The journal first; then it has happened, and everybody is told. Whoever calls this holds the table's lock."""
        if events:
            await self.journal.write(found.row.id, events, statements)
            found.table.commit(events)
            self.bus.tell(found.row.id, found.table.seq)
            self.journal.note(found.row.id, found.table.status, found.to_act, int(time.time()))
        found.used = time.monotonic()
        self.wake_bots(found)

    async def change(self, found: LiveTable, judge: Callable[[], Outcome], statements: Sequence[Statement] = ()) -> Outcome:
        """Judge, write, carry out. If another process wrote to this table meanwhile, its events are read first and everything is judged again."""
        for _ in range(TRIES):
            if found.is_closed:
                return Outcome([], CLOSED)
            outcome = judge()
            try:
                await self.write(found, outcome.events, statements)
            except Conflict:
                await self.catch_up(found)
                continue
            return outcome
        return Outcome([], refused("server/busy"))

    async def catch_up(self, found: LiveTable) -> None:
        """What other processes have written to a table happens here too. Whoever calls this holds its lock."""
        if events := await self.in_thread(self.store.events, found.row.id, found.table.seq):
            found.table.commit(events)
            found.see_who_is_here()
            found.tell()
            self.wake_bots(found)
        elif await self.in_thread(self.store.table, found.row.id) is None:  # deleted behind our back
            self.dismiss(found)

    async def hear(self, found: LiveTable, line: Line, request: Request) -> None:
        """A request that came in on a line: it is answered, and if something happened everybody hears of it."""
        async with found.lock:
            try:
                outcome = await self.change(found, lambda: found.table.judge(line.viewer, request, now_ms()))
            except Exception:
                log.exception("a request at table %s failed", found.row.id)
                outcome = Outcome([], refused("server/error", request=getattr(request, "id", None)))
            if outcome.reply is not None:
                line.send(outcome.reply)
            elif isinstance(request, Hint):
                self.spawn(advise(self, found, line, request.seat))
            if outcome.events:
                found.tell()

    async def sit(self, found: LiveTable, token: str | None, person: str, name: str) -> int:
        """Take a chair; the seat is the answer."""
        async with found.lock:
            seat = found.chair_for(token)
            outcome = await self.change(found, lambda: found.table.sit(seat, person, name, now_ms()), [(SIT, (person, found.row.id, seat))])
            if not outcome.events:
                reply = outcome.reply
                code = reply.code if isinstance(reply, Refused) else ""
                raise Refusal(409, code or "seat/taken", REFUSALS.get(code, N_("Somebody sits there already.")))
            found.see_who_is_here()
            found.tell()
            return seat

    async def enter(self, found: LiveTable, person: str, language: str, send_now: Callable[[bytes], bool]) -> Line:
        """Somebody looks at the table. A bot that played for them hands back."""
        name = await self.in_thread(self.store.name_of, person) or guest_name(person, language)
        line = Line(Viewer(person=person, name=name, language=language), send_now)
        async with found.lock:
            found.lines.add(line)
            found.see_who_is_here()
            for seat in line.viewer.seats:
                await self.change(found, partial(self._back, found, seat))
            found.tell()
        self.say_who_is_here(found)
        return line

    def _back(self, found: LiveTable, seat: int) -> Outcome:
        return Outcome(found.table.hand_back(seat, now_ms()))

    def _away(self, found: LiveTable, seat: int) -> Outcome:
        return Outcome(found.table.take_over(seat, now_ms()))

    async def leave(self, found: LiveTable, line: Line) -> None:
        found.seen[line.viewer.person] = time.monotonic()
        found.lines.discard(line)
        found.see_who_is_here()
        found.used = time.monotonic()
        found.tell()
        self.say_who_is_here(found)
        self.gone += 1

    # Other processes

    def hear_news(self, table: str, seq: int) -> None:
        """Something has happened in another process, or in this one."""
        known = self.tables.values() if table == EVERYTHING else [self.tables[table]] if table in self.tables else []
        for found in list(known):
            if seq == LOOK_AGAIN or seq > found.table.seq:
                self.spawn(self.follow(found, seq))

    async def follow(self, found: LiveTable, seq: int) -> None:
        async with found.lock:
            if found.is_closed:
                return
            if seq == REWRITTEN:
                self.dismiss(found, COME_BACK)
            elif seq == LOOK_AGAIN or seq > found.table.seq:
                await self.catch_up(found)
        if seq == LOOK_AGAIN and not found.is_closed:
            await self.meet(found)

    def say_who_is_here(self, found: LiveTable) -> None:
        """Others have to know, so that no bot plays for somebody who is there."""
        if not self.bus.is_alone:
            self.spawn(self.meet(found, is_change=True))

    async def meet(self, found: LiveTable, is_change: bool = False) -> None:
        elsewhere = await self.bus.meet(found.row.id, found.here)
        if is_change:
            self.bus.tell(found.row.id, LOOK_AGAIN)
        if elsewhere != found.elsewhere:
            found.elsewhere = elsewhere
            found.see_who_is_here()
            found.tell()

    # Somebody becomes somebody else

    async def hand_over_all(self, old: str, new: str, name: str) -> tuple[list[str], list[str]]:
        """A guest turns out to have an account: it takes the guest's seats. The tables where it did, and those where it could not."""
        moved: list[str] = []
        left: list[str] = []
        for table in await self.in_thread(self.store.seated, old):
            found = await self.find(table)
            if found is not None:
                (moved if await self.hand_over(found, old, new, name) else left).append(table)
        await self.in_thread(self.store.inherit, old, new)
        for found in self.tables.values():
            if found.row.host == old:
                found.row = msgspec.structs.replace(found.row, host=new)
        self.call_again(old)
        return moved, left

    async def hand_over(self, found: LiveTable, old: str, new: str, name: str) -> bool:
        """One table: the account sits down where the guest sat. Not where it has a seat already, while the game runs: nobody may look into two hands."""
        async with found.lock:
            seats = found.seats_of(old)
            if found.seats_of(new) and found.table.status != OVER:
                return False
            outcome = await self.change(found, lambda: Outcome(self._sits(found, seats, new, name)), [(SIT, (new, found.row.id, seat)) for seat in seats])
            found.see_who_is_here()
            found.tell()
            return bool(outcome.events)

    def _sits(self, found: LiveTable, seats: Sequence[int], person: str, name: str) -> list[AnyEvent]:
        """Others at the same screen keep their names."""
        names = [chair.name if chair.kind == SCREEN else name for chair in found.table.chairs]
        return [Sat(**found.table.stamp(now_ms(), ahead), seat=seat, person=person, name=names[seat]) for ahead, seat in enumerate(seats)]

    async def forget(self, person: str) -> None:
        """Somebody deletes their account. Tables at which nobody else sits go too; at others a bot plays on for somebody without a name, or, before the game, the chair is free."""
        nobody = new_id()
        for table in await self.in_thread(self.store.mentions, person):
            found = await self.find(table)
            if found is None:
                continue
            others = [chair.person for chair in found.table.chairs if chair.person not in ("", person)]
            if not others and (found.row.host == person or found.seats_of(person)):
                await self.delete(table)
            else:
                await self.forget_at(found, person, nobody, others)
        await self.in_thread(self.store.forget, person)
        self.call_again(person)

    async def forget_at(self, found: LiveTable, person: str, nobody: str, others: list[str]) -> None:
        """Whoever looks at the table calls again, and finds it without the name."""
        async with found.lock:
            for seat in found.seats_of(person):
                await self.change(found, partial(self._away, found, seat))
            is_waiting, host = found.table.status == WAITING, others[0] if found.row.host == person else found.row.host
            await self.in_thread(self.store.forget_at, found.row.id, person, "" if is_waiting else nobody, host, new_token() if is_waiting else None)
            self.dismiss(found, COME_BACK)
        self.bus.tell(found.row.id, REWRITTEN)

    def call_again(self, person: str) -> None:
        """All lines of a person are cut: browsers call again, each as who it is now."""
        for found in self.tables.values():
            for line in found.lines:
                if line.viewer.person == person:
                    line.cut()

    # The end of a table

    async def delete(self, table: str) -> None:
        """A table is closed for good; whoever looks at it is told."""
        found = await self.find(table)
        if found is not None:
            async with found.lock:
                await self.in_thread(self.store.delete, table)
                self.dismiss(found)
            self.bus.tell(table, LOOK_AGAIN)

    def dismiss(self, found: LiveTable, code: int = GONE) -> None:
        """A table that is not in the database any more, or not as it was."""
        found.is_closed = True
        self.tables.pop(found.row.id, None)
        self.end_programs(found)
        if found.thinking is not None and found.thinking is not asyncio.current_task():
            found.thinking.cancel()
        for line in found.lines:
            if code == GONE:
                line.send(CLOSED)
            line.cut(code)

    async def sweep(self) -> None:
        """Tables that everybody has forgotten are deleted, but not while somebody looks; and what was deleted by hand is forgotten here too."""
        days = {WAITING: self.settings.waiting_days, PLAYING: self.settings.playing_days}
        for table in await self.in_thread(self.store.abandoned, days):
            known = self.tables.get(table)
            if known is None:
                if not await self.bus.meet(table, set()):
                    await self.in_thread(self.store.delete, table)
            elif not known.lines:
                await self.delete(table)
        for found in list(self.tables.values()):
            if await self.in_thread(self.store.table, found.row.id) is None:
                self.dismiss(found)

    # Bots

    def wake_bots(self, found: LiveTable) -> None:
        """Let bots think, if it is their turn and they are not at it; and the hourglass run."""
        if found.thinking is None and found.table.bots_to_act():
            found.thinking = self.spawn(self.think(found))
        if found.table.status == OVER:
            self.end_programs(found)
        if found.sand is None and found.table.clocks.sand is not None:
            found.sand = self.spawn(self.run_sand(found))

    async def think(self, found: LiveTable) -> None:
        """Bots act as long as it is their turn, not faster than people can follow."""
        try:
            while (bots := found.table.bots_to_act()) and not found.is_closed:
                if not await self.bus.leads(found.row.id):
                    await asyncio.sleep(FOLLOW_S)
                    continue
                seat, level = bots[0]
                begun, choices = time.monotonic(), self._choices(found, seat)
                action = await self.choose(found, seat, level)
                while self._is_pausing(found, level, action, begun) and choices == self._choices(found, seat):
                    await asyncio.sleep(PAUSE_S)
                async with found.lock:
                    if choices == self._choices(found, seat):  # else something happened, and the bot has to think again
                        await self.change(found, partial(self._bot_acts, found, seat, action))
                        self.bot_moves += 1
                        found.tell()
        finally:
            found.thinking = None

    def _is_pausing(self, found: LiveTable, level: str, action: int, begun: float) -> bool:
        """People need time to follow, and more of it where they are in a hurry themselves."""
        pause_s = max(self.settings.bot_pause_s - (time.monotonic() - begun), found.table.bot_waits_ms(level, action, now_ms()) / 1000)
        return self.settings.bot_pause_s > 0 and pause_s > 0

    def _choices(self, found: LiveTable, seat: int) -> tuple[Table, int]:
        """Changes when the seat has to choose anew."""
        return found.table, 0 if seat == TABLE else found.table.chosen_anew[seat]

    def _bot_acts(self, found: LiveTable, seat: int, action: int) -> Outcome:
        return Outcome(found.table.bot_acts(seat, action, now_ms()))

    async def choose(self, found: LiveTable, seat: int, level: str) -> int:
        """A bot's choice, made in a thread from what its seat can see."""
        table = found.table
        if seat == TABLE:
            return table.table_action()
        if (taught := table.guiding.action_of(seat)) is not None:
            return taught
        arguments = (table.game, table.view(seat), seat, History(lambda: table.record(seat)["plies"], lambda: table.views(seat)), table.bot_seed(seat))
        played = WHILE_COLD if level in BUDGETS and self.warmth.is_cold(table.game.id) else level
        return await asyncio.get_running_loop().run_in_executor(self.threads, self.programs.bot(found.row.id, played), *arguments)

    def end_programs(self, found: LiveTable) -> None:
        """Programs of the host's own go when their table is over, closed or forgotten; a game that goes on starts them anew."""
        if self.programs.at(found.row.id):
            self.threads.submit(self.programs.end, found.row.id, found.table)

    # Time

    async def run_sand(self, found: LiveTable) -> None:
        """The hourglass: when it is empty, what lies is played. Signs of life come often, since a moment is long here."""
        try:
            while (left := found.table.clocks.sand_at(now_ms())) is not None and not found.is_closed:
                pause_s = min(SAND_BEAT_S, max(left + GRACE_MS, 1) / 1000)
                await asyncio.sleep(pause_s)
                if await self.bus.leads(found.row.id):
                    async with found.lock:
                        outcome = await self.change(found, partial(self._sand, found, pause_s == SAND_BEAT_S))
                        if outcome.events:
                            found.tell()
        finally:
            found.sand = None

    def _sand(self, found: LiveTable, is_beat_due: bool) -> Outcome:
        return Outcome(found.table.sand_runs_out(now_ms()) or (found.table.beat(now_ms()) if is_beat_due else []))

    async def tick_all(self) -> None:
        """Clocks run whether somebody looks or not; a table without one is forgotten after a while."""
        if self.gone >= MANY_GONE:
            self.gone = 0
            gc.collect()
        if is_to_meet := time.monotonic() - self.met >= MEET_S:
            self.met = time.monotonic()
            await self.find_clocks()
        for found in list(self.tables.values()):
            if is_to_meet and found.lines and not self.bus.is_alone:
                await self.meet(found)
            await self.look_after(found)

    async def find_clocks(self) -> None:
        """Tables whose time runs: those that were opened before this process was, or whose process has died."""
        for table in await self.in_thread(self.store.running_clocks):
            if table not in self.tables and await self.bus.leads(table):
                await self.find(table)

    async def look_after(self, found: LiveTable) -> None:
        self.wake_bots(found)  # one that something stopped, a database that was away say, tries again
        if found.table.status == PLAYING and (found.row.has_clock or found.table.config.bot_takes_over):
            if await self.bus.leads(found.row.id):
                await self.tick(found)
        elif not found.lines and found.thinking is None and time.monotonic() - found.used > IDLE_S:
            del self.tables[found.row.id]
            self.gone += 1
            self.end_programs(found)
            await self.bus.release(found.row.id)

    async def tick(self, found: LiveTable) -> None:
        """Time has passed at a table."""
        async with found.lock:
            outcome = await self.change(found, lambda: Outcome(self.due(found)))
            if outcome.events:
                found.beat_at = time.monotonic()
                found.tell()

    def due(self, found: LiveTable) -> list[AnyEvent]:
        """For seats whose clock has run out, and for those who are away, a bot plays on; now and then a sign of life."""
        table, away = found.table, found.absent(self.settings.away_s)
        is_beat_due = time.monotonic() - found.beat_at > BEAT_S
        return table.tick(now_ms()) or (table.take_over(away[0], now_ms()) if away else []) or (table.beat(now_ms()) if is_beat_due else [])
