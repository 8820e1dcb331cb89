"""Information-set Monte Carlo tree search, a template.

One tree holds what the seats do; every iteration imagines a new world. The four textbook steps are
four functions. `select` goes down the tree among the actions that are legal in this world; `expand`
gives a node a child for each of them, with a first guess that counts for a few visits; `finish`
(the engine's) plays on at random for a while; `back_up` tells every node on the path what its mover
got.

If several seats act at once, they act one after the other here, but each chooses only by what it
knows: its statistics hang from the node where the phase began, and below that only its own actions
count. The nodes of the seat that acts first belong to the tree itself; every other seat has an
aside there, with its own nodes. What all of them did then continues in the tree as usual. If the
game mixes, such a choice is drawn by regret matching, which converges to an equilibrium on average.

A search that is led by an instinct prefers tempting actions at new nodes and in the play that
follows. There the others also choose by what they hide: each thing that a seat may hide has an
aside of its own.
"""

from math import log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.bots.mix import learn_regrets, mixed_child
from ludotheque.bots.tree import Result, Scratch, add_child, child_of
from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.chance import WORDS, fill_block
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.rule import rule
from ludotheque.core.stream import advance, open_stream

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.bots.judging import compare, judge, look_round
    from ludotheque.bots.knowledge import (
        BELIEFS,
        CUTOFF,
        EARLY,
        EXPAND_AT,
        EXPLORE,
        GUESSES,
        LEAN,
        LOOKS_AHEAD,
        MIXES,
        SIMULTANEOUS,
        WHOLE_TURNS,
        WIDTH,
        learn,
        phase_of,
        suppose,
        thing_of,
    )
    from ludotheque.bots.leading import foresee_choice, play_on
    from ludotheque.core.contract import ACTION_COUNT, MAX_LEGAL, STATE, apply, imagine, legal, to_act
    from ludotheque.core.engine import finish

    IS_LED = False  # is there an instinct?

    def entry(function: Any) -> Any: ...


DEEPEST = 64  # how many plies deep the tree may grow


@entry
def grow(
    tree: Any,
    view: Any,
    belief: Any,
    mind: Any,
    seat: int,
    seats: int,
    root: Any,
    first: int,
    iterations: int,
    story: Any,
) -> None:
    """Run the iterations first, first + 1, … of the search.

    `view` is an array of length one, `belief` is what was learned, `mind` is the network that
    judges or the instinct that leads, if there is one, and all worlds come from the key `root`.
    """
    worlds = np.empty(2, STATE)  # the world of this iteration, and a copy to look ahead in
    words, scratch = (
        np.empty(WORDS, np.uint32),
        Scratch(
            np.empty(MAX_LEGAL, np.int32),
            np.empty(MAX_LEGAL),
            np.zeros(ACTION_COUNT, np.int32),
            np.empty(DEEPEST + 1, np.int32),
            np.empty(TABLE + 1, np.int32),
            np.empty(DEEPEST + 1, np.int32),
            np.empty(DEEPEST + 1),
            np.empty(DEEPEST + 1),
        ),
    )
    result = Result(np.zeros(TABLE + 1), np.zeros(TABLE + 1, np.int32), np.zeros(TABLE + 1), np.zeros(TABLE + 1), mind)
    early = Result(np.zeros(TABLE + 1), np.zeros(TABLE + 1, np.int32), np.zeros(TABLE + 1), np.zeros(TABLE + 1), mind)
    # docs/decisions.md: Chance is not a node of the search tree
    for iteration in range(first, first + iterations):
        fill_block(root, iteration, words)
        worlds[0] = view[0]
        for lane in range(8):
            worlds[0].key[lane] = words[lane]
        worlds[0].cursor = 0
        imagine(worlds[0], seat, story)
        suppose(worlds[0], view[0], belief, story)
        length = select(tree, worlds, seat, seats, words[11:14], scratch, result, story)
        if IS_LED:
            play_on(worlds[0], words[8:11], scratch.actions, mind, story)
        else:
            if EARLY > 0.0:
                judge(worlds[0], seats, early)
            finish(worlds[0], words[8:11], scratch.actions, CUTOFF, story)
        judge(worlds[0], seats, result)
        if EARLY > 0.0:
            mix_in(early, seats, result)
        back_up(tree, scratch, length, result)


@rule
def mix_in(early: Any, seats: int, result: Any) -> None:
    """Let the judgement before random play count beside the one after it."""
    for seat in range(seats):
        result.reward[seat] += EARLY * (early.reward[seat] - result.reward[seat])
        result.rank[seat] += EARLY * (early.rank[seat] - result.rank[seat])
        result.score[seat] += EARLY * (early.score[seat] - result.score[seat])


