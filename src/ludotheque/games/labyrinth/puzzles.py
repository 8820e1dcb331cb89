"""What makes an action in Master Labyrinth good, and the only way to the goal."""

from ludotheque.core.constants import NONE
from ludotheque.core.game import Game, State
from ludotheque.core.layout import copy
from ludotheque.core.puzzle import Solution
from ludotheque.games.labyrinth.actions import END, MOVE, STAY, TIP, WAND
from ludotheque.games.labyrinth.evaluate import can_walk, ways, ways_of, worth
from ludotheque.games.labyrinth.state import Phase

LEAST_SHIFTS = 12  # to choose from


def theme(game: Game, before: State, after: State, seat: int, action: int) -> str:
    """Return what an action does: for its own seat first, then against the others."""
    if before.held[seat] != after.held[seat]:  # nobody overlooks a way that is already open
        return ""
    if action < TIP:
        if can_walk(after, seat):
            return "only_way" if solve(game, before, seat) else "way"
        if before.goal_cell != NONE and rivals(before, seat) > rivals(after, seat) == 0:
            return "block"
        return "shift"
    if MOVE <= action <= STAY:
        return "stand"
    return "wand" if action in (WAND, END) else ""


def rivals(state: State, seat: int) -> int:
    """Count the other seats with a way to the goal after some shift."""
    counts = ways(state)
    return sum(ways_of(counts, other) > 0 for other in range(int(state.seats)) if other != seat)


def solve(game: Game, view: State, seat: int) -> Solution | None:
    """Return the only shift after which the pawn can reach the goal, by trying all of them."""
    if view.phase != Phase.SHIFT or view.goal_cell == NONE:
        return None
    shifts = [action for action in game.legal(view, seat) if action < TIP]
    found = [action for action in shifts if leads_to_goal(game, view, seat, action)]
    return Solution((found[0],), float(worth(view, seat))) if len(found) == 1 and len(shifts) >= LEAST_SHIFTS else None


def leads_to_goal(game: Game, view: State, seat: int, action: int) -> bool:
    """R5.2 Return whether a way leads to the goal after a shift."""
    world = copy(view)
    game.apply(world, seat, action)
    return bool(can_walk(world, seat))
