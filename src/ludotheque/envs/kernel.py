"""The steps of many games on a GPU, a template: each thread steps one course with the functions of
`stepping`.

A block's rows of observations and masks lie side by side. Its threads clear them together, in whole
words, and then each writes what is not zero in its own row.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda

from ludotheque.core.bits import widen
from ludotheque.core.chance import WORDS
from ludotheque.core.constants import MAX_SEATS, NONE
from ludotheque.core.story import STORY
from ludotheque.envs.course import OFF, ROLL, SAME_STEP, START

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.core.contract import ACTION_COUNT, MAX_LEGAL, STATE, legal
    from ludotheque.envs.stepping import act, any_choice, begin, proceed, settle, show

    BLANK = np.zeros(1, np.int64)  # a view of nothing, in words
    NEEDS_VIEW = False  # does `encode` need a view, or can it be given the state?

STATE_WORDS = STATE.itemsize // 8
STORY_WORDS = STORY.itemsize // 8
ACTION = np.int16 if ACTION_COUNT < 1 << 15 else np.int32  # see lab/kernel.py


def run(
    kind: int,
    steps: int,
    orders: Any,
    courses: Any,
    states: Any,
    actions: Any,
    observation: Any,
    mask: Any,
    observation_words: Any,
    mask_words: Any,
    seat: Any,
    reward: Any,
    gain: Any,
    done: Any,
) -> None:
    """Deal, or step each course so many times. Must agree with `stepping.start` and `step`."""
    memory = cuda.local.array(STATE_WORDS, np.int64)
    seen_memory = cuda.local.array(STATE_WORDS, np.int64)
    story_memory = cuda.local.array(STORY_WORDS, np.int64)
    choices = cuda.local.array(MAX_LEGAL, ACTION)
    words = cuda.local.array(WORDS, np.uint32)
    places = cuda.local.array(MAX_SEATS, np.int32)
    state, seen = memory.view(STATE)[0], seen_memory.view(STATE)[0]
    story = story_memory.view(STORY)[0]
    order = orders[0]
    for word in range(STORY_WORDS):
        story_memory[word] = 0
    story.block_number = NONE
    games, block = widen(order.stride), cuda.blockDim.x
    first = cuda.blockIdx.x * block
    while first < games:
        k = first + cuda.threadIdx.x
        is_mine = k < games
        if is_mine and kind != START:
            for word in range(STATE_WORDS):
                memory[word] = states[k, word]
            if not courses[k].is_over:
                legal(state, widen(courses[k].seat), choices)
        for _ in range(steps):
            if is_mine:
                course = courses[k]
                actor, is_over, has_moved, deals = widen(course.seat), False, False, kind == START
                if kind == START or course.is_over:
                    for other in range(order.seats):
                        reward[k, other] = 0.0
                    deals = kind == START or order.autoreset != OFF
                else:
                    if kind == ROLL:
                        actions[k] = any_choice(course, choices)
                    has_moved = act(state, course, order, choices, widen(actions[k]), reward[k], story)
                # all rules are inlined, so each is called in one place: the code stays small
                for _turn in range(2):
                    if deals:
                        for word in range(STATE_WORDS):
                            memory[word] = 0
                        begin(state, course, order, words, story)
                    if deals or has_moved:
                        proceed(state, course, choices, story)
                    if deals:
                        break
                    is_over = course.is_over != 0
                    if is_over and has_moved:
                        settle(state, widen(order.seats), reward[k], places)
                    deals = is_over and order.autoreset == SAME_STEP
                    if not deals:
                        break
                gain[k], done[k] = reward[k, actor], is_over
            cuda.syncthreads()  # nobody reads the old rows any more
            wipe(observation_words, first * observation.shape[1] // 8, block * observation.shape[1] // 8)
            wipe(mask_words, first * mask.shape[1] // 8, block * mask.shape[1] // 8)
            cuda.syncthreads()
            if is_mine:
                if NEEDS_VIEW:
                    for word in range(STATE_WORDS):
                        seen_memory[word] = BLANK[word]
                show(state, courses[k], choices, seen, observation[k], mask[k])
                seat[k] = courses[k].seat
        if is_mine:
            for word in range(STATE_WORDS):
                states[k, word] = memory[word]
        first += cuda.gridDim.x * block


@cuda.jit(device=True)
def wipe(words: Any, first: int, count: int) -> None:
    """Clear a block's rows, all threads together. The arrays have room for whole blocks."""
    for word in range(cuda.threadIdx.x, count, cuda.blockDim.x):
        words[first + word] = 0
