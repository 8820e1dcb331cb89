"""What makes an action in Dream Runners good, and the only best composition."""

from itertools import combinations

from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.puzzle import Solution
from ludotheque.games.dream_runners.actions import DONE
from ludotheque.games.dream_runners.compose import Valuation, compose
from ludotheque.games.dream_runners.evaluate import valuation
from ludotheque.games.dream_runners.state import Phase

KINDS = {
    "place": "compose",
    "pick": "confluence",
    "colour": "joker",
    "open": "chest",
    "keep": "chest",
    "lose": "bat",
    "buy": "segment",
    "pass": "segment",
    "calm": "calm",
}
FEWEST = 3  # segments in a composition that is worth a puzzle


def theme(game: Game, before: State, after: State, seat: int, action: int) -> str:
    return KINDS.get(game.actions.kind_of(action), "")


def solve(game: Game, view: State, seat: int) -> Solution | None:
    """Return the only best composition for an empty canvas, and how far ahead of all others it is.

    Any other composition is a part of the best one, or has a placement that is not in it. Those
    with such a placement are composed exactly, for each of them.
    """
    if view.phase != Phase.COMPOSE or view.laid[seat] != 0:
        return None
    taste = valuation(view, seat)
    best = compose(view, seat, taste)
    if len(best.actions) < FEWEST:
        return None
    most = max(value_of(game, view, seat, taste, part) for part in parts(best.actions))
    for action in game.legal(view, seat):
        if action != DONE and action not in best.actions:
            most = max(most, compose(laid(game, view, seat, [action]), seat, taste).value)
            if most >= best.value:
                return None
    return Solution(tuple(best.actions), (best.value - most) / 100)


def parts(actions: list[int]) -> list[tuple[int, ...]]:
    """List all selections of these actions except all of them."""
    return [chosen for count in range(len(actions)) for chosen in combinations(actions, count)]


def laid(game: Game, view: State, seat: int, actions: list[int]) -> State:
    """Return the view with these segments laid."""
    world = copy(view)
    for action in actions:
        game.apply(world, seat, action)
    return world


def value_of(game: Game, view: State, seat: int, taste: Valuation, actions: tuple[int, ...]) -> int:
    """Return the value of a canvas with these segments and no others."""
    world = laid(game, view, seat, list(actions))
    world.owned[seat] = world.laid[seat]
    return compose(world, seat, taste).value
