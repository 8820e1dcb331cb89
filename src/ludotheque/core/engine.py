"""The engine, a template: one game's rules as compiled entry points, and the loops that play it.

Every call from Python into compiled code costs microseconds, so the loops are here and Python makes
one call per decision, game or batch.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core.bits import bit_count, lowest_bit, widen
from ludotheque.core.chance import fill_block
from ludotheque.core.constants import TABLE, TOO_LONG, TOO_MANY
from ludotheque.core.rule import rule
from ludotheque.core.stream import advance, open_stream, pick

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.core.contract import (
        ACTION_COUNT,
        MAX_LEGAL,
        MAX_PLIES,
        STATE,
        apply,
        breakdown,
        canonical,
        census,
        imagine,
        legal,
        ranks,
        refusal,
        scores,
        setup,
        to_act,
        view,
    )

    def entry(function: Any) -> Any: ...
    def crossing(function: Any) -> Any: ...


# The contract, one crossing each. What is asked most gets states and stories as arrays of length
# one: see `layout.array_of`.


@crossing
def run_setup(state: Any, seats: int, options: Any, story: Any) -> None:
    setup(state, seats, options, story)


@crossing
def run_to_act(state: Any) -> int:
    return to_act(state[0])


@crossing
def run_legal(state: Any, seat: int, out: Any) -> int:
    return legal(state[0], seat, out)


@crossing
def run_refusal(state: Any, seat: int, action: int) -> int:
    return refusal(state[0], seat, action)


@crossing
def run_apply(state: Any, seat: int, action: int, story: Any) -> None:
    apply(state[0], seat, action, story[0])


@crossing
def run_scores(state: Any, out: Any) -> None:
    scores(state, out)


@crossing
def run_ranks(state: Any, out: Any) -> None:
    ranks(state, out)


@crossing
def run_breakdown(state: Any, out: Any) -> None:
    breakdown(state, out)


@crossing
def run_census(state: Any, out: Any) -> int:
    return census(state, out)


@crossing
def run_canonical(state: Any) -> None:
    canonical(state)


@crossing
def run_view(state: Any, seat: int, out: Any) -> None:
    view(state[0], seat, out[0])


@crossing
def run_imagine(state: Any, seat: int, story: Any) -> None:
    imagine(state, seat, story)


@crossing
def run_refusals(state: Any, seat: int, out: Any) -> None:
    """Write the refusal of every action number into `out`: a loop that is too slow in Python."""
    for action in range(ACTION_COUNT):
        out[action] = refusal(state, seat, action)


# Random play


@rule
def finish(state: Any, words: Any, actions: Any, limit: int, story: Any) -> int:
    """Play at random to the end, but at most `limit` plies, and return the number of plies played.

    In a simultaneous phase every seat is equally likely to act next. Returns TOO_MANY if a seat has
    more legal actions than the game declares.
    """
    a, b, c, count = open_stream(words)
    plies = 0
    mask = to_act(state)
    while mask != 0 and plies < limit:
        if mask & (mask - 1) != 0:
            word, a, b, c, count = advance(a, b, c, count)
            for _ in range(pick(word, bit_count(mask))):
                mask &= mask - 1
        seat = lowest_bit(mask)
        choices = legal(state, seat, actions)
        if choices > MAX_LEGAL:
            return TOO_MANY
        word, a, b, c, count = advance(a, b, c, count)
        apply(state, seat, widen(actions[pick(word, choices)]), story)  # narrow on the GPU
        plies += 1
        mask = to_act(state)
    return plies


@rule
def whole_game(state: Any, words: Any, actions: Any, story: Any) -> int:
    """Play at random to the end, and return the number of plies; TOO_LONG if it does not end."""
    plies = finish(state, words, actions, MAX_PLIES, story)
    return TOO_LONG if plies == MAX_PLIES and to_act(state) != 0 else plies


@rule
def new_game(state: Any, root: Any, number: int, seats: int, options: Any, words: Any, story: Any) -> None:
    """Set up game `number` of the series that belongs to the key `root`.

    The game gets its own key, and its random stream is in words[8:].
    """
    fill_block(root, number, words)
    for lane in range(8):
        state.key[lane] = words[lane]
    state.cursor = 0
    setup(state, seats, options, story)


@entry
def playout(state: Any, words: Any, story: Any) -> int:
    """Play one random game from here to its end and return its number of plies.

    `words` are three random numbers.
    """
    actions = np.empty(ACTION_COUNT, np.int32)  # all, so that exceeding MAX_LEGAL is noticed
    return whole_game(state, words, actions, story)


@entry
def batch(
    blank: Any, root: Any, first: int, seats: int, options: Any, story: Any, plies: Any, points: Any, places: Any
) -> None:
    """Play the random games first, first + 1, …

    Fills plies[game], points[game, seat] and places[game, seat].
    """
    pool = np.empty(1, STATE)
    state = pool[0]
    words = np.empty(16, np.uint32)
    actions = np.empty(ACTION_COUNT, np.int32)  # see `playout`
    for game in range(len(plies)):
        pool[0] = blank[0]
        new_game(state, root, first + game, seats, options, words, story)
        plies[game] = whole_game(state, words[8:11], actions, story)
        scores(state, points[game])
        ranks(state, places[game])


@crossing
def scores_after(state: Any, seat: int, actions: Any, points: Any, pool: Any, story: Any) -> None:
    """Write the seat's own score after each of its actions into `points`, for the greedy player.

    `state` and `pool` are arrays of length one.
    """
    out = np.empty(TABLE, np.int32)
    for k in range(len(actions)):
        pool[0] = state[0]
        apply(pool[0], seat, actions[k], story)
        scores(pool[0], out)
        points[k] = out[seat]


# Counting


@rule
def choices_of(state: Any, movers: Any, actions: Any, scratch: Any) -> int:
    """List every (seat, action) that may come next, and return how many there are."""
    mask = to_act(state)
    total = 0
    for seat in range(TABLE + 1):
        if (mask >> seat) & 1:
            count = legal(state, seat, scratch)
            for k in range(count):
                movers[total] = seat
                actions[total] = scratch[k]
                total += 1
    return total


@entry
def perft(pool: Any, depth: int, story: Any) -> int:
    """Return how many sequences of exactly `depth` plies there are from pool[0].

    The pool has one slot more than there are plies.
    """
    movers = np.empty((depth + 1, MAX_LEGAL * (TABLE + 1)), np.int32)
    actions = np.empty((depth + 1, MAX_LEGAL * (TABLE + 1)), np.int32)
    scratch = np.empty(MAX_LEGAL, np.int32)
    counts = np.zeros(depth + 1, np.int64)
    taken = np.zeros(depth + 1, np.int64)
    if depth == 0:
        return 1
    total = 0
    level = 0
    counts[0] = choices_of(pool[0], movers[0], actions[0], scratch)
    while level >= 0:
        if level == depth - 1:
            total += counts[level]
            level -= 1
        elif taken[level] == counts[level]:
            level -= 1
        else:
            k = taken[level]
            taken[level] += 1
            pool[level + 1] = pool[level]
            apply(pool[level + 1], movers[level, k], actions[level, k], story)
            level += 1
            counts[level] = choices_of(pool[level], movers[level], actions[level], scratch)
            taken[level] = 0
    return total


@entry
def expand(states: Any, first: int, successors: Any, parents: Any, story: Any) -> tuple[int, int]:
    """Write every state one ply after states[first:] into `successors`, for as many parents as fit.

    Returns the number of successors and the first parent that did not fit.
    """
    movers = np.empty(MAX_LEGAL * (TABLE + 1), np.int32)
    actions = np.empty(MAX_LEGAL * (TABLE + 1), np.int32)
    scratch = np.empty(MAX_LEGAL, np.int32)
    filled = 0
    parent = first
    while parent < len(states):
        count = choices_of(states[parent], movers, actions, scratch)
        if filled + count > len(successors):
            break
        for k in range(count):
            successors[filled] = states[parent]
            apply(successors[filled], movers[k], actions[k], story)
            canonical(successors[filled])
            parents[filled] = parent
            filled += 1
        parent += 1
    return filled, parent


@entry
def copies(pool: Any, times: int) -> None:
    """Copy a state back and forth; `bench` times this."""
    for k in range(times):
        pool[(k + 1) & 1] = pool[k & 1]
