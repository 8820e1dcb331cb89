"""Steps of many games at once, a template: the same functions step a game on a CPU and on a GPU.

Each row of the arrays is a course: one game after another, at its next decision. A seat's action
comes in, and what the next seat sees, may do and has won goes out. The courses know nothing of each
other, so any number of threads gives the same games.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.constants import MAX_SEATS, NONE, TABLE
from ludotheque.core.rule import rule
from ludotheque.core.stream import advance, pick
from ludotheque.envs.course import OFF, SAME_STEP

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.core.contract import ACTION_COUNT, STATE, apply, encode, legal, ranks, to_act, view
    from ludotheque.core.engine import new_game

    NEEDS_VIEW = False  # does `encode` need a view, or can it be given the state?
    ENCODED = 0  # the entries of an encoded view

    def entry(function: Any) -> Any: ...
    def crossing(function: Any) -> Any: ...


BEYOND = 40  # more bits than an action has; with 63, LLVM sees a comparison and makes it a branch
SHORT = 512  # a mask with at most so many entries is cleared as a whole

# One course


@rule
def word_of(course: Any) -> int:
    """Draw a word of the course's own stream, which decides who acts next and what is random."""
    word, a, b, c, count = advance(
        widen(course.lanes[0]), widen(course.lanes[1]), widen(course.lanes[2]), widen(course.lanes[3])
    )
    course.lanes[0], course.lanes[1], course.lanes[2], course.lanes[3] = a, b, c, count
    return word


@rule
def begin(state: Any, course: Any, order: Any, words: Any, story: Any) -> None:
    """Deal the next game of a course. The state starts blank."""
    number = widen(course.number)
    new_game(state, order.root, number, order.seats, order.options, words, story)
    for lane in range(3):
        course.lanes[lane] = words[8 + lane]
    course.lanes[3] = 1
    course.number = number + order.stride
    course.own = number // order.stride % order.seats if order.own == TABLE else order.own
    course.is_over = 0


@rule
def proceed(state: Any, course: Any, choices: Any, story: Any) -> None:
    """Go on until a seat has to decide whose actions come from outside; then list its choices.

    If several may act, each is equally likely to be next. The table, and the seats that are not
    played from outside, choose at random.
    """
    may_act = to_act(state)
    while may_act != 0:
        if may_act & (may_act - 1) != 0:
            for _ in range(pick(word_of(course), bit_count(may_act))):
                may_act &= may_act - 1
        seat = lowest_bit(may_act)
        count = legal(state, seat, choices)
        if seat != TABLE and (course.own == NONE or course.own == seat):
            course.seat = seat
            course.choices = count
            return
        apply(state, seat, widen(choices[pick(word_of(course), count)]), story)
        may_act = to_act(state)
    course.choices = 0
    course.is_over = 1


@rule
def is_choice(choices: Any, count: int, action: int) -> bool:
    """Look an action up in a list of legal ones, which is ascending."""
    first = 0
    while count > 1:  # without a branch that depends on the list: processors would guess it wrong
        half = count >> 1
        first += half & ~((action - widen(choices[first + half])) >> BEYOND)
        count -= half
    return bool(count == 1 and choices[first] == action)


@rule
def settle(state: Any, seats: int, reward: Any, places: Any) -> None:
    """Reward each seat for how many others it left behind, less how many were better: from 1 for
    the winner to −1 for the last, 0 in all.
    """
    ranks(state, places)
    for seat in range(seats):
        balance = 0
        for other in range(seats):
            balance += (1 if places[other] > places[seat] else 0) - (1 if places[other] < places[seat] else 0)
        reward[seat] = balance / (seats - 1)


@rule
def act(state: Any, course: Any, order: Any, choices: Any, action: int, reward: Any, story: Any) -> bool:
    """Carry out an action of the seat to act, without going on.

    Returns False for an illegal one: it ends the game, and the seat that chose it gets −1.
    """
    for seat in range(order.seats):
        reward[seat] = 0.0
    seat = widen(course.seat)
    if not is_choice(choices, widen(course.choices), action):
        course.is_over = 1
        course.choices = 0
        reward[seat] = -1.0
        return False
    apply(state, seat, action, story)
    return True


@rule
def move(
    state: Any, course: Any, order: Any, choices: Any, action: int, reward: Any, places: Any, story: Any
) -> tuple[float, bool, bool]:
    """Carry out an action; where the game was over already, it is ignored.

    Returns what the action brought the seat that chose it, whether the game is over, and whether
    the next one has to be dealt in this step.
    """
    if course.is_over:
        for seat in range(order.seats):
            reward[seat] = 0.0
        return 0.0, order.autoreset == OFF, order.autoreset != OFF
    actor = widen(course.seat)
    if act(state, course, order, choices, action, reward, story):
        proceed(state, course, choices, story)
        if course.is_over:
            settle(state, widen(order.seats), reward, places)
    is_over = course.is_over != 0
    return reward[actor], is_over, is_over and order.autoreset == SAME_STEP


@rule
def observe(state: Any, seat: int, seen: Any, observation: Any) -> None:
    """Write what a seat sees. `observation` starts as zeros, and `seen` blank."""
    if NEEDS_VIEW:
        view(state, seat, seen)
        encode(seen, seat, observation)
    else:
        encode(state, seat, observation)


