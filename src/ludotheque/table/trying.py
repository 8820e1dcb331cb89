"""Actions tried on a copy: why they may not be done, or what they lead to. Nothing is changed here."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludotheque.core.constants import NONE, TABLE
from ludotheque.core.game import State
from ludotheque.core.layout import copy
from ludotheque.core.story import chance_of, new_story
from ludotheque.table.secrecy import secrets_of

if TYPE_CHECKING:
    from ludotheque.table.table import Table

MOST_ACTIONS = 100  # in one request


@dataclass(frozen=True)
class Fault:
    """Why something is not done; `rule` is a refusal code of the game."""

    code: str
    rule: int = 0


@dataclass(frozen=True)
class Trial:
    """Actions carried out on a copy."""

    actions: list[int]
    chance: list[list[str]]
    state: State


def carry_out(table: "Table", seat: int, actions: list[int], state: State) -> Trial | Fault:
    """Try actions on a copy of a state."""
    if not 0 < len(actions) <= MOST_ACTIONS:
        return Fault("action/none")
    game = table.game
    chance: list[list[str]] = []
    for number, action in enumerate(actions):
        if fault := forbidden(table, state, seat, action):
            return fault
        story, before, state = new_story(table.guiding.script(number, seat, action)), state, copy(state)
        game.apply(state, seat, action, story)
        chance.append([game.notation.chance_text(kind, outcome) for kind, outcome in chance_of(story)])
        is_last = number == len(actions) - 1
        if not is_last and is_told_to(table, before, state, seat, action):  # or a refusal of the next action would tell what chance would say, at no price
            return Fault("action/reveals")
    return Trial(actions, chance, state)


def forbidden(table: "Table", state: State, seat: int, action: int) -> Fault | None:
    """Why the seat may not do this now, as far as its own view says."""
    if not 0 <= action < table.game.actions.count:
        return Fault("action/unknown")
    seen = table.view(seat) if state is table.state else table.game.view_of(state, NONE if seat == TABLE else seat)
    code = table.game.refusal(seen, seat, action)
    return Fault("action/illegal", code) if code else None


def is_told_to(table: "Table", before: State, after: State, seat: int, action: int) -> bool:
    """Does the seat learn something from its own action?"""
    return secrets_of(table.game).is_told(before, after, seat, action, range(seat, seat + 1))
