"""Master Labyrinth's part of a record: how its actions and its setup are written.

There are no chance events after the setup.
"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Parsed
from ludotheque.games.labyrinth.actions import ACTIONS
from ludotheque.games.labyrinth.components import (
    CELL_NAMES,
    CELLS,
    FIXED,
    FORMULAS,
    LOOK_NAMES,
    LOOK_SHAPE,
    LOOK_SIDES,
    PAWN_START,
    SHAPE_COUNT,
    SHAPE_NAMES,
    SIDE,
    SIDES_LOOK,
    START_NAMES,
    TILE_FIRST,
    TOKEN_CELL_NAMES,
    VALUES,
)
from ludotheque.games.labyrinth.rules import Refusal

HIDDEN = "?"
KEYS = ("tiles", "spare", "tokens", "formulas", "starts")
STEPS = {"N": -SIDE, "E": 1, "S": SIDE, "W": -1}
OTHER = {"N": "S", "E": "W", "S": "N", "W": "E"}


def text(state: Any, seat: int, action: int) -> str:
    return ACTIONS.text(action)


def parse(state: Any, seat: int, text: str) -> Parsed:
    number = ACTIONS.find(text)
    if number is not None:
        return Parsed(number)
    if re.fullmatch(r"(shift|tip) \d+ (" + "|".join(LOOK_NAMES) + ")", text, re.ASCII):
        return Parsed(NONE, Refusal.NO_SLOT)
    if re.fullmatch(r"(shift|tip) \d+ N?E?S?W?", text, re.ASCII):
        return Parsed(NONE, Refusal.OTHER_SHAPE)
    if re.fullmatch(r"move [a-z]\d+", text, re.ASCII):
        return Parsed(NONE, Refusal.NO_CELL)
    return Parsed(NONE, Refusal.NOT_HELD if re.fullmatch(r"ask \d+", text, re.ASCII) else Refusal.UNREADABLE)


# The setup


def looks_of(state: Any) -> list[int]:
    """List the look of the tile on every cell."""
    north, east, south, west = state["open"].tolist()
    looks: list[int] = SIDES_LOOK.tolist()
    return [
        looks[north >> cell & 1 | (east >> cell & 1) << 1 | (south >> cell & 1) << 2 | (west >> cell & 1) << 3]
        for cell in range(CELLS)
    ]


@lru_cache(256)
def reached(looks: tuple[int, ...], origin: int) -> dict[int, int]:
    """Return every cell that the corridors lead to, with the previous cell on a shortest path."""
    before, waiting = {origin: origin}, [origin]
    for cell in waiting:
        for side in LOOK_NAMES[looks[cell]]:
            other = cell + STEPS[side]
            is_neighbor = 0 <= other < CELLS and (side in "NS" or other // SIDE == cell // SIDE)
            if is_neighbor and other not in before and OTHER[side] in LOOK_NAMES[looks[other]]:
                before[other] = cell
                waiting.append(other)
    return before


def setup_of(state: Any) -> dict[str, Any]:
    """Return the deal of a game in which nobody has acted yet."""
    token, seats = state.token.tolist(), int(state.seats)
    return {
        "tiles": [LOOK_NAMES[look] for look in looks_of(state)],
        "spare": LOOK_NAMES[state.spare],
        "tokens": {cell: VALUES[token[CELL_NAMES.index(cell)]] for cell in TOKEN_CELL_NAMES},
        "formulas": [HIDDEN if card == NONE else list(FORMULAS[card]) for card in state.card[:seats].tolist()],
        "starts": [CELL_NAMES[cell] for cell in state.pawn[:seats].tolist()],
    }


def deal(state: Any, setup: Mapping[str, Any]) -> None:
    """Replace the deal of a new state with a recorded one.

    Its seats, options and wands are already right.
    """
    if set(setup) != set(KEYS):
        raise LudothequeError(
            "setup must have exactly the keys {keys}, not {found}", keys=", ".join(KEYS), found=", ".join(setup)
        )
    lay_tiles(state, setup["tiles"], setup["spare"])
    lay_tokens(state, setup["tokens"])
    give_cards(state, setup["formulas"])
    set_pawns(state, setup["starts"])


def lay_tiles(state: Any, tiles: Any, spare: Any) -> None:
    """R1.1 Put the glued tiles where they always are.

    R1.2 Number the loose tiles in the order in which they lie, the spare last.
    """
    if not isinstance(tiles, list) or len(tiles) != CELLS:
        raise LudothequeError("setup.tiles must be a list of {count} tiles", count=CELLS)
    state.open[:], state.tile[:] = 0, NONE
    laid: Counter[int] = Counter()
    for cell, name in enumerate([*tiles, spare]):
        where = (
            LudothequeError("setup.tiles: {tile!r} on {cell}", tile=name, cell=CELL_NAMES[cell])
            if cell < CELLS
            else f"setup.spare: {name!r}"
        )
        if name not in LOOK_NAMES:
            raise LudothequeError(
                "{where} is not a tile; tiles are written like {example}", where=where, example=LOOK_NAMES[0]
            )
        if cell in FIXED and FIXED[cell] != name:
            raise LudothequeError(
                "{where} should be {tile}, which is glued there (R1.1)", where=where, tile=FIXED[cell]
            )
        look = LOOK_NAMES.index(name)
        tile = NONE if cell in FIXED else number_tile(laid, look, where)
        if cell < CELLS:
            state.tile[cell] = tile
            for side in range(4):
                state.open[side] |= (int(LOOK_SIDES[look]) >> side & 1) << cell
        else:
            state.spare, state.spare_tile = look, tile


def number_tile(laid: Counter[int], look: int, where: LudothequeError | str) -> int:
    """Return the next unused loose tile with the shape of a look."""
    shape = int(LOOK_SHAPE[look])
    laid[shape] += 1
    if laid[shape] > SHAPE_COUNT[shape]:
        raise LudothequeError(
            "{where} is one too many: there are {count} loose tiles of the shape {shape}",
            where=where,
            count=SHAPE_COUNT[shape],
            shape=SHAPE_NAMES[shape],
        )
    return int(TILE_FIRST[shape]) + laid[shape] - 1


def lay_tokens(state: Any, tokens: Any) -> None:
    if not isinstance(tokens, dict) or set(tokens) != set(TOKEN_CELL_NAMES):
        raise LudothequeError(
            "setup.tokens must name exactly the {count} cells that receive a token, from {first} to {last}",
            count=len(TOKEN_CELL_NAMES),
            first=TOKEN_CELL_NAMES[0],
            last=TOKEN_CELL_NAMES[-1],
        )
    values = list(tokens.values())
    if any(type(value) is not int for value in values) or sorted(values) != list(VALUES):
        raise LudothequeError(
            "setup.tokens must have each value once: {first} to {last}, and {highest}",
            first=VALUES[0],
            last=VALUES[-2],
            highest=VALUES[-1],
        )
    state.token[:] = NONE
    for cell, value in tokens.items():
        state.token[CELL_NAMES.index(cell)] = VALUES.index(value)
    state.goal_cell = state.token.tolist().index(0)


def give_cards(state: Any, formulas: Any) -> None:
    if not isinstance(formulas, list) or len(formulas) != state.seats:
        raise LudothequeError("setup.formulas must be a list of {seats} cards, one for each seat", seats=state.seats)
    cards = [NONE if formula == HIDDEN else card_of(formula) for formula in formulas]
    shown = [card for card in cards if card != NONE]
    if len(set(shown)) != len(shown):
        raise LudothequeError("setup.formulas: no two seats may have the same card (R1.5)")
    state.card[: len(cards)] = cards


def card_of(formula: Any) -> int:
    if not isinstance(formula, list) or tuple(formula) not in FORMULAS:
        raise LudothequeError(
            "setup.formulas: {formula!r} is not a formula card; cards are written like {example}",
            formula=formula,
            example=list(FORMULAS[0]),
        )
    return FORMULAS.index(tuple(formula))


def set_pawns(state: Any, starts: Any) -> None:
    if not isinstance(starts, list) or len(starts) != state.seats:
        raise LudothequeError("setup.starts must be a list of {seats} cells, one for each seat", seats=state.seats)
    for name in starts:
        if name not in START_NAMES:
            raise LudothequeError(
                "setup.starts: {name!r} is not a start cell; the start cells are {names}",
                name=name,
                names=", ".join(START_NAMES),
            )
    if len(set(starts)) != len(starts):
        raise LudothequeError("setup.starts: no two pawns may start on the same cell (R1.3)")
    for seat, name in enumerate(starts):
        state.color[seat] = START_NAMES.index(name)
        state.pawn[seat] = PAWN_START[state.color[seat]]


def chance_text(kind: int, outcome: int) -> str:
    raise LudothequeError("Master Labyrinth has no chance events after the setup")


def parse_chance(text: str) -> tuple[int, int] | None:
    """R2.5 Reject every text, since there are no chance events."""
    return None
