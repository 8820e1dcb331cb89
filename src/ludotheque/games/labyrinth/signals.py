"""R8.12 The signal "I see a way", which is not an action, not a ply and not part of the rules
code.
"""

from typing import Any

from ludotheque.games.labyrinth.state import Phase


def may_signal(state: Any, seat: int) -> bool:
    """R8.12 Every other seat may signal before the shift, as long as R8.2 still allows a
    question.
    """
    can_ask = state["advice"] == 1 and state["asked"] == 0 and state["phase"] == Phase.SHIFT
    return bool(can_ask and 0 <= seat < state["seats"] and seat != state["seat"])
