"""Bots by name: five strengths, the same in every game, a champion, and the greedy player.

The champion is a master that judges by a network or follows an instinct; a game has one if it has
the file with the weights. The greedy player is for making records. A level is a number of
iterations, so that the same view, history and seed give the same choice on any machine. The seconds
are only a cap for slow machines.
"""

from dataclasses import replace
from functools import cache, partial
from math import inf, nan

from ludotheque.bots.history import UNKNOWN, History
from ludotheque.bots.knowledge import Policy, evaluate_of
from ludotheque.bots.network import Guide, fits, load
from ludotheque.bots.simple import choose_at_random, choose_greedily
from ludotheque.bots.thinker import Budget, decide
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, State
from ludotheque.core.rule import JIT

Bot = Policy  # its name determines its budget

LEVELS = ("random", "novice", "regular", "expert", "master")
CHAMPION = "champion"
# docs/decisions.md: Levels are iterations, not seconds
BUDGETS = {  # unless a game's `evaluate.py` defines ITERATIONS
    "novice": Budget(1_000, seconds=1.0),
    "regular": Budget(6_000, seconds=2.0),
    "expert": Budget(100_000, seconds=4.0),
    "master": Budget(1_000_000, seconds=15.0, trees=2),
    "champion": Budget(1_000_000, seconds=15.0, trees=2),
}
# levels that use the game's `foresee` (in its `evaluate.py`)
SEERS = ("expert", "master", "champion")
UNCOMPILED_S = 1.0  # the cap for a game whose rules run as plain Python
SIMPLE = {"random": choose_at_random, "greedy": choose_greedily}
NAMES = (*LEVELS, CHAMPION, "greedy")
WEIGHTS = "champion.npz"  # in the folder of a game


def budget(game: Game, level: str, scale: float = 1.0) -> Budget:
    """Return what a level may spend on one decision in a game."""
    usual = BUDGETS[level]
    iterations = evaluate_of(game).ITERATIONS.get(level, usual.iterations)
    return replace(
        usual,
        iterations=max(1, round(iterations * scale)),
        seconds=usual.seconds if JIT else min(UNCOMPILED_S, usual.seconds),
    )


@cache
def champion_of(game: Game) -> Guide | None:
    """Return what guides a game's champion, if it was made for these rules and components."""
    file = game.folder / WEIGHTS
    if not file.is_file():
        return None
    guide, about = load(file)
    return guide if fits(game, guide, about) else None


def levels_of(game: Game) -> tuple[str, ...]:
    """Return the levels that a game offers."""
    return LEVELS if champion_of(game) is None else (*LEVELS, CHAMPION)


def check_level(game: Game, name: str) -> None:
    """Refuse a champion that a game does not have."""
    if name == CHAMPION and champion_of(game) is None:
        raise LudothequeError("{title} has no champion with these rules and components", title=game.title)


def adviser(game: Game, level: str) -> Budget:
    """Return what an adviser may spend. It thinks as the champion does, if there is one."""
    return replace(budget(game, level), guide=champion_of(game) if JIT else None)


def favorite(game: Game, level: str, view: State, seat: int) -> int | None:
    """Return the action that the game knows to be best without any search, or None.

    A novice does not know it.
    """
    return None if level == "novice" else evaluate_of(game).favorite(view, seat)


def foreseen(game: Game, level: str, view: State, seat: int, seed: bytes, spend: Budget) -> int | None:
    """Return the action that the game's `foresee` finds within the same budget, or None.

    The lower levels get None, and so does a game whose rules run as plain Python.
    """
    if level not in SEERS or not JIT:
        return None
    return evaluate_of(game).foresee(game, view, seat, seed, spend.iterations, spend.seconds, spend.guide)


def known(game: Game, level: str, view: State, seat: int, seed: bytes, spend: Budget) -> int | None:
    """Return the action that the game itself knows to be best, or None."""
    found = evaluate_of(game).habit(game, view, seat)
    if found is None:
        found = foreseen(game, level, view, seat, seed, spend)
    return favorite(game, level, view, seat) if found is None else found


def decide_by_search(
    level: str,
    scale: float,
    is_hurried: bool,
    guide: Guide | None,
    game: Game,
    view: State,
    seat: int,
    history: History,
    seed: bytes,
) -> tuple[int, float]:
    """Return the action that the game knows to be best, or else the best one found by a search,
    and the place that the search expects (NaN: there was none).

    A novice ignores the history.
    """
    usual = budget(game, level, scale)
    if level == CHAMPION and guide is None:  # an old table may name one that no longer fits: then it is a master
        guide = champion_of(game)
    spend = replace(usual, seconds=usual.seconds if is_hurried else inf, guide=guide)
    found = known(game, level, view, seat, seed, spend)
    if found is not None:
        return found, nan
    return decide(game, view, seat, seed, spend, UNKNOWN if level == "novice" else history)


def choose_by_search(
    level: str,
    scale: float,
    is_hurried: bool,
    guide: Guide | None,
    game: Game,
    view: State,
    seat: int,
    history: History,
    seed: bytes,
) -> int:
    """Return the action alone."""
    return decide_by_search(level, scale, is_hurried, guide, game, view, seat, history, seed)[0]


def bot(name: str, scale: float = 1.0, is_hurried: bool = True, guide: Guide | None = None) -> Bot:
    """Return the bot with this name; its iterations are multiplied by `scale`.

    A bot that is not hurried takes all its iterations, however slow the machine is. One with a
    guide judges by it or follows it.
    """
    if name not in NAMES:
        raise LudothequeError("unknown bot {name!r}; expected one of {names}", name=name, names=", ".join(NAMES))
    return SIMPLE[name] if name in SIMPLE else partial(choose_by_search, name, scale, is_hurried, guide)


def player(game: Game, name: str) -> Bot:
    """Return a bot, or one of the game's policies (`POLICIES` in its `evaluate.py`), by name."""
    own = evaluate_of(game).POLICIES
    if name not in (*NAMES, *own):
        raise LudothequeError(
            "unknown bot {name!r}; expected one of {names}", name=name, names=", ".join([*NAMES, *own])
        )
    check_level(game, name)
    return own[name] if name in own else bot(name)
