"""Fair play in rated games: how often somebody chose what a bot would have.

A steward asks for one person. The bots go through that person's latest rated games, one decision
after another in their threads, each from what the seat could see at the time. The check ends when
the steward stops asking. What it finds is stored, so that others can be compared with it.
"""

import asyncio
import time
from dataclasses import dataclass, field

from ludotheque.bots.levels import adviser, known
from ludotheque.bots.thinker import Budget
from ludotheque.server.live.analysis import PAUSE_S, WAIT_S, opinions_on
from ludotheque.server.live.tables import Tables
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.live.thinkers import Asker, Thinkers
from ludotheque.server.live.turns import UnwantedError
from ludotheque.server.loading import UNPLAYABLE
from ludotheque.server.store import Store
from ludotheque.server.store.fairness import Tally
from ludotheque.table.events import PERSON
from ludotheque.table.table import Table

LEVEL = "regular"  # whose thinking is used
GAMES = 10  # of a person, the latest first
CHOICES = 200  # of a person that are compared at most
FEWEST = 3  # legal actions: with two of them, every choice is one of the two best


@dataclass
class Check:
    """The check of one person, as far as it has come."""

    asker: str
    person: str
    asked: float = 0.0  # when the steward last asked for it
    total: int = 1
    done: int = 0
    found: dict[str, Tally] = field(default_factory=dict)  # by game
    is_over: bool = False

    @property
    def is_wanted(self) -> bool:
        return time.monotonic() - self.asked < WAIT_S


# docs/decisions.md: A check of fair play counts choices and judges nobody
class Fairness:
    def __init__(self, store: Store, tables: Tables, thinkers: Thinkers, tasks: Tasks) -> None:
        self.store, self.tables, self.thinkers, self.tasks = store, tables, thinkers, tasks
        self.checks: dict[tuple[str, str], Check] = {}

    def check(self, asker: str, person: str) -> tuple[Check, bool]:
        """Return a check and whether it has just begun; one that is over is returned once."""
        self.checks = {key: check for key, check in self.checks.items() if check.is_wanted}
        running = self.checks.pop((asker, person), None)
        check = running or Check(asker, person)
        check.asked = time.monotonic()
        if not check.is_over:
            self.checks[asker, person] = check
        if running is None:
            self.tasks.spawn(self._look_through(check))
        return check, running is None

    async def _look_through(self, check: Check) -> None:
        asker = Asker(check.asker, lambda: check.is_wanted)
        try:
            choices = await self._choices(check, asker)
            check.total = len(choices) + 1
            for table, ply in choices:
                tally = check.found[table.config.game]
                place = await self.thinkers.think(asker, place_of, table, ply, adviser(table.game, LEVEL))
                tally.choices += 1
                tally.first += place == 0
                tally.second += place == 1
                check.done += 1
            await asyncio.to_thread(self.store.fairness.note, check.person, check.found)
            check.is_over = True
        except UnwantedError:
            pass
        finally:
            if not check.is_over:  # whoever asks again begins again
                self.checks = {key: other for key, other in self.checks.items() if other is not check}

    async def _choices(self, check: Check, asker: Asker) -> list[tuple[Table, int]]:
        """List the decisions to compare: table and number of the ply."""
        found: list[tuple[Table, int]] = []
        for row in await asyncio.to_thread(self.store.fairness.latest, check.person, GAMES):
            try:
                live = await self.tables.find(row["table_id"])
            except UNPLAYABLE:
                continue
            if live is None or len(found) == CHOICES:
                continue
            while self.thinkers.warmth.is_cold(live.table.game.name) and check.is_wanted:
                await asyncio.sleep(PAUSE_S)
            plies = await self.thinkers.think(asker, choices_of, live.table, row["seat"])
            if plies:
                check.found.setdefault(row["game"], Tally()).games += 1
            found += [(live.table, ply) for ply in plies[: CHOICES - len(found)]]
        return found


def choices_of(table: Table, seat: int) -> list[int]:
    """List the plies at which the person at a seat had to think.

    Where a bot played for them, or the game itself knows what is best, nothing is compared.
    """
    game, cost = table.game, adviser(table.game, LEVEL)
    mine = [(number, ply) for number, ply in enumerate(table.plies) if ply.seat == seat and ply.by == PERSON]
    return [
        number
        for number, ply in mine
        if len(game.legal(ply.before, seat)) >= FEWEST
        and known(game, LEVEL, game.view_of(ply.before, seat), seat, b"", cost) is None
    ]


def place_of(table: Table, number: int, cost: Budget) -> int:
    """Return the place of what was played among a bot's opinions; 0 is its best."""
    actions = [one.action for one in opinions_on(table, number, cost)]
    return actions.index(table.plies[number].action)
