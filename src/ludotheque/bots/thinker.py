"""A player that searches: so many iterations, and no longer than so many seconds."""

import hashlib
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.bots.history import UNKNOWN, History
from ludotheque.bots.knowledge import knowledge
from ludotheque.bots.tree import Tree, children, new_tree
from ludotheque.core.chance import key_words
from ludotheque.core.constants import MAX_SEATS
from ludotheque.core.game import Game, State
from ludotheque.core.story import silent_story
from ludotheque.core.template import instantiate

SEARCH = Path(__file__).parent / "search.py"
CHUNKS_S = 0.02, 0.25  # between two looks at the clock: few of them, for each asks for the interpreter, which a server needs for people
FIRST_CHUNK = 16  # iterations before the first look


@dataclass(frozen=True)
class Budget:
    """What a decision may cost. The same iterations give the same choice on any machine; seconds are a cap for slow ones."""

    iterations: int
    seconds: float = 60.0
    megabytes: float = 64.0  # for each tree
    trees: int = 1  # one thread each, merged at the end


@dataclass(frozen=True)
class Opinion:
    """What a search thinks of one action."""

    action: int
    visits: int
    reward: float  # expected, between 0 and 1
    rank: float = 0.0  # expected place
    score: float = 0.0  # expected points


def think(game: Game, view: State, seat: int, seed: bytes, budget: Budget, history: History = UNKNOWN, is_best_enough: bool = False) -> list[Opinion]:
    """All legal actions, the best one first: the one that was visited most, and of those the one with the better reward. Whoever needs no more than the best one has the
    same one sooner: as soon as no other can overtake it.
    """
    actions = game.legal(view, seat)
    if len(actions) == 1:
        return [Opinion(actions[0], 0, 0.5)]
    belief = beliefs(game, history)
    share = -(-budget.iterations // budget.trees)
    trees = [new_tree(budget.megabytes) for _ in range(budget.trees)]

    def undecided() -> int:
        return iterations_until_decided(trees, len(actions), share * budget.trees) if is_best_enough else share * budget.trees

    def grow(number: int) -> None:
        own = hashlib.sha256(b"tree %d " % number + seed).digest()
        _grow(trees[number], game, view, belief, seat, own, share, budget, undecided)

    if budget.trees == 1:
        grow(0)
    else:
        with ThreadPoolExecutor(budget.trees) as threads:
            list(threads.map(grow, range(budget.trees)))
    return _merge(actions, trees)


def iterations_until_decided(trees: Sequence[Tree], actions: int, iterations: int) -> int:
    """How many more it takes at least until the action visited most cannot be overtaken; 0 when it cannot. The children of the present are the first nodes of every tree.
    Other threads may count meanwhile: visits only grow, so what is missed here is thought to come yet.
    """
    visits: list[int] = sorted(np.sum([tree.visits[1 : 1 + actions] for tree in trees], axis=0).tolist())
    return max(0, (iterations - sum(visits) - visits[-1] + visits[-2]) // 2 + 1)


def beliefs(game: Game, history: History) -> Any:
    """belief[seat, thing]: what a seat has learned about the others from all that it saw, in a game that knows how to learn."""
    belief = np.zeros((MAX_SEATS, knowledge(game)["BELIEFS"]))
    if hasattr(game.evaluate, "learn") and (views := history.views()):
        search(game).watch(np.array(views, game.state), belief, silent_story())
    return belief


def _grow(tree: Tree, game: Game, view: State, belief: Any, seat: int, seed: bytes, iterations: int, budget: Budget, undecided: Callable[[], int]) -> None:
    seen, story, key = np.empty(1, game.state), silent_story(), key_words(seed)
    seen[0] = view
    grow, seats, done, chunk = search(game).grow, int(view.seats), 0, FIRST_CHUNK
    grow(tree, seen, belief, seat, seats, key, 0, 0, story)  # does nothing, but is compiled now if need be: that is not thinking
    began = time.monotonic()
    while done < iterations and (spent := time.monotonic() - began) < budget.seconds and (open_for := undecided()):
        if done:
            chunk = max(1, min(4 * done, int(done / max(spent, 1e-6) * until_next_look(budget.seconds - spent)), max(iterations // 32, open_for // budget.trees)))
        chunk = min(chunk, iterations - done)
        grow(tree, seen, belief, seat, seats, key, done, chunk, story)
        done += chunk


def until_next_look(left: float) -> float:
    """Seconds until the clock is looked at again, when so many are left: always a part of them, since the machine may become slower meanwhile."""
    shortest, longest = CHUNKS_S
    return min(left, max(shortest, min(longest, left / 4)))


def _merge(actions: list[int], trees: Sequence[Tree]) -> list[Opinion]:
    sums = {action: np.zeros(4) for action in actions}
    for tree in trees:
        for node in children(tree):
            sums[int(tree.action[node])] += (tree.visits[node], tree.reward[node], tree.rank[node], tree.score[node])
    opinions = [Opinion(action, int(total[0]), *(total[1:] / max(1, total[0])).tolist()) for action, total in sums.items()]
    return sorted(opinions, key=lambda opinion: (-opinion.visits, -opinion.reward))


@cache
def search(game: Game, is_plain: bool = False) -> Any:
    """The search of a game, compiled; the plain one knows nothing about the game and plays every line out at random."""
    return instantiate(game, SEARCH, finish=game.engine.finish, **knowledge(game, is_plain))
