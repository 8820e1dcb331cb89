"""Hints: what a bot would do in a player's place, in words.

They are computed in the bots' threads, from what the seat itself can see.
"""

import asyncio
from functools import partial

from ludotheque.bots.advice import Advice, advice, in_a_sentence
from ludotheque.bots.history import UNKNOWN, History, history_of
from ludotheque.bots.thinker import is_shared
from ludotheque.core.game import Game, State
from ludotheque.scene.picture import painter
from ludotheque.scene.wording import in_words, what_to_do
from ludotheque.server.bucket import Buckets
from ludotheque.server.limits import Limits
from ludotheque.server.live.connection import Connection
from ludotheque.server.live.solving import Solving
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.tasks import Tasks
from ludotheque.server.live.thinkers import Asker, Thinkers
from ludotheque.table import protocol
from ludotheque.table.judge import refused
from ludotheque.table.made import Fault
from ludotheque.table.recording import transcript_of
from ludotheque.table.table import Table

LONGEST_S = 5.0  # after which a player is told that it takes too long


class Adviser:
    """Answers requests for hints that the table has allowed."""

    def __init__(self, limits: Limits, thinkers: Thinkers, solving: Solving, tasks: Tasks) -> None:
        self.thinkers, self.solving, self.tasks = thinkers, solving, tasks
        self.rates = Buckets(limits.hints_per_second, limits.hints_at_once)

    def advise(self, live: LiveTable, connection: Connection, seat: int) -> None:
        """Start computing a hint; the answer is sent to the connection."""
        self.tasks.spawn(self._answer(live, connection, seat))

    async def _answer(self, live: LiveTable, connection: Connection, seat: int) -> None:
        found = await self._hint_or_fault(live, connection, seat)
        reply = refused(live.table, connection.viewer, found) if isinstance(found, Fault) else found
        connection.send(reply)

    async def _hint_or_fault(self, live: LiveTable, connection: Connection, seat: int) -> protocol.Advice | Fault:
        """Return a hint, or why there is none.

        A hint about a position that has changed in the meantime is dropped.
        """
        table, language, person = live.table, connection.viewer.language, connection.viewer.person
        asker = Asker(person, network=connection.network)
        if not self.rates.take(person):
            return Fault("hint/too_many")
        if table.config.puzzle:
            return await self.solving.show(live, seat, language)
        if self.thinkers.warmth.is_cold(table.game.name):  # compiling the search now would make everyone wait
            return Fault("hint/cold")
        view, done = table.laid_view(seat), own_plies(table, seat)
        arguments = (table.game, view, seat, table.bot_seed(seat), language, history_of(transcript_of(table), seat))
        try:
            found = await asyncio.wait_for(self.thinkers.think(asker, hint_of, *arguments), LONGEST_S)
        except TimeoutError:
            return Fault("hint/late")
        return found if stands(table, view, seat, done) else Fault("action/stale")


def own_plies(table: Table, seat: int) -> list[int]:
    """Return which plies a seat has made."""
    return [ply.seq for ply in table.plies if ply.seat == seat]


def stands(table: Table, view: State, seat: int, done: list[int]) -> bool:
    """Say whether a seat still has to act in the position that it saw, after the plies `done`.

    Where several choose at once, the others may have chosen meanwhile: that changes what the seat
    sees, but not its own choice.
    """
    now, game = table.laid_view(seat), table.game
    is_same = now.tobytes() == view.tobytes()
    is_still_open = (
        is_shared(game, view) and own_plies(table, seat) == done and game.legal(now, seat) == game.legal(view, seat)
    )
    return table.is_to_act(seat) and (is_same or is_still_open)


def hint_of(
    game: Game, view: State, seat: int, seed: bytes, language: str, history: History = UNKNOWN
) -> protocol.Advice:
    """Return what a bot would do and why, in words and as a gesture."""
    words = game.words(language, slots=True)
    found: list[Advice] = advice(
        game, view, seat, seed, language=language, named=partial(in_words, game, words, view, seat), history=history
    )
    steps = painter(game).gesture(words, view, seat, found[0].action)
    sentence = in_a_sentence(found, what_to_do(language, steps), language)
    return protocol.Advice(seat, sentence, [one.sentence for one in found], list(steps))
