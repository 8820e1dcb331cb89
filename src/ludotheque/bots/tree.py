"""The tree of a search: arrays side by side, one entry a node, all of them allocated before the search begins."""

from typing import Any, NamedTuple

import numpy as np

from ludotheque.core.constants import NONE


class Tree(NamedTuple):
    """A node stands for what a seat did after all that its ancestors did. Node 0 is the present; its children are the actions to choose from."""

    action: Any  # int32[nodes]: what leads here from the parent
    mover: Any  # int32[nodes]: who does it
    child: Any  # int32[nodes]: the first child, NONE as long as there is none
    sibling: Any  # int32[nodes]: the next child of the same parent, or NONE
    visits: Any  # int32[nodes]: iterations that came through
    available: Any  # int32[nodes]: iterations that came to the parent in a world where this was legal
    reward: Any  # float64[nodes]: what the mover got in them, added up
    guess: Any  # float64[nodes]: what the mover could expect at first sight
    rank: Any  # float64[nodes]: the mover's place at the end, added up
    score: Any  # float64[nodes]: the mover's points at the end, added up
    size: Any  # int32[1]: nodes in use


class Result(NamedTuple):
    """How one iteration ended, by seat; the last entry is the table itself."""

    score: Any  # float64[seats]: points, or what `value` expects
    place: Any  # int32[seats]: as the rules rank a finished game
    rank: Any  # float64[seats]: the same, shared places in their middle; or what can be expected
    reward: Any  # float64[seats]: what the search tries to get


class Scratch(NamedTuple):
    """What a search notes down at a node, and on its way."""

    actions: Any  # int32[most legal actions]: those that are legal here
    looks: Any  # float64[most legal actions]: what each of them seems worth
    marks: Any  # int32[actions]: 0 not legal here, 1 legal, 2 legal and has a node
    path: Any  # int32[deepest]: the nodes on the way


NODE_BYTES = 6 * 4 + 4 * 8


def new_tree(megabytes: float) -> Tree:
    """An empty tree that never needs more memory than this."""
    nodes = max(3, int(megabytes * 1e6) // NODE_BYTES)
    action, mover, child, sibling, available = (np.empty(nodes, np.int32) for _ in range(5))
    visits = np.zeros(nodes, np.int32)  # others may ask for them before there is a node
    reward, guess, rank, score = (np.empty(nodes) for _ in range(4))
    tree = Tree(action, mover, child, sibling, visits, available, reward, guess, rank, score, np.zeros(1, np.int32))
    clear(tree)
    return tree


def clear(tree: Tree) -> None:
    """Back to the present alone."""
    tree.action[0], tree.mover[0], tree.child[0], tree.sibling[0] = NONE, NONE, NONE, NONE
    tree.visits[0], tree.available[0], tree.reward[0], tree.guess[0], tree.size[0] = 0, 0, 0, 0, 1


def children(tree: Tree) -> list[int]:
    """The nodes of the actions to choose from."""
    found, node = [], int(tree.child[0])
    while node != NONE:
        found.append(node)
        node = int(tree.sibling[node])
    return found
