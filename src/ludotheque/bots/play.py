"""Whole games between bots, written down."""

import hashlib
import random
from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.bots.history import History
from ludotheque.bots.levels import Bot
from ludotheque.core.constants import TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.record import Recorder


def seed_for(key: bytes, ply: int) -> bytes:
    """A bot's own random seed at a ply: bound to the game, apart from its chance."""
    return hashlib.sha256(b"ludotheque bot %d " % ply + key).digest()


def history_of(recorder: Recorder, seat: int) -> History:
    """What has been done so far, as a seat may know it."""
    return History(lambda: list(recorder.record(seat)["plies"]), lambda: _views(recorder, seat))


def _views(recorder: Recorder, seat: int) -> list[State]:
    """Play the game once more and look on with the seat's eyes."""
    game, state = recorder.game, copy(recorder.dealt)
    views = [game.view_of(state, seat)]
    for mover, action in recorder.acts:
        game.apply(state, mover, action)
        views.append(game.view_of(state, seat))
    return views


def bot_acts(recorder: Recorder, seat: int, bot: Bot) -> Any:
    """Let a bot act, from what its seat can see; says what happened."""
    game, seed = recorder.game, seed_for(recorder.key, len(recorder.plies))
    if seat == TABLE:  # the table has no eyes: its only choice is when it acts
        return recorder.act(seat, game.legal(recorder.state, seat)[0])
    return recorder.act(seat, bot(game, game.view_of(recorder.state, seat), seat, history_of(recorder, seat), seed))


def play_out(game: Game, seats: int, options: Mapping[str, Any], key: bytes, bots: Sequence[Bot]) -> Recorder:
    """A game from its deal to its end, one bot a seat. In a simultaneous phase chance says who comes next."""
    recorder = Recorder(game, seats, options, key)
    while movers := game.movers(recorder.state):
        turn = random.Random(seed_for(key, -1 - len(recorder.plies)))
        seat = movers[int(turn.random() * len(movers))]
        bot_acts(recorder, seat, bots[seat % seats])
    return recorder
