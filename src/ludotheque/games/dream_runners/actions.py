"""The actions, numbered kind by kind.

A segment that looks the same after a half turn has one number for both ways (N2).
"""

from ludotheque.core.actions import Actions, Kind
from ludotheque.games.dream_runners.components import CALM_TOP, COLOR_NAMES, ELEMENT_NAMES, JOKER
from ludotheque.games.dream_runners.segments import (
    CELL_NAMES,
    FIRST_PLACE,
    NEUTRAL,
    OUTSIDE,
    PLACE_SEGMENT,
    PLACE_WAY,
    PLACEMENTS,
    SEGMENT_NAMES,
    SEGMENT_SHAPE,
    WAYS,
)


def placement_text(segment: int, way: int) -> str:
    """N1 Write a segment and its cells, or that it is laid entirely outside."""
    if way == OUTSIDE:
        return f"{SEGMENT_NAMES[segment]} outside"
    cells, _ = PLACEMENTS[SEGMENT_SHAPE[segment]][way]
    return " ".join([SEGMENT_NAMES[segment], *(CELL_NAMES[cell] for cell in cells)])


def place_action(segment: int, way: int) -> int:
    """Return the number of the action that lays a segment this way."""
    return int(FIRST_PLACE[segment]) + (int(WAYS[segment]) if way == OUTSIDE else way)


# a joker is picked with its colour (N4)
PICKS = (*ELEMENT_NAMES[:JOKER], *(f"frag:any {color}" for color in COLOR_NAMES), *ELEMENT_NAMES[JOKER + 1 :])

ACTIONS = Actions(
    Kind(
        "place",
        way=[
            placement_text(segment, way)
            for segment, way in zip(PLACE_SEGMENT.tolist(), PLACE_WAY.tolist(), strict=True)
        ],
    ),
    Kind("done"),
    Kind("sand"),
    Kind("pick", element=PICKS),
    Kind("colour", colour=COLOR_NAMES),
    Kind("open"),
    Kind("keep"),
    Kind("lose", segment=SEGMENT_NAMES),
    Kind("buy", segment=SEGMENT_NAMES[NEUTRAL:]),
    Kind("pass"),
    Kind("calm", steps=[str(steps) for steps in range(CALM_TOP + 1)]),
)
ACTION_COUNT = ACTIONS.count
DONE, SAND, PICK, COLOR, OPEN, KEEP, LOSE, BUY, PASS, BUY_CALM = (
    ACTIONS.first[kind] for kind in ("done", "sand", "pick", "colour", "open", "keep", "lose", "buy", "pass", "calm")
)
