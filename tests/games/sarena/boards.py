"""Positions of Sarena as tests write them: circle → chips from the lowest to the highest, each
`up/down`; circles that are not named are empty.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.games.sarena.components import CIRCLE_NAMES, COLOR_NAMES, FACE_UP, PAIR_FIRST
from ludotheque.games.sarena.notation import WAYS
from ludotheque.games.sarena.rules import Refusal, chip_at, open_moves

GAME = registry.load("sarena")
Stacks = dict[str, list[str]]


# Stacks to states and back


def state_of(stacks: Stacks, secret: Sequence[str] = ("amber", "teal")) -> Any:
    """The position on the board, seat 0 to move, one seat for each secret colour."""
    state = GAME.new(len(secret), {}, seed_key(0))
    state.stack[:], state.height[:], state.secret[:] = 0, 0, NONE
    laid: Counter[int] = Counter()
    for circle, chips in stacks.items():
        for level, chip in enumerate(chips):
            pair, face = WAYS[chip]
            state.stack[CIRCLE_NAMES.index(circle)] |= 2 * (int(PAIR_FIRST[pair]) + laid[pair] + 1) + face << 8 * level
            laid[pair] += 1
        state.height[CIRCLE_NAMES.index(circle)] = len(chips)
    state.secret[: len(secret)] = [COLOR_NAMES.index(color) for color in secret]
    open_moves(state)
    return state


def chips_on(state: Any, circle: str) -> list[str]:
    place = CIRCLE_NAMES.index(circle)
    chips = [chip_at(state, place, level) for level in range(state.height[place])]
    return [f"{COLOR_NAMES[FACE_UP[chip]]}/{COLOR_NAMES[FACE_UP[chip ^ 1]]}" for chip in chips]


def stacks_of(state: Any) -> Stacks:
    return {circle: chips for circle in CIRCLE_NAMES if (chips := chips_on(state, circle))}


# Moves by their text, for the player whose turn it is


def mover(state: Any) -> int:
    (seat,) = GAME.movers(state)
    return seat


def legal(state: Any) -> list[str]:
    """The whole legal list, nothing when the game is over."""
    return [
        GAME.notation.text(state, seat, action) for seat in GAME.movers(state) for action in GAME.legal(state, seat)
    ]


def refusal(state: Any, text: str) -> Refusal:
    """What the seat on turn is told about an action that it writes down."""
    seat = int(state.seat)
    parsed = GAME.notation.parse(state, seat, text)
    return Refusal(parsed.refusal or GAME.refusal(state, seat, parsed.action))


def after(state: Any, *texts: str) -> Any:
    """The state after legal actions; the one that is given stays as it is."""
    state = copy(state)
    for text in texts:
        assert refusal(state, text) == Refusal.LEGAL, f"{text} is refused in {stacks_of(state)}"
        seat = mover(state)
        GAME.apply(state, seat, GAME.notation.parse(state, seat, text).action)
    return state


def random_games(count: int) -> Iterator[list[Any]]:
    """Whole random games of all seat counts and both deals, each as its states from the deal to the
    end.
    """
    for seed in range(count):
        state = GAME.new(2 + seed % 3, {"deal": ("free", "fair")[seed % 2]}, seed_key(seed))
        states, rng = [copy(state)], Random(seed)
        while movers := GAME.movers(state):
            GAME.apply(state, movers[0], rng.choice(GAME.legal(state, movers[0])))
            states.append(copy(state))
        yield states
