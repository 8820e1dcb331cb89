"""Dream Runners' part of a record: how its actions, setup and chance events are written."""

import re
from collections.abc import Mapping
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Parsed
from ludotheque.games.dream_runners.actions import ACTIONS
from ludotheque.games.dream_runners.components import CHEST_NAMES, DECK, DREAM_NAMES, LEVEL_ROUNDS, ROUNDS, SEATS
from ludotheque.games.dream_runners.rules.codes import Chance, Pace, Refusal
from ludotheque.games.dream_runners.segments import (
    CELL_NAMES,
    NEUTRAL,
    PLACEMENTS,
    SEGMENT_NAMES,
    SEGMENT_SHAPE,
    SEGMENTS,
    SET_NAMES,
    SET_SIZE,
    SHAPE_NAMES,
    SHAPES,
)

HIDDEN = "?"
SPOT = "(?:0|-?[1-9])"
PLACE = re.compile(rf"place ({'|'.join(SEGMENT_NAMES)})((?: {SPOT},{SPOT})+)")
CHANCES = {
    **{f"first {seat}": (int(Chance.FIRST), seat) for seat in range(SEATS)},
    **{f"chest {name}": (int(Chance.CHEST), chest) for chest, name in enumerate(CHEST_NAMES)},
    **{
        f"segment {name}": (int(Chance.SEGMENT), segment)
        for segment, name in enumerate(SEGMENT_NAMES)
        if segment >= NEUTRAL
    },
    **{f"dream {name}": (int(Chance.DREAM), tile) for tile, name in enumerate(DREAM_NAMES)},
}
CHANCE_TEXTS = {chance: text for text, chance in CHANCES.items()}


def text(state: Any, seat: int, action: int) -> str:
    return ACTIONS.text(action)


def parse(state: Any, seat: int, text: str) -> Parsed:
    """Return an action's number, or the reason why a segment cannot lie like that."""
    number = ACTIONS.find(text)
    if number is not None:
        return Parsed(number)
    written = PLACE.fullmatch(text)
    return Parsed(NONE, Refusal.UNREADABLE if written is None else why_not_so(written[1], written[2].split()))


def why_not_so(name: str, cells: list[str]) -> Refusal:
    """R3.6 It has no cell inside the frame, R3.8 it is not a quarter turn of the segment, N2 or it
    is another name for a placement that looks the same.
    """
    segment = SEGMENT_NAMES.index(name)
    spots = [tuple(map(int, cell.split(","))) for cell in cells]
    if len(spots) != len(SHAPES[SHAPE_NAMES[SEGMENT_SHAPE[segment]]]):
        return Refusal.NO_SUCH_SHAPE
    if all(cell in CELL_NAMES for cell in cells) and any(
        tuple(CELL_NAMES.index(cell) for cell in cells) == found for found, _ in PLACEMENTS[SEGMENT_SHAPE[segment]]
    ):
        return Refusal.SAME_TURNED
    inside = [0 <= row <= 2 and 0 <= column <= 2 for row, column in spots]
    return Refusal.NO_SUCH_SHAPE if any(inside) else Refusal.OUTSIDE


# The setup


def setup_of(state: Any) -> dict[str, Any]:
    """Return the deal of a game in which nobody has acted yet."""
    sets = [(int(owned).bit_length() - 1) // SET_SIZE for owned in state.owned[: state.seats].tolist()]
    return {
        "dreams": [HIDDEN if tile == NONE else DREAM_NAMES[tile] for tile in state.dreams.tolist()],
        "opener": int(state.opener),
        "colours": [SET_NAMES[number] for number in sets],
        "market": [SEGMENT_NAMES[segment] for segment in range(SEGMENTS) if int(state.market) >> segment & 1],
    }


def turned_up(setup: dict[str, Any], view: Any) -> dict[str, Any]:
    """Return the setup with the dreams that have been turned up since."""
    return setup | {"dreams": [HIDDEN if tile == NONE else DREAM_NAMES[tile] for tile in view.dreams.tolist()]}


def deal(state: Any, setup: Mapping[str, Any]) -> None:
    """Replace the deal of a new state with a recorded one.

    Its seats, options, tracks and coins are already right.
    """
    if set(setup) != {"dreams", "opener", "colours", "market"}:
        raise LudothequeError(
            "setup must have exactly the keys dreams, opener, colours and market, not {found}",
            found=", ".join(setup),
        )
    state.dreams[:] = read_dreams(setup["dreams"], int(state.deck))
    if type(setup["opener"]) is not int or not 0 <= setup["opener"] < state.seats:
        raise LudothequeError("setup.opener must be a seat, not {opener!r}", opener=setup["opener"])
    state.opener = setup["opener"]
    give_sets(state, setup["colours"])
    lay_market(state, setup["market"])
    state.seat = state.opener if state.pace == Pace.CALM else NONE


def read_dreams(names: Any, deck: int) -> list[int]:
    if not isinstance(names, list) or len(names) != ROUNDS:
        raise LudothequeError("setup.dreams must be a list of {count} tiles", count=ROUNDS)
    tiles = []
    for number, name in enumerate(names):
        if name not in (*DREAM_NAMES, HIDDEN) or (name == HIDDEN and number == 0):
            raise LudothequeError(
                "setup.dreams: {name!r} is not a tile; tiles are written like {example}",
                name=name,
                example=DREAM_NAMES[0],
            )
        tile = NONE if name == HIDDEN else DREAM_NAMES.index(name)
        if tile != NONE and not int(DECK[deck, number // LEVEL_ROUNDS]) >> tile & 1:
            raise LudothequeError(
                "setup.dreams: {name} does not belong in round {round} (R1.2, R1.3)", name=name, round=number + 1
            )
        if tile != NONE and tile in tiles:
            raise LudothequeError("setup.dreams: there is only one {name}", name=name)
        tiles.append(tile)
    return tiles


def give_sets(state: Any, colors: Any) -> None:
    if (
        not isinstance(colors, list)
        or len(colors) != state.seats
        or not all(color in SET_NAMES for color in colors)
        or len(set(colors)) != len(colors)
    ):
        raise LudothequeError(
            "setup.colours must name {count} different sets from {sets}, not {colors!r} (R1.4)",
            count=state.seats,
            sets=", ".join(SET_NAMES),
            colors=colors,
        )
    state.gone = (1 << NEUTRAL) - 1
    for seat, color in enumerate(colors):
        state.owned[seat] = ((1 << SET_SIZE) - 1) << SET_SIZE * SET_NAMES.index(color)
        state.gone -= state.owned[seat]


def lay_market(state: Any, names: Any) -> None:
    is_right = (
        isinstance(names, list)
        and len(names) == len(SHAPE_NAMES)
        and all(name in SEGMENT_NAMES[NEUTRAL:] for name in names)
    )
    if not is_right or [name.partition("-")[0] for name in names] != list(SHAPE_NAMES):
        raise LudothequeError(
            "setup.market must name a neutral segment of each shape, {shapes}, not {names!r} (R1.6)",
            shapes=", ".join(SHAPE_NAMES),
            names=names,
        )
    state.market = sum(1 << SEGMENT_NAMES.index(name) for name in names)
    state.stacks = (1 << SEGMENTS) - (1 << NEUTRAL) - int(state.market)


# Chance


def chance_text(kind: int, outcome: int) -> str:
    return CHANCE_TEXTS[kind, outcome]


def parse_chance(text: str) -> tuple[int, int] | None:
    return CHANCES.get(text)
