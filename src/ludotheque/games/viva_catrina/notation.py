"""Viva Catrina's part of a record: how its actions, setup and chance events are written."""

import re
from collections.abc import Mapping
from typing import Any

from ludotheque.core.constants import NONE
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Parsed
from ludotheque.games.viva_catrina.actions import ACTIONS, PLACE
from ludotheque.games.viva_catrina.components import (
    KIND_COUNT,
    KIND_FIRST,
    KIND_NAMES,
    ORIGIN,
    PATH_TILES,
    ROW,
    SLOTS,
    START_AROUND,
    START_FIRST,
    START_NAMES,
    TILE_NAMES,
)
from ludotheque.games.viva_catrina.rules import Chance, Refusal

NUMBER = "(0|-?[1-9][0-9]{0,8})"
PLACING = re.compile(f"place {NUMBER},{NUMBER} ([0-3])")
CHANCES = {
    **{f"start {name}": (int(Chance.START), start) for start, name in enumerate(START_NAMES)},
    **{
        f"{chance.name.lower()} {name}": (int(chance), kind)
        for chance in (Chance.LINE1, Chance.LINE2, Chance.DRAW)
        for kind, name in enumerate(KIND_NAMES)
    },
}
CHANCE_TEXTS = {chance: text for text, chance in CHANCES.items()}


def xy(spot: int) -> tuple[int, int]:
    """R2.1 Return the actual coordinates of a spot."""
    return spot % ROW - ORIGIN % ROW, spot // ROW - ORIGIN // ROW


def spot_text(spot: int) -> str:
    return "{},{}".format(*xy(spot))


def text(state: Any, seat: int, action: int) -> str:
    place, turn = divmod(action - PLACE, 4)
    if action < PLACE or place >= int(state.fringe_size[seat]):
        return ACTIONS.text(action)
    return f"place {spot_text(int(state.fringe[seat, place]))} {turn}"


def parse(state: Any, seat: int, text: str) -> Parsed:
    """Read an action, or say what is wrong with its spot.

    A spot has a number only while it is free and next to the village.
    """
    if (action := ACTIONS.find(text)) is not None and action < PLACE:
        return Parsed(action)
    written = PLACING.fullmatch(text)
    if written is None or not 0 <= seat < state.seats:
        return Parsed(NONE, Refusal.UNREADABLE)
    x, y, turn = (int(number) for number in written.groups())
    for place, spot in enumerate(state.fringe[seat].tolist()):
        if spot and xy(spot) == (x, y):
            return Parsed(PLACE + 4 * place + turn)
    is_occupied = any(xy(spot) == (x, y) for spot in state.spot[seat].tolist() if spot)
    return Parsed(NONE, Refusal.OCCUPIED if is_occupied else Refusal.NOT_BESIDE)


def setup_of(state: Any) -> dict[str, Any]:
    """Return the deal of a game in which nobody has taken a tile yet."""
    starts = [TILE_NAMES[placed // 4] for placed in state.placed[: state.seats, 1].tolist()]
    line1, line2 = ([TILE_NAMES[tile] for tile in line if tile] for line in state.line.tolist())
    return {"starts": starts, "line1": line1, "line2": line2}


def deal(state: Any, setup: Mapping[str, Any]) -> None:
    """Replace the deal of a new state with a recorded one.

    Everything but the tiles is the same in every deal.
    """
    if set(setup) != {"starts", "line1", "line2"}:
        raise LudothequeError(
            "setup must have exactly the keys starts, line1 and line2, not {found}", found=", ".join(setup)
        )
    seats = int(state.seats)
    starts = read_tiles(setup, "starts", seats, START_NAMES)
    if len(set(starts)) != seats:
        raise LudothequeError("setup.starts: no two seats may have the same start tile (R1.6)")
    state.box[:] = 1
    for seat, start in enumerate(starts):
        state.placed[seat, 1], state.box[start] = 4 * (START_FIRST + start), 0
        state.around[seat, :4] = START_AROUND[start]
    state.bag[:], state.bag_size = KIND_COUNT, PATH_TILES
    for line, key in enumerate(("line1", "line2")):
        for slot, kind in enumerate(read_tiles(setup, key, int(SLOTS[seats, line]), KIND_NAMES)):
            if state.bag[kind] == 0:
                raise LudothequeError(
                    "setup.{key}: there are only {count} copies of tile {tile}",
                    key=key,
                    count=KIND_COUNT[kind],
                    tile=KIND_NAMES[kind],
                )
            state.line[line, slot] = int(KIND_FIRST[kind]) + int(KIND_COUNT[kind]) - int(state.bag[kind])
            state.bag[kind] -= 1
            state.bag_size -= 1


def read_tiles(setup: Mapping[str, Any], key: str, count: int, names: tuple[str, ...]) -> list[int]:
    """Return the kinds of the tiles named in a row of the setup."""
    tiles = setup[key]
    if not isinstance(tiles, list) or len(tiles) != count:
        raise LudothequeError(
            "setup.{key} must be a list of {count} tiles, not {tiles!r}", key=key, count=count, tiles=tiles
        )
    for name in tiles:
        if name not in names:
            raise LudothequeError(
                "setup.{key}: there is no tile {name!r}; they run from {first} to {last}",
                key=key,
                name=name,
                first=names[0],
                last=names[-1],
            )
    return [names.index(name) for name in tiles]


def chance_text(kind: int, outcome: int) -> str:
    return CHANCE_TEXTS[kind, outcome]


def parse_chance(text: str) -> tuple[int, int] | None:
    return CHANCES.get(text)
