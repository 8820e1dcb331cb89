"""The GPU kernel, a template: each thread plays one game after another.

A game's rules are device functions. A thread keeps its data in local arrays. Only counts leave the
GPU, unless there is memory to keep the games themselves.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda

from ludotheque.core.chance import WORDS
from ludotheque.core.constants import MAX_SEATS, NONE
from ludotheque.core.story import STORY
from ludotheque.lab.series import SCORES, TIES, ZERO

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.core.contract import ACTION_COUNT, MAX_LEGAL, STATE, ranks, scores
    from ludotheque.core.engine import new_game, whole_game

STATE_WORDS = STATE.itemsize // 8
STORY_WORDS = STORY.itemsize // 8
# the list of legal actions is written most often, so keep it narrow
ACTION = np.int16 if ACTION_COUNT < 1 << 15 else np.int32


def play(orders: Any, lengths: Any, totals: Any, firsts: Any, states: Any, sheets: Any) -> None:
    """Play the games of an order, add them to a tally, and keep as many as the order says.

    Must agree with `engine.batch`.
    """
    # assigning a record copies it byte by byte, so clear whole words instead
    memory = cuda.local.array(STATE_WORDS, np.int64)
    story_memory = cuda.local.array(STORY_WORDS, np.int64)
    words = cuda.local.array(WORDS, np.uint32)
    actions = cuda.local.array(MAX_LEGAL, ACTION)
    points = cuda.local.array(MAX_SEATS, np.int32)
    places = cuda.local.array(MAX_SEATS, np.int32)
    pool = memory.view(STATE)
    order, state, story = orders[0], pool[0], story_memory.view(STORY)[0]
    for word in range(STORY_WORDS):
        story_memory[word] = 0
    story.block_number = NONE
    for game in range(cuda.grid(1), order.games, cuda.gridsize(1)):
        for word in range(STATE_WORDS):
            memory[word] = 0
        new_game(state, order.root, order.first + game, order.seats, order.options, words, story)
        plies = whole_game(state, words[8:11], actions, story)
        scores(state, points)
        ranks(state, places)
        count(order.seats, plies, points, places, lengths, totals, firsts)
        if game < order.kept:
            states[game] = pool[0]
            write(order.seats, plies, points, places, sheets[game])


@cuda.jit(device=True)
def count(seats: int, plies: int, points: Any, places: Any, lengths: Any, totals: Any, firsts: Any) -> None:
    """Add one game to the tally. Must agree with `Tally.add`."""
    winners = 0
    cuda.atomic.add(lengths, plies if plies >= 0 else len(lengths) + plies, 1)
    for seat in range(seats):
        cuda.atomic.add(totals, (seat, min(max(points[seat] + ZERO, 0), SCORES - 1)), 1)
        if places[seat] == 1:
            cuda.atomic.add(firsts, seat, 1)
            winners += 1
    if winners > 1:
        cuda.atomic.add(firsts, TIES, 1)


@cuda.jit(device=True)
def write(seats: int, plies: int, points: Any, places: Any, sheet: Any) -> None:
    """Write the result of one game: its length, the scores, the places."""
    sheet[0] = plies
    for seat in range(seats):
        sheet[1 + seat] = points[seat]
        sheet[1 + MAX_SEATS + seat] = places[seat]
