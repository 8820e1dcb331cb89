"""What each action is worth in one world, a template.

A search spends its iterations on what looks best, so it knows little about the rest. Here every
action gets a tree and the same number of iterations, and the same luck. All seats know the world,
but not the future: chance is drawn anew in every iteration.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.bots.tree import Result, Scratch
from ludotheque.core.chance import WORDS, fill_block
from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.rule import rule

if TYPE_CHECKING:  # replaced by the game's own when the template is instantiated
    from ludotheque.bots.judging import judge
    from ludotheque.bots.knowledge import CUTOFF, suppose
    from ludotheque.bots.search import back_up, next_mover, select
    from ludotheque.core.contract import ACTION_COUNT, MAX_LEGAL, STATE, apply, imagine, to_act
    from ludotheque.core.engine import finish

    def entry(function: Any) -> Any: ...


DEEP = 65  # room for a path: one more than the search goes deep


@entry
def imagine_world(view: Any, belief: Any, seat: int, root: Any, number: int, out: Any, story: Any) -> None:
    """Fill `out` with the world of this number; like `view`, it is an array of length one."""
    words = np.empty(WORDS, np.uint32)
    fill_block(root, number, words)
    out[0] = view[0]
    set_key(out[0], words)
    imagine(out[0], seat, story)
    suppose(out[0], view[0], belief, story)


@entry
def weigh(
    tree: Any, world: Any, seat: int, seats: int, actions: Any, root: Any, iterations: int, values: Any, story: Any
) -> None:
    """Write the seat's average reward after each action into `values`.

    Only the second half of the iterations counts: until then the tree has to learn.
    """
    worlds, words = np.empty(2, STATE), np.empty(WORDS, np.uint32)
    scratch = Scratch(
        np.empty(MAX_LEGAL, np.int32),
        np.empty(MAX_LEGAL),
        np.zeros(ACTION_COUNT, np.int32),
        np.empty(DEEP, np.int32),
        np.empty(TABLE + 1, np.int32),
        np.empty(DEEP, np.int32),
        np.empty(DEEP),
        np.empty(DEEP),
    )
    result = Result(np.zeros(TABLE + 1), np.zeros(TABLE + 1, np.int32), np.zeros(TABLE + 1), np.zeros(TABLE + 1), None)
    for k in range(len(actions)):
        empty(tree)
        total, half = 0.0, iterations // 2
        for iteration in range(iterations):
            fill_block(root, iteration, words)
            worlds[0] = world[0]
            set_key(worlds[0], words)
            apply(worlds[0], seat, actions[k], story)
            mover = next_mover(to_act(worlds[0]), seat)
            length = select(tree, worlds, mover, seats, words[11:14], scratch, result, story)
            finish(worlds[0], words[8:11], scratch.actions, CUTOFF, story)
            judge(worlds[0], seats, result)
            back_up(tree, scratch, length, result)
            total += result.reward[seat] if iteration >= half else 0.0
        values[k] = total / (iterations - half)


@rule
def set_key(state: Any, words: Any) -> None:
    """Let all further chance come from these words."""
    for lane in range(8):
        state.key[lane] = words[lane]
    state.cursor = 0


@rule
def empty(tree: Any) -> None:
    """Leave only the root; the nodes are written again before they are read."""
    tree.child[0], tree.visits[0], tree.size[0] = NONE, 0, 1