@entry
def watch(views: Any, belief: Any, story: Any) -> None:
    """Learn from everything that a seat has seen: its views, from the deal to the present."""
    room, notes, actions = np.empty(1, STATE), np.empty((3, BELIEFS)), np.empty(MAX_LEGAL, np.int32)
    for ply in range(len(views) - 1):
        learn(views[ply], views[ply + 1], room, notes, actions, belief, story)


# Select


@rule
def select(tree: Any, worlds: Any, seat: int, seats: int, words: Any, scratch: Any, result: Any, story: Any) -> int:
    """Go down from the root to a node too new to have children; return the length of the path.

    The actions on the way are carried out in this world. `words` are three random numbers.
    """
    node, length, mover = 0, 0, seat
    start, phase, movers, is_shared = 0, 0, 0, False
    lots = open_stream(words)
    actions, marks = scratch.actions, scratch.marks
    while length < DEEPEST and mover != NONE:
        line = node
        if SIMULTANEOUS:
            if is_new_phase(worlds[0], phase, movers):
                start, phase, movers = node, phase_of(worlds[0]), who_chooses(worlds[0])
                is_shared = movers & (movers - 1) != 0
                scratch.lines[:] = NONE
            movers = who_chooses(worlds[0])
            line = line_of(tree, node, start, mover, scratch.lines)
        elif IS_LED and mover != seat and not is_leaf(tree, node, mover):
            line = child_of(tree, node, NONE, thing_of(worlds[0], mover))
        if line == NONE:
            break
        if is_leaf(tree, line, mover):
            break
        count = legal(worlds[0], mover, actions)
        for k in range(count):
            marks[actions[k]] = 1
        best, there = best_child(tree, line, mover, marks, 1)
        if expand(tree, worlds, line, mover, seats, count, there, scratch, result, story):
            best, there = best_child(tree, line, mover, marks, 0)
        if MIXES:
            scratch.odds[length] = 0.0
            if is_shared and best != NONE:
                word, a, b, c, d = advance(*lots)
                lots = (a, b, c, d)
                best = mixed_child(tree, line, mover, marks, there, word / 2**32, scratch, length)
        for k in range(count):
            marks[actions[k]] = 0
        if best == NONE:  # the tree has no room for any of them
            break
        apply(worlds[0], mover, tree.action[best], story)
        scratch.path[length] = best
        length += 1
        if SIMULTANEOUS:
            scratch.lines[mover] = best
        if (SIMULTANEOUS or IS_LED) and line != node:
            best = child_of(tree, node, mover, tree.action[best])
            if best == NONE:
                break
            scratch.path[length], scratch.odds[length] = best, 0.0
            length += 1
        node = best
        mover = next_mover(to_act(worlds[0]), seat)
    return length


@rule
def is_leaf(tree: Any, node: int, mover: int) -> bool:
    """Say whether the tree ends here for now.

    It does not at nodes that nobody moved to (the root and asides), nor in the middle of a turn if
    the game wants whole turns.
    """
    if tree.mover[node] == NONE or tree.child[node] != NONE or (WHOLE_TURNS and tree.mover[node] == mover):
        return False
    return bool(tree.visits[node] < EXPAND_AT)


@rule
def next_mover(mask: int, seat: int) -> int:
    """Return who acts next.

    If several seats may, the one that is thinking comes first: it cannot see what the others do at
    the same time anyway.
    """
    if mask == 0:
        return NONE
    return seat if (mask >> seat) & 1 else lowest_bit(mask)


@rule
def best_child(tree: Any, node: int, mover: int, marks: Any, more: int) -> tuple[int, int]:
    """Return the legal child that promises its mover the most, and how many children are legal.

    The promise is the child's average so far, plus a bonus if it was available but rarely tried.
    The child is NONE if there is none. Legal children are marked with 2, and their availability
    count grows by `more`.
    """
    best, most, there, times, spread, usual = NONE, -1e9, 0, 0, 0.0, 0.0
    if IS_LED:
        usual, spread = experience(tree, node, mover)
    child = widen(tree.child[node])
    while child != NONE:
        if (not (SIMULTANEOUS or IS_LED) or tree.mover[child] == mover) and marks[tree.action[child]] != 0:
            marks[tree.action[child]] = 2
            there += 1
            tree.available[child] += more
            tried = tree.visits[child] + GUESSES
            if IS_LED:
                promise = (tree.reward[child] + GUESSES * usual) / tried + tree.guess[child] * spread / tried
            else:
                # most children were available equally often, and the logarithm is the slowest step
                if tree.available[child] != times:
                    times = widen(tree.available[child])
                    spread = log(1.0 + times)
                promise = (tree.reward[child] + GUESSES * tree.guess[child]) / tried + EXPLORE * sqrt(spread / tried)
            if promise > most:
                best, most = child, promise
        child = widen(tree.sibling[child])
    return best, there


