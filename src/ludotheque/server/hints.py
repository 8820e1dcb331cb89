"""Hints: what a bot would do in somebody's place, in words. Thought out in the bots' own threads, from what the seat itself can see."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from ludotheque.bots.advice import Advice, advice
from ludotheque.bots.history import UNKNOWN, History
from ludotheque.core.game import Game, State
from ludotheque.scene.picture import painter
from ludotheque.scene.wording import in_words, lit_by
from ludotheque.table import protocol
from ludotheque.table.judge import refused
from ludotheque.table.trying import Fault

if TYPE_CHECKING:
    from ludotheque.server.live import Line, Live, LiveTable

LONGEST_S = 5.0  # until somebody who waits is told that it takes too long


async def advise(live: "Live", found: "LiveTable", line: "Line", seat: int) -> None:
    """Answer a hint that the table has found nothing wrong with. Of what has changed meanwhile nobody wants to hear any more."""
    table, language = found.table, line.viewer.language
    if not line.hints.take():
        line.send(refused(table, line.viewer, Fault("hint/too_many")))
        return
    if live.warmth.is_cold(table.game.id):  # to compile the search now would keep everybody waiting
        line.send(refused(table, line.viewer, Fault("hint/late")))
        return
    position = table.showing.position(seat, language)
    history = History(lambda: table.record(seat)["plies"], lambda: table.views(seat))
    work = partial(hint_of, table.game, position, seat, table.bot_seed(seat), language, history)
    try:
        reply = await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(live.threads, work), LONGEST_S)
    except TimeoutError:
        line.send(refused(table, line.viewer, Fault("hint/late")))
        return
    is_old = not table.is_to_act(seat) or table.showing.position(seat, language).tobytes() != position.tobytes()
    line.send(refused(table, line.viewer, Fault("action/stale")) if is_old else reply)


def hint_of(game: Game, view: State, seat: int, seed: bytes, language: str, history: History = UNKNOWN) -> protocol.Advice:
    words = game.words(language)
    found: list[Advice] = advice(game, view, seat, seed, language=language, named=partial(in_words, game, words, view, seat), history=history)
    best = painter(game).gesture(words, view, seat, found[0].action)
    return protocol.Advice(seat, [one.sentence for one in found], lit_by(best))
