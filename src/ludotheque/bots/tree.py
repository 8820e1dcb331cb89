"""The tree of a search: parallel arrays, one entry per node, allocated before the search begins."""

from typing import Any, NamedTuple

import numpy as np

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule


class Tree(NamedTuple):
    """A search tree. A node stands for what a seat did after everything that its ancestors did.

    Node 0 is the root, the present; its children are the actions to choose from, and the asides of
    the seats that choose at the same time.
    """

    action: Any  # int32[nodes]: what leads here from the parent
    mover: Any  # int32[nodes]: who does it; NONE: nobody, this is the root or an aside
    child: Any  # int32[nodes]: the first child, or NONE
    sibling: Any  # int32[nodes]: the next child of the same parent, or NONE
    visits: Any  # int32[nodes]: iterations that came through
    # int32[nodes]: iterations that reached the parent in a world where this was legal; in a mix,
    # the number of the last of them
    available: Any
    reward: Any  # float64[nodes]: sum of the mover's rewards in them
    guess: Any  # float64[nodes]: the first guess at the mover's reward; in a mix, a half plus its regret
    rank: Any  # float64[nodes]: sum of the mover's places at the end
    score: Any  # float64[nodes]: sum of the mover's points at the end
    size: Any  # int32[1]: nodes in use


class Result(NamedTuple):
    """The result of one iteration, by seat; the last entry is the table itself."""

    score: Any  # float64[seats]: points, or what `value` expects
    place: Any  # int32[seats]: as the rules rank a finished game
    rank: Any  # float64[seats]: the same, with shared places averaged; or the expected place
    reward: Any  # float64[seats]: what the search maximises
    mind: Any = None  # what judges: a network and its scratch memory, if there is one


class Scratch(NamedTuple):
    """Scratch memory of a search, at a node and along its path."""

    actions: Any  # int32[most legal actions]: those that are legal here
    looks: Any  # float64[most legal actions]: what each of them seems worth
    marks: Any  # int32[actions]: 0 not legal here, 1 legal, 2 legal and has a node
    path: Any  # int32[deepest]: the nodes on the way
    lines: Any  # int32[seats]: the node that each seat chooses from in this phase, NONE before its first choice
    origin: Any  # int32[deepest]: where the mixed choices on the way were made
    odds: Any  # float64[deepest]: how likely they were; 0: a choice that was not mixed
    usual: Any  # float64[deepest]: the average reward of the whole mix


NODE_BYTES = 6 * 4 + 4 * 8


def new_tree(megabytes: float) -> Tree:
    """Return an empty tree that never needs more memory than this."""
    nodes = max(3, int(megabytes * 1e6) // NODE_BYTES)
    action, mover, child, sibling, available = (np.empty(nodes, np.int32) for _ in range(5))
    visits = np.zeros(nodes, np.int32)  # other threads may read them before there is a node
    reward, guess, rank, score = (np.empty(nodes) for _ in range(4))
    tree = Tree(action, mover, child, sibling, visits, available, reward, guess, rank, score, np.zeros(1, np.int32))
    clear(tree)
    return tree


def clear(tree: Tree) -> None:
    """Empty the tree, leaving only the root."""
    tree.action[0], tree.mover[0], tree.child[0], tree.sibling[0] = NONE, NONE, NONE, NONE
    tree.visits[0], tree.available[0], tree.reward[0], tree.guess[0], tree.size[0] = 0, 0, 0, 0, 1


def children(tree: Tree) -> list[int]:
    """List the nodes of the actions to choose from."""
    found, node = [], int(tree.child[0])
    while node != NONE:
        if tree.mover[node] != NONE:
            found.append(node)
        node = int(tree.sibling[node])
    return found


# During a search


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


@rule
def child_of(tree: Any, node: int, mover: int, action: int) -> int:
    """Return the child for an action, creating it if necessary; NONE if there is no room.

    An aside is a child that nobody moves to: its mover is NONE, and its action is the seat.
    """
    child = widen(tree.child[node])
    while child != NONE:
        if tree.action[child] == action and tree.mover[child] == mover:
            return child
        child = widen(tree.sibling[child])
    if tree.size[0] == len(tree.action):
        return NONE
    add_child(tree, node, mover, action, 0.5)
    return widen(tree.child[node])
