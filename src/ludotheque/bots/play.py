"""Plays whole games between bots and records them."""

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ludotheque.bots.history import history_of
from ludotheque.bots.levels import Bot
from ludotheque.core.constants import TABLE
from ludotheque.core.game import Game
from ludotheque.core.record import Recorder


def seed_for(key: bytes, ply: int, name: str = "") -> bytes:
    """Return a bot's own random seed at a ply: derived from the game's key, but independent of its
    chance.

    If several bots play the same deals, each gets a different seed through its name.
    """
    seed = hashlib.sha256(b"ludotheque bot %d " % ply + key).digest()
    return hashlib.sha256(seed + name.encode()).digest() if name else seed


def turns(recorder: Recorder) -> Iterator[int]:
    """Yield the seat that acts next, until the game is over.

    The seat must act before the next one is requested. In a simultaneous phase the order is random.
    The table's own plies are played here.
    """
    game = recorder.game
    while movers := game.movers(recorder.state):
        turn = random.Random(seed_for(recorder.key, -1 - len(recorder.plies)))
        seat = movers[int(turn.random() * len(movers))]
        if seat == TABLE:  # it makes no decisions except when to act
            recorder.act(seat, game.legal(recorder.state, seat)[0])
        else:
            yield seat


def bot_acts(recorder: Recorder, seat: int, bot: Bot) -> Any:
    """Let a bot act on what its seat can see, and return the story of its action."""
    game, seed = recorder.game, seed_for(recorder.key, len(recorder.plies))
    return recorder.act(seat, bot(game, game.view_of(recorder.state, seat), seat, history_of(recorder, seat), seed))


def play_out(game: Game, seats: int, options: Mapping[str, Any], key: bytes, bots: Sequence[Bot]) -> Recorder:
    """Play a game from its deal to its end, one bot per seat."""
    recorder = Recorder(game, seats, options, key)
    for seat in turns(recorder):
        bot_acts(recorder, seat, bots[seat])
    return recorder