@rule
def show(state: Any, course: Any, choices: Any, seen: Any, observation: Any, mask: Any) -> None:
    """Write what the seat to act sees and may do. `observation` and `mask` start as zeros, and
    `seen` blank.
    """
    observe(state, widen(course.seat), seen, observation)
    for k in range(course.choices):
        mask[choices[k]] = 1


# All courses, on a CPU


@entry
def start(first: int, last: int, courses: Any, states: Any, order: Any, arrays: Any, story: Any) -> None:
    """Deal the first game of each course."""
    blank, room = np.zeros(1, STATE), np.empty(1, STATE)
    words = np.empty(16, np.uint32)
    for k in range(first, last):
        states[k] = blank[0]
        begin(states[k], courses[k], order[0], words, story)
        proceed(states[k], courses[k], arrays.choices[k], story)
        arrays.mask[k, :] = 0
        present(k, courses, states, arrays, room)
        arrays.reward[k, :] = 0.0
        arrays.gain[k] = 0.0
        arrays.done[k] = 0


@entry
def show_again(first: int, last: int, courses: Any, states: Any, order: Any, arrays: Any, story: Any) -> None:
    """Write what is to be seen of states and courses that come from outside."""
    room = np.empty(1, STATE)
    for k in range(first, last):
        course = courses[k]
        course.choices = 0 if course.is_over else legal(states[k], widen(course.seat), arrays.choices[k])
        arrays.mask[k, :] = 0
        present(k, courses, states, arrays, room)


@rule
def clear(row: Any, arrays: Any, room: Any) -> None:
    """Prepare a row for what a seat sees."""
    for entry_ in range(ENCODED):
        row[entry_] = 0
    if NEEDS_VIEW:
        room[0] = arrays.blank[0]


@rule
def present(k: int, courses: Any, states: Any, arrays: Any, room: Any) -> None:
    row = arrays.observation[k]
    clear(row, arrays, room)
    show(states[k], courses[k], arrays.choices[k], room[0], row, arrays.mask[k])
    arrays.seat[k] = courses[k].seat


@entry
def step(first: int, last: int, courses: Any, states: Any, order: Any, arrays: Any, story: Any) -> None:
    """Carry out one action in each course, and start over where a game is over."""
    blank, room = np.zeros(1, STATE), np.empty(1, STATE)
    words, places = np.empty(16, np.uint32), np.empty(MAX_SEATS, np.int32)
    for k in range(first, last):
        step_one(k, courses, states, order[0], arrays, blank, room, words, places, story)


@entry
def roll(first: int, last: int, courses: Any, states: Any, order: Any, arrays: Any, story: Any, steps: int) -> None:
    """Carry out so many random actions in each course, all courses in turn."""
    blank, room = np.zeros(1, STATE), np.empty(1, STATE)
    words, places = np.empty(16, np.uint32), np.empty(MAX_SEATS, np.int32)
    for _ in range(steps):
        for k in range(first, last):
            arrays.actions[k] = any_choice(courses[k], arrays.choices[k])
            step_one(k, courses, states, order[0], arrays, blank, room, words, places, story)


@rule
def step_one(
    k: int,
    courses: Any,
    states: Any,
    order: Any,
    arrays: Any,
    blank: Any,
    room: Any,
    words: Any,
    places: Any,
    story: Any,
) -> None:
    state, course, choices, mask = states[k], courses[k], arrays.choices[k], arrays.mask[k]
    if ACTION_COUNT <= SHORT:
        mask[:] = 0
    else:
        for choice in range(course.choices):
            mask[choices[choice]] = 0
    actor, action = widen(course.seat), widen(arrays.actions[k])
    gain, is_over, deals = move(state, course, order, choices, action, arrays.reward[k], places, story)
    arrays.gain[k], arrays.done[k] = gain, is_over
    if deals:
        if arrays.last.shape[0] > 0:
            clear(arrays.last[k], arrays, room)
            observe(state, actor, room[0], arrays.last[k])
        states[k] = blank[0]
        begin(state, course, order, words, story)
        proceed(state, course, choices, story)
    present(k, courses, states, arrays, room)


@rule
def any_choice(course: Any, choices: Any) -> int:
    """Return a random legal action; 0 if the game is over."""
    count = widen(course.choices)
    return widen(choices[pick(word_of(course), count)]) if count > 0 else 0


@entry
def choose(first: int, last: int, courses: Any, choices: Any, out: Any) -> None:
    """Choose a random legal action in each course."""
    for k in range(first, last):
        out[k] = any_choice(courses[k], choices[k])


# One game


@crossing
def step_desk(desk: Any) -> None:
    """Carry out one action in a game whose arrays are the fields of one record."""
    here = desk[0]
    state, course, mask, observation = here.state, here.course, here.mask, here.observation
    mask[:] = 0
    observation[:] = 0
    if NEEDS_VIEW:
        desk["seen"][0] = desk["blank"][0]
    action, reward = widen(here.action), here.reward
    gain, is_over, _ = move(state, course, here.order, here.choices, action, reward, here.places, here.story)
    here.gain, here.done = gain, is_over
    show(state, course, here.choices, here.seen, observation, mask)
    here.seat = course.seat


@crossing
def run_settle(state: Any, seats: int, reward: Any) -> None:
    settle(state[0], seats, reward, np.empty(MAX_SEATS, np.int32))


@crossing
def run_encode(seen: Any, seat: int, out: Any) -> None:
    encode(seen[0], seat, out)
