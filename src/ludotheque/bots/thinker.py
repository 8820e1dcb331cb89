"""A player that searches: a number of iterations, capped by a number of seconds."""

import hashlib
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from math import nan
from pathlib import Path
from types import NoneType
from typing import Any

import numpy as np

from ludotheque.bots.history import UNKNOWN, History
from ludotheque.bots.instinct import Instinct, new_lead
from ludotheque.bots.judgement import Judgement, new_scales
from ludotheque.bots.knowledge import knowledge
from ludotheque.bots.mix import TREMBLE
from ludotheque.bots.network import Guide, Mind, Network, new_layers
from ludotheque.bots.tree import Tree, children, new_tree
from ludotheque.core.chance import key_words
from ludotheque.core.constants import MAX_SEATS, NONE, TABLE
from ludotheque.core.game import Game, State
from ludotheque.core.record import HIDDEN
from ludotheque.core.story import silent_story
from ludotheque.core.template import instantiate

BOTS = Path(__file__).parent
SEARCH, JUDGING, LEADING = BOTS / "search.py", BOTS / "judging.py", BOTS / "leading.py"
# seconds between two looks at the clock; each look needs the GIL, which a server needs for people
# docs/decisions.md: A thinking bot seldom looks at the clock
CHUNKS_S = 0.02, 0.25
# actions that a mixed search took less than twice as often as it had to are never drawn
FLOOR = 2 * TREMBLE
LEARNERS = Network, Judgement  # guides that judge positions
FIRST_CHUNK = 16  # iterations before the first look at the clock


@dataclass(frozen=True)
class Budget:
    """The limits of one decision.

    The same number of iterations gives the same choice on any machine; the seconds are only a cap
    for slow machines.
    """

    iterations: int
    seconds: float = 60.0
    megabytes: float = 64.0  # for each tree
    trees: int = 1  # one thread each, merged at the end
    # what judges or leads the search, if anything does
    guide: Guide | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Opinion:
    """What a search thinks of one action."""

    action: int
    visits: int
    reward: float  # expected, between 0 and 1
    rank: float = 0.0  # expected place
    score: float = 0.0  # expected points


def think(
    game: Game,
    view: State,
    seat: int,
    seed: bytes,
    budget: Budget,
    history: History = UNKNOWN,
    is_best_enough: bool = False,
) -> list[Opinion]:
    """Return an opinion on every legal action, the best one first.

    The best action is the one visited most often; in a tie, the one with the better reward. With
    `is_best_enough` the search stops as soon as no other action can overtake the best one, so the
    best action is the same as after a full search.
    """
    return _think(game, unanswered(game, view, seat, history), seat, seed, budget, history, is_best_enough)


def choose(game: Game, view: State, seat: int, seed: bytes, budget: Budget, history: History) -> int:
    """Return the action of a player who has to act."""
    return decide(game, view, seat, seed, budget, history)[0]


def decide(game: Game, view: State, seat: int, seed: bytes, budget: Budget, history: History) -> tuple[int, float]:
    """Return the action of a player who has to act, and the place that it expects (NaN: unknown).

    It is the best one, except where others choose at the same time and the game mixes: there each
    action is drawn as often as the search took it.
    """
    view = unanswered(game, view, seat, history)
    is_mixed = knowledge(game)["MIXES"] and is_shared(game, view)
    opinions = _think(game, view, seat, seed, budget, history, is_best_enough=not is_mixed)
    shares = mix(opinions) if is_mixed else [1.0]
    place = sum(share * opinion.rank for share, opinion in zip(shares, opinions, strict=False))
    return drawn(opinions, seed) if is_mixed else opinions[0].action, place if opinions[0].visits else nan


def is_shared(game: Game, view: State) -> bool:
    """Say whether several seats choose at the same time."""
    movers = game.to_act(view) & ~(1 << TABLE)
    return movers & (movers - 1) != 0


def unanswered(game: Game, view: State, seat: int, history: History) -> State:
    """Return what a seat saw before others made choices in this phase that it cannot know.

    So the search works out these choices too, instead of imagining arbitrary ones.
    """
    if not game.simultaneous or (views := history.views()) == []:
        return view
    actions = game.legal(view, seat)
    for ply, before in zip(reversed(history.plies()), reversed(views[:-1]), strict=True):
        if ply["action"] != HIDDEN or not is_shared(game, before) or game.legal(before, seat) != actions:
            break
        view = before
    return view


