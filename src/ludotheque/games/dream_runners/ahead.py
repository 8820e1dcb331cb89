"""Dreams that may come, to try segments on before they are bought or lost."""

import hashlib

from ludotheque.core.game import Game, State
from ludotheque.games.dream_runners.actions import BUY, LOSE, PASS
from ludotheque.games.dream_runners.components import ROUNDS
from ludotheque.games.dream_runners.segments import NEUTRAL


def coming_dream(game: Game, view: State, seat: int, seed: bytes, number: int, ahead: int) -> State:
    """Sample a state as it may be when a dream begins, up to so many rounds ahead."""
    world = game.imagine(view, seat, hashlib.sha256(b"dream %d " % number + seed).digest())
    world.round_now = int(view.round_now) + 1 + number % min(ahead, ROUNDS - int(view.round_now))
    world.laid[seat] = world.canvas[seat] = world.symbols[seat] = world.beyond[seat] = world.fights[
        seat
    ] = world.collects[seat] = world.doubles[seat] = 0
    return world


def owned_after(view: State, seat: int, action: int) -> int:
    """Return the segments of a seat after it has bought one, lost one or passed."""
    owned = int(view.owned[seat])
    if action == PASS:
        return owned
    return owned | 1 << action - BUY + NEUTRAL if BUY <= action < PASS else owned & ~(1 << action - LOSE)
