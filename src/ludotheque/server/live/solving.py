"""Puzzles at tables: who found an answer, and who was shown it."""

import asyncio

from ludotheque.scene.wording import what_to_do
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.store import Store
from ludotheque.table.protocol import Advice


class Solving:
    def __init__(self, store: Store, tasks: Tasks) -> None:
        self.store, self.tasks = store, tasks

    def wake(self, live: LiveTable) -> None:
        """Note a puzzle that was just solved, once; if that fails, the next call tries again."""
        if live.table.puzzling.is_solved and live.noted_for != live.row.host:
            live.noted_for = live.row.host
            self.tasks.spawn(self._note_solver(live))

    async def _note_solver(self, live: LiveTable) -> None:
        try:
            await self._note(live, is_own=True)
        except Exception:
            live.noted_for = ""
            raise

    async def show(self, live: LiveTable, seat: int, language: str) -> Advice:
        """Return the answer. A puzzle that was shown does not count as solved."""
        await self._note(live, is_own=False)
        table = live.table
        steps = table.puzzling.answer(table.laid_view(seat), language, table.drafts.get(seat, []))
        return Advice(seat, what_to_do(language, steps) + ".", [table.puzzling.reason(language)], list(steps))

    async def _note(self, live: LiveTable, is_own: bool) -> None:
        config = live.table.config
        await asyncio.to_thread(self.store.solved.note, live.row.host, config.game, config.puzzle, is_own)
