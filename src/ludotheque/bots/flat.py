"""Flat Monte-Carlo, a template: every action tried in many imagined worlds, each played at random to its end."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core.bits import widen
from ludotheque.core.chance import WORDS, fill_block
from ludotheque.core.constants import MAX_SEATS
from ludotheque.core.rule import rule

if TYPE_CHECKING:  # the game's own, put in place when the template is instantiated
    from ludotheque.core.contract import MAX_LEGAL, STATE, apply, imagine, ranks, scores
    from ludotheque.core.engine import finish

    def entry(function: Any) -> Any: ...


@rule
def reward(state: Any, seat: int, seats: int, points: Any, places: Any) -> float:
    """Between 0 and 1: three quarters for the place, one quarter for the margin to the best other, so that a lost game is still played well."""
    scores(state, points)
    ranks(state, places)
    best = -(1 << 30)
    for other in range(seats):
        if other != seat:
            best = max(best, widen(points[other]))
    margin = widen(points[seat]) - best
    place: float = (seats - places[seat]) / (seats - 1)
    return 0.75 * place + 0.25 * (0.5 + 0.5 * margin / (abs(margin) + 10.0))


@entry
def try_actions(view: Any, seat: int, seats: int, actions: Any, root: Any, worlds: int, totals: Any, story: Any) -> None:
    """Adds the rewards of each action over the same imagined worlds and the same random choices. `view` is an array of one."""
    pool = np.empty(2, STATE)
    words = np.empty(WORDS, np.uint32)
    legal = np.empty(MAX_LEGAL, np.int32)
    points, places = np.zeros(MAX_SEATS, np.int32), np.zeros(MAX_SEATS, np.int32)
    for world in range(worlds):
        fill_block(root, world, words)
        pool[0] = view[0]
        for lane in range(8):
            pool[0].key[lane] = words[lane]
        pool[0].cursor = 0
        imagine(pool[0], seat, story)
        for k in range(len(actions)):
            pool[1] = pool[0]
            apply(pool[1], seat, actions[k], story)
            finish(pool[1], words[8:11], legal, story)
            totals[k] += reward(pool[1], seat, seats, points, places)
