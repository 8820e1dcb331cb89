"""Sarena's part of a record: how its actions and its setup are written.

There are no chance events after the setup.
"""

import re
from collections.abc import Mapping
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Parsed
from ludotheque.games.sarena.actions import ACTIONS
from ludotheque.games.sarena.components import (
    CIRCLE_NAMES,
    CIRCLES,
    COLOR_NAMES,
    FACE_UP,
    PAIR_COUNT,
    PAIR_FIRST,
    PAIRS,
)
from ludotheque.games.sarena.rules import Deal, Refusal

HIDDEN = "?"
# "up/down": pair, face
WAYS = {
    f"{pair['ab'[face]]}/{pair['ba'[face]]}": (number, face) for number, pair in enumerate(PAIRS) for face in range(2)
}


def text(state: Any, seat: int, action: int) -> str:
    return ACTIONS.text(action)


def parse(state: Any, seat: int, text: str) -> Parsed:
    number = ACTIONS.find(text)
    if number is not None:
        return Parsed(number)
    circles = "|".join(map(re.escape, CIRCLE_NAMES))
    return Parsed(NONE, Refusal.NO_LINE if re.fullmatch(f"({circles})-({circles})", text) else Refusal.UNREADABLE)


def setup_of(state: Any) -> dict[str, Any]:
    """Return the deal of a game in which nobody has moved yet."""
    return {
        "chips": [f"{COLOR_NAMES[FACE_UP[chip]]}/{COLOR_NAMES[FACE_UP[chip ^ 1]]}" for chip in state.stack.tolist()],
        "secret": [HIDDEN if color == NONE else COLOR_NAMES[color] for color in state.secret[: state.seats].tolist()],
    }


def deal(state: Any, setup: Mapping[str, Any]) -> None:
    """Replace the deal of a new state with a recorded one.

    Its seats and options are already right, and so are its open moves, since there is one chip on
    each circle.
    """
    if set(setup) != {"chips", "secret"}:
        raise LudothequeError("setup must have exactly the keys chips and secret, not {found}", found=", ".join(setup))
    lay_chips(state, setup["chips"])
    give_pawns(state, setup["secret"])


def lay_chips(state: Any, chips: Any) -> None:
    if not isinstance(chips, list) or len(chips) != CIRCLES:
        raise LudothequeError("setup.chips must be a list of {count} chips", count=CIRCLES)
    laid = [[0, 0] for _ in PAIRS]
    for circle, name in enumerate(chips):
        if name not in WAYS:
            raise LudothequeError(
                "setup.chips: {name!r} on {circle} is not a chip; chips are written like {example}",
                name=name,
                circle=CIRCLE_NAMES[circle],
                example=next(iter(WAYS)),
            )
        pair, face = WAYS[name]
        if sum(laid[pair]) == PAIR_COUNT[pair]:
            raise LudothequeError(
                "setup.chips: there are only {count} chips {name}, but {circle} has one more",
                count=PAIR_COUNT[pair],
                name=name,
                circle=CIRCLE_NAMES[circle],
            )
        state.stack[circle] = 2 * (int(PAIR_FIRST[pair]) + sum(laid[pair]) + 1) + face
        state.height[circle] = 1
        laid[pair][face] += 1
    if state.deal == Deal.FAIR and any(one != other for one, other in laid):
        raise LudothequeError(
            "setup.chips: in a fair deal, half of the chips of each pair lie one way up and half the other (R1.4)"
        )


def give_pawns(state: Any, secret: Any) -> None:
    if not isinstance(secret, list) or len(secret) != state.seats:
        raise LudothequeError("setup.secret must be a list of {seats} colours, one for each seat", seats=state.seats)
    shown = [name for name in secret if name != HIDDEN]
    for name in shown:
        if name not in COLOR_NAMES:
            raise LudothequeError(
                "setup.secret: {name!r} is not a colour; the colours are {names}",
                name=name,
                names=", ".join(COLOR_NAMES),
            )
    if len(set(shown)) != len(shown):
        raise LudothequeError("setup.secret: no two seats may have the same colour (R1.5)")
    state.secret[:] = NONE
    for seat, name in enumerate(secret):
        state.secret[seat] = NONE if name == HIDDEN else COLOR_NAMES.index(name)


def chance_text(kind: int, outcome: int) -> str:
    raise LudothequeError("Sarena has no chance events after the setup")


def parse_chance(text: str) -> tuple[int, int] | None:
    return None
