"""Running tournaments: rounds begin, tables are opened, and results decide what comes next.

Everything is in the database. A round and its tables are written in one transaction, so a server
that dies in between loses nothing; whoever starts again goes on where it stopped.
"""

import asyncio
import logging
from functools import partial

from ludotheque.core import registry
from ludotheque.server.bus import Bus
from ludotheque.server.clock import now_ms
from ludotheque.server.live.changes import Changes
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.tables import Tables
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.loading import UNPLAYABLE
from ludotheque.server.people import free_name
from ludotheque.server.rows import new_row
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store, TableRow
from ludotheque.server.tournament.course import Tournament
from ludotheque.server.tournament.model import Board, round_key
from ludotheque.server.tournament.pairing import Group
from ludotheque.server.trouble import Trouble
from ludotheque.table.events import BOT, OVER, PERSON, WAITING, Chair, Config
from ludotheque.table.made import Outcome
from ludotheque.table.result import BOT_PLAYER

log = logging.getLogger("ludotheque.server")

TICK_S = 0.5
LEASE = "tournament-"  # before its id: which process runs it
STAND_IN = "novice"  # the bot that plays on for people who have left


class Tournaments:
    def __init__(self, settings: Settings, store: Store, bus: Bus, changes: Changes, tables: Tables) -> None:
        self.settings, self.store, self.bus = settings, store, bus
        self.changes, self.tables = changes, tables
        self.started: set[str] = set()  # tables that this process has seen begin

    def start(self, tasks: Tasks) -> None:
        tasks.repeat(self.tick, TICK_S)

    async def tick(self) -> None:
        """Let every tournament go on."""
        for tournament in await asyncio.to_thread(self.store.tournaments.playing):
            try:
                if await self.bus.leads(LEASE + tournament):
                    await self._go_on(tournament)
            except Trouble:
                raise
            except Exception:
                log.exception("tournament %s cannot go on", tournament)

    async def _go_on(self, tournament: str) -> None:
        found = await asyncio.to_thread(self.store.tournaments.find, tournament)
        if found is None:
            return
        await self._begin_tables(found.running)
        if not found.running and found.plan.is_duplicate:
            await self._reveal([board for board in found.boards if board.round == found.round])
        if gone := found.no_shows():
            await asyncio.to_thread(self.store.tournaments.leave, tournament, gone, False)
            return  # the next tick goes on without them
        if found.is_over(now_ms()):
            self.started -= {board.table for board in found.boards}
            await asyncio.to_thread(self.store.tournaments.end, tournament)
        elif groups := await asyncio.to_thread(self._next_groups, found):
            rows = [self._row(found, group) for group in groups if len(group) > 1]
            if await asyncio.to_thread(self.store.tournaments.begin_round, found, groups, rows):
                await asyncio.gather(*(self._begin(row.id) for row in rows))

    def _next_groups(self, found: Tournament) -> list[Group]:
        """Return who sits at the next tables; pairing many people takes a while."""
        players = {entrant.player for entrant in found.entrants}
        known = self.store.ratings.strengths(found.plan.game, players)
        return found.next_groups({player: strength.mu for player, strength in known.items()}, now_ms())

    # Tables

    def _row(self, found: Tournament, group: Group) -> TableRow:
        """Return a table of the next round; in a duplicate round all have the same key."""
        plan, number = found.plan, found.round + 1
        config = Config(
            plan.game,
            chairs(found, group),
            registry.load(plan.game).complete_options(plan.options),
            plan.clock,
            allow_undo=False,
            stand_in=STAND_IN,
            is_rated=plan.is_rated,
            tournament=found.id,
            is_sealed=plan.is_duplicate,
        )
        key = round_key(found.key, number) if plan.is_duplicate else self.settings.make_key()
        return new_row(config, found.host, not plan.is_duplicate, key)

    async def _begin_tables(self, running: list[Board]) -> None:
        """Begin the games of tables that a server opened just before it died."""
        for board in running:
            if board.table not in self.started:
                await self._begin(board.table)

    async def _begin(self, table: str) -> LiveTable | None:
        """Load a table, which begins its game, and return it; None if it is lost."""
        try:
            live = await self.tables.find(table)
        except UNPLAYABLE:
            return None
        if live is not None and live.table.status != WAITING:
            self.started.add(table)
        return live

    async def _reveal(self, boards: list[Board]) -> None:
        """Reveal the deal of a round, now that all its tables are over."""
        for board in boards:
            live = await self._begin(board.table) if board.table else None
            if live is not None and live.table.status == OVER and not live.table.is_revealed:
                await self.changes.change(live, partial(reveal, live))


def reveal(live: LiveTable) -> Outcome:
    return Outcome(live.table.reveal(now_ms()))


def chairs(found: Tournament, group: Group) -> list[Chair]:
    """Return the chairs of a table, in the order of its seats."""
    entrants = {entrant.number: entrant for entrant in found.entrants}
    made: list[Chair] = []
    for number in group:
        entrant = entrants[number]
        name = free_name(entrant.name, (chair.name for chair in made)) if entrant.name else ""
        if entrant.player.startswith(BOT_PLAYER):
            made.append(Chair(BOT, name, level=entrant.player.removeprefix(BOT_PLAYER)))
        else:
            made.append(Chair(PERSON, name, person=entrant.player))
    return made
