"""The two kinds of action.

One takes a tile from an end of a line; the other names a free spot next to the player's own village
and a number of quarter turns.
"""

from ludotheque.core.actions import Actions, Kind
from ludotheque.games.viva_catrina.components import LINES, MAX_PLACES

END_NAMES = ("left", "right")

ACTIONS = Actions(
    Kind("take", line=[str(line + 1) for line in range(LINES)], end=END_NAMES),
    # a record gives its coordinates, `place -1,2 3`: see notation.py
    Kind("place", spot=[f"#{place}" for place in range(MAX_PLACES)], turn=[str(turn) for turn in range(4)]),
)
ACTION_COUNT = ACTIONS.count
PLACE = ACTIONS.first["place"]
