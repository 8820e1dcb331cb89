"""What makes a move in Sarena good."""

from ludotheque.core.constants import NONE
from ludotheque.core.game import Game, State
from ludotheque.games.sarena.components import ARROWS, CIRCLES, LINE_FROM, LINE_TO, MAX_STACK
from ludotheque.games.sarena.evaluate import is_frozen
from ludotheque.games.sarena.rules import top_color


def theme(game: Game, before: State, after: State, seat: int, action: int) -> str:
    """Return what a move does, from the most particular to the most general."""
    origin, target, own = int(LINE_FROM[action]), int(LINE_TO[action]), int(before.secret[seat])
    if before.height[target] == 0:
        free = sum(int(ARROWS[circle]) for circle in range(CIRCLES) if before.height[circle] == 0)
        return "last_arrows" if free == 1 else "turn_own" if top_color(after, target) == own else "turn_other"
    moved, covered = top_color(before, origin), top_color(before, target)
    if moved == own:
        if after.height[target] == MAX_STACK or is_frozen(after, target):
            return "freeze"
        return "gather" if covered == own else "capture"
    if covered == own:
        return "give_up"
    return "spoil" if NONE not in (moved, covered) else ""