@rule
def experience(tree: Any, node: int, mover: int) -> tuple[float, float]:
    """Return the average reward of the mover's choices here, and how much a tempting one counts.

    So an action that was never tried promises as much as the others brought.
    """
    reward, tried = 0.5, 1
    child = widen(tree.child[node])
    while child != NONE:
        if tree.mover[child] == mover:
            reward += tree.reward[child]
            tried += tree.visits[child]
        child = widen(tree.sibling[child])
    return reward / tried, LEAN * sqrt(float(tried))


# Where several seats act at once


@rule
def who_chooses(state: Any) -> int:
    """Return who acts now, as a mask without the table."""
    return to_act(state) & ((1 << TABLE) - 1)


@rule
def is_new_phase(state: Any, phase: int, movers: int) -> bool:
    """Say whether a new phase has begun.

    A phase lasts as long as its number stays the same and no further seat joins those who act in
    it.
    """
    return bool(phase_of(state) != phase or who_chooses(state) & ~movers != 0)


@rule
def line_of(tree: Any, node: int, start: int, mover: int, lines: Any) -> int:
    """Return the node that a seat chooses from: the one after its own actions in this phase only.

    For the seat that acts first it is the tree's own node, for all others an aside.
    """
    if lines[mover] != NONE:
        return widen(lines[mover])
    return node if node == start else child_of(tree, start, NONE, mover)


# Expand


@rule
def expand(
    tree: Any,
    worlds: Any,
    node: int,
    mover: int,
    seats: int,
    count: int,
    there: int,
    scratch: Any,
    result: Any,
    story: Any,
) -> bool:
    """Add children for legal actions that have none yet, and say whether any were added.

    At the root all actions get one, further down only the WIDTH that look best.
    """
    wanted = min(count if node == 0 else min(count, WIDTH), there + len(tree.action) - widen(tree.size[0])) - there
    if wanted <= 0:
        return False
    look_ahead(worlds, mover, seats, count, scratch, result, story)
    for k in range(count if there + wanted == count else wanted):
        place = k if there + wanted == count else best_look(scratch, count)
        if scratch.marks[scratch.actions[place]] == 1:
            add_child(tree, node, mover, scratch.actions[place], scratch.looks[place])
            scratch.marks[scratch.actions[place]] = 2
    return True


@rule
def look_ahead(worlds: Any, mover: int, seats: int, count: int, scratch: Any, result: Any, story: Any) -> None:
    """Write the first guess for every action without a node into `looks`.

    It is a half, the value of the position right after the action, or how tempting the action is.
    """
    if IS_LED:
        foresee_choice(worlds[0], mover, scratch.actions, count, result.mind, scratch.looks)
        return
    if LOOKS_AHEAD:
        look_round(worlds[0], seats, result)
    for k in range(count):
        scratch.looks[k] = 0.5
        if LOOKS_AHEAD and scratch.marks[scratch.actions[k]] == 1:
            worlds[1] = worlds[0]
            apply(worlds[1], mover, scratch.actions[k], story)
            compare(worlds[1], mover, seats, result)
            scratch.looks[k] = result.reward[mover]


@rule
def best_look(scratch: Any, count: int) -> int:
    """Return the index in `actions` of the best-looking action without a node."""
    best, most = 0, -1.0
    for k in range(count):
        if scratch.marks[scratch.actions[k]] == 1 and scratch.looks[k] > most:
            best, most = k, scratch.looks[k]
    return best


# Back up


@rule
def back_up(tree: Any, scratch: Any, length: int, result: Any) -> None:
    """Add the mover's result to every node on the path; nothing if the mover is the table."""
    tree.visits[0] += 1
    for step in range(length):
        node = scratch.path[step]
        mover = tree.mover[node]
        if MIXES and scratch.odds[step] > 0.0:
            learn_regrets(
                tree, scratch.origin[step], node, scratch.odds[step], scratch.usual[step], result.reward[mover]
            )
        tree.visits[node] += 1
        tree.reward[node] += result.reward[mover]
        tree.rank[node] += result.rank[mover]
        tree.score[node] += result.score[mover]
