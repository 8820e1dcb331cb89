"""Is one action clearly best? Every action is tried in many imagined worlds."""

import hashlib
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.bots.history import History
from ludotheque.bots.knowledge import knowledge
from ludotheque.bots.levels import budget
from ludotheque.bots.thinker import JUDGING, beliefs, judged_by, search
from ludotheque.bots.tree import new_tree
from ludotheque.core.chance import key_words
from ludotheque.core.game import Game, State
from ludotheque.core.puzzle import Proof
from ludotheque.core.story import silent_story
from ludotheque.core.template import instantiate

PROOF = Path(__file__).parent / "proof.py"
WORLDS = 20
AGREE = 0.9  # the share of worlds in which the action must be best
CLEAR, ERRORS = 0.06, 3.0  # it must be ahead by this much reward, and by this many standard errors
RIVALS = 5  # how many other actions the second search tries, at least
PEEK = 5  # worlds after which a proof is given up if the lead is far too small
TIMES = 10  # how much longer the second search is
SHARE = 16  # a regular bot's iterations for each of this many actions: those of the first search
MEGABYTES = 8.0  # for a tree


@dataclass(frozen=True)
class Weighing:
    """The value of every action in every world."""

    actions: list[int]
    values: Any  # float64[worlds, actions]

    @property
    def order(self) -> list[int]:
        """The indices of the actions, the best one on average first."""
        return [int(place) for place in np.argsort(-self.values.mean(axis=0), kind="stable")]

    @property
    def best(self) -> int:
        return self.actions[self.order[0]]

    @property
    def second(self) -> int:
        return self.actions[self.order[1]]

    @property
    def agree(self) -> int:
        """The number of worlds in which the best action on average is best."""
        return int((self.values.argmax(axis=1) == self.order[0]).sum())

    @property
    def margin(self) -> float:
        """The lead of the best action over the second."""
        return float(self._leads.mean())

    @property
    def error(self) -> float:
        """The standard error of the lead."""
        return float(self._leads.std(ddof=1) / sqrt(len(self._leads)))

    @property
    def _leads(self) -> Any:
        first, second = self.order[:2]
        return self.values[:, first] - self.values[:, second]

    def is_clear(self, least: float) -> bool:
        """Say whether the best action is ahead by `least` reward, in nearly every world."""
        return self.agree >= AGREE * len(self.values) and self.margin >= max(least, ERRORS * self.error)


def prove(
    game: Game, view: State, seat: int, history: History, seed: bytes, action: int, again: Proof | None = None
) -> Proof | None:
    """Prove by two searches that an action is best; None if they do not.

    To repeat a proof (`again`), take as many worlds and iterations, and accept half the lead:
    another measurement may find a little less.
    """
    belief, usual = beliefs(game, history), budget(game, "regular").iterations // SHARE
    count, usual, least = (again.worlds, again.iterations[0], CLEAR / 2) if again else (WORLDS, usual, CLEAR)
    worlds = [imagined(game, view, seat, belief, seed, number) for number in range(count)]
    first = weighed(game, worlds, seat, seed, game.legal(view, seat), usual, action, least)
    if first is None:
        return None
    wins = set(first.values.argmax(axis=1).tolist())
    rivals = [first.actions[place] for rank, place in enumerate(first.order) if rank <= RIVALS or place in wins]
    second = weighed(game, worlds, seat, b"again " + seed, rivals, TIMES * usual, action, least)
    if second is None:
        return None
    return Proof(
        count,
        (usual, TIMES * usual),
        (first.agree, second.agree),
        (round(first.margin, 3), round(second.margin, 3)),
        (round(first.error, 4), round(second.error, 4)),
        game.notation.text(view, seat, second.second),
    )


def weighed(
    game: Game,
    worlds: list[Any],
    seat: int,
    seed: bytes,
    actions: list[int],
    iterations: int,
    wanted: int,
    least: float,
) -> Weighing | None:
    """Weigh the actions in every world; None as soon as `wanted` cannot win any more."""
    template, tree, story = _proof(game), new_tree(MEGABYTES), silent_story()
    place, misses = actions.index(wanted), 0
    values = np.empty((len(worlds), len(actions)))
    for number, world in enumerate(worlds):
        key = key_words(hashlib.sha256(b"luck %d " % number + seed).digest())
        template.weigh(
            tree,
            world,
            seat,
            int(world[0].seats),
            np.array(actions, np.int32),
            key,
            iterations,
            values[number],
            story,
        )
        misses += values[number].argmax() != place
        if misses > (1 - AGREE) * len(worlds) or (number == PEEK and _lead(values[:number], place) < least / 2):
            return None
    found = Weighing(actions, values)
    return found if found.is_clear(least) and found.best == wanted else None


def _lead(values: Any, place: int) -> float:
    """Return the lead of one action over the best other one, on average."""
    means = values.mean(axis=0)
    return float(means[place] - np.delete(means, place).max())


def imagined(game: Game, view: State, seat: int, belief: Any, seed: bytes, number: int) -> Any:
    """Return a world that the seat may imagine, as an array of length one."""
    seen, out = np.empty(1, game.state), np.empty(1, game.state)
    seen[0] = view
    key = key_words(hashlib.sha256(b"worlds " + seed).digest())
    _proof(game).imagine_world(seen, belief, seat, key, number, out, silent_story())
    return out


@cache
def _proof(game: Game) -> Any:
    names, own = knowledge(game), search(game)
    judging = instantiate(game, JUDGING, **judged_by(game, names))
    return instantiate(
        game,
        PROOF,
        finish=game.engine.finish,
        judge=judging.judge,
        select=own.select,
        back_up=own.back_up,
        next_mover=own.next_mover,
        CUTOFF=names["CUTOFF"],
        suppose=names["suppose"],
    )
