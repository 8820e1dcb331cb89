"""Information-set Monte-Carlo tree search, a template: one tree over what the seats do, a freshly imagined world for every iteration.

The four steps of the textbook are four functions. `select` goes down the tree among the actions that are legal in this world; `expand` gives a node a child for each of
them, with a first guess that counts like a few visits; `finish` (the engine's) plays on at random for a while; `back_up` tells every node on the way what its mover got. In a
simultaneous phase the seats act in their order: nobody sees what the others have chosen, since every world imagines it anew.
"""

from math import exp, log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.bots.tree import Result, Scratch
from ludotheque.core.bits import lowest_bit, widen
from ludotheque.core.chance import WORDS, fill_block
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.rule import rule

if TYPE_CHECKING:  # the game's own, put in place when the template is instantiated
    from ludotheque.bots.knowledge import BELIEFS, CUTOFF, EXPAND_AT, EXPLORE, GUESSES, LOOKS_AHEAD, MARGIN, WHOLE_TURNS, WIDTH, learn, suppose, value
    from ludotheque.core.contract import ACTION_COUNT, MAX_LEGAL, STATE, apply, imagine, legal, ranks, scores, to_act
    from ludotheque.core.engine import finish

    def entry(function: Any) -> Any: ...


DEEPEST = 64  # plies below the present that the tree remembers


@entry
def grow(tree: Any, view: Any, belief: Any, seat: int, seats: int, root: Any, first: int, iterations: int, story: Any) -> None:
    """Iterations first, first + 1, … of the search. `view` is an array of one, `belief` what was learned, `root` the key from which all worlds come."""
    worlds = np.empty(2, STATE)  # the world of this iteration, and one to look ahead in
    words, scratch = np.empty(WORDS, np.uint32), Scratch(np.empty(MAX_LEGAL, np.int32), np.empty(MAX_LEGAL), np.zeros(ACTION_COUNT, np.int32), np.empty(DEEPEST, np.int32))
    result = Result(np.zeros(TABLE + 1), np.zeros(TABLE + 1, np.int32), np.zeros(TABLE + 1), np.zeros(TABLE + 1))
    for iteration in range(first, first + iterations):
        fill_block(root, iteration, words)
        worlds[0] = view[0]
        for lane in range(8):
            worlds[0].key[lane] = words[lane]
        worlds[0].cursor = 0
        imagine(worlds[0], seat, story)
        suppose(worlds[0], view[0], belief, story)
        length = select(tree, worlds, seat, seats, scratch, result, story)
        finish(worlds[0], words[8:11], scratch.actions, CUTOFF, story)
        judge(worlds[0], seats, result)
        back_up(tree, scratch.path, length, result)


@entry
def watch(views: Any, belief: Any, story: Any) -> None:
    """Learn from all that a seat has seen: its views, from the deal to the present."""
    room, notes, actions = np.empty(1, STATE), np.empty((3, BELIEFS)), np.empty(MAX_LEGAL, np.int32)
    for ply in range(len(views) - 1):
        learn(views[ply], views[ply + 1], room, notes, actions, belief, story)


# Select


@rule
def select(tree: Any, worlds: Any, seat: int, seats: int, scratch: Any, result: Any, story: Any) -> int:
    """From the present down to a node that is too new to have children, acting in this world on the way; says how many nodes it came through."""
    node, length, mover = 0, 0, seat
    actions, marks = scratch.actions, scratch.marks
    while length < DEEPEST and mover != NONE:
        if is_leaf(tree, node, mover):
            break
        count = legal(worlds[0], mover, actions)
        for k in range(count):
            marks[actions[k]] = 1
        best, there = best_child(tree, node, marks, 1)
        if expand(tree, worlds, node, mover, seats, count, there, scratch, result, story):
            best, there = best_child(tree, node, marks, 0)
        for k in range(count):
            marks[actions[k]] = 0
        if best == NONE:  # no room in the tree for any of them
            break
        node = best
        apply(worlds[0], mover, tree.action[node], story)
        scratch.path[length] = node
        length += 1
        mover = next_mover(to_act(worlds[0]), seat)
    return length


@rule
def is_leaf(tree: Any, node: int, mover: int) -> bool:
    """Does the tree end here for now? Not in the present, and not in the middle of a turn where the game wants whole turns."""
    if node == 0 or tree.child[node] != NONE or (WHOLE_TURNS and tree.mover[node] == mover):
        return False
    return bool(tree.visits[node] < EXPAND_AT)


