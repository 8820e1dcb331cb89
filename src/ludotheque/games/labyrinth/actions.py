"""The actions, numbered kind by kind."""

from ludotheque.core.actions import Actions, Kind
from ludotheque.games.labyrinth.components import CELL_NAMES, LOOK_NAMES, SLOT_NAMES, VALUES

ACTIONS = Actions(
    Kind("shift", slot=SLOT_NAMES, open=LOOK_NAMES),
    Kind("tip", slot=SLOT_NAMES, open=LOOK_NAMES),
    Kind("ask", price=[*map(str, VALUES), "wand"]),
    Kind("move", cell=CELL_NAMES),
    Kind("stay"),
    Kind("decline"),
    Kind("wand"),
    Kind("end"),
)

# shifts begin at 0
TIP, ASK, MOVE, STAY, DECLINE, WAND, END = (
    ACTIONS.first[kind] for kind in ("tip", "ask", "move", "stay", "decline", "wand", "end")
)
