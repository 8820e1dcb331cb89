"""The engine, a template: one game's rules as compiled entry points, and the loops that play it.

Every crossing from Python into compiled code costs microseconds, so loops live here and Python asks once per decision, game or batch.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.core.bits import bit_count, lowest_bit
from ludotheque.core.chance import fill_block
from ludotheque.core.constants import TABLE
from ludotheque.core.rule import rule
from ludotheque.core.stream import advance, open_stream, pick

if TYPE_CHECKING:  # the game's own, put in place when the template is instantiated
    from ludotheque.core.contract import ACTION_COUNT, MAX_LEGAL, MAX_PLIES, STATE, apply, breakdown, canonical, census, imagine, legal, ranks, refusal, scores, setup, to_act, view

    def entry(function: Any) -> Any: ...
    def crossing(function: Any) -> Any: ...


# The contract, one crossing each


@crossing
def run_setup(state: Any, seats: int, options: Any, story: Any) -> None:
    setup(state, seats, options, story)


@crossing
def run_to_act(state: Any) -> int:
    return to_act(state)


@crossing
def run_legal(state: Any, seat: int, out: Any) -> int:
    return legal(state, seat, out)


@crossing
def run_refusal(state: Any, seat: int, action: int) -> int:
    return refusal(state, seat, action)


@crossing
def run_apply(state: Any, seat: int, action: int, story: Any) -> None:
    apply(state, seat, action, story)


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
    view(state, seat, out)


@crossing
def run_imagine(state: Any, seat: int, story: Any) -> None:
    imagine(state, seat, story)


@crossing
def run_refusals(state: Any, seat: int, out: Any) -> None:
    """The refusal of every action number: a sweep that is too slow in Python."""
    for action in range(ACTION_COUNT):
        out[action] = refusal(state, seat, action)


# Random play


@rule
def finish(state: Any, words: Any, actions: Any, limit: int, story: Any) -> int:
    """Play at random to the end or, if that is further, for `limit` plies, and say how many plies it took. In a simultaneous phase each seat is as likely to act as the next."""
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
        word, a, b, c, count = advance(a, b, c, count)
        apply(state, seat, actions[pick(word, choices)], story)
        plies += 1
        mask = to_act(state)
    return plies


@rule
def new_game(state: Any, root: Any, number: int, seats: int, options: Any, words: Any, story: Any) -> None:
    """Game `number` of the series that belongs to the key `root`: its own key, its own stream in words[8:]."""
    fill_block(root, number, words)
    for lane in range(8):
        state.key[lane] = words[lane]
    state.cursor = 0
    setup(state, seats, options, story)


@entry
def playout(state: Any, words: Any, story: Any) -> int:
    """One random game from here to its end; `words` are three random numbers."""
    actions = np.empty(MAX_LEGAL, np.int32)
    return finish(state, words, actions, MAX_PLIES, story)


@entry
def batch(blank: Any, root: Any, first: int, seats: int, options: Any, story: Any, plies: Any, points: Any, places: Any) -> None:
    """Random games first, first + 1, …: fills plies[game], points[game, seat] and places[game, seat]."""
    pool = np.empty(1, STATE)
    state = pool[0]
    words = np.empty(16, np.uint32)
    actions = np.empty(MAX_LEGAL, np.int32)
    for game in range(len(plies)):
        pool[0] = blank[0]
        new_game(state, root, first + game, seats, options, words, story)
        plies[game] = finish(state, words[8:11], actions, MAX_PLIES, story)
        scores(state, points[game])
        ranks(state, places[game])


@crossing
def scores_after(state: Any, seat: int, actions: Any, points: Any, pool: Any, story: Any) -> None:
    """The seat's own score after each of its actions: what a greedy player looks at. `state` and `pool` are arrays of one."""
    out = np.empty(TABLE, np.int32)
    for k in range(len(actions)):
        pool[0] = state[0]
        apply(pool[0], seat, actions[k], story)
        scores(pool[0], out)
        points[k] = out[seat]


# Counting


@rule
def choices_of(state: Any, movers: Any, actions: Any, scratch: Any) -> int:
    """Every (seat, action) that may come next, and how many there are."""
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
    """How many sequences of exactly `depth` plies there are from pool[0]; the pool has a slot for each ply and one more."""
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
    """Every state one ply after states[first:], as many parents as fit; says how many successors, and the first parent left over."""
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
    """Copy a state back and forth: what `bench` times."""
    for k in range(times):
        pool[(k + 1) & 1] = pool[k & 1]
