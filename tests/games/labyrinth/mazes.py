"""Positions of Master Labyrinth as tests write them: the deal of example E11, and whatever a test
changes in it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from ludotheque.core import registry
from ludotheque.core.chance import seed_key
from ludotheque.core.constants import NONE
from ludotheque.core.layout import copy
from ludotheque.games.labyrinth.components import (
    CELL_NAMES,
    FORMULAS,
    LOOK_NAMES,
    LOOK_SHAPE,
    LOOK_SIDES,
    SHAPE_NAMES,
    SLOT_NAMES,
    VALUES,
)
from ludotheque.games.labyrinth.notation import looks_of
from ludotheque.games.labyrinth.rules import Refusal
from ludotheque.games.labyrinth.state import Phase

GAME = registry.load("labyrinth")
EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text())
RECORD = EXAMPLES["record"]  # E11
STARTS = ["c3", "e5", "e3", "c5"]
CARDS = [[1, 10, 13], [25, 16, 2], [4, 13, 20], [7, 6, 25]]


# Positions


def dealt(seats: int = 2, **options: Any) -> Any:
    """The deal of E11 for so many seats; the first two have the pawns and cards that they have
    there.
    """
    state = GAME.new(seats, {"advice": "off", "drought": 100} | options, seed_key(0))
    GAME.notation.deal(state, RECORD["setup"] | {"formulas": CARDS[:seats], "starts": STARTS[:seats]})
    return state


def position(
    seats: int = 2,
    *,
    tiles: Mapping[str, str] = {},
    spare: str = "NE",
    tokens: Mapping[str, int] | None = None,
    pawns: Sequence[str] = (),
    held: Sequence[Sequence[int]] = (),
    formulas: Sequence[Sequence[int]] = (),
    wands: Sequence[int] = (),
    **fields: Any,
) -> Any:
    """The deal of E11 with other tiles on some cells, other tokens, pawns and so on; `fields` are
    options, or fields of the state.
    """
    state = dealt(seats, **{name: fields.pop(name) for name in ("advice", "drought") if name in fields})
    for cell, look in tiles.items():
        lay_tile(state, cell, look)
    state.spare = LOOK_NAMES.index(spare)
    for seat, cell in enumerate(pawns):
        state.pawn[seat] = CELL_NAMES.index(cell)
    for seat, values in enumerate(held):
        state.held[seat] = sum(1 << VALUES.index(value) for value in values)
    for seat, card in enumerate(formulas):
        state.card[seat] = FORMULAS.index(tuple(card))
    for seat, count in enumerate(wands):
        state.wands[seat] = count
    if tokens is not None:
        lay_tokens(state, tokens)
    for name, value in fields.items():
        state[name] = value
    return state


def lay_tile(state: Any, cell: str, look: str) -> None:
    """Another look on a cell, whatever lay there."""
    place = CELL_NAMES.index(cell)
    for side in range(4):
        is_open = int(LOOK_SIDES[LOOK_NAMES.index(look)]) >> side & 1
        state.open[side] = int(state.open[side]) & ~(1 << place) | is_open << place


def lay_tokens(state: Any, tokens: Mapping[str, int]) -> None:
    """These tokens and no others are on the board; the lowest is the goal."""
    state.token[:] = NONE
    for cell, value in tokens.items():
        state.token[CELL_NAMES.index(cell)] = VALUES.index(value)
    state.goal = VALUES.index(min(tokens.values()))
    state.goal_cell = CELL_NAMES.index(min(tokens, key=lambda cell: tokens[cell]))


# What lies on the table


def tile(state: Any, cell: str) -> str:
    return LOOK_NAMES[looks_of(state)[CELL_NAMES.index(cell)]]


def spare_shape(state: Any) -> str:
    return SHAPE_NAMES[int(LOOK_SHAPE[state.spare])]


def tokens(state: Any) -> dict[str, int]:
    """The tokens on the board: cell → value."""
    return {CELL_NAMES[cell]: VALUES[token] for cell, token in enumerate(state.token.tolist()) if token != NONE}


def held(state: Any) -> list[list[int]]:
    """The tokens in front of each seat."""
    return [
        [value for token, value in enumerate(VALUES) if mask >> token & 1]
        for mask in state.held[: state.seats].tolist()
    ]


def pawns(state: Any) -> list[str]:
    return [CELL_NAMES[cell] for cell in state.pawn[: state.seats].tolist()]


def facts(state: Any) -> dict[str, Any]:
    """All that an example may say about a position."""
    decides = next(iter(GAME.movers(state)), None)
    return {
        "spare": spare_shape(state),
        "forbidden": None if state.forbidden == NONE else int(SLOT_NAMES[state.forbidden]),
        "pawns": pawns(state),
        "held": held(state),
        "wands": state.wands[: state.seats].tolist(),
        "goal": VALUES[state.goal] if state.goal_cell != NONE else None,
        "goal_cell": CELL_NAMES[state.goal_cell] if state.goal_cell != NONE else None,
        "phase": Phase(state.phase).name.lower(),
        "decides": decides,
    }


# Actions by their text, for the player who decides


def mover(state: Any) -> int:
    (seat,) = GAME.movers(state)
    return seat


def legal(state: Any, kind: str = "") -> list[str]:
    """The legal list, or those of one kind; nothing when the game is over."""
    texts = [
        GAME.notation.text(state, seat, action) for seat in GAME.movers(state) for action in GAME.legal(state, seat)
    ]
    return [text for text in texts if text.split()[0].startswith(kind)]


def refusal(state: Any, text: str, seat: int | None = None) -> Refusal:
    """What a seat (the one that decides) is told about an action that it writes down."""
    seat = mover(state) if seat is None else seat
    parsed = GAME.notation.parse(state, seat, text)
    return Refusal(parsed.refusal or GAME.refusal(state, seat, parsed.action))


def after(state: Any, *texts: str) -> Any:
    """The state after legal actions; the one that is given stays as it is."""
    state = copy(state)
    for text in texts:
        assert refusal(state, text) == Refusal.LEGAL, f"{text} is refused: {GAME.reason(refusal(state, text))}"
        seat = mover(state)
        GAME.apply(state, seat, GAME.notation.parse(state, seat, text).action)
    return state


def random_games(count: int, **options: Any) -> Iterator[list[Any]]:
    """Random games of all seat counts, each as its states from the deal to the end.

    Every other one is played greedily: the goal is taken whenever that is a legal move.
    """
    for seed in range(count):
        state = GAME.new(2 + seed % 3, {"advice": ("off", "on")[seed % 2], "drought": 20} | options, seed_key(seed))
        states, rng = [copy(state)], Random(seed)
        while movers := GAME.movers(state):
            actions = GAME.legal(state, movers[0])
            goal = GAME.actions.first["move"] + int(state.goal_cell)
            is_greedy = seed % 4 < 2 and state.phase == Phase.MOVE and goal in actions
            GAME.apply(state, movers[0], goal if is_greedy else rng.choice(actions))
            states.append(copy(state))
        yield states
