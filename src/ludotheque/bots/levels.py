"""Bots by name: five strengths, the same names in every game, and the greedy player that records are made with.

A level is a number of iterations, so that the same view, history and seed give the same choice on any machine. Seconds are a cap for slow ones.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf

from ludotheque.bots.history import UNKNOWN, History
from ludotheque.bots.simple import choose_at_random, choose_greedily
from ludotheque.bots.thinker import Budget, think
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.rule import JIT

Bot = Callable[[Game, State, int, History, bytes], int]  # (game, view, seat, history, seed) → action; its budget comes with its name

LEVELS = ("random", "novice", "regular", "expert", "master")
BUDGETS = {  # unless a game's `evaluate.py` has ITERATIONS of its own
    "novice": Budget(1_000, seconds=1.0),
    "regular": Budget(6_000, seconds=2.0),
    "expert": Budget(100_000, seconds=4.0),
    "master": Budget(1_000_000, seconds=15.0, trees=2),
}
SEERS = ("expert", "master")  # levels that use what a game can foresee by imagining a little (`foresee` in its `evaluate.py`)
UNCOMPILED_S = 1.0  # a game whose rules run as plain Python gets no more
SIMPLE = {"random": choose_at_random, "greedy": choose_greedily}
NAMES = (*LEVELS, "greedy")


def budget(game: Game, level: str, scale: float = 1.0) -> Budget:
    """What a level may spend on one decision of a game."""
    usual = BUDGETS[level]
    iterations = getattr(game.evaluate, "ITERATIONS", {}).get(level, usual.iterations)
    return replace(usual, iterations=max(1, round(iterations * scale)), seconds=usual.seconds if JIT else min(UNCOMPILED_S, usual.seconds))


def habit(game: Game, view: State, seat: int) -> int | None:
    """What everybody who thinks at all does here without thinking (`habit` in a game's `evaluate.py`), if the game says something."""
    known = getattr(game.evaluate, "habit", None)
    return known(game, view, seat) if known is not None else None


def favorite(game: Game, level: str, view: State, seat: int) -> int | None:
    """What a game's own knowledge (`favorite` in its `evaluate.py`) says without any search, if it says something here; a novice does not know it."""
    known = getattr(game.evaluate, "favorite", None)
    return known(view, seat) if known is not None and level != "novice" else None


def foreseen(game: Game, level: str, view: State, seat: int, seed: bytes, spend: Budget) -> int | None:
    """What a game finds out by imagining a little (`foresee`), within the same budget; nothing for the lower levels, and nothing where its rules run as plain Python."""
    known = getattr(game.evaluate, "foresee", None)
    return known(game, view, seat, seed, spend.iterations, spend.seconds) if known is not None and level in SEERS and JIT else None


def choose_by_search(level: str, scale: float, is_hurried: bool, game: Game, view: State, seat: int, history: History, seed: bytes) -> int:
    """What the game itself knows best, or else the action that a search of this level likes best. A novice forgets what the others did."""
    spend = budget(game, level, scale)
    spend = spend if is_hurried else replace(spend, seconds=inf)
    known = habit(game, view, seat)
    if known is None:
        known = foreseen(game, level, view, seat, seed, spend)
    if known is None:
        known = favorite(game, level, view, seat)
    if known is not None:
        return known
    return think(game, view, seat, seed, spend, UNKNOWN if level == "novice" else history, is_best_enough=True)[0].action


def bot(name: str, scale: float = 1.0, is_hurried: bool = True) -> Bot:
    """The bot of that name; with a scale below 1 it thinks so much less. One that is not hurried takes all its iterations, however slow the machine is."""
    if name not in NAMES:
        raise LudothequeError("no bot is called {name!r}; there are {names}", name=name, names=", ".join(NAMES))
    return SIMPLE[name] if name in SIMPLE else partial(choose_by_search, name, scale, is_hurried)


def player(game: Game, name: str) -> Bot:
    """A bot, or a policy of the game's own (`POLICIES` in its `evaluate.py`): whoever a record can be made with."""
    own: dict[str, Bot] = getattr(game.evaluate, "POLICIES", {})
    if name not in (*NAMES, *own):
        raise LudothequeError("no bot is called {name!r}; there are {names}", name=name, names=", ".join([*NAMES, *own]))
    return own[name] if name in own else bot(name)
