"""Mixed strategies: regret matching at the nodes of a search where several seats act at once."""

from typing import Any

from ludotheque.core.bits import widen
from ludotheque.core.constants import NONE
from ludotheque.core.rule import rule

TREMBLE = 0.1  # how often a mixed choice is uniformly random


@rule
def mixed_child(tree: Any, node: int, mover: int, marks: Any, there: int, lot: float, scratch: Any, step: int) -> int:
    """Draw a legal child with a probability proportional to the mover's regret about it.

    Legal children are marked with 2; `lot` is a random number below 1. Notes down what
    `learn_regrets` needs.
    """
    regrets = 0.0
    child = widen(tree.child[node])
    while child != NONE:
        if tree.mover[child] == mover and marks[tree.action[child]] == 2:
            regrets += tree.guess[child] - 0.5
        child = widen(tree.sibling[child])
    found, usual = NONE, 0.0
    child = widen(tree.child[node])
    while child != NONE:
        if tree.mover[child] == mover and marks[tree.action[child]] == 2:
            odds = (tree.guess[child] - 0.5) / regrets if regrets > 0.0 else 1.0 / there
            odds = TREMBLE / there + (1.0 - TREMBLE) * odds
            usual += odds * mean(tree, child)
            tree.available[child] = tree.visits[0] + 1
            if lot >= 0.0:
                found, scratch.odds[step] = child, odds
            lot -= odds
        child = widen(tree.sibling[child])
    scratch.origin[step], scratch.usual[step] = node, usual
    return found


@rule
def mean(tree: Any, child: int) -> float:
    """Return the average reward of a child, counting one extra visit with a reward of a half."""
    return float((tree.reward[child] + 0.5) / (tree.visits[child] + 1))


@rule
def learn_regrets(tree: Any, node: int, chosen: int, odds: float, usual: float, reward: float) -> None:
    """Add to each legal child's regret how much more it would have brought than the mix did.

    Only the chosen child was tried. The others are credited with their average; the surprise of the
    chosen one is divided by its probability, so that the sums are unbiased. A regret is never below
    0, and is stored on top of the half in `guess`.
    """
    surprise = reward - mean(tree, chosen)
    child = widen(tree.child[node])
    while child != NONE:
        if tree.mover[child] == tree.mover[chosen] and tree.available[child] == tree.visits[0]:
            more = mean(tree, child) - usual - surprise
            if child == chosen:
                more += surprise / odds
            tree.guess[child] = max(0.5, tree.guess[child] + more)
        child = widen(tree.sibling[child])
