"""The workbench's only table, and what the author does with it."""

import asyncio
import logging
from collections.abc import Callable

from msgspec import structs

from ludotheque.core.chance import seed_key
from ludotheque.core.constants import TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.words import N_
from ludotheque.scene.picture import scene_of
from ludotheque.scene.svg import compose
from ludotheque.server.answers import HttpRefusal
from ludotheque.server.api.new_tables import row_of
from ludotheque.server.clock import now_ms
from ludotheque.server.dev.keeping import Kept, Note, kept_of, readable, rebuild
from ludotheque.server.live.hall import Hall
from ludotheque.server.live.table import LiveTable
from ludotheque.server.text import words_in
from ludotheque.table import course
from ludotheque.table.events import BOT, PERSON, SCREEN, Chair
from ludotheque.table.made import Fault, Outcome
from ludotheque.table.table import Table

SEAT = N_("Seat {number}")  # numbered as in the panel


class Desk:
    """The workbench's table. `tell` is called on every change, so that the game can be replayed."""

    def __init__(self, game: Game, kept: Kept, tell: Callable[[Kept], None]) -> None:
        self.game, self.kept, self.tell = game, kept, tell
        self.hall: Hall | None = None
        self.live: LiveTable | None = None
        self.lock = asyncio.Lock()
        self.notes: list[Note] = []  # what happened when the game was last replayed
        self.broken = ""  # why the edited game could not be loaded: a traceback
        self.trouble = ""  # what has gone wrong at the table since the last ply: a traceback
        self.beat = 0  # increases whenever the page should refresh

    def open(self, hall: Hall) -> None:
        self.hall = hall
        hall.changes.wakers.append(self.note)

    def note(self, live: LiveTable) -> None:
        """Save the current game, and lift the curtain for the seat to act."""
        if live is not self.live:
            return
        for connection in live.connections:
            seats = [seat for seat in live.table.movers if seat != TABLE]
            connection.viewer.looked, connection.viewer.looked_at = next(iter(seats), 0), live.table.seq
        if (kept := kept_of(live.table, self.kept)) != self.kept:
            self._keep(kept)

    def _keep(self, kept: Kept) -> None:
        self.kept, self.trouble = kept, ""
        self.tell(kept)
        self.beat += 1

    def complain(self, trouble: str) -> None:
        """Show what has gone wrong at the table."""
        self.trouble = trouble
        self.beat += 1

    def stay(self, broken: str) -> None:
        """Show why this game continues instead of the edited one."""
        self.broken = broken
        self.beat += 1

    # The table

    async def table(self) -> Table | None:
        """Return the table; None before anyone has opened the page."""
        async with self.lock:
            if self.live is None and self.kept.person:
                await self._play_again(self.kept)
            return None if self.live is None else self.live.table

    async def sit(self, person: str, language: str) -> None:
        """Let a person play all seats; it is the last one who opened the page."""
        async with self.lock:
            if self.live is None or self.kept.person != person:
                await self._play_again(structs.replace(self.kept, person=person, language=language))

    async def go_back(self, ply: int) -> None:
        """Go back to the position after `ply` plies, discarding the rest."""
        async with self.lock:
            await self._play_again(structs.replace(self.kept, plies=self.kept.plies[:ply]))

    async def deal(self, seed: int) -> None:
        """Start a new game from a seed."""
        async with self.lock:
            await self._play_again(structs.replace(self.kept, key=seed_key(seed), setup=None, plies=()))

    async def act(self, ply: int, seat: int, action: int) -> None:
        """Carry out an action in the position after `ply` plies."""
        if ply < len(self.kept.plies):
            await self.go_back(ply)
        async with self.lock:
            assert self.hall is not None
            assert self.live is not None
            await self.hall.changes.change(self.live, lambda: self._acted(seat, action))

    def _acted(self, seat: int, action: int) -> Outcome:
        assert self.live is not None
        table = self.live.table
        trial = course.tried(table, seat, [action], table.state)
        if isinstance(trial, Fault):
            raise HttpRefusal(409, trial.code, N_("This cannot be played now."))
        return Outcome(course.acted(table, seat, trial, BOT if seat == TABLE else PERSON, "", now_ms()))

    async def _play_again(self, kept: Kept) -> None:
        """Open a new table with this game, for the page to move to; the old one is dropped."""
        assert self.hall is not None
        rebuilt = await asyncio.to_thread(rebuild, self.game, kept, chairs(kept), now_ms())
        row = structs.replace(row_of(self.hall, rebuilt.config, kept.person, is_open=False), key=kept.key)
        await asyncio.to_thread(self.hall.store.tables.add, row)
        await self.hall.journal.write(row.id, rebuilt.events)
        self.live = await self.hall.tables.find(row.id)
        assert self.live is not None
        self._keep(kept_of(self.live.table, kept))
        self.notes, self.trouble = rebuilt.notes, rebuilt.trouble

    # Positions

    def position(self, table: Table, ply: int) -> tuple[State, State | None]:
        """Return the state after `ply` plies, and the one before it."""
        plies = table.plies
        state = plies[ply].before if ply < len(plies) else table.state
        return state, plies[ply - 1].before if ply else None

    def picture(self, table: Table, ply: int, seat: int, language: str) -> str:
        game, (state, _) = self.game, self.position(table, ply)
        scene = scene_of(game, game.words(language), game.view_of(state, seat), seat)
        return compose(scene, game.folder / "art.svg" if scene.ground else None, title=game.title)


def chairs(kept: Kept) -> list[Chair]:
    """Return a chair for each seat, all sharing one screen."""
    words = words_in(kept.language)
    return [
        Chair(SCREEN if seat else PERSON, words(SEAT, number=seat), person=kept.person) for seat in range(kept.seats)
    ]


class Listener(logging.Handler):
    """Shows in the panel what goes wrong at the table."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(logging.ERROR)
        self.desk = desk

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.desk.complain(record.getMessage() if error is None else readable(error, self.desk.game.folder))