def mix(opinions: Sequence[Opinion]) -> list[float]:
    """Return the probability of drawing each action: how often the search took it on purpose."""
    least = sum(opinion.visits for opinion in opinions) * FLOOR / len(opinions)
    shares = [max(0.0, opinion.visits - least) for opinion in opinions]
    return [share / sum(shares) for share in shares] if any(shares) else [1.0] + [0.0] * (len(shares) - 1)


def drawn(opinions: Sequence[Opinion], seed: bytes) -> int:
    """Draw an action from the mix."""
    lot = random.Random(b"mix " + seed).random()
    for opinion, share in zip(opinions, mix(opinions), strict=True):
        lot -= share
        if lot < 0:
            return opinion.action
    return opinions[0].action


def _think(
    game: Game, view: State, seat: int, seed: bytes, budget: Budget, history: History, is_best_enough: bool
) -> list[Opinion]:
    actions = game.legal(view, seat)
    if len(actions) == 1:
        return [Opinion(actions[0], 0, 0.5)]
    belief = beliefs(game, history, budget.guide)
    share = -(-budget.iterations // budget.trees)
    trees = [new_tree(budget.megabytes) for _ in range(budget.trees)]

    def undecided() -> int:
        return iterations_until_decided(trees, share * budget.trees) if is_best_enough else share * budget.trees

    def grow(number: int) -> None:
        own = hashlib.sha256(b"tree %d " % number + seed).digest()
        _grow(trees[number], game, view, belief, seat, own, share, budget, undecided)

    if budget.trees == 1:
        grow(0)
    else:
        with ThreadPoolExecutor(budget.trees) as threads:
            list(threads.map(grow, range(budget.trees)))
    return _merge(actions, trees)


def iterations_until_decided(trees: Sequence[Tree], iterations: int) -> int:
    """Return the least number of further iterations until the best action is certain.

    The best action is the one visited most; 0 means that no other can overtake it. The root's
    children are the first nodes of every tree; there may be fewer of them than legal actions. Other
    threads may be counting at the same time: visits only grow, so any that are missed here count as
    still to come.
    """
    known = max(len(children(tree)) for tree in trees)
    visits: list[int] = [0, 0, *sorted(np.sum([tree.visits[1 : 1 + known] for tree in trees], axis=0).tolist())]
    return max(0, (iterations - sum(visits) - visits[-1] + visits[-2]) // 2 + 1)


def beliefs(game: Game, history: History, guide: Guide | None = None) -> Any:
    """Return belief[seat, thing]: what a seat has learned about the others from all that it saw.

    With an instinct, every action that the seat knows is evidence. Otherwise it is all zeros in a
    game that does not define `learn`.
    """
    belief = np.zeros((MAX_SEATS, knowledge(game)["BELIEFS"]))
    if isinstance(guide, Instinct):
        _read_actions(game, history, guide, belief)
    elif hasattr(game.evaluate, "learn") and (views := history.views()):
        search(game).watch(np.array(views, game.state), belief, silent_story())
    return belief


def _read_actions(game: Game, history: History, instinct: Instinct, belief: Any) -> None:
    """Let an instinct read what the seat was told about every ply."""
    views, movers, actions = history.views(), [], []
    for ply, before in zip(history.plies(), views, strict=False):  # the last view has no ply yet
        seat = ply["seat"] if isinstance(ply["seat"], int) else NONE
        is_known = seat != NONE and ply["action"] != HIDDEN
        movers.append(seat)
        actions.append(game.notation.parse(before, seat, ply["action"]).action if is_known else NONE)
    leading(game).read_actions(
        np.array(views, game.state),
        np.array(movers, np.int64),
        np.array(actions, np.int64),
        belief,
        new_lead(instinct, knowledge(game)["SIGNS"]),
    )


def _grow(
    tree: Tree,
    game: Game,
    view: State,
    belief: Any,
    seat: int,
    seed: bytes,
    iterations: int,
    budget: Budget,
    undecided: Callable[[], int],
) -> None:
    seen, story, key = np.empty(1, game.state), silent_story(), key_words(seed)
    seen[0] = view
    kind: type = type(budget.guide)
    mind, grow = new_mind(game, budget.guide), search(game, guide=kind).grow
    seats, done, chunk = int(view.seats), 0, FIRST_CHUNK
    # does nothing, but compiles the search if necessary, so that this does not count as thinking
    grow(tree, seen, belief, mind, seat, seats, key, 0, 0, story)
    began = time.monotonic()
    while done < iterations and (spent := time.monotonic() - began) < budget.seconds and (open_for := undecided()):
        if done:
            chunk = max(
                1,
                min(
                    4 * done,
                    int(done / max(spent, 1e-6) * until_next_look(budget.seconds - spent)),
                    max(iterations // 32, open_for // budget.trees),
                ),
            )
        chunk = min(chunk, iterations - done)
        grow(tree, seen, belief, mind, seat, seats, key, done, chunk, story)
        done += chunk


def new_mind(game: Game, guide: Guide | None) -> Any:
    """Return what guides the search of one thread, with its scratch memory."""
    if isinstance(guide, Instinct):
        return new_lead(guide, knowledge(game)["SIGNS"])
    if isinstance(guide, Judgement):
        return new_scales(guide)
    return guide and Mind(guide, new_layers(guide))


def until_next_look(left: float) -> float:
    """Return the seconds until the next look at the clock, when `left` remain.

    It is always only part of them, since the machine may become slower in the meantime.
    """
    shortest, longest = CHUNKS_S
    return min(left, max(shortest, min(longest, left / 4)))


def _merge(actions: list[int], trees: Sequence[Tree]) -> list[Opinion]:
    sums = dict.fromkeys(actions, (0, 0.0, 0.0, 0.0))
    for tree in trees:
        for node in children(tree):
            visits, reward, rank, score = sums[int(tree.action[node])]
            sums[int(tree.action[node])] = (
                visits + int(tree.visits[node]),
                reward + float(tree.reward[node]),
                rank + float(tree.rank[node]),
                score + float(tree.score[node]),
            )
    opinions = [
        Opinion(action, visits, reward / max(1, visits), rank / max(1, visits), score / max(1, visits))
        for action, (visits, reward, rank, score) in sums.items()
    ]
    return sorted(opinions, key=lambda opinion: (-opinion.visits, -opinion.reward))


@cache
def search(game: Game, is_plain: bool = False, guide: type = NoneType) -> Any:
    """Return the compiled search of a game.

    The plain one uses no knowledge about the game and plays every line out at random. With a guide,
    it judges by a network or a judgement, or follows an instinct.
    """
    names = knowledge(game, is_plain, is_learned=guide in LEARNERS)
    judged = instantiate(game, JUDGING, **judged_by(game, names, guide))
    led = leading(game) if guide is Instinct else None
    return instantiate(
        game,
        SEARCH,
        finish=game.engine.finish,
        judge=judged.judge,
        look_round=judged.look_round,
        compare=judged.compare,
        IS_LED=guide is Instinct,
        foresee_choice=led.foresee_choice if led else None,
        play_on=led.play_on if led else None,
        **names,
    )


@cache
def judging(game: Game, guide: type) -> Any:
    """Return how a guide judges positions of a game, compiled."""
    return instantiate(game, JUDGING, **judged_by(game, knowledge(game, is_learned=True), guide))


@cache
def leading(game: Game) -> Any:
    """Return what an instinct does in a game, compiled."""
    return instantiate(game, LEADING, **knowledge(game))


def judged_by(game: Game, names: dict[str, Any], guide: type = NoneType) -> dict[str, Any]:
    """Return the names that judging is written against."""
    return {
        "MARGIN": names["MARGIN"],
        "value": names["value"],
        "encode": game.encode.encode if game.encode else None,
        "MARKS": names["MARKS"],
        "marks": names["marks"],
        "OWN_MARKS": names["OWN_MARKS"],
        "marks_of": names["marks_of"],
        "IS_LEARNED": guide is Network,
        "IS_WEIGHED": guide is Judgement,
    }
