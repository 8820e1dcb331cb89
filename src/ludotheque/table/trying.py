"""Trying actions on a copy of the state: why they are refused, or what they lead to.

These functions never change the table.
"""

from collections.abc import Callable

from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import State
from ludotheque.core.secrecy import secrets_of
from ludotheque.table.made import Fault, Trial
from ludotheque.table.position import Position, carried_out

MOST_ACTIONS = 100  # in one request

Script = Callable[[int, int, int], list[int]]  # (place, seat, action) → the prescribed chance outcomes


def carry_out(position: Position, seat: int, actions: list[int], state: State, script: Script) -> Trial | Fault:
    """Try actions on a copy of a state."""
    if not 0 < len(actions) <= MOST_ACTIONS:
        return Fault("action/none")
    game = position.game
    chance: list[list[str]] = []
    for number, action in enumerate(actions):
        if fault := why_not_act(position, state, seat, action):
            return fault
        outcomes, before = script(number, seat, action), state
        if outcomes or state is not position.state:
            deed = carried_out(game, state, seat, action, outcomes)
        else:
            deed = position.after(seat, action)
        state = deed.state
        chance.append([game.notation.chance_text(kind, outcome) for kind, outcome in deed.chance])
        is_last = number == len(actions) - 1
        # otherwise a refusal of the next action would reveal the chance outcome for free
        if not is_last and is_told_to(position, before, state, seat, action):
            return Fault("action/reveals")
    return Trial(actions, chance, state)


def why_not_act(position: Position, state: State, seat: int, action: int) -> Fault | None:
    """Return why the seat may not act like this in a state, judged from its own view."""
    game = position.game
    if not 0 <= action < game.actions.count:
        return Fault("action/unknown")
    # docs/decisions.md: What was offered is not judged again
    if state is position.state and action in position.kept.legal.get(seat, ()):
        return None
    seen = position.view(seat) if state is position.state else game.view_of(state, NONE if seat == TABLE else seat)
    code = game.refusal(seen, seat, action)
    return Fault("action/illegal", code) if code else None


def is_told_to(position: Position, before: State, after: State, seat: int, action: int) -> bool:
    """Return whether the seat learns something hidden from its own action."""
    return secrets_of(position.game).is_told(before, after, seat, action, range(seat, seat + 1))
