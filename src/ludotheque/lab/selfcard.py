"""Self-play on a GPU, a template: each thread plays games with the functions of `selfplay`."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda

from ludotheque.bots.network import OUTPUTS, SAID, WORD, Layers, Mind, Network
from ludotheque.bots.tree import Result
from ludotheque.core.bits import widen
from ludotheque.core.chance import WORDS
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.story import STORY

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.bots.judging import judge, look
    from ludotheque.core.contract import ACTION_COUNT, MAX_LEGAL, STATE, view
    from ludotheque.core.engine import new_game
    from ludotheque.lab.selfplay import look_back, play_one

    BLANK = np.zeros(1, np.int64)  # a view of nothing, in words
    HIDES = False  # is anything hidden from a seat?
    ENCODED, MOST_SEATS, HIDDEN, SECOND = 0, 0, 0, 0

STATE_WORDS = STATE.itemsize // 8
STORY_WORDS = STORY.itemsize // 8
SEEN_WORDS = -(-ENCODED // WORD)
# the sizes of local arrays have to be plain names
ROOMS_WORDS, SEATS, SAYINGS, OUTS = 3 * STATE_WORDS, TABLE + 1, SAID * MOST_SEATS, OUTPUTS * MOST_SEATS
PROMISED = SEATS, OUTPUTS
ACTION = np.int16 if ACTION_COUNT < 1 << 15 else np.int32  # see lab/kernel.py


def play(
    scale: Any,
    first: Any,
    said: Any,
    first_bias: Any,
    second: Any,
    second_bias: Any,
    last: Any,
    last_bias: Any,
    orders: Any,
    blank: Any,
    heat: float,
    trace: float,
    states: Any,
    movers: Any,
    targets: Any,
    counts: Any,
) -> None:
    """Let each thread play games until its own part of the memory has no room for another.

    Must agree with `selfplay.play`.
    """
    memory = cuda.local.array(ROOMS_WORDS, np.int64)
    story_memory = cuda.local.array(STORY_WORDS, np.int64)
    actions = cuda.local.array(MAX_LEGAL, ACTION)
    looks = cuda.local.array(MAX_LEGAL, np.float32)
    words = cuda.local.array(WORDS, np.uint32)
    lanes = cuda.local.array(4, np.int64)
    promised = cuda.local.array(PROMISED, np.float64)
    seen_words = cuda.local.array(SEEN_WORDS, np.int64)
    layers = Layers(
        seen_words.view(np.int8),
        seen_words,
        cuda.local.array(SEATS, np.float64),
        cuda.local.array(SAYINGS, np.float32),
        cuda.local.array(HIDDEN, np.float32),
        cuda.local.array(SECOND, np.float32),
        cuda.local.array(OUTS, np.float32),
    )
    mind = Mind(Network(scale, first, said, first_bias, second, second_bias, last, last_bias), layers)
    result = Result(
        cuda.local.array(SEATS, np.float64),
        cuda.local.array(SEATS, np.int32),
        cuda.local.array(SEATS, np.float64),
        cuda.local.array(SEATS, np.float64),
        mind,
    )
    rooms, order, story = memory.view(STATE), orders[0], story_memory.view(STORY)[0]
    for word in range(STORY_WORDS):
        story_memory[word] = 0
    story.block_number = NONE
    me, kept, number = cuda.grid(1), 0, 0
    seats = widen(order.seats)
    while True:
        for word in range(STATE_WORDS):
            memory[word] = BLANK[word]
        new_game(rooms[0], order.root, order.first + number * cuda.gridsize(1) + me, seats, order.options, words, story)
        lanes[0], lanes[1], lanes[2], lanes[3] = words[8], words[9], words[10], 1
        is_whole, end = play_one(
            rooms,
            blank,
            seats,
            heat,
            actions,
            looks,
            lanes,
            result,
            promised,
            states[me],
            movers[me],
            targets[me],
            kept,
            story,
        )
        if not is_whole:
            break
        judge(rooms[0], seats, result)
        look_back(seats, trace, result, promised, targets[me], kept, end)
        kept = end
        number += 1
    counts[me] = kept


def show(states: Any, movers: Any, chosen: Any, blank: Any, hidden: Any, seats: int, seen: Any, said: Any) -> None:
    """Write the network's inputs for the chosen decisions, half of them as the seat sees them."""
    memory = cuda.local.array(STATE_WORDS, np.int64)
    seen_words = cuda.local.array(SEEN_WORDS, np.int64)
    layers = Layers(
        seen_words.view(np.int8),
        seen_words,
        cuda.local.array(SEATS, np.float64),
        cuda.local.array(SAYINGS, np.float32),
        cuda.local.array(1, np.float32),
        cuda.local.array(1, np.float32),
        cuda.local.array(1, np.float32),
    )
    rooms = memory.view(STATE)
    for k in range(cuda.grid(1), len(chosen), cuda.gridsize(1)):
        at = chosen[k]
        seat = widen(movers[at])
        if HIDES and hidden[k]:
            for word in range(STATE_WORDS):
                memory[word] = BLANK[word]
            view(states[at], seat, rooms[0])
        else:
            rooms[0] = states[at]
        look(rooms[0], seat, seats, layers)
        for word in range(SEEN_WORDS):
            seen[k, word] = seen_words[word]
        for j in range(SAYINGS):
            said[k, j] = layers.said[j]
        for j in range(seats):
            said[k, SAYINGS + j] = layers.points[j]
