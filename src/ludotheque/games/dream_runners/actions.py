"""What can be done, a number each. A segment that looks the same turned by half has only one number for both (N2)."""

from ludotheque.core.actions import Actions, Kind
from ludotheque.games.dream_runners.components import CALM_TOP, CELL_NAMES, COLOR_NAMES, ELEMENT_NAMES, JOKER, NEUTRAL, PLACEMENTS, SEGMENT_NAMES, SEGMENT_SHAPE, SEGMENTS, WAYS


def placement_text(segment: int, way: int) -> str:
    cells, _ = PLACEMENTS[SEGMENT_SHAPE[segment]][way]
    return " ".join([SEGMENT_NAMES[segment], *(CELL_NAMES[cell] for cell in cells)])


PICKS = (*ELEMENT_NAMES[:JOKER], *(f"frag:any {color}" for color in COLOR_NAMES), *ELEMENT_NAMES[JOKER + 1 :])  # a joker is picked with its colour (N4)

ACTIONS = Actions(
    Kind("place", way=[placement_text(segment, way) for segment in range(SEGMENTS) for way in range(WAYS[segment])]),
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
DONE, SAND, PICK, COLOR, OPEN, KEEP, LOSE, BUY, PASS, BUY_CALM = (ACTIONS.first[kind] for kind in ("done", "sand", "pick", "colour", "open", "keep", "lose", "buy", "pass", "calm"))