@rule
def next_mover(mask: int, seat: int) -> int:
    """Who acts next. Where several may, the seat that thinks comes first: what the others do at the same time, it cannot see anyway."""
    if mask == 0:
        return NONE
    return seat if (mask >> seat) & 1 else lowest_bit(mask)


@rule
def best_child(tree: Any, node: int, marks: Any, more: int) -> tuple[int, int]:
    """The legal child that promises most to its mover: what it got so far, and more for what is seldom tried although it was there. NONE if there is no child. And how many
    children are legal: these are marked with 2, and were available so many times more.
    """
    best, most, there, times, spread = NONE, -1.0, 0, 0, 0.0
    child = widen(tree.child[node])
    while child != NONE:
        if marks[tree.action[child]] != 0:
            marks[tree.action[child]] = 2
            there += 1
            tree.available[child] += more
            if tree.available[child] != times:  # most children were there equally often: a logarithm takes longer than all the rest
                times = widen(tree.available[child])
                spread = log(1.0 + times)
            tried = tree.visits[child] + GUESSES
            promise = (tree.reward[child] + GUESSES * tree.guess[child]) / tried + EXPLORE * sqrt(spread / tried)
            if promise > most:
                best, most = child, promise
        child = widen(tree.sibling[child])
    return best, there


# Expand


@rule
def expand(tree: Any, worlds: Any, node: int, mover: int, seats: int, count: int, there: int, scratch: Any, result: Any, story: Any) -> bool:
    """Children for legal actions that have none yet: all of them in the present, later only the WIDTH that look best. Says whether there are new ones."""
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
    """The first guess for every action that has no node: a half, or what it seems worth right after it."""
    for k in range(count):
        scratch.looks[k] = 0.5
        if LOOKS_AHEAD and scratch.marks[scratch.actions[k]] == 1:
            worlds[1] = worlds[0]
            apply(worlds[1], mover, scratch.actions[k], story)
            judge(worlds[1], seats, result)
            scratch.looks[k] = result.reward[mover]


@rule
def best_look(scratch: Any, count: int) -> int:
    """The action without a node that looks best."""
    best, most = 0, -1.0
    for k in range(count):
        if scratch.marks[scratch.actions[k]] == 1 and scratch.looks[k] > most:
            best, most = k, scratch.looks[k]
    return best


@rule
def add_child(tree: Any, node: int, mover: int, action: int, guess: float) -> None:
    child = tree.size[0]
    tree.size[0] += 1
    tree.action[child] = action
    tree.mover[child] = mover
    tree.child[child] = NONE
    tree.sibling[child] = tree.child[node]
    tree.visits[child] = 0
    tree.available[child] = 1
    tree.reward[child] = 0.0
    tree.rank[child] = 0.0
    tree.score[child] = 0.0
    tree.guess[child] = guess
    tree.child[node] = child


# What it was worth


@rule
def judge(state: Any, seats: int, result: Any) -> None:
    """Points, place and reward of each seat. A reward lies between 0 and 1: three quarters for the place, one quarter for the margin to the best other, so that a lost game
    is still played well. Those who share a place have its middle: a draw is half a win. Where the game is not over yet, `value` estimates the points, and the place is how
    likely each other seat seems to end ahead.
    """
    is_over = to_act(state) == 0
    if is_over:
        scores(state, result.score)
        ranks(state, result.place)
    else:
        value(state, result.score)
    for seat in range(seats):
        mine, best, behind = result.score[seat], -1e9, 0.0
        for other in range(seats):
            if other != seat:
                best = max(best, result.score[other])
                if is_over:
                    behind += 0.5 * (result.place[other] < result.place[seat]) + 0.5 * (result.place[other] <= result.place[seat])
                else:
                    behind += 1.0 / (1.0 + exp((mine - result.score[other]) / MARGIN))
        result.rank[seat] = 1.0 + behind
        margin = mine - best
        result.reward[seat] = 0.75 * (seats - result.rank[seat]) / (seats - 1) + 0.25 * (0.5 + 0.5 * margin / (abs(margin) + MARGIN))


@rule
def back_up(tree: Any, path: Any, length: int, result: Any) -> None:
    """Every node on the way learns what its mover got; nothing, where that is the table itself."""
    tree.visits[0] += 1
    for step in range(length):
        node = path[step]
        mover = tree.mover[node]
        tree.visits[node] += 1
        tree.reward[node] += result.reward[mover]
        tree.rank[node] += result.rank[mover]
        tree.score[node] += result.score[mover]
