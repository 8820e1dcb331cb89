"""Two kinds of action: a tile taken from an end of a line, and a free spot beside the own village with a number of quarter turns."""

from ludotheque.core.actions import Actions, Kind
from ludotheque.games.viva_catrina.components import LINES, MAX_PLACES

END_NAMES = ("left", "right")

ACTIONS = Actions(
    Kind("take", line=[str(line + 1) for line in range(LINES)], end=END_NAMES),
    Kind("place", spot=[f"#{place}" for place in range(MAX_PLACES)], turn=[str(turn) for turn in range(4)]),  # a record says where that is, `place -1,2 3`: see notation.py
)
ACTION_COUNT = ACTIONS.count
PLACE = ACTIONS.first["place"]
