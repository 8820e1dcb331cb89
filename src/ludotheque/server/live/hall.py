"""The hall: everything that runs in one process of the server, wired together."""

import asyncio

from ludotheque.server.bus import Bus
from ludotheque.server.figures import Figure, resident_bytes
from ludotheque.server.journal import Journal
from ludotheque.server.live.analysis import Analyst
from ludotheque.server.live.bots import Bots
from ludotheque.server.live.changes import Changes
from ludotheque.server.live.closing import Closing
from ludotheque.server.live.fairness import Fairness
from ludotheque.server.live.forgetting import Forgetting
from ludotheque.server.live.handover import Handover
from ludotheque.server.live.health import Health
from ludotheque.server.live.hints import Adviser
from ludotheque.server.live.hourglass import Hourglass
from ludotheque.server.live.logins import Logins
from ludotheque.server.live.memory import Memory
from ludotheque.server.live.neighbors import Neighbors
from ludotheque.server.live.notifying import Notifying
from ludotheque.server.live.order import Order
from ludotheque.server.live.renaming import Renaming
from ludotheque.server.live.solving import Solving
from ludotheque.server.live.tables import Tables
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.live.thinkers import Thinkers
from ludotheque.server.live.timekeeping import Timekeeping
from ludotheque.server.live.tournaments import Tournaments
from ludotheque.server.live.visits import Visits
from ludotheque.server.programs import Programs
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store
from ludotheque.server.warm import Warmth


class Hall:
    def __init__(self, settings: Settings, store: Store, journal: Journal, bus: Bus) -> None:
        self.settings, self.store, self.journal, self.bus = settings, store, journal, bus
        self.tasks = Tasks()
        self.warmth = Warmth(not settings.at_once)
        self.programs = Programs(dict(settings.bots), settings.limits.bot_s)
        self.thinkers = Thinkers(settings.bot_threads, self.programs, self.warmth)
        self.memory = Memory(self.thinkers)
        self.changes = Changes(settings.limits, store, journal, bus, self.memory)
        self.bots = Bots(bus, self.changes, self.thinkers, self.tasks, settings.bot_pause_s)
        self.hourglass = Hourglass(bus, self.changes, self.tasks)
        self.tables = Tables(settings, store, bus, self.memory, self.changes, self.warmth)
        self.logins = Logins(store, bus, self.memory)
        self.neighbors = Neighbors(store, bus, self.memory, self.changes, self.logins, self.tasks)
        self.visits = Visits(store, self.memory, self.changes, self.neighbors)
        self.timekeeping = Timekeeping(store, bus, self.memory, self.changes, self.tables, settings.limits.away_s)
        self.tournaments = Tournaments(settings, store, bus, self.changes, self.tables)
        self.closing = Closing(settings, store, bus, self.memory)
        self.handover = Handover(store, self.memory, self.changes, self.tables)
        self.renaming = Renaming(store, self.changes, self.tables)
        self.forgetting = Forgetting(store, bus, self.memory, self.changes, self.tables, self.closing, self.logins)
        self.order = Order(settings, store, self.changes, self.tables, self.logins)
        self.notifying = Notifying(settings, store, bus, self.memory)
        self.solving = Solving(store, self.tasks)
        self.adviser = Adviser(settings.limits, self.thinkers, self.solving, self.tasks)
        self.analyst = Analyst(settings.limits, self.thinkers, self.tasks)
        self.fairness = Fairness(store, self.tables, self.thinkers, self.tasks)
        self.health = Health(store, journal)
        self.warmth.when_warm = self.memory.show_anew
        self.changes.wakers += [self.bots.wake, self.hourglass.wake, self.solving.wake]

    async def start(self) -> None:
        self.journal.start()
        await self.bus.start(self.neighbors.hear_news)
        self.memory.start(self.tasks)
        self.neighbors.start()
        self.closing.start(self.tasks)
        self.timekeeping.start(self.tasks)
        self.tournaments.start(self.tasks)
        self.health.start(self.tasks)
        self.notifying.start(self.tasks)
        self.tasks.spawn(self.tables.heal())
        if self.settings.at_once:
            self.tasks.spawn(self.warmth.want_all())

    async def stop(self) -> None:
        await self.tasks.stop()
        await self.warmth.stop()
        await self.thinkers.stop()
        await self.bus.stop()
        self.health.stop()
        await asyncio.to_thread(self.journal.stop)

    def figures(self) -> list[Figure]:
        """Return the names, kinds and values of metrics."""
        return [
            ("tables_in_memory", "gauge", len(self.memory.tables)),
            ("connections", "gauge", sum(len(live.connections) for live in self.memory)),
            ("journal_events_total", "counter", self.journal.rows),
            ("journal_commits_total", "counter", self.journal.commits),
            ("journal_waiting", "gauge", self.journal.queue.qsize()),
            ("bot_moves_total", "counter", self.bots.moves),
            ("thinking_waiting", "gauge", self.thinkers.count_waiting()),
            ("memory_bytes", "gauge", resident_bytes()),
        ]
